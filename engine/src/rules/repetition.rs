//! The history of positions, for endings by repetition. The history of boards that no placing may restore (superko) is
//! `superko` of `parlour-board`.

use super::ends::Endings;
use parlour_model::layout::{DEPTH, HistoryLayout, STACK};
use parlour_model::state::State;

/// The bits of a history entry for the seat that acted, and for its attack on a royal piece, if endings need them.
const MARKS: u64 = 0b1_1111;

impl Endings {
    /// The hash of a position for the history: the contents of boards and zones, the relevant variables, and the seat
    /// to act.
    fn position_hash(&self, state: &State) -> u64 {
        let depth = usize::from(state.bytes[DEPTH].max(1));
        let mut hash = xxhash_rust::xxh3::xxh3_64(&state.bytes[DEPTH..STACK + 2 * depth]);
        let Some(board) = &self.board else { return hash };
        for part in &board.lasting {
            hash = xxhash_rust::xxh3::xxh3_64_with_seed(&state.bytes[part.clone()], hash);
        }
        if let Some(touched) = board.touched {
            let cells = board.cells(&state.bytes);
            let matters = |square: usize| board.minds_touch.has(cells[square]);
            let moved = (0..cells.len()).filter(|&n| state.bytes[touched + n] != 0 && matters(n));
            hash = moved
                .fold(hash, |hash, square| hash.rotate_left(7).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ square as u64);
        }
        hash
    }

    /// The number of occurrences of the current position in the history.
    pub(super) fn times(&self, state: &State, history: HistoryLayout) -> i32 {
        let mask = if self.marks_danger { !MARKS } else { u64::MAX };
        let wanted = (self.position_hash(state) & mask).to_le_bytes();
        let all = &state.bytes[history.offset + 2..history.offset + 2 + 8 * history.capacity];
        // The last entry is empty until the ring buffer is full, and so are those from the next one on.
        let next = usize::from(state.u16(history.offset)) % history.capacity;
        let all = if all.ends_with(&[0; 8]) { &all[..8 * next] } else { all };
        if !self.marks_danger {
            return all.chunks_exact(8).filter(|entry| **entry == wanted).count() as i32;
        }
        let is_same = |entry: &&[u8]| entry[1..] == wanted[1..] && entry[0] & !MARKS as u8 == wanted[0];
        all.chunks_exact(8).filter(is_same).count() as i32
    }

    /// The only seat that has attacked another's royal piece with each of its actions since the first of `times`
    /// occurrences of the current position (perpetual check); `None` if there are several.
    pub(super) fn pursuer(&self, state: &State, history: HistoryLayout, times: i32) -> Option<usize> {
        let wanted = self.position_hash(state) & !MARKS;
        let next = usize::from(state.u16(history.offset)) % history.capacity;
        let entry = |back: usize| {
            let at = history.offset + 2 + 8 * ((next + 2 * history.capacity - 1 - back) % history.capacity);
            u64::from_le_bytes(std::array::from_fn(|n| state.bytes[at + n]))
        };
        let mut seen = 0;
        let mut acted = [false; 16];
        let mut let_go = [false; 16];
        for entry in (0..history.capacity).map(entry) {
            if entry & !MARKS == wanted {
                seen += 1;
                if seen == times {
                    let mut pursuers = (0..acted.len()).filter(|&seat| acted[seat] && !let_go[seat]);
                    return pursuers.next().filter(|_| pursuers.next().is_none());
                }
            }
            let actor = (entry >> 1 & 15) as usize;
            acted[actor] = true;
            let_go[actor] |= entry & 1 == 0;
        }
        None
    }

    /// Clears the histories of positions and boards.
    pub(super) fn forget(&self, state: &mut State) {
        let of_boards = self.board.as_ref().and_then(|board| board.superko_history);
        if let Some(history) = of_boards.or(self.history) {
            state.bytes[history.offset..history.offset + 2 + 8 * history.capacity].fill(0);
        }
    }

    /// Adds the current position, reached by a seat's action, to the history, replacing the oldest.
    pub(super) fn remember(&self, state: &mut State, actor: usize) {
        let Some(history) = self.history else { return };
        let next = usize::from(state.u16(history.offset)) % history.capacity;
        let mut hash = self.position_hash(state);
        if let Some(board) = self.board.as_ref().filter(|_| self.marks_danger) {
            let due = state.decision().map(|decision| decision.seat.index());
            let in_danger = due.is_some_and(|seat| board.in_danger(board.cells(&state.bytes), seat));
            hash = hash & !MARKS | (actor as u64 & 15) << 1 | u64::from(in_danger);
        }
        let at = history.offset + 2 + 8 * next;
        state.bytes[at..at + 8].copy_from_slice(&hash.to_le_bytes());
        state.set_u16(history.offset, ((next + 1) % history.capacity) as u16);
    }
}
