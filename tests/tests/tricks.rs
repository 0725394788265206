//! `[trick]`: tricks that the engine plays, with a dummy whose cards somebody else plays, and what is said against a pack.

use std::sync::Arc;

use parlour_engine::Words;
use parlour_engine::game::Config;
use parlour_engine::ids::ZoneId;
use parlour_engine::pack::Pack;
use parlour_engine::play::Match;

use crate::packs::{due, edited, load, play, scene, try_scene};

/// North plays for south, whose cards lie open once the first one is led.
const TABLES: &str = r#"
winners = ["most won"]
[game]
title = "Dummy"
[seats]
names = ["north", "east", "south", "west"]
[lists]
suit = ["C", "D"]
rank = ["2", "3", "4", "5"]
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
dummy = { kind = "bag", seen = "all" }
trick = { kind = "pile", seen = "all", trick = { suit = "suit", rank = "rank" } }
taken = { kind = "bag", per = "seat", seen = "all" }
[vars]
leader = { type = "seat" }
won = { per = "seat", max = 9 }
void = { per = ["seat", "suit"], max = 1 }
last = { type = "seat" }
[setup]
source = "deck"
deal = [{ to = "hand", count = 2 }]
rest = ["deck"]
[trick]
actions = ["play", "play_dummy"]
leader = "leader"
to = "taken"
won = "won"
voids = "void"
[phases]
play = { actions = ["play"], text = "play a card" }
dummy = { actions = ["play_dummy"], text = "play a card of the dummy" }
[actions]
play = { usage = "play {c:card of hand}" }
play_dummy = { usage = "dummy plays {c:card of dummy}" }
[events.play]
fields = ["seat: seat", "card: card"]
[events.play_dummy]
fields = ["card: card", "seat: seat"]
[events.trick]
fields = ["seat: seat"]
[endings]
over = "{winner} has most"
"#;

const RULES: &str = r#"
local play = {}
function play.apply(_seat, _c)
	if trick.size() == 1 and won.get(1) + won.get(2) + won.get(3) + won.get(4) == 0 then
		hand.all_to_dummy(seats.south)
	end
end
local function ask(seat)
	if seat == seats.south then
		turn.dummy(seats.north)
	else
		turn.play(seat)
	end
end
return {
	setup = function() trick.turn(seats.east) end,
	trick = {
		turn = ask,
		taken = function(seat) last.set(seat) end,
		over = function() ending.over() end,
	},
	actions = { play = play },
}
"#;

fn pack(edits: &[(&str, &str)]) -> Result<Arc<Pack>, String> {
    edited("dummy", &[("game.toml", TABLES), ("rules.lua", RULES)], edits)
}

const DEALT: &str = "to_act = \"east\"\n[zones]\n\"hand.north\" = [\"2C\", \"2D\"]\n\"hand.east\" = [\"3C\", \"3D\"]\n\
                     \"hand.south\" = [\"4C\", \"4D\"]\n\"hand.west\" = [\"5D\", \"5C\"]\n";

#[test]
fn a_dummys_cards_are_played_by_another_seat_in_its_turn() {
    let pack = pack(&[]).unwrap();
    let mut played = scene(&pack, DEALT);
    play(&mut played, &["play 3C"]);
    // South follows suit, though north plays the card.
    assert_eq!(due(&played), ("north".to_owned(), vec!["dummy plays 4C".to_owned()]));
    play(&mut played, &["dummy plays 4C", "play 5C", "play 2C"]);
    assert_eq!(due(&played), ("west".to_owned(), vec!["play 5D".to_owned()]));
    play(&mut played, &["play 5D", "play 2D", "play 3D"]);
    assert_eq!(due(&played), ("north".to_owned(), vec!["dummy plays 4D".to_owned()]));
    play(&mut played, &["dummy plays 4D"]);
    assert!(played.decision().is_none(), "nobody has cards left");
    assert_eq!(played.end_json()["winners"], serde_json::json!(["west"]));
}

#[test]
fn a_scenario_goes_on_with_its_trick() {
    let pack = pack(&[]).unwrap();
    let begun = |leader: &str, to_act: &str| {
        let text = DEALT.replace("to_act = \"east\"", &format!("to_act = \"{to_act}\""));
        let text = text.replace("\"3C\", \"3D\"", "\"3D\"").replace("\"4C\", \"4D\"", "");
        format!("{text}trick = [\"3C\"]\ndummy = [\"4C\", \"4D\"]\n[vars]\nleader = \"{leader}\"\n")
    };
    assert_eq!(due(&scene(&pack, &begun("east", "north"))), ("north".to_owned(), vec!["dummy plays 4C".to_owned()]));
    let refused = |text: &str| try_scene(&pack, text).unwrap_err().to_string();
    assert_eq!(
        refused(&begun("south", "north")),
        "scene.toml:11:10: west is to play, by who has led and by the cards of the trick"
    );
    // Where no card lies, the seat that is to act leads.
    assert_eq!(due(&scene(&pack, &DEALT.replace("to_act = \"east\"", "to_act = \"west\""))).0, "west");
}

#[test]
fn a_scenario_says_which_decision_is_due() {
    let pack = load("euchre");
    let text = |phase: &str| {
        format!("to_act = \"east\"\nphase = \"{phase}\"\n[vars]\ndealer = \"north\"\n[zones]\nturned = [\"9S\"]\n")
    };
    assert!(due(&scene(&pack, &text("order"))).1.contains(&"order".to_owned()));
    assert!(due(&scene(&pack, &text("call"))).1.contains(&"call H".to_owned()));
    let refused = try_scene(&pack, &text("ordr")).unwrap_err().to_string();
    assert_eq!(refused, "scene.toml:3:9: there is no phase `ordr` (did you mean `order`?)");
    let refused = try_scene(&load("hearts"), "phase = \"pass\"\n").unwrap_err().to_string();
    assert!(refused.starts_with("scene.toml:2:9: seats decide in `pass` at the same time"), "{refused}");
}

#[test]
fn a_deal_is_told_by_the_engine_where_no_script_does_it() {
    let event = "[events.deal]\nfields = [\"cards: cards\", \"seat: seat\"]\nseen.cards = [\"seat\"]\n\
                 text.seat = \"You are dealt {cards}.\"\n[events.play]";
    let pack = pack(&[("[events.play]", event)]).unwrap();
    let game = pack.configure(&Config::default()).unwrap();
    let played = Match::new(game.clone(), 7, vec!["human".to_owned(); 4]).unwrap();
    let hand = ZoneId::from_index(pack.zones.iter().position(|zone| zone.name == "hand").unwrap());
    assert_eq!(played.opening().len(), 4);
    for (seat, event) in game.seats().zip(played.opening()) {
        let cards = game.zone_cards(played.state(), hand, seat.index()).into_iter().flatten();
        let names: Vec<String> = cards.map(|card| pack.card_rows()[card.index()].name.clone()).collect();
        let told = game.event_sentence(event, Some(seat), false).unwrap();
        assert_eq!(told, format!("You are dealt {}.", names.join(" and ")));
        let other = game.seats().find(|other| *other != seat);
        assert_eq!(game.event_json(event, other, false).get("cards"), None, "a hand is the owner's secret");
    }
}

#[test]
fn not_following_is_kept_of_the_seat_whose_card_it_is() {
    let pack = pack(&[]).unwrap();
    let text = DEALT.replace("\"4C\", \"4D\"", "\"4D\", \"5D\"").replace("\"5D\", \"5C\"", "\"4C\", \"5C\"");
    let mut played = scene(&pack, &text);
    play(&mut played, &["play 3C", "dummy plays 4D"]);
    let void = |played: &mut Match, seat: &str| {
        let mut state = played.state().clone();
        played.host().evaluate_on(&mut state, &format!("void.get(seats.{seat}, suit.C)")).unwrap()
    };
    assert_eq!([void(&mut played, "south"), void(&mut played, "north")], ["1", "0"]);
}

#[test]
fn a_card_is_refused_by_the_engines_own_words_unless_the_pack_has_some() {
    let mut played = scene(&pack(&[]).unwrap(), DEALT);
    play(&mut played, &["play 3C", "dummy plays 4C"]);
    let action = played.parse("play 5D").unwrap();
    let why = |played: &mut Match, action| played.check(action).unwrap_err().to_string();
    assert_eq!(why(&mut played, &action), "you hold C and must follow suit");
    let own = pack(&[("[endings]", "[refusals]\nfollow = \"{suit}, please\"\n[endings]")]).unwrap();
    let mut played = scene(&own, DEALT);
    play(&mut played, &["play 3C", "dummy plays 4C"]);
    assert_eq!(why(&mut played, &action), "C, please");
}

#[test]
fn a_seat_that_sits_out_is_passed_over_and_jacks_are_trumps() {
    let pack = load("euchre");
    let mut played = scene(
        &pack,
        "to_act = \"north\"\n[vars]\ntrump = \"S\"\nmaker = \"north\"\n\"out.south\" = 1\n[zones]\n\
         \"hand.north\" = [\"AS\", \"9D\"]\n\"hand.east\" = [\"JC\", \"QC\"]\n\"hand.south\" = [\"9H\", \"TH\"]\n\
         \"hand.west\" = [\"KC\", \"9S\"]\nplayed = []\n",
    );
    play(&mut played, &["play AS"]);
    // The jack of clubs is a spade then.
    assert_eq!(due(&played), ("east".to_owned(), vec!["play JC".to_owned()]));
    play(&mut played, &["play JC"]);
    assert_eq!(due(&played), ("west".to_owned(), vec!["play 9S".to_owned()]));
    play(&mut played, &["play 9S"]);
    assert_eq!(due(&played).0, "east");
}

#[test]
fn what_is_wrong_with_a_table_of_tricks_is_told() {
    let fault = |edits: &[(&str, &str)]| pack(edits).unwrap_err();
    for (old, new, expected) in [
        ("actions = [\"play\", \"play_dummy\"]", "actions = [\"play\", \"dummy\"]", "there is no action `dummy`"),
        ("actions = [\"play\", \"play_dummy\"]", "actions = []", "no action plays a card"),
        ("to = \"taken\"", "to = \"taking\"", "`taking` is not a zone that tricks can go to (did you mean `taken`?)"),
        (
            "leader = \"leader\"",
            "leader = \"leders\"",
            "there is no variable `leders`: `trick.leader` needs a variable with",
        ),
        ("leader = \"leader\"", "leader = \"won\"", "which `won` is not"),
        ("leader = \"leader\"\n", "", "`trick.leader` is missing"),
        (
            "voids = \"void\"",
            "voids = \"won\"",
            "`trick.voids` needs numbers with `per = \"seat\"`, one for each suit, which `won` is not",
        ),
        ("voids = \"void\"", "trump = \"H\"", "`H` is neither a word of `suit` nor a variable of that type"),
        ("voids = \"void\"", "unbroken = \"C\"", "`unbroken` needs `broken` beside it"),
        (
            "voids = \"void\"",
            "dummy = \"won\"",
            "`trick.dummy` needs a variable with `type = \"seat\"`, which `won` is not",
        ),
        ("voids = \"void\"", "dummy = \"last\"", "`dummy` needs `teams` in `[seats]`: its partner plays its cards"),
        ("voids = \"void\"", "opens = \"6C\"", "there is no card `6C`"),
        ("voids = \"void\"", "pile = \"taken\"", "`taken` is not a pile for tricks (known here: trick)"),
        (
            "last = { type = \"seat\" }",
            "last = { type = \"seat\", owns = \"taken\" }",
            "the cards of `taken` can't be owned by this variable",
        ),
        (
            "won = { per = \"seat\", max = 9 }",
            "won = { per = \"seat\", max = 9, owns = \"dummy\" }",
            "the cards of `dummy` can't be owned by this variable",
        ),
        ("{c:card of hand}", "{c:card of hand or dummy}", "`play` does not play a card of one bag"),
        (
            "[events.trick]\nfields = [\"seat: seat\"]",
            "[events.trick]\nfields = [\"by: seat\"]",
            "the event `trick` can't fill its field `by`",
        ),
        (", trick = { suit = \"suit\", rank = \"rank\" }", "", "there is no pile in which tricks are played"),
        (
            "[endings]",
            "[refusals]\nfollow = \"{card}\"\n[endings]",
            "the holes of the refusal `follow` can't be filled, which `[trick]` gives",
        ),
    ] {
        let faults = fault(&[(old, new)]);
        assert!(faults.contains(expected), "{new}: {faults}");
    }
}

#[test]
fn hooks_that_tricks_do_not_have_are_told() {
    let pack = pack(&[("taken = function(seat) last", "take = function(seat) last")]).unwrap();
    let game = pack.configure(&parlour_engine::game::Config::default()).unwrap();
    let faults = parlour_engine::rules::Rules::new(game).unwrap_err().to_string();
    assert!(faults.contains("`trick` has no hook `take` (did you mean `taken`?)"), "{faults}");
}
