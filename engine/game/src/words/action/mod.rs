//! Parsing and formatting of actions.

pub mod by_piece;
pub mod due;
pub mod parse;
pub(super) mod protocol;
mod reader;
pub(super) mod runs;
mod wordless;
pub(super) mod written;

pub(crate) use crate::words::Words;
pub use runs::RunText;

use crate::Game;
use crate::step::Step;
use crate::words::value;
use parlour_model::action::{Action, ActionList};
use parlour_model::diagnostic::debug_as_display;
use parlour_model::grammar::{Arg, Piece, VerbSpec};
use parlour_model::ids::Seat;
use parlour_model::kind::{Kind, Value};
use parlour_model::state::State;

/// The reason that a text isn't an action of the game.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseError {
    /// The text is empty.
    #[error("no action was given")]
    Empty,
    /// The text is longer than any action.
    #[error("an action has at most {most} bytes, but this has {length}", most = Self::LONGEST)]
    TooLong {
        /// Its length in bytes.
        length: usize,
    },
    /// No action begins like this.
    #[error("there is no action `{word}`; {help}")]
    UnknownAction {
        /// The word that was written.
        word: String,
        /// The known alternatives.
        help: String,
    },
    /// A known action in a wrong form.
    #[error("{message}{} form is `{usage}`", if message.ends_with('?') { " The" } else { "; the" })]
    Malformed {
        /// The fault.
        message: String,
        /// The usage of the action.
        usage: String,
    },
    /// Only the beginning of an action.
    #[error("`{text}` can go on as {}", candidates.join(" or "))]
    Unfinished {
        /// The text that was written.
        text: String,
        /// Its possible continuations.
        candidates: Vec<String>,
    },
    /// Valid squares without a legal action.
    #[error("nothing legal can be done with {}", squares.join(" and "))]
    NothingWith {
        /// The squares.
        squares: Vec<String>,
    },
    /// A piece and a square, but no piece of the kind can go there.
    #[error(
        "no {piece} {} {square}{}{}",
        if reasons.is_empty() { "of yours reaches" } else { "can go to" },
        if reasons.is_empty() { String::new() } else { format!(": {}", reasons.join("; ")) },
        if candidates.is_empty() { String::new() } else { format!("; possible: {}", candidates.join(", ")) }
    )]
    NoPiece {
        /// The title of the piece.
        piece: String,
        /// The target square.
        square: String,
        /// The obstacles of pieces that could otherwise go there.
        reasons: Vec<String>,
        /// The possible actions of these pieces.
        candidates: Vec<String>,
    },
    /// A promotion without the piece.
    #[error("which piece does it become? `{text}` can mean {}", candidates.join(" or "))]
    WhichPiece {
        /// The text that was written.
        text: String,
        /// The actions that fit.
        candidates: Vec<String>,
    },
    /// The name of actions that are written without it.
    #[error("`{name}` is written {}", usages.join(" or "))]
    WrittenOtherwise {
        /// The name that was written.
        name: String,
        /// The usages of these actions.
        usages: Vec<String>,
    },
    /// Several actions in a line.
    #[error("give one action at a time: `{first}` first")]
    Several {
        /// The first of them.
        first: String,
        /// The rest of the line, with its first word.
        rest: String,
    },
    /// A known action that isn't possible now.
    #[error("`{word}` is not possible now: {due}; possible: {possible}")]
    NotNow {
        /// The first word of the action.
        word: String,
        /// The current task.
        due: String,
        /// The usages of the possible actions.
        possible: String,
    },
    /// Several actions fit.
    #[error("`{text}` can mean {}", candidates.join(" or "))]
    Ambiguous {
        /// The text that was written.
        text: String,
        /// The actions that fit.
        candidates: Vec<String>,
    },
}

debug_as_display!(ParseError);

impl ParseError {
    /// Limit of the text of an action, in bytes.
    pub const LONGEST: usize = 16 << 10;
}

/// The canonical text of an action, nothing hidden.
pub(crate) fn action_text(game: &Game, action: &Action) -> String {
    text_with(game, action, |arg| Some(argument_text(game, action, arg)))
}

/// An action for people, with titles for names and with numbers of cards: `sell 3 coins`. One without words, such as
/// `e2-e4`, is a notation and stays unchanged.
pub(crate) fn action_phrase(game: &Game, action: &Action) -> String {
    phrase_with(game, action, |_| true)
}

/// The same with a `?` for unknown arguments.
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

/// Pairs of arguments of a verb, a number and the card that it counts: the number precedes the card.
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

/// A legal action of a state for people: in piece notation if matches of the game are written so, otherwise with
/// titles.
pub(crate) fn action_told(game: &Game, state: &State, action: &Action, legal: &ActionList) -> String {
    match game.writes_moves() && game.is_open() {
        true => written::written_by_piece(game, state, action, legal),
        false => action_phrase(game, action),
    }
}

/// A step's action for people, as a viewer may know it; as for [`step_text`].
pub(crate) fn step_told(game: &Game, step: &Step, viewer: Option<Seat>, everything: bool) -> String {
    if !everything && step.is_hidden(viewer) {
        return "?".to_owned();
    }
    match &step.written {
        Some(written) => written.clone(),
        None => {
            let text = phrase_with(game, &step.action, |arg| everything || game.may_know(step, arg, viewer));
            if everything { text } else { without_unseen(game, step, viewer, text) }
        }
    }
}

/// The text of a step's action as a viewer may know it (`None` for a spectator): a hidden argument is a `?`.
/// `everything` hides nothing.
pub(crate) fn step_text(game: &Game, step: &Step, viewer: Option<Seat>, everything: bool) -> String {
    if !everything && step.is_hidden(viewer) {
        return "?".to_owned();
    }
    let is_known = |arg: &Arg| everything || game.may_know(step, arg, viewer);
    let text = text_with(game, &step.action, |arg| is_known(arg).then(|| argument_text(game, &step.action, arg)));
    if everything { text } else { without_unseen(game, step, viewer, text) }
}

/// The text of a step without optional parts of which a viewer doesn't see on boards whether they are there.
fn without_unseen(game: &Game, step: &Step, viewer: Option<Seat>, text: String) -> String {
    let args = &game.pack().verbs[step.action.verb().index()].args;
    let mut hidden = args.iter().filter(|arg| arg.optional && step.blanks.hides_part(arg.offset, viewer));
    match (hidden.next(), text.split_once('['), text.rsplit_once(']')) {
        (Some(_), Some((before, _)), Some((_, after))) => format!("{before}{after}"),
        _ => text,
    }
}

/// The text of an action from the texts of its arguments, `None` for a hidden one.
pub(crate) fn text_with(game: &Game, action: &Action, text: impl Fn(&Arg) -> Option<String>) -> String {
    let Some(verb) = game.pack().verbs.get(action.verb().index()) else {
        return String::new();
    };
    let mut out = String::new();
    let (mut n, mut is_open) = (0, false);
    while n < verb.pieces.len() {
        match &verb.pieces[n] {
            // No double blank beside an omitted part.
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
                    // The presence of a hidden optional argument is hidden as well: it stays in brackets, as in the
                    // usage.
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
