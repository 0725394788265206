//! Findings of user trials: mistakes with misleading messages. Each message has the place, the expected form and the
//! correction.

use parlour_engine::pack::{Pack, PackFiles};

use super::{check, duel, edited, faults};
use crate::packs::library;

/// The faults of a game of the repository after an edit of its tables.
fn said(game: &str, old: &str, new: &str) -> Vec<String> {
    let mut files: PackFiles = library().files(game).unwrap();
    files.prefix = String::new();
    let text = files.texts["game.toml"].to_string();
    assert!(text.contains(old), "`{old}` should stand in the tables of {game}");
    files.texts.insert("game.toml".to_owned(), text.replacen(old, new, 1).into());
    faults(files)
}

/// The faults of the valid pack after an edit of one of its scripts.
#[track_caller]
fn script(old: &str, new: &str, expected: &[&str]) {
    check(&[("rules.lua", old, new)], expected);
}

#[test]
fn what_is_given_as_no_number_is_named_with_its_argument() {
    let event = |given: &str| format!("event.play(seat, {given})");
    let told = |got: &str| {
        format!(
            "script-error: duel/rules.lua:33:2: event.play: card: expected a number, got {got}, in `apply` of `play`"
        )
    };
    script("event.play(seat, c)", &event("nil"), &[&told("nil")]);
    script("event.play(seat, c)", &event("\"blade\""), &[&told("\"blade\"")]);
    script("event.play(seat, c)", &event("{}"), &[&told("a table")]);
    script(
        "points.add(seat, worth(c))",
        "points.add(seat, nil)",
        &["script-error: duel/rules.lua:36:2: points.add: by: expected a number, got nil, in `apply` of `play`"],
    );
    script(
        "hand.count(seat, c) > 0",
        "hand.count(nil, c) > 0",
        &["script-error: duel/rules.lua:22:3: hand.count: expected a number, got nil, in `legal` of `play`"],
    );
}

#[test]
fn a_variable_that_is_called_is_told_how_its_value_is_read() {
    let help = "(write `points.get(seat)` for its value)";
    script(
        "points.add(seat, worth(c))",
        "points.add(points(seat), 1)",
        &[&format!("no-function: duel/rules.lua:36:13: `points` is not a function {help}")],
    );
    script(
        "points.add(seat, worth(c))",
        "local p = points\n\tp(seat)",
        &[&format!("no-function: duel/rules.lua:37:2: `p` is not a function {help}")],
    );
}

#[test]
fn a_name_of_the_tables_that_a_script_misspells_is_told_in_the_script() {
    let refusals = "[refusals]\ntoo_far = \"too far\"\n\n[lists]";
    check(
        &[("game.toml", "[lists]", refusals), ("rules.lua", "`you hold no {card.name(c)}`", "refusal.toofar")],
        &["unknown-member: duel/rules.lua:29:45: there is no `refusal.toofar` (did you mean `too_far`, which \
           duel/game.toml:27:1 declares?)"],
    );
    check(
        &[("rules.lua", "local play = {}", "local play = {}\nlocal _size = option.hand_szie")],
        // The tables read it themselves.
        &["unknown-member: duel/rules.lua:19:22: there is no `option.hand_szie` (did you mean `hand_size`?)"],
    );
    assert_eq!(
        said("final-card-down", "skip = \"A\"", "skipp = \"A\"")[0],
        "unknown-member: rules.lua:8:21: there is no `special.skip` (did you mean `skipp`, which game.toml:36:1 declares?)"
    );
}

#[test]
fn a_number_in_quotes_is_told_to_stand_without() {
    let expected = "must be a whole number, the name of an option, or a table by seats, but is a text";
    check(
        &[("game.toml", "count = 6", "count = \"14\"")],
        &[&format!("wrong-type: duel/game.toml:38:9: `card[1].count` {expected} (write it without quotes: `14`)")],
    );
    check(
        &[("game.toml", "strength = 3", "strength = \"3\"")],
        &[
            "wrong-type: duel/game.toml:43:12: `card[2].strength` must be a whole number, but is a text (write it without \
           quotes: `3`)",
        ],
    );
    check(
        &[("game.toml", "min = 2\n", "min = \"2\"\n")],
        &[
            "wrong-type: duel/game.toml:12:7: `seats.min` must be a whole number, but is a text (write it without quotes: \
           `2`)",
        ],
    );
}

#[test]
fn what_stands_twice_is_told_with_both_places() {
    check(
        &[("game.toml", "\"buckler\"\nsuit", "\"dagger\"\nsuit")],
        &[
            "duplicate: duel/game.toml:48:8: `dagger` stands twice (the other one stands at duel/game.toml:35:8)",
            "unknown-card: duel/game.toml:56:67: there is no card `buckler` (known here: dagger, blade)",
        ],
    );
    check(
        &[("game.toml", "[\"sword\", \"shield\"]", "[\"sword\", \"shield\", \"sword\"]")],
        &["duplicate: duel/game.toml:27:28: `sword` stands twice in the list `suit` (the other one stands at \
           duel/game.toml:27:9)"],
    );
    check(
        &[("game.toml", "played = {", "ring = {")],
        &["duplicate: duel/game.toml:61:8: `ring` is the name of a zone already (the other one stands at \
           duel/game.toml:56:8)"],
    );
    let twice = |line: u32, column: u32, key: &str, first: &str| {
        format!(
            "toml-syntax: duel/game.toml:{line}:{column}: the key `{key}` stands twice in its table (the other one stands \
             at duel/game.toml:{first})"
        )
    };
    for (old, new, expected) in [
        ("title = \"Duel\"", "title = \"Duel\"\ntitle = \"Duel\"", twice(8, 1, "title", "7:1")),
        ("min = 2\n", "min = 2\nmax = 2\n", twice(14, 1, "max", "13:1")),
        ("kind = \"bag\", per", "kind = \"bag\", kind = \"bag\", per", twice(55, 24, "kind", "55:10")),
        ("[chance]", "[vars]\n[chance]", twice(68, 2, "vars", "58:2")),
    ] {
        check(&[("game.toml", old, new)], &[&expected]);
    }
    let runner = "[[piece]]\nname = \"runner\"\nglyph = \"R\"\n\n[[piece]]\nname = \"runner\"";
    let found = said("breakthrough", "[[piece]]\nname = \"pawn\"", &runner.replace("runner", "pawn"));
    assert!(found[0].contains("`pawn` stands twice (the other one stands at game.toml:"), "{found:#?}");
}

#[test]
fn an_unknown_hook_is_told_where_it_is_written() {
    let two =
        |name: &str| format!("function play.{name}(seat, c)\n\treturn seat > c\nend\n\nfunction play.apply(seat, c)");
    script(
        "function play.apply(seat, c)",
        &two("befor"),
        &[
            "unknown-hook: duel/rules.lua:32:15: the action `play` has no hook `befor` (known here: needs, range, allow, \
           legal, apply, after)",
        ],
    );
    // In a nested table, and in a required file.
    check(
        &[
            (
                "rules.lua",
                "local play = {}",
                "local play = {}\nlocal actions = { play = play }\nfunction actions.play.befor() end",
            ),
            ("rules.lua", "\tactions = { play = play }", "\tactions = actions"),
        ],
        &[
            "unknown-hook: duel/rules.lua:20:1: the action `play` has no hook `befor` (known here: needs, range, allow, \
           legal, apply, after)",
        ],
    );
    let mut files = edited(&[("rules.lua", "\tactions = { play = play }", "\tactions = { play = require(\"play\") }")]);
    files.texts.insert("play.lua".to_owned(), "local play = {}\n\nfunction play.befor() end\n\nreturn play\n".into());
    let found = faults(files);
    let told = "unknown-hook: duel/play.lua:3:1: the action `play` has no hook `befor`";
    assert!(found.iter().any(|fault| fault.starts_with(told)), "{found:#?}");
}

#[test]
fn a_column_or_row_that_scripts_could_not_reach_is_refused() {
    let column = "strength = { type = \"int\", min = 1, max = 9 }";
    let with = |more: &str| format!("{column}\n{more}");
    for (name, meaning) in [
        ("title", "what people call a row"),
        ("plural", "the plural of that"),
        ("all_strength", "the list of all strength"),
    ] {
        let expected = format!(
            "bad-name: duel/game.toml:32:1: a column of `card` can't be called `{name}` (`card.{name}` is {meaning} in \
             scripts: expected another name)"
        );
        let more = format!("{name} = {{ type = \"text\", default = \"x\" }}");
        let found = faults(edited(&[("game.toml", column, &with(&more))]));
        assert!(found.contains(&expected), "{found:#?}");
    }
    let found = faults(edited(&[("game.toml", "name = \"blade\"", "name = \"strength\"")]));
    let expected = "bad-name: duel/game.toml:41:8: a row of `card` can't be called `strength` (`card.strength` is a column \
                    in scripts: expected another name)";
    assert!(found.contains(&expected.to_owned()), "{found:#?}");
}

#[test]
fn a_name_that_scripts_use_is_refused_with_what_it_is() {
    let found = |name: &str| {
        let found = faults(edited(&[("game.toml", "played = {", &format!("{name} = {{"))]));
        found.into_iter().find(|fault| fault.starts_with("bad-name")).unwrap()
    };
    for (name, meaning) in [("turn", "what gives the turn"), ("string", "a library of Luau"), ("end", "a word of Luau")]
    {
        let help = format!("(`{name}` is {meaning} in scripts: expected another name)");
        assert!(found(name).ends_with(&help), "{}", found(name));
    }
    // No such name in the script API.
    check(
        &[
            ("game.toml", "ring = {", "row = {"),
            ("game.toml", "[\"deck\", \"ring\"]", "[\"deck\", \"row\"]"),
            ("rules.lua", "hand.to_ring", "hand.to_row"),
        ],
        &[],
    );
}

#[test]
fn actions_and_events_called_like_words_of_luau_are_used_with_an_underscore() {
    let action = ("game.toml", "[actions]", "[actions]\nreturn = { usage = \"return {c:card}\" }");
    let phase = ("game.toml", "actions = [\"play\"]", "actions = [\"play\", \"return\"]");
    let hooks = |offer: &str| {
        format!(
            "local back = {{ legal = function(seat) if hand.size(seat) > 9 then {offer}(1) end end, apply = function(seat) \
             turn.turn(seat) end }}\nlocal play = {{}}"
        )
    };
    let key = ("rules.lua", "{ play = play }", "{ play = play, [\"return\"] = back }");
    check(&[action, phase, key, ("rules.lua", "local play = {}", &hooks("offer.return_"))], &[]);
    check(
        &[action, phase, key, ("rules.lua", "local play = {}", &hooks("offer[\"return\"]"))],
        &["unknown-member: duel/rules.lua:18:73: there is no `offer[\"return\"]` (did you mean `return_`?)"],
    );
    let key = ("rules.lua", "{ play = play }", "{ play = play, return_ = back }");
    let found = faults(edited(&[action, phase, key, ("rules.lua", "local play = {}", &hooks("offer.return_"))]));
    let told = "unknown-hook: duel/rules.lua:52:27: `actions` has no hook `return_` (write `[\"return\"] = ...`)";
    assert_eq!(found, [told]);
    check(&[("game.toml", "[events.draw]", "[events.end]"), ("rules.lua", "event.draw", "event.end_")], &[]);
    check(
        &[("game.toml", "[events.draw]", "[events.end]"), ("rules.lua", "event.draw, ", "")],
        &[
            "never-used: duel/game.toml:82:9: nothing tells the event `end` (tell it in a script, as in `event.end_()`, or \
           leave it out)",
        ],
    );
}

#[test]
fn no_move_that_never_happens_is_told() {
    let mut files: PackFiles = library().files("breakthrough").unwrap();
    files.prefix = String::new();
    let text = files.texts["game.toml"].to_string();
    let text = text
        .replacen("actions = [\"move\", \"capture\"]", "actions = [\"move\", \"capture\", \"wait\"]", 1)
        .replacen("[actions]", "[actions]\nwait = {}", 1);
    files.texts.insert("game.toml".to_owned(), text.into());
    let rules = |needs: &str| format!("return {{ actions = {{ wait = {{ {needs} apply = function() end }} }} }}\n");
    files.texts.insert("rules.lua".to_owned(), rules("").into());
    let found = faults(files.clone());
    assert!(
        found[0].starts_with("never-used: game.toml:")
            && found[0].ends_with(
                "no match ends by this: `wait` is always possible (say `pass = true` in `[actions.wait]`, or in its \
                 `needs` when it is possible)"
            ),
        "{found:#?}"
    );
    files.texts.insert("rules.lua".to_owned(), rules("needs = function(seat) return seat > 0 end,").into());
    assert!(Pack::load(files).is_ok());
}

#[test]
fn arguments_that_can_not_be_told_apart_are_given_from_the_left() {
    let files = |usage: &str, hooks: &str| {
        let usage = format!("play = {{ usage = \"{usage}\", help");
        let mut files = edited(&[
            ("game.toml", "play = { usage = \"play {card:card}\", help", &usage),
            (
                "rules.lua",
                "function play.allow(seat, c)\n\treturn hand.count(seat, c) >= 1 or `you hold no {card.name(c)}`\nend",
                hooks,
            ),
        ]);
        let rules = files.texts["rules.lua"].to_string();
        let begin = rules.find("function play.legal").unwrap();
        let end = rules[begin..].find("\nend\n").unwrap() + begin + 5;
        files.texts.insert("rules.lua".to_owned(), format!("{}{}", &rules[..begin], &rules[end..]).into());
        files
    };
    let allow = "function play.allow(seat, c)\n\treturn hand.count(seat, c) >= 1 or \"no\"\nend";
    assert_eq!(faults(files("play {card:card} [{a:suit}] [{b:suit}]", allow)), [""; 0]);
    assert_eq!(faults(files("play {card:card} [with {a:suit}] [with {b:suit}]", allow)), [""; 0]);
    let legal = "function play.legal(seat)\n\tfor c = 1, card.count do\n\t\tif hand.count(seat, c) > 0 then offer.play(c, nil, 1) \
                 end\n\tend\nend";
    // The other `legal` is the one that is removed.
    let mut script = files("play {card:card} [{a:suit}] [{b:suit}]", allow);
    let rules = script.texts["rules.lua"].replacen(allow, legal, 1);
    script.texts.insert("rules.lua".to_owned(), rules.into());
    let found = faults(script);
    assert!(
        found[0].contains("offer.play: b is given and a, which is written like it, is not: give a first"),
        "{found:#?}"
    );
}

#[test]
fn the_sound_pack_stays_sound() {
    assert_eq!(faults(duel()), [""; 0]);
}
