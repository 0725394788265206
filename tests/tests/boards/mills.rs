//! Lines with captures on completion, and moves that depend on the number of pieces: nine men's morris, and faults of
//! packs in this area.

use std::sync::Arc;

use parlour_engine::Words;
use parlour_engine::diagnostic::{Faults, SourceFile};
use parlour_engine::game::Config;
use parlour_engine::ids::BoardId;
use parlour_engine::pack::{Pack, PackFiles};
use parlour_engine::rules::Rules;
use parlour_engine::scenario::Scenario;
use parlour_engine::state::State;

use super::library;
use super::placed::{act, refused, rules};

fn morris() -> Rules {
    rules("nine-mens-morris", &[])
}

/// 24 points, then 23, and so on. Of the 22 x 21 x 20 continuations after a7 and d6, four times 20 complete a mill on
/// a7 with the third man, and each of these captures one of two.
#[test]
fn nine_mens_morris_has_its_counts() {
    let mut rules = morris();
    let mut state = rules.start(1, &mut Vec::new()).unwrap();
    assert_eq!(rules.perft(&state, 3).unwrap().nodes, [24, 24 * 23, 24 * 23 * 22]);
    for text in ["a7", "d6"] {
        act(&mut rules, &mut state, text);
    }
    assert_eq!(rules.count(&state, 3).unwrap(), 22 * 21 * 20 + 4 * 20);
}

#[test]
fn a_mill_takes_what_it_names() {
    let mut rules = morris();
    let mut state = rules.start(1, &mut Vec::new()).unwrap();
    for text in ["a7", "b6", "d7", "d6"] {
        act(&mut rules, &mut state, text);
    }
    refused(&mut rules, &state, "g7", "it completes a line and so it takes a piece: say which");
    refused(&mut rules, &state, "g7xd7", "nothing stands on d7 that can be taken");
    refused(&mut rules, &state, "g7xa1", "nothing stands on a1 that can be taken");
    refused(&mut rules, &state, "g4xb6", "it completes no line, and so it takes nothing");
    refused(&mut rules, &state, "a7-a4", "`place` is possible, and it goes first");
    act(&mut rules, &mut state, "g7xb6");
    assert_eq!(rules.game().state_json(&state)["vars"]["men.black"], 8);
    let rows = ["X..X..X", "...O...", ".......", ".......", ".......", ".......", "......."];
    assert_eq!(rules.game().board_rows(&state, BoardId(0)), rows);
}

/// White has a mill on top and could make another on the right; black has one as well, and isolated men. All are
/// placed.
const MILLS: &str = r#"game = "nine-mens-morris"
to_act = "white"
[boards]
main = ["X..X..X", ".O.O.O.", ".......", "O.....X", ".......", ".....O.", "X..X..."]
[vars]
"hand.white" = 0
"hand.black" = 0
"#;

fn mills(options: &[(&str, &str)]) -> (Rules, State) {
    let pack = library().load("nine-mens-morris").unwrap_or_else(|faults| panic!("{faults}"));
    let scenario =
        Scenario::read(SourceFile::new("mills.toml", MILLS), &pack).unwrap_or_else(|faults| panic!("{faults}"));
    let set = options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let config = Config { set, scenario: Some(Arc::new(scenario)), ..Config::default() };
    let game = pack.configure(&config).unwrap_or_else(|faults| panic!("{faults}"));
    let mut rules = Rules::new(game).unwrap();
    let state = rules.begin(1, &mut Vec::new()).unwrap_or_else(|faults| panic!("{faults}"));
    (rules, state)
}

#[test]
fn mills_are_spared_and_few_men_fly() {
    let (mut rules, state) = mills(&[]);
    refused(&mut rules, &state, "a1-g1xd6", "the man on a1 can't move like that");
    refused(&mut rules, &state, "a7-b6", "the man on a7 can't move like that");
    refused(&mut rules, &state, "g4-g1", "it completes a line and so it takes a piece: say which");
    refused(&mut rules, &state, "g4-g1xd6", "the man on d6 is in a line itself, and others are not");
    let (mut rules, mut state) = mills(&[("spared", "false"), ("flying", "7")]);
    act(&mut rules, &mut state, "d7-g1xd6");
    let rows = ["X.....X", ".O...O.", ".......", "O.....X", ".......", ".....O.", "X..X..X"];
    assert_eq!(rules.game().board_rows(&state, BoardId(0)), rows);
}

fn faults(edits: &[(&str, &str)]) -> Vec<String> {
    let folder = super::super::packs::rules_folder().join("nine-mens-morris");
    let mut files = PackFiles::read(&folder).unwrap();
    let mut text = files.texts["game.toml"].to_string();
    for (old, new) in edits {
        assert!(text.contains(old), "{old}");
        text = text.replace(old, new);
    }
    files.texts.insert("game.toml".to_owned(), text.into());
    let told = |Faults(faults): Faults| faults.iter().map(ToString::to_string).collect();
    match Pack::load(files) {
        Err(faults) => told(faults),
        Ok(pack) => pack.into_shared().configure(&Config::default()).map_or_else(told, |_| Vec::new()),
    }
}

#[test]
fn slips_in_lines_that_take_are_told() {
    let told = |edits: &[(&str, &str)], expected: &str| {
        let faults = faults(edits);
        assert!(faults.iter().any(|fault| fault.contains(expected)), "{faults:?} should tell `{expected}`");
    };
    let takes = "takes = { line = 3, spares_lines = \"spared\" }";
    told(&[(takes, "takes = { spares_lines = \"spared\" }")], "`actions.place.takes.line` is missing");
    told(&[(takes, "takes = { line = 1 }")], "`actions.place.takes.line`");
    told(&[(takes, "takes = { line = 3, spares = true }")], "`actions.place.takes.spares`");
    told(&[(takes, "takes = { line = 3, spares_lines = \"men\" }")], "there is no option `men` that is true or false");
    told(&[("[x{take:square}]", "")], "the usage of `place` doesn't say what is taken");
    told(&[("do = \"move\", leap", "do = \"capture\", verb = \"move\", leap")], "only what moves or puts a piece");
    told(&[("glyphs = [\"X\", \"O\"]", "glyphs = [\"X\", \"O\"]\nroyal = true")], "where a piece is royal");
    told(&[("{ most = \"flying\" }", "{ least = 3 }")], "there is no key `piece[1].moves[2].pieces.least`");
    told(&[("{ most = \"flying\" }", "3")], "says with how many pieces there is such a move");
    told(&[("do = \"move\", leap", "do = \"shoot\", verb = \"move\", leap")], "can't depend on how many there are");
    told(&[("leap = \"anywhere\"", "step = \"anywhere\"")], "there is no direction `anywhere`");
    told(&[("do = \"move\", leap", "do = \"jump\", verb = \"move\", leap")], "passes over nothing");
}
