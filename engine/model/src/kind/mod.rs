//! Kinds of values of arguments, fields of events, variables and chances: their names in a pack, their width and their
//! range. Parsing and formatting are in `words`.
//!
//! A value is a number. Elements of a set count from 1, with 0 for none; cards with counts are a number for each card
//! type.

mod domain;

use crate::diagnostic::{Unplaced, suggest};
use crate::ids::BoardId;
use crate::spec::WordList;

pub use domain::Domain;
pub use domain::{Places, read_domain};

/// A kind of value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// An integer.
    Number,
    /// A card type.
    Card,
    /// Cards with counts: one byte for each card type.
    Cards,
    /// A list of integers, at most [`MAX_NUMBERS`].
    Numbers,
    /// A seat.
    Seat,
    /// A word of one of the pack's lists, or a row of one of its tables, by the list's index.
    Word(usize),
    /// A square of a board.
    Square(BoardId),
    /// A symbol of a board, by its name.
    Symbol(BoardId),
    /// The same, written as its character.
    Glyph(BoardId),
}

/// A value in the record of an action or an event, or in a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// A number of any kind but [`Kind::Cards`].
    Number(i32),
    /// The count of each card type.
    Cards(&'a [u8]),
    /// A list.
    Numbers(Numbers<'a>),
}

/// Limit of the numbers of a list in an event.
pub const MAX_NUMBERS: usize = 31;

/// A list of integers in the record of an event: its length, and then each, in 16 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers<'a>(pub(crate) &'a [u8]);

impl Numbers<'_> {
    /// Bytes in a record.
    pub(crate) const WIDTH: usize = 2 + 2 * MAX_NUMBERS;

    /// The numbers in order.
    pub fn iter(&self) -> impl Iterator<Item = i32> + '_ {
        let mut all = self.0.chunks_exact(2).map(|pair| i32::from(i16::from_le_bytes([pair[0], pair[1]])));
        let count = all.next().and_then(|count| usize::try_from(count).ok()).unwrap_or(0);
        all.take(count)
    }
}

/// The use of a value: not every kind is allowed everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// An argument of an action.
    Argument,
    /// A field of an event.
    Field,
    /// A hole of a refusal.
    Hole,
    /// A variable.
    Variable,
    /// The outcomes of a chance.
    Chance,
}

impl Use {
    /// The names of the kinds allowed here, without lists and boards.
    fn names(self) -> &'static [&'static str] {
        match self {
            Self::Argument => &["card", "cards", "seat", "number", "square", "symbol"],
            Self::Field => &["card", "cards", "seat", "number", "numbers", "square", "symbol", "glyph"],
            Self::Hole => &["card", "cards", "seat", "number", "square", "symbol", "glyph"],
            Self::Variable => &["int", "seat", "card", "square", "symbol"],
            Self::Chance => &["seat", "card"],
        }
    }
}

/// The names of the kinds that belong to a board.
const ON_BOARDS: [&str; 3] = ["square", "symbol", "glyph"];

/// The names that extend the built-in kinds.
#[derive(Clone, Copy, Debug)]
pub struct Named<'a> {
    /// Word lists; each data table has one.
    pub lists: &'a [WordList],
    /// The boards by name.
    pub boards: &'a [&'a str],
}

/// True if a name is that of a kind of argument.
pub fn is_kind(name: &str, named: Named<'_>) -> bool {
    Use::Argument.names().contains(&name) || named.lists.iter().any(|list| list.name == name)
}

impl Kind {
    /// The kind with a name: `card`, `square`, `square of BOARD`, or the name of a list or a table.
    ///
    /// # Errors
    /// The allowed names.
    pub fn named(name: &str, named: Named<'_>, of_use: Use) -> Result<Self, Unplaced> {
        let (what, board) = match name.split_once(" of ") {
            Some((what, board)) => (what, named.boards.iter().position(|known| *known == board.trim())),
            None => (name, (named.boards.len() == 1).then_some(0)),
        };
        let on = |kind: fn(BoardId) -> Self| board.map(|board| kind(BoardId::from_index(board)));
        let list = || named.lists.iter().position(|list| list.name == name).map(Self::Word);
        let found = match what {
            "int" | "number" => Some(Self::Number),
            "card" => Some(Self::Card),
            "cards" => Some(Self::Cards),
            "numbers" => Some(Self::Numbers),
            "seat" => Some(Self::Seat),
            "square" => on(Self::Square),
            "symbol" => on(Self::Symbol),
            "glyph" => on(Self::Glyph),
            _ => None,
        };
        let is_whole = what == name || ON_BOARDS.contains(&what);
        found
            .filter(|_| is_whole && of_use.names().contains(&what))
            .or_else(list)
            .ok_or_else(|| {
                let boards: Vec<String> = named.boards.iter().map(|board| format!("`{what} of {board}`")).collect();
                if ON_BOARDS.contains(&what) && of_use.names().contains(&what) {
                    return match boards.len() {
                        0 => "there is no board".to_owned(),
                        _ => format!("expected {}", boards.join(" or ")),
                    };
                }
                let kinds =
                    of_use.names().iter().copied().filter(|kind| !boards.is_empty() || !ON_BOARDS.contains(kind));
                suggest(name, kinds.chain(named.lists.iter().map(|list| list.name.as_str())))
            })
            .map_err(Unplaced)
    }

    /// Bytes of a value, where a single number takes `number` bytes.
    pub fn width(self, number: usize, card_types: usize) -> usize {
        match self {
            Self::Cards => card_types,
            Self::Numbers => Numbers::WIDTH,
            Self::Number | Self::Card | Self::Seat | Self::Word(_) => number,
            Self::Square(_) | Self::Symbol(_) | Self::Glyph(_) => number,
        }
    }

    /// True if it is a square of any board.
    pub fn is_square(self) -> bool {
        matches!(self, Self::Square(_))
    }
}
