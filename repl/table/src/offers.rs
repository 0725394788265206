//! A draw that one side offers to the other.

use parlour_engine::ids::Seat;

/// A draw that is offered. It lapses when one of those to whom it is offered plays on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Offer {
    /// Who offers it.
    pub by: Seat,
    /// Those who haven't answered.
    pub waits_for: Vec<Seat>,
    /// The number of actions before it.
    pub at: usize,
}
