//! Positional superko: Zobrist hashes of boards, and the history of earlier ones. A placing that would restore one is
//! refused in `liberties` (`can_surround`).
//!
//! Endings by repetition of a whole position are `rules::repetition` of `parlour-engine`. A game has either, and both
//! keep their hashes in the same bytes of the state ([`HistoryLayout`]).

use super::BoardRules;
use parlour_model::layout::HistoryLayout;
use parlour_model::state::State;

/// The hash of an empty board.
pub(super) const EMPTY_BOARD: u64 = 0x243f_6a88_85a3_08d3;
/// An unused entry of the history.
const UNUSED: u64 = 0;
/// Words of the filter of earlier boards.
const WORDS: usize = 256;

/// The Zobrist key of a cell on a square.
fn zobrist_key(square: usize, cell: u8) -> u64 {
    if cell == 0 {
        return 0;
    }
    let mut mixed = ((square as u64) << 8 | u64::from(cell)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// The Zobrist keys of all cells: the squares of the first cell, then of the next.
pub(super) fn zobrist_keys(squares: usize, cells: usize) -> Vec<u64> {
    (0..cells).flat_map(|cell| (0..squares).map(move |square| zobrist_key(square, cell as u8))).collect()
}

/// The hashes of the earlier boards.
pub fn earlier_boards(bytes: &[u8], history: HistoryLayout) -> impl Iterator<Item = u64> + '_ {
    let all = &bytes[history.offset + 2..history.offset + 2 + 8 * history.capacity];
    let (hashes, _) = all.as_chunks::<8>();
    hashes.iter().map(|hash| u64::from_le_bytes(*hash)).take_while(|hash| *hash != UNUSED)
}

/// A filter of the earlier boards: a bit by each one's hash, which rules out most others without a search.
#[derive(Debug, Default)]
pub(super) struct EarlierBoards(Vec<u64>);

impl EarlierBoards {
    /// The word and the bit of a hash.
    #[inline]
    fn bit(hash: u64) -> (usize, u64) {
        ((hash >> 6) as usize % WORDS, 1 << (hash & 63))
    }

    /// Takes over a history.
    pub(super) fn read(&mut self, bytes: &[u8], history: HistoryLayout) {
        self.0.clear();
        self.0.resize(WORDS, 0);
        earlier_boards(bytes, history).for_each(|hash| self.add(hash));
    }

    /// Adds a board, unless no history was read.
    #[inline]
    pub(super) fn add(&mut self, hash: u64) {
        let (word, bit) = Self::bit(hash);
        if let Some(word) = self.0.get_mut(word) {
            *word |= bit;
        }
    }

    /// True if a board is in the history.
    #[inline]
    pub(super) fn has(&self, hash: u64, bytes: &[u8], history: HistoryLayout) -> bool {
        let (word, bit) = Self::bit(hash);
        self.0[word] & bit != 0 && earlier_boards(bytes, history).any(|earlier| earlier == hash)
    }
}

impl BoardRules {
    /// The Zobrist key of a cell on a square.
    #[inline]
    pub(super) fn zobrist_key(&self, square: u16, cell: u8) -> u64 {
        self.zobrist_keys.get(usize::from(cell) * self.squares() + usize::from(square)).copied().unwrap_or(0)
    }

    /// The Zobrist hash of a board, without the seat to act; never 0, which stands for no board.
    pub fn board_hash(&self, cells: &[u8]) -> u64 {
        (0..).zip(cells).fold(EMPTY_BOARD, |hash, (square, &cell)| hash ^ self.zobrist_key(square, cell))
    }

    /// Adds the current board to the history.
    pub fn record_board(&self, state: &mut State) {
        if self.superko_history.is_some() {
            self.record_board_hash(state, self.board_hash(self.cells(&state.bytes)));
        }
    }

    /// Adds a board to the history.
    pub fn record_board_hash(&self, state: &mut State, hash: u64) {
        let Some(history) = self.superko_history else {
            return;
        };
        let next = usize::from(state.u16(history.offset)) % history.capacity;
        let at = history.offset + 2 + 8 * next;
        state.bytes[at..at + 8].copy_from_slice(&hash.to_le_bytes());
        state.set_u16(history.offset, ((next + 1) % history.capacity) as u16);
    }
}
