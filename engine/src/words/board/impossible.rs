//! What a position that somebody has written can't be, as far as the tables of the pack tell it.

use crate::game::Game;
use crate::ids::{BoardId, Square};
use crate::pack::pieces::{Area, Follows, PieceSpec};

/// A letter of a notation that stands for a variable of a seat that is 1: where it is written, the variable and the seat.
pub(super) struct Claim {
    pub(super) at: usize,
    pub(super) letter: char,
    pub(super) var: usize,
    pub(super) seat: usize,
}

/// Why there can't be such pieces, and on which square if it is about one.
pub(crate) fn impossible_pieces(game: &Game, cells: &[u8]) -> Option<(Option<usize>, String)> {
    let rules = game.board_rules()?;
    let pack = game.pack();
    let symbols = &pack.boards[rules.board].symbols;
    let place = |square: usize| game.square_name(BoardId::from_index(rules.board), Square::from_index(square));
    let has_hands = pack.vars.iter().any(|var| var.follows == Some(Follows::Hand));
    for (n, symbol) in symbols.iter().enumerate() {
        let Some((piece, seat)) = symbol.piece else { continue };
        let spec = &pack.moves.pieces[piece];
        let is_it = |cell: &u8| usize::from(*cell) == n + 1;
        // Problems of games with hands leave out the royal piece of the side that attacks.
        if spec.royal && !has_hands && rules.start.iter().any(is_it) && !cells.iter().any(is_it) {
            let name = &pack.seats.names[seat];
            return Some((None, format!("{name} has no piece `{}` on the board", spec.name)));
        }
        let least = (0..cells.len()).filter(|&square| is_it(&rules.start[square]));
        let least = least.map(|square| rules.grid.rank(seat, square).0).min();
        let least = least.filter(|_| !has_hands && only_advances(game, piece));
        for square in (0..cells.len()).filter(|&square| is_it(&cells[square])) {
            let is_behind = least.is_some_and(|least| rules.grid.rank(seat, square).0 < least);
            let becomes_other = zones_of_change(spec).any(|area| rules.grid.is_in(area, &[], seat, square));
            if is_behind || becomes_other {
                let name = &pack.seats.names[seat];
                return Some((
                    Some(square),
                    format!("a piece `{}` of {name} can't be on {}", spec.name, place(square)),
                ));
            }
        }
    }
    None
}

/// Whether a piece is never farther back than at the start: each of its moves goes forward, and nothing else
/// becomes it or is put onto the board.
fn only_advances(game: &Game, piece: usize) -> bool {
    let moves = &game.pack().moves;
    let forward = moves.pieces[piece].moves.iter().flat_map(|row| &row.offsets).all(|offset| offset.forward > 0);
    let all = || moves.pieces.iter().flat_map(|piece| &piece.moves);
    let becomes = || all().filter_map(|row| row.becomes.as_ref()).flat_map(|becomes| &becomes.pieces);
    forward && moves.places.is_empty() && !becomes().any(|&other| other == piece)
}

/// Why a variable that is 1 as long as pieces are where they were at the start can't be 1.
pub(crate) fn impossible_claim(game: &Game, cells: &[u8], claim: &Claim) -> Option<String> {
    let rules = game.board_rules()?;
    let layout = game.layout().vars[claim.var];
    let at = layout.offset + 4 * layout.length * claim.seat;
    let right = rules.special.rights.iter().find(|right| right.at == at)?;
    let gone = right.squares.iter().map(|&square| usize::from(square));
    let gone: Vec<String> = gone
        .filter(|&square| cells[square] != rules.start[square])
        .map(|square| game.square_name(BoardId::from_index(rules.board), Square::from_index(square)))
        .collect();
    let letter = claim.letter;
    (!gone.is_empty())
        .then(|| format!("`{letter}` can't be: what was on {} at the start isn't there", gone.join(" and ")))
}

/// Whether a piece can have passed over a square in the last action, before a seat is to act.
pub(crate) fn can_have_passed(game: &Game, cells: &[u8], square: usize, seat: usize) -> bool {
    let Some(rules) = game.board_rules() else { return true };
    let special = &rules.special;
    let (Some(symbols), false) =
        (game.pack().boards.get(rules.board).map(|board| &board.symbols), special.overtakes.is_empty())
    else {
        return true;
    };
    let passes = |victim: u16| {
        let cell = usize::from(cells[usize::from(victim)]);
        let piece = cell.checked_sub(1).and_then(|n| symbols.get(n)?.piece);
        piece.is_some_and(|(piece, owner)| {
            owner != seat && game.pack().moves.pieces[piece].moves.iter().any(|row| row.passes)
        })
    };
    let ways = special.overtakes.get(seat * cells.len() + square);
    cells[square] == 0 && ways.is_some_and(|ways| ways.iter().any(|way| passes(way.victim)))
}

/// Where a piece has become another one as soon as it is there.
fn zones_of_change(spec: &PieceSpec) -> impl Iterator<Item = &Area> {
    let changes = spec.moves.iter().filter_map(|row| row.becomes.as_ref());
    let changes = changes.filter(|becomes| !becomes.optional && !becomes.stopping && !becomes.leaving);
    // The others go by options.
    let is_plain = |area: &&Area| area.first.is_none() && area.last.is_none() && area.squares.is_empty();
    changes.filter_map(|becomes| becomes.area.as_ref()).filter(is_plain)
}
