//! Word lists and data tables, including the cards.

use std::collections::HashMap;

use super::quantities::quantity;
use super::synonyms::other_names;
use super::{MAX_CARDS, MOST};
use crate::art::read_art;
use crate::product::{Fixed, combinations, derived, fill_in, is_derived, unknown_field, words_by};
use crate::reader::{Node, Section, Value};
use crate::spec::{ArtName, CardSpec, Cell, Column, ColumnKind, DataTable, Quantity, Row, Span, WordList};
use parlour_model::diagnostic::{Code, did_you_mean, suggest};
use parlour_model::english;
use parlour_model::grammar::plain_name;

/// Members of every list in scripts, which no word of a list can be called.
const LIST_MEMBERS: [&str; 3] = ["count", "name", "all_names"];

/// Members of every table in scripts, which no column can be called.
const TABLE_MEMBERS: [(&str, &str); 4] = [
    ("count", "how many rows there are"),
    ("name", "the name of a row"),
    ("title", "what people call a row"),
    ("plural", "the plural of that"),
];

/// The member of a table that a word already is in scripts: a column, or a member of every table.
pub(crate) fn member_of_table(table: &DataTable, word: &str) -> Option<String> {
    let own = TABLE_MEMBERS.iter().find(|(name, _)| *name == word).map(|(_, meaning)| (*meaning).to_owned());
    let listed = word.strip_prefix("all_").filter(|_| own.is_none());
    let all = |name: &str| match name {
        "names" | "titles" | "plurals" => true,
        _ => table.columns.iter().any(|column| column.name == name),
    };
    own.or_else(|| listed.filter(|name| all(name)).map(|name| format!("the list of all {name}")))
}

pub(super) fn read_lists(top: &Section<'_>) -> Vec<WordList> {
    let mut lists = Vec::new();
    if let Some(section) = top.section("lists") {
        for entry in section.entries() {
            let words = section.strings(&entry.key).unwrap_or_default();
            if words.is_empty() || words.len() > MOST {
                section.sink.fault(
                    Code::WrongCount,
                    &entry.node.span,
                    format!("the list `{}` needs 1 to {MOST} words", entry.key),
                );
            }
            for (n, (word, span)) in words.iter().enumerate() {
                if LIST_MEMBERS.contains(&word.as_str()) {
                    let message = format!("a word of the list `{}` can't be called `{word}`", entry.key);
                    let help = format!("`{}.{word}` is something else in scripts", entry.key);
                    section.sink.fault_help(Code::BadName, span, message, help);
                }
                if let Some((_, first)) = words[..n].iter().find(|(earlier, _)| earlier == word) {
                    section.sink.twice(span, first, format!("`{word}` stands twice in the list `{}`", entry.key));
                }
            }
            let words = words.into_iter().map(|(word, _)| word).collect();
            lists.push(WordList { name: entry.key.clone(), words, also: Vec::new() });
        }
    }
    super::synonyms::read_synonyms(top, &mut lists);
    lists
}

/// Reads the data tables; that of cards comes first if there is one.
pub(super) fn read_tables(top: &Section<'_>, lists: &[WordList]) -> (Vec<DataTable>, Vec<CardSpec>) {
    let mut tables = Vec::new();
    let mut cards = Vec::new();
    let mut declared = Vec::new();
    for (name, section) in top.named_sections("columns") {
        if !top.entries().any(|entry| entry.key == name) {
            // Missing columns of these rows aren't faults of the rows.
            section.entries().for_each(|entry| section.sink.lose_name(&entry.key, &section.span));
            let lists = top.entries().filter(|entry| matches!(entry.node.value, Value::Array(_)));
            let help = suggest(&name, lists.map(|entry| entry.key.as_str()));
            // A misspelt name of the rows is reported where it is written.
            let written = top.entries().find(|entry| did_you_mean(&entry.key, [name.as_str()]).is_some());
            match written.filter(|_| name == "card" || name == "piece") {
                Some(entry) => section.sink.lose(&entry.node, &entry.key_span),
                None => {
                    let message = format!("there is no row `[[{name}]]` that could have these columns");
                    section.sink.fault_help(Code::UnknownTable, &section.span, message, help);
                }
            }
        }
        let columns = section.entries().map(|entry| read_column(&section, &entry.key, lists)).collect();
        let table = DataTable { name, columns, rows: Vec::new() };
        for entry in section.entries() {
            if let Some(meaning) = member_of_table(&table, &entry.key) {
                let message = format!("a column of `{}` can't be called `{}`", table.name, entry.key);
                let help = format!("`{}.{}` is {meaning} in scripts: expected another name", table.name, entry.key);
                section.sink.fault_help(Code::BadName, &entry.key_span, message, help);
            }
        }
        declared.push(table);
    }
    if !declared.iter().any(|table| table.name == "card") {
        declared.insert(0, DataTable { name: "card".to_owned(), ..DataTable::default() });
    }
    declared.sort_by_key(|table| table.name != "card");
    for mut table in declared {
        let key = table.name.clone();
        let is_card = key == "card";
        let mut names: HashMap<String, Span> = HashMap::new();
        for section in top.rows(&key) {
            let card = is_card.then(|| read_card(&section));
            let rows = combinations(&section, &table, lists);
            if rows.is_empty() {
                // The fault of its product is reported, and the rest can't be read without it.
                continue;
            }
            for fixed in rows {
                let Some(row) = read_row(&section, &table, lists, fixed) else {
                    break;
                };
                let span = section.value_span("name");
                let column = table.columns.iter().find(|column| column.name == row.name);
                let meaning = column.map(|_| "a column".to_owned()).or_else(|| member_of_table(&table, &row.name));
                if let Some(meaning) = meaning {
                    let message = format!("a row of `{key}` can't be called `{}`", row.name);
                    let help = format!("`{key}.{}` is {meaning} in scripts: expected another name", row.name);
                    section.sink.fault_help(Code::BadName, &span, message, help);
                }
                if let Some(first) = names.get(&row.name) {
                    section.sink.twice(&span, first, format!("`{}` stands twice", row.name));
                    break;
                }
                names.insert(row.name.clone(), span);
                if let Some(card) = &card {
                    let also = other_names(&section.string("name").unwrap_or_default(), &table, &row.cells, lists);
                    let names = [&row.name, &row.title, &row.plural].into_iter().chain(&also);
                    let plain_names = names.map(|name| plain_name(name)).collect();
                    cards.push(CardSpec { plain_names, ..card.clone() });
                }
                table.rows.push(row);
            }
            section.finish();
        }
        let most = if is_card { MAX_CARDS } else { MOST };
        if table.rows.len() > most {
            top.fault(&key, Code::TooMany, format!("`[[{key}]]` has more than {most} rows"));
        }
        if !(is_card && table.rows.is_empty()) {
            tables.push(table);
        }
    }
    (tables, cards)
}

fn read_card(section: &Section<'_>) -> CardSpec {
    let count = quantity(section, "count").unwrap_or(Quantity::Fixed(1));
    let span = section.value_span("count");
    let written: Vec<i64> = match &count {
        Quantity::Fixed(n) => vec![*n],
        Quantity::BySeats(by, _) => by.iter().map(|(_, n)| *n).collect(),
        Quantity::Named(..) | Quantity::ByName(..) => Vec::new(),
    };
    if let Some(bad) = written.into_iter().find(|n| !(0..=255).contains(n)) {
        section.sink.fault_help(
            Code::OutOfRange,
            &span,
            format!("there can't be {bad} cards of a kind"),
            "expected 0 to 255",
        );
    }
    CardSpec { plain_names: Default::default(), count, count_span: span, name_span: section.value_span("name") }
}

/// Reads a column. One with an unreadable type stays, so that its cells aren't reported as well.
fn read_column(section: &Section<'_>, key: &str, lists: &[WordList]) -> Column {
    let unread =
        Column { name: key.to_owned(), title: String::new(), kind: ColumnKind::Unread, default: Some(Cell::Int(0)) };
    let Some(inner) = section.section(key) else {
        return unread;
    };
    let range = |inner: &Section<'_>| {
        let min = inner.int_within("min", i64::from(i32::MIN)..=i64::from(i32::MAX)).unwrap_or(i64::from(i32::MIN));
        let max = inner.int_within("max", min..=i64::from(i32::MAX)).unwrap_or(i64::from(i32::MAX));
        (min, max)
    };
    let Some(written) = inner.string("type") else {
        return unread;
    };
    let kind = match written.as_str() {
        "int" => {
            let (min, max) = range(&inner);
            ColumnKind::Int(min, max)
        }
        "ints" => {
            let (min, max) = range(&inner);
            ColumnKind::Ints(inner.int("least").unwrap_or(0) as usize, min, max)
        }
        "bool" => ColumnKind::Bool,
        "text" => ColumnKind::Text,
        list if lists.iter().any(|l| l.name == list) => ColumnKind::Word(list.to_owned()),
        other => {
            let known = ["int", "ints", "bool", "text"].into_iter().chain(lists.iter().map(|l| l.name.as_str()));
            inner.fault_help(
                "type",
                Code::UnknownType,
                format!("there is no column type `{other}`"),
                suggest(other, known),
            );
            return unread;
        }
    };
    // An unreadable default still counts as one, so that rows may leave out the column.
    let default =
        inner.node("default").map(|node| read_cell(&inner, node, "default", &kind, lists).unwrap_or(Cell::Int(0)));
    let title = inner.string("title").unwrap_or_else(|| key.replace('_', " "));
    inner.finish();
    Column { name: key.to_owned(), title, kind, default }
}

pub(crate) fn read_cell(
    section: &Section<'_>,
    node: &Node,
    key: &str,
    kind: &ColumnKind,
    lists: &[WordList],
) -> Option<Cell> {
    let in_range = |node: &Node, number: i64, min: i64, max: i64| {
        if (min..=max).contains(&number) {
            return true;
        }
        section.sink.fault_help(
            Code::OutOfRange,
            &node.span,
            format!("`{}` is {number}", section.name(key)),
            if max == i64::from(i32::MAX) {
                format!("expected {min} or more")
            } else {
                format!("expected {min} to {max}")
            },
        );
        false
    };
    let expected = match (kind, &node.value) {
        (ColumnKind::Unread, _) => return Some(Cell::Int(0)),
        (ColumnKind::Int(min, max), Value::Int(number)) => {
            return in_range(node, *number, *min, *max).then_some(Cell::Int(*number));
        }
        (ColumnKind::Ints(least, min, max), Value::Array(items)) => {
            if items.len() < *least {
                section.sink.fault_help(
                    Code::TooShort,
                    &node.span,
                    format!("`{}` has {} numbers", section.name(key), items.len()),
                    format!("expected at least {least}"),
                );
                return None;
            }
            let mut numbers = Vec::new();
            for item in items {
                match item.value {
                    Value::Int(number) if in_range(item, number, *min, *max) => numbers.push(number),
                    Value::Int(_) => return None,
                    _ => {
                        section.sink.fault(
                            Code::WrongType,
                            &item.span,
                            format!("`{}` must be whole numbers, but one is {}", section.name(key), item.kind()),
                        );
                        return None;
                    }
                }
            }
            return Some(Cell::Ints(numbers));
        }
        (ColumnKind::Bool, Value::Bool(flag)) => return Some(Cell::Bool(*flag)),
        (ColumnKind::Text, Value::Str(text)) => return Some(Cell::Text(text.clone())),
        (ColumnKind::Word(list), Value::Str(word)) => {
            let words = lists.iter().find(|l| l.name == *list).map(|l| l.words.as_slice()).unwrap_or_default();
            // A list without words is reported at its own place.
            if words.contains(word) || words.is_empty() {
                return Some(Cell::Text(word.clone()));
            }
            section.sink.fault_help(
                Code::UnknownWord,
                &node.span,
                format!("`{}` can't be `{word}`", section.name(key)),
                suggest(word, words.iter().map(String::as_str)),
            );
            return None;
        }
        (ColumnKind::Int(..), _) => "a whole number",
        (ColumnKind::Ints(..), _) => "a list of whole numbers",
        (ColumnKind::Bool, _) => "true or false",
        (ColumnKind::Text, _) => "a text",
        (ColumnKind::Word(_), _) => "a word",
    };
    section.wrong_type(key, node, expected);
    None
}

/// Reads a row; `fixed` are its cells from a product.
fn read_row(section: &Section<'_>, table: &DataTable, lists: &[WordList], fixed: Fixed) -> Option<Row> {
    let name = section.string("name");
    let mut cells: Vec<Option<Cell>> = vec![None; table.columns.len()];
    for (n, cell) in fixed {
        cells[n] = Some(cell);
    }
    let mut later = Vec::new();
    for (n, column) in table.columns.iter().enumerate().filter(|(n, _)| cells[*n].is_none()).collect::<Vec<_>>() {
        cells[n] = match section.node(&column.name) {
            Some(node) if is_derived(node) => {
                later.push(n);
                None
            }
            Some(node) => read_cell(section, node, &column.name, &column.kind, lists),
            None => {
                if column.default.is_none() {
                    section.missing(&column.name, "a value for this column");
                }
                column.default.clone()
            }
        };
    }
    for n in later {
        cells[n] = derived(section, table, &table.columns[n], &cells, lists);
    }
    let title = section.string("title");
    let plural = section.string("plural");
    // A faulty cell is reported; the row stays, so that the other tables know its name.
    let cells: Vec<Cell> = cells.into_iter().map(|cell| cell.unwrap_or(Cell::Int(0))).collect();
    let shown = table.columns.iter().filter(|column| !matches!(column.kind, ColumnKind::Ints(..)));
    let shown: Vec<&str> = shown.map(|column| column.name.as_str()).collect();
    for (key, text) in [("name", &name), ("title", &title), ("plural", &plural)] {
        let is_choice = |hole: &str| shown.iter().any(|column| words_by(hole, column).is_some());
        if let Some(message) = text.as_ref().and_then(|text| unknown_field(text, is_choice, &shown)) {
            section.fault(key, Code::BadSentence, message);
        }
    }
    let text = |text: String| fill_in(&text, &table.columns, &cells);
    let (name, title, plural) = (name.map(text)?, title.map(text), plural.map(text));
    let title = title.unwrap_or_else(|| name.replace('_', " "));
    let plural = plural.unwrap_or_else(|| english::plural(&title));
    if name.is_empty() || name.contains(',') {
        section.fault("name", Code::BadName, "a name needs letters and no commas");
    }
    let cell_spans = table.columns.iter().map(|column| section.value_span(&column.name)).collect();
    // A column can have this name as well.
    let is_column = table.columns.iter().any(|column| column.name == "art");
    let art = if is_column { None } else { read_art(section) };
    if let Some(message) = art.as_ref().and_then(|art| unknown_field(&art.name, |_| false, &shown)) {
        section.fault("art", Code::BadSentence, message);
    }
    let art = art.map(|art| ArtName { name: fill_in(&art.name, &table.columns, &cells), ..art });
    Some(Row { name, title, plural, cells, cell_spans, art })
}
