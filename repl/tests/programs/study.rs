//! `analyse` and `review`: reports on a position, and on a match.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn parlour(home: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlour"));
    command.args(args).env("XDG_DATA_HOME", home).current_dir(home).stdin(Stdio::null());
    command.output().unwrap()
}

fn json(output: &Output) -> Value {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[track_caller]
fn refused(home: &Path, args: &[&str], expected: &str) {
    let output = parlour(home, args);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
    assert!(error.contains(expected), "{args:?}: {error}");
}

/// A saved match of En Garde.
fn saved(home: &Path) -> String {
    saved_as(home, "match", "en-garde --seats fencer,random --seed 5")
}

/// A saved match between robots.
fn saved_as(home: &Path, name: &str, setup: &str) -> String {
    let file = home.join(format!("{name}.json"));
    let script = format!("play {setup}\nauto\nsave {}\nquit\n", file.display());
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlour"));
    command.env("XDG_DATA_HOME", home).current_dir(home).stdin(Stdio::piped()).stdout(Stdio::null());
    let mut child = command.spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), script.as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
    file.display().to_string()
}

/// `tic` is a save and a prefix of a game's name: the whole name takes precedence.
#[test]
fn a_save_goes_before_a_game_whose_name_begins_so() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let play = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(["play", "en-garde", "--seats", "random,random", "--seed", "5"])
        .env("XDG_DATA_HOME", home)
        .current_dir(home)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn();
    let mut play = play.unwrap();
    std::io::Write::write_all(&mut play.stdin.take().unwrap(), b"auto\nsave tic\n").unwrap();
    assert!(play.wait().unwrap().success());
    let moment = json(&parlour(home, &["analyse", "tic", "--step", "3", "--nodes", "50", "--json"]));
    assert_eq!(moment["game"], "en-garde");
    let fresh = json(&parlour(home, &["analyse", "tic-tac", "--nodes", "50", "--json"]));
    assert_eq!(fresh["game"], "tic-tac-toe");
}

#[test]
fn a_moment_is_analysed() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let value = json(&parlour(home, &["analyse", "en-garde", "--seed", "3", "--nodes", "200", "--json"]));
    assert_eq!(
        (&value["game"], &value["to_act"], &value["search"]),
        (&"en-garde".into(), &"left".into(), &"halving".into())
    );
    let actions = value["actions"].as_array().unwrap();
    for judged in actions {
        assert!((0.0..=1.0).contains(&judged["value"].as_f64().unwrap()), "{value}");
        assert_eq!(judged["line"][0], judged["action"]);
        assert!(judged["visits"].as_u64().unwrap() > 0);
    }
    for key in ["nodes", "depth", "nodes_per_s"] {
        assert!(value[key].as_f64().unwrap() > 0.0, "{key} in {value}");
    }
    let file = saved(home);
    let moment = json(&parlour(home, &["analyse", &file, "--step", "3", "--nodes", "50", "--json"]));
    assert_eq!(moment["to_act"], "right");
    let shown = parlour(home, &["analyse", "tic-tac-toe", "--nodes", "50", "--robot", "random"]);
    let shown = String::from_utf8(shown.stdout).unwrap();
    assert!(shown.starts_with("x is to act.") && shown.contains("random would choose"), "{shown}");
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    refused(home, &["analyse", &file, "--nodes", "50"], "`--step N` shows the moment after N actions");
    refused(home, &["analyse", &file, "--step", "99"], "the match has");
    refused(home, &["analyse", "tic-tac-toe", "--step", "1"], "it is for saved matches");
    refused(home, &["analyse", "nothing"], "nothing");
}

#[test]
fn a_match_is_reviewed() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let file = saved(home);
    let svg = home.join("odds.svg");
    let args = ["review", &file, "--nodes", "150", "--json", "--svg", svg.to_str().unwrap()];
    let value = json(&parlour(home, &args));
    let record: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    let decisions = value["decisions"].as_array().unwrap();
    assert_eq!(decisions.len(), record["actions"].as_array().unwrap().len(), "every decision");
    for (n, decision) in decisions.iter().enumerate() {
        assert_eq!(decision["n"], n + 1);
        let of = |key: &str| decision[key].as_f64().unwrap();
        assert!((of("best_value") - of("value") - of("loss")).abs() < 1e-5 && of("loss") >= 0.0, "{decision}");
        assert_eq!(decision["best"] == decision["action"], of("loss") == 0.0, "{decision}");
    }
    let losses: Vec<f64> = value["worst"]
        .as_array()
        .unwrap()
        .iter()
        .map(|n| decisions[n.as_u64().unwrap() as usize - 1]["loss"].as_f64().unwrap())
        .collect();
    assert!(losses.windows(2).all(|two| two[0] >= two[1]), "the worst first: {losses:?}");
    assert_eq!(json(&parlour(home, &args)), value, "the same nodes find the same");
    let drawing = std::fs::read_to_string(svg).unwrap();
    assert!(drawing.starts_with("<svg ") && drawing.matches("<polyline").count() == 2, "{drawing}");
    let own = json(&parlour(home, &["review", &file, "--nodes", "50", "--json", "--seat", "left"]));
    assert!(own["decisions"].as_array().unwrap().iter().all(|decision| decision["seat"] == "left"));
    let shown = parlour(home, &["review", &file, "--nodes", "150", "--robot", "counter"]);
    let shown = String::from_utf8(shown.stdout).unwrap();
    assert!(shown.starts_with("En Garde: ") && shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    refused(home, &["review", &file, "--seat", "north"], "there is no seat `north` (known here: left, right)");
    // More decisions than columns.
    let long = saved_as(home, "long", "archaeology --seats digger,digger --seed 5");
    let shown = parlour(home, &["review", &long, "--nodes", "4"]);
    let shown = String::from_utf8(shown.stdout).unwrap();
    assert!(shown.lines().any(|line| line.chars().count() == 80), "a full line: {shown}");
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
}

#[test]
fn a_robot_is_tuned() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let robots = home.join("robots");
    std::fs::create_dir_all(robots.join("en-garde")).unwrap();
    let text = "-- Waits.\nreturn { params = { near = { default = 2, min = 1, max = 9 } },\n\
                \tchoose = function(me, legal) return legal[math.min(#legal, me.params.near)] end }\n";
    std::fs::write(robots.join("en-garde/waiter.lua"), text).unwrap();
    let folder = robots.display().to_string();
    let common = ["--robots", &folder, "tune", "en-garde/waiter", "--against", "random", "--seed", "1"];
    let out = home.join("steps.json").display().to_string();
    let args = [&common[..], &["--games", "64", "--json", "--out", &out]].concat();
    let value = json(&parlour(home, &args));
    assert_eq!((&value["game"], &value["steps"], &value["games"]), (&"en-garde".into(), &3.into(), &48.into()));
    assert_eq!(value["params"][0]["curve"].as_array().unwrap().len(), 3);
    assert_eq!(value["values"][0]["before"], 2.0);
    // A completed run isn't repeated, and shows the same.
    assert_eq!(json(&parlour(home, &args)), value);
    refused(home, &[&common[..], &["--games", "160", "--out", &out]].concat(), "the file holds another run");
    refused(home, &[&common[..], &["--param", "neer"]].concat(), "did you mean `near`?");
    refused(home, &["tune", "en-garde", "--against", "random"], "expected GAME/NAME");
    refused(home, &["tune", "en-garde/fencer", "--against", "random"], "no parameter that is a number");
    let shown = parlour(home, &[&common[..], &["--games", "64"]].concat());
    let shown = String::from_utf8(shown.stdout).unwrap();
    // Only an improvement is shown ready for adoption.
    let last = shown.lines().last().unwrap();
    assert_eq!(last, "Nothing better was found: the parameters stay as they are.", "{shown}");
}
