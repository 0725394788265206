//! Appearance of zones and variables, as declared by a pack.

use crate::text::Part;

/// The layout of the cards of a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ZoneLook {
    /// Side by side, each with its corner visible.
    Fan,
    /// Stacked, the top one visible.
    Pile,
    /// One beside the other.
    Row,
    /// A stack for each card type, with its count.
    Stacks,
    /// A tile for each card type, with its name and count.
    Grid,
    /// From the top down, overlapping, with the corners visible.
    Cascade,
    /// Small cards in rows, for many cards that are only looked up.
    Small,
    /// The number of cards.
    Count,
    /// Not drawn.
    Hidden,
}

/// The appearance of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VarLook {
    /// A row of spaces. A variable of each seat is its position; the values of a list are the counts on the spaces,
    /// negative ones being the second seat's.
    Strip,
    /// The same as the points of backgammon.
    Points,
    /// Beside the row of spaces, such as pieces borne off.
    Beside,
    /// The most important number of a seat.
    Score,
    /// A stack of chips or coins with its amount.
    Stack,
    /// The stakes of all seats, as one stack in the middle.
    Pot,
    /// Tokens, their number being its value, out of its maximum.
    Tokens,
    /// A bar that is full at its maximum.
    Bar,
    /// A token at the seat that is its value.
    Button,
    /// A large sign in the middle.
    Sign,
    /// Dice: its value is their number.
    Dice,
    /// Cards: a number is the card laid by its seat, a list of flags the numbers of the cards in hand.
    Cards,
    /// Not drawn.
    Hidden,
}

/// A claim shown as dice: the variables, by index, of their face and of the seat that makes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Claim {
    /// The face of the dice.
    pub face: Option<usize>,
    /// The seat that makes the claim.
    pub by: Option<usize>,
}

/// Sentences that replace a variable's name and value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Says {
    /// A sentence for each value, the first for the least one, the last for all greater ones; an empty one says
    /// nothing.
    pub texts: Vec<Vec<Part<Said>>>,
    /// True if the only text is for all values but 0.
    pub is_single: bool,
}

/// A variable or an option in a sentence about a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// A variable, by its index: of the same seat, or of all.
    Var(usize),
    /// An option, by its key.
    Option(String),
}

/// The elements of a set whose bits are a number, the lowest bit being the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetOf {
    /// The numbers from 1.
    Numbers,
    /// The words of a list, by index.
    List(usize),
}
