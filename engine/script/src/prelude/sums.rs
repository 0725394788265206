//! The words that select cards by a column of the card table: sums, counts, parts of a hand.

use std::collections::HashMap;
use std::rc::Rc;

use super::writer::{Writer, number_list};
use crate::words::{Constants, File};
use parlour_game::Game;
use parlour_pack::spec::{Cell, ColumnKind};

/// A column of the card table by which cards can be counted and found.
struct ByColumn<'a> {
    name: &'a str,
    /// The number of words of its list; `None` if it holds numbers.
    words: Option<usize>,
    /// For each value, the card types that have it.
    groups: Vec<(i64, Vec<usize>)>,
}

impl ByColumn<'_> {
    fn fill(&self, constants: Constants) -> Constants {
        let is_run = |cards: &Vec<usize>| cards.windows(2).all(|pair| pair[0] + 1 == pair[1]);
        let in_runs = self.groups.iter().all(|(_, cards)| is_run(cards));
        let zeros: usize = self.groups.iter().filter(|(value, _)| *value == 0).map(|(_, cards)| cards.len()).sum();
        let constants =
            constants.with("column", self.name).with_some("word_count", self.words).with_flag("in_runs", in_runs);
        constants.with_flag("mostly_zero", self.words.is_none() && zeros > self.worth_something().len())
    }

    /// The card types whose value isn't 0.
    fn worth_something(&self) -> Vec<usize> {
        let mut cards: Vec<usize> =
            self.groups.iter().filter(|(value, _)| *value != 0).flat_map(|(_, cards)| cards).copied().collect();
        cards.sort_unstable();
        cards
    }

    /// A table with an entry for each value.
    fn by_value(&self, entry: impl Fn(&[usize]) -> String) -> String {
        let entries = self.groups.iter().map(|(value, cards)| format!("[{value}]={}", entry(cards)));
        format!("{{{}}}", entries.collect::<Vec<_>>().join(","))
    }
}

/// The columns of the card table that hold one number or one word.
fn columns(game: &Game) -> Vec<ByColumn<'_>> {
    let pack = game.pack();
    let Some(table) = pack.tables.first().filter(|_| !pack.cards.is_empty()) else {
        return Vec::new();
    };
    let mut out = Vec::new();
    for (n, column) in table.columns.iter().enumerate() {
        let list = match &column.kind {
            ColumnKind::Int(..) => None,
            ColumnKind::Word(list) => pack.lists.iter().find(|known| known.name == *list),
            ColumnKind::Ints(..) | ColumnKind::Bool | ColumnKind::Text | ColumnKind::Unread => continue,
        };
        let mut groups: Vec<(i64, Vec<usize>)> = Vec::new();
        let mut places: HashMap<i64, usize> = HashMap::new();
        for (row, card) in table.rows.iter().zip(1..) {
            let value = match (&row.cells[n], list) {
                (Cell::Int(number), _) => *number,
                (Cell::Text(word), Some(list)) => {
                    list.words.iter().position(|known| known == word).map_or(0, |at| at as i64 + 1)
                }
                _ => 0,
            };
            let place = *places.entry(value).or_insert_with(|| {
                groups.push((value, Vec::new()));
                groups.len() - 1
            });
            groups[place].1.push(card);
        }
        out.push(ByColumn { name: &column.name, words: list.map(|list| list.words.len()), groups });
    }
    out
}

impl Writer<'_> {
    /// The words of bags over many cards at once, and the same words for bunches and the card table itself.
    pub(super) fn cards_at_once(&mut self) {
        let game = self.game;
        if self.types() == 0 {
            return;
        }
        self.write_with(File::CardsAtOnce, self.constants(), |writer| {
            for column in columns(game) {
                let list = |cards: &[usize]| number_list(cards.iter().map(|&card| card as i64));
                let end = |card: Option<&usize>| card.map_or(String::new(), usize::to_string);
                let constants = column
                    .fill(writer.constants())
                    .with("some", list(&column.worth_something()))
                    .with("groups", column.by_value(|cards| format!("table.freeze({})", list(cards))))
                    .with("firsts", column.by_value(|cards| end(cards.first())))
                    .with("lasts", column.by_value(|cards| end(cards.last())));
                writer.write(File::ByColumn, constants);
            }
        });
    }

    /// The words of a bag by each column.
    pub(super) fn bag_by_column(&mut self, bag: &Rc<Constants>) {
        for column in columns(self.game) {
            self.write(File::BagByColumn, column.fill(Constants::around(&[bag])));
        }
    }
}
