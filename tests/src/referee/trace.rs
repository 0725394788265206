//! The lines of a trace as typed values; malformed ones are reported.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// The `game` line: game, players, options.
pub(crate) struct Header {
    pub(crate) variant: Option<String>,
    pub(crate) seats: Vec<String>,
    options: Map<String, Value>,
}

/// The full state at a moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct State {
    /// Cards of each zone, bottom first.
    pub(crate) zones: BTreeMap<String, Vec<String>>,
    /// Rows of each board, first row first.
    pub(crate) boards: BTreeMap<String, Vec<String>>,
    pub(crate) vars: BTreeMap<String, Value>,
}

/// A `step` line, or a `stop` line, which has neither action nor events.
pub(crate) struct Step {
    pub(crate) n: usize,
    pub(crate) to_act: String,
    pub(crate) state: State,
    pub(crate) legal: Vec<String>,
    pub(crate) legal_complete: bool,
    pub(crate) played: Option<Played>,
}

/// The action and the events of a step.
pub(crate) struct Played {
    pub(crate) action: String,
    pub(crate) events: Vec<Event>,
}

/// An event with its fields.
pub(crate) struct Event {
    pub(crate) kind: String,
    pub(crate) facts: Map<String, Value>,
}

/// The `end` line.
pub(crate) struct End {
    pub(crate) winners: Vec<String>,
    pub(crate) scores: BTreeMap<String, f64>,
    pub(crate) reason: String,
    pub(crate) state: State,
}

impl Header {
    /// Reads a `game` line.
    pub(crate) fn read(line: &Value, faults: &mut Vec<String>) -> Option<Header> {
        let mut fields = Fields::of(line, "the `game` line", faults)?;
        let variant = fields.get("variant", "text or null", |value| match value {
            Value::Null => Some(None),
            other => other.as_str().map(|text| Some(text.to_owned())),
        });
        let seed = fields.get("seed", "whole number", Value::as_u64);
        let seats = fields.get("seats", "list of texts", texts);
        let robots = fields.get("robots", "list of texts", texts);
        let options = fields.get("options", "object", |value| value.as_object().cloned());
        let (variant, _, seats, robots, options) = (variant?, seed?, seats?, robots?, options?);
        if robots.len() != seats.len() {
            faults.push(format!("{} robots for {} seats", robots.len(), seats.len()));
        }
        Some(Header { variant, seats, options })
    }

    /// A numeric option; `default` if the trace omits it.
    pub(crate) fn number(&self, key: &str, default: i64, faults: &mut Vec<String>) -> i64 {
        self.option(key, default, Value::as_i64, faults)
    }

    /// A word option; `None` if the trace omits it.
    pub(crate) fn word(&self, key: &str) -> Option<&str> {
        self.options.get(key)?.as_str()
    }

    pub(crate) fn flag(&self, key: &str, default: bool, faults: &mut Vec<String>) -> bool {
        self.option(key, default, Value::as_bool, faults)
    }

    fn option<T>(&self, key: &str, default: T, read: fn(&Value) -> Option<T>, faults: &mut Vec<String>) -> T {
        let Some(value) = self.options.get(key) else {
            return default;
        };
        read(value).unwrap_or_else(|| {
            faults.push(format!("option `{key}` has the odd value {value}"));
            default
        })
    }
}

impl State {
    fn read(value: &Value, faults: &mut Vec<String>) -> Option<State> {
        let mut fields = Fields::of(value, "the state", faults)?;
        let zones = fields.get("zones", "object of lists of cards", lists);
        let boards = fields.get("boards", "object of lists of rows", lists);
        let vars = fields.get("vars", "object", |value| Some(value.as_object()?.clone().into_iter().collect()));
        Some(State { zones: zones?, boards: boards?, vars: vars? })
    }

    /// Reports every zone, board and var that is missing or not among those named.
    pub(crate) fn check_names(&self, zones: &[&str], boards: &[&str], vars: &[&str], faults: &mut Vec<String>) {
        check_names("zone", self.zones.keys(), zones, faults);
        check_names("board", self.boards.keys(), boards, faults);
        check_names("var", self.vars.keys(), vars, faults);
    }

    /// A nonnegative integer var. A missing one isn't reported here.
    pub(crate) fn number(&self, name: &str, faults: &mut Vec<String>) -> Option<i64> {
        let value = self.vars.get(name)?;
        let number = value.as_i64().filter(|number| *number >= 0);
        if number.is_none() {
            faults.push(format!("var `{name}` is {value}, not a whole number from 0"));
        }
        number
    }

    /// A var that holds a text. A missing one is not reported here.
    pub(crate) fn text(&self, name: &str, faults: &mut Vec<String>) -> Option<&str> {
        let value = self.vars.get(name)?;
        if !value.is_string() {
            faults.push(format!("var `{name}` is {value}, not a text"));
        }
        value.as_str()
    }

    /// The differences of `found` from this expected state.
    pub(crate) fn differences(&self, found: &State) -> Vec<String> {
        let mut all = differences("zone", &self.zones, &found.zones);
        all.extend(differences("board", &self.boards, &found.boards));
        all.extend(differences("var", &self.vars, &found.vars));
        all
    }
}

impl Step {
    /// Reads a `step` line.
    pub(crate) fn read(line: &Value, faults: &mut Vec<String>) -> Option<Step> {
        let step = Step::read_unplayed(line, faults);
        let mut fields = Fields::of(line, "the step", faults)?;
        let action = fields.text("action");
        let events = fields.get("events", "list of objects with a kind", events);
        Some(Step { played: Some(Played { action: action?, events: events? }), ..step? })
    }

    /// Reads a `stop` line.
    pub(crate) fn read_stop(line: &Value, faults: &mut Vec<String>) -> Option<Step> {
        for key in ["action", "events"] {
            if line.get(key).is_some() {
                faults.push(format!("a `stop` line has no `{key}`"));
            }
        }
        Step::read_unplayed(line, faults)
    }

    fn read_unplayed(line: &Value, faults: &mut Vec<String>) -> Option<Step> {
        let state = line.get("state").and_then(|value| State::read(value, faults));
        let mut fields = Fields::of(line, "the step", faults)?;
        fields.get("state", "object", Value::as_object);
        let n = fields.get("n", "whole number", |value| usize::try_from(value.as_u64()?).ok());
        let to_act = fields.text("to_act");
        let phase = fields.text("phase");
        let legal = fields.get("legal", "list of texts", texts);
        let legal_complete = fields.get("legal_complete", "yes or no", Value::as_bool);
        phase?;
        Some(Step {
            n: n?,
            to_act: to_act?,
            state: state?,
            legal: legal?,
            legal_complete: legal_complete?,
            played: None,
        })
    }
}

impl End {
    /// Reads an `end` line.
    pub(crate) fn read(line: &Value, faults: &mut Vec<String>) -> Option<End> {
        let state = line.get("state").and_then(|value| State::read(value, faults));
        let mut fields = Fields::of(line, "the `end` line", faults)?;
        fields.get("state", "object", Value::as_object);
        let winners = fields.get("winners", "list of texts", texts);
        let scores = fields.get("scores", "object of numbers", |value| {
            let scores = value.as_object()?.iter();
            scores.map(|(seat, score)| Some((seat.clone(), score.as_f64()?))).collect()
        });
        let reason = fields.text("reason");
        Some(End { winners: winners?, scores: scores?, reason: reason?, state: state? })
    }
}

/// The fields of a JSON object; missing or mistyped ones are reported on access.
struct Fields<'a> {
    map: &'a Map<String, Value>,
    of: &'a str,
    faults: &'a mut Vec<String>,
}

impl<'a> Fields<'a> {
    fn of(value: &'a Value, of: &'a str, faults: &'a mut Vec<String>) -> Option<Fields<'a>> {
        match value.as_object() {
            Some(map) => Some(Fields { map, of, faults }),
            None => {
                faults.push(format!("{of} is not an object"));
                None
            }
        }
    }

    fn get<T>(&mut self, key: &str, kind: &str, read: impl Fn(&'a Value) -> Option<T>) -> Option<T> {
        let Some(value) = self.map.get(key) else {
            self.faults.push(format!("{} has no `{key}`", self.of));
            return None;
        };
        let read = read(value);
        if read.is_none() {
            self.faults.push(format!("`{key}` of {} is not: {kind}", self.of));
        }
        read
    }

    fn text(&mut self, key: &str) -> Option<String> {
        self.get(key, "text", |value| value.as_str().map(str::to_owned))
    }
}

fn texts(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(|text| text.as_str().map(str::to_owned)).collect()
}

fn lists(value: &Value) -> Option<BTreeMap<String, Vec<String>>> {
    value.as_object()?.iter().map(|(name, list)| Some((name.clone(), texts(list)?))).collect()
}

fn events(value: &Value) -> Option<Vec<Event>> {
    let event = |value: &Value| {
        let facts = value.as_object()?.clone();
        let kind = facts.get("kind")?.as_str()?.to_owned();
        Some(Event { kind, facts })
    };
    value.as_array()?.iter().map(event).collect()
}

fn check_names<'a>(
    what: &str,
    found: impl Iterator<Item = &'a String> + Clone,
    wanted: &[&str],
    faults: &mut Vec<String>,
) {
    for name in wanted {
        if !found.clone().any(|other| other == name) {
            faults.push(format!("{what} `{name}` is missing"));
        }
    }
    for name in found {
        if !wanted.contains(&name.as_str()) {
            faults.push(format!("there is no {what} `{name}` in this game"));
        }
    }
}

fn differences<T: PartialEq + std::fmt::Debug>(
    what: &str,
    expected: &BTreeMap<String, T>,
    found: &BTreeMap<String, T>,
) -> Vec<String> {
    let names = expected.keys().chain(found.keys().filter(|name| !expected.contains_key(*name)));
    names
        .filter(|name| expected.get(*name) != found.get(*name))
        .map(|name| {
            let (expected, found) = (expected.get(name), found.get(name));
            format!("{what} `{name}` should be {expected:?}, it is {found:?}")
        })
        .collect()
}
