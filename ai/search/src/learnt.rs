//! Learning playout policy: the mean utility of an action over earlier simulations, independent of the position.
//!
//! This is the move-average sampling technique, MAST (Finnsson and Björnsson, "Simulation-Based Approach to General
//! Game Playing", 2008), epsilon-greedy (Tak, Winands and Björnsson, "N-Grams and the Last-Good-Reply Policy Applied in
//! General Game Playing", 2012).

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::rules::Playout;

use super::tree::{Passed, action_key};

/// The percentage of random choices (epsilon).
const RANDOM: u32 = 40;

/// The mean utility of an action.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    tries: f32,
    total: f32,
    /// The mean: the total divided by the tries.
    value: f32,
}

/// The action means of a search.
#[derive(Debug, Default)]
pub(super) struct Learnt {
    means: HashMap<u64, Mean, BuildHasherDefault<Passed>>,
    /// The actions of the current simulation.
    taken: Vec<(u64, Seat)>,
}

impl Learnt {
    pub(super) fn forget(&mut self) {
        self.means.clear();
        self.taken.clear();
    }

    /// Records an action of a seat.
    pub(super) fn took(&mut self, action: u64, seat: Seat) {
        self.taken.push((action ^ u64::from(seat.number()), seat));
    }

    /// Ends a simulation with the utilities of the seats.
    pub(super) fn end(&mut self, utilities: &[f64]) {
        for (key, seat) in self.taken.drain(..) {
            let mean = self.means.entry(key).or_default();
            mean.tries += 1.0;
            mean.total += utilities[seat.index()] as f32;
            mean.value = mean.total / mean.tries;
        }
    }

    /// Discards an aborted simulation.
    pub(super) fn give_up(&mut self) {
        self.taken.clear();
    }

    /// The index of the action that a playout takes. Untried actions come first.
    pub(super) fn choose(&mut self, game: &Game, seat: Seat, legal: &ActionList, generator: &mut Generator) -> usize {
        let key_of = |n: usize| action_key(game, legal.record(n));
        let (index, key) = if generator.below(100) < RANDOM {
            let index = Playout::ByVerb.choose(legal, generator).unwrap_or(0);
            (index, key_of(index))
        } else {
            let start = generator.below(u32::try_from(legal.len()).unwrap_or(u32::MAX)) as usize;
            let mut best = (f32::NEG_INFINITY, (0, 0));
            for n in (start..legal.len()).chain(0..start) {
                let key = key_of(n);
                let Some(mean) = self.means.get(&(key ^ u64::from(seat.number()))) else {
                    best.1 = (n, key);
                    break;
                };
                if mean.value > best.0 {
                    best = (mean.value, (n, key));
                }
            }
            best.1
        };
        self.took(key, seat);
        index
    }
}
