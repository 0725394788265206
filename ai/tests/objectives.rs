//! Objectives of searches and the arena: the score in cooperative and single-player games, and wins of a team.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use common::{play, robots_of, seat};
use parlour_ai::RobotLibrary;
use parlour_ai::arena::Arena;
use parlour_engine::game::{Config, Game};
use parlour_engine::pack::{Pack, PackFiles};

/// A game in which a seat says three numbers; the score is their sum, if that isn't above 17.
fn game(seats: &str, rules: &str) -> Arc<Game> {
    game_with("sum", seats, "sum = { max = 99 }", rules)
}

/// A game of saying a number, with its scores, seats and variables.
fn game_with(scores: &str, seats: &str, vars: &str, rules: &str) -> Arc<Game> {
    let tables = format!(
        "scores = \"{scores}\"\n[game]\ntitle = \"Say\"\n[seats]\n{seats}\n[vars]\n{vars}\n\
         [phases]\nturn = {{ actions = [\"say\"] }}\n[actions]\nsay = {{ usage = \"say {{n:number 1 to 9}}\" }}\n\
         [endings]\ndone = \"it is over\"\n"
    );
    let texts = [("game.toml", tables), ("rules.lua", rules.to_owned())];
    let texts = texts.into_iter().map(|(path, text)| (path.to_owned(), text.into())).collect();
    let files = PackFiles { name: "say".to_owned(), texts, ..PackFiles::default() };
    let pack = Pack::load(files).unwrap_or_else(|faults| panic!("{faults}")).into_shared();
    pack.configure(&Config::default()).unwrap()
}

const UP_TO_17: &str = "local say = {}
function say.allow(_seat, _n) return true end
function say.apply(seat, n)
	sum.set(if sum.get() + n > 17 then 0 else sum.get() + n)
	if match.ply() == 3 then ending.done() else turn.turn(seats.next(seat)) end
end
return { setup = function() turn.turn(1) end, actions = { say = say } }
";

const THINKER: &str = "return { choose = function(_, legal)
	local best, found = search.ismcts()
	return best, `{found.value}`
end }";

#[test]
fn searches_go_for_the_score() {
    let (_folder, library) = robots_of(&[("say/thinker.lua", THINKER)]);
    for seats in ["min = 1\nmax = 1", "min = 2\nmax = 2\ntogether = true"] {
        let game = game(seats, UP_TO_17);
        for seed in 0..3 {
            let mut players: Vec<_> =
                (0..game.seat_count()).map(|n| seat(&library, &game, n, "thinker", seed)).collect();
            let played = play(&game, &mut players, seed, 4000, 9);
            assert_eq!(played.end_json()["scores"]["a"], 17, "{seats}: the most there is");
        }
    }
}

#[test]
fn a_team_that_wins_anyway_goes_for_its_lead() {
    let rules = "local say = {}
function say.allow(_seat, _n) return true end
function say.apply(seat, n)
	points.set(1, 20 - n)
	points.set(3, 20 - n)
	ending.done()
end
return { setup = function() turn.turn(1) end, actions = { say = say } }
";
    let (_folder, library) =
        robots_of(&[("say/thinker.lua", "return { choose = function() return search.think() end }")]);
    let game = game_with(
        "points",
        "min = 4\nmax = 4\nteams = [[\"a\", \"c\"], [\"b\", \"d\"]]",
        "points = { per = \"seat\", max = 99 }",
        rules,
    );
    for seed in 0..3 {
        let mut players: Vec<_> = (0..4).map(|n| seat(&library, &game, n, "thinker", seed)).collect();
        let played = play(&game, &mut players, seed, 1500, 1);
        assert_eq!(played.end_json()["scores"]["a"], 19, "the most there is");
    }
}

#[test]
fn alpha_beta_is_for_opponents() {
    let text = "return { choose = function() return search.alphabeta() end }";
    let (_folder, library) = robots_of(&[("say/deep.lua", text)]);
    let game = game("min = 2\nmax = 2\ntogether = true", UP_TO_17);
    let mut player = seat(&library, &game, 0, "deep", 1);
    let fault = common::ask(&game, &mut *player, 50).unwrap_err().to_string();
    assert!(fault.contains("two seats against each other"), "{fault}");
}

fn run(arena: &Arena, library: &RobotLibrary) -> serde_json::Value {
    let tally = arena.run(library, None, &AtomicBool::new(false), &mut |_, _| {});
    tally.unwrap_or_else(|faults| panic!("{faults}")).to_json()
}

#[test]
fn an_arena_tells_the_score_of_what_is_played_together() {
    let pick = |n: u8| format!("return {{ choose = function(_, legal) return legal[{n}] end }}");
    let (one, five) = (pick(1), pick(5));
    let (_folder, library) = robots_of(&[("say/one.lua", &one), ("say/five.lua", &five)]);
    let robots = vec!["one".to_owned(), "five".to_owned()];
    let game = game("min = 1\nmax = 1", UP_TO_17);
    let arena = Arena { games: 4, tables: vec![vec![0], vec![1]], ..Arena::new(game, robots) };
    let json = run(&arena, &library);
    assert_eq!(json["together"], true);
    assert_eq!((&json["robots"][0]["mean_score"], &json["robots"][1]["mean_score"]), (&3.0.into(), &15.0.into()));
    assert_eq!(json["robots"][1]["score_ci95"], serde_json::json!([15.0, 15.0]));
}

#[test]
fn a_team_is_one_side_in_an_arena() {
    // The second seat says 9 and wins for its team, as does every seat of that side.
    let rules = "local say = {}
function say.allow(_seat, _n) return true end
function say.apply(seat, n)
	if n == 9 then match.winner(seat) end
	if seat == 4 then ending.done() else turn.turn(seats.next(seat)) end
end
return { setup = function() turn.turn(1) end, actions = { say = say } }
";
    let game = game("min = 4\nmax = 4\nteams = [[\"a\", \"c\"], [\"b\", \"d\"]]", rules);
    let pick = |n: u8| format!("return {{ choose = function(_, legal) return legal[{n}] end }}");
    let (one, nine) = (pick(1), pick(9));
    let (_folder, library) = robots_of(&[("say/one.lua", &one), ("say/nine.lua", &nine)]);
    let robots = ["one", "nine", "one", "one"].map(str::to_owned).to_vec();
    let json = run(&Arena { games: 8, ..Arena::new(game, robots) }, &library);
    let rates: Vec<f64> = (0..4).map(|n| json["robots"][n]["rate"].as_f64().unwrap()).collect();
    assert_eq!(rates, [0.0, 1.0, 0.0, 1.0]);
}
