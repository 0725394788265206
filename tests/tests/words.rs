//! The whole script API is documented in rules/REFERENCE.md or rules/README.md.

use std::collections::BTreeSet;

use parlour_engine::game::Game;
use parlour_engine::rules::Rules;

use crate::packs::games;

const PAGES: &str = concat!(include_str!("../../rules/REFERENCE.md"), include_str!("../../rules/README.md"));

/// The documentation's examples for names that each pack chooses.
fn examples(game: &Game, namespace: &str) -> &'static [&'static str] {
    let pack = game.pack();
    if pack.zones.iter().any(|zone| zone.name == namespace) {
        &["hand", "deck", "discard", "chamber", "trick"]
    } else if let Some(var) = pack.vars.iter().position(|var| var.name == namespace) {
        match &pack.vars[var] {
            var if var.dice.is_some() => &["cup"],
            var if var.is_single() => &["money"],
            _ => &["pit"],
        }
    } else if pack.boards.iter().any(|board| board.name == namespace) {
        &["main", "field", "fences", "court", "sea"]
    } else if pack.tables.iter().any(|table| table.name == namespace) {
        &["card"]
    } else if pack.lists.iter().any(|list| list.name == namespace) {
        &["suit"]
    } else {
        &[]
    }
}

/// True if the documentation contains a name, followed by `(`, a comma, or the end of a code line.
fn is_told(word: &str) -> bool {
    let ends = |at: usize| !PAGES[at + word.len()..].starts_with(|c: char| c.is_ascii_alphanumeric());
    PAGES
        .match_indices(word)
        .any(|(at, _)| word.ends_with('_') || (ends(at) && !PAGES[at + word.len()..].starts_with('_')))
}

/// The names chosen by a pack: of zones, columns, rows, words, symbols, seats and so on.
fn own_names(game: &Game) -> BTreeSet<String> {
    let pack = game.pack();
    let tables = pack.tables.iter().flat_map(|table| {
        let columns = table.columns.iter().map(|column| &column.name);
        columns.chain(table.rows.iter().map(|row| &row.name)).collect::<Vec<_>>()
    });
    let names = pack.zones.iter().map(|zone| &zone.name);
    let names = names.chain(tables).chain(pack.lists.iter().flat_map(|list| &list.words)).chain(&pack.seats.names);
    let names = names.chain(pack.boards.iter().flat_map(|board| board.symbols.iter().map(|symbol| &symbol.name)));
    let names = names.chain(pack.boards.iter().flat_map(|board| board.area_names()));
    names.map(|name| name.replace([' ', '-', '.'], "_")).collect()
}

#[test]
fn every_word_of_scripts_is_explained() {
    let mut missing = BTreeSet::new();
    for game in games() {
        let own = own_names(&game);
        for (word, _) in Rules::new(game.clone()).unwrap().words() {
            let word = word.split('(').next().unwrap_or_default();
            let (namespace, member) = word.split_once('.').unwrap();
            let examples = examples(&game, namespace);
            let spaces = if examples.is_empty() { &[namespace][..] } else { examples };
            // A name that ends in one of the pack's own is documented by its prefix.
            let tail = own.iter().filter(|name| member.ends_with(name.as_str())).max_by_key(|name| name.len());
            let stem = tail.map_or(member, |name| &member[..member.len() - name.len()]);
            let known = |member: &str| spaces.iter().any(|space| is_told(&format!("{space}.{member}")));
            let all_named =
                ["turn", "decide", "chance", "combination", "event", "ending", "offer", "option", "refusal"]
                    .contains(&namespace)
                    || game.pack().constants.iter().any(|table| table.name == namespace);
            let is_own = stem.is_empty() || all_named;
            if !(known(member) || is_own || (stem != member && known(stem))) {
                missing.insert(format!("{}: {word}", game.name()));
            }
        }
    }
    assert!(missing.is_empty(), "not in rules/REFERENCE.md: {missing:#?}");
}

#[test]
fn values_of_a_team_and_of_a_list_are_summed() {
    let asked = |name: &str, calls: &[&str]| {
        let mut rules = Rules::new(crate::boards::game(name)).unwrap();
        let mut state = rules.start(1, &mut Vec::new()).unwrap();
        let mut ask = |call: &&str| rules.evaluate_on(&mut state, call).map_err(|faults| faults.to_string());
        calls.iter().map(|call| ask(call).unwrap_or_else(|error| error)).collect::<Vec<String>>()
    };
    let of_teams = asked("spades", &["won.set(1, 3)", "won.set(3, 4)", "won.set(2, 5)", "won.team(1)", "won.team(3)"]);
    assert_eq!(of_teams[3..], ["7", "7"]);
    assert_eq!(asked("spades", &["won.team(4)"]), ["0"]);
    assert!(asked("spades", &["won.team(5)"])[0].contains("won.team"), "{:?}", asked("spades", &["won.team(5)"]));
    assert_eq!(asked("kalah", &["south.sum()", "north.sum()"]), ["24", "-24"]);
}

/// For any bunch number given by a script, writes stay within the bunches' memory.
#[test]
fn bunches_are_written_within_their_room() {
    let mut rules = Rules::new(crate::boards::game("archaeology")).unwrap();
    let state = rules.start(1, &mut Vec::new()).unwrap();
    for number in
        ["-1e9", "-1", "0", "1", "1e5", "4e6", "4e9", "0/0", "1/0", "bunch.scratch(1) - 1", "bunch.scratch(512) + 1"]
    {
        for word in ["bunch.set(N, 1, 1)", "bunch.clear(N)", "hand.contents(1, N)", "hand.parts(1, 1, N)"] {
            let fault = rules.evaluate(&state, &word.replace('N', number)).unwrap_err().to_string();
            assert!(fault.contains("expected a bunch to write to"), "{word}, {number}: {fault}");
        }
    }
    let next = "(function() local next, counts = hand.parts(1, 1, bunch.scratch(1)) return next(counts, 3e6) end)()";
    let fault = rules.evaluate(&state, next).unwrap_err().to_string();
    assert!(fault.contains("expected a bunch to write to"), "{fault}");
    assert_eq!(rules.evaluate(&state, "bunch.set(bunch.scratch(512), card.count, 3)").unwrap(), "nil");
}
