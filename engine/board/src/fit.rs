//! Placings of shapes of several squares, and of pieces with conditions on what is around them, listed by sets of bits:
//! a shape fits where all of its squares are free, which is the intersection of the free squares shifted by each of its
//! own, and touches something where the union of these shifts does.

use smallvec::{SmallVec, smallvec};

use super::hand::number;
use super::{BoardRules, Move, NOWHERE, PerCell, Placing};
use parlour_model::state::State;

/// The conditions of a row of placings for one seat. Sets have a bit for each square, row by row, with bits that are
/// never set behind each row, so that what is shifted over an edge falls on them.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The squares that may be covered, and the cells.
    pub(crate) within: Vec<u64>,
    pub(crate) on: PerCell<bool>,
    /// The squares of which one must be covered; empty if there is no such condition.
    pub(crate) covers: Vec<u64>,
    /// The cells of which one must be next to a square, touch one at a corner, or not be next to any, if there is such a
    /// condition.
    pub(crate) beside: Option<PerCell<bool>>,
    pub(crate) corner: Option<PerCell<bool>>,
    pub(crate) apart: Option<PerCell<bool>>,
    /// The seat's pieces must be more than the first and at most the second.
    pub(crate) pieces: (i32, i32),
}

/// The shape of a placing in one orientation.
#[derive(Clone, Debug)]
pub struct Lying {
    /// Its squares as rows and columns from the first, which is the one on `to`.
    pub(crate) squares: Vec<(i32, i32)>,
    /// The same as distances in sets, by index in [`BoardRules::shifts`].
    pub(crate) shifts: SmallVec<[u16; 8]>,
    /// The offset of what the seat has left of it, if that is counted.
    pub left: Option<usize>,
}

/// The sets of a row in a position.
#[derive(Debug, Default)]
pub(crate) struct Fitting {
    /// The row, by index from 1; 0 if none is computed.
    row: u16,
    /// The number of sets: the free squares, and behind them those of which each must be met; 0 if nothing can be placed.
    count: usize,
    /// The sets, each by all of [`BoardRules::shifts`].
    shifted: Vec<u64>,
    /// The sets before they are shifted.
    sets: Vec<u64>,
    /// Two sets to work with.
    work: Vec<u64>,
    /// The squares where a shape fits.
    found: Vec<u16>,
}

/// Adds a set that is shifted: up if `by` is positive, so that bit 0 goes to bit `by`.
fn add_shifted(to: &mut [u64], set: &[u64], by: isize) {
    let (words, bits) = (by.unsigned_abs() / 64, by.unsigned_abs() % 64);
    for (n, word) in to.iter_mut().enumerate() {
        *word |= if by >= 0 { up(set, n, words, bits) } else { down(set, n, words, bits) };
    }
}

/// A word of a set shifted up.
#[inline]
fn up(set: &[u64], n: usize, words: usize, bits: usize) -> u64 {
    let at = |back: usize| n.checked_sub(back).map_or(0, |n| set[n]);
    if bits == 0 { at(words) } else { at(words) << bits | at(words + 1) >> (64 - bits) }
}

/// A word of a set shifted down.
#[inline]
fn down(set: &[u64], n: usize, words: usize, bits: usize) -> u64 {
    let at = |n: usize| set.get(n).copied().unwrap_or(0);
    if bits == 0 { at(n + words) } else { at(n + words) >> bits | at(n + words + 1) << (64 - bits) }
}

impl Fitting {
    /// Forgets the position.
    pub(crate) fn clear(&mut self) {
        self.row = 0;
    }

    /// Finds the first squares, by their bits, where a shape fits: all of its squares are free, and each set is met.
    fn find(&mut self, shifts: &[u16], size: usize, square: impl Fn(usize) -> u16) {
        let Self { count, shifted, found, .. } = self;
        found.clear();
        let mut sets = shifted.chunks_exact(shifted.len() / *count);
        let Some(free) = sets.next() else { return };
        for n in 0..size {
            let at = |set: &[u64], shift: &u16| set[usize::from(*shift) * size + n];
            let all = shifts.iter().fold(!0, |all, shift| all & at(free, shift));
            let met = |set: &[u64]| shifts.iter().fold(0, |any, shift| any | at(set, shift));
            let mut word = if all == 0 { 0 } else { sets.clone().fold(all, |all, set| all & met(set)) };
            while word != 0 {
                found.push(square(n * 64 + word.trailing_zeros() as usize));
                word &= word - 1;
            }
        }
    }
}

impl BoardRules {
    /// Bits of a set for each row of squares.
    #[inline]
    fn stride(&self) -> usize {
        self.grid.width + self.pad
    }

    /// The bit of a square in a set.
    #[inline]
    pub(crate) fn bit_of(&self, square: usize) -> usize {
        square / self.grid.width * self.stride() + square % self.grid.width
    }

    /// True if a square is in a set.
    fn has(&self, set: &[u64], square: u16) -> bool {
        let bit = self.bit_of(usize::from(square));
        set[bit / 64] >> (bit % 64) & 1 != 0
    }

    /// The words of a set.
    pub(crate) fn words_of_sets(&self) -> usize {
        (self.grid.height * self.stride()).div_ceil(64)
    }

    /// Computes the sets of a row, unless they are there. False if nothing of the row can be placed.
    fn prepare(&self, fitting: &mut Fitting, row: u16, cells: &[u8], bytes: &[u8], seat: usize) -> bool {
        let fit = &self.fits[usize::from(row)];
        if fitting.row != row + 1 {
            fitting.row = row + 1;
            let count = if fit.pieces == (-1, i32::MAX) { 0 } else { self.piece_count(cells, bytes, seat) };
            fitting.count = 0;
            if fit.pieces.0 < count && count <= fit.pieces.1 {
                self.fill(fitting, fit, cells);
            }
        }
        fitting.count > 0
    }

    /// Computes the sets of a row.
    fn fill(&self, Fitting { count, shifted, sets, work, .. }: &mut Fitting, fit: &Fit, cells: &[u8]) {
        let size = fit.within.len();
        sets.clear();
        sets.resize(size, 0);
        self.gather(cells, &fit.on, sets);
        sets.iter_mut().zip(&fit.within).for_each(|(free, within)| *free &= within);
        sets.extend_from_slice(&fit.covers);
        let stride = self.stride() as isize;
        let (sides, corners) = ([1, -1, stride, -stride], [stride + 1, stride - 1, 1 - stride, -1 - stride]);
        for (mask, ways, is_apart) in
            [(&fit.beside, sides, false), (&fit.corner, corners, false), (&fit.apart, sides, true)]
        {
            let Some(mask) = mask else { continue };
            work.clear();
            work.resize(2 * size, 0);
            let (found, around) = work.split_at_mut(size);
            self.gather(cells, mask, found);
            ways.into_iter().for_each(|way| add_shifted(around, found, way));
            if is_apart {
                sets.iter_mut().zip(&*around).for_each(|(free, around)| *free &= !around);
            } else {
                sets.extend_from_slice(around);
            }
        }
        *count = sets.len() / size;
        shifted.clear();
        for set in sets.chunks_exact(size) {
            for shift in &self.shifts {
                shifted.extend((0..size).map(|n| down(set, n, shift / 64, shift % 64)));
            }
        }
    }

    /// The squares with some cells.
    fn gather(&self, cells: &[u8], mask: &PerCell<bool>, set: &mut [u64]) {
        let stride = self.stride();
        for (row, cells) in cells.chunks_exact(self.grid.width).enumerate() {
            for (n, cells) in cells.chunks(64).enumerate() {
                let bits = cells.iter().rev().fold(0, |bits, cell| bits << 1 | u64::from(mask[*cell]));
                let first = row * stride + n * 64;
                set[first / 64] |= bits << (first % 64);
                if first % 64 + cells.len() > 64 {
                    set[first / 64 + 1] |= bits >> (64 - first % 64);
                }
            }
        }
    }

    /// The squares on which a placing of a seat with conditions on what is around it fits; the first square of a shape.
    pub(crate) fn fitting_squares<'a>(
        &self,
        fitting: &'a mut Fitting,
        (placing, row): (&Placing, u16),
        (cells, bytes): (&[u8], &[u8]),
        seat: usize,
    ) -> &'a [u16] {
        let is_left = placing.lying.as_ref().is_none_or(|lying| lying.is_left(bytes));
        if !is_left || !self.prepare(fitting, row, cells, bytes, seat) {
            return &[];
        }
        let (stride, width) = (self.stride(), self.grid.width);
        let square = |bit: usize| (bit / stride * width + bit % stride) as u16;
        let size = self.fits[usize::from(row)].within.len();
        fitting.find(placing.lying.as_ref().map_or(&[0], |lying| lying.shifts.as_slice()), size, square);
        &fitting.found
    }

    /// The squares that a placing covers whose first one is given; `None` if some are off the board.
    pub fn covered(&self, placing: &Placing, first: u16) -> Option<SmallVec<[u16; 8]>> {
        let Some(lying) = &placing.lying else { return Some(smallvec![first]) };
        let (width, height) = (self.grid.width as i32, self.grid.height as i32);
        let (row, column) = (i32::from(first) / width, i32::from(first) % width);
        let square = |&(down, right): &(i32, i32)| {
            let (row, column) = (row + down, column + right);
            let is_there = (0..height).contains(&row) && (0..width).contains(&column);
            is_there.then_some((row * width + column) as u16)
        };
        lying.squares.iter().map(square).collect()
    }

    /// Takes a shape that a seat has put from what it has left.
    #[inline]
    pub(super) fn take_from_stock(&self, state: &mut State, taken: Move) {
        if self.fits.is_empty() || taken.from != NOWHERE {
            return;
        }
        let placing = self.placing_of(&self.rules[usize::from(taken.rule)]);
        if let Some(at) = placing.and_then(|placing| placing.lying.as_ref()?.left) {
            state.set_i32(at, state.i32(at) - 1);
        }
    }
}

impl Lying {
    /// A shape by the rows and columns of its squares, on sets with so many bits to a row; adds to the distances in use.
    pub(crate) fn new(squares: &[(usize, usize)], stride: usize, left: Option<usize>, shifts: &mut Vec<usize>) -> Self {
        let first = squares.first().copied().unwrap_or_default();
        let from_first =
            |&(row, column): &(usize, usize)| (row as i32 - first.0 as i32, column as i32 - first.1 as i32);
        let squares: Vec<(i32, i32)> = squares.iter().map(from_first).collect();
        let mut index = |(down, right): &(i32, i32)| {
            let shift = (down * stride as i32 + right) as usize;
            let known = shifts.iter().position(|&known| known == shift);
            known.unwrap_or_else(|| {
                shifts.push(shift);
                shifts.len() - 1
            }) as u16
        };
        let shifts = squares.iter().map(&mut index).collect();
        Self { squares, shifts, left }
    }

    /// True if the seat has any left.
    #[inline]
    pub fn is_left(&self, bytes: &[u8]) -> bool {
        self.left.is_none_or(|at| number(bytes, at) > 0)
    }
}

/// The reasons why a placing doesn't fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// The seat has no such shape left.
    NoneLeft,
    /// Some square would be off the board.
    OffBoard,
    /// There are too few or too many pieces of the seat.
    Pieces,
    /// A square is outside the area.
    Outside(u16),
    /// A square is taken.
    Taken(u16),
    /// A square is adjacent to forbidden contents.
    Apart(u16),
    /// No square is orthogonally adjacent to the required contents.
    Beside,
    /// No square is diagonally adjacent to the required contents.
    Corner,
    /// It covers no square of the area that it must.
    Covers,
}

impl BoardRules {
    /// The placings of a seat that a record can mean, if they have conditions on what is around them.
    pub fn placings_for<'a>(&'a self, seat: usize, record: &'a [u8]) -> impl Iterator<Item = &'a Placing> {
        let choice = self.arguments.get(usize::from(record[0])).map_or(0, |arguments| arguments.choice);
        let chosen = record.get(choice..choice + 2).map_or(0, |n| u16::from_le_bytes([n[0], n[1]]));
        let placings = self.placings_of[seat].iter().map(|&n| &self.placings[usize::from(n)]);
        placings.filter(move |placing| {
            let rule = &self.rules[usize::from(placing.rule)];
            placing.fit.is_some() && rule.verb == record[0] && (rule.choice == 0 || u16::from(rule.choice) == chosen)
        })
    }

    /// The squares of which the placing of a record must cover one.
    pub fn must_cover(&self, seat: usize, record: &[u8]) -> Vec<u16> {
        let sets = self.placings_for(seat, record).filter_map(|placing| self.fits.get(usize::from(placing.fit?)));
        let sets: Vec<&Fit> = sets.filter(|fit| !fit.covers.is_empty()).collect();
        let squares = (0..self.squares()).map(|square| square as u16);
        squares.filter(|&square| sets.iter().any(|fit| self.has(&fit.covers, square))).collect()
    }

    /// The reason why a placing of a seat doesn't fit on a square.
    pub fn misfit(&self, placing: &Placing, bytes: &[u8], seat: usize, to: u16) -> Option<Misfit> {
        let (cells, fit) = (self.cells(bytes), &self.fits[usize::from(placing.fit?)]);
        if placing.lying.as_ref().is_some_and(|lying| !lying.is_left(bytes)) {
            return Some(Misfit::NoneLeft);
        }
        let Some(covered) = self.covered(placing, to) else { return Some(Misfit::OffBoard) };
        let count = self.piece_count(cells, bytes, seat);
        if !(fit.pieces.0 < count && count <= fit.pieces.1) {
            return Some(Misfit::Pieces);
        }
        let is_of = |mask: &PerCell<bool>, square: u16| mask[cells[usize::from(square)]];
        let around = |square: u16, ways: [(i32, i32); 4]| {
            let at = move |way| self.grid.step(usize::from(square), way, 1).map(|square| square as u16);
            ways.into_iter().filter_map(at)
        };
        let sides = |square: u16| around(square, [(1, 0), (-1, 0), (0, 1), (0, -1)]);
        let corners = |square: u16| around(square, [(1, 1), (-1, 1), (1, -1), (-1, -1)]);
        let first = |test: &dyn Fn(u16) -> bool| covered.iter().copied().find(|&square| test(square));
        if let Some(square) = first(&|square| !self.has(&fit.within, square)) {
            return Some(Misfit::Outside(square));
        }
        if let Some(square) = first(&|square| !is_of(&fit.on, square)) {
            return Some(Misfit::Taken(square));
        }
        if let Some(apart) = &fit.apart
            && let Some(square) = first(&|square| sides(square).any(|next| is_of(apart, next)))
        {
            return Some(Misfit::Apart(square));
        }
        let is_met = |cells: &Option<PerCell<bool>>, touches: &dyn Fn(u16, &PerCell<bool>) -> bool| {
            cells.as_ref().is_none_or(|cells| first(&|square| touches(square, cells)).is_some())
        };
        let needs = [
            (!fit.covers.is_empty() && first(&|square| self.has(&fit.covers, square)).is_none(), Misfit::Covers),
            (!is_met(&fit.beside, &|square, cells| sides(square).any(|next| is_of(cells, next))), Misfit::Beside),
            (!is_met(&fit.corner, &|square, cells| corners(square).any(|next| is_of(cells, next))), Misfit::Corner),
        ];
        needs.into_iter().find(|(fails, _)| *fails).map(|(_, reason)| reason)
    }
}
