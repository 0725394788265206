//! Walls: edges and corners of squares on which things stop moves.
//!
//! A place where a wall can stand is a step of a ray like a square. Its number is its offset in the state from that of
//! the board, so that it lies beyond the squares of the board: a place of no action, which only an empty cell lets pass.

use std::collections::HashMap;
use std::ops::Range;

use super::BoardRules;

/// The places where walls can stand.
#[derive(Clone, Debug, Default)]
pub(crate) struct Walls {
    /// The place between two squares, the lower number first.
    pub(crate) between: HashMap<(usize, usize), u16>,
    /// The boards, by index, with the numbers of their places.
    pub(crate) boards: Vec<(usize, Range<usize>)>,
    /// The end of their numbers; 0 if there are none.
    pub(crate) end: usize,
}

impl Walls {
    /// The place of the wall between two squares, if one can stand there.
    pub(crate) fn place(&self, from: usize, to: usize) -> Option<u16> {
        self.between.get(&(from.min(to), from.max(to))).copied()
    }
}

impl BoardRules {
    /// The board's cells, up to the last place of a wall: just these if there are no walls.
    #[inline]
    pub(crate) fn reach<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        &bytes[self.offset..self.offset + self.squares().max(self.walls.end)]
    }

    /// The contents of a step's square, or of a wall's place.
    #[inline]
    pub(crate) fn cell_at(&self, cells: &[u8], bytes: &[u8], square: u16) -> u8 {
        cells.get(usize::from(square)).copied().unwrap_or_else(|| bytes[self.offset + usize::from(square)])
    }

    /// The board, by index, and the square of a step.
    pub(crate) fn place_of(&self, square: u16) -> (usize, u16) {
        let square_of = |(board, places): &(usize, Range<usize>)| {
            places.contains(&usize::from(square)).then(|| (*board, square - places.start as u16))
        };
        self.walls.boards.iter().find_map(square_of).unwrap_or((self.board, square))
    }
}
