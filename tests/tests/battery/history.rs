//! Undo, redo and records.

use std::collections::BTreeSet;

use parlour_engine::chance::Generator;
use parlour_engine::game::Config;
use parlour_engine::pack::{Library, Pack, PackFiles};
use parlour_engine::play::{Match, PlayedBy, Record, RecordError};
use parlour_engine::rules::Rules;
use parlour_engine::state::State;

use super::{Check, watch};
use crate::packs::library;

/// The states of a match from the first to the last.
fn states(played: &Match) -> Vec<State> {
    (0..=played.steps().len()).map(|n| played.state_before(n).unwrap().into_owned()).collect()
}

fn back_and_forth(played: &mut Match) {
    let states = states(played);
    let most = states.len() - 1;
    let mut rng = Generator::from_seed(played.seed());
    let mut at = most;
    for _ in 0..12 {
        let n = rng.below(most as u32 + 2) as usize;
        at = if rng.below(2) == 0 {
            assert_eq!(played.undo(n).unwrap(), n.min(at));
            at - n.min(at)
        } else {
            assert_eq!(played.redo(n).unwrap(), n.min(most - at));
            at + n.min(most - at)
        };
        assert_eq!(played.state().bytes(), states[at].bytes());
        assert_eq!(played.steps().len(), at);
        assert_eq!(played.legal().is_empty(), at == most && states[most].is_over());
    }
    played.redo(most).unwrap();
    assert_eq!(played.state().bytes(), states[most].bytes());
}

pub(super) const UNDONE: Check = Check::end("undo and redo are exact", back_and_forth);

#[test]
fn undo_and_redo_are_exact() {
    watch(2, &UNDONE);
}

fn act_after_undo(played: &mut Match) {
    played.undo(1).unwrap();
    let action = played.legal().get(played.game(), 0);
    let steps = played.act(&action).map(|_| ()).map(|()| played.steps().len()).unwrap();
    assert_eq!(played.redo(5).unwrap(), 0);
    assert_eq!(played.steps().len(), steps);
}

#[test]
fn an_action_after_an_undo_ends_the_redo() {
    watch(1, &Check::end("an action after an undo ends the redo", act_after_undo));
}

fn replay_record(played: &mut Match) {
    let record = played.record();
    let text = record.write();
    let read = Record::read("match.json", &text).unwrap();
    assert_eq!(read, record);
    let again = read.replay(&library(), None).unwrap();
    assert_eq!(again.state().bytes(), played.state().bytes());
    assert_eq!(again.hash(), played.hash());
    assert_eq!(again.record().write(), text);
    for (n, (new, old)) in again.steps().iter().zip(played.steps()).enumerate() {
        assert_eq!((&new.action, &new.events), (&old.action, &old.events));
        assert_eq!(again.state_before(n).unwrap(), played.state_before(n).unwrap());
    }
    let half = record.actions.len() / 2;
    let part = read.replay_by(again.into_host(), Some(half)).unwrap();
    assert_eq!(part.state().bytes(), states(played)[half].bytes());
}

pub(super) const REPLAYED: Check = Check::end("records replay to the same bytes", replay_record).long();

#[test]
fn records_replay_to_the_same_bytes() {
    watch(1, &REPLAYED);
}

fn tamper(played: &mut Match) {
    let record = played.record();
    let game = played.game();
    let replay = |record: &Record| record.replay_by(Rules::new(game.clone()).unwrap(), None).map(|_| ());
    let mut other = record.clone();
    other.hash = format!("{:016x}", played.hash() ^ 1);
    assert!(matches!(replay(&other), Err(RecordError::Hash { changes }) if changes.is_empty()));
    let mut other = record.clone();
    other.seed ^= 1;
    assert!(replay(&other).is_err(), "another seed");
    let mut other = record.clone();
    other.actions.pop();
    assert!(matches!(replay(&other), Err(RecordError::Hash { .. })), "an action less");
    let middle = record.actions.len() / 2;
    let mut other = record.clone();
    other.actions[middle] = "xyzzy".to_owned();
    assert!(matches!(replay(&other), Err(RecordError::Action { number, .. }) if number == middle + 1));
    let text = record.write();
    let cut = Record::read("match.json", &text[..text.len() / 2]);
    assert!(matches!(cut, Err(RecordError::Malformed { .. })), "half a file");
}

pub(super) const TAMPERED: Check = Check::end("a tampered record is detected", tamper).long();

#[test]
fn a_tampered_record_is_detected() {
    watch(1, &TAMPERED);
}

#[test]
fn a_bit_that_has_flipped_anywhere_is_found_and_named() {
    let library = library();
    let game = library.load("en-garde").unwrap().configure(&Config::default()).unwrap();
    let mut played = Match::new(game, 5, vec!["human".to_owned(), "fencer".to_owned()]).unwrap();
    for _ in 0..4 {
        let action = played.legal().get(played.game(), 0);
        played.act(&action).unwrap();
    }
    played.mark_revealed();
    let mut record = played.record();
    let memory = serde_json::json!({ "generator": [1, 2, 250], "memory": { "seen": [0.1, 1e300, "x"], "n": 3 } });
    record.memory.insert("right".to_owned(), memory);
    let text = record.write();
    assert_eq!(Record::read("match.json", &text).unwrap(), record);
    let mut parts = BTreeSet::new();
    for at in 0..text.len() {
        for bit in 0..8 {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1 << bit;
            // Invalid UTF-8 is refused when the file is read.
            let Ok(flipped) = String::from_utf8(bytes) else { continue };
            match Record::read("match.json", &flipped) {
                Err(RecordError::Damaged { part, .. }) => _ = parts.insert(part),
                Err(RecordError::Malformed { message, .. }) => assert!(!message.is_empty()),
                Err(RecordError::Version { .. }) => {}
                other => panic!("bit {bit} of byte {at}: {other:?}"),
            }
        }
    }
    let named: Vec<&str> = parts.iter().map(String::as_str).collect();
    assert_eq!(
        named,
        [
            "the generator of a robot",
            "the header (game, variant, options, scenario)",
            "the list of actions",
            "the list of players",
            "the mark of its rules",
            "the proof itself",
            "the seed",
            "the way a number or a text is written",
            "what a robot remembers",
        ]
    );
    let hidden = Record::read("match.json", &text.replace("\"revealed\": true", "\"revealed\": false")).unwrap_err();
    assert_eq!(hidden.to_string(), "match.json is damaged: the mark of revealed things isn't as it was saved");
    let unproven = Record::read("match.json", &text.replace("\"proof\"", "\"proox\"")).unwrap_err();
    assert!(unproven.to_string().contains("`proox` isn't a part of one (was it `proof`?)"), "{unproven}");
}

#[test]
fn a_record_says_what_has_changed_of_its_rules() {
    let files = library().files("tic-tac-toe").unwrap();
    let begin = |files: PackFiles| {
        let game = Pack::load(files).unwrap().into_shared().configure(&Config::default()).unwrap();
        Match::new(game, 1, vec!["human".to_owned(); 2]).unwrap()
    };
    let mut played = begin(files.clone());
    for text in ["a1", "b2"] {
        let action = played.parse(text).unwrap();
        played.act(&action).unwrap();
    }
    let record = played.record();
    let said = |change: &dyn Fn(&mut PackFiles), record: &Record| {
        let mut other = files.clone();
        change(&mut other);
        record.replay(&Library::new([other]), None).unwrap_err().to_string()
    };
    let smaller = |files: &mut PackFiles| {
        let table = files.texts["game.toml"].replace("width = 3", "width = 2");
        files.texts.insert("game.toml".to_owned(), table.into());
    };
    let with_script = |files: &mut PackFiles| {
        smaller(files);
        files.texts.insert("rules.lua".to_owned(), "return {}".into());
    };
    let mut moved = record.clone();
    moved.actions = vec!["c1".to_owned()];
    let text = said(&smaller, &moved);
    assert!(text.starts_with("game.toml has changed since this match was played; action 1, `c1`, isn't possible: "));
    let text = said(&with_script, &moved);
    assert!(text.starts_with("game.toml and rules.lua have changed since this match was played; action 1, "), "{text}");
    moved.rules = PlayedBy::default();
    let text = said(&smaller, &moved);
    assert!(text.starts_with("the rules have changed since this match was played; action 1, "), "{text}");
    // Changes without effect on the match don't count as corruption.
    let mut other = files.clone();
    other.texts.insert("guide.md".to_owned(), "Three in a row.".into());
    record.replay(&Library::new([other]), None).unwrap();
}
