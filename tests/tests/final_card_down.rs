//! Rulings of Final Card Down that no random match is sure to meet.

use parlour_engine::ids::Seat;
use parlour_engine::play::Match;
use serde_json::{Value, json};

use crate::packs::{load, scene};
use parlour_engine::Words;

/// A match that begins at a scenario.
#[track_caller]
fn scenario(text: &str) -> Match {
    scene(&load("final-card-down"), text)
}

#[track_caller]
fn act(played: &mut Match, text: &str) {
    let action = played.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    played.act(&action).unwrap_or_else(|error| panic!("{text}: {error}"));
}

fn refusal(played: &mut Match, text: &str) -> String {
    let action = played.parse(text).unwrap();
    played.check(&action).unwrap_err().refusal().unwrap().to_string()
}

fn to_act(played: &Match) -> &str {
    played.decision().map_or("", |decision| played.game().seat_name(decision.seat))
}

fn state(played: &Match) -> Value {
    played.game().state_json(played.state())
}

#[test]
fn a_run_of_twos_is_answered_or_drawn_for() {
    let mut played = scenario(
        r#"players = 3
        to_act = "a"
        [zones]
        discard = ["7 red clubs"]
        "hand.a" = ["2 red clubs", "5 blue diamonds", "9 blue hearts"]
        "hand.b" = ["2 green questions", "0 red hearts", "6 red diamonds"]
        "hand.c" = ["0 blue diamonds", "8 red spades"]"#,
    );
    act(&mut played, "play 2rc");
    assert!(refusal(&mut played, "play 0rh").contains("only a 2 may be played now, or you draw 2 cards"));
    act(&mut played, "play 2 green");
    assert_eq!(state(&played)["vars"]["live_twos"], 2);
    act(&mut played, "draw");
    // Four cards, and the run is spent: the next seat plays normally, on the 2 on top.
    assert_eq!(state(&played)["zones"]["hand.c"].as_array().unwrap().len(), 6);
    assert_eq!((state(&played)["vars"]["live_twos"].clone(), to_act(&played)), (json!(0), "a"));
}

#[test]
fn a_declared_colour_replaces_that_of_the_card() {
    let mut played = scenario(
        r#"players = 2
        to_act = "a"
        [zones]
        discard = ["D yellow diamonds"]
        "hand.a" = ["D red spades", "4 yellow clubs", "5 red hearts"]
        "hand.b" = ["1 red diamonds", "6 blue clubs", "9 green diamonds"]"#,
    );
    assert!(refusal(&mut played, "play D red spades").contains("name the colour"));
    act(&mut played, "play d red spades as blue");
    assert!(
        refusal(&mut played, "play 1rd").contains("does not fit on D red spades: it takes a D, blue, spades or a 0")
    );
    act(&mut played, "play 6bc");
    assert_eq!(state(&played)["vars"]["declared"], "");
}

#[test]
fn a_skip_gives_the_turn_back_when_two_play() {
    let mut played = scenario(
        r#"players = 2
        to_act = "a"
        [zones]
        discard = ["7 red clubs"]
        "hand.a" = ["A red hearts", "5 red hearts"]
        "hand.b" = ["1 red diamonds"]"#,
    );
    act(&mut played, "play A");
    assert_eq!((to_act(&played), &state(&played)["vars"]["turn"]), ("a", &json!(1)));
}

#[test]
fn the_discards_are_turned_over_unshuffled_and_stay_known() {
    let mut played = scenario(
        r#"players = 3
        to_act = "a"
        [zones]
        draw_pile = []
        discard = ["1 red diamonds", "4 red questions", "7 red clubs"]
        "hand.a" = ["5 blue diamonds", "9 blue hearts"]
        "hand.b" = ["6 red diamonds"]
        "hand.c" = ["8 red spades"]"#,
    );
    act(&mut played, "draw");
    assert_eq!(state(&played)["zones"]["draw_pile"], json!(["4 red questions"]));
    assert_eq!(state(&played)["zones"]["discard"], json!(["7 red clubs"]));
    let game = played.game().clone();
    let seen_by_b = game.state_json(played.view(Some(Seat(1))).state());
    assert_eq!(seen_by_b["zones"]["hand.a"], json!(["1 red diamonds", "?", "?"]));
    assert_eq!(seen_by_b["zones"]["draw_pile"], json!(["4 red questions"]));
}

#[test]
fn nobody_wins_when_no_card_is_left_in_the_middle_of_a_draw() {
    let mut played = scenario(
        r#"deck = ["1 red diamonds", "2 red clubs", "5 blue diamonds", "9 blue hearts", "6 red diamonds"]
        players = 2
        to_act = "b"
        [vars]
        live_twos = 1
        [zones]
        draw_pile = ["1 red diamonds"]
        discard = ["2 red clubs"]
        "hand.a" = ["5 blue diamonds", "9 blue hearts"]
        "hand.b" = ["6 red diamonds"]"#,
    );
    act(&mut played, "draw");
    let end = played.end_json();
    assert_eq!((&end["winners"], &end["scores"]), (&json!([]), &json!({ "a": 14, "b": 7 })));
}

#[test]
fn after_a_draw_any_fitting_card_may_be_played() {
    let mut played = scenario(
        r#"players = 2
        to_act = "a"
        options = { play_after_draw = true }
        [zones]
        draw_pile = ["F green clubs", "E red questions"]
        discard = ["7 red clubs"]
        "hand.a" = ["5 red hearts", "9 blue hearts"]
        "hand.b" = ["6 red diamonds", "3 red spades"]"#,
    );
    act(&mut played, "draw");
    assert_eq!((to_act(&played), &state(&played)["vars"]["drawn"]), ("a", &json!(1)));
    act(&mut played, "play 5rh");
    assert_eq!((to_act(&played), &state(&played)["vars"]["drawn"]), ("b", &json!(0)));
    act(&mut played, "draw");
    act(&mut played, "end");
    assert_eq!(to_act(&played), "a");
}

#[test]
fn a_first_skip_counts_only_in_a_deal() {
    let top = |zones: &str| {
        let deck = r#"["5 red hearts", "A red hearts", "6 red diamonds", "7 red clubs"]"#;
        let text = format!("players = 2\ndeck = {deck}\noptions = {{ hand_size = 1 }}\n{zones}");
        to_act(&scenario(&text)).to_owned()
    };
    assert_eq!(top(""), "b");
    assert_eq!(top("to_act = \"a\"\n[zones]\ndiscard = [\"A red hearts\"]"), "a");
}

/// Every unambiguous abbreviation of a card is accepted: prefixes of its words in order, some omitted.
#[test]
fn short_forms_mean_the_card_that_can_be_played() {
    let hand = |cards: &str| {
        scenario(&format!(
            "players = 2\nto_act = \"a\"\n[zones]\ndiscard = [\"5 red hearts\"]\n\"hand.a\" = [{cards}]\n\
             \"hand.b\" = [\"2 red clubs\", \"1 red diamonds\"]\n"
        ))
    };
    let text = |played: &Match, text: &str| match played.parse(text) {
        Ok(action) => played.game().action_text(&action),
        Err(error) => error.to_string(),
    };
    let cards = "\"D red spades\", \"D blue questions\", \"7 red clubs\", \"7 green questions\", \"3 blue questions\"";
    let played = hand(cards);
    for (short, whole) in [
        ("play 7", "play 7 red clubs"),
        ("play 7rc", "play 7 red clubs"),
        ("play 7r", "play 7 red clubs"),
        ("play 7c", "play 7 red clubs"),
        ("play 7q", "play 7 green questions"),
        ("play 7gr", "play 7 green questions"),
        ("play 7 gq", "play 7 green questions"),
        ("play D as b", "play D red spades as blue"),
        ("play dr as blue", "play D red spades as blue"),
    ] {
        assert_eq!(text(&played, short), whole, "{short}");
    }
    let played = hand("\"C purple diamonds\", \"C red clubs\", \"7 red clubs\"");
    assert_eq!(text(&played, "play c"), "play C red clubs", "a C, and not all clubs");
    assert_eq!(text(&played, "play cd"), "play C purple diamonds", "its first word whole");
    let played = hand(cards);
    // None of the 3s fits, but only one is in hand; a card in no hand here is ambiguous.
    assert_eq!(text(&played, "play 3"), "play 3 blue questions");
    assert!(text(&played, "play 4").starts_with("`4` can be "), "{}", text(&played, "play 4"));
    let played = hand("\"D red spades\", \"D green hearts\"");
    assert_eq!(
        text(&played, "play D as b"),
        "`D` can be D red spades or D green hearts; the form is `play CARD [as COLOUR]`"
    );
}

/// `drawn` means that a seat that has drawn may still play: none may after the end.
#[test]
fn who_wins_after_a_draw_has_nothing_drawn_any_more() {
    let mut played = scenario(
        "players = 2\nto_act = \"a\"\n[options]\nplay_after_draw = true\n[vars]\ndrawn = 1\n[zones]\n\
         discard = [\"5 red hearts\"]\n\"hand.a\" = [\"7 red clubs\"]\n",
    );
    act(&mut played, "play 7 red clubs");
    assert!(played.decision().is_none());
    assert_eq!(state(&played)["vars"]["drawn"], 0);
}
