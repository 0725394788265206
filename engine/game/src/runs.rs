//! Runs: legal actions that differ only in a number.

use std::ops::Range;

use super::Game;
use parlour_model::action::ActionList;
use parlour_model::grammar::Arg;
use parlour_model::kind::Kind;

/// Number of actions differing only in a number up to which they are listed one by one.
const MAX_SINGLE: usize = 12;

impl Game {
    /// The index ranges of legal actions, in order: single, or grouped if more than twelve differ in one number with a
    /// constant step.
    pub fn runs(&self, legal: &ActionList) -> Vec<Range<usize>> {
        let mut runs = Vec::new();
        let mut start = 0;
        while start < legal.len() {
            let length = self.run_at(legal, start).map_or(1, |(_, length)| length);
            let length = if length > MAX_SINGLE { length } else { 1 };
            runs.push(start..start + length);
            start += length;
        }
        runs
    }

    /// The argument that differs between the action at an index and the next ones, and the number of these including
    /// the first.
    pub(crate) fn run_at(&self, legal: &ActionList, start: usize) -> Option<(&Arg, usize)> {
        let first = legal.get(self, start);
        let verb = &self.pack().verbs[first.verb().index()];
        let arg = verb.args.iter().rev().find(|arg| arg.kind == Kind::Number && !arg.optional)?;
        let number = |n: usize| {
            let mut action = (n < legal.len()).then(|| legal.get(self, n))?;
            let number = (action.verb() == first.verb()).then(|| action.number(arg))?;
            action.set_number(arg, first.number(arg));
            (action == first).then_some(number)
        };
        let step = number(start + 1)?.checked_sub(first.number(arg)).filter(|&step| step > 0)?;
        let mut last = number(start + 1)?;
        let mut length = 2;
        while number(start + length).and_then(|n| n.checked_sub(step)) == Some(last) {
            last += step;
            length += 1;
        }
        Some((arg, length))
    }
}
