//! Specialization keys of outlined functions.

use crate::kind::Kind;
use crate::value::Key;

/// A token of a specialization key: values in sequence, each followed by its contents. Variables and tables made at run
/// time are numbered in the order of discovery.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Token {
    Nil,
    Boolean(bool),
    /// A text, function, table or block made at compile time.
    Atom(u32),
    /// A dynamic value, by its kind.
    Kind(Kind),
    /// A function by its number among those of the scripts; its captures follow.
    Closure(usize),
    /// A captured variable of the file itself.
    Lasting(usize),
    /// A variable made at run time, followed by its value; `CellAgain` is one that was visited before.
    Cell,
    CellAgain(usize),
    /// A list, by its allocation site.
    List(usize),
    /// A table: number of its fields, which follow; true if it is frozen; true if its iteration order is Luau's own.
    Table(usize, bool, bool),
    Key(Key),
    TableAgain(usize),
}

/// A place reachable from a call, by its number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reached {
    Cell(usize),
    Field(usize, Key),
}

/// Specialization key of an outlined function: the number of block facts known, and the tokens of its call.
pub(crate) type Variant = (usize, Vec<Token>);
