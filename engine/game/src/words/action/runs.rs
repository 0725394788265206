//! Runs: legal actions that differ only in a number, as one text: `raise to 4..100`.

use crate::words::Words;
use crate::words::action::{counted_cards, text_with};
use std::fmt;
use std::ops::Range;

use crate::Game;
use parlour_model::action::ActionList;
use parlour_model::grammar::Arg;
use parlour_model::kind::Value;

/// The placeholder of the number in a text, which no name contains.
const HOLE: char = '\0';

/// The text of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunText {
    /// The text before the number.
    pub before: String,
    /// All the numbers, `4..100` or `20..100 by 5`; empty for a single action.
    pub numbers: String,
    /// The text behind the number.
    pub behind: String,
}

impl fmt::Display for RunText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.before, self.numbers, self.behind)
    }
}

/// The text of a run, as [`Game::runs`] groups actions: that of the first, with all numbers in place of one.
pub(crate) fn run_text(game: &Game, legal: &ActionList, run: &Range<usize>) -> RunText {
    let first = legal.get(game, run.start);
    run_with(game, legal, run, game.action_text(&first), |arg| game.argument_text(&first, arg))
}

/// The same for people, with titles.
pub(crate) fn run_told(game: &Game, legal: &ActionList, run: &Range<usize>) -> RunText {
    let first = legal.get(game, run.start);
    let verb = &game.pack().verbs[first.verb().index()];
    let counts = if verb.first_word().is_some() { counted_cards(verb) } else { Vec::new() };
    run_with(game, legal, run, game.action_phrase(&first), |arg| {
        let value = first.value(arg, game.pack().card_types());
        match counts.iter().any(|(_, card)| *card == arg) {
            true => several(game, value),
            false if verb.first_word().is_some() => game.value_title(arg.kind, value),
            false => game.argument_text(&first, arg),
        }
    })
}

/// The plural title of a card.
fn several(game: &Game, card: Value<'_>) -> String {
    let row = match card {
        Value::Number(card) => usize::try_from(card).ok().and_then(|n| game.pack().card_rows().get(n.checked_sub(1)?)),
        _ => None,
    };
    row.map_or_else(String::new, |row| row.plural.clone())
}

fn run_with(
    game: &Game,
    legal: &ActionList,
    run: &Range<usize>,
    alone: String,
    text: impl Fn(&Arg) -> String,
) -> RunText {
    let first = legal.get(game, run.start);
    let Some((arg, _)) = game.run_at(legal, run.start).filter(|_| run.len() > 1) else {
        return RunText { before: alone, numbers: String::new(), behind: String::new() };
    };
    let number = |n: usize| legal.get(game, n).number(arg);
    let (least, most, step) = (number(run.start), number(run.end - 1), number(run.start + 1) - number(run.start));
    let by = if step > 1 { format!(" by {step}") } else { String::new() };
    let whole = text_with(game, &first, |other| Some(if other == arg { HOLE.to_string() } else { text(other) }));
    let (before, behind) = whole.split_once(HOLE).unwrap_or((&whole, ""));
    RunText { before: before.to_owned(), numbers: format!("{least}..{most}{by}"), behind: behind.to_owned() }
}
