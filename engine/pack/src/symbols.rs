//! The symbols of a board: written with it, or the rows of a table of the pack's own; and their initial layout.

use super::art::read_art;
use super::load::quantities::quantity;
use super::reader::Section;
use super::spec::{ArtName, Cell, ColumnKind, DataTable, Quantity, Span};
use parlour_model::diagnostic::{Code, suggest};

/// The content of a cell of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Symbol {
    /// Its name in scripts.
    pub name: String,
    /// Its character in rows of text.
    pub glyph: char,
    /// The character that a screen shows instead.
    pub figure: Option<char>,
    /// The piece and its owner, each by index; `None` for a symbol without an owner, such as a wall.
    pub piece: Option<(usize, usize)>,
    /// Row and column, from 1, of the initial square of one of it.
    pub place: Option<(Quantity, Quantity)>,
    /// True if it is only at its initial squares.
    pub stays: bool,
    /// The squares that it lies on wherever nothing stands there, each with its place.
    pub under: Vec<(String, Span)>,
    /// The picture that it names.
    pub(crate) art: Option<ArtName>,
}

impl Symbol {
    /// True if it lies on a square wherever nothing stands there.
    pub fn is_under(&self, square: &str) -> bool {
        self.under.iter().any(|(name, _)| name == square)
    }
}

/// Symbols that are scattered at random when a match begins.
#[derive(Clone, Debug)]
pub struct ScatterSpec {
    /// The table whose rows they are.
    pub table: usize,
    /// The number of each row in a set.
    pub count: Quantity,
    /// The number of sets.
    pub sets: Quantity,
    /// The most of them in any row and in any column.
    pub most_per_line: Option<Quantity>,
    /// The place of its declaration.
    pub span: Span,
}

/// Reads the symbols of a board: first the rows of the table that it names, then its own.
pub(super) fn read_symbols(section: &Section<'_>, tables: &[DataTable]) -> (Vec<Symbol>, Option<ScatterSpec>) {
    let table = read_table(section, tables);
    // The place of each symbol's glyph.
    let (mut symbols, mut spans) = table.map_or_else(Default::default, |n| rows_as_symbols(section, &tables[n]));
    for row in section.rows("symbol") {
        let name = row.string("name");
        let glyph = row.string("glyph");
        let place = quantity(&row, "row").zip(quantity(&row, "column"));
        let stays = row.bool("stays").unwrap_or(false);
        let under = row.strings("under").unwrap_or_default();
        if let (Some(name), Some(glyph)) = (name, glyph) {
            spans.push(row.value_span("glyph"));
            let glyph = one_character(&row, &glyph, &row.value_span("glyph"));
            symbols.push(Symbol { name, glyph, figure: None, piece: None, place, stays, under, art: read_art(&row) });
        }
        row.finish();
    }
    for (n, symbol) in symbols.iter().enumerate() {
        if let Some(first) = symbols[..n].iter().position(|earlier| earlier.glyph == symbol.glyph) {
            let message = format!("`{}` stands for two symbols of `{}`", symbol.glyph, section.path);
            section.sink.twice(&spans[n], &spans[first], message);
        }
    }
    (symbols, read_scatter(section, table))
}

fn read_table(section: &Section<'_>, tables: &[DataTable]) -> Option<usize> {
    let name = section.string("symbols")?;
    let found = tables.iter().position(|table| table.name == name);
    if found.is_none() {
        section.fault_help(
            "symbols",
            Code::UnknownTable,
            format!("there is no table `{name}`"),
            suggest(&name, tables.iter().map(|table| table.name.as_str())),
        );
    }
    found
}

fn rows_as_symbols(section: &Section<'_>, table: &DataTable) -> (Vec<Symbol>, Vec<Span>) {
    let Some(column) = table.columns.iter().position(|column| column.name == "glyph") else {
        section.fault_help(
            "symbols",
            Code::MissingKey,
            format!("the table `{}` has no column `glyph`", table.name),
            format!("expected `glyph = {{ type = \"text\" }}` in `[columns.{}]`", table.name),
        );
        return Default::default();
    };
    if table.columns[column].kind == ColumnKind::Unread {
        return Default::default();
    }
    let symbol = |row: &super::spec::Row| {
        let span = &row.cell_spans[column];
        let glyph = match &row.cells[column] {
            Cell::Text(glyph) => one_character(section, glyph, span),
            _ => one_character(section, "", span),
        };
        (
            Symbol {
                name: row.name.clone(),
                glyph,
                figure: None,
                piece: None,
                place: None,
                stays: false,
                under: Vec::new(),
                art: None,
            },
            span.clone(),
        )
    };
    table.rows.iter().map(symbol).unzip()
}

/// A glyph is one character, and not that of an empty square.
fn one_character(section: &Section<'_>, glyph: &str, span: &Span) -> char {
    let mut characters = glyph.chars();
    match (characters.next(), characters.next()) {
        (Some(c), None) if c != '.' && !c.is_whitespace() && !c.is_control() => c,
        _ => {
            section.sink.fault_help(
                Code::BadGlyph,
                span,
                format!("`{glyph}` can't stand for a symbol"),
                "expected one character that is neither blank nor a full stop",
            );
            '?'
        }
    }
}

fn read_scatter(section: &Section<'_>, table: Option<usize>) -> Option<ScatterSpec> {
    let inner = section.section("scatter")?;
    let spec = table.map(|table| ScatterSpec {
        table,
        count: quantity(&inner, "count").unwrap_or(Quantity::Fixed(1)),
        sets: quantity(&inner, "sets").unwrap_or(Quantity::Fixed(1)),
        most_per_line: quantity(&inner, "most_per_line"),
        span: inner.span.clone(),
    });
    if spec.is_none() {
        section.missing("symbols", "the table whose rows are scattered");
    }
    inner.finish();
    spec
}
