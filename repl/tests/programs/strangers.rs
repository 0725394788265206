//! Saved matches, packs and robots from strangers: they start no program, and send no control characters to the
//! terminal.

use crate::desk::Desk;

/// A save with a program that creates a file on the second seat.
fn hostile_save(desk: &Desk) {
    let ran = desk.play(&["connect-four", "--seed", "5", "--seats", "human,random"], "drop 4\nsave clean\n");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let text = desk.read("data/parlour/saves/clean.json").replace("\"random\"", r#""exec:touch pwned; cat""#);
    // In the format from before saves had a checksum.
    let mut save: serde_json::Value = serde_json::from_str(&text).unwrap();
    save.as_object_mut().unwrap().remove("proof");
    desk.put("sent.json", save.to_string());
}

#[test]
fn a_program_that_a_save_names_is_not_started_from_a_pipe() {
    let desk = Desk::new();
    hostile_save(&desk);
    let autosave = desk.path("data/parlour/autosave");
    let _ = std::fs::remove_dir_all(&autosave);
    std::fs::create_dir_all(&autosave).unwrap();
    std::fs::copy(desk.path("sent.json"), autosave.join("connect-four-5.json")).unwrap();
    let everything =
        "seats\nundo\nundo\nredo\nredo\nreload\nreplay\nhint\nauto 1\ndrop 2\nsave again\nload again\nplay\n";
    for (arguments, lines) in [
        (&["play", "connect-four", "--resume"][..], everything.to_owned()),
        (&[], format!("load sent.json\n{everything}")),
        (&[], "replay sent.json\n".to_owned()),
        (&["replay", "sent.json"], String::new()),
    ] {
        let ran = desk.session(arguments, &lines);
        assert_eq!(ran.status, 0, "{ran:?}");
        assert!(!desk.path("pwned").exists(), "{arguments:?} {lines}: {}", ran.out);
        if !lines.is_empty() && !lines.starts_with("replay") {
            let said =
                "yellow, which isn't started without `--allow-exec`: touch pwned; cat\nyellow is played by a human";
            assert!(ran.err.contains(said), "{}", ran.err);
            assert!(ran.out.contains("\n  yellow: human"), "{}", ran.out);
        }
    }
    let ran = desk.session(&["--allow-exec"], "load sent.json\nseats\n");
    assert!(ran.out.contains("\n  yellow: exec:touch pwned; cat"), "{ran:?}");
    assert!(desk.path("pwned").exists());
}

#[test]
fn hidden_characters_of_a_command_are_spelled_out() {
    let desk = Desk::new();
    hostile_save(&desk);
    let text = desk.read("sent.json").replace("touch pwned;", r"touch pwned;\u001b[2K\u202e\n");
    desk.put("sent.json", text);
    let ran = desk.session(&[], "load sent.json\n");
    assert!(ran.err.contains(r"touch pwned;\u{1b}[2K\u{202e}\n cat"), "{}", ran.err);
}

#[test]
fn a_robot_or_a_pack_starts_no_program_by_its_name() {
    let desk = Desk::new();
    let folder = desk.path("robots/tic-tac-toe");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("exec:touch pwned.lua"), "return { choose = function(me, legal) return 1 end }")
        .unwrap();
    let pack = desk.path("rules/tic-tac-toe");
    std::fs::create_dir_all(&pack).unwrap();
    let repository = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/tic-tac-toe");
    for entry in std::fs::read_dir(repository).unwrap().map(Result::unwrap).filter(|entry| entry.path().is_file()) {
        std::fs::copy(entry.path(), pack.join(entry.file_name())).unwrap();
    }
    let table = std::fs::read_to_string(pack.join("game.toml")).unwrap();
    let (before, after) = table.split_once("robots = [").unwrap();
    let after = &after[after.find(']').unwrap()..];
    std::fs::write(pack.join("game.toml"), format!("{before}robots = [\"exec:touch pwned\"{after}")).unwrap();
    desk.session(&["play", "tic-tac-toe", "--rules", "rules", "--robots", "robots"], "auto\n");
    desk.session(&["robots", "tic-tac-toe", "--robots", "robots"], "");
    desk.session(&["check", "tic-tac-toe", "--rules", "rules", "--robots", "robots"], "");
    assert!(!desk.path("pwned").exists());
}

/// A rematch by `play` has the same players, even if their list could be parsed differently.
#[test]
fn the_same_again_has_the_same_players() {
    let desk = Desk::new();
    let ran = desk.play(&["connect-four", "--seats", "exec:cat,human", "--seed", "3"], "seats\n:play\nseats\n");
    assert_eq!(ran.out.matches("\n  red: exec:cat").count(), 2, "{ran:?}");
    let ran = desk.play(&["connect-four", "--seats", r"exec:echo 'a,b' c,human", "--seed", "3"], ":play\nseats\n");
    assert!(ran.out.contains("\n  red: exec:echo 'a,b' c\n"), "{ran:?}");
}

/// A rematch has the options of the match before it, unless `set` has changed one.
#[test]
fn the_same_again_has_the_same_options() {
    let desk = Desk::new();
    let lines = "again\ninspect options\nset dice=4\n:play\ninspect options\n";
    let ran = desk.play(&["liars-dice", "--seats", "human,random", "--set", "dice=3", "--set", "wild=false"], lines);
    assert_eq!(ran.out.matches("\n  dice = 3").count(), 1, "{ran:?}");
    assert_eq!(ran.out.matches("\n  dice = 4").count(), 1, "{ran:?}");
    assert_eq!(ran.out.matches("\n  wild = false").count(), 2, "{ran:?}");
}

/// Information from which an outside program could find hidden cards: the seed is in the name and the text of the
/// autosave.
#[cfg(target_os = "linux")]
#[test]
fn a_program_is_told_nothing_of_the_seed_or_of_the_autosave() {
    let desk = Desk::new();
    let spy = "exec:env > env; tr '\\0' ' ' < /proc/$$/cmdline > argv; pwd > cwd; ls -l /proc/self/fd > fds; head -n 2 > heard";
    let seats = format!("{spy},human");
    let lines = "why\nauto 3\n";
    let ran = desk.play(&["final-card-down", "--seed", "8675309123", "--seats", &seats], lines);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert_eq!(
        desk.files().iter().filter(|file| ["env", "argv", "cwd", "fds", "heard"].contains(&file.as_str())).count(),
        5
    );
    for file in ["env", "argv", "cwd", "fds", "heard"] {
        let text = desk.read(file);
        assert!(!text.contains("8675309123"), "{file}: {text}");
        assert!(!text.contains("autosave") && !text.contains("data/parlour"), "{file}: {text}");
        assert!(!text.contains("XDG_DATA_HOME"), "{file}: {text}");
    }
    assert!(desk.read("heard").contains(r#""type":"act""#));
}

#[test]
fn what_a_program_says_reaches_the_terminal_as_text() {
    let desk = Desk::new();
    let seats = r"human,exec:printf 'a\033[31mb\342\200\256c\n' >&2; cat";
    let ran = desk.play(&["connect-four", "--seats", seats, "--seed", "1"], "4\n");
    assert!(ran.err.starts_with("a[31mbc\n"), "{ran:?}");
    let seats = "human,exec:yes 0123456789 | head -n 1000000 >&2";
    let ran = desk.play(&["connect-four", "--seats", seats, "--seed", "1"], "4\n");
    let said = ran.err.lines().filter(|line| *line == "0123456789").count();
    assert!(said < 7_000 && ran.err.contains("what the program says further on is left out"), "{said}");
}

#[test]
fn a_long_answer_gives_a_short_error() {
    let desk = Desk::new();
    for answer in [
        "head -c 33000000 /dev/zero | tr '\\0' x",
        r#"echo "{\"action\": \"$(head -c 100000 /dev/zero | tr '\0' x)\"}""#,
        r#"echo "{\"action\": \"drop $(head -c 3000 /dev/zero | tr '\0' x)\"}""#,
    ] {
        let seats = format!("exec:read hello; read act; {answer},human").replace("$(", "$(");
        desk.put("answer.sh", format!("read hello; read act; {answer}\n"));
        let _ = seats;
        let ran = desk.play(&["connect-four", "--seats", "exec:sh answer.sh,human", "--seed", "1"], "");
        assert_eq!(ran.status, 0);
        assert!(
            ran.err.contains("`random` moves instead") && ran.err.len() < 1_500,
            "{}: {}",
            ran.err.len(),
            &ran.err[..500]
        );
    }
}

#[test]
fn titles_and_texts_of_a_pack_are_shown_without_what_a_terminal_obeys() {
    let desk = Desk::new();
    let pack = desk.path("rules/tic-tac-toe");
    std::fs::create_dir_all(&pack).unwrap();
    let repository = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/tic-tac-toe");
    let table = std::fs::read_to_string(repository.join("game.toml")).unwrap();
    let hostile = r"\u202e\u2066\u200b\u001b]0;x\u0007\u009b31m";
    let table =
        table.replace("Tic-tac-toe\"", &format!("Tic{hostile}tac\"")).replace("wins.\"", &format!("wins{hostile}\""));
    std::fs::write(pack.join("game.toml"), table).unwrap();
    std::fs::write(pack.join("guide.md"), "# A\u{202e}\u{1b}[2J guide\n").unwrap();
    for arguments in [
        &["play", "tic-tac-toe", "--seed", "1"][..],
        &["games"],
        &["guide", "tic-tac-toe"],
        &["check", "tic-tac-toe"],
        &["trace", "tic-tac-toe", "--seed", "1"],
        &["legal", "tic-tac-toe", "--json"],
    ] {
        let ran = desk
            .session(&[arguments, &["--rules", "rules"]].concat(), "help\nreplay\nfly\u{202e}\nb2\nsave \u{202e}x\n");
        let is_bad =
            |c: char| c.is_control() && c != '\n' || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}' | '\u{200b}');
        assert!(!ran.out.chars().chain(ran.err.chars()).any(is_bad), "{arguments:?}: {ran:?}");
    }
}

#[cfg(unix)]
#[test]
fn files_behind_links_that_lead_out_of_a_pack_are_not_read() {
    use std::os::unix::fs::symlink;
    let desk = Desk::new();
    let pack = desk.path("rules/tic-tac-toe");
    std::fs::create_dir_all(&pack).unwrap();
    let repository = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/tic-tac-toe");
    std::fs::copy(repository.join("game.toml"), pack.join("game.toml")).unwrap();
    desk.put("secret", "return \"a secret\"");
    symlink(desk.path("secret"), pack.join("lib.lua")).unwrap();
    let ran = desk.parlour(&["check", "tic-tac-toe", "--rules", "rules"]);
    assert_eq!(ran.status, 1);
    assert!(ran.out.contains("rules/tic-tac-toe/lib.lua is a link that leads out of the pack"), "{ran:?}");
    // Links within the library are the author's own business.
    std::fs::remove_file(pack.join("lib.lua")).unwrap();
    std::fs::write(desk.path("rules/shared.lua"), "return {}").unwrap();
    symlink("../shared.lua", pack.join("lib.lua")).unwrap();
    assert_eq!(desk.parlour(&["check", "tic-tac-toe", "--rules", "rules"]).status, 0);
}

/// A game of squares that has its name from another one.
const NAMESAKE: &str = r#"
[game]
title = "Three of a Kind"
summary = "Three in a row wins."
[seats]
names = ["x", "o"]
robots = ["random"]
[boards.main]
width = 3
height = 3
[[piece]]
name = "mark"
glyphs = ["X", "O"]
[[place]]
puts = "mark"
[[end]]
when = "line"
length = 3
result = "win"
ending = "line"
[[end]]
when = "no_move"
result = "draw"
ending = "full"
[endings]
line = "{winner} has three in a row"
full = "a draw: the board is full"
[phases]
turn = { actions = ["place"], text = "mark a square" }
[actions]
place = { usage = "{to:square}", help = "Mark an empty square." }
[events]
place = "{seat} {mark|marks} {to}."
"#;

#[test]
fn robots_of_another_game_of_the_same_name_are_left_out() {
    let desk = Desk::new();
    desk.put("brought/klondike/game.toml", NAMESAKE);
    desk.put("brought/klondike/guide.md", "# Three of a Kind\n\nThree in a row wins.\n");
    let ran = desk.parlour(&["--rules", "brought", "check", "klondike"]);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.out.contains("ok  klondike") && ran.out.contains("another game of this name"), "{ran:?}");
    // Robots that are named are those of the game.
    desk.put("own/klondike/patient.lua", "-- Patient: waits.\nreturn { choose = function() return home.size() end }\n");
    let ran = desk.parlour(&["--rules", "brought", "--robots", "own", "check", "klondike"]);
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.out.contains("there is no `home`"), "{ran:?}");
}
