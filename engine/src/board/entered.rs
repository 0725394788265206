//! A royal piece that has come far enough: the ending `entered`, as by declaration in shogi.

use super::BoardRules;
use super::geometry::SquareSet;
use crate::state::State;

/// What it takes to have entered, besides the royal piece.
#[derive(Clone, Debug)]
pub(crate) struct Entered {
    /// For each seat, the squares.
    pub(crate) areas: Vec<SquareSet>,
    /// How many other pieces of the seat must stand there.
    pub(crate) others: usize,
    /// For each cell, what it counts there and in hand.
    pub(crate) worth: Vec<i32>,
    /// How much that must be, for each seat.
    pub(crate) points: Vec<i32>,
}

impl BoardRules {
    /// Whether the royal piece of a seat that is to act stands in the squares and in no danger, with so many others, and
    /// these with those in hand are worth enough.
    pub(super) fn has_entered(&self, entered: &Entered, state: &State, seat: usize) -> bool {
        let cells = self.cells(&state.bytes);
        let area = &entered.areas[seat];
        let worth = |cell: u8| entered.worth.get(usize::from(cell)).copied().unwrap_or(0);
        let Some(royal) = self.royal_square(cells, seat).filter(|&square| area.contains(square)) else {
            return false;
        };
        let is_own = |square: u16| usize::from(self.owner[usize::from(cells[usize::from(square)]) & 63]) == seat + 1;
        let squares = (0..cells.len() as u16).filter(|&square| area.contains(square) && square != royal);
        let others: Vec<i32> =
            squares.filter(|&square| is_own(square)).map(|square| worth(cells[usize::from(square)])).collect();
        others.len() >= entered.others
            && others.iter().sum::<i32>() + self.sum_in_hand(&state.bytes, seat, worth) >= entered.points[seat]
            && !self.in_danger(cells, seat)
    }
}
