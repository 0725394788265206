//! Weights that robots learn.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use common::{packs, robots_of, seat};
use parlour_ai::arena::Openings;
use parlour_ai::learn::{Learning, Learnt, Outcome, Part, Placed};
use parlour_ai::self_play::{CurvePoint, SelfPlay};
use parlour_ai::{Evaluation, Request, RobotLibrary};
use parlour_engine::game::{Config, Game};
use parlour_engine::pack::Library;
use parlour_engine::{Match, Seat, Words};

/// Two seats in turn choose how to win points: by `draw` 5 on average, by `wild` 4, `roll` 3.5, `steady` 3, `toss`
/// 1.75.
fn dice() -> Arc<Game> {
    let mut packs = Library::default();
    packs.add_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures"));
    packs.load("dice").unwrap().configure(&parlour_engine::Config::default()).unwrap()
}

/// A robot that plays at random or greedily by its weights, and learns the value of each action.
fn student(outcome: &str) -> String {
    format!(
        "local learnt = require('lib/weights')
return {{
	params = {{ greedy = false }},
	choose = function(me, legal)
		if not me.params.greedy then return legal[random.below(#legal) + 1] end
		return (legal:best(function(action) return learnt.weights.verb[action.verb] end))
	end,
	learn = {{
		file = 'lib/weights.lua',
		outcome = '{outcome}',
		features = function(me, action)
			return {{ verb = {{ [action.verb] = 1 }}, seat = {{ if me.seat == 1 then 1 else 0 }} }}
		end,
	}},
}}"
    )
}

fn learning(robot: &str, games: u64, jobs: usize) -> Learning {
    Learning {
        game: dice(),
        robot: robot.to_owned(),
        against: vec![robot.to_owned()],
        games,
        seed: 7,
        ridge: 1.0,
        lambda: 1.0,
        hidden: 0,
        passes: 10,
        nodes: 10,
        jobs,
        openings: Openings::Start,
    }
}

fn run(learning: &Learning, library: &RobotLibrary) -> Learnt {
    learning.run(library, &AtomicBool::new(false), &mut |_| {}).unwrap_or_else(|faults| panic!("{faults}")).unwrap()
}

/// The verbs by learned weight, best first.
fn order(learnt: &Learnt) -> Vec<String> {
    let mut verbs: Vec<(f64, String)> = Vec::new();
    for (path, weight) in &learnt.weights {
        if let [Part::Name(kind), Part::Name(verb)] = &path[..] {
            assert_eq!(kind, "verb");
            verbs.push((*weight, verb.clone()));
        }
    }
    verbs.sort_by(|a, b| b.0.total_cmp(&a.0));
    verbs.into_iter().map(|(_, verb)| verb).collect()
}

#[test]
fn what_actions_bring_is_learnt() {
    let text = student("margin");
    let (folder, library) =
        robots_of(&[("dice/student.lua", &text), ("dice/lib/weights.lua", "return { bias = 0, weights = {} }")]);
    let learnt = run(&learning("student", 1000, 2), &library);
    assert_eq!((learnt.lesson.outcome, learnt.games, learnt.moments), (Outcome::Margin, 800, 1600));
    let order = order(&learnt);
    assert_eq!((order[0].as_str(), order[4].as_str(), order.len()), ("draw", "toss", 5), "{learnt:?}");
    let of = |verb: &str| {
        let path = [Part::Name("verb".to_owned()), Part::Name(verb.to_owned())];
        learnt.weights.iter().find(|(known, _)| known[..] == path).unwrap().1
    };
    assert!((of("draw") - of("toss") - 3.25).abs() < 1.5, "{learnt:?}");
    let proof = &learnt.proof;
    assert_eq!((proof.games, proof.moments, proof.groups.len()), (200, 400, 5));
    assert!((0.9..1.1).contains(&(proof.error / proof.blind)), "dice decide more than choices: {proof:?}");
    assert!(proof.groups[4].came > proof.groups[0].came, "{proof:?}");
    assert!(proof.groups.windows(2).all(|pair| pair[0].predicted <= pair[1].predicted), "{proof:?}");

    // The robot requires the written file, and plays by it.
    let command = "parlour learn dice/student --games 1000";
    let file = learnt.text(command);
    assert!(file.starts_with("-- How far") && file.contains(command), "{file}");
    assert!(file.lines().all(|line| line.chars().count() <= 120), "{file}");
    let place = library.folder("dice", "student").unwrap().unwrap().join(&learnt.lesson.file);
    assert_eq!(place, folder.path().join("dice/lib/weights.lua"));
    std::fs::write(place, file).unwrap();
    let game = dice();
    let mut players: Vec<_> = (0..2).map(|n| seat(&library, &game, n, "student(greedy=true)", 1)).collect();
    let played = common::play(&game, &mut players, 3, 10, 10);
    assert!(played.steps().iter().all(|step| game.action_text(&step.action) == order[0]));
}

#[test]
fn threads_change_nothing_and_odds_are_learnt_too() {
    let text = student("won");
    let (_folder, library) =
        robots_of(&[("dice/student.lua", &text), ("dice/lib/weights.lua", "return { bias = 0, weights = {} }")]);
    let learnt = run(&learning("student", 500, 1), &library);
    assert_eq!(learnt, run(&learning("student", 500, 3), &library));
    assert_eq!(order(&learnt)[0], "draw", "{learnt:?}");
    assert!(learnt.proof.groups.iter().all(|group| (0.0..=1.0).contains(&group.predicted)), "{learnt:?}");
    let stopped = learning("student", 400, 2).run(&library, &AtomicBool::new(true), &mut |_| {});
    assert!(stopped.unwrap().is_none());
}

/// A robot that takes `draw` in 3 of 4 decisions and a random action in the others, and learns its own choices.
const WATCHED: &str = "return {
	choose = function(_, legal)
		return if random.chance(0.75) then 'draw' else legal:random()
	end,
	learn = {
		file = 'lib/weights.lua',
		outcome = 'chosen',
		features = function(_, action)
			if action.verb == 'toss' then return nil end
			return { draw = if action.verb == 'draw' then 1 else 0, wild = if action.verb == 'wild' then 1 else 0, score = 1 }
		end,
	},
}";

#[test]
fn what_is_chosen_is_learnt() {
    let (_folder, library) = robots_of(&[("dice/student.lua", WATCHED)]);
    for hidden in [0, 3] {
        let learnt = run(&Learning { hidden, ..learning("student", 1000, 2) }, &library);
        assert_eq!(learnt.lesson.outcome, Outcome::Chosen);
        // Of the five actions `toss` has no features, and decisions in which it was taken are skipped.
        assert!((1450..1560).contains(&learnt.moments), "{}", learnt.moments);
        let likes = |numbers: &[(&str, f64)]| predicted(&learnt, numbers).exp();
        let (draw, wild, other) = (likes(&[("draw", 1.0)]), likes(&[("wild", 1.0)]), likes(&[]));
        let odds = draw / (draw + wild + 2.0 * other);
        assert!((odds - 0.8 / 0.95).abs() < 0.04, "{odds}: {learnt:?}");
        assert!((wild / other - 1.0).abs() < 0.4, "{learnt:?}");
        let proof = &learnt.proof;
        assert!((proof.hits.unwrap() - 0.8 / 0.95).abs() < 0.06, "{proof:?}");
        assert!((proof.blind - 4.0_f64.ln()).abs() < 1e-9 && proof.error < 0.75, "{proof:?}");
        assert_eq!(proof.groups.iter().map(|group| group.moments).sum::<u64>(), 4 * proof.moments, "{proof:?}");
        let file = learnt.text("parlour learn dice/student");
        assert!(file.contains("outcome = \"chosen\"") && file.contains("of the choices"), "{file}");
    }
    let early = Learning { lambda: 0.5, ..learning("student", 20, 1) };
    let told = early.run(&library, &AtomicBool::new(false), &mut |_| {}).unwrap_err().to_string();
    assert!(told.contains("what a robot chooses does not hang on"), "{told}");
}

/// Each raise is an action of its own.
#[test]
fn a_moment_with_too_many_actions_is_told() {
    let config = Config { set: vec![("stack".into(), "6500".into())], seats: Some(2), ..Config::default() };
    let holdem = packs().load("holdem").unwrap().configure(&config).unwrap();
    let robot = "return {
	choose = function(_, legal) return legal[1] end,
	learn = { file = 'w.lua', outcome = 'chosen', features = function() return { 1 } end },
}";
    let (_folder, library) = robots_of(&[("holdem/student.lua", robot)]);
    let learning = Learning { game: holdem, ..learning("student", 10, 1) };
    let told = learning.run(&library, &AtomicBool::new(false), &mut |_| {}).unwrap_err().to_string();
    assert!(told.contains("`features` describes more than 1000 actions of a moment"), "{told}");
    assert!(told.contains("let it return nil"), "{told}");
}

/// The prediction of a table of weights, computed independently.
fn predicted(learnt: &Learnt, numbers: &[(&str, f64)]) -> f64 {
    let sum = |weights: &Placed| -> f64 {
        let weight = |name: &str| {
            let path: Vec<Part> = name.split('.').map(|part| Part::Name(part.to_owned())).collect();
            weights.iter().find(|(known, _)| *known == path).map_or(0.0, |(_, weight)| *weight)
        };
        numbers.iter().map(|(name, x)| weight(name) * x).sum()
    };
    let units = learnt.hidden.iter().map(|unit| unit.out * (unit.bias + sum(&unit.weights)).max(0.0));
    learnt.bias + sum(&learnt.weights) + units.sum::<f64>()
}

#[test]
fn a_robot_predicts_what_was_learnt() {
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
	learn = {
		file = 'lib/weights.lua',
		outcome = 'OUTCOME',
		features = function(me, action)
			return { a = action.index, b = { c = #action.verb - 4 } }
		end,
	},
}";
    for (outcome, hidden) in [("margin", 0), ("won", 0), ("margin", 5), ("won", 8)] {
        let text = robot.replace("OUTCOME", outcome);
        let (folder, library) = robots_of(&[
            ("dice/student.lua", &text),
            ("dice/lib/weights.lua", "return { outcome = 'won', bias = 0, weights = {} }"),
        ]);
        let learning =
            Learning { hidden, passes: 3, against: vec!["random".to_owned()], ..learning("student", 100, 1) };
        let learnt = run(&learning, &library);
        assert_eq!((learnt.hidden.len(), learnt.lesson.outcome.name()), (hidden, outcome));
        std::fs::write(folder.path().join("dice/lib/weights.lua"), learnt.text("parlour learn")).unwrap();
        let library = {
            let mut library = RobotLibrary::new();
            library.add_folder(folder.path());
            library
        };
        let game = dice();
        let mut player = seat(&library, &game, 0, "student", 1);
        let said = common::ask(&game, player.as_mut(), 500).unwrap().reason.unwrap();
        let said: Vec<f64> = said.split(' ').map(|number| number.parse().unwrap()).collect();
        let own = [
            predicted(&learnt, &[]),
            predicted(&learnt, &[("a", 1.0)]),
            predicted(&learnt, &[("b.c", 2.0)]),
            predicted(&learnt, &[("a", -1.5), ("b.c", 3.0)]),
            predicted(&learnt, &[("a", 1.0)]) + 10.0,
        ];
        for (said, own) in said.iter().zip(own) {
            let own = if outcome == "won" { 1.0 / (1.0 + (-own).exp()) } else { own };
            // A file has its weights in four significant digits.
            assert!((said - own).abs() < 0.01 * own.abs().max(1.0), "{outcome}, {hidden}: {said} for {own}");
        }
    }
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

#[test]
fn what_cannot_be_learnt_is_told_at_its_line() {
    let robot =
        |learn: &str| format!("return {{\n\tchoose = function(_, legal) return legal[1] end,\n\tlearn = {learn},\n}}");
    let described = |what: &str| robot(&format!("{{ file = 'lib/w.lua', features = function() return {what} end }}"));
    let message = |text: &str, games: u64| {
        let (_folder, library) = robots_of(&[("dice/student.lua", text)]);
        let learning = learning("student", games, 1);
        learning.run(&library, &AtomicBool::new(false), &mut |_| {}).unwrap_err().to_string()
    };
    for (text, expected) in [
        (robot("nil"), "the robot `student` learns nothing"),
        (robot("{}"), "dice/student.lua:3"),
        (robot("{ features = print }"), "`learn` needs a `file` (expected a file below the robot's folder"),
        (robot("{ features = print, file = '../w.lua' }"), "`learn` needs a `file`"),
        (robot("{ features = print, file = 'w.lua', otcome = 'won' }"), "did you mean `outcome`?"),
        (robot("{ features = print, file = 'w.lua', outcome = 'lost' }"), "expected \"won\", \"margin\" or \"chosen\""),
        (described("{ a = { b = 'x' } }"), "dice/student.lua:3:2: `features` returned a text at `a.b`"),
        (described("7"), "`features` returned a number"),
        (described("{ 0 / 0 }"), "holds the number"),
        (described("{ 1 }, 'x'"), "`features` returned a string as its second value"),
        (described("nil"), "nothing can be learnt"),
        (described("{ x = me }"), "dice/student.lua:3"),
    ] {
        let told = message(&text, 10);
        assert!(told.contains(expected), "{text}: {told}");
    }
    assert!(message(&described("{ 1 }"), 2).contains("of each 5 deals the last is held out"));
    let many = described("(function() local t = {} for n = 1, 600 do t[n] = n t[-n] = n end return t end)()");
    assert!(message(&many, 10).contains("1000"), "{}", message(&many, 10));
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
    assert!(curve.last().unwrap().strength > 0.9, "{curve:?}");
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
