//! The table of pieces, whose glyphs become symbols of their board.

use super::squares::{read_area, read_offsets};
use crate::art::read_art;
use crate::boards::{BoardSpec, add_symbol, glyph, glyph_key};
use crate::load::quantities::quantity;
use crate::reader::{Node, Section, Value};
use crate::spec::{Cell, Column, ColumnKind, DataTable, Quantity, Row};
use crate::symbols::Symbol;
use parlour_model::cells::CELLS;
use parlour_model::diagnostic::Code;
use parlour_model::pieces::PieceSpec;

/// Limit of symbols: a cell is a byte, 0 for an empty square.
const MAX_SYMBOLS: usize = CELLS - 1;
/// Limit of kinds of piece that are read.
const MAX_LOOKED_AT: usize = CELLS;

/// A piece whose moves are read later, when the verbs are known.
pub(crate) struct Draft<'a> {
    pub(super) spec: PieceSpec,
    pub(super) section: Section<'a>,
}

/// Reads the pieces without their moves, and adds them to the symbols of their board and to a table `piece`.
pub(crate) fn read_pieces<'a>(
    top: &Section<'a>,
    boards: &mut [BoardSpec],
    seats: &[String],
    tables: &mut Vec<DataTable>,
) -> (usize, Vec<Draft<'a>>) {
    let sections = top.rows("piece");
    let mut drafts: Vec<Draft<'a>> = Vec::new();
    let mut board = 0;
    let mut table = DataTable {
        name: "piece".to_owned(),
        columns: vec![Column {
            name: "score".to_owned(),
            title: "score".to_owned(),
            kind: ColumnKind::Int(0, 1_000_000),
            default: None,
        }],
        rows: Vec::new(),
    };
    // If there are too many, which is reported below, the rest isn't read.
    for section in sections.into_iter().take(MAX_LOOKED_AT) {
        let Some(on) = board_of(&section, boards) else {
            continue;
        };
        if !drafts.is_empty() && on != board {
            section.fault("board", Code::WrongBoard, "all pieces must be on one board");
        }
        board = on;
        let Some(name) = section.string("name") else {
            continue;
        };
        if let Some(first) = table.rows.iter().position(|earlier| earlier.name == name) {
            let first = drafts[first].section.value_span("name");
            section.sink.twice(&section.value_span("name"), &first, format!("`{name}` stands twice"));
            continue;
        }
        let glyphs = read_glyphs(&section, seats);
        let figures = characters(&section, "figures", seats);
        for (seat, (seat_name, &glyph)) in seats.iter().zip(&glyphs).enumerate() {
            let symbol = Symbol {
                name: format!("{name}_{seat_name}"),
                glyph,
                figure: figures.get(seat).copied(),
                piece: Some((drafts.len(), seat)),
                place: None,
                stays: false,
                under: Vec::new(),
                art: None,
            };
            let written = |piece: usize| drafts[piece].section.value_span(glyph_key(&drafts[piece].section));
            add_symbol(&section, &mut boards[board], symbol, written);
        }
        let title = section.string("title").unwrap_or_else(|| name.replace('_', " "));
        let score = section.int("score").unwrap_or(0);
        let royal = section.bool("royal").unwrap_or(false);
        let most = section.int("most").map(|n| n as usize);
        if royal && most.is_some_and(|n| n > 1) {
            section.fault("most", Code::OutOfRange, "a seat can have just one royal piece");
        }
        let sign = section.string("sign");
        if let Some(sign) = sign.as_ref().filter(|sign| !is_sign(sign)) {
            section.fault_help(
                "sign",
                Code::BadGlyph,
                format!("`{sign}` can't stand for a piece in what is written of a match"),
                "expected up to three letters and signs, without blanks, digits, `/`, `*` and `=`",
            );
        }
        table.rows.push(Row {
            name: name.clone(),
            plural: section.string("plural").unwrap_or_else(|| parlour_model::english::plural(&title)),
            title,
            cells: vec![Cell::Int(score)],
            cell_spans: vec![section.value_span("score")],
            art: read_art(&section),
        });
        let spec = PieceSpec {
            name,
            glyphs,
            score: score as i32,
            royal,
            most: if royal { Some(1) } else { most },
            length: section.int_within("length", 1..=32).map_or(1, |n| n as usize),
            sign,
            demotes: None,
            stock: quantity(&section, "stock").unwrap_or(Quantity::Fixed(0)),
            start: section.node("start").and_then(|node| read_area(&section, "start", node)),
            protects: section
                .node("protects")
                .map_or_else(Vec::new, |node| read_offsets(&section, node, &boards[board].shape)),
            moves: Vec::new(),
            span: section.span.clone(),
        };
        drafts.push(Draft { spec, section });
    }
    if drafts.iter().filter(|draft| draft.spec.royal).count() > 1 {
        top.fault("piece", Code::TooMany, "just one kind of piece can be royal");
    }
    for board in boards.iter_mut().filter(|board| board.symbols.len() > MAX_SYMBOLS) {
        let message = format!("{} things can stand on `{}`", board.symbols.len(), board.name);
        top.sink.fault_help(Code::TooMany, &board.span, message, format!("expected at most {MAX_SYMBOLS}"));
        board.symbols.truncate(MAX_SYMBOLS);
    }
    if !table.rows.is_empty() {
        tables.push(table);
    }
    (board, drafts)
}

/// True if a text is a valid sign of a piece: short, and without characters that have another meaning.
fn is_sign(sign: &str) -> bool {
    let fits = |c: char| !c.is_whitespace() && !c.is_numeric() && !c.is_control() && !"/*=".contains(c);
    (1..=3).contains(&sign.chars().count()) && sign.chars().all(fits)
}

/// The board of a piece.
fn board_of(section: &Section<'_>, boards: &[BoardSpec]) -> Option<usize> {
    match section.string("board") {
        Some(name) => {
            let known = boards.iter().map(|board| board.name.as_str());
            section.sink.find((Code::UnknownName, "board"), &name, &section.value_span("board"), known)
        }
        None if boards.is_empty() => {
            section.sink.fault_help(
                Code::NoBoard,
                &section.span,
                "a piece needs a board",
                "expected a table such as `[boards.main]`",
            );
            None
        }
        None => Some(0),
    }
}

/// Reads a character for every seat: listed, or one letter whose upper case is the first seat's and lower case the
/// second's.
fn read_glyphs(section: &Section<'_>, seats: &[String]) -> Vec<char> {
    if let Some(node) = section.node("glyph") {
        let glyphs: Vec<char> = glyph(section, node)
            .into_iter()
            .flat_map(|glyph| [glyph.to_ascii_uppercase(), glyph.to_ascii_lowercase()])
            .take(seats.len())
            .collect();
        if glyphs.len() < seats.len() || glyphs.first() == glyphs.get(1) {
            section.sink.fault_help(
                Code::BadGlyph,
                &node.span,
                "upper and lower case of this can't tell the seats apart",
                "expected a letter for two seats, or a list `glyphs` with a character for each",
            );
        }
        return glyphs;
    }
    if section.node("glyphs").is_none() {
        section.missing("glyph", "a letter, or a list `glyphs` with a character for each seat");
    }
    characters(section, "glyphs", seats)
}

/// Reads a list with a character for every seat, if there is one.
fn characters(section: &Section<'_>, key: &str, seats: &[String]) -> Vec<char> {
    let Some(node) = section.node(key) else { return Vec::new() };
    let Node { value: Value::Array(items), span } = node else {
        section.wrong_type(key, node, "a list with a character for each seat");
        return Vec::new();
    };
    if items.len() != seats.len() {
        let message = format!("{} characters for {} seats", items.len(), seats.len());
        section.sink.fault(Code::WrongCount, span, message);
    }
    items.iter().filter_map(|item| glyph(section, item)).collect()
}
