//! Effects of options on a game, and invariants.

use std::sync::Arc;

use parlour_engine::Words;
use parlour_engine::diagnostic::{Faults, SourceFile};
use parlour_engine::game::{Config, Game};
use parlour_engine::pack::{Pack, PackFiles};
use parlour_engine::play::Match;
use parlour_engine::scenario::Scenario;

const TABLES: &str = r#"
[game]
title = "Pits"
[seats]
min = 2
max = 2
[options]
pits = { default = 2, min = 1, max = 3 }
dice = { default = 1, min = 1, max = 3 }
[vars]
pit = { per = "seat", length = "pits", start = 4, max = 9 }
[dice]
cup = { count = "dice", faces = 6 }
die = { faces = 6 }
[phases]
turn = { actions = ["go"] }
[actions]
go = { usage = "go {n:number 1 to pits}" }
[endings]
done = "{winner} wins"
"#;

const RULES: &str = "
return { actions = { go = {
	allow = function(seat, n) return pit.get(seat, n) > 0 or 'no' end,
	apply = function(seat, n)
		cup.roll(1) die.roll(1)
		if pit.add(seat, n, -1) == 0 then ending.done(seat) else turn.turn(seats.next(seat)) end
	end,
} } }
";

fn pack(tables: &str, rules: &str) -> Result<Arc<Pack>, Faults> {
    let texts = [("game.toml", tables), ("rules.lua", rules)];
    let texts = texts.into_iter().map(|(path, text)| (path.to_owned(), text.to_owned().into())).collect();
    Pack::load(PackFiles { name: "pits".to_owned(), texts, ..PackFiles::default() }).map(Pack::into_shared)
}

fn game(set: &[(&str, &str)]) -> Arc<Game> {
    let set = set.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let pack = pack(TABLES, RULES).unwrap_or_else(|faults| panic!("{faults}"));
    pack.configure(&Config { set, ..Config::default() }).unwrap_or_else(|faults| panic!("{faults}"))
}

fn begun(game: &Arc<Game>) -> Match {
    Match::new(game.clone(), 1, vec!["random".to_owned(); 2]).unwrap_or_else(|faults| panic!("{faults}"))
}

/// A declared list has the API of a list at any length.
#[test]
fn a_list_of_one_value_is_still_a_list() {
    for (set, pits) in [(&[][..], "[3,4]"), (&[("pits", "1")], "[3]"), (&[("pits", "3")], "[3,4,4]")] {
        let game = game(set);
        let mut played = begun(&game);
        let action = played.legal().get(&game, 0);
        assert_eq!(game.action_text(&action), "go 1");
        played.act(&action).unwrap();
        let state = game.state_json(played.state());
        assert_eq!(state["vars"]["pit.a"].to_string(), pits);
    }
}

/// Dice are a list if their number is an option, and a single die is a number; scenarios may use both forms.
#[test]
fn one_die_is_a_number_or_a_list_of_one() {
    let game = game(&[]);
    let mut played = begun(&game);
    let action = played.legal().get(&game, 0);
    played.act(&action).unwrap();
    let state = game.state_json(played.state());
    assert!(state["vars"]["cup"].is_array() && state["vars"]["die"].is_number(), "{state}");

    for vars in ["cup = [3]\ndie = 5", "cup = 3\ndie = [5]"] {
        let text = format!("game = \"pits\"\n[vars]\n{vars}\n");
        let scenario = Scenario::read(SourceFile::new("one.toml", text), game.pack()).unwrap();
        let begun = game.pack().configure(&Arc::new(scenario).config()).unwrap();
        let state = begun.state_json(Match::new(begun.clone(), 1, vec!["random".to_owned(); 2]).unwrap().state());
        assert_eq!(
            (state["vars"]["cup"].to_string(), state["vars"]["die"].to_string()),
            ("[3]".to_owned(), "5".to_owned())
        );
    }
}

/// An option can have a few numeric values, and is usable wherever a number is expected.
#[test]
fn an_option_is_one_of_a_few_numbers() {
    let tables = |option: &str| TABLES.replace("pits = { default = 2, min = 1, max = 3 }", &format!("pits = {option}"));
    let few = pack(&tables("{ default = 4, choices = [2, 4, 8] }"), RULES).unwrap_or_else(|faults| panic!("{faults}"));
    let set = |value: &str| {
        let set = vec![("pits".to_owned(), value.to_owned())];
        few.configure(&Config { set, ..Config::default() }).map_err(|faults| faults.to_string())
    };
    let pits = |game: &Arc<Game>| game.state_json(begun(game).state())["vars"]["pit.a"].as_array().unwrap().len();
    assert_eq!(pits(&few.configure(&Config::default()).unwrap()), 4);
    assert_eq!(pits(&set("8").unwrap()), 8);
    for wrong in ["3", "0", "two", ""] {
        assert_eq!(set(wrong).unwrap_err(), format!("the option `pits` can't be `{wrong}` (expected one of 2, 4, 8)"));
    }
    for (option, says) in [
        ("{ default = 3, choices = [2, 4] }", "8:20: the option `pits` is 3 (expected one of 2, 4)"),
        ("{ default = 2, choices = [] }", "8:20: the option `pits` is 2 (expected `choices` with 2 among them)"),
        (
            "{ default = 2, choices = [2, \"four\"] }",
            "8:37: `options.pits.choices` must be a list of whole numbers, as `default` is one, but is a text",
        ),
        (
            "{ default = 2, min = 1, choices = [2, 4] }",
            "8:29: the option `pits` has `min` and `choices` (expected one of them: numbers from `min` to `max`, or those of \
             a list)",
        ),
    ] {
        let said = pack(&tables(option), RULES).unwrap_err();
        assert_eq!(said.0[0].to_string(), format!("game.toml:{says}"), "{option}");
    }
}
