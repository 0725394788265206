//! The knowledge that a viewer has of pieces whose kinds are hidden, on a board on which everyone sees where pieces stand:
//! the kinds that each piece can be, a fold over the changes of the board and over what was shown.
//!
//! The number of a seat's pieces of each kind is known to everyone: pieces that are captured are seen. A kind that was shown
//! goes with its piece, and is gone where a script puts something on a square that looks as before. Of a piece that has
//! moved by tables only those kinds are left that can go so.

use crate::Game;
use parlour_model::cells::CellSet;
use parlour_model::ids::{BoardId, Seat, Verb};
use parlour_model::state::State;
use parlour_model::state::notes::Note;
use parlour_pack::boards::HiddenKinds;
use parlour_pack::pieces::Effect;

/// The knowledge that a viewer has of the kinds of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kinds {
    viewer: Option<Seat>,
    /// The cells that each square can have.
    may: Vec<CellSet>,
    /// The number of each cell on the board, which everyone knows.
    counts: Vec<u32>,
}

impl Game {
    /// The board on which the kinds of pieces are hidden.
    pub(crate) fn hidden_kinds(&self) -> Option<(BoardId, &HiddenKinds)> {
        let boards = self.pack().boards.iter().enumerate();
        boards.filter_map(|(n, board)| Some((BoardId::from_index(n), board.kinds.as_ref()?))).next()
    }

    /// True if there are pieces whose kinds not everyone sees.
    pub fn hides_kinds(&self) -> bool {
        self.hidden_kinds().is_some()
    }

    /// The offset in the block of the board on which kinds are hidden.
    pub fn hidden_offset(&self) -> Option<usize> {
        Some(self.layout().boards[self.hidden_kinds()?.0.index()].offset)
    }

    /// The cells of the board on which kinds are hidden.
    pub fn hidden_cells<'a>(&self, state: &'a State) -> Option<&'a [u8]> {
        let layout = self.layout().boards[self.hidden_kinds()?.0.index()];
        Some(&state.bytes[layout.offset..layout.offset + layout.width * layout.height])
    }

    /// Puts pieces into a view of the state before the last action that are known in a view of the state after it, where
    /// nothing has changed.
    pub fn carry_kinds(&self, view: &mut State, known: &State, [before, after]: [&State; 2]) {
        let cells = [known, before, after].map(|state| self.hidden_cells(state));
        let (Some(offset), [Some(known), Some(before), Some(after)]) = (self.hidden_offset(), cells) else { return };
        for square in (0..known.len()).filter(|&square| before[square] == after[square]) {
            view.bytes[offset + square] = known[square];
        }
    }

    /// The cell that a viewer sees of a cell.
    fn shown_cell(&self, viewer: Option<Seat>, cell: u8) -> u8 {
        match self.hidden_kinds() {
            Some((board, hidden)) => hidden.shown(&self.pack().boards[board.index()], viewer, cell),
            None => cell,
        }
    }

    /// The cells that one can be that a viewer sees as this one.
    fn cells_behind(&self, shown: u8) -> CellSet {
        let Some((board, hidden)) = self.hidden_kinds() else { return CellSet::of(shown) };
        let board = &self.pack().boards[board.index()];
        match hidden.backs.iter().position(|&back| back == shown) {
            Some(seat) => {
                let cells = (1..=board.symbols.len() as u8).filter(|&cell| board.seat_of(cell) == Some(seat));
                cells.filter(|&cell| cell != shown).collect()
            }
            None => CellSet::of(shown),
        }
    }
}

impl Kinds {
    /// The knowledge that a viewer has of a state whose past it hasn't seen.
    pub(crate) fn of_state(game: &Game, state: &State, viewer: Option<Seat>) -> Self {
        Self::of_cells(game, game.hidden_cells(state).unwrap_or_default(), viewer)
    }

    /// The same of the cells of the board.
    pub fn of_cells(game: &Game, cells: &[u8], viewer: Option<Seat>) -> Self {
        let may = cells.iter().map(|&cell| game.cells_behind(game.shown_cell(viewer, cell))).collect();
        let symbols = game.hidden_kinds().map_or(0, |(board, _)| game.pack().boards[board.index()].symbols.len());
        let mut out = Self { viewer, may, counts: vec![0; symbols + 1] };
        out.count(cells);
        out.settle();
        out
    }

    /// Draws conclusions from how many there are of each cell: squares that certainly have all of a cell leave none of it to
    /// others, and where only so many squares can have a cell as there are of it, they have it.
    fn settle(&mut self) {
        loop {
            let before = self.may.clone();
            for (cell, &count) in (0..=u8::MAX).zip(&self.counts) {
                let only = CellSet::of(cell);
                let known = self.may.iter().filter(|&&may| may == only).count();
                let open = self.may.iter().filter(|may| may.has(cell)).count();
                for may in self.may.iter_mut().filter(|may| may.has(cell) && **may != only) {
                    if known == count as usize {
                        *may = *may & !only;
                    } else if open == count as usize {
                        *may = only;
                    }
                }
            }
            if self.may == before {
                return;
            }
        }
    }

    fn count(&mut self, cells: &[u8]) {
        self.counts.fill(0);
        cells.iter().for_each(|&cell| self.counts[usize::from(cell)] += 1);
    }

    /// Takes in an action: the board before and after it, and what was shown.
    pub fn observe(&mut self, game: &Game, verb: Option<Verb>, [before, after]: [&[u8]; 2], notes: &[Note]) {
        let seen = |cells: &[u8]| cells.iter().map(|&cell| game.shown_cell(self.viewer, cell)).collect::<Vec<u8>>();
        let (was, is) = (seen(before), seen(after));
        let rules = game.board_rules().filter(|rules| verb.is_some_and(|verb| rules.has_verb(verb)));
        let of_verb = || {
            let rows = rules.into_iter().flat_map(|rules| &rules.rules);
            rows.filter(|row| verb.is_some_and(|verb| usize::from(row.verb) == verb.index() + 1))
        };
        if of_verb().any(|row| matches!(row.effect, Effect::Swap | Effect::Push | Effect::Convert | Effect::TakeOver)) {
            // Which of the pieces that look alike have changed places isn't followed.
            self.may = is.iter().map(|&cell| game.cells_behind(cell)).collect();
        }
        let promoted = of_verb().map(|row| row.becomes).collect::<CellSet>() & !CellSet::VACANT;
        let old = self.may.clone();
        let changed: Vec<usize> = (0..is.len()).filter(|&square| was[square] != is[square]).collect();
        for &to in &changed {
            let all = game.cells_behind(is[to]);
            self.may[to] = all;
            if all.len() <= 1 {
                continue;
            }
            let same = |square: &usize, cells: &[u8]| cells[*square] == is[to];
            let from: Vec<usize> = changed.iter().copied().filter(|square| same(square, &was)).collect();
            let reached = changed.iter().filter(|square| same(square, &is)).count();
            self.may[to] = match from.as_slice() {
                [] => all,
                [from] if reached == 1 => old[*from] & self.goers(game, verb, *from, to) | promoted & all,
                several => several.iter().fold(promoted & all, |cells, &from| cells | old[from]),
            };
        }
        // What a script puts on a square where a piece looks as before can be any of those that look so.
        for note in notes {
            if let Note::Set { square } = *note
                && let square = usize::from(square)
                && was.get(square) == is.get(square)
                && let Some(&cell) = is.get(square)
            {
                self.may[square] = game.cells_behind(cell);
            }
        }
        for note in notes {
            if let Note::Piece { cell, square, whom } = *note
                && whom.is_none_or(|seat| self.viewer == Some(seat))
                && after.get(usize::from(square)) == Some(&cell)
            {
                self.may[usize::from(square)] = CellSet::of(cell);
            }
        }
        self.count(after);
        self.settle();
    }

    /// The cells that can go from a square to another one by a verb; all of them where no table says it.
    fn goers(&self, game: &Game, verb: Option<Verb>, from: usize, to: usize) -> CellSet {
        let rules = game.board_rules().filter(|rules| verb.is_some_and(|verb| rules.has_verb(verb)));
        let Some(rules) = rules else { return CellSet::ALL };
        (1..=u8::MAX).filter(|&cell| rules.goes(cell, from, to)).collect()
    }

    /// The cells that a square can have.
    pub fn may(&self, square: usize) -> CellSet {
        self.may[square]
    }

    /// The cells that a square of a view can have by what the view shows alone.
    pub fn of_owner(&self, game: &Game, view: &State, square: usize) -> CellSet {
        game.hidden_cells(view).map_or(CellSet::EMPTY, |cells| game.cells_behind(cells[square]))
    }

    /// Puts the pieces that the viewer knows for sure into a view.
    pub(crate) fn show(&self, game: &Game, view: &mut State) {
        let Some(offset) = game.hidden_offset() else { return };
        for (cell, may) in view.bytes[offset..].iter_mut().zip(&self.may) {
            *cell = may.single().unwrap_or(*cell);
        }
    }

    /// The squares of a view whose pieces aren't known, and how many there are of each cell that isn't shown.
    pub fn hidden(&self, game: &Game, view: &State) -> (Vec<usize>, Vec<u32>) {
        let cells = game.hidden_cells(view).unwrap_or_default();
        let squares: Vec<usize> =
            (0..cells.len()).filter(|&square| game.cells_behind(cells[square]).len() > 1).collect();
        let mut left = self.counts.clone();
        for square in (0..cells.len()).filter(|square| squares.binary_search(square).is_err()) {
            let n = &mut left[usize::from(cells[square])];
            *n = n.saturating_sub(1);
        }
        (squares, left)
    }

    /// The names of the kinds that the piece on a square, from 0, can be by what the viewer knows; with one name it is known.
    pub fn possible<'a>(&self, game: &'a Game, square: usize) -> Vec<&'a str> {
        let name = |kind: usize| game.pack().moves.pieces[kind].name.as_str();
        self.kinds(game, square).into_iter().map(name).collect()
    }

    /// The kinds themselves, from 0.
    pub fn kinds(&self, game: &Game, square: usize) -> Vec<usize> {
        let Some((board, _)) = game.hidden_kinds() else { return Vec::new() };
        let cells = self.may.get(square).copied().unwrap_or_default();
        let symbols = game.pack().boards[board.index()].symbols.iter().zip(1..=u8::MAX);
        let pieces = symbols.filter(|(_, cell)| cells.has(*cell) && self.counts[usize::from(*cell)] > 0);
        pieces.filter_map(|(symbol, _)| Some(symbol.piece?.0)).collect()
    }

    /// The contradiction between a state and this knowledge, if there is one.
    pub fn against(&self, game: &Game, state: &State) -> Option<String> {
        let board = game.hidden_kinds()?.0;
        let cells = game.hidden_cells(state)?;
        let wrong = (0..cells.len()).find(|&square| !self.may[square].has(cells[square]))?;
        let square = game.square_name(board, parlour_model::ids::Square::from_index(wrong));
        Some(format!("what stands on {square} can't stand there by what is known"))
    }
}
