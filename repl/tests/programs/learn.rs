//! `learn`: weights of a robot, from matches.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const STUDENT: &str = "return {
	choose = function(_, legal) return legal:random() end,
	learn = { file = 'weights.lua', features = function(_, action) return { [action.verb] = 1 } end },
}";

fn learn(home: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlour"));
    command.args(["--robots", "robots", "learn"]).args(args).env("XDG_DATA_HOME", home).current_dir(home);
    command.stdin(Stdio::null()).output().unwrap()
}

#[test]
fn weights_are_learnt_and_written() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    std::fs::create_dir_all(home.join("robots/en-garde")).unwrap();
    std::fs::write(home.join("robots/en-garde/student.lua"), STUDENT).unwrap();
    let common = ["en-garde/student", "--games", "20", "--seed", "3", "--jobs", "2"];
    let output = learn(home, &[&common[..], &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&json["game"], &json["outcome"]), (&"en-garde".into(), &"won".into()), "{json}");
    assert_eq!((json["games"].as_u64(), json["held_out"]["games"].as_u64()), (Some(16), Some(4)), "{json}");
    let attack = json["weights"]["attack"].as_f64().unwrap();
    assert!(attack > json["weights"]["retreat"].as_f64().unwrap(), "in the basic game an attack wins: {json}");
    let written = std::fs::read_to_string(home.join("robots/en-garde/weights.lua")).unwrap();
    assert!(
        written.contains("parlour learn en-garde/student --games 20 --nodes 1000 --ridge 10 --seed 3\n"),
        "{written}"
    );
    assert!(written.contains("\tweights = {\n\t\tadvance = "), "{written}");

    let next = learn(home, &[&common[..], &["--print", "--lambda", "0.5"]].concat());
    let next = String::from_utf8_lossy(&next.stdout);
    assert!(next.contains("--seed 3 --lambda 0.5\n"), "{next}");

    let deep = learn(home, &[&common[..], &["--print", "--hidden", "3", "--passes", "2"]].concat());
    let deep = String::from_utf8_lossy(&deep.stdout);
    assert!(deep.contains("weights and a hidden layer of 3 from"), "{deep}");
    assert!(deep.contains("--seed 3 --hidden 3 --passes 2\n"), "{deep}");
    assert_eq!(deep.matches("out = ").count(), 3, "{deep}");
    let deep = learn(home, &[&common[..], &["--print", "--hidden", "2", "--json"]].concat());
    let deep: Value = serde_json::from_slice(&deep.stdout).unwrap();
    assert!(deep["hidden"][1]["weights"]["attack"].is_number(), "{deep}");

    let printed = learn(home, &[&common[..], &["--print"]].concat());
    assert!(String::from_utf8_lossy(&printed.stdout).contains(written.trim_end()));
    for (args, expected) in [
        (&["en-garde/fencer"][..], "the robot `fencer` learns nothing"),
        (&["en-garde/pupil"], "is built in"),
        (&["en-garde", "--minutes", "0"], "expected minutes, such as 10 or 0.5"),
        (&["nowhere"], "nowhere"),
        (&["en-garde", "--out", "robots/en-garde/student.lua"], "is not an evaluation, or is damaged"),
        (&["en-garde/student", "--against", "human"], "name robots only"),
        (&["en-garde/student", "--hidden", "257"], "expected at most 256"),
        (&["en-garde/student", "--passes", "3"], "--hidden"),
        (&["en-garde/student", "--lambda", "1.5"], "expected a number from 0 to 1"),
    ] {
        let output = learn(home, args);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains(expected), "{args:?}: {error}");
    }
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
