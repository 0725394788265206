//! Rulings of Gin Rummy that no random match is sure to meet.

use parlour_engine::play::Match;
use serde_json::json;

use crate::packs::{load, scene};

/// A single deal in which `a` has eleven cards and is to discard.
fn deal(options: &str, a: &str, b: &str) -> Match {
    let pack = load("gin-rummy");
    let cards = |text: &str| text.split(' ').map(|card| format!("\"{}\"", name(card))).collect::<Vec<_>>().join(", ");
    let text = format!(
        "to_act = \"a\"\n[options]\ntarget = 0\nbox = 0\ngame = 0\n{options}\n[zones]\n\
         \"hand.a\" = [{}]\n\"hand.b\" = [{}]\n",
        cards(a),
        cards(b)
    );
    scene(&pack, &text)
}

/// `10h` in full.
fn name(card: &str) -> String {
    let (rank, suit) = card.split_at(card.len() - 1);
    let suit = ["clubs", "diamonds", "hearts", "spades"].into_iter().find(|name| name.starts_with(suit)).unwrap();
    format!("{rank} {suit}")
}

/// The scores after an action of `a`.
#[track_caller]
fn scores(mut played: Match, text: &str) -> serde_json::Value {
    let action = played.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    played.act(&action).unwrap_or_else(|error| panic!("{text}: {error}"));
    played.end_json()["scores"].clone()
}

const RUNS: &str = "3c 4c 5c 6c 7h 8h 9h 2s 2d 2h";

#[test]
fn a_knock_scores_the_difference() {
    // 7c is laid off on the clubs and 10h on the hearts; 5 + 9 + 4 are left against 1.
    let a = "3c 4c 5c 6c 7h 8h 9h 2s 2d Ah Kd";
    let refused = deal("", a, "7c 10h 5d 9s 4d Qc Qd Qh Kc Ks");
    let mut refused = refused;
    let action = refused.parse("knock 9 hearts").unwrap();
    assert!(
        refused
            .check(&action)
            .unwrap_err()
            .refusal()
            .unwrap()
            .to_string()
            .contains("points of deadwood: expected 10 at most")
    );
    let b = "7c 10h 5d 9s 4d Qc Qd Qh Qs Js";
    assert_eq!(scores(deal("", a, b), "knock K diamonds"), json!({ "a": 5 + 9 + 4 + 10 - 5, "b": 0 }));
}

#[test]
fn who_has_as_little_as_the_knocker_undercuts() {
    let a = "3c 4c 5c 6c 7h 8h 9h 2s 2d Ah Kd";
    // 7c is laid off, and 5 are left on both sides.
    let b = "7c 5d Jc Jd Jh Qc Qd Qh Qs Js";
    assert_eq!(scores(deal("", a, b), "knock K diamonds"), json!({ "a": 0, "b": 25 }));
    assert_eq!(scores(deal("undercut = 10", a, b), "knock K diamonds"), json!({ "a": 0, "b": 10 }));
}

#[test]
fn nothing_is_laid_off_on_gin() {
    let b = "7c 10h 5d 9s 4d Qc Qd Qh Qs Js";
    let points = 7 + 10 + 5 + 9 + 4 + 10;
    assert_eq!(scores(deal("", &format!("{RUNS} Kd"), b), "knock K diamonds"), json!({ "a": points + 25, "b": 0 }));
}

#[test]
fn eleven_cards_in_melds_are_big_gin_where_it_is_played() {
    let b = "7c 5d 9s 4d Qc Qd Qh Qs Js Jc";
    let points = 7 + 5 + 9 + 4 + 10 + 10;
    let a = format!("{RUNS} 10h");
    assert_eq!(scores(deal("big_gin = true", &a, b), "gin"), json!({ "a": points + 31, "b": 0 }));
    let mut played = deal("", &a, b);
    let gin = played.parse("gin").unwrap();
    played.check(&gin).unwrap_err().refusal().unwrap();
}

#[test]
fn a_card_that_was_taken_can_not_go_back_at_once() {
    let mut played = deal("", &format!("{RUNS} Kd"), "7c 10h 5d 9s 4d Qc Qd Qh Qs Js");
    for text in ["discard K diamonds", "take"] {
        let action = played.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        played.act(&action).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    let action = played.parse("discard K diamonds").unwrap();
    assert!(played.check(&action).unwrap_err().refusal().unwrap().to_string().contains("can't go back at once"));
}

/// A knocker may keep more deadwood if less can be laid off then, as long as it may knock with it.
#[test]
fn melds_are_laid_for_the_best_score() {
    // With three fours and three fives 9 are left; a four and a five are laid off on them, and the other keeps 6. With
    // two runs 10 are left, and the other keeps 13.
    let a = "Ac 2h 3c 3h 4c 4h 4s 5c 5d 5h 6s";
    let b = "Ad 2c 3s 4d 5s 8s 9s 10s Js Qs";
    assert_eq!(scores(deal("", a, b), "knock 6 spades"), json!({ "a": 3, "b": 0 }));
    // Ten are too many if 9 are allowed.
    let undercut = json!({ "a": 0, "b": 25 + 9 - 6 });
    assert_eq!(scores(deal("knock = 9", a, b), "knock 6 spades"), undercut);
}
