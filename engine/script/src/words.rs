//! Files of words: the functions that scripts call, in Luau.
//!
//! A word is an ordinary function over the layout of a game:
//!
//! ```luau
//! --- The number of cards of a type that are known to be here.
//! function zone.count(i: number, card: Card): number
//!     return buffer.readu8(STATE, COUNTS + STRIDE * i + card)
//! end
//! ```
//!
//! - A name in capitals is a constant that the game's layout gives: an offset, a number of seats, a list. One that a
//!   game doesn't have is nil. In texts it stands in braces.
//! - `zone`, `var`, `board` and so on stand for the namespace that the word is linked into, as for `hand`.
//! - An `if` whose conditions are constants is decided when the word is linked; around functions it selects them.
//! - A parameter whose type numbers things of the game, such as `Card`, is checked before the body runs; `RANGES` in
//!   member.rs has these types. `Whole` is any whole number.
//! - The parameter `i` or `j` is the index in a family, which is checked before the body runs. Where there is a single
//!   zone or variable it isn't a parameter, and 1.
//! - `--- @changes` marks a function that changes the match. The other lines that begin with `---` are its
//!   documentation.
//! - `more()` marks the place of further words: those named by the pack, or those of another file.

mod files;
mod link;
mod parse;
#[cfg(test)]
mod tests;

pub(crate) use files::File;
pub(crate) use link::Constants;
use parse::parse;

use crate::prelude::SHARED;

/// The kind of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Is {
    /// A query.
    Ask,
    /// A function that changes the match.
    Change,
    Constant,
    /// The place of further words.
    More,
}

/// A word as written in a file.
#[derive(Debug)]
pub(crate) struct Word {
    pub(crate) is: Is,
    /// Its subject, such as `zone`.
    subject: &'static str,
    /// Its name, in which a constant may stand, as in `to_TO`.
    pub(crate) name: &'static str,
    /// The parameters of a function with their types, without parentheses.
    parameters: Vec<&'static str>,
    /// The locals that hold tables, parameters among them.
    records: Vec<&'static str>,
    /// The type that a function returns; empty if it returns nothing.
    result: &'static str,
    /// The statements of a function, or the value of a constant.
    body: Vec<Piece>,
    doc: Vec<&'static str>,
    /// The conditions under which a game has it.
    only: Vec<Condition>,
}

/// A piece of a word's code.
#[derive(Debug)]
enum Piece {
    /// Copied as written.
    Text(&'static str),
    /// A name in capitals.
    Constant(&'static str),
    /// The namespace of a subject.
    Subject(&'static str),
    /// A text with names in braces.
    Quoted(&'static str),
    /// The value of an index, `i` or `j`.
    Index(&'static str),
    /// An index as an argument of a word of a subject, which a single one doesn't take.
    Argument(&'static str),
    /// Statements of which the first ones are kept whose condition is true.
    Cases(Vec<(Condition, Vec<Piece>)>),
}

/// A condition on constants.
#[derive(Clone, Debug, PartialEq)]
enum Condition {
    /// True if the layout gives it.
    Given(&'static str),
    Equal(&'static str, f64),
    Not(Box<Condition>),
    All(Vec<Condition>),
    Any(Vec<Condition>),
}

/// The name for what parts a namespace and a member in the names of functions.
pub(crate) const JOINT: &str = "JOINT";

/// The mark behind the name of a local that holds a table, so that none is taken for a namespace of the pack; the joint takes
/// its place.
pub(crate) const OWN: &str = "$";

/// The names of subjects, whose namespaces the layout gives.
const SUBJECTS: [&str; 11] =
    ["zone", "var", "board", "under", "corners", "from", "to", "rows", "list", "leader", "out"];

/// True if a name is one of a constant.
pub(crate) fn is_constant(name: &str) -> bool {
    let is_capital = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(is_capital)
        && name != JOINT
        && !SHARED.contains(&name)
}
