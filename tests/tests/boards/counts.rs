//! Counts that are known from elsewhere.

use parlour_engine::action::ActionList;
use parlour_engine::script::Host;
use parlour_engine::state::State;

use super::host;

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
    // From the sequence of Connect Four perft counts: columns fill up, and matches that are won end.
    assert_eq!(nodes("connect-four", 8), [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234]);
}

#[test]
fn tic_tac_toe_has_255168_complete_games() {
    fn complete(host: &mut Host, state: &State) -> u64 {
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
