//! Playout policies: random and guided choices of actions.

use super::action::ActionList;
use crate::chance::Generator;

/// The policy of a random playout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Playout {
    /// First the verb, then one of its cases, each equally likely.
    ByVerb,
    /// Every legal action equally likely.
    ByAction,
    /// The cases of the first verb that has some, each equally likely; verbs as the rules list them.
    FirstVerb,
}

/// An action that a playout took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The seat, counted from 0.
    pub seat: u8,
    /// The identity of the action, as in `Branch::id`.
    pub id: u64,
}

impl Taken {
    /// The slot of the action in a table of the actions of all seats; different actions may share one.
    #[inline]
    pub fn slot(self) -> usize {
        let mixed = (self.id ^ u64::from(self.seat) << 56).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> (64 - SLOT_BITS)) as usize
    }
}

const SLOT_BITS: u32 = 14;
/// The number of slots.
const SLOTS: usize = 1 << SLOT_BITS;

/// The mean utility of each action over the simulations of a search, in any state: the move-average sampling technique,
/// MAST (Finnsson and Björnsson, "Simulation-Based Approach to General Game Playing", 2008). Playouts are
/// epsilon-greedy: they take the best action except for a share of random ones (Tak, Winands and Björnsson, "N-Grams
/// and the Last-Good-Reply Policy Applied in General Game Playing", 2012).
#[derive(Clone, Debug, Default)]
pub struct ActionMeans {
    /// The means by slot; infinite for untried actions, which are tried first.
    means: Vec<f32>,
    tries: Vec<u32>,
}

/// Percentage of random choices in a guided playout (epsilon).
const RANDOM: u32 = 40;

impl ActionMeans {
    /// Forgets all actions.
    pub fn clear(&mut self) {
        self.means.clear();
        self.means.resize(SLOTS, f32::INFINITY);
        self.tries.clear();
        self.tries.resize(SLOTS, 0);
    }

    /// Adds the utility of a simulation that included an action, for its seat.
    #[inline]
    pub fn add(&mut self, taken: Taken, utility: f64) {
        let slot = taken.slot();
        let (mean, tries) = (&mut self.means[slot], &mut self.tries[slot]);
        if *tries == 0 {
            *mean = 0.0;
        }
        *tries += 1;
        *mean += (utility as f32 - *mean) / *tries as f32;
    }

    /// The mean utility of the actions of a slot; `None` if none was taken.
    #[inline]
    pub fn mean(&self, slot: usize) -> Option<f32> {
        self.means.get(slot).copied().filter(|mean| mean.is_finite())
    }

    /// The index of the best of `count` actions; `None` for a random choice.
    #[inline]
    pub fn choose(
        &self,
        generator: &mut Generator,
        count: usize,
        mut action: impl FnMut(usize) -> Taken,
    ) -> Option<usize> {
        if count < 2 || generator.below(100) < RANDOM {
            return None;
        }
        let start = generator.below(count as u32) as usize;
        let mut best = (f32::NEG_INFINITY, start);
        for n in (start..count).chain(0..start) {
            let mean = self.means[action(n).slot()];
            if mean > best.0 {
                best = (mean, n);
            }
        }
        Some(best.1)
    }
}

/// The parameters of a playout: random numbers, policy, limit of plies, a list of the actions if it is recorded, and
/// the means that guide it, if there are any.
pub struct AtRandom<'a> {
    /// The random numbers.
    pub generator: &'a mut Generator,
    /// The policy.
    pub policy: Playout,
    /// The limit of plies.
    pub most: u32,
    /// The actions taken, if they are recorded.
    pub taken: Option<&'a mut Vec<Taken>>,
    /// The means of actions that guide the policy.
    pub means: Option<&'a ActionMeans>,
}

impl AtRandom<'_> {
    /// The same with another limit of plies.
    pub fn with_most(&mut self, most: u32) -> AtRandom<'_> {
        let taken = self.taken.as_deref_mut();
        AtRandom { generator: self.generator, policy: self.policy, most, taken, means: self.means }
    }

    /// True if the identities of actions matter.
    pub fn asks_identity(&self) -> bool {
        self.taken.is_some() || self.means.is_some()
    }

    /// Chooses one of the legal actions of a seat, counted from 0, and records it if actions are recorded. The actions
    /// of each of `verbs` verbs are consecutive: `start(n)` is the index of the first one of the n-th verb, and
    /// `start(verbs)` the number of all. Nothing is drawn where there is no choice.
    #[inline]
    pub fn choose(
        &mut self,
        seat: u8,
        verbs: usize,
        start: impl Fn(usize) -> usize,
        id: impl Fn(usize) -> u64,
    ) -> usize {
        let action = |n: usize| Taken { seat, id: id(n) };
        let guided = self.means.and_then(|means| means.choose(self.generator, start(verbs), action));
        let mut draw = |n: usize| if n > 1 { self.generator.below(n as u32) as usize } else { 0 };
        let n = guided.unwrap_or_else(|| self.policy.pick(verbs, start, &mut draw));
        if let Some(taken) = &mut self.taken {
            taken.push(action(n));
        }
        n
    }
}

impl Playout {
    /// Chooses one of a list of actions, in which those of a verb are consecutive. `None` if the list is empty.
    pub fn choose(self, list: &ActionList, generator: &mut Generator) -> Option<usize> {
        let starts = list.starts();
        let mut draw = |n: usize| generator.below(n as u32) as usize;
        (!list.is_empty()).then(|| self.pick(starts.len() - 1, |n| starts[n], &mut draw))
    }

    /// The index of an action, by draws of numbers below others; the actions are as [`AtRandom::choose`] takes them.
    #[inline]
    fn pick(self, verbs: usize, start: impl Fn(usize) -> usize, draw: &mut impl FnMut(usize) -> usize) -> usize {
        let (first, last) = match self {
            Self::ByAction => (0, start(verbs)),
            Self::FirstVerb => (0, start(1)),
            Self::ByVerb => {
                let verb = draw(verbs);
                (start(verb), start(verb + 1))
            }
        };
        first + draw(last - first)
    }
}
