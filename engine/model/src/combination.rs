//! Combinations of cards, from `[combinations]`: equal cards, runs, and several groups of equal cards at once.

use crate::spec::Span;

/// A combination of cards, such as a pair or a straight.
///
/// The card types that it regards as equal form a *group*: those with the same words in its columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combination {
    /// Its name, as in `{cards:pair of hand}`.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Its composition, as `2 cards of the same rank`.
    pub meaning: String,
    /// The columns, by index, in which its cards are the same.
    pub same: Vec<usize>,
    /// The column, by index, in which they follow each other.
    pub run: Option<usize>,
    /// The shape.
    pub shape: CombinationShape,
    /// The least and the greatest number of cards.
    pub cards: (usize, usize),
    /// The card types of each group, by index.
    pub groups: Vec<Vec<usize>>,
    /// The value of each group in the first column, by which combinations without a run are compared.
    pub values: Vec<i64>,
    /// True if of the cards of a group the first ones stand for all in a list of legal actions.
    pub is_listed_once: bool,
    /// The place of its declaration.
    pub span: Span,
}

/// The shape of a combination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CombinationShape {
    /// Cards of one group.
    Same,
    /// As many cards of each of several successive groups.
    Run {
        /// The number of cards of each group.
        each: usize,
        /// Groups that follow each other without a gap.
        chains: Vec<Chain>,
    },
    /// Groups of these sizes, the largest first, each of other cards.
    Groups(Vec<usize>),
}

/// Groups in ascending order without a gap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The value of the first group.
    pub start: i64,
    /// The groups, by index. One that stands at either end, as that of an ace, is in twice.
    pub groups: Vec<usize>,
}

impl Chain {
    /// The value behind the last group.
    pub fn end(&self) -> i64 {
        self.start + self.groups.len() as i64
    }

    /// The number of different groups.
    pub fn distinct(&self) -> usize {
        self.groups.len() - usize::from(self.groups.len() > 1 && self.groups.first() == self.groups.last())
    }
}

impl Combination {
    /// True if it is a run in which a value stands at either end.
    fn has_ace(&self) -> bool {
        let CombinationShape::Run { chains, .. } = &self.shape else { return false };
        chains.iter().any(|chain| chain.distinct() < chain.groups.len())
    }

    /// True if all cards that are another combination are this one as well.
    pub fn covers(&self, other: &Self) -> bool {
        let is_longer = self.cards.0 <= other.cards.0 && other.cards.1 <= self.cards.1;
        let is_wider = self.same.iter().all(|column| other.same.contains(column));
        let is_alike = match (&self.shape, &other.shape) {
            (CombinationShape::Same, CombinationShape::Same | CombinationShape::Run { .. }) => true,
            (CombinationShape::Same, CombinationShape::Groups(_)) => self.same.is_empty(),
            (CombinationShape::Run { each, .. }, CombinationShape::Run { each: other_each, .. }) => {
                self.run == other.run && each == other_each && (self.has_ace() || !other.has_ace())
            }
            (CombinationShape::Groups(own), CombinationShape::Groups(others)) => {
                own == others && self.same.len() == other.same.len()
            }
            _ => false,
        };
        is_longer && is_wider && is_alike
    }

    /// True if cards may be both combinations.
    pub fn overlaps(&self, other: &Self) -> bool {
        let meets = self.cards.0 <= other.cards.1 && other.cards.0 <= self.cards.1;
        let number = |combination: &Self| match &combination.shape {
            CombinationShape::Same => (1, 1),
            CombinationShape::Run { each, .. } => (combination.cards.0 / each, combination.cards.1 / each),
            CombinationShape::Groups(sizes) => (sizes.len(), sizes.len()),
        };
        let (own, others) = (number(self), number(other));
        meets && (self.groups != other.groups || own.0 <= others.1 && others.0 <= own.1)
    }

    /// True if cards, counted by type, are this combination.
    pub fn fits(&self, counts: &[u8]) -> bool {
        let size: usize = counts.iter().map(|&n| usize::from(n)).sum();
        let count = |group: &Vec<usize>| -> usize { group.iter().map(|&card| usize::from(counts[card])).sum() };
        let groups: Vec<usize> = self.groups.iter().map(count).collect();
        if !(self.cards.0..=self.cards.1).contains(&size) || groups.iter().sum::<usize>() != size {
            return false;
        }
        match &self.shape {
            CombinationShape::Same => groups.contains(&size),
            CombinationShape::Run { each, chains } => {
                let length = size / each;
                let is_run = |window: &[usize]| window.iter().all(|&group| groups[group] == *each);
                size.is_multiple_of(*each) && chains.iter().any(|chain| chain.groups.windows(length).any(is_run))
            }
            CombinationShape::Groups(sizes) => {
                let mut held: Vec<usize> = groups.into_iter().filter(|&n| n > 0).collect();
                held.sort_unstable_by(|a, b| b.cmp(a));
                held == *sizes
            }
        }
    }
}
