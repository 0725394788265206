//! Boards whose squares are the edges or the corners of another board's squares.
//!
//! The edges of `w` columns and `h` rows lie on a lattice of `2w - 1` columns and `2h - 1` rows, with the rim
//! `2w + 1` and `2h + 1`, whose other places are the squares and the corners.

/// The places that the squares of a board are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Places {
    /// Squares of its own.
    #[default]
    Squares,
    /// The edges of another board's squares.
    Edges {
        /// True if the outer edges belong to it.
        rim: bool,
    },
    /// The corners of another board's squares.
    Corners {
        /// True if the outer corners belong to it.
        rim: bool,
    },
}

/// The side of a square that is an edge, with its letter.
const SIDES: [(char, (i64, i64)); 4] = [('n', (-1, 0)), ('e', (0, 1)), ('s', (1, 0)), ('w', (0, -1))];

impl Places {
    /// True if the rim belongs to the places.
    pub fn has_rim(self) -> bool {
        matches!(self, Self::Edges { rim: true } | Self::Corners { rim: true })
    }

    /// The columns and rows of a board of these places over squares in so many columns and rows.
    pub fn size(self, (width, height): (i64, i64)) -> (i64, i64) {
        let of = |n: i64| match self {
            Self::Squares => n,
            Self::Edges { rim } => 2 * n - 1 + 2 * i64::from(rim),
            Self::Corners { rim } => n - 1 + 2 * i64::from(rim),
        };
        (of(width), of(height))
    }

    /// The columns and rows of the squares under a board of these places.
    pub fn under(self, (width, height): (usize, usize)) -> (usize, usize) {
        let of = |n: usize| match self {
            Self::Squares => n,
            Self::Edges { rim: true } => n.saturating_sub(1) / 2,
            Self::Edges { rim: false } => n.div_ceil(2),
            Self::Corners { rim: true } => n.saturating_sub(1),
            Self::Corners { rim: false } => n + 1,
        };
        (of(width), of(height))
    }

    /// The squares that meet at a place, by their indices, of a board of these places with so many columns and rows:
    /// those above and to the left first; empty where no edge or corner is.
    pub fn joined(self, place: usize, size: (usize, usize)) -> Vec<usize> {
        let (width, height) = self.under(size);
        let (row, column) = ((place / size.0.max(1)) as i64, (place % size.0.max(1)) as i64);
        let lines = match self {
            Self::Squares => return vec![place],
            Self::Corners { rim } => {
                let before = |n: i64| [n - i64::from(rim), n + 1 - i64::from(rim)];
                [before(row).to_vec(), before(column).to_vec()]
            }
            Self::Edges { rim } => {
                let shift = i64::from(rim);
                let is_between = |n: i64| (n - shift).rem_euclid(2) == 1;
                if is_between(row) == is_between(column) {
                    return Vec::new();
                }
                let at = |n: i64| match is_between(n) {
                    true => vec![(n - 1 - shift).div_euclid(2), (n + 1 - shift).div_euclid(2)],
                    false => vec![(n - shift) / 2],
                };
                [at(row), at(column)]
            }
        };
        let inside = |n: i64, count: usize| usize::try_from(n).ok().filter(|&n| n < count);
        let [rows, columns] = lines;
        let rows = rows.into_iter().filter_map(|row| inside(row, height));
        rows.flat_map(|row| columns.iter().filter_map(move |&n| Some(row * width + inside(n, width)?))).collect()
    }

    /// The square and the side of it by which an edge is named: of the lower or left square if that is there.
    pub(crate) fn side_of(self, edge: usize, size: (usize, usize)) -> Option<(usize, char)> {
        let (width, _) = self.under(size);
        let joined = self.joined(edge, size);
        let first = *joined.first()?;
        let (row, column) = (edge / size.0, edge % size.0);
        let (up, left) = self.on_lattice(first, width);
        Some(match joined.get(1) {
            Some(&below) if row > up => (below, 'n'),
            Some(_) => (first, 'e'),
            None if row < up => (first, 'n'),
            None if row > up => (first, 's'),
            None if column > left => (first, 'e'),
            None => (first, 'w'),
        })
    }

    /// The edge on a side of a square, if there is one, of a board of edges with so many columns and rows.
    pub(crate) fn edge_at(self, square: usize, side: char, size: (usize, usize)) -> Option<usize> {
        let (width, _) = self.under(size);
        let (_, (down, right)) = SIDES.into_iter().find(|(letter, _)| *letter == side)?;
        let (row, column) = self.on_lattice(square, width);
        let row = row.checked_add_signed(down as isize).filter(|&row| row < size.1)?;
        let column = column.checked_add_signed(right as isize).filter(|&column| column < size.0)?;
        Some(row * size.0 + column)
    }

    /// The place of the lattice of edges, of so many columns and rows, at which a square lies.
    pub fn middle(self, square: usize, size: (usize, usize)) -> usize {
        let (row, column) = self.on_lattice(square, self.under(size).0);
        row * size.0 + column
    }

    /// The row and column of the lattice of edges at which a square lies.
    fn on_lattice(self, square: usize, width: usize) -> (usize, usize) {
        let shift = usize::from(self.has_rim());
        (2 * (square / width.max(1)) + shift, 2 * (square % width.max(1)) + shift)
    }

    /// The edge from a corner in a direction (columns to the right, rows down), of a board of edges with so many
    /// columns and rows; `corners` are the places and columns of the board of corners.
    pub fn edge_from(
        self,
        (corners, columns): (Self, usize),
        corner: usize,
        (right, down): (i32, i32),
        size: (usize, usize),
    ) -> Option<usize> {
        // The lattice row of a corner: the first inner one is between the first two rows of squares.
        let at = |n: usize| 2 * n as i64 + 1 + i64::from(self.has_rim()) - 2 * i64::from(corners.has_rim());
        let inside = |n: i64, count: usize| usize::try_from(n).ok().filter(|&n| n < count);
        let row = inside(at(corner / columns.max(1)) + i64::from(down), size.1)?;
        let column = inside(at(corner % columns.max(1)) + i64::from(right), size.0)?;
        (right == 0 || down == 0).then_some(row * size.0 + column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INNER: Places = Places::Edges { rim: false };
    const ALL: Places = Places::Edges { rim: true };

    #[test]
    fn an_edge_lies_between_two_squares_or_at_the_rim() {
        assert_eq!(INNER.size((3, 2)), (5, 3));
        assert_eq!(ALL.size((3, 2)), (7, 5));
        assert_eq!((INNER.under((5, 3)), ALL.under((7, 5))), ((3, 2), (3, 2)));
        // . | . | .
        // - + - + -
        assert_eq!(INNER.joined(1, (5, 3)), [0, 1]);
        assert_eq!(INNER.joined(5, (5, 3)), [0, 3]);
        assert_eq!(INNER.joined(6, (5, 3)), [] as [usize; 0], "a corner");
        assert_eq!(INNER.joined(0, (5, 3)), [] as [usize; 0], "a square");
        assert_eq!(ALL.joined(1, (7, 5)), [0], "above the first square");
        assert_eq!(ALL.joined(9, (7, 5)), [0, 1]);
        assert_eq!(ALL.joined(34 - 1, (7, 5)), [5], "below the last one");
    }

    #[test]
    fn every_edge_has_one_name_and_each_side_of_a_square_one_edge() {
        for (places, count) in [(INNER, 7), (ALL, 17)] {
            for under in [(3_i64, 2_i64), (1, 7), (7, 1)] {
                let (w, h) = places.size(under);
                let size = (w as usize, h as usize);
                let edges: Vec<usize> = (0..size.0 * size.1).filter(|&n| !places.joined(n, size).is_empty()).collect();
                if under == (3, 2) {
                    assert_eq!(edges.len(), count);
                }
                for edge in edges {
                    let (square, side) = places.side_of(edge, size).unwrap();
                    assert_eq!(places.edge_at(square, side, size), Some(edge), "{places:?} {under:?}");
                    for square in places.joined(edge, size) {
                        let mut sides = SIDES.into_iter().map(|(side, _)| places.edge_at(square, side, size));
                        assert!(sides.any(|other| other == Some(edge)));
                    }
                }
            }
        }
    }

    #[test]
    fn squares_meet_at_corners() {
        let (inner, all) = (Places::Corners { rim: false }, Places::Corners { rim: true });
        assert_eq!((inner.size((3, 2)), all.size((3, 2))), ((2, 1), (4, 3)));
        assert_eq!(inner.joined(1, (2, 1)), [1, 2, 4, 5]);
        assert_eq!(all.joined(0, (4, 3)), [0]);
        assert_eq!(all.joined(5, (4, 3)), [0, 1, 3, 4]);
        // The corner between all of two by two squares, with its four edges.
        let from = |way| INNER.edge_from((inner, 1), 0, way, (3, 3));
        assert_eq!([(0, -1), (1, 0), (0, 1), (-1, 0)].map(from), [Some(1), Some(5), Some(7), Some(3)]);
        assert_eq!(from((1, 1)), None);
        let from = |way| ALL.edge_from((all, 3), 0, way, (5, 5));
        assert_eq!([(0, -1), (1, 0), (0, 1), (-1, 0)].map(from), [None, Some(1), Some(5), None]);
    }
}
