//! Final Card Down with other decks, seats and special values.

use parlour_engine::game::Config;
use serde_json::json;

use super::{Edit, act, configured, judge, legal, plays_whole_matches, refused, scene, sound, state};

const EACH: &str = "each = { value = \"all\", colour = \"all\" }";

#[test]
fn hand_size_players_and_drawing_can_be_changed() {
    for edits in [
        &[("hand_size = { default = 7", "hand_size = { default = 3")][..],
        &[("players = 4", "players = 7")],
        &[("play_after_draw = { default = false", "play_after_draw = { default = true")],
        &[
            ("max = 10\nplayers = 4", "max = 3\nplayers = 3"),
            ("hand_size = { default = 7", "hand_size = { default = 26"),
        ],
    ] {
        judge(&configured(&sound("final-card-down", edits), None), 20);
    }
    let pack = sound(
        "final-card-down",
        &[("hand_size = { default = 7", "hand_size = { default = 3"), ("players = 4", "players = 7")],
    );
    let zones = &state(&scene(&pack, ""))["zones"];
    assert_eq!(zones["hand.g"].as_array().unwrap().len(), 3);
    assert_eq!(zones["draw_pile"].as_array().unwrap().len(), 80 - 7 * 3 - 1);
}

/// An explicit list of cards, with a product beside it.
fn list() -> String {
    let card = |value: &str, colour: &str, suit: &str, count: usize| {
        format!(
            "[[card]]\nname = \"{value} {colour} {suit}\"\nvalue = \"{value}\"\ncolour = \"{colour}\"\n\
             suit = \"{suit}\"\npoints = 1\ncount = {count}\n"
        )
    };
    card("7", "red", "clubs", 30) + &card("2", "blue", "spades", 10) + "[[card]]\nname = \"1 {colour}\""
}

#[test]
fn a_deck_can_be_a_list_of_cards() {
    let list = list();
    let pack = sound(
        "final-card-down",
        &[
            ("[[card]]\nname = \"{value} {colour} {suit}\"", &list),
            (EACH, "each = { value = [\"1\"], colour = [\"red\", \"blue\"] }"),
        ],
    );
    let game = configured(&pack, None);
    let names: Vec<&str> = pack.card_rows().iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names, ["7 red clubs", "2 blue spades", "1 red", "1 blue"]);
    assert_eq!(game.card_counts(), [30, 10, 1, 1]);
    plays_whole_matches(&game);
}

#[test]
fn a_deck_can_be_a_product_with_counts() {
    let pack = sound("final-card-down", &[("count = 1\n", "count = 3\n")]);
    let game = configured(&pack, None);
    assert_eq!(game.card_counts().iter().sum::<usize>(), 240);
    plays_whole_matches(&game);
    // Ten seats with twenty cards each, which one deck does not have.
    let config = Config { seats: Some(10), set: vec![("hand_size".to_owned(), "20".to_owned())], ..Config::default() };
    plays_whole_matches(&pack.configure(&config).unwrap());
    // Only some values and colours: thirty cards of five values.
    let each = "each = { value = [\"0\", \"2\", \"A\", \"D\", \"7\"], colour = [\"red\", \"green\"] }";
    let pack =
        sound("final-card-down", &[("count = 1\n", "count = 3\n"), (EACH, each), ("players = 4", "players = 3")]);
    let game = configured(&pack, None);
    assert_eq!(game.card_counts(), [3; 10]);
    plays_whole_matches(&game);
}

#[test]
fn a_product_names_what_is_wrong_with_it() {
    for (new, wrong, message) in [
        (
            "each = { value = \"all\", colours = \"all\" }",
            "colours",
            "the table `card` has no column `colours` (did you mean `colour`?)",
        ),
        (
            "each = { value = \"all\", colour = [\"rde\"] }",
            "\"rde\"",
            "`card[1].each.colour` can't be `rde` (did you mean `red`?)",
        ),
        (
            "each = { value = \"all\", colour = \"all\", suit = \"all\" }",
            "\"all\" }",
            "`card[1]` stands for 400 rows (expected 1 to 250)",
        ),
        (
            "each = { value = [\"1\", \"1\"], colour = \"all\" }",
            "each",
            "final-card-down/game.toml:57:8: `1 red diamonds` stands twice",
        ),
    ] {
        refused("final-card-down", None, &[(EACH, new)], wrong, message);
    }
}

const POINTS: &str = "points = { sum = [\"value\"] }";

#[test]
fn a_cell_goes_by_the_word_of_another_column() {
    let by = "points = { by = \"colour\", is = { red = 7, blue = 9 } }";
    let pack = sound(
        "final-card-down",
        &[(POINTS, by), ("points = { type = \"int\",", "points = { type = \"int\", default = 1,")],
    );
    let mut played = scene(
        &pack,
        "players = 2\nto_act = \"a\"\n[zones]\ndiscard = [\"8 red spades\"]\n\"hand.a\" = [\"7 red clubs\"]\n\
         \"hand.b\" = [\"4 blue hearts\", \"5 green clubs\"]\n",
    );
    act(&mut played, "play 7 red clubs");
    assert_eq!(played.end_json()["scores"], json!({ "a": 0, "b": 9 + 1 }));
    for (new, wrong, message) in [
        (
            "points = { by = \"colour\", is = { red = 7, blue = 9, green = 1, yellow = 2 } }",
            "{ red",
            "`card[1].points.is.purple` is missing (expected a value for this word, or a default of the column)",
        ),
        (
            "points = { by = \"colour\", is = { rde = 7 } }",
            "rde",
            "`rde` is not a word of `colour` (did you mean `red`?)",
        ),
        (
            "points = { by = \"colour\" }",
            "{ by",
            "`card[1].points.is` is missing (expected the value for each word, such as `{ A = 1, K = 10 }`)",
        ),
        (
            "points = { by = \"points\", is = {} }",
            "\"points\", is",
            "`points` can't go by `points` (expected a column of words)",
        ),
        (
            "points = { by = \"clour\", is = {} }",
            "\"clour\"",
            "the table `card` has no column `clour` (did you mean `colour`?)",
        ),
    ] {
        refused("final-card-down", None, &[(POINTS, new)], wrong, message);
    }
}

const MOVED: [Edit<'_>; 4] = [
    ("wild = \"0\"", "wild = \"F\""),
    ("draw_two = \"2\"", "draw_two = \"5\""),
    ("skip = \"A\"", "skip = \"6\""),
    ("declare = \"D\"", "declare = \"7\""),
];

#[test]
fn special_values_can_be_moved() {
    let pack = sound("final-card-down", &MOVED);
    plays_whole_matches(&configured(&pack, None));
    // A 5 and a 6 match by colour, and so does a 2; one of b's cards matches each of them by its suit.
    let hand = r#"
players = 3
to_act = "a"
[zones]
discard = ["8 red spades"]
"hand.a" = ["2 red clubs", "5 red hearts", "6 red diamonds", "7 red clubs", "F blue diamonds", "0 blue diamonds"]
"hand.b" = ["9 blue hearts", "1 green spades", "3 purple clubs"]
"hand.c" = ["4 green diamonds", "0 green clubs"]
"#;
    let after = |action: &str| {
        let mut played = scene(&pack, hand);
        act(&mut played, action);
        let seat = played.decision().unwrap().seat.index();
        (seat, state(&played)["vars"]["live_twos"].clone(), legal(&played))
    };
    let fits: Vec<String> =
        legal(&scene(&pack, hand)).into_iter().filter(|action| !action.contains("play 7")).collect();
    assert_eq!(fits, ["play 2 red clubs", "play 5 red hearts", "play 6 red diamonds", "play F blue diamonds", "draw"]);
    assert_eq!(after("play 2rc").0, 1, "a 2 is nothing special any more");
    assert_eq!(after("play 2rc").1, json!(0));
    let (seat, live, legal) = after("play 5rh");
    assert_eq!((seat, live, legal), (1, json!(1), vec!["draw".to_owned()]));
    assert_eq!(after("play 6rd").0, 2, "a 6 skips");
    assert_eq!(after("play 7rc as green").2, ["play 1 green spades", "play 3 purple clubs", "draw"]);
}

#[test]
fn special_values_can_be_left_out() {
    let pack = sound(
        "final-card-down",
        &[
            ("wild = \"0\"", "wild = \"\""),
            ("draw_two = \"2\"", "draw_two = \"\""),
            ("skip = \"A\"", "skip = \"\""),
            ("declare = \"D\"", "declare = \"\""),
        ],
    );
    plays_whole_matches(&configured(&pack, None));
    refused(
        "final-card-down",
        None,
        &[("skip = \"A\"", "skip = \"G\"")],
        "\"G\"",
        "`special.skip` can't be `G` (known here: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, A, B, C, D, E, F)",
    );
    // An unused key is a fault.
    refused(
        "final-card-down",
        None,
        &[("skip = \"A\"", "wilds = \"3\"\nskip = \"A\"")],
        "wilds",
        "no script reads `special.wilds` (did you mean `wild`?)",
    );
    // One value may have two effects.
    let pack = sound("final-card-down", &[("skip = \"A\"", "skip = \"2\"")]);
    plays_whole_matches(&configured(&pack, None));
}

#[test]
fn a_deck_too_small_is_refused_with_the_numbers() {
    let pack = sound("final-card-down", &[]);
    let set = |n: &str| vec![("hand_size".to_owned(), n.to_owned())];
    for (hand, needed) in [("8", 81), ("40", 401)] {
        let faults =
            pack.configure(&Config { seats: Some(10), set: set(hand), ..Config::default() }).unwrap_err().to_string();
        let says =
            format!("{needed} cards are needed with 10 seats, 80 are there (deal fewer cards or raise a `count`)");
        assert!(faults.starts_with("final-card-down/game.toml:80:") && faults.ends_with(&says), "{faults}");
    }
    // The place is that of the deal in which the cards run out.
    let hand = ("hand_size = { default = 7", "hand_size = { default = 20");
    let deal = "deal = [{ to = \"hand\", count = \"hand_size\" }, { to = \"discard\", count = 1 }]";
    let message = "the deck is too small to deal: 81 cards are needed with 4 seats, 80 are there (deal fewer cards or raise a `count`)";
    refused("final-card-down", None, &[hand, (deal, deal)], "1 }]", message);
}
