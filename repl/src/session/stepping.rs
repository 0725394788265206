//! `step`: takes an action and shows each event and what has changed in the state.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::lobby::Lobby;
use super::sitting::Sitting;
use crate::failure::Failure;
use crate::marks::{escape, wrap};

impl Sitting {
    /// Takes an action, or lets a robot take one, and shows what came of it as those at the keyboard may know it.
    pub(super) fn step(&mut self, lobby: &mut Lobby, text: &str) -> Result<(), Failure> {
        let (before, steps) = (self.inside(), self.table.played.steps().len());
        match text {
            "" => self.auto(lobby, "1")?,
            text => self.action(lobby, text)?,
        }
        let (after, screen) = (self.inside(), &lobby.context.screen);
        let everything = self.audience.knows_all(&self.table);
        let mut lines = Vec::new();
        for step in self.table.played.steps().iter().skip(steps) {
            for event in &step.events {
                let told = self.game().event_json(event, self.audience.viewer, everything);
                lines.push(format!("event {}", line(&told)));
            }
        }
        lines.extend(differences(&before, &after));
        if lines.is_empty() {
            lines.push("nothing that you may know has changed".to_owned());
        }
        lines.iter().try_for_each(|line| screen.show(&wrap(&format!("  {}", escape(line)), screen.width, 6)))
    }
}

/// What of a state that is written as JSON has changed, a line for each.
pub(super) fn differences(before: &Map<String, Value>, after: &Map<String, Value>) -> Vec<String> {
    let told = changed(before, after).flat_map(|Changed { part, name, old, new }| {
        let old = old.unwrap_or(&Value::Null);
        if part == "vars" { values(name, old, new) } else { changes(name, old, new) }
    });
    told.collect()
}

/// A zone, a board or a variable that is not in two states the same.
pub(super) struct Changed<'a> {
    part: &'static str,
    pub(super) name: &'a str,
    /// `None` if only the second state has it.
    pub(super) old: Option<&'a Value>,
    new: &'a Value,
}

/// What of a second state, written as JSON, is not as in a first one.
pub(super) fn changed<'a>(
    before: &'a Map<String, Value>,
    after: &'a Map<String, Value>,
) -> impl Iterator<Item = Changed<'a>> {
    ["zones", "boards", "vars"].into_iter().flat_map(move |part| {
        let members = |inside: &'a Map<String, Value>| inside.get(part).and_then(Value::as_object);
        let was = members(before);
        let is = members(after).into_iter().flatten();
        let all = is.map(move |(name, new)| Changed { part, name, old: was.and_then(|was| was.get(name)), new });
        all.filter(|changed| changed.old != Some(changed.new))
    })
}

/// A value on one line, texts without their marks.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => format!("[{}]", list.iter().map(plain).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}

/// An event: its kind, then its fields.
fn line(event: &Value) -> String {
    let fields = event.as_object().into_iter().flatten().filter(|(name, _)| *name != "kind");
    let fields: String = fields.map(|(name, value)| format!(" {name}={}", plain(value))).collect();
    plain(&event["kind"]) + &fields
}

/// Of a list no more values than these are told one by one.
const ONE_BY_ONE: usize = 12;

/// How a variable has changed: of a list, which of its values have.
fn values(name: &str, old: &Value, new: &Value) -> Vec<String> {
    let whole = || vec![format!("{name}: {} \u{2192} {}", plain(old), plain(new))];
    let (Value::Array(before), Value::Array(after)) = (old, new) else { return whole() };
    let changed = || before.iter().zip(after).enumerate().filter(|(_, (old, new))| old != new);
    // Dice come and go.
    if before.len() != after.len() || changed().count() > ONE_BY_ONE {
        return whole();
    }
    changed().map(|(n, (old, new))| format!("{name}[{}]: {} \u{2192} {}", n + 1, plain(old), plain(new))).collect()
}

/// How a zone or a board has changed.
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
