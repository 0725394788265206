//! `learn`: an evaluation of a game, by self-play.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn learn(home: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlour"));
    command.args(["--robots", "robots", "learn"]).args(args).env("XDG_DATA_HOME", home).current_dir(home);
    command.stdin(Stdio::null()).output().unwrap()
}

#[test]
fn bad_usage_is_told_and_touches_no_file() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    std::fs::create_dir_all(home.join("robots/en-garde")).unwrap();
    let student = home.join("robots/en-garde/student.lua");
    std::fs::write(&student, "return { choose = function(_, legal) return legal:random() end }").unwrap();
    let before = std::fs::read(&student).unwrap();
    for (args, expected) in [
        (&["en-garde", "--minutes", "0"][..], "expected minutes, such as 10 or 0.5"),
        (&["nowhere"], "nowhere"),
        (&["en-garde/student"], "en-garde/student"),
        (&["en-garde", "--players", "9"], "9"),
        (&["en-garde", "--out", "robots/en-garde/student.lua"], "is not an evaluation, or is damaged"),
    ] {
        let output = learn(home, args);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains(expected), "{args:?}: {error}");
    }
    assert_eq!(std::fs::read(&student).unwrap(), before);
}

#[test]
fn a_game_is_learnt_and_its_file_is_a_robot() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    std::fs::create_dir_all(home.join("robots")).unwrap();
    let common = ["tic-tac-toe", "--minutes", "0.01", "--seed", "3", "--json"];
    let mut games = 0;
    // The second time it goes on from the file.
    for _ in 0..2 {
        let output = learn(home, &common);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        let json: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(json["games"].as_u64() > Some(games), "{json}");
        games = json["games"].as_u64().unwrap();
        assert!(!json["curve"].as_array().unwrap().is_empty(), "{json}");
    }
    assert!(home.join("robots/tic-tac-toe/learnt.eval").is_file());
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlour"));
    let args =
        ["--robots", "robots", "arena", "tic-tac-toe", "--seats", "learnt,random", "--games", "2", "--nodes", "50"];
    command.args(args).env("XDG_DATA_HOME", home).current_dir(home).stdin(Stdio::null());
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("learnt"));
}
