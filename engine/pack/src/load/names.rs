//! Names that other parts of a pack can refer to: lists, tables, card types.

use std::collections::BTreeSet;

use crate::reader::{Node, Section, Sink, Value};
use crate::spec::{Cell, ColumnKind, DataTable, Holds, Per, Span, WordList};
use parlour_model::diagnostic::{Code, suggest};
use parlour_model::kind;

/// The expectation of a name that scripts can write.
pub(crate) const IDENTIFIER: &str = "expected a name of letters, digits and `_` that doesn't begin with a digit";

/// True if scripts can write a name.
pub(crate) fn is_identifier(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && !name.starts_with(|c: char| c.is_ascii_digit())
}

pub(super) struct Names<'a> {
    pub(super) tables: &'a [DataTable],
    pub(super) lists: &'a [WordList],
    pub(super) boards: &'a [&'a str],
}

impl Names<'_> {
    /// Reads the index set (`per`) of a zone or a cup.
    pub(super) fn per(&self, section: &Section<'_>) -> Per {
        let name = section.string("per");
        name.map_or(Per::One, |name| self.over(section.sink, &name, &section.value_span("per")))
    }

    /// Reads the index set of a variable: none, one set, or each pair of the entries of two.
    pub(super) fn pair(&self, section: &Section<'_>) -> (Per, Option<Per>) {
        let written = section.strings("per").unwrap_or_default();
        if written.len() > 2 || section.node("per").is_some() && written.is_empty() {
            section.fault_help(
                "per",
                Code::WrongCount,
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

    /// The most members of a family with this index set.
    pub(super) fn most_members(&self, per: &Per, seats: usize) -> usize {
        match per {
            Per::One => 1,
            Per::Seat | Per::Team => seats,
            Per::Table(n) => self.tables[*n].rows.len(),
            Per::List(n) => self.lists[*n].words.len(),
        }
    }

    /// The name of a word column of the cards, and its list.
    fn words_of(&self, column: &str) -> Option<(&DataTable, usize, &[String])> {
        let cards = self.cards()?;
        let column = cards.columns.iter().position(|known| known.name == column)?;
        let ColumnKind::Word(name) = &cards.columns[column].kind else { return None };
        Some((cards, column, &self.lists[self.list(name)?].words))
    }

    /// Reads the cards that a zone holds.
    pub(super) fn holds(&self, section: &Section<'_>, per: &Per, seats: usize) -> Holds {
        let Some(node) = section.node("holds") else { return Holds::All };
        let over =
            section.node("per").and_then(|node| if let Value::Str(name) = &node.value { Some(name) } else { None });
        // A word that is also the name of the zone's index set stays a word.
        let is_over = |column: &str, word: &str| {
            let is_word = || self.words_of(column).is_some_and(|(.., words)| words.iter().any(|known| known == word));
            word == "seat" || over.is_some_and(|over| over == word) && !is_word()
        };
        let by_member = match &node.value {
            Value::Table(table) => table.0.iter().find_map(|entry| match &entry.node.value {
                Value::Str(word) if is_over(&entry.key, word) => Some((entry, word)),
                _ => None,
            }),
            _ => None,
        };
        let Some((entry, over)) = by_member else {
            let (types, is_absent) = self.card_indices(section, "holds");
            // Faulty names or words have been reported.
            if types.is_empty() && !is_absent && section.sink.is_empty() {
                section.sink.fault_help(
                    Code::WrongCard,
                    &node.span,
                    "no card can be here",
                    "expected what some cards are: each of them must fit every column",
                );
            }
            return if types.is_empty() && !is_absent { Holds::All } else { Holds::Only(types) };
        };
        let Some((cards, column, words)) = self.words_of(&entry.key) else {
            section.sink.fault_help(
                Code::UnknownColumn,
                &entry.key_span,
                format!("the cards have no column `{}` with the words of a list", entry.key),
                format!("expected one of which each {over} has a word of its own, the first {over} the first"),
            );
            return Holds::All;
        };
        let members = if over == "seat" { seats } else { self.most_members(per, seats) };
        if over == "seat" && *per != Per::Seat || words.len() < members {
            let many = if over == "seat" { "seats".to_owned() } else { format!("entries of `{over}`") };
            section.sink.fault_help(
                Code::WrongCount,
                &entry.node.span,
                format!("a word of `{}` for each {over}: {} words for {members} {many}", entry.key, words.len()),
                format!(
                    "expected a zone with `per = \"{over}\"` and a list with at least as many words as there are {many}"
                ),
            );
        }
        let by_others = |filter| self.cards_by_column(filter, Some(&entry.key)).0;
        let allowed = section.section("holds").map_or_else(Vec::new, by_others);
        let of_word = |word: &String| {
            let has = |row: &usize| matches!(&cards.rows[*row].cells[column], Cell::Text(text) if text == word);
            allowed.iter().copied().filter(has).collect()
        };
        Holds::ByMember(words.iter().take(members).map(of_word).collect())
    }

    /// The names that a type can use.
    pub(super) fn kinds(&self) -> kind::Named<'_> {
        kind::Named { lists: self.lists, boards: self.boards }
    }

    pub(super) fn list(&self, name: &str) -> Option<usize> {
        self.lists.iter().position(|list| list.name == name)
    }

    /// Reads card types by their names, or by the values of columns: `["map"]` or `{ role = ["treasure", "map"] }`. The
    /// second result is true if there are none because no card has some words of a list.
    pub(super) fn card_indices(&self, section: &Section<'_>, key: &str) -> (Vec<usize>, bool) {
        if let Some(Node { value: Value::Table(_), .. }) = section.node(key) {
            return section.section(key).map_or_else(Default::default, |filter| self.cards_by_column(filter, None));
        }
        let named = section.strings(key).unwrap_or_default().into_iter().filter_map(|(name, span)| {
            let known = self.cards().map_or(&[][..], |cards| &cards.rows).iter().map(|row| row.name.as_str());
            section.sink.find((Code::UnknownCard, "card"), &name, &span, known)
        });
        (named.collect(), false)
    }

    /// The table of cards.
    fn cards(&self) -> Option<&DataTable> {
        self.tables.iter().find(|table| table.name == "card")
    }

    /// The card types that match a filter of words by column; one column may be excluded because it is read elsewhere.
    fn cards_by_column(&self, filter: Section<'_>, but: Option<&str>) -> (Vec<usize>, bool) {
        let cards = self.cards();
        let (columns, rows) = cards.map(|table| (table.columns.as_slice(), table.rows.as_slice())).unwrap_or_default();
        let mut chosen: Vec<usize> = (0..rows.len()).collect();
        let mut is_absent = false;
        for entry in filter.entries().filter(|entry| but != Some(entry.key.as_str())) {
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
            // A word of a list needs no card: the cards of a pack that has it can be taken away.
            let of_list = match &columns[column].kind {
                ColumnKind::Unread => continue,
                ColumnKind::Word(name) => self.list(name).map(|list| self.lists[list].words.as_slice()),
                _ => None,
            };
            let is_there = |word: &str| (0..rows.len()).any(|row| holds(&row, word));
            let is_known =
                |word: &str| is_there(word) || of_list.is_some_and(|words| words.iter().any(|each| each == word));
            for (word, span) in words.iter().filter(|(word, _)| !is_known(word)) {
                let on_cards = rows.iter().filter_map(|row| row.cells[column].text());
                let known: BTreeSet<&str> =
                    on_cards.chain(of_list.unwrap_or_default().iter().map(String::as_str)).collect();
                filter.sink.fault_help(
                    Code::UnknownWord,
                    span,
                    format!("no card has the {} `{word}`", entry.key),
                    suggest(word, known),
                );
            }
            is_absent |= !words.is_empty() && !words.iter().any(|(word, _)| is_there(word));
            chosen.retain(|row| words.iter().any(|(word, _)| holds(row, word)));
        }
        (chosen, is_absent)
    }
}
