//! All parsing and formatting: values, actions, refusals, events, boards and notations, and JSON.

pub mod action;
pub mod board;
pub(crate) mod domain;
mod json;
pub mod refusals;
pub mod value;

pub use json::as_sentence;

use std::ops::Range;

use serde_json::{Map, Value as Json};

use crate::Game;
use crate::step::Step;
use action::{ParseError, RunText};
use parlour_model::action::{Action, ActionList};
use parlour_model::diagnostic::{Diagnostic, SourceFile};
use parlour_model::event::Event;
use parlour_model::grammar::Arg;
use parlour_model::ids::{BoardId, Seat, VarId, Verb};
use parlour_model::kind::{Kind, Value};
use parlour_model::state::{Decision, State};
use parlour_pack::engines::Protocol;

/// Defines an extension trait of games whose methods are functions of this module: the function behind `=` is called
/// with the game.
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
/// The text interface of a game: its actions, values, states and events as text and as JSON.
///
/// ```
/// use parlour_engine::{Config, Library, Words};
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"));
/// let game = library.load("chess")?.configure(&Config::default())?;
/// let action = game.parse_action("E2-E4", None)?;
/// assert_eq!(game.action_text(&action), "e2-e4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Words {
    /// The canonical text of an action, nothing hidden.
    fn action_text(&self, action: &Action) -> String = action::action_text;

    /// An action for people, with titles for names and with numbers of cards: `sell 3 coins`. One without words, such
    /// as `e2-e4`, is a notation and stays unchanged.
    fn action_phrase(&self, action: &Action) -> String = action::action_phrase;

    /// A legal action of a state for people: in piece notation, such as `exf6`, if matches of the game are written so,
    /// otherwise as [`Words::action_phrase`] gives it.
    fn action_told(&self, state: &State, action: &Action, legal: &ActionList) -> String = action::action_told;

    /// A step's action for people, as a viewer may know it; as for [`Words::step_text`].
    fn step_told(&self, step: &Step, viewer: Option<Seat>, everything: bool) -> String = action::step_told;

    /// The text of a step's action as a viewer may know it (`None` for a spectator): a hidden argument is a `?`.
    /// `everything` hides nothing.
    fn step_text(&self, step: &Step, viewer: Option<Seat>, everything: bool) -> String = action::step_text;

    /// An argument in its canonical text.
    fn argument_text(&self, action: &Action, arg: &Arg) -> String = action::argument_text;

    /// The text of a run, as [`Game::runs`] groups actions: that of the first, with all numbers in place of one.
    fn run_text(&self, legal: &ActionList, run: &Range<usize>) -> RunText = action::runs::run_text;

    /// The same for people: `sell 2..5 coins`.
    fn run_told(&self, legal: &ActionList, run: &Range<usize>) -> RunText = action::runs::run_told;

    /// A legal action of a state in piece notation, in a game with a notation: as short as is unambiguous among the
    /// legal actions. Actions that move no piece are unchanged.
    fn written_by_piece(&self, state: &State, action: &Action, legal: &ActionList) -> String =
        action::written::written_by_piece;

    /// An action of a seat in a state in an engine protocol's notation, such as `e7e8q`, `P*5e` or `D4`; `None` for actions that
    /// move nothing on the board, except a `pass` in the Go Text Protocol.
    fn protocol_text(&self, protocol: Protocol, state: &State, seat: Seat, action: &Action) -> Option<String> =
        action::protocol::protocol_text;

    /// The legal action of a seat in a state with a text in an engine protocol's notation; `None` if there is none.
    fn protocol_action(&self, protocol: Protocol, state: &State, seat: Seat, legal: &ActionList, text: &str) -> Option<Action> =
        action::protocol::protocol_action;

    /// Parses an action typed by a person: case-insensitive, with unambiguous abbreviations, plurals, counts. `legal`
    /// disambiguates, and allows omitting everything but the arguments if exactly one legal action fits, or else one
    /// kind of them.
    ///
    /// # Errors
    /// The fault of the text, with the expectation.
    fn parse_action(&self, text: &str, legal: Option<&ActionList>) -> Result<Action, ParseError> =
        action::parse::parse_action;

    /// The current task, as the phase tells it for the legal actions, without alternatives that are impossible now.
    fn due_text(&self, state: &State, decision: Decision, legal: &ActionList) -> String = action::due::due_text;

    /// The values of an argument's domain for an acting seat, in order; `None` for cards with counts, which are too
    /// many to list, and for numbers without a range. Accepts a view as well as a state.
    fn domain_values(&self, state: &State, seat: Seat, verb: Verb, arg: usize) -> Option<Vec<u16>> =
        domain::domain_values;

    /// The reason that a value is outside of an argument's domain for an acting seat, in the player's words; `None` for
    /// a value inside, and for an omitted optional argument.
    fn domain_fault(&self, state: &State, seat: Seat, verb: Verb, arg: usize, value: Value<'_>) -> Option<String> =
        domain::domain_fault;

    /// A value as in records, traces and scripts; empty for none.
    fn value_text(&self, kind: Kind, value: Value<'_>) -> String = value::text::value_text;

    /// A value in a sentence: with the titles of cards, of a table's rows and of pieces.
    fn value_title(&self, kind: Kind, value: Value<'_>) -> String = value::text::value_title;

    /// A value in JSON: numbers as numbers, cards with counts as a list, everything else by its name. A square is a
    /// number on a board of one row; off the board it is `0`, `0,0` if squares are named by row and column, otherwise
    /// empty.
    fn value_json(&self, kind: Kind, value: Value<'_>) -> Json = value::text::value_json;

    /// Cards with counts in the order of the card table: `2 coin, 1 map`. A unique card has no count.
    fn cards_text(&self, counts: &[u8]) -> String = value::text::cards_text;

    /// Cards in words: `2 coins and a map`; a unique card, such as `QS`, by its name alone.
    fn cards_phrase(&self, counts: &[u8]) -> String = value::text::cards_phrase;

    /// A state (or a view, whose unknown cards are `?`) as `{"zones":...,"boards":...,"vars":...}`. In a game with
    /// simultaneous decisions the variables `decided` are the choices so far.
    fn state_json(&self, state: &State) -> Json = json::state_json;

    /// A variable's value, or the list of its values; a hand by its kinds of piece that aren't 0; the dice that are
    /// present. A hidden value is `?`.
    fn var_json(&self, state: &State, var: VarId, member: usize) -> Json = json::var_json;

    /// A value of a variable with several named ones, by its name, as in `hand.a.pawn` or `sheet.a.ones`.
    fn part_json(&self, state: &State, name: &str) -> Option<Json> = json::part_json;

    /// An event as `{"kind":...}` with the fields that a viewer may see. `everything` shows all of them.
    fn event_json(&self, event: &Event, viewer: Option<Seat>, everything: bool) -> Json = json::event_json;

    /// The arguments of an action by name, without omitted ones.
    fn action_args(&self, action: &Action) -> Map<String, Json> = json::action_args;

    /// The sentence of an event for a viewer (`None` for a spectator); `None` if the pack has none for it. `everything`
    /// chooses the most complete one.
    fn event_sentence(&self, event: &Event, viewer: Option<Seat>, everything: bool) -> Option<String> =
        json::event_sentence;

    /// The sentence of an action for other seats if no event describes it, if the pack has one.
    fn told_text(&self, verb: Verb, seat: Seat) -> Option<String> = json::told_text;

    /// The ending of the match, in words; `None` if it isn't over.
    fn ending_text(&self, state: &State) -> Option<String> = json::ending_text;

    /// The rows of a board as text, the top one first; `.` is an empty square, a blank a place where the initial rows
    /// have one.
    fn board_rows(&self, state: &State, board: BoardId) -> Vec<String> = json::board_rows;

    /// Reads a board file: as many lines as the game's board has rows, each with as many characters as it has columns;
    /// a final line break and carriage returns are accepted. A blank or `.` is a missing square, and can be omitted at
    /// the end of a line. Returns the cells, row by row.
    ///
    /// # Errors
    /// The first fault, with its line.
    fn read_board(&self, file: &SourceFile) -> Result<Vec<u8>, Diagnostic> = board::file::read_board;

    /// The text of a board file.
    fn write_board(&self, state: &State) -> String = board::file::write_board;

    /// A state in the notation of the game's positions; `None` if it has none.
    fn notation(&self, state: &State) -> Option<String> = board::notation::notation;

    /// The number of actions before the first of a match, for numbering full turns: 0, unless a match begins at a
    /// position.
    fn turn_begun(&self) -> u32 = board::notation::turn_begun;
}
}
