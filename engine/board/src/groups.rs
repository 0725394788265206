//! Groups: connected pieces of one seat; areas and connections.

use super::{BoardCondition, BoardRules, Move, NOWHERE};
use parlour_model::layout::PLY;
use parlour_model::state::State;
use parlour_pack::pieces::{Effect, Follows};

impl BoardRules {
    /// The neighbours of a square.
    #[inline]
    pub fn near(&self, square: u16) -> &[u16] {
        let square = usize::from(square);
        &self.near[self.near_starts[square] as usize..self.near_starts[square + 1] as usize]
    }

    /// The number of the seat that owns the piece on a square; 0 if there is none.
    #[inline]
    pub(super) fn owner_on(&self, cells: &[u8], square: u16) -> u8 {
        self.owner[cells[usize::from(square)]]
    }

    /// True if the group on a square has no liberties; `squares` are the group's then.
    pub(super) fn is_surrounded(&self, cells: &[u8], square: u16, squares: &mut Vec<u16>) -> bool {
        squares.clear();
        squares.push(square);
        let owner = self.owner_on(cells, square);
        let mut seen = super::SquareSet::EMPTY;
        seen.insert(square);
        let mut at = 0;
        while let Some(&from) = squares.get(at) {
            at += 1;
            for &next in self.near(from) {
                if cells[usize::from(next)] == 0 {
                    return false;
                }
                if self.owner_on(cells, next) == owner && !seen.contains(next) {
                    seen.insert(next);
                    squares.push(next);
                }
            }
        }
        true
    }

    /// The squares connected with a square, as a condition counts them.
    #[inline]
    pub(super) fn connected<'a>(&'a self, asked: &'a BoardCondition, square: u16) -> &'a [u16] {
        asked.around.as_ref().map_or_else(|| self.near(square), |around| &around[usize::from(square)])
    }

    /// True if the group on a square reaches all areas of a condition.
    pub(super) fn joins(&self, asked: &BoardCondition, cells: &[u8], seat: usize, square: u16) -> bool {
        let areas = &asked.joins[seat];
        let mut reached = 0_u64;
        let all = (1_u64 << areas.len().min(63)) - 1;
        self.walk(asked, cells, seat, square, |from| {
            for (n, area) in areas.iter().enumerate() {
                reached |= u64::from(area.contains(from)) << n;
            }
            reached == all
        })
    }

    /// True if all pieces of a seat are one group, and there are any.
    pub(super) fn are_joined(&self, asked: &BoardCondition, cells: &[u8], seat: usize) -> bool {
        let own = |&square: &u16| asked.masks[seat][cells[usize::from(square)]];
        let mut all = (0..cells.len() as u16).filter(own);
        let Some(first) = all.next() else { return false };
        let mut left = 1 + all.count();
        self.walk(asked, cells, seat, first, |_| {
            left -= 1;
            left == 0
        })
    }

    /// The groups of a seat's pieces as a condition connects them: their number, and that of the pieces outside the
    /// largest one.
    pub fn groups(&self, asked: &BoardCondition, cells: &[u8], seat: usize) -> (usize, usize) {
        let is_own = |&square: &u16| asked.masks[seat][cells[usize::from(square)]];
        let mut seen = super::SquareSet::EMPTY;
        let (mut groups, mut pieces, mut largest) = (0, 0, 0);
        for first in (0..cells.len() as u16).filter(is_own) {
            if seen.contains(first) {
                continue;
            }
            let mut size = 0;
            self.walk(asked, cells, seat, first, |square| {
                seen.insert(square);
                size += 1;
                false
            });
            groups += 1;
            pieces += size;
            largest = largest.max(size);
        }
        (groups, pieces - largest)
    }

    /// Visits the group on a square until a visit returns true; false if none does.
    fn walk(
        &self,
        asked: &BoardCondition,
        cells: &[u8],
        seat: usize,
        square: u16,
        mut visit: impl FnMut(u16) -> bool,
    ) -> bool {
        let mask = &asked.masks[seat];
        let mut seen = super::SquareSet::EMPTY;
        let mut stack: smallvec::SmallVec<[u16; 64]> = smallvec::smallvec![square];
        seen.insert(square);
        while let Some(from) = stack.pop() {
            if visit(from) {
                return true;
            }
            for &next in self.connected(asked, from) {
                if mask[cells[usize::from(next)]] && !seen.contains(next) {
                    seen.insert(next);
                    stack.push(next);
                }
            }
        }
        false
    }

    /// The area of each seat: its squares, and the empty ones that it alone reaches.
    pub fn areas(&self, cells: &[u8]) -> Vec<i32> {
        let mut areas = vec![0; self.seats];
        for square in 0..cells.len() as u16 {
            let owner = usize::from(self.owner_on(cells, square));
            if owner > 0 {
                areas[owner - 1] += 1;
            }
        }
        self.surrounded(cells, |seat, squares| areas[seat] += squares.len() as i32);
        areas
    }

    /// The empty squares that a seat alone reaches, each with that seat, if the pack counts areas.
    pub fn territory(&self, state: &State) -> Vec<(u16, usize)> {
        let mut all = Vec::new();
        if self.followed.iter().any(|followed| followed.follows == Follows::Area) {
            self.surrounded(self.cells(&state.bytes), |seat, squares| all.extend(squares.iter().map(|at| (*at, seat))));
        }
        all
    }

    /// Visits the regions of empty squares that a seat alone reaches.
    fn surrounded(&self, cells: &[u8], mut visit: impl FnMut(usize, &[u16])) {
        let mut seen = vec![false; cells.len()];
        for start in 0..cells.len() as u16 {
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
            // A symbol without an owner is like a wall.
            if (reached & !1).is_power_of_two() {
                visit((reached & !1).trailing_zeros() as usize - 1, &squares);
            }
        }
    }

    /// True if an action without a square is possible for a seat.
    pub(super) fn is_open(&self, bytes: &[u8], seat: usize, rule: u16) -> bool {
        let is_second = || {
            let ply = u32::from_le_bytes([bytes[PLY], bytes[PLY + 1], bytes[PLY + 2], bytes[PLY + 3]]);
            seat == 1 && ply == 1
        };
        match self.rules[usize::from(rule)].effect {
            Effect::Stop => self.going_on(bytes, seat).is_some(),
            Effect::TakeOver => is_second() && !self.in_danger(self.cells(bytes), seat),
            _ => !self.in_danger(self.cells(bytes), seat),
        }
    }

    /// The move of an action without a square.
    pub(super) fn bare_move(&self, bytes: &[u8], seat: usize, verb: u8) -> Option<Move> {
        let rule = self.bare.iter().copied().find(|&rule| self.rules[usize::from(rule)].verb == verb)?;
        self.is_open(bytes, seat, rule).then_some(Move { rule, from: NOWHERE, to: NOWHERE })
    }

    /// True if no seat can pass at will.
    pub fn has_no_free_pass(&self) -> bool {
        self.bare.iter().all(|&rule| self.rules[usize::from(rule)].effect != Effect::Pass)
    }

    /// True if a seat can take over the other's side (the pie rule).
    #[inline]
    pub fn takes_over(&self) -> bool {
        self.bare.iter().any(|&rule| self.rules[usize::from(rule)].effect == Effect::TakeOver)
    }
}
