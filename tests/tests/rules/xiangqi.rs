//! Xiangqi: moves that need a screen or can be blocked at a leg, in attacks too. The counts of the start are the
//! published ones.

use super::{Edit, act, nodes, rules, set_up, texts, why};
use parlour_engine::Words;
use parlour_engine::rules::Rules;
use parlour_engine::state::State;

#[test]
fn the_start_has_its_known_counts() {
    let mut host = rules("xiangqi", &[]);
    let state = host.position(None, None).unwrap();
    assert_eq!(nodes(&mut host, &state, 3), [44, 1_920, 79_666]);
}

/// `cargo test --release -p parlour-tests rules::xiangqi -- --ignored`
#[test]
#[ignore = "takes a minute without optimisation"]
fn the_start_has_its_known_counts_to_depth_4() {
    let mut host = rules("xiangqi", &[]);
    let state = host.position(None, None).unwrap();
    assert_eq!(nodes(&mut host, &state, 4), [44, 1_920, 79_666, 3_290_240]);
}

#[test]
fn what_could_take_the_general_needs_its_screen_and_its_leg_too() {
    let mut host = rules("xiangqi", &[]);
    // The cannon on e5 has no screen before the general on e1, and the horse on g2 has a leg at f2.
    let state = set_up(&mut host, "4g4/9/9/9/9/4c4/9/9/5Sh2/4G4", 0);
    assert_eq!(why(&mut host, &state, "e1-d1"), "allowed");
    assert_eq!(
        why(&mut host, &state, "f2-f3"),
        "`f2-f3` is not allowed: it would leave your general in danger",
        "the horse's leg would be free"
    );
}

#[test]
fn generals_may_not_face_each_other() {
    let mut host = rules("xiangqi", &[]);
    let state = set_up(&mut host, "4g4/9/9/9/9/9/9/9/4R4/4G4", 0);
    let legal = texts(&mut host, &state);
    assert!(legal.contains(&"e2-e3".to_owned()), "{legal:?}");
    assert_eq!(why(&mut host, &state, "e2-d2"), "`e2-d2` is not allowed: it would leave your general in danger");
    let state = set_up(&mut host, "r2g5/9/9/9/9/9/9/9/9/4G4", 0);
    assert_eq!(texts(&mut host, &state), ["e1-e2", "e1-f1"]);
}

#[test]
fn what_stands_in_the_way_is_told() {
    let mut host = rules("xiangqi", &[]);
    let state = host.position(None, None).unwrap();
    assert_eq!(why(&mut host, &state, "b1-d2"), "`b1-d2` is not allowed: the elephant on c1 is in the way");
    let state = set_up(&mut host, "3g5/9/9/9/9/9/9/9/3S5/2E1G4", 0);
    assert_eq!(why(&mut host, &state, "c1-e3"), "`c1-e3` is not allowed: the soldier on d2 is in the way");
    let state = set_up(&mut host, "3g5/9/9/1r7/9/1s7/1s7/9/1C7/4G4", 0);
    assert_eq!(why(&mut host, &state, "b2xb5"), "allowed");
    assert_eq!(
        why(&mut host, &state, "b2xb7"),
        "`b2xb7` is not allowed: a cannon can capture only over just 1 piece on its way"
    );
    assert_eq!(
        why(&mut host, &state, "b2xb4"),
        "`b2xb4` is not allowed: a cannon can capture only over just 1 piece on its way"
    );
}

/// A pack of xiangqi with an action that is legal only while a square isn't attacked.
fn asking() -> Rules {
    let phase: Edit<'_> =
        ("game.toml", "actions = [\"move\", \"capture\"]", "actions = [\"move\", \"capture\", \"ask\"]");
    let verb: Edit<'_> =
        ("game.toml", "[actions]", "[actions]\nask = { usage = \"ask {to:square} of {by:seat}\", help = \"Asks.\" }");
    let ask = "return { actions = { ask = {
        allow = function(_, to, by) return main.attacked(to, by) or 'it is safe' end,
        apply = function() end,
    } } }";
    let script: Edit<'_> = ("rules.lua", "", ask);
    rules("xiangqi", &[phase, verb, script])
}

/// The result of `main.attacked` for a square, against the general of `red`.
fn attacked(host: &mut Rules, state: &State, square: &str) -> bool {
    why(host, state, &format!("ask {square} of red")) == "allowed"
}

#[test]
fn a_word_that_asks_for_attacks_minds_screens_and_legs() {
    let mut host = asking();
    // No screen before e1, and one before d1.
    let state = set_up(&mut host, "4g4/9/9/9/9/3cc4/9/3s3h1/9/4G4", 0);
    assert!(!attacked(&mut host, &state, "e1"), "a cannon takes over just one piece");
    assert!(attacked(&mut host, &state, "d1"), "the soldier is a screen");
    assert!(attacked(&mut host, &state, "f2"), "the horse's leg is free");
    let state = set_up(&mut host, "4g4/9/9/9/9/9/9/6sh1/9/4G4", 0);
    assert!(!attacked(&mut host, &state, "f2"), "the horse's leg is blocked");
    // In a view, too, where hooks aren't available.
    assert_eq!(host.evaluate(&state, "main.attacked(main.square(9, 6), 1)").unwrap(), "false");
    // The list is correct although attacks are queried while it is made.
    let state = set_up(&mut host, "4g4/9/9/9/9/3cc4/9/3s3h1/9/4G4", 0);
    let legal = texts(&mut host, &state);
    assert_eq!(legal[..2], ["e1-e2", "e1-f1"]);
    assert!(legal.contains(&"ask d1 of red".to_owned()) && !legal.contains(&"ask e1 of red".to_owned()), "{legal:?}");
    assert!(legal.iter().all(|text| why(&mut host, &state, text) == "allowed"), "{legal:?}");
}

/// The mate of an immobile general depends on its enemies' legal captures.
#[test]
fn whether_a_general_without_moves_is_in_danger_minds_screens_too() {
    let mut host = rules("xiangqi", &[]);
    // The rooks hold the squares around the general, and the cannon on e6 has no screen before it.
    let mut state = set_up(&mut host, "4g4/9/9/9/4c4/3r1r3/9/r8/9/4G4", 1);
    act(&mut host, &mut state, "a3-a2");
    assert_eq!(ending(&host, &state), "stuck");
    let mut state = set_up(&mut host, "4g4/9/9/9/4c4/3r1r3/9/r8/4s4/4G4", 1);
    act(&mut host, &mut state, "d5-d2");
    assert_eq!(ending(&host, &state), "mate", "the soldier is a screen");
}

fn ending(host: &Rules, state: &State) -> String {
    state.ending().map_or_else(String::new, |n| host.game().pack().endings[n].name.clone())
}

/// The ending after repeating some actions, and their number.
fn repeated(rows: &str, actions: &[&str]) -> (usize, Option<String>) {
    let mut host = rules("xiangqi", &[]);
    let mut state = set_up(&mut host, rows, 0);
    for (n, text) in actions.iter().cycle().take(40).enumerate() {
        if state.is_over() {
            return (n, host.game().ending_text(&state));
        }
        act(&mut host, &mut state, text);
    }
    (40, None)
}

fn lost_by_checks(plies: usize, winner: &str) -> (usize, Option<String>) {
    (plies, Some(format!("{winner} wins: perpetual check is not allowed")))
}

fn drawn_by_repetition(plies: usize) -> (usize, Option<String>) {
    (plies, Some("a draw: the same position for the fourth time".to_owned()))
}

#[test]
fn perpetual_check_loses_and_other_repetition_is_a_draw() {
    let check = repeated("9/4g4/R8/9/9/9/9/9/9/3G5", &["a8-a9", "e9-e8", "a9-a8", "e8-e9"]);
    assert_eq!(check, lost_by_checks(12, "black"), "the position of the start for the fourth time");
    let idle = repeated("4g4/9/9/9/9/9/R8/9/9/3G5", &["a4-a5", "e10-e9", "a5-a4", "e9-e10"]);
    assert_eq!(idle, drawn_by_repetition(12));
}

/// A cycle may have any number of positions, if each action of one side in it gives check.
#[test]
fn perpetual_check_by_a_longer_round_loses_too() {
    let round = ["a9-a10", "e10-e9", "a10-a9", "e9-e8", "a9-a8", "e8-e9", "a8-a9", "e9-e10"];
    // The rook is on a9 with black to move twice a round.
    assert_eq!(repeated("4g4/R8/9/9/9/9/9/9/9/3G5", &round), lost_by_checks(15, "black"));
}

/// One action without check in a cycle suffices.
#[test]
fn a_round_with_an_action_that_gives_no_check_is_a_draw() {
    let round = ["a9-a10", "e10-e9", "a10-a9", "e9-e8", "a9-a7", "e8-e9", "a7-a9", "e9-e10"];
    assert_eq!(repeated("4g4/R8/9/9/9/9/9/9/9/3G5", &round), drawn_by_repetition(15));
}

/// Rook and cannon alternate between the lines, and each step answers a check with another.
#[test]
fn where_both_sides_give_check_all_the_time_it_is_a_draw() {
    let both = repeated("9/4g4/5r3/5c3/9/9/9/c5s2/4CA3/5G3", &["f2-e3", "f7-e7", "e3-f2", "e7-f7"]);
    assert_eq!(both, drawn_by_repetition(12));
}

#[test]
fn who_can_do_nothing_has_lost_in_check_or_not() {
    let mut host = rules("xiangqi", &[]);
    let mut state = set_up(&mut host, "3g5/R8/9/9/9/9/9/9/1R7/4G4", 0);
    act(&mut host, &mut state, "b2-b10");
    assert_eq!(host.game().ending_text(&state).as_deref(), Some("red wins: checkmate"));
    let mut state = set_up(&mut host, "3g5/9/9/5R3/9/9/9/9/8R/4G4", 0);
    act(&mut host, &mut state, "i2-i9");
    let stuck = "red wins: the other side has nothing to move";
    assert_eq!(host.game().ending_text(&state).as_deref(), Some(stuck));
}

#[test]
fn a_board_on_which_nothing_can_cross_the_river_is_a_draw() {
    let mut host = rules("xiangqi", &[]);
    let mut state = set_up(&mut host, "3ga4/9/9/9/9/9/9/4s4/4A4/4G4", 1);
    act(&mut host, &mut state, "e3xe2");
    act(&mut host, &mut state, "e1xe2");
    assert_eq!(host.game().ending_text(&state).as_deref(), Some("a draw: nothing is left that can cross the river"));
}
