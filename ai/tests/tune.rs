//! Tuning of robots' parameters.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use common::{game, robots_of};
use parlour_ai::arena::Openings;
use parlour_ai::{RobotLibrary, Tuning, TuningState};

/// A robot that takes the first of the legal actions with the probability given by its parameter, and the last
/// otherwise. Advancing comes first, and a robot that never attacks seldom wins.
const BOLD: &str = "return {
	params = {
		bold = { default = 10, min = 0, max = 100, help = \"How often it attacks, of a hundred times.\" },
		idle = { default = 0.5, min = 0, max = 1, help = \"Nothing.\" },
		word = \"x\",
	},
	choose = function(me, legal)
		local attacks = legal:of(\"attack\")
		if #attacks > 0 and random.below(100) < me.params.bold then return attacks[1] end
		local moves = legal:of(\"advance\")
		if #moves > 0 then return moves[1] end
		return legal:random()
	end,
}";

fn tuning(games: u64) -> Tuning {
    Tuning {
        game: game("en-garde", None, None),
        robot: "bold".to_owned(),
        params: vec!["bold".to_owned()],
        against: vec!["random".to_owned()],
        games,
        seed: 4,
        time: Duration::from_secs(60),
        nodes: Some(20),
        jobs: 2,
        openings: Openings::Start,
    }
}

fn library() -> (tempfile::TempDir, RobotLibrary) {
    robots_of(&[("en-garde/bold.lua", BOLD)])
}

fn run(tuning: &Tuning, library: &RobotLibrary, state: &mut TuningState) -> bool {
    tuning.go_on(library, state, &AtomicBool::new(false), &mut |_| {}).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn what_wins_more_is_found() {
    let (_folder, library) = library();
    let tuning = tuning(800);
    let mut state = tuning.begin(&library).unwrap();
    assert!(run(&tuning, &library, &mut state));
    assert_eq!(state.steps.len() as u64, tuning.steps());
    let found = tuning.finish(&library, &state, &AtomicBool::new(false)).unwrap().unwrap();
    let (name, before, after) = &found.params[0];
    assert_eq!((name.as_str(), *before), ("bold", 10.0));
    assert!(*after > 20.0, "{found:?}");
    assert_eq!(found.robot, format!("bold(bold={after})"));
    let compared = found.comparison.unwrap();
    assert!(compared.difference > 0.0 && compared.deals == 50, "{compared:?}");
}

#[test]
fn a_tuning_that_was_stopped_goes_on() {
    let (_folder, library) = library();
    let tuning = tuning(130);
    let mut whole = tuning.begin(&library).unwrap();
    assert!(run(&tuning, &library, &mut whole));
    let mut part = tuning.begin(&library).unwrap();
    let stop = AtomicBool::new(false);
    let told = &mut |state: &TuningState| stop.store(state.steps.len() >= 2, Ordering::Relaxed);
    assert!(!tuning.go_on(&library, &mut part, &stop, told).unwrap());
    let text = serde_json::to_string(&part).unwrap();
    let mut part: TuningState = serde_json::from_str(&text).unwrap();
    assert!(part.steps.len() >= 2 && part.steps.len() < whole.steps.len());
    assert!(run(&tuning, &library, &mut part));
    assert_eq!(part, whole);
}

#[test]
fn only_numbers_of_the_robot_can_be_tuned() {
    let (_folder, library) = library();
    for (robot, param, expected) in [
        ("bold", "blod", "did you mean `bold`?"),
        ("bold", "word", "has no parameter `word` that is a number"),
        ("fencer", "", "has no parameter that is a number"),
        ("nobody", "", "nobody"),
    ] {
        let params = if param.is_empty() { Vec::new() } else { vec![param.to_owned()] };
        let other = Tuning { robot: robot.to_owned(), params, ..tuning(50) };
        let error = other.begin(&library).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    let all = Tuning { params: Vec::new(), robot: "bold(bold=50)".to_owned(), ..tuning(50) };
    assert_eq!(all.begin(&library).unwrap().params, ["bold", "idle"]);
}
