//! Who looks at a table.

use parlour_engine::ids::Seat;

/// Who looks at a table: a seat, somebody who looks on, or one who asks for everything.
///
/// A viewer is a wish, and nothing is shown by it: a table shows what a viewer may know at that moment. What is hidden is
/// shown to those who ask for it only where it is hidden from nobody any more: the match is over, it was marked as revealed
/// ([`Table::reveal`](crate::Table::reveal)), or the game hides nothing.
///
/// ```
/// use parlour_engine::Seat;
/// use parlour_table::Viewer;
///
/// assert_eq!(Viewer::of(Seat(1)).seat(), Some(Seat(1)));
/// assert_eq!(Viewer::ONLOOKER.seat(), None);
/// assert!(Viewer::EVERYONE.asks_for_all());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Viewer {
    seat: Option<Seat>,
    asks_for_all: bool,
}

impl Viewer {
    /// Somebody who looks on and knows what all may know.
    pub const ONLOOKER: Self = Self { seat: None, asks_for_all: false };
    /// Somebody who looks on and asks for everything.
    pub const EVERYONE: Self = Self { seat: None, asks_for_all: true };

    /// Who sits on a seat.
    pub const fn of(seat: Seat) -> Self {
        Self { seat: Some(seat), asks_for_all: false }
    }

    /// A seat, or somebody who looks on.
    pub const fn of_seat(seat: Option<Seat>) -> Self {
        Self { seat, asks_for_all: false }
    }

    /// The same, asking for what is hidden as well or not.
    #[must_use]
    pub const fn asking_for_all(self, asks_for_all: bool) -> Self {
        Self { asks_for_all, ..self }
    }

    /// The viewer's own seat.
    pub const fn seat(self) -> Option<Seat> {
        self.seat
    }

    /// Whether what is hidden is asked for as well.
    pub const fn asks_for_all(self) -> bool {
        self.asks_for_all
    }
}

/// What a viewer is shown at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sight {
    /// The viewer's own seat.
    pub(crate) seat: Option<Seat>,
    /// What is hidden is shown.
    pub(crate) all: bool,
}

impl Sight {
    /// What a viewer is shown who asks, if it is free to all or not.
    pub(crate) fn of(viewer: Viewer, is_free: bool) -> Self {
        Self { seat: viewer.seat, all: viewer.asks_for_all && is_free }
    }
}
