//! All reading and writing of text: values, actions, refusals, events, boards and notations, and JSON.

pub(crate) mod action;
pub(crate) mod board;
pub(crate) mod domain;
mod json;
pub(crate) mod refusals;
pub(crate) mod value;

pub use json::as_sentence;

use std::ops::Range;

use serde_json::{Map, Value as Json};

use crate::action::{Action, ActionList};
use crate::diagnostic::{Diagnostic, SourceFile};
use crate::event::Event;
use crate::game::Game;
use crate::game::step::Step;
use crate::grammar::Arg;
use crate::ids::{BoardId, Seat, VarId, Verb};
use crate::kind::{Kind, Value};
use crate::pack::engines::Protocol;
use crate::state::{Decision, State};
use action::{ParseError, RunText};

/// Makes a trait of games whose methods are functions of this floor: what stands behind `=` is called with the game.
macro_rules! words {
    ($(#[$about:meta])* pub trait $name:ident {
        $($(#[$says:meta])* fn $method:ident(&self $(, $arg:ident: $kind:ty)*) -> $out:ty = $function:path;)*
    }) => {
        $(#[$about])*
        pub trait $name {
            $($(#[$says])* fn $method(&self $(, $arg: $kind)*) -> $out;)*
        }

        impl $name for Game {
            $(fn $method(&self $(, $arg: $kind)*) -> $out {
                $function(self $(, $arg)*)
            })*
        }
    };
}

words! {
/// What a game says and understands: its actions, values, states and events as text and as JSON.
///
/// ```
/// use parlour_engine::{Config, Library, Words};
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules"));
/// let game = library.load("chess")?.configure(&Config::default())?;
/// let action = game.parse_action("E2-E4", None)?;
/// assert_eq!(game.action_text(&action), "e2-e4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Words {
    /// The canonical text of an action: the whole truth, for whoever acts.
    fn action_text(&self, action: &Action) -> String = action::action_text;

    /// An action as a person reads it, with titles for names and with numbers of cards: `sell 3 coins`. One that is
    /// written without a word, such as `e2-e4`, is a notation and stays as it is.
    fn action_phrase(&self, action: &Action) -> String = action::action_phrase;

    /// A legal action of a state as people say it: by its piece, as in `exf6`, where matches of the game are written so,
    /// else as [`Words::action_phrase`] has it.
    fn action_told(&self, state: &State, action: &Action, legal: &ActionList) -> String = action::action_told;

    /// A step's action as people say it and a viewer may know it; as for [`Words::step_text`].
    fn step_told(&self, step: &Step, viewer: Option<Seat>, everything: bool) -> String = action::step_told;

    /// The text of a step's action as a viewer may know it (`None` for an onlooker): an argument that is hidden from the
    /// viewer is a `?`. `everything` hides nothing.
    fn step_text(&self, step: &Step, viewer: Option<Seat>, everything: bool) -> String = action::step_text;

    /// An argument in its canonical text.
    fn argument_text(&self, action: &Action, arg: &Arg) -> String = action::argument_text;

    /// The text of some legal actions that are told together, as [`Game::runs`] has them: that of the first, with
    /// all its numbers in place of one.
    fn run_text(&self, legal: &ActionList, run: &Range<usize>) -> RunText = action::runs::run_text;

    /// The same as people say it: `sell 2..5 coins`.
    fn run_told(&self, legal: &ActionList, run: &Range<usize>) -> RunText = action::runs::run_told;

    /// A legal action of a state as players write it, in a game with a notation: no longer than it takes to tell it from
    /// the other ones. What moves no piece is written as ever.
    fn written_by_piece(&self, state: &State, action: &Action, legal: &ActionList) -> String =
        action::written::written_by_piece;

    /// An action of a seat as a protocol of engines writes it, such as `e7e8q`, `P*5e` or `D4`; `None` for what moves nothing
    /// on the board, but for a `pass` in the Go Text Protocol.
    fn protocol_text(&self, protocol: Protocol, seat: Seat, action: &Action) -> Option<String> =
        action::protocol::protocol_text;

    /// The legal action of a seat that a protocol of engines writes so; `None` if none is.
    fn protocol_action(&self, protocol: Protocol, seat: Seat, legal: &ActionList, text: &str) -> Option<Action> =
        action::protocol::protocol_action;

    /// Reads an action as a person writes it: upper and lower case alike, names shortened as long as they are
    /// unambiguous, plurals, counts. `legal` decides between readings, and lets a person leave out everything but
    /// the arguments where that fits just one legal action, or else just one kind of them.
    ///
    /// # Errors
    /// What can't be read, with what was expected.
    fn parse_action(&self, text: &str, legal: Option<&ActionList>) -> Result<Action, ParseError> =
        action::parse::parse_action;

    /// What is to be done now, as the phase tells it of what is legal.
    fn due_text(&self, decision: Decision, legal: &ActionList) -> &str = action::due::due_text;

    /// The values of an argument's domain for a seat that acts, in order; `None` for cards with counts, of which there
    /// are too many to list, and for numbers without a range. A view serves as well as a state.
    fn domain_values(&self, state: &State, seat: Seat, verb: Verb, arg: usize) -> Option<Vec<u16>> =
        domain::domain_values;

    /// Why a value is outside of an argument's domain for a seat that acts, in the player's words; `None` for one that
    /// is inside, and for an optional argument that is left out.
    fn domain_fault(&self, state: &State, seat: Seat, verb: Verb, arg: usize, value: Value<'_>) -> Option<String> =
        domain::domain_fault;

    /// A value as records, traces and scripts have it; empty for none.
    fn value_text(&self, kind: Kind, value: Value<'_>) -> String = value::text::value_text;

    /// A value as a person reads it in a sentence: with the titles of cards, of a table's rows and of pieces.
    fn value_title(&self, kind: Kind, value: Value<'_>) -> String = value::text::value_title;

    /// A value in JSON: numbers as numbers, cards with counts as a list, all else by its name. A square is a number on
    /// a board of one row; off the board it is `0`, `0,0` where squares are named by row and column, else empty.
    fn value_json(&self, kind: Kind, value: Value<'_>) -> Json = value::text::value_json;

    /// Cards with counts in the order of the card table: `2 coin, 1 map`. One of which there is only one has no count.
    fn cards_text(&self, counts: &[u8]) -> String = value::text::cards_text;

    /// Cards in words: `2 coins and a map`; a card of which there are no several, such as `QS`, by its name alone.
    fn cards_phrase(&self, counts: &[u8]) -> String = value::text::cards_phrase;

    /// A state (or a view, whose unknown cards are `?`) as `{"zones":...,"boards":...,"vars":...}`.
    /// In a game with decisions that seats take unseen the variables `decided` are what they have chosen so far.
    fn state_json(&self, state: &State) -> Json = json::state_json;

    /// A variable's value, or the list of its values; what a seat has in hand by the kinds of piece of which it has some;
    /// of several dice those that are there. What a view does not show is `?`.
    fn var_json(&self, state: &State, var: VarId, member: usize) -> Json = json::var_json;

    /// A value by its name, as in `hand.a.pawn` or `sheet.a.ones`: of a variable that has several with names.
    fn part_json(&self, state: &State, name: &str) -> Option<Json> = json::part_json;

    /// An event as `{"kind":...}` with the fields that a viewer may see. `everything` shows all of them.
    fn event_json(&self, event: &Event, viewer: Option<Seat>, everything: bool) -> Json = json::event_json;

    /// The arguments of an action by name; one that was left out is not among them.
    fn action_args(&self, action: &Action) -> Map<String, Json> = json::action_args;

    /// The sentence that tells an event to a viewer (`None` for an onlooker); `None` if the pack has none for it.
    /// `everything` tells it as to everyone it concerns.
    fn event_sentence(&self, event: &Event, viewer: Option<Seat>, everything: bool) -> Option<String> =
        json::event_sentence;

    /// The sentence that tells others of an action where no event does, if the pack has one.
    fn told_text(&self, verb: Verb, seat: Seat) -> Option<String> = json::told_text;

    /// How the match ended, in words; `None` while it goes on.
    fn ending_text(&self, state: &State) -> Option<String> = json::ending_text;

    /// The rows of a board as text, the top one first; `.` stands for an empty square, a blank for a place where the rows
    /// at the start have one.
    fn board_rows(&self, state: &State, board: BoardId) -> Vec<String> = json::board_rows;

    /// Reads a board file: as many lines as the game's board has rows, each with as many characters as it has
    /// columns; a last line break and carriage returns are fine. A blank or `.` stands for a place where there is no
    /// square, and at the end of a line these can be left out. Gives the cells, row by row.
    ///
    /// # Errors
    /// The first thing that is wrong, with its line.
    fn read_board(&self, file: &SourceFile) -> Result<Vec<u8>, Diagnostic> = board::file::read_board;

    /// The text of a board file.
    fn write_board(&self, state: &State) -> String = board::file::write_board;

    /// A state in the notation of the game's positions; `None` if it has none.
    fn notation(&self, state: &State) -> Option<String> = board::notation::notation;

    /// How many actions came before the first of a match, where moves are numbered by full turns: 0, but for a match that
    /// begins at a position.
    fn turn_begun(&self) -> u32 = board::notation::turn_begun;
}
}
