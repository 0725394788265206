//! Boards and their symbols, as a pack declares them.

use super::SeatSpec;
use super::load::names::{IDENTIFIER, is_identifier};
use super::load::quantities::quantity;
use super::load::visibility::SEEN;
use super::pieces::{Area, read_area};
use super::reader::{Node, Section, Value};
use super::spec::{DataTable, Quantity, Seen, Span, VariantSpec, by_seats};
use super::symbols::{ScatterSpec, Symbol, read_symbols};
use parlour_model::diagnostic::{Code, Diagnostic, SourceFile, suggest};
use parlour_model::ids::Seat;
use parlour_model::layout::BoardLayout;
pub use parlour_model::places::Places;
pub use parlour_model::squares::{Heading, Look, Naming, Tokens};

pub(super) const HEADINGS: &[(&str, Heading)] =
    &[("up", Heading::Up), ("down", Heading::Down), ("left", Heading::Left), ("right", Heading::Right)];

/// The adjacency of the squares of a board.
#[derive(Clone, Debug, Default)]
pub enum Shape {
    /// Squares in rows and columns.
    #[default]
    Squares,
    /// Hexes: each row is shifted half a hex to the right of the one above it.
    Hexes,
    /// Points on lines, whose names and places come from rows and columns; the other squares don't exist.
    Lines(Vec<Vec<(String, Span)>>),
}

/// Rows of a board as written, the top one first, each with its place.
pub type Rows = Vec<(String, Span)>;

/// The rows of a board when a match begins. A character stands for the content of a square, `.` for an empty square,
/// and a blank for a place without a square.
#[derive(Clone, Debug)]
pub enum StartSpec {
    /// The same in every match; no rows mean an empty board.
    Always(Rows),
    /// By the name of the variant.
    ByVariant(Vec<(String, Rows)>),
    /// By the number of seats, ascending; a number that isn't listed has the rows of the next smaller one.
    BySeats(Vec<(usize, Rows)>),
}

/// The configuration that selects the initial rows.
pub struct Chosen<'a> {
    /// The name of the variant.
    pub variant: Option<&'a str>,
    /// The number of seats.
    pub seats: usize,
    /// The value of a quantity.
    pub value: &'a dyn Fn(&Quantity) -> i64,
}

/// The initial layout of a board, row by row.
pub struct Laid {
    /// The contents: a symbol from 1, or 0.
    pub cells: Vec<u8>,
    /// True where the rows have a square.
    pub there: Vec<bool>,
}

pub(super) const NAMINGS: &[(&str, Naming)] = &[
    ("a1", Naming::FromBelow),
    ("a1-down", Naming::FromAbove),
    ("aa", Naming::Letters),
    ("row,column", Naming::Numbers),
    ("1a", Naming::FromRight),
    ("A1", Naming::WithoutI),
];

pub(super) const LOOKS: &[(&str, Look)] =
    &[("plain", Look::Plain), ("chequered", Look::Chequered), ("points", Look::Points), ("water", Look::Water)];
pub(super) const TOKENS: &[(&str, Tokens)] =
    &[("discs", Tokens::Discs), ("rings", Tokens::Rings), ("tiles", Tokens::Tiles), ("figures", Tokens::Figures)];

/// Alternative sizes of a board, each with its initial rows.
#[derive(Clone, Debug)]
pub struct SizesSpec {
    /// The value of the option that selects one.
    pub(crate) option: Quantity,
    /// The initial rows by the option's value, each with its place; with any other value the board has its regular
    /// size.
    pub(crate) rows: Vec<(i64, Rows)>,
}

/// The relation of a board of edges or corners to the board of the squares.
#[derive(Clone, Copy, Debug)]
pub struct Joints {
    /// Edges or corners.
    pub places: Places,
    /// The board of the squares, by index.
    pub board: usize,
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
    /// The symbols of cells; a cell's byte is the index in this list, from 1. Symbols without an owner come first, then
    /// each piece once for every seat.
    pub symbols: Vec<Symbol>,
    /// The forward direction of each seat's pieces; seats that aren't listed face up, down, right and left in turn.
    pub forward: Vec<Heading>,
    /// The initial rows.
    pub(crate) start: StartSpec,
    /// Alternative sizes that an option selects.
    pub(crate) sizes: Option<SizesSpec>,
    /// Symbols that are scattered at random when a match begins.
    pub scatter: Option<ScatterSpec>,
    /// The naming of squares.
    pub naming: Naming,
    /// An alternative naming of squares in input.
    pub also: Option<Naming>,
    /// Its appearance.
    pub look: Look,
    /// The appearance of its pieces.
    pub tokens: Tokens,
    /// The rows below a river: lines except the outermost stop there.
    pub river: Option<usize>,
    /// The size of the palaces, blocks in the middle of both ends whose corners are joined.
    pub palace: Option<usize>,
    /// The adjacency of its squares.
    pub shape: Shape,
    /// The squares between which it lies, if it is a board of edges or corners.
    pub joints: Option<Joints>,
    /// The boards of edges and corners, by index, on which things stop moves of tables.
    pub walls: Vec<usize>,
    /// The kinds of its pieces, where not everyone sees them.
    pub kinds: Option<HiddenKinds>,
    /// The sight of its squares, where not everyone sees all of them.
    pub sight: Option<Sight>,
    /// For each seat, the opposite corners of its side, as `a1:h8`.
    pub sides: Vec<(String, Span)>,
    /// The capacity of a square in pieces that stand on each other; `None` if one piece stands on a square.
    pub stack: Option<usize>,
    /// Its named areas.
    pub areas: Vec<(String, Area)>,
    /// The place of its declaration.
    pub span: Span,
}

/// The kinds of pieces that not everyone sees. Where a piece stands, and whose it is, is seen.
#[derive(Clone, Debug)]
pub struct HiddenKinds {
    /// The visibility of the kinds of a seat's pieces.
    pub seen: Seen,
    /// The kind that stands for one that isn't seen, by its name.
    pub(crate) back: (String, Span),
    /// The cell of that kind for each seat.
    pub backs: Vec<u8>,
}

/// The squares of a board that a seat sees without being shown them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquaresSeen {
    /// None.
    None,
    /// Those of its own pieces.
    Owner,
    /// Those of its own pieces, and those that they reach by a move of tables.
    Reach,
}

/// The sight of a board of which not everyone sees all squares.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    /// The squares that a seat sees.
    pub seen: SquaresSeen,
    /// The number of steps from a seat's own pieces within which it sees squares besides.
    pub steps: usize,
    /// The cell that a view has on a square that isn't seen.
    pub unseen: u8,
}

/// The name and the glyph of the symbol on squares that aren't seen.
const UNSEEN: (&str, char) = ("unseen", '?');

impl HiddenKinds {
    /// The cell that a viewer sees of a cell.
    pub fn shown(&self, board: &BoardSpec, viewer: Option<Seat>, cell: u8) -> u8 {
        match board.seat_of(cell) {
            Some(seat) if !self.seen.by(viewer, seat) => self.backs.get(seat).copied().unwrap_or(cell),
            _ => cell,
        }
    }
}

impl BoardSpec {
    /// The names of its areas.
    pub fn area_names(&self) -> impl Iterator<Item = &String> {
        self.areas.iter().map(|(name, _)| name)
    }

    /// The options that determine its size, by name.
    pub fn size_options(&self) -> impl Iterator<Item = &str> {
        let sizes = [Some(&self.width), Some(&self.height), self.sizes.as_ref().map(|sizes| &sizes.option)];
        sizes.into_iter().flatten().filter_map(|size| match size {
            Quantity::Named(option, _) => Some(option.as_str()),
            _ => None,
        })
    }

    /// The places that its squares are.
    pub fn places(&self) -> Places {
        self.joints.map_or(Places::Squares, |joints| joints.places)
    }

    /// The forward direction of a seat's pieces.
    pub fn forward(&self, seat: usize) -> Heading {
        const DEFAULT: [Heading; 4] = [Heading::Up, Heading::Down, Heading::Right, Heading::Left];
        self.forward.get(seat).copied().unwrap_or(DEFAULT[seat % 4])
    }

    /// The cell's byte of a character; `.` is an empty square. `None` for a character that isn't a cell's, such as a
    /// blank, which is a place without a square.
    pub fn cell(&self, glyph: char) -> Option<u8> {
        match glyph {
            '.' => Some(0),
            _ => {
                let cell = self.symbols.iter().position(|symbol| symbol.glyph == glyph);
                let cell = cell.and_then(|n| u8::try_from(n + 1).ok());
                cell.filter(|cell| self.sight.is_none_or(|sight| sight.unseen != *cell))
            }
        }
    }

    /// The seat, counted from 0, that owns the piece of a cell's byte, if it is one.
    pub fn seat_of(&self, cell: u8) -> Option<usize> {
        self.symbols.get(usize::from(cell).checked_sub(1)?)?.piece.map(|(_, seat)| seat)
    }

    /// The character that a screen shows for a cell's byte.
    pub fn figure(&self, cell: u8) -> char {
        let symbol = usize::from(cell).checked_sub(1).and_then(|n| self.symbols.get(n));
        symbol.and_then(|symbol| symbol.figure).unwrap_or_else(|| self.glyph(cell))
    }

    /// The character of a cell's byte.
    pub fn glyph(&self, cell: u8) -> char {
        match usize::from(cell).checked_sub(1) {
            Some(n) => self.symbols.get(n).map_or('?', |symbol| symbol.glyph),
            None => '.',
        }
    }
}

impl BoardSpec {
    /// The initial rows of the size that an option selects, if it does; `value` evaluates a quantity.
    pub fn sized_rows(&self, value: &dyn Fn(&Quantity) -> i64) -> Option<&[(String, Span)]> {
        let sizes = self.sizes.as_ref()?;
        let chosen = value(&sizes.option);
        sizes.rows.iter().find(|(size, _)| *size == chosen).map(|(_, rows)| rows.as_slice())
    }

    /// The initial rows of a match.
    pub fn start_rows(&self, chosen: &Chosen<'_>) -> &[(String, Span)] {
        if let Some(rows) = self.sized_rows(chosen.value) {
            return rows;
        }
        let rows = match &self.start {
            StartSpec::Always(rows) => Some(rows),
            StartSpec::ByVariant(starts) => {
                starts.iter().find(|(name, _)| Some(name.as_str()) == chosen.variant).map(|(_, rows)| rows)
            }
            StartSpec::BySeats(starts) => by_seats(starts, chosen.seats),
        };
        rows.map_or(&[], Vec::as_slice)
    }

    /// The initial layout of a board of a settled size; without rows it is empty, and every square exists.
    pub fn laid_out(
        &self,
        chosen: &Chosen<'_>,
        place: &BoardLayout,
        file: &SourceFile,
        faults: &mut Vec<Diagnostic>,
    ) -> Laid {
        let BoardLayout { width, height, .. } = *place;
        let mut laid = Laid { cells: vec![0; width * height], there: vec![true; width * height] };
        let mut fault = |code: Code, message: String, span: &Span| {
            faults.push(Diagnostic::new(code, message).in_file(file, span));
        };
        let start = self.start_rows(chosen);
        if let Some((_, span)) = start.first().filter(|_| start.len() != height) {
            let message = format!(
                "the board `{}` has {}, not {}",
                self.name,
                parlour_model::english::count(height, "row"),
                start.len()
            );
            fault(Code::WrongLength, message, span);
        }
        for (y, (row, span)) in start.iter().enumerate().take(height) {
            let count = row.chars().count();
            if count != width {
                fault(
                    Code::WrongLength,
                    format!(
                        "a row of `{}` has {}, not {count}",
                        self.name,
                        parlour_model::english::count(width, "square")
                    ),
                    span,
                );
            }
            for (x, (at, glyph)) in row.char_indices().enumerate().take(width) {
                match self.cell(glyph) {
                    // The rows can be for more seats than play.
                    Some(cell) if self.seat_of(cell).is_some_and(|seat| seat >= chosen.seats) => {}
                    Some(cell) => laid.cells[y * width + x] = cell,
                    None if glyph == ' ' => laid.there[y * width + x] = false,
                    None => {
                        let message = format!("`{glyph}` can't stand on `{}`", self.name);
                        fault(Code::UnknownSymbol, message, &file.character(span, row, at));
                    }
                }
            }
        }
        laid
    }
}

/// Reads the named areas of a board. Each may name those before it.
fn read_named_areas(section: &Section<'_>) -> Vec<(String, Area)> {
    let mut areas: Vec<(String, Area)> = Vec::new();
    let Some(written) = section.section("areas") else { return areas };
    for entry in written.entries() {
        let name = &entry.key;
        if !is_identifier(name) {
            let message = format!("an area can't be called `{name}`");
            section.sink.fault_help(Code::BadName, &entry.key_span, message, IDENTIFIER);
        }
        let Some(area) = read_area(&written, name, &entry.node) else { continue };
        for unknown in area.unknown(&areas) {
            let unknown_name = unknown.name.as_deref().unwrap_or_default();
            let message = format!("there is no area `{unknown_name}` before `{name}`");
            let help = suggest(unknown_name, areas.iter().map(|(name, _)| name.as_str()));
            section.sink.fault_help(Code::UnknownWord, &unknown.span, message, help);
        }
        areas.push((name.clone(), area));
    }
    areas
}

pub(super) fn read_boards(
    top: &Section<'_>,
    tables: &[DataTable],
    variants: &[VariantSpec],
    seats: &SeatSpec,
) -> Vec<BoardSpec> {
    let sections = top.named_sections("boards");
    let mut boards: Vec<BoardSpec> = Vec::new();
    let (mut of_joints, mut of_walls) = (Vec::new(), Vec::new());
    for (name, section) in sections {
        let width = quantity(&section, "width").unwrap_or(Quantity::Fixed(1));
        let height = quantity(&section, "height").unwrap_or(Quantity::Fixed(1));
        let (mut symbols, scatter) = read_symbols(&section, tables);
        let naming = section.word("squares", NAMINGS);
        of_joints.push(read_joints(&section, naming.is_some()));
        of_walls.push(section.strings("walls").unwrap_or_default());
        let naming = naming.unwrap_or_default();
        let also = section.word("also", NAMINGS);
        let look = section.word("look", LOOKS).unwrap_or_default();
        let tokens = section.word("tokens", TOKENS).unwrap_or_default();
        let line = |key: &str| Some(section.int_within(key, 1..=100)? as usize);
        let (river, palace) = (line("river"), line("palace"));
        let shape = read_shape(&section);
        let kinds = read_kinds(&section);
        let sight = read_sight(&section, &mut symbols);
        let start = read_start(&section, variants, seats);
        let sizes = read_sizes(&section);
        let board = BoardSpec {
            name,
            width,
            height,
            symbols,
            forward: headings(&section, "forward"),
            start,
            sizes,
            scatter,
            naming,
            also,
            look,
            tokens,
            river,
            palace,
            shape,
            joints: None,
            walls: Vec::new(),
            kinds,
            sight,
            sides: section.strings("sides").unwrap_or_default(),
            stack: read_stack(&section),
            areas: read_named_areas(&section),
            span: section.span.clone(),
        };
        section.finish();
        boards.push(board);
    }
    settle_joints(top, &mut boards, of_joints);
    settle_walls(top, &mut boards, of_walls);
    boards
}

/// Reads the capacity of the squares of a board of stacks.
fn read_stack(section: &Section<'_>) -> Option<usize> {
    let capacity = section.int_within("stack", 2..=200)?;
    for other in ["kinds", "seen", "sides", "scatter"].into_iter().filter(|key| section.is_written(key)) {
        let message = format!("`{}` has stacks, and everybody sees all of a stack", section.path);
        section.fault_help(other, Code::WrongShape, message, format!("leave out `{other}` or `stack`"));
    }
    Some(capacity as usize)
}

/// A declared board of edges or corners.
struct JointsRead {
    places: Places,
    /// The board of the squares, by name.
    of: (String, Span),
    /// True if it has a naming of its own.
    is_named: bool,
}

/// Reads whether the squares of a board are the edges or the corners of another's.
fn read_joints(section: &Section<'_>, is_named: bool) -> Option<JointsRead> {
    let rim = section.bool("rim");
    let (edges, corners) = (section.string("edges_of"), section.string("corners_of"));
    let (key, of, places) = match (edges, corners) {
        (Some(_), Some(_)) => {
            let message = format!("`{}` has edges and corners at once", section.path);
            section.fault_help("corners_of", Code::WrongShape, message, "expected a board for each of them");
            return None;
        }
        (Some(of), None) => ("edges_of", of, Places::Edges { rim: rim.unwrap_or(false) }),
        (None, Some(of)) => ("corners_of", of, Places::Corners { rim: rim.unwrap_or(false) }),
        (None, None) => {
            if rim.is_some() {
                let message = format!("`{}` has neither edges nor corners of another board", section.path);
                section.fault_help("rim", Code::MissingKey, message, "expected `edges_of` or `corners_of` with it");
            }
            return None;
        }
    };
    for other in ["width", "height", "sizes", "shape", "lines", "river", "palace"] {
        if section.is_written(other) {
            let message = format!("the squares of `{}` follow from those of `{of}`", section.path);
            section.fault_help(other, Code::WrongShape, message, format!("leave out `{other}` or `{key}`"));
        }
    }
    Some(JointsRead { places, of: (of, section.value_span(key)), is_named })
}

/// Finds the boards of the squares, once all boards are read.
fn settle_joints(top: &Section<'_>, boards: &mut [BoardSpec], read: Vec<Option<JointsRead>>) {
    let is_joints: Vec<bool> = read.iter().map(Option::is_some).collect();
    for (n, read) in read.into_iter().enumerate() {
        let Some(JointsRead { places, of: (of, span), is_named }) = read else { continue };
        let Some(board) = boards.iter().position(|board| board.name == of) else {
            let known = boards.iter().zip(&is_joints).filter(|(_, is_joints)| !**is_joints);
            let known = known.map(|(board, _)| board.name.as_str());
            top.sink.fault_help(Code::UnknownName, &span, format!("there is no board `{of}`"), suggest(&of, known));
            continue;
        };
        let made_of = match &boards[board].shape {
            _ if is_joints[board] => Some("edges or corners itself"),
            Shape::Squares => None,
            Shape::Hexes => Some("hexes"),
            Shape::Lines(_) => Some("points on lines"),
        };
        if let Some(made_of) = made_of {
            let message = format!("the board `{of}` is made of {made_of}");
            let help = "expected a board of squares in rows and columns: others have no edges and corners as places";
            top.sink.fault_help(Code::WrongShape, &span, message, help);
            continue;
        }
        // Edges and inner corners are named by squares, as these unless they say otherwise.
        if !is_named && places != (Places::Corners { rim: true }) {
            boards[n].naming = boards[board].naming;
        }
        boards[n].joints = Some(Joints { places, board });
    }
}

/// Finds the boards of walls, once all boards are read.
fn settle_walls(top: &Section<'_>, boards: &mut [BoardSpec], read: Vec<Vec<(String, Span)>>) {
    for (n, (name, span)) in
        read.into_iter().enumerate().flat_map(|(n, names)| names.into_iter().map(move |of| (n, of)))
    {
        let is_of = |board: &BoardSpec| board.joints.is_some_and(|joints| joints.board == n);
        match boards.iter().position(|board| board.name == name) {
            Some(walls) if is_of(&boards[walls]) && walls > n => boards[n].walls.push(walls),
            Some(walls) => {
                let (message, help) = match is_of(&boards[walls]) {
                    true => (
                        format!("`{name}` is declared before `{}`", boards[n].name),
                        format!("expected `[boards.{name}]` after `[boards.{}]`", boards[n].name),
                    ),
                    false => (
                        format!("`{name}` has neither edges nor corners of `{}`", boards[n].name),
                        format!("expected a board with `edges_of = \"{0}\"` or `corners_of = \"{0}\"`", boards[n].name),
                    ),
                };
                top.sink.fault_help(Code::WrongShape, &span, message, help);
            }
            None => {
                let known = boards.iter().filter(|board| is_of(board)).map(|board| board.name.as_str());
                top.sink.fault_help(
                    Code::UnknownName,
                    &span,
                    format!("there is no board `{name}`"),
                    suggest(&name, known),
                );
            }
        }
    }
}

pub(super) const SQUARES_SEEN: &[(&str, Option<SquaresSeen>)] = &[
    ("all", None),
    ("owner", Some(SquaresSeen::Owner)),
    ("reach", Some(SquaresSeen::Reach)),
    ("none", Some(SquaresSeen::None)),
];

/// Reads which squares a seat sees, and adds the symbol on those that it doesn't see.
fn read_sight(section: &Section<'_>, symbols: &mut Vec<Symbol>) -> Option<Sight> {
    let seen = section.word("seen", SQUARES_SEEN).flatten();
    let steps = section.int_within("sight", 1..=100);
    let Some(seen) = seen else {
        if steps.is_some() {
            let message = format!("everyone sees all squares of `{}`, however far", section.path);
            let help = "expected `seen = \"owner\"`, `\"reach\"` or `\"none\"` with it";
            section.fault_help("sight", Code::MissingKey, message, help);
        }
        return None;
    };
    if section.is_written("kinds") {
        let message = format!("`{}` hides squares already, with all that stands on them", section.path);
        section.fault_help("kinds", Code::WrongShape, message, "expected `seen` or `kinds`");
    }
    let (name, glyph) = UNSEEN;
    if symbols.iter().any(|symbol| symbol.name == name || symbol.glyph == glyph) {
        let message = format!("`{name}`, written `{glyph}`, stands on squares of `{}` that aren't seen", section.path);
        section.fault_help("seen", Code::Duplicate, message, "expected another name and another glyph for the symbol");
    }
    let name = name.to_owned();
    symbols.push(Symbol {
        name,
        glyph,
        figure: None,
        piece: None,
        place: None,
        stays: false,
        under: Vec::new(),
        art: None,
    });
    let unseen = u8::try_from(symbols.len()).unwrap_or(u8::MAX);
    Some(Sight { seen, steps: steps.map_or(0, |steps| steps as usize), unseen })
}

/// Reads the visibility of the kinds of pieces, and the piece that stands for those that aren't seen.
fn read_kinds(section: &Section<'_>) -> Option<HiddenKinds> {
    let seen = section.word("kinds", SEEN).unwrap_or(Seen::All);
    let back = section.string("back");
    match back {
        Some(back) if seen != Seen::All => {
            Some(HiddenKinds { seen, back: (back, section.value_span("back")), backs: Vec::new() })
        }
        Some(_) => {
            let message = format!(
                "everyone sees the kinds of the pieces on `{}`, so that no `back` stands for them",
                section.path
            );
            section.fault_help(
                "back",
                Code::MissingKey,
                message,
                "expected `kinds = \"owner\"`, `\"others\"` or `\"none\"` with it",
            );
            None
        }
        None if seen != Seen::All => {
            section.missing("back", "the name of the piece that stands for one whose kind isn't seen");
            None
        }
        None => None,
    }
}

/// Finds the pieces that stand for those whose kinds aren't seen, once the pieces are read.
pub(super) fn settle_backs(top: &Section<'_>, boards: &mut [BoardSpec], pieces: &[&str]) {
    for board in boards.iter_mut() {
        let Some(kinds) = &board.kinds else { continue };
        let (back, span) = &kinds.back;
        let place = pieces.iter().position(|name| name == back);
        let of_back = |symbol: &Symbol| symbol.piece.is_some_and(|(piece, _)| Some(piece) == place);
        let backs = board.symbols.iter().zip(1..=u8::MAX).filter(|(symbol, _)| of_back(symbol));
        let mut backs: Vec<(usize, u8)> = backs.filter_map(|(symbol, cell)| Some((symbol.piece?.1, cell))).collect();
        backs.sort_unstable();
        if backs.is_empty() {
            let message = format!("there is no piece `{back}` on `{}`", board.name);
            top.sink.fault_help(Code::UnknownName, span, message, suggest(back, pieces.iter().copied()));
        }
        if let Some(kinds) = &mut board.kinds {
            kinds.backs = backs.into_iter().map(|(_, cell)| cell).collect();
        }
    }
}

/// The words for shapes of a board: true if it has hexes.
pub(super) const SHAPES: &[(&str, bool)] = &[("squares", false), ("hex", true)];

/// Reads the shape of a board; the symbols of its lines are resolved when the board's size is known.
fn read_shape(section: &Section<'_>) -> Shape {
    let is_hex = section.word("shape", SHAPES).unwrap_or(false);
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

/// Reads the initial rows: a list, or a table of lists by variants or by numbers of seats.
fn read_start(section: &Section<'_>, variants: &[VariantSpec], seats: &SeatSpec) -> StartSpec {
    let is_table = section.node("start").is_some_and(|node| matches!(node.value, Value::Table(_)));
    let inner = if is_table { section.section("start") } else { None };
    let Some(inner) = inner else {
        return StartSpec::Always(section.strings("start").unwrap_or_default());
    };
    let is_variant = |key: &str| variants.iter().any(|variant| variant.name == key);
    let numbers = || inner.entries().filter(|entry| !is_variant(&entry.key) && entry.key.parse::<usize>().is_ok());
    let rows = |key: &str| inner.strings(key).unwrap_or_default();
    if let Some(number) = numbers().next() {
        if numbers().count() < inner.entries().count() {
            section.sink.fault_help(
                Code::WrongType,
                &number.key_span,
                format!("`{}` goes by numbers of seats and by other names at once", section.name("start")),
                "expected either numbers of seats, `{ 2 = [...], 3 = [...] }`, or variants",
            );
        }
        for entry in numbers().filter(|entry| !entry.key.parse().is_ok_and(|count| seats.takes(count))) {
            seats.refuse(section.sink, &entry.key_span, &entry.key);
        }
        let starts = numbers().filter_map(|entry| Some((entry.key.parse().ok()?, rows(&entry.key))));
        let mut starts: Vec<(usize, Rows)> = starts.collect();
        starts.sort_unstable_by_key(|(count, _)| *count);
        return StartSpec::BySeats(starts);
    }
    for entry in inner.entries().filter(|entry| !is_variant(&entry.key)) {
        let known = variants.iter().map(|variant| variant.name.as_str());
        let message = format!("there is no variant `{}`", entry.key);
        section.sink.fault_help(Code::UnknownVariant, &entry.key_span, message, suggest(&entry.key, known));
    }
    StartSpec::ByVariant(variants.iter().map(|variant| (variant.name.clone(), rows(&variant.name))).collect())
}

/// Reads alternative sizes: `option = "NAME"`, and rows by its values.
fn read_sizes(section: &Section<'_>) -> Option<SizesSpec> {
    let inner = section.section("sizes")?;
    let option = inner.string("option")?;
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

/// Adds a symbol to a board; names and characters must be unique. `written` tells where the characters of an earlier
/// piece are written.
pub(super) fn add_symbol(
    section: &Section<'_>,
    board: &mut BoardSpec,
    symbol: Symbol,
    written: impl Fn(usize) -> Span,
) {
    if board.symbols.iter().any(|other| other.name == symbol.name) {
        let message = format!("`{}` is the name of something else on `{}` already", symbol.name, board.name);
        section.fault("name", Code::Duplicate, message);
    }
    if let Some(other) = board.symbols.iter().find(|other| other.glyph == symbol.glyph) {
        let message = format!("`{}` stands for `{}` already", symbol.glyph, other.name);
        let span = section.value_span(glyph_key(section));
        match other.piece.filter(|_| other.piece.map(|(piece, _)| piece) != symbol.piece.map(|(piece, _)| piece)) {
            Some((piece, _)) => section.sink.twice(&span, &written(piece), message),
            None => section.sink.fault(Code::Duplicate, &span, message),
        }
    }
    board.symbols.push(symbol);
}

/// The key of a piece's characters.
pub(super) fn glyph_key(section: &Section<'_>) -> &'static str {
    if section.node("glyph").is_some() { "glyph" } else { "glyphs" }
}

/// The single character of a text.
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

/// Reads the headings of a list such as `["up", "down"]`.
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
