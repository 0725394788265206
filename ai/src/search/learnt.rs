//! Playouts that learn: what an action has brought on average in the simulations so far, wherever it was taken.
//!
//! This is the move-average sampling technique (Finnsson and Björnsson, "Simulation-Based Approach to General Game
//! Playing", 2008), greedy but for a share of random choices (Tak, Winands and Björnsson, "N-Grams and the
//! Last-Good-Reply Policy Applied in General Game Playing", 2012).

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::rules::Playout;

use super::tree::{Passed, action_key};

/// So many of a hundred choices are at random.
const RANDOM: u32 = 40;

/// What is known of an action.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    tries: f32,
    total: f32,
    /// The total by the tries.
    value: f32,
}

/// What the simulations of a search have learnt.
#[derive(Debug, Default)]
pub(super) struct Learnt {
    means: HashMap<u64, Mean, BuildHasherDefault<Passed>>,
    /// What was taken in this simulation.
    taken: Vec<(u64, Seat)>,
}

impl Learnt {
    pub(super) fn forget(&mut self) {
        self.means.clear();
        self.taken.clear();
    }

    /// Notes that a seat takes an action.
    pub(super) fn took(&mut self, action: u64, seat: Seat) {
        self.taken.push((action ^ u64::from(seat.number()), seat));
    }

    /// Ends a simulation that was worth so much for each seat.
    pub(super) fn end(&mut self, utilities: &[f64]) {
        for (key, seat) in self.taken.drain(..) {
            let mean = self.means.entry(key).or_default();
            mean.tries += 1.0;
            mean.total += utilities[seat.index()] as f32;
            mean.value = mean.total / mean.tries;
        }
    }

    /// Ends a simulation that came to nothing.
    pub(super) fn give_up(&mut self) {
        self.taken.clear();
    }

    /// The index of the action that a playout takes. What was never tried comes first.
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
