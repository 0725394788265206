//! Helpers of the tests of robots.
#![allow(dead_code, unreachable_pub, missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use parlour_ai::{Choice, Player, Request, RobotError, RobotLibrary};
use parlour_engine::game::{Config, Game};
use parlour_engine::ids::Seat;
use parlour_engine::pack::Library;
use parlour_engine::play::Match;

pub const TIME: Duration = Duration::from_millis(500);

pub fn packs() -> Library {
    let mut library = Library::default();
    library.add_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules"));
    library
}

pub fn game(name: &str, variant: Option<&str>, seats: Option<usize>) -> Arc<Game> {
    let pack = packs().load(name).unwrap();
    pack.configure(&Config { variant: variant.map(str::to_owned), seats, ..Config::default() }).unwrap()
}

/// A library with robots from given files: names under a game, and texts.
pub fn robots_of(files: &[(&str, &str)]) -> (tempfile::TempDir, RobotLibrary) {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let mut library = RobotLibrary::new();
    library.add_folder(folder.path());
    library.allow_exec();
    (folder, library)
}

/// The text of a robot file of the project.
pub fn shipped(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("robots").join(path)).unwrap()
}

/// Plays a match to its end, or to `most` plies; an error of a player fails the test.
pub fn play(game: &Arc<Game>, players: &mut [Box<dyn Player>], seed: u64, nodes: u64, most: usize) -> Match {
    play_told(game, players, seed, nodes, most, &mut |_, _, _| {})
}

/// Plays a match like [`play`], and calls `told` for each choice before it is applied: with the match, the seat and the
/// choice.
pub fn play_told(
    game: &Arc<Game>,
    players: &mut [Box<dyn Player>],
    seed: u64,
    nodes: u64,
    most: usize,
    told: &mut dyn FnMut(&Match, Seat, &Choice),
) -> Match {
    let mut played = Match::new(game.clone(), seed, vec![String::new(); game.seat_count()]).unwrap();
    for (n, player) in players.iter_mut().enumerate() {
        player.observe(played.opening(), &|| played.view(Some(Seat::from_index(n))));
    }
    while let Some(decision) = played.decision() {
        if played.steps().len() >= most {
            break;
        }
        let view = played.view(Some(decision.seat));
        let request = Request { view: &view, legal: played.legal(), time: TIME, nodes: Some(nodes) };
        let choice = players[decision.seat.index()].choose(&request).unwrap_or_else(|error| panic!("{error}"));
        told(&played, decision.seat, &choice);
        let step = played.act(&choice.action).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let events = step.events.clone();
        for (n, player) in players.iter_mut().enumerate() {
            player.observe(&events, &|| played.view(Some(Seat::from_index(n))));
        }
    }
    played
}

pub fn seat(library: &RobotLibrary, game: &Arc<Game>, n: usize, spec: &str, seed: u64) -> Box<dyn Player> {
    library.seat(game, Seat::from_index(n), spec, seed).unwrap_or_else(|faults| panic!("{spec}: {faults}"))
}

/// Asks a robot for the first action of a match between two.
pub fn ask(game: &Arc<Game>, player: &mut dyn Player, ms: u64) -> Result<Choice, RobotError> {
    let played = Match::new(game.clone(), 1, vec![String::new(); 2]).unwrap();
    player.observe(played.opening(), &|| played.view(Some(Seat(0))));
    let view = played.view(Some(Seat(0)));
    let time = Duration::from_millis(ms);
    player.choose(&Request { view: &view, legal: played.legal(), time, nodes: None })
}
