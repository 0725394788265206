//! Boards and what can stand on them, as a pack declares them.

use super::load::quantities::quantity;
use super::spec::{DataTable, Quantity, Span, VariantSpec};
use super::symbols::{ScatterSpec, Symbol, read_symbols};
use super::tree::{Node, Section, Value};
use crate::diagnostic::{Code, Diagnostic, SourceFile, suggest};
use crate::layout::BoardLayout;

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

const HEADINGS: &[(&str, Heading)] =
    &[("up", Heading::Up), ("down", Heading::Down), ("left", Heading::Left), ("right", Heading::Right)];

/// Which squares of a board are next to each other.
#[derive(Clone, Debug, Default)]
pub enum Shape {
    /// Squares in rows and columns.
    #[default]
    Squares,
    /// Hexes: each row stands half a hex to the right of the one above it.
    Hexes,
    /// Points on lines, which have their names and places from rows and columns; the other squares are not there.
    Lines(Vec<Vec<(String, Span)>>),
}

impl Shape {
    /// Whether a square with a name is there.
    pub(crate) fn has(&self, name: &str) -> bool {
        match self {
            Self::Lines(lines) => lines.iter().flatten().any(|(point, _)| point == name),
            _ => true,
        }
    }
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

const NAMINGS: &[(&str, Naming)] = &[
    ("a1", Naming::FromBelow),
    ("a1-down", Naming::FromAbove),
    ("aa", Naming::Letters),
    ("row,column", Naming::Numbers),
    ("1a", Naming::FromRight),
];

impl Naming {
    /// The naming that a board of some size can have: letters do for 26 columns, and rows if these have letters too.
    pub fn on(self, layout: &BoardLayout) -> Self {
        let fits = match self {
            Self::FromRight => layout.height <= 26,
            Self::Letters => layout.width <= 26 && layout.height <= 26,
            _ => layout.width <= 26,
        };
        if fits { self } else { Self::Numbers }
    }
}

/// Other sizes of a board, each with its rows at the start.
#[derive(Clone, Debug)]
pub struct SizesSpec {
    /// The value of the option that chooses one.
    pub option: Quantity,
    /// The rows at the start, each with its place, by the option's value; with any other value the board is as it is
    /// written.
    pub rows: Vec<(i64, Vec<(String, Span)>)>,
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
    /// What a cell can hold besides nothing; a cell's byte is the place in this list, from 1. What belongs to
    /// nobody comes first, then each piece once for every seat.
    pub symbols: Vec<Symbol>,
    /// Where the pieces of each seat look; seats that are not listed look up, down, right and left in turn.
    pub forward: Vec<Heading>,
    /// The rows at the start, each with its place; none means an empty board.
    pub start: Vec<(String, Span)>,
    /// The same for variants that have rows of their own, by name.
    pub starts: Vec<(String, Vec<(String, Span)>)>,
    /// Other sizes that an option chooses.
    pub sizes: Option<SizesSpec>,
    /// Symbols that are laid out at random when a match begins.
    pub scatter: Option<ScatterSpec>,
    /// How squares are named.
    pub naming: Naming,
    /// Which squares are next to each other.
    pub shape: Shape,
    /// Where it is declared.
    pub span: Span,
}

impl BoardSpec {
    /// Where the pieces of a seat look.
    pub fn forward(&self, seat: usize) -> Heading {
        const DEFAULT: [Heading; 4] = [Heading::Up, Heading::Down, Heading::Right, Heading::Left];
        self.forward.get(seat).copied().unwrap_or(DEFAULT[seat % 4])
    }

    /// The cell's byte for a character; `.` and a blank stand for nothing.
    pub fn cell(&self, glyph: char) -> Option<u8> {
        match glyph {
            '.' | ' ' => Some(0),
            _ => self.symbols.iter().position(|symbol| symbol.glyph == glyph).and_then(|n| u8::try_from(n + 1).ok()),
        }
    }

    /// The character for a cell's byte.
    pub fn glyph(&self, cell: u8) -> char {
        match usize::from(cell).checked_sub(1) {
            Some(n) => self.symbols.get(n).map_or('?', |symbol| symbol.glyph),
            None => '.',
        }
    }
}

impl BoardSpec {
    /// The rows at the start of the size that an option chooses, if it chooses one; `value` gives that of a quantity.
    pub(crate) fn sized_rows(&self, value: &dyn Fn(&Quantity) -> i64) -> Option<&[(String, Span)]> {
        let sizes = self.sizes.as_ref()?;
        let chosen = value(&sizes.option);
        sizes.rows.iter().find(|(size, _)| *size == chosen).map(|(_, rows)| rows.as_slice())
    }

    /// The rows at the start in a variant.
    pub(crate) fn start_rows(&self, variant: Option<&str>, value: &dyn Fn(&Quantity) -> i64) -> &[(String, Span)] {
        let own = self.starts.iter().find(|(name, _)| Some(name.as_str()) == variant);
        self.sized_rows(value).unwrap_or_else(|| own.map_or(&self.start, |(_, rows)| rows))
    }

    /// The cells at the start on a board of a settled size; no rows mean an empty board.
    pub(crate) fn start_cells(
        &self,
        variant: Option<&str>,
        value: &dyn Fn(&Quantity) -> i64,
        place: &BoardLayout,
        file: &SourceFile,
        faults: &mut Vec<Diagnostic>,
    ) -> Vec<u8> {
        let BoardLayout { width, height, .. } = *place;
        let mut cells = vec![0; width * height];
        let mut fault = |code: Code, message: String, span: &Span| {
            faults.push(Diagnostic::new(code, message).in_file(file, span));
        };
        let start = self.start_rows(variant, value);
        if let Some((_, span)) = start.first().filter(|_| start.len() != height) {
            let message = format!("the board `{}` has {height} rows, not {}", self.name, start.len());
            fault(Code::WrongLength, message, span);
        }
        for (y, (row, span)) in start.iter().enumerate().take(height) {
            let count = row.chars().count();
            if count != width {
                fault(Code::WrongLength, format!("a row of `{}` has {width} squares, not {count}", self.name), span);
            }
            for (x, (at, glyph)) in row.char_indices().enumerate().take(width) {
                match self.cell(glyph) {
                    Some(cell) => cells[y * width + x] = cell,
                    None => {
                        let message = format!("`{glyph}` can't stand on `{}`", self.name);
                        fault(Code::UnknownSymbol, message, &file.character(span, row, at));
                    }
                }
            }
        }
        cells
    }
}

pub(super) fn read_boards(top: &Section<'_>, tables: &[DataTable], variants: &[VariantSpec]) -> Vec<BoardSpec> {
    let mut boards = Vec::new();
    for (name, section) in top.named_sections("boards") {
        let width = quantity(&section, "width").unwrap_or(Quantity::Fixed(1));
        let height = quantity(&section, "height").unwrap_or(Quantity::Fixed(1));
        let (symbols, scatter) = read_symbols(&section, tables);
        let naming = section.word("squares", NAMINGS).unwrap_or_default();
        let shape = read_shape(&section);
        let (start, starts) = read_start(&section, variants);
        let sizes = read_sizes(&section);
        let board = BoardSpec {
            name,
            width,
            height,
            symbols,
            forward: headings(&section, "forward"),
            start,
            starts,
            sizes,
            scatter,
            naming,
            shape,
            span: section.span.clone(),
        };
        section.finish();
        boards.push(board);
    }
    boards
}

/// The shape of a board; what stands on its lines is looked up when the board's size is known.
fn read_shape(section: &Section<'_>) -> Shape {
    let is_hex = section.word("shape", &[("squares", false), ("hex", true)]).unwrap_or(false);
    let Some(node) = section.node("lines") else {
        return if is_hex { Shape::Hexes } else { Shape::Squares };
    };
    if is_hex {
        section.sink.fault_help(
            Code::WrongShape,
            &node.span,
            format!("`{}` has hexes already", section.name("shape")),
            "expected `shape` or `lines`",
        );
    }
    let Value::Array(items) = &node.value else {
        section.wrong_type("lines", node, "a list of lines, such as `[[\"a1\", \"b1\"]]`");
        return Shape::Squares;
    };
    let mut lines = Vec::new();
    for item in items {
        let points = match &item.value {
            Value::Array(points) => points.as_slice(),
            _ => &[],
        };
        let line: Vec<(String, Span)> = points
            .iter()
            .filter_map(|point| match &point.value {
                Value::Str(name) => Some((name.clone(), point.span.clone())),
                _ => None,
            })
            .collect();
        if line.len() < points.len() || line.len() < 2 {
            section.wrong_type("lines", item, "a line of at least two squares, such as `[\"a1\", \"b1\"]`");
        } else {
            lines.push(line);
        }
    }
    Shape::Lines(lines)
}

/// Rows with their places.
type Rows = Vec<(String, Span)>;

/// The rows at the start: a list, or a table of lists by variants.
fn read_start(section: &Section<'_>, variants: &[VariantSpec]) -> (Rows, Vec<(String, Rows)>) {
    let is_table = section.node("start").is_some_and(|node| matches!(node.value, Value::Table(_)));
    if !is_table {
        return (section.strings("start").unwrap_or_default(), Vec::new());
    }
    let mut starts = Vec::new();
    if let Some(inner) = section.section("start") {
        for variant in variants {
            let rows = inner.strings(&variant.name).unwrap_or_default();
            starts.push((variant.name.clone(), rows));
        }
        for entry in inner.entries().filter(|entry| !variants.iter().any(|variant| variant.name == entry.key)) {
            let known = variants.iter().map(|variant| variant.name.as_str());
            let message = format!("there is no variant `{}`", entry.key);
            section.sink.fault_help(Code::UnknownVariant, &entry.key_span, message, suggest(&entry.key, known));
        }
    }
    (Vec::new(), starts)
}

/// Other sizes that an option chooses: `option = "NAME"`, and rows by its values.
fn read_sizes(section: &Section<'_>) -> Option<SizesSpec> {
    let inner = section.section("sizes")?;
    let option = inner.required_string("option", "the name of an option that holds a whole number")?;
    let span = inner.value_span("option");
    let mut rows = Vec::new();
    for entry in inner.entries().filter(|entry| entry.key != "option") {
        match entry.key.parse() {
            Ok(value) => rows.push((value, inner.strings(&entry.key).unwrap_or_default())),
            Err(_) => section.sink.fault_help(
                Code::WrongType,
                &entry.key_span,
                format!("`{}` is not a value of `{option}`", entry.key),
                "expected a whole number with rows, as in `8 = [\"...\"]`",
            ),
        }
    }
    Some(SizesSpec { option: Quantity::Named(option, span), rows })
}

/// Adds what can stand on a board; two things can't have the same name or character.
pub(super) fn add_symbol(section: &Section<'_>, board: &mut BoardSpec, symbol: Symbol) {
    if board.symbols.iter().any(|other| other.name == symbol.name) {
        let message = format!("`{}` is the name of something else on `{}` already", symbol.name, board.name);
        section.sink.fault(Code::Duplicate, &section.value_span("name"), message);
    }
    if let Some(other) = board.symbols.iter().find(|other| other.glyph == symbol.glyph) {
        let message = format!("`{}` stands for `{}` already", symbol.glyph, other.name);
        let key = if section.node("glyph").is_some() { "glyph" } else { "glyphs" };
        section.sink.fault(Code::Duplicate, &section.value_span(key), message);
    }
    board.symbols.push(symbol);
}

/// The one character of a text.
pub(super) fn glyph(section: &Section<'_>, node: &Node) -> Option<char> {
    let mut chars = match &node.value {
        Value::Str(text) => text.chars(),
        _ => "".chars(),
    };
    match (chars.next(), chars.next()) {
        (Some(glyph), None) if glyph != '.' && !glyph.is_whitespace() => Some(glyph),
        _ => {
            section.sink.fault_help(
                Code::BadGlyph,
                &node.span,
                "this can't stand for anything on a board",
                "expected one character that is neither `.` nor a blank",
            );
            None
        }
    }
}

/// The headings of a list such as `["up", "down"]`.
pub(super) fn headings(section: &Section<'_>, key: &str) -> Vec<Heading> {
    let mut out = Vec::new();
    for (word, span) in section.strings(key).unwrap_or_default() {
        match HEADINGS.iter().find(|(name, _)| *name == word) {
            Some((_, heading)) => out.push(*heading),
            None => section.sink.fault_help(
                Code::UnknownWord,
                &span,
                format!("`{word}` is not a side of a board"),
                suggest(&word, HEADINGS.iter().map(|(name, _)| *name)),
            ),
        }
    }
    out
}
