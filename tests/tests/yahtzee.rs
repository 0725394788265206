//! The joker rule of Yahtzee, which random matches seldom reach.

use std::sync::Arc;

use parlour_engine::diagnostic::SourceFile;
use parlour_engine::game::Config;
use parlour_engine::play::Match;
use parlour_engine::scenario::Scenario;

use crate::packs::load;
use parlour_engine::Words;

/// Five threes, with a sheet: the legal boxes, and the total after one of them.
fn boxes(joker: &str, sheet: [i32; 13], scored: &str) -> (Vec<String>, i64) {
    let pack = load("yahtzee");
    let text = format!(
        "game = \"yahtzee\"\nto_act = \"a\"\n[options]\njoker = \"{joker}\"\n[vars]\ncup = [3, 3, 3, 3, 3]\n\"sheet.a\" = {sheet:?}\n"
    );
    let scenario =
        Scenario::read(SourceFile::new("scenario.toml", text), &pack).unwrap_or_else(|faults| panic!("{faults}"));
    let config = Config { set: scenario.options.clone(), scenario: Some(Arc::new(scenario)), ..Config::default() };
    let game = pack.configure(&config).unwrap_or_else(|faults| panic!("{faults}"));
    let players = vec!["random".to_owned(); game.seat_count()];
    let mut played = Match::new(game.clone(), 1, players).unwrap_or_else(|faults| panic!("{faults}"));
    let legal: Vec<String> = played.legal().iter(&game).map(|action| game.action_text(&action)).collect();
    let action = played.parse(&format!("score {scored}")).unwrap();
    played.act(&action).unwrap();
    let points = game.state_json(played.state())["vars"]["points.a"].as_i64().unwrap();
    (legal.into_iter().filter(|text| text.starts_with("score")).collect(), points)
}

const OPEN: i32 = -1;

#[test]
fn a_second_yahtzee_goes_to_its_face_first() {
    let mut sheet = [OPEN; 13];
    sheet[11] = 50;
    assert_eq!(boxes("forced", sheet, "threes"), (vec!["score threes".to_owned()], 50 + 100 + 15));
    assert_eq!(boxes("free", sheet, "house").0.len(), 12);
    assert_eq!(boxes("free", sheet, "house").1, 150, "it is no joker yet");
}

#[test]
fn a_joker_counts_in_the_lower_boxes() {
    let mut sheet = [OPEN; 13];
    (sheet[11], sheet[2]) = (0, 9);
    let (legal, points) = boxes("forced", sheet, "large");
    assert_eq!(legal.len(), 6, "{legal:?}");
    assert_eq!(points, 9 + 40, "no bonus without 50 points");
    assert_eq!(boxes("none", sheet, "large").1, 9);
    assert_eq!(boxes("free", sheet, "house").1, 9 + 25);
}

#[test]
fn a_joker_without_a_lower_box_gives_nothing() {
    let mut sheet = [0; 13];
    (sheet[0], sheet[5], sheet[11]) = (OPEN, OPEN, 50);
    let (legal, points) = boxes("forced", sheet, "sixes");
    assert_eq!(legal, ["score ones", "score sixes"]);
    assert_eq!(points, 150);
}
