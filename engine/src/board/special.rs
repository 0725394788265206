//! Moves that no way of a piece tells: two pieces that move at once, and taking what has just passed over a square.

use smallvec::SmallVec;

use super::generate::Sink;
use super::{BoardRules, Move, Scratch};
use crate::action::ActionList;
use crate::pack::pieces::Effect;
use crate::state::State;

/// Two pieces of a seat that move at once: the royal one, and another beyond its target.
#[derive(Clone, Debug)]
pub(crate) struct Castle {
    pub(crate) rule: u16,
    pub(crate) seat: usize,
    /// Where the variable is that must be 1.
    pub(crate) right: usize,
    /// From where to where the royal piece goes.
    pub(crate) royal: [u16; 2],
    /// The same of the other piece.
    pub(crate) other: [u16; 2],
    /// The squares that must be empty.
    pub(crate) empty: Vec<u16>,
    /// The squares on which the royal piece may not be in danger, from where it stands to where it goes.
    pub(crate) safe: Vec<u16>,
}

/// A way to take what has passed over a square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Overtake {
    pub(crate) rule: u16,
    /// The piece that takes, and where it stands.
    pub(crate) cell: u8,
    pub(crate) from: u16,
    /// Where that stands which is taken.
    pub(crate) victim: u16,
}

/// A variable of a seat that is 1 as long as what stood on some squares at the start is there.
#[derive(Clone, Debug)]
pub(crate) struct Right {
    /// Where the variable is.
    pub(crate) at: usize,
    pub(crate) squares: Vec<u16>,
}

/// What the tables say of these.
#[derive(Clone, Debug, Default)]
pub(crate) struct Special {
    pub(crate) castles: Vec<Castle>,
    /// For each seat and square, `seat * squares + square`, what can be taken that has passed over it; empty if nothing
    /// ever can.
    pub(crate) overtakes: Vec<Vec<Overtake>>,
    /// Where the variable is that holds the square that was passed over.
    pub(crate) passed: Option<usize>,
    pub(crate) rights: Vec<Right>,
    /// The cells whose moves begin the count of quiet actions anew.
    pub(crate) loud: u64,
}

impl Special {
    /// Whether there is any such move.
    #[inline]
    pub(crate) fn has_moves(&self) -> bool {
        !self.castles.is_empty() || !self.overtakes.is_empty()
    }

    /// What a seat castles with by a verb.
    pub(crate) fn castle(&self, rules: &BoardRules, seat: usize, verb: u8) -> Option<&Castle> {
        let is_it = |castle: &&Castle| castle.seat == seat && rules.rules[usize::from(castle.rule)].verb == verb;
        self.castles.iter().find(is_it)
    }
}

impl Castle {
    /// Moves the royal piece from its square to another on its way, and with its target the other piece as well.
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
    /// Finds these moves of a seat; false if the sink has enough. `judged` leaves out those by which the royal piece is in
    /// danger, on its way or then.
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

    /// Whether a seat may still do this, and both pieces are there.
    pub(crate) fn has_right(&self, bytes: &[u8], castle: &Castle) -> bool {
        let cells = self.cells(bytes);
        let is_there = |square: u16| cells[usize::from(square)] == self.start[usize::from(square)];
        let right = bytes.get(castle.right..castle.right + 4).is_some_and(|right| right != [0; 4]);
        right && is_there(castle.royal[0]) && is_there(castle.other[0])
    }

    /// Whether nothing stands between the two pieces.
    pub(crate) fn is_way_free(&self, cells: &[u8], castle: &Castle) -> bool {
        castle.empty.iter().all(|&square| cells[usize::from(square)] == 0)
    }

    /// True if no row takes the royal piece where it stands, on its way, or where it comes to.
    pub(crate) fn is_way_safe(&self, cells: &[u8], castle: &Castle) -> bool {
        let from = castle.royal[0];
        if self.is_attacked(cells, castle.seat, from) {
            return false;
        }
        castle.safe.iter().filter(|&&square| square != from).all(|&square| {
            let mut cells: SmallVec<[u8; 128]> = SmallVec::from_slice(cells);
            castle.put_on_way(&mut cells, square);
            !self.is_attacked(&cells, castle.seat, square)
        })
    }

    /// The position on its way of the royal piece that castles: it has left its square, so that lines over that are
    /// open, and on its target both pieces have moved.
    pub(crate) fn on_way(&self, state: &State, castle: &Castle, square: u16) -> State {
        let mut state = state.clone();
        castle.put_on_way(self.cells_mut(&mut state.bytes), square);
        state
    }

    /// Whether no row takes the royal piece where it comes by an action of tables.
    pub(crate) fn is_crossing_safe(&self, state: &State, seat: usize, record: &[u8]) -> bool {
        let cells = self.cells(&state.bytes);
        self.special.castle(self, seat, record[0]).is_none_or(|castle| self.is_way_safe(cells, castle))
    }

    fn can_overtake(&self, cells: &[u8], seat: usize, to: u16, overtake: &Overtake) -> bool {
        let owner = usize::from(self.owner[usize::from(cells[usize::from(overtake.victim)]) & 63]);
        cells[usize::from(overtake.from)] == overtake.cell
            && cells[usize::from(to)] == 0
            && owner != 0
            && owner != seat + 1
    }

    /// Whether a move takes what has just passed over its target.
    pub(super) fn is_overtaking(&self, state: &State, seat: usize, taken: Move) -> bool {
        let to = self.passed_square(&state.bytes).filter(|&to| to == taken.to);
        let mut ways = to.into_iter().flat_map(|to| &self.special.overtakes[seat * self.squares() + usize::from(to)]);
        let cells = self.cells(&state.bytes);
        ways.any(|way| {
            way.from == taken.from && way.rule == taken.rule && self.can_overtake(cells, seat, taken.to, way)
        })
    }

    /// Where that stands which a move takes that goes over a square.
    pub(super) fn overtaken(&self, seat: usize, taken: Move) -> Option<u16> {
        let ways = self.special.overtakes.get(seat * self.squares() + usize::from(taken.to))?;
        ways.iter().find(|way| way.from == taken.from).map(|way| way.victim)
    }

    /// The square that was passed over by the last action, from 0.
    fn passed_square(&self, bytes: &[u8]) -> Option<u16> {
        let at = self.special.passed?;
        let number = i32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let square = u16::try_from(number).ok()?.checked_sub(1)?;
        (usize::from(square) < self.squares()).then_some(square)
    }

    /// Keeps in step what follows moves of these kinds. The changes of the cells are in the scratch.
    pub(super) fn keep_special(&self, scratch: &Scratch, state: &mut State, seat: usize, taken: Move) {
        self.keep_rights(scratch, state);
        if let Some(at) = self.special.passed {
            let rule = &self.rules[usize::from(taken.rule)];
            let square = if rule.passes { self.noted_passing(state, seat, taken) } else { 0 };
            state.set_i32(at, square);
        }
    }

    /// Takes rights from seats whose pieces have left the squares, or were taken there.
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

    /// Takes rights from seats whose pieces are elsewhere.
    pub(super) fn settle_rights(&self, state: &mut State) {
        for right in &self.special.rights {
            let cells = self.cells(&state.bytes);
            let is_there = |square: &u16| cells[usize::from(*square)] == self.start[usize::from(*square)];
            if !right.squares.iter().all(is_there) {
                state.set_i32(right.at, 0);
            }
        }
    }

    /// The number of the square that a move has passed over, if an enemy that is to act next stands where it could take
    /// what has done so; else 0.
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

    /// True if something has passed over a square in the last action, or a position says so.
    #[inline]
    pub(crate) fn notes_passing(&self, state: &State) -> bool {
        self.special.passed.is_some_and(|at| state.i32(at) != 0)
    }

    /// Notes nothing as passed over where none of the legal actions takes it: a position is another only where such a
    /// capture could be made (FIDE Laws of Chess, 9.2.3).
    #[cold]
    pub(crate) fn keep_passing(&self, state: &mut State, legal: &ActionList) {
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

    /// Whether an action begins the count of quiet actions anew.
    pub(super) fn is_loud(&self, scratch: &Scratch, taken: Move) -> bool {
        let rule = &self.rules[usize::from(taken.rule)];
        let is_quiet =
            matches!(rule.effect, Effect::Move | Effect::Swap | Effect::Pass | Effect::TakeOver | Effect::Castle);
        let before = scratch.changes.as_slice().iter().find(|(square, _)| *square == taken.from);
        !is_quiet || rule.takes > 0 || before.is_some_and(|&(_, cell)| self.special.loud >> (cell & 63) & 1 != 0)
    }
}
