//! Legal actions that differ in a number alone, told in one: `raise to 4..100`.

use std::fmt;
use std::ops::Range;

use crate::action::ActionList;
use crate::game::Game;
use crate::grammar::Arg;
use crate::kind::Kind;

/// So many actions that differ in a number alone are told one by one.
const MOST_SINGLE: usize = 12;

/// Stands for the number in a text, which no name holds.
const HOLE: char = '\0';

impl ActionList {
    /// The places of the actions, in order: alone, or together where more than twelve differ in one number that goes up
    /// by the same step.
    pub fn runs(&self, game: &Game) -> Vec<Range<usize>> {
        let mut runs = Vec::new();
        let mut start = 0;
        while start < self.len() {
            let length = self.run_at(game, start).map_or(1, |(_, length)| length);
            let length = if length > MOST_SINGLE { length } else { 1 };
            runs.push(start..start + length);
            start += length;
        }
        runs
    }

    /// The argument in which the action at a place and the next ones differ, and how many these are with the first.
    fn run_at<'a>(&self, game: &'a Game, start: usize) -> Option<(&'a Arg, usize)> {
        let first = self.get(game, start);
        let verb = &game.pack().verbs[first.verb().index()];
        let arg = verb.args.iter().rev().find(|arg| arg.kind == Kind::Number && !arg.optional)?;
        let number = |n: usize| {
            let mut action = (n < self.len()).then(|| self.get(game, n))?;
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

/// The text of some legal actions that differ in a number alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunText {
    /// What stands before the number.
    pub before: String,
    /// All the numbers, `4..100` or `20..100 by 5`; empty if it is one action.
    pub numbers: String,
    /// What stands behind the number.
    pub behind: String,
}

impl fmt::Display for RunText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.before, self.numbers, self.behind)
    }
}

impl Game {
    /// The text of some legal actions that are told together, as [`ActionList::runs`] has them: that of the first, with
    /// all its numbers in place of one.
    pub fn run_text(&self, legal: &ActionList, run: &Range<usize>) -> RunText {
        let first = legal.get(self, run.start);
        let Some((arg, _)) = legal.run_at(self, run.start).filter(|_| run.len() > 1) else {
            return RunText { before: self.action_text(&first), numbers: String::new(), behind: String::new() };
        };
        let number = |n: usize| legal.get(self, n).number(arg);
        let (least, most, step) = (number(run.start), number(run.end - 1), number(run.start + 1) - number(run.start));
        let by = if step > 1 { format!(" by {step}") } else { String::new() };
        let text = self.text_with(&first, |other| {
            Some(if other == arg { HOLE.to_string() } else { self.argument_text(&first, other) })
        });
        let (before, behind) = text.split_once(HOLE).unwrap_or((&text, ""));
        RunText { before: before.to_owned(), numbers: format!("{least}..{most}{by}"), behind: behind.to_owned() }
    }
}
