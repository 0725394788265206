//! Templates of `parlour new` can be checked and played as they are.

use crate::desk::Desk;

#[test]
fn a_new_game_is_sound_and_plays_to_its_end() {
    let desk = Desk::new();
    let made = desk.parlour(&["new", "game", "twenty-one"]);
    assert_eq!((made.status, made.err.as_str()), (0, ""));
    assert!(made.out.contains("`parlour play twenty-one` plays it"), "{}", made.out);
    let checked = desk.parlour(&["check", "twenty-one"]);
    assert_eq!((checked.status, checked.out.as_str()), (0, "ok  twenty-one\n"), "{}", checked.err);
    for seats in ["random,random", "random,random,random,random"] {
        let traced = desk.parlour(&["trace", "twenty-one", "--seats", seats, "--games", "5", "--seed", "1"]);
        assert_eq!((traced.status, traced.err.as_str()), (0, ""));
        assert_eq!(traced.out.matches("\"type\":\"end\"").count(), 5);
    }
    let played = desk.play(&["twenty-one", "--seats", "human,random", "--seed", "2", "--strict"], "take\nstop\n");
    assert_eq!((played.status, played.err.as_str()), (0, ""), "{}", played.out);
}

#[test]
fn every_beginning_of_a_game_is_sound_and_plays() {
    let desk = Desk::new();
    for (option, play) in [("--cards", "take\nstop\n"), ("--board", "a1-a2\n"), ("--dice", "roll\n")] {
        let name = format!("mine{option}");
        let made = desk.parlour(&["new", "game", &name, option]);
        assert_eq!((made.status, made.err.as_str()), (0, ""));
        let checked = desk.parlour(&["check", &name]);
        assert_eq!((checked.status, checked.out), (0, format!("ok  {name}\n")), "{}", checked.err);
        let traced = desk.parlour(&["trace", &name, "--games", "3", "--seed", "1"]);
        assert_eq!((traced.status, traced.out.matches("\"type\":\"end\"").count()), (0, 3), "{}", traced.err);
        let played = desk.play(&[&name, "--seats", "human,random", "--seed", "2", "--strict"], play);
        assert_eq!((played.status, played.err.as_str()), (0, ""), "{}", played.out);
    }
    // The template's robot is better than random.
    for game in ["mine--cards", "mine--board", "mine--dice"] {
        let args =
            ["arena", game, "--seats", "careful,random", "--games", "20", "--nodes", "50", "--seed", "1", "--json"];
        let ran = desk.parlour(&args);
        let value: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        let robot = &value["robots"][0];
        assert!(robot["errors"] == 0 && robot["rate"].as_f64().unwrap() > 0.6, "{}", ran.out);
    }
    let both = desk.parlour(&["new", "game", "other", "--cards", "--dice"]);
    assert_eq!(both.status, 2, "{}", both.err);
}

/// The test of a new game, run by `parlour check`, checks its rule.
#[test]
fn the_test_of_a_new_game_holds_its_rule() {
    let desk = Desk::new();
    desk.parlour(&["new", "game", "pig", "--dice"]);
    let rules = desk.read("rules/pig/rules.lua");
    desk.put("rules/pig/rules.lua", rules.replace("if face > 1 then", "if face > 0 then"));
    let checked = desk.parlour(&["check", "pig"]);
    assert_eq!(checked.status, 1);
    let told = "rules/pig/scenarios/one.toml:14:10: not-as-expected: b is not to act";
    assert!(checked.out.contains(told) && checked.out.ends_with("faults  pig\n"), "{}", checked.out);
}

/// The editor support files are created with the game, and updated with its tables.
#[test]
fn an_editor_finds_what_it_needs_beside_a_game() {
    let desk = Desk::new();
    desk.parlour(&["new", "game", "pig", "--dice"]);
    let tables = desk.read("rules/pig/game.toml");
    assert!(tables.starts_with("#:schema ../game.schema.json\n"));
    assert_eq!(desk.read("rules/game.schema.json"), desk.parlour(&["schema"]).out);
    let folders = ["rules/pig", "ai/robots/pig"];
    for folder in folders {
        let settings: serde_json::Value =
            serde_json::from_str(&desk.read(&format!("{folder}/.vscode/settings.json"))).unwrap();
        assert_eq!(settings["luau-lsp.types.definitionFiles"][0], "types.d.luau");
        assert!(desk.read(&format!("{folder}/types.d.luau")).contains("gained"));
    }
    desk.put("rules/pig/game.toml", tables.replace("gained = {} ", "lucky = { per = \"seat\" }\ngained = {} "));
    desk.parlour(&["check", "pig"]);
    for folder in folders {
        assert!(desk.read(&format!("{folder}/types.d.luau")).contains("declare lucky"), "{folder}");
    }
    // A person's settings are kept, and an existing game gets the same files.
    desk.put("rules/pig/.vscode/settings.json", "{}");
    assert_eq!(desk.parlour(&["schema", "pig"]).status, 0);
    assert_eq!(desk.read("rules/pig/.vscode/settings.json"), "{}");
    let built_in = desk.parlour(&["schema", "chess"]);
    assert_eq!((built_in.status, built_in.err.contains("`chess` is built in")), (2, true), "{}", built_in.err);
}

#[test]
fn every_beginning_of_a_robot_is_sound_and_plays() {
    let desk = Desk::new();
    for (option, game) in [("--simple", "en-garde"), ("--search", "en-garde"), ("--alphabeta", "breakthrough")] {
        let name = format!("mine{option}");
        let made = desk.parlour(&["new", "robot", &format!("{game}/{name}"), option]);
        assert_eq!((made.status, made.err.as_str()), (0, ""));
        let seats = format!("{name},random");
        let args = ["arena", game, "--seats", &seats, "--games", "2", "--nodes", "30", "--seed", "1", "--json"];
        let ran = desk.parlour(&args);
        let value: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!(value["robots"][0]["errors"], 0, "{}", ran.out);
    }
}

#[test]
fn a_check_says_how_to_see_the_match_that_failed() {
    let desk = Desk::new();
    desk.parlour(&["new", "game", "twenty-one"]);
    let rules = desk.read("rules/twenty-one/rules.lua");
    let needs = "local function full(seat) return hand.size(seat) <= 2 or \"your hand is full\" end\n\
                 local stop = { needs = full }\ntake.needs = full\n";
    desk.put("rules/twenty-one/rules.lua", rules.replacen("local stop = {}\n", needs, 1));
    let checked = desk.parlour(&["check", "twenty-one"]);
    assert_eq!(checked.status, 1, "{}", checked.err);
    assert!(checked.out.contains("no legal action is offered in phase `draw`"), "{}", checked.out);
    let (_, hint) = checked.out.split_once("see the match with `parlour ").unwrap();
    let arguments: Vec<&str> = hint.split('`').next().unwrap_or_default().split(' ').collect();
    assert_eq!(arguments[..4], ["trace", "twenty-one", "--seats", "random,random"], "{hint}");
    let traced = desk.parlour(&arguments);
    assert!(traced.out.contains("\"type\":\"step\"") && !traced.out.contains("\"type\":\"end\""), "{}", traced.out);
    assert!(traced.err.contains("no legal action is offered"), "{}", traced.err);
    assert!(checked.out.ends_with("2 faults  twenty-one\n"), "{}", checked.out);
    std::fs::create_dir(desk.path("other")).unwrap();
    let elsewhere = desk.parlour(&["check", "--rules", "other", "rules/twenty-one"]);
    assert!(elsewhere.out.contains("--rules rules`"), "{}", elsewhere.out);
}

/// A fault is shown with its source line, wherever it is found: at the beginning of a match, during it, in tables,
/// rules and robots.
#[test]
fn a_fault_is_shown_with_its_line_wherever_it_is_found() {
    let desk = Desk::new();
    desk.parlour(&["new", "game", "twenty-one"]);
    let (tables, rules) = (desk.read("rules/twenty-one/game.toml"), desk.read("rules/twenty-one/rules.lua"));
    desk.put("rules/twenty-one/game.toml", tables.replacen("title =", "tilte =", 1));
    for command in
        [&["play"][..], &["trace"], &["arena", "--seats", "random,random"], &["bench"], &["perft", "--depth", "1"]]
    {
        let ran = desk.parlour(&[&command[..1], &["twenty-one"], &command[1..]].concat());
        assert_eq!(ran.status, 2, "{command:?}");
        assert!(ran.err.contains(" | tilte = \"Twenty One\"\n    | ^\n"), "{command:?}: {}", ran.err);
    }
    desk.put("rules/twenty-one/game.toml", tables);
    desk.put(
        "rules/twenty-one/rules.lua",
        rules.replacen("\tstopped.set(seat, 1)\n\tevent", "\terror(\"oh\")\n\tevent", 1),
    );
    let shown = " | \terror(\"oh\")\n     | \t^\n";
    let ran = desk.play(&["twenty-one", "--seats", "human,human", "--seed", "1"], "stop\nshow\n");
    assert!(ran.err.contains(shown), "{}", ran.err);
    let ran = desk.play(&["twenty-one", "--seats", "human,human", "--seed", "1", "--strict"], "stop\n");
    assert!(ran.status == 2 && ran.err.starts_with("parlour: line 1: ") && ran.err.contains(shown), "{}", ran.err);
    desk.put("rules/twenty-one/rules.lua", rules);
    std::fs::create_dir_all(desk.path("ai/robots/twenty-one")).unwrap();
    desk.put("ai/robots/twenty-one/bad.lua", "return {\n  choose = function(_view)\n    error(\"oh\")\n  end,\n}\n");
    for command in ["play", "trace"] {
        let ran = desk.parlour(&[command, "twenty-one", "--seats", "bad,bad", "--seed", "1"]);
        assert!(ran.err.contains("`random` moves instead\n  3 |     error(\"oh\")\n    |     ^\n"), "{}", ran.err);
    }
}

#[test]
fn a_new_robot_is_sound_and_plays() {
    let desk = Desk::new();
    for game in ["en-garde", "advance", "final-card-down"] {
        let made = desk.parlour(&["new", "robot", &format!("{game}/mine")]);
        assert_eq!((made.status, made.err.as_str()), (0, ""));
        assert!(made.out.contains(&format!("`parlour play {game} --seats human,mine`")), "{}", made.out);
        let checked = desk.parlour(&["check", game]);
        assert_eq!((checked.status, checked.out), (0, format!("ok  {game}\n")), "{}", checked.err);
        let traced = desk.parlour(&["trace", game, "--seats", "mine,random", "--seed", "1"]);
        assert_eq!((traced.status, traced.err.as_str()), (0, ""));
    }
}

#[test]
fn what_is_there_already_is_kept() {
    let desk = Desk::new();
    for (arguments, message) in [
        (["new", "game", "advance"], "there is a game `advance` already\n"),
        (
            ["new", "game", "Two Words"],
            "`Two Words` can't be a name; expected small letters, digits and dashes, a letter first\n",
        ),
        (["new", "robot", "advance/random"], "`random` is a player of every game already; choose another name\n"),
        (["new", "robot", "advance/human"], "`human` is a player of every game already; choose another name\n"),
        (["new", "robot", "advance"], "`advance`: expected GAME/NAME, as in `en-garde/mine`\n"),
    ] {
        let ran = desk.parlour(&arguments);
        assert_eq!((ran.status, ran.err), (2, format!("parlour: {message}")));
    }
    assert_eq!(desk.parlour(&["new", "robot", "advance/mine"]).status, 0);
    desk.put("ai/robots/advance/mine.lua", "-- Changed.\n");
    let again = desk.parlour(&["new", "robot", "advance/mine"]);
    assert_eq!((again.status, desk.read("ai/robots/advance/mine.lua").as_str()), (2, "-- Changed.\n"));
}
