//! Names of games as typed by people.

use crate::desk::Desk;

#[test]
fn the_beginning_of_a_game_is_enough_where_only_one_begins_so() {
    let desk = Desk::new();
    for arguments in [&["guide", "final"][..], &["robots", "arch"], &["legal", "tic"], &["check", "break"]] {
        let ran = desk.parlour(arguments);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{arguments:?}");
        assert!(!ran.out.is_empty());
    }
    let ran = desk.session(&["play", "en", "--seed", "5"], "advance 3\nplay final\nguide tre\nrobots adv\n");
    assert!(ran.err.is_empty() && ran.out.contains("Final Card Down: a is human"), "{ran:?}");
    assert!(desk.session(&["play", "en-g", "--resume"], "history\n").out.contains("1  left: advance 3"));
}

#[test]
fn a_slip_in_the_name_of_a_game_is_answered_with_the_name_that_was_meant() {
    let desk = Desk::new();
    for (written, answer) in [
        ("t", "`t` can be the game `tak` or `three-check` or `tic-tac-toe` or `treasure-hunt`"),
        ("finl-card", "there is no game `finl-card` (did you mean `final-card-down`?)"),
        ("treasur-hunt", "there is no game `treasur-hunt` (did you mean `treasure-hunt`?)"),
        ("conect", "there is no game `conect` (did you mean `connect-four`?)"),
    ] {
        for command in ["play", "guide", "trace"] {
            desk.parlour(&[command, written]).refuses(&format!("parlour: {answer}"));
        }
        assert_eq!(desk.session(&[], &format!("play {written}\n")).err, format!("{answer}\n"));
    }
}
