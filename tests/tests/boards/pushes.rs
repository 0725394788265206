//! Pushing: lines of pieces that move on by one square, and what falls off the board.

use parlour_engine::Words;
use parlour_engine::ids::BoardId;

use super::{begun, pack_of, sorted_texts};

/// A row of pieces that push along it.
fn table(start: &str, pushes: &str) -> String {
    format!(
        r##"
[game]
title = "Shove"
[seats]
names = ["white", "black"]
[boards.main]
width = 9
height = 2
start = [".........", "{start}"]
symbol = [{{ name = "rock", glyph = "#" }}]
[[piece]]
name = "man"
glyphs = ["W", "B"]
moves = [{{ do = "push", step = "orthogonal"{pushes} }}]
[[end]]
when = "no_move"
result = "lose"
ending = "stuck"
[endings]
stuck = "{{winner}} wins"
[phases]
turn = {{ actions = ["push"], text = "push" }}
[actions]
push = {{ usage = "{{from:square}}-{{to:square}}" }}
"##
    )
}

/// The legal actions of white.
fn pushes(start: &str, pushes: &str) -> Vec<String> {
    let (mut rules, state) = begun(&table(start, pushes), "");
    sorted_texts(&mut rules, &state)
}

/// The board after an action of white, and who stands where.
fn after(start: &str, pushes: &str, text: &str) -> String {
    let (mut rules, mut state) = begun(&table(start, pushes), "");
    let action = rules.game().parse_action(text, None).unwrap();
    rules.apply(&mut state, &action, None).unwrap();
    rules.game().board_rows(&state, BoardId(0))[1].clone()
}

const LINE: &str = ", pushes = { own = 2, others = \"fewer\" }";

#[test]
fn a_line_pushes_what_is_fewer() {
    assert_eq!(pushes("WWB......", LINE), ["a1-b1"]);
    assert_eq!(after("WWB......", LINE, "a1-b1"), ".WWB.....");
    assert_eq!(after(".WWWBB...", LINE, "b1-c1"), "..WWWBB..");
    // As many, more, and lines that are too long.
    assert_eq!(pushes("WB.......", LINE), [""; 0]);
    assert_eq!(pushes(".WWBB....", LINE), ["c1-b1"]);
    assert_eq!(pushes(".WWWW....", LINE), ["c1-b1", "c1-d1", "d1-c1", "d1-e1"]);
    assert_eq!(pushes("WWWBBB...", LINE), [""; 0]);
}

#[test]
fn the_last_one_falls_off_the_board() {
    assert_eq!(after("......WWB", LINE, "g1-h1"), ".......WW");
    assert_eq!(after(".....WWWB", LINE, "f1-g1"), "......WWW");
    // One's own men stay on it, unless all may fall.
    assert_eq!(pushes(".......WW", LINE), ["i1-h1"]);
    assert_eq!(pushes(".......WW", ", pushes = { own = 1, off = \"any\" }"), ["h1-i1", "i1-h1"]);
    assert_eq!(after(".......WW", ", pushes = { own = 1, off = \"any\" }", "h1-i1"), "........W");
    assert_eq!(pushes("......WWB", ", pushes = { own = 2, off = \"none\" }"), ["h1-g1"]);
}

#[test]
fn rocks_and_own_men_behind_others_resist() {
    assert_eq!(pushes("..WWB#...", LINE), ["d1-c1"]);
    assert_eq!(pushes("#WWBW....", LINE), [""; 0]);
    assert_eq!(pushes(".WBBB....", ""), ["b1-c1"], "any number of others, unless a number is given");
    assert_eq!(pushes(".WBBB....", ", pushes = { others = 2 }"), [""; 0]);
}

#[test]
fn a_refusal_says_what_resists() {
    let refused = |start: &str, text: &str| {
        // In the other row something can always be pushed, so that the match goes on.
        let table = table(start, LINE).replace(".........", "...WW....");
        let (mut rules, state) = begun(&table, "");
        let action = rules.game().parse_action(text, None).unwrap();
        rules.check(&state, &action).unwrap_err().refusal().unwrap().to_string()
    };
    let reasons = [
        ("WWBB.....", "a1-b1", "2 pieces of the other side are too many"),
        ("WB.......", "a1-b1", "the other side's piece is too heavy"),
        ("WWB#.....", "a1-b1", "the rock on d1 can't be pushed"),
        ("WWWWB....", "a1-b1", "4 of your pieces are too many"),
        (".......WW", "h1-i1", "the last piece would fall off"),
    ];
    for (start, text, reason) in reasons {
        let said = refused(start, text);
        assert!(said.contains(reason), "{start} {text}: {said}");
    }
}

#[track_caller]
fn faulty(from: &str, to: &str, expected: &str) {
    let table = table("WWB......", LINE);
    assert_eq!(table.matches(from).count(), 1, "{from}");
    let faults = pack_of(&table.replace(from, to), "").unwrap_err().to_string();
    assert!(faults.contains(expected), "{faults}");
}

#[test]
fn faults_of_pushes_are_told() {
    faulty("step = \"orthogonal\"", "slide = \"orthogonal\"", "a push goes one step");
    faulty("others = \"fewer\"", "others = \"less\"", "`others` says how many pieces of others are pushed at most");
    faulty("others = \"fewer\"", "off = \"all\"", "pushes.off` can't be `all`");
    faulty("glyphs = [\"W\", \"B\"]", "glyphs = [\"W\", \"B\"]\nroyal = true", "pushing doesn't go with a royal piece");
}
