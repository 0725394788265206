use serde_json::{Map, Value, json};

use super::*;
use crate::referee::Start;
use crate::referee::testing::{
    Random, assert_caught, assert_clean, assert_every_change_is_caught, is_wording, playthrough,
};

const LETTERS: [&str; 10] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

fn game(seats: usize, options: Value) -> Value {
    json!({
        "type": "game", "game": "final-card-down", "variant": null, "seed": 1,
        "seats": LETTERS[..seats], "robots": vec!["random"; seats], "options": options,
    })
}

/// Zones as in `"draw_pile: 5 red hearts, 7 red clubs; discard: 3 red spades; a: ; b: "`, where a
/// letter stands for a hand, and the vars in the order of the parameters.
fn state(zones: &str, live_twos: usize, declared: &str, turn: usize, drawn: usize) -> Value {
    let mut map = Map::new();
    for zone in zones.split("; ") {
        let (name, cards) = zone.split_once(": ").unwrap();
        let cards: Vec<&str> = cards.split(", ").filter(|card| !card.is_empty()).collect();
        let hand = LETTERS.contains(&name).then(|| format!("hand.{name}"));
        map.insert(hand.unwrap_or_else(|| name.to_owned()), json!(cards));
    }
    json!({
        "zones": map, "boards": {},
        "vars": {"live_twos": live_twos, "declared": declared, "turn": turn, "drawn": drawn},
    })
}

fn step(n: usize, to_act: &str, legal: &[&str], action: &str, state: Value) -> Value {
    json!({
        "type": "step", "n": n, "to_act": to_act, "phase": "turn", "state": state,
        "legal": legal, "legal_complete": true, "action": action, "events": [],
    })
}

/// Three seats: a run of two 2s, four cards drawn for it with the discard pile turned over on the
/// way, and the last card of a hand.
fn run_of_twos() -> Vec<Value> {
    vec![
        game(3, json!({})),
        step(
            0,
            "a",
            &["play 2 red clubs", "draw"],
            "play 2 red clubs",
            state(
                "draw_pile: 5 red hearts, 6 red diamonds, 7 red clubs; discard: 3 red spades; \
             a: 2 red clubs, 9 blue hearts; b: 2 blue spades, 1 green spades; \
             c: A red hearts, 8 purple clubs",
                0,
                "",
                0,
                0,
            ),
        ),
        step(
            1,
            "b",
            &["play 2 blue spades", "draw"],
            "play 2 blue spades",
            state(
                "draw_pile: 5 red hearts, 6 red diamonds, 7 red clubs; \
             discard: 3 red spades, 2 red clubs; \
             a: 9 blue hearts; b: 2 blue spades, 1 green spades; c: A red hearts, 8 purple clubs",
                1,
                "",
                1,
                0,
            ),
        ),
        step(
            2,
            "c",
            &["draw"],
            "draw",
            state(
                "draw_pile: 5 red hearts, 6 red diamonds, 7 red clubs; \
             discard: 3 red spades, 2 red clubs, 2 blue spades; \
             a: 9 blue hearts; b: 1 green spades; c: A red hearts, 8 purple clubs",
                2,
                "",
                2,
                0,
            ),
        ),
        step(
            3,
            "a",
            &["play 9 blue hearts", "draw"],
            "play 9 blue hearts",
            state(
                "draw_pile: 2 red clubs; discard: 2 blue spades; a: 9 blue hearts; \
             b: 1 green spades; c: A red hearts, 8 purple clubs, 7 red clubs, \
             6 red diamonds, 5 red hearts, 3 red spades",
                0,
                "",
                3,
                0,
            ),
        ),
        json!({
            "type": "end", "winners": ["a"], "scores": {"a": 0, "b": 1, "c": 39},
            "reason": "a has no card left",
            "state": state(
                "draw_pile: 2 red clubs; discard: 2 blue spades, 9 blue hearts; a: ; \
                 b: 1 green spades; c: A red hearts, 8 purple clubs, 7 red clubs, \
                 6 red diamonds, 5 red hearts, 3 red spades",
                0, "", 4, 0,
            ),
        }),
    ]
}

/// Two seats: a declared colour that lives through a draw, a skip that gives the turn back, and
/// an end without a card to be had.
fn declared_and_skipped() -> Vec<Value> {
    let yellow = "play D red spades as yellow";
    let of_a = [
        "play D red spades as red",
        "play D red spades as blue",
        "play D red spades as green",
        yellow,
        "play D red spades as purple",
        "play A yellow spades",
        "play 0 blue diamonds",
        "draw",
    ];
    let skip = "play A yellow spades";
    vec![
        game(2, json!({})),
        step(
            0,
            "a",
            &of_a,
            yellow,
            state(
                "draw_pile: ; discard: 8 red spades; \
             a: D red spades, A yellow spades, 0 blue diamonds, 1 yellow questions; \
             b: F red hearts, C yellow hearts",
                0,
                "",
                0,
                0,
            ),
        ),
        step(
            1,
            "b",
            &["play C yellow hearts", "draw"],
            "draw",
            state(
                "draw_pile: ; discard: 8 red spades, D red spades; \
             a: A yellow spades, 0 blue diamonds, 1 yellow questions; \
             b: F red hearts, C yellow hearts",
                0,
                "yellow",
                1,
                0,
            ),
        ),
        step(
            2,
            "a",
            &[skip, "play 0 blue diamonds", "play 1 yellow questions", "draw"],
            skip,
            state(
                "draw_pile: ; discard: D red spades; \
             a: A yellow spades, 0 blue diamonds, 1 yellow questions; \
             b: F red hearts, C yellow hearts, 8 red spades",
                0,
                "yellow",
                2,
                0,
            ),
        ),
        step(
            3,
            "a",
            &["play 0 blue diamonds", "play 1 yellow questions", "draw"],
            "draw",
            state(
                "draw_pile: ; discard: D red spades, A yellow spades; \
             a: 0 blue diamonds, 1 yellow questions; \
             b: F red hearts, C yellow hearts, 8 red spades",
                0,
                "",
                3,
                0,
            ),
        ),
        step(
            4,
            "b",
            &["play C yellow hearts", "play 8 red spades", "draw"],
            "draw",
            state(
                "draw_pile: ; discard: A yellow spades; \
             a: 0 blue diamonds, 1 yellow questions, D red spades; \
             b: F red hearts, C yellow hearts, 8 red spades",
                0,
                "",
                4,
                0,
            ),
        ),
        json!({
            "type": "end", "winners": [], "scores": {"a": 14, "b": 35},
            "reason": "there is no card to be had",
            "state": state(
                "draw_pile: ; discard: A yellow spades; \
                 a: 0 blue diamonds, 1 yellow questions, D red spades; \
                 b: F red hearts, C yellow hearts, 8 red spades",
                0, "", 4, 0,
            ),
        }),
    ]
}

/// With `play_after_draw`: a turn ended after the draw, one with a card played after it, and a
/// stop in the middle of a turn.
fn playing_after_the_draw() -> Vec<Value> {
    let mut stop = step(
        5,
        "a",
        &["play 9 purple spades", "end"],
        "",
        state(
            "draw_pile: ; discard: 3 red spades; \
         a: 5 green clubs, 6 blue clubs, 7 purple diamonds, 9 purple spades; \
         b: 2 green questions, E yellow clubs",
            0,
            "",
            2,
            1,
        ),
    );
    stop["type"] = json!("stop");
    let fields = stop.as_object_mut().unwrap();
    fields.remove("action");
    fields.remove("events");
    vec![
        game(2, json!({"play_after_draw": true})),
        step(
            0,
            "a",
            &["draw"],
            "draw",
            state(
                "draw_pile: E yellow clubs, 7 purple diamonds; discard: 9 purple spades; \
             a: 5 green clubs, 6 blue clubs; b: 3 red spades, 2 green questions",
                0,
                "",
                0,
                0,
            ),
        ),
        step(
            1,
            "a",
            &["play 7 purple diamonds", "end"],
            "end",
            state(
                "draw_pile: E yellow clubs; discard: 9 purple spades; \
             a: 5 green clubs, 6 blue clubs, 7 purple diamonds; b: 3 red spades, 2 green questions",
                0,
                "",
                0,
                1,
            ),
        ),
        step(
            2,
            "b",
            &["play 3 red spades", "draw"],
            "draw",
            state(
                "draw_pile: E yellow clubs; discard: 9 purple spades; \
             a: 5 green clubs, 6 blue clubs, 7 purple diamonds; b: 3 red spades, 2 green questions",
                0,
                "",
                1,
                0,
            ),
        ),
        step(
            3,
            "b",
            &["play 3 red spades", "end"],
            "play 3 red spades",
            state(
                "draw_pile: ; discard: 9 purple spades; \
             a: 5 green clubs, 6 blue clubs, 7 purple diamonds; \
             b: 3 red spades, 2 green questions, E yellow clubs",
                0,
                "",
                1,
                1,
            ),
        ),
        step(
            4,
            "a",
            &["draw"],
            "draw",
            state(
                "draw_pile: ; discard: 9 purple spades, 3 red spades; \
             a: 5 green clubs, 6 blue clubs, 7 purple diamonds; \
             b: 2 green questions, E yellow clubs",
                0,
                "",
                2,
                0,
            ),
        ),
        stop,
    ]
}

#[test]
fn a_run_of_twos_is_clean_and_nothing_in_it_can_change() {
    let lines = run_of_twos();
    assert_every_change_is_caught(Start::Composed, &lines, |line, path| {
        // Counting of the last turn is unspecified.
        is_wording(path) || (line + 1 == lines.len() && path == "/state/vars/turn")
    });
    let caught = |line, pointer, value, message| {
        assert_caught(Start::Composed, &lines, line, pointer, value, message);
    };
    caught(2, "/legal", json!(["play 2 blue spades", "play 1 green spades", "draw"]), "not legal");
    caught(2, "/state/vars/live_twos", json!(0), "var `live_twos` should be");
    caught(3, "/to_act", json!("a"), "`c` should be to act, not `a`");
    caught(4, "/state/vars/live_twos", json!(2), "var `live_twos` should be");
    caught(4, "/state/zones/draw_pile", json!(["3 red spades"]), "zone `draw_pile` should be");
    caught(4, "/state/zones/hand.c/5", json!("2 red clubs"), "zone `hand.c` should be");
    caught(4, "/state/zones/hand.c/5", json!("3 red hats"), "which is not a card");
    caught(5, "/winners", json!(["b"]), "the winners should be");
    caught(5, "/scores/c", json!(38), "the scores should be one of");
    // Hands are unordered.
    let mut reversed = lines.clone();
    reversed[4]["state"]["zones"]["hand.c"].as_array_mut().unwrap().reverse();
    assert_clean(Start::Composed, &reversed);
    // Counting of the last turn is unspecified.
    let mut uncounted = lines.clone();
    uncounted[5]["state"]["vars"]["turn"] = json!(3);
    assert_clean(Start::Composed, &uncounted);
}

#[test]
fn declaring_and_skipping_is_clean_and_nothing_in_it_can_change() {
    let lines = declared_and_skipped();
    assert_every_change_is_caught(Start::Composed, &lines, |line, path| {
        // Counting of the last turn is unspecified.
        is_wording(path) || (line + 1 == lines.len() && path == "/state/vars/turn")
    });
    let caught = |line, pointer, value, message| {
        assert_caught(Start::Composed, &lines, line, pointer, value, message);
    };
    caught(1, "/action", json!("play D red spades"), "`play D red spades` is not legal");
    caught(1, "/legal/4", json!("play D red spades as pink"), "as purple` is legal, but not");
    caught(2, "/state/vars/declared", json!(""), "var `declared` should be");
    caught(2, "/state/vars/declared", json!("pink"), "names no colour");
    caught(3, "/state/vars/declared", json!(""), "var `declared` should be");
    caught(4, "/state/vars/declared", json!("yellow"), "var `declared` should be");
    caught(4, "/to_act", json!("b"), "`a` should be to act, not `b`");
    caught(6, "/winners", json!(["a"]), "the winners should be []");
}

#[test]
fn playing_after_the_draw_is_clean_and_nothing_in_it_can_change() {
    let lines = playing_after_the_draw();
    assert_every_change_is_caught(Start::Composed, &lines, |_, path| is_wording(path));
    let caught = |line, pointer, value, message| {
        assert_caught(Start::Composed, &lines, line, pointer, value, message);
    };
    caught(0, "/options/play_after_draw", json!(false), "var `drawn` can't be 1 here");
    caught(2, "/state/vars/drawn", json!(0), "var `drawn` should be");
    caught(2, "/state/vars/turn", json!(1), "var `turn` should be");
    caught(2, "/to_act", json!("b"), "`a` should be to act");
    caught(2, "/legal/1", json!("draw"), "`end` is legal, but not listed");
}

fn rules(seats: usize, options: Value) -> FinalCardDown {
    let mut faults = Vec::new();
    let header = Header::read(&game(seats, options), &mut faults).unwrap();
    FinalCardDown::new(&header, &mut faults).unwrap()
}

/// Seat a is to act.
fn position(rules: &FinalCardDown, zones: &str, live_twos: usize) -> Position {
    let line = json!({
        "n": 0, "to_act": "a", "phase": "", "state": state(zones, live_twos, "", 0, 0),
        "legal": ["draw"], "legal_complete": true,
    });
    let mut faults = Vec::new();
    let step = crate::referee::trace::Step::read_stop(&line, &mut faults).unwrap();
    let position = rules.read(&step.state, "a", &mut faults);
    assert!(faults.is_empty(), "{faults:?}");
    position.unwrap()
}

fn play(rules: &FinalCardDown, position: &Position, action: &str) -> Outcome<Position> {
    assert!(rules.legal(position).iter().any(|legal| legal == action), "{action}");
    rules.play(position, action, &[], &mut Vec::new()).unwrap()
}

#[test]
fn no_zero_is_played_on_a_live_run() {
    let rules = rules(2, json!({}));
    let zones = "draw_pile: ; discard: 2 red clubs; a: 0 red hearts, 2 blue spades; b: 1 red diamonds";
    assert_eq!(rules.legal(&position(&rules, zones, 1)), ["play 2 blue spades", "draw"]);
    let spent = rules.legal(&position(&rules, zones, 0));
    assert_eq!(spent, ["play 0 red hearts", "play 2 blue spades", "draw"]);
}

#[test]
fn the_first_card_discarded_is_drawn_first_from_a_pile_turned_over() {
    let rules = rules(2, json!({}));
    let zones = "draw_pile: ; discard: 1 red diamonds, 3 red spades, 5 red hearts; \
                 a: F blue diamonds; b: C red clubs";
    let Outcome::Next(next) = play(&rules, &position(&rules, zones, 0), "draw") else {
        panic!("the match is over");
    };
    let shown = rules.show(&next);
    assert_eq!(shown.zones["draw_pile"], ["3 red spades"]);
    assert_eq!(shown.zones["discard"], ["5 red hearts"]);
    assert_eq!(shown.zones["hand.a"], ["1 red diamonds", "F blue diamonds"]);
}

#[test]
fn running_out_in_a_forced_draw_leaves_what_was_drawn_in_the_hand() {
    let rules = rules(2, json!({}));
    let zones = "draw_pile: 4 red questions; discard: 1 red diamonds, 2 red clubs; \
                 a: F blue diamonds; b: C red clubs";
    let Outcome::Over(ending) = play(&rules, &position(&rules, zones, 2), "draw") else {
        panic!("the match goes on");
    };
    assert!(ending.winners.is_empty());
    let scores: Vec<f64> = ending.scores[0].values().copied().collect();
    assert_eq!(scores, [20.0, 12.0]);
}

#[test]
fn two_cards_are_drawn_for_every_2_of_a_run() {
    let rules = rules(2, json!({}));
    let zones = "draw_pile: 4 red questions, 6 red diamonds, 7 red clubs, 8 red spades, \
                 9 red questions, B red diamonds, C red clubs; discard: 2 red clubs; \
                 a: F blue diamonds; b: E red questions";
    for (live_twos, left) in [(0, 6), (1, 5), (2, 3), (3, 1)] {
        let Outcome::Next(next) = play(&rules, &position(&rules, zones, live_twos), "draw") else {
            panic!("the match is over");
        };
        let hand = &next.hands[0];
        assert_eq!((next.draw_pile.len(), hand.len()), (left, 8 - left));
        assert_eq!(next.live_twos, 0);
    }
}

#[test]
fn a_skip_among_more_seats_passes_over_one() {
    let rules = rules(4, json!({}));
    let zones = "draw_pile: ; discard: 1 red diamonds; a: A red hearts, 1 blue clubs; \
                 b: 1 green spades; c: 1 yellow questions; d: 1 purple hearts";
    let Outcome::Next(next) = play(&rules, &position(&rules, zones, 0), "play A red hearts") else {
        panic!("the match is over");
    };
    assert_eq!((rules.to_act(&next), next.turn), ("c", 1));
}

#[test]
fn after_a_forced_draw_nothing_may_be_played() {
    let rules = rules(2, json!({"play_after_draw": true}));
    let zones = "draw_pile: 4 red questions, 6 red diamonds, 7 red clubs; discard: 2 red clubs; \
                 a: F blue diamonds; b: C red clubs";
    let Outcome::Next(next) = play(&rules, &position(&rules, zones, 1), "draw") else {
        panic!("the match is over");
    };
    assert_eq!((rules.to_act(&next), next.drawn, next.turn), ("b", false, 1));
}

#[test]
fn the_effect_of_the_last_card_does_not_matter() {
    let rules = rules(2, json!({}));
    for (last, action) in [
        ("2 red clubs", "play 2 red clubs"),
        ("A red hearts", "play A red hearts"),
        ("D red spades", "play D red spades as red"),
    ] {
        let zones = format!("draw_pile: ; discard: 1 red diamonds; a: {last}; b: F red hearts");
        let Outcome::Over(ending) = play(&rules, &position(&rules, &zones, 0), action) else {
            panic!("the match goes on");
        };
        assert_eq!(ending.winners, ["a"]);
    }
}

/// A fresh position from a shuffled deck, with a first discard of some value.
fn fresh(rules: &FinalCardDown, value: usize, random: &mut Random) -> Position {
    let mut deck = Card::deck();
    for index in (1..deck.len()).rev() {
        deck.swap(index, random.below(index + 1));
    }
    let place = deck.iter().position(|card| card.value == value).unwrap();
    let first = deck.remove(place);
    let mut hands: Vec<Vec<Card>> = Vec::new();
    for _ in &rules.seats {
        let mut hand = deck.split_off(deck.len() - rules.hand_size);
        hand.sort_unstable();
        hands.push(hand);
    }
    Position {
        draw_pile: deck,
        discard: vec![first],
        hands,
        live_twos: usize::from(value == DRAW_TWO),
        declared: None,
        turn: 0,
        drawn: false,
        to_act: usize::from(value == SKIP),
    }
}

#[test]
fn fresh_matches_at_random_are_clean_for_2_to_10_seats() {
    let mut random = Random::new(11);
    let mut ended = 0;
    for seats in 2..=10 {
        for (value, play_after_draw) in [(7, false), (0x2, true), (0xA, false), (0xD, true)] {
            let options = json!({"play_after_draw": play_after_draw});
            let position = fresh(&rules(seats, options.clone()), value, &mut random);
            let header = game(seats, options);
            let none = |_: &mut Random| json!([]);
            let lines = playthrough::<FinalCardDown>(header, position, &mut random, 2000, none);
            ended += usize::from(lines.last().unwrap()["type"] == "end");
            assert_clean(Start::Fresh, &lines);
        }
    }
    assert!(ended > 10, "{ended}");
}

#[test]
fn a_match_that_does_not_start_as_it_should_is_caught() {
    let mut random = Random::new(12);
    let rules = rules(3, json!({}));
    let mut faults_of = |value: usize, change: fn(&mut Position)| {
        let mut position = fresh(&rules, value, &mut random);
        change(&mut position);
        let mut faults = Vec::new();
        rules.check_fresh(&position, &mut faults);
        faults.join("; ")
    };
    for value in [0x1, 0x2, 0xA, 0xD] {
        assert_eq!(faults_of(value, |_| {}), "");
    }
    assert!(faults_of(0x2, |p| p.live_twos = 0).starts_with("`live_twos` should be 1"));
    assert!(faults_of(0xA, |p| p.to_act = 0).starts_with("`b` should be to act"));
    assert!(faults_of(0x1, |p| p.to_act = 1).starts_with("`a` should be to act"));
    assert!(faults_of(0xD, |p| p.declared = Some(0)).contains("unset"));
    assert!(faults_of(0x1, |p| p.turn = 1).contains("unset"));
    let short = |p: &mut Position| p.draw_pile.truncate(3);
    assert!(faults_of(0x1, short).contains("the 25 cards are not the deck"));
    let generous = |p: &mut Position| {
        let card = p.draw_pile.pop().unwrap();
        p.hands[1].push(card);
    };
    assert_eq!(faults_of(0x1, generous), "8 cards are dealt to `b`, not 7");
}

#[test]
fn cards_read_back_as_they_are_written() {
    let deck = Card::deck();
    assert_eq!(deck.len(), 80);
    assert!(deck.iter().all(|card| Card::parse(&card.to_string()) == Some(*card)));
    let texts: Vec<String> = deck.iter().map(Card::to_string).collect();
    for text in ["0 red hearts", "0 blue diamonds", "1 red diamonds", "F purple questions"] {
        assert!(texts.iter().any(|card| card == text), "{text}");
    }
    for suit in 0..SUITS.len() {
        assert_eq!(deck.iter().filter(|card| card.suit == suit).count(), 16);
    }
    for text in ["10 red hearts", "a red hearts", "1  red hearts", "1 red", "1 red hearts hearts"] {
        assert_eq!(Card::parse(text), None, "{text}");
    }
}
