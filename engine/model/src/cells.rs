//! Cells of a board as bytes: sets of them, and tables by a cell.

use std::hash::{Hash, Hasher};
use std::ops::{BitAnd, BitOr, BitOrAssign, Index, IndexMut, Not};

/// Number of different cells: an empty one, and up to 255 symbols.
pub const CELLS: usize = 256;

/// A set of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellSet([u64; CELLS / 64]);

impl CellSet {
    /// The set of no cell.
    pub const EMPTY: Self = Self([0; 4]);
    /// The set of the empty cell.
    pub const VACANT: Self = Self([1, 0, 0, 0]);
    /// The set of all cells.
    pub const ALL: Self = Self([u64::MAX; 4]);

    /// The set of one cell.
    pub const fn of(cell: u8) -> Self {
        let mut words = [0; 4];
        words[(cell >> 6) as usize] = 1 << (cell & 63);
        Self(words)
    }

    /// True if a cell is in the set.
    #[inline]
    pub const fn has(self, cell: u8) -> bool {
        self.0[(cell >> 6) as usize] >> (cell & 63) & 1 != 0
    }

    /// True if no cell is in the set.
    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Number of cells.
    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The cells, the lowest first.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        [0, 64, 128, 192].into_iter().zip(self.0).flat_map(|(first, mut left)| {
            std::iter::from_fn(move || {
                let cell = (left != 0).then(|| first + left.trailing_zeros() as u8);
                left &= left.wrapping_sub(1);
                cell
            })
        })
    }

    /// The only cell of a set of one.
    pub fn single(self) -> Option<u8> {
        self.iter().next().filter(|_| self.len() == 1)
    }
}

impl FromIterator<u8> for CellSet {
    fn from_iter<I: IntoIterator<Item = u8>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        cells.into_iter().for_each(|cell| set.0[usize::from(cell >> 6)] |= 1 << (cell & 63));
        set
    }
}

/// Sets are mostly of low cells, and hashed often.
impl Hash for CellSet {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let [first, rest @ ..] = self.0;
        hasher.write_u64(rest.into_iter().fold(first, |hash, word| hash.rotate_left(21) ^ word));
    }
}

impl BitOr for CellSet {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([a | e, b | f, c | g, d | h])
    }
}

impl BitOrAssign for CellSet {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitAnd for CellSet {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([a & e, b & f, c & g, d & h])
    }
}

impl Not for CellSet {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

/// A value for each cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerCell<T>(pub [T; CELLS]);

impl<T: Copy + Default> Default for PerCell<T> {
    fn default() -> Self {
        Self([T::default(); CELLS])
    }
}

impl From<CellSet> for PerCell<bool> {
    fn from(set: CellSet) -> Self {
        Self(std::array::from_fn(|cell| set.has(cell as u8)))
    }
}

impl<T> Index<u8> for PerCell<T> {
    type Output = T;

    #[inline]
    fn index(&self, cell: u8) -> &T {
        &self.0[usize::from(cell)]
    }
}

impl<T> IndexMut<u8> for PerCell<T> {
    #[inline]
    fn index_mut(&mut self, cell: u8) -> &mut T {
        &mut self.0[usize::from(cell)]
    }
}

/// Tables by a cell, one behind the other, each as long as the cells of a game need.
#[derive(Clone, Debug)]
pub struct CellTables<T> {
    length: usize,
    values: Vec<T>,
}

impl<T: Copy> CellTables<T> {
    /// Values from the table of one number to that of the next: a table takes one or several numbers.
    const UNIT: usize = 32;

    /// No tables yet, for a number of cells.
    pub fn new(cells: usize) -> Self {
        Self { length: cells.next_multiple_of(Self::UNIT), values: Vec::new() }
    }

    /// The cells of a table.
    pub fn cells(&self) -> impl Iterator<Item = u8> + use<T> {
        (0..=u8::MAX).take(self.length)
    }

    /// Adds a table and returns its number; `None` if there is no room for it.
    pub fn push(&mut self, table: &[T]) -> Option<u16> {
        let number = u16::try_from(self.values.len() / Self::UNIT).ok()?;
        self.values.extend_from_slice(&table[..self.length]);
        Some(number)
    }

    /// The value of a cell in a table.
    #[inline]
    pub fn get(&self, table: u16, cell: u8) -> T {
        self.values[usize::from(table) * Self::UNIT + usize::from(cell)]
    }

    /// A table.
    #[inline]
    pub fn table(&self, table: u16) -> &[T] {
        let start = usize::from(table) * Self::UNIT;
        &self.values[start..start + self.length]
    }

    /// The values of all tables.
    pub fn values_mut(&mut self) -> &mut [T] {
        &mut self.values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_what_was_put_into_them() {
        let cells = [0, 5, 63, 64, 127, 200, 255];
        let set: CellSet = cells.into_iter().collect();
        assert!(set.iter().eq(cells));
        assert_eq!((set.len(), (!set).len()), (7, 249));
        assert_eq!(set & CellSet::of(64) | CellSet::VACANT, [0, 64].into_iter().collect());
        assert_eq!([CellSet::of(130).single(), set.single(), CellSet::EMPTY.single()], [Some(130), None, None]);
        let table = PerCell::from(set);
        assert!((0..=u8::MAX).all(|cell| table[cell] == set.has(cell)));
    }

    #[test]
    fn tables_hold_a_value_for_each_cell() {
        let mut tables = CellTables::new(40);
        let first = tables.push(&[7; 64]).unwrap();
        let second = tables.push(&[9; 64]).unwrap();
        assert_eq!([tables.get(first, 39), tables.get(second, 0), tables.get(second, 63)], [7, 9, 9]);
        assert_eq!((tables.table(second), tables.cells().count()), (&[9; 64][..], 64));
        let mut large = CellTables::new(CELLS);
        assert_eq!((0..).find(|_| large.push(&[0_u8; CELLS]).is_none()), Some(8192));
    }
}
