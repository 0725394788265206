//! Errors in arguments: one line, in people's words, before any action.

use crate::desk::Desk;

#[test]
fn wrong_arguments_are_answered_in_one_line() {
    let desk = Desk::new();
    for (arguments, answer) in [
        (&["nosuch"][..], "there is no command `nosuch`; `--help` lists them"),
        (&["arean"], "there is no command `arean`; did you mean `arena`?"),
        (&["play"], "GAME is missing; the form is `parlour play GAME...`"),
        (&["play", "advance", "more"], "there is no place for `more`; `help play` lists what can be given"),
        (&["play", "advance", "--resume", "--seed", "3"], "--resume can't be given with --seed"),
        (&["play", "advance", "--set", "x"], "--set x: expected KEY=VALUE, as in `hand_size=6`"),
        (&["trace", "advance", "--gmaes", "3"], "there is no option `--gmaes`; did you mean `--games`?"),
        (&["trace", "advance", "--games", "0"], "--games 0: expected 1 or more"),
        (&["arena", "advance", "--games", "0"], "--games 0: expected 1 or more"),
        (&["arena", "advance", "--games", "-2"], "--games -2: expected 1 or more"),
        (&["arena", "advance", "--jobs", "0"], "--jobs 0: expected 1 or more"),
        (&["perft", "advance", "--depth", "x"], "--depth x: expected a whole number"),
        (&["perft", "advance", "--depth", "99999999999"], "--depth 99999999999: expected a smaller number"),
        (&["bench", "--seconds", "x"], "--seconds x: expected a number"),
        (&["games", "--color", "red"], "--color red: expected auto, always, never"),
        (&["new"], "the command is not complete; `--help` tells how it goes on"),
    ] {
        desk.parlour(arguments).refuses(&format!("parlour: {answer}"));
    }
    desk.advance(&["white", "in", "out", "--time", "0"]).refuses("advance: --time 0: expected 1 or more");
    desk.advance(&["white", "--bogus"])
        .refuses("advance: there is no option `--bogus`; `--help` lists what can be given");
    let ran = desk.session(&[], "play advance --seeds 3\nplay advance --seed x\n");
    let seed = "--seed x: expected a whole number from 0 to 18446744073709551615";
    assert_eq!(ran.err, format!("there is no option `--seeds`; did you mean `--seed`?\n{seed}\n"));
}

#[test]
fn help_and_version_stay_results() {
    let desk = Desk::new();
    for arguments in [&["--help"][..], &["--version"], &["play", "--help"], &["new", "--help"]] {
        let ran = desk.parlour(arguments);
        assert!(ran.status == 0 && ran.err.is_empty() && !ran.out.is_empty(), "{ran:?}");
    }
}

#[test]
fn results_go_only_where_a_folder_is() {
    let desk = Desk::new();
    let arena = ["arena", "tic-tac-toe", "--games", "2", "--seed", "1", "--json", "--out"];
    desk.parlour(&[&arena[..], &["no/results"]].concat()).refuses("parlour: no/results: there is no folder no");
    assert!(desk.files().is_empty());
    assert_eq!(desk.parlour(&[&arena[..], &["results"]].concat()).status, 0);
}

#[test]
fn the_seed_of_a_position_that_is_dealt_is_shown() {
    let desk = Desk::new();
    let [dealt, same, other] = [&[][..], &["--seed", "0"], &["--seed", "1"]]
        .map(|seed| desk.parlour(&[&["legal", "final-card-down"], seed].concat()));
    assert_eq!((dealt.err.as_str(), same.err.as_str()), ("Seed 0.\n", ""));
    assert!(dealt.out == same.out && dealt.out != other.out);
}

#[test]
fn a_letter_quits() {
    let desk = Desk::new();
    assert_eq!(desk.session(&[], "q\nfly\n").err, "");
    assert_eq!(desk.play(&["advance"], "Q\nfly\n").err, "");
}

#[test]
fn help_about_play_names_its_options() {
    let out = Desk::new().session(&[], "help play\n").out;
    for option in ["--seats LIST", "--variant V", "--set KEY=VALUE", "--seed N", "--scenario FILE", "--resume"] {
        assert!(out.contains(&format!("\n  {option} ")), "{option}: {out}");
    }
}
