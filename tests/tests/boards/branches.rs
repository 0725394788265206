//! Actions by the search interface, compared with the general one.

use parlour_engine::Words;
use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::ids::{BoardId, Seat};
use parlour_engine::rules::Branches;
use parlour_engine::rules::{Playout, Rules};
use parlour_engine::state::State;

use super::host;

/// Positions from random play.
fn positions(host: &mut Rules, count: u64) -> Vec<State> {
    let mut random = Generator::from_seed(17);
    (0..count)
        .map(|seed| {
            let mut state = host.start(seed, &mut Vec::new()).unwrap();
            let most = random.below(60);
            host.playout(&mut state, &mut random, Playout::ByVerb, most).unwrap();
            state
        })
        .filter(|state| !state.is_over())
        .collect()
}

/// A seat's lead by the scores of the pieces, or by their number without scores.
fn lead(host: &Rules, state: &State, seat: Seat) -> i32 {
    let game = host.game();
    let pieces = &game.pack().moves.pieces;
    let scored = pieces.iter().any(|piece| piece.score != 0);
    let board = game.piece_board().unwrap();
    let symbols = &game.pack().boards[board.index()].symbols;
    let rows = game.board_rows(state, board);
    let all = rows.iter().flat_map(|row| row.chars()).filter_map(|glyph| {
        let (piece, owner) = symbols.iter().find(|symbol| symbol.glyph == glyph)?.piece?;
        let worth = if scored { pieces[piece].score } else { 1 };
        Some(if owner == seat.index() { worth } else { -worth })
    });
    all.sum()
}

#[test]
fn branches_are_the_legal_actions_and_gain_what_they_say() {
    for name in ["advance", "breakthrough", "tic-tac-toe", "connect-four"] {
        let mut host = host(name);
        // A placed piece doesn't count itself: without a capture there is no gain.
        let placed = if ["tic-tac-toe", "connect-four"].contains(&name) { 1 } else { 0 };
        let (mut list, mut branches, mut gaining) = (ActionList::new(), Branches::default(), Branches::default());
        for mut state in positions(&mut host, 60) {
            let seat = state.decision().unwrap().seat;
            let before = lead(&host, &state, seat);
            host.legal(&state, &mut list).unwrap();
            host.branches(&mut state, false, &mut branches).unwrap();
            assert_eq!(branches.as_slice().len(), list.len(), "{name}");
            let mut reached: Vec<Vec<String>> = Vec::new();
            for &branch in branches.as_slice() {
                let mut after = state.clone();
                host.follow(&mut after, &branches, branch).unwrap();
                assert_eq!(lead(&host, &after, seat) - before - placed, branch.gain, "{name}");
                reached.push(host.game().board_rows(&after, BoardId(0)));
            }
            let mut expected: Vec<Vec<String>> = Vec::new();
            for n in 0..list.len() {
                let mut after = state.clone();
                let action = list.get(host.game(), n);
                host.apply(&mut after, &action, None).unwrap();
                expected.push(host.game().board_rows(&after, BoardId(0)));
            }
            reached.sort();
            expected.sort();
            assert_eq!(reached, expected, "{name}");
            host.branches(&mut state, true, &mut gaining).unwrap();
            let wanted: Vec<_> = branches.as_slice().iter().filter(|branch| branch.gain > 0).copied().collect();
            assert_eq!(gaining.as_slice(), wanted, "{name}");
        }
    }
}

#[test]
fn a_position_s_key_knows_the_turns_only_when_they_matter() {
    let mut host = host("advance");
    let game = host.game().clone();
    let start = host.start(1, &mut Vec::new()).unwrap();
    let mut later = start.clone();
    // Both generals' sentinels move out and back: the same board a few turns later.
    for text in ["d1-c3", "d9-c7", "c3-d1", "c7-d9"] {
        let mut list = ActionList::new();
        host.legal(&later, &mut list).unwrap();
        let action = game.parse_action(text, Some(&list)).unwrap();
        host.apply(&mut later, &action, None).unwrap();
    }
    assert_ne!(start, later);
    assert_eq!(host.position_key(&start, 50), host.position_key(&later, 50));
    assert_ne!(host.position_key(&start, 250), host.position_key(&later, 250));
    let mut passed = start.clone();
    assert!(host.pass(&mut passed));
    assert_ne!(host.position_key(&start, 50), host.position_key(&passed, 50));
}
