//! A match that is over, was saved under a name or was loaded is never changed: playing on from an earlier moment
//! begins a branch.

use crate::desk::Desk;

const PLAYERS: [&str; 5] = ["tic-tac-toe", "--seats", "human,human", "--seed", "5"];
const WON: &str = "a1\nb1\na2\nb2\na3\n";
const OVER: &str = "data/parlour/autosave/tic-tac-toe-5.over.json";

/// The names of the autosaves, sorted.
fn autosaves(desk: &Desk) -> Vec<String> {
    let entries = std::fs::read_dir(desk.path("data/parlour/autosave")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".json")).collect();
    names.sort();
    names
}

/// A text with its lines joined.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn going_back_in_a_match_that_is_over_changes_nothing() {
    let desk = Desk::new();
    desk.play(&PLAYERS, WON);
    let whole = desk.read(OVER);
    for lines in ["undo 2\nquit\n", "undo 5\n", "undo 2\nredo 2\n", "undo 3\nsave\n", "undo 2\nplay advance\n"] {
        desk.session(&[], &format!("load tic-tac-toe-5\n{lines}"));
        assert_eq!(desk.read(OVER), whole, "{lines}");
    }
    assert!(!autosaves(&desk).contains(&"tic-tac-toe-5.json".to_owned()));
}

#[test]
fn playing_on_from_an_earlier_moment_is_a_branch() {
    let desk = Desk::new();
    let ran = desk.play(&PLAYERS, &format!("{WON}undo\nc3\nhistory\n"));
    let branch = "A branch from action 4 of `tic-tac-toe-5`, which stays as it is: `tic-tac-toe-5-b2`.";
    assert!(flat(&ran.out).contains(branch), "{}", ran.out);
    let tree = "Lines of this match\n  tic-tac-toe-5: 5 actions, over\n    tic-tac-toe-5-b2: 5 actions, from action 4 of \
                `tic-tac-toe-5` (this one)\n";
    assert!(ran.out.contains(tree), "{}", ran.out);
    assert_eq!(autosaves(&desk), ["tic-tac-toe-5-b2.json", "tic-tac-toe-5.over.json"]);
    assert!(desk.read(OVER).contains("\"a3\""));
    // The same actions again are the match itself, and a branch of a branch is one of the match.
    let ran = desk.session(&[], "load tic-tac-toe-5\nundo 2\nb2\na3\n");
    assert!(!ran.out.contains("A branch"), "{}", ran.out);
    let ran = desk.session(&[], "load tic-tac-toe-5-b2\nundo\nc1\n");
    assert!(flat(&ran.out).contains("which stays as it is: `tic-tac-toe-5-b3`."), "{}", ran.out);
    assert_eq!(autosaves(&desk), ["tic-tac-toe-5-b2.json", "tic-tac-toe-5-b3.json", "tic-tac-toe-5.over.json"]);
    let listed = desk.parlour(&["saves", "--json"]).json();
    assert_eq!(listed["saves"].as_array().unwrap().len(), 3);
}

#[test]
fn a_match_that_was_saved_under_a_name_keeps_its_line() {
    let desk = Desk::new();
    let ran = desk.play(&PLAYERS, "a1\nb1\nsave mine\nundo\nc1\nsave mine\nsave other\n");
    let refusal =
        "is there already and is a line of this match that went on otherwise; a branch needs a name of its own";
    assert!(ran.err.trim_end().ends_with(refusal), "{}", ran.err);
    let saved = |name: &str| desk.read(&format!("data/parlour/{name}.json"));
    assert!(saved("saves/mine").contains("\"b1\"") && saved("saves/other").contains("\"c1\""));
    assert!(saved("autosave/tic-tac-toe-5").contains("\"b1\""));
    assert!(saved("autosave/tic-tac-toe-5-b2").contains("\"c1\""));
    // Continuing from the saved position is the same match.
    let ran = desk.session(&[], "load mine\na2\nsave mine\n");
    assert!(ran.err.is_empty() && saved("saves/mine").contains("\"a2\""), "{}", ran.err);
}

#[test]
fn nothing_is_lost_of_a_match_that_nobody_saved() {
    let desk = Desk::new();
    let ran = desk.play(&PLAYERS, "a1\nb1\na2\nundo 2\nquit\n");
    assert_eq!(ran.status, 0);
    let saved = |name: &str| desk.read(&format!("data/parlour/autosave/{name}.json"));
    assert!(saved("tic-tac-toe-5").contains("\"a2\""));
    let ran = desk.play(&PLAYERS, "a1\nb1\na2\nundo 2\nc3\nb2\nundo 2\nb3\n");
    assert!(flat(&ran.out).contains("A branch from action 1 of `tic-tac-toe-5-2`, which stays"), "{}", ran.out);
    let lines = ["tic-tac-toe-5-2", "tic-tac-toe-5-2-b2", "tic-tac-toe-5-2-b3"].map(saved);
    assert!(lines[0].contains("\"a2\"") && lines[1].contains("\"b2\"") && lines[2].contains("\"b3\""), "{lines:?}");
}

/// Taking back the last action and taking another one at once corrects a slip, without a branch.
#[test]
fn a_slip_that_is_corrected_at_once_is_no_branch() {
    let desk = Desk::new();
    let ran = desk.play(&PLAYERS, "a1\nb1\nundo\nc1\na2\nundo\na3\n");
    assert!(!ran.out.contains("A branch"), "{}", ran.out);
    let saved = desk.read("data/parlour/autosave/tic-tac-toe-5.json");
    assert!(saved.contains("\"c1\"") && saved.contains("\"a3\""), "{saved}");
    assert!(!saved.contains("\"b1\"") && !saved.contains("\"a2\""), "{saved}");
    assert_eq!(autosaves(&desk), ["tic-tac-toe-5.json"]);
    // Loaded actions are kept, and so are undos of more than one step.
    let ran = desk.session(&[], "load tic-tac-toe-5\nundo\nb3\n");
    assert!(ran.out.contains("A branch"), "{}", ran.out);
    let ran = desk.play(&["tic-tac-toe", "--seats", "human,human", "--seed", "6"], "a1\nb1\nundo\nundo\nc1\n");
    assert!(ran.out.contains("A branch"), "{}", ran.out);
}

/// A match from a file is reported as kept in that file.
#[test]
fn a_match_from_a_file_is_kept_where_it_is_said_to_be() {
    let desk = Desk::new();
    desk.put("game.pgn", "1. e4 e5 2. Nf3 Nc6 *\n");
    let ran = desk.session(&[], "load game.pgn\nquit\n");
    assert!(
        flat(&ran.out).contains("The match stays as it was saved: `load game.pgn` goes on with it."),
        "{}",
        ran.out
    );
    assert!(!desk.path("data/parlour/autosave/chess-1.json").exists());
    let ran = desk.session(&[], "load game.pgn\nundo 3\nquit\n");
    assert!(flat(&ran.out).contains("The match is kept as `chess-1`: "), "{}", ran.out);
    let ran = desk.session(&[], "load chess-1\nd5\nquit\n");
    assert!(ran.err.is_empty() && flat(&ran.out).contains("The match is kept as `chess-1`: "), "{ran:?}");
    let saved = desk.read("data/parlour/autosave/chess-1.json");
    assert!(saved.contains("\"d7-d5\"") && !saved.contains("g1-f3"), "{saved}");
}

/// A match goes on where it was left, also after an undo, and what was taken back can be done again.
#[test]
fn a_match_goes_on_where_it_was_left() {
    let desk = Desk::new();
    let file = "data/parlour/autosave/tic-tac-toe-5.json";
    desk.play(&PLAYERS, "a1\nb1\na2\nundo\nquit\n");
    assert!(desk.read(file).contains("\"a2\""));
    let menu = desk.session(&[], "saves\n").out;
    assert!(menu.contains("left after 2 of 3 actions"), "{menu}");
    let ran = desk.play(&["tic-tac-toe", "--resume"], "history\nredo\n");
    assert!(!ran.out.contains("a2.") && ran.out.contains("Done again: 1 action."), "{}", ran.out);
    // Taken back further than a turn, and everything.
    desk.play(&["tic-tac-toe", "--resume"], "undo 3\nquit\n");
    let ran = desk.play(&["tic-tac-toe", "--resume"], "redo 2\nquit\n");
    assert!(ran.out.contains("Done again: 2 actions.") && ran.err.is_empty(), "{ran:?}");
    // What was left is still a line of its own when another one begins.
    let ran = desk.play(&["tic-tac-toe", "--resume"], "c3\n");
    assert!(flat(&ran.out).contains("A branch from action 2 of `tic-tac-toe-5`"), "{}", ran.out);
    assert!(desk.read(file).contains("\"a2\""));
    let ran = desk.play(&["tic-tac-toe", "--resume"], "undo\nquit\n");
    assert!(flat(&ran.out).contains("The match is kept as `tic-tac-toe-5-b2`"), "{}", ran.out);
    let ran = desk.play(&["tic-tac-toe", "--resume"], "redo\n");
    assert!(ran.out.contains("Done again: 1 action.") && ran.err.is_empty(), "{ran:?}");
}

/// Saving an earlier moment under a name leaves the match as it is.
#[test]
fn an_earlier_moment_that_is_saved_leaves_the_match() {
    let desk = Desk::new();
    desk.play(&PLAYERS, &format!("{WON}undo 2\nsave then\nc3\n"));
    assert!(desk.read(OVER).contains("\"a3\""));
    assert_eq!(autosaves(&desk), ["tic-tac-toe-5-b2.json", "tic-tac-toe-5.over.json"]);
    let ran = desk.session(&[], "load tic-tac-toe-5\nundo\nquit\n");
    let told = "The match is kept as it ended: `load tic-tac-toe-5` and `undo` come back here.";
    assert!(flat(&ran.out).contains(told), "{}", ran.out);
}

/// Two saves never have the same name, so that `load` finds the one that is meant.
#[test]
fn saves_and_autosaves_have_names_of_their_own() {
    let desk = Desk::new();
    let ran = desk.play(&PLAYERS, "a1\nsave\nb1\nsave tic-tac-toe-5\nplay hearts\nload tic-tac-toe-5\nhistory\n");
    let why = "can't be saved as `tic-tac-toe-5`: a match is saved automatically under that name; choose another";
    assert!(flat(&ran.err).contains(why), "{}", ran.err);
    assert!(ran.out.contains("saves/tic-tac-toe-5-saved.json") && ran.out.contains("b1"), "{}", ran.out);
    let ran = desk.play(&["en-garde", "--seed", "5"], "save tic-tac-toe-5\nsave en-garde-5\nsave en-garde-6\n");
    assert_eq!(ran.err.matches("choose another").count(), 2, "{}", ran.err);
    // An automatic save takes no name of a match that a person has saved.
    let ran = desk.play(&["en-garde", "--seed", "6", "--seats", "human,human"], "adv 3\nquit\n");
    assert!(flat(&ran.out).contains("The match is kept as `en-garde-6-2`"), "{}", ran.out);
    // A longer line replaces what was saved without a name; another one does not.
    let ran = desk.play(&["tic-tac-toe", "--resume"], "save\nundo 2\nc3\nsave\n");
    assert_eq!(ran.out.matches("-5-saved.json").count(), 1, "{}", ran.out);
    assert!(ran.out.contains("-5-b2-saved.json"), "{}", ran.out);
}
