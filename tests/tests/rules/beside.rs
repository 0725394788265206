//! A script without effect beside tables changes nothing.

use super::{changed_game, nodes, set_up};
use crate::boards::{Edit, game};
use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::game::Game;
use parlour_engine::rules::{Playout, Rules};

const NAMES: [&str; 5] = ["breakthrough", "othello", "draughts", "advance", "connect-four"];

/// An empty hook `after` on every verb, which forces the general path.
fn idle(game: &Game) -> String {
    let verbs = game.pack().verbs.iter();
    let hooks: String = verbs.map(|verb| format!("{} = {{ after = function() end }}, ", verb.name)).collect();
    format!("return {{ actions = {{ {hooks} }} }}")
}

/// The rules of a game's tables alone, with an empty script, and with empty hooks.
pub(super) fn ways(name: &str) -> [(&'static str, Rules); 3] {
    let idle = idle(&game(name));
    let beside = |text: &str| {
        let edits: [Edit<'_>; 1] = [("rules.lua", "", text)];
        Rules::new(changed_game(name, &edits)).unwrap_or_else(|faults| panic!("{faults}"))
    };
    [("alone", beside("")), ("empty", beside("return {}")), ("idle", beside(&idle))]
}

#[track_caller]
fn counts(name: &str, expected: &[u64]) {
    for (way, mut host) in ways(name) {
        let state = host.position(None, None).unwrap();
        assert_eq!(nodes(&mut host, &state, expected.len() as u32), expected, "{name}, {way}");
    }
}

#[test]
fn known_counts_stay() {
    counts("othello", &[4, 12, 56, 244, 1_396, 8_200]);
    counts("breakthrough", &[22, 484]);
    counts("advance", &[43, 1_849]);
    counts("connect-four", &[7, 49, 343, 2_401, 16_807]);
    counts("draughts", &[7, 49, 302, 1_469]);
}

/// Single jumps count, so that a double capture is two actions.
#[test]
fn counts_stay_where_pieces_go_on() {
    let rows = ["1m1m1m1m/m1m1m1m1/3m4/8/1m1m4/M1M1M1M1/1M1M1M1M/M1M1M1M1", "8/1m1m4/M7/4m3/8/2m5/1M6/8"];
    for rows in rows {
        let all = ways("draughts").map(|(_, mut host)| {
            let state = set_up(&mut host, rows, 0);
            nodes(&mut host, &state, 5)
        });
        assert!(all[0][4] > 20 && all.iter().all(|nodes| *nodes == all[0]), "{all:?}");
    }
}

/// Legal actions, the seat to move and the ending agree along whole matches.
#[test]
fn matches_stay_the_same() {
    for name in NAMES {
        let [mut alone, mut empty, mut idle] = ways(name).map(|(_, host)| host);
        for seed in 0..4 {
            let mut rng = Generator::from_seed(seed);
            let mut state = alone.start(seed, &mut Vec::new()).unwrap();
            for host in [&mut empty, &mut idle] {
                assert_eq!(host.start(seed, &mut Vec::new()).unwrap(), state, "{name}");
            }
            let mut plies = 0;
            while !state.is_over() && plies < 120 {
                let [list, second, third] = [&mut alone, &mut empty, &mut idle].map(|host| {
                    let mut list = ActionList::new();
                    host.legal(&state, &mut list).unwrap_or_else(|fault| panic!("{fault}"));
                    list
                });
                assert!(list == second && list == third, "{name}, seed {seed}, ply {plies}");
                let action = list.get(alone.game(), rng.below(list.len() as u32) as usize);
                let [after, second, third] = [&mut alone, &mut empty, &mut idle].map(|host| {
                    let (mut after, mut events) = (state.clone(), Vec::new());
                    host.apply(&mut after, &action, Some(&mut events)).unwrap_or_else(|fault| panic!("{fault}"));
                    (after, events)
                });
                assert!(after == second && after == third, "{name}, seed {seed}, ply {plies}");
                state = after.0;
                plies += 1;
            }
        }
    }
}

/// Playouts by tables take, ply by ply, actions that are legal in the general path, and end in the same way. Only the
/// order of random draws differs.
#[test]
fn playouts_are_matches_of_the_general_way() {
    for name in NAMES {
        let [mut alone, mut empty, mut idle] = ways(name).map(|(_, host)| host);
        for (seed, policy) in [(1, Playout::ByAction), (2, Playout::ByVerb), (3, Playout::FirstVerb)] {
            let start = alone.start(seed, &mut Vec::new()).unwrap();
            let [mut state, mut beside] = [start.clone(), start];
            let [mut rng, mut other] = [Generator::from_seed(seed), Generator::from_seed(seed)];
            for ply in 0..100 {
                let before = state.clone();
                if alone.playout(&mut state, &mut rng, policy, 1).unwrap() == 0 {
                    break;
                }
                empty.playout(&mut beside, &mut other, policy, 1).unwrap();
                assert!(state == beside && rng == other, "{name}, {policy:?}, ply {ply}");
                let mut list = ActionList::new();
                idle.legal(&before, &mut list).unwrap();
                let is_known = list.iter(idle.game()).collect::<Vec<_>>().iter().any(|action| {
                    let mut after = before.clone();
                    idle.apply(&mut after, action, None).unwrap();
                    after == state
                });
                assert!(is_known, "{name}, {policy:?}, ply {ply}");
            }
        }
    }
}

/// A playout in the general path equals its single plies.
#[test]
fn playouts_in_the_general_way_are_its_plies() {
    for name in NAMES {
        let [_, _, mut host] = ways(name).map(|(_, host)| host);
        let mut whole = host.start(4, &mut Vec::new()).unwrap();
        let mut pieces = whole.clone();
        let [mut one, mut other] = [Generator::from_seed(4), Generator::from_seed(4)];
        let plies = host.playout(&mut whole, &mut one, Playout::ByVerb, 60).unwrap();
        let mut played = 0;
        while played < 60 && !pieces.is_over() {
            played += host.playout(&mut pieces, &mut other, Playout::ByVerb, 1).unwrap();
        }
        assert!(plies == played && whole == pieces && one == other, "{name}");
    }
}
