//! Words and hooks of the rules, in a small pack of their own.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use super::host;
use super::prelude::{ACTION_BYTES, EVENT_BYTES, NOTE_BYTES, Prelude};
use super::vm::{Room, Vm};
use parlour_engine::play::Match;
use parlour_engine::rules::{CheckError, Refusal, Rules};
use parlour_game::words::Words;
use parlour_game::{Config, Game};
use parlour_model::diagnostic::SourceFile;
use parlour_pack::{Pack, PackFiles};

const TABLES: &str = r#"
scores = "coins"
winners = ["most coins", "least given"]

[game]
title = "Bazaar"

[seats]
min = 3
max = 3

[lists]
colour = ["red", "blue"]

[columns.card]
value = { type = "int", min = 1, max = 9 }
colour = { type = "colour" }

[[card]]
name = "pearl"
value = 1
colour = "red"
count = 3

[[card]]
name = "stone"
value = 2
colour = "red"
count = 2

[[card]]
name = "opal"
value = 2
colour = "blue"
count = 1

[zones]
deck = { kind = "pile", seen = "none" }
pool = { kind = "bag", seen = "all" }
hand = { kind = "bag", per = "seat", seen = "owner" }

[vars]
coins = { per = "seat", min = 0, max = 9 }
given = { per = "seat", min = 0, max = 9 }

[setup]
source = "deck"
deal = [{ to = "pool", count = 6 }]

[phases]
turn = { actions = ["swap", "stop"] }

[actions]
stop = {}
swap = { usage = "swap {give:cards of hand} for {take:cards of pool}" }

[events.swap]
fields = ["take: cards", "seat: seat"]
text.all = "{seat} takes {take}."

[endings]
done = "{winner} wins"
"#;

const RULES: &str = r#"
local swap = {}

function swap.needs(seat)
	return seat == seats.a or "only the first seat may swap"
end

function swap.legal(seat)
	for cards = 1, hand.size(seat) do
		for give in hand.parts(seat, cards, bunch.scratch(11)) do
			for take in pool.parts(1, bunch.scratch(12)) do
				if swap.allow(seat, give, take) == true then
					offer.swap(give, take)
				end
			end
		end
	end
end

function swap.allow(_seat, give, take)
	local paid, price = bunch.sum_value(give), bunch.sum_value(take)
	return bunch.size(take) == 1 and paid >= price or `{paid} for {price}`
end

function swap.apply(seat, give, take)
	hand.bunch_to_pool(seat, give)
	pool.bunch_to_hand(take, seat)
end

function swap.after(seat, give, _take)
	given.add(seat, bunch.size(give))
	turn.turn(seats.next(seat))
end

return {
	setup = function()
		pool.to_hand(card.pearl, seats.a)
		pool.to_hand(card.pearl, seats.a)
		pool.to_hand(card.opal, seats.c)
		coins.set(seats.a, 2)
		coins.set(seats.b, 4)
		coins.set(seats.c, 4)
		given.set(seats.b, 1)
		turn.turn(seats.a)
	end,
	actions = { swap = swap, stop = { apply = function() ending.done() end } },
}
"#;

fn game(files: &[(&str, &str)]) -> Arc<Game> {
    let texts = files.iter().map(|(name, text)| ((*name).to_owned(), (*text).into())).collect();
    let files = PackFiles { name: "bazaar".to_owned(), prefix: String::new(), texts, ..PackFiles::default() };
    Pack::load(files).unwrap().into_shared().configure(&Config::default()).unwrap()
}

/// A match: the first seat holds two pearls, the last an opal; a pearl and two stones are in the pool.
fn bazaar() -> Match {
    let game = game(&[("game.toml", TABLES), ("rules.lua", RULES)]);
    Match::with_host(Rules::new(game).unwrap(), 1, vec!["x".to_owned(); 3]).unwrap()
}

/// A VM for rules of that game.
fn machine(game: &Arc<Game>) -> Vm {
    let room = Room { state: game.layout().size, actions: ACTION_BYTES, events: EVENT_BYTES + NOTE_BYTES };
    Vm::new(game, Rc::new(Prelude::new(game, false)), room, Duration::from_secs(5)).unwrap()
}

/// The value of an expression in that match, or its error.
fn value(expression: &str) -> String {
    let mut played = bazaar();
    let state = played.state().clone();
    played.host().evaluate(&state, expression).unwrap_or_else(|faults| faults.to_string())
}

fn parts(size: i32) -> String {
    value(&format!(
        "(function() local out = {{}} for part in pool.parts({size}, bunch.scratch(1)) do \
         table.insert(out, `<{{bunch.text(part)}}>`) end return table.concat(out, ' ') end)()"
    ))
    .replace('"', "")
}

#[test]
fn every_word_can_be_bound_and_is_defined() {
    let mut played = bazaar();
    let prelude = Prelude::new(played.game(), false);
    let (words, definitions) = (played.host().words(), prelude.definitions());
    let mut script = String::from("return {");
    for (word, _) in &words {
        let (namespace, rest) = word.split_once('.').unwrap();
        let name = rest.split('(').next().unwrap();
        assert!(prelude.members(namespace).unwrap().contains(&name), "{word}");
        assert!(definitions.contains(&format!("\t{name}: ")), "{word}");
        script.push_str(&format!("{namespace}.{name}, "));
    }
    script.push('}');
    let machine = machine(played.game());
    let made = machine.run_file(&SourceFile::new("x.lua", script.as_str())).unwrap();
    assert_eq!(made.as_table().unwrap().raw_len(), words.len());
    for line in
        ["-- The `value` of all cards of a bunch together.", "next_other: (seat: number, after: number) -> number?,"]
    {
        assert!(definitions.contains(line), "{line}");
    }
}

#[test]
fn every_hook_is_defined() {
    let definitions = super::definitions(bazaar().game());
    // `range` requires a numeric argument, which this game doesn't have.
    for hook in host::HOOKS.iter().chain(host::ACTION_HOOKS).filter(|hook| **hook != "range") {
        assert!(definitions.contains(&format!("\t{hook}: ")), "{hook}");
    }
    assert!(definitions.contains("allow: ((seat: number, give: number, take: number) -> Verdict)?"), "{definitions}");
}

#[test]
fn any_number_of_words_can_be_used() {
    let vars: String = (0..300).map(|n| format!("v{n} = {{ min = 0, max = 999 }}\n")).collect();
    let tables = TABLES.replace("[vars]\n", &format!("[vars]\n{vars}"));
    let game = game(&[("game.toml", &tables), ("rules.lua", RULES)]);
    let mut script = String::from("local sum = 0\n");
    for n in 0..300 {
        script.push_str(&format!("v{n}.set({n}) sum += v{n}.add(1)\n"));
    }
    // As many locals of its own as Luau allows.
    (0..190).for_each(|n| script.push_str(&format!("local own{n} = v{n}.get()\n")));
    // Scratch values that a file has written are reset when it has run.
    script.push_str("local all = sum + own7 + v299.get() return function() return all + v299.get() end");
    let machine = machine(&game);
    let made = machine.run_file(&SourceFile::new("x.lua", script.as_str())).unwrap();
    let value: i32 = made.as_function().unwrap().call(()).unwrap();
    assert_eq!(value, (1..=300).sum::<i32>() + 8 + 300);
}

/// The fault of a script of the rules, or what it returns.
fn run(script: &str) -> String {
    let game = game(&[("game.toml", TABLES), ("rules.lua", RULES)]);
    match machine(&game).run_file(&SourceFile::new("x.lua", script)) {
        Ok(value) => value.to_string().unwrap(),
        Err(faults) => faults.to_string(),
    }
}

#[test]
fn no_script_reaches_what_the_words_are_made_of() {
    for name in [
        "STATE",
        "ACTS",
        "CTRL",
        "EVTS",
        "ATTACKED",
        "CASES",
        "SEALED",
        "ORDERED",
        "LASTING",
        "WORDS",
        "core",
        "hand__size",
        "more__",
        "core__below",
    ] {
        let unknown = format!("there is no `{name}`");
        assert!(run(&format!("return {name}")).contains(&unknown), "{name}");
        assert!(run(&format!("return function() return {name} end")).contains(&unknown), "{name}");
        assert!(run(&format!("return buffer.len({name})")).contains(&unknown), "{name}");
        assert!(value(name).contains(&unknown), "{name}");
        assert_eq!(run(&format!("local {name} = 1 return hand.size(1) + {name}")), "1");
        assert_eq!(run(&format!("local name = '{name}' return _G[name] == nil")), "true");
    }
    assert!(run("return ...").contains("there is no `...`"));
    assert!(run("return select('#', ...)").contains("there is no `...`"));
    assert_eq!(run("return (function(...) return select('#', ...) end)()"), "0");
    // A script that closes the text around it isn't valid Luau.
    for script in [
        "return 1 end local a = function(...) return ...",
        "end return STATE",
        "return 1 end, (function() return STATE",
    ] {
        assert!(run(script).contains("xpected"), "{script}: {}", run(script));
    }
    for name in ["getfenv", "setfenv", "debug", "loadstring"] {
        assert!(run(&format!("return {name}(1)")).contains("scripts have no"), "{name}");
        assert_eq!(run(&format!("local name = '{name}' return _G[name] == nil")), "true");
    }
    // Nothing lasts in the globals either.
    for script in
        ["local g = _G g.x = 1", "rawset(_G, 'x', 1)", "getmetatable(_G).__newindex = nil", "setmetatable(_G, nil)"]
    {
        assert!(run(script).starts_with("x.lua:1:1: "), "{script}: {}", run(script));
    }
}

#[test]
fn bytecode_is_read_as_text() {
    for version in '\0'..='\u{1f}' {
        for text in [format!("{version}"), format!("{version}\u{3}\u{1}\u{1}x"), format!("{version}\u{3} = 1")] {
            let told = run(&text);
            assert!(told == "nil" || told.starts_with("x.lua:"), "{version:?}: {told}");
        }
    }
}

#[test]
fn no_text_tells_an_address() {
    let values =
        ["{}", "print", "function() end", "coroutine.create(print)", "buffer.create(1)", "setmetatable({}, {})"];
    for value in values {
        for text in [
            "string.format('%s', x)",
            "string.format('%*', x)",
            "('%s'):format(x)",
            "`{x}`",
            "`{1} {x} {nil}`",
            "tostring(x)",
            "select(2, pcall(error, tostring(x)))",
            "tostring(select(2, pcall(function() return x + nil end)))",
            "tostring(select(2, pcall(function() return x .. nil end)))",
            "tostring(select(2, pcall(string.rep, x, x)))",
        ] {
            let told = run(&format!("local x = {value} return {text}"));
            assert!(!told.contains("0x") && !told.is_empty(), "{text} of {value}: {told}");
        }
    }
    assert_eq!(run("return string.format('%s %d %q', {}, 5, 'a')"), "table 5 \"a\"");
    assert_eq!(run("return `{1.5}{true}{nil}`"), "1.5truenil");
}

#[test]
fn locals_that_are_called_like_words_of_the_engine_change_nothing() {
    let script = "local buffer, bit32, math, error, hand__size, STATE, core, core__outside = 1, 2, 3, 4, 5, 6, 7, 8\n\
                  return hand.size(seats.a) + coins.get(seats.b)";
    assert_eq!(run(script), "0");
    assert!(run("local error = 1 return hand.size(7)").contains("x.lua:1"));
}

#[test]
fn names_of_the_pack_are_keys() {
    assert_eq!(run("return card['pearl']"), "1");
    assert_eq!(run("local name = 'stone' return card[name]"), "2");
    assert_eq!(run("local cards = card return cards.opal + cards['pearl']"), "4");
    assert!(run("return card['perl']").contains("x.lua:1:13: there is no `card[\"perl\"]` (did you mean `pearl`?)"));
    let expected = "x.lua:2:1: there is no `colour[\"green\"]` (known here: count, red, blue, all_names, name)";
    assert_eq!(run("local name = 'green'\nreturn colour[name]"), expected);
    assert!(run("return colour[7]").contains("there is no `colour[7]`"));
    assert_eq!(value("card['pearl']"), "1");
    let twos = TABLES.replace("name = \"stone\"", "name = \"2 of clubs\"");
    let machine = machine(&game(&[("game.toml", &twos), ("rules.lua", RULES)]));
    for script in ["return card['2 of clubs']", "local name = '2 of ' return card[name .. 'clubs']"] {
        assert_eq!(machine.run_file(&SourceFile::new("x.lua", script)).unwrap().as_i32(), Some(2), "{script}");
    }
}

#[test]
fn expressions_see_nothing_but_the_view() {
    // The rules' scratch card sets are in buffers that nothing else shares.
    assert_eq!(value("bunch.size(bunch.scratch(1))"), "0");
    assert!(value("pool.to_hand(1, 1)").contains("there is no `pool.to_hand`"));
    assert!(value("(function() local p = pool return p.to_hand end)()").contains("there is no `pool.to_hand`"));
    assert!(value("(function() local p, name = pool, 'to_hand' return p[name] end)()").contains("there is no `pool["));
}

#[test]
fn parts_come_each_once_with_most_of_the_first_cards_first() {
    assert_eq!(parts(2), "<1 pearl, 1 stone> <2 stones>");
    assert_eq!(parts(3), "<1 pearl, 2 stones>");
    assert_eq!(parts(0), "<>");
    assert_eq!(parts(4), "");
    assert_eq!(parts(-1), "pool.parts: expected 0 cards or more, got -1");
}

#[test]
fn columns_are_summed_and_counted() {
    assert_eq!(value("pool.sum_value()"), "5");
    assert_eq!(value("bunch.sum_value(pool.contents(bunch.scratch(1)))"), "5");
    assert_eq!(value("hand.sum_value(seats.b)"), "0");
    assert_eq!(value("pool.count_colour(colour.red)"), "3");
    assert_eq!(value("hand.count_value(seats.c, 2)"), "1");
    assert_eq!(value("hand.count_value(seats.c, 7)"), "0");
    assert_eq!(value("pool.any_value(2, 9)"), "true");
    assert_eq!(value("pool.any_value(3, 9)"), "false");
    assert_eq!(value("card.with_colour(colour.red)"), "{1, 2}");
    assert_eq!(value("card.with_value(7)"), "{}");
}

#[test]
fn cards_are_picked_and_missed() {
    assert_eq!(value("bunch.text(pool.pick_colour(colour.red, 2, bunch.scratch(1)))"), "\"1 pearl, 1 stone\"");
    assert_eq!(value("bunch.size(pool.pick_value(9, 0, bunch.scratch(1)))"), "0");
    assert_eq!(value("hand.lacks(seats.a, pool.contents(bunch.scratch(1)))"), "2");
    assert_eq!(value("pool.lacks(hand.contents(seats.c, bunch.scratch(1)))"), "3");
    assert_eq!(value("hand.lacks(seats.a, hand.contents(seats.b, bunch.scratch(1)))"), "0");
    assert_eq!(value("table.concat(hand.names(seats.a), ' ')"), "\"pearl pearl\"");
    assert_eq!(value("#hand.cards(seats.a)"), "2");
    assert_eq!(value("hand.cards(seats.a)[1] == card.pearl and hand.cards(seats.a)[2] == card.pearl"), "true");
}

#[test]
fn hands_are_looked_at_together() {
    assert_eq!(value("hand.total()"), "3");
    assert_eq!(value("hand.next_other(seats.a, 0)"), "3");
    assert_eq!(value("hand.next_other(seats.c, 0)"), "1");
    assert_eq!(value("hand.next_other(seats.c, seats.a) == nil"), "true");
}

#[test]
fn wrong_arguments_are_named() {
    for (expression, expected) in [
        ("hand.names(4)", "hand: expected a number from 1 to 3, got 4"),
        ("hand.cards(4)", "hand: expected a number from 1 to 3, got 4"),
        ("hand.next_other(0, 0)", "hand: expected a number from 1 to 3, got 0"),
        ("hand.count_colour(1, 3)", "hand.count_colour: colour: expected a number from 1 to 2, got 3"),
        ("card.with_colour(0)", "card.with_colour: colour: expected a number from 1 to 2, got 0"),
        ("pool.pick_colour(colour.red, 4, bunch.scratch(1))", "pool.pick_colour: 4 cards are asked for, 3 are here"),
    ] {
        assert_eq!(value(expression), expected, "{expression}");
    }
}

fn listed(played: &Match) -> Vec<String> {
    (0..played.legal().len()).map(|n| played.game().action_text(&played.legal().get(played.game(), n))).collect()
}

/// The refusal of an action; empty if it is allowed.
fn why(played: &mut Match, text: &str) -> String {
    let action = played.parse(text).unwrap();
    let state = played.state().clone();
    match played.host().check(&state, &action) {
        Ok(()) => String::new(),
        Err(CheckError::Refused(Refusal::Rules(reason))) => reason,
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn an_action_on_two_bunches_is_listed_checked_and_applied() {
    let mut played = bazaar();
    let swaps = ["swap 1 pearl for 1 pearl", "swap 2 pearl for 1 pearl", "swap 2 pearl for 1 stone"];
    assert_eq!(listed(&played), [&swaps[..], &["stop"]].concat());
    assert_eq!(why(&mut played, swaps[2]), "");
    assert_eq!(why(&mut played, "swap pearl for stone"), "1 for 2");
    assert_eq!(why(&mut played, "swap 2 pearls for opal"), "there is no opal in the pool");
    assert_eq!(why(&mut played, "swap 3 pearls for stone"), "there are not 3 pearls in your hand");
    let action = played.parse(swaps[2]).unwrap();
    played.act(&action).unwrap();
    let state = played.state().clone();
    let mut look = |text: &str| played.host().evaluate(&state, text).unwrap();
    assert_eq!(look("hand.names(seats.a)"), "{\"stone\"}");
    assert_eq!(look("bunch.text(pool.contents(bunch.scratch(1)))"), "\"3 pearls, 1 stone\"");
    assert_eq!(look("given.get(seats.a)"), "2");
}

#[test]
fn what_an_action_needs_keeps_it_from_being_listed() {
    let mut played = bazaar();
    let action = played.parse("swap pearl for pearl").unwrap();
    played.act(&action).unwrap();
    assert_eq!(listed(&played), ["stop"]);
    assert_eq!(why(&mut played, "swap opal for stone"), "only the first seat may swap");
}

/// The legal actions at the start of a game whose actions `stop` and `count` have the hooks of a script.
fn listed_by(script: &str) -> Vec<String> {
    let actions = "stop = {}\ncount = { usage = \"count {c:card of pool} {n:number 1 to 2}\" }\n\
                   take = { usage = \"take {c:card of pool} [to {who:other seat}]\" }\n";
    let tables =
        TABLES.replace("actions = [\"swap\", \"stop\"]", "actions = [\"swap\", \"count\", \"take\", \"stop\"]");
    let tables = tables.replace("stop = {}\n", actions);
    let rules = format!(
        "{script}\nreturn {{ setup = function() turn.turn(2) end, \
         actions = {{ swap = {{ legal = function() end, apply = print }}, count = count, take = take, stop = {{ apply = function() ending.done() end }} }} }}"
    );
    let game = game(&[("game.toml", &tables), ("rules.lua", &rules)]);
    let played = Match::with_host(Rules::new(game).unwrap(), 1, vec!["x".to_owned(); 3]);
    listed(&played.unwrap_or_else(|fault| panic!("{fault}: {rules}")))
}

#[test]
fn what_is_allowed_is_listed_however_a_script_writes_it_down() {
    let tables = "local count = { apply = print } local take = { apply = print }\n";
    let count = "return c == 2 and n == seat or \"no\" end\n";
    let take = "function take.allow(seat, c, who) return c == 3 and who ~= seat - 1 end\n";
    let expected = ["count stone 2", "take opal", "take opal to c", "stop"];
    for script in [
        format!("{tables} function count.allow(seat, c, n) {count} {take}"),
        format!("{tables} count.allow = function(seat, c, n) {count} {take}"),
        format!("{tables} local function allow(seat, c, n) {count} count.allow = allow {take}"),
        format!("{tables} @native function count.allow(seat, c, n) {count} {take}"),
        format!("{tables} local buffer, CASES, STATE = 1, 2, 3 function count.allow(seat, c, n) {count} {take}"),
        format!("{tables} local ___allow = 1 function count.allow(seat, c, n) {count} {take} print(___allow)"),
        format!(
            "local count = {{ apply = print, allow = function(seat, c, n) {count} }} local take = {{ apply = print }} {take}"
        ),
        format!("{tables} if seats.count == 3 then function count.allow(seat, c, n) {count} end {take}"),
        // The last definition in the table counts.
        format!(
            "{tables} function count.allow(seat, c, n) return true end function count.allow(seat, c, n) {count} {take}"
        ),
        format!(
            "{tables} function count.allow() return true end local t = count function t.allow(seat, c, n) {count} {take}"
        ),
        format!(
            "{tables} {take} function count.allow(seat, c, n) {count} {}",
            (0..190).map(|n| format!("local l{n} = {n} ")).collect::<String>()
        ),
    ] {
        assert_eq!(listed_by(&script), expected, "{script}");
    }
    let shared = "local both = { apply = print } local count, take = both, both\n\
                  function both.allow(_seat, c, n) return c == 1 and n == 1 end";
    assert_eq!(listed_by(shared), ["count pearl 1", "take pearl to a", "stop"]);
    let shared = "local both = { apply = print } local count, take = both, both\n\
                  local function f(_seat, c, n) return c == 1 and n == 1 end both.allow = f";
    assert_eq!(listed_by(shared), ["count pearl 1", "take pearl to a", "stop"]);
}

#[test]
fn refusals_are_texts_with_holes() {
    let refusals = "\n[refusals]\nheld = \"{who:seat} has {n:number of card}, not {card}; {plural of card}, {n}\"\n\
                    mine = \"{coins} coins, {hand}, {names of hand}, {pool}\"\n\
                    maybe = \"no[ {card}][ or {colour}]\"\nplain = \"just no\"\nswapped = \"{all:cards}\"\n";
    let rules = |returned: &str| {
        let more = "local all = { refusal.held, refusal.mine, refusal.maybe, refusal.plain, refusal.swapped }";
        let more = more.replace("refusal.", "function() return refusal.").replace(',', " end,").replace(" }", " end }");
        let more = more.replace(".held", ".held(1, 1, 1)").replace(".maybe", ".maybe(1, 1)");
        let more = more.replace(".swapped", ".swapped(bunch.scratch(1))");
        let old = "return seat == seats.a or \"only the first seat may swap\"";
        assert!(RULES.contains(old));
        format!("{more} {}", RULES.replace(old, &format!("return {returned}")))
    };
    let why_not = |returned: &str| {
        let game = game(&[("game.toml", &format!("{TABLES}{refusals}")), ("rules.lua", &rules(returned))]);
        let mut played = Match::with_host(Rules::new(game).unwrap(), 1, vec!["x".to_owned(); 3]).unwrap();
        let action = played.parse("swap pearl for pearl").unwrap();
        let state = played.state().clone();
        match played.host().check(&state, &action) {
            Ok(()) => "allowed".to_owned(),
            Err(CheckError::Refused(Refusal::Rules(reason))) => reason,
            Err(CheckError::Script(fault)) => fault.to_string(),
            Err(other) => other.to_string(),
        }
    };
    for (returned, expected) in [
        ("true or refusal.plain", "allowed"),
        ("refusal.plain", "just no"),
        ("function(seat) return refusal.held(seat, 2, card.opal) end", "a has 2 opals, not opal; opals, 2"),
        ("refusal.held(seats.c, 0, card.pearl)", "c has no pearls, not pearl; pearls, 0"),
        ("refusal.held(seats.b, 1, card.pearl)", "b has 1 pearl, not pearl; pearls, 1"),
        ("refusal.mine", "2 coins, 2 pearls, pearl pearl, a pearl and 2 stones"),
        ("refusal.maybe(0, 0)", "no"),
        ("refusal.maybe(card.opal, colour.red)", "no opal or red"),
        ("refusal.swapped(hand.contents(seat, bunch.scratch(2)))", "2 pearls"),
        // Any number in place of cards.
        ("refusal.swapped(-1)", "nothing"),
        ("refusal.held(77, -3, 1000)", "? has -3 cards, not ; cards, -3"),
    ] {
        assert_eq!(why_not(returned), expected, "{returned}");
    }
    assert_eq!(why_not("nil"), why_not("false"));
    for (returned, what) in [("7", "the number 7"), ("{}", "a table"), ("function() return {} end", "a table")] {
        let said = why_not(returned);
        let expected =
            format!("the script returned {what}, in `needs` of `swap` (expected true, false, `refusal.NAME`");
        assert!(said.starts_with("rules.lua:") && said.contains(&expected), "{returned}: {said}");
    }
}

#[test]
fn most_and_then_least_decides_who_wins() {
    let mut played = bazaar();
    let action = played.parse("stop").unwrap();
    played.act(&action).unwrap();
    assert!(played.state().is_over());
    let end = played.end_json();
    assert_eq!((&end["winners"], &end["scores"]["b"]), (&serde_json::json!(["c"]), &serde_json::json!(4)));
}
