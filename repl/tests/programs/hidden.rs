//! Private arguments of actions: other people at the keyboard never see them.

use crate::desk::Desk;

const TABLES: &str = r#"
scores = "wins"
[game]
title = "Sealed"
summary = "Two sealed bids a round."
[seats]
names = ["a", "b"]
[[card]]
name = "one"
count = 2
[[card]]
name = "two"
count = 2
[zones]
deck = { kind = "pile", seen = "none" }
hand = { kind = "bag", per = "seat", seen = "owner" }
sealed = { kind = "pile", per = "seat", seen = "none" }
[setup]
source = "deck"
deal = [{ to = "hand", count = 2 }]
[phases]
bid = { actions = ["bid"], text = "bid a card" }
[actions]
bid = { usage = "bid {card:card of hand} [against {rival:seat}]", help = "Lay a card down unseen.", seen.card = ["rival"] }
[events.sealed]
fields = ["seat: seat"]
text.all = "{seat} lays a card down."
[endings]
done = "nobody wins"
"#;

const RULES: &str = r#"
local bid = {}
function bid.allow(seat, _card, rival)
	return rival ~= seat or "nobody bids against themselves"
end
function bid.apply(seat, c)
	hand.to_sealed(seat, c, seat)
	event.sealed(seat)
	if hand.size(1) + hand.size(2) == 0 then
		ending.done()
	else
		turn.bid(seats.next(seat))
	end
end
return { setup = function() turn.bid(1) end, actions = { bid = bid } }
"#;

const ROBOT: &str = "return { choose = function(me, legal) return legal[1], \"I bid my \" .. \
                     legal[1].text end }\n";

fn desk() -> Desk {
    let desk = Desk::new();
    for folder in ["rules/sealed", "ai/robots/sealed"] {
        std::fs::create_dir_all(desk.path(folder)).unwrap();
    }
    desk.put("rules/sealed/game.toml", TABLES);
    desk.put("rules/sealed/rules.lua", RULES);
    desk.put("ai/robots/sealed/bidder.lua", ROBOT);
    desk.put("moment.toml", "game = \"sealed\"\nto_act = \"a\"\n[zones]\n\"hand.a\" = [\"one\", \"two\"]\n");
    desk
}

/// The output of a match between two people or a person and a robot, after which `b` is at the keyboard.
fn played(seats: &str, typed: &str) -> String {
    let ran = desk().play(&["sealed", "--seats", seats, "--seed", "3", "--scenario", "moment.toml", "--strict"], typed);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{}", ran.out);
    ran.out
}

#[test]
fn others_do_not_read_what_is_hidden_from_them() {
    let out = played("bidder,human", "trace on\nbid two\nhistory\nreplay\nsave sealed\n");
    assert!(out.contains("1  a: bid ?\n2  b: bid two\n3  a: bid ?\n"), "{out}");
    assert!(out.contains("1. a: bid ?\n") && out.contains("2. b: bid two\n"), "{out}");
    assert!(out.contains("\"to_act\":\"a\"") && out.contains("\"action\":\"bid ?\""), "{out}");
    assert!(!out.contains("a: bid one") && !out.contains("\"action\":\"bid one"), "{out}");
}

#[test]
fn who_acts_and_who_is_named_read_it() {
    let own = played("human,human", "bid one\nbid one\nhistory\n");
    assert!(own.contains("1  a: bid one\n"), "{own}");
    assert!(own.contains("2  b: bid ?\n"), "{own}");
    let named = played("human,human", "bid one against b\nhistory\n");
    assert!(named.contains("1  a: bid one against b\n"), "{named}");
}

#[test]
fn a_match_that_is_over_hides_nothing() {
    let out = played("human,human", "bid one\nbid one\nbid two\nbid two\nhistory\nreplay\n");
    assert!(out.contains("1  a: bid one\n") && out.contains("4  b: bid two\n"), "{out}");
}

#[test]
fn the_reason_of_a_robot_waits_while_its_action_is_hidden() {
    let out = played("bidder,human", "why\nbid one\nwhy\n");
    assert!(out.contains("a (bidder), bid ?: its reason is told once the action may be known"), "{out}");
    assert!(!out.contains("I bid my"), "{out}");
}

#[test]
fn who_may_know_an_argument_must_be_a_seat_of_the_action() {
    let desk = desk();
    let wrong = |seen: &str| desk.put("rules/sealed/game.toml", TABLES.replace("seen.card = [\"rival\"]", seen));
    for (seen, said) in [
        ("seen.crad = []", "the usage has no argument `crad`"),
        ("seen.card = [\"card\"]", "`card` is not an argument of type seat of this action"),
    ] {
        wrong(seen);
        let checked = desk.parlour(&["check", "sealed"]);
        assert!(checked.out.contains(said), "{}", checked.out);
    }
}

/// A random seed would reveal all cards, so it is shown only when nothing is hidden any more.
#[test]
fn a_fresh_seed_is_told_when_nothing_is_hidden_any_more() {
    let desk = Desk::new();
    let seed_of = |name: &str| {
        let save: serde_json::Value =
            serde_json::from_str(&desk.read(&format!("data/parlour/autosave/{name}"))).unwrap();
        save["seed"].to_string()
    };
    let seats = ["archaeology", "--seats", "human,random"];
    let looks = "dig\nend\nreplay\nseats\ninspect\nhistory\nsave\nsaves\ntrace on\ndig\nend\nlua me\nwhy\n";
    let ran = desk.play(&seats, looks);
    let seed = seed_of("archaeology-1.json");
    let all = |ran: &crate::desk::Ran| format!("{}{}", ran.out, ran.err);
    assert!(!all(&ran).contains(&seed) && !ran.out.contains("Seed") && ran.out.contains("Saved: "), "{ran:?}");
    for ran in [
        desk.play(&["archaeology", "--resume"], looks),
        desk.session(&[], "saves\nload archaeology-1\nreplay\nplay archaeology --seats human,random\ndig\nsave mine\n"),
        desk.parlour(&["replay", "archaeology-1"]),
        desk.parlour(&["replay", "archaeology-1", "--step", "2"]),
    ] {
        assert!(!all(&ran).contains(&seed), "{ran:?}");
    }
    // It is shown to viewers of hidden information, to those who chose it, and in games without secrets.
    let ran = desk.play(&["archaeology", "--resume"], "reveal on\nreplay\nreveal off\n");
    let seed = seed_of("archaeology-2.json");
    assert_eq!(ran.out.matches(&format!("Seed {seed}.")).count(), 2, "{ran:?}");
    let ran = desk.play(&["archaeology", "--seats", "random,random"], "auto\nreplay\n");
    assert_eq!(ran.out.matches("Seed ").count(), 2, "{ran:?}");
    assert!(ran.out.find("Seed ") > ran.out.find("The match is over"), "{ran:?}");
    assert!(desk.play(&["archaeology", "--seed", "77"], "").out.contains("Seed 77."));
    assert!(desk.play(&["tic-tac-toe"], "").out.contains("Seed "));
}
