use serde_json::{Value, json};

use super::*;
use crate::referee::Start;
use crate::referee::testing::{
    Random, assert_caught, assert_clean, assert_every_change_is_caught, is_wording, playthrough,
};

fn game(options: Value) -> Value {
    json!({
        "type": "game", "game": "advance", "variant": null, "seed": 1,
        "seats": ["white", "black"], "robots": ["random", "random"], "options": options,
    })
}

fn state(rows: [&str; 9], turn: i64, white: i64, black: i64) -> Value {
    json!({
        "zones": {}, "boards": {"main": rows},
        "vars": {"turn": turn, "material.white": white, "material.black": black},
    })
}

fn step(n: usize, to_act: &str, state: Value, legal: &[&str], action: &str) -> Value {
    json!({
        "type": "step", "n": n, "to_act": to_act, "phase": "move", "state": state,
        "legal": legal, "legal_complete": true, "action": action, "events": [],
    })
}

fn end(winners: &[&str], scores: [f64; 2], state: Value) -> Value {
    json!({
        "type": "end", "winners": winners, "scores": {"white": scores[0], "black": scores[1]},
        "reason": "it is over", "state": state,
    })
}

/// White zombie on a2, black ones on h8 and i8, and after them the moves a2-b3 and i8-i7.
const BEFORE: [&str; 9] = [
    ".........",
    ".......zz",
    ".........",
    ".........",
    ".........",
    ".........",
    ".........",
    "Z........",
    ".........",
];
const BETWEEN: [&str; 9] = [
    ".........",
    ".......zz",
    ".........",
    ".........",
    ".........",
    ".........",
    ".Z.......",
    ".........",
    ".........",
];
const AFTER: [&str; 9] = [
    ".........",
    ".......z.",
    "........z",
    ".........",
    ".........",
    ".........",
    ".Z.......",
    ".........",
    ".........",
];

/// One full turn, which is the limit; black has more material.
fn limited() -> Vec<Value> {
    let black = ["h8-g7", "h8-h7", "h8-i7", "i8-h7", "i8-i7"];
    vec![
        game(json!({"turn_limit": 1})),
        step(0, "white", state(BEFORE, 0, 1, 2), &["a2-a3", "a2-b3"], "a2-b3"),
        step(1, "black", state(BETWEEN, 0, 1, 2), &black, "i8-i7"),
        end(&["black"], [0.0, 1.0], state(AFTER, 1, 1, 2)),
    ]
}

#[test]
fn at_the_limit_material_decides() {
    let lines = limited();
    assert_every_change_is_caught(Start::Composed, &lines, |_, path| {
        // With a lower limit the match would have been over before it began.
        is_wording(path) || path.starts_with("/options")
    });
    let mut by_material = lines.clone();
    by_material[3] = end(&["black"], [1.0, 2.0], state(AFTER, 1, 1, 2));
    assert_clean(Start::Composed, &by_material);

    let caught = |line, pointer, value, message| {
        assert_caught(Start::Composed, &lines, line, pointer, value, message);
    };
    caught(0, "/options/turn_limit", json!(2), "ends although it is not over");
    caught(0, "/options/turn_limit", json!("1"), "odd value");
    caught(0, "/seats", json!(["black", "white"]), "the seats should be");
    caught(1, "/to_act", json!("nobody"), "is not a seat");
    caught(1, "/to_act", json!("black"), "`h8-g7` is legal, but not listed");
    caught(1, "/legal/0", json!("a2 a3"), "`a2 a3` is listed, but not legal");
    caught(1, "/legal/0", json!("a2-a4"), "`a2-a3` is legal, but not listed");
    caught(1, "/action", json!("a2-a3"), "board `main` should be");
    caught(2, "/to_act", json!("white"), "`black` should be to act");
    caught(2, "/state/vars/turn", json!(1), "var `turn` should be");
    caught(2, "/state/boards/main/6", json!(".B......."), "board `main` should be");
    caught(2, "/state/vars/material.white", json!(2), "`material.white` should be 1");
    caught(3, "/winners", json!([]), "the winners should be");
    caught(3, "/winners", json!(["white"]), "the winners should be");
    caught(3, "/scores/black", json!(2.0), "the scores should be one of");
    caught(3, "/reason", json!(" "), "no reason");
}

#[test]
fn equal_material_at_the_limit_is_a_draw() {
    let rows = |rows: [&'static str; 9]| rows.map(|row| if row == ".......zz" { "........z" } else { row });
    let last = AFTER.map(|row| if row == ".......z." { "........." } else { row });
    let lines = vec![
        game(json!({"turn_limit": 1})),
        step(0, "white", state(rows(BEFORE), 0, 1, 1), &["a2-a3", "a2-b3"], "a2-b3"),
        step(1, "black", state(rows(BETWEEN), 0, 1, 1), &["i8-h7", "i8-i7"], "i8-i7"),
        end(&[], [0.0, 0.0], state(last, 1, 1, 1)),
    ];
    assert_clean(Start::Composed, &lines);
    let both = json!(["white", "black"]);
    assert_caught(Start::Composed, &lines, 3, "/winners", both, "the winners should be []");
}

#[test]
fn the_side_without_a_legal_move_loses_at_once() {
    const TRAP: [&str; 9] = [
        "g..G.....",
        "#.M......",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
    ];
    const TRAPPED: [&str; 9] = [
        "g.G......",
        "#.M......",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
    ];
    let rules = Advance { turn_limit: 100 };
    let position = Position { board: Board::parse(&TRAP).unwrap(), white_to_move: true, turn: 99 };
    let legal = rules.legal(&position);
    let legal: Vec<&str> = legal.iter().map(String::as_str).collect();
    let lines = vec![
        game(json!({})),
        step(0, "white", state(TRAP, 99, 4, 0), &legal, "d9-c9"),
        end(&["white"], [1.0, 0.0], state(TRAPPED, 99, 4, 0)),
    ];
    assert_clean(Start::Composed, &lines);
    assert_caught(Start::Composed, &lines, 2, "/winners", json!(["black"]), "winners");
}

#[test]
fn a_loss_comes_before_the_count_of_material() {
    // Black's 100th move traps white, who has more material.
    const TRAP: [&str; 9] = [
        "ZZZZZ....",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
        "#.m......",
        "G..g....#",
    ];
    let rules = Advance { turn_limit: 100 };
    let position = Position { board: Board::parse(&TRAP).unwrap(), white_to_move: false, turn: 99 };
    let outcome = rules.play(&position, "d1-c1", &[], &mut Vec::new()).unwrap();
    let Outcome::Over(ending) = outcome else {
        panic!("the match goes on");
    };
    assert_eq!(ending.winners, ["black"]);
    assert_eq!(position.board.material(true) - position.board.material(false), 1);
    assert_eq!(ending.positions[0].turn, 100);
}

#[test]
fn fresh_matches_at_random_are_clean_and_start_as_they_should() {
    let mut random = Random::new(3);
    for limit in [0, 1, 60] {
        let position = Position { board: Board::start(), white_to_move: true, turn: 0 };
        let lines = playthrough::<Advance>(game(json!({})), position, &mut random, limit, |_| json!([]));
        assert_eq!(lines[limit + 1]["type"], "stop");
        assert_clean(Start::Fresh, &lines);
        let caught = |pointer, value, message| {
            assert_caught(Start::Fresh, &lines, 1, pointer, value, message);
        };
        caught("/state/boards/main/1", json!("bzzzz.zzb"), "does not start with the board");
        caught("/state/vars/turn", json!(1), "turn 0");
        caught("/to_act", json!("black"), "white goes first");
        caught("/state/zones", json!({"hand": []}), "no zone `hand`");
    }
}
