//! `parlour arena` and `parlour bench`, run as programs.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

fn parlour(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlour"));
    command.args(args).stdin(Stdio::null());
    command
}

fn run(args: &[&str]) -> Output {
    parlour(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The output as JSON, without timings.
fn json(output: &Output) -> Value {
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    timeless(&text(&output.stdout))
}

fn timeless(text: &str) -> Value {
    let mut value: Value = serde_json::from_str(text).unwrap();
    for (list, key) in [("/robots", "ms_per_move"), ("/counted/robots", "micros")] {
        for robot in value.pointer_mut(list).unwrap().as_array_mut().unwrap() {
            robot[key] = Value::Null;
        }
    }
    value
}

fn refused(args: &[&str], message: &str) {
    let output = run(args);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
    assert!(error.contains(message), "{args:?}: {error}");
    assert_eq!(text(&output.stdout), "", "{args:?}");
}

const FOUR: [&str; 4] = ["arena", "final-card-down", "--seats", "first-fit,first-fit,first-fit,random"];

#[test]
fn the_json_has_the_keys_that_others_rely_on() {
    let output = run(&[&FOUR[..], &["--games", "8", "--seed", "5", "--json"]].concat());
    let value = json(&output);
    assert_eq!((&value["game"], &value["games"], &value["seed"]), (&"final-card-down".into(), &8.into(), &5.into()));
    let robots = value["robots"].as_array().unwrap();
    assert_eq!(robots.len(), 4, "one for each place in the list");
    assert_eq!(robots[3]["name"], "random");
    for robot in robots {
        let n = |key: &str| robot[key].as_f64().unwrap_or_else(|| panic!("{key} in {robot}"));
        assert_eq!(n("wins") + n("draws") + n("losses"), 8.0);
        assert_eq!(n("errors"), 0.0);
        n("mean_score");
        for (key, within) in [("ci95", "rate"), ("elo_ci95", "elo")] {
            let interval = robot[key].as_array().unwrap();
            assert_eq!(interval.len(), 2);
            assert!(interval[0].as_f64().unwrap() <= n(within) && n(within) <= interval[1].as_f64().unwrap());
        }
    }
    assert_eq!((&value["distinct_games"], &value["openings"]), (&8.into(), &2.into()), "{value}");
    assert_eq!((&value["limit_games"], &value["warnings"]), (&0.into(), &Value::Array(Vec::new())), "{value}");
    for (n, row) in value["pairs"].as_array().unwrap().iter().enumerate() {
        for (other, rate) in row.as_array().unwrap().iter().enumerate() {
            assert_eq!(rate.is_null(), n == other, "{value}");
            let back = value["pairs"][other][n].as_f64().unwrap_or(1.0);
            assert!((rate.as_f64().unwrap_or(0.0) + back - 1.0).abs() < 1e-3, "{value}");
        }
    }
    assert!(text(&output.stdout).contains("\"ms_per_move\":"));
    assert_eq!(text(&output.stderr), "");
    let again = json(&run(&[&FOUR[..], &["--games", "8", "--seed", "5", "--json", "--jobs", "1"]].concat()));
    assert_eq!(again, value, "the seed settles everything");
}

#[test]
fn shards_merge_to_the_very_same_json() {
    let folder = tempfile::tempdir().unwrap();
    let common = ["arena", "en-garde", "--seats", "fencer,counter,random", "--games", "7", "--seed", "3", "--json"];
    let mut files = Vec::new();
    for part in ["1/2", "2/2"] {
        let file = folder.path().join(part.replace('/', "-of-"));
        let file = file.to_str().unwrap().to_owned();
        json(&run(&[&common[..], &["--shard", part, "--out", &file]].concat()));
        files.push(file);
    }
    let whole = json(&run(&common));
    assert_eq!(whole["games"], 21, "three tables");
    let merged = run(&["arena", "--json", "--merge", &files[1], &files[0]]);
    assert_eq!(json(&merged).to_string(), whole.to_string());
    // Unfitting files are refused by name.
    refused(&["arena", "--merge", &files[0], &files[0]], "game 1 is in more than one of the results");
    let other = folder.path().join("other").to_str().unwrap().to_owned();
    json(&run(&["arena", "en-garde", "--seats", "random,random", "--games", "2", "--json", "--out", &other]));
    let message = format!("--merge {other}: the results are of different runs: the list of robots differs");
    refused(&["arena", "--merge", &files[0], &other], &message);
    std::fs::write(&other, "{}").unwrap();
    let message = format!("{other} is not a result of an arena: it has no key `counted`");
    refused(&["arena", "--merge", &files[0], &other], &message);
    refused(&["arena", "--merge", "no-such-file"], "no-such-file");
    let part = run(&["arena", "--json", "--merge", &files[0]]);
    assert_eq!((part.status.code(), text(&part.stderr).trim()), (Some(1), "--merge: shard 2/2 is missing."));
    assert!(timeless(&text(&part.stdout))["games"].as_u64() < whole["games"].as_u64());
}

/// The command of a rule in `ai/batch/Snakefile`, with its wildcards replaced.
#[cfg(unix)]
fn batch_command(rule: &str, values: &[(&str, &str)]) -> String {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../ai/batch/Snakefile");
    let text = std::fs::read_to_string(file).unwrap();
    let (_, body) = text.split_once(&format!("\nrule {rule}:")).unwrap();
    let body = body.split("\n\n\n").next().unwrap();
    let (_, shell) = body.split_once("shell:\n").unwrap();
    let literal = |line: &str| line.trim().trim_matches('"').to_owned();
    let mut command: String = shell.lines().map(literal).collect();
    for (name, value) in values {
        command = command.replace(&format!("{{{name}}}"), value);
    }
    assert!(!command.contains('{'), "something in braces has no value: {command}");
    command
}

#[test]
#[cfg(unix)]
fn the_commands_of_the_batch_file_merge_to_the_whole_run() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let common = [
        ("PARLOUR", env!("CARGO_BIN_EXE_parlour")),
        ("FOLDER", folder.path().to_str().unwrap()),
        ("GAME", "en-garde"),
        ("GAMES", "8"),
        ("SEED", "3"),
        ("SHARDS", "2"),
        ("MORE", "--variant standard --nodes 300"),
        ("params.seats", "fencer,counter"),
        ("threads", "1"),
    ];
    let shell = |rule: &str, more: &[(&str, &str)]| {
        let command = batch_command(rule, &[&common[..], more].concat());
        let output = Command::new("sh").args(["-c", &command]).stdin(Stdio::null()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{command}: {}", text(&output.stderr));
    };
    let shards = ["1", "2"].map(|shard| {
        let (part, output) = (at(&format!("parts/{shard}.part")), at(&format!("{shard}.json")));
        shell("shard", &[("wildcards.shard", shard), ("params.part", &part), ("output", &output)]);
        output
    });
    let (json_file, text_file) = (at("result.json"), at("result.txt"));
    let merged = [("input", &*shards.join(" ")), ("output.json", &json_file), ("output.text", &text_file)];
    shell("merge", &merged);
    let line = "arena en-garde --variant standard --seats fencer,counter --games 8 --seed 3 --nodes 300 --json";
    let whole = json(&run(&line.split(' ').collect::<Vec<_>>()));
    assert_eq!(timeless(&std::fs::read_to_string(&json_file).unwrap()), whole);
    assert!(std::fs::read_to_string(&text_file).unwrap().contains("counter"));
    let tuned = [
        ("TUNED", "counter"),
        ("params.against", "fencer"),
        ("wildcards.start", "1"),
        ("params.part", &*at("parts/tune.part")),
        ("output", &*at("tune.json")),
    ];
    shell("tune", &tuned);
    let tuned: Value = serde_json::from_str(&std::fs::read_to_string(at("tune.json")).unwrap()).unwrap();
    assert_eq!(tuned["game"], "en-garde", "{tuned}");
}

/// A slow robot, whose choice doesn't depend on its search.
const SLOW: &str = "return { choose = function(_, legal) search.flat() return legal[1] end }";

#[test]
#[cfg(unix)]
fn an_interrupted_run_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("en-garde")).unwrap();
    std::fs::write(folder.path().join("en-garde/slow.lua"), SLOW).unwrap();
    let robots = folder.path().to_str().unwrap();
    let file = folder.path().join("results.json");
    let out = file.to_str().unwrap();
    let common =
        ["--robots", robots, "arena", "en-garde", "--seats", "slow,random", "--games", "16", "--time", "80", "--json"];
    let mut child = parlour(&[&common[..], &["--out", out, "--seed", "4"]].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let started = Instant::now();
    while !file.exists() && started.elapsed() < Duration::from_secs(60) && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(10));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("The same command goes on from here."));
    let part = timeless(&text(&output.stdout));
    let mut in_file = timeless(&std::fs::read_to_string(&file).unwrap());
    let proof = in_file.as_object_mut().unwrap().remove("proof");
    assert!(proof.is_some_and(|proof| proof.as_str().is_some_and(|proof| proof.len() == 16)), "it proves itself");
    assert_eq!(in_file, part, "what was shown is in the file");
    assert!(part["complete"] == false && part["games"].as_u64() < Some(16) && part["games"].as_u64() > Some(0));
    // Another command is refused and leaves the file alone.
    let kept = std::fs::read_to_string(&file).unwrap();
    let changed = ["--robots", robots, "arena", "en-garde", "--seats", "slow,random", "--games", "18", "--time", "80"];
    let message = format!("--out {out}: the file holds another run: the number of games differs; name another file");
    refused(&[&changed[..], &["--out", out]].concat(), &message);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), kept);
    // The same command resumes, with the seed of the file.
    let whole = json(&run(&[&common[..], &["--out", out]].concat()));
    assert_eq!((&whole["complete"], &whole["games"], &whole["seed"]), (&true.into(), &16.into(), &4.into()));
    assert_eq!(json(&run(&[&common[..], &["--seed", "4"]].concat())), whole);
    // A complete run plays nothing.
    let before = std::fs::read_to_string(&file).unwrap();
    run(&[&common[..], &["--out", out]].concat());
    assert_eq!(std::fs::read_to_string(&file).unwrap(), before);
}

#[test]
fn what_cannot_be_played_is_refused_in_a_line() {
    let pair = ["arena", "en-garde", "--seats", "fencer,random"];
    let with = |more: &[&'static str], message: &str| refused(&[&pair[..], more].concat(), message);
    refused(&["arena", "en-garde", "--seats", "fencer,counte"], "no robot `counte` (did you mean `counter`?)");
    refused(&["arena", "en-guard", "--seats", "fencer,counter"], "did you mean `en-garde`?");
    refused(&["arena", "en-garde", "--seats", "human,fencer"], "nobody can be asked in an arena");
    with(&["--shard", "3/2"], "expected I/N with I from 1 to N");
    with(&["--games", "0"], "--games");
    with(&["--jobs", "0"], "--jobs");
    with(&["--variant", "x"], "variant");
    with(&["--count", "atack.card"], "did you mean `attack`?");
    with(&["--stop", "--games", "7"], "a multiple of 2");
    with(&["--stop", "--shard", "1/2"], "leave out --shard");
    with(&["--stop", "--stop-rates", "0.7,0.3"], "LOW not above HIGH");
    refused(&["arena", "en-garde", "--seats", "a,b,c", "--stop"], "there are more tables");
    refused(&["arena"], "name a game");
    refused(&["arena", "en-garde", "--compare", "fencer", "counter"], "as in `--against counter`");
    let folders = ["arena", "en-garde", "--compare", ".", "tests"];
    refused(&folders, "compared by `parlour --rules tests impact en-garde --against .`");
    refused(&["bench", "en-guard"], "did you mean `en-garde`?");
    refused(&["bench", "--seconds", "0"], "expected a number of seconds above 0");
    // A file with other contents isn't overwritten.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.txt");
    std::fs::write(&file, "mine").unwrap();
    let out = file.to_str().unwrap();
    refused(&[&pair[..], &["--out", out]].concat(), "is not a result of an arena");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    let inside = file.join("results.json");
    let inside = inside.to_str().unwrap();
    refused(&[&pair[..], &["--out", inside]].concat(), inside);
}

#[test]
fn a_broken_robot_is_told_of_once_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("en-garde")).unwrap();
    let broken = "local function choose(_me, legal)\n\treturn legal.none.index\nend\nreturn { choose = choose }\n";
    std::fs::write(folder.path().join("en-garde/broken.lua"), broken).unwrap();
    let robots = folder.path().to_str().unwrap();
    let args = ["--robots", robots, "arena", "en-garde", "--seats", "broken,fencer", "--games", "4", "--seed", "1"];
    let output = run(&args);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{error}");
    assert!(error.contains("broken.lua:2:") && error.contains("moved at random"), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    let value = json(&run(&[&args[..], &["--json"]].concat()));
    assert!(value["robots"][0]["errors"].as_u64() > Some(4), "{value}");
    assert_eq!(value["robots"][1]["errors"], 0);
}

#[test]
fn the_table_fits_eighty_columns() {
    let args = ["arena", "en-garde", "--variant", "standard", "--seats", "fencer,counter,random", "--games", "20"];
    let more = ["--against", "random", "--seed", "1", "--statistics", "--count", "attack.card", "--count", "touch"];
    let output = run(&[&args[..], &more].concat());
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let figures: Vec<&str> = shown.lines().take_while(|line| !line.is_empty()).collect();
    assert_eq!(figures.len(), 3 + 4, "{shown}");
    assert!(figures.iter().all(|line| line.chars().count() <= 80), "{shown}");
    assert!(figures[0].starts_with("en-garde standard, seed 1, 20000 nodes a move: 60 games of"), "{shown}");
    assert!(shown.contains("| robot   | games | rate | score | advance | attack |"), "{shown}");
    assert!(shown.contains("| retreat | touch |"), "{shown}");
    assert!(shown.contains("| attack.card |"), "{shown}");
    let rows = shown.lines().filter(|line| line.starts_with("| ")).count();
    assert!(shown.contains("| robot   | seat 1 | seat 2 |"), "{shown}");
    assert_eq!(rows, 3 * (1 + 3), "the partner is left out\n{shown}");
}

#[test]
fn a_run_may_end_as_soon_as_it_is_settled() {
    let args = ["arena", "en-garde", "--seats", "counter,random", "--games", "5000", "--seed", "2", "--stop"];
    let output = run(&args);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(shown.contains("Settled: the rate of counter is above 50.0% (an error of at most 5%)."), "{shown}");
    let value = json(&run(&[&args[..], &["--stop-rates", "0.9,0.95", "--json"]].concat()));
    assert_eq!(value["complete"], true);
    assert!(value["stop"]["verdict"].is_string() && value["games"].as_u64() < Some(5000), "{value}");
}

#[test]
fn without_seats_robots_play_at_random() {
    let value = json(&run(&["arena", "tic-tac-toe", "--games", "2", "--json"]));
    assert_eq!((&value["robots"][0]["name"], &value["robots"][1]["name"]), (&"random".into(), &"random".into()));
    assert!(value["seed"].is_u64(), "a fresh seed is shown");
}

#[test]
#[cfg(unix)]
fn an_outside_program_takes_a_seat() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("nonsense.sh");
    let lines = "while read line; do case $line in *'\"act\"'*) echo '{\"action\":\"nonsense\"}';; esac; done";
    std::fs::write(&program, lines).unwrap();
    let seats = format!("exec:sh {},random", program.display());
    let value = json(&run(&["arena", "tic-tac-toe", "--seats", &seats, "--games", "2", "--seed", "1", "--json"]));
    assert!(value["robots"][0]["errors"].as_u64() > Some(0), "{value}");
    assert_eq!(value["games"], 2);
}

#[test]
fn a_new_robot_plays_as_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let robots = ["--robots", folder.path().to_str().unwrap()];
    let made = run(&[&["new", "robot", "en-garde/mine"], &robots[..]].concat());
    assert_eq!(made.status.code(), Some(0), "{}", text(&made.stderr));
    let value = json(&run(&[
        &["arena", "en-garde", "--seats", "mine,random", "--games", "4", "--seed", "1", "--json"],
        &robots[..],
    ]
    .concat()));
    assert_eq!((&value["robots"][0]["name"], &value["robots"][0]["errors"]), (&"mine".into(), &0.into()));
}

#[test]
fn bench_measures_each_variant() {
    let output = run(&["bench", "en-garde", "tic-tac-toe", "--seconds", "0.05", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let value: Value = serde_json::from_str(&text(&output.stdout)).unwrap();
    let packs = value["packs"].as_array().unwrap();
    let of = |n: usize| (packs[n]["game"].as_str(), packs[n]["variant"].as_str(), packs[n]["seats"].as_u64());
    assert_eq!(packs.len(), 3);
    assert_eq!(of(0), (Some("en-garde"), Some("basic"), Some(2)));
    assert_eq!(of(1), (Some("en-garde"), Some("standard"), Some(2)));
    assert_eq!(of(2), (Some("tic-tac-toe"), None, Some(2)));
    for pack in packs {
        let n = |key: &str| pack[key].as_f64().unwrap();
        assert!(n("playouts_per_s") > 0.0 && n("mean_plies") > 4.0);
        assert!((n("plies_per_s") / n("playouts_per_s") / n("mean_plies") - 1.0).abs() < 0.01, "{pack}");
    }
    let five = ["bench", "crazy-eights", "--variant", "action", "--set", "players=5", "--seconds", "0.05", "--json"];
    let output = run(&five);
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    let [only] = &json["packs"].as_array().unwrap()[..] else { panic!("one variant: {json}") };
    assert_eq!((&only["variant"], &only["seats"]), (&"action".into(), &5.into()));
    refused(&["bench", "crazy-eights", "--variant", "acton"], "did you mean `action`?");
    let shown = text(&run(&["bench", "tic-tac-toe", "--seconds", "0.05"]).stdout);
    assert!(shown.lines().count() == 2 && shown.lines().all(|line| line.len() <= 80), "{shown}");
}

#[test]
fn agreement_says_how_often_robots_choose_alike() {
    let args = ["arena", "en-garde", "--agreement", "--games", "4", "--nodes", "5", "--seed", "3"];
    let output = run(&[&args[..], &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    let names: Vec<&str> = value["robots"].as_array().unwrap().iter().map(|r| r["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"maestro") && !names.contains(&"random"), "all that have a file: {names:?}");
    for (n, row) in value["agreement"].as_array().unwrap().iter().enumerate() {
        for (other, rate) in row.as_array().unwrap().iter().enumerate() {
            assert_eq!(rate.is_null(), n == other, "{value}");
            assert_eq!(*rate, value["agreement"][other][n], "{value}");
        }
    }
    let table = text(&run(&[&args[..], &["--seats", "fencer,fencer"]].concat()).stdout);
    assert!(table.contains("fencer and fencer are alike: 100%"), "{table}");
    refused(&[&args[..], &["--statistics"]].concat(), "--statistics");
    refused(&[&args[..], &["--seats", "fencer"]].concat(), "it takes two robots");
}

#[test]
fn a_log_has_what_robots_print_and_how_they_fail() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("en-garde")).unwrap();
    let robot = "return { choose = function(_, legal)\n\tprint(\"I see\", #legal)\n\treturn legal[0].text\nend }";
    std::fs::write(folder.path().join("en-garde/mine.lua"), robot).unwrap();
    let log = folder.path().join("log");
    let output = parlour(&["arena", "en-garde", "--seats", "mine,random", "--games", "2", "--seed", "1", "--json"])
        .arg("--robots")
        .arg(folder.path())
        .arg("--log")
        .arg(&log)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let log = std::fs::read_to_string(log).unwrap();
    for expected in ["game 0, action 1, left (mine): I see", "game 1, action 2, right (mine): the robot `mine` failed"]
    {
        assert!(log.contains(expected), "{log}");
    }
}

#[test]
fn a_league_is_kept_in_a_file_gone_on_with_and_replayed() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("league.jsonl");
    let path = file.to_str().unwrap();
    let none = home.path().join("none.jsonl");
    let common = ["arena", "tic-tac-toe", "--league", "--out", path, "--json"];
    let first = [&common[..], &["--games", "6", "--nodes", "30", "--seed", "4", "--seats", "random,thinker,stacker@9"]];
    // `stacker` is no robot of this game.
    refused(&first.concat(), "stacker");
    assert!(!file.exists());
    let seats = ["--games", "6", "--nodes", "30", "--seed", "4", "--seats", "random,thinker,thinker@5"];
    let begun = run(&[&common[..], &seats].concat());
    assert_eq!(begun.status.code(), Some(0), "{}", text(&begun.stderr));
    // It goes on with the players, the seed and the budget of the file.
    let next = run(&[&common[..], &["--games", "4"]].concat());
    assert_eq!(next.status.code(), Some(0), "{}", text(&next.stderr));
    let next: Value = serde_json::from_slice(&next.stdout).unwrap();
    assert_eq!(
        (&next["matches"], &next["limit"], &next["seed"]),
        (&10.into(), &"30 nodes".into(), &4.into()),
        "{next}"
    );
    assert_eq!(next["standings"].as_array().unwrap().len(), 3, "{next}");
    // The file alone gives the same table.
    let again = run(&["arena", "--league", path, "--json"]);
    assert_eq!(again.status.code(), Some(0), "{}", text(&again.stderr));
    assert_eq!(serde_json::from_slice::<Value>(&again.stdout).unwrap(), next);
    let shown = run(&["arena", "--league", path]);
    assert!(text(&shown.stdout).contains("| player "), "{}", text(&shown.stdout));
    // A match that is cut out is a save.
    let lines = std::fs::read_to_string(&file).unwrap();
    let line: Value = lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .find(|line| line["type"] == "match")
        .unwrap();
    let save = home.path().join("match.json");
    std::fs::write(&save, line["save"].to_string()).unwrap();
    let replayed = run(&["replay", save.to_str().unwrap(), "--step", "1"]);
    assert_eq!(replayed.status.code(), Some(0), "{}", text(&replayed.stderr));

    refused(&[&common[..], &["--nodes", "31"]].concat(), "the budget for a move differs");
    refused(&[&common[..], &["--seed", "5"]].concat(), "the seed differs");
    refused(&["arena", "connect-four", "--league", "--out", path], "the game differs");
    refused(&["arena", "hanabi", "--league", "--out", none.to_str().unwrap()], "nobody plays against anybody");
    refused(
        &["arena", "tic-tac-toe", "--league", "--out", none.to_str().unwrap(), "--seats", "human,random"],
        "name robots only",
    );
    refused(
        &["arena", "tic-tac-toe", "--league", "--out", none.to_str().unwrap(), "--seats", "random"],
        "it takes two players",
    );
    assert!(!none.exists());
    let other = home.path().join("other.txt");
    std::fs::write(&other, "a text\n").unwrap();
    refused(&["arena", "tic-tac-toe", "--league", "--out", other.to_str().unwrap()], "other.txt:1");
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "a text\n");
    refused(&["arena", "--league"], "name a game");
    refused(&["arena", "tic-tac-toe", "--league", "--stop"], "--stop");
}
