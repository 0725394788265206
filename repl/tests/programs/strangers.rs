//! Saved matches, packs and robots from somebody else: they start no program, and a terminal obeys nothing of theirs.

use crate::desk::Desk;

/// A save in which a program that makes a file sits on the second seat.
fn hostile_save(desk: &Desk) {
    let ran = desk.play(&["connect-four", "--seed", "5", "--seats", "human,random"], "drop 4\nsave clean\n");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let text = desk.read("data/parlour/saves/clean.json").replace("\"random\"", r#""exec:touch pwned; cat""#);
    // As it was written before saves had a proof.
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

/// The match that `play` begins again has the players of the one before, not what a list of them could be read as.
#[test]
fn the_same_again_has_the_same_players() {
    let desk = Desk::new();
    let ran = desk.play(&["connect-four", "--seats", "exec:cat,human", "--seed", "3"], "seats\n:play\nseats\n");
    assert_eq!(ran.out.matches("\n  red: exec:cat").count(), 2, "{ran:?}");
    let ran = desk.play(&["connect-four", "--seats", r"exec:echo 'a,b' c,human", "--seed", "3"], ":play\nseats\n");
    assert!(ran.out.contains("\n  red: exec:echo 'a,b' c\n"), "{ran:?}");
}
