//! Random matchings: deals of cards to places, each of which admits only some kinds of card.
//!
//! A deal fills the places with the fewest admissible kinds first, each with any remaining admissible card; a place
//! without one gets one by moving others along an augmenting path (Kuhn 1955), so that no draw fails if a matching
//! exists.
//!
//! If any two sets of admissible kinds are nested or disjoint, every deal is equally likely. Otherwise that is only
//! approximate: a Markov chain of exchanges of two cards and rotations of three follows, with symmetric proposals, so
//! that it converges to the uniform distribution. It takes [`STEPS`] proposals for each place that doesn't admit
//! everything.

use std::collections::VecDeque;

use parlour_model::chance::Generator;

/// Proposals of the chain for each place that doesn't admit every card.
const STEPS: usize = 24;

/// Limit of the proposals of a chain.
const MAX_STEPS: usize = 20_000;

/// A set of kinds of card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Set {
    words: Vec<u64>,
    len: usize,
}

impl Set {
    pub(super) fn of(kinds: usize, fits: impl Fn(usize) -> bool) -> Self {
        let mut words = vec![0; kinds.div_ceil(64)];
        let mut len = 0;
        for kind in (0..kinds).filter(|&kind| fits(kind)) {
            words[kind / 64] |= 1 << (kind % 64);
            len += 1;
        }
        Self { words, len }
    }

    pub(super) fn has(&self, kind: usize) -> bool {
        self.words[kind / 64] >> (kind % 64) & 1 != 0
    }

    /// True if the sets are nested or disjoint, restricted to some kinds.
    fn is_apart_or_inside(&self, other: &Self, among: &Self) -> bool {
        let words = || self.words.iter().zip(&other.words).zip(&among.words);
        words().all(|((a, b), c)| a & b & c == 0)
            || words().all(|((a, b), c)| a & !b & c == 0)
            || words().all(|((a, b), c)| b & !a & c == 0)
    }
}

/// Distinct sets, by number.
#[derive(Clone, Debug, Default)]
pub(super) struct Sets(Vec<Set>);

impl Sets {
    /// The number of a set.
    pub(super) fn number(&mut self, set: Set) -> usize {
        self.0.iter().position(|other| *other == set).unwrap_or_else(|| {
            self.0.push(set);
            self.0.len() - 1
        })
    }

    pub(super) fn get(&self, number: usize) -> &Set {
        &self.0[number]
    }
}

/// Cards, and the places that they are dealt to.
#[derive(Clone, Debug)]
pub(super) struct Deal {
    /// The number of cards of each kind.
    pool: Vec<u32>,
    sets: Sets,
    /// The places, those with the fewest admissible kinds first, with the number of their set.
    order: Vec<(usize, usize)>,
    /// The number of places that don't admit every card; they come first.
    narrow: usize,
    /// True if sequential filling is uniform.
    is_even: bool,
}

impl Deal {
    /// Prepares deals of a pool of kinds of card to places, each of which admits the kinds of a set.
    pub(super) fn new(pool: Vec<u32>, sets: Sets, places: impl IntoIterator<Item = usize>) -> Self {
        let mut order: Vec<(usize, usize)> = places.into_iter().enumerate().collect();
        order.sort_by_key(|&(_, set)| sets.get(set).len);
        let among = Set::of(pool.len(), |kind| pool[kind] > 0);
        let holds_all = |set: &Set| among.words.iter().zip(&set.words).all(|(a, b)| a & !b == 0);
        let narrow = order.iter().filter(|&&(_, set)| !holds_all(sets.get(set))).count();
        let all = &sets.0;
        let is_even = all
            .iter()
            .enumerate()
            .all(|(n, set)| all[n + 1..].iter().all(|other| set.is_apart_or_inside(other, &among)));
        Self { pool, sets, order, narrow, is_even }
    }

    /// True if every deal is equally likely.
    pub(super) fn is_even(&self) -> bool {
        self.is_even
    }

    /// Draws a kind of card for each place.
    ///
    /// # Errors
    /// A place without an admissible card.
    pub(super) fn draw(&self, generator: &mut Generator) -> Result<Vec<usize>, usize> {
        let mut cards = self.fill(generator)?;
        if !self.is_even {
            self.walk(&mut cards, generator);
        }
        let mut out = vec![0; cards.len()];
        for (&(place, _), card) in self.order.iter().zip(cards) {
            out[place] = card;
        }
        Ok(out)
    }

    fn set(&self, n: usize) -> &Set {
        self.sets.get(self.order[n].1)
    }

    /// Fills each place in order with a kind of card; the error is a place without an admissible one.
    fn fill(&self, generator: &mut Generator) -> Result<Vec<usize>, usize> {
        let mut pool = self.pool.clone();
        let mut cards: Vec<Option<usize>> = vec![None; self.order.len()];
        for n in 0..self.order.len() {
            let set = self.set(n);
            let fits = |kind: usize| set.has(kind);
            let total: u32 = pool.iter().enumerate().filter(|(kind, _)| fits(*kind)).map(|(_, left)| *left).sum();
            if total == 0 {
                if !self.make_room(n, &mut cards, &mut pool) {
                    return Err(self.order[n].0);
                }
                continue;
            }
            let mut k = generator.below(total);
            for (kind, left) in pool.iter_mut().enumerate().filter(|(kind, _)| fits(*kind)) {
                if k < *left {
                    *left -= 1;
                    cards[n] = Some(kind);
                    break;
                }
                k -= *left;
            }
        }
        Ok(cards.into_iter().flatten().collect())
    }

    /// Gives a card to a place by moving others along the shortest augmenting path; false if there is none, and then no
    /// matching covers all these places.
    fn make_room(&self, first: usize, cards: &mut [Option<usize>], pool: &mut [u32]) -> bool {
        let mut from: Vec<Option<usize>> = vec![None; pool.len()];
        let mut queue = VecDeque::from([first]);
        while let Some(place) = queue.pop_front() {
            for card in 0..pool.len() {
                if from[card].is_some() || !self.set(place).has(card) {
                    continue;
                }
                from[card] = Some(place);
                if pool[card] > 0 {
                    pool[card] -= 1;
                    let mut next = Some(card);
                    while let Some((card, place)) = next.and_then(|card| Some((card, from[card]?))) {
                        next = cards[place].replace(card);
                    }
                    return true;
                }
                queue.extend((0..cards.len()).filter(|&other| cards[other] == Some(card)));
            }
        }
        false
    }

    /// Runs the Markov chain: exchanges and rotates cards at random where that is admissible.
    fn walk(&self, cards: &mut [usize], generator: &mut Generator) {
        let all = cards.len() as u32;
        for _ in 0..(self.narrow * STEPS).min(MAX_STEPS) {
            // Proposals that only involve unrestricted places have no effect.
            let a = generator.below(self.narrow as u32) as usize;
            let b = generator.below(all) as usize;
            let fits = |place: usize, card: usize| self.set(place).has(card);
            if generator.below(3) > 0 {
                if fits(a, cards[b]) && fits(b, cards[a]) {
                    cards.swap(a, b);
                }
                continue;
            }
            let c = generator.below(all) as usize;
            let differ = a != b && b != c && a != c;
            if differ && fits(a, cards[b]) && fits(b, cards[c]) && fits(c, cards[a]) {
                (cards[a], cards[b], cards[c]) = (cards[b], cards[c], cards[a]);
            }
        }
    }
}
