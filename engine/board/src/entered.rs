//! Impasse: the ending `entered` by a royal piece in the far area, as by declaration in shogi.

use super::BoardRules;
use super::geometry::SquareSet;
use parlour_model::state::State;

/// The condition of having entered, besides the royal piece.
#[derive(Clone, Debug)]
pub(crate) struct Entered {
    /// For each seat, the squares.
    pub(crate) areas: Vec<SquareSet>,
    /// The number of other pieces of the seat required there.
    pub(crate) others: usize,
    /// For each cell, its points there and in hand.
    pub(crate) worth: Vec<i32>,
    /// The points required of each seat.
    pub(crate) points: Vec<i32>,
}

impl BoardRules {
    /// True if the royal piece of the seat to act is in its area and not attacked, with the required number of other
    /// pieces, and these with those in hand reach the required points.
    pub(super) fn has_entered(&self, entered: &Entered, state: &State, seat: usize) -> bool {
        let cells = self.cells(&state.bytes);
        let area = &entered.areas[seat];
        let worth = |cell: u8| entered.worth.get(usize::from(cell)).copied().unwrap_or(0);
        let Some(royal) = self.royal_square(cells, seat).filter(|&square| area.contains(square)) else {
            return false;
        };
        let is_own = |square: u16| usize::from(self.owner[cells[usize::from(square)]]) == seat + 1;
        let squares = (0..cells.len() as u16).filter(|&square| area.contains(square) && square != royal);
        let others: Vec<i32> =
            squares.filter(|&square| is_own(square)).map(|square| worth(cells[usize::from(square)])).collect();
        others.len() >= entered.others
            && others.iter().sum::<i32>() + self.sum_in_hand(&state.bytes, seat, worth) >= entered.points[seat]
            && !self.in_danger(cells, seat)
    }
}
