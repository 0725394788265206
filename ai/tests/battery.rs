//! The battery of tests for every robot.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{game, packs, play, seat};
use parlour_ai::{Request, RobotLibrary, THINKER};
use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::rules::Rules;

/// The node budget of a search in these tests: enough to run all of it, few enough to be quick.
const NODES: u64 = 40;

/// Calls a test for every built-in robot with the games, variants and seat counts that it can play. Robots for every
/// game get only the default number of seats: they play in the same way at all tables.
fn everywhere(mut test: impl FnMut(&std::sync::Arc<parlour_engine::game::Game>, &str)) {
    let library = RobotLibrary::new();
    for name in packs().names() {
        let pack = packs().load(&name).unwrap();
        let mut variants: Vec<Option<String>> = pack.variants.iter().map(|v| Some(v.name.clone())).collect();
        if variants.is_empty() {
            variants.push(None);
        }
        for variant in variants {
            let mut counts = vec![
                pack.seats.min,
                pack.seats.default,
                pack.seats.counts.iter().copied().filter(|n| *n <= 5).max().unwrap_or(pack.seats.default),
            ];
            counts.dedup();
            for seats in counts {
                let game = game(&name, variant.as_deref(), Some(seats));
                let robots = library.names(&name).into_iter();
                for robot in robots.filter(|robot| robot != THINKER || seats == pack.seats.default) {
                    test(&game, &robot);
                }
            }
        }
    }
}

#[test]
fn every_robot_tells_its_style() {
    let library = RobotLibrary::new();
    for game in packs().names() {
        for name in library.names(&game) {
            let info = library.info(&game, &name).unwrap();
            assert!(info.summary.len() > 20, "{game}/{name}: {}", info.summary);
        }
    }
}

#[test]
fn every_robot_plays_matches_against_itself_and_plays_them_again_alike() {
    let library = RobotLibrary::new();
    everywhere(|game, robot| {
        let run = |seed: u64| {
            let mut players: Vec<_> = (0..game.seat_count()).map(|n| seat(&library, game, n, robot, seed)).collect();
            play(game, &mut players, seed, NODES, if robot == THINKER { 16 } else { 60 }).hash()
        };
        assert_eq!(run(3), run(3), "{} {robot}", game.name());
    });
}

#[test]
fn a_choice_does_not_depend_on_what_the_seat_cannot_know() {
    let library = RobotLibrary::new();
    everywhere(|game, robot| {
        let mut host = Rules::new(game.clone()).unwrap();
        for seed in 0..3 {
            let mut players: Vec<_> = (0..game.seat_count()).map(|n| seat(&library, game, n, "random", seed)).collect();
            let played = play(game, &mut players, seed, NODES, 4 + 5 * seed as usize);
            let Some(decision) = played.decision() else { continue };
            let view = game.view(played.state(), Some(decision.seat));
            let other = host.determinize(&view, &mut Generator::from_seed(99 + seed)).unwrap();
            let again = game.view(&other, Some(decision.seat));
            let mut legal = ActionList::new();
            host.legal(&other, &mut legal).unwrap();
            let ask = |view, legal| {
                let mut player = seat(&library, game, decision.seat.index(), robot, 7);
                player.choose(&Request { view, legal, time: common::TIME, nodes: Some(NODES) }).unwrap()
            };
            assert_eq!(ask(&view, played.legal()), ask(&again, &legal), "{} {robot}", game.name());
        }
    });
}

#[test]
fn what_a_robot_remembers_can_be_saved_and_given_back() {
    let library = RobotLibrary::new();
    everywhere(|game, robot| {
        let mut players: Vec<_> = (0..game.seat_count()).map(|n| seat(&library, game, n, robot, 5)).collect();
        let played = play(game, &mut players, 5, NODES, 5);
        let Some(decision) = played.decision() else { return };
        let n = decision.seat.index();
        let memory = players[n].memory();
        let text = serde_json::to_string(&memory).unwrap();
        let view = played.view(Some(decision.seat));
        let request = Request { view: &view, legal: played.legal(), time: common::TIME, nodes: Some(NODES) };
        let mut fresh = seat(&library, game, n, robot, 1234);
        if let Some(memory) = serde_json::from_str::<Option<serde_json::Value>>(&text).unwrap() {
            fresh.restore(&memory);
        }
        assert_eq!(players[n].choose(&request).unwrap(), fresh.choose(&request).unwrap(), "{} {robot}", game.name());
    });
}
