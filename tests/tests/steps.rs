//! Asking seats one after the other, until one acts, and steps of the rules between decisions.

use std::sync::Arc;

use parlour_engine::Words;
use parlour_engine::chance::Generator;
use parlour_engine::game::{Config, Game};
use parlour_engine::play::Match;
use parlour_engine::rules::{Playout, Rules};

use crate::packs::{edited, play};

/// A claim counts unless another seat doubts it; after a vote of all, it is counted.
const TABLES: &str = r#"
winners = ["most points"]
[game]
title = "Claims"
[seats]
min = 2
max = 4
alive = "lives"
[vars]
lives = { per = "seat", max = 3, start = 1 }
points = { per = "seat", max = 99 }
votes = { max = 99 }
[phases]
turn = { actions = ["claim", "rob", "poll", "leave"], text = "claim a point" }
doubt = { actions = ["doubt", "allow"], text = "doubt it, or allow it", pass = "allow" }
pay = { actions = ["pay"], text = "pay" }
vote = { actions = ["vote"], text = "vote", simultaneous = true }
settle = { step = true }
count = { step = true }
[actions]
claim = {}
rob = {}
poll = {}
leave = {}
doubt = {}
allow = {}
pay = {}
vote = { usage = "vote {n:number 0 to 1}" }
[[end]]
when = "last"
ending = "last"
even = "none"
[endings]
last = "{winner} is left"
none = "nobody is left"
"#;

const RULES: &str = r#"
local actions = { claim = {}, rob = {}, poll = {}, leave = {}, doubt = {}, pay = {}, vote = {} }
function actions.claim.apply(seat)
	decide.settle(seat)
	decide.others_doubt(seat)
end
function actions.rob.apply(seat)
	decide.settle(seat)
	decide.others_pay(seat, function(other)
		return points.get(other) > 0
	end)
end
function actions.poll.apply(seat)
	decide.count(seat)
	decide.all_vote()
end
function actions.leave.apply(seat)
	lives.set(seat, 0)
	turn.turn(seats.next(seat))
end
function actions.doubt.apply(seat)
	points.add(seat, 5)
	decide.pay(match.seat())
end
function actions.pay.apply(seat)
	points.set(seat, 0)
end
function actions.vote.apply(_seat, n)
	votes.add(n)
end
return {
	actions = actions,
	steps = {
		settle = function(seat)
			points.add(seat, 1)
			turn.turn(seats.next(seat))
		end,
		count = function(seat)
			points.add(seat, votes.get() * 10)
			votes.set(0)
			decide.settle(seat)
		end,
	},
}
"#;

const TEXTS: [(&str, &str); 2] = [("game.toml", TABLES), ("rules.lua", RULES)];

/// The game for four, with edits.
fn game(edits: &[(&str, &str)]) -> Result<Arc<Game>, String> {
    let pack = edited("claims", &TEXTS, edits)?;
    pack.configure(&Config { seats: Some(4), ..Config::default() }).map_err(|faults| faults.to_string())
}

fn begin(edits: &[(&str, &str)]) -> Result<Match, String> {
    Match::new(game(edits)?, 1, vec!["random".to_owned(); 4]).map_err(|faults| faults.to_string())
}

/// Takes actions, and gives who is asked for what then, and the points.
#[track_caller]
fn after(played: &mut Match, actions: &[&str]) -> (String, Vec<i32>) {
    play(played, actions);
    let game = played.game();
    let asked = played.decision().map_or_else(String::new, |due| {
        format!("{} {}", game.seat_name(due.seat), game.pack().phases[due.phase.index()].name)
    });
    let points = game.pack().vars.iter().position(|var| var.name == "points").unwrap();
    let family = game.layout().vars[points];
    (asked, (0..4).map(|seat| played.state().i32(family.offset + 4 * seat)).collect())
}

fn is(asked: &str, points: [i32; 4]) -> (String, Vec<i32>) {
    (asked.to_owned(), points.to_vec())
}

#[test]
fn others_are_asked_in_turn_and_the_step_follows_when_all_have_passed() {
    let mut played = begin(&[]).unwrap();
    assert_eq!(after(&mut played, &["claim"]), is("b doubt", [0; 4]));
    assert_eq!(after(&mut played, &["allow", "allow"]), is("d doubt", [0; 4]));
    assert_eq!(after(&mut played, &["allow"]), is("b turn", [1, 0, 0, 0]));
}

#[test]
fn an_action_calls_off_the_rest_and_what_it_asks_comes_before_the_step() {
    let mut played = begin(&[]).unwrap();
    assert_eq!(after(&mut played, &["claim", "allow", "doubt"]), is("a pay", [0, 0, 5, 0]));
    assert_eq!(after(&mut played, &["pay"]), is("b turn", [1, 0, 5, 0]));
}

#[test]
fn only_those_that_may_are_asked() {
    let mut played = begin(&[]).unwrap();
    // Nobody can pay: the step follows at once.
    assert_eq!(after(&mut played, &["rob"]), is("b turn", [1, 0, 0, 0]));
    assert_eq!(after(&mut played, &["rob"]), is("a pay", [1, 0, 0, 0]));
    assert_eq!(after(&mut played, &["pay", "rob"]), is("b pay", [0, 1, 0, 0]));
}

#[test]
fn seats_that_are_out_are_not_asked() {
    let mut played = begin(&[]).unwrap();
    assert_eq!(after(&mut played, &["leave", "leave", "claim"]), is("d doubt", [0; 4]));
    assert_eq!(after(&mut played, &["allow"]), is("d turn", [0, 0, 1, 0]));
}

#[test]
fn a_step_waits_until_all_have_decided_at_the_same_time() {
    let mut played = begin(&[]).unwrap();
    assert_eq!(after(&mut played, &["poll", "vote 1", "vote 0", "vote 1"]), is("d vote", [0; 4]));
    // A step puts another one on the stack.
    assert_eq!(after(&mut played, &["vote 1"]), is("b turn", [31, 0, 0, 0]));
}

#[test]
fn machine_code_runs_steps_as_luau_does() {
    let game = game(&[]).unwrap();
    let (mut fast, mut plain) = (Rules::new(game.clone()).unwrap(), Rules::new(game).unwrap());
    assert!(fast.in_luau().is_empty(), "{:?}", fast.in_luau());
    plain.keep_in_luau();
    let start = fast.start(3, &mut Vec::new()).unwrap();
    for seed in 0..50 {
        let ends = [&mut fast, &mut plain].map(|rules| {
            let (mut state, mut generator) = (start.clone(), Generator::from_seed(seed));
            let plies = rules.playout(&mut state, &mut generator, Playout::ByAction, 200).unwrap();
            (plies, state)
        });
        assert!(ends[0] == ends[1], "seed {seed}");
    }
}

#[track_caller]
fn refuses(edits: &[(&str, &str)], expected: &str) {
    let Err(faults) = begin(edits) else { panic!("no fault: {expected}") };
    assert!(faults.contains(expected), "{faults}");
}

#[test]
fn faults_name_the_step() {
    refuses(
        &[("settle = { step = true }", "settle = { step = true, actions = [\"pay\"] }")],
        "nobody acts in the step",
    );
    refuses(&[("count = { step = true }", "count = {}")], "the list of actions that are possible in this phase");
    let misspelt = [("settle = function(seat)", "setle = function(seat)")];
    refuses(&misspelt, "`steps` has no hook `setle`");
    refuses(&misspelt, "the step `settle` has no function");
    refuses(&[("pass = \"allow\"", "pass = \"pay\"")], "there is no action `pay`");
    let sealed = ("simultaneous = true", "simultaneous = true, pass = \"vote\"");
    refuses(&[sealed], "seats that decide at the same time are not asked one by one");
}

#[test]
fn an_error_names_the_step_it_happens_in() {
    let mut played = begin(&[("points.add(seat, 1)", "points.add(seat, 100)")]).unwrap();
    after(&mut played, &["claim", "allow", "allow"]);
    let allow = played.game().parse_action("allow", None).unwrap();
    let error = played.act(&allow).unwrap_err().to_string();
    assert!(error.contains("in `steps.settle`") && error.contains("rules.lua:35"), "{error}");
}
