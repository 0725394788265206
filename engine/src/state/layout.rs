//! The layout of the state block.
//!
//! The block begins with a header of fixed fields, followed by the pending decisions, the scores, the variables, the
//! zones, the boards and the outcomes prescribed by a scenario. Numbers are little-endian. Things that scripts count
//! from 1 are stored from 1, with 0 for none.

use crate::ids::ZoneId;
use crate::state::State;
use crate::vocabulary::places::Places;

/// The random generator: four words of 32 bits.
pub(crate) const RNG: usize = 0;
/// Bytes of the random generator.
pub(crate) const RNG_LEN: usize = 16;
/// Plies played: `u32`.
pub(crate) const PLY: usize = 16;
/// 1 if the match is over, otherwise 0.
pub(crate) const OVER: usize = 20;
/// The ending, from 1.
pub(crate) const ENDING: usize = 21;
/// The winners: a mask of 16 bits, the first seat lowest.
pub(crate) const WINNERS: usize = 22;
/// The number of pending decisions; the last one is current.
pub(crate) const DEPTH: usize = 24;
/// The pending decisions: two bytes each, phase and seat.
pub(crate) const STACK: usize = 26;

/// Bytes of a card in a pile: one for packs of up to 254 types of card, two for larger ones.
pub(crate) fn card_width(card_types: usize) -> usize {
    if card_types <= 254 { 1 } else { 2 }
}

/// A pile: its size in 16 bits, a card type for each place, and for each place a 16-bit mask of the seats that have
/// seen it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PileLayout {
    /// The offset of the size.
    pub(crate) size: usize,
    /// The offset of the type of the bottom card; the others follow.
    pub(crate) cards: usize,
    /// The offset of the mask of the bottom card, two bytes each; `None` if everyone sees all cards.
    pub(crate) masks: Option<usize>,
    /// The capacity in cards.
    pub(crate) capacity: usize,
    /// Bytes of the type of a card, 1 or 2.
    pub(crate) width: usize,
}

/// A bag: its size in 16 bits, a byte that is 1 if anyone knows cards in it, a count byte for each card type, and for
/// each seat a byte for each card type with the number that it knows to be there. The cards shown to everybody are
/// stored in the same way for spectators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BagLayout {
    /// The offset of the size.
    pub(crate) size: usize,
    /// The offset of the byte that is 1 if any of `known` isn't 0.
    pub(crate) any_known: usize,
    /// The offset of the counts, one byte for each card type.
    pub(crate) counts: usize,
    /// The offset of the known counts, seat by seat; `None` if everyone sees all cards.
    pub(crate) known: Option<usize>,
    /// The offset of the counts of cards shown to everybody, in place of those of the owner, who sees all cards; `None`
    /// if there is no owner.
    pub(crate) told: Option<usize>,
}

/// The location of a zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ZoneLayout {
    /// A pile.
    Pile(PileLayout),
    /// A bag.
    Bag(BagLayout),
}

impl ZoneLayout {
    /// The offset of the number of its cards.
    pub(crate) fn size(&self) -> usize {
        match self {
            Self::Pile(pile) => pile.size,
            Self::Bag(bag) => bag.size,
        }
    }
}

/// The location of a variable: consecutive `i32` values. [`Game::var`](crate::Game::var) gives it, the key for a
/// [`State`].
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

/// The location of a board: one byte for each square, row by row from the top left. [`Game::board`](crate::Game::board)
/// gives it, the key for a [`State`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BoardLayout {
    /// The offset of the first square.
    pub(crate) offset: usize,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The places that its squares are.
    pub places: Places,
}

impl BoardLayout {
    /// The number of squares of its rows and columns.
    pub fn squares(&self) -> usize {
        self.width * self.height
    }
}

/// The location of the prescribed outcomes of a chance: a 16-bit cursor, a 16-bit count, then each outcome in one byte,
/// or in two for cards of packs with many types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ChanceLayout {
    /// The offset of the cursor.
    pub(crate) cursor: usize,
    /// The capacity in outcomes.
    pub(crate) capacity: usize,
    /// Bytes of an outcome, 1 or 2.
    pub(crate) width: usize,
    /// True for sorted dice: a byte for each outcome follows, the number of dice that were rolled at once from there
    /// on.
    pub(crate) in_rolls: bool,
}

impl ChanceLayout {
    /// Bytes of the cursor, the count, the outcomes and the rolls; 0 if no outcome can be prescribed.
    pub(crate) fn size(&self) -> usize {
        let outcome = self.width + usize::from(self.in_rolls);
        if self.capacity > 0 { 4 + self.capacity * outcome } else { 0 }
    }

    /// The offset of the numbers of dice that were rolled at once from each outcome on.
    pub(crate) fn rolls(&self) -> Option<usize> {
        (self.in_rolls && self.capacity > 0).then(|| self.outcome(self.capacity))
    }

    /// The offset of an outcome.
    pub(crate) fn outcome(&self, n: usize) -> usize {
        self.cursor + 4 + n * self.width
    }
}

/// The location of the history of positions: a 16-bit cursor, then eight bytes for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HistoryLayout {
    /// The offset of the cursor.
    pub(crate) offset: usize,
    /// The capacity in positions.
    pub(crate) capacity: usize,
}

/// The location of simultaneous decisions, in games that have them: a byte with one more than the number of decisions
/// below them, 0 if there is no open round; a byte for the phase; a 16-bit mask of the seats that decide; and an action
/// for each seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RoundLayout {
    /// The offset of its beginning.
    pub(crate) offset: usize,
    /// Bytes of an action.
    pub(crate) width: usize,
}

impl RoundLayout {
    /// The offset of the mask of the seats.
    pub(crate) fn mask(&self) -> usize {
        self.offset + 2
    }

    /// The offset of a seat's action, counted from 0.
    pub(crate) fn slot(&self, seat: usize) -> usize {
        self.offset + 4 + seat * self.width
    }
}

/// The location of the seats still in: a number of 16 or 32 bits for each seat, 0 for one that is out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AliveLayout {
    /// The offset of the number of the first seat.
    pub(crate) offset: usize,
    /// Bytes from one seat's to the next one's.
    pub(crate) stride: usize,
    /// True if it has 32 bits, as a variable.
    pub(crate) is_wide: bool,
}

impl AliveLayout {
    /// True if a seat, counted from 0, is still in.
    pub(crate) fn is_alive(&self, state: &State, seat: usize) -> bool {
        let at = self.offset + self.stride * seat;
        if self.is_wide { state.i32(at) != 0 } else { state.u16(at) != 0 }
    }

    /// The same as a Luau expression, of a name or a number that holds the seat, counted from 1.
    pub(crate) fn test(&self, seat: &str) -> String {
        let read = if self.is_wide { "buffer.readi32" } else { "buffer.readu16" };
        format!("{read}(STATE, {} + {} * {seat}) ~= 0", self.offset as i64 - self.stride as i64, self.stride)
    }
}

/// The layout of a game's state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The capacity of pending decisions.
    pub(crate) stack: usize,
    /// The score of the first seat, `i32`; the others follow.
    pub(crate) scores: usize,
    /// Variables, in the order of the pack.
    pub(crate) vars: Vec<VarLayout>,
    /// Zones of each family, in the order of the pack.
    pub(crate) zones: Vec<Vec<ZoneLayout>>,
    /// Boards, in the order of the pack.
    pub(crate) boards: Vec<BoardLayout>,
    /// For each board, the offset of the 16-bit masks of the seats to which scripts show its squares; `None` for boards
    /// whose squares everyone sees.
    pub(crate) lit: Vec<Option<usize>>,
    /// A byte for each square of the board with the pieces, 1 if a piece has moved there. Only for games whose moves
    /// depend on it.
    pub(crate) touched: Option<usize>,
    /// A byte for each square of the board with the pieces, 1 if the piece that goes on has stood there on this turn. Only
    /// for games with an action that goes on `onward`.
    pub(crate) trail: Option<usize>,
    /// The history of positions, for games that end by repetition.
    pub(crate) history: Option<HistoryLayout>,
    /// Chances, in the order of the pack.
    pub(crate) chances: Vec<ChanceLayout>,
    /// Simultaneous decisions.
    pub(crate) round: Option<RoundLayout>,
    /// The seats still in; `None` if all always are.
    pub(crate) alive: Option<AliveLayout>,
    /// Bytes in all.
    pub(crate) size: usize,
}

impl Layout {
    /// The offsets of the sizes of zones, including all members of families.
    pub(crate) fn sizes(&self, zones: &[ZoneId]) -> Vec<usize> {
        zones.iter().flat_map(|zone| &self.zones[zone.index()]).map(ZoneLayout::size).collect()
    }
}

/// Allocates offsets.
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
