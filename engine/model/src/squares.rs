//! Sides of a board, and names of its squares.

/// A direction that the pieces of a seat face, or one of a board's four sides.
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

/// The naming of squares.
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
    /// `A1`: as `a1`, with the letters as players of Go have them, without I.
    WithoutI,
}

/// The appearance of a board's squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// Uniform.
    #[default]
    Plain,
    /// Chequered, the lower left corner dark.
    Chequered,
    /// Points where lines cross, with star points.
    Points,
    /// Water, on which pieces with a length are ships.
    Water,
}

/// The appearance of a board's pieces without a figure of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tokens {
    /// Discs of the colour of their seat.
    #[default]
    Discs,
    /// Light discs with a ring of that colour.
    Rings,
    /// Five-sided tiles that point away from their seat.
    Tiles,
    /// Their pictures alone.
    Figures,
}

impl Naming {
    /// The naming that a board of this size can have: letters suffice for 26 columns, and rows if these have letters
    /// too.
    pub fn on(self, width: usize, height: usize) -> Self {
        let fits = match self {
            Self::FromRight => height <= 26,
            Self::Letters => width <= 26 && height <= 26,
            Self::WithoutI => width <= 25,
            _ => width <= 26,
        };
        if fits { self } else { Self::Numbers }
    }

    /// The name of a column, counted from 0 from the left, of a board of this width.
    pub fn column(self, column: usize, width: usize) -> String {
        let letter = |first: u8, n: usize| char::from(first.saturating_add(u8::try_from(n).unwrap_or(0))).to_string();
        match self {
            Self::Numbers => (column + 1).to_string(),
            Self::FromRight => (width - column).to_string(),
            Self::WithoutI => letter(b'A', column + usize::from(column >= usize::from(b'I' - b'A'))),
            _ => letter(b'a', column % 26),
        }
    }

    /// The name of a row, counted from 0 from the top, of a board of this height.
    pub fn row(self, row: usize, height: usize) -> String {
        match self {
            Self::FromBelow | Self::WithoutI => (height - row).to_string(),
            Self::Letters | Self::FromRight => char::from(b'a' + (row % 26) as u8).to_string(),
            Self::FromAbove | Self::Numbers => (row + 1).to_string(),
        }
    }
}
