//! Words of scripts that differ only in a name of the pack: the reference lists the first of them.

use parlour_engine::pack::Pack;
use parlour_engine::pack::spec::Per;

/// The kind of a namespace: all namespaces of a kind have the same words.
pub(super) fn kind(pack: &Pack, namespace: &str) -> String {
    if let Some(zone) = pack.zones.iter().find(|zone| zone.name == namespace) {
        return format!("{:?}", zone.kind);
    }
    if let Some(var) = pack.vars.iter().find(|var| var.name == namespace) {
        return match var {
            var if var.dice.is_some() => "dice",
            var if var.is_single() => "number",
            _ => "numbers",
        }
        .to_owned();
    }
    let is_table = pack.tables.iter().any(|table| table.name == namespace);
    let is_board = pack.boards.iter().any(|board| board.name == namespace);
    // The names of a table's rows are a list as well.
    let is_list = !is_table && pack.lists.iter().any(|list| list.name == namespace);
    match (is_table, is_board, is_list) {
        (true, ..) => "table",
        (_, true, _) => "board",
        (.., true) => "list",
        _ => namespace,
    }
    .to_owned()
}

/// A word without its parameters, with kinds in place of the pack's names: alike words have the same.
pub(super) fn general(pack: &Pack, word: &str) -> String {
    let word = word.split('(').next().unwrap_or_default();
    let (namespace, member) = word.split_once('.').unwrap_or((word, ""));
    let kind = kind(pack, namespace);
    if let Some(named) = names(pack, namespace).into_iter().find_map(|(name, kind)| (name == member).then_some(kind)) {
        return format!("{kind}.<{named}>");
    }
    match endings(pack).into_iter().find_map(|(name, kind)| Some((member.strip_suffix(&name)?, kind))) {
        Some((stem, named)) => format!("{kind}.{stem}<{named}>"),
        None => format!("{kind}.{member}"),
    }
}

/// The names that can be a whole member of a namespace, with their kinds.
fn names(pack: &Pack, namespace: &str) -> Vec<(String, &'static str)> {
    let rows = pack.tables.iter().flat_map(|table| &table.rows).map(|row| (&row.name, "ROW"));
    let columns = pack.tables.iter().flat_map(|table| &table.columns).map(|column| (&column.name, "COLUMN"));
    let listed = pack.lists.iter().flat_map(|list| &list.words).map(|word| (word, "ROW"));
    let seats = pack.seats.names.iter().map(|name| (name, "SEAT"));
    let board = pack.boards.iter().find(|board| board.name == namespace);
    let symbols = board.into_iter().flat_map(|board| &board.symbols).map(|symbol| (&symbol.name, "SYMBOL"));
    let symbols = symbols.filter(|(name, _)| *name != "unseen");
    let own: Vec<(&String, &str)> = match namespace {
        "turn" | "decide" => pack.phases.iter().map(|phase| (&phase.name, "PHASE")).collect(),
        "offer" => pack.verbs.iter().map(|verb| (&verb.name, "ACTION")).collect(),
        "event" => pack.events.iter().map(|event| (&event.name, "EVENT")).collect(),
        "ending" => pack.endings.iter().map(|ending| (&ending.name, "ENDING")).collect(),
        _ => Vec::new(),
    };
    let all = rows.chain(columns).chain(listed).chain(seats).chain(symbols).chain(own);
    all.map(|(name, kind)| (name.replace([' ', '-', '.'], "_"), kind)).collect()
}

/// The names with which a member can end, with their kinds: targets of cards, and columns.
fn endings(pack: &Pack) -> Vec<(String, String)> {
    let target = |per: &Per| if *per == Per::One { "one" } else { "each" };
    let zones =
        pack.zones.iter().map(|zone| (format!("to_{}", zone.name), format!("{:?}, {}", zone.kind, target(&zone.per))));
    let columns = pack.tables.iter().flat_map(|table| &table.columns);
    zones.chain(columns.map(|column| (format!("_{}", column.name), "COLUMN".to_owned()))).collect()
}
