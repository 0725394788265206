//! Concurrent sessions: a saved match is open in only one of them.

use crate::desk::Desk;

#[test]
fn a_match_that_is_being_played_is_only_looked_at_by_others() {
    let desk = Desk::new();
    let mut first = desk.open(&["play", "tic-tac-toe", "--seed", "4", "--seats", "human,human"]);
    first.types("b2");
    first.types("save mine");
    first.until("Saved: ");
    let process = first.child.id();
    let autosave = desk.read("data/parlour/autosave/tic-tac-toe-4.json");
    let refusal = |name: &str| format!("`{name}` is being played by process {process}, for ");
    let ran = desk.session(&["play", "tic-tac-toe", "--resume"], "a1\n");
    assert_eq!(ran.status, 2);
    assert!(ran.err.starts_with(&format!("parlour: {}", refusal("tic-tac-toe-4"))), "{}", ran.err);
    for name in ["tic-tac-toe-4", "mine"] {
        let ran = desk.session(&[], &format!("load {name}\n"));
        assert!(ran.err.starts_with(&refusal(name)), "{}", ran.err);
        assert!(ran.err.ends_with(&format!("; `replay {name}` shows it as it was saved\n")), "{}", ran.err);
        let ran = desk.session(&[], &format!("replay {name}\n"));
        assert!(ran.err.is_empty() && ran.out.contains("1. x: b2"), "{ran:?}");
    }
    // Another match with the same seed has an autosave of its own, and overwrites nothing.
    let ran = desk.play(&["tic-tac-toe", "--seed", "4", "--seats", "human,human"], "a1\nsave mine\nsaves\n");
    assert!(ran.err.starts_with(&refusal("mine")), "{}", ran.err);
    assert!(ran.out.contains(&format!(", played by process {process}, for ")), "{}", ran.out);
    assert_eq!(desk.read("data/parlour/autosave/tic-tac-toe-4.json"), autosave);
    assert!(desk.read("data/parlour/autosave/tic-tac-toe-4-2.json").contains("\"a1\""));
    // Within a session a match can be loaded again, and locks of dead processes are void.
    first.types("load mine");
    first.until("After 1 action");
    first.child.kill().unwrap();
    first.child.wait().unwrap();
    let ran = desk.play(&["tic-tac-toe", "--resume"], "history\n");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{ran:?}");
    let ran = desk.session(&[], "load mine\nc3\nsave mine\n");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{ran:?}");
    let left: Vec<_> =
        std::fs::read_dir(desk.path("data/parlour/autosave")).unwrap().map(|e| e.unwrap().path()).collect();
    assert!(left.iter().filter(|path| path.extension().is_some_and(|end| end == "lock")).count() <= 1, "{left:?}");
}

#[test]
fn many_sessions_that_begin_at_once_keep_matches_of_their_own() {
    let desk = Desk::new();
    let lines = ["a1", "b1", "c1", "a2", "b2", "c2"];
    std::thread::scope(|scope| {
        for line in lines {
            let desk = &desk;
            scope.spawn(move || {
                let ran = desk.play(&["tic-tac-toe", "--seed", "9", "--seats", "human,human"], &format!("{line}\n"));
                assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{ran:?}");
            });
        }
    });
    let folder = desk.path("data/parlour/autosave");
    let saves: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap())
        .collect();
    for line in lines {
        assert_eq!(saves.iter().filter(|save| save.contains(&format!("\"{line}\""))).count(), 1, "{line}");
    }
}
