//! Directions, offsets and areas of squares.

use crate::boards::Shape;
use crate::load::quantities::quantity;
use crate::reader::{Node, Section, Sink, Value};
use crate::spec::Span;
use parlour_model::diagnostic::{Code, suggest};
use parlour_model::pieces::{Area, Offset};

pub(super) const fn offset(right: i32, forward: i32) -> Offset {
    Offset { right, forward }
}

const DIRECTIONS: &[(&str, &[Offset])] = &[
    ("forward", &[offset(0, 1)]),
    ("back", &[offset(0, -1)]),
    ("left", &[offset(-1, 0)]),
    ("right", &[offset(1, 0)]),
    ("forward-left", &[offset(-1, 1)]),
    ("forward-right", &[offset(1, 1)]),
    ("back-left", &[offset(-1, -1)]),
    ("back-right", &[offset(1, -1)]),
    ("ahead", &[offset(-1, 1), offset(0, 1), offset(1, 1)]),
    ("sideways", &[offset(-1, 0), offset(1, 0)]),
    ("forward-diagonal", &[offset(-1, 1), offset(1, 1)]),
    ("back-diagonal", &[offset(-1, -1), offset(1, -1)]),
    ("orthogonal", &[offset(0, 1), offset(1, 0), offset(0, -1), offset(-1, 0)]),
    ("diagonal", &[offset(1, 1), offset(1, -1), offset(-1, -1), offset(-1, 1)]),
    (
        "all",
        &[
            offset(0, 1),
            offset(1, 1),
            offset(1, 0),
            offset(1, -1),
            offset(0, -1),
            offset(-1, -1),
            offset(-1, 0),
            offset(-1, 1),
        ],
    ),
];

/// The directions on a board of hexes: a hex has two in front of it and two behind.
const HEX_DIRECTIONS: &[(&str, &[Offset])] = &[
    ("left", &[offset(-1, 0)]),
    ("right", &[offset(1, 0)]),
    ("forward-left", &[offset(0, 1)]),
    ("forward-right", &[offset(1, 1)]),
    ("back-left", &[offset(-1, -1)]),
    ("back-right", &[offset(0, -1)]),
    ("ahead", &[offset(0, 1), offset(1, 1)]),
    ("sideways", &[offset(-1, 0), offset(1, 0)]),
    ("all", &[offset(0, 1), offset(1, 1), offset(1, 0), offset(0, -1), offset(-1, -1), offset(-1, 0)]),
];

/// The direction along every line, both ways.
const LINES: (&str, &[Offset]) = ("lines", &[offset(0, 0)]);

/// The named directions of a board.
fn directions(shape: &Shape) -> impl Iterator<Item = (&'static str, &'static [Offset])> {
    let (own, lines) = match shape {
        Shape::Squares => (DIRECTIONS, None),
        Shape::Hexes => (HEX_DIRECTIONS, None),
        Shape::Lines(_) => (DIRECTIONS, Some(LINES)),
    };
    own.iter().copied().chain(lines)
}

/// Reads directions: a name, a list of names, of pairs `[a, b]` for every leap of a squares one way and b squares
/// across, or of tables `{ forward = 1, right = 2 }` for a single one (`back` and `left` are negative).
pub(super) fn read_offsets(row: &Section<'_>, node: &Node, shape: &Shape) -> Vec<Offset> {
    let mut out = Vec::new();
    match &node.value {
        Value::Array(items) if !items.iter().any(|item| matches!(item.value, Value::Int(_))) => {
            for item in items {
                read_offset(row, item, shape, &mut out);
            }
        }
        _ => read_offset(row, node, shape, &mut out),
    }
    out.sort_unstable();
    out.dedup();
    if matches!(&node.value, Value::Array(items) if items.is_empty()) {
        row.sink.fault(Code::BadDirection, &node.span, "no direction is given");
    }
    out
}

fn read_offset(row: &Section<'_>, node: &Node, shape: &Shape, out: &mut Vec<Offset>) {
    let number = |node: &Node| match node.value {
        Value::Int(n) if (-64..=64).contains(&n) => Some(n as i32),
        _ => None,
    };
    let found: Option<Vec<Offset>> = match &node.value {
        Value::Str(name) => match directions(shape).find(|(word, _)| word == name) {
            Some((word, offsets)) if word == LINES.0 => {
                out.extend(offsets);
                return;
            }
            Some((_, offsets)) => Some(offsets.to_vec()),
            None => {
                row.sink.fault_help(
                    Code::UnknownWord,
                    &node.span,
                    format!("there is no direction `{name}`"),
                    suggest(name, directions(shape).map(|(word, _)| word)),
                );
                return;
            }
        },
        Value::Array(pair) => match pair.as_slice() {
            [a, b] if !matches!(shape, Shape::Hexes) => number(a).zip(number(b)).map(|(a, b)| {
                let turned = [(a, b), (a, -b), (-a, b), (-a, -b), (b, a), (b, -a), (-b, a), (-b, -a)];
                turned.into_iter().map(|(right, forward)| offset(right, forward)).collect()
            }),
            _ => None,
        },
        Value::Table(table) => {
            let part = |key: &str| table.get(key).map_or(Some(0), |entry| number(&entry.node));
            let along = |key: &str, opposite: &str| match (table.get(key), table.get(opposite)) {
                (Some(_), Some(_)) => None,
                _ => Some(part(key)? - part(opposite)?),
            };
            let known = table.0.iter().all(|entry| ["forward", "back", "left", "right"].contains(&entry.key.as_str()));
            let found = along("right", "left").zip(along("forward", "back")).filter(|_| known);
            found.map(|(right, forward)| vec![offset(right, forward)])
        }
        _ => None,
    };
    match found {
        Some(offsets) if !offsets.contains(&offset(0, 0)) => out.extend(offsets),
        Some(_) => row.sink.fault(Code::BadDirection, &node.span, "a move of no squares leads nowhere"),
        None => row.sink.fault_help(
            Code::BadDirection,
            &node.span,
            "this is not a direction",
            "expected a name, a pair such as `[1, 2]`, or a table such as `{ forward = 2, left = 1 }`",
        ),
    }
}

/// Reads an area: a table such as `{ rows = [1, 2] }`, the name of an area of the board, or a list of these, whose union
/// it is.
pub(crate) fn read_area(row: &Section<'_>, key: &str, node: &Node) -> Option<Area> {
    area_at(row.sink, row.name(key), node)
}

fn area_at(sink: &Sink, path: String, node: &Node) -> Option<Area> {
    let span = node.span.clone();
    match &node.value {
        Value::Str(name) => Some(Area { name: Some(name.clone()), span, ..Area::default() }),
        Value::Array(items) if !items.is_empty() => {
            let part = |(n, item): (usize, &Node)| area_at(sink, format!("{path}[{}]", n + 1), item);
            let parts: Vec<Area> = items.iter().enumerate().filter_map(part).collect();
            (parts.len() == items.len()).then_some(Area { parts, span, ..Area::default() })
        }
        _ => Some(area_of(Section::new(sink, node, path)?, span)),
    }
}

/// Reads a list of areas.
pub(super) fn read_areas(row: &Section<'_>, key: &str) -> Vec<Area> {
    row.node(key).and_then(|node| read_area(row, key, node)).map_or_else(Vec::new, |area| match area.parts.is_empty() {
        true => vec![area],
        false => area.parts,
    })
}

fn area_of(section: Section<'_>, span: Span) -> Area {
    let numbers = |key: &str| {
        let Some(node) = section.node(key) else {
            return Vec::new();
        };
        node.items()
            .iter()
            .filter_map(|item| match item.value {
                Value::Int(n) if n != 0 => Some(n),
                _ => {
                    section.sink.fault_help(
                        Code::WrongType,
                        &item.span,
                        format!("`{}` must be whole numbers", section.name(key)),
                        "1 is the first, -1 the last",
                    );
                    None
                }
            })
            .collect()
    };
    let area = Area {
        rows: numbers("rows"),
        columns: numbers("columns"),
        squares: section.strings("squares").unwrap_or_default().into_iter().map(|(name, _)| name).collect(),
        first: quantity(&section, "first"),
        last: quantity(&section, "last"),
        parts: Vec::new(),
        name: None,
        span,
    };
    let is_bare = area.rows.is_empty() && area.columns.is_empty() && area.squares.is_empty();
    if is_bare && section.node("first").is_none() && section.node("last").is_none() {
        section.missing("rows", "`rows`, `columns`, `first`, `last` or `squares`");
    }
    section.finish();
    area
}
