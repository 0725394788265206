//! Outside programs as players: the Python example plays every game, and misbehaving programs don't end a match.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

fn repository() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Traces a match; the program is run by a shell.
fn trace(game: &str, seats: &[&str], more: &[&str]) -> Output {
    let home = tempfile::tempdir().unwrap();
    Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(["trace", game, "--seed", "5", "--seats", &seats.join(",")])
        .args(more)
        .current_dir(repository())
        .env("HOME", home.path())
        .env("XDG_DATA_HOME", home.path())
        .output()
        .unwrap()
}

/// The lines of a completed trace.
#[track_caller]
fn lines(output: &Output) -> Vec<Value> {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", output.status);
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["type"], "game");
    assert_eq!(lines[lines.len() - 1]["type"], "end", "{errors}");
    lines
}

/// Needs python3, as `.ci/run` does.
const PYTHON: &str = "exec:python3 tests/programs/player.py";

#[track_caller]
fn plays(game: &str, seats: &[&str], more: &[&str]) {
    let output = trace(game, seats, more);
    lines(&output);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!errors.contains("moves instead"), "{game}: {errors}");
    let told = errors.lines().filter(|line| line.contains("won, ")).count();
    assert_eq!(told, seats.iter().filter(|seat| **seat == PYTHON).count(), "{game}: {errors}");
}

#[test]
fn the_example_plays_the_games_with_cards() {
    plays("archaeology", &[PYTHON, "digger"], &[]);
    plays("archaeology", &[PYTHON, PYTHON, "random"], &[]);
    plays("en-garde", &[PYTHON, "fencer"], &["--variant", "basic"]);
    plays("en-garde", &["fencer", PYTHON], &["--variant", "standard"]);
    plays("final-card-down", &[PYTHON, "first-fit", PYTHON, "random"], &[]);
    plays("final-card-down", &[PYTHON, PYTHON], &["--set", "play_after_draw=true"]);
}

#[test]
fn the_example_plays_the_games_on_boards() {
    plays("advance", &[PYTHON, "level5"], &[]);
    plays("treasure-hunt", &[PYTHON, "random"], &["--variant", "line"]);
    plays("treasure-hunt", &[PYTHON, PYTHON], &["--variant", "grid"]);
    for game in ["tic-tac-toe", "connect-four", "breakthrough"] {
        plays(game, &["random", PYTHON], &[]);
        plays(game, &[PYTHON, PYTHON], &[]);
    }
}

/// A match against a misbehaving program: it goes on, and standard error reports the fault once per turn.
#[track_caller]
fn goes_on(program: &str, reason: &str) {
    let output = trace("connect-four", &[&format!("exec:{program}"), "random"], &[]);
    let lines = lines(&output);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains(reason) && errors.contains("moves instead"), "{program}: {errors}");
    // A random legal action replaced the program's.
    for step in &lines[1..lines.len() - 1] {
        assert!(step["legal"].as_array().unwrap().contains(&step["action"]), "{step}");
    }
}

/// A seat for a program that can't be started is refused like other errors in `--seats`: with status 2, before any
/// output.
#[test]
fn a_program_that_is_not_there_is_refused() {
    for (program, word) in [
        ("no-such-program --fast", "no-such-program"),
        ("./no-such-program", "./no-such-program"),
        ("/", "/"),
        ("tests/programs/player.py", "tests/programs/player.py"),
    ] {
        let output = trace("connect-four", &[&format!("exec:{program}"), "random"], &[]);
        assert_eq!(output.status.code(), Some(2), "{program}");
        assert!(output.stdout.is_empty(), "{program}");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(&format!("there is no program `{word}`")), "{program}: {errors}");
        assert_eq!(errors.lines().count(), 1, "{program}: {errors}");
    }
}

#[test]
fn a_program_that_ends_early_does_not_end_the_match() {
    // More than a plain word is left to the shell.
    goes_on("'no-such-program' 2> /dev/null", "it has ended");
    goes_on("true", "it has ended");
    goes_on("read hello; exit 3", "it has ended");
    goes_on("read hello; read act; kill -9 $$", "it has ended");
}

#[test]
fn a_program_that_talks_nonsense_does_not_end_the_match() {
    goes_on("read hello; while read act; do echo hello; done", "one JSON object a line");
    goes_on("read hello; while read act; do echo '[1; 2]'; done", "one JSON object a line");
    goes_on("read hello; while read act; do echo '{}'; done", "a text under the key `action`");
    goes_on("read hello; while read act; do echo '{\"action\": 5}'; done", "a text under the key `action`");
    goes_on("read hello; while read act; do echo '{\"action\": \"fly\"}'; done", "an action");
    goes_on("read hello; while read act; do echo '{\"action\": \"drop 99\"}'; done", "expected");
    goes_on("read hello; while read act; do printf '\\377\\376\\n'; done", "one JSON object a line");
}

#[test]
fn a_program_that_floods_its_output_does_not_end_the_match() {
    goes_on("yes", "one JSON object a line");
    goes_on("tr '\\0' x < /dev/zero", "it wrote a line that is too long");
}

#[test]
fn a_program_is_told_options_and_squares_as_the_trace_has_them() {
    let folder = tempfile::tempdir().unwrap();
    let heard = folder.path().join("heard");
    let program = format!("exec:tee {} | python3 tests/programs/player.py", heard.display());
    let output = trace("advance", &[&program, "level4"], &["--set", "turn_limit=3"]);
    let traced = lines(&output);
    let heard = std::fs::read_to_string(heard).unwrap();
    let heard: Vec<Value> = heard.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(heard[0]["options"], traced[0]["options"]);
    assert_eq!(heard[0]["options"]["turn_limit"], 3);
    let events = heard.iter().find(|message| message["type"] == "events").unwrap();
    assert_eq!(events["events"], traced[1]["events"]);
    let (event, action) = (&traced[1]["events"][0], traced[1]["action"].as_str().unwrap());
    assert_eq!(
        (&action[..2], &action[action.len() - 2..]),
        (event["from"].as_str().unwrap(), event["to"].as_str().unwrap())
    );
}
