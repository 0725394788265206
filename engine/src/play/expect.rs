//! Scenario tests: checks the result of a scenario against its `[expect]`, for `parlour check`.

use std::ops::Range;
use std::sync::Arc;

use serde_json::{Map, Value as Json, json};

use crate::play::{ActError, Match};
use crate::rules::Rules;
use parlour_game::Game;
use parlour_game::scenario::expect::Expected;
use parlour_game::scenario::{Named, Scenario};
use parlour_game::words::Words;
use parlour_model::action::Action;
use parlour_model::diagnostic::{Code, Faults, suggest};
use parlour_model::layout::ZoneLayout;
use parlour_pack::Pack;
use parlour_pack::reader::{Node, Sink, Value};

/// The seed of matches in tests, so that random outcomes are reproducible.
const SEED: u64 = 1;

/// Sets up the position of a scenario, takes the actions of `[expect]`, and checks the result. A scenario without
/// `[expect]` isn't played.
///
/// # Errors
/// A scenario that doesn't fit the game, an action that is refused, and every failed expectation, each at its line.
pub fn prove(scenario: &Arc<Scenario>, pack: &Arc<Pack>) -> Result<(), Faults> {
    if scenario.expected.is_none() {
        return Ok(());
    }
    let game = pack.configure(&scenario.config())?;
    prove_with(scenario, Rules::new(game)?).map(drop)
}

/// The same with given rules, for the game as configured by the scenario; returns the match.
///
/// # Errors
/// As for [`prove`].
pub fn prove_with(scenario: &Arc<Scenario>, rules: Rules) -> Result<Match, Faults> {
    let game = rules.game().clone();
    let played = Match::with_host(rules, SEED, vec!["random".to_owned(); game.seat_count()])?;
    let sink = Sink::new(scenario.file.clone());
    let mut validation = Validation { sink: &sink, game: &game, played };
    if let Some(expected) = &scenario.expected {
        validation.hold(expected);
    }
    let Validation { played, .. } = validation;
    if sink.is_empty() { Ok(played) } else { Err(Faults(sink.into_faults()).sorted()) }
}

/// A match being checked against expectations.
struct Validation<'a> {
    sink: &'a Sink,
    game: &'a Arc<Game>,
    played: Match,
}

impl Validation<'_> {
    fn hold(&mut self, expected: &Expected) {
        for (text, span) in &expected.play {
            let taken = self.played.parse(text).map_err(ActError::from);
            if let Err(error) = taken.and_then(|action| self.played.act(&action).map(drop)) {
                // Later expectations can't hold.
                return self.failed(span, format!("`{text}` can't be taken"), error.to_string());
            }
        }
        for (text, span) in &expected.allowed {
            if let Some(reason) = self.refusal(text) {
                self.failed(span, format!("`{text}` is refused"), reason);
            }
        }
        for entry in &expected.refused {
            self.refused(entry);
        }
        self.whose_turn(expected);
        self.end(expected);
        let inside = self.game.state_json(self.played.state());
        for (what, entries) in [("zones", &expected.zones), ("vars", &expected.vars), ("boards", &expected.boards)] {
            entries.iter().for_each(|entry| self.part(entry, what, &inside));
        }
    }

    fn failed(&self, span: &Range<usize>, message: String, help: String) {
        self.sink.fault_help(Code::NotAsExpected, span, message, help);
    }

    /// The refusal of an action; `None` if it is allowed.
    fn refusal(&mut self, text: &str) -> Option<String> {
        let action: Action = match self.played.parse(text) {
            Ok(action) => action,
            Err(error) => return Some(error.to_string()),
        };
        match self.played.check(&action) {
            Ok(()) => None,
            Err(error) => Some(error.refusal().map_or_else(|fault| fault.to_string(), |refusal| refusal.to_string())),
        }
    }

    /// Checks a refusal against the expected part of its reason.
    fn refused(&mut self, entry: &Named) {
        let Value::Str(part) = &entry.node.value else {
            let message =
                format!("the reason for refusing `{}` must be a text, but is {}", entry.name, entry.node.kind());
            return self.sink.fault(Code::WrongType, &entry.node.span, message);
        };
        match self.refusal(&entry.name) {
            None => {
                self.failed(&entry.key_span, format!("`{}` is allowed", entry.name), "expected a refusal".to_owned())
            }
            Some(reason) if !reason.contains(part.as_str()) => {
                let message = format!("`{}` is refused for another reason", entry.name);
                self.failed(&entry.node.span, message, format!("the reason is \"{reason}\""));
            }
            Some(_) => {}
        }
    }

    fn whose_turn(&self, expected: &Expected) {
        let Some((name, span)) = &expected.to_act else { return };
        let seat = self.played.decision().map(|decision| self.game.seat_name(decision.seat));
        if self.is_seat(name, span) && seat != Some(name) {
            let is = seat.map_or("the match is over".to_owned(), |seat| format!("{seat} is"));
            self.failed(span, format!("{name} is not to act"), is);
        }
    }

    fn is_seat(&self, name: &str, span: &Range<usize>) -> bool {
        let is_known = self.game.seat_named(name).is_some();
        if !is_known {
            let known = self.game.seats().map(|seat| self.game.seat_name(seat));
            self.sink.fault_help(Code::UnknownSeat, span, format!("there is no seat `{name}`"), suggest(name, known));
        }
        is_known
    }

    fn end(&self, expected: &Expected) {
        let state = self.played.state();
        if let Some((name, span)) = &expected.ending {
            let is = state.ending().and_then(|n| self.game.pack().endings.get(n)).map(|ending| ending.name.as_str());
            if is != Some(name) {
                let is = match is {
                    Some(is) => format!("it has ended with `{is}`"),
                    None if state.is_over() => "it has ended without an ending's name".to_owned(),
                    None => "it goes on".to_owned(),
                };
                self.failed(span, format!("the match has not ended with `{name}`"), is);
            }
        }
        if let Some((names, span)) = &expected.winners
            && names.iter().all(|(name, span)| self.is_seat(name, span))
        {
            let won: Vec<&str> =
                self.game.seats().filter(|seat| state.has_won(*seat)).map(|seat| self.game.seat_name(seat)).collect();
            let is_same = won.len() == names.len() && names.iter().all(|(name, _)| won.contains(&name.as_str()));
            if !state.is_over() {
                self.failed(span, "nobody has won".to_owned(), "the match goes on".to_owned());
            } else if !is_same {
                self.failed(span, "these are not the winners".to_owned(), format!("the winners are {}", json!(won)));
            }
        }
    }

    /// Checks the contents of a zone, a board or a variable.
    fn part(&self, entry: &Named, what: &str, inside: &Json) {
        let none = Map::new();
        let members = inside[what].as_object().unwrap_or(&none);
        let part = || self.game.part_json(self.played.state(), &entry.name).filter(|_| what == "vars");
        let Some(is) = members.get(&entry.name).cloned().or_else(part) else {
            let one = &what[..what.len() - 1];
            self.sink.fault_help(
                Code::UnknownName,
                &entry.key_span,
                format!("there is no {one} `{}`", entry.name),
                suggest(&entry.name, members.keys().map(String::as_str)),
            );
            return;
        };
        let (mut is, mut wanted) = (is, json_of(&entry.node));
        // The cards of a bag are unordered.
        if what == "zones" && self.is_bag(&entry.name) {
            [&mut is, &mut wanted].into_iter().filter_map(Json::as_array_mut).for_each(|cards| {
                cards.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
            });
        }
        if is != wanted {
            self.failed(&entry.node.span, format!("`{}` is not this", entry.name), format!("it is {is}"));
        }
    }

    fn is_bag(&self, name: &str) -> bool {
        let families = self.game.pack().zones.iter().zip(&self.game.layout().zones);
        families.into_iter().any(|(spec, family)| {
            let mut members = (0..family.len()).map(|member| self.game.member_name(&spec.label, &spec.per, member));
            matches!(family.first(), Some(ZoneLayout::Bag(_))) && members.any(|member| member == name)
        })
    }
}

/// A value as it is in the JSON of a state.
fn json_of(node: &Node) -> Json {
    match &node.value {
        Value::Str(text) => json!(text),
        Value::Int(number) => json!(number),
        Value::Bool(flag) => json!(flag),
        Value::Array(items) => items.iter().map(json_of).collect(),
        Value::Float | Value::Table(_) | Value::Other(_) => Json::Null,
    }
}
