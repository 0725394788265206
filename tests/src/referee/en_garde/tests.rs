//! Tests of the referee of En Garde: handwritten and random ones.

use serde_json::{Value, json};

use super::selfplay::{Rules, play};
use super::{Tables, referee};
use crate::referee::faults::{Rng, assert_caught, assert_sound, spoil, texts};
use crate::referee::{Start, Violation};

fn judge(lines: &[Value]) -> Vec<Violation> {
    referee(&Tables::default(), Start::Fresh, texts(lines))
}

/// As with a scenario: the first state is accepted as it is.
fn judge_from_anywhere(lines: &[Value]) -> Vec<Violation> {
    referee(&Tables::default(), Start::Composed, texts(lines))
}

fn header(variant: &str) -> Value {
    json!({"type": "game", "game": "en-garde", "variant": variant, "seed": 1,
           "seats": ["left", "right"], "robots": ["random", "random"], "options": {}})
}

/// A state from texts such as `"1 2 | 3 4 5 | 2 2 | 5 1"`: the deck, the hands
/// of left and right, the discards.
fn state(zones: &str, at: [i64; 2], attack: i64, last_card: &str) -> Value {
    let zones: Vec<Vec<&str>> = zones.split('|').map(|cards| cards.split_whitespace().collect()).collect();
    json!({
        "zones": {"deck": zones[0], "hand.left": zones[1], "hand.right": zones[2],
                  "discard": zones[3]},
        "boards": {},
        "vars": {"position.left": at[0], "position.right": at[1],
                 "attack": attack, "last_card": last_card},
    })
}

fn step(n: usize, to_act: &str, state: Value, legal: &[&str], action: &str) -> Value {
    let phase = if legal[0].starts_with("parry") { "parry" } else { "turn" };
    json!({"type": "step", "n": n, "to_act": to_act, "phase": phase, "state": state,
           "legal": legal, "legal_complete": true, "action": action, "events": []})
}

fn end(winner: &str, state: Value) -> Value {
    let winners: Vec<&str> = winner.split_whitespace().collect();
    json!({"type": "end", "winners": winners, "reason": "touch", "state": state,
           "scores": {"left": u8::from(winner == "left"), "right": u8::from(winner == "right")}})
}

/// Left is 3 spaces from right and attacks; right can't parry.
fn touch(variant: &str, last: &str) -> Vec<Value> {
    vec![
        header(variant),
        step(
            0,
            "left",
            state("4 5 | 3 1 | 2 2 |", [5, 8], 0, ""),
            &["advance 1", "retreat 1", "retreat 3", "attack 3"],
            "attack 3",
        ),
        end("left", state(last, [5, 8], 0, "")),
    ]
}

#[test]
fn in_basic_the_winning_attack_is_not_followed_by_a_draw() {
    assert_sound(&judge_from_anywhere(&touch("basic", "4 5 | 1 | 2 2 | 3")));
    let drawn = touch("basic", "4 | 1 5 | 2 2 | 3");
    assert_caught(&judge_from_anywhere(&drawn), "deck should be [4 5]");
}

#[test]
fn in_standard_the_attacker_draws_before_the_touch() {
    assert_sound(&judge_from_anywhere(&touch("standard", "4 | 5 1 | 2 2 | 3")));
    let not_drawn = touch("standard", "4 5 | 1 | 2 2 | 3");
    assert_caught(&judge_from_anywhere(&not_drawn), "deck should be [4]");
}

#[test]
fn a_draw_comes_from_the_top() {
    let lines = touch("standard", "5 | 4 1 | 2 2 | 3");
    assert_caught(&judge_from_anywhere(&lines), "deck should be [4]");
}

#[test]
fn a_defender_who_holds_the_card_is_asked() {
    let mut lines = touch("standard", "4 | 5 1 | 2 3 | 3");
    lines[1]["state"]["zones"]["hand.right"] = json!(["2", "3"]);
    let violations = judge_from_anywhere(&lines);
    assert_caught(&violations, "the match ends though it is not over");
}

/// The attack draws the last card, the parry is resolved, the last chance is the defender's, whose attack is parried in
/// turn.
fn last_cards() -> Vec<Value> {
    vec![
        header("standard"),
        step(
            0,
            "left",
            state("4 | 4 1 | 4 4 |", [5, 9], 0, ""),
            &["advance 1", "retreat 1", "retreat 4", "attack 4"],
            "attack 4",
        ),
        step(1, "right", state("| 4 1 | 4 4 | 4", [5, 9], 4, "left"), &["parry 4"], "parry 4"),
        step(2, "right", state("| 4 1 | 4 | 4 4", [5, 9], 0, "left"), &["attack 4", "pass"], "attack 4"),
        step(3, "left", state("| 4 1 | | 4 4 4", [5, 9], 4, "left"), &["parry 4"], "parry 4"),
        end("right", state("| 1 | | 4 4 4 4", [5, 9], 0, "left")),
    ]
}

#[test]
fn the_last_chance_goes_to_the_seat_that_did_not_draw_the_last_card() {
    assert_sound(&judge_from_anywhere(&last_cards()));
    let mut turn_instead = last_cards();
    turn_instead[3]["legal"] = json!(["attack 4", "retreat 4"]);
    let violations = judge_from_anywhere(&turn_instead);
    assert_caught(&violations, "'retreat 4' is listed but not legal");
    assert_caught(&violations, "Pass is legal but not listed");
}

#[test]
fn without_a_touch_the_longer_way_wins() {
    // Left has moved 4 spaces, right 14.
    let mut lines = last_cards();
    lines[5]["winners"] = json!(["left"]);
    lines[5]["scores"] = json!({"left": 1, "right": 0});
    let violations = judge_from_anywhere(&lines);
    assert_caught(&violations, r#"{"left"} won, it should be {"right"}"#);
    assert_caught(&violations, "the scores are");
}

#[test]
fn a_parry_that_draws_the_last_card_leaves_the_attacker_the_last_chance() {
    let lines = |seat: &str, legal: &[&str], action: &str| {
        vec![
            header("standard"),
            step(0, "right", state("5 2 | 3 3 | 3 |", [5, 8], 0, ""), &["attack 3", "retreat 3"], "attack 3"),
            step(1, "left", state("5 | 3 3 | 2 | 3", [5, 8], 3, ""), &["parry 3"], "parry 3"),
            step(2, seat, state("| 3 5 | 2 | 3 3", [5, 8], 0, "left"), legal, action),
            end("right", state("| 3 5 | 2 | 3 3", [5, 8], 0, "left")),
        ]
    };
    assert_sound(&judge_from_anywhere(&lines("right", &["pass"], "pass")));
    let turn = lines("left", &["attack 3", "pass"], "pass");
    assert_caught(&judge_from_anywhere(&turn), "right should be to act");
}

#[test]
fn a_seat_without_a_play_loses_without_a_step() {
    let lines = vec![
        header("basic"),
        step(0, "left", state("1 1 | 1 | 4 5 |", [19, 22], 0, ""), &["advance 1", "retreat 1"], "advance 1"),
        end("left", state("1 | 1 | 4 5 | 1", [20, 22], 0, "")),
    ];
    assert_sound(&judge_from_anywhere(&lines));
}

#[test]
fn a_figure_stays_on_the_mat_and_before_the_other() {
    for wrong in ["advance 3", "advance 4", "retreat 5", "attack 4", "advance 2", "attack 03"] {
        let mut lines = touch("basic", "4 5 | 1 5 4 | 2 2 | 3");
        lines[1]["state"]["zones"]["hand.left"] = json!(["3", "1", "5", "4"]);
        lines[1]["legal"] = json!(["advance 1", "retreat 1", "retreat 3", "retreat 4", "attack 3"]);
        assert_sound(&judge_from_anywhere(&lines));
        lines[1]["legal"].as_array_mut().unwrap().push(json!(wrong));
        assert_caught(&judge_from_anywhere(&lines), wrong);
    }
}

#[test]
fn a_stop_ends_the_reading_of_a_match() {
    let mut lines = last_cards();
    lines.truncate(3);
    lines[2]["type"] = json!("stop");
    for key in ["action", "events"] {
        lines[2].as_object_mut().unwrap().shift_remove(key);
    }
    assert_sound(&judge_from_anywhere(&lines));
    lines.extend(last_cards());
    assert_sound(&judge_from_anywhere(&lines));
    lines[2]["legal"] = json!(["pass"]);
    assert_caught(&judge_from_anywhere(&lines), "'pass' is listed but not legal");
}

#[test]
fn a_match_begins_with_the_deal() {
    let lines = touch("basic", "4 5 | 1 | 2 2 | 3");
    let violations = judge(&lines);
    assert_caught(&violations, "position.left should be 1, is 5");
    assert_caught(&violations, "2 cards are dealt to left");
    assert_caught(&violations, "the cards of the match are");
}

#[test]
fn headers_must_make_sense() {
    let mut lines = touch("fancy", "4 5 | 1 | 2 2 | 3");
    assert_caught(&judge(&lines), "is not a variant");
    lines[0]["variant"] = json!("basic");
    lines[0]["seats"] = json!(["right", "left"]);
    assert_caught(&judge(&lines), "the seats are");
    lines[0]["game"] = json!("chess");
    assert_caught(&judge(&lines), "a match of 'chess'");
}

const ALL_RULES: [Rules; 6] = [
    rules(false, 1, 0),
    rules(true, 1, 0),
    rules(false, 1, 70),
    rules(true, 1, 70),
    rules(true, 3, 50),
    Rules { spaces: 11, hand_size: 3, ..rules(true, 2, 60) },
];

const fn rules(standard: bool, touches_to_win: i64, fear: usize) -> Rules {
    Rules { standard, spaces: 23, hand_size: 5, touches_to_win, fear }
}

#[test]
fn random_matches_are_sound() {
    let mut rng = Rng(1);
    let mut lines = Vec::new();
    let (mut draws, mut parries, mut chances) = (0, 0, 0);
    for _ in 0..300 {
        for rules in &ALL_RULES {
            lines.extend(play(rules, &mut rng));
        }
    }
    for line in &lines {
        draws += usize::from(line["winners"] == json!([]));
        parries += usize::from(line["phase"] == "parry");
        chances += usize::from(line["action"] == "pass");
    }
    assert!(draws > 0 && parries > 100 && chances > 100);
    assert_sound(&judge(&lines));
}

#[test]
fn every_fault_in_a_random_match_is_caught() {
    let mut rng = Rng(2);
    let mut spoilt = 0;
    while spoilt < 2000 {
        let mut lines = play(rng.pick(&ALL_RULES), &mut rng);
        let sound = lines.clone();
        let Some(what) = spoil(&mut lines, &["deck", "discard"], &mut rng) else {
            continue;
        };
        if lines == sound {
            continue;
        }
        spoilt += 1;
        let trace: Vec<String> = texts(&lines).collect();
        assert!(!judge(&lines).is_empty(), "{what}, in\n{}", trace.join("\n"));
    }
}

#[test]
fn a_match_can_be_followed_from_any_moment() {
    let mut rng = Rng(3);
    for _ in 0..100 {
        let mut lines = play(rng.pick(&ALL_RULES), &mut rng);
        let skip = 1 + rng.below(lines.len() - 2);
        lines.drain(1..skip);
        for line in &mut lines {
            if let Some(n) = line["n"].as_u64() {
                line["n"] = json!(n + 1 - skip as u64);
            }
        }
        assert_sound(&judge_from_anywhere(&lines));
    }
}
