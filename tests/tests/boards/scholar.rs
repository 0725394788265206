//! Advance's `scholar`, compared with the referee's level 7.
//!
//! `PARLOUR_MATCHES=300` sets the number of boards of each kind.

use parlour_ai::{Request, RobotLibrary};
use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::ids::{BoardId, Seat};
use parlour_engine::rules::Playout;
use parlour_engine::state::State;
use parlour_tests::referee::advance_moves::{Board, Level, acceptable};

use super::advance::random_board;
use super::{host, position};
use crate::packs::matches;
use parlour_engine::Words;

/// Node budget of a search: enough for a preference.
const NODES: u64 = 2_000;

#[test]
fn scholar_plays_what_level_7_accepts() {
    let mut host = host("advance");
    let game = host.game().clone();
    let robots = RobotLibrary::new();
    let mut random = Generator::from_seed(31);
    let mut scholars: Vec<_> = (0..2).map(|n| robots.seat(&game, Seat::from_index(n), "scholar", 1).unwrap()).collect();
    let mut list = ActionList::new();
    let mut free = 0;
    for n in 0..2 * matches(20) {
        let state: State = if n % 2 == 0 {
            position(&mut host, &random_board(&mut random).rows(), random.below(2) as usize)
        } else {
            let mut state = host.start(u64::from(n as u32), &mut Vec::new()).unwrap();
            host.playout(&mut state, &mut random, Playout::ByVerb, 1 + 3 * (n as u32 % 40)).unwrap();
            state
        };
        let Some(decision) = state.decision() else { continue };
        let white = decision.seat.index() == 0;
        let board = Board::parse(&game.board_rows(&state, BoardId(0))).unwrap();
        host.legal(&state, &mut list).unwrap();
        let view = game.view(&state, Some(decision.seat));
        let request =
            Request { view: &view, legal: &list, time: std::time::Duration::from_secs(60), nodes: Some(NODES) };
        let choice = scholars[decision.seat.index()].choose(&request).unwrap();
        let text = game.action_text(&choice.action);
        let accepted: Vec<String> =
            acceptable(Level::Seven, &board, white).into_iter().map(|played| played.text).collect();
        assert!(accepted.contains(&text), "{text} is none of {accepted:?}: {:#?}", board.rows());
        free += usize::from(accepted.len() > 1);
    }
    assert!(free > 5, "{free}");
}
