//! Viewers of a table.

use parlour_engine::ids::Seat;

/// A viewer of a table: a seat or an onlooker, who may ask for hidden information.
///
/// A viewer is a request, and grants nothing by itself: a table shows what the viewer may know at that moment. Hidden
/// information is shown to viewers that ask for it only once it is open to all: the match is over, it was marked as
/// revealed ([`Table::reveal`](crate::Table::reveal)), or the game hides nothing.
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
    /// An onlooker, who sees public information.
    pub const ONLOOKER: Self = Self { seat: None, asks_for_all: false };
    /// An onlooker who asks for hidden information.
    pub const EVERYONE: Self = Self { seat: None, asks_for_all: true };

    /// The viewer at a seat.
    pub const fn of(seat: Seat) -> Self {
        Self { seat: Some(seat), asks_for_all: false }
    }

    /// The viewer at a seat, or an onlooker.
    pub const fn of_seat(seat: Option<Seat>) -> Self {
        Self { seat, asks_for_all: false }
    }

    /// The same viewer, asking for hidden information or not.
    #[must_use]
    pub const fn asking_for_all(self, asks_for_all: bool) -> Self {
        Self { asks_for_all, ..self }
    }

    /// The viewer's own seat.
    pub const fn seat(self) -> Option<Seat> {
        self.seat
    }

    /// True if it asks for hidden information.
    pub const fn asks_for_all(self) -> bool {
        self.asks_for_all
    }
}

/// The access of a viewer at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sight {
    /// The viewer's own seat.
    pub(crate) seat: Option<Seat>,
    /// True if hidden information is shown.
    pub(crate) all: bool,
}

impl Sight {
    /// The access of a viewer, given whether hidden information is open to all.
    pub(crate) fn of(viewer: Viewer, is_free: bool) -> Self {
        Self { seat: viewer.seat, all: viewer.asks_for_all && is_free }
    }
}
