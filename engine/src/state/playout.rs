//! How actions are chosen at random.

use super::action::ActionList;
use crate::chance::Generator;

/// How a playout chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Playout {
    /// First the verb, then one of its cases, each equally likely.
    ByVerb,
    /// Every legal action equally likely.
    ByAction,
    /// The cases of the first verb that has some, each equally likely; verbs as the rules list them.
    FirstVerb,
}

/// How a match is played at random: by which numbers, and for so many plies at most.
pub(crate) struct AtRandom<'a> {
    pub(crate) generator: &'a mut Generator,
    pub(crate) policy: Playout,
    pub(crate) most: u32,
}

impl AtRandom<'_> {
    /// The same for other plies.
    pub(crate) fn with_most(&mut self, most: u32) -> AtRandom<'_> {
        AtRandom { generator: self.generator, policy: self.policy, most }
    }
}

impl Playout {
    /// Picks one of a list of actions, in which those of a verb stand together. `None` if there is none.
    pub fn choose(self, list: &ActionList, generator: &mut Generator) -> Option<usize> {
        let mut range = 0..list.len();
        if self != Self::ByAction {
            let verb = |n: usize| list.record(n)[0];
            let starts: Vec<usize> =
                range.clone().filter(|&n| n == 0 || verb(n) != verb(n - 1)).chain([range.end]).collect();
            let kind = match self {
                Self::FirstVerb => 0,
                _ => generator.below(starts.len() as u32 - 1) as usize,
            };
            range = starts[kind]..*starts.get(kind + 1)?;
        }
        (!range.is_empty()).then(|| range.start + generator.below(range.len() as u32) as usize)
    }
}
