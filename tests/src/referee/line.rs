//! The lines of `parlour trace`, read into types.
//!
//! Only the structure common to all games is checked here; the zones and vars of a state are interpreted by each game's
//! referee.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// A JSON object as it stands in the trace.
pub(crate) type Object = Map<String, Value>;

/// One line of a trace.
#[derive(Clone, Debug)]
pub(crate) enum Line {
    /// A match begins.
    Game(Header),
    /// A moment of the match and the action taken in it.
    Step(Step),
    /// The match was cut off here: a step without an action.
    Stop(Step),
    /// The match is over.
    End(End),
}

/// The header of a match.
#[derive(Clone, Debug)]
pub(crate) struct Header {
    /// The name of the game.
    pub(crate) game: String,
    /// The variant, for games that have variants.
    pub(crate) variant: Option<String>,
    /// The seats in clockwise order.
    pub(crate) seats: Vec<String>,
    /// The players, seat by seat.
    pub(crate) robots: Vec<String>,
    /// The options of the match by name.
    pub(crate) options: Object,
}

/// A moment of the match: the full state before the action, the decision, the action.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// The number of the step, from 0.
    pub(crate) n: u64,
    /// The seat that decides.
    pub(crate) to_act: String,
    /// The name of the decision.
    pub(crate) phase: String,
    /// The full state before the action.
    pub(crate) state: State,
    /// The texts of the legal actions.
    pub(crate) legal: Vec<String>,
    /// True if `legal` is complete.
    pub(crate) legal_complete: bool,
    /// The action taken; empty in a line of type `stop`.
    pub(crate) action: String,
    /// The events, in order; empty in a line of type `stop`.
    pub(crate) events: Vec<Event>,
}

/// An event of an action.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    /// The kind of event.
    pub(crate) kind: String,
    /// All its fields, including the kind.
    pub(crate) facts: Object,
}

/// The ending of a match.
#[derive(Clone, Debug)]
pub(crate) struct End {
    /// The seats that won; none in a drawn game.
    pub(crate) winners: Vec<String>,
    /// The score of every seat.
    pub(crate) scores: BTreeMap<String, f64>,
    /// The reason, in words.
    pub(crate) reason: String,
    /// The full final state.
    pub(crate) state: State,
}

/// The full state at a moment.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct State {
    /// The cards of each zone, bottom first.
    pub(crate) zones: BTreeMap<String, Vec<String>>,
    /// The rows of each board, top first.
    pub(crate) boards: BTreeMap<String, Vec<String>>,
    /// The variables.
    pub(crate) vars: BTreeMap<String, Value>,
}

impl Line {
    /// Parses a line; the error is in words.
    pub(crate) fn parse(text: &str) -> Result<Line, String> {
        let value: Value = serde_json::from_str(text).map_err(|e| format!("no JSON: {e}"))?;
        let line = as_object(&value, "the line")?;
        match text_of(line, "type")?.as_str() {
            "game" => Header::read(line).map(Line::Game),
            "step" => Step::read(line).map(Line::Step),
            "stop" => Step::read_stop(line).map(Line::Stop),
            "end" => End::read(line).map(Line::End),
            other => Err(format!("a line of unknown type '{other}'")),
        }
    }
}

impl Header {
    fn read(line: &Object) -> Result<Header, String> {
        let variant = match field(line, "variant")? {
            Value::Null => None,
            Value::String(name) => Some(name.clone()),
            _ => return Err("'variant' is neither a text nor null".into()),
        };
        if field(line, "seed")?.as_u64().is_none() {
            return Err("'seed' is not a whole number".into());
        }
        Ok(Header {
            game: text_of(line, "game")?,
            variant,
            seats: texts_of(line, "seats")?,
            robots: texts_of(line, "robots")?,
            options: object_of(line, "options")?.clone(),
        })
    }

    /// The index of a seat in clockwise order.
    pub(crate) fn seat(&self, name: &str) -> Option<usize> {
        self.seats.iter().position(|seat| seat == name)
    }

    /// An integer option; `None` if it is absent.
    pub(crate) fn number_option(&self, name: &str) -> Result<Option<i64>, String> {
        let Some(value) = self.options.get(name) else {
            return Ok(None);
        };
        whole(value).map(Some).ok_or_else(|| format!("option '{name}' is {value}, not a whole number"))
    }

    /// A word option; `None` if it is absent.
    pub(crate) fn text_option(&self, name: &str) -> Result<Option<&str>, String> {
        let Some(value) = self.options.get(name) else {
            return Ok(None);
        };
        value.as_str().map(Some).ok_or_else(|| format!("option '{name}' is {value}, not a text"))
    }
}

impl Step {
    fn read(line: &Object) -> Result<Step, String> {
        let mut step = Step::read_moment(line)?;
        step.action = text_of(line, "action")?;
        step.events = list_of(line, "events")?.iter().map(Event::read).collect::<Result<_, _>>()?;
        Ok(step)
    }

    fn read_stop(line: &Object) -> Result<Step, String> {
        for name in ["action", "events"] {
            if line.contains_key(name) {
                return Err(format!("a stop with '{name}'"));
            }
        }
        Step::read_moment(line)
    }

    /// The common part of steps and stops.
    fn read_moment(line: &Object) -> Result<Step, String> {
        Ok(Step {
            n: field(line, "n")?.as_u64().ok_or("'n' is not a whole number")?,
            to_act: text_of(line, "to_act")?,
            phase: text_of(line, "phase")?,
            state: State::read(line)?,
            legal: texts_of(line, "legal")?,
            legal_complete: field(line, "legal_complete")?
                .as_bool()
                .ok_or("'legal_complete' is neither true nor false")?,
            action: String::new(),
            events: Vec::new(),
        })
    }

    /// The events of one kind.
    pub(crate) fn events_of(&self, kind: &str) -> impl Iterator<Item = &Event> {
        self.events.iter().filter(move |event| event.kind == kind)
    }
}

impl Event {
    fn read(value: &Value) -> Result<Event, String> {
        let facts = as_object(value, "an event")?;
        let kind = text_of(facts, "kind")?;
        if kind.is_empty() {
            return Err("an event of an empty kind".into());
        }
        Ok(Event { kind, facts: facts.clone() })
    }

    /// A fact that is a text.
    pub(crate) fn text(&self, name: &str) -> Result<&str, String> {
        self.facts
            .get(name)
            .and_then(Value::as_str)
            .ok_or_else(|| format!("the event '{}' has no text '{name}'", self.kind))
    }
}

impl End {
    fn read(line: &Object) -> Result<End, String> {
        let mut scores = BTreeMap::new();
        for (seat, score) in object_of(line, "scores")? {
            let score = score.as_f64().ok_or_else(|| format!("the score of {seat} is not a number"))?;
            scores.insert(seat.clone(), score);
        }
        Ok(End {
            winners: texts_of(line, "winners")?,
            scores,
            reason: text_of(line, "reason")?,
            state: State::read(line)?,
        })
    }
}

impl State {
    fn read(line: &Object) -> Result<State, String> {
        let state = object_of(line, "state")?;
        let lists = |name| -> Result<BTreeMap<String, Vec<String>>, String> {
            let group = object_of(state, name)?;
            group.keys().map(|key| Ok((key.clone(), texts_of(group, key)?))).collect()
        };
        Ok(State {
            zones: lists("zones")?,
            boards: lists("boards")?,
            vars: object_of(state, "vars")?.clone().into_iter().collect(),
        })
    }
}

/// A number without a fraction.
pub(crate) fn whole(value: &Value) -> Option<i64> {
    value.as_i64()
}

fn field<'a>(object: &'a Object, name: &str) -> Result<&'a Value, String> {
    object.get(name).ok_or_else(|| format!("no '{name}'"))
}

fn text_of(object: &Object, name: &str) -> Result<String, String> {
    field(object, name)?.as_str().map(str::to_owned).ok_or_else(|| format!("'{name}' is not a text"))
}

fn list_of<'a>(object: &'a Object, name: &str) -> Result<&'a Vec<Value>, String> {
    field(object, name)?.as_array().ok_or_else(|| format!("'{name}' is not a list"))
}

fn texts_of(object: &Object, name: &str) -> Result<Vec<String>, String> {
    list_of(object, name)?
        .iter()
        .map(|item| item.as_str().map(str::to_owned))
        .collect::<Option<_>>()
        .ok_or_else(|| format!("'{name}' does not hold texts alone"))
}

fn as_object<'a>(value: &'a Value, what: &str) -> Result<&'a Object, String> {
    value.as_object().ok_or_else(|| format!("{what} is not an object"))
}

fn object_of<'a>(object: &'a Object, name: &str) -> Result<&'a Object, String> {
    as_object(field(object, name)?, &format!("'{name}'"))
}
