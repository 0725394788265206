//! Matches of the packs, checked by the referees, which implement the rules independently.

use std::sync::Arc;

use parlour_engine::chance::Generator;
use parlour_engine::game::Game;
use parlour_engine::rules::Rules;
use parlour_engine::trace::{Pending, game_line};
use parlour_tests::referee::referee;

use crate::packs::{begin, choose, game, matches, title};

/// Plays random matches and passes their traces to the game's referee. In every other match the seats are lazy: they
/// prefer the last verb, which often ends a turn.
#[track_caller]
pub(crate) fn judge(game: &Arc<Game>, usually: u64) {
    let mut host = Rules::new(game.clone()).unwrap();
    let mut rng = Generator::from_seed(11);
    for seed in 0..matches(usually) {
        let lazy = seed % 2 == 1;
        let mut played = begin(host, seed);
        let mut lines = vec![game_line(&played).to_string()];
        while let Some(pending) = Pending::of(&played) {
            let legal = played.legal();
            let action =
                if lazy && rng.below(4) > 0 { legal.get(game, legal.len() - 1) } else { choose(game, legal, &mut rng) };
            let step = played.act(&action).unwrap();
            lines.push(pending.step(game, step).to_string());
        }
        let end = played.end_json();
        host = played.into_host();
        // With many effects the treasure may be unreachable; that such a hunt is broken off isn't a rule of the game.
        if end["reason"].as_str().is_some_and(|reason| reason.contains("broken off after too many rolls")) {
            assert!(end["winners"].as_array().is_some_and(Vec::is_empty) && lines.len() > 20_000, "{end}");
            continue;
        }
        lines.push(end.to_string());
        let mut faults: Vec<String> = referee(game.name(), lines.into_iter()).iter().map(ToString::to_string).collect();
        // Random play may never reach the winning score; no other fault is allowed.
        if end["reason"].as_str().is_some_and(|reason| reason.contains("broken off after too many actions")) {
            faults.retain(|fault| !fault.ends_with("the match ends although it is not over"));
        }
        assert!(faults.is_empty(), "{}, seed {seed}: {:#?}", title(game), &faults[..faults.len().min(5)]);
    }
}

#[test]
fn en_garde() {
    for variant in ["basic", "standard"] {
        judge(&game("en-garde", Some(variant), 2, &[]), 200);
        judge(&game("en-garde", Some(variant), 2, &["touches_to_win=3"]), 50);
        judge(&game("en-garde", Some(variant), 2, &["hand_size=3", "mat.spaces=12"]), 50);
        // If no card of a hand may fit on the mat, a round can be over before it has begun.
        for spaces in ["mat.spaces=3", "mat.spaces=4", "mat.spaces=5", "mat.spaces=6"] {
            judge(&game("en-garde", Some(variant), 2, &["hand_size=2", spaces]), 50);
            judge(&game("en-garde", Some(variant), 2, &["hand_size=1", "touches_to_win=3", spaces]), 50);
        }
    }
}

#[test]
fn archaeology() {
    for seats in 2..=5 {
        judge(&game("archaeology", None, seats, &[]), 6);
    }
    judge(&game("archaeology", None, 3, &["ply_limit=100"]), 2);
}

#[test]
fn archaeology_with_an_optional_dig() {
    for seats in 2..=5 {
        judge(&game("archaeology", None, seats, &["dig=optional"]), 6);
    }
}

#[test]
fn crazy_eights() {
    for seats in 2..=7 {
        judge(&game("crazy-eights", Some("plain"), seats, &[]), 4);
        judge(&game("crazy-eights", Some("action"), seats, &[]), 2);
    }
    judge(&game("crazy-eights", Some("plain"), 3, &["target=150"]), 2);
    judge(&game("crazy-eights", Some("plain"), 5, &["must_play=true", "target=100"]), 2);
    judge(&game("crazy-eights", Some("plain"), 4, &["draws=3"]), 4);
    judge(&game("crazy-eights", Some("action"), 7, &["must_play=true", "reshuffle=false", "target=100"]), 2);
    judge(&game("crazy-eights", Some("action"), 2, &["draws=0", "reshuffle=false", "reverse=false"]), 2);
}

#[test]
fn final_card_down() {
    for seats in 2..=10 {
        judge(&game("final-card-down", None, seats, &[]), 12);
        judge(&game("final-card-down", None, seats, &["play_after_draw=true"]), 8);
    }
    judge(&game("final-card-down", None, 3, &["hand_size=2"]), 40);
    judge(&game("final-card-down", None, 10, &["hand_size=7"]), 20);
}

#[test]
fn gin_rummy() {
    judge(&game("gin-rummy", None, 2, &["target=20"]), 2);
    judge(&game("gin-rummy", None, 2, &["target=0", "oklahoma=true", "undercut=20"]), 4);
    judge(&game("gin-rummy", None, 2, &["target=0", "big_gin=true", "knock=1", "ply_limit=400"]), 2);
}

#[test]
fn hearts() {
    judge(&game("hearts", None, 4, &[]), 2);
    judge(&game("hearts", None, 4, &["limit=20", "moon=subtracts", "jack=true"]), 6);
    judge(&game("hearts", None, 4, &["limit=20", "queen_breaks=true", "points_first=true"]), 6);
    judge(&game("hearts", None, 4, &["limit=20", "passes=false"]), 4);
}

#[test]
fn holdem() {
    for seats in [2, 3, 6, 10] {
        judge(&game("holdem", None, seats, &["stack=40", "level=8"]), 2);
    }
    judge(&game("holdem", None, 4, &["stack=7", "level=0"]), 4);
    judge(&game("holdem", None, 3, &["stack=25", "small_blind=3", "big_blind=10", "hands=6"]), 4);
    judge(&game("holdem", None, 5, &["stack=60", "hands=5"]), 2);
}

#[test]
fn goofspiel() {
    for seats in 2..=5 {
        for ties in ["discard", "carry", "next"] {
            judge(&game("goofspiel", None, seats, &[&format!("ties={ties}")]), 8);
        }
    }
}

#[test]
fn liars_dice() {
    for seats in 2..=6 {
        judge(&game("liars-dice", None, seats, &[]), 6);
        judge(&game("liars-dice", None, seats, &["wild=false", "loss=difference"]), 6);
        judge(&game("liars-dice", None, seats, &["dice=1"]), 6);
    }
    judge(&game("liars-dice", None, 3, &["dice=8", "loss=difference"]), 6);
}

#[test]
fn yahtzee() {
    for joker in ["forced", "free", "none"] {
        judge(&game("yahtzee", None, 1, &[&format!("joker={joker}")]), 6);
        judge(&game("yahtzee", None, 2, &[&format!("joker={joker}")]), 4);
        judge(&game("yahtzee", None, 6, &[&format!("joker={joker}"), "bonus=0"]), 2);
    }
}

#[test]
fn backgammon() {
    judge(&game("backgammon", None, 2, &[]), 4);
    judge(&game("backgammon", None, 2, &["length=3"]), 2);
    judge(&game("backgammon", None, 2, &["length=2", "gammons=false"]), 2);
}

#[test]
fn nine_mens_morris() {
    judge(&game("nine-mens-morris", None, 2, &[]), 20);
    judge(&game("nine-mens-morris", None, 2, &["men=4", "flying=4", "spared=false"]), 20);
    judge(&game("nine-mens-morris", None, 2, &["men=12", "flying=0", "quiet_limit=20"]), 10);
}

#[test]
fn treasure_hunt() {
    for variant in ["line", "grid"] {
        judge(&game("treasure-hunt", Some(variant), 2, &[]), 400);
        judge(&game("treasure-hunt", Some(variant), 2, &["die.sides=9"]), 100);
        judge(&game("treasure-hunt", Some(variant), 2, &["max_chain=2"]), 100);
    }
    judge(&game("treasure-hunt", Some("line"), 2, &["sets=3", "board.length=40"]), 100);
    judge(&game("treasure-hunt", Some("grid"), 2, &["board.width=9", "board.height=20", "max_per_line=5"]), 100);
    judge(&game("treasure-hunt", Some("grid"), 2, &["sets=12", "max_per_line=11"]), 100);
}

#[test]
fn advance() {
    judge(&game("advance", None, 2, &[]), 3);
}

/// Matches without mistakes that matter last longest, so that a seat seldom plays a card in every other match.
#[test]
fn hanabi() {
    for seats in 2..=5 {
        judge(&game("hanabi", None, seats, &[]), 10);
        judge(&game("hanabi", None, seats, &["fuses=9", "tokens=3", "all_or_nothing=false"]), 10);
    }
}
