//! The program `advance`: its effects on files, and its refusals.

use crate::desk::{Desk, START};

/// The boards after each legal action of a side.
fn boards_after(desk: &Desk, file: &str, colour: &str) -> Vec<String> {
    let legal = desk.parlour(&["legal", "advance", "--position", file, "--to-move", colour, "--json"]).json();
    assert_eq!(legal["to_move"], colour);
    let rows = |action: &serde_json::Value| -> String {
        let rows = action["boards"]["main"].as_array().unwrap().iter();
        rows.map(|row| format!("{}\n", row.as_str().unwrap())).collect()
    };
    legal["actions"].as_array().unwrap().iter().map(rows).collect()
}

#[test]
fn a_legal_move_of_the_side_is_written() {
    let desk = Desk::new();
    desk.put("start", START);
    for colour in ["white", "black"] {
        let ran = desk.advance(&[colour, "start", "after"]);
        assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
        let after = desk.read("after");
        assert!(boards_after(&desk, "start", colour).contains(&after), "{after}");
    }
    assert_eq!(desk.read("start"), START);
    assert_eq!(desk.files(), ["after", "start"]);
}

#[test]
fn in_and_out_may_be_the_same_file() {
    let desk = Desk::new();
    desk.put("board", START);
    for colour in ["white", "black", "white", "black"] {
        let legal = boards_after(&desk, "board", colour);
        assert_eq!(desk.advance(&[colour, "board", "board", "--robot", "level4"]).status, 0);
        assert!(legal.contains(&desk.read("board")));
    }
    assert_eq!(desk.files(), ["board"]);
}

#[test]
fn carriage_returns_and_a_missing_last_line_break_are_fine() {
    let desk = Desk::new();
    desk.put("start", START);
    desk.put("crlf", START.replace('\n', "\r\n"));
    desk.put("open", START.trim_end());
    for file in ["start", "crlf", "open"] {
        assert_eq!(desk.advance(&["white", file, &format!("{file}.out"), "--seed", "7"]).status, 0);
    }
    assert_eq!(desk.read("crlf.out"), desk.read("start.out"));
    assert_eq!(desk.read("open.out"), desk.read("start.out"));
}

#[test]
fn the_same_seed_gives_the_same_move_and_every_level_moves() {
    let desk = Desk::new();
    desk.put("start", START);
    let legal = boards_after(&desk, "start", "white");
    for robot in ["random", "level4", "level5", "level6", "level7"] {
        for file in ["one", "two"] {
            assert_eq!(desk.advance(&["white", "start", file, "--robot", robot, "--seed", "11"]).err, "");
        }
        assert_eq!(desk.read("one"), desk.read("two"), "{robot}");
        assert!(legal.contains(&desk.read("one")), "{robot}");
    }
}

#[test]
fn a_robot_plays_for_the_time_that_is_given() {
    let desk = Desk::new();
    desk.put("start", START);
    let begun = std::time::Instant::now();
    assert_eq!(desk.advance(&["white", "start", "out", "--time", "50"]).status, 0);
    assert!(begun.elapsed().as_secs() < 60);
}

#[test]
fn name_prints_the_name_of_the_robot() {
    let desk = Desk::new();
    let listed = desk.parlour(&["robots", "advance"]).out;
    let default = if listed.contains("scholar") { "scholar\n" } else { "level7\n" };
    assert_eq!(desk.advance(&["name"]).out, default);
    assert_eq!(desk.advance(&["name", "--robot", "level5"]).out, "level5\n");
    assert_eq!(desk.advance(&["name", "--robot", "levle5"]).status, 2);
    desk.advance(&["name", "board"]).refuses("advance: `name` stands alone");
}

/// A board with one line replaced, counted from 1.
fn with_line(n: usize, line: &str) -> String {
    let lines: Vec<&str> = START.lines().enumerate().map(|(at, old)| if at + 1 == n { line } else { old }).collect();
    lines.join("\n") + "\n"
}

#[test]
fn bad_boards_are_refused_with_file_and_line() {
    let desk = Desk::new();
    let eight: String = START.lines().take(8).map(|line| format!("{line}\n")).collect();
    let cases = [
        (String::new(), ":1:1: the board has 0 lines; expected 9"),
        (eight, ":8:1: the board has 8 lines; expected 9"),
        (format!("{START}.........\n"), ":10:1: the board has 10 lines; expected 9"),
        (format!("{START}\n"), ":10:1: the board has 10 lines; expected 9"),
        (with_line(4, "........"), ":4:1: a line of the board has 8 characters; expected 9"),
        (with_line(4, ""), ":4:1: a line of the board has 0 characters; expected 9"),
        (with_line(9, "MJCSGSDJM."), ":9:1: a line of the board has 10 characters; expected 9"),
        (with_line(5, ".G......."), ":9:5: white has 2 pieces `general` on the board; at most 1 can be there"),
        (with_line(5, ".g......."), ":5:2: black has 2 pieces `general` on the board; at most 1 can be there"),
        (with_line(5, ".g...G.G."), ":5:8: white has 3 pieces `general` on the board; at most 1 can be there"),
        (with_line(2, "GzzzGzzzb"), ":2:5: white has 3 pieces `general` on the board; at most 1 can be there"),
        (with_line(2, "gzzzzzzzG"), ":9:5: white has 2 pieces `general` on the board; at most 1 can be there"),
    ];
    desk.put("out", "as it was");
    for (board, says) in cases {
        desk.put("in", &board);
        desk.advance(&["white", "in", "out"]).refuses(&format!("advance: in{says}"));
    }
    for (glyph, column) in [("?", 3), (" ", 3), ("\t", 3), ("é", 3), ("X", 3)] {
        desk.put("in", with_line(6, &format!("..{glyph}......")));
        let ran = desk.advance(&["white", "in", "out"]);
        assert!(ran.err.starts_with(&format!("advance: in:6:{column}: ")), "{ran:?}");
        assert_eq!((ran.status, ran.err.lines().count()), (2, 1));
    }
    desk.put("in", b".........\n....\xff....\n");
    desk.advance(&["white", "in", "out"]).refuses("advance: in:2: this is not text in UTF-8");
    assert_eq!(desk.read("out"), "as it was");
    assert_eq!(desk.files(), ["in", "out"]);
}

#[test]
fn bad_arguments_are_refused_in_one_line() {
    let desk = Desk::new();
    desk.put("in", START);
    desk.put("out", "as it was");
    desk.advance(&["green", "in", "out"])
        .refuses("advance: there is no colour `green`; known here: white, black, name");
    desk.advance(&["WHITE", "in", "out"]).refuses("advance: there is no colour `WHITE`; did you mean `white`?");
    desk.advance(&["white", "nothing", "out"]).refuses("advance: nothing: No such file or directory (os error 2)");
    desk.advance(&["white", "in"]).refuses("advance: the files are missing; expected `advance white IN OUT`");
    for arguments in [
        &[][..],
        &["white", "in", "out", "more"],
        &["white", "in", "out", "--time", "soon"],
        &["white", "in", "out", "--time", "0"],
        &["white", "in", "out", "--seed", "-1"],
        &["white", "in", "out", "--robot", "nobody"],
        &["white", "in", "out", "--robot", "human"],
        &["white", "in", "out", "--robot", "level7(depth=3)"],
        &["white", "in", "out", "--robots", "nowhere"],
        &["white", ".", "out"],
        &["white", "--bogus", "in", "out"],
    ] {
        let ran = desk.advance(arguments);
        assert_eq!((ran.status, ran.out.as_str(), ran.err.lines().count()), (2, "", 1), "{arguments:?} {ran:?}");
        assert!(ran.err.starts_with("advance: "), "{ran:?}");
    }
    assert_eq!(desk.read("out"), "as it was");
    assert_eq!(desk.files(), ["in", "out"]);
}

#[test]
fn a_target_that_cannot_be_written_is_refused() {
    let desk = Desk::new();
    desk.put("in", START);
    desk.advance(&["white", "in", "."]).refuses("advance: .: this is a folder; expected a file");
    desk.advance(&["white", "in", "no/out"]).refuses("advance: no/out: there is no folder no");
    desk.advance(&["white", "in", "in/out"]).refuses("advance: in/out: Not a directory (os error 20)");
    desk.put("out", "as it was");
    let mut permissions = std::fs::metadata(desk.path("out")).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(desk.path("out"), permissions).unwrap();
    desk.advance(&["white", "in", "out"]).refuses("advance: out: the file is read-only");
    assert_eq!(desk.read("out"), "as it was");
    assert_eq!(desk.files(), ["in", "out"]);
}

#[test]
#[cfg(target_os = "linux")]
fn standard_output_can_be_the_target() {
    let desk = Desk::new();
    desk.put("start", START);
    let ran = desk.advance(&["white", "start", "/dev/stdout", "--seed", "1"]);
    assert!(boards_after(&desk, "start", "white").contains(&ran.out), "{ran:?}");
    desk.put("out", "before\n");
    let out = std::fs::OpenOptions::new().append(true).open(desk.path("out")).unwrap();
    let mut command = desk.command(env!("CARGO_BIN_EXE_advance"), &["white", "start", "/dev/stdout", "--seed", "1"]);
    assert!(command.stdout(out).status().unwrap().success());
    assert_eq!(desk.read("out"), format!("before\n{}", ran.out));
    desk.advance(&["white", "start", "/dev/full"]).refuses("advance: /dev/full: No space left on device (os error 28)");
}

#[test]
fn without_a_legal_move_nothing_is_written() {
    let desk = Desk::new();
    let shut_in = "g........\n.........\n.........\n.........\n.........\n.........\n.........\n##.......\nG#.......\n";
    let nobody = ".........\n".repeat(9);
    desk.put("out", "as it was");
    for board in [shut_in, &nobody] {
        desk.put("in", board);
        let ran = desk.advance(&["white", "in", "out"]);
        assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (1, "", "advance: white has no legal move\n"));
    }
    assert_eq!(desk.read("out"), "as it was");
    assert_eq!(desk.files(), ["in", "out"]);
    desk.put("in", shut_in);
    assert_eq!(desk.advance(&["black", "in", "out"]).status, 0);
}

#[test]
fn help_and_version_are_no_errors() {
    let desk = Desk::new();
    for option in ["--help", "-h", "--version"] {
        let ran = desk.advance(&[option]);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""));
        assert!(!ran.out.is_empty());
    }
}
