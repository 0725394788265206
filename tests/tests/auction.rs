//! `[auction]`: what must be bid, when an auction ends, and what is said against a table of one.

use std::sync::Arc;

use parlour_engine::Words;
use parlour_engine::pack::Pack;
use parlour_engine::play::Match;

use crate::packs::{due, edited, play, scene};

const TABLES: &str = r#"
[game]
title = "Bids"
[seats]
names = ["a", "b", "c"]
[lists]
suit = ["C", "D", "H"]
[vars]
highest = {}
bidder = { type = "seat" }
count = {}
bought = { type = "seat" }
[auction]
bid = "bid"
pass = "pass"
calls = ["double"]
highest = "highest"
bidder = "bidder"
passes = "count"
[phases]
auction = { actions = ["bid", "double", "pass"], text = "bid" }
play = { actions = ["end"], text = "end" }
[actions]
bid = { usage = "bid {n:number 1 to 3}{suit:suit}" }
double = {}
pass = {}
end = {}
[events.bid]
fields = ["seat: seat", "n: number", "suit: suit"]
text = "{seat} {bid|bids} {n}{suit}."
[endings]
over = "it is over"
none = "nobody bids"
"#;

const RULES: &str = r#"
return {
	setup = function() turn.auction(seats.a) end,
	auction = {
		over = function(seat)
			bought.set(seat)
			if seat == 0 then ending.none() else turn.play(seat) end
		end,
	},
	actions = {
		double = { needs = function(_seat) return highest.get() > 0 end },
		["end"] = { apply = function(_seat) ending.over() end },
	},
}
"#;

fn pack(edits: &[(&str, &str)]) -> Result<Arc<Pack>, String> {
    edited("bids", &[("game.toml", TABLES), ("rules.lua", RULES)], edits)
}

fn begun(edits: &[(&str, &str)]) -> Match {
    scene(&pack(edits).unwrap(), "to_act = \"a\"\n")
}

fn seat_due(played: &Match) -> String {
    played.game().seat_name(played.decision().unwrap().seat).to_owned()
}

#[test]
fn a_bid_is_above_the_highest_one_by_its_first_argument_first() {
    let mut played = begun(&[]);
    assert_eq!(due(&played).1.len(), 10, "nine bids and a pass; there is nothing to double");
    play(&mut played, &["bid 2D"]);
    let bids = due(&played).1;
    assert_eq!(bids, ["bid 2H", "bid 3C", "bid 3D", "bid 3H", "double", "pass"]);
    let action = played.parse("bid 1H").unwrap();
    let why = played.check(&action).unwrap_err().to_string();
    assert_eq!(why, "that is not above the highest bid");
    let own = "[refusals]\nunderbid = \"{n:number}{suit:suit} is too little\"\n[endings]";
    let mut played = begun(&[("[endings]", own)]);
    play(&mut played, &["bid 2D"]);
    assert_eq!(played.check(&action).unwrap_err().to_string(), "1H is too little");
}

#[test]
fn an_auction_ends_when_all_others_have_passed_in_succession() {
    let mut played = begun(&[]);
    play(&mut played, &["pass", "bid 1C", "pass", "double", "pass"]);
    assert_eq!(seat_due(&played), "c", "a double goes on");
    play(&mut played, &["pass"]);
    assert_eq!(due(&played), ("b".to_owned(), vec!["end".to_owned()]));
    let mut played = begun(&[]);
    play(&mut played, &["pass", "pass", "pass"]);
    assert_eq!(played.game().ending_text(played.state()).as_deref(), Some("nobody bids"));
}

#[test]
fn who_has_passed_can_be_out_of_it() {
    let mut played =
        begun(&[("passes = \"count\"", "passed = \"count\""), ("count = {}", "count = { per = \"seat\" }")]);
    play(&mut played, &["bid 1C", "pass", "bid 1D"]);
    assert_eq!(seat_due(&played), "a");
    play(&mut played, &["bid 2C"]);
    assert_eq!(seat_due(&played), "c", "b has passed");
    play(&mut played, &["pass"]);
    assert_eq!(due(&played), ("a".to_owned(), vec!["end".to_owned()]));
    // The last one left can still bid.
    let mut played =
        begun(&[("passes = \"count\"", "passed = \"count\""), ("count = {}", "count = { per = \"seat\" }")]);
    play(&mut played, &["pass", "pass"]);
    assert_eq!(seat_due(&played), "c");
    play(&mut played, &["bid 1C"]);
    assert_eq!(due(&played), ("c".to_owned(), vec!["end".to_owned()]));
}

#[test]
fn each_seat_can_be_asked_once_and_a_bid_can_end_it() {
    let once = [("passes = \"count\"", "asked = \"count\"\nmost = 9")];
    let mut played = begun(&once);
    play(&mut played, &["bid 1C", "pass", "bid 1D"]);
    assert_eq!(due(&played), ("c".to_owned(), vec!["end".to_owned()]));
    let mut played = begun(&once);
    play(&mut played, &["bid 3H"]);
    assert_eq!(due(&played), ("a".to_owned(), vec!["end".to_owned()]), "the ninth bid is the highest");
}

#[test]
fn a_single_number_is_the_value_of_its_bid() {
    let edits = [
        ("[lists]\nsuit = [\"C\", \"D\", \"H\"]\n", ""),
        ("{n:number 1 to 3}{suit:suit}", "{n:number 60 to 120}"),
        (", \"suit: suit\"", ""),
        ("{n}{suit}", "{n}"),
    ];
    let mut played = begun(&edits);
    play(&mut played, &["bid 80"]);
    let mut state = played.state().clone();
    assert_eq!(played.host().evaluate_on(&mut state, "highest.get()").unwrap(), "80");
    assert_eq!(due(&played).1.len(), 42, "81 to 120, double and pass");
}

#[test]
fn the_pass_of_a_climbing_is_another_one() {
    let text = crate::climbing::TABLES;
    let auction = "[auction]\nbid = \"bid\"\npass = \"pass\"\nhighest = \"bid\"\nbidder = \"led\"\nasked = \"asked\"\n[phases]\n\
                   auction = { actions = [\"bid\"], text = \"bid\" }";
    let text = text.replacen("[vars]", "[vars]\nbid = {}\nasked = {}", 1).replacen("[phases]", auction, 1);
    let text = text.replacen("[actions]", "[actions]\nbid = { usage = \"bid {n:number 1 to 3}\" }", 1);
    let fault = edited("steps", &[("game.toml", &text), ("rules.lua", "return {}")], &[]).unwrap_err();
    assert!(fault.contains("`pass` is played by `[trick]` or `[climbing]` already"), "{fault}");
}

#[test]
fn what_is_wrong_with_a_table_of_an_auction_is_told() {
    for (old, new, expected) in [
        ("bid = \"bid\"", "bid = \"bids\"", "there is no action `bids` (did you mean `bid`?)"),
        ("calls = [\"double\"]", "calls = [\"treble\"]", "there is no action `treble`"),
        ("highest = \"highest\"", "highest = \"bidder\"", "`auction.highest` needs a number, or a word of a list"),
        ("bidder = \"bidder\"", "bidder = \"count\"", "`auction.bidder` needs a variable with `type = \"seat\"`"),
        ("passes = \"count\"\n", "", "when the auction ends is not said, or in several ways (expected one of `passes`"),
        ("passes = \"count\"", "passes = \"count\"\nasked = \"count\"", "or in several ways"),
        ("{n:number 1 to 3}", "{n:number}", "bids of `bid` can't be compared (expected numbers and words in its usage"),
        (
            "[endings]",
            "[refusals]\nunderbid = \"not {n:number}\"\n[endings]",
            "expected `{n:number} {suit:suit}`, or no hole",
        ),
        ("double = {}", "double = { turn = \"next\" }", "`turn`"),
    ] {
        let fault = pack(&[(old, new)]).unwrap_err();
        assert!(fault.contains(expected), "{new}: {fault}");
    }
    let pack = pack(&[("		over = function(seat)", "		done = function(seat)")]).unwrap();
    let game = pack.configure(&parlour_engine::game::Config::default()).unwrap();
    let fault = parlour_engine::rules::Rules::new(game).unwrap_err().to_string();
    assert!(fault.contains("the auction has no function `over`, for its end"), "{fault}");
}
