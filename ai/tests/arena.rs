//! The arena: fair, reproducible, and exact when it is split.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use common::{game, robots_of};
use parlour_ai::RobotLibrary;
use parlour_ai::arena::{Arena, MergeError, Tally};

fn arena(robots: &[&str], games: u64, jobs: usize) -> Arena {
    Arena {
        game: game("en-garde", None, None),
        robots: robots.iter().map(|&robot| robot.to_owned()).collect(),
        games,
        seed: 11,
        time: Duration::from_millis(500),
        nodes: Some(20),
        shard: (1, 1),
        jobs,
    }
}

fn run(arena: &Arena, library: &RobotLibrary) -> Tally {
    arena.run(library, None, &AtomicBool::new(false), &mut |_| {}).unwrap()
}

/// The figures without those of the clock.
fn timeless(tally: &Tally) -> serde_json::Value {
    let mut json = tally.to_json();
    for robot in json["robots"].as_array_mut().unwrap() {
        robot["ms_per_move"] = serde_json::Value::Null;
    }
    for robot in json["run"]["tallies"].as_array_mut().unwrap() {
        robot["micros"] = serde_json::Value::Null;
    }
    json
}

#[test]
fn a_run_is_the_same_with_any_number_of_threads() {
    let library = RobotLibrary::new();
    let robots = ["fencer", "random", "counter"];
    assert_eq!(timeless(&run(&arena(&robots, 20, 1), &library)), timeless(&run(&arena(&robots, 20, 3), &library)));
}

#[test]
fn shards_merge_to_the_whole_run() {
    let library = RobotLibrary::new();
    let whole = arena(&["fencer", "random"], 22, 2);
    let parts: Vec<Tally> = (1..=3).map(|part| run(&Arena { shard: (part, 3), ..whole.clone() }, &library)).collect();
    let texts: Vec<String> = parts.iter().map(|part| part.to_json().to_string()).collect();
    let read: Vec<Tally> = texts.iter().map(|text| Tally::from_json("shard", text).unwrap()).collect();
    assert_eq!(read, parts);
    let merged = Tally::merge(&[read[2].clone(), read[0].clone(), read[1].clone()]).unwrap();
    assert_eq!(timeless(&merged), timeless(&run(&whole, &library)));
    assert_eq!(Tally::merge(&[parts[0].clone(), parts[0].clone()]), Err(MergeError::Overlap { round: 0 }));
    let other = run(&Arena { seed: 12, ..whole }, &library);
    assert_eq!(Tally::merge(&[parts[0].clone(), other]), Err(MergeError::Different { what: "the seed" }));
}

#[test]
fn a_run_that_was_stopped_goes_on() {
    let library = RobotLibrary::new();
    let whole = arena(&["fencer", "random"], 20, 1);
    let stop = AtomicBool::new(false);
    let part = whole
        .run(&library, None, &stop, &mut |progress| {
            stop.store(progress.done >= 4, std::sync::atomic::Ordering::Relaxed);
        })
        .unwrap();
    assert!(part.games() < 20);
    let rest = whole.run(&library, Some(&part), &AtomicBool::new(false), &mut |_| {}).unwrap();
    assert_eq!(timeless(&rest), timeless(&run(&whole, &library)));
}

#[test]
fn the_same_robot_is_as_good_as_itself_and_errors_are_counted() {
    let (_folder, library) = robots_of(&[("en-garde/broken.lua", "return { choose = function() error('never') end }")]);
    let json = run(&arena(&["fencer", "fencer"], 100, 2), &library).to_json();
    assert_eq!(json["robots"][0]["wins"], json["robots"][1]["wins"], "every deal is played from both sides");
    let json = run(&arena(&["broken", "fencer"], 10, 2), &library).to_json();
    assert!(json["robots"][0]["errors"].as_u64().unwrap() > 20);
    assert!(json["robots"][0]["error"].as_str().unwrap().contains("broken.lua:1:1: never"), "{json}");
    assert_eq!(json["robots"][1]["errors"], 0);
}
