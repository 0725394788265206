//! Variables indexed by pairs of entries of two tables or lists.

use std::sync::Arc;

use parlour_engine::diagnostic::SourceFile;
use parlour_engine::ids::{Seat, VarId};
use parlour_engine::play::Match;
use parlour_engine::play::prove;
use parlour_engine::scenario::Scenario;
use serde_json::{Value, json};

use crate::boards::{Edit, changed, faults};
use crate::packs::load;
use parlour_engine::Words;

/// The number of cards of each suit a seat has played, with the strength of the last one, which only its owner sees.
const PLAYED: Edit<'_> = (
    "game.toml",
    "played = { min = 0, max = 99, start = 0 }",
    "played = { per = [\"seat\", \"suit\"], max = 2, clamp = true }\n\
     last = { per = [\"seat\", \"suit\"], max = 9, seen = \"owner\" }\n\
     left = { per = [\"card\", \"seat\"], max = \"strength\", start = \"strength\" }",
);
const COUNTS: Edit<'_> = (
    "rules.lua",
    "\tplayed.add(1)",
    "\tplayed.add(seat, card.suit(c), 1)\n\tlast.set(seat, card.suit(c), card.strength(c))\n\tleft.add(c, seat, -1)",
);
const NOTED: Edit<'_> = ("rules.lua", "played.get, ", "played.get, last.get, left.get, ");

fn begin(edits: &[Edit<'_>]) -> Match {
    let game = changed("duel", edits).unwrap_or_else(|faults| panic!("{faults}"));
    Match::new(game.clone(), 1, vec![String::new(); game.seat_count()]).unwrap_or_else(|faults| panic!("{faults}"))
}

fn vars(played: &Match) -> Value {
    played.game().state_json(played.state())["vars"].take()
}

#[test]
fn scripts_count_by_two_indices() {
    let mut played = begin(&[PLAYED, COUNTS, NOTED]);
    let pack = played.game().pack().clone();
    let before = vars(&played);
    assert_eq!(before["played.a"], json!([0, 0]));
    // Initial values and bounds are columns of either table.
    assert_eq!([&before["left.dagger"], &before["left.blade"]], [&json!([1, 1]), &json!([3, 3])]);
    let action = played.legal().get(played.game(), 0);
    let seat = played.decision().unwrap().seat;
    let text = played.game().action_text(&action);
    let row = pack.card_rows().iter().position(|row| text.ends_with(&row.name)).unwrap();
    let (suit, strength) = [(0, 1), (0, 3), (1, 2)][row];
    played.act(&action).unwrap();
    let after = vars(&played);
    let mut expected = [0, 0];
    expected[suit] = 1;
    let name = played.game().seat_name(seat).to_owned();
    assert_eq!(after[format!("played.{name}")], json!(expected));
    expected[suit] = strength;
    assert_eq!(after[format!("last.{name}")], json!(expected));
    let mut left = [strength; 2];
    left[seat.index()] -= 1;
    assert_eq!(after[format!("left.{}", pack.card_rows()[row].name)], json!(left));
    let part = format!("played.{name}.{}", ["sword", "shield"][suit]);
    assert_eq!(played.game().part_json(played.state(), &part), Some(json!(1)));
}

#[test]
fn what_only_its_owner_sees_is_drawn_within_its_own_range() {
    let mut played = begin(&[PLAYED, COUNTS, NOTED]);
    let seat = played.decision().unwrap().seat;
    let action = played.legal().get(played.game(), 0);
    played.act(&action).unwrap();
    let other = Seat::from_index(1 - seat.index());
    let (own, others) = (played.view(Some(seat)), played.view(Some(other)));
    let values = |state: &parlour_engine::state::State| {
        let place = played.game().var(VarId(3));
        [0, 1].map(|slot| state.value_in(place, seat.index(), slot))
    };
    let is = values(played.state());
    assert_eq!(values(own.state()), is);
    assert_eq!(values(others.state()), is.map(|value| if value == 0 { 0 } else { i32::MIN }));
    let game = played.game().clone();
    assert_eq!(game.pack().vars[3].name, "last");
    let shown = game.var_json(others.state(), VarId(3), seat.index());
    assert_eq!(shown.as_array().unwrap().iter().filter(|value| **value == json!("?")).count(), 1);
    let mut rules = parlour_engine::rules::Rules::new(game).unwrap();
    let mut generator = parlour_engine::chance::Generator::from_seed(1);
    let drawn: Vec<[i32; 2]> = (0..40).map(|_| values(&rules.determinize(&others, &mut generator).unwrap())).collect();
    assert!(drawn.iter().flatten().all(|value| (0..=9).contains(value)), "{drawn:?}");
    assert!(drawn.iter().all(|pair| [0, 1].map(|n| pair[n] == 0) == [0, 1].map(|n| is[n] == 0)), "{drawn:?}");
}

#[test]
fn a_value_out_of_range_is_refused_where_it_is_set() {
    let sets = |text: &'static str| ("rules.lua", "\tplayed.add(1)", text);
    for (text, expected) in [
        ("\tplayed.set(seat, 3, 1)", "played.set: expected a number from 1 to 2, got 3"),
        ("\tplayed.set(4, 1, 1)", "played: expected a number from 1 to 2, got 4"),
        ("\tlast.set(seat, 1, 10)", "last: expected 0 to 9, got 10"),
    ] {
        let mut played = begin(&[PLAYED, sets(text), NOTED]);
        let action = played.legal().get(played.game(), 0);
        let error = played.act(&action).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

/// A scenario gives a list, or single values by name, and so do its expectations.
#[test]
fn scenarios_name_the_entries() {
    let pack = load("yahtzee");
    let proven = |vars: &str, expected: &str| {
        let text = format!(
            "game = \"yahtzee\"\nto_act = \"a\"\n[vars]\ncup = [3, 3, 3, 3, 3]\n{vars}\n[expect.vars]\n{expected}\n"
        );
        let scenario = Scenario::read(SourceFile::new("scene.toml", text), &pack);
        let proven = scenario.and_then(|scenario| prove(&Arc::new(scenario), &pack));
        proven.map_or_else(|faults| faults.to_string(), |_| "as expected".to_owned())
    };
    let all = "\"sheet.a\" = [-1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]";
    for (vars, expected, told) in [
        ("sheet.a.twos = 4", "sheet.a.twos = 4\nsheet.a.ones = -1", "as expected"),
        (all, all, "as expected"),
        (all, "sheet.a.chance = 13", "as expected"),
        ("", "sheet.a.ones = 1", "scene.toml:7:16: `sheet.a.ones` is not this (it is -1)"),
        ("sheet.a.two = 4", "rolls = 2", "scene.toml:5:9: there is no box `two` (did you mean `twos`?)"),
        ("sheet.a.twos = 51", "rolls = 2", "scene.toml:5:16: `sheet.a.twos` is 51 (expected -1 to 50)"),
        ("sheet.a.twos = [1]", "rolls = 2", "scene.toml:5:16: `sheet.a.twos` can't be this (expected a whole number)"),
        ("sheet.a = [1, 2]", "rolls = 2", "scene.toml:5:11: `sheet.a` can't be this (expected a list of 13 values)"),
    ] {
        assert_eq!(proven(vars, expected), told, "{vars} {expected}");
    }
}

#[test]
fn a_hand_is_expected_by_pieces() {
    let pack = load("shogi");
    for (number, is_held) in [(0, true), (1, false)] {
        let text = format!("game = \"shogi\"\nexpect.vars.hand.black.pawn = {number}\n");
        let scenario = Scenario::read(SourceFile::new("scene.toml", text), &pack).unwrap();
        assert_eq!(prove(&Arc::new(scenario), &pack).is_ok(), is_held);
    }
}

#[test]
fn what_is_wrong_with_these_is_told() {
    let told = |new: &str, expected: &str| {
        let new = format!("played = {{ {new} }}");
        assert_eq!(faults("duel", &[("game.toml", "played = { min = 0, max = 99, start = 0 }", &new)]), [expected]);
    };
    told(
        "per = [\"seat\", \"suits\"]",
        "duel/game.toml:61:27: there is no table or list `suits` to lay this out over (did you mean `suit`?)",
    );
    told(
        "per = [\"seat\", \"suit\", \"card\"]",
        "duel/game.toml:61:18: a variable can't be laid out over 3 tables \
         (expected one, or two for a variable for each pair: `per = [\"seat\", \"suit\"]`)",
    );
    told(
        "per = [\"seat\", \"suit\"], length = 3",
        "duel/game.toml:61:45: a variable for each pair has one value (leave out `length`)",
    );
    told(
        "per = [\"suit\", \"seat\"], seen = \"owner\", max = 3",
        "duel/game.toml:61:43: the variable `played` has no owner \
         (only a variable with `per = \"seat\"` can be seen by its owner)",
    );
    told(
        "per = [\"seat\", \"suit\"], max = \"strenth\"",
        "duel/game.toml:61:42: there is no option `strenth` that holds a whole number (known here: hand_size, ply_limit)",
    );
}
