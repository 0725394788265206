//! The lines of a trace: a match as JSON, including hidden information, for independent checkers.
//!
//! A trace has a line of type `game`, one of type `step` for each action, and one of type `end` ([`Match::end_json`]);
//! an unfinished match has a line of type `stop` instead.

use serde_json::{Map, Value, json};

use crate::play::{Match, Step};
use parlour_game::Game;
use parlour_game::words::Words;
use parlour_model::action::ActionList;
use parlour_model::diagnostic::Diagnostic;
use parlour_model::ids::Seat;
use parlour_model::state::{Decision, State};
use parlour_pack::spec::OptionValue;

/// The first line of a match.
pub fn game_line(played: &Match) -> Value {
    let game = played.game();
    let seats: Vec<&str> = game.seats().map(|seat| game.seat_name(seat)).collect();
    json!({
        "type": "game",
        "game": game.name(),
        "variant": game.variant(),
        "seed": played.seed(),
        "seats": seats,
        "robots": played.players(),
        "options": options(game),
    })
}

/// Every option with its value.
pub fn options(game: &Game) -> Map<String, Value> {
    let value = |value: &OptionValue| match value {
        OptionValue::Int(n) => json!(n),
        OptionValue::Bool(flag) => json!(flag),
        OptionValue::Word(word) => json!(word),
    };
    game.options().map(|(key, option)| (key.to_owned(), value(option))).collect()
}

/// A pending decision, before its action is known.
#[derive(Clone, Debug)]
pub struct Pending(Map<String, Value>);

impl Pending {
    /// The current decision of a match; `None` when the match is over.
    pub fn of(played: &Match) -> Option<Self> {
        let game = played.game();
        let mut line = head(game, played.steps().len(), played.decision()?, played.state());
        options_of(&mut line, game, played.legal());
        Some(Self(line))
    }

    /// The line of the step, after it was taken.
    pub fn step(mut self, game: &Game, step: &Step) -> Value {
        let events: Vec<Value> = step.events.iter().map(|event| game.event_json(event, None, true)).collect();
        self.0.insert("action".to_owned(), json!(game.action_text(&step.action)));
        self.0.insert("events".to_owned(), json!(events));
        Value::Object(self.0)
    }

    /// The line of a match that stops without being over.
    pub fn stop(mut self) -> Value {
        self.0.insert("type".to_owned(), json!("stop"));
        Value::Object(self.0)
    }
}

fn head(game: &Game, n: usize, decision: Decision, state: &State) -> Map<String, Value> {
    let mut line = Map::new();
    line.insert("type".to_owned(), json!("step"));
    line.insert("n".to_owned(), json!(n));
    line.insert("to_act".to_owned(), json!(game.seat_name(decision.seat)));
    line.insert("phase".to_owned(), json!(game.pack().phases[decision.phase.index()].name));
    line.insert("state".to_owned(), game.state_json(state));
    line
}

/// The last step as a viewer may see it; `None` before the first. The legal actions are included for the seat that
/// acted, and for all if `everything` is shown.
///
/// # Errors
/// A script that fails to list the legal actions.
pub fn visible_step(played: &mut Match, viewer: Option<Seat>, everything: bool) -> Result<Option<Value>, Diagnostic> {
    let game = played.game().clone();
    let Some(step) = played.steps().last().cloned() else { return Ok(None) };
    let Some(before) = played.previous().cloned() else { return Ok(None) };
    let view = if everything { before.clone() } else { game.blanked(&before, viewer) };
    let mut line = head(&game, played.steps().len() - 1, step.decision, &view);
    if everything || viewer == Some(step.decision.seat) {
        let mut legal = ActionList::new();
        played.host().legal(&before, &mut legal)?;
        options_of(&mut line, &game, &legal);
    }
    let events = step.events.iter().filter(|event| everything || !event.is_unseen(viewer));
    let events: Vec<Value> = events.map(|event| game.event_json(event, viewer, everything)).collect();
    line.insert("action".to_owned(), json!(game.step_text(&step, viewer, everything)));
    line.insert("events".to_owned(), json!(events));
    Ok(Some(Value::Object(line)))
}

fn options_of(line: &mut Map<String, Value>, game: &Game, legal: &ActionList) {
    let texts: Vec<String> = legal.iter(game).map(|action| game.action_text(&action)).collect();
    line.insert("legal".to_owned(), json!(texts));
    line.insert("legal_complete".to_owned(), json!(legal.is_complete()));
}
