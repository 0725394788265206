//! Custodial captures, symbols that lie under pieces, and turns of two parts.

use std::sync::Arc;

use parlour_engine::Words;
use parlour_engine::pack::Pack;
use parlour_engine::play::Match;

use crate::packs::{edited, scene};

const TABLES: &str = r##"
[game]
title = "Hold"
[seats]
names = ["white", "black"]
[boards.main]
width = 5
height = 5
[[boards.main.symbol]]
name = "rock"
glyph = "#"
[[boards.main.symbol]]
name = "pool"
glyph = "~"
under = ["c3"]
[[piece]]
name = "man"
glyph = "M"
start = { rows = [1] }
moves = [{ do = "move", slide = "orthogonal", way = ["empty", "pool"], on = ["empty", "pool"] }]
[[piece]]
name = "chief"
glyph = "C"
[vars]
taken = { per = "seat", max = 2 }
[[custody]]
id = "chief"
verb = "move"
piece = "chief"
sides = "all"
counts = "taken"
stays = true
event = "hold"
[[custody]]
verb = "move"
with = ["own", "rock"]
counts = "taken"
event = "hold"
[[end]]
when = "counter"
var = "taken"
reaches = 2
result = "win"
ending = "held"
[[end]]
when = "no_move"
result = "lose"
ending = "stuck"
[endings]
held = "{winner} holds two"
stuck = "{winner} wins"
[phases]
turn = { actions = ["move"], text = "move" }
[actions]
move = { usage = "{from:square}-{to:square}" }
[events.hold]
fields = ["seat: seat", "piece: symbol", "square: square"]
text.all = "{seat} holds the {piece} on {square}."
"##;

fn pack(edits: &[(&str, &str)]) -> Result<Arc<Pack>, String> {
    edited("hold", &[("game.toml", TABLES)], edits)
}

/// A match at a board of white, with its rows from the top.
fn at(rows: [&str; 5]) -> Match {
    scene(&pack(&[]).unwrap(), &format!("to_act = \"white\"\n[boards]\nmain = {rows:?}\n"))
}

/// Takes an action; returns the sentences of its events but that of the action itself, and the board.
fn play(played: &mut Match, text: &str) -> (Vec<String>, Vec<String>) {
    let action = played.parse(text).unwrap();
    let game = played.game().clone();
    let events = played.act(&action).unwrap().events.clone();
    let told = events.iter().skip(1).filter_map(|event| game.event_sentence(event, None, false)).collect();
    let rows = game.state_json(played.state())["boards"]["main"].clone();
    let rows = rows.as_array().unwrap().iter().map(|row| row.as_str().unwrap().to_owned()).collect();
    (told, rows)
}

#[test]
fn a_move_takes_all_that_it_brings_between_two() {
    let mut played = at(["..M..", "..m..", "Mm.m#", ".....", "m.M.."]);
    let (told, rows) = play(&mut played, "c1-c3");
    assert_eq!(told, ["White holds the man on c4.", "White holds the man on d3.", "White holds the man on b3."]);
    assert_eq!(rows, ["..M..", ".....", "M.M.#", ".....", "m...."]);
    assert_eq!(played.end_json()["winners"], serde_json::json!(["white"]));
}

#[test]
fn who_moves_between_two_is_not_taken() {
    let mut played = at(["..m..", ".....", "..m..", ".M...", "....."]);
    let (told, rows) = play(&mut played, "b2-b4");
    assert!(told.is_empty(), "{told:?}");
    let mut played = at(["..m..", "M....", "..m..", ".....", "....."]);
    let (told, _) = play(&mut played, "a4-c4");
    assert!(told.is_empty() && rows[2] == "..m..", "{told:?} {rows:?}");
}

#[test]
fn what_lies_under_pieces_comes_out_where_they_leave() {
    let mut played = at([".....", ".....", "..M..", ".....", "m...."]);
    assert_eq!(play(&mut played, "c3-c5").1, ["..M..", ".....", "..~..", ".....", "m...."]);
    // It is there also where a scenario leaves it out.
    let mut played = at([".....", ".....", ".....", ".....", "m.M.."]);
    assert_eq!(play(&mut played, "c1-d1").1[2], "..~..");
}

#[test]
fn a_piece_that_is_held_on_all_sides_can_stay() {
    let mut played = at([".....", "..M..", ".McM.", ".....", "m.M.."]);
    let (told, rows) = play(&mut played, "c1-c2");
    assert_eq!(told, ["White holds the chief on c3."]);
    assert_eq!(rows[2], ".McM.");
    let mut played = at([".....", "..M..", ".Mc..", ".....", "m.M.."]);
    assert!(play(&mut played, "c1-c2").0.is_empty(), "the first row for a piece decides");
}

#[test]
fn what_is_wrong_with_captures_by_custody_is_told() {
    for (old, new, expected) in [
        ("verb = \"move\"\nwith", "verb = \"mov\"\nwith", "there is no action `mov` (did you mean `move`?)"),
        ("with = [\"own\", \"rock\"]", "with = [\"own\", \"rok\"]", "nothing called `rok` can stand on a square"),
        ("counts = \"taken\"\nstays", "counts = \"take\"\nstays", "there is no number per seat that is called `take`"),
        ("counts = \"taken\"\nstays", "stays", "nothing comes of a piece that stays"),
        ("sides = \"all\"", "sides = \"three\"", "sides"),
        ("glyph = \"C\"", "glyph = \"C\"\nroyal = true", "`chief` is royal, so it is never captured"),
        (
            "event = \"hold\"\n[[custody]]",
            "event = \"holds\"\n[[custody]]",
            "there is no event `holds` (did you mean `hold`?)",
        ),
        ("\"square: square\"]", "\"square: square\", \"by: seat\"]", "the event `hold` can't fill its field `by`"),
        ("piece = \"chief\"\nsides", "piece = \"chef\"\nsides", "there is no piece `chef` (did you mean `chief`?)"),
    ] {
        let faults = pack(&[(old, new)]).map(|_| ()).unwrap_err();
        assert!(faults.contains(expected), "{new}: {faults}");
    }
    let wrong = pack(&[("under = [\"c3\"]", "under = [\"c9\"]")]).unwrap();
    let faults = wrong.configure(&parlour_engine::game::Config::default()).unwrap_err().to_string();
    assert!(faults.contains("the board doesn't have a square `c9`"), "{faults}");
}

#[test]
fn what_is_wrong_with_a_second_part_of_a_turn_is_told() {
    let files = |old: &str, new: &str| {
        let mut files = crate::packs::library().files("amazons").unwrap();
        let text = files.texts["game.toml"].to_string();
        assert!(text.contains(old), "{old}");
        files.texts.insert("game.toml".to_owned(), text.replacen(old, new, 1).into());
        Pack::load(files).map(|_| ()).unwrap_err().to_string()
    };
    for (old, new, expected) in [
        ("then = \"arrow\"", "then = \"arow\"", "there is no phase `arow` (did you mean `arrow`?)"),
        (", follows = \"goes_on\"", "", "no variable holds the piece that goes on"),
        (
            "actions = [\"shoot\"]",
            "actions = [\"shoot\", \"move\"]",
            "the actions of `arrow` can be done in another phase as well",
        ),
        (
            "then = \"arrow\"",
            "then = \"arrow\", again = \"always\"",
            "`move` isn't an action of a piece that can act once more",
        ),
    ] {
        let faults = files(old, new);
        assert!(faults.contains(expected), "{new}: {faults}");
    }
}
