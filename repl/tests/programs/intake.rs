//! Input and output at the limits: invalid UTF-8, endless files, unwritable errors, programs with child processes,
//! corrupted result files.

use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::desk::{Desk, program};
use crate::keyboard::Keyboard;

/// The options that read a file, each in a command; `@` stands for the file.
const READERS: [&[&str]; 13] = [
    &["play", "tic-tac-toe", "--scenario", "@"],
    &["trace", "tic-tac-toe", "--scenario", "@"],
    &["trace", "tic-tac-toe", "--script", "@"],
    &["perft", "tic-tac-toe", "--depth", "1", "--position", "@"],
    &["legal", "tic-tac-toe", "--position", "@"],
    &["analyse", "tic-tac-toe", "--nodes", "1", "--scenario", "@"],
    &["arena", "tic-tac-toe", "--games", "2", "--openings", "@"],
    &["arena", "--merge", "@"],
    &["arena", "tic-tac-toe", "--games", "2", "--out", "@"],
    &["tune", "tic-tac-toe/learner", "--against", "random", "--games", "2", "--out", "@"],
    &["replay", "@"],
    &["review", "@"],
    &["verify", "@"],
];

/// Runs a program with limits of 200 MB and ten seconds.
fn bounded(desk: &Desk, arguments: &[&str], file: &str) -> std::process::Output {
    let arguments = arguments.iter().map(|argument| argument.replace('@', file));
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 3000000; exec timeout 20 \"$@\"", "sh"]).arg(program()).args(arguments);
    command.current_dir(desk.path(".")).env("XDG_DATA_HOME", desk.path("data")).stdin(Stdio::null());
    command.output().unwrap()
}

#[test]
fn every_option_that_reads_a_file_refuses_what_is_none() {
    let desk = Desk::new();
    assert!(Command::new("mkfifo").arg(desk.path("pipe")).status().unwrap().success());
    // A sparse file: it takes no space, and is practically endless.
    std::fs::File::create(desk.path("huge")).unwrap().set_len(1 << 40).unwrap();
    for arguments in READERS {
        for file in ["/dev/zero", "pipe", "huge", "."] {
            let begun = Instant::now();
            let ran = bounded(&desk, arguments, file);
            let err = String::from_utf8(ran.stderr).unwrap();
            assert_eq!((ran.status.code(), ran.stdout.len()), (Some(2), 0), "{arguments:?} {file}: {err}");
            assert!(err.lines().count() == 1 && err.contains(file), "{arguments:?} {file}: {err}");
            assert!(begun.elapsed() < Duration::from_secs(8), "{arguments:?} {file}");
        }
    }
}

/// The options that write a file, each in a command; `@` stands for the file.
const WRITERS: [&[&str]; 7] = [
    &["picture", "chess", "--out", "@"],
    &["review", "match.json", "--nodes", "10", "--svg", "@"],
    &["coverage", "tic-tac-toe", "--games", "2", "--lcov", "@"],
    &["impact", "tic-tac-toe", "--against", "nowhere", "--games", "2", "--svg", "@"],
    &["arena", "tic-tac-toe", "--games", "2", "--seats", "random,random", "--log", "@"],
    &["arena", "tic-tac-toe", "--games", "2", "--seats", "random,random", "--out", "@"],
    &["tune", "tic-tac-toe/learner", "--against", "random", "--games", "2", "--out", "@"],
];

#[test]
fn every_option_that_writes_a_file_refuses_what_is_none() {
    let desk = Desk::new();
    assert!(Command::new("mkfifo").arg(desk.path("pipe.svg")).status().unwrap().success());
    std::fs::create_dir(desk.path("folder.svg")).unwrap();
    assert_eq!(desk.play(&["tic-tac-toe", "--seats", "human,human"], "b2\na1\nsave match.json\nquit\n").status, 0);
    for arguments in WRITERS {
        for file in ["pipe.svg", "/dev/ptmx", "folder.svg"] {
            let ran = bounded(&desk, arguments, file);
            let err = String::from_utf8(ran.stderr).unwrap();
            assert_eq!((ran.status.code(), ran.stdout.len()), (Some(2), 0), "{arguments:?} {file}: {err}");
            assert!(err.contains(file), "{arguments:?} {file}: {err}");
        }
    }
}

#[test]
fn long_lines_are_read_in_time_that_grows_with_them_and_not_told_whole() {
    let desk = Desk::new();
    let texts = ["[", "(", "{", "x", "[[", "]", "\"", "[bold]"].map(|text| text.repeat(200_000 / text.len()));
    for text in texts.iter().map(String::as_str) {
        for line in [text.to_owned(), format!("place {text}"), format!("game = \"tic-tac-toe\"\nx = {text}")] {
            desk.put("file", &line);
            for arguments in READERS.iter().filter(|arguments| !arguments.contains(&"--out")) {
                let begun = Instant::now();
                let ran = bounded(&desk, arguments, "file");
                let beginning: String = line.chars().take(20).collect();
                assert_eq!(ran.status.code(), Some(2), "{arguments:?} {beginning}");
                assert!(ran.stderr.len() < 3_000, "{arguments:?} {beginning}: {} bytes", ran.stderr.len());
                assert!(begun.elapsed() < Duration::from_secs(3), "{arguments:?} {beginning}: {:?}", begun.elapsed());
            }
        }
    }
}

#[test]
fn errors_that_can_not_be_written_end_nothing_otherwise() {
    let desk = Desk::new();
    let full = || OpenOptions::new().write(true).open("/dev/full").unwrap();
    for (arguments, lines, status) in [
        (&["play", "no-such-game"][..], "", 2),
        (&["--no-such-option"], "", 2),
        (&["trace", "tic-tac-toe", "--script", "none"], "", 2),
        (&["check", "no-such-game"], "", 2),
        (&["play", "tic-tac-toe", "--seed", "1"], "nonsense\nreplay none\nquit\n", 0),
        (&["arena", "tic-tac-toe", "--games", "4", "--seed", "1"], "", 0),
        (&["analyse", "tic-tac-toe", "--nodes", "10", "--robot", "none"], "", 2),
    ] {
        let mut command = desk.command(&program(), arguments);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(full()).spawn().unwrap();
        let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
        assert_eq!(child.wait().unwrap().code(), Some(status), "{arguments:?}");
    }
    let mut command = desk.command(env!("CARGO_BIN_EXE_advance"), &["white", "none", "out"]);
    assert_eq!(command.stderr(full()).status().unwrap().code(), Some(2));
}

#[test]
fn what_is_typed_and_is_not_text_is_one_line_that_is_lost() {
    let desk = Desk::new();
    let mut keyboard = Keyboard::new(&desk, &["play", "tic-tac-toe", "--level", "easy", "--seed", "1"], 80, 24);
    keyboard.prompt();
    // A Latin-1 umlaut, an overlong encoding, a truncated character, a piece of a program.
    for bytes in [&b"b\xfc2\r"[..], b"\xc0\xaf\r", b"\xe2\x82\r", b"\x7fELF\x02\x01\x01\x00\xff\xfe\x80\r"] {
        keyboard.press_bytes(bytes);
        keyboard.wait_for("the line is not valid UTF-8");
        keyboard.prompt();
    }
    keyboard.enter("b2");
    keyboard.wait_for("b2");
    keyboard.prompt();
    keyboard.quit();
    assert_eq!(keyboard.status(), Some(0));
}

#[test]
fn a_program_that_ends_by_itself_leaves_nothing_behind() {
    let desk = Desk::new();
    // It starts another program, plays nothing and exits.
    let player = "#!/bin/sh\nsleep 300 > /dev/null 2>&1 &\necho $! >> left\nread line\nread line\nexit 0\n";
    desk.put("player", player);
    assert!(Command::new("chmod").arg("+x").arg(desk.path("player")).status().unwrap().success());
    for (arguments, lines) in [
        (&["trace", "tic-tac-toe", "--seats", "exec:./player,random", "--seed", "1"][..], ""),
        (&["play", "tic-tac-toe", "--seats", "human,exec:./player"], "quit\n"),
    ] {
        let mut command = desk.command(&program(), arguments);
        command.process_group(0).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
        child.wait().unwrap();
    }
    let left = desk.read("left");
    assert_eq!(left.lines().count(), 2, "{left}");
    std::thread::sleep(Duration::from_millis(100));
    for pid in left.lines() {
        // A dead process may wait to be reaped.
        let state = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        assert!(state.is_empty() || state.contains(") Z "), "{pid} is left: {state}");
    }
}

#[test]
fn results_that_have_changed_are_found() {
    let desk = Desk::new();
    let run = ["arena", "tic-tac-toe", "--seats", "random,random", "--games", "4", "--seed", "1", "--out", "results"];
    assert_eq!(desk.parlour(&run).status, 0);
    let text = std::fs::read(desk.path("results")).unwrap();
    assert_eq!(desk.parlour(&["arena", "--merge", "results"]).status, 0);
    let step = (text.len() / 40).max(1);
    for at in (0..text.len()).step_by(step) {
        let mut flipped = text.clone();
        flipped[at] ^= 1 << (at % 7);
        desk.put("results", &flipped);
        for arguments in [&["arena", "--merge", "results"][..], &run] {
            let ran = desk.parlour(arguments);
            assert_eq!((ran.status, ran.out.as_str()), (2, ""), "byte {at}: {ran:?}");
        }
        assert_eq!(std::fs::read(desk.path("results")).unwrap(), flipped, "a file that is refused stays as it is");
    }
}
