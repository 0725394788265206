//! The sides of a board, and how its squares are named.

/// A direction in which the pieces of a seat look, or one of a board's four sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heading {
    /// Towards the first row.
    Up,
    /// Towards the last row.
    Down,
    /// Towards the first column.
    Left,
    /// Towards the last column.
    Right,
}

/// How squares are named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Naming {
    /// `a1`: a letter for the column, and rows from the bottom.
    #[default]
    FromBelow,
    /// `a1`: a letter for the column, and rows from the top.
    FromAbove,
    /// `aa`: letters for the column and the row, from the top left.
    Letters,
    /// `1,1`: row and column from the top left.
    Numbers,
    /// `1a`: a number for the column, from the right, and a letter for the row, from the top.
    FromRight,
}

impl Naming {
    /// The naming that a board of some size can have: letters do for 26 columns, and rows if these have letters too.
    pub fn on(self, width: usize, height: usize) -> Self {
        let fits = match self {
            Self::FromRight => height <= 26,
            Self::Letters => width <= 26 && height <= 26,
            _ => width <= 26,
        };
        if fits { self } else { Self::Numbers }
    }
}
