//! The knowledge that a viewer has of squares that it doesn't see: the last cell seen on each, and the numbers of pieces,
//! a fold over the squares that it sees before and after each action.
//!
//! Everyone knows the number of pieces of each seat, that of pieces with a length by their kinds, and a board that begins as the tables say. The last cell seen on a
//! square is certain until an action isn't observed whole: from then on it can have changed. Where an own piece is
//! captured out of sight, a piece of the seat that acted stands: the one that was seen to leave its square, if one was. Pieces that were seen captured no longer count among
//! those that aren't seen.

use crate::Game;
use crate::sight::Squares;
use parlour_model::ids::{BoardId, Seat, Square};
use parlour_model::state::State;
use parlour_pack::boards::SquaresSeen;

/// The knowledge that a viewer has of the squares of all boards that hide some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unseen {
    viewer: Option<Seat>,
    boards: Vec<Remembered>,
}

/// The content of a square as it was last known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Last {
    /// It was never seen.
    Never,
    /// This cell.
    Cell(u8),
    /// A piece of a seat, which has captured there out of sight.
    PieceOf(usize),
}

/// The knowledge of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remembered {
    /// The board.
    pub board: BoardId,
    /// The squares that the viewer sees.
    pub(crate) seen: Squares,
    /// The content of each square as it was last known.
    pub last: Vec<Last>,
    /// For each square, the number of actions since then that weren't observed whole.
    pub age: Vec<u32>,
    /// The number of pieces of each seat, which everyone knows.
    pub totals: Vec<u32>,
    /// The number of each cell on the board, as far as it is known.
    pub pool: Vec<u32>,
    /// The number of actions that weren't observed whole.
    pub actions: u32,
}

/// The boards that hide squares at a moment, and which of their squares each viewer sees.
#[derive(Clone, Debug)]
pub struct Moment {
    boards: Vec<(BoardId, Box<[u8]>, Vec<Squares>)>,
    /// The seat to act.
    actor: Option<Seat>,
}

impl Moment {
    /// The moment of a state; `None` in games that hide no squares.
    pub fn of(game: &Game, state: &State) -> Option<Self> {
        let boards = game.sighted_boards().map(|(board, _)| {
            let viewers = game.seats().map(Some).chain([None]);
            let sights = viewers.map(|viewer| game.sight(state, board, viewer)).collect();
            (board, game.cells_of(state, board).into(), sights)
        });
        let boards: Vec<_> = boards.collect();
        (!boards.is_empty()).then(|| Self { boards, actor: state.decision().map(|due| due.seat) })
    }
}

/// A symbol in words, with its seat: `black rook`.
fn title(game: &Game, board: BoardId, symbol: usize) -> String {
    let symbol = &game.pack().boards[board.index()].symbols[symbol];
    match symbol.piece {
        Some((piece, seat)) => {
            let name = game.pack().moves.pieces[piece].name.replace('_', " ");
            format!("{} {name}", game.seat_name(Seat::from_index(seat)))
        }
        None => symbol.name.replace('_', " "),
    }
}

/// The number of pieces of each seat, and of each cell.
pub(crate) fn counts(game: &Game, board: BoardId, cells: &[u8]) -> (Vec<u32>, Vec<u32>) {
    let spec = &game.pack().boards[board.index()];
    let (mut totals, mut pool) = (vec![0; game.seat_count()], vec![0; spec.symbols.len() + 1]);
    for &cell in cells {
        pool.iter_mut().skip(usize::from(cell)).take(1).for_each(|n| *n += 1);
        let seat = spec.seat_of(cell);
        seat.into_iter().for_each(|seat| totals.iter_mut().skip(seat).take(1).for_each(|n| *n += 1));
    }
    (totals, pool)
}

impl Unseen {
    /// The knowledge that a viewer has of a state whose past it hasn't seen.
    pub(crate) fn of_state(game: &Game, state: &State, viewer: Option<Seat>) -> Option<Self> {
        Moment::of(game, state).map(|moment| Self::begin(game, &moment, viewer, false))
    }

    /// The knowledge that a viewer has at the beginning of a match.
    pub fn begin(game: &Game, moment: &Moment, viewer: Option<Seat>, is_start: bool) -> Self {
        let place = viewer.map_or(game.seat_count(), Seat::index);
        let boards = moment.boards.iter().map(|(board, cells, sights)| {
            let is_public = is_start && game.board_starts()[board.index()].cells == **cells;
            let seen = sights[place].clone();
            let last = cells.iter().zip(&seen).map(|(&cell, &seen)| match seen || is_public {
                true => Last::Cell(cell),
                false => Last::Never,
            });
            let (totals, pool) = counts(game, *board, cells);
            let last: Vec<Last> = last.collect();
            Remembered { board: *board, age: vec![0; last.len()], seen, last, totals, pool, actions: 0 }
        });
        Self { viewer, boards: boards.collect() }
    }

    /// Takes in an action: the boards before and after it.
    pub fn observe(&mut self, game: &Game, before: &Moment, after: &Moment) {
        let place = self.viewer.map_or(game.seat_count(), Seat::index);
        let boards = before.boards.iter().zip(&after.boards);
        for (known, ((_, before_cells, was), (_, after_cells, is))) in self.boards.iter_mut().zip(boards) {
            let acts = self.viewer.is_some() && before.actor == self.viewer;
            known.observe(
                game,
                (self.viewer, before.actor, acts),
                [before_cells, after_cells],
                [&was[place], &is[place]],
            );
        }
    }

    /// The knowledge of each board that hides squares.
    pub fn boards(&self) -> &[Remembered] {
        &self.boards
    }

    /// The contradiction between a state and this knowledge, if there is one.
    pub fn against(&self, game: &Game, state: &State) -> Option<String> {
        self.boards.iter().find_map(|known| {
            let spec = &game.pack().boards[known.board.index()];
            let cells = game.cells_of(state, known.board);
            let fits = |square: usize| {
                let is_certain = known.seen[square] || known.age[square] == 0;
                !is_certain
                    || match known.last[square] {
                        Last::Never => true,
                        Last::Cell(cell) => cells[square] == cell,
                        Last::PieceOf(seat) => spec.seat_of(cells[square]) == Some(seat),
                    }
            };
            if let Some(wrong) = (0..cells.len()).find(|&square| !fits(square)) {
                let square = game.square_name(known.board, Square::from_index(wrong));
                return Some(format!("what stands on {square} can't stand there by what was seen"));
            }
            let totals = counts(game, known.board, cells).0;
            let wrong = (0..totals.len()).find(|&seat| totals[seat] != known.totals[seat])?;
            let seat = game.seat_name(Seat::from_index(wrong));
            Some(format!("{seat} has {} pieces, not {}", totals[wrong], known.totals[wrong]))
        })
    }

    /// The symbol, 0 for none, that was last seen on a square of the first board that hides some, with the number of actions
    /// since then that weren't observed whole; `None` if its content was never known.
    pub fn last_seen(&self, game: &Game, square: Square) -> Option<(u8, u32)> {
        let known = self.boards.first().filter(|known| game.has_square(known.board, square))?;
        match known.last[square.index()] {
            Last::Cell(cell) => Some((cell, known.age[square.index()])),
            _ => None,
        }
    }

    /// The squares that aren't seen but on which a piece was last seen, as `e5`, with the piece and the number of actions
    /// since then that weren't observed whole.
    ///
    /// Of a kind of piece no more are told than can be unseen: those that have come into sight elsewhere have left the
    /// nearest square on which such a piece was seen before.
    pub fn remembered(&self, game: &Game) -> Vec<(String, String, u32)> {
        let mut out = Vec::new();
        for known in &self.boards {
            let left = known.left(game);
            for square in (0..known.seen.len()).filter(|square| !known.seen[*square] && !left.contains(square)) {
                let what = match known.last[square] {
                    Last::Cell(cell) if cell > 0 => title(game, known.board, usize::from(cell) - 1),
                    Last::PieceOf(seat) => format!("a piece of {}", game.seat_name(Seat::from_index(seat))),
                    _ => continue,
                };
                let name = game.square_name(known.board, Square::from_index(square));
                out.push((name, what, known.age[square]));
            }
        }
        out
    }

    /// The pieces of other seats that aren't seen, as far as their kinds are known, with their numbers.
    pub fn hidden_pieces(&self, game: &Game, view: &State) -> Vec<(String, u32)> {
        let mut out = Vec::new();
        for known in &self.boards {
            let spec = &game.pack().boards[known.board.index()];
            let mut left = known.pool.clone();
            for &cell in game.cells_of(view, known.board) {
                let n = &mut left[usize::from(cell)];
                *n = n.saturating_sub(1);
            }
            let is_own = |seat: usize| self.viewer.is_some_and(|viewer| viewer.index() == seat);
            for (n, symbol) in spec.symbols.iter().enumerate() {
                if left[n + 1] > 0 && symbol.piece.is_some_and(|(_, seat)| !is_own(seat)) {
                    out.push((title(game, known.board, n), left[n + 1]));
                }
            }
        }
        out
    }
}

/// The cell of a piece that a seat has captured with on a square out of sight, if the viewer saw it leave another one
/// and it can't have become something else on the way.
fn capturing(
    game: &Game,
    board: BoardId,
    (seat, to): (usize, usize),
    [before, after]: [&[u8]; 2],
    was: &Squares,
) -> Option<u8> {
    let spec = &game.pack().boards[board.index()];
    let is_of = |cell: u8| spec.seat_of(cell) == Some(seat);
    let mut left = (0..after.len()).filter(|&from| was[from] && is_of(before[from]) && !is_of(after[from]));
    let from = left.next().filter(|_| left.next().is_none())?;
    let cell = before[from];
    let (piece, _) = spec.symbols[usize::from(cell).checked_sub(1)?].piece?;
    let grid = &game.board_rules()?.grid;
    let could_change =
        game.pack().moves.pieces[piece].moves.iter().filter_map(|row| row.becomes.as_ref()).any(|becomes| {
            becomes.area.as_ref().is_none_or(|area| {
                let is_fixed = area.leaves(&spec.areas).iter().all(|leaf| leaf.is_fixed());
                !is_fixed || [from, to].into_iter().any(|square| grid.is_in_fixed(area, &spec.areas, seat, square))
            })
        });
    (cell == after[to] && !could_change).then_some(cell)
}

impl Remembered {
    /// The squares that pieces must have left since they were seen, as there are no more of their kind.
    fn left(&self, game: &Game) -> Vec<usize> {
        let spec = &game.pack().boards[self.board.index()];
        let width = game.board(self.board).width.max(1);
        let squares = || 0..self.seen.len();
        let mut left = Vec::new();
        for cell in (1..self.pool.len()).filter(|&cell| spec.seat_of(cell as u8).is_some()) {
            let is_cell = |square: &usize| self.last[*square] == Last::Cell(cell as u8);
            let mut elsewhere: Vec<usize> = squares().filter(is_cell).collect();
            let mut told: Vec<usize> = elsewhere.iter().copied().filter(|&square| !self.seen[square]).collect();
            let mut excess = elsewhere.len().saturating_sub(self.pool[cell] as usize);
            let far = |a: usize, b: usize| {
                let across = (a % width).abs_diff(b % width);
                let down = (a / width).abs_diff(b / width);
                across * across + down * down
            };
            while excess > 0 {
                let is_later = |from: usize, to: usize| self.seen[to] || self.age[to] < self.age[from];
                let pairs = told.iter().flat_map(|&from| elsewhere.iter().map(move |&to| (from, to)));
                let nearest = pairs.filter(|&(from, to)| is_later(from, to)).min_by_key(|&(from, to)| far(from, to));
                let oldest = || told.iter().copied().max_by_key(|&square| self.age[square]);
                let Some(from) = nearest.map(|(from, _)| from).or_else(oldest) else { break };
                let to = nearest.map(|(_, to)| to);
                told.retain(|&square| square != from);
                elsewhere.retain(|&square| square != from && Some(square) != to);
                left.push(from);
                excess -= 1;
            }
        }
        left
    }

    fn observe(
        &mut self,
        game: &Game,
        (viewer, actor, acts): (Option<Seat>, Option<Seat>, bool),
        [before, after]: [&[u8]; 2],
        [was, is]: [&Squares; 2],
    ) {
        let spec = &game.pack().boards[self.board.index()];
        // A seat observes its own pieces; one that sees none at all, only by its own actions.
        let observes_own = acts || spec.sight.is_some_and(|sight| sight.seen != SquaresSeen::None);
        let own = viewer.filter(|_| observes_own);
        let is_own = |cell: u8| own.is_some_and(|seat| spec.seat_of(cell) == Some(seat.index()));
        let is_observed =
            |square: usize| was[square] && is[square] || [before, after].iter().any(|cells| is_own(cells[square]));
        let changed: Vec<usize> = (0..after.len()).filter(|&square| before[square] != after[square]).collect();
        let is_whole = changed.iter().all(|&square| is_observed(square));
        self.actions += u32::from(!is_whole);
        for square in 0..after.len() {
            if is[square] {
                (self.last[square], self.age[square]) = (Last::Cell(after[square]), 0);
                continue;
            }
            self.age[square] += u32::from(!is_whole);
            let owner = spec.seat_of(after[square]);
            if is_own(before[square]) && !is_own(after[square]) {
                (self.last[square], self.age[square]) = match owner {
                    Some(seat) if actor == Some(Seat::from_index(seat)) => {
                        let cell = capturing(game, self.board, (seat, square), [before, after], was);
                        (cell.map_or(Last::PieceOf(seat), Last::Cell), 0)
                    }
                    _ => (Last::Cell(0), u32::from(after[square] != 0)),
                };
            } else if was[square] {
                (self.last[square], self.age[square]) = (Last::Cell(before[square]), u32::from(!is_whole));
            } else if is_own(after[square]) && before[square] != after[square] {
                (self.last[square], self.age[square]) = (Last::Cell(after[square]), 0);
            }
        }
        self.count(game, acts, [before, after], [was, is]);
        self.seen.clone_from(is);
    }

    /// Counts the pieces: those that were seen captured are no longer there, and a piece that is seen although there
    /// were no more of its kind has been another one.
    fn count(&mut self, game: &Game, acts: bool, [before, after]: [&[u8]; 2], [was, is]: [&Squares; 2]) {
        let spec = &game.pack().boards[self.board.index()];
        let (totals, _) = counts(game, self.board, after);
        for (seat, &total) in totals.iter().enumerate() {
            let mut gone = self.totals[seat].saturating_sub(total);
            let is_gone = |square: &usize| {
                let is_known = was[*square] && (acts || is[*square]);
                is_known && spec.seat_of(before[*square]) == Some(seat) && spec.seat_of(after[*square]) != Some(seat)
            };
            for square in (0..after.len()).filter(is_gone) {
                let left = &mut self.pool[usize::from(before[square])];
                if gone > 0 && *left > 0 {
                    *left -= 1;
                    gone -= 1;
                }
            }
        }
        self.totals = totals;
        for (n, _) in game.lengths(self.board).into_iter().enumerate().filter(|(_, length)| *length > 1) {
            self.pool[n + 1] = after.iter().filter(|&&cell| usize::from(cell) == n + 1).count() as u32;
        }
        let mut seen = vec![0_u32; self.pool.len()];
        (0..after.len()).filter(|&square| is[square]).for_each(|square| seen[usize::from(after[square])] += 1);
        for cell in 1..self.pool.len() {
            let more = seen[cell].saturating_sub(self.pool[cell]);
            self.pool[cell] += more;
            for _ in 0..more {
                // The most common kind of the seat that isn't wholly in sight.
                let others = (1..self.pool.len()).filter(|&other| {
                    other != cell
                        && spec.seat_of(other as u8) == spec.seat_of(cell as u8)
                        && self.pool[other] > seen[other]
                });
                if let Some(other) = others.max_by_key(|&other| self.pool[other] - seen[other]) {
                    self.pool[other] -= 1;
                }
            }
        }
    }
}
