//! What a value of `game.toml` can look like, for editors.

/// What can be written after a key. A test holds that the readers ask for nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// What takes more than a shape to tell.
    Any,
    /// A table.
    Table,
    /// A list of tables.
    Tables,
    /// A text.
    Text,
    /// A list of texts; a single text is a list of one.
    Texts,
    /// A list of texts, or one of whole numbers.
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
    /// A whole number.
    Number,
    /// A whole number within a range, both ends included.
    Range(i64, i64),
    /// A whole number, or the name of an option.
    Bound,
    /// A list of whole numbers; a single one is a list of one.
    Numbers,
    /// A whole number, the name of an option or a column, or a table of such by seats or variants.
    Quantity,
    /// A list of whole numbers or names of options.
    Quantities,
    /// A whole number, a text, or true or false.
    Scalar,
}
