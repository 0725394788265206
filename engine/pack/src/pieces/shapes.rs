//! Shapes of several squares, drawn as rows: `[[shape]]`, and the conditions of placings on what is around them.

use super::moves::Reader;
use super::squares::read_area;
use crate::boards::Shape;
use crate::reader::Section;
use crate::spec::{Cell, Column, ColumnKind, DataTable, Per, Row, Span, VarSpec};
use parlour_model::diagnostic::{Code, suggest};
use parlour_model::english;
use parlour_model::kind::Kind;
use parlour_model::pieces::{FitSpec, ShapeSpec};

/// Limit of rows and columns of a shape.
const WIDEST: usize = 16;
/// Limit of orientations of all shapes, which a choice numbers in a byte.
const MOST: usize = 250;

/// A square of a shape: its row and its column.
type Square = (usize, usize);

/// Reads the shapes, and adds a table `shape` of them and a table `orientation` of the ways in which they can lie.
pub(crate) fn read_shapes(top: &Section<'_>, tables: &mut Vec<DataTable>) -> Vec<ShapeSpec> {
    let column =
        |name: &str, kind: ColumnKind| Column { name: name.to_owned(), title: name.to_owned(), kind, default: None };
    let squares = column("squares", ColumnKind::Int(1, (WIDEST * WIDEST) as i64));
    let shape = column("shape", ColumnKind::Word("shape".to_owned()));
    let table = |name: &str, columns| DataTable { name: name.to_owned(), columns, rows: Vec::new() };
    let mut kinds = table("shape", vec![squares]);
    let mut ways = table("orientation", vec![shape]);
    let mut shapes: Vec<ShapeSpec> = Vec::new();
    let mut spans: Vec<Span> = Vec::new();
    for section in top.rows("shape") {
        let name = section.string("name");
        let drawn = read_rows(&section);
        let turns = section.bool("turns").unwrap_or(true);
        let mirrors = section.bool("mirrors").unwrap_or(true);
        let title = section.string("title");
        let (Some(name), Some(drawn)) = (name, drawn) else { continue };
        if let Some(first) = kinds.rows.iter().position(|earlier| earlier.name == name) {
            section.sink.twice(&section.value_span("name"), &spans[first], format!("`{name}` stands twice"));
            continue;
        }
        spans.push(section.value_span("name"));
        let shape = ShapeSpec { name: name.clone(), orientations: orientations(drawn, turns, mirrors) };
        let row = |name: String, title: String, cell: Cell| Row {
            plural: english::plural(&title),
            cells: vec![cell],
            cell_spans: vec![section.value_span("rows")],
            art: None,
            name,
            title,
        };
        for way in shape.orientation_names() {
            // What has a name of its own is called by it however it lies.
            let titled = title.clone().unwrap_or_else(|| way.clone());
            ways.rows.push(row(way, titled, Cell::Text(name.clone())));
        }
        let title = title.unwrap_or_else(|| name.replace('_', " "));
        kinds.rows.push(row(name, title, Cell::Int(shape.orientations[0].len() as i64)));
        section.finish();
        shapes.push(shape);
    }
    if ways.rows.len() > MOST {
        let message = format!("the shapes can lie in {} ways", ways.rows.len());
        top.fault_help("shape", Code::TooMany, message, format!("expected at most {MOST}"));
    }
    if !shapes.is_empty() {
        tables.extend([kinds, ways]);
    }
    shapes
}

/// The squares of a drawing, by rows.
fn read_rows(section: &Section<'_>) -> Option<Vec<Square>> {
    let rows = section.strings("rows").filter(|rows| !rows.is_empty())?;
    let mut squares = Vec::new();
    for (row, (text, span)) in rows.iter().enumerate() {
        if let Some(wrong) = text.chars().find(|c| !matches!(c, 'x' | '.')) {
            let message = format!("`{wrong}` is no part of a shape");
            section.sink.fault_help(
                Code::BadGlyph,
                span,
                message,
                "expected `x` for a square of it, and `.` for others",
            );
            return None;
        }
        squares.extend(text.chars().enumerate().filter(|&(_, c)| c == 'x').map(|(column, _)| (row, column)));
    }
    let height = rows.len();
    let width = rows.iter().map(|(text, _)| text.len()).max().unwrap_or(0);
    if height > WIDEST || width > WIDEST {
        let message = format!("the shape has {height} rows and {width} columns");
        section.fault_help("rows", Code::OutOfRange, message, format!("expected at most {WIDEST} of each"));
        return None;
    }
    if squares.is_empty() {
        section.fault_help(
            "rows",
            Code::WrongCount,
            "the shape has no square",
            "expected an `x` for each of its squares",
        );
        return None;
    }
    Some(shifted(squares))
}

/// The distinct orientations: as drawn, its quarter turns clockwise, then its mirror image and the turns of that.
fn orientations(drawn: Vec<Square>, turns: bool, mirrors: bool) -> Vec<Vec<Square>> {
    let turned = |squares: &[Square]| {
        let rows = squares.iter().map(|square| square.0).max().unwrap_or(0);
        shifted(squares.iter().map(|&(row, column)| (column, rows - row)).collect())
    };
    let mirrored = |squares: &[Square]| {
        let columns = squares.iter().map(|square| square.1).max().unwrap_or(0);
        shifted(squares.iter().map(|&(row, column)| (row, columns - column)).collect())
    };
    let sides = if mirrors { vec![mirrored(&drawn), drawn] } else { vec![drawn] };
    let mut found: Vec<Vec<Square>> = Vec::new();
    for side in sides.into_iter().rev() {
        let all = std::iter::successors(Some(side), |last| Some(turned(last)));
        for squares in all.take(if turns { 4 } else { 1 }) {
            if !found.contains(&squares) {
                found.push(squares);
            }
        }
    }
    found
}

/// The squares moved to the first row and column, sorted by rows.
fn shifted(mut squares: Vec<Square>) -> Vec<Square> {
    let row = squares.iter().map(|square| square.0).min().unwrap_or(0);
    let column = squares.iter().map(|square| square.1).min().unwrap_or(0);
    squares.iter_mut().for_each(|square| *square = (square.0 - row, square.1 - column));
    squares.sort_unstable();
    squares
}

/// Keys of a placing that are about its shape and what is around it.
const KEYS: [&str; 6] = ["shapes", "uses", "covers", "beside", "corner", "apart"];

impl Reader<'_> {
    /// Reads the shape of a placing, and its conditions on what is around it.
    pub(super) fn fit(&self, row: &Section<'_>, vars: &[VarSpec]) -> Option<FitSpec> {
        let written = KEYS.into_iter().find(|key| row.node(key).is_some())?;
        let shapes = row.bool("shapes").unwrap_or(false);
        let uses = row.string("uses").and_then(|name| self.uses(row, &name, vars));
        if shapes && self.orientation_kind.is_none() {
            row.fault_help("shapes", Code::BadMove, "there are no shapes", "expected rows `[[shape]]`");
        }
        if !shapes && row.node("uses").is_some() {
            row.fault_help("uses", Code::BadMove, "only shapes are counted", "expected `shapes = true` beside it");
        }
        if !matches!(self.shape(), Shape::Squares) {
            let message = format!("`{}` needs rows and columns of squares", row.name(written));
            row.fault_help(written, Code::WrongShape, message, "expected a board without `lines` and hexes");
        }
        let not_with: &[&str] = if shapes { &["hand", "falls", "encloses", "captures"] } else { &["falls"] };
        for key in not_with.iter().filter(|key| row.node(key).is_some()) {
            let message = format!("`{}` can't be beside `{written}`", row.name(key));
            row.fault_help(key, Code::BadMove, message, "expected a row of its own for this");
        }
        if shapes && self.has_stacks() {
            let message = "shapes can't stand on each other";
            row.fault_help("shapes", Code::WrongShape, message, "expected a board without `stack`");
        }
        Some(FitSpec {
            shapes,
            uses,
            covers: row.node("covers").and_then(|node| read_area(row, "covers", node)),
            beside: self.standings(row, "beside"),
            corner: self.standings(row, "corner"),
            apart: self.standings(row, "apart"),
        })
    }

    /// The variable that counts the shapes of each seat.
    fn uses(&self, row: &Section<'_>, name: &str, vars: &[VarSpec]) -> Option<usize> {
        let is_of_shapes =
            |per: &Per| matches!(per, Per::Table(n) if self.tables.get(*n).is_some_and(|table| table.name == "shape"));
        let fits = |var: &VarSpec| {
            var.per == Per::Seat
                && var.kind == Kind::Number
                && var.each().is_some_and(is_of_shapes)
                && var.follows.is_none()
        };
        let found = vars.iter().position(|var| var.name == name && fits(var));
        if found.is_none() {
            let message = format!("there is no number of each seat and shape that is called `{name}`");
            let known = vars.iter().filter(|var| fits(var)).map(|var| var.name.as_str());
            let help = if vars.iter().any(fits) {
                suggest(name, known)
            } else {
                "expected a variable with `per = [\"seat\", \"shape\"]`".to_owned()
            };
            row.fault_help("uses", Code::UnknownVar, message, help);
        }
        found
    }
}
