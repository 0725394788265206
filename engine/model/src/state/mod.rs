//! The state of a match: one flat block of bytes with everything in it.

pub mod action;
pub mod layout;
pub mod notes;
pub mod playout;
pub mod squares;

use crate::chance::Generator;
use crate::ids::{Phase, Seat};
use crate::layout::{
    BoardLayout, DEPTH, ENDING, Layout, OVER, PLY, PileLayout, RNG, RNG_LEN, STACK, VarLayout, WINNERS,
};

/// A state, or a view of one in which everything hidden is blank: one block of bytes, whose layout is internal to the
/// engine.
///
/// A `Game` reads its contents: `zone_cards`, `board` and [`State::cells`], `var` and [`State::value`], `score`.
///
/// Cloning copies the bytes; equality and hash are of the bytes.
///
/// ```
/// use parlour_engine::{Config, Library, Rules, Seat};
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"));
/// let game = library.load("goofspiel")?.configure(&Config::default())?;
/// let state = Rules::new(game)?.start(7, &mut Vec::new())?;
/// assert!(!state.is_over());
/// assert_eq!(state.decision().map(|decision| decision.seat), Some(Seat(0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The block.
    pub bytes: Box<[u8]>,
}

/// A decision: the seat and the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The seat to act.
    pub seat: Seat,
    /// The kind of decision.
    pub phase: Phase,
}

/// An ending that was undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    ending: u8,
    winners: u16,
}

impl State {
    /// A block of zeros.
    pub fn blank(size: usize) -> Self {
        Self { bytes: vec![0; size].into_boxed_slice() }
    }

    /// Makes this equal to another state of the same game, without allocating.
    pub fn copy_from(&mut self, other: &State) {
        self.bytes.copy_from_slice(&other.bytes);
    }

    /// The bytes, to be compared, hashed or sent. Their meaning is internal to the engine.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The number of two bytes at an offset.
    pub fn u16(&self, at: usize) -> u16 {
        u16::from_le_bytes([self.bytes[at], self.bytes[at + 1]])
    }

    /// Writes a number of two bytes.
    pub fn set_u16(&mut self, at: usize, value: u16) {
        self.bytes[at..at + 2].copy_from_slice(&value.to_le_bytes());
    }

    /// The number of one or two bytes at an offset.
    pub fn narrow(&self, at: usize, width: usize) -> u16 {
        if width == 1 { self.bytes[at].into() } else { self.u16(at) }
    }

    /// Writes a number of one or two bytes.
    pub fn set_narrow(&mut self, at: usize, width: usize, value: u16) {
        if width == 1 {
            self.bytes[at] = value as u8;
        } else {
            self.set_u16(at, value);
        }
    }

    /// The number of cards of a pile. A script that counts with fractions can make a number that is too large.
    pub fn pile_size(&self, pile: &PileLayout) -> usize {
        usize::from(self.u16(pile.size)).min(pile.capacity)
    }

    /// The cards of a pile as numbers, the bottom one first; 0 for one that a view hides.
    pub fn cards(&self, pile: &PileLayout) -> impl ExactSizeIterator<Item = u16> + '_ {
        let (first, width) = (pile.cards, pile.width);
        (0..self.pile_size(pile)).map(move |n| self.narrow(first + n * width, width))
    }

    /// Writes a card at a place of a pile; 0 for none.
    pub fn set_card(&mut self, pile: &PileLayout, place: usize, number: u16) {
        self.set_narrow(pile.cards + place * pile.width, pile.width, number);
    }

    /// The number of four bytes at an offset.
    pub fn i32(&self, at: usize) -> i32 {
        let mut bytes = [0; 4];
        bytes.copy_from_slice(&self.bytes[at..at + 4]);
        i32::from_le_bytes(bytes)
    }

    /// Writes a number of four bytes.
    pub fn set_i32(&mut self, at: usize, value: i32) {
        self.bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
    }

    /// The contents of a board's squares, row by row from the top left: 0 for empty, otherwise the index of a symbol in
    /// the board's list, from 1.
    pub fn cells(&self, board: BoardLayout) -> &[u8] {
        &self.bytes[board.offset..board.offset + board.squares()]
    }

    /// The cells under the top piece of a square, counted from 0, the bottom one first; none on a board without stacks.
    pub fn under(&self, board: BoardLayout, square: usize) -> &[u8] {
        board.stacks.map_or(&[], |stacks| stacks.under(&self.bytes, square))
    }

    /// The first value of a member of a variable, counted from 0.
    pub fn value(&self, place: VarLayout, member: usize) -> i32 {
        self.i32(place.offset + 4 * place.length * member)
    }

    /// One of the values of a variable that is a list.
    pub fn value_in(&self, place: VarLayout, member: usize, slot: usize) -> i32 {
        self.i32(place.offset + 4 * (place.length * member + slot))
    }

    /// Sets the first value of a variable, for hypothetical states.
    pub fn suppose(&mut self, place: VarLayout, value: i32) {
        self.set_i32(place.offset, value);
    }

    /// A hash of the position: everything but the random generator and the number of plies.
    pub fn position_hash(&self) -> u64 {
        xxhash_rust::xxh3::xxh3_64(&self.bytes[OVER..])
    }

    /// Plies played so far.
    #[inline]
    pub fn ply(&self) -> u32 {
        u32::from_le_bytes([self.bytes[PLY], self.bytes[PLY + 1], self.bytes[PLY + 2], self.bytes[PLY + 3]])
    }

    /// Sets the number of plies played.
    #[inline]
    pub fn set_ply(&mut self, ply: u32) {
        self.bytes[PLY..PLY + 4].copy_from_slice(&ply.to_le_bytes());
    }

    /// True if the match is over.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.bytes[OVER] != 0
    }

    /// The current decision; `None` when the match is over.
    #[inline]
    pub fn decision(&self) -> Option<Decision> {
        if self.is_over() {
            return None;
        }
        let depth = self.bytes[DEPTH] as usize;
        let at = STACK + 2 * depth.checked_sub(1)?;
        Some(Decision { phase: Phase::from_number(self.bytes[at])?, seat: Seat::from_number(self.bytes[at + 1])? })
    }

    /// The pending decisions, the current one last.
    pub fn pending(&self) -> impl Iterator<Item = Decision> + '_ {
        (0..self.bytes[DEPTH] as usize).filter_map(|n| {
            let at = STACK + 2 * n;
            Some(Decision { phase: Phase::from_number(self.bytes[at])?, seat: Seat::from_number(self.bytes[at + 1])? })
        })
    }

    /// Makes this the only pending decision.
    pub fn set_decision(&mut self, decision: Decision) {
        self.bytes[DEPTH] = 1;
        self.bytes[STACK] = decision.phase.number();
        self.bytes[STACK + 1] = decision.seat.number();
    }

    /// Pushes a decision in front of the pending ones.
    pub fn push_decision(&mut self, decision: Decision) {
        let at = STACK + 2 * usize::from(self.bytes[DEPTH]);
        self.bytes[at] = decision.phase.number();
        self.bytes[at + 1] = decision.seat.number();
        self.bytes[DEPTH] += 1;
    }

    /// Pops the current decision.
    #[inline]
    pub fn drop_decision(&mut self) {
        let depth = self.bytes[DEPTH].saturating_sub(1);
        self.bytes[DEPTH] = depth;
        self.set_u16(STACK + 2 * usize::from(depth), 0);
    }

    /// Counts the ply of a script's action; its decision is popped, unless it is the turn, which lasts until it is
    /// given to another seat.
    #[inline]
    pub fn begin_action(&mut self) {
        if self.bytes[DEPTH] > 1 {
            self.drop_decision();
        }
        self.set_ply(self.ply() + 1);
    }

    /// Ends the match.
    pub fn finish(&mut self, ending: usize, winners: u16) {
        self.bytes[OVER] = 1;
        self.bytes[ENDING] = u8::try_from(ending + 1).unwrap_or(0);
        self.set_winners(winners);
    }

    /// Ends the match by decision of its players, and not by an ending of the pack.
    pub fn finish_by_players(&mut self, winners: u16) {
        self.bytes[OVER] = 1;
        self.bytes[ENDING] = 0;
        self.set_winners(winners);
    }

    /// Undoes an ending and returns it; `None` if the match isn't over.
    pub fn reopen(&mut self) -> Option<Ended> {
        let ended = self.is_over().then(|| Ended { ending: self.bytes[ENDING], winners: self.winners() });
        if ended.is_some() {
            self.bytes[OVER] = 0;
            self.bytes[ENDING] = 0;
            self.set_winners(0);
        }
        ended
    }

    /// Restores an ending.
    pub fn close(&mut self, ended: Ended) {
        self.bytes[OVER] = 1;
        self.bytes[ENDING] = ended.ending;
        self.set_winners(ended.winners);
    }

    /// The winners as a mask, the first seat lowest.
    pub fn winners(&self) -> u16 {
        self.u16(WINNERS)
    }

    /// Sets the winners, a mask with the first seat lowest.
    pub fn set_winners(&mut self, winners: u16) {
        self.set_u16(WINNERS, winners);
    }

    /// True if a seat has won; false while the match isn't over.
    pub fn has_won(&self, seat: Seat) -> bool {
        self.winners() & 1 << seat.0 != 0
    }

    /// The ending's index in the pack's list, once the match is over.
    pub fn ending(&self) -> Option<usize> {
        (self.is_over() && self.bytes[ENDING] > 0).then(|| self.bytes[ENDING] as usize - 1)
    }

    /// A seat's final score.
    pub fn score(&self, layout: &Layout, seat: Seat) -> i32 {
        self.i32(layout.scores + 4 * seat.index())
    }

    /// True if any random number has been drawn since a match began with this seed.
    pub fn has_drawn(&self, seed: u64) -> bool {
        self.bytes[RNG..RNG + RNG_LEN] != Generator::from_seed(seed).to_bytes()
    }

    /// Copies the first bytes of another state.
    pub fn copy_head(&mut self, other: &State, bytes: usize) {
        self.bytes[..bytes].copy_from_slice(&other.bytes[..bytes]);
    }

    /// The current generator; a view has a blank one.
    pub fn generator(&self) -> Generator {
        let mut bytes = [0; RNG_LEN];
        bytes.copy_from_slice(&self.bytes[RNG..RNG + RNG_LEN]);
        Generator::from_bytes(&bytes)
    }

    /// Replaces the generator, so that looking ahead doesn't foresee chance.
    pub fn reseed(&mut self, seed: u64) {
        self.set_generator(&Generator::from_seed(seed));
    }

    /// Replaces the generator.
    pub fn set_generator(&mut self, generator: &Generator) {
        self.bytes[RNG..RNG + RNG_LEN].copy_from_slice(&generator.to_bytes());
    }
}
