//! Where every field of the state is in the block.
//!
//! The block begins with a header of fixed fields, then come the pending decisions, the scores, the variables,
//! the zones, the boards and the outcomes that a scenario prescribes. Numbers are little-endian. Things that
//! scripts count from 1 are stored from 1, with 0 for none.

use crate::ids::ZoneId;
use crate::state::State;

/// The random generator: four words of 32 bits.
pub(crate) const RNG: usize = 0;
/// Bytes of the random generator.
pub(crate) const RNG_LEN: usize = 16;
/// Plies played: `u32`.
pub(crate) const PLY: usize = 16;
/// Whether the match is over: 0 or 1.
pub(crate) const OVER: usize = 20;
/// The ending, from 1.
pub(crate) const ENDING: usize = 21;
/// The winners: a mask of 16 bits, the first seat lowest.
pub(crate) const WINNERS: usize = 22;
/// How many decisions are pending; the last one is due.
pub(crate) const DEPTH: usize = 24;
/// The pending decisions: two bytes each, phase and seat.
pub(crate) const STACK: usize = 26;

/// Bytes of a card in a pile: one for packs of up to 254 types of card, two for larger ones.
pub(crate) fn card_width(card_types: usize) -> usize {
    if card_types <= 254 { 1 } else { 2 }
}

/// A pile: its size in 16 bits, a type for each place, and a 16-bit mask for each place of those who have seen it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PileLayout {
    /// Where the size is.
    pub(crate) size: usize,
    /// Where the type of the bottom card is; the others follow.
    pub(crate) cards: usize,
    /// Where the mask of the bottom card is, two bytes each; `None` where everyone sees all cards.
    pub(crate) masks: Option<usize>,
    /// How many cards fit.
    pub(crate) capacity: usize,
    /// Bytes of the type of a card, 1 or 2.
    pub(crate) width: usize,
}

/// A bag: its size in 16 bits, a byte that says whether anyone knows cards in it, one byte a card type for how
/// many there are, and for each seat one byte a card type for how many it knows to be there. What everybody has been
/// shown is kept in the same way for onlookers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BagLayout {
    /// Where the size is.
    pub(crate) size: usize,
    /// Where the byte is that is 1 if any of `known` is not 0.
    pub(crate) any_known: usize,
    /// Where the counts are, one byte for each card type.
    pub(crate) counts: usize,
    /// Where the known counts are, seat by seat; `None` where everyone sees all cards.
    pub(crate) known: Option<usize>,
    /// Where the counts are of what was shown to everybody, in place of those of the owner, who sees all cards; `None`
    /// where there is no owner.
    pub(crate) told: Option<usize>,
}

/// Where a zone is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ZoneLayout {
    /// A pile.
    Pile(PileLayout),
    /// A bag.
    Bag(BagLayout),
}

impl ZoneLayout {
    /// Where the number of its cards is.
    pub(crate) fn size(&self) -> usize {
        match self {
            Self::Pile(pile) => pile.size,
            Self::Bag(bag) => bag.size,
        }
    }
}

/// Where a variable is: `i32` values in a row. [`Game::var`](crate::Game::var) tells it, and with it a [`State`] is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct VarLayout {
    /// The offset of the first value.
    pub(crate) offset: usize,
    /// Values of each variable (more than one for a list).
    pub length: usize,
    /// Variables: seats, rows, or one.
    pub count: usize,
}

/// Where a board is: one byte for each square, row by row from the top left. [`Game::board`](crate::Game::board) tells it,
/// and with it a [`State`] is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BoardLayout {
    /// The offset of the first square.
    pub(crate) offset: usize,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

impl BoardLayout {
    /// How many squares there are in its rows and columns.
    pub fn squares(&self) -> usize {
        self.width * self.height
    }
}

/// Where the prescribed outcomes of a chance are: a 16-bit cursor, a 16-bit count, then each outcome in one
/// byte, or in two for cards of packs with many types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ChanceLayout {
    /// Where the cursor is.
    pub(crate) cursor: usize,
    /// How many outcomes fit.
    pub(crate) capacity: usize,
    /// Bytes of an outcome, 1 or 2.
    pub(crate) width: usize,
    /// For dice that are sorted: a byte for each outcome follows, with how many dice were rolled at once from there on.
    pub(crate) in_rolls: bool,
}

impl ChanceLayout {
    /// Bytes of the cursor, the count, the outcomes and the rolls; 0 where no outcome can be prescribed.
    pub(crate) fn size(&self) -> usize {
        let outcome = self.width + usize::from(self.in_rolls);
        if self.capacity > 0 { 4 + self.capacity * outcome } else { 0 }
    }

    /// Where it is noted how many dice were rolled at once from the first outcome on.
    pub(crate) fn rolls(&self) -> Option<usize> {
        (self.in_rolls && self.capacity > 0).then(|| self.outcome(self.capacity))
    }

    /// Where an outcome is.
    pub(crate) fn outcome(&self, n: usize) -> usize {
        self.cursor + 4 + n * self.width
    }
}

/// Where the positions that were there are remembered: a 16-bit cursor, then eight bytes for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HistoryLayout {
    /// Where the cursor is.
    pub(crate) offset: usize,
    /// How many positions fit.
    pub(crate) capacity: usize,
}

/// Where the decisions are that seats have taken unseen, in games that have such: a byte that is one more than how many
/// decisions wait below them, 0 if none are being taken; a byte for the phase; a 16-bit mask of the seats that are asked;
/// and an action for each seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RoundLayout {
    /// Where it begins.
    pub(crate) offset: usize,
    /// Bytes of an action.
    pub(crate) width: usize,
}

impl RoundLayout {
    /// Where the mask of the seats is.
    pub(crate) fn mask(&self) -> usize {
        self.offset + 2
    }

    /// Where the action of a seat is, counted from 0.
    pub(crate) fn slot(&self, seat: usize) -> usize {
        self.offset + 4 + seat * self.width
    }
}

/// Where it stands whether a seat is still in: a number of 16 or 32 bits for each seat, 0 for one that is out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AliveLayout {
    /// Where the number of the first seat is.
    pub(crate) offset: usize,
    /// Bytes from one seat's to the next one's.
    pub(crate) stride: usize,
    /// Whether it has 32 bits, as a variable.
    pub(crate) is_wide: bool,
}

impl AliveLayout {
    /// Whether a seat, counted from 0, is still in.
    pub(crate) fn is_alive(&self, state: &State, seat: usize) -> bool {
        let at = self.offset + self.stride * seat;
        if self.is_wide { state.i32(at) != 0 } else { state.u16(at) != 0 }
    }

    /// The same as an expression of Luau, of a name or a number that holds the seat, counted from 1.
    pub(crate) fn test(&self, seat: &str) -> String {
        let read = if self.is_wide { "buffer.readi32" } else { "buffer.readu16" };
        format!("{read}(STATE, {} + {} * {seat}) ~= 0", self.offset as i64 - self.stride as i64, self.stride)
    }
}

/// Where everything is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layout {
    /// How many decisions can be pending.
    pub(crate) stack: usize,
    /// The score of the first seat, `i32`; the others follow.
    pub(crate) scores: usize,
    /// Variables, in the order of the pack.
    pub(crate) vars: Vec<VarLayout>,
    /// Zones of each family, in the order of the pack.
    pub(crate) zones: Vec<Vec<ZoneLayout>>,
    /// Boards, in the order of the pack.
    pub(crate) boards: Vec<BoardLayout>,
    /// A byte for each square of the board with the pieces: whether something has moved there. Only for games whose
    /// moves depend on it.
    pub(crate) touched: Option<usize>,
    /// Positions that were there, for games that end by repetition.
    pub(crate) history: Option<HistoryLayout>,
    /// Chances, in the order of the pack.
    pub(crate) chances: Vec<ChanceLayout>,
    /// What seats have decided unseen.
    pub(crate) round: Option<RoundLayout>,
    /// Which seats are still in, in games that say so; all are where this is nothing.
    pub(crate) alive: Option<AliveLayout>,
    /// Bytes in all.
    pub(crate) size: usize,
}

impl Layout {
    /// Where the sizes of zones are, with those of all members of families.
    pub(crate) fn sizes(&self, zones: &[ZoneId]) -> Vec<usize> {
        zones.iter().flat_map(|zone| &self.zones[zone.index()]).map(ZoneLayout::size).collect()
    }
}

/// Hands out offsets.
pub(crate) struct Allocator(pub(crate) usize);

impl Allocator {
    pub(crate) fn take(&mut self, bytes: usize) -> usize {
        let at = self.0;
        self.0 += bytes;
        at
    }

    pub(crate) fn align(&mut self, to: usize) {
        self.0 = self.0.next_multiple_of(to);
    }
}
