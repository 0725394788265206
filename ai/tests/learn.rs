//! Evaluations learnt by self-play, and weights that robots predict by.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use common::{packs, robots_of, seat};
use parlour_ai::self_play::{CurvePoint, SelfPlay};
use parlour_ai::{Evaluation, Request, RobotLibrary};
use parlour_engine::chance::Generator;
use parlour_engine::game::{Config, Game};
use parlour_engine::pack::Library;
use parlour_engine::scenario::Scenario;
use parlour_engine::{Match, Seat, SourceFile, Words};

/// Two seats in turn choose how to win points: by `draw` 5 on average, by `wild` 4, `roll` 3.5, `steady` 3, `toss`
/// 1.75.
fn dice() -> Arc<Game> {
    let mut packs = Library::default();
    packs.add_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures"));
    packs.load("dice").unwrap().configure(&parlour_engine::Config::default()).unwrap()
}

#[test]
fn a_robot_predicts_by_weights() {
    let robot = "local learnt = require('lib/weights')
return {
	choose = function(_, legal)
		local said = {}
		for _, numbers in { {}, { a = 1, b = { c = 0 } }, { b = { c = 2 } }, { a = -1.5, b = { c = 3 }, unknown = { 7 } } } do
			table.insert(said, predict(learnt, numbers))
		end
		table.insert(said, predict(learnt, { a = 1 }, 10))
		return legal[1], table.concat(said, ' ')
	end,
}";
    for (outcome, units) in [("margin", 0), ("won", 0), ("chosen", 0), ("margin", 5), ("won", 8)] {
        // Each unit counts `a` by its number and `b.c` against it.
        let unit = |n: usize| format!("{{ bias = 0.5, out = 0.25, weights = {{ a = {n}, b = {{ c = -{n} }} }} }}");
        let hidden: Vec<String> = (1..=units).map(unit).collect();
        let weights = format!(
            "return {{ outcome = '{outcome}', bias = 0.125, weights = {{ a = 2, b = {{ c = -3 }} }}, hidden = {{ {} }} }}",
            hidden.join(", ")
        );
        let (_folder, library) = robots_of(&[("dice/student.lua", robot), ("dice/lib/weights.lua", &weights)]);
        let game = dice();
        let mut player = seat(&library, &game, 0, "student", 1);
        let said = common::ask(&game, player.as_mut(), 500).unwrap().reason.unwrap();
        let said: Vec<f64> = said.split(' ').map(|number| number.parse().unwrap()).collect();
        for (said, (a, c, base)) in
            said.iter().zip([(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 2.0, 0.0), (-1.5, 3.0, 0.0), (1.0, 0.0, 10.0)])
        {
            let layer: f64 = (1..=units).map(|n| 0.25 * (0.5 + n as f64 * (a - c)).max(0.0)).sum();
            let sum = base + 0.125 + 2.0 * a - 3.0 * c + layer;
            let own = if outcome == "won" { 1.0 / (1.0 + (-sum).exp()) } else { sum };
            assert!((said - own).abs() < 1e-9, "{outcome}, {units}: {said} for {own}");
        }
    }
}

#[test]
fn a_table_of_features_is_refused_with_what_replaces_it() {
    let robot = "return {
	choose = function(_, legal) return legal[1] end,
	learn = { file = 'w.lua', features = print },
}";
    let (_folder, library) = robots_of(&[("dice/student.lua", robot)]);
    let told = library.seat(&dice(), Seat(0), "student", 1).err().unwrap().to_string();
    assert!(told.contains("dice/student.lua:3") && told.contains("`parlour learn GAME`"), "{told}");
}

#[test]
fn wrong_use_of_predict_is_told_at_its_line() {
    let weights = "return { outcome = 'margin', bias = 1, weights = { a = 1, b = { c = 2 } }, part = {}, \
                   odd = { outcome = 'won', bias = 0, weights = { a = 'x' } }, \
                   short = { outcome = 'won', bias = 0, weights = {}, hidden = { { bias = 0, weights = {} } } }, \
                   flat = { outcome = 'won', bias = 0, weights = {}, hidden = { 1 } } }";
    for (call, expected) in [
        ("learnt, 7", "expected a table of numbers, got number"),
        ("learnt, { a = {} }", "`a` is a table here, and for the weights a number"),
        ("learnt, { b = 1 }", "`b` is a number here, and for the weights a table"),
        ("learnt, { b = { c = true } }", "`c` holds a boolean; expected numbers, and tables of numbers"),
        ("learnt, {}, 'x'", "expected a number as what is known besides, got string"),
        ("learnt.part, {}", "the weights need an `outcome`, \"won\", \"margin\" or \"chosen\""),
        ("learnt.odd, {}", "the weights need a number `a`"),
        ("learnt.short, {}", "the weights need a number `out`"),
        ("learnt.flat, {}", "`hidden` is not a list of units"),
        ("nil, {}", "expected the weights as a file returns them"),
        ("{ outcome = 'won', bias = 0, weights = {} }, {}", "expected the weights as a file returns them"),
    ] {
        let text = format!(
            "local learnt = require('lib/weights')\nreturn {{ choose = function(_, legal)\n\tpredict({call})\n\t\
             return legal[1]\nend }}"
        );
        let (_folder, library) = robots_of(&[("dice/student.lua", &text), ("dice/lib/weights.lua", weights)]);
        let game = dice();
        let mut player = seat(&library, &game, 0, "student", 1);
        let told = common::ask(&game, player.as_mut(), 500).unwrap_err().to_string();
        assert!(told.contains("dice/student.lua:3") && told.contains(expected), "{call}: {told}");
    }
}

/// An evaluation that was learnt by self-play from a number of matches, with the points of its curve.
fn self_taught(game: &Arc<Game>, games: u64, from: Option<Evaluation>) -> (Evaluation, Vec<CurvePoint>) {
    let learning = SelfPlay { game: game.clone(), seed: 3, time: Duration::ZERO, games: Some(games), from };
    let mut curve = Vec::new();
    let learnt = learning.run(&AtomicBool::new(false), &mut |point| curve.push(point)).unwrap();
    (learnt, curve)
}

fn tic_tac_toe(config: &Config) -> Arc<Game> {
    packs().load("tic-tac-toe").unwrap().configure(config).unwrap()
}

#[test]
fn self_play_learns_to_win_and_follows_from_the_seed() {
    let game = tic_tac_toe(&Config::default());
    let (learnt, curve) = self_taught(&game, 3_000, None);
    assert_eq!((learnt.games, curve.last().map(|point| point.games)), (3_000, Some(3_000)));
    assert!(curve.last().unwrap().strength > 0.85, "{curve:?}");
    let (again, _) = self_taught(&game, 3_000, None);
    assert_eq!(learnt.to_bytes(&game).unwrap(), again.to_bytes(&game).unwrap());
    let (further, _) = self_taught(&game, 10, Some(learnt));
    assert_eq!(further.games, 3_010);
}

#[test]
fn self_play_learns_from_hidden_cards_and_from_scores() {
    for (name, least) in [("en-garde", 0.6), ("goofspiel", 0.5)] {
        let game = packs().load(name).unwrap().configure(&Config::default()).unwrap();
        let (_, curve) = self_taught(&game, 400, None);
        assert!(curve.last().unwrap().strength > least, "{name}: {curve:?}");
    }
    // All play together: the score rises.
    let game = packs().load("yahtzee").unwrap().configure(&Config { seats: Some(1), ..Config::default() }).unwrap();
    let (_, curve) = self_taught(&game, 60, None);
    assert!(curve.last().unwrap().strength > 45.0, "{curve:?}");
}

#[test]
fn an_evaluation_is_a_robot_of_its_game() {
    let game = tic_tac_toe(&Config::default());
    let bytes = self_taught(&game, 500, None).0.to_bytes(&game).unwrap();
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("tic-tac-toe")).unwrap();
    let file = folder.path().join("tic-tac-toe/pupil.eval");
    std::fs::write(&file, &bytes).unwrap();
    let mut robots = RobotLibrary::new();
    robots.add_folder(folder.path());
    assert!(robots.names("tic-tac-toe").contains(&"pupil".to_owned()));
    assert!(robots.info("tic-tac-toe", "pupil").unwrap().summary.contains("self-play"));
    // It takes the win.
    let mut played = Match::new(game.clone(), 1, vec!["pupil".to_owned(); 2]).unwrap();
    for text in ["a1", "b2", "a2", "c3"] {
        let action = played.parse(text).unwrap();
        played.act(&action).unwrap();
    }
    let mut pupil = robots.seat(&game, Seat(0), "pupil", 1).unwrap();
    let view = played.view(Some(Seat(0)));
    let request = Request { view: &view, legal: played.legal(), time: Duration::from_secs(9), nodes: Some(2_000) };
    assert_eq!(game.action_text(&pupil.choose(&request).unwrap().action), "a3");

    let refused = |bytes: &[u8], game: &Arc<Game>, text: &str| {
        std::fs::write(&file, bytes).unwrap();
        robots.seat(game, Seat(0), text, 1).err().unwrap().to_string()
    };
    for damaged in [&bytes[..bytes.len() / 2], &bytes[1..], b"", b"{}\n", &[0xff; 90]] {
        let why = refused(damaged, &game, "pupil");
        assert!(why.contains("is not an evaluation, or is damaged"), "{why}");
    }
    let why = refused(&bytes, &game, "pupil(depth=3)");
    assert!(why.contains("depth"), "{why}");
    let other = packs().load("connect-four").unwrap().configure(&Config::default()).unwrap();
    let why = Evaluation::from_bytes(&bytes, "x.eval", &other).unwrap_err().to_string();
    assert!(why.contains("was learnt for tic-tac-toe with 2 seats, and not for connect-four"), "{why}");
}

#[test]
fn self_play_does_not_foresee_dice() {
    let game = dice();
    let (learnt, curve) = self_taught(&game, 400, None);
    let mean = curve.iter().map(|point| point.strength).sum::<f64>() / curve.len() as f64;
    // The best player wins 61% against random ones; one that sees the dice to come wins 85%.
    assert!((0.45..0.73).contains(&mean), "{curve:?}");
    let (again, _) = self_taught(&game, 400, None);
    assert_eq!(learnt.to_bytes(&game).unwrap(), again.to_bytes(&game).unwrap());
}

#[test]
fn lists_of_numbers_are_tracks() {
    let backgammon = packs().load("backgammon").unwrap().configure(&Config::default()).unwrap();
    let observed = backgammon.observation(Seat(0), false);
    let widths: Vec<usize> = observed.tracks().iter().map(|track| track.width).collect();
    assert_eq!(widths, [24], "the points");
    let levels: Vec<u16> = observed.levels().collect();
    let track = &observed.tracks()[0];
    assert!(track.places.iter().all(|place| levels[place.unwrap()] == 7), "up to three checkers of a side count");
    let tic_tac_toe = tic_tac_toe(&Config::default());
    assert!(tic_tac_toe.observation(Seat(0), false).tracks().is_empty());
}

/// A bet on which of two cards lies on top of a deck that nobody sees.
const BETS: (&str, &str) = (
    r#"
[game]
title = "Bets"
[seats]
names = ["first", "second"]
[[card]]
name = "ash"
count = 80
[[card]]
name = "birch"
count = 80
[zones]
deck = { kind = "pile", seen = "none" }
heap = { kind = "pile", seen = "all" }
[setup]
source = "deck"
[vars]
points = { per = "seat", max = 20 }
[phases]
turn = { actions = ["bet"] }
[actions]
bet = { usage = "bet {n:number 1 to 2}" }
[[end]]
when = "counter"
var = "points"
reaches = 8
result = "win"
ending = "points"
[endings]
points = "{winner} wins"
"#,
    "
local bet = {}
function bet.apply(seat, n)
	deck.to_heap()
	if heap.top() == n then
		points.add(seat, 1)
	end
	turn.turn(seats.next(seat))
end
return { setup = function() turn.turn(seats.first) end, actions = { bet = bet } }
",
);

#[test]
fn self_play_does_not_foresee_hidden_cards() {
    let folder = tempfile::tempdir().unwrap();
    let pack = folder.path().join("bets");
    std::fs::create_dir_all(&pack).unwrap();
    std::fs::write(pack.join("game.toml"), BETS.0).unwrap();
    std::fs::write(pack.join("rules.lua"), BETS.1).unwrap();
    let mut packs = Library::default();
    packs.add_folder(folder.path());
    let game = packs.load("bets").unwrap().configure(&Config::default()).unwrap();
    let (_, curve) = self_taught(&game, 300, None);
    let mean = curve.iter().map(|point| point.strength).sum::<f64>() / curve.len() as f64;
    // Counting the cards that are gone helps little; a player that sees the next card wins nearly always.
    assert!((0.3..0.75).contains(&mean), "{curve:?}");
}

#[test]
fn an_evaluation_reads_the_same_of_states_that_its_seat_cannot_tell_apart() {
    for name in ["dark-chess", "hidden-ranks", "hearts"] {
        let game = packs().load(name).unwrap().configure(&Config::default()).unwrap();
        let mut played = Match::new(game.clone(), 3, vec!["random".to_owned(); game.seat_count()]).unwrap();
        let mut rng = Generator::from_seed(3);
        for n in 0..24 {
            let action = played.legal().get(&game, rng.below(played.legal().len() as u32) as usize);
            played.act(&action).unwrap();
            for seat in game.seats().filter(|_| n % 3 == 0) {
                let view = played.view(Some(seat));
                let worlds = played.host().worlds(&view).unwrap();
                let world = played.host().draw(&worlds, &mut rng).unwrap();
                let observation = game.observation(seat, false);
                let [mut real, mut imagined] = [Vec::new(), Vec::new()];
                observation.read(played.state(), &mut real);
                observation.read(&world, &mut imagined);
                assert_eq!(real, imagined, "{name}, {seat:?} after {n}");
            }
        }
    }
}

#[test]
fn evaluations_see_points_and_who_takes_a_trick() {
    let pack = packs().load("hearts").unwrap();
    let seen = |points: u32, trick: [&str; 3]| {
        let text = format!(
            "game = \"hearts\"\nto_act = \"west\"\n[zones]\n\"hand.west\" = [\"3C\", \"KD\"]\ntrick = {trick:?}\n\
             [vars]\n\"points.north\" = {points}\nleader = \"north\"\n"
        );
        let scenario = Arc::new(Scenario::read(SourceFile::new("moment.toml", text), &pack).unwrap());
        let game = pack.configure(&Config { scenario: Some(scenario), ..Config::default() }).unwrap();
        let played = Match::new(game.clone(), 1, vec!["random".to_owned(); 4]).unwrap();
        let mut vector = Vec::new();
        game.observation(Seat(3), true).read(played.state(), &mut vector);
        vector
    };
    // Hearts goes to a hundred points, in a range that the pack doesn't bound.
    let points: Vec<_> = [0, 26, 50, 57, 90, 99].iter().map(|&points| seen(points, ["9C", "5C", "2C"])).collect();
    assert!(points.windows(2).all(|pair| pair[0] != pair[1]));
    // The same cards, the same one on top: another seat takes them.
    let differing = |a: &[u16], b: &[u16]| a.iter().zip(b).filter(|(a, b)| a != b).count();
    assert_eq!(differing(&seen(0, ["9C", "5C", "2C"]), &seen(0, ["5C", "9C", "2C"])), 1);
}
