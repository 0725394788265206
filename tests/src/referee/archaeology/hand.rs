//! Treasures as a multiset: a hand, the market, the sides of a trade.

use std::ops::ControlFlow;

use super::tables::Tables;

/// The number of cards of each treasure, in the order of the card table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Hand(pub(super) Vec<usize>);

impl Hand {
    pub(super) fn empty(tables: &Tables) -> Hand {
        Hand(vec![0; tables.treasures.len()])
    }

    pub(super) fn size(&self) -> usize {
        self.0.iter().sum()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|count| *count == 0)
    }

    /// True if it contains all these cards.
    pub(super) fn holds(&self, cards: &Hand) -> bool {
        self.0.iter().zip(&cards.0).all(|(have, need)| have >= need)
    }

    pub(super) fn add(&mut self, cards: &Hand) {
        for (have, more) in self.0.iter_mut().zip(&cards.0) {
            *have += more;
        }
    }

    /// Removes cards, as far as they are there.
    pub(super) fn take(&mut self, cards: &Hand) {
        for (have, less) in self.0.iter_mut().zip(&cards.0) {
            *have = have.saturating_sub(*less);
        }
    }

    /// The sum of the trade values.
    pub(super) fn trade_value(&self, tables: &Tables) -> i64 {
        let kinds = self.0.iter().zip(&tables.treasures);
        kinds.map(|(n, kind)| i64::try_from(*n).unwrap_or(i64::MAX) * kind.trade).sum()
    }

    /// The kinds it contains.
    pub(super) fn kinds(&self) -> impl Iterator<Item = usize> {
        let kinds = self.0.iter().enumerate();
        kinds.filter(|(_, n)| **n > 0).map(|(kind, _)| kind)
    }

    /// The canonical text: counts and ids, in the order of the card table.
    pub(super) fn text(&self, tables: &Tables) -> String {
        let kinds: Vec<String> = self.kinds().map(|kind| format!("{} {}", self.0[kind], tables.id(kind))).collect();
        kinds.join(", ")
    }

    /// Parses counts and ids in any order; the caller compares with `text`.
    pub(super) fn parse(text: &str, tables: &Tables) -> Option<Hand> {
        let mut hand = Hand::empty(tables);
        for part in text.split(", ") {
            let (count, id) = part.split_once(' ')?;
            let count: usize = count.parse().ok()?;
            let kind = hand.0.get_mut(tables.treasure(id)?)?;
            *kind = kind.checked_add(count)?;
        }
        Some(hand)
    }

    /// The number of distinct submultisets of each size.
    pub(super) fn choices(&self) -> Vec<u128> {
        let mut ways = vec![1u128];
        for &count in &self.0 {
            let mut more = vec![0; ways.len() + count];
            for (size, n) in ways.iter().enumerate() {
                for k in 0..=count {
                    more[size + k] += n;
                }
            }
            ways = more;
        }
        ways
    }

    /// Visits every submultiset, including the empty one, until a break.
    pub(super) fn each_part(&self, visit: &mut dyn FnMut(&Hand) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut part = Hand(vec![0; self.0.len()]);
        loop {
            visit(&part)?;
            // Counts in mixed radix, with a maximum for each digit.
            let Some(digit) = (0..part.0.len()).find(|&kind| part.0[kind] < self.0[kind]) else {
                return ControlFlow::Continue(());
            };
            part.0[digit] += 1;
            part.0[..digit].fill(0);
        }
    }
}
