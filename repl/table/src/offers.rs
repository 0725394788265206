//! Draw offers.

use parlour_engine::ids::Seat;

/// A pending draw offer. It lapses when one of its recipients plays on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Offer {
    /// The offering seat.
    pub by: Seat,
    /// The recipients that haven't answered.
    pub waits_for: Vec<Seat>,
    /// The number of actions at the time of the offer.
    pub at: usize,
}
