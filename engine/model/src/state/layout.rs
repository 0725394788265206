//! The layout of the state block.
//!
//! The block begins with a header of fixed fields, followed by the pending decisions, the scores, the variables, the
//! zones, the boards and the outcomes prescribed by a scenario. Numbers are little-endian. Things that scripts count
//! from 1 are stored from 1, with 0 for none.

use crate::ids::ZoneId;
use crate::places::Places;
use crate::state::State;

/// The random generator: four words of 32 bits.
pub const RNG: usize = 0;
/// Bytes of the random generator.
pub const RNG_LEN: usize = 16;
/// Plies played: `u32`.
pub const PLY: usize = 16;
/// 1 if the match is over, otherwise 0.
pub const OVER: usize = 20;
/// The ending, from 1.
pub const ENDING: usize = 21;
/// The winners: a mask of 16 bits, the first seat lowest.
pub const WINNERS: usize = 22;
/// The number of pending decisions; the last one is current.
pub const DEPTH: usize = 24;
/// The pending decisions: two bytes each, phase and seat.
pub const STACK: usize = 26;

/// Bytes of a card in a pile: one for packs of up to 254 types of card, two for larger ones.
pub fn card_width(card_types: usize) -> usize {
    if card_types <= 254 { 1 } else { 2 }
}

/// A pile: its size in 16 bits, a card type for each place, and for each place a 16-bit mask of the seats that have
/// seen it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PileLayout {
    /// The offset of the size.
    pub size: usize,
    /// The offset of the type of the bottom card; the others follow.
    pub cards: usize,
    /// The offset of the mask of the bottom card, two bytes each; `None` if everyone sees all cards.
    pub masks: Option<usize>,
    /// The capacity in cards.
    pub capacity: usize,
    /// Bytes of the type of a card, 1 or 2.
    pub width: usize,
}

/// A bag: its size in 16 bits, a byte that is 1 if anyone knows cards in it, a count byte for each card type, and for
/// each seat a byte for each card type with the number that it knows to be there. The cards shown to everybody are
/// stored in the same way for spectators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BagLayout {
    /// The offset of the size.
    pub size: usize,
    /// The offset of the byte that is 1 if any of `known` isn't 0.
    pub any_known: usize,
    /// The offset of the counts, one byte for each card type.
    pub counts: usize,
    /// The offset of the known counts, seat by seat; `None` if everyone sees all cards.
    pub known: Option<usize>,
    /// The offset of the counts of cards shown to everybody, in place of those of the owner, who sees all cards; `None`
    /// if there is no owner.
    pub told: Option<usize>,
}

/// The location of a zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ZoneLayout {
    /// A pile.
    Pile(PileLayout),
    /// A bag.
    Bag(BagLayout),
}

impl ZoneLayout {
    /// The offset of the number of its cards.
    pub fn size(&self) -> usize {
        match self {
            Self::Pile(pile) => pile.size,
            Self::Bag(bag) => bag.size,
        }
    }
}

/// The location of a variable: consecutive `i32` values. `Game::var` gives it, the key for a
/// [`State`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VarLayout {
    /// The offset of the first value.
    pub offset: usize,
    /// Values of each variable (more than one for a list).
    pub length: usize,
    /// Variables: seats, rows, or one.
    pub count: usize,
}

/// The location of a board: one byte for each square, row by row from the top left. `Game::board`
/// gives it, the key for a [`State`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardLayout {
    /// The offset of the first square.
    pub offset: usize,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The places that its squares are.
    pub places: Places,
    /// The location of what stands under the top pieces, on a board of stacks.
    pub stacks: Option<StackLayout>,
}

impl BoardLayout {
    /// The number of squares of its rows and columns.
    pub fn squares(&self) -> usize {
        self.width * self.height
    }
}

/// The location of what stands under the top pieces of a board of stacks: for each square a byte with its number, then
/// room for the cells, the bottom one first, and zeros behind them. The top piece is in the board's own cell, so that
/// nothing stands under an empty square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StackLayout {
    /// The offset of the number of the first square.
    pub offset: usize,
    /// The capacity of a square in pieces, the top one included.
    pub capacity: usize,
}

impl StackLayout {
    /// The offset of the number of a square, counted from 0; its cells follow.
    pub fn count(&self, square: usize) -> usize {
        self.offset + square * self.capacity
    }

    /// The cells under the top piece of a square, the bottom one first.
    pub fn under<'a>(&self, bytes: &'a [u8], square: usize) -> &'a [u8] {
        let at = self.count(square);
        let count = usize::from(bytes[at]).min(self.capacity - 1);
        &bytes[at + 1..at + 1 + count]
    }

    /// Replaces the cells under the top piece of a square, the bottom one first, as many as there is room for.
    pub fn set_under(&self, bytes: &mut [u8], square: usize, under: &[u8]) {
        let at = self.count(square);
        let under = &under[..under.len().min(self.capacity - 1)];
        bytes[at..at + self.capacity].fill(0);
        bytes[at] = under.len() as u8;
        bytes[at + 1..at + 1 + under.len()].copy_from_slice(under);
    }
}

/// The location of the prescribed outcomes of a chance: a 16-bit cursor, a 16-bit count, then each outcome in one byte,
/// or in two for cards of packs with many types and for more than 255 outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChanceLayout {
    /// The offset of the cursor.
    pub cursor: usize,
    /// The capacity in outcomes.
    pub capacity: usize,
    /// Bytes of an outcome, 1 or 2.
    pub width: usize,
    /// True for sorted dice: a byte for each outcome follows, the number of dice that were rolled at once from there
    /// on.
    pub in_rolls: bool,
}

impl ChanceLayout {
    /// Bytes of the cursor, the count, the outcomes and the rolls; 0 if no outcome can be prescribed.
    pub fn size(&self) -> usize {
        let outcome = self.width + usize::from(self.in_rolls);
        if self.capacity > 0 { 4 + self.capacity * outcome } else { 0 }
    }

    /// The offset of the numbers of dice that were rolled at once from each outcome on.
    pub fn rolls(&self) -> Option<usize> {
        (self.in_rolls && self.capacity > 0).then(|| self.outcome(self.capacity))
    }

    /// The offset of an outcome.
    pub fn outcome(&self, n: usize) -> usize {
        self.cursor + 4 + n * self.width
    }
}

/// The location of the history of positions: a 16-bit cursor, then eight bytes for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HistoryLayout {
    /// The offset of the cursor.
    pub offset: usize,
    /// The capacity in positions.
    pub capacity: usize,
}

/// The location of simultaneous decisions, in games that have them: a byte with one more than the number of decisions
/// below them, 0 if there is no open round; a byte for the phase; a 16-bit mask of the seats that decide; and an action
/// for each seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundLayout {
    /// The offset of its beginning.
    pub offset: usize,
    /// Bytes of an action.
    pub width: usize,
}

impl RoundLayout {
    /// The offset of the mask of the seats.
    pub fn mask(&self) -> usize {
        self.offset + 2
    }

    /// The offset of a seat's action, counted from 0.
    pub fn slot(&self, seat: usize) -> usize {
        self.offset + 4 + seat * self.width
    }
}

/// The location of the seats still in: a number of 16 or 32 bits for each seat, 0 for one that is out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AliveLayout {
    /// The offset of the number of the first seat.
    pub offset: usize,
    /// Bytes from one seat's to the next one's.
    pub stride: usize,
    /// True if it has 32 bits, as a variable.
    pub is_wide: bool,
}

impl AliveLayout {
    /// True if a seat, counted from 0, is still in.
    pub fn is_alive(&self, state: &State, seat: usize) -> bool {
        let at = self.offset + self.stride * seat;
        if self.is_wide { state.i32(at) != 0 } else { state.u16(at) != 0 }
    }
}

/// The layout of a game's state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The capacity of pending decisions.
    pub stack: usize,
    /// The score of the first seat, `i32`; the others follow.
    pub scores: usize,
    /// Variables, in the order of the pack.
    pub vars: Vec<VarLayout>,
    /// Zones of each family, in the order of the pack.
    pub zones: Vec<Vec<ZoneLayout>>,
    /// Boards, in the order of the pack.
    pub boards: Vec<BoardLayout>,
    /// For each board, the offset of the 16-bit masks of the seats to which scripts show its squares; `None` for boards
    /// whose squares everyone sees.
    pub lit: Vec<Option<usize>>,
    /// A byte for each square of the board with the pieces, 1 if a piece has moved there. Only for games whose moves
    /// depend on it.
    pub touched: Option<usize>,
    /// The history of positions, for games that end by repetition.
    pub history: Option<HistoryLayout>,
    /// Chances, in the order of the pack.
    pub chances: Vec<ChanceLayout>,
    /// Simultaneous decisions.
    pub round: Option<RoundLayout>,
    /// The seats still in; `None` if all always are.
    pub alive: Option<AliveLayout>,
    /// Bytes in all.
    pub size: usize,
}

impl Layout {
    /// The offsets of the sizes of zones, including all members of families.
    pub fn sizes(&self, zones: &[ZoneId]) -> Vec<usize> {
        zones.iter().flat_map(|zone| &self.zones[zone.index()]).map(ZoneLayout::size).collect()
    }
}

/// Allocates offsets.
pub struct Allocator(pub usize);

impl Allocator {
    /// Reserves a number of bytes and returns their offset.
    pub fn take(&mut self, bytes: usize) -> usize {
        let at = self.0;
        self.0 += bytes;
        at
    }

    /// Skips to the next multiple of a number.
    pub fn align(&mut self, to: usize) {
        self.0 = self.0.next_multiple_of(to);
    }
}
