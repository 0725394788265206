//! Scripts' duties taken over by tables: variables that reset or stay in range, endings by empty zones, scores of held
//! cards, immovable symbols.

use parlour_engine::play::Match;

use parlour_engine::ids::Seat;

use crate::boards::{Edit, changed, faults};
use parlour_engine::Words;

/// The other of two seats.
fn other(seat: Seat) -> Seat {
    Seat::from_index(1 - seat.index())
}

/// A match of a changed pack.
fn begin(name: &str, edits: &[Edit<'_>], seed: u64) -> Match {
    let game = changed(name, edits).unwrap_or_else(|faults| panic!("{faults}"));
    Match::new(game.clone(), seed, vec![String::new(); game.seat_count()]).unwrap_or_else(|faults| panic!("{faults}"))
}

/// A variable of a match as in traces.
fn var(played: &Match, name: &str) -> i64 {
    let (game, state) = (played.game(), played.state());
    game.state_json(state)["vars"][name].as_i64().unwrap_or_else(|| panic!("no number `{name}`"))
}

/// Takes the first legal action.
fn act(played: &mut Match) {
    let action = played.legal().get(played.game(), 0);
    played.act(&action).unwrap();
}

const PLAYED: &str = "played = { min = 0, max = 99, start = 0 }";

#[test]
fn a_variable_falls_back_when_a_turn_is_given_in_a_phase() {
    let mut played = begin("duel", &[("game.toml", PLAYED, "played = { max = 9, start = 4, resets = \"turn\" }")], 1);
    act(&mut played);
    assert_eq!(var(&played, "played"), 4, "it was 5 until the turn was given on");
}

#[test]
fn a_variable_falls_back_when_cards_are_dealt_and_starts_by_seats() {
    let points = "points = { per = \"seat\", min = 0, max = 99 }";
    let by_seats = "points = { per = \"seat\", max = 99, start = { a = 3, b = 5, c = 7 }, resets = [\"deal\"] }";
    let again =
        ("rules.lua", "\tif hand.size(following) == 0 then", "\tsetup.deal()\n\tif hand.size(following) == 0 then");
    let mut played = begin("duel", &[("game.toml", points, by_seats), again], 1);
    assert_eq!((var(&played, "points.a"), var(&played, "points.b")), (3, 5));
    act(&mut played);
    assert_eq!((var(&played, "points.a"), var(&played, "points.b")), (3, 5), "dealt anew");
}

#[test]
fn a_clamped_variable_stays_in_its_range() {
    let clamped = |keys: &str| [("game.toml", PLAYED, format!("played = {{ {keys} }}"))];
    for (keys, by, expected) in [("max = 2, clamp = true", 7, 2), ("min = -1, clamp = true", -3, -1)] {
        let [(file, old, new)] = clamped(keys);
        let adds = format!("\tplayed.add({by})");
        let mut played = begin("duel", &[(file, old, &new), ("rules.lua", "\tplayed.add(1)", &adds)], 1);
        act(&mut played);
        assert_eq!(var(&played, "played"), expected, "{keys}");
    }
}

/// Duel without its ending.
const NO_END: Edit<'_> = (
    "rules.lua",
    "\tif hand.size(following) == 0 then\n\t\tfinish()\n\telse\n\t\tturn.turn(following)\n\tend\n",
    "\tturn.turn(following)\n",
);

#[test]
fn an_empty_hand_ends_the_match_for_its_seat() {
    for (result, wins) in [("win", true), ("lose", false)] {
        let end = format!(
            "[[end]]\nwhen = \"empty\"\nzones = \"hand\"\nresult = \"{result}\"\nending = \"out\"\n\n[endings]\n"
        );
        let mut played = begin("duel", &[("game.toml", "[endings]\n", &end), NO_END], 1);
        let first = played.state().decision().unwrap().seat;
        while !played.state().is_over() {
            act(&mut played);
        }
        assert_eq!(played.steps().len(), 3, "the first seat has played both of its cards");
        assert_eq!(played.state().has_won(first), wins);
    }
}

#[test]
fn zones_that_are_empty_together_end_the_match_and_who_wins_is_as_the_pack_says() {
    let edits: [Edit<'_>; 3] = [
        ("game.toml", "ply_limit = \"ply_limit\"", "ply_limit = \"ply_limit\"\nwinners = [\"least points\"]"),
        (
            "game.toml",
            "[endings]\n",
            "[[end]]\nwhen = \"empty\"\nzones = [\"hand\"]\nresult = \"draw\"\nif = { hand_size = 9 }\nending = \"out\"\n\n\
             [[end]]\nwhen = \"empty\"\nzones = [\"hand\", \"deck\"]\nresult = \"winners\"\nending = \"out\"\n\n[endings]\n",
        ),
        (
            NO_END.0,
            NO_END.1,
            "\tif hand.size(following) == 0 then\n\t\tdeck.all_to_ring()\n\tend\n\tturn.turn(following)\n",
        ),
    ];
    let mut played = begin("duel", &edits, 3);
    while !played.state().is_over() {
        act(&mut played);
    }
    assert_eq!(played.steps().len(), 4, "all hands are empty, and so is the deck");
    let (a, b) = (var(&played, "points.a"), var(&played, "points.b"));
    let won: Vec<bool> = played.game().seats().map(|seat| played.state().has_won(seat)).collect();
    assert_eq!(won, [a <= b, b <= a], "{a} and {b} points");
}

#[test]
fn scores_can_be_what_a_column_of_the_cards_in_hand_comes_to() {
    let edits: [Edit<'_>; 2] = [
        ("game.toml", "scores = \"points\"", "scores = \"strength of hand\""),
        ("rules.lua", "\tif hand.size(following) == 0 then", "\tif hand.size(seat) == 0 then"),
    ];
    let mut played = begin("duel", &edits, 1);
    let first = played.state().decision().unwrap().seat;
    while !played.state().is_over() {
        act(&mut played);
    }
    let game = played.game().clone();
    let held: i64 = game.state_json(played.state())["zones"][&format!("hand.{}", game.seat_name(other(first)))]
        .as_array()
        .unwrap()
        .iter()
        .map(|card| {
            if card == "dagger" {
                1
            } else if card == "blade" {
                3
            } else {
                2
            }
        })
        .sum();
    let score = |seat| i64::from(game.score(played.state(), seat));
    assert_eq!((score(first), score(other(first))), (0, held));
}

#[test]
fn without_a_setup_the_first_seat_begins_in_the_first_phase() {
    let setup = ("rules.lua", "\tsetup = function()\n\t\tturn.turn(chance.first())\n\tend,\n", "");
    for seed in 0..5 {
        let due = begin("duel", &[setup], seed).state().decision().unwrap();
        assert_eq!((due.seat.index(), due.phase.index()), (0, 0));
    }
}

#[test]
fn what_is_wrong_with_these_is_told() {
    let told = |old: &str, new: &str, expected: &[&str]| {
        assert_eq!(faults("duel", &[("game.toml", old, new)]), expected, "{new}");
    };
    told(
        PLAYED,
        "played = { resets = \"trun\" }",
        &[
            "duel/game.toml:61:21: there is no phase `trun` at which a variable could fall back to its start (did you mean `turn`?)",
        ],
    );
    told(
        PLAYED,
        "played = { start = { a = 1, b = 2 }, per = \"seat\" }",
        &[
            "duel/game.toml:61:20: a number by variants or seats needs one for each of them (expected short, long; or a, b, c)",
        ],
    );
    told(
        "scores = \"points\"",
        "scores = \"strenth of hand\"",
        &["duel/game.toml:3:10: the cards have no column of numbers `strenth` (did you mean `strength`?)"],
    );
    told(
        "scores = \"points\"",
        "scores = \"strength of ring\"",
        &["duel/game.toml:3:10: there is no bag for each seat that is called `ring` (known here: hand)"],
    );
    let end = |zones: &str, result: &str| {
        format!("[[end]]\nwhen = \"empty\"\n{zones}result = \"{result}\"\nending = \"out\"\n\n[endings]\n")
    };
    told(
        "[endings]\n",
        &end("", "win"),
        &["duel/game.toml:87:1: `end[1].zones` is missing (expected the name of a zone, or a list of them)"],
    );
    told(
        "[endings]\n",
        &end("zones = \"hnad\"\n", "win"),
        &["duel/game.toml:89:9: there is no zone `hnad` (did you mean `hand`?)"],
    );
    told(
        "[endings]\n",
        &end("zones = \"hand\"\n", "winners"),
        &[
            "duel/game.toml:1:1: `winners` is missing (expected who wins where `[[end]]` says `result = \"winners\"`, such as `[\"most money\"]`)",
        ],
    );
}
