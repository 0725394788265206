//! Walking through a finished match: by keys at a terminal, as text elsewhere.

use crate::desk::Desk;
use crate::keyboard::Keyboard;

/// The end of the line that waits for a key.
const WAITS: &str = "? all keys ";

/// A desk with a match of tic-tac-toe that x has won, with a mistake by o.
fn desk_with_a_match() -> Desk {
    let desk = Desk::new();
    desk.play(&["tic-tac-toe", "--seats", "human,random", "--seed", "5"], "seat o human\na1\nb1\na2\nb2\na3\n");
    desk
}

#[test]
fn a_match_is_walked_through_key_by_key() {
    let desk = desk_with_a_match();
    let mut walk = Keyboard::new(&desk, &["replay", "tic-tac-toe-5"], 80, 30);
    let first = walk.wait_for(WAITS);
    assert!(first.contains("Action 0 of 5, all open") && first.contains("Then 1. x: a1"), "{first}");
    for (keys, shown) in [
        ("n", "Action 1 of 5"),
        ("\u{1b}[C", "Action 2 of 5"),
        ("b", "Action 1 of 5"),
        ("4\r", "Action 4 of 5"),
        ("9\r", "the match has 5 actions"),
        ("G", "Action 5 of 5"),
        ("n", "This is the last action."),
        ("p", "the match is over here: go back first"),
        ("g", "Action 0 of 5"),
        ("m", "A mistake:"),
        ("g", "Action 0 of 5"),
        ("M", "No decision before this one"),
        ("s", "as x saw it"),
        ("s", "as o saw it"),
        ("o", "all open"),
        ("h", " would choose "),
        ("x", "n, right, Space"),
        ("2\r", "Action 2 of 5"),
        ("p", "You play from here, after 2 actions."),
    ] {
        walk.press(keys);
        walk.wait_for(shown);
    }
    walk.wait_for("x> ");
    walk.enter("c3");
    walk.wait_for("A branch from action 2 of `tic-tac-toe-5`");
    walk.wait_for("o> ");
    walk.enter("replay");
    walk.wait_for("Action 3 of 3");
    walk.wait_for(WAITS);
    walk.press("q");
    walk.wait_for("o> ");
    walk.enter("replay tic-tac-toe-5 --step 3");
    walk.wait_for("Action 3 of 5");
    walk.wait_for(WAITS);
    walk.press("\u{3}");
    walk.wait_for("o> ");
    walk.quit();
    assert_eq!(walk.status(), Some(0));
}

/// On a small terminal the heading and the keys stay visible, and the screen is restored afterwards.
#[test]
fn a_walk_fits_a_small_terminal() {
    let desk = Desk::new();
    desk.play(&["chess", "--seats", "human,human", "--seed", "5"], "e4\n");
    let mut walk = Keyboard::new(&desk, &["replay", "chess-5"], 60, 12);
    let frame = walk.wait_for(WAITS);
    let frame = frame.rsplit("\u{1b}[2J").next().unwrap();
    let rows: Vec<&str> = frame.lines().collect();
    assert!(rows.len() <= 12 && rows[0].contains("Action 0 of 1"), "{frame}");
    assert!(frame.contains("... the terminal is too low for the rest") && frame.contains("Then 1. e4"), "{frame}");
    walk.press("?");
    let keys = walk.wait_for("play from here, on a branch");
    assert!(keys.contains("m, M             to the next mistake, to the last\r\n"), "{keys}");
    walk.wait_for(WAITS);
    walk.press("q");
    let shown = walk.rest();
    let shown = shown.rsplit("\u{1b}[2J").next().unwrap();
    let footer = shown.lines().last().unwrap();
    let prompt = footer.split('\r').next().unwrap();
    assert!(prompt.chars().count() < 60 && footer.ends_with("\u{1b}[2K"), "{shown:?}");
}

#[test]
fn elsewhere_every_action_is_told_with_the_position_after_it() {
    let desk = desk_with_a_match();
    let ran = desk.parlour(&["replay", "tic-tac-toe-5"]);
    assert_eq!((ran.status, ran.out.matches("     a  b  c").count()), (0, 6), "{}", ran.out);
    assert!(ran.out.contains("5. x: a3\n") && ran.out.trim_end().ends_with("The match is over: x has three in a row."));
    let told = desk.parlour(&["replay", "tic-tac-toe-5", "--actions"]).out;
    assert!(told.contains("2. o: b1\n   o marks b1.\n3. x: a2\n") && !told.contains("     a  b  c"), "{told}");
    let moment = desk.parlour(&["replay", "tic-tac-toe-5", "--step", "2"]).out;
    assert!(moment.contains("After 2 actions.") && moment.ends_with("Then 3. x: a2\n"), "{moment}");
    let inside = desk.session(&[], "load tic-tac-toe-5\nreplay --actions\nundo 2\nreplay\nhistory\n");
    assert!(inside.err.is_empty() && inside.out.contains("1. x: a1\n   You mark a1.\n2. o: b1\n"), "{inside:?}");
}

#[test]
fn a_view_is_chosen_only_where_nothing_is_hidden_any_more() {
    let desk = Desk::new();
    let players = ["en-garde", "--seats", "human,fencer", "--seed", "5"];
    desk.play(&players, "advance 3\n");
    for option in [&["--open"][..], &["--seat", "right"]] {
        let refusal = "the match is not over, so only what its person saw is shown";
        desk.parlour(&[&["replay", "en-garde-5"], option].concat())
            .refuses(&format!("parlour: {}: {refusal}", option[0]));
    }
    let own = desk.parlour(&["replay", "en-garde-5", "--seat", "left"]);
    assert!(own.status == 0 && own.out.contains("Your hand: 1 3 4 4 4") && !own.out.contains("Seed 5"), "{}", own.out);
    desk.session(&["play", "en-garde", "--resume"], "auto\n");
    let other = desk.parlour(&["replay", "en-garde-5", "--seat", "right", "--step", "0"]).out;
    assert!(other.contains("Your hand: ") && !other.contains("Your hand: 1 3 4 4 4"), "{other}");
    let unknown = desk.parlour(&["replay", "en-garde-5", "--seat", "middle"]);
    unknown.refuses("parlour: --seat: there is no seat `middle` (known here: left, right)");
}
