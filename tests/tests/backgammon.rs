//! What backgammon says of some positions that random matches seldom meet.

use std::sync::Arc;

use parlour_engine::diagnostic::SourceFile;
use parlour_engine::game::Config;
use parlour_engine::play::Match;
use parlour_engine::scenario::Scenario;

use crate::packs::load;

/// A match that goes on with white's checkers, black's by white's points, and some dice.
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
    let refusal = played.check(&action).unwrap().unwrap_err();
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
