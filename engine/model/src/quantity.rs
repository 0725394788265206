//! Numbers of a pack that depend on options, seats or tables, and places in its text.

use std::ops::Range;

/// A byte range in `game.toml`.
pub type Span = Range<usize>;

/// A number that may depend on an option, on the number of seats, or on a column of the table that a zone or variable
/// is laid out over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// A fixed number.
    Fixed(i64),
    /// The value of an option, or of a column.
    Named(String, Span),
    /// By the number of seats, ascending.
    BySeats(Vec<(usize, i64)>, Span),
    /// By the name of the variant, or by that of the owning seat.
    ByName(Vec<(String, Quantity)>, Span),
}

/// The entry for a number of seats: a number that isn't listed has that of the next smaller one. The list is sorted by
/// numbers of seats.
pub fn by_seats<T>(listed: &[(usize, T)], seats: usize) -> Option<&T> {
    listed.iter().rev().find(|(count, _)| *count <= seats).or(listed.first()).map(|(_, of)| of)
}

impl Quantity {
    /// Its place, if it names something.
    pub fn span(&self) -> Option<&Span> {
        match self {
            Self::Named(_, span) | Self::ByName(_, span) => Some(span),
            Self::Fixed(_) | Self::BySeats(..) => None,
        }
    }
}
