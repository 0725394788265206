//! Typed ids: small numbers for named things once a pack is loaded.

use std::fmt;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident($repr:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $repr);

        impl $name {
            /// The index in the game's table of these things, from 0.
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// From an index in the game's table; loading limits tables to the range.
            pub const fn from_index(index: usize) -> Self {
                Self(index as $repr)
            }

            /// The number that scripts and the state block use: from 1, with 0 for none.
            pub const fn number(self) -> $repr {
                self.0 + 1
            }

            /// From the number that scripts and the state block use; `None` for 0.
            pub const fn from_number(number: $repr) -> Option<Self> {
                match number {
                    0 => None,
                    n => Some(Self(n - 1)),
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.0)
            }
        }
    };
}

id! {
    /// A role at the table, in the order of play.
    ///
    /// ```
    /// use parlour_engine::Seat;
    ///
    /// let second = Seat::from_index(1);
    /// assert_eq!((second.index(), second.number()), (1, 2));
    /// assert_eq!(Seat::from_number(2), Some(second));
    /// assert_eq!(Seat::from_number(0), None);
    /// ```
    Seat(u8)
}
id! {
    /// A card type: cards of one type are indistinguishable.
    CardType(u16)
}
id! {
    /// A phase: a kind of decision.
    Phase(u8)
}
id! {
    /// The verb of an action.
    Verb(u8)
}
id! {
    /// A kind of event.
    EventKind(u8)
}
id! {
    /// A zone or a family of zones: `hand` is the hands of all seats.
    ZoneId(u16)
}
id! {
    /// A board.
    BoardId(u16)
}
id! {
    /// A variable or a family of variables.
    VarId(u16)
}
id! {
    /// A square of a board, row by row from the top left.
    Square(u16)
}
