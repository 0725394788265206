//! Determinism: the same seed gives the same bytes, in another process too.

use std::process::Command;

use parlour_engine::chance::Generator;

use super::{host, play};
use crate::packs::{begin, choose, games};
use parlour_engine::Words;

/// The output file of the other process.
const OUT: &str = "PARLOUR_BATTERY_OUT";

/// A hash of the last state and of all events, for each match.
fn hashes() -> String {
    let mut out = String::new();
    for game in games() {
        play(&game, 0, &mut |_, _| {}, &mut |played| {
            let game = played.game();
            let steps = played.steps().iter().flat_map(|step| &step.events);
            let events: Vec<String> = played
                .opening()
                .iter()
                .chain(steps)
                .map(|event| game.event_json(event, None, true).to_string())
                .collect();
            out += &format!("{} {} {:016x} {}\n", game.name(), played.seed(), played.hash(), events.join(""));
        });
    }
    out
}

#[test]
fn another_process_plays_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hashes");
    let status = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "battery::seeds::in_the_other_process", "--include-ignored"])
        .env(OUT, &file)
        .output()
        .unwrap();
    assert!(status.status.success(), "{}", String::from_utf8_lossy(&status.stdout));
    let theirs = std::fs::read_to_string(&file).unwrap();
    let ours = hashes();
    for (ours, theirs) in ours.lines().zip(theirs.lines()) {
        assert_eq!(ours, theirs);
    }
    assert_eq!(ours, theirs);
}

/// Run by the test above in a process of its own.
#[test]
#[ignore = "another test starts it"]
fn in_the_other_process() {
    if let Some(file) = std::env::var_os(OUT) {
        std::fs::write(file, hashes()).unwrap();
    }
}

#[test]
fn a_fresh_host_plays_the_same() {
    for game in games() {
        let play = |host| {
            let mut played = begin(host, 5);
            let mut rng = Generator::from_seed(9);
            while played.decision().is_some() {
                let action = choose(&game, played.legal(), &mut rng);
                played.act(&action).unwrap();
            }
            (played.state().clone(), played.into_host())
        };
        let (first, used) = play(host(&game));
        assert_eq!(play(host(&game)).0, first);
        assert_eq!(play(used).0, first, "a host that has played already");
    }
}
