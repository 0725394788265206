//! Checks with a solver that `architect` of connect four keeps every win.

use std::path::Path;
use std::time::Duration;

use parlour_ai::{Request, RobotLibrary};
use parlour_engine::Words;
use parlour_engine::game::Config;
use parlour_engine::ids::Seat;
use parlour_engine::pack::Library;
use parlour_engine::play::Match;
use parlour_tests::solver::{ORDER, Position, Solver};

/// Node limit for measuring the difficulty of an answer.
const HARD: u64 = 1_000_000;

/// The answer after which the win is hardest to find.
fn hardest(position: Position, free: &[u32]) -> u32 {
    let looked = |column: &u32| {
        let mut solver = Solver::new(1 << 18);
        position.drop(*column).and_then(|after| solver.winner(after, HARD));
        solver.looked
    };
    free.iter().copied().max_by_key(looked).unwrap()
}

/// Plays from a line of columns that red wins, with the robot as red: the other side, which answers at random, or with
/// the hardest answer from `hard` discs on, must be lost after each red disc from `checked` discs on.
fn red_wins_from(line: &str, seed: u64, nodes: u64, checked: u32, hard: u32) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut packs = Library::default();
    packs.add_folder(folder.join("rules"));
    let game = packs.load("connect-four").unwrap().configure(&Config::default()).unwrap();
    let mut robots = RobotLibrary::new();
    robots.add_folder(folder.join("ai/robots"));
    let mut robot = robots.seat(&game, Seat(0), "architect", seed).unwrap();
    let mut played = Match::new(game.clone(), seed, vec![String::new(); 2]).unwrap();
    let mut columns: Vec<u32> = Vec::new();
    let mut given = line.chars().filter_map(|c| c.to_digit(10));
    let mut solver = Solver::new(1 << 20);
    let mut random = seed;
    while let Some(decision) = played.decision() {
        let known = given.next();
        let position = Position::after(columns.iter().copied()).unwrap();
        let column = match known {
            Some(column) => column,
            None if decision.seat == Seat(0) => {
                let view = played.view(Some(decision.seat));
                let time = Duration::from_secs(600);
                let request = Request { view: &view, legal: played.legal(), time, nodes: Some(nodes) };
                let text = game.action_text(&robot.choose(&request).unwrap().action);
                text.strip_prefix("drop ").unwrap().parse().unwrap()
            }
            None => {
                let free: Vec<u32> = ORDER.into_iter().filter(|&column| position.drop(column).is_some()).collect();
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let any = free[(random >> 33) as usize % free.len()];
                1 + if position.discs() < hard { any } else { hardest(position, &free) }
            }
        };
        played.act(&played.parse(&format!("drop {column}")).unwrap()).unwrap();
        columns.push(column);
        let after = Position::after(columns.iter().copied()).unwrap();
        if known.is_none() && decision.seat == Seat(0) && after.discs() >= checked {
            assert!(solver.is_lost(after), "{columns:?}: that was won");
        }
    }
    assert!(columns.len() % 2 == 1 && Position::after(columns.iter().copied()).unwrap().is_over(), "{columns:?}");
}

#[test]
fn architect_keeps_what_is_won() {
    red_wins_from("424652371336", 1, 5_000, 0, 42);
}

/// Takes some minutes with optimisation: cargo test --release -p parlour-tests architect -- --ignored
#[test]
#[ignore = "a long check of the robot's book and search"]
fn architect_wins_from_the_first_disc() {
    for seed in 0..200 {
        red_wins_from("", seed, 20_000, 8, 42);
    }
    for seed in 0..40 {
        red_wins_from("", seed, 20_000, 8, 3 + 2 * (seed % 4) as u32);
    }
}
