//! Endings by variables, and metadata of actions.

use super::turns::{act, board};
use super::{Edit, changed, faults, position};
use parlour_engine::Words;
use parlour_engine::grammar::Flag;
use parlour_engine::rules::Rules;

const LEFT: Edit<'_> = (
    "game.toml",
    "[[end]]\nwhen = \"no_move\"",
    "[[end]]\nwhen = \"counter\"\nvar = \"left\"\nfalls_to = 1\nresult = \"lose\"\nending = \"few\"\n\n[[end]]\nwhen = \"no_move\"",
);
const FEW: Edit<'_> = ("game.toml", "[endings]\n", "[endings]\nfew = \"{winner} wins\"\n");
const PIECES: Edit<'_> = ("game.toml", "[vars]\n", "[vars]\nleft = { per = \"seat\", follows = \"pieces\" }\n");

/// A counter per seat ends the match for the seat that has reached its limit.
#[test]
fn a_counter_for_each_seat_ends_the_match_for_the_one_that_has_reached_it() {
    let game = changed("draughts", &[LEFT, FEW, PIECES]).unwrap_or_else(|faults| panic!("{faults}"));
    let mut host = Rules::new(game).unwrap();
    let rows = board(&["........", "........", "...m....", "........", ".m......", "M.......", "......M.", "........"]);
    let mut state = position(&mut host, &rows, 0);
    act(&mut host, &mut state, "a3xc5");
    assert_eq!(host.game().ending_text(&state).as_deref(), Some("black wins"), "the other side has one man left");
}

/// A common counter ends it for the seat that acted.
#[test]
fn a_counter_for_all_ends_the_match_when_it_reaches_its_limit() {
    let turns = ("game.toml", "[vars]\n", "[vars]\nturn_count = { follows = \"turns\" }\n");
    let ends = LEFT.2.replace("left", "turn_count").replace("falls_to = 1", "reaches = 1").replace("lose", "win");
    let game = changed("draughts", &[(LEFT.0, LEFT.1, &ends), FEW, turns]).unwrap_or_else(|faults| panic!("{faults}"));
    let mut host = Rules::new(game).unwrap();
    let mut state = host.start(1, &mut Vec::new()).unwrap();
    act(&mut host, &mut state, "a3-b4");
    assert!(!state.is_over(), "the turn is half over");
    act(&mut host, &mut state, "b6-c5");
    assert_eq!(host.game().ending_text(&state).as_deref(), Some("white wins"));
}

#[test]
fn what_is_wrong_with_a_counter_is_told() {
    let refused = |old: &str, new: &str, expected: &str| {
        let end = LEFT.2.replace(old, new);
        assert_eq!(faults("draughts", &[(LEFT.0, LEFT.1, &end), FEW, PIECES]), [expected]);
    };
    refused(
        "falls_to = 1\n",
        "",
        "draughts/game.toml:76:1: `end[1].reaches` is missing (expected `reaches` (this or more) or `falls_to` (this or \
         less))",
    );
    refused(
        "falls_to = 1\n",
        "falls_to = 1\nreaches = 1\n",
        "draughts/game.toml:79:12: a counter has one limit, not `reaches` and this (expected `reaches` \
         (this or more) or `falls_to` (this or less))",
    );
    refused("\"left\"", "\"lfet\"", "draughts/game.toml:78:7: there is no variable `lfet` (did you mean `left`?)");
    refused(
        "\"left\"",
        "\"jumping\"",
        "draughts/game.toml:78:7: the variable `jumping` doesn't hold one number, or one for each seat (known here: left, quiet_for, few_for, three_for)",
    );
}

/// A pack without pieces may have counters too.
#[test]
fn a_counter_is_understood_in_a_pack_of_scripts() {
    let end = "[[end]]\nwhen = \"counter\"\nvar = \"points\"\nreaches = 90\nresult = \"win\"\nending = \"out\"\n\n[endings]\n";
    let game = changed("duel", &[("game.toml", "[endings]\n", end)]).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(game.pack().moves.ends.len(), 1);
}

#[test]
fn any_action_can_go_before_others_go_on_and_capture() {
    let phase = ("game.toml", "actions = [\"move\", ", "actions = [\"hop\", \"move\", ");
    let hop = |keys: &str| {
        let action =
            format!("[actions]\nhop = {{ usage = \"hop {{from:square}} {{to:square}} {{n:number}}\", {keys} }}\n");
        match changed("draughts", &[phase, ("game.toml", "[actions]\n", &action)]) {
            Ok(game) => Ok(game.pack().verbs[0].clone()),
            Err(faults) => Err(faults.to_string()),
        }
    };
    let verb = hop("must = true, again = \"always\", captures = \"to\"").unwrap();
    assert!(verb.order.must == Flag::Yes && verb.order.again.is_some());
    assert_eq!(verb.captures, Some(1));
    assert_eq!(
        hop("captures = \"n\"").unwrap_err(),
        "draughts/game.toml:104:72: the argument `n` doesn't name a square (known here: from, to)"
    );
    assert_eq!(
        hop("captures = \"too\"").unwrap_err(),
        "draughts/game.toml:104:72: the usage has no argument `too` (did you mean `to`?)"
    );
}
