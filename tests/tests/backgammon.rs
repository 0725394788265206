//! Rules of backgammon in positions that random matches seldom reach.

use std::sync::Arc;

use parlour_engine::diagnostic::SourceFile;
use parlour_engine::game::Config;
use parlour_engine::play::Match;
use parlour_engine::scenario::Scenario;

use crate::boards::faults;
use crate::packs::{load, scene};
use parlour_engine::Words;

/// A match from white's checkers, black's by white's points, and some dice.
fn go_on(white: &[(usize, i32)], black: &[(usize, i32)], bars: [i32; 2], dice: &[i32]) -> Match {
    let pack = load("backgammon");
    let mut points = [0; 24];
    white.iter().for_each(|&(n, count)| points[n - 1] = count);
    black.iter().for_each(|&(n, count)| points[n - 1] = -count);
    let [one, other] = bars;
    let text = format!(
        "game = \"backgammon\"\nto_act = \"white\"\n[vars]\npoints = {points:?}\n\"bar.white\" = {one}\n\"bar.black\" = {other}\ncup = {dice:?}\n"
    );
    let scenario =
        Scenario::read(SourceFile::new("scenario.toml", text), &pack).unwrap_or_else(|faults| panic!("{faults}"));
    let config = Config { scenario: Some(Arc::new(scenario)), ..Config::default() };
    let game = pack.configure(&config).unwrap_or_else(|faults| panic!("{faults}"));
    let players = vec!["random".to_owned(); game.seat_count()];
    Match::new(game, 1, players).unwrap_or_else(|faults| panic!("{faults}"))
}

fn legal(played: &Match) -> Vec<String> {
    played.legal().iter(played.game()).map(|action| played.game().action_text(&action)).collect()
}

#[track_caller]
fn refused(played: &mut Match, text: &str, expected: &str) {
    let action = played.parse(text).unwrap();
    let refusal = played.check(&action).unwrap_err().refusal().unwrap();
    assert!(refusal.to_string().contains(expected), "{refusal}");
}

#[test]
fn both_dice_are_played_where_they_can_be() {
    // After 13/7 the 5 could not be played any more; after 24/18 it can.
    let mut played = go_on(&[(24, 1), (13, 1)], &[(19, 2), (8, 2), (2, 2)], [0, 0], &[5, 6]);
    assert_eq!(legal(&played), ["24/18"]);
    refused(&mut played, "13/7", "both dice must be played");
    refused(&mut played, "24/19", "two or more checkers");
}

#[test]
fn the_higher_die_goes_first_where_only_one_can_be_played() {
    let mut played = go_on(&[(20, 1)], &[(9, 2)], [0, 0], &[5, 6]);
    assert_eq!(legal(&played), ["20/14"]);
    refused(&mut played, "20/15", "it must be the higher one");
}

#[test]
fn checkers_enter_and_are_borne_off() {
    let mut played = go_on(&[(6, 2)], &[(24, 2), (20, 2)], [1, 0], &[5, 3]);
    assert_eq!(legal(&played), ["bar/22"]);
    refused(&mut played, "6/3", "a checker on the bar must enter first");
    refused(&mut played, "bar/20", "two or more checkers");
    let mut played = go_on(&[(5, 1), (2, 2)], &[(24, 2)], [0, 0], &[3, 6]);
    assert_eq!(legal(&played), ["5/off", "5/2"]);
    refused(&mut played, "2/off", "farthest back");
    refused(&mut played, "2/1", "no die");
    let mut played = go_on(&[(8, 1), (2, 2)], &[(24, 2)], [0, 0], &[2, 2, 2, 2]);
    refused(&mut played, "2/off", "all are in the last six points");
}

#[test]
fn what_a_game_is_worth() {
    let points = |black: &[(usize, i32)], bar: i32| {
        let mut played = go_on(&[(1, 1)], black, [0, bar], &[1, 2]);
        let action = played.parse("1/off").unwrap();
        played.act(&action).unwrap();
        played.end_json()["scores"]["white"].as_f64().unwrap()
    };
    assert_eq!(points(&[(24, 14)], 0), 1.0, "black has one off");
    assert_eq!(points(&[(24, 15)], 0), 2.0);
    assert_eq!(points(&[(24, 14), (6, 1)], 0), 3.0);
    assert_eq!(points(&[(24, 14)], 1), 3.0);
}

/// A position before white's roll with the cube, in a match to five points with the given variables.
fn with_cube(vars: &str) -> Match {
    let mut points = [0; 24];
    (points[5], points[18]) = (15, -15);
    let text = format!(
        "to_act = \"white\"\n[options]\nlength = 5\ncube = true\n[vars]\npoints = {points:?}\ncup = []\n{vars}"
    );
    scene(&load("backgammon"), &text)
}

#[track_caller]
fn act(played: &mut Match, actions: &[&str]) {
    for text in actions {
        let action = played.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        played.act(&action).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

fn vars(played: &Match, names: &[&str]) -> Vec<String> {
    let state = played.game().state_json(played.state());
    names.iter().map(|name| state["vars"][name].to_string()).collect()
}

/// Plays the first legal actions until a seat can double.
fn to_the_next_roll(played: &mut Match) {
    while !legal(played).contains(&"roll".to_owned()) {
        let first = played.legal().get(played.game(), 0);
        played.act(&first).unwrap();
    }
}

#[test]
fn who_takes_a_double_has_the_cube() {
    let mut played = with_cube("");
    assert_eq!(legal(&played), ["roll", "double"]);
    act(&mut played, &["double"]);
    assert_eq!(legal(&played), ["take", "drop"]);
    act(&mut played, &["take"]);
    assert_eq!(vars(&played, &["stake", "owner"]), ["2", "\"black\""]);
    to_the_next_roll(&mut played);
    assert_eq!(played.game().seat_name(played.decision().unwrap().seat), "black", "white may not double again");
    act(&mut played, &["double", "take"]);
    assert_eq!(vars(&played, &["stake", "owner"]), ["4", "\"white\""]);
}

#[test]
fn who_drops_loses_what_the_game_was_worth() {
    let mut played = with_cube("stake = 2\nowner = \"white\"\n");
    act(&mut played, &["double", "drop"]);
    let names = ["won.white", "won.black", "stake", "owner", "crawford"];
    assert_eq!(vars(&played, &names), ["2", "0", "1", "\"\"", "0"]);
}

#[test]
fn nobody_doubles_in_crawfords_game_or_for_nothing() {
    let asks = |played: &Match| legal(played).contains(&"double".to_owned());
    assert!(!asks(&with_cube("owner = \"black\"\n")), "the other side has the cube");
    assert!(!asks(&with_cube("\"won.white\" = 3\nstake = 2\n")), "the game is enough as it is");
    assert!(!asks(&with_cube("crawford = 1\n\"won.black\" = 4\n")));
    assert!(asks(&with_cube("crawford = 2\n\"won.black\" = 4\n")), "after that game both may");
    let mut played = with_cube("\"won.white\" = 3\n");
    act(&mut played, &["double", "drop"]);
    assert_eq!(vars(&played, &["won.white", "crawford"]), ["4", "1"]);
    to_the_end_of_crawfords_game(&mut played);
}

/// In the Crawford game no seat can double; the seat one point from the end can't afterwards either.
fn to_the_end_of_crawfords_game(played: &mut Match) {
    let mut plies = 0;
    while vars(played, &["crawford"]) == ["1"] && played.decision().is_some() {
        assert!(!legal(played).contains(&"double".to_owned()));
        let n = plies * 7 % played.legal().len();
        let action = played.legal().get(played.game(), n);
        played.act(&action).unwrap();
        plies += 1;
        assert!(plies < 5000);
    }
}

/// Without the cube its variables don't exist: they take no room, and appear in no view.
#[test]
fn without_the_cube_nothing_is_different() {
    let played = go_on(&[(24, 1), (13, 1)], &[(19, 2), (8, 2), (2, 2)], [0, 0], &[5, 6]);
    assert_eq!(vars(&played, &["stake", "owner", "crawford"]), ["null", "null", "null"]);
    let pack = load("backgammon");
    let file = SourceFile::new("x.toml", "game = \"backgammon\"\n[vars]\nstake = 2\n");
    let config =
        Scenario::read(file, &pack).map(|scenario| Config { scenario: Some(Arc::new(scenario)), ..Config::default() });
    let fault = match pack.configure(&config.unwrap()) {
        Ok(game) => Match::new(game, 1, vec!["random".to_owned(); 2]).err().unwrap(),
        Err(faults) => faults,
    };
    assert!(fault.to_string().contains("there is no variable `stake`"), "{fault}");
}

#[test]
fn only_a_plain_variable_can_be_left_out() {
    for (before, after, told) in [
        ("off = { per", "off = { if = { cube = 1 }, per", "the option `cube` can't have this value"),
        ("off = { per", "off = { if = { cub = true }, per", "there is no option `cub`"),
        ("won = { per", "won = { if = { cube = true }, per", "`won` must be there with all options (scores,"),
        (
            "points = { ",
            "points = { if = { cube = true }, ",
            "`points` must be there with all options (only one value,",
        ),
    ] {
        let faults = faults("backgammon", &[("game.toml", before, after)]).join("\n");
        assert!(faults.contains(told), "{after}: {faults}");
    }
}
