//! Impossible sampled worlds are rejected, and aren't faults of the rules.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::path::Path;
use std::sync::Arc;

use common::robots_of;
use parlour_ai::{AnalysisError, Analyst, RobotLibrary, SeatedMatch, Thinking};
use parlour_engine::diagnostic::Code;
use parlour_engine::game::{Config, Game};
use parlour_engine::pack::{Library, Pack, PackFiles};
use parlour_engine::play::Match;

const THINKING: Thinking = Thinking { nodes: Some(40), ..Thinking::REPRODUCIBLE };

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/three-notes")
}

/// A game in which most worlds drawn at random ask a seat for a note that it doesn't have.
fn game() -> Arc<Game> {
    let mut library = Library::default();
    library.add_folder(folder().parent().unwrap());
    library.load("three-notes").unwrap().configure(&Config::default()).unwrap()
}

/// The game with a replacement in its rules.
fn changed(what: &str, by: &str) -> Arc<Game> {
    let mut files = PackFiles::read(&folder()).unwrap();
    let rules = files.texts["rules.lua"].replace(what, by);
    assert_ne!(*rules, *files.texts["rules.lua"]);
    files.texts.insert("rules.lua".to_owned(), rules.into());
    Pack::load(files).unwrap().into_shared().configure(&Config::default()).unwrap()
}

fn begin(game: &Arc<Game>, seed: u64) -> Match {
    Match::new(game.clone(), seed, vec!["human".to_owned(); 2]).unwrap()
}

#[test]
fn every_search_throws_worlds_away_in_which_nothing_can_be_done() {
    let call = |call: &str| format!("return {{ choose = function() return {call} end }}");
    let (_folder, robots) = robots_of(&[
        ("three-notes/tree.lua", &call("search.ismcts()")),
        ("three-notes/flat.lua", &call("search.flat()")),
        ("three-notes/learnt.lua", &call("search.ismcts({ policy = \"learnt\" })")),
        ("three-notes/turn.lua", &call("search.turn({ evaluate = function(seat) return told.get(seat, 1) end })")),
    ]);
    for name in ["tree", "flat", "learnt", "turn"] {
        for seed in 0..4 {
            let played = Match::new(game(), seed, vec![name.to_owned(); 2]).unwrap();
            let mut table = SeatedMatch::new(played, &robots, THINKING).unwrap();
            while let Some(chosen) = table.choose() {
                assert!(chosen.fault.is_none(), "{name}, seed {seed}: {}", chosen.fault.unwrap());
                table.act(&chosen.action.unwrap()).unwrap();
            }
        }
    }
}

#[test]
fn an_analysis_throws_them_away_as_well_and_is_the_same_again() {
    let played = begin(&game(), 3);
    let seat = played.decision().unwrap().seat;
    let report = || {
        let mut analyst = Analyst::new(game(), 1).unwrap();
        analyst.analyse(&played.view(Some(seat)), played.legal(), THINKING).unwrap()
    };
    assert_eq!(report().actions, report().actions);
    assert!(!report().actions.is_empty());
}

fn fault(game: &Arc<Game>) -> parlour_engine::Diagnostic {
    let played = begin(game, 3);
    let view = played.view(Some(played.decision().unwrap().seat));
    match Analyst::new(game.clone(), 1).unwrap().analyse(&view, played.legal(), THINKING) {
        Err(AnalysisError::Rules(faults)) => faults.0.into_iter().next().unwrap(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn that_no_world_is_found_is_said() {
    // No world has a note 9 to answer with.
    let fault = fault(&changed("note.get(seat, place) == asked.get()", "note.get(seat, place) == 9"));
    assert_eq!(fault.code, Code::NoWorld);
    let none = "none of 500 worlds that a search has imagined can be: no legal action is offered in phase `answer` for \
                seat `b`, and the match is not over";
    assert_eq!(fault.message, none);
    let help = fault.help.unwrap();
    assert!(help.starts_with("looking ahead") && help.contains(", with note.b = ["), "{help}");
}

#[test]
fn a_fault_in_a_world_is_told_with_the_world_and_the_action() {
    let fails = "asked.set(n)\n\tassert(note.get(seats.next(seat), 1) ~= 1, \"first\")";
    let fault = fault(&changed("asked.set(n)", fails));
    assert!(fault.message.starts_with("in a world that a search has imagined: "), "{fault}");
    assert!(fault.place.as_ref().unwrap().file.ends_with("rules.lua"), "{fault}");
    let help = fault.help.unwrap();
    assert!(help.contains("looking ahead") && help.contains("note.b = ["), "{help}");
}

#[test]
fn the_robots_of_everybody_play_the_game() {
    let played = Match::new(game(), 5, vec!["thinker".to_owned(); 2]).unwrap();
    let mut table = SeatedMatch::new(played, &RobotLibrary::new(), THINKING).unwrap();
    while let Some(chosen) = table.choose() {
        assert!(chosen.fault.is_none(), "{}", chosen.fault.unwrap());
        table.act(&chosen.action.unwrap()).unwrap();
    }
}
