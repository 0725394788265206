//! Studies by playing: coverage, and impact of a change.

use serde_json::{Value, json};

use crate::desk::Desk;

/// A desk with a game `mine` with an unreachable part.
fn desk_with_a_game() -> Desk {
    let desk = Desk::new();
    assert_eq!(desk.parlour(&["new", "game", "mine"]).status, 0);
    let rules = desk.read("rules/mine/rules.lua");
    desk.put(
        "rules/mine/rules.lua",
        format!("local function never()\n\tending.unheard()\nend\nlocal _ = never\n{rules}"),
    );
    let tables = desk.read("rules/mine/game.toml");
    desk.put("rules/mine/game.toml", format!("{tables}unheard = \"{{winner}} wins unheard\"\n"));
    desk
}

/// The number of a line with this text, from 1.
fn line(text: &str, wanted: &str) -> u64 {
    text.lines().position(|line| line == wanted).unwrap() as u64 + 1
}

#[test]
fn what_no_match_reaches_is_found_with_its_line() {
    let desk = desk_with_a_game();
    let ran = desk.parlour(&["coverage", "mine", "--games", "8", "--json", "--lcov", "lines.info"]).json();
    assert_eq!((&ran["game"], &ran["games"]), (&json!("mine"), &json!(8)));
    let never: Vec<&Value> = ran["never"].as_array().unwrap().iter().collect();
    let tables = desk.read("rules/mine/game.toml");
    let ending = line(&tables, "unheard = \"{winner} wins unheard\"");
    let has = |wanted: Value| assert!(never.contains(&&wanted), "{wanted} is not in {never:?}");
    has(json!({ "kind": "line", "name": "ending.unheard()", "file": "rules/mine/rules.lua", "line": 2 }));
    has(json!({ "kind": "ending", "name": "unheard", "file": "rules/mine/game.toml", "line": ending }));
    // Common actions are covered.
    let script = desk.read("rules/mine/rules.lua");
    let files = ran["files"].as_array().unwrap();
    let lines = |file: &str| files.iter().find(|entry| entry["file"] == file).unwrap()["lines"].as_array().unwrap();
    let hits = |file: &str, wanted: u64| lines(file).iter().find(|entry| entry[0] == wanted).unwrap()[1].as_u64();
    let stop = line(&script, "\tevent.stop(seat)");
    assert!(hits("rules/mine/rules.lua", stop) > Some(0));
    assert_eq!(hits("rules/mine/rules.lua", 2), Some(0));
    let actions = line(&tables, "stop = { help = \"Take no more cards.\" }");
    assert!(hits("rules/mine/game.toml", actions) > Some(0));
    let lcov = desk.read("lines.info");
    assert!(lcov.contains("SF:rules/mine/rules.lua\nDA:1,") && lcov.contains("\nDA:2,0\n"), "{lcov}");
    assert_eq!(lcov.matches("end_of_record\n").count(), files.len());
}

#[test]
fn rows_of_moves_and_refusals_are_reached_by_what_is_done() {
    let desk = Desk::new();
    let ran = desk.parlour(&["coverage", "breakthrough", "--games", "4", "--json"]).json();
    let never = ran["never"].as_array().unwrap();
    // All but the ending by having no move, which doesn't occur in random play.
    let rows: Vec<&Value> = never.iter().filter(|entry| entry["kind"] == "row").collect();
    assert!(rows.len() == 1 && rows[0]["name"] == "end stuck", "{never:?}");
    let told = desk.parlour(&["coverage", "breakthrough", "--games", "4"]).out;
    assert!(told.starts_with("Breakthrough: what 4 matches reached\n") && told.contains("end stuck\n"), "{told}");
}

#[test]
fn coverage_asks_what_searches_ask() {
    let desk = desk_with_a_game();
    let rules = desk.read("rules/mine/rules.lua");
    let worth = "local function worth(seat)\n\treturn seat\nend\n";
    let (before, returned) = rules.rsplit_once("return {").unwrap();
    desk.put("rules/mine/rules.lua", format!("{worth}{before}return {{ worth = worth, {returned}"));
    let ran = desk.parlour(&["coverage", "mine", "--games", "4", "--nodes", "20", "--set", "limit=5", "--json"]).json();
    let never = ran["never"].as_array().unwrap();
    assert!(!never.iter().any(|entry| entry["name"] == "return seat"), "{never:?}");
    for command in ["coverage", "profile"] {
        let refused = "parlour: Mine has no option `limits` (did you mean `limit`?)";
        desk.parlour(&[command, "mine", "--set", "limits=5"]).refuses(refused);
        let refused = "parlour: Mine has no variant `long` (it has no variants)";
        desk.parlour(&[command, "mine", "--variant", "long"]).refuses(refused);
    }
}

#[test]
fn an_event_that_is_not_declared_is_told_where_its_action_stands() {
    let desk = Desk::new();
    assert_eq!(desk.parlour(&["new", "game", "field", "--board"]).status, 0);
    let tables = desk.read("rules/field/game.toml");
    desk.put("rules/field/game.toml", tables.split("[events.move]").next().unwrap());
    let ran = desk.parlour(&["coverage", "field", "--games", "2", "--json"]).json();
    let files = ran["files"].as_array().unwrap();
    let lines =
        files.iter().find(|entry| entry["file"] == "rules/field/game.toml").unwrap()["lines"].as_array().unwrap();
    assert!(lines.iter().all(|entry| entry[0] != 1), "{lines:?}");
}

#[test]
fn a_game_of_ones_own_has_no_built_in_rules_to_be_held_against() {
    let desk = desk_with_a_game();
    let says = "mine: no version of it is built in, against which its rules could be held; `--set KEY=VALUE` changes an \
                option, `--against DIR` names other rules";
    desk.parlour(&["impact", "mine"]).refuses(&format!("parlour: {says}"));
    let ran = desk.session(&["play", "mine", "--seats", "human,human", "--seed", "1"], "impact\nquit\n");
    assert!(ran.err.contains(says), "{}", ran.err);
}

#[test]
fn a_pipe_gets_the_actions_whole() {
    let desk = desk_with_a_game();
    let long = "stop and count what all the cards in hand are worth";
    let tables =
        desk.read("rules/mine/game.toml").replace("stop = { help", &format!("stop = {{ usage = \"{long}\", help"));
    desk.put("rules/mine/game.toml", tables);
    let out = desk.parlour(&["analyse", "mine", "--seed", "1", "--nodes", "30"]).out;
    assert!(out.contains(long), "{out}");
}

#[test]
fn a_change_is_measured_deal_by_deal() {
    let desk = desk_with_a_game();
    let impact = ["impact", "mine", "--seats", "random,random", "--games", "12", "--json"];
    let changed = [&impact[..], &["--set", "limit=3", "--svg", "change.svg"]].concat();
    let ran = desk.parlour(&changed).json();
    assert_eq!((&ran["game"], &ran["games"]), (&json!("mine"), &json!(12)));
    let measures = ran["measures"].as_array().unwrap();
    let measure = |name: &str| measures.iter().find(|measure| measure["name"] == name).unwrap();
    for measure in measures {
        let [before, after, difference] = ["before", "after", "difference"].map(|key| measure[key].as_f64().unwrap());
        assert!((after - before - difference).abs() < 1e-5, "{measure}");
        let [low, high] = [0, 1].map(|end| measure["ci95"][end].as_f64().unwrap());
        assert!(low <= difference + 1e-6 && difference <= high + 1e-6, "{measure}");
    }
    // With a smaller hand limit matches end sooner, and both seats share the wins.
    assert!(measure("length")["difference"].as_f64().unwrap() < 0.0);
    assert!(measure("action take")["difference"].as_f64().unwrap() < 0.0);
    let wins = ["wins of a", "wins of b"].map(|name| measure(name)["after"].as_f64().unwrap());
    assert!((wins[0] + wins[1] - 1.0).abs() < 1e-5, "{wins:?}");
    assert!(desk.read("change.svg").starts_with("<svg ") && desk.read("change.svg").contains("action take"));
    // The result depends neither on the number of threads nor on time.
    assert_eq!(desk.parlour(&[&changed[..], &["--jobs", "1"]].concat()).json(), ran);
}

#[test]
fn other_rules_are_those_of_a_folder() {
    let desk = desk_with_a_game();
    std::fs::create_dir_all(desk.path("old/mine")).unwrap();
    for file in ["game.toml", "rules.lua", "guide.md"] {
        desk.put(&format!("old/mine/{file}"), desk.read(&format!("rules/mine/{file}")));
    }
    let impact = ["impact", "mine", "--seats", "random,random", "--games", "4", "--json", "--against"];
    let same = "parlour: mine: the rules in that folder are the same";
    let help = "`--set KEY=VALUE` changes an option, `--against DIR` names other rules";
    desk.parlour(&[&impact[..], &["old"]].concat()).refuses(&format!("{same}; {help}"));
    let tables = desk.read("rules/mine/game.toml").replace("name = \"one\"\nvalue = 1", "name = \"one\"\nvalue = 9");
    desk.put("rules/mine/game.toml", tables);
    let [whole, alone] = ["old", "old/mine"].map(|folder| desk.parlour(&[&impact[..], &[folder]].concat()).json());
    assert_eq!(whole["measures"], alone["measures"]);
    let length = whole["measures"].as_array().unwrap().iter().find(|measure| measure["name"] == "length").unwrap();
    assert!(length["difference"].as_f64().unwrap() < 0.0, "{length}");
    desk.parlour(&[&impact[..], &["nowhere"]].concat()).refuses("parlour: --against: there is no folder nowhere");
    let unchanged = "parlour: tic-tac-toe: nothing has changed";
    desk.parlour(&["impact", "tic-tac-toe"]).refuses(&format!("{unchanged}; {help}"));
}

#[test]
fn a_session_tells_what_it_has_read_again() {
    let desk = desk_with_a_game();
    let mut session = desk.open(&["play", "mine", "--seats", "human,random", "--seed", "3"]);
    session.types("reload");
    session.until("Packs and robots were read again");
    let tables = desk.read("rules/mine/game.toml").replace("default = 12", "default = 3");
    desk.put("rules/mine/game.toml", tables);
    session.types("reload");
    session.until("Packs and robots were read again");
    session.types("impact --seats random,random --games 4");
    session.types("quit");
    session.until("Mine: rules/mine/game.toml as it was and as it is. 4 deals");
    session.until("length ");
}

#[test]
fn the_lines_that_take_the_time_are_told() {
    let desk = desk_with_a_game();
    let rules = desk.read("rules/mine/rules.lua");
    let slow = "\tfor _ = 1, 20000 do\n\t\tdeck.size()\n\tend\n";
    let take = "function take.apply(seat)\n";
    desk.put("rules/mine/rules.lua", rules.replace(take, &format!("{take}{slow}")));
    let rules = desk.read("rules/mine/rules.lua");
    let loop_at = line(&rules, "\tfor _ = 1, 20000 do");
    let ran = desk.parlour(&["profile", "mine", "--games", "4", "--json"]).json();
    let most = &ran["lines"][0];
    assert_eq!(most["file"], "rules/mine/rules.lua");
    assert!((loop_at..loop_at + 3).contains(&most["line"].as_u64().unwrap()), "{ran}");
    let told = desk.parlour(&["profile", "mine", "--games", "2"]).out;
    assert!(told.contains("%  rules/mine/rules.lua\n") && told.contains("for _ = 1, 20000 do"), "{told}");
    // An inlined function keeps its own lines.
    let within =
        "local function loops(n: number)\n\tlocal sum = 0\n\tfor i = 1, n do\n\t\tsum += i\n\tend\n\treturn sum\nend\n";
    desk.put("rules/mine/rules.lua", format!("{within}{}", rules.replace(slow, "\tlocal _ = loops(20000)\n")));
    let ran = desk.parlour(&["profile", "mine", "--games", "20", "--json"]).json();
    let most = &ran["lines"][0];
    assert!(most["line"] == 3 || most["line"] == 4, "{ran}");
    let tables = desk.parlour(&["profile", "tic-tac-toe", "--games", "1"]).out;
    assert!(tables.starts_with("No script took any time"), "{tables}");
}

#[test]
fn a_robot_that_is_asked_shows_its_own_search() {
    let desk = Desk::new();
    let args = ["analyse", "tic-tac-toe", "--nodes", "200", "--robot", "thinker", "--seed", "1"];
    let shown = desk.parlour(&args);
    assert!(shown.out.contains("thinker would choose"), "{}", shown.out);
    let told: serde_json::Value = serde_json::from_str(&desk.parlour(&[&args[..], &["--json"]].concat()).out).unwrap();
    assert!(told["robot"]["search"]["nodes"].as_u64().is_some_and(|nodes| nodes > 0), "{told}");
}

#[test]
fn a_step_shows_its_events_and_what_has_changed() {
    let desk = Desk::new();
    let ran = desk.session(&["play", "en-garde", "--seats", "random,random", "--seed", "1"], "step\nquit\n");
    assert!(ran.out.contains("event move seat=left card="), "{} {}", ran.out, ran.err);
    assert!(ran.out.contains("position.left: 1 \u{2192} "), "{}", ran.out);
    // For a list the changed values are shown, each with its index.
    let ran = desk.session(&["play", "backgammon", "--seats", "random,random", "--seed", "1"], "step\nquit\n");
    assert!(ran.out.contains("  points[") && !ran.out.contains("(24 \u{2192} 24)"), "{}", ran.out);
    let ran = desk.session(&["play", "tic-tac-toe", "--seats", "human,random", "--seed", "1"], "step b2\nquit\n");
    assert!(ran.out.contains("\u{2192} .X.") || ran.out.contains("\u{2192} .x."), "{} {}", ran.out, ran.err);
}

#[test]
fn expressions_have_what_robots_have() {
    let desk = Desk::new();
    let lines = "lua #legal\nlua { a = 1, b = { 2, 3 } }\nlua search.flat({ nodes = 20 })\nlua legal:of('drop')\nlua nonsense(\n";
    let ran = desk.session(&["play", "tic-tac-toe", "--seats", "human,random", "--seed", "1"], lines);
    for expected in ["\n9\n", "a = 1", "b = {2, 3}", "verb = \"place\"", "visits"] {
        assert!(ran.out.contains(expected), "{expected}: {} {}", ran.out, ran.err);
    }
    assert!(ran.err.contains("the game has no `drop`"), "{}", ran.err);
}

/// `review` needs no file name during a match.
#[test]
fn the_match_at_hand_is_reviewed() {
    let desk = Desk::new();
    let lines = "review\nplay tic-tac-toe --seats random,random --seed 1\nauto\nreview --nodes 30 --svg odds.svg\nreview --nods 3\n";
    let ran = desk.session(&[], lines);
    assert!(ran.out.contains("decisions were the best"), "{}", ran.out);
    assert!(desk.read("odds.svg").starts_with("<svg "));
    assert!(ran.err.contains("which match? `saves` lists them") && ran.err.contains("nods"), "{}", ran.err);
}

/// Two rows `[[end]]` with the same ending are distinguished: the first always applies, the second never.
#[test]
fn rows_that_end_a_match_alike_are_told_apart() {
    let desk = Desk::new();
    desk.parlour(&["new", "game", "race", "--board"]);
    let tables = desk.read("rules/race/game.toml");
    let again = "\n[[end]]\nwhen = \"reach\"\nto = { rows = [-1] }\nresult = \"win\"\nending = \"across\"\n";
    let line = tables.lines().count() + 3;
    desk.put("rules/race/game.toml", tables + again);
    let ran = desk.parlour(&["coverage", "race", "--games", "4", "--json"]).json();
    let never = ran["never"].as_array().unwrap();
    let rows: Vec<&Value> = never.iter().filter(|one| one["name"] == "end across").collect();
    assert_eq!(rows, [&json!({ "kind": "row", "name": "end across", "file": "rules/race/game.toml", "line": line })]);
    assert!(!never.iter().any(|one| one["kind"] == "ending" && one["name"] == "across"), "{never:?}");
}

/// `lua` calls the pack's own functions on a copy: changes are shown, and the match is unchanged.
#[test]
fn functions_of_the_rules_are_called_on_a_copy() {
    let desk = Desk::new();
    desk.parlour(&["new", "game", "mine"]);
    let lines = "inspect hand.a\nlua rules.actions.stop.apply(1)\nlua rules.actions.take.needs(1), 7\nlua rules\n\
                 inspect hand.a\ninspect stopped.a\nlua rules.actions.stpo.apply(1)\nlua rules.actions.take.apply(1)\n";
    let ran = desk.play(&["mine", "--seats", "human,human", "--seed", "1"], lines);
    assert!(ran.out.contains("stopped.a: 0 \u{2192} 1\n") && ran.out.contains("stopped.a = 0\n"), "{}", ran.out);
    assert!(ran.out.contains("true") && ran.out.contains("actions"), "{}", ran.out);
    let hands: Vec<&str> = ran.out.lines().filter(|line| line.contains("hand.a = ")).collect();
    assert!(hands.len() == 2 && hands[0] == hands[1], "{}", ran.out);
    assert!(ran.out.contains("dealt at random") && ran.out.contains("hand.a: +1 "), "{}", ran.out);
    assert!(ran.err.contains("nil"), "{}", ran.err);
}

#[test]
fn a_match_of_a_file_with_several_is_chosen_by_its_number() {
    let desk = Desk::new();
    desk.put("two.pgn", "[White \"Anna\"]\n[Black \"Ben\"]\n\n1. e4 e5 1-0\n\n[White \"Cleo\"]\n\n1. d4 *\n");
    let listed = desk.parlour(&["replay", "two.pgn"]);
    let titles = "  1  Anna - Ben: 1-0, 1 move\n  2  Cleo - ?: *, 1 move\n";
    assert!(listed.status == 2 && listed.err.contains("two.pgn has 2 matches") && listed.err.ends_with(titles));
    let told = desk.parlour(&["replay", "two.pgn", "1", "--actions"]).out;
    assert!(
        told.starts_with("Chess: Anna - Ben.") && told.contains("In the file white won; by the rules it goes on"),
        "{told}"
    );
    let written = desk.parlour(&["replay", "two.pgn", "2", "--notation"]).out;
    assert!(written.ends_with("[White \"Cleo\"]\n[Black \"human\"]\n[Result \"*\"]\n\n1. d4 *\n"), "{written}");
    let none = desk.parlour(&["review", "two.pgn", "3"]).err;
    assert!(none.contains("none with the number 3"), "{none}");
}

#[test]
fn matches_that_never_end_are_broken_off_and_told() {
    let desk = Desk::new();
    desk.put(
        "rules/waiting/game.toml",
        "[game]\ntitle = \"Waiting\"\n[seats]\nnames = [\"a\", \"b\"]\n[phases]\nturn = { actions = [\"wait\", \"end\"] }\n\
         [actions]\nwait = {}\nend = {}\n[endings]\nover = \"nobody wins\"\n",
    );
    desk.put(
        "rules/waiting/rules.lua",
        "local wait, last = {}, {}\nfunction wait.apply(seat)\n\tturn.turn(seats.next(seat))\nend\n\
         function last.needs()\n\treturn false\nend\nfunction last.apply()\n\tending.over()\nend\n\
         return { actions = { wait = wait, [\"end\"] = last } }\n",
    );
    let arena = ["arena", "waiting", "--seats", "random,random", "--games", "4", "--seed", "1"];
    let short = desk.parlour(&[&arena[..], &["--ply-limit", "30", "--json", "--out", "short.json"]].concat()).json();
    let of = |key: &str| short[key].as_u64().unwrap();
    assert_eq!((of("games"), of("endless_games"), of("limit_games")), (4, 4, 0), "{short}");
    for robot in short["robots"].as_array().unwrap() {
        assert_eq!((&robot["draws"], &robot["errors"], &robot["rate"]), (&json!(4), &json!(0), &json!(0.5)), "{short}");
    }
    let told = short["warnings"].as_array().unwrap().last().unwrap().as_str().unwrap();
    assert!(told.starts_with("4 of 4 games had no ending after 30 actions and were broken off"), "{told}");
    let other = desk.parlour(&[&arena[..], &["--ply-limit", "31", "--out", "short.json"]].concat());
    let says = "parlour: --out short.json: the file holds another run: the limit of plies differs; name another file";
    other.refuses(says);
    let ran = desk.parlour(&["coverage", "waiting", "--games", "2", "--json"]).json();
    assert_eq!((&ran["games"], &ran["endless_games"]), (&json!(2), &json!(2)), "{ran}");
    for file in ["game.toml", "rules.lua"] {
        let text = desk.read(&format!("rules/waiting/{file}")).replace("nobody wins", "nobody has won");
        desk.put(&format!("before/waiting/{file}"), text);
    }
    let held = ["impact", "waiting", "--against", "before", "--games", "2", "--json", "--seats", "random,random"];
    let ran = desk.parlour(&held).json();
    let share = ran["measures"].as_array().unwrap().iter().find(|measure| measure["name"] == "limit share");
    assert_eq!(share.unwrap()["before"], json!(1.0), "{ran}");
}
