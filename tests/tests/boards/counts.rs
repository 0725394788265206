//! Published perft counts.

use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::rules::{Playout, Rules};
use parlour_engine::state::State;

use super::host;
use crate::packs::begin;

fn nodes(name: &str, depth: u32) -> Vec<u64> {
    let mut host = host(name);
    let state = host.position(None, None).unwrap();
    host.perft(&state, depth).unwrap().nodes
}

#[test]
fn advance_begins_with_43_and_1849() {
    assert_eq!(nodes("advance", 2), [43, 1849]);
}

#[test]
fn breakthrough_begins_with_22_and_484() {
    assert_eq!(nodes("breakthrough", 3), [22, 484, 11132]);
}

#[test]
fn connect_four_has_its_known_counts() {
    // From the published Connect Four perft counts: columns fill up, and won matches end.
    assert_eq!(nodes("connect-four", 8), [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234]);
}

/// Counted by an independent generator of 14 pits in a ring.
#[test]
fn kalah_has_its_known_counts() {
    assert_eq!(nodes("kalah", 7), [6, 35, 185, 942, 4_690, 23_233, 114_430]);
}

/// As by OpenSpiel's `lines_of_action`, by which the legal actions and endings of 1,000 random matches are the same too.
#[test]
fn lines_of_action_has_its_known_counts() {
    assert_eq!(nodes("lines-of-action", 3), [36, 1_244, 44_952]);
}

/// Counted by the referee in Python; the 44 first actions are published.
#[test]
fn abalone_has_its_known_counts() {
    assert_eq!(nodes("abalone", 2), [44, 1_936]);
}

/// The published counts of the first plies.
#[test]
fn quoridor_has_its_known_counts() {
    assert_eq!(nodes("quoridor", 2), [131, 16_677]);
}

/// The published counts of whole turns are 2,176 and 4,307,152; here a move and its arrow are two actions.
#[test]
fn amazons_has_its_known_counts() {
    assert_eq!(nodes("amazons", 3), [80, 2_176, 168_420]);
}

/// `cargo test --release -p parlour-tests amazons_goes_on -- --ignored`
#[test]
#[ignore = "takes a minute without optimisation"]
fn amazons_goes_on_to_its_known_count_of_two_turns() {
    assert_eq!(nodes("amazons", 4).last(), Some(&4_307_152));
}

/// Counted by an independent generator, by which the legal actions and endings of 1,000 random matches are the same too.
#[test]
fn brandubh_has_its_known_counts() {
    assert_eq!(nodes("brandubh", 3), [40, 960, 39_512]);
}

/// The published counts, and after three lines of play. In the third position two moves give the other side a road; the
/// published count of two plies there is 11,206, since it has finished matches as sequences.
#[test]
fn tak_has_its_known_counts() {
    fn nodes_after(line: &str, depth: u32) -> Vec<u64> {
        let mut played = begin(host("tak"), 1);
        for text in line.split_whitespace() {
            let action = played.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            played.act(&action).unwrap_or_else(|error| panic!("{text}: {error}"));
        }
        host("tak").perft(played.state(), depth).unwrap().nodes
    }
    assert_eq!(nodes("tak", 3), [25, 600, 43_320]);
    assert_eq!(nodes_after("d3 c3 c4 d3< c4- Sc4", 2), [87, 6_155]);
    assert_eq!(nodes_after("c2 c3 d3 b3 c4 c2+ d3< b3> c4- Cc2 a1 c2+ a2", 2), [104, 7_743]);
    let line = "c4 c2 d2 c3 b2 d3 d2+ b3 d2 b4 c2+ b3> 2d3< c4- d4 5c3<23 c2 c4 d4< d3 d2+ c3+ Cc3 2c4> c3< d2 c3 d2+ \
                c3+ b4> 2b3>11 3c4-12 d2 c4 b4 c5 b3> c4< 3c3- e5 e2";
    assert_eq!(nodes_after(line, 2), [85, 11_204]);
}

/// `cargo test --release -p parlour-tests tak_goes_on -- --ignored`
#[test]
#[ignore = "takes a minute without optimisation"]
fn tak_goes_on_to_its_known_count_of_four_plies() {
    assert_eq!(nodes("tak", 4).last(), Some(&2_999_784));
}

#[test]
fn tic_tac_toe_has_255168_complete_games() {
    fn complete(host: &mut Rules, state: &State) -> u64 {
        if state.is_over() {
            return 1;
        }
        let mut list = ActionList::new();
        host.legal(state, &mut list).unwrap();
        let game = host.game().clone();
        (0..list.len())
            .map(|n| {
                let mut child = state.clone();
                host.apply(&mut child, &list.get(&game, n), None).unwrap();
                complete(host, &child)
            })
            .sum()
    }
    let mut host = host("tic-tac-toe");
    let state = host.position(None, None).unwrap();
    assert_eq!(complete(&mut host, &state), 255_168);
    assert_eq!(nodes("tic-tac-toe", 9), [9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872]);
}

/// A random playout can be split: a number of plies at a time with one generator equals the whole playout, and
/// intermediate states are normal positions.
#[test]
fn playouts_in_pieces_are_the_playout_in_one_go() {
    for name in ["tic-tac-toe", "connect-four", "breakthrough"] {
        let mut host = host(name);
        for seed in 0..20 {
            let start = host.start(seed, &mut Vec::new()).unwrap();
            let (mut whole, mut one) = (start.clone(), Generator::from_seed(seed));
            let plies = host.playout(&mut whole, &mut one, Playout::ByAction, u32::MAX).unwrap();
            let (mut pieces, mut other) = (start, Generator::from_seed(seed));
            let mut played = 0;
            while !pieces.is_over() {
                let mut list = ActionList::new();
                host.legal(&pieces, &mut list).unwrap();
                assert!(!list.is_empty(), "{name}, seed {seed}, ply {played}");
                played += host.playout(&mut pieces, &mut other, Playout::ByAction, 3).unwrap();
                assert_eq!(pieces.ply(), played, "{name}, seed {seed}");
            }
            assert_eq!((played, pieces), (plies, whole), "{name}, seed {seed}");
            assert_eq!(one, other, "{name}, seed {seed}");
        }
    }
}
