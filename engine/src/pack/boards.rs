//! Boards, symbols and moves as a pack declares them.

use super::load::quantity;
use super::spec::{DataTable, Quantity, Span};
use super::symbols::{ScatterSpec, Symbol, read_symbols};
use super::tree::Section;

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
    /// Symbols that are laid out at random when a match begins.
    pub scatter: Option<ScatterSpec>,
    /// Squares are named by row and column from the top left, as in `4,7`.
    pub by_row_and_column: bool,
    /// Where it is declared.
    pub span: Span,
}

/// The declared moves of the pieces.
#[derive(Clone, Debug, Default)]
pub struct MovesSpec {}

pub(super) fn read_boards(top: &Section<'_>, tables: &[DataTable]) -> Vec<BoardSpec> {
    let mut boards = Vec::new();
    for (name, section) in top.named_sections("boards") {
        let width = quantity(&section, "width").unwrap_or(Quantity::Fixed(1));
        let height = quantity(&section, "height").unwrap_or(Quantity::Fixed(1));
        let (symbols, scatter) = read_symbols(&section, tables);
        let by_row_and_column = section.word("squares", &[("a1", false), ("row,column", true)]).unwrap_or(false);
        boards.push(BoardSpec { name, width, height, symbols, scatter, by_row_and_column, span: section.span.clone() });
        section.finish();
    }
    boards
}

pub(super) fn read_moves(_top: &Section<'_>) -> MovesSpec {
    MovesSpec::default()
}
