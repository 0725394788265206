//! Traces of `parlour trace`, checked by the referees. `PARLOUR_MATCHES=1000` sets the number of matches of each kind.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use parlour_tests::referee::referee;

use crate::desk::Desk;

/// Traces matches of a game and checks every line against the rules, as it arrives.
#[track_caller]
fn judge(game: &str, seats: &[&str], more: &[&str]) {
    let games = std::env::var("PARLOUR_MATCHES").unwrap_or_else(|_| "3".to_owned());
    let seats = seats.join(",");
    let arguments = [&["trace", game, "--games", &games, "--seed", "1", "--seats", &seats], more].concat();
    let desk = Desk::new();
    let mut child = desk.command(env!("CARGO_BIN_EXE_parlour"), &arguments).stdout(Stdio::piped()).spawn().unwrap();
    let mut ends = 0;
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let lines = lines.inspect(|line| ends += usize::from(line.starts_with(r#"{"type":"end""#)));
    let faults: Vec<String> = referee(game, lines).iter().map(ToString::to_string).collect();
    assert!(faults.is_empty(), "{arguments:?}: {:#?}", &faults[..faults.len().min(5)]);
    assert!(child.wait().unwrap().success(), "{arguments:?}");
    assert_eq!(ends.to_string(), games, "{arguments:?}");
}

#[test]
fn traces_of_treasure_hunt_keep_the_rules() {
    for variant in ["line", "grid"] {
        judge("treasure-hunt", &["random", "random"], &["--variant", variant]);
        judge(
            "treasure-hunt",
            &["random", "random"],
            &["--variant", variant, "--set", "lives=3", "--set", "die.sides=4"],
        );
    }
}

#[test]
fn traces_of_final_card_down_keep_the_rules() {
    for seats in 2..=10 {
        for option in ["play_after_draw=false", "play_after_draw=true"] {
            judge("final-card-down", &vec!["random"; seats], &["--set", option]);
        }
    }
    judge("final-card-down", &["first-fit", "shedder", "keeper", "spoiler"], &[]);
    judge("final-card-down", &["spoiler", "first-fit"], &["--set", "play_after_draw=true"]);
}

#[test]
fn traces_of_advance_keep_the_rules() {
    judge("advance", &["random", "random"], &[]);
    judge("advance", &["level4", "random"], &["--set", "turn_limit=20"]);
}

#[test]
fn traces_of_the_other_games_keep_the_rules() {
    for variant in ["basic", "standard"] {
        judge("en-garde", &["random", "fencer"], &["--variant", variant]);
    }
    for seats in 2..=5 {
        judge("archaeology", &vec!["random"; seats], &[]);
    }
}
