//! Actions from text and as text.

pub(crate) mod by_piece;
pub(crate) mod due;
pub(crate) mod parse;
pub(super) mod protocol;
mod reader;
pub(super) mod runs;
mod wordless;
pub(super) mod written;

pub(crate) use crate::words::Words;
pub use runs::RunText;

use crate::action::{Action, ActionList};
use crate::diagnostic::debug_as_display;
use crate::game::Game;
use crate::game::step::Step;
use crate::grammar::{Arg, Piece, VerbSpec};
use crate::ids::Seat;
use crate::kind::{Kind, Value};
use crate::state::State;
use crate::words::value;

/// Why a text is not an action of the game.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseError {
    /// Nothing was written.
    #[error("no action was given")]
    Empty,
    /// More was written than any action has.
    #[error("an action has at most {most} bytes, but this has {length}", most = Self::LONGEST)]
    TooLong {
        /// How many bytes were written.
        length: usize,
    },
    /// No action begins like this.
    #[error("there is no action `{word}`; {help}")]
    UnknownAction {
        /// What was written.
        word: String,
        /// What is there instead.
        help: String,
    },
    /// The action is known, but not in this form.
    #[error("{message}{} form is `{usage}`", if message.ends_with('?') { " The" } else { "; the" })]
    Malformed {
        /// What is wrong.
        message: String,
        /// The form of the action.
        usage: String,
    },
    /// It is only the beginning of an action.
    #[error("`{text}` can go on as {}", candidates.join(" or "))]
    Unfinished {
        /// What was written.
        text: String,
        /// What it is the beginning of.
        candidates: Vec<String>,
    },
    /// The squares are there, but nothing legal can be done with them.
    #[error("nothing legal can be done with {}", squares.join(" and "))]
    NothingWith {
        /// The squares.
        squares: Vec<String>,
    },
    /// A piece and a square are there, but no such piece can go to it.
    #[error(
        "no {piece} {} {square}{}{}",
        if reasons.is_empty() { "of yours reaches" } else { "can go to" },
        if reasons.is_empty() { String::new() } else { format!(": {}", reasons.join("; ")) },
        if candidates.is_empty() { String::new() } else { format!("; possible: {}", candidates.join(", ")) }
    )]
    NoPiece {
        /// The title of the piece.
        piece: String,
        /// Where it should go.
        square: String,
        /// What keeps those from it that could go there else.
        reasons: Vec<String>,
        /// What such pieces can do.
        candidates: Vec<String>,
    },
    /// A piece becomes another there, and it is not said which.
    #[error("which piece does it become? `{text}` can mean {}", candidates.join(" or "))]
    WhichPiece {
        /// What was written.
        text: String,
        /// What fits.
        candidates: Vec<String>,
    },
    /// It is the name of actions that are written without it.
    #[error("`{name}` is written {}", usages.join(" or "))]
    WrittenOtherwise {
        /// What was written.
        name: String,
        /// How such actions look.
        usages: Vec<String>,
    },
    /// There are several actions in a line.
    #[error("give one action at a time: `{first}` first")]
    Several {
        /// The first of them.
        first: String,
        /// What is written behind it, with its first word.
        rest: String,
    },
    /// The action is known, but nothing of its kind can be done now.
    #[error("`{word}` is not possible now: {due}; possible: {possible}")]
    NotNow {
        /// The first word of the action.
        word: String,
        /// What is to be done now.
        due: String,
        /// The forms of the actions that are possible.
        possible: String,
    },
    /// Several actions fit.
    #[error("`{text}` can mean {}", candidates.join(" or "))]
    Ambiguous {
        /// What was written.
        text: String,
        /// What fits.
        candidates: Vec<String>,
    },
}

debug_as_display!(ParseError);

impl ParseError {
    /// The most bytes that the text of an action has.
    pub const LONGEST: usize = 16 << 10;
}

/// The canonical text of an action: the whole truth, for whoever acts.
pub(crate) fn action_text(game: &Game, action: &Action) -> String {
    text_with(game, action, |arg| Some(argument_text(game, action, arg)))
}

/// An action as a person reads it, with titles for names and with numbers of cards: `sell 3 coins`. One that is written
/// without a word, such as `e2-e4`, is a notation and stays as it is.
pub(crate) fn action_phrase(game: &Game, action: &Action) -> String {
    phrase_with(game, action, |_| true)
}

/// The same with a `?` for arguments that aren't known.
fn phrase_with(game: &Game, action: &Action, is_known: impl Fn(&Arg) -> bool) -> String {
    let Some(verb) = game.pack().verbs.get(action.verb().index()).filter(|verb| verb.first_word().is_some()) else {
        return text_with(game, action, |arg| is_known(arg).then(|| argument_text(game, action, arg)));
    };
    let value = |arg: &Arg| action.value(arg, game.pack().card_types());
    let counts = counted_cards(verb);
    text_with(game, action, |arg| {
        if counts.iter().any(|(number, _)| *number == arg) {
            return Some(String::new());
        }
        let pair = counts.iter().find(|(_, card)| *card == arg);
        if !is_known(arg) || pair.is_some_and(|(number, _)| !is_known(number)) {
            return None;
        }
        Some(match pair {
            Some((number, card)) => value::text::count_phrase(game, value(number), value(card)),
            None => game.value_title(arg.kind, value(arg)),
        })
    })
}

/// The arguments of a verb of which a number says how many of a card: it stands before the card.
pub(crate) fn counted_cards(verb: &VerbSpec) -> Vec<(&Arg, &Arg)> {
    let counts = verb.pieces.windows(3).filter_map(|pieces| match pieces {
        [Piece::Arg(number), Piece::Literal(blank), Piece::Arg(card)] if blank == " " => {
            let pair = (&verb.args[*number], &verb.args[*card]);
            (pair.0.kind == Kind::Number && pair.1.kind == Kind::Card).then_some(pair)
        }
        _ => None,
    });
    counts.collect()
}

/// A legal action of a state as people say it: by its piece where matches of the game are written so, else with titles.
pub(crate) fn action_told(game: &Game, state: &State, action: &Action, legal: &ActionList) -> String {
    match game.writes_moves() && game.is_open() {
        true => written::written_by_piece(game, state, action, legal),
        false => action_phrase(game, action),
    }
}

/// A step's action as people say it and a viewer may know it; as for [`step_text`].
pub(crate) fn step_told(game: &Game, step: &Step, viewer: Option<Seat>, everything: bool) -> String {
    if step.sealed && !everything && viewer != Some(step.decision.seat) {
        return "?".to_owned();
    }
    match &step.written {
        Some(written) => written.clone(),
        None => phrase_with(game, &step.action, |arg| everything || game.may_know(step, arg, viewer)),
    }
}

/// The text of a step's action as a viewer may know it (`None` for an onlooker): an argument that is hidden from the
/// viewer is a `?`. `everything` hides nothing.
pub(crate) fn step_text(game: &Game, step: &Step, viewer: Option<Seat>, everything: bool) -> String {
    if step.sealed && !everything && viewer != Some(step.decision.seat) {
        return "?".to_owned();
    }
    let is_known = |arg: &Arg| everything || game.may_know(step, arg, viewer);
    text_with(game, &step.action, |arg| is_known(arg).then(|| argument_text(game, &step.action, arg)))
}

/// The text of an action with the texts of its arguments, `None` for one that is hidden.
pub(crate) fn text_with(game: &Game, action: &Action, text: impl Fn(&Arg) -> Option<String>) -> String {
    let Some(verb) = game.pack().verbs.get(action.verb().index()) else {
        return String::new();
    };
    let mut out = String::new();
    let (mut n, mut is_open) = (0, false);
    while n < verb.pieces.len() {
        match &verb.pieces[n] {
            // Beside what was left out there are not two blanks.
            Piece::Literal(text) if out.ends_with(' ') => out.push_str(text.trim_start()),
            Piece::Literal(text) => out.push_str(text),
            Piece::Arg(arg) => out.push_str(&text(&verb.args[*arg]).unwrap_or_else(|| "?".to_owned())),
            Piece::Open => {
                let close = verb.pieces[n..].iter().position(|piece| *piece == Piece::Close).unwrap_or(0);
                let args = || {
                    verb.pieces[n..n + close].iter().filter_map(|piece| match piece {
                        Piece::Arg(arg) => Some(&verb.args[*arg]),
                        _ => None,
                    })
                };
                if args().any(|arg| text(arg).is_none()) {
                    // Whether something hidden was given is hidden as well: it stands in brackets, as in the usage.
                    out.push('[');
                    is_open = true;
                } else if !args().any(|arg| is_given(game, action, arg)) {
                    n += close;
                }
            }
            Piece::Close if is_open => {
                out.push(']');
                is_open = false;
            }
            Piece::Close => {}
        }
        n += 1;
    }
    out.trim().to_owned()
}

fn is_given(game: &Game, action: &Action, arg: &Arg) -> bool {
    match action.value(arg, game.pack().card_types()) {
        Value::Cards(counts) => counts.iter().any(|&n| n > 0),
        Value::Number(number) => number > 0,
        Value::Numbers(_) => true,
    }
}

/// An argument in its canonical text.
pub(crate) fn argument_text(game: &Game, action: &Action, arg: &Arg) -> String {
    game.value_text(arg.kind, action.value(arg, game.pack().card_types()))
}
