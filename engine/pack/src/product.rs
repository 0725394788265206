//! Products: rows of a data table that stand for combinations of lists.
//!
//! `each = { value = "all", colour = ["red", "blue"] }` expands a row of a table to one row for each combination. In
//! any row, `{ sum = ["value", "colour"] }` is the sum of other columns, `{ by = "value", is = { A = 1, K = 10 } }` is
//! a lookup by the word of another column, and `{value}` in a name is the value of a column.

use super::load::tables::read_cell;
use super::reader::{Node, Section, Value};
use super::spec::{Cell, Column, ColumnKind, DataTable, WordList};
use parlour_model::diagnostic::{Code, suggest};
use parlour_model::text::{Piece, pieces};

/// Limit of rows of a product.
const MOST: usize = 250;

/// The columns that a row has from its product, by index in the table, with their cells.
pub(super) type Fixed = Vec<(usize, Cell)>;

/// One entry for each row that a written row expands to: a single one without `each`, none if `each` can't be read.
pub(super) fn combinations(section: &Section<'_>, table: &DataTable, lists: &[WordList]) -> Vec<Fixed> {
    if section.node("each").is_none() {
        return vec![Fixed::new()];
    }
    let Some(each) = section.section("each") else {
        return Vec::new();
    };
    let mut rows = vec![Fixed::new()];
    for entry in each.entries() {
        let Some(column) = column_named(&each, table, &entry.key, &entry.key_span) else {
            return Vec::new();
        };
        let Some(cells) = axis(&each, &table.columns[column], &entry.node, lists) else {
            return Vec::new();
        };
        if rows.len() * cells.len() > MOST || cells.is_empty() {
            section.sink.fault_help(
                Code::WrongCount,
                &entry.node.span,
                format!("`{}` stands for {} rows", section.path, rows.len() * cells.len()),
                format!("expected 1 to {MOST}"),
            );
            section.sink.lose_rows();
            return Vec::new();
        }
        rows = rows
            .iter()
            .flat_map(|row| cells.iter().map(move |cell| row.iter().cloned().chain([(column, cell.clone())]).collect()))
            .collect();
    }
    rows
}

fn column_named(section: &Section<'_>, table: &DataTable, name: &str, span: &std::ops::Range<usize>) -> Option<usize> {
    let found = table.columns.iter().position(|column| column.name == name);
    if found.is_none() {
        section.sink.fault_help(
            Code::UnknownColumn,
            span,
            format!("the table `{}` has no column `{name}`", table.name),
            suggest(name, table.columns.iter().map(|column| column.name.as_str())),
        );
    }
    found
}

/// The values of a column in a product.
fn axis(each: &Section<'_>, column: &Column, node: &Node, lists: &[WordList]) -> Option<Vec<Cell>> {
    match (&node.value, &column.kind) {
        (Value::Str(all), ColumnKind::Word(list)) if all == "all" => {
            let words = &lists.iter().find(|l| l.name == *list)?.words;
            Some(words.iter().cloned().map(Cell::Text).collect())
        }
        (_, ColumnKind::Unread) => Some(vec![Cell::Int(0)]),
        (Value::Array(items), _) => {
            items.iter().map(|item| read_cell(each, item, &column.name, &column.kind, lists)).collect()
        }
        _ => {
            each.sink.fault_help(
                Code::WrongType,
                &node.span,
                format!("`{}` must be a list of values, but is {}", each.name(&column.name), node.kind()),
                "expected a list, or \"all\" for every word of the column's list",
            );
            None
        }
    }
}

/// True if a cell is derived from other columns.
pub(super) fn is_derived(node: &Node) -> bool {
    matches!(&node.value, Value::Table(table) if table.get("sum").is_some() || table.get("by").is_some())
}

/// The cell derived from other columns.
pub(super) fn derived(
    section: &Section<'_>,
    table: &DataTable,
    column: &Column,
    cells: &[Option<Cell>],
    lists: &[WordList],
) -> Option<Cell> {
    let inner = section.section(&column.name)?;
    if inner.node("by").is_some() {
        by_word(inner, table, column, cells, lists)
    } else {
        sum(section, inner, table, column, cells, lists)
    }
}

/// The cell looked up by the word of another column; the column's default if the table lacks the word.
fn by_word(
    inner: Section<'_>,
    table: &DataTable,
    column: &Column,
    cells: &[Option<Cell>],
    lists: &[WordList],
) -> Option<Cell> {
    let by = inner.required_string("by", "the name of a column of words")?;
    let span = inner.value_span("by");
    let n = column_named(&inner, table, &by, &span)?;
    let ColumnKind::Word(list) = &table.columns[n].kind else {
        inner.sink.fault_help(
            Code::WrongType,
            &span,
            format!("`{}` can't go by `{by}`", column.name),
            "expected a column of words",
        );
        return None;
    };
    let words = &lists.iter().find(|l| l.name == *list)?.words;
    let values = inner.section("is");
    inner.demand("is", "the value for each word, such as `{ A = 1, K = 10 }`");
    let sink = inner.sink;
    inner.finish();
    let values = values?;
    if let Some(entry) = values.entries().find(|entry| !words.contains(&entry.key)) {
        sink.fault_help(
            Code::UnknownWord,
            &entry.key_span,
            format!("`{}` is not a word of `{list}`", entry.key),
            suggest(&entry.key, words.iter().map(String::as_str)),
        );
        return None;
    }
    let Some(Cell::Text(word)) = &cells[n] else { return None };
    match values.entries().find(|entry| entry.key == *word) {
        Some(entry) => read_cell(&values, &entry.node, word, &column.kind, lists),
        None => {
            if column.default.is_none() {
                values.missing(word, "a value for this word, or a default of the column");
            }
            column.default.clone()
        }
    }
}

/// The cell that is the sum of other columns. Words count from 0 by their index in their list; a sum that is itself a
/// word wraps around its list.
fn sum(
    section: &Section<'_>,
    inner: Section<'_>,
    table: &DataTable,
    column: &Column,
    cells: &[Option<Cell>],
    lists: &[WordList],
) -> Option<Cell> {
    let mut total = 0;
    for (name, span) in inner.strings("sum")? {
        let n = column_named(&inner, table, &name, &span)?;
        let number = cells[n].as_ref().and_then(|cell| number(cell, &table.columns[n].kind, lists));
        if number.is_none() {
            inner.sink.fault_help(
                Code::WrongType,
                &span,
                format!("`{name}` can't be added up"),
                "expected columns of whole numbers or of words that are not worked out themselves",
            );
        }
        total += number?;
    }
    inner.finish();
    match &column.kind {
        ColumnKind::Int(min, max) if (*min..=*max).contains(&total) => Some(Cell::Int(total)),
        ColumnKind::Word(list) => {
            let words = &lists.iter().find(|l| l.name == *list)?.words;
            let place = total.rem_euclid(words.len().max(1) as i64) as usize;
            words.get(place).cloned().map(Cell::Text)
        }
        ColumnKind::Unread => None,
        _ => {
            section.fault(
                &column.name,
                Code::OutOfRange,
                format!("the sum {total} does not fit into the column `{}`", column.name),
            );
            None
        }
    }
}

/// A cell as a number; a word counts by its place in the list, from 0.
pub(super) fn number(cell: &Cell, kind: &ColumnKind, lists: &[WordList]) -> Option<i64> {
    match (cell, kind) {
        (Cell::Int(number), _) => Some(*number),
        (Cell::Text(word), ColumnKind::Word(list)) => {
            let words = &lists.iter().find(|l| l.name == *list)?.words;
            words.iter().position(|w| w == word).map(|n| n as i64)
        }
        _ => None,
    }
}

/// The fault of the first `{...}` of a text that is neither a known field nor otherwise allowed.
pub(super) fn unknown_field(text: &str, may_stand: impl Fn(&str) -> bool, known: &[&str]) -> Option<String> {
    pieces(text).find_map(|piece| match piece {
        Err(message) => Some(message),
        Ok(Piece::Hole(name)) if !known.contains(&name) && !may_stand(name) => {
            Some(format!("`{{{name}}}` is not a field that can stand here; {}", suggest(name, known.iter().copied())))
        }
        Ok(_) => None,
    })
}

/// The words of a hole `column:one|many`, for a number of 1 and for others.
pub(super) fn words_by<'a>(hole: &'a str, column: &str) -> Option<(&'a str, &'a str)> {
    hole.strip_prefix(column)?.strip_prefix(':')?.split_once('|')
}

/// A text with `{column}` replaced by the value of the column, and `{column:one|many}` by a word for it.
pub(super) fn fill_in(text: &str, columns: &[Column], cells: &[Cell]) -> String {
    let mut out = text.to_owned();
    for (column, cell) in columns.iter().zip(cells) {
        let mark = format!("{{{}}}", column.name);
        match cell {
            Cell::Int(number) => {
                out = out.replace(&mark, &number.to_string());
                for piece in pieces(text) {
                    let Ok(Piece::Hole(hole)) = piece else { continue };
                    let Some((one, many)) = words_by(hole, &column.name) else { continue };
                    out = out.replace(&format!("{{{hole}}}"), if *number == 1 { one } else { many });
                }
            }
            Cell::Text(word) => out = out.replace(&mark, word),
            Cell::Bool(flag) => out = out.replace(&mark, &flag.to_string()),
            Cell::Ints(_) => {}
        }
    }
    out
}
