//! Legal actions that differ in a number alone, told in one: `raise to 4..100`.

use crate::words::Words;
use crate::words::action::text_with;
use std::fmt;
use std::ops::Range;

use crate::action::ActionList;
use crate::game::Game;

/// Stands for the number in a text, which no name holds.
const HOLE: char = '\0';

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

/// The text of some legal actions that are told together, as [`Game::runs`] has them: that of the first, with
/// all its numbers in place of one.
pub(crate) fn run_text(game: &Game, legal: &ActionList, run: &Range<usize>) -> RunText {
    let first = legal.get(game, run.start);
    let Some((arg, _)) = game.run_at(legal, run.start).filter(|_| run.len() > 1) else {
        return RunText { before: game.action_text(&first), numbers: String::new(), behind: String::new() };
    };
    let number = |n: usize| legal.get(game, n).number(arg);
    let (least, most, step) = (number(run.start), number(run.end - 1), number(run.start + 1) - number(run.start));
    let by = if step > 1 { format!(" by {step}") } else { String::new() };
    let text = text_with(game, &first, |other| {
        Some(if other == arg { HOLE.to_string() } else { game.argument_text(&first, other) })
    });
    let (before, behind) = text.split_once(HOLE).unwrap_or((&text, ""));
    RunText { before: before.to_owned(), numbers: format!("{least}..{most}{by}"), behind: behind.to_owned() }
}
