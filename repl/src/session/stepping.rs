//! `step`: takes an action and shows each event and the changes of the state.

use std::collections::BTreeMap;

use parlour_table::EventTold;
use parlour_table::reload::{Changed, changed};
use serde_json::{Map, Value};

use super::lobby::Lobby;
use super::sitting::Sitting;
use crate::failure::Failure;
use crate::marks::{escape, wrap};

impl Sitting {
    /// Takes an action, or lets a robot take one, and shows its effects as the viewer may know them.
    pub(super) fn step(&mut self, lobby: &mut Lobby, text: &str) -> Result<(), Failure> {
        let (before, steps) = (self.inside(), self.table.step_count());
        match text {
            "" => self.auto(lobby, "1")?,
            text => self.action(lobby, text)?,
        }
        let (after, screen) = (self.inside(), &lobby.context.screen);
        let looker = self.audience.looker_back(&self.table);
        let new = (steps..self.table.step_count()).filter_map(|n| self.table.step(n, looker));
        let mut lines: Vec<String> =
            new.flat_map(|step| step.events).map(|event| format!("event {}", line(&event))).collect();
        lines.extend(differences(&before, &after));
        if lines.is_empty() {
            lines.push("nothing that you may know has changed".to_owned());
        }
        lines.iter().try_for_each(|line| screen.show(&wrap(&format!("  {}", escape(line)), screen.width, 6)))
    }
}

/// The differences of two states as JSON, a line for each.
pub(super) fn differences(before: &Map<String, Value>, after: &Map<String, Value>) -> Vec<String> {
    let told = changed(before, after).flat_map(|Changed { part, name, old, new, .. }| {
        let old = old.unwrap_or(&Value::Null);
        if part == "vars" { values(name, old, new) } else { changes(name, old, new) }
    });
    told.collect()
}

/// A value on one line, texts without quotes.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => format!("[{}]", list.iter().map(plain).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}

/// An event: its kind, then its fields.
fn line(event: &EventTold) -> String {
    let fields = event.fields.iter().map(|(name, value)| format!(" {name}={}", plain(value)));
    event.kind.clone() + &fields.collect::<String>()
}

/// The maximum number of a list's values whose changes are listed individually.
const ONE_BY_ONE: usize = 12;

/// The change of a variable: for a list, of its values.
fn values(name: &str, old: &Value, new: &Value) -> Vec<String> {
    let whole = || vec![format!("{name}: {} \u{2192} {}", plain(old), plain(new))];
    let (Value::Array(before), Value::Array(after)) = (old, new) else { return whole() };
    let changed = || before.iter().zip(after).enumerate().filter(|(_, (old, new))| old != new);
    // The number of dice may change.
    if before.len() != after.len() || changed().count() > ONE_BY_ONE {
        return whole();
    }
    changed().map(|(n, (old, new))| format!("{name}[{}]: {} \u{2192} {}", n + 1, plain(old), plain(new))).collect()
}

/// The change of a zone or a board.
fn changes(name: &str, old: &Value, new: &Value) -> Vec<String> {
    let (Value::Array(before), Value::Array(after)) = (old, new) else {
        return vec![format!("{name}: {} \u{2192} {}", plain(old), plain(new))];
    };
    let is_board = before.len() == after.len() && after.len() > 1 && after.iter().all(Value::is_string);
    let rows = || before.iter().zip(after).enumerate().filter(|(_, (old, new))| old != new);
    if is_board && plain(&after[0]).chars().count() == plain(&before[0]).chars().count() && rows().count() < 4 {
        return rows()
            .map(|(n, (old, new))| format!("{name} {}: {} \u{2192} {}", n + 1, plain(old), plain(new)))
            .collect();
    }
    let mut counts: BTreeMap<String, i64> = BTreeMap::new();
    after.iter().for_each(|card| *counts.entry(plain(card)).or_default() += 1);
    before.iter().for_each(|card| *counts.entry(plain(card)).or_default() -= 1);
    let moved: Vec<String> = counts.iter().filter(|(_, n)| **n != 0).map(|(card, n)| format!("{n:+} {card}")).collect();
    let moved = if moved.is_empty() { "in another order".to_owned() } else { moved.join(", ") };
    vec![format!("{name}: {moved} ({} \u{2192} {})", before.len(), after.len())]
}
