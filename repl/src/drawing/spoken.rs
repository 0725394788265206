//! Boards in words, for screen readers: pieces with their squares, instead of a drawing.

use std::collections::BTreeMap;

use parlour_engine::game::Game;
use parlour_engine::ids::{BoardId, Seat, Square, VarId};
use parlour_engine::pack::pieces::Follows;
use parlour_engine::pack::spec::Per;
use parlour_table::SeatView;
use parlour_table::scene::turn;

use crate::board::{out_mark, value_text};
use crate::marks::escape;

/// The contents of a board, a line for each seat and for neutral ones; on the board of the pieces also the variables.
/// `danger` holds seats with the squares of their attacked royal pieces.
pub(crate) fn board(game: &Game, view: &SeatView, board: BoardId, danger: &[(Seat, Square)]) -> Vec<String> {
    let spec = &game.pack().boards[board.index()];
    let cells = view.cells(board);
    // By owner, if any, then kind in the order of the pack, each with its squares.
    let mut kinds: BTreeMap<(Option<usize>, usize), Vec<String>> = BTreeMap::new();
    for (square, &cell) in cells.iter().enumerate() {
        let Some(symbol) = usize::from(cell).checked_sub(1) else { continue };
        let owner = spec.symbols.get(symbol).and_then(|symbol| symbol.piece).map(|(_, seat)| seat);
        let mut name = game.square_name(board, Square::from_index(square));
        // What stands under the piece, from the top down.
        let under = view.under(board, Square::from_index(square));
        if !under.is_empty() {
            let told = |&symbol: &usize| match spec.symbols[symbol].piece {
                Some((_, seat)) => {
                    format!("{} {}", game.pack().seats.names[seat], game.symbol_title(board, symbol))
                }
                None => game.symbol_title(board, symbol),
            };
            let under: Vec<String> = under.iter().rev().map(told).collect();
            name += &format!(" (on {})", under.join(", "));
        }
        kinds.entry((owner, symbol)).or_default().push(name);
    }
    let told = |owner: Option<usize>| {
        let own = kinds.iter().filter(|((of, _), _)| *of == owner);
        let own: Vec<String> =
            own.map(|((_, n), squares)| format!("{} {}", game.symbol_title(board, *n), squares.join(" "))).collect();
        own.join(", ")
    };
    if game.piece_board() != Some(board) {
        let all = told(None);
        let all = if all.is_empty() { "empty" } else { all.as_str() };
        return vec![escape(&format!("{}: {all}", spec.name))];
    }
    let mut lines = Vec::new();
    let others = told(None);
    if !others.is_empty() {
        lines.push(escape(&others));
    }
    for seat in game.seats() {
        let own = told(Some(seat.index()));
        let own = if own.is_empty() { "nothing on the board" } else { own.as_str() };
        let mut line = format!("{}{}: {own}", game.seat_name(seat), out_mark(view, seat));
        for (var, spec) in game.pack().vars.iter().enumerate().filter(|(_, spec)| !spec.internal) {
            let member = match spec.per {
                Per::Seat => seat.index(),
                Per::Team => game.team_of(seat),
                _ => continue,
            };
            line += &format!("; {} {}", spec.title, var_text(game, view, var, member));
        }
        if let Some((_, square)) = danger.iter().find(|(of, _)| *of == seat) {
            let symbol = usize::from(cells[square.index()]).saturating_sub(1);
            line += &format!("; the {} is in danger", game.symbol_title(board, symbol));
        }
        lines.push(escape(&line));
    }
    for (var, spec) in game.pack().vars.iter().enumerate().filter(|(_, spec)| !spec.internal && spec.per == Per::One) {
        let value = match spec.follows {
            Some(Follows::Turns) => turn(view, VarId::from_index(var)),
            _ => value_text(game, view, var, 0),
        };
        lines.push(escape(&format!("{} {value}", spec.title)));
    }
    lines
}

/// The value of a variable; pieces in hand by name.
fn var_text(game: &Game, view: &SeatView, var: usize, member: usize) -> String {
    let Some(kinds) = game.hand_kinds(VarId::from_index(var)) else { return value_text(game, view, var, member) };
    let held = kinds.iter().enumerate().filter_map(|(n, piece)| {
        match view.number(VarId::from_index(var), member, n).unwrap_or(0) {
            0 => None,
            count => Some(format!("{count} {}", piece.name.replace('_', " "))),
        }
    });
    let held: Vec<String> = held.collect();
    if held.is_empty() { "empty".to_owned() } else { held.join(" ") }
}
