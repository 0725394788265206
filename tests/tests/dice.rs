//! Dice and partly visible variables.

use std::collections::BTreeMap;
use std::sync::Arc;

use parlour_engine::Words;
use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::SourceFile;
use parlour_engine::game::{Config, Game};
use parlour_engine::ids::Seat;
use parlour_engine::outcomes::Outcomes;
use parlour_engine::pack::{Pack, PackFiles};
use parlour_engine::rules::Rules;
use parlour_engine::scenario::Scenario;
use parlour_engine::state::State;
use serde_json::{Value, json};

const TABLES: &str = r#"
[game]
title = "Dice"
[seats]
min = 2
max = 2
[vars]
code = { per = "seat", length = 4, max = 6, seen = "owner" }
secret = { max = 3, min = 1, seen = "none" }
[dice]
cup = { faces = 6, count = 5, sorted = SORTED }
hidden = { faces = 4, count = 3, per = "seat", seen = "owner", sorted = true }
[phases]
turn = { actions = ["act"] }
[actions]
act = {}
[endings]
over = "over"
[events.rolled]
fields = ["dice: numbers", "negative: numbers"]
text.all = "Rolled {dice}, and {negative}."
"#;

const RULES: &str = r#"
local act = {}
function act.apply(seat)
	DO
	if seat > seats.count then
		event.rolled(cup.list(), { secret.get() })
		ending.over()
	end
	turn.turn(seats.next(seat))
end
return {
	setup = function()
		code.set(2, 1, 5)
		code.set(2, 3, 6)
		hidden.roll(2, 2)
		turn.turn(1)
	end,
	actions = { act = act },
}
"#;

fn game(sorted: bool, does: &str) -> Arc<Game> {
    let texts = [
        ("game.toml".to_owned(), TABLES.replace("SORTED", &sorted.to_string()).into()),
        ("rules.lua".to_owned(), RULES.replace("DO", does).into()),
    ];
    let files = PackFiles { name: "dice".to_owned(), texts: BTreeMap::from(texts), ..PackFiles::default() };
    let pack = Pack::load(files).unwrap_or_else(|faults| panic!("{faults}")).into_shared();
    pack.configure(&Config::default()).unwrap_or_else(|faults| panic!("{faults}"))
}

fn start(game: &Arc<Game>, seed: u64) -> (Rules, State) {
    let mut host = Rules::new(game.clone()).unwrap_or_else(|faults| panic!("{faults}"));
    let state = host.start(seed, &mut Vec::new()).unwrap();
    (host, state)
}

/// The outcomes of the action: dice with probabilities.
fn outcomes(sorted: bool, does: &str) -> (usize, BTreeMap<Vec<u64>, f64>) {
    let game = game(sorted, does);
    let (mut host, state) = start(&game, 1);
    let mut legal = ActionList::new();
    host.legal(&state, &mut legal).unwrap();
    let mut all = Outcomes::new(&game).unwrap().unwrap();
    let found = all.of(&state, legal.get(&game, 0).bytes(), 10_000).unwrap();
    let mut likely = BTreeMap::new();
    for outcome in &found {
        let shown = game.state_json(&outcome.state);
        let mut faces: Vec<u64> = shown["vars"]["cup"].as_array().unwrap().iter().filter_map(Value::as_u64).collect();
        faces.sort_unstable();
        *likely.entry(faces).or_default() += outcome.probability;
    }
    (found.len(), likely)
}

#[track_caller]
fn same(one: &BTreeMap<Vec<u64>, f64>, two: &BTreeMap<Vec<u64>, f64>) {
    assert!(one.keys().eq(two.keys()));
    for (faces, likely) in one {
        assert!((likely - two[faces]).abs() < 1e-9, "{faces:?}: {likely} and {}", two[faces]);
    }
}

#[test]
fn sorted_dice_that_are_alike_are_one_outcome() {
    let (count, likely) = outcomes(true, "cup.roll(5)");
    assert_eq!(count, 252);
    assert!((likely.values().sum::<f64>() - 1.0).abs() < 1e-9);
    assert!((likely[&vec![3, 3, 3, 3, 3]] - 1.0 / 7776.0).abs() < 1e-12);
    assert!((likely[&vec![1, 2, 3, 4, 5]] - 120.0 / 7776.0).abs() < 1e-12);
    assert!((likely[&vec![2, 2, 3, 3, 3]] - 10.0 / 7776.0).abs() < 1e-12);
}

/// Outcomes beyond 255 take two bytes each where they are prescribed.
#[test]
fn chances_with_more_outcomes_than_a_byte_are_prescribed_and_listed() {
    let tables = TABLES.replace("[dice]", "spun = { max = 65535 }\n[chance]\nwheel = { roll = 65535 }\n[dice]");
    let tables = tables.replace("SORTED", "true").replace("faces = 4, count = 3", "faces = 300, count = 3");
    let load = |does: &str, scenario: Option<&str>| {
        let texts = [
            ("game.toml".to_owned(), tables.as_str().into()),
            ("rules.lua".to_owned(), RULES.replace("DO", does).replace("hidden.roll(2, 2)", "").into()),
        ];
        let files = PackFiles { name: "dice".to_owned(), texts: BTreeMap::from(texts), ..PackFiles::default() };
        let pack = Pack::load(files).unwrap_or_else(|faults| panic!("{faults}")).into_shared();
        let scenario = scenario.map(|text| {
            let file = SourceFile::new("scenario.toml", text);
            Arc::new(Scenario::read(file, &pack).unwrap_or_else(|faults| panic!("{faults}")))
        });
        let config = Config { scenario, ..Config::default() };
        pack.configure(&config).unwrap_or_else(|faults| panic!("{faults}"))
    };
    let after = |game: &Arc<Game>| {
        let (mut host, mut state) = start(game, 3);
        let mut legal = ActionList::new();
        host.legal(&state, &mut legal).unwrap();
        let action = legal.get(game, 0);
        host.apply(&mut state, &action, None).unwrap();
        game.state_json(&state)
    };
    let twice = "spun.set(chance.wheel()) hidden.roll(1, 2)";
    let scenario = "game = \"dice\"\nto_act = \"a\"\n[chance]\nwheel = [65535]\nhidden = [299, 256]\n";
    let state = after(&load(twice, Some(scenario)));
    assert_eq!(state["vars"]["spun"], json!(65535));
    assert_eq!(state["vars"]["hidden.a"], json!([256, 299]), "{state}");
    // Without a scenario they are drawn.
    assert!(after(&load(twice, None))["vars"]["spun"].as_u64() > Some(255), "most are beyond 255");

    let game = load("if seat > seats.count then spun.set(chance.wheel()) end hidden.roll(1, 1)", None);
    let (mut host, state) = start(&game, 1);
    let mut legal = ActionList::new();
    host.legal(&state, &mut legal).unwrap();
    let record = legal.get(&game, 0).bytes().to_vec();
    let mut all = Outcomes::new(&game).unwrap().unwrap();
    let found = all.of(&state, &record, 300).unwrap();
    assert_eq!(found.len(), 300);
    assert!(found.iter().all(|outcome| (outcome.probability - 1.0 / 300.0).abs() < 1e-12));
    let refused = all.of(&state, &record, 299).unwrap_err();
    assert_eq!(refused.message, "more than 299 things can come of `act`");
}

#[test]
fn sorted_dice_are_as_likely_as_the_same_by_place() {
    // The second roll depends on the first.
    let twice = "cup.roll(2) if cup.at(1) == cup.at(2) then cup.roll_more(cup.at(1) % 3 + 1) end";
    let (by_place, sorted) = (outcomes(false, twice), outcomes(true, twice));
    assert_eq!(by_place.0, 30 + 2 * (6 + 36 + 216));
    assert_eq!(sorted.0, 15 + 2 * (6 + 21 + 56));
    same(&by_place.1, &sorted.1);
    let kept = "cup.roll(3) cup.take(cup.at(1)) cup.put(6) cup.roll_more(1)";
    same(
        &outcomes(false, kept.replace("cup.at(1)", "math.min(cup.at(1), cup.at(2), cup.at(3))").as_str()).1,
        &outcomes(true, kept).1,
    );
}

#[test]
fn dice_by_place_lie_as_they_were_rolled_and_sorted_ones_in_order() {
    let rolled = |sorted: bool| {
        let game = game(sorted, "cup.roll(4) cup.put(1) cup.take(1)");
        let mut all = Vec::new();
        for seed in 0..40 {
            let (mut host, mut state) = start(&game, seed);
            let mut legal = ActionList::new();
            host.legal(&state, &mut legal).unwrap();
            host.apply(&mut state, &legal.get(&game, 0), None).unwrap();
            let faces: Vec<u64> =
                game.state_json(&state)["vars"]["cup"].as_array().unwrap().iter().filter_map(Value::as_u64).collect();
            assert_eq!(faces.len(), 4);
            all.push(faces);
        }
        all
    };
    assert!(rolled(true).iter().all(|faces| faces.is_sorted()));
    assert!(!rolled(false).iter().all(|faces| faces.is_sorted()));
}

#[test]
fn what_a_seat_does_not_see_is_drawn_from_all_that_it_can_be() {
    let game = game(true, "");
    let (mut host, state) = start(&game, 3);
    let own = game.view(&state, Some(Seat(1)));
    let other = game.view(&state, Some(Seat(0)));
    let (own, shown) = (game.state_json(own.state()), game.state_json(other.state()));
    assert_eq!(own["vars"]["code.b"], json!([5, 0, 6, 0]));
    assert_eq!(own["vars"]["hidden.b"], game.state_json(&state)["vars"]["hidden.b"]);
    assert_eq!(shown["vars"]["code.b"], json!(["?", 0, "?", 0]), "that nothing is there is seen");
    assert_eq!(shown["vars"]["hidden.b"], json!(["?", "?"]));
    assert_eq!(own["vars"]["secret"], json!("?"));
    let mut rng = Generator::from_seed(1);
    let mut seen: BTreeMap<String, BTreeMap<String, u32>> = BTreeMap::new();
    let draws = 6000;
    for _ in 0..draws {
        let world = host.determinize(&other, &mut rng).unwrap();
        assert_eq!(game.view(&world, Some(Seat(0))), other);
        for name in ["code.b", "hidden.b", "secret"] {
            let value = game.state_json(&world)["vars"][name].to_string();
            *seen.entry(name.to_owned()).or_default().entry(value).or_default() += 1;
        }
    }
    assert_eq!(seen["code.b"].len(), 36);
    assert_eq!(seen["secret"].keys().collect::<Vec<_>>(), ["1", "2", "3"]);
    assert!(seen["secret"].values().all(|n| n.abs_diff(draws / 3) < draws / 20));
    assert_eq!(seen["hidden.b"].len(), 10, "sorted, two of four faces");
    assert!(seen["hidden.b"]["[1,2]"].abs_diff(draws / 8) < draws / 30);
    assert!(seen["hidden.b"]["[4,4]"].abs_diff(draws / 16) < draws / 30);
}

#[test]
fn events_tell_lists() {
    let game = game(true, "event.rolled({ 3, 3, 5 }, { -7 })");
    let (mut host, mut state) = start(&game, 1);
    let mut legal = ActionList::new();
    host.legal(&state, &mut legal).unwrap();
    let mut events = Vec::new();
    host.apply(&mut state, &legal.get(&game, 0), Some(&mut events)).unwrap();
    assert_eq!(
        game.event_json(&events[0], None, false),
        json!({"kind": "rolled", "dice": [3, 3, 5], "negative": [-7]})
    );
    assert_eq!(game.event_sentence(&events[0], None, false).unwrap(), "Rolled 3, 3 and 5, and -7.");
}

/// The error when the action is taken.
fn fault(does: &str) -> String {
    let game = game(true, does);
    let (mut host, mut state) = start(&game, 1);
    let mut legal = ActionList::new();
    host.legal(&state, &mut legal).unwrap();
    host.apply(&mut state, &legal.get(&game, 0), Some(&mut Vec::new())).unwrap_err().to_string()
}

#[test]
fn what_can_not_be_done_with_dice_is_refused() {
    for (does, message) in [
        ("cup.roll(6)", "cup.roll: n: expected a number from 0 to 5, got 6"),
        ("cup.roll(4) cup.roll_more(2)", "cup.roll_more: expected a number from 0 to 1, got 2"),
        ("cup.put(7)", "cup.put: face: expected a number from 1 to 6, got 7"),
        ("cup.roll(5) cup.put(1)", "cup.put: all dice are there"),
        ("cup.take(2)", "cup.take: no die shows 2"),
        ("cup.roll(1.5)", "cup.roll: n: expected a whole number from 0 to 5, got 1.5"),
        ("hidden.roll(3, 1)", "hidden: expected a number from 1 to 2, got 3"),
        ("event.rolled(3, {})", "event.rolled: dice: expected a list of at most 31 numbers"),
        ("event.rolled({ 1.5 }, {})", "event.rolled: dice: expected whole numbers from -32768 to 32767"),
    ] {
        let said = fault(does);
        assert!(said.contains(message), "{does}: {said}");
    }
}

#[test]
fn what_is_hidden_needs_an_owner_and_bounds() {
    let faults = |from: &str, to: &str| {
        let tables = TABLES.replace("SORTED", "true").replace(from, to);
        let texts = [("game.toml".to_owned(), tables.into()), ("rules.lua".to_owned(), RULES.replace("DO", "").into())];
        let files = PackFiles { name: "dice".to_owned(), texts: BTreeMap::from(texts), ..PackFiles::default() };
        Pack::load(files).unwrap_err().to_string()
    };
    let no_bounds = faults("length = 4, max = 6", "length = 4");
    assert!(no_bounds.contains("what `code` can be is not known to those who don't see it"), "{no_bounds}");
    let no_owner = faults("seen = \"none\"", "seen = \"owner\"");
    assert!(no_owner.contains("the variable `secret` has no owner"), "{no_owner}");
    let no_faces = faults("faces = 4, ", "");
    assert!(no_faces.contains("how many faces each die has"), "{no_faces}");
}
