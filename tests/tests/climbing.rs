//! `[climbing]`: rounds that the engine plays, and what is said against a pack.

use std::sync::Arc;

use parlour_engine::Words;
use parlour_engine::pack::Pack;
use parlour_engine::play::Match;

use crate::packs::{due, edited, play, scene};

pub(crate) const TABLES: &str = r#"
[game]
title = "Steps"
[seats]
names = ["north", "east", "south"]
[lists]
suit = ["C", "D", "H", "S"]
rank = ["3", "4", "5", "6", "7", "8"]
[columns.card]
suit = { type = "suit" }
rank = { type = "rank" }
[[card]]
name = "{rank}{suit}"
each = { suit = "all", rank = "all" }
count = 1
[zones]
deck = { kind = "pile", seen = "none" }
hand = { kind = "bag", per = "seat", seen = "owner" }
top = { kind = "bag", seen = "all" }
heap = { kind = "bag", seen = "all" }
[vars]
holder = { type = "seat" }
passed = { per = "seat", max = 1 }
led = { type = "seat" }
[setup]
source = "deck"
deal = [{ to = "hand", count = 6 }]
rest = ["deck"]
[combinations]
single = { same = "rank", cards = 1 }
pair = { same = "rank", cards = 2 }
run = { run = "rank", cards = 3 }
flush = { same = "suit", cards = 3 }
four = { same = "rank", cards = 4 }
[climbing]
play = "play"
pass = "pass"
pile = "top"
to = "heap"
leader = "holder"
passed = "passed"
bombs = ["four"]
order = ["run", "flush"]
[phases]
play = { actions = ["play", "pass"], text = "play" }
[actions]
play = { usage = "play {cards:single or pair or run or flush or four of hand}" }
pass = {}
[events.play]
fields = ["seat: seat", "cards: cards"]
[events.top]
fields = ["seat: seat"]
text = "{seat} {lead|leads}."
[endings]
over = "{winner} is out"
"#;

const RULES: &str = r#"
return {
	setup = function() turn.play(seats.north) end,
	climbing = {
		led = function(seat) led.set(seat) end,
		out = function(seat) ending.over(seat) return true end,
	},
}
"#;

fn pack(edits: &[(&str, &str)]) -> Result<Arc<Pack>, String> {
    edited("steps", &[("game.toml", TABLES), ("rules.lua", RULES)], edits)
}

fn refused(played: &mut Match, text: &str) -> String {
    let action = played.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    played.check(&action).unwrap_err().to_string()
}

const DEALT: &str = "to_act = \"north\"\n[zones]\n\"hand.north\" = [\"3C\", \"4C\", \"4D\", \"5H\"]\n\
                     \"hand.east\" = [\"5C\", \"5D\", \"6D\", \"7D\"]\n\
                     \"hand.south\" = [\"6C\", \"6H\", \"8C\", \"8D\", \"8H\", \"8S\"]\n";

#[test]
fn cards_are_beaten_by_the_same_combination_that_is_higher() {
    let mut played = scene(&pack(&[]).unwrap(), DEALT);
    assert_eq!(refused(&mut played, "pass"), "you lead: play something");
    play(&mut played, &["play 4C 4D"]);
    let (seat, actions) = due(&played);
    assert_eq!((seat.as_str(), actions), ("east", vec!["play 5C, 5D".to_owned(), "pass".to_owned()]));
    let why = refused(&mut played, "play 7D");
    assert!(why.contains("another number of cards, or is another combination: 2"), "{why}");
    let why = refused(&mut played, "play 5C 6D");
    assert!(why.contains("5C and 6D aren't a pair (2 cards of the same rank)"), "{why}");
    play(&mut played, &["pass", "play 6C 6H"]);
    // East has passed and plays no more in this round; north can't beat sixes.
    assert_eq!(due(&played), ("north".to_owned(), vec!["pass".to_owned()]));
    play(&mut played, &["pass"]);
    let (seat, actions) = due(&played);
    assert_eq!(seat, "south");
    assert!(!actions.contains(&"pass".to_owned()), "{actions:?}");
}

#[test]
fn combinations_in_order_beat_those_before_and_bombs_all() {
    let dealt = DEALT.replace("\"3C\", \"4C\", \"4D\", \"5H\"", "\"3C\", \"4C\", \"5H\", \"7H\"");
    let mut played = scene(&pack(&[]).unwrap(), &dealt);
    play(&mut played, &["play 3C 4C 5H"]);
    let (_, actions) = due(&played);
    // A higher run, which 5C or 5D begins, and the flush of diamonds, which is also a run and counts as such.
    assert_eq!(actions, ["play 5C, 6D, 7D", "play 5D, 6D, 7D", "pass"]);
    play(&mut played, &["pass"]);
    assert_eq!(due(&played).1, ["play 8C, 8D, 8H, 8S", "pass"]);
    play(&mut played, &["play 8C 8D 8H 8S", "pass"]);
    assert_eq!(due(&played).0, "south", "a new lead");
}

#[test]
fn a_seat_without_cards_is_reported_and_can_end_the_match() {
    let dealt = DEALT.replace("\"3C\", \"4C\", \"4D\", \"5H\"", "\"4C\", \"4D\"");
    let mut played = scene(&pack(&[]).unwrap(), &dealt);
    play(&mut played, &["play 4C 4D"]);
    assert_eq!(played.end_json()["winners"], serde_json::json!(["north"]));
    // An ending says it as well.
    let ended = pack(&[("ending.over(seat) return true", "ending.over(seat)")]).unwrap();
    let mut played = scene(&ended, &dealt);
    play(&mut played, &["play 4C 4D"]);
    assert!(played.decision().is_none());
    // Where it goes on, the seat is passed over, and the next one leads if nobody beats its cards.
    let on = pack(&[("ending.over(seat) return true", "return hand.size(2) == 0 and ending.over(seat)")]).unwrap();
    let mut played = scene(&on, &dealt);
    play(&mut played, &["play 4C 4D", "pass", "pass"]);
    assert_eq!(due(&played).0, "east");
}

#[test]
fn the_value_of_a_combination_can_be_the_rules_own() {
    let by_suit =
        "climbing = {\n\t\tvalue = function(cards, _kind, value) return 4 * value + bunch.highest_suit(cards) end,";
    let pack = pack(&[("climbing = {", by_suit)]).unwrap();
    let mut played = scene(&pack, &DEALT.replace("\"3C\", \"4C\"", "\"5S\", \"4C\""));
    play(&mut played, &["play 5H"]);
    // Of the fives none is above that of hearts.
    assert_eq!(due(&played).1, ["play 6D", "play 7D", "pass"]);
}

#[test]
fn what_is_wrong_with_a_table_of_climbing_is_told() {
    for (old, new, expected) in [
        ("pile = \"top\"", "pile = \"tip\"", "`tip` is not a single bag that all see"),
        ("pass = \"pass\"", "pass = \"play\"", "`play` passes and has no arguments"),
        ("bombs = [\"four\"]", "bombs = [\"fuor\"]", "there is no combination `fuor`"),
        ("leader = \"holder\"", "leader = \"passed\"", "needs a variable with `type = \"seat\"`"),
        (
            "{cards:single or pair or run or flush or four of hand}",
            "{cards:cards of hand}",
            "does not play a combination",
        ),
        (
            "[events.top]\nfields = [\"seat: seat\"]",
            "[events.top]\nfields = [\"who: seat\"]",
            "can't fill its field `who`",
        ),
        (
            "[endings]",
            "[refusals]\nlead = \"lead {n:number}\"\n[endings]",
            "the holes of the refusal `lead` can't be filled",
        ),
        ("single or pair", "single or pear", "there is no combination `pear`"),
        (
            "pair = { same = \"rank\", cards = 2 }",
            "pair = { same = \"rank\", cards = 0 }",
            "`combinations.pair.cards` is [0]",
        ),
        ("run = { run = \"rank\", cards = 3 }", "run = { run = \"rank\", cards = 1 }", "no run has 1 to 1 cards"),
        ("flush = { same = \"suit\"", "flush = { same = \"colour\"", "cards have no column `colour`"),
        (
            "four = { same",
            "royal = { run = \"rank\", same = \"suit\", cards = 3 }\nfour = { same",
            "cards that are `royal` always count as `run`, which stands before it",
        ),
        ("flush = { same", "card = { same", "a combination can't be called `card`"),
    ] {
        let told = pack(&[(old, new)]).expect_err(new);
        assert!(told.contains(expected), "{new}: {told}");
    }
}

#[test]
fn the_engine_gives_the_turn_and_tells_an_action_if_the_script_does_not() {
    let tables = [
        (
            "[climbing]\nplay = \"play\"\npass = \"pass\"\npile = \"top\"\nto = \"heap\"\nleader = \"holder\"\n\
          passed = \"passed\"\nbombs = [\"four\"]\norder = [\"run\", \"flush\"]\n",
            "",
        ),
        ("of hand}\" }\npass = {}", "of hand}\", turn = \"next\" }\npass = { turn = \"next\" }"),
        ("[events.top]\nfields = [\"seat: seat\"]\ntext = \"{seat} {lead|leads}.\"\n", ""),
        (
            "	climbing = {\n\t\tled = function(seat) led.set(seat) end,\n\t\tout = function(seat) ending.over(seat) return true end,\n\t},\n",
            "	actions = {\n\t\tplay = { apply = function(seat, cards) hand.bunch_to_top(seat, cards)\n\
          \t\tif hand.size(seat) == 0 then ending.over(seat) end end },\n\
          \t\tpass = { apply = function(seat) led.set(seat) holder.set(seat) passed.set(seat, 1) top.all_to_heap()\n\
          \t\tif seat == 3 then turn.play(2) end end },\n\t},\n",
        ),
    ];
    let mut played = scene(&pack(&tables).unwrap(), DEALT);
    play(&mut played, &["play 4C 4D"]);
    let game = played.game().clone();
    let told: Vec<_> =
        played.steps()[0].events.iter().map(|event| game.event_json(event, None, true)["kind"].clone()).collect();
    assert_eq!(told, ["play"]);
    assert_eq!(due(&played).0, "east");
    play(&mut played, &["pass", "pass"]);
    assert_eq!(due(&played).0, "east", "the script has given it another turn");
}
