//! Analysis of positions.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use common::game;
use parlour_ai::{AnalysisError, Analyst, Report, Thinking};
use parlour_engine::Words;
use parlour_engine::play::Match;

const THINKING: Thinking = Thinking { nodes: Some(600), ..Thinking::REPRODUCIBLE };

/// A match after the given actions.
fn after(name: &str, seed: u64, actions: &[&str]) -> Match {
    let game = game(name, None, None);
    let mut played = Match::new(game.clone(), seed, vec![String::new(); game.seat_count()]).unwrap();
    for text in actions {
        let action = played.parse(text).unwrap();
        played.act(&action).unwrap();
    }
    played
}

fn analyse(played: &Match) -> Report {
    let view = played.view(Some(played.decision().unwrap().seat));
    let mut analyst = Analyst::new(played.game().clone(), 1).unwrap();
    analyst.analyse(&view, played.legal(), THINKING).unwrap()
}

fn lines(played: &Match, report: &Report) -> Vec<Vec<String>> {
    let texts = |line: &[_]| line.iter().map(|action| played.game().action_text(action)).collect();
    report.actions.iter().map(|judged| texts(&judged.line)).collect()
}

#[test]
fn a_win_at_once_is_sure() {
    let played = after("tic-tac-toe", 0, &["a1", "b1", "a2", "b2"]);
    let report = analyse(&played);
    let best = &report.actions[0];
    assert_eq!(played.game().action_text(&best.action), "a3");
    assert_eq!((report.search, best.value, best.ends_in), ("alphabeta", 1.0, Some(1)));
    assert_eq!(report.actions.len(), 5, "every action is judged");
    let worse = &report.actions[1];
    assert!(worse.value < 1.0 || worse.ends_in > Some(1), "{worse:?}");
}

#[test]
fn every_action_has_its_own_value_and_line() {
    // White's rook can take a queen; actions that don't are worse by about as much.
    let played = after("chess", 0, &["e2-e4", "e7-e5", "d1-h5", "g7-g6"]);
    let mut analyst = Analyst::new(played.game().clone(), 1).unwrap();
    let view = played.view(Some(played.decision().unwrap().seat));
    let thinking = Thinking { nodes: Some(8_000), ..THINKING };
    let report = analyst.analyse(&view, played.legal(), thinking).unwrap();
    assert_eq!(report.actions.len(), played.legal().len());
    assert!(report.actions.windows(2).all(|two| two[0].value >= two[1].value), "the best comes first");
    let of = |text: &str| {
        let is = |judged: &&parlour_ai::Judged| played.game().action_text(&judged.action) == text;
        report.actions.iter().find(is).unwrap()
    };
    // The queen that stays where a pawn attacks it is lost.
    assert!(of("h5-f3").lead.unwrap() > of("a2-a3").lead.unwrap() + 5.0, "{report:?}");
    let line = &lines(&played, &report)[0];
    let mut on = after("chess", 0, &["e2-e4", "e7-e5", "d1-h5", "g7-g6"]);
    for text in line {
        let action = on.parse(text).unwrap();
        on.act(&action).unwrap_or_else(|error| panic!("{line:?}: {error}"));
    }
    assert!(line.len() >= 2, "{line:?}");
}

#[test]
fn hidden_cards_are_searched_by_what_the_seat_knows() {
    let played = after("en-garde", 3, &[]);
    let (report, again) = (analyse(&played), analyse(&played));
    assert_eq!(lines(&played, &report), lines(&played, &again), "the same nodes find the same");
    assert_eq!(report.search, "ismcts");
    let visits: u64 = report.actions.iter().map(|judged| judged.visits).sum();
    assert!(visits > 500 && report.actions.iter().all(|judged| (0.0..=1.0).contains(&judged.value)), "{report:?}");
    assert!(report.actions[0].line.len() > 1, "{report:?}");
}

#[test]
fn what_was_hardly_tried_is_looked_into() {
    let played = after("en-garde", 3, &[]);
    let (view, legal) = (played.view(Some(played.decision().unwrap().seat)), played.legal());
    let mut analyst = Analyst::new(played.game().clone(), 1).unwrap();
    let report = analyst.analyse(&view, legal, THINKING).unwrap();
    for judged in &report.actions {
        let value = analyst.value(&report, &judged.action, (&view, legal), THINKING).unwrap().unwrap();
        assert!((0.0..=1.0).contains(&value) && (value - judged.value).abs() < 0.5, "{judged:?} {value}");
    }
}

#[test]
fn a_match_that_is_over_has_nothing_to_decide() {
    let played = after("tic-tac-toe", 0, &["a1", "b1", "a2", "b2", "a3"]);
    let mut analyst = Analyst::new(played.game().clone(), 1).unwrap();
    let error = analyst.analyse(&played.view(None), played.legal(), THINKING).unwrap_err();
    assert!(matches!(error, AnalysisError::Nothing(_)), "{error}");
}

#[test]
fn a_search_that_is_stopped_tells_what_it_has_found() {
    let game = game("hearts", None, None);
    let played = Match::new(game.clone(), 3, vec!["human".to_owned(); 4]).unwrap();
    let mut analyst = Analyst::new(game, 3).unwrap();
    let handle = analyst.stop_handle();
    let is_done = AtomicBool::new(false);
    let view = played.view(played.decision().map(|due| due.seat));
    // More than could be searched in a day.
    let thinking = Thinking { time: Duration::from_secs(100_000), nodes: Some(1 << 40) };
    let report = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_done.load(Ordering::Acquire) {
                std::thread::sleep(Duration::from_millis(20));
                handle.stop();
            }
        });
        let report = analyst.analyse(&view, played.legal(), thinking);
        is_done.store(true, Ordering::Release);
        report.unwrap()
    });
    assert!(report.nodes > 0 && report.nodes < 1 << 40 && !report.actions.is_empty(), "{report:?}");
}
