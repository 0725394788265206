//! Deals of hidden cards that respect the viewer's knowledge.
//!
//! The tokens of a type with overlapping groups are merged: a card of the type is in one of all their groups. Deals of
//! these are uniform, and one that the tokens exclude is redrawn. If few are admissible, the tokens themselves are
//! dealt, followed by a Markov chain of exchanges that the tokens admit.

use std::collections::BTreeMap;

use super::deal::{Deal, Set, Sets};
use parlour_game::knowledge::{Group, Groups, Knowledge, fits, set};
use parlour_model::chance::Generator;

/// Limit of deals drawn until the tokens admit one.
const TRIES: usize = 24;

/// Proposals of the chain for each place.
const STEPS: usize = 8;

/// Limit of the proposals of the chain.
const MAX_STEPS: usize = 4000;

/// The tokens of the hidden cards.
#[derive(Clone, Debug)]
pub(super) struct Tokens {
    /// The group of each place.
    groups: Vec<Group>,
    /// The possible types of each place, by the number of the set.
    types: Vec<usize>,
    sets: Sets,
    /// The tokens of each type.
    tokens: Vec<Vec<(Groups, u32)>>,
    /// The types with tokens whose groups overlap.
    bound: Vec<usize>,
    /// Deals with merged tokens.
    loose: (Deal, Vec<usize>),
    /// Deals of the tokens themselves.
    exact: (Deal, Vec<usize>),
}

impl Tokens {
    /// Combines the tokens of a viewer's knowledge of the hidden cards with the places, each with its group and its
    /// possible types.
    pub(super) fn new(known: &Knowledge, types: usize, groups: Vec<Group>, sets: Sets, of_place: Vec<usize>) -> Self {
        let mut tokens: Vec<Vec<(Groups, u32)>> = vec![Vec::new(); types];
        for (groups, card, n) in known.tokens() {
            tokens[card].push((groups.clone(), n));
        }
        tokens.iter_mut().for_each(|tokens| tokens.sort());
        let together: Vec<Vec<(Groups, u32)>> = tokens.iter().map(|tokens| join(tokens)).collect();
        let bound = (0..types).filter(|&card| together[card].len() < tokens[card].len()).collect();
        let loose = deal(&together, &groups, &sets, &of_place);
        let exact = deal(&tokens, &groups, &sets, &of_place);
        Self { groups, types: of_place, sets, tokens, bound, loose, exact }
    }

    /// True if every deal is equally likely.
    pub(super) fn is_even(&self) -> bool {
        self.loose.0.is_even()
    }

    /// Draws a card type for each place.
    ///
    /// # Errors
    /// A place without a possible card.
    pub(super) fn draw(&self, generator: &mut Generator) -> Result<Vec<usize>, usize> {
        let of = |(deal, types): &(Deal, Vec<usize>), generator: &mut Generator| -> Result<Vec<usize>, usize> {
            Ok(deal.draw(generator)?.into_iter().map(|kind| types[kind]).collect())
        };
        for _ in 0..TRIES {
            let cards = of(&self.loose, generator)?;
            if self.bound.iter().all(|&card| self.allow(card, &self.lying(card, &cards))) {
                return Ok(cards);
            }
        }
        let mut cards = of(&self.exact, generator)?;
        self.walk(&mut cards, generator);
        Ok(cards)
    }

    /// The number of cards of a type in each group.
    fn lying(&self, card: usize, cards: &[usize]) -> BTreeMap<Group, u32> {
        let mut lying = BTreeMap::new();
        for (group, _) in self.groups.iter().zip(cards).filter(|(_, other)| **other == card) {
            *lying.entry(*group).or_default() += 1;
        }
        lying
    }

    fn allow(&self, card: usize, lying: &BTreeMap<Group, u32>) -> bool {
        fits(&self.tokens[card], lying)
    }

    /// Runs the Markov chain: exchanges cards at random where the tokens admit it.
    fn walk(&self, cards: &mut [usize], generator: &mut Generator) {
        let all = cards.len() as u32;
        for _ in 0..(cards.len() * STEPS).min(MAX_STEPS) {
            let (a, b) = (generator.below(all) as usize, generator.below(all) as usize);
            let fits = |place: usize, card: usize| self.sets.get(self.types[place]).has(card);
            if cards[a] == cards[b] || !fits(a, cards[b]) || !fits(b, cards[a]) {
                continue;
            }
            cards.swap(a, b);
            if self.groups[a] != self.groups[b]
                && [cards[a], cards[b]].into_iter().any(|card| !self.allow(card, &self.lying(card, cards)))
            {
                cards.swap(a, b);
            }
        }
    }
}

/// Merges tokens with overlapping groups.
fn join(tokens: &[(Groups, u32)]) -> Vec<(Groups, u32)> {
    let mut out: Vec<(Groups, u32)> = Vec::new();
    for (groups, n) in tokens {
        let (mut groups, mut n) = (groups.clone(), *n);
        out.retain(|(others, m)| {
            let is_apart = others.iter().all(|other| groups.binary_search(other).is_err());
            if !is_apart {
                groups = set(groups.iter().chain(others).copied());
                n += m;
            }
            is_apart
        });
        out.push((groups, n));
    }
    out.sort();
    out
}

/// A deal of tokens to places, with the type of each token; a type without tokens has one with no cards.
fn deal(tokens: &[Vec<(Groups, u32)>], groups: &[Group], sets: &Sets, types: &[usize]) -> (Deal, Vec<usize>) {
    let anywhere = (Groups::new(), 0);
    let mut kinds: Vec<(usize, &(Groups, u32))> = Vec::new();
    for (card, tokens) in tokens.iter().enumerate() {
        kinds.extend(tokens.iter().map(|token| (card, token)));
        if tokens.is_empty() {
            kinds.push((card, &anywhere));
        }
    }
    let mut own = Sets::default();
    let mut known: BTreeMap<(Group, usize), usize> = BTreeMap::new();
    let mut of_place = Vec::with_capacity(groups.len());
    for (&group, &types) in groups.iter().zip(types) {
        let number = *known.entry((group, types)).or_insert_with(|| {
            let can_be = |kind: usize| {
                let (card, (groups, n)) = kinds[kind];
                sets.get(types).has(card) && (*n == 0 || groups.binary_search(&group).is_ok())
            };
            own.number(Set::of(kinds.len(), can_be))
        });
        of_place.push(number);
    }
    let pool = kinds.iter().map(|(_, (_, n))| *n).collect();
    (Deal::new(pool, own, of_place), kinds.iter().map(|(card, _)| *card).collect())
}
