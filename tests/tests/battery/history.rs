//! Undo, redo and records.

use parlour_engine::chance::Generator;
use parlour_engine::play::{Match, Record, RecordError};
use parlour_engine::state::State;

use super::watch;
use crate::packs::library;

/// The states of a match from the first to the last.
fn states(played: &Match) -> Vec<State> {
    played.steps().iter().map(|step| step.before.clone()).chain([played.state().clone()]).collect()
}

#[test]
fn undo_and_redo_are_exact() {
    watch(
        2,
        |_, _| {},
        |played| {
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
        },
    );
}

#[test]
fn an_action_after_an_undo_ends_the_redo() {
    watch(
        1,
        |_, _| {},
        |played| {
            played.undo(1).unwrap();
            let action = played.legal().get(played.game(), 0);
            let steps = played.act(&action).map(|_| ()).map(|()| played.steps().len()).unwrap();
            assert_eq!(played.redo(5).unwrap(), 0);
            assert_eq!(played.steps().len(), steps);
        },
    );
}

#[test]
fn records_replay_to_the_same_bytes() {
    let library = library();
    watch(
        1,
        |_, _| {},
        |played| {
            let record = played.record();
            let text = record.write();
            let read = Record::read("match.json", &text).unwrap();
            assert_eq!(read, record);
            let again = read.replay(&library, None).unwrap();
            assert_eq!(again.state().bytes(), played.state().bytes());
            assert_eq!(again.hash(), played.hash());
            assert_eq!(again.record().write(), text);
            for (new, old) in again.steps().iter().zip(played.steps()) {
                assert_eq!((&new.action, &new.events, &new.before), (&old.action, &old.events, &old.before));
            }
            let half = record.actions.len() / 2;
            let part = read.replay(&library, Some(half)).unwrap();
            assert_eq!(part.state().bytes(), states(played)[half].bytes());
        },
    );
}

#[test]
fn a_tampered_record_is_detected() {
    let library = library();
    watch(
        1,
        |_, _| {},
        |played| {
            let record = played.record();
            let replay = |record: &Record| record.replay(&library, None).map(|_| ());
            let mut other = record.clone();
            other.hash = format!("{:016x}", played.hash() ^ 1);
            assert!(matches!(replay(&other), Err(RecordError::Hash { changed: false })));
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
        },
    );
}
