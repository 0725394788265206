//! Alpha-beta compared with plain minimax.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::sync::Arc;

use common::{game, robots_of, seat};
use parlour_ai::Request;
use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::rules::{Playout, Rules};
use parlour_engine::state::State;

/// The value of a position for a seat by minimax to a depth: the points of its pieces minus the other's, or the result,
/// faster wins being worth more.
fn minimax(host: &mut Rules, state: &State, legal: &ActionList, seat: Seat, depth: u32, ply: u32) -> f64 {
    let game = host.game().clone();
    let other = Seat::from_index(1 - seat.index());
    if state.is_over() {
        return match (state.has_won(seat), state.has_won(other)) {
            (true, false) => 1e9 - f64::from(ply),
            (false, true) => f64::from(ply) - 1e9,
            _ => 0.0,
        };
    }
    if depth == 0 {
        return points(&game, state, seat) - points(&game, state, other);
    }
    let ours = state.decision().unwrap().seat == seat;
    let mut best = if ours { f64::NEG_INFINITY } else { f64::INFINITY };
    for n in 0..legal.len() {
        let (mut after, mut next) = (state.clone(), ActionList::new());
        host.step(&mut after, legal.record(n), &mut next).unwrap();
        let value = minimax(host, &after, &next, seat, depth - 1, ply + 1);
        best = if ours { best.max(value) } else { best.min(value) };
    }
    best
}

fn points(game: &Game, state: &State, seat: Seat) -> f64 {
    let board = game.piece_board().unwrap();
    let symbols = &game.pack().boards[board.index()].symbols;
    let cells = state.cells(game.board(board));
    let piece = |cell: &u8| symbols.get(usize::from(*cell).checked_sub(1)?)?.piece;
    let own = cells.iter().filter_map(piece).filter(|(_, owner)| *owner == seat.index());
    own.map(|(piece, _)| f64::from(game.pack().moves.pieces[piece].score)).sum()
}

/// Positions from random play.
fn positions(game: &Arc<Game>, host: &mut Rules, count: u64, plies: u32) -> Vec<State> {
    let mut random = Generator::from_seed(8);
    let mut out = Vec::new();
    for seed in 0..count {
        let mut state = host.start(seed, &mut Vec::new()).unwrap();
        let most = random.below(plies);
        host.playout(&mut state, &mut random, Playout::ByAction, most).unwrap();
        if !state.is_over() {
            out.push(state);
        }
    }
    assert!(out.len() as u64 > count / 2, "{}", game.name());
    out
}

#[test]
fn values_are_those_of_a_search_that_leaves_nothing_out() {
    for (name, depth, count, plies) in
        [("tic-tac-toe", 9, 12, 5), ("connect-four", 4, 12, 30), ("breakthrough", 3, 10, 50), ("advance", 2, 12, 80)]
    {
        let game = game(name, None, None);
        let mut host = Rules::new(game.clone()).unwrap();
        let text = format!(
            "return {{ choose = function() local action, found = search.alphabeta({{ depth = {depth}, captures = false }}) \
             return action, tostring(found.value) end }}"
        );
        let (_folder, library) = robots_of(&[(&format!("{name}/mine.lua"), &text)]);
        for (n, state) in positions(&game, &mut host, count, plies).iter().enumerate() {
            let mover = state.decision().unwrap().seat;
            let mut legal = ActionList::new();
            host.legal(state, &mut legal).unwrap();
            let expected = minimax(&mut host, state, &legal, mover, depth, 0);
            let view = game.view(state, Some(mover));
            let request = Request { view: &view, legal: &legal, time: common::TIME, nodes: Some(10_000_000) };
            let choice = seat(&library, &game, mover.index(), "mine", 1).choose(&request).unwrap();
            let found: f64 = choice.reason.unwrap().parse().unwrap();
            assert!((found - expected).abs() < 0.01, "{name}, position {n}: {found}, not {expected}");
            // The action has the reported value.
            let n = legal.position(&game, &choice.action).unwrap();
            let (mut after, mut next) = (state.clone(), ActionList::new());
            host.step(&mut after, legal.record(n), &mut next).unwrap();
            let value = minimax(&mut host, &after, &next, mover, depth - 1, 1);
            assert!((value - expected).abs() < 0.01, "{name}: {value}, not {expected}");
        }
    }
}
