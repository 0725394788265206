//! Every way of learning hidden information leaves a mark, and whatever leaves none reveals nothing.

use serde_json::Value;

use crate::desk::{Desk, Ran};

/// A game of hidden cards between a person and a robot.
const TABLE: [&str; 5] = ["archaeology", "--seed", "5", "--seats", "human,random"];

fn is_marked(desk: &Desk, file: &str) -> bool {
    let save: Value = serde_json::from_str(&desk.read(&format!("data/parlour/{file}.json"))).unwrap();
    save["revealed"].as_bool().unwrap()
}

fn all(ran: &Ran) -> String {
    format!("{}{}", ran.out, ran.err)
}

#[test]
fn who_takes_the_seat_of_a_robot_or_gives_one_a_seat_marks_the_match() {
    for lines in ["seat b human\n", "seat b human\n\nhand\nseat b random\n", "seat a random\nseat b human\n"] {
        let desk = Desk::new();
        let ran = desk.play(&TABLE, &format!("{lines}save it\n"));
        assert!(ran.out.contains("People and robots have changed seats: the match is marked"), "{ran:?}");
        assert!(is_marked(&desk, "saves/it"), "{lines}");
    }
    // Robots change seats with robots, and a person joins a match of robots.
    for (seats, lines) in [("human,random", "seat b greedy\nseat b random\n"), ("random,random", "seat b human\n")] {
        let desk = Desk::new();
        let seats = ["archaeology", "--seed", "5", "--seats", seats];
        let ran = desk.play(&seats, &format!("{lines}save it\n"));
        assert!(!is_marked(&desk, "saves/it"), "{lines}: {ran:?}");
    }
    // Without hidden information there is nothing to mark.
    let desk = Desk::new();
    desk.play(&["tic-tac-toe", "--seats", "human,random"], "seat o human\nseat o random\nsave it\n");
    assert!(!is_marked(&desk, "saves/it"));
}

#[test]
fn a_marked_match_shows_what_is_hidden_only_where_that_is_asked_for() {
    let desk = Desk::new();
    desk.play(&["archaeology", "--seed", "5", "--seats", "human,human"], "seat b random\nsave it\n");
    let ran = desk.session(&[], "load it\ninspect hand.b\nreveal on\ninspect hand.b\n");
    assert!(ran.out.contains("Hidden things are known of it"), "{ran:?}");
    let hands: Vec<&str> = ran.out.lines().filter(|line| line.starts_with("  hand.b = ")).collect();
    assert!(hands[0].contains('?') && !hands[1].contains('?'), "{hands:?}");
}

#[test]
fn an_analysis_of_a_match_that_is_not_over_tells_what_its_person_may_know() {
    let desk = Desk::new();
    desk.play(&TABLE, "dig\nend\ndig\nsave it\n");
    let save: Value = serde_json::from_str(&desk.read("data/parlour/saves/it.json")).unwrap();
    let count = save["actions"].as_array().unwrap().len();
    let (mut told, mut refused) = (0, 0);
    for step in 0..=count {
        let ran = desk.parlour(&["analyse", "it", "--step", &step.to_string(), "--nodes", "20"]);
        if ran.status == 0 {
            assert!(ran.out.starts_with("a is to act."), "{ran:?}");
            told += 1;
        } else {
            assert!(ran.err.contains("the match is not over, and what b could do then is hidden"), "{ran:?}");
            assert_eq!(ran.out, "");
            refused += 1;
        }
    }
    assert!(told > 1 && refused > 0, "{told} {refused}");
    // Once a match is marked, hidden information is shown on request.
    desk.session(&[], "load it\nreveal on\nsave open\n");
    for step in 0..=count {
        assert_eq!(desk.parlour(&["analyse", "open", "--step", &step.to_string(), "--nodes", "20"]).status, 0);
    }
}

#[test]
fn of_two_people_a_saved_match_says_to_neither_what_the_other_holds() {
    let desk = Desk::new();
    let people = ["play", "en-garde", "--seed", "5", "--seats", "human,human"];
    let lines = "hand\nadvance 3\nsave it\nreplay it\nreplay\nreview it --nodes 10\nreview --nodes 10\n";
    let ran = desk.session(&people, lines);
    // The first seat's hand before and after the action; it is the second's turn.
    let held = ["1 3 4 4 4", "1, 3, 4, 4, 4"];
    let (before, after) = ran.out.split_once("Saved: ").unwrap();
    assert!(before.contains("Your hand: 1 3 4 4 4") && after.contains("1. left: advance 3"), "{ran:?}");
    assert!(held.iter().all(|held| !after.contains(held)), "{after}");
    let ran = desk.parlour(&["replay", "it"]);
    assert!(ran.status == 0 && held.iter().all(|held| !ran.out.contains(held)), "{ran:?}");
    for arguments in [&["review", "it", "--nodes", "10"][..], &["analyse", "it", "--step", "0", "--nodes", "10"]] {
        let ran = desk.parlour(arguments);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{ran:?}");
    }
    // Nor if a person has left the match to robots.
    let desk = Desk::new();
    desk.play(&["archaeology", "--seats", "random,random", "--seed", "5"], "auto 3\nsave it\n");
    let ran = desk.parlour(&["review", "it", "--nodes", "10"]);
    assert!(ran.status == 2 && ran.err.contains("no decisions are shown"), "{ran:?}");
}

#[test]
fn who_goes_on_from_before_what_was_seen_marks_the_match() {
    // A robot's action is seen, undone, and redone identically.
    let desk = Desk::new();
    let ran = desk.play(&TABLE, "dig\nend\nundo\nredo\nsave seen\n");
    assert!(ran.out.contains("Taken back: ") && !is_marked(&desk, "saves/seen"), "{ran:?}");
    // It is seen, undone, and another one is taken.
    let desk = Desk::new();
    let ran = desk.play(&TABLE, "dig\nend\nundo\nauto 1\nsave other\n");
    let is_told = all(&ran).contains("It goes on from before hidden things were seen: the match is marked");
    assert!(is_told && is_marked(&desk, "saves/other"), "{ran:?}");
}

#[test]
fn who_has_seen_the_end_of_a_match_marks_its_earlier_moments() {
    let desk = Desk::new();
    desk.play(&TABLE, "dig\nend\nsave early\nauto\n");
    let ran = desk.session(&[], "load early\nsave again\n");
    assert!(all(&ran).contains("More of it was seen in another line of it"), "{ran:?}");
    assert!(is_marked(&desk, "saves/again"));
    // Likewise after looking at everything in another line.
    let desk = Desk::new();
    desk.play(&TABLE, "dig\nend\nsave early\nreveal on\n");
    desk.session(&[], "load early\nsave again\n");
    assert!(is_marked(&desk, "saves/again"));
}

/// A desk with an editable copy of the rules.
fn with_own_rules() -> Desk {
    let desk = Desk::new();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/archaeology");
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        if entry.file_type().unwrap().is_file() {
            desk.put(
                &format!("rules/archaeology/{}", entry.file_name().into_string().unwrap()),
                std::fs::read(entry.path()).unwrap(),
            );
        }
    }
    desk
}

/// Changes the rules without changing play.
fn change_rules(desk: &Desk) {
    let text = desk.read("rules/archaeology/game.toml");
    desk.put("rules/archaeology/game.toml", format!("{text}\n# seen by others\n"));
}

#[test]
fn who_goes_on_by_other_rules_marks_the_match() {
    let desk = with_own_rules();
    let mut open = desk.open(&[&["play"], &TABLE[..]].concat());
    open.types("save before");
    open.until("Saved: ");
    change_rules(&desk);
    open.types("reload");
    open.types("save it");
    open.until("Saved: ");
    assert!(is_marked(&desk, "saves/it") && !is_marked(&desk, "saves/before"));
}

/// A save resumed after a change of its rules is marked as if they had changed during play.
#[test]
fn who_takes_up_a_save_by_other_rules_marks_the_match() {
    let desk = with_own_rules();
    desk.play(&TABLE, "save it\n");
    desk.session(&[], "load it\nsave same\n");
    assert!(!is_marked(&desk, "saves/same"));
    change_rules(&desk);
    let ran = desk.session(&[], "load it\nsave other\n");
    assert!(all(&ran).contains("It goes on by other rules, which may show more"), "{ran:?}");
    assert!(is_marked(&desk, "saves/other"));
}

/// Looking back at a save by other rules, in any way, marks it and says so: they may show more.
#[test]
fn who_looks_at_a_save_by_other_rules_is_told_and_marks_the_match() {
    let ways: [&[&str]; 5] = [
        &["replay", "it", "--actions"],
        &["replay", "it", "--step", "1"],
        &["review", "it", "--nodes", "10"],
        &["analyse", "it", "--step", "6", "--nodes", "10"],
        &["analyse", "it", "--step", "6", "--nodes", "10", "--json"],
    ];
    let told = "game.toml has changed since this match was played; it is shown by the new ones, which may \
                show more: the match is marked, as by `reveal on`.\n";
    for way in ways {
        let desk = with_own_rules();
        desk.play(&TABLE, "dig\nend\nsave it\n");
        let before = desk.parlour(way);
        assert!(before.status == 0 && !all(&before).contains("has changed"), "{before:?}");
        desk.session(&[], "load it\nsave same\n");
        assert!(!is_marked(&desk, "saves/same"), "{way:?}");
        change_rules(&desk);
        // Unchanged but for the notice; the file itself is unchanged, and its continuation is marked.
        let after = desk.parlour(way);
        assert_eq!((after.status, after.err.replace('\n', " ")), (0, told.replace('\n', " ")));
        // An analysis shows nodes per second.
        assert!(way[0] == "analyse" || after.out == before.out, "{before:?} {after:?}");
        assert!(!is_marked(&desk, "saves/it"), "{way:?}");
        desk.put(
            "rules/archaeology/game.toml",
            desk.read("rules/archaeology/game.toml").replace("# seen by others\n", ""),
        );
        let ran = desk.session(&[], "load it\nsave again\n");
        assert!(all(&ran).contains("the match is marked") && is_marked(&desk, "saves/again"), "{ran:?}");
    }
}

/// If the match is over, or nothing is hidden, nothing is marked, but the change of rules is still reported.
#[test]
fn who_looks_at_the_end_of_a_match_by_other_rules_is_told() {
    let desk = with_own_rules();
    desk.play(&TABLE, "auto\nsave it\n");
    change_rules(&desk);
    for way in [&["replay", "it", "--actions"][..], &["review", "it", "--nodes", "10"]] {
        let ran = desk.parlour(way);
        // A slow review shows its progress.
        let first = ran.err.lines().next();
        assert_eq!(first, Some("game.toml has changed since this match was played; it is shown by the new ones."));
    }
    let ran = desk.session(&[], "replay it --step 3\nreview it --nodes 10\n");
    assert_eq!(ran.err.matches("it is shown by the new ones.").count(), 2, "{ran:?}");
}
