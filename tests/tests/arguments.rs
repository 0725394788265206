//! Domains of arguments: the values at a moment, and the reasons for refusing others.

use std::sync::Arc;

use parlour_engine::Words;
use parlour_engine::diagnostic::{Faults, SourceFile};
use parlour_engine::game::{Config, Game};
use parlour_engine::ids::{Seat, Verb};
use parlour_engine::kind::Value;
use parlour_engine::pack::{Pack, PackFiles};
use parlour_engine::rules::Rules;
use parlour_engine::scenario::Scenario;
use parlour_engine::state::State;

const TABLES: &str = r#"
[game]
title = "Domains"
[seats]
names = ["ann", "bob", "cid"]
[options]
most = { default = 4, min = 0, max = 9 }
[lists]
gem = ["white", "blue", "red"]
[columns.card]
[[card]]
name = "ace"
count = 3
[[card]]
name = "king"
count = 3
[zones]
deck = { kind = "pile", seen = "none" }
hand = { kind = "bag", per = "seat", seen = "owner" }
display = { kind = "pile", seen = "all", title = "open row" }
[boards.main]
width = 2
height = 2
start = ["x.", ".x"]
symbol = [{ name = "stone", glyph = "x" }]
[setup]
source = "deck"
rest = ["deck"]
[phases]
turn = { actions = ["play", "take", "give", "rob", "bid", "put", "mix", "string"] }
[actions]
play = { usage = "play {c:card of hand}" }
take = { usage = "take {c:card of display}" }
give = { usage = "give {cards:cards of hand} [to {other:other seat}]" }
rob = { usage = "rob {victim:other seat}" }
bid = { usage = "bid {n:number 1 to most}" }
put = { usage = "put {to:empty square}" }
mix = { usage = "mix {a:gem} [{b:gem}] [{c:gem}]" }
string = { usage = "string {a:gem} [and {b:gem}] [with {c:gem}]" }
[endings]
out = "over"
"#;

const RULES: &str = "
local hooks = { legal = function(seat) offer.bid(1) end, apply = function(seat) ending.out() end }
return {
	setup = function() turn.turn(2) end,
	actions = { play = hooks, take = hooks, give = hooks, rob = hooks, bid = hooks, put = hooks, mix = hooks, string = hooks },
}
";

fn game(config: &Config) -> Result<Arc<Game>, Faults> {
    let texts = [("game.toml", TABLES), ("rules.lua", RULES)];
    let texts = texts.into_iter().map(|(path, text)| (path.to_owned(), text.into())).collect();
    let files = PackFiles { name: "domains".to_owned(), texts, ..PackFiles::default() };
    Pack::load(files)?.into_shared().configure(config)
}

/// Bob is to move, with an ace and a king; an ace lies in the row.
fn moment() -> (Arc<Game>, State) {
    let game = game(&Config::default()).unwrap_or_else(|faults| panic!("{faults}"));
    let text = "game = \"domains\"\n[zones]\n\"hand.bob\" = [\"ace\", \"king\"]\n\"hand.cid\" = [\"king\"]\ndisplay = [\"ace\"]\n";
    let scenario = Scenario::read(SourceFile::new("moment.toml", text), game.pack());
    let scenario = Arc::new(scenario.unwrap_or_else(|faults| panic!("{faults}")));
    let config = Config { scenario: Some(scenario), ..Config::default() };
    let game = self::game(&config).unwrap_or_else(|faults| panic!("{faults}"));
    let state = Rules::new(game.clone()).unwrap().begin(7, &mut Vec::new()).unwrap();
    (game, state)
}

fn verb(game: &Game, name: &str) -> Verb {
    Verb::from_index(game.pack().verbs.iter().position(|verb| verb.name == name).unwrap())
}

#[test]
fn a_domain_lists_what_an_argument_can_be() {
    let (game, state) = moment();
    let bob = Seat::from_index(1);
    let values = |name: &str, arg| game.domain_values(&state, bob, verb(&game, name), arg);
    assert_eq!(values("play", 0), Some(vec![1, 2]), "cards of his own hand");
    assert_eq!(values("take", 0), Some(vec![1]), "cards of the only row");
    assert_eq!(values("rob", 0), Some(vec![1, 3]), "seats but his own");
    assert_eq!(values("bid", 0), Some(vec![1, 2, 3, 4]), "numbers up to the option");
    assert_eq!(values("put", 0), Some(vec![2, 3]), "squares with nothing on them");
    assert_eq!(values("give", 0), None, "cards with counts are not listed");
}

#[test]
fn what_is_outside_of_a_domain_is_said() {
    let (game, state) = moment();
    let bob = Seat::from_index(1);
    let fault = |name: &str, arg, value| game.domain_fault(&state, bob, verb(&game, name), arg, value);
    assert_eq!(fault("take", 0, Value::Number(2)).unwrap(), "there is no king in the open row");
    assert_eq!(fault("rob", 0, Value::Number(2)).unwrap(), "it must be another seat");
    assert_eq!(fault("bid", 0, Value::Number(5)).unwrap(), "5 is not from 1 to 4");
    assert_eq!(fault("put", 0, Value::Number(1)).unwrap(), "a2 is not empty");
    assert_eq!(fault("give", 0, Value::Cards(&[1, 1])), None);
    assert_eq!(fault("give", 0, Value::Cards(&[2, 0])).unwrap(), "there are not 2 aces in your hand");
    assert_eq!(fault("give", 0, Value::Cards(&[2, 1])).unwrap(), "there are not 2 aces in your hand");
    assert_eq!(fault("give", 0, Value::Cards(&[2, 2])).unwrap(), "there are not 2 aces and 2 kings in your hand");
    let cid = Seat::from_index(2);
    let lacks = game.domain_fault(&state, cid, verb(&game, "give"), 0, Value::Cards(&[1, 1]));
    assert_eq!(lacks.unwrap(), "there is no ace in your hand");
    assert_eq!(fault("give", 1, Value::Number(0)), None, "it may be left out");
}

#[test]
fn a_domain_changes_neither_texts_nor_records() {
    let (game, _) = moment();
    for text in ["play ace", "give 1 ace, 1 king to cid", "bid 3", "put b2"] {
        let action = game.parse_action(text, None).unwrap();
        assert_eq!(game.action_text(&action), text);
    }
    let given = game.parse_action("give 1 ace, 1 king to cid", None).unwrap();
    assert_eq!(given.bytes(), [verb(&game, "give").number(), 1, 1, 3, 0]);
}

/// "What stands in square brackets may be left out": optional parts are parsed, listed or not.
#[test]
fn words_that_may_be_left_out_are_read_without_a_list() {
    let (game, _) = moment();
    let mixed = ["mix red", "mix red white", "mix red white blue", "string red with blue", "string red and white"];
    for text in mixed.into_iter().chain(["string red and white with blue"]) {
        let action = game.parse_action(text, None).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        assert_eq!(game.action_text(&action), text);
    }
}

#[test]
fn blanks_stand_between_cards_where_that_is_clear() {
    let (game, _) = moment();
    for text in ["give ace king", "give a k", "give 1 ace king", "give ace and king", "give ace, king"] {
        let action = game.parse_action(text, None).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        assert_eq!(game.action_text(&action), "give 1 ace, 1 king", "{text}");
    }
    let action = game.parse_action("give 2 aces king ace to cid", None).unwrap();
    assert_eq!(game.action_text(&action), "give 3 ace, 1 king to cid");
    let fault = game.parse_action("give ace quein", None).unwrap_err().to_string();
    assert!(fault.contains("`quein` is too much"), "{fault}");
}

#[test]
fn an_option_that_leaves_no_number_is_refused() {
    let config = Config { set: vec![("most".to_owned(), "0".to_owned())], ..Config::default() };
    let faults = game(&config).unwrap_err();
    assert!(faults.to_string().contains("`n` of `bid` can't be a number 1 to 0"), "{faults}");
}
