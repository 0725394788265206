//! Boards, symbols and moves as a pack declares them.

use super::load::quantity;
use super::spec::{Quantity, Span};
use super::tree::Section;

/// What a cell of a board can hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The name by which scripts know it.
    pub name: String,
    /// The character that stands for it in rows of text.
    pub glyph: char,
}

/// A board.
#[derive(Clone, Debug)]
pub struct BoardSpec {
    /// Its name, as in `main`.
    pub name: String,
    /// Columns.
    pub width: Quantity,
    /// Rows.
    pub height: Quantity,
    /// What a cell can hold besides nothing; a cell's byte is the place in this list, from 1.
    pub symbols: Vec<Symbol>,
    /// Where it is declared.
    pub span: Span,
}

/// The declared moves of the pieces.
#[derive(Clone, Debug, Default)]
pub struct MovesSpec {}

pub(super) fn read_boards(top: &Section<'_>) -> Vec<BoardSpec> {
    let mut boards = Vec::new();
    for (name, section) in top.named_sections("boards") {
        let width = quantity(&section, "width").unwrap_or(Quantity::Fixed(1));
        let height = quantity(&section, "height").unwrap_or(Quantity::Fixed(1));
        let mut symbols = Vec::new();
        for row in section.rows("symbol") {
            let name = row.required_string("name", "a name for the symbol");
            let glyph = row.required_string("glyph", "one character");
            if let (Some(name), Some(glyph)) = (name, glyph) {
                symbols.push(Symbol { name, glyph: glyph.chars().next().unwrap_or('?') });
            }
            row.finish();
        }
        boards.push(BoardSpec { name, width, height, symbols, span: section.span.clone() });
        section.finish();
    }
    boards
}

pub(super) fn read_moves(_top: &Section<'_>) -> MovesSpec {
    MovesSpec::default()
}
