//! Shapes of values in `game.toml`, for editors.

/// The shape of a key's value. A test checks that the readers accept nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A value that no other shape describes.
    Any,
    /// A table.
    Table,
    /// A list of tables.
    Tables,
    /// An area of a board: a table, a name, or a list of these.
    Area,
    /// A text.
    Text,
    /// A list of texts; a single text is a list of one.
    Texts,
    /// A list of texts, or one of integers.
    Choices,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A list of these words; a single word is a list of one.
    Words(&'static [&'static str]),
    /// A character.
    Glyph,
    /// A list of characters.
    Glyphs,
    /// True or false.
    Flag,
    /// True or false, or the name of an option.
    Switch,
    /// An integer.
    Number,
    /// An integer in a range, both ends included.
    Range(i64, i64),
    /// An integer, or the name of an option.
    Bound,
    /// A list of integers; a single one is a list of one.
    Numbers,
    /// An integer, the name of an option or a column, or a table of those by seats or variants.
    Quantity,
    /// A list of integers or names of options.
    Quantities,
    /// An integer, a text, or true or false.
    Scalar,
}
