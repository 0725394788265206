//! Pieces in hand beyond shogi: with a script beside the tables, and men placed from a stock.

use super::{act, changed_game, moment, nodes, texts, why};
use crate::boards::{Edit, faults};
use parlour_engine::Words;

/// Chess with captured pieces in hand, promoted pawns reverted.
const CRAZYHOUSE: [Edit<'_>; 4] = [
    ("game.toml", "[vars]\n", "[vars]\nhand = { per = \"seat\", follows = \"hand\", captures = true }\n"),
    (
        "game.toml",
        "# ---- what lasts from one action to the next\n",
        "[[place]]\nverb = \"drop\"\nputs = [\"queen\", \"rook\", \"bishop\", \"knight\"]\nhand = true\n\n\
         [[place]]\nverb = \"drop\"\nputs = \"pawn\"\nhand = true\nto = { rows = [2, 3, 4, 5, 6, 7] }\n\n",
    ),
    ("game.toml", "actions = [\"move\", ", "actions = [\"drop\", \"move\", "),
    ("game.toml", "[actions]\n", "[actions]\ndrop = { usage = \"{piece:piece}@{to:square}\" }\n"),
];

#[test]
fn crazyhouse_has_its_known_counts() {
    let game = changed_game("chess", &CRAZYHOUSE);
    let (mut host, state) = moment(game.pack(), "");
    assert_eq!(nodes(&mut host, &state, 3), [20, 400, 8_902]);
    let (mut host, state) = moment(
        game.pack(),
        r#"
to_act = "white"
[vars]
hand.white = { queen = 1, rook = 1, bishop = 1, knight = 1, pawn = 1 }
hand.black = { queen = 1, rook = 1, bishop = 1, knight = 1, pawn = 1 }
[boards]
main = ["..k.....", "........", "........", "........", "........", "........", "........", "....K..."]
"#,
    );
    assert_eq!(nodes(&mut host, &state, 2), [301, 75_353]);
}

/// Three men each, which are placed and then move along rows and columns.
const STOCK: [Edit<'_>; 4] = [
    (
        "game.toml",
        "glyphs = [\"X\", \"O\"]\n",
        "glyphs = [\"X\", \"O\"]\nstock = 3\nmoves = [{ do = \"move\", step = \"orthogonal\" }]\n\n\
         [vars]\nhand = { per = \"seat\", follows = \"hand\" }\nmen = { per = \"seat\", follows = \"pieces\", max = 3 }\n",
    ),
    ("game.toml", "puts = \"mark\"\n", "puts = \"mark\"\nhand = true\n"),
    ("game.toml", "actions = [\"place\"]", "actions = [\"place\", \"move\"]"),
    ("game.toml", "[actions]\n", "[actions]\nmove = { usage = \"{from:square}-{to:square}\" }\n"),
];

#[test]
fn men_are_placed_from_a_stock() {
    let game = changed_game("tic-tac-toe", &STOCK);
    let (mut host, mut state) = moment(game.pack(), "");
    let vars = |state: &_| game.state_json(state)["vars"].to_string();
    assert_eq!(vars(&state), r#"{"hand.x":3,"hand.o":3,"men.x":3,"men.o":3}"#);
    for text in ["a1", "b2", "a2", "a3", "b1", "c2"] {
        act(&mut host, &mut state, text);
    }
    assert_eq!(vars(&state), r#"{"hand.x":0,"hand.o":0,"men.x":3,"men.o":3}"#);
    assert_eq!(why(&mut host, &state, "c3"), "`c3` is not allowed: you have no mark in hand");
    assert_eq!(texts(&mut host, &state), ["b1-c1"]);
}

#[test]
fn what_is_wrong_with_hands_is_told() {
    let told = |old: &str, new: &str| faults("shogi", &[("game.toml", old, new)]).join("; ");
    for (old, new, message) in [
        (
            "hand = { per = \"seat\", follows = \"hand\", captures = true }\n",
            "",
            "no variable holds what seats have in hand",
        ),
        ("captures = true }", "captures = true, length = 3 }", "a hand has a number for each kind of piece"),
        (
            "turns = { follows = \"turns\"",
            "turns = { captures = true, follows = \"turns\"",
            "only a hand takes what is captured",
        ),
        ("hand = { per = \"seat\", follows", "hand = { follows", "this is a number for each seat"),
        ("puts = \"pawn\"\nhand = true", "puts = \"pawn\"", "`place[2].once` is about what comes from a hand"),
        ("demotes = \"rook\"", "demotes = \"root\"", "there is no piece `root`"),
        ("sign = \"+P\"", "sign = \"p p\"", "`p p` can't stand for a piece"),
        (
            "drop = { usage = \"{piece:piece}*{to:square}\"",
            "drop = { usage = \"*{to:square}\"",
            "which of several pieces is put",
        ),
        ("once = \"column\"", "once = \"diagonal\"", "diagonal"),
        (
            "zone = { default = 3, min = 1, max = 3,",
            "zone = { default = 12, min = 1, max = 30,",
            "doesn't have 12 rows",
        ),
    ] {
        let told = told(old, new);
        assert!(told.contains(message), "{new}: {told}");
    }
}
