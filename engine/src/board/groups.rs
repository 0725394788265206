//! Groups of pieces of one seat that are next to each other: their liberties, what reaches what, and areas.

use super::{BoardRules, Move, NOWHERE};
use crate::layout::{HistoryLayout, PLY};
use crate::pack::pieces::Surrounds;
use crate::state::State;

/// No group.
const NONE: u16 = u16::MAX;

/// The groups on a board.
#[derive(Debug, Default)]
pub(crate) struct Groups {
    /// The number of the group of each square.
    of: Vec<u16>,
    groups: Vec<Group>,
    /// For each square the group that has been found to have it as a liberty last.
    seen: Vec<u16>,
    stack: Vec<u16>,
    /// The boards that were there: a bit for each by its number, so that most others are told apart at a glance.
    known: Vec<u64>,
    /// The number of the present board.
    board: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Group {
    /// One, two, or more than that.
    liberties: u8,
    /// By what the board's number changes if the group is removed.
    number: u64,
}

/// Words of the bits of boards that were there.
const KNOWN: usize = 64;

/// What a cell on a square adds to the number of a board.
#[inline]
fn part(square: usize, cell: u8) -> u64 {
    if cell == 0 {
        return 0;
    }
    let mut mixed = ((square as u64) << 8 | u64::from(cell)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// The number of a board, whoever is to act; never 0, which stands for no board.
fn number_of(cells: &[u8]) -> u64 {
    cells.iter().enumerate().fold(EMPTY_BOARD, |number, (square, &cell)| number ^ part(square, cell))
}

/// The place of a number's bit.
#[inline]
fn bit(number: u64) -> (usize, u64) {
    ((number >> 6) as usize % KNOWN, 1 << (number & 63))
}

impl BoardRules {
    /// The squares next to a square.
    #[inline]
    pub(crate) fn near(&self, square: u16) -> &[u16] {
        let square = usize::from(square);
        &self.near[self.near_starts[square] as usize..self.near_starts[square + 1] as usize]
    }

    #[inline]
    fn owner_on(&self, cells: &[u8], square: u16) -> u8 {
        self.owner[usize::from(cells[usize::from(square)]) & 63]
    }

    /// Finds the groups of a board and their liberties.
    pub(super) fn find_groups(&self, groups: &mut Groups, bytes: &[u8]) {
        let cells = self.cells(bytes);
        let Groups { of, groups: found, seen, stack, known, board } = groups;
        of.clear();
        of.resize(cells.len(), NONE);
        seen.clear();
        seen.resize(cells.len(), NONE);
        found.clear();
        *board = EMPTY_BOARD;
        for start in 0..cells.len() as u16 {
            let owner = self.owner_on(cells, start);
            if owner == 0 {
                *board ^= part(usize::from(start), cells[usize::from(start)]);
            }
            if owner == 0 || of[usize::from(start)] != NONE {
                continue;
            }
            let n = found.len() as u16;
            let mut group = Group::default();
            of[usize::from(start)] = n;
            stack.push(start);
            while let Some(square) = stack.pop() {
                group.number ^= part(usize::from(square), cells[usize::from(square)]);
                for &next in self.near(square) {
                    let place = usize::from(next);
                    if cells[place] == 0 {
                        if seen[place] != n {
                            seen[place] = n;
                            group.liberties = (group.liberties + 1).min(3);
                        }
                    } else if of[place] == NONE && self.owner_on(cells, next) == owner {
                        of[place] = n;
                        stack.push(next);
                    }
                }
            }
            *board ^= group.number;
            found.push(group);
        }
        if let Some(history) = self.forbidden {
            known.clear();
            known.resize(KNOWN, 0);
            for number in boards(bytes, history) {
                let (word, bit) = bit(number);
                known[word] |= bit;
            }
        }
    }

    /// Whether something can be placed on an empty square: it is not left without liberties, and no earlier board comes
    /// back. The groups are those of the board.
    pub(super) fn can_surround(
        &self,
        groups: &Groups,
        bytes: &[u8],
        seat: usize,
        surrounds: Surrounds,
        puts: u8,
        square: u16,
    ) -> bool {
        let cells = self.cells(bytes);
        let own = seat as u8 + 1;
        let mut lives = false;
        let mut number = groups.board ^ part(usize::from(square), puts);
        let mut taken: smallvec::SmallVec<[u16; 8]> = smallvec::SmallVec::new();
        let mut joined: smallvec::SmallVec<[u16; 8]> = smallvec::SmallVec::new();
        for &next in self.near(square) {
            let group = groups.of[usize::from(next)];
            if group == NONE {
                lives |= cells[usize::from(next)] == 0;
                continue;
            }
            let Group { liberties, number: part } = groups.groups[usize::from(group)];
            if self.owner_on(cells, next) == own {
                lives |= liberties > 1;
                if !joined.contains(&group) {
                    joined.push(group);
                }
            } else if liberties == 1 && !taken.contains(&group) {
                lives = true;
                taken.push(group);
                number ^= part;
            }
        }
        if !lives {
            if !surrounds.suicide {
                return false;
            }
            number ^= part(usize::from(square), puts);
            joined.iter().for_each(|&group| number ^= groups.groups[usize::from(group)].number);
        }
        !self.forbidden.is_some_and(|history| {
            let (word, bit) = bit(number);
            groups.known[word] & bit != 0 && boards(bytes, history).any(|earlier| earlier == number)
        })
    }

    /// Whether a group holds a square and has no liberties; its squares are in the list then.
    pub(super) fn is_surrounded(&self, cells: &[u8], square: u16, squares: &mut Vec<u16>) -> bool {
        squares.clear();
        squares.push(square);
        let owner = self.owner_on(cells, square);
        let mut at = 0;
        while let Some(&from) = squares.get(at) {
            at += 1;
            for &next in self.near(from) {
                if cells[usize::from(next)] == 0 {
                    return false;
                }
                if self.owner_on(cells, next) == owner && !squares.contains(&next) {
                    squares.push(next);
                }
            }
        }
        true
    }

    /// Whether the group of cells of a mask that holds a square reaches all of some areas.
    pub(super) fn joins(&self, cells: &[u8], mask: u64, square: u16, areas: &[super::SquareSet]) -> bool {
        let mut reached = 0_u64;
        let all = (1_u64 << areas.len().min(63)) - 1;
        let mut seen = super::SquareSet::EMPTY;
        let mut stack: smallvec::SmallVec<[u16; 64]> = smallvec::smallvec![square];
        seen.insert(square);
        while let Some(from) = stack.pop() {
            for (n, area) in areas.iter().enumerate() {
                reached |= u64::from(area.contains(from)) << n;
            }
            if reached == all {
                return true;
            }
            for &next in self.near(from) {
                if mask >> (cells[usize::from(next)] & 63) & 1 != 0 && !seen.contains(next) {
                    seen.insert(next);
                    stack.push(next);
                }
            }
        }
        false
    }

    /// How many squares each seat has or alone reaches over empty squares.
    pub(crate) fn areas(&self, cells: &[u8]) -> Vec<i32> {
        let mut areas = vec![0; self.seats];
        let mut seen = vec![false; cells.len()];
        for start in 0..cells.len() as u16 {
            let owner = usize::from(self.owner_on(cells, start));
            if owner > 0 {
                areas[owner - 1] += 1;
            }
            if cells[usize::from(start)] != 0 || seen[usize::from(start)] {
                continue;
            }
            let (mut squares, mut at, mut reached) = (vec![start], 0, 0_u64);
            seen[usize::from(start)] = true;
            while let Some(&from) = squares.get(at) {
                at += 1;
                for &next in self.near(from) {
                    if cells[usize::from(next)] != 0 {
                        reached |= 1 << self.owner_on(cells, next);
                    } else if !seen[usize::from(next)] {
                        seen[usize::from(next)] = true;
                        squares.push(next);
                    }
                }
            }
            // What belongs to nobody is like a wall.
            if (reached & !1).is_power_of_two() {
                areas[(reached & !1).trailing_zeros() as usize - 1] += squares.len() as i32;
            }
        }
        areas
    }

    /// Adds the present board to those that may not come back.
    pub(super) fn remember_board(&self, state: &mut State) {
        let Some(history) = self.forbidden else {
            return;
        };
        let next = usize::from(state.u16(history.offset)) % history.capacity;
        let number = number_of(self.cells(&state.bytes));
        let at = history.offset + 2 + 8 * next;
        state.bytes[at..at + 8].copy_from_slice(&number.to_le_bytes());
        state.set_u16(history.offset, ((next + 1) % history.capacity) as u16);
    }

    /// Whether an action that names no square is possible for a seat.
    pub(super) fn is_open(&self, bytes: &[u8], seat: usize, rule: u16) -> bool {
        let is_second = || {
            let ply = u32::from_le_bytes([bytes[PLY], bytes[PLY + 1], bytes[PLY + 2], bytes[PLY + 3]]);
            seat == 1 && ply == 1
        };
        let is_take_over = self.rules[usize::from(rule)].effect == crate::pack::pieces::Effect::TakeOver;
        (!is_take_over || is_second()) && !self.in_danger(self.cells(bytes), seat)
    }

    /// The move of an action that names no square.
    pub(super) fn bare_move(&self, bytes: &[u8], seat: usize, verb: u8) -> Option<Move> {
        let rule = self.bare.iter().copied().find(|&rule| self.rules[usize::from(rule)].verb == verb)?;
        self.is_open(bytes, seat, rule).then_some(Move { rule, from: NOWHERE, to: NOWHERE })
    }

    /// Whether no seat can pass whatever else it can do.
    pub(super) fn has_no_free_pass(&self) -> bool {
        self.bare.iter().all(|&rule| self.rules[usize::from(rule)].effect == crate::pack::pieces::Effect::TakeOver)
    }

    /// Whether a seat can take over what the other has played.
    #[inline]
    pub(super) fn takes_over(&self) -> bool {
        self.bare.iter().any(|&rule| self.rules[usize::from(rule)].effect == crate::pack::pieces::Effect::TakeOver)
    }
}

/// The numbers of the boards that were there.
fn boards(bytes: &[u8], history: HistoryLayout) -> impl Iterator<Item = u64> + '_ {
    let all = &bytes[history.offset + 2..history.offset + 2 + 8 * history.capacity];
    let (numbers, _) = all.as_chunks::<8>();
    numbers.iter().map(|number| u64::from_le_bytes(*number)).take_while(|number| *number != EMPTY)
}

/// The number of a board without anything on it.
const EMPTY_BOARD: u64 = 0x243f_6a88_85a3_08d3;
/// Where no board has been noted so far.
const EMPTY: u64 = 0;
