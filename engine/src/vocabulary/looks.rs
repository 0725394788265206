//! How zones and variables are painted, where a pack says it.

/// How the cards of a zone lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ZoneLook {
    /// Side by side, each with its corner in sight.
    Fan,
    /// One on the other, the top one in sight.
    Pile,
    /// One beside the other.
    Row,
    /// A stack for each kind, with how many.
    Stacks,
    /// A tile for each kind, with its name and how many.
    Grid,
    /// From the top down, each over the one before it with its corner in sight.
    Cascade,
    /// How many there are, as a number.
    Count,
    /// Not at all.
    Hidden,
}

/// How a variable is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VarLook {
    /// A row of spaces: of each seat, whose value says where it stands; of a list, whose values say how many are there, those
    /// below 0 being the second seat's.
    Strip,
    /// The same as the points of backgammon.
    Points,
    /// What is beside the row of spaces, such as what was borne off.
    Beside,
    /// The number of a seat that counts most.
    Score,
    /// A stack of chips or coins with its amount.
    Stack,
    /// What all seats have put in, as one stack in the middle.
    Pot,
    /// As many tokens as its value says, of as many as it can have.
    Tokens,
    /// A bar that is full at its greatest value.
    Bar,
    /// A token that lies at the seat that is its value.
    Button,
    /// Not at all.
    Hidden,
}

/// What is said of a variable instead of its name and value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Says {
    /// A sentence for each value, the first for the least one, the last for all that are greater; one without parts says
    /// nothing.
    pub texts: Vec<Vec<SaysPart>>,
    /// The one text is for all values but 0.
    pub is_single: bool,
}

/// A part of a sentence about a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SaysPart {
    /// As it is written.
    Text(String),
    /// The value of a variable, by its place: of the same seat, or of all.
    Var(usize),
    /// The value of a variable in words: `{words of count}`.
    Words(usize),
    /// A word for one and another for several of a variable: `{count:card|cards}`.
    Forms {
        /// The variable, by its place.
        var: usize,
        /// The word for one.
        one: String,
        /// The word for several.
        several: String,
    },
    /// The value of an option, by its key.
    Option(String),
}

/// What the bits of a number stand for that is a set, the lowest for the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetOf {
    /// The numbers from 1.
    Numbers,
    /// The words of a list, by place.
    List(usize),
}
