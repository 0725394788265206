//! Castling, and en passant captures.

use smallvec::SmallVec;

use super::sink::Sink;
use super::{BoardRules, Move, PerCell, Scratch};
use parlour_model::action::ActionList;
use parlour_model::state::State;
use parlour_pack::pieces::Effect;

/// Castling: the royal piece moves, and another from beyond its target.
#[derive(Clone, Debug)]
pub struct Castle {
    /// Its rule, by index in [`BoardRules::rules`].
    pub rule: u16,
    /// The seat that castles.
    pub seat: usize,
    /// The offset of the variable that must be 1.
    pub(crate) right: usize,
    /// Origin and target of the royal piece.
    pub royal: [u16; 2],
    /// The same of the other piece.
    pub other: [u16; 2],
    /// The squares that must be empty.
    pub empty: Vec<u16>,
    /// The squares on which the royal piece mustn't be attacked, from its origin to its target.
    pub safe: Vec<u16>,
}

/// An en passant capture.
#[derive(Clone, Copy, Debug)]
pub struct Overtake {
    pub(crate) rule: u16,
    /// The capturing cell, and its square.
    pub(crate) cell: u8,
    pub(crate) from: u16,
    /// The square of the captured piece.
    pub victim: u16,
}

/// A castling right: a variable of a seat that is 1 as long as the initial pieces of some squares are there.
#[derive(Clone, Debug)]
pub struct Right {
    /// The offset of the variable.
    pub at: usize,
    pub squares: Vec<u16>,
}

/// Tables of castling and en passant.
#[derive(Clone, Debug, Default)]
pub struct Special {
    pub castles: Vec<Castle>,
    /// For each seat and square, `seat * squares + square`, the captures of a piece that has passed over it; empty if
    /// there are none at all.
    pub overtakes: Vec<Vec<Overtake>>,
    /// The offset of the variable with the square that was passed over.
    pub(crate) passed: Option<usize>,
    pub rights: Vec<Right>,
    /// The cells whose moves reset the count of quiet actions.
    pub(crate) loud: PerCell<bool>,
}

impl Special {
    /// True if there is any such move.
    #[inline]
    pub fn has_moves(&self) -> bool {
        !self.castles.is_empty() || !self.overtakes.is_empty()
    }

    /// The castling of a seat by a verb.
    pub fn castle(&self, rules: &BoardRules, seat: usize, verb: u8) -> Option<&Castle> {
        let is_it = |castle: &&Castle| castle.seat == seat && rules.rules[usize::from(castle.rule)].verb == verb;
        self.castles.iter().find(is_it)
    }
}

impl Castle {
    /// Moves the royal piece to a square on its way, and to its target together with the other piece.
    fn put_on_way(&self, cells: &mut [u8], square: u16) {
        let [from, to] = self.royal.map(usize::from);
        let [other_from, other_to] = self.other.map(usize::from);
        let (royal, other) = (cells[from], cells[other_from]);
        cells[from] = 0;
        if usize::from(square) == to {
            cells[other_from] = 0;
            cells[other_to] = other;
        }
        cells[usize::from(square)] = royal;
    }
}

impl BoardRules {
    /// Generates these moves of a seat; false if the sink stops. With `judged` the royal piece must not be attacked, on
    /// its way or at its target.
    pub(super) fn search_special<S: Sink>(
        &self,
        scratch: &mut Scratch,
        bytes: &[u8],
        seat: usize,
        verbs: u64,
        judged: bool,
        sink: &mut S,
    ) -> bool {
        let cells = self.cells(bytes);
        let is_of = |rule: u16| verbs >> self.rules[usize::from(rule)].verb & 1 != 0;
        for castle in self.special.castles.iter().filter(|castle| castle.seat == seat && is_of(castle.rule)) {
            if !self.has_right(bytes, castle) || !self.is_way_free(cells, castle) {
                continue;
            }
            if judged && !self.is_way_safe(cells, castle) {
                continue;
            }
            if !sink.take_one(castle.rule, castle.royal[0], castle.royal[1]) {
                return false;
            }
        }
        let Some(to) = self.passed_square(bytes).filter(|_| !self.special.overtakes.is_empty()) else {
            return true;
        };
        let royal = if judged { self.royal_square(cells, seat) } else { None };
        if royal.is_some() {
            scratch.cells.clear();
            scratch.cells.extend_from_slice(cells);
        }
        for overtake in &self.special.overtakes[seat * self.squares() + usize::from(to)] {
            let Overtake { rule, from, .. } = *overtake;
            if !is_of(rule) || !self.can_overtake(cells, seat, to, overtake) {
                continue;
            }
            let safe = royal.is_none_or(|royal| self.leaves_safe(scratch, seat, royal, Move { rule, from, to }));
            if safe && !sink.take_one(rule, from, to) {
                return false;
            }
        }
        true
    }

    /// True if a seat still has the right, and both pieces are there.
    pub fn has_right(&self, bytes: &[u8], castle: &Castle) -> bool {
        let cells = self.cells(bytes);
        let is_there = |square: u16| cells[usize::from(square)] == self.start[usize::from(square)];
        let right = bytes.get(castle.right..castle.right + 4).is_some_and(|right| right != [0; 4]);
        right && is_there(castle.royal[0]) && is_there(castle.other[0])
    }

    /// True if the squares between the two pieces are empty.
    pub(crate) fn is_way_free(&self, cells: &[u8], castle: &Castle) -> bool {
        castle.empty.iter().all(|&square| cells[usize::from(square)] == 0)
    }

    /// True if no row captures the royal piece on its square, on its way, or at its target; or
    /// if nobody's piece is royal.
    pub(crate) fn is_way_safe(&self, cells: &[u8], castle: &Castle) -> bool {
        let from = castle.royal[0];
        if self.royal[castle.seat] == 0 {
            return true;
        }
        if self.is_attacked(cells, castle.seat, from) {
            return false;
        }
        castle.safe.iter().filter(|&&square| square != from).all(|&square| {
            let mut cells: SmallVec<[u8; 128]> = SmallVec::from_slice(cells);
            castle.put_on_way(&mut cells, square);
            !self.is_attacked(&cells, castle.seat, square)
        })
    }

    /// The position with the castling royal piece on its way: its origin is empty, so that rays over it are open, and
    /// at its target both pieces have moved.
    pub fn on_way(&self, state: &State, castle: &Castle, square: u16) -> State {
        let mut state = state.clone();
        castle.put_on_way(self.cells_mut(&mut state.bytes), square);
        state
    }

    /// True if no row captures the royal piece at the target of an action of tables.
    pub fn is_crossing_safe(&self, state: &State, seat: usize, record: &[u8]) -> bool {
        let cells = self.cells(&state.bytes);
        self.special.castle(self, seat, record[0]).is_none_or(|castle| self.is_way_safe(cells, castle))
    }

    fn can_overtake(&self, cells: &[u8], seat: usize, to: u16, overtake: &Overtake) -> bool {
        let owner = usize::from(self.owner[cells[usize::from(overtake.victim)]]);
        cells[usize::from(overtake.from)] == overtake.cell
            && cells[usize::from(to)] == 0
            && owner != 0
            && owner != seat + 1
    }

    /// True if a move is an en passant capture.
    pub(super) fn is_overtaking(&self, state: &State, seat: usize, taken: Move) -> bool {
        let to = self.passed_square(&state.bytes).filter(|&to| to == taken.to);
        let mut ways = to.into_iter().flat_map(|to| &self.special.overtakes[seat * self.squares() + usize::from(to)]);
        let cells = self.cells(&state.bytes);
        ways.any(|way| {
            way.from == taken.from && way.rule == taken.rule && self.can_overtake(cells, seat, taken.to, way)
        })
    }

    /// The square of the piece that a move over a square captures.
    pub fn overtaken(&self, seat: usize, taken: Move) -> Option<u16> {
        let ways = self.special.overtakes.get(seat * self.squares() + usize::from(taken.to))?;
        ways.iter().find(|way| way.from == taken.from).map(|way| way.victim)
    }

    /// The square passed over by the last action, from 0.
    fn passed_square(&self, bytes: &[u8]) -> Option<u16> {
        let at = self.special.passed?;
        let number = i32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let square = u16::try_from(number).ok()?.checked_sub(1)?;
        (usize::from(square) < self.squares()).then_some(square)
    }

    /// Updates the variables after a move. The changes of the cells are in the scratch.
    pub(super) fn keep_special(&self, scratch: &Scratch, state: &mut State, seat: usize, taken: Move) {
        self.keep_rights(scratch, state);
        if let Some(at) = self.special.passed {
            let rule = &self.rules[usize::from(taken.rule)];
            let square = if rule.passes { self.noted_passing(state, seat, taken) } else { 0 };
            state.set_i32(at, square);
        }
    }

    /// Revokes castling rights of seats whose pieces have left the squares, or were captured there.
    pub(super) fn keep_rights(&self, scratch: &Scratch, state: &mut State) {
        for right in self.special.rights.iter() {
            let cells = self.cells(&state.bytes);
            let has_changed = |&(square, _): &(u16, u8)| {
                right.squares.contains(&square) && cells[usize::from(square)] != self.start[usize::from(square)]
            };
            if scratch.changes.as_slice().iter().any(has_changed) {
                state.set_i32(right.at, 0);
            }
        }
    }

    /// Revokes castling rights of seats whose pieces are elsewhere.
    pub fn settle_rights(&self, state: &mut State) {
        for right in &self.special.rights {
            let cells = self.cells(&state.bytes);
            let is_there = |square: &u16| cells[usize::from(*square)] == self.start[usize::from(*square)];
            if !right.squares.iter().all(is_there) {
                state.set_i32(right.at, 0);
            }
        }
    }

    /// The number of the square that a move has passed over, if an enemy to act next could capture there; otherwise 0.
    fn noted_passing(&self, state: &State, seat: usize, taken: Move) -> i32 {
        let next = (seat + 1) % self.seats;
        let Some(&square) = self.between(taken.from, taken.to).first() else {
            return 0;
        };
        let ways = self.special.overtakes.get(next * self.squares() + usize::from(square));
        let cells = self.cells(&state.bytes);
        let can = |way: &Overtake| way.victim == taken.to && cells[usize::from(way.from)] == way.cell;
        if ways.is_some_and(|ways| ways.iter().any(can)) { i32::from(square) + 1 } else { 0 }
    }

    /// True if a square is recorded as passed over, by the last action or by a position.
    #[inline]
    pub fn notes_passing(&self, state: &State) -> bool {
        self.special.passed.is_some_and(|at| state.i32(at) != 0)
    }

    /// Clears the square passed over if no legal action captures there: the position differs only if the capture is
    /// possible (FIDE Laws of Chess, 9.2.3).
    #[cold]
    pub fn keep_passing(&self, state: &mut State, legal: &ActionList) {
        let Some((at, seat)) = self.special.passed.zip(state.decision().map(|decision| decision.seat.index())) else {
            return;
        };
        let takes = |n: usize| {
            let taken = self.read(state, seat, legal.record(n));
            taken.is_some_and(|taken| self.rules[usize::from(taken.rule)].effect == Effect::Overtake)
        };
        if !(0..legal.len()).any(takes) {
            state.set_i32(at, 0);
        }
    }

    /// True if an action resets the count of quiet actions.
    pub(super) fn is_loud(&self, scratch: &Scratch, taken: Move) -> bool {
        let rule = &self.rules[usize::from(taken.rule)];
        let is_quiet = match rule.effect {
            Effect::Move | Effect::Swap | Effect::Pass | Effect::Stop | Effect::TakeOver | Effect::Castle => true,
            // Unless something falls off the board.
            Effect::Push => scratch.changes.as_slice().iter().any(|(_, before)| *before == 0),
            Effect::Capture | Effect::Shoot | Effect::Build | Effect::Convert => false,
            Effect::Jump | Effect::Place | Effect::Overtake => false,
        };
        let before = scratch.changes.as_slice().iter().find(|(square, _)| *square == taken.from);
        let of_others = |cell: u8| self.owner[cell] != 0;
        let changed = || scratch.changes.as_slice().iter().filter(|(square, _)| *square != taken.from);
        let holds = || self.custody.is_any() && changed().any(|&(_, cell)| of_others(cell));
        !is_quiet || rule.takes > 0 || holds() || before.is_some_and(|&(_, cell)| self.special.loud[cell])
    }
}
