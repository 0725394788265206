//! Tests of the referee of Archaeology: handwritten and random ones.

use serde_json::{Value, json};

use super::hand::Hand;
use super::selfplay::{Style, play};
use super::tables::{Chamber, Dig, Tables, Treasure};
use super::trades::Trades;
use super::{MAP, SEATS, referee};
use crate::referee::faults::{Rng, assert_caught, assert_sound, spoil, texts};
use crate::referee::{Start, Violation};

/// The ordered zones.
const PILES: [&str; 5] = ["dig_site", "chamber", "museum", "discard", "removed"];

fn judge(tables: &Tables, lines: &[Value]) -> Vec<Violation> {
    referee(tables, Start::Fresh, texts(lines))
}

/// As with a scenario: the first state is accepted as it is.
fn judge_from_anywhere(lines: &[Value]) -> Vec<Violation> {
    referee(&Tables::default(), Start::Composed, texts(lines))
}

fn header(seats: usize, options: Value) -> Value {
    json!({"type": "game", "game": "archaeology", "variant": null, "seed": 1,
           "seats": SEATS[..seats], "robots": vec!["random"; seats],
           "options": options})
}

/// A state from its zones and its nonzero vars, as in `"dig_site: coin map; hand.a: coin"` and `"passes 1, money.a 3"`.
fn state(seats: usize, zones: &str, vars: &str) -> Value {
    let mut state = json!({"zones": {}, "boards": {}, "vars": {}});
    let mut names: Vec<String> = ["dig_site", "market", "discard", "removed"].map(String::from).into();
    names.extend(["small", "medium", "large"].map(|name| format!("chamber.{name}")));
    let mut counts: Vec<String> = ["passes", "must_sell", "dug", "acted"].map(String::from).into();
    for seat in &SEATS[..seats] {
        names.extend(["hand", "museum"].map(|zone| format!("{zone}.{seat}")));
        counts.extend(["money", "sold"].map(|var| format!("{var}.{seat}")));
    }
    for name in names {
        state["zones"][name] = json!([]);
    }
    for name in counts {
        state["vars"][name] = json!(0);
    }
    for zone in zones.split("; ").filter(|zone| !zone.is_empty()) {
        let (name, cards) = zone.split_once(": ").unwrap();
        assert!(state["zones"][name].is_array(), "{name}");
        state["zones"][name] = cards.split(' ').collect();
    }
    for var in vars.split(", ").filter(|var| !var.is_empty()) {
        let (name, value) = var.split_once(' ').unwrap();
        assert!(state["vars"][name].is_number(), "{name}");
        state["vars"][name] = json!(value.parse::<i64>().unwrap());
    }
    state
}

fn step(n: usize, to_act: &str, state: Value, legal: &[&str], action: &str) -> Value {
    let word = legal[0].split(' ').next().unwrap();
    let phase = if ["steal", "discard"].contains(&word) { word } else { "turn" };
    json!({"type": "step", "n": n, "to_act": to_act, "phase": phase, "state": state,
           "legal": legal, "legal_complete": true, "action": action, "events": []})
}

/// A cut-off match.
fn stop(n: usize, to_act: &str, state: Value, legal: &[&str]) -> Value {
    let mut line = step(n, to_act, state, legal, "");
    line["type"] = json!("stop");
    for key in ["action", "events"] {
        line.as_object_mut().unwrap().shift_remove(key);
    }
    line
}

fn stolen(mut step: Value, from: &str, to: &str, card: &str) -> Value {
    step["events"] = json!([{"kind": "steal", "from": from, "to": to, "card": card}]);
    step
}

fn end(winners: &[&str], scores: Value, state: Value) -> Value {
    json!({"type": "end", "winners": winners, "scores": scores, "reason": "all is sold",
           "state": state})
}

#[test]
fn a_turn_begins_with_the_dig_of_the_top_card() {
    let lines = |hand: &str, left: &str| {
        vec![
            header(2, json!({})),
            step(0, "a", state(2, "dig_site: coin map", ""), &["dig"], "dig"),
            stop(
                1,
                "a",
                state(2, &format!("dig_site: {left}; hand.a: {hand}"), "dug 1"),
                &["end", &format!("sell 1 {hand}")],
            ),
        ]
    };
    assert_sound(&judge_from_anywhere(&lines("map", "coin")));
    let from_below = lines("coin", "map");
    assert_caught(&judge_from_anywhere(&from_below), "dig_site should be [coin]");
    let mut skipped = lines("map", "coin");
    skipped[1]["legal"] = json!(["dig", "end"]);
    assert_caught(&judge_from_anywhere(&skipped), "the dig comes first");
    skipped[0]["options"]["dig"] = json!("optional");
    assert_sound(&judge_from_anywhere(&skipped));
    skipped[1]["legal"] = json!(["dig"]);
    assert_caught(&judge_from_anywhere(&skipped), "'end' is legal but not listed");
}

/// A thief, with one victim or with two.
fn thief(others: &str, legal: &[&str]) -> Vec<Value> {
    let dug = format!("discard: thief; {others}");
    vec![
        header(3, json!({})),
        step(0, "a", state(3, &format!("dig_site: thief; {others}"), ""), &["dig"], "dig"),
        stop(1, "a", state(3, &dug, "dug 1"), legal),
    ]
}

#[test]
fn a_thief_with_a_choice_asks_whom_to_rob() {
    let lines = thief("hand.b: coin; hand.c: map", &["steal b", "steal c"]);
    assert_sound(&judge_from_anywhere(&lines));
    let itself = thief("hand.a: map; hand.b: coin; hand.c: map", &["steal a", "steal b", "steal c"]);
    assert_caught(&judge_from_anywhere(&itself), "a seat does not rob itself");
    let nobody = thief("hand.a: map; hand.b: coin; hand.c: map", &["steal b"]);
    assert_caught(&judge_from_anywhere(&nobody), "'steal c' is legal but not listed");
}

#[test]
fn a_thief_with_one_victim_does_not_ask() {
    let mut lines = thief("hand.b: coin map", &["end", "sell 1 coin"]);
    assert_caught(&judge_from_anywhere(&lines), "0 events of one theft");
    lines[2]["state"]["zones"]["hand.b"] = json!(["map"]);
    lines[2]["state"]["zones"]["hand.a"] = json!(["coin"]);
    assert_caught(&judge_from_anywhere(&lines), "0 events of one theft");
    lines[1] = stolen(lines[1].clone(), "b", "a", "coin");
    assert_sound(&judge_from_anywhere(&lines));
    for (from, to, card, message) in [
        ("b", "a", "map", "hand.a should be [1 map]"),
        ("b", "a", "talisman", "'talisman' is stolen from a hand without it"),
        ("c", "a", "coin", "a theft from c to a"),
        ("b", "c", "coin", "a theft from b to c"),
    ] {
        lines[1] = stolen(lines[1].clone(), from, to, card);
        assert_caught(&judge_from_anywhere(&lines), message);
    }
}

#[test]
fn a_thief_finds_nothing_where_nobody_has_cards() {
    let mut lines = thief("hand.a: coin", &["end", "sell 1 coin"]);
    assert_sound(&judge_from_anywhere(&lines));
    lines[1] = stolen(lines[1].clone(), "b", "a", "coin");
    assert_caught(&judge_from_anywhere(&lines), "but nothing is stolen");
}

/// A sandstorm: b digs it with three cards, c has one, a has two.
fn sandstorm() -> Vec<Value> {
    let zones = |market: &str, rest: &str| format!("dig_site: coin; discard: sandstorm{market}; hand.c: map; {rest}");
    vec![
        header(3, json!({})),
        step(
            0,
            "b",
            state(3, "dig_site: coin sandstorm; hand.a: map map; hand.b: coin coin map; hand.c: map", ""),
            &["dig"],
            "dig",
        ),
        step(
            1,
            "b",
            state(3, &zones("", "hand.a: map map; hand.b: coin coin map"), ""),
            &["discard 1 coin", "discard 1 map"],
            "discard 1 map",
        ),
        step(
            2,
            "a",
            state(3, &zones("; market: map", "hand.a: map map; hand.b: coin coin"), ""),
            &["discard 1 map"],
            "discard 1 map",
        ),
        stop(3, "b", state(3, &zones("; market: map map", "hand.a: map; hand.b: coin coin"), ""), &["dig"]),
    ]
}

#[test]
fn a_sandstorm_asks_clockwise_from_the_digger_and_the_turn_starts_again() {
    assert_sound(&judge_from_anywhere(&sandstorm()));
    let mut lines = sandstorm();
    lines[2]["legal"] = json!(["discard 1 coin"]);
    lines[2]["legal_complete"] = json!(false);
    let violations = judge_from_anywhere(&lines);
    assert_caught(&violations, "incomplete though only 2 are legal");
    let mut lines = sandstorm();
    lines[2]["legal"] = json!(["discard 1 map"]);
    assert_caught(&judge_from_anywhere(&lines), "1 discards are listed of 2");
    let mut lines = sandstorm();
    lines[2]["legal"][0] = json!("discard 2 coin");
    assert_caught(&judge_from_anywhere(&lines), "not half the hand");
    let mut lines = sandstorm();
    lines[4]["to_act"] = json!("c");
    assert_caught(&judge_from_anywhere(&lines), "b should be to act");
    let mut lines = sandstorm();
    lines[1]["state"]["vars"]["dug"] = json!(1);
    assert_caught(&judge_from_anywhere(&lines), "the turn has its dig");
}

/// A whole turn of trade, exploration and sales.
fn turn() -> Vec<Value> {
    let zones = "market: coin; chamber.small: coin coin; hand.a: map map";
    let after_trade = "market: map; chamber.small: coin coin; hand.a: map coin";
    let open = "market: map; removed: map; hand.a: coin coin coin";
    let over = "market: map; removed: map; museum.a: coin coin coin";
    vec![
        header(2, json!({})),
        step(
            0,
            "a",
            state(2, zones, "passes 1"),
            &[
                "end",
                "explore small",
                "explore medium",
                "sell 1 map",
                "trade 1 map for 1 coin",
                "trade 2 map for 1 coin",
            ],
            "trade 1 map for 1 coin",
        ),
        step(
            1,
            "a",
            state(2, after_trade, "acted 1"),
            &[
                "end",
                "explore small",
                "sell 1 coin",
                "sell 1 map",
                "trade 1 map for 1 map",
                "trade 1 coin, 1 map for 1 map",
            ],
            "explore small",
        ),
        step(
            2,
            "a",
            state(2, open, "acted 1"),
            &["end", "sell 1 coin", "sell 2 coin", "sell 3 coin", "trade 2 coin for 1 map", "trade 3 coin for 1 map"],
            "sell 3 coin",
        ),
        end(&["a"], json!({"a": 10, "b": 0}), state(2, over, "acted 1, money.a 10, sold.a 3")),
    ]
}

#[test]
fn trades_explorations_and_sales_follow_the_tables() {
    // The chamber of five is empty here, so it cannot be explored.
    let mut lines = turn();
    assert_caught(&judge_from_anywhere(&lines), "'explore medium' is not legal: that chamber is open");
    lines[1]["legal"].as_array_mut().unwrap().remove(2);
    assert_sound(&judge_from_anywhere(&lines));
    let spoilt = |change: &dyn Fn(&mut Vec<Value>), message: &str| {
        let mut lines = lines.clone();
        change(&mut lines);
        assert_caught(&judge_from_anywhere(&lines), message);
    };
    spoilt(&|l| l[1]["legal"][4] = json!("trade 1 map, 1 map for 1 coin"), "not the canonical text");
    spoilt(&|l| l[1]["legal"][4] = json!("trade 2 map"), "is not an action");
    spoilt(
        &|l| drop(l[2]["legal"].as_array_mut().unwrap().pop()),
        "1 trades are listed of 2, not 'trade 1 coin, 1 map for 1 map'",
    );
    spoilt(
        &|l| l[2]["legal"].as_array_mut().unwrap().push(json!("trade 1 coin for 1 map")),
        "worth more than those given",
    );
    spoilt(&|l| l[4]["state"]["vars"]["money.a"] = json!(9), "money.a should be 10");
    spoilt(&|l| l[4]["scores"]["a"] = json!(9), "the scores are");
    spoilt(&|l| l[4]["winners"] = json!(["a", "b"]), "won, it should be");
    spoilt(&|l| l[3]["action"] = json!("sell 2 coin"), "the match ends though it is not over");
    spoilt(&|l| l[2]["state"]["vars"]["passes"] = json!(1), "passes should be 0");
}

#[test]
fn a_full_round_of_passes_makes_a_sale_due() {
    let lines = |third: Value| {
        vec![
            header(3, json!({})),
            step(0, "a", state(3, "hand.a: coin; hand.b: map", "passes 1"), &["end", "sell 1 coin"], "end"),
            step(1, "b", state(3, "hand.a: coin; hand.b: map", "passes 2"), &["end", "sell 1 map"], "end"),
            third,
        ]
    };
    // With c, which has no cards, all have passed; the duty is a's.
    let due = state(3, "hand.a: coin; hand.b: map", "passes 3, must_sell 1");
    assert_sound(&judge_from_anywhere(&lines(stop(2, "a", due.clone(), &["sell 1 coin"]))));
    let ended = lines(stop(2, "a", due.clone(), &["end", "sell 1 coin"]));
    assert_caught(&judge_from_anywhere(&ended), "a sale is due before the end");
    let asked = lines(stop(2, "c", due, &["end"]));
    assert_caught(&judge_from_anywhere(&asked), "a should be to act");
}

#[test]
fn a_trade_does_not_meet_the_duty_to_sell() {
    let zones = "market: coin; hand.a: map; hand.b: map";
    let after = "market: map; hand.a: coin; hand.b: map";
    let due = "passes 2, must_sell 1";
    let lines = vec![
        header(2, json!({})),
        step(0, "a", state(2, zones, due), &["sell 1 map", "trade 1 map for 1 coin"], "trade 1 map for 1 coin"),
        step(1, "a", state(2, after, &format!("{due}, acted 1")), &["sell 1 coin"], "sell 1 coin"),
        step(
            2,
            "a",
            state(2, "market: map; museum.a: coin; hand.b: map", "acted 1, money.a 2, sold.a 1"),
            &["end"],
            "end",
        ),
        stop(
            3,
            "b",
            state(2, "market: map; museum.a: coin; hand.b: map", "money.a 2, sold.a 1"),
            &["end", "sell 1 map", "trade 1 map for 1 map"],
        ),
    ];
    assert_sound(&judge_from_anywhere(&lines));
}

#[test]
fn a_tie_goes_to_the_seat_that_sold_fewer_cards() {
    let lines = |winners: &[&str], sold_b: usize| {
        let zones = format!("museum.a: coin coin; museum.b:{}", " coin".repeat(sold_b));
        let vars = format!("money.a 5, sold.a 2, money.b 5, sold.b {sold_b}");
        let last = vec!["coin"; sold_b];
        let mut before = state(2, "museum.a: coin coin; hand.b: coin", "");
        before["zones"]["museum.b"] = json!(last[1..]);
        let set = |state: &mut Value, name: &str, n: usize| state["vars"][name] = json!(n);
        for (name, n) in [("money.a", 5), ("sold.a", 2), ("money.b", 3), ("sold.b", sold_b - 1)] {
            set(&mut before, name, n);
        }
        vec![
            header(2, json!({})),
            step(0, "b", before, &["end", "sell 1 coin"], "sell 1 coin"),
            end(winners, json!({"a": 5, "b": 5}), state(2, &zones, &format!("{vars}, acted 1"))),
        ]
    };
    assert_sound(&judge_from_anywhere(&lines(&["a"], 3)));
    assert_sound(&judge_from_anywhere(&lines(&["a", "b"], 2)));
    assert_sound(&judge_from_anywhere(&lines(&["b"], 1)));
    assert_caught(&judge_from_anywhere(&lines(&["a", "b"], 3)), "won, it should be");
}

#[test]
fn a_match_begins_with_the_deal_and_no_maps() {
    let style = Style { lazy: 10, sales: 30 };
    let played = play(&Tables::default(), 3, &style, &mut Rng(5));
    let spoilt = |change: &dyn Fn(&mut Value), message: &str| {
        let mut lines = played.lines[..2].to_vec();
        change(&mut lines[1]["state"]);
        assert_caught(&judge(&Tables::default(), &lines), message);
    };
    let swap = |state: &mut Value, zone: &str| {
        let site = state["zones"]["dig_site"].as_array().unwrap();
        let place = site.iter().position(|card| card == "map").unwrap();
        let card = state["zones"][zone][0].clone();
        state["zones"][zone][0] = json!("map");
        state["zones"]["dig_site"][place] = card;
    };
    spoilt(&|s| swap(s, "hand.b"), "a map is dealt to b");
    spoilt(&|s| swap(s, "market"), "a map is dealt to the market");
    spoilt(&|s| swap(s, "chamber.large"), "a map is dealt to large");
    spoilt(&|s| s["zones"]["chamber.small"][0] = json!("thief"), "holds an unknown card 'thief'");
    spoilt(&|s| s["vars"]["money.a"] = json!(1), "money.a should be 0");
    spoilt(&|s| s["vars"]["dug"] = json!(2), "neither 0 nor 1");
    spoilt(&|s| s["vars"]["luck"] = json!(2), "an unknown var 'luck'");
    let mut lines = played.lines.clone();
    lines[0]["seats"] = json!(["a", "b"]);
    lines[0]["robots"] = json!(["x", "y"]);
    assert!(!judge(&Tables::default(), &lines).is_empty());
}

#[test]
fn trades_are_counted_as_they_are_listed() {
    let tables = Tables::default();
    let mut rng = Rng(11);
    for _ in 0..400 {
        let mut cards = |most: usize| {
            let mut hand = Hand::empty(&tables);
            for _ in 0..rng.below(most + 1) {
                hand.0[rng.below(tables.treasures.len())] += 1;
            }
            hand
        };
        let (hand, market) = (cards(7), cards(8));
        let trades = Trades { tables: &tables, hand: &hand, market: &market };
        let (mut all, mut tight) = (0, 0);
        let _ = hand.each_part(&mut |give| {
            market.each_part(&mut |take| {
                if trades.refusal(give, take).is_none() {
                    all += 1;
                    tight += u128::from(trades.is_tight(give, take));
                }
                std::ops::ControlFlow::Continue(())
            })
        });
        assert_eq!(trades.count(), all);
        assert_eq!(trades.count_tight(), tight);
    }
}

/// The game's own tables and some edited ones.
fn all_tables() -> Vec<Tables> {
    let own = Tables::default();
    let few = |id: &str| Treasure { count: 6, ..own.treasures[own.treasure(id).unwrap()].clone() };
    let kinds = |ids: &[&str]| Tables {
        treasures: ids.iter().map(|id| few(id)).collect(),
        chambers: vec![Chamber { name: "only".into(), cards: 2, price: 1 }],
        start_hand: 1,
        start_market: 1,
        thieves: 3,
        ..own.clone()
    };
    vec![
        own.clone(),
        Tables { dig: Dig::Optional, ..own.clone() },
        Tables { ply_limit: 60, ..own.clone() },
        kinds(&["coin", "talisman", MAP]),
        Tables { dig: Dig::Optional, ..kinds(&["coin", "broken_cup", MAP]) },
        Tables { thieves: 0, sandstorms: [].into(), ..kinds(&["pot_shard", "coin"]) },
        Tables { start_hand: 0, thieves: 6, ..kinds(&["coin"]) },
        Tables { start_hand: 0, start_market: 0, thieves: 9, chambers: vec![], ..kinds(&["talisman"]) },
    ]
}

const STYLES: [Style; 3] = [Style { lazy: 0, sales: 10 }, Style { lazy: 40, sales: 60 }, Style { lazy: 85, sales: 20 }];

#[test]
fn random_matches_are_sound() {
    let mut rng = Rng(3);
    let (mut duties, mut steals, mut limits, mut storms) = (0, 0, 0, 0);
    let (mut shared, mut narrowed) = (0, 0);
    for mut tables in all_tables() {
        for i in 0..24 {
            let played = play(&tables, 2 + i % 4, &STYLES[i % 3], &mut rng);
            tables.tight_trades_listed = !played.cut;
            assert_sound(&judge(&tables, &played.lines));
            for line in &played.lines {
                let has = |name: &str, what: &str| usize::from(line[name] == what);
                duties += usize::from(line["state"]["vars"]["must_sell"] == 1);
                steals += has("phase", "steal");
                storms += has("phase", "sandstorm");
                limits += usize::from(line["reason"].as_str().is_some_and(|r| r.contains("limit")));
                narrowed += usize::from(!played.cut && line["legal_complete"] == false);
                shared += usize::from(line["winners"].as_array().is_some_and(|w| w.len() > 1));
            }
        }
    }
    let seen = [duties, steals, limits, storms, shared, narrowed];
    assert!(seen.iter().all(|n| *n > 0), "{seen:?}");
}

#[test]
fn every_fault_in_a_random_match_is_caught() {
    let mut rng = Rng(4);
    let all = all_tables();
    let mut spoilt = 0;
    while spoilt < 600 {
        let mut tables = rng.pick(&all).clone();
        let played = play(&tables, 2 + rng.below(4), rng.pick(&STYLES), &mut rng);
        tables.tight_trades_listed = !played.cut;
        let mut lines = played.lines.clone();
        // Several faults, each in the same valid match.
        for _ in 0..5 {
            let what = spoil(&mut lines, &PILES, &mut rng);
            if let Some(what) = what.filter(|_| lines != played.lines) {
                spoilt += 1;
                let found = judge(&tables, &lines);
                if found.is_empty() {
                    let trace: Vec<String> = texts(&lines).collect();
                    panic!("{what}, in\n{}", trace.join("\n"));
                }
            }
            lines.clone_from(&played.lines);
        }
    }
}

#[test]
fn a_match_can_be_followed_from_any_turn() {
    let mut rng = Rng(6);
    for i in 0..30 {
        let mut played = play(&Tables::default(), 2 + i % 4, &STYLES[i % 3], &mut rng);
        let from = rng.below(played.lines.len() - 1);
        // A pending theft or sandstorm can't be composed.
        let Some(skip) = (1 + from..played.lines.len())
            .find(|line| ["turn", ""].contains(&played.lines[*line]["phase"].as_str().unwrap_or("")))
        else {
            continue;
        };
        played.lines.drain(1..skip);
        for line in &mut played.lines {
            if let Some(n) = line["n"].as_u64() {
                line["n"] = json!(n + 1 - skip as u64);
            }
        }
        let tables = Tables { tight_trades_listed: !played.cut, ..Tables::default() };
        assert_sound(&referee(&tables, Start::Composed, texts(&played.lines)));
    }
}
