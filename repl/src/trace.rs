//! The lines of a trace.

use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::pack::spec::OptionValue;
use parlour_engine::play::{Match, Step};
use parlour_engine::state::{Decision, State};
use serde_json::{Map, Value, json};

/// The first line of a match.
pub(crate) fn game_line(played: &Match) -> Value {
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
pub(crate) fn options(game: &Game) -> Map<String, Value> {
    let value = |value: &OptionValue| match value {
        OptionValue::Int(n) => json!(n),
        OptionValue::Bool(flag) => json!(flag),
        OptionValue::Word(word) => json!(word),
    };
    game.options().map(|(key, option)| (key.to_owned(), value(option))).collect()
}

/// A decision that is due, before its action is known.
#[derive(Debug)]
pub(crate) struct Pending(Map<String, Value>);

impl Pending {
    /// The decision that is due in a match; `None` when the match is over.
    pub(crate) fn of(played: &Match) -> Option<Self> {
        let decision = played.decision()?;
        let mut line = head(played.game(), played.steps().len(), decision, played.state());
        let legal: Vec<String> =
            played.legal().iter(played.game()).map(|action| played.game().action_text(&action)).collect();
        line.insert("legal".to_owned(), json!(legal));
        line.insert("legal_complete".to_owned(), json!(played.legal().is_complete()));
        Some(Self(line))
    }

    /// The line of the step, once it was taken.
    pub(crate) fn step(mut self, game: &Game, step: &Step) -> Value {
        let events: Vec<Value> = step.events.iter().map(|event| game.event_json(event, None, true)).collect();
        self.0.insert("action".to_owned(), json!(game.action_text(&step.action)));
        self.0.insert("events".to_owned(), json!(events));
        Value::Object(self.0)
    }

    /// The line of a match that ends here without being over.
    pub(crate) fn stop(mut self) -> Value {
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

/// The last step as a viewer may see it; `None` before the first.
pub(crate) fn visible_step(played: &Match, viewer: Option<Seat>, everything: bool) -> Option<Value> {
    let game = played.game();
    let step = played.steps().last()?;
    let view = if everything { step.before.clone() } else { game.view(&step.before, viewer).state().clone() };
    let mut line = head(game, played.steps().len() - 1, step.decision, &view);
    let events: Vec<Value> = step.events.iter().map(|event| game.event_json(event, viewer, everything)).collect();
    line.insert("action".to_owned(), json!(game.action_text(&step.action)));
    line.insert("events".to_owned(), json!(events));
    Some(Value::Object(line))
}
