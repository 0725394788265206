//! Static checks of positions: contradictions to the tables of the pack.

use crate::Game;
use parlour_model::english;
use parlour_model::ids::{BoardId, Square};
use parlour_pack::pieces::{Area, Follows, PieceSpec};

/// A letter of a notation that sets a variable of a seat to 1: its place, the variable and the seat.
pub(super) struct Claim {
    pub(super) at: usize,
    pub(super) letter: char,
    pub(super) var: usize,
    pub(super) seat: usize,
}

/// The reason that the pieces are impossible, and the square if it is about one.
pub(crate) fn impossible_pieces(game: &Game, cells: &[u8]) -> Option<(Option<usize>, String)> {
    let rules = game.board_rules()?;
    let pack = game.pack();
    let symbols = &pack.boards[rules.board].symbols;
    let place = |square: usize| game.square_name(BoardId::from_index(rules.board), Square::from_index(square));
    let has_hands = pack.vars.iter().any(|var| var.follows == Some(Follows::Hand));
    // A script can put pieces on any square.
    let reachable = if pack.rules.is_none() { rules.reachable() } else { None };
    for (n, symbol) in symbols.iter().enumerate() {
        let Some((piece, seat)) = symbol.piece else { continue };
        let spec = &pack.moves.pieces[piece];
        let is_it = |cell: &u8| usize::from(*cell) == n + 1;
        // Problems of games with hands omit the king of the attacking side.
        if spec.royal && !has_hands && rules.start.iter().any(is_it) && !cells.iter().any(is_it) {
            let name = &pack.seats.names[seat];
            return Some((None, format!("{name} has no piece `{}` on the board", spec.name)));
        }
        let least = (0..cells.len()).filter(|&square| is_it(&rules.start[square]));
        let least = least.map(|square| rules.grid.rank(seat, square).0).min();
        let least = least.filter(|_| !has_hands && only_advances(game, piece));
        for square in (0..cells.len()).filter(|&square| is_it(&cells[square])) {
            let is_behind = least.is_some_and(|least| rules.grid.rank(seat, square).0 < least);
            let areas = &pack.boards[pack.moves.board].areas;
            let becomes_other = zones_of_change(spec).any(|area| rules.grid.is_in_fixed(area, areas, seat, square));
            let is_out = reachable.as_ref().is_some_and(|reachable| !reachable.has(n as u8 + 1, square));
            if is_behind || becomes_other || is_out {
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

/// A fault of the pieces on a board and in hand.
pub(crate) struct Surplus {
    /// The square, if it is about one.
    pub(crate) square: Option<usize>,
    /// True if it is about a hand.
    pub(crate) in_hand: bool,
    /// The reason.
    pub(crate) message: String,
}

/// Finds surplus pieces: more than at the start of a kind that nothing promotes to; more than both seats had of one
/// that changes sides through the hands; two on a line where a second can't be dropped; and more than a hand can hold.
/// `hands` has a count for each seat and kind, by index in the pack.
pub(crate) fn impossible_counts(game: &Game, cells: &[u8], hands: &[Vec<u32>]) -> Option<Surplus> {
    let rules = game.board_rules()?;
    let pack = game.pack();
    if pack.rules.is_some() {
        return None;
    }
    let symbols = &pack.boards[rules.board].symbols;
    let pieces = &pack.moves.pieces;
    let piece_of = |cell: u8| symbols.get(usize::from(cell).checked_sub(1)?)?.piece;
    let becomes: Vec<usize> = pieces
        .iter()
        .flat_map(|piece| &piece.moves)
        .filter_map(|row| row.becomes.as_ref())
        .flat_map(|becomes| becomes.pieces.iter().copied())
        .collect();
    let is_put = |piece: usize| {
        rules
            .placings
            .iter()
            .any(|placing| piece_of(rules.rules[usize::from(placing.rule)].puts).is_some_and(|(put, _)| put == piece))
    };
    let base = |piece: usize| pieces[piece].demotes.unwrap_or(piece);
    let seat_name = |seat: usize| pack.seats.names[seat].as_str();
    if let Some(own) = rules.hands.as_ref().filter(|own| own.captures) {
        for (seat, counts) in hands.iter().enumerate() {
            for (piece, _) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                if base(piece) != piece || pieces[piece].royal || !is_put(piece) {
                    let message = format!("{} can't have a piece `{}` in hand", seat_name(seat), pieces[piece].name);
                    return Some(Surplus { square: None, in_hand: true, message });
                }
            }
        }
        let stock: i32 = own.stock.iter().sum();
        for piece in (0..pieces.len()).filter(|&piece| base(piece) == piece && stock == 0) {
            let is_it = |cell: u8| piece_of(cell).is_some_and(|(found, _)| base(found) == piece);
            let most = rules.start.iter().filter(|&&cell| is_it(cell)).count();
            let there: Vec<usize> = (0..cells.len()).filter(|&square| is_it(cells[square])).collect();
            let held: u32 = hands.iter().filter_map(|counts| counts.get(piece)).sum();
            let count = there.len() as u64 + u64::from(held);
            if count > most as u64 {
                let name = &pieces[piece].name;
                let message = format!("there are {count} pieces `{name}` on the board and in hand; a match has {most}");
                return Some(Surplus { square: there.get(most).copied(), in_hand: there.len() <= most, message });
            }
        }
    }
    for placing in &rules.placings {
        let Some(lines) = placing.drop.as_ref().and_then(|drop| drop.lines.as_ref()) else { continue };
        let cell = rules.rules[usize::from(placing.rule)].puts;
        let Some((piece, seat)) = piece_of(cell) else { continue };
        // A piece that moves between lines can meet another there.
        let stays = |to: usize, from: usize| lines[to] == lines[from];
        if becomes.contains(&piece) || !rules.keeps_to(cell, stays) {
            continue;
        }
        let mut taken = std::collections::HashSet::new();
        let second = (0..cells.len()).find(|&square| cells[square] == cell && !taken.insert(lines[square]));
        if let Some(square) = second {
            let place = game.square_name(BoardId::from_index(rules.board), Square::from_index(square));
            let message =
                format!("{} has a second piece `{}` on the line of {place}", seat_name(seat), pieces[piece].name);
            return Some(Surplus { square: Some(square), in_hand: false, message });
        }
    }
    rules.reachable()?;
    for (n, symbol) in symbols.iter().enumerate() {
        let Some((piece, seat)) = symbol.piece else { continue };
        if becomes.contains(&piece) || is_put(piece) || rules.hands.is_some() {
            continue;
        }
        let is_it = |cell: &u8| usize::from(*cell) == n + 1;
        let most = rules.start.iter().filter(|cell| is_it(cell)).count();
        let there: Vec<usize> = (0..cells.len()).filter(|&square| is_it(&cells[square])).collect();
        if there.len() > most {
            let (name, count) = (&pieces[piece].name, there.len());
            let message = format!("{} has {count} pieces `{name}`; a match has {most}", seat_name(seat));
            return Some(Surplus { square: there.get(most).copied(), in_hand: false, message });
        }
    }
    surplus_promoted(game, cells, &becomes)
}

/// Finds more promoted pieces of a seat than missing promotable ones: each piece beyond the initial ones was one.
fn surplus_promoted(game: &Game, cells: &[u8], becomes: &[usize]) -> Option<Surplus> {
    let rules = game.board_rules().filter(|rules| rules.hands.is_none() && rules.placings.is_empty())?;
    let pack = game.pack();
    let (symbols, pieces) = (&pack.boards[rules.board].symbols, &pack.moves.pieces);
    let promotes = |piece: usize| pieces[piece].moves.iter().any(|row| row.becomes.is_some());
    for (seat, name) in pack.seats.names.iter().enumerate() {
        let own = |cell: &u8| {
            let (piece, owner) = symbols.get(usize::from(*cell).checked_sub(1)?)?.piece?;
            (owner == seat).then_some(piece)
        };
        let count = |cells: &[u8], piece: usize| cells.iter().filter(|cell| own(cell) == Some(piece)).count();
        let promoters: Vec<usize> = (0..pieces.len()).filter(|&piece| promotes(piece)).collect();
        let [promoter] = promoters[..] else { return None };
        let (left, most) = (count(cells, promoter), count(&rules.start, promoter));
        let mut promoted = Vec::new();
        for piece in (0..pieces.len()).filter(|piece| becomes.contains(piece) && *piece != promoter) {
            let there = (0..cells.len()).filter(|&square| own(&cells[square]) == Some(piece));
            promoted.extend(there.skip(count(&rules.start, piece)));
        }
        if left + promoted.len() > most {
            let message = format!(
                "{name} has {} and {}; a match has {most} of both together",
                english::count(promoted.len(), "promoted piece"),
                english::count(left, &pieces[promoter].name)
            );
            return Some(Surplus { square: promoted.last().copied(), in_hand: false, message });
        }
    }
    None
}

/// True if a piece is never behind its initial row: each of its moves goes forward, and nothing promotes to it or drops
/// it.
fn only_advances(game: &Game, piece: usize) -> bool {
    let moves = &game.pack().moves;
    let forward = moves.pieces[piece].moves.iter().flat_map(|row| &row.offsets).all(|offset| offset.forward > 0);
    let all = || moves.pieces.iter().flat_map(|piece| &piece.moves);
    let becomes = || all().filter_map(|row| row.becomes.as_ref()).flat_map(|becomes| &becomes.pieces);
    forward && moves.places.is_empty() && !becomes().any(|&other| other == piece)
}

/// The reason that a castling right, a variable for unmoved pieces, can't be 1.
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

/// True if a piece can have passed over a square in the last action, before a seat is to act.
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

/// The areas of mandatory promotion of a piece.
fn zones_of_change(spec: &PieceSpec) -> impl Iterator<Item = &Area> {
    let changes = spec.moves.iter().filter_map(|row| row.becomes.as_ref());
    let changes = changes.filter(|becomes| !becomes.optional && !becomes.stopping && !becomes.leaving);
    changes.filter_map(|becomes| becomes.area.as_ref())
}
