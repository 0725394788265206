//! What other parts of a pack can name: lists, tables, card types.

use std::collections::BTreeSet;

use crate::diagnostic::{Code, suggest};
use crate::kind;
use crate::pack::spec::{Cell, ColumnKind, DataTable, Holds, Per, Span, WordList};
use crate::pack::tree::{Node, Section, Sink, Value};

pub(super) struct Names<'a> {
    pub(super) tables: &'a [DataTable],
    pub(super) lists: &'a [WordList],
    pub(super) boards: &'a [&'a str],
}

impl Names<'_> {
    /// What a zone or a cup is laid out over.
    pub(super) fn per(&self, section: &Section<'_>) -> Per {
        let name = section.string("per");
        name.map_or(Per::One, |name| self.over(section.sink, &name, &section.value_span("per")))
    }

    /// What a variable is laid out over: nothing, one thing, or each pair of the entries of two.
    pub(super) fn pair(&self, section: &Section<'_>) -> (Per, Option<Per>) {
        let written = section.strings("per").unwrap_or_default();
        if written.len() > 2 || section.node("per").is_some() && written.is_empty() {
            section.sink.fault_help(
                Code::WrongCount,
                &section.value_span("per"),
                format!("a variable can't be laid out over {} tables", written.len()),
                "expected one, or two for a variable for each pair: `per = [\"seat\", \"suit\"]`",
            );
        }
        let mut over = written.iter().map(|(name, span)| self.over(section.sink, name, span));
        (over.next().unwrap_or(Per::One), over.next())
    }

    fn over(&self, sink: &Sink, name: &str, span: &Span) -> Per {
        let table = || self.tables.iter().position(|table| table.name == name).map(Per::Table);
        match name {
            "seat" => return Per::Seat,
            "team" => return Per::Team,
            _ => {}
        }
        table().or_else(|| self.list(name).map(Per::List)).unwrap_or_else(|| {
            let tables = || self.tables.iter().map(|table| table.name.as_str());
            // The rows of a table are a list as well.
            let lists = self.lists.iter().map(|list| list.name.as_str());
            let lists = lists.filter(|name| !tables().any(|table| table == *name));
            let known: Vec<&str> = ["seat", "team"].into_iter().chain(tables()).chain(lists).collect();
            let message = format!("there is no table or list `{name}` to lay this out over");
            sink.fault_help(Code::UnknownTable, span, message, suggest(name, known));
            Per::One
        })
    }

    /// Reads which cards a zone holds.
    pub(super) fn holds(&self, section: &Section<'_>, per: &Per, seats: usize) -> Holds {
        let cards = self.tables.iter().find(|table| table.name == "card");
        let Some(node) = section.node("holds") else { return Holds::All };
        let by_seat = match &node.value {
            Value::Table(table) => {
                table.0.iter().find(|entry| matches!(&entry.node.value, Value::Str(word) if word == "seat"))
            }
            _ => None,
        };
        let Some(entry) = by_seat else {
            let types = card_indices(section, "holds", cards);
            return if types.is_empty() { Holds::All } else { Holds::Only(types) };
        };
        let column = cards.and_then(|table| table.columns.iter().position(|column| column.name == entry.key));
        let list = cards.zip(column).and_then(|(table, column)| match &table.columns[column].kind {
            ColumnKind::Word(name) => self.list(name),
            _ => None,
        });
        let (Some((cards, column)), Some(list)) = (cards.zip(column), list) else {
            section.sink.fault_help(
                Code::UnknownColumn,
                &entry.key_span,
                format!("the cards have no column `{}` with the words of a list", entry.key),
                "expected one of which each seat has a word of its own, the first seat the first",
            );
            return Holds::All;
        };
        let words = &self.lists[list].words;
        if *per != Per::Seat || words.len() < seats {
            section.sink.fault_help(
                Code::WrongCount,
                &entry.node.span,
                format!("a word of `{}` for each seat: {} words for {seats} seats", entry.key, words.len()),
                "expected a zone with `per = \"seat\"` and a list with at least as many words as there are seats",
            );
        }
        let of_word = |word: &String| {
            let has = |row: &usize| matches!(&cards.rows[*row].cells[column], Cell::Text(text) if text == word);
            (0..cards.rows.len()).filter(has).collect()
        };
        Holds::BySeat(words.iter().take(seats).map(of_word).collect())
    }

    /// What the name of a type can name.
    pub(super) fn kinds(&self) -> kind::Named<'_> {
        kind::Named { lists: self.lists, boards: self.boards }
    }

    pub(super) fn list(&self, name: &str) -> Option<usize> {
        self.lists.iter().position(|list| list.name == name)
    }
}

/// Card types by their names, or by the values of a column: `["map"]` or `{ role = ["treasure", "map"] }`.
pub(super) fn card_indices(section: &Section<'_>, key: &str, cards: Option<&DataTable>) -> Vec<usize> {
    let rows = cards.map(|table| table.rows.as_slice()).unwrap_or_default();
    if let Some(Node { value: Value::Table(_), .. }) = section.node(key) {
        return section.section(key).map_or_else(Vec::new, |filter| cards_by_column(filter, cards));
    }
    section
        .strings(key)
        .unwrap_or_default()
        .into_iter()
        .filter_map(|(name, span)| {
            let found = rows.iter().position(|row| row.name == name);
            if found.is_none() {
                section.sink.fault_help(
                    Code::UnknownCard,
                    &span,
                    format!("there is no card `{name}`"),
                    suggest(&name, rows.iter().map(|row| row.name.as_str())),
                );
            }
            found
        })
        .collect()
}

/// The card types whose columns have one of the words that a filter gives for them.
fn cards_by_column(filter: Section<'_>, cards: Option<&DataTable>) -> Vec<usize> {
    let (columns, rows) = cards.map(|table| (table.columns.as_slice(), table.rows.as_slice())).unwrap_or_default();
    let mut chosen: Vec<usize> = (0..rows.len()).collect();
    for entry in filter.entries() {
        let words = filter.strings(&entry.key).unwrap_or_default();
        let Some(column) = columns.iter().position(|column| column.name == entry.key) else {
            filter.sink.fault_help(
                Code::UnknownColumn,
                &entry.key_span,
                format!("the cards have no column `{}`", entry.key),
                suggest(&entry.key, columns.iter().map(|column| column.name.as_str())),
            );
            continue;
        };
        let holds = |row: &usize, word: &str| matches!(&rows[*row].cells[column], Cell::Text(text) if text == word);
        if columns[column].kind == ColumnKind::Unread {
            continue;
        }
        for (word, span) in &words {
            if !(0..rows.len()).any(|row| holds(&row, word)) {
                let known: BTreeSet<&str> = rows.iter().filter_map(|row| row.cells[column].text()).collect();
                filter.sink.fault_help(
                    Code::UnknownWord,
                    span,
                    format!("no card has the {} `{word}`", entry.key),
                    suggest(word, known),
                );
            }
        }
        chosen.retain(|row| words.iter().any(|(word, _)| holds(row, word)));
    }
    chosen
}
