//! The two reference games of Treasure Hunt, step by step.

use std::sync::Arc;

use parlour_engine::diagnostic::SourceFile;
use parlour_engine::game::Config;
use parlour_engine::play::Match;
use parlour_engine::scenario::Scenario;
use serde_json::{Value, json};

use crate::packs::{load, rules_folder};
use parlour_engine::Words;

/// Plays a scenario of the pack to its end; returns the player's square after each roll, and the last line.
fn play(name: &str) -> (Vec<Value>, Value) {
    let pack = load("treasure-hunt");
    let path = rules_folder().join("treasure-hunt/scenarios").join(name);
    let file = SourceFile::new(name, std::fs::read_to_string(path).unwrap());
    let scenario = Arc::new(Scenario::read(file, &pack).unwrap());
    let config = Config { variant: scenario.variant.clone(), scenario: Some(scenario), ..Config::default() };
    let players = vec!["random".to_owned(); 2];
    let mut played = Match::new(pack.configure(&config).unwrap(), 1, players).unwrap();
    let mut squares = Vec::new();
    while let Some(decision) = played.decision() {
        let roll = played.parse("roll").unwrap();
        played.act(&roll).unwrap();
        let seat = format!("square.{}", played.game().seat_name(decision.seat));
        squares.push(played.game().state_json(played.state())["vars"][seat].clone());
    }
    (squares, played.end_json())
}

#[test]
fn on_the_line() {
    let (squares, end) = play("line.toml");
    assert_eq!(squares, [0, 4, 6, 7, 12, 6, 24, 10, 25]);
    assert_eq!(end["winners"], json!(["P"]));
    assert_eq!(end["scores"], json!({ "P": 1, "C": 0 }));
    assert_eq!((&end["state"]["vars"]["round"], &end["state"]["vars"]["lives.C"]), (&json!(4), &json!(1)));
}

#[test]
fn on_the_grid() {
    let (squares, end) = play("grid.toml");
    assert_eq!(squares, ["1,3", "6,1", "4,4", "0,0", "10,4", "5,4", "10,8", "7,4"]);
    assert_eq!(end["winners"], json!(["P"]));
    assert_eq!((&end["state"]["vars"]["round"], &end["state"]["vars"]["lives.C"]), (&json!(3), &json!(0)));
}
