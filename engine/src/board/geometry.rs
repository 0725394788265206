//! Squares, directions and areas of a board of a given size.

use crate::pack::boards::Heading;
use crate::pack::pieces::{Area, Offset};

/// A set of squares, one bit each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SquareSet([u64; 16]);

impl SquareSet {
    pub(crate) const EMPTY: Self = Self([0; 16]);

    #[inline]
    pub(crate) fn insert(&mut self, square: u16) {
        self.0[usize::from(square >> 6) & 15] |= 1 << (square & 63);
    }

    #[inline]
    pub(crate) fn contains(&self, square: u16) -> bool {
        self.0[usize::from(square >> 6) & 15] >> (square & 63) & 1 != 0
    }
}

/// Rows and columns of a board, and where each seat looks. Squares count from 0, row by row from the top left.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) forward: Vec<Heading>,
}

/// A step in columns and rows, to the right and down.
pub(crate) type Way = (i32, i32);

impl Grid {
    pub(crate) fn squares(&self) -> usize {
        self.width * self.height
    }

    /// An offset as it lies on the board for a seat.
    pub(crate) fn way(&self, seat: usize, offset: Offset) -> Way {
        let Offset { right, forward } = offset;
        match self.forward[seat] {
            Heading::Up => (right, -forward),
            Heading::Down => (-right, forward),
            Heading::Right => (forward, right),
            Heading::Left => (-forward, -right),
        }
    }

    /// The step towards a side of the board.
    pub(crate) fn towards(heading: Heading) -> Way {
        match heading {
            Heading::Up => (0, -1),
            Heading::Down => (0, 1),
            Heading::Left => (-1, 0),
            Heading::Right => (1, 0),
        }
    }

    /// The square so many steps away, unless that is off the board.
    pub(crate) fn step(&self, from: usize, way: Way, steps: i32) -> Option<usize> {
        let column = (from % self.width) as i32 + way.0 * steps;
        let row = (from / self.width) as i32 + way.1 * steps;
        let inside = (0..self.width as i32).contains(&column) && (0..self.height as i32).contains(&row);
        inside.then(|| row as usize * self.width + column as usize)
    }

    /// The squares in a direction, the nearest first.
    pub(crate) fn ray(&self, from: usize, way: Way) -> Vec<usize> {
        (1..).map_while(|n| self.step(from, way, n)).collect()
    }

    /// The row of a square as a seat sees it, from 0, with the number of such rows.
    pub(crate) fn rank(&self, seat: usize, square: usize) -> (usize, usize) {
        let (row, column) = (square / self.width, square % self.width);
        match self.forward[seat] {
            Heading::Up => (self.height - 1 - row, self.height),
            Heading::Down => (row, self.height),
            Heading::Right => (column, self.width),
            Heading::Left => (self.width - 1 - column, self.width),
        }
    }

    /// The place of a square across the way in which a seat looks: from the left, or from the top for a seat that looks
    /// sideways; and how many there are.
    pub(crate) fn file(&self, seat: usize, square: usize) -> (usize, usize) {
        let (row, column) = (square / self.width, square % self.width);
        match self.forward[seat] {
            Heading::Up | Heading::Down => (column, self.width),
            Heading::Left | Heading::Right => (row, self.height),
        }
    }

    /// Whether a square is in an area, as a seat sees it; `named` gives the squares that it lists by name.
    pub(crate) fn is_in(&self, area: &Area, named: &[usize], seat: usize, square: usize) -> bool {
        let among = |numbers: &[i64], (at, count): (usize, usize)| {
            numbers.is_empty()
                || numbers.iter().any(|&n| if n > 0 { n - 1 == at as i64 } else { count as i64 + n == at as i64 })
        };
        among(&area.rows, self.rank(seat, square))
            && among(&area.columns, self.file(seat, square))
            && (area.squares.is_empty() || named.contains(&square))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_seat_has_its_own_forward_and_right() {
        let grid = Grid { width: 5, height: 4, forward: vec![Heading::Up, Heading::Down, Heading::Right] };
        let offset = Offset { right: 1, forward: 2 };
        assert_eq!(grid.way(0, offset), (1, -2));
        assert_eq!(grid.way(1, offset), (-1, 2));
        assert_eq!(grid.way(2, offset), (2, 1));
        let far = Area { rows: vec![-1], ..Area::default() };
        let seen = |seat| (0..20).filter(|&square| grid.is_in(&far, &[], seat, square)).collect::<Vec<_>>();
        assert_eq!(seen(0), [0, 1, 2, 3, 4]);
        assert_eq!(seen(1), [15, 16, 17, 18, 19]);
        assert_eq!(seen(2), [4, 9, 14, 19]);
        let corner = Area { rows: vec![1], columns: vec![1, -1], ..Area::default() };
        let seen = |seat| (0..20).filter(|&square| grid.is_in(&corner, &[], seat, square)).collect::<Vec<_>>();
        assert_eq!(seen(0), [15, 19]);
        assert_eq!(seen(2), [0, 15], "columns go from top to bottom for a seat that looks sideways");
    }

    #[test]
    fn rays_end_at_the_edge() {
        let grid = Grid { width: 5, height: 4, forward: vec![Heading::Up] };
        assert_eq!(grid.ray(0, (1, 1)), [6, 12, 18]);
        assert_eq!(grid.ray(0, (-1, 0)), Vec::<usize>::new());
    }
}
