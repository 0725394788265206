//! Reads `game.toml` and gathers the scripts: every fault is reported, each at its place.

use std::collections::HashMap;

use xxhash_rust::xxh3::Xxh3;

use super::boards::BoardSpec;
use super::pieces::Follows;
use super::product::{Fixed, combinations, fill_in, is_sum, sum};
use super::spec::{
    CardSpec, Cell, ChanceKind, ChanceSpec, Column, ColumnKind, ConstantTable, DataTable, DealSpec, EndingSpec,
    OptionKind, OptionSpec, OptionValue, Per, PhaseSpec, Quantity, Row, ScoreRule, Seen, SetupSpec, Span, VarKind,
    VarSpec, VariantSpec, WordList, ZoneKind, ZoneSpec,
};
use super::tree::{Node, Section, Sink, Value, parse};
use super::{Pack, PackFiles, SeatSpec, pieces};
use crate::diagnostic::{Diagnostic, Faults, suggest};
use crate::event::{EventSpec, FieldKind, FieldSpec};
use crate::grammar::{ArgKind, VerbSpec, parse_usage};

/// More of a thing than this is no game.
const MOST: usize = 250;
/// Seats are bits of a 16-bit mask.
const MOST_SEATS: i64 = 16;

impl Pack {
    /// Reads a pack: its tables, then its scripts, then one trial match setup for every variant and number of
    /// seats, so that a table that can't work is refused here and not in the middle of an evening.
    ///
    /// # Errors
    /// All faults that were found, in the order of their places.
    pub fn load(files: PackFiles) -> Result<Self, Faults> {
        let Some(table_file) = files.source("game.toml") else {
            return Err(Diagnostic::new("no-game-toml", format!("{}game.toml is missing", files.prefix)).into());
        };
        let sink = Sink::new(table_file);
        let root = parse(&sink);
        if !sink.is_empty() {
            return Err(Faults(sink.into_faults()).sorted());
        }
        let pack = read_pack(&sink, &root, files);
        match pack {
            Some(pack) if sink.is_empty() => Ok(pack),
            _ => Err(Faults(sink.into_faults()).sorted()),
        }
    }
}

fn read_pack(sink: &Sink, root: &Node, files: PackFiles) -> Option<Pack> {
    let top = Section::new(sink, root, "")?;
    let game = game_section(&top);
    let (options, option_index) = read_options(&top);
    let (variants, default_variant) = read_variants(&top, &options, &option_index, game.default_variant.as_deref());
    let seats = read_seats(&top);
    let mut lists = read_lists(&top);
    let (mut tables, cards) = read_tables(&top, &lists);
    let mut boards = super::boards::read_boards(&top, &tables);
    let (piece_board, drafts) = pieces::read_pieces(&top, &mut boards, &seats.names, &mut tables);
    for table in tables.iter().filter(|table| table.name != "card") {
        lists.push(WordList {
            name: table.name.clone(),
            words: table.rows.iter().map(|row| row.name.clone()).collect(),
        });
    }
    let names = Names { tables: &tables, lists: &lists };
    let constants = read_constants(&top, &names);
    let zones = read_zones(&top, &names);
    let board_names: Vec<&str> = boards.iter().map(|board| board.name.as_str()).collect();
    let vars = read_vars(&top, &names, &board_names);
    let chances = read_chances(&top, &names);
    let verbs = read_verbs(&top, &names, &board_names, cards.len());
    let phases = read_phases(&top, &verbs);
    let mut events = read_events(&top, &names, &board_names, cards.len());
    let endings = read_endings(&top);
    let setup = read_setup(&top, &zones, &tables);
    let scores = read_scores(&top, &vars);
    let ply_limit = top.node("ply_limit").and_then(|_| quantity(&top, "ply_limit"));
    let moves = pieces::read_moves(&top, piece_board, drafts, &boards, &verbs, &vars, &endings);
    pieces::complete_events(&top, &moves, &verbs, &mut events);
    let rolls = chances.iter().filter_map(|chance| match &chance.kind {
        ChanceKind::Roll(sides) => Some(sides),
        _ => None,
    });
    let single: Vec<&Quantity> = cards.iter().map(|card| &card.count).chain(rolls).chain(&ply_limit).collect();
    check_quantities(sink, (&options, &variants, &tables), (&zones, &vars, &boards), &setup, &moves, &single);
    check_names(
        sink,
        &zones,
        &vars,
        &constants,
        &boards.iter().map(|b| (b.name.clone(), b.span.clone())).collect::<Vec<_>>(),
    );
    let fingerprint = fingerprint(&files);
    let pack = Pack {
        name: files.name.clone(),
        title: game.title.unwrap_or_else(|| files.name.clone()),
        summary: game.summary,
        designer: game.designer,
        guide: files.source("guide.md"),
        seats,
        options,
        variants,
        default_variant,
        tables,
        cards,
        lists,
        constants,
        zones,
        boards,
        vars,
        chances,
        phases,
        verbs,
        events,
        endings,
        scores,
        ply_limit,
        setup,
        moves,
        table_file: sink.file.clone(),
        rules: files.source("rules.lua"),
        display: files.source("display.lua"),
        fingerprint,
        files,
    };
    top.finish();
    Some(pack)
}

/// A hash over every file that can change how the game is played.
fn fingerprint(files: &PackFiles) -> u64 {
    let mut hash = Xxh3::new();
    for (path, text) in &files.texts {
        let rules = path == "game.toml" || (path.ends_with(".lua") && path != "display.lua");
        if rules {
            hash.update(path.as_bytes());
            hash.update(&(text.len() as u64).to_le_bytes());
            hash.update(text.as_bytes());
        }
    }
    hash.digest()
}

struct GameSection {
    title: Option<String>,
    summary: String,
    designer: String,
    default_variant: Option<String>,
}

fn game_section(top: &Section<'_>) -> GameSection {
    let Some(game) = top.section("game") else {
        top.missing("game", "a table `[game]` with the title of the game");
        return GameSection { title: None, summary: String::new(), designer: String::new(), default_variant: None };
    };
    let out = GameSection {
        title: game.required_string("title", "the name of the game"),
        summary: game.string("summary").unwrap_or_default(),
        designer: game.string("designer").unwrap_or_default(),
        default_variant: game.string("variant"),
    };
    game.finish();
    out
}

/// What the name of a seat can be shown in.
const COLOURS: &[&str] = &["red", "green", "yellow", "blue", "magenta", "cyan", "white"];

fn read_seats(top: &Section<'_>) -> SeatSpec {
    let mut spec = SeatSpec { names: Vec::new(), min: 2, max: 2, default: 2, colours: Vec::new(), robots: Vec::new() };
    let Some(seats) = top.section("seats") else {
        top.missing("seats", "a table `[seats]` with `names` or with `min` and `max`");
        return spec;
    };
    let names = seats.strings("names");
    let count = names.as_ref().map(|names| names.len() as i64);
    if count.is_some_and(|n| !(1..=MOST_SEATS).contains(&n)) {
        seats.sink.fault("out-of-range", &seats.value_span("names"), format!("1 to {MOST_SEATS} seats are possible"));
    }
    let max = seats.int("max", 1..=MOST_SEATS).or(count).unwrap_or(2);
    let min = seats.int("min", 1..=max).or(count).unwrap_or(max);
    let default = seats.int("players", min..=max).unwrap_or(min.max(2).min(max));
    let letters = (b'a'..=b'p').map(|letter| char::from(letter).to_string());
    spec.names = match names {
        Some(names) => names.into_iter().map(|(name, _)| name).collect(),
        None => letters.take(max as usize).collect(),
    };
    if spec.names.len() != max as usize {
        seats.sink.fault(
            "wrong-count",
            &seats.value_span("names"),
            format!("{} names for {max} seats", spec.names.len()),
        );
    }
    for (colour, span) in seats.strings("colours").unwrap_or_default() {
        if !COLOURS.contains(&colour.as_str()) {
            seats.sink.fault_help(
                "unknown-word",
                &span,
                format!("`{colour}` is no colour of a seat"),
                suggest(&colour, COLOURS.iter().copied()),
            );
        }
        spec.colours.push(colour);
    }
    spec.robots = seats.strings("robots").unwrap_or_default().into_iter().map(|(name, _)| name).collect();
    (spec.min, spec.max, spec.default) = (min as usize, max as usize, default as usize);
    seats.finish();
    spec
}

fn read_options(top: &Section<'_>) -> (Vec<OptionSpec>, HashMap<String, usize>) {
    let mut options = Vec::new();
    if let Some(section) = top.section("options") {
        option_group(&section, "", &mut options);
    }
    let index = options.iter().enumerate().map(|(n, option)| (option.key.clone(), n)).collect();
    (options, index)
}

fn option_group(section: &Section<'_>, prefix: &str, options: &mut Vec<OptionSpec>) {
    for entry in section.entries() {
        let key = if prefix.is_empty() { entry.key.clone() } else { format!("{prefix}.{}", entry.key) };
        let Some(inner) = section.section(&entry.key) else {
            continue;
        };
        let is_group =
            inner.entries().next().is_some() && inner.entries().all(|e| matches!(e.node.value, Value::Table(_)));
        if is_group {
            option_group(&inner, &key, options);
        } else if let Some(option) = read_option(inner, key, entry.key_span.clone()) {
            options.push(option);
        }
    }
}

fn read_option(section: Section<'_>, key: String, span: Span) -> Option<OptionSpec> {
    let Some(node) = section.node("default") else {
        section.missing("default", "the value of the option, as in `{ default = 5, min = 1, max = 9 }`");
        // The option is there all the same, for those who name it.
        let kind = OptionKind::Int { min: i64::MIN, max: i64::MAX };
        return Some(OptionSpec { key, kind, default: OptionValue::Int(0), help: String::new(), span });
    };
    let help = section.string("help").unwrap_or_default();
    let (kind, default) = match &node.value {
        Value::Int(number) => {
            let min = section.int("min", i64::MIN..=i64::MAX).unwrap_or(0);
            let max = section.int("max", min..=i64::MAX).unwrap_or(1_000_000);
            if !(min..=max).contains(number) {
                section.sink.fault_help(
                    "out-of-range",
                    &node.span,
                    format!("the option `{key}` is {number}"),
                    format!("expected {min} to {max}"),
                );
            }
            (OptionKind::Int { min, max }, OptionValue::Int(*number))
        }
        Value::Bool(flag) => (OptionKind::Bool, OptionValue::Bool(*flag)),
        Value::Str(word) => {
            let words: Vec<String> =
                section.strings("choices").unwrap_or_default().into_iter().map(|(word, _)| word).collect();
            if !words.contains(word) {
                section.sink.fault_help(
                    "unknown-word",
                    &node.span,
                    format!("the option `{key}` can't be `{word}`"),
                    suggest(word, words.iter().map(String::as_str)),
                );
            }
            (OptionKind::Word(words), OptionValue::Word(word.clone()))
        }
        _ => {
            section.sink.fault(
                "wrong-type",
                &node.span,
                format!("the option `{key}` must be a whole number, true or false, or a word, but is {}", node.kind()),
            );
            return None;
        }
    };
    section.finish();
    Some(OptionSpec { key, kind, default, help, span })
}

impl OptionSpec {
    /// Reads a value as typed by a person or written in a table.
    ///
    /// # Errors
    /// What was expected instead.
    pub fn parse(&self, text: &str) -> Result<OptionValue, String> {
        match &self.kind {
            OptionKind::Int { min, max } => match text.trim().parse::<i64>() {
                Ok(number) if (*min..=*max).contains(&number) => Ok(OptionValue::Int(number)),
                _ => Err(format!("a whole number from {min} to {max}")),
            },
            OptionKind::Bool => match text.trim() {
                "true" | "yes" | "on" => Ok(OptionValue::Bool(true)),
                "false" | "no" | "off" => Ok(OptionValue::Bool(false)),
                _ => Err("true or false".to_owned()),
            },
            OptionKind::Word(words) => words
                .iter()
                .find(|word| word.eq_ignore_ascii_case(text.trim()))
                .map(|word| OptionValue::Word(word.clone()))
                .ok_or_else(|| format!("one of {}", words.join(", "))),
        }
    }
}

fn read_variants(
    top: &Section<'_>,
    options: &[OptionSpec],
    index: &HashMap<String, usize>,
    default: Option<&str>,
) -> (Vec<VariantSpec>, Option<usize>) {
    let mut variants = Vec::new();
    for (name, section) in top.named_sections("variants") {
        let mut set = Vec::new();
        if let Some(inner) = section.section("set") {
            variant_values(&inner, "", options, index, &mut set);
        }
        variants.push(VariantSpec { name, help: section.string("help").unwrap_or_default(), set });
        section.finish();
    }
    let chosen = default.and_then(|name| {
        let found = variants.iter().position(|variant| variant.name == name);
        if found.is_none() {
            let span = top.section("game").map_or(0..0, |game| game.value_span("variant"));
            top.sink.fault_help(
                "unknown-variant",
                &span,
                format!("there is no variant `{name}`"),
                suggest(name, variants.iter().map(|variant| variant.name.as_str())),
            );
        }
        found
    });
    let first = (!variants.is_empty()).then_some(0);
    (variants, chosen.or(first))
}

fn variant_values(
    section: &Section<'_>,
    prefix: &str,
    options: &[OptionSpec],
    index: &HashMap<String, usize>,
    set: &mut Vec<(usize, OptionValue)>,
) {
    for entry in section.entries() {
        let key = if prefix.is_empty() { entry.key.clone() } else { format!("{prefix}.{}", entry.key) };
        if let (Value::Table(_), None) = (&entry.node.value, index.get(&key)) {
            if let Some(inner) = section.section(&entry.key) {
                variant_values(&inner, &key, options, index, set);
            }
            continue;
        }
        let Some(&n) = index.get(&key) else {
            section.sink.fault_help(
                "unknown-option",
                &entry.key_span,
                format!("there is no option `{key}`"),
                suggest(&key, options.iter().map(|option| option.key.as_str())),
            );
            continue;
        };
        let text = match &entry.node.value {
            Value::Str(text) => text.clone(),
            Value::Int(number) => number.to_string(),
            Value::Bool(flag) => flag.to_string(),
            _ => String::new(),
        };
        match options[n].parse(&text) {
            Ok(value) => set.push((n, value)),
            Err(expected) => section.sink.fault_help(
                "out-of-range",
                &entry.node.span,
                format!("the option `{key}` can't be set to this"),
                format!("expected {expected}"),
            ),
        }
    }
}

fn read_lists(top: &Section<'_>) -> Vec<WordList> {
    let mut lists = Vec::new();
    if let Some(section) = top.section("lists") {
        for entry in section.entries() {
            let words = section.strings(&entry.key).unwrap_or_default();
            if words.is_empty() || words.len() > MOST {
                section.sink.fault(
                    "wrong-count",
                    &entry.node.span,
                    format!("the list `{}` needs 1 to {MOST} words", entry.key),
                );
            }
            for (n, (word, span)) in words.iter().enumerate() {
                if words[..n].iter().any(|(earlier, _)| earlier == word) {
                    section.sink.fault("duplicate", span, format!("`{word}` stands twice in the list `{}`", entry.key));
                }
            }
            lists.push(WordList { name: entry.key.clone(), words: words.into_iter().map(|(word, _)| word).collect() });
        }
    }
    lists
}

/// The data tables, the one of cards first if there is one.
fn read_tables(top: &Section<'_>, lists: &[WordList]) -> (Vec<DataTable>, Vec<CardSpec>) {
    let mut tables = Vec::new();
    let mut cards = Vec::new();
    let mut declared = Vec::new();
    for (name, section) in top.named_sections("columns") {
        let columns = section.entries().filter_map(|entry| read_column(&section, &entry.key, lists)).collect();
        declared.push(DataTable { name, columns, rows: Vec::new() });
    }
    if !declared.iter().any(|table| table.name == "card") {
        declared.insert(0, DataTable { name: "card".to_owned(), ..DataTable::default() });
    }
    declared.sort_by_key(|table| table.name != "card");
    for mut table in declared {
        let key = table.name.clone();
        let is_card = key == "card";
        for section in top.rows(&key) {
            let card = is_card.then(|| read_card(&section));
            for fixed in combinations(&section, &table, lists) {
                let Some(row) = read_row(&section, &table, lists, fixed) else {
                    break;
                };
                if table.rows.iter().any(|earlier| earlier.name == row.name) {
                    section.sink.fault(
                        "duplicate",
                        &section.value_span("name"),
                        format!("`{}` stands twice", row.name),
                    );
                    break;
                }
                cards.extend(card.clone());
                table.rows.push(row);
            }
            section.finish();
        }
        if table.rows.len() > MOST {
            top.sink.fault("too-many", &top.value_span(&key), format!("`[[{key}]]` has more than {MOST} rows"));
        }
        if !(is_card && table.rows.is_empty()) {
            tables.push(table);
        }
    }
    (tables, cards)
}

fn read_card(section: &Section<'_>) -> CardSpec {
    let count = quantity(section, "count").unwrap_or_else(|| {
        if section.node("count").is_none() {
            section.missing("count", "how many of this card there are");
        }
        Quantity::Fixed(0)
    });
    let span = section.value_span("count");
    let written: Vec<i64> = match &count {
        Quantity::Fixed(n) => vec![*n],
        Quantity::BySeats(by) => by.iter().map(|(_, n)| *n).collect(),
        Quantity::Named(..) | Quantity::ByVariant(..) => Vec::new(),
    };
    if let Some(bad) = written.into_iter().find(|n| !(0..=255).contains(n)) {
        section.sink.fault_help(
            "out-of-range",
            &span,
            format!("there can't be {bad} cards of a kind"),
            "expected 0 to 255",
        );
    }
    CardSpec { count, count_span: span }
}

fn read_column(section: &Section<'_>, key: &str, lists: &[WordList]) -> Option<Column> {
    let inner = section.section(key)?;
    let range = |inner: &Section<'_>| {
        let min = inner.int("min", i64::from(i32::MIN)..=i64::from(i32::MAX)).unwrap_or(i64::from(i32::MIN));
        let max = inner.int("max", min..=i64::from(i32::MAX)).unwrap_or(i64::from(i32::MAX));
        (min, max)
    };
    let kind = match inner.required_string("type", "int, ints, bool, text or the name of a list")?.as_str() {
        "int" => {
            let (min, max) = range(&inner);
            ColumnKind::Int(min, max)
        }
        "ints" => {
            let (min, max) = range(&inner);
            ColumnKind::Ints(inner.int("least", 0..=1000).unwrap_or(0) as usize, min, max)
        }
        "bool" => ColumnKind::Bool,
        "text" => ColumnKind::Text,
        list if lists.iter().any(|l| l.name == list) => ColumnKind::Word(list.to_owned()),
        other => {
            let known = ["int", "ints", "bool", "text"].into_iter().chain(lists.iter().map(|l| l.name.as_str()));
            inner.sink.fault_help(
                "unknown-type",
                &inner.value_span("type"),
                format!("there is no column type `{other}`"),
                suggest(other, known),
            );
            return None;
        }
    };
    let default = inner.node("default").and_then(|node| read_cell(&inner, node, "default", &kind, lists));
    inner.finish();
    Some(Column { name: key.to_owned(), kind, default })
}

pub(super) fn read_cell(
    section: &Section<'_>,
    node: &Node,
    key: &str,
    kind: &ColumnKind,
    lists: &[WordList],
) -> Option<Cell> {
    let in_range = |node: &Node, number: i64, min: i64, max: i64| {
        if (min..=max).contains(&number) {
            return true;
        }
        section.sink.fault_help(
            "out-of-range",
            &node.span,
            format!("`{}` is {number}", section.name(key)),
            if max == i64::from(i32::MAX) {
                format!("expected {min} or more")
            } else {
                format!("expected {min} to {max}")
            },
        );
        false
    };
    let expected = match (kind, &node.value) {
        (ColumnKind::Int(min, max), Value::Int(number)) => {
            return in_range(node, *number, *min, *max).then_some(Cell::Int(*number));
        }
        (ColumnKind::Ints(least, min, max), Value::Array(items)) => {
            if items.len() < *least {
                section.sink.fault_help(
                    "too-short",
                    &node.span,
                    format!("`{}` has {} numbers", section.name(key), items.len()),
                    format!("expected at least {least}"),
                );
                return None;
            }
            let mut numbers = Vec::new();
            for item in items {
                match item.value {
                    Value::Int(number) if in_range(item, number, *min, *max) => numbers.push(number),
                    Value::Int(_) => return None,
                    _ => {
                        section.sink.fault(
                            "wrong-type",
                            &item.span,
                            format!("`{}` must be whole numbers, but one is {}", section.name(key), item.kind()),
                        );
                        return None;
                    }
                }
            }
            return Some(Cell::Ints(numbers));
        }
        (ColumnKind::Bool, Value::Bool(flag)) => return Some(Cell::Bool(*flag)),
        (ColumnKind::Text, Value::Str(text)) => return Some(Cell::Text(text.clone())),
        (ColumnKind::Word(list), Value::Str(word)) => {
            let words = lists.iter().find(|l| l.name == *list).map(|l| l.words.as_slice()).unwrap_or_default();
            // A list without words is reported where it stands.
            if words.contains(word) || words.is_empty() {
                return Some(Cell::Text(word.clone()));
            }
            section.sink.fault_help(
                "unknown-word",
                &node.span,
                format!("`{}` can't be `{word}`", section.name(key)),
                suggest(word, words.iter().map(String::as_str)),
            );
            return None;
        }
        (ColumnKind::Int(..), _) => "a whole number",
        (ColumnKind::Ints(..), _) => "a list of whole numbers",
        (ColumnKind::Bool, _) => "true or false",
        (ColumnKind::Text, _) => "a text",
        (ColumnKind::Word(_), _) => "a word",
    };
    section.sink.fault(
        "wrong-type",
        &node.span,
        format!("`{}` must be {expected}, but is {}", section.name(key), node.kind()),
    );
    None
}

/// Reads a row; `fixed` are the cells that it has from its product.
fn read_row(section: &Section<'_>, table: &DataTable, lists: &[WordList], fixed: Fixed) -> Option<Row> {
    let name = section.required_string("name", "a name for the row");
    let mut cells: Vec<Option<Cell>> = vec![None; table.columns.len()];
    for (n, cell) in fixed {
        cells[n] = Some(cell);
    }
    let mut sums = Vec::new();
    for (n, column) in table.columns.iter().enumerate().filter(|(n, _)| cells[*n].is_none()).collect::<Vec<_>>() {
        cells[n] = match section.node(&column.name) {
            Some(node) if is_sum(node) => {
                sums.push(n);
                None
            }
            Some(node) => read_cell(section, node, &column.name, &column.kind, lists),
            None => {
                if column.default.is_none() {
                    section.missing(&column.name, "a value for this column");
                }
                column.default.clone()
            }
        };
    }
    for n in sums {
        cells[n] = sum(section, table, &table.columns[n], &cells, lists);
    }
    let title = section.string("title");
    let plural = section.string("plural");
    // What is wrong with a cell is reported; the row stays, so that its name is known to the rest of the tables.
    let cells: Vec<Cell> = cells.into_iter().map(|cell| cell.unwrap_or(Cell::Int(0))).collect();
    let text = |text: String| fill_in(&text, &table.columns, &cells);
    let (name, title, plural) = (name.map(text)?, title.map(text), plural.map(text));
    let title = title.unwrap_or_else(|| name.replace('_', " "));
    let plural = plural.unwrap_or_else(|| format!("{title}s"));
    if name.is_empty() || name.contains(',') {
        section.sink.fault("bad-name", &section.value_span("name"), "a name needs letters and no commas");
    }
    Some(Row { name, title, plural, cells, span: section.span.clone() })
}

struct Names<'a> {
    tables: &'a [DataTable],
    lists: &'a [WordList],
}

impl Names<'_> {
    fn per(&self, section: &Section<'_>) -> Per {
        match section.string("per").as_deref() {
            None => Per::One,
            Some("seat") => Per::Seat,
            Some(name) => match self.tables.iter().position(|table| table.name == name) {
                Some(n) => Per::Table(n),
                None => {
                    let known = ["seat"].into_iter().chain(self.tables.iter().map(|table| table.name.as_str()));
                    section.sink.fault_help(
                        "unknown-table",
                        &section.value_span("per"),
                        format!("there is no table `{name}` to lay this out over"),
                        suggest(name, known),
                    );
                    Per::One
                }
            },
        }
    }

    fn cards(&self, section: &Section<'_>, key: &str) -> Vec<usize> {
        card_indices(section, key, self.tables.iter().find(|table| table.name == "card"))
    }

    fn list(&self, name: &str) -> Option<usize> {
        self.lists.iter().position(|list| list.name == name)
    }
}

/// Card types by their names, or by the values of a column: `["map"]` or `{ role = ["treasure", "map"] }`.
fn card_indices(section: &Section<'_>, key: &str, cards: Option<&DataTable>) -> Vec<usize> {
    let rows = cards.map(|table| table.rows.as_slice()).unwrap_or_default();
    if let Some(Node { value: Value::Table(_), .. }) = section.node(key) {
        return section.section(key).map_or_else(Vec::new, |filter| cards_by_column(filter, cards));
    }
    section
        .strings(key)
        .unwrap_or_default()
        .into_iter()
        .filter_map(|(name, span)| {
            let found = rows.iter().position(|row| row.name == name);
            if found.is_none() {
                section.sink.fault_help(
                    "unknown-card",
                    &span,
                    format!("there is no card `{name}`"),
                    suggest(&name, rows.iter().map(|row| row.name.as_str())),
                );
            }
            found
        })
        .collect()
}

/// The card types whose columns have one of the words that a filter gives for them.
fn cards_by_column(filter: Section<'_>, cards: Option<&DataTable>) -> Vec<usize> {
    let (columns, rows) = cards.map(|table| (table.columns.as_slice(), table.rows.as_slice())).unwrap_or_default();
    let mut chosen: Vec<usize> = (0..rows.len()).collect();
    for entry in filter.entries() {
        let words = filter.strings(&entry.key).unwrap_or_default();
        let Some(column) = columns.iter().position(|column| column.name == entry.key) else {
            filter.sink.fault_help(
                "unknown-column",
                &entry.key_span,
                format!("the cards have no column `{}`", entry.key),
                suggest(&entry.key, columns.iter().map(|column| column.name.as_str())),
            );
            continue;
        };
        chosen.retain(
            |&row| matches!(&rows[row].cells[column], Cell::Text(text) if words.iter().any(|(word, _)| word == text)),
        );
    }
    chosen
}

/// The tables that `[constants]` names, each with the list that its words are of.
fn read_constants(top: &Section<'_>, names: &Names<'_>) -> Vec<ConstantTable> {
    let mut tables = Vec::new();
    let Some(section) = top.section("constants") else {
        return tables;
    };
    for entry in section.entries() {
        let Some(list) = section.string(&entry.key) else {
            continue;
        };
        let Some(list) = names.list(&list) else {
            section.sink.fault_help(
                "unknown-list",
                &entry.node.span,
                format!("there is no list `{list}`"),
                suggest(&list, names.lists.iter().map(|list| list.name.as_str())),
            );
            continue;
        };
        let Some(inner) = top.section(&entry.key) else {
            top.missing(&entry.key, &format!("a table `[{}]`, because `[constants]` names it", entry.key));
            continue;
        };
        let words = &names.lists[list].words;
        let mut table = ConstantTable { name: entry.key.clone(), entries: Vec::new(), span: entry.key_span.clone() };
        for constant in inner.entries() {
            let Some(word) = inner.string(&constant.key) else {
                continue;
            };
            let place = words.iter().position(|known| *known == word).map_or(0, |n| n + 1);
            if place == 0 && !word.is_empty() {
                inner.sink.fault_help(
                    "unknown-word",
                    &constant.node.span,
                    format!("`{}` can't be `{word}`", inner.name(&constant.key)),
                    suggest(&word, words.iter().map(String::as_str)),
                );
            }
            table.entries.push((constant.key.clone(), place));
        }
        tables.push(table);
    }
    section.finish();
    tables
}

fn read_zones(top: &Section<'_>, names: &Names<'_>) -> Vec<ZoneSpec> {
    let mut zones = Vec::new();
    for (name, section) in top.named_sections("zones") {
        let kind = section.word("kind", &[("pile", ZoneKind::Pile), ("bag", ZoneKind::Bag)]);
        if kind.is_none() && section.node("kind").is_none() {
            section.missing("kind", "\"pile\" (in order) or \"bag\" (so many of each card)");
        }
        let per = names.per(&section);
        let seen = section.word("seen", &[("all", Seen::All), ("owner", Seen::Owner), ("none", Seen::None)]);
        if seen.is_none() && section.node("seen").is_none() {
            section.missing("seen", "who sees the cards: \"all\", \"owner\" or \"none\"");
        }
        if seen == Some(Seen::Owner) && per != Per::Seat {
            section.sink.fault_help(
                "no-owner",
                &section.value_span("seen"),
                format!("the zone `{name}` has no owner"),
                "only a zone with `per = \"seat\"` can be seen by its owner",
            );
        }
        let holds = names.cards(&section, "holds");
        zones.push(ZoneSpec {
            title: section.string("title").unwrap_or_else(|| name.replace('_', " ")),
            label: section.string("label").unwrap_or_else(|| name.clone()),
            kind: kind.unwrap_or(ZoneKind::Pile),
            seen: seen.unwrap_or(Seen::All),
            per,
            holds,
            span: section.span.clone(),
            name,
        });
        section.finish();
    }
    zones
}

fn read_vars(top: &Section<'_>, names: &Names<'_>, boards: &[&str]) -> Vec<VarSpec> {
    let mut vars = Vec::new();
    for (name, section) in top.named_sections("vars") {
        let kind = match section.string("type").as_deref() {
            None | Some("int") => VarKind::Int(
                quantity(&section, "min").unwrap_or(Quantity::Fixed(0)),
                quantity(&section, "max").unwrap_or(Quantity::Fixed(i64::from(i32::MAX))),
            ),
            Some("seat") => VarKind::Seat,
            Some(word) => {
                let board = word.strip_prefix("square of ").and_then(|b| boards.iter().position(|name| *name == b));
                if let Some(list) = names.list(word) {
                    VarKind::Word(list)
                } else if let Some(board) = board {
                    VarKind::Square(board)
                } else {
                    let known = ["int", "seat"].into_iter().chain(names.lists.iter().map(|list| list.name.as_str()));
                    section.sink.fault_help(
                        "unknown-type",
                        &section.value_span("type"),
                        format!("there is no type `{word}` for a variable"),
                        format!("{}, or `square of BOARD`", suggest(word, known)),
                    );
                    VarKind::Seat
                }
            }
        };
        let least = match &kind {
            VarKind::Int(Quantity::Fixed(min), _) => (*min).max(0),
            _ => 0,
        };
        vars.push(VarSpec {
            label: section.string("label").unwrap_or_else(|| name.clone()),
            kind,
            per: names.per(&section),
            length: quantity(&section, "length").unwrap_or(Quantity::Fixed(1)),
            start: quantity(&section, "start").unwrap_or(Quantity::Fixed(least)),
            follows: read_follows(&section),
            internal: section.bool("internal").unwrap_or(false),
            span: section.span.clone(),
            name,
        });
        section.finish();
    }
    vars
}

/// What a variable follows; it must have the shape for it.
fn read_follows(section: &Section<'_>) -> Option<Follows> {
    let follows = section.word("follows", pieces::FOLLOWS)?;
    let per_seat = matches!(follows, Follows::Score | Follows::Pieces);
    if per_seat != (section.string("per").as_deref() == Some("seat")) {
        let message = if per_seat { "this is a number for each seat" } else { "this is one number for all" };
        section.sink.fault_help(
            "wrong-per",
            &section.value_span("follows"),
            message,
            "expected `per = \"seat\"` for what belongs to a seat, and no `per` for what does not",
        );
        return None;
    }
    Some(follows)
}

/// A number, the name of an option or column, or a table from numbers of seats or from variants to such.
pub(super) fn quantity(section: &Section<'_>, key: &str) -> Option<Quantity> {
    let node = section.node(key)?;
    match &node.value {
        Value::Int(number) => Some(Quantity::Fixed(*number)),
        Value::Str(name) => Some(Quantity::Named(name.clone(), node.span.clone())),
        Value::Table(table) if table.0.iter().any(|entry| entry.key.parse::<usize>().is_err()) => {
            let inner = section.section(key)?;
            let by = inner.entries().filter_map(|entry| Some((entry.key.clone(), quantity(&inner, &entry.key)?)));
            Some(Quantity::ByVariant(by.collect(), node.span.clone()))
        }
        Value::Table(table) => {
            let mut by = Vec::new();
            for entry in &table.0 {
                match (entry.key.parse::<usize>(), &entry.node.value) {
                    (Ok(seats), Value::Int(number)) if seats > 0 => by.push((seats, *number)),
                    _ => section.sink.fault_help(
                        "wrong-type",
                        &entry.key_span,
                        format!("`{}` goes from a number of seats to a whole number", section.name(key)),
                        "expected something like `{ 2 = 6, 3 = 5 }`",
                    ),
                }
            }
            Some(Quantity::BySeats(by))
        }
        _ => {
            section.sink.fault(
                "wrong-type",
                &node.span,
                format!(
                    "`{}` must be a whole number, the name of an option, or a table by seats, but is {}",
                    section.name(key),
                    node.kind()
                ),
            );
            None
        }
    }
}

fn read_chances(top: &Section<'_>, names: &Names<'_>) -> Vec<ChanceSpec> {
    let mut chances = Vec::new();
    for (name, section) in top.named_sections("chance") {
        let kind = if section.node("roll").is_some() {
            quantity(&section, "roll").map(ChanceKind::Roll)
        } else {
            match section.required_string("of", "\"seat\", \"card\", or the name of a list; or `roll = N`").as_deref() {
                Some("seat") => Some(ChanceKind::Seat),
                Some("card") => Some(ChanceKind::Card),
                Some(list) => match names.list(list) {
                    Some(n) => Some(ChanceKind::Word(n)),
                    None => {
                        let known = ["seat", "card"].into_iter().chain(names.lists.iter().map(|l| l.name.as_str()));
                        section.sink.fault_help(
                            "unknown-list",
                            &section.value_span("of"),
                            format!("there is no list `{list}`"),
                            suggest(list, known),
                        );
                        None
                    }
                },
                None => None,
            }
        };
        if let Some(kind) = kind {
            chances.push(ChanceSpec { name, kind });
        }
        section.finish();
    }
    chances
}

fn read_verbs(top: &Section<'_>, names: &Names<'_>, boards: &[&str], card_types: usize) -> Vec<VerbSpec> {
    let mut verbs: Vec<VerbSpec> = Vec::new();
    for (name, section) in top.named_sections("actions") {
        let usage = section.string("usage").unwrap_or_else(|| name.clone());
        let resolve = |kind: &str| -> Result<ArgKind, String> {
            match kind {
                "card" => Ok(ArgKind::Card),
                "cards" => Ok(ArgKind::Cards),
                "seat" => Ok(ArgKind::Seat),
                "number" => Ok(ArgKind::Number),
                "square" if boards.len() == 1 => Ok(ArgKind::Square(0)),
                other => {
                    if let Some(list) = names.list(other) {
                        return Ok(ArgKind::Word(list));
                    }
                    if let Some(board) =
                        other.strip_prefix("square of ").and_then(|b| boards.iter().position(|n| *n == b))
                    {
                        return Ok(ArgKind::Square(board));
                    }
                    let known = ["card", "cards", "seat", "number", "square"]
                        .into_iter()
                        .chain(names.lists.iter().map(|list| list.name.as_str()));
                    Err(format!("there is no argument type `{other}`: {}", suggest(other, known)))
                }
            }
        };
        match parse_usage(&usage, card_types, resolve) {
            Ok((pieces, args, width)) => verbs.push(VerbSpec {
                pieces,
                args,
                width,
                aliases: section.strings("aliases").unwrap_or_default().into_iter().map(|(word, _)| word).collect(),
                help: section.string("help").unwrap_or_default(),
                name,
            }),
            Err(message) => {
                let span =
                    if section.node("usage").is_some() { section.value_span("usage") } else { section.span.clone() };
                section.sink.fault_help(
                    "bad-usage",
                    &span,
                    format!("the usage of `{name}` can't be read: {message}"),
                    "expected something like `trade {give:cards} for {take:cards}`",
                );
                section.node("aliases");
                section.node("help");
                // The verb stays, so that phases can name it.
                verbs.push(VerbSpec {
                    name,
                    pieces: Vec::new(),
                    args: Vec::new(),
                    aliases: Vec::new(),
                    help: String::new(),
                    width: 1,
                });
            }
        }
        section.finish();
    }
    verbs
}

fn read_phases(top: &Section<'_>, verbs: &[VerbSpec]) -> Vec<PhaseSpec> {
    let mut phases = Vec::new();
    for (name, section) in top.named_sections("phases") {
        let written = section.strings("actions").unwrap_or_default();
        if written.is_empty() {
            section.missing("actions", "the list of actions that are possible in this phase");
        }
        let actions: Vec<usize> = written
            .into_iter()
            .filter_map(|(verb, span)| {
                let found = verbs.iter().position(|spec| spec.name == verb);
                if found.is_none() {
                    section.sink.fault_help(
                        "unknown-action",
                        &span,
                        format!("there is no action `{verb}`"),
                        suggest(&verb, verbs.iter().map(|spec| spec.name.as_str())),
                    );
                }
                found
            })
            .collect();
        let text = section.string("text").unwrap_or_else(|| name.replace('_', " "));
        let enter = read_enter(&section, verbs, &actions);
        phases.push(PhaseSpec { name, text, actions, enter });
        section.finish();
    }
    if phases.is_empty() {
        top.missing("phases", "at least one phase, such as `[phases.turn]` with its `actions`");
    }
    phases
}

/// The action that an empty line stands for: one of the phase's that needs nothing but its word.
fn read_enter(section: &Section<'_>, verbs: &[VerbSpec], actions: &[usize]) -> Option<usize> {
    let word = section.string("enter")?;
    let bare = || actions.iter().copied().filter(|&verb| verbs[verb].args.iter().all(|arg| arg.optional));
    let found = bare().find(|&verb| verbs[verb].name == word);
    if found.is_none() {
        section.sink.fault_help(
            "unknown-action",
            &section.value_span("enter"),
            format!("`{word}` is no action of this phase that can stand alone"),
            suggest(&word, bare().map(|verb| verbs[verb].name.as_str())),
        );
    }
    found
}

fn read_events(top: &Section<'_>, names: &Names<'_>, boards: &[&str], card_types: usize) -> Vec<EventSpec> {
    let mut events = Vec::new();
    for (name, section) in top.named_sections("events") {
        let mut spec = EventSpec { name, width: 1, ..EventSpec::default() };
        for (written, span) in section.strings("fields").unwrap_or_default() {
            match read_field(&written, names, boards) {
                Ok((field, kind)) => {
                    let offset = spec.width;
                    spec.width += if kind == FieldKind::Cards { card_types } else { 4 };
                    spec.fields.push(FieldSpec { name: field, kind, seen_by: Vec::new(), secret: false, offset });
                }
                Err(message) => {
                    section.sink.fault_help(
                        "bad-field",
                        &span,
                        message,
                        "expected something like `from: seat` or `card: card`",
                    );
                    // The field stays, of a type that can be anything, so that what names it is not faulted as well.
                    let name = written.split(':').next().unwrap_or_default().trim().to_owned();
                    let kind = FieldKind::Seat;
                    spec.fields.push(FieldSpec { name, kind, seen_by: Vec::new(), secret: false, offset: spec.width });
                }
            }
        }
        if let Some(inner) = section.section("seen") {
            read_seen(&inner, &mut spec);
        }
        if let Some(inner) = section.section("text") {
            for entry in inner.entries() {
                let seat_field = spec.fields.iter().any(|f| f.name == entry.key && f.kind == FieldKind::Seat);
                if !seat_field && entry.key != "all" {
                    inner.sink.fault_help(
                        "unknown-audience",
                        &entry.key_span,
                        format!("`{}` is no audience of this event", entry.key),
                        "expected `all` or the name of a field of type seat",
                    );
                }
                if let Some(text) = inner.string(&entry.key) {
                    spec.texts.push((entry.key.clone(), text));
                }
            }
        }
        section.finish();
        events.push(spec);
    }
    if events.len() > MOST {
        top.sink.fault("too-many", &top.value_span("events"), format!("more than {MOST} kinds of events"));
    }
    events
}

fn read_seen(inner: &Section<'_>, spec: &mut EventSpec) {
    for entry in inner.entries() {
        let Some(field) = spec.fields.iter().position(|f| f.name == entry.key) else {
            inner.sink.fault_help(
                "unknown-field",
                &entry.key_span,
                format!("the event has no field `{}`", entry.key),
                suggest(&entry.key, spec.fields.iter().map(|f| f.name.as_str())),
            );
            continue;
        };
        for (seat, span) in inner.strings(&entry.key).unwrap_or_default() {
            if seat == "none" {
                spec.fields[field].secret = true;
                continue;
            }
            match spec.fields.iter().position(|f| f.name == seat && f.kind == FieldKind::Seat) {
                Some(n) => spec.fields[field].seen_by.push(n),
                None => inner.sink.fault_help(
                    "unknown-field",
                    &span,
                    format!("`{seat}` is no field of type seat of this event"),
                    "expected a field whose seat may see this one, or \"none\"",
                ),
            }
        }
    }
}

fn read_field(written: &str, names: &Names<'_>, boards: &[&str]) -> Result<(String, FieldKind), String> {
    let (name, kind) = written.split_once(':').ok_or_else(|| format!("the field `{written}` has no type"))?;
    let board = |b: &str| boards.iter().position(|name| *name == b);
    let kind = match kind.trim() {
        "card" => FieldKind::Card,
        "cards" => FieldKind::Cards,
        "seat" => FieldKind::Seat,
        "number" => FieldKind::Number,
        "square" if boards.len() == 1 => FieldKind::Square(0),
        "symbol" if boards.len() == 1 => FieldKind::Symbol(0),
        "glyph" if boards.len() == 1 => FieldKind::Glyph(0),
        other => match (names.list(other), other.strip_prefix("square of ").and_then(board)) {
            (Some(list), _) => FieldKind::Word(list),
            (None, Some(b)) => FieldKind::Square(b),
            (None, None) => {
                let known = ["card", "cards", "seat", "number", "square", "symbol", "glyph"]
                    .into_iter()
                    .chain(names.lists.iter().map(|list| list.name.as_str()));
                return Err(format!("there is no field type `{other}`: {}", suggest(other, known)));
            }
        },
    };
    Ok((name.trim().to_owned(), kind))
}

fn read_endings(top: &Section<'_>) -> Vec<EndingSpec> {
    let Some(section) = top.section("endings") else {
        return Vec::new();
    };
    section
        .entries()
        .filter_map(|entry| Some(EndingSpec { name: entry.key.clone(), text: section.string(&entry.key)? }))
        .collect()
}

fn read_setup(top: &Section<'_>, zones: &[ZoneSpec], tables: &[DataTable]) -> SetupSpec {
    let Some(section) = top.section("setup") else {
        return SetupSpec::default();
    };
    let zone = |name: &str, span: &Span| {
        let found = zones.iter().position(|zone| zone.name == name);
        if found.is_none() {
            section.sink.fault_help(
                "unknown-zone",
                span,
                format!("there is no zone `{name}`"),
                suggest(name, zones.iter().map(|zone| zone.name.as_str())),
            );
        }
        found
    };
    let mut setup = SetupSpec::default();
    if let Some(name) = section.required_string("source", "the pile that the cards are dealt from") {
        let span = section.value_span("source");
        setup.source = zone(&name, &span);
        if setup.source.is_some_and(|n| zones[n].kind != ZoneKind::Pile || zones[n].per != Per::One) {
            section.sink.fault("wrong-zone", &span, format!("`{name}` must be a single pile to deal from"));
        }
    }
    setup.hold_back = card_indices(&section, "hold_back", tables.iter().find(|table| table.name == "card"));
    for deal in section.rows("deal") {
        let to = deal.required_string("to", "the zone that is dealt to");
        let count = quantity(&deal, "count");
        if count.is_none() && deal.node("count").is_none() {
            deal.missing("count", "how many cards");
        }
        if let (Some(to), Some(count)) = (to, count)
            && let Some(to) = zone(&to, &deal.value_span("to"))
        {
            setup.deals.push(DealSpec { to, count, span: deal.value_span("count") });
        }
        deal.finish();
    }
    setup.rest =
        section.strings("rest").unwrap_or_default().into_iter().filter_map(|(name, span)| zone(&name, &span)).collect();
    section.finish();
    setup
}

fn read_scores(top: &Section<'_>, vars: &[VarSpec]) -> ScoreRule {
    match top.string("scores").as_deref() {
        None | Some("wins") => ScoreRule::Wins,
        Some("script") => ScoreRule::Script,
        Some(name) => match vars.iter().position(|var| var.name == name && var.per == Per::Seat) {
            Some(n) => ScoreRule::Var(n),
            None => {
                let known = ["wins", "script"]
                    .into_iter()
                    .chain(vars.iter().filter(|var| var.per == Per::Seat).map(|var| var.name.as_str()));
                top.sink.fault_help(
                    "unknown-var",
                    &top.value_span("scores"),
                    format!("the scores can't be `{name}`"),
                    suggest(name, known),
                );
                ScoreRule::Wins
            }
        },
    }
}

/// Every name in a quantity must be an option, or a column of the table that the thing is laid out over.
fn check_quantities(
    sink: &Sink,
    (options, variants, tables): (&[OptionSpec], &[VariantSpec], &[DataTable]),
    (zones, vars, boards): (&[ZoneSpec], &[VarSpec], &[BoardSpec]),
    setup: &SetupSpec,
    moves: &pieces::MovesSpec,
    single: &[&Quantity],
) {
    let check_name = |name: &str, span: &Span, per: &Per| {
        let columns: Vec<&str> = match per {
            Per::Table(n) => tables[*n]
                .columns
                .iter()
                .filter(|column| matches!(column.kind, ColumnKind::Int(..)))
                .map(|column| column.name.as_str())
                .collect(),
            _ => Vec::new(),
        };
        let ints =
            options.iter().filter(|option| matches!(option.kind, OptionKind::Int { .. })).map(|o| o.key.as_str());
        let known: Vec<&str> = columns.into_iter().chain(ints).collect();
        if !known.contains(&name) {
            sink.fault_help(
                "unknown-option",
                span,
                format!("`{name}` is no option that holds a whole number"),
                suggest(name, known.iter().copied()),
            );
        }
    };
    let check = |quantity: &Quantity, per: &Per| match quantity {
        Quantity::Named(name, span) => check_name(name, span, per),
        Quantity::ByVariant(by, span) => {
            let named = |variant: &VariantSpec| by.iter().any(|(name, _)| *name == variant.name);
            if by.len() != variants.len() || !variants.iter().all(named) {
                let names: Vec<&str> = variants.iter().map(|variant| variant.name.as_str()).collect();
                let expected =
                    if names.is_empty() { "no such table: there are no variants".to_owned() } else { names.join(", ") };
                sink.fault_help(
                    "unknown-variant",
                    span,
                    "a number by variants needs one for each variant",
                    format!("expected {expected}"),
                );
            }
            for (_, inner) in by {
                if let Quantity::Named(name, span) = inner {
                    check_name(name, span, per);
                }
            }
        }
        Quantity::Fixed(_) | Quantity::BySeats(_) => {}
    };
    for quantity in single {
        check(quantity, &Per::One);
    }
    for board in boards {
        check(&board.width, &Per::One);
        check(&board.height, &Per::One);
        for (row, column) in board.symbols.iter().filter_map(|symbol| symbol.place.as_ref()) {
            check(row, &Per::One);
            check(column, &Per::One);
        }
        if let Some(scatter) = &board.scatter {
            check(&scatter.count, &Per::Table(scatter.table));
            check(&scatter.sets, &Per::One);
            scatter.most_per_line.iter().for_each(|most| check(most, &Per::One));
        }
    }
    for var in vars {
        if let VarKind::Int(min, max) = &var.kind {
            check(min, &var.per);
            check(max, &var.per);
        }
        check(&var.length, &var.per);
        check(&var.start, &var.per);
    }
    for deal in &setup.deals {
        check(&deal.count, &zones[deal.to].per);
    }
    for end in &moves.ends {
        if let pieces::When::Turns(limit) = &end.when {
            check(limit, &Per::One);
        }
    }
}

/// Zones, variables, tables of constants and boards share one space of names in scripts, with the prelude's own.
fn check_names(
    sink: &Sink,
    zones: &[ZoneSpec],
    vars: &[VarSpec],
    constants: &[ConstantTable],
    boards: &[(String, Span)],
) {
    let mut seen: HashMap<&str, &str> = HashMap::new();
    let all = zones
        .iter()
        .map(|zone| (zone.name.as_str(), &zone.span, "zone"))
        .chain(vars.iter().map(|var| (var.name.as_str(), &var.span, "variable")))
        .chain(constants.iter().map(|table| (table.name.as_str(), &table.span, "table of constants")))
        .chain(boards.iter().map(|(name, span)| (name.as_str(), span, "board")));
    for (name, span, what) in all {
        let identifier = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && !name.starts_with(|c: char| c.is_ascii_digit());
        if !identifier || crate::script::RESERVED.contains(&name) {
            sink.fault_help(
                "bad-name",
                span,
                format!("a {what} can't be called `{name}`"),
                "expected a name of letters, digits and `_` that scripts don't use for something else",
            );
        }
        if let Some(other) = seen.insert(name, what) {
            sink.fault("duplicate", span, format!("`{name}` is the name of a {other} already"));
        }
    }
}
