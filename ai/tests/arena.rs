//! The arena is fair, reproducible, and exact when it is split or stopped.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use common::{game, robots_of};
use parlour_ai::RobotLibrary;
use parlour_ai::arena::{
    Arena, League, MergeError, Openings, StopRule, Tally, Terms, Verdict, one_table, round_robin, with_partners,
};
use serde_json::{Value, json};

fn arena(robots: &[&str], games: u64, jobs: usize) -> Arena {
    let robots: Vec<String> = robots.iter().map(|&robot| robot.to_owned()).collect();
    let tables = round_robin(robots.len(), 2);
    Arena { games, seed: 11, nodes: Some(20), jobs, tables, ..Arena::new(game("en-garde", None, None), robots) }
}

fn run(arena: &Arena, library: &RobotLibrary) -> Tally {
    arena.run(library, None, &AtomicBool::new(false), &mut |_, _| {}).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The statistics without timings.
fn timeless(tally: &Tally) -> Value {
    let mut json = tally.to_json();
    for robot in json["robots"].as_array_mut().unwrap() {
        robot["ms_per_move"] = Value::Null;
    }
    for robot in json["counted"]["robots"].as_array_mut().unwrap() {
        robot["micros"] = Value::Null;
    }
    json
}

#[test]
fn a_run_is_the_same_with_any_number_of_threads() {
    let library = RobotLibrary::new();
    // One robot remembers, one searches, one keeps locals in a required file: all are reset for every game.
    let robots = ["fencer", "random", "counter", "maestro"];
    assert_eq!(timeless(&run(&arena(&robots, 10, 1), &library)), timeless(&run(&arena(&robots, 10, 3), &library)));
}

#[test]
fn what_is_not_played_again_counts_as_if_it_were() {
    let library = RobotLibrary::new();
    let figures = |robots: [&str; 4], jobs: usize| {
        let robots = robots.map(str::to_owned).to_vec();
        let game = game("final-card-down", None, Some(4));
        let run = run(&Arena { games: 24, seed: 3, nodes: Some(20), jobs, ..Arena::new(game, robots) }, &library);
        let mut json = timeless(&run);
        json["counted"]["robots"].as_array_mut().unwrap().iter_mut().for_each(|robot| {
            robot["first_errors"] = Value::Null;
        });
        let robots = json["counted"]["robots"].clone();
        (robots, json["counted"]["tables"].clone(), json["pairs"].clone())
    };
    let once = figures(["first-fit", "random", "first-fit", "random"], 2);
    // A different specification makes a different robot, so that all four rotations are played.
    assert_eq!(once, figures(["first-fit", "random", "first-fit()", "random()"], 1));
}

#[test]
fn nothing_of_one_game_reaches_the_next() {
    let counting = "local kept, lib = { n = 0 }, require('lib/count')\n\
        return { choose = function(me, legal)\n\
        \tfor _, place in { kept, lib, me, getmetatable(me), me.params } do\n\
        \t\tif pcall(function() place.n = 1 end) then error('it can be changed') end\n\
        \tend\n\
        \tme.memory.n = (me.memory.n or 0) + 1\n\
        \tif me.memory.n > 30 then error('it remembers') end\n\
        \treturn legal:random()\nend }";
    let (_folder, library) =
        robots_of(&[("en-garde/counting.lua", counting), ("en-garde/lib/count.lua", "return { n = 0 }")]);
    let json = run(&arena(&["counting", "random"], 20, 1), &library).to_json();
    assert_eq!(json["robots"][0]["errors"], 0, "{json}");
}

#[test]
fn every_deal_is_played_from_every_seat() {
    // In this game the same seat always acts first; taking the first action wins nothing.
    let (_folder, library) =
        robots_of(&[("tic-tac-toe/first.lua", "return { choose = function(_, legal) return legal[1] end }")]);
    let mut arena = arena(&["first", "first"], 10, 1);
    arena.game = game("tic-tac-toe", None, None);
    let json = run(&arena, &library).to_json();
    // The first seat always wins: each robot began five of the ten games.
    assert_eq!((&json["robots"][0]["wins"], &json["robots"][1]["wins"]), (&json!(5), &json!(5)), "{json}");
    arena.games = 5;
    let json = run(&arena, &library).to_json();
    assert_eq!((&json["robots"][0]["wins"], &json["robots"][1]["wins"]), (&json!(3), &json!(2)), "{json}");
    assert_eq!(json["games"], 5);
}

/// A library with two deterministic robots: the first of the legal actions, and the last.
fn fixed() -> (tempfile::TempDir, RobotLibrary) {
    robots_of(&[
        ("tic-tac-toe/first.lua", "return { choose = function(_, legal) return legal[1] end }"),
        ("tic-tac-toe/last.lua", "return { choose = function(_, legal) return legal[#legal] end }"),
    ])
}

fn fixed_arena(openings: Openings, games: u64) -> Arena {
    Arena { game: game("tic-tac-toe", None, None), openings, ..arena(&["first", "last"], games, 1) }
}

#[test]
fn games_that_repeat_others_count_once() {
    let (_folder, library) = fixed();
    let tally = run(&fixed_arena(Openings::Start, 60), &library);
    let json = tally.to_json();
    // The same two games, one for each beginner.
    assert_eq!((&json["games"], &json["distinct_games"], &json["openings"]), (&json!(60), &json!(2), &json!(1)));
    let [low, high] = [0, 1].map(|n| json["robots"][0]["ci95"][n].as_f64().unwrap());
    assert!(low < 0.1 && high > 0.9, "two games say next to nothing: {json}");
    let warnings: Vec<&str> = json["warnings"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
    assert!(warnings[0].starts_with("of 60 games 2 are different"), "{warnings:?}");
    assert!(warnings[1].starts_with("only 1 deal with games of its own"), "{warnings:?}");
}

#[test]
fn openings_at_random_make_games_of_their_own() {
    let (_folder, library) = fixed();
    let game = game("tic-tac-toe", None, None);
    assert!(matches!(Openings::fitting(&game, false), Ok(Openings::Plies(_))));
    assert!(matches!(Openings::fitting(&game, true), Ok(Openings::Start)));
    assert!(matches!(Openings::fitting(&common::game("en-garde", None, None), false), Ok(Openings::Start)));
    let whole = fixed_arena(Openings::Plies(2), 60);
    let tally = run(&whole, &library);
    let standings = tally.standings();
    let (openings, distinct) = (standings.openings(), standings.distinct_games());
    assert!((15..=30).contains(&openings), "{openings} of 72 openings in 30 deals");
    assert_eq!(distinct, 2 * openings, "each opening was played from both seats");
    let parts: Vec<Tally> =
        (1..=2).map(|part| run(&Arena { shard: Some((part, 2)), ..whole.clone() }, &library)).collect();
    assert_eq!(timeless(&Tally::merge(&parts).unwrap()).to_string(), timeless(&tally).to_string());
}

#[test]
fn openings_come_from_files() {
    let (_folder, library) = fixed();
    let game = game("tic-tac-toe", None, None);
    let text = "# the corner, and the middle\na1\n\nb2; c3 # and a corner\n";
    let openings = Openings::read("openings.txt", text, &game).unwrap();
    let tally = run(&fixed_arena(openings, 12), &library);
    let standings = tally.standings();
    assert_eq!((standings.openings(), standings.distinct_games()), (2, 4), "{}", tally.to_json());
    let scenes = "[boards]\nmain = [\"X..\", \"...\", \"..O\"]\n---\nto_act = \"o\"\n[boards]\nmain = [\"...\", \".X.\", \"...\"]\n";
    let scenes: String =
        scenes.split("---\n").map(|part| format!("game = \"tic-tac-toe\"\n{part}")).collect::<Vec<_>>().join("---\n");
    let openings = Openings::read("openings.toml", &scenes, &game).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(run(&fixed_arena(openings, 12), &library).standings().openings(), 2);
    for (file, text, expected) in [
        ("o.txt", "\n# nothing\n", "o.txt lists no openings"),
        ("o.txt", "a1\na1; a1\n", "o.txt:2: `a1` can't be played here"),
        ("o.txt", "a1; b1; a2; b2; a3\n", "o.txt:1: the game is over here"),
        ("o.toml", "game = \"tic-tac-toe\"\n---\ngame = \"chess\"\n", "o.toml:3:"),
        ("o.toml", "game = \"tic-tac-toe\"\nplayers = 3\n", "o.toml:2:"),
    ] {
        let error = Openings::read(file, text, &game).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn two_robots_are_compared_over_the_same_deals() {
    let library = RobotLibrary::new();
    let mut compared = arena(&["counter", "fencer", "cautious"], 40, 2);
    compared.tables = with_partners(2, 1);
    let found = run(&compared, &library).standings().comparison().unwrap();
    assert_eq!((found.robots, found.deals), ([0, 1], 20));
    assert!(found.interval[0] > 0.2 && found.interval[0] < found.difference, "{found:?}");
    compared.tables = round_robin(3, 2);
    assert!(run(&compared, &library).standings().comparison().is_none());
}

#[test]
fn a_robot_may_sit_on_several_seats() {
    let robots: Vec<String> = ["first-fit", "first-fit", "random"].map(str::to_owned).to_vec();
    let game = game("final-card-down", None, Some(3));
    let tally = run(&Arena { games: 60, jobs: 2, ..Arena::new(game, robots) }, &RobotLibrary::new());
    let json = tally.to_json();
    let of = |n: usize, key: &str| json["robots"][n][key].as_f64().unwrap();
    assert_eq!(json["robots"][2]["name"], "random");
    assert!(of(2, "rate") < 1.0 / 3.0, "{json}");
    assert_eq!(of(0, "elo"), of(1, "elo"), "the same robot has one rating");
    for n in 0..3 {
        assert_eq!(of(n, "wins") + of(n, "draws") + of(n, "losses"), 60.0);
    }
    assert!((of(0, "rate") + of(1, "rate") + of(2, "rate") - 1.0).abs() < 0.001);
}

#[test]
fn shards_merge_to_the_whole_run() {
    let library = RobotLibrary::new();
    let whole = arena(&["fencer", "random", "counter"], 15, 2);
    let shard = |part| run(&Arena { shard: Some((part, 3)), ..whole.clone() }, &library);
    let parts: Vec<Tally> = (1..=3).map(shard).collect();
    let texts: Vec<String> = parts.iter().map(|part| part.to_json().to_string()).collect();
    let read: Vec<Tally> = texts.iter().map(|text| Tally::from_json("shard", text).unwrap()).collect();
    assert_eq!(read, parts);
    let merged = Tally::merge(&[read[2].clone(), read[0].clone(), read[1].clone()]).unwrap();
    assert_eq!(timeless(&merged).to_string(), timeless(&run(&whole, &library)).to_string());
    assert_eq!(Tally::merge(&[parts[0].clone(), parts[0].clone()]), Err(MergeError::Overlap { game: 1 }));
    assert!(!Tally::merge(&parts[..2]).unwrap().is_complete());
    let other = run(&Arena { seed: 12, ..whole }, &library);
    assert_eq!(Tally::merge(&[parts[0].clone(), other]), Err(MergeError::Different { what: "the seed" }));
    assert_eq!(Tally::merge(&[]), Err(MergeError::Nothing));
}

#[test]
fn what_an_arena_has_not_written_is_refused() {
    let text = run(&arena(&["fencer", "random"], 4, 1), &RobotLibrary::new()).to_json().to_string();
    let broken = [
        ("{", "EOF while parsing an object at line 1 column 1".to_owned()),
        ("{}", "it has no key `counted`".to_owned()),
        (
            &text.replace("\"games\":{\"0\":", "\"games\":{\"7\":null,\"0\":"),
            "invalid type: null, expected a tuple of size 3".to_owned(),
        ),
        (
            &text.replace("\"games\":4,\"plies\"", "\"games\":5,\"plies\""),
            "its figures are not of the games that it lists".to_owned(),
        ),
        (&text.replace("\"tables\":[[0,1]]", "\"tables\":[[0,2]]"), "its tables don't fit its robots".to_owned()),
    ];
    for (text, reason) in broken {
        let error = Tally::from_json("f.json", text).unwrap_err().to_string();
        assert_eq!(error, format!("f.json is not a result of an arena: {reason}"));
    }
}

#[test]
fn a_run_that_was_stopped_goes_on() {
    let library = RobotLibrary::new();
    let whole = arena(&["fencer", "random"], 301, 2);
    let stop = AtomicBool::new(false);
    let part =
        whole.run(&library, None, &stop, &mut |progress, _| stop.store(progress.done >= 7, Ordering::Relaxed)).unwrap();
    assert!(part.played() < 20 && !part.is_complete(), "{} games", part.played());
    let rest = whole.run(&library, Some(part.clone()), &AtomicBool::new(false), &mut |_, _| {}).unwrap();
    assert_eq!(timeless(&rest), timeless(&run(&whole, &library)));
    let other = Arena { games: 302, ..whole };
    let fault = other.run(&library, Some(part), &AtomicBool::new(false), &mut |_, _| {}).unwrap_err();
    assert!(fault.to_string().contains("the number of games differs"), "{fault}");
}

#[test]
fn a_robot_that_thinks_is_stopped_at_once() {
    let (_folder, library) =
        robots_of(&[("en-garde/endless.lua", "return { choose = function() while true do end end }")]);
    let arena = arena(&["endless", "random"], 4, 2);
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(300));
            stop.store(true, Ordering::Release);
        });
        let tally = arena.run(&library, None, &stop, &mut |_, _| {}).unwrap();
        // A late robot isn't asked again in its game, which would then end.
        assert_eq!(tally.played(), 0);
        assert!(!tally.to_json()["robots"][0]["elo"].is_f64() || tally.standings().figures()[0].elo == 0.0);
    });
}

#[test]
fn a_run_ends_early_with_the_same_round_whatever_the_threads_do() {
    let library = RobotLibrary::new();
    let rule = StopRule::new(0.5, 0.5, 0.05);
    let one = Arena { stop: rule, ..arena(&["counter", "random"], 2000, 1) };
    let tally = run(&one, &library);
    assert_eq!(tally.verdict(), Some(Verdict::Above));
    assert!(tally.played() < 400 && tally.is_complete());
    let json = timeless(&tally);
    assert_eq!(json, timeless(&run(&Arena { jobs: 3, ..one.clone() }, &library)));
    assert_eq!(json["stop"]["verdict"], "above");
    // Interrupted after a few rounds, it ends with that round too.
    let stop = AtomicBool::new(false);
    let part =
        one.run(&library, None, &stop, &mut |progress, _| stop.store(progress.done >= 6, Ordering::Relaxed)).unwrap();
    let rest = one.run(&library, Some(part), &AtomicBool::new(false), &mut |_, _| {}).unwrap();
    assert_eq!(timeless(&rest), json);
    let robin = Arena { stop: rule, ..arena(&["counter", "fencer", "random"], 20, 1) };
    assert!(robin.header(&library).is_err(), "a round robin has no first robot to judge");
}

/// An answer resigns the match: the other robot wins, and no error is counted.
#[test]
fn resignations_are_counted() {
    let (_folder, library) =
        robots_of(&[("en-garde/humble.lua", "return { choose = function() return 'resign' end }")]);
    let json = run(&arena(&["humble", "fencer"], 4, 1), &library).to_json();
    let [humble, fencer] = [0, 1].map(|n| &json["robots"][n]);
    assert_eq!(
        (&humble["losses"], &humble["resignations"], &humble["errors"]),
        (&json!(4), &json!(4), &json!(0)),
        "{json}"
    );
    assert_eq!((&fencer["wins"], &fencer["resignations"]), (&json!(4), &json!(0)), "{json}");
}

#[test]
fn errors_are_counted_and_the_first_ones_told() {
    let (_folder, library) = robots_of(&[
        ("en-garde/broken.lua", "return { choose = function() error('never') end }"),
        ("en-garde/cheat.lua", "return { choose = function() return 'advance 9' end }"),
    ]);
    let json = run(&arena(&["broken", "fencer"], 10, 2), &library).to_json();
    assert!(json["robots"][0]["errors"].as_u64().unwrap() > 20);
    let errors = json["robots"][0]["first_errors"].as_array().unwrap();
    assert_eq!(errors.len(), 3);
    assert!(errors[0].as_str().unwrap().contains("broken.lua:1:1: never"), "{json}");
    assert_eq!(json["robots"][1]["errors"], 0);
    let json = run(&arena(&["cheat", "fencer"], 2, 1), &library).to_json();
    assert!(json["robots"][0]["errors"].as_u64() > Some(0), "{json}");
}

#[test]
fn what_robots_do_is_counted() {
    let library = RobotLibrary::new();
    let count = vec!["attack.card".to_owned()];
    let partners = with_partners(2, 1);
    let arena = Arena { tables: partners, count, ..arena(&["fencer", "cautious", "random"], 10, 2) };
    let json = run(&arena, &library).to_json();
    let fencer = &json["robots"][0];
    let attacks = fencer["actions"]["attack"].as_u64().unwrap();
    assert_eq!(fencer["events"]["attack"], attacks);
    let by_card: u64 = fencer["counts"]["attack.card"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!(by_card, attacks);
    assert_eq!((&json["robots"][0]["games"], &json["robots"][2]["games"]), (&json!(10), &json!(20)));
    for (key, message) in [
        ("attck.card", "en-garde has no event `attck` (did you mean `attack`?)"),
        ("attack.crd", "the event `attack` has no field `crd` (did you mean `card`?)"),
        ("atack", "en-garde has no event `atack` (did you mean `attack`?)"),
    ] {
        let fault = Arena { count: vec![key.to_owned()], ..arena.clone() }.header(&library).unwrap_err();
        assert!(fault.to_string().contains(message), "{fault}");
    }
}

#[test]
fn tables_fit_the_game() {
    let library = RobotLibrary::new();
    let arena = Arena { tables: one_table(3), ..arena(&["fencer", "random", "counter"], 2, 1) };
    assert!(arena.header(&library).unwrap_err().to_string().contains("2 seats"));
}

#[test]
fn agreement_is_counted_in_the_same_moments() {
    let first = "return { choose = function(_me, legal) return legal[1] end }";
    let last = "return { choose = function(_me, legal) return legal[#legal] end }";
    let broken = "return { choose = function() error('no') end }";
    let (_folder, library) = robots_of(&[
        ("en-garde/first.lua", first),
        ("en-garde/again.lua", first),
        ("en-garde/last.lua", last),
        ("en-garde/broken.lua", broken),
    ]);
    let ask = |jobs| {
        let arena = arena(&["first", "again", "last", "broken"], 6, jobs);
        arena.agreement(&library, &AtomicBool::new(false), &mut |_| {}).unwrap_or_else(|faults| panic!("{faults}"))
    };
    let found = ask(1);
    assert_eq!(found, ask(3), "the number of threads changes nothing");
    assert!(found.moments > 6, "{found:?}");
    assert_eq!(found.errors, [0, 0, 0, found.moments]);
    // Only decisions with a choice count: there the first of a list is never its last.
    let rate = |one: usize, other: usize| found.pairs[one][other].map(|pair| (pair.moments, pair.rate));
    assert_eq!(rate(0, 1), Some((found.moments, 1.0)));
    assert_eq!(rate(1, 2), Some((found.moments, 0.0)));
    assert_eq!(rate(0, 3), Some((0, 0.0)));
    assert_eq!(rate(2, 2), None);
    let [low, high] = found.pairs[0][2].unwrap().interval;
    assert!(low < 1e-9 && (0.2..0.6).contains(&high), "the interval is over 6 games, not all moments: {found:?}");
}

/// A league of robots of a game, and its configuration.
struct Playing {
    arena: Arena,
    library: RobotLibrary,
    /// The file.
    text: String,
}

impl Playing {
    fn new(name: &str, seats: Option<usize>, library: RobotLibrary) -> Self {
        let arena = Arena {
            openings: Openings::Plies(2),
            seed: 5,
            nodes: Some(60),
            ..Arena::new(game(name, None, seats), vec![])
        };
        let text = League::new(Terms::of(&arena)).1;
        Self { arena, library, text }
    }

    /// Goes on from the file with a number of matches.
    fn go_on(&mut self, players: &[&str], games: u64, jobs: usize) {
        let mut league = League::read("x.jsonl", &self.text).unwrap();
        let names: Vec<String> = players.iter().map(|&player| player.to_owned()).collect();
        let (entered, joined) = league.enter(&names, &self.arena.game, &self.library).unwrap();
        self.text.push_str(&joined);
        let arena = Arena { jobs, ..self.arena.clone() };
        let mut write = |line: &str| {
            self.text.push_str(line);
            Ok(())
        };
        let stop = AtomicBool::new(false);
        league.play(&arena, &self.library, (&entered, games), &stop, &mut write, &mut |_| {}).unwrap();
    }

    fn league(&self) -> League {
        League::read("x.jsonl", &self.text).unwrap()
    }

    /// The fault found in replaying.
    fn fault(&self, text: &str) -> String {
        let league = League::read("x.jsonl", text).unwrap();
        league.replay("x.jsonl", &common::packs(), &mut |_| true).unwrap_err().to_string()
    }
}

#[test]
fn a_league_is_the_same_stopped_or_not_and_with_any_number_of_threads() {
    let players = ["random", "thinker@60", "thinker@5"];
    let mut whole = Playing::new("tic-tac-toe", None, RobotLibrary::new());
    whole.go_on(&players, 30, 1);
    let mut parts = Playing::new("tic-tac-toe", None, RobotLibrary::new());
    for (games, jobs) in [(5, 3), (1, 1), (24, 2)] {
        parts.go_on(&players, games, jobs);
    }
    let found = whole.league().to_json();
    assert_eq!(found, parts.league().to_json());
    assert_eq!(found["matches"], 30, "{found}");
    let standings = whole.league().standings();
    assert_eq!((standings[0].name.as_str(), standings[2].name.as_str()), ("thinker@60", "random"), "{standings:?}");
    assert!(standings.windows(2).all(|pair| pair[0].rating >= pair[1].rating));
    assert!(standings.iter().all(|one| one.interval[0] < one.rating && one.rating < one.interval[1]), "{standings:?}");
    assert!(standings.iter().all(|one| one.matches >= 10), "nobody is left out: {standings:?}");
    let over_time = found["over_time"].as_array().unwrap();
    assert_eq!(over_time.last().unwrap()["matches"], 30, "{found}");

    // A line that its writer didn't finish is not there.
    let cut = &whole.text[..whole.text.len() - 20];
    assert_eq!(League::read("x.jsonl", cut).unwrap().len(), 29);
    // A player who comes later is rated with the others, and is among the next who play.
    whole.go_on(&["random", "thinker@60", "thinker@5", "thinker@30"], 8, 2);
    let standings = whole.league().standings();
    assert!(standings.iter().any(|one| one.name == "thinker@30" && one.matches >= 2), "{standings:?}");
}

#[test]
fn matches_of_a_league_are_replayed() {
    let mut playing = Playing::new("liars-dice", Some(3), RobotLibrary::new());
    playing.go_on(&["random", "thinker@20"], 6, 2);
    playing.go_on(&["random", "thinker@20", "thinker@10", "thinker@5"], 12, 2);
    let league = playing.league();
    assert_eq!(league.len(), 18);
    let mut told = 0;
    let replayed = league.replay("x.jsonl", &common::packs(), &mut |done| {
        told = done;
        true
    });
    replayed.unwrap();
    assert_eq!(told, 18);
    // Line 4 is the first match.
    let lines: Vec<&str> = playing.text.lines().collect();
    let first: Value = serde_json::from_str(lines[3]).unwrap();
    assert_eq!((&first["type"], &first["round"]), (&json!("match"), &json!(0)), "{first}");
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut line = first.clone();
        change(&mut line);
        let text =
            lines.iter().enumerate().map(|(n, &old)| if n == 3 { format!("{line}\n") } else { format!("{old}\n") });
        playing.fault(&text.collect::<String>())
    };
    for (told, expected) in [
        (changed(&|line| line["ranks"] = json!([2, 2, 2])), "the ranks are others"),
        (changed(&|line| line["course"] = json!("0")), "its course is another"),
        (changed(&|line| line["save"]["seed"] = json!(1)), "the match doesn't come out"),
        (changed(&|line| line["save"]["players"][0] = json!("human")), "the save names other players"),
        (changed(&|line| line["save"]["actions"][0] = json!("sing")), "`sing`"),
    ] {
        assert!(told.starts_with("x.jsonl:4: ") && told.contains(expected), "{told}");
    }
    let (terms, entrant) = (lines[0], lines[1]);
    for (text, expected) in [
        (String::new(), "x.jsonl:1: the file is empty"),
        ("{}\n".to_owned(), "x.jsonl:1: this is not a line of a league"),
        (format!("{entrant}\n"), "x.jsonl:1: the first line is not that of a league"),
        (format!("{terms}\n{terms}\n"), "x.jsonl:2: the league begins a second time"),
        (format!("{terms}\n{}\n", lines[3]), "x.jsonl:2: the match doesn't fit the seats and players"),
        (terms.replace("\"format\":1", "\"format\":9") + "\n", "x.jsonl:1: the league has the format 9"),
    ] {
        let told = League::read("x.jsonl", &text).unwrap_err().to_string();
        assert!(told.contains(expected), "{told}");
    }
}

#[test]
fn a_robot_that_has_changed_is_another_player() {
    let text = |n: usize| format!("return {{ choose = function(_, legal) return legal[{n}] end }}");
    let (folder, library) = robots_of(&[("tic-tac-toe/first.lua", &text(1))]);
    let mut playing = Playing::new("tic-tac-toe", None, library);
    playing.go_on(&["random", "first"], 4, 1);
    std::fs::write(folder.path().join("tic-tac-toe/first.lua"), text(2)).unwrap();
    let mut library = RobotLibrary::new();
    library.add_folder(folder.path());
    playing.library = library;
    playing.go_on(&["random", "first"], 4, 1);
    let league = playing.league();
    let names: Vec<&str> = league.players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["random", "first", "first"]);
    let shown: Vec<String> = league.standings().into_iter().map(|one| one.name).collect();
    assert_eq!(shown.iter().filter(|name| name.starts_with("first [")).count(), 2, "{shown:?}");
}
