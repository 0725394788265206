//! Promises of single robots' descriptions.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use common::{game, packs, play, robots_of, seat};
use parlour_ai::arena::{Arena, Openings, PLIES};
use parlour_ai::{Player, Request, RobotLibrary};
use parlour_engine::Words;
use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::game::{Config, Game};
use parlour_engine::ids::Seat;
use parlour_engine::play::Match;
use parlour_engine::rules::{Playout, Rules};
use parlour_engine::state::State;
use parlour_tests::work::processor_time;

/// Plays on from a state with a robot on seat `n` and every legal action on the other; returns the number of endings.
fn against_everything(host: &mut Rules, robot: &mut dyn Player, n: usize, state: &State, nodes: u64) -> usize {
    let game = host.game().clone();
    let Some(decision) = state.decision() else {
        let other = Seat::from_index(1 - n);
        assert!(!state.has_won(other), "lost: {}", game.state_json(state));
        return 1;
    };
    let mut legal = ActionList::new();
    host.legal(state, &mut legal).unwrap();
    let actions = if decision.seat.index() == n {
        let view = game.view(state, Some(decision.seat));
        let request = Request { view: &view, legal: &legal, time: common::TIME, nodes: Some(nodes) };
        vec![robot.choose(&request).unwrap().action]
    } else {
        legal.iter(&game).collect()
    };
    let mut ends = 0;
    for action in actions {
        let mut next = state.clone();
        host.apply(&mut next, &action, None).unwrap();
        ends += against_everything(host, robot, n, &next, nodes);
    }
    ends
}

#[test]
fn the_oracle_of_tic_tac_toe_never_loses() {
    let library = RobotLibrary::new();
    let mut host = Rules::new(game("tic-tac-toe", None, None)).unwrap();
    let start = host.position(None, Some(Seat(0))).unwrap();
    for nodes in [1, 20_000] {
        for n in 0..2 {
            let mut oracle = seat(&library, host.game(), n, "oracle", 1);
            assert!(against_everything(&mut host, oracle.as_mut(), n, &start, nodes) > 20);
        }
    }
}

/// The lower bound of the interval of the first robot's rate, from openings that make distinct games; four plies would
/// be half of a game of tic-tac-toe, whose robots differ without them.
fn rate(game: Arc<Game>, robots: [&str; 2], games: u64, nodes: u64) -> f64 {
    let robots = robots.map(str::to_owned).to_vec();
    let openings = if game.name() == "tic-tac-toe" { Openings::Start } else { Openings::Plies(PLIES) };
    let arena = Arena { games, openings, seed: 5, jobs: 2, nodes: Some(nodes), ..Arena::new(game, robots) };
    let json = arena.run(&RobotLibrary::new(), None, &AtomicBool::new(false), &mut |_, _| {}).unwrap().to_json();
    assert_eq!(json["robots"][0]["errors"], 0, "{json}");
    json["robots"][0]["ci95"][0].as_f64().unwrap()
}

#[test]
fn in_the_small_games_who_searches_beats_who_has_a_character_who_beats_random() {
    for (name, strong, character) in [
        ("tic-tac-toe", "oracle", "optimist"),
        ("connect-four", "architect", "stacker"),
        ("breakthrough", "marshal", "raider"),
    ] {
        assert!(rate(game(name, None, None), [strong, character], 40, 2000) > 0.5, "{name}: {strong}");
        assert!(rate(game(name, None, None), [character, "random"], 60, 2000) > 0.5, "{name}: {character}");
    }
}

/// A piece-square table alone in breakthrough, as many a first program has it: deeper search is better, and so are the
/// usual four guards at home.
const SQUARES: &str = "return { choose = function() return (search.alphabeta({ selective = true, evaluate = {
    worth = { pawn = 1 }, squares = { pawn = {
        3.6, 3.6, 3.6, 3.6, 3.6, 3.6, 3.6, 3.6,
        2.0, 2.8, 2.8, 2.8, 2.8, 2.8, 2.8, 2.0,
        1.6, 2.1, 2.1, 2.1, 2.1, 2.1, 2.1, 1.6,
        1.1, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.1,
        0.7, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.7,
        0.4, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6, 0.4,
        0.2, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.2,
        0.5, 1.5, 1.5, 0.5, 0.5, 1.5, 1.5, 0.5 } } } })) end }";

#[test]
fn the_marshal_of_breakthrough_beats_a_table_of_squares() {
    let (_folder, library) = robots_of(&[("breakthrough/squares.lua", SQUARES)]);
    let robots = ["marshal", "squares"].map(str::to_owned).to_vec();
    let game = game("breakthrough", None, None);
    let openings = Openings::Plies(PLIES);
    let arena = Arena { games: 12, openings, seed: 5, jobs: 2, nodes: Some(200), ..Arena::new(game, robots) };
    let json = arena.run(&library, None, &AtomicBool::new(false), &mut |_, _| {}).unwrap().to_json();
    assert_eq!(json["robots"][0]["errors"], 0, "{json}");
    assert!(json["robots"][0]["ci95"][0].as_f64().unwrap() > 0.5, "{json}");
}

#[test]
fn in_the_classics_who_searches_beats_who_has_a_character_who_beats_random() {
    for (name, strong, character) in [
        ("othello", "warden", "glutton"),
        ("draughts", "squire", "poacher"),
        ("chess", "regent", "squabbler"),
        ("xiangqi", "mandarin", "plunderer"),
        ("shogi", "shogun", "ronin"),
    ] {
        assert!(rate(game(name, None, None), [strong, character], 12, 100) > 0.5, "{name}: {strong}");
        assert!(rate(game(name, None, None), [character, "random"], 24, 100) > 0.5, "{name}: {character}");
    }
}

#[test]
fn the_robots_that_plan_by_themselves_keep_their_time() {
    let library = RobotLibrary::new();
    for (name, robot) in [("archaeology", "curator"), ("final-card-down", "champion"), ("en-garde", "maestro")] {
        let game = game(name, None, None);
        let mut players: Vec<_> = (0..game.seat_count()).map(|n| seat(&library, &game, n, "random", 1)).collect();
        let mut longest = [Duration::ZERO; 2];
        for most in (1..40).step_by(6) {
            let played = play(&game, &mut players, 2, 1, most);
            let Some(decision) = played.decision() else { break };
            let view = played.view(Some(decision.seat));
            for (n, ms) in [50, 300].into_iter().enumerate() {
                let mut player = seat(&library, &game, decision.seat.index(), robot, 1);
                let time = Duration::from_millis(ms);
                let begun = processor_time();
                player.choose(&Request { view: &view, legal: played.legal(), time, nodes: None }).unwrap();
                longest[n] = longest[n].max(processor_time() - begun);
            }
        }
        println!("{robot}: at most {longest:?}");
        // CPU time, which doesn't depend on the load of the machine.
        assert!(longest[0] < Duration::from_millis(200), "{robot}: {longest:?}");
        assert!(longest[1] < Duration::from_millis(500), "{robot}: {longest:?}");
    }
}

#[test]
fn the_seer_of_treasure_hunt_knows_the_odds() {
    let library = RobotLibrary::new();
    let game = game("treasure-hunt", Some("line"), None);
    let played = Match::new(game.clone(), 4, vec![String::new(); 2]).unwrap();
    let view = played.view(Some(Seat(0)));
    let request = Request { view: &view, legal: played.legal(), time: common::TIME, nodes: Some(20_000) };
    let reason = seat(&library, &game, 0, "seer", 1).choose(&request).unwrap().reason.unwrap();
    let told = reason.split([':', ' ']).filter_map(|word| word.parse::<f64>().ok()).next().unwrap() / 100.0;
    assert!(reason.ends_with("exactly"), "{reason}");
    let mut host = Rules::new(game).unwrap();
    let mut generator = Generator::from_seed(8);
    const HUNTS: u32 = 1000;
    let mut won = 0;
    for _ in 0..HUNTS {
        let mut state = host.determinize(&view, &mut generator).unwrap();
        host.playout(&mut state, &mut generator, Playout::ByVerb, 20_000).unwrap();
        won += u32::from(state.has_won(Seat(0)));
    }
    let measured = f64::from(won) / f64::from(HUNTS);
    // Three times the standard error.
    assert!((measured - told).abs() < 0.048, "told {told}, measured {measured}");
}

/// With any options the seer answers within its budget; positions too large to solve are played out.
#[test]
fn the_seer_keeps_its_budget_on_the_longest_line() {
    let library = RobotLibrary::new();
    let pack = packs().load("treasure-hunt").unwrap();
    for (length, sides, exactly) in
        [(250, 6, false), (250, 100, false), (30, 100, false), (30, 6, true), (2, 100, true)]
    {
        let set = vec![
            ("board.length".to_owned(), length.to_string()),
            ("die.sides".to_owned(), sides.to_string()),
            ("sets".to_owned(), u8::from(length > 2).to_string()),
        ];
        let game = pack.configure(&Config { set, ..Config::default() }).unwrap();
        let played = Match::new(game.clone(), 4, vec![String::new(); 2]).unwrap();
        let view = played.view(Some(Seat(0)));
        // Hunts on a long line take time too: a few are enough if the odds can't be computed exactly.
        for (nodes, exactly) in [(20_000, exactly), (5, false)] {
            let nodes = if exactly || length == 30 { nodes } else { nodes.min(1000) };
            let request = Request { view: &view, legal: played.legal(), time: common::TIME, nodes: Some(nodes) };
            let mut seer = seat(&library, &game, 0, "seer", 1);
            let begun = processor_time();
            let reason = seer.choose(&request).unwrap().reason.unwrap();
            let took = processor_time() - begun;
            println!("{length} squares, {sides} sides, {nodes} nodes: {took:?}, {reason}");
            assert!(took < Duration::from_secs(4), "{length} squares, {sides} sides: {took:?}");
            assert!(
                reason.ends_with(if exactly { ", exactly" } else { " hunts" }) || length == 2,
                "{length}: {reason}"
            );
        }
        let request = Request { view: &view, legal: played.legal(), time: Duration::from_millis(50), nodes: None };
        let begun = processor_time();
        seat(&library, &game, 0, "seer", 1).choose(&request).unwrap();
        let took = processor_time() - begun;
        println!("{length} squares, {sides} sides, 50 ms: {took:?}");
        assert!(took < Duration::from_millis(500), "{length} squares, {sides} sides: {took:?}");
    }
}

#[test]
fn a_game_has_robots_of_its_own_or_those_that_play_every_game() {
    let library = RobotLibrary::new();
    assert_eq!(library.own_names("hearts"), ["ducker", "greenhorn"]);
    assert_eq!(library.names("hearts"), ["random", "ducker", "greenhorn", "thinker"]);
    assert_eq!(library.own_names("a-game-without-any"), ["thinker"]);
}
