//! The hook `range`: legal values, refusals, and display.

use std::sync::Arc;

use parlour_engine::Words;
use parlour_engine::diagnostic::Faults;
use parlour_engine::game::{Config, Game};
use parlour_engine::pack::{Pack, PackFiles};
use parlour_engine::play::Match;

const TABLES: &str = r#"
[game]
title = "Stakes"
[seats]
names = ["ann", "bob", "cid"]
[vars]
chips = { per = "seat", max = 1000, start = 40 }
[phases]
turn = { actions = ["raise", "lend", "stop"] }
[actions]
raise = { usage = "raise to {n:number}" }
lend = { usage = "lend {n:number} to {whom:other seat}" }
stop = { usage = "stop" }
[endings]
out = "over"
"#;

/// Raises are multiples of five; a tenth of the chips can be lent, in odd numbers.
const RULES: &str = "
local raise, lend, stop = {}, {}, {}
function raise.range(seat) return 20, chips.get(seat) + 62, 5 end
function raise.apply(seat, n) chips.set(seat, n) turn.turn(seats.next(seat)) end
function lend.range(seat) return 0, chips.get(seat) // 10 end
function lend.allow(seat, n, whom) return n % 2 == 1 or 'only odd numbers are lent' end
function lend.apply(seat, n, whom) chips.add(whom, n) turn.turn(seats.next(seat)) end
function stop.apply() ending.out() end
return { actions = { raise = raise, lend = lend, stop = stop } }
";

fn game(tables: &str, rules: &str) -> Result<Arc<Game>, Faults> {
    let texts = [("game.toml", tables), ("rules.lua", rules)];
    let texts = texts.into_iter().map(|(path, text)| (path.to_owned(), text.to_owned().into())).collect();
    let files = PackFiles { name: "stakes".to_owned(), texts, ..PackFiles::default() };
    Pack::load(files)?.into_shared().configure(&Config::default())
}

fn begun() -> Match {
    let game = game(TABLES, RULES).unwrap_or_else(|faults| panic!("{faults}"));
    Match::new(game, 1, vec!["random".to_owned(); 3]).unwrap()
}

fn refusal(played: &mut Match, text: &str) -> String {
    let action = played.parse(text).unwrap();
    played.check(&action).unwrap_err().refusal().unwrap().to_string()
}

#[test]
fn the_numbers_of_a_range_are_legal_and_no_others() {
    let mut played = begun();
    let legal: Vec<String> =
        played.legal().iter(played.game()).map(|action| played.game().action_text(&action)).collect();
    let raises = (20..=102).step_by(5).map(|n| format!("raise to {n}"));
    let lends = [1, 3].into_iter().flat_map(|n| ["bob", "cid"].map(|seat| format!("lend {n} to {seat}")));
    let all: Vec<String> = raises.chain(lends).chain(["stop".to_owned()]).collect();
    assert_eq!(legal, all);
    assert_eq!(refusal(&mut played, "raise to 21"), "21 is not possible: expected 20 to 100 in steps of 5");
    assert_eq!(refusal(&mut played, "raise to 105"), "105 is not possible: expected 20 to 100 in steps of 5");
    assert_eq!(refusal(&mut played, "lend 5 to bob"), "5 is not possible: expected 0 to 4");
    assert_eq!(refusal(&mut played, "lend 2 to bob"), "only odd numbers are lent");
    let action = played.parse("raise to 100").unwrap();
    played.act(&action).unwrap();
}

#[test]
fn many_numbers_are_told_as_one_line() {
    let played = begun();
    let (game, legal) = (played.game(), played.legal());
    let texts: Vec<String> = game.runs(legal).iter().map(|run| game.run_text(legal, run).to_string()).collect();
    let lends = ["lend 1 to bob", "lend 1 to cid", "lend 3 to bob", "lend 3 to cid"];
    assert_eq!(texts, [&["raise to 20..100 by 5"][..], &lends, &["stop"]].concat());
}

#[test]
fn what_comes_before_the_number_narrows_it() {
    let tables = TABLES.replace("lend {n:number} to {whom:other seat}", "lend {whom:other seat} {n:number}");
    let rules = RULES.replace("range(seat) return 0, chips.get(seat) // 10", "range(seat, whom) return whom, 3");
    let rules = rules.replace("(seat, n, whom)", "(seat, whom, n)").replace("n % 2 == 1", "n > 0");
    let game = game(&tables, &rules).unwrap_or_else(|faults| panic!("{faults}"));
    let defined = parlour_engine::script::definitions(&game);
    assert!(defined.contains("range: ((seat: number, whom: number) -> (number, number, number?))?,"), "{defined}");
    let mut played = Match::new(game, 1, vec!["random".to_owned(); 3]).unwrap();
    let texts: Vec<String> =
        played.legal().iter(played.game()).map(|action| played.game().action_text(&action)).collect();
    let lends: Vec<&String> = texts.iter().filter(|text| text.starts_with("lend")).collect();
    assert_eq!(lends, ["lend bob 2", "lend bob 3", "lend cid 3"]);
    assert_eq!(refusal(&mut played, "lend cid 2"), "2 is not possible: expected 3");
}

#[test]
fn a_range_that_cannot_be_meant_is_a_fault_at_its_line() {
    let fault = |before: &str, after: &str| {
        let rules = RULES.replace(before, after);
        assert_ne!(rules, RULES);
        match game(TABLES, &rules) {
            Err(faults) => faults.to_string(),
            Ok(game) => match Match::new(game, 1, vec!["random".to_owned(); 3]) {
                Ok(_) => panic!("no fault"),
                Err(fault) => fault.to_string(),
            },
        }
    };
    let returned = "return 20, chips.get(seat) + 62, 5";
    for (wrong, told) in [
        ("return", "raise has a `range` of nothing: expected whole numbers from 0 to 65535"),
        ("return 1, 70000", "raise has a `range` of 70000"),
        ("return 1, 2.5", "raise has a `range` of 2.5"),
        ("return 'all'", "raise has a `range` of all"),
        ("return 1, 2, 0", "raise has a `range` with the step 0: expected 1 or more"),
    ] {
        let text = fault(returned, wrong);
        assert!(text.contains(told) && text.contains("in `range` of `raise`"), "{wrong}: {text}");
        assert!(text.contains("rules.lua:3"), "{wrong}: {text}");
    }
    let text = fault("function stop.apply", "function stop.range() return 1, 2 end function stop.apply");
    assert!(text.contains("the action `stop` has nothing to give a `range` of"), "{text}");
    let text = fault("function raise.apply", "function raise.legal() end function raise.apply");
    assert!(text.contains("the action `raise` has both `range` and `legal`"), "{text}");
}

/// A value out of range is refused by seat if ranges may differ, as from different initial values.
#[test]
fn a_value_out_of_range_is_refused_for_each_seat() {
    let vars =
        "chips = { per = \"seat\", max = { ann = 50, bob = 60, cid = 70 }, start = { ann = 40, bob = 41, cid = 42 } }";
    let tables = TABLES.replace("chips = { per = \"seat\", max = 1000, start = 40 }", vars);
    assert!(tables.contains(vars));
    let game = game(&tables, RULES).unwrap_or_else(|faults| panic!("{faults}"));
    let mut played = Match::new(game, 1, vec!["random".to_owned(); 3]).unwrap();
    for (text, told) in [("raise to 50", ""), ("raise to 65", "chips: expected 0 to 60, got 65")] {
        let action = played.parse(text).unwrap();
        let fault = played.act(&action).err().map_or_else(String::new, |fault| fault.to_string());
        assert!(if told.is_empty() { fault.is_empty() } else { fault.contains(told) }, "{text}: {fault}");
    }
}
