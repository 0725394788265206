//! The list of saved matches.

use std::path::Path;
use std::time::SystemTime;

use parlour_engine::play::Record;
use parlour_table::saves::{self, Saved};
use parlour_table::{Outcome, Shelf};
use serde_json::{Value, json};

use crate::answers::ending::actions;
use crate::context::Context;
use crate::failure::Failure;
use crate::marks::{escape, wrap};

/// All saves as JSON, latest first.
pub(crate) fn list(context: &Context) -> Vec<Value> {
    let mut replays = Shelf::new(&context.library);
    context.saves.all().iter().map(|saved| Entry::of(context, saved, &mut replays).to_json()).collect()
}

/// Shows the saved matches.
///
/// # Errors
/// Output that can't be written.
pub(crate) fn show(context: &Context) -> Result<(), Failure> {
    let screen = &context.screen;
    let all = context.saves.all();
    if all.is_empty() {
        return screen.show("There are no saved matches.");
    }
    let mut replays = Shelf::new(&context.library);
    for saved in &all {
        let entry = Entry::of(context, saved, &mut replays);
        screen.show(&format!("[bold]{}[/]", escape(&entry.name)))?;
        screen.show(&wrap(&escape(&format!("    {}", entry.line())), screen.widest(), 4))?;
    }
    Ok(())
}

/// An entry of the list.
struct Entry<'a> {
    name: String,
    path: &'a Path,
    time: SystemTime,
    played_by: Option<String>,
    /// The match and its outcome; `None` if the file isn't a saved match.
    kept: Option<(Record, Outcome)>,
}

impl<'a> Entry<'a> {
    fn of(context: &Context, saved: &'a Saved, replays: &mut Shelf<'_>) -> Self {
        let path = saved.path.as_path();
        let name = context.saves.name_of(path).unwrap_or_else(|| path.display().to_string());
        let record = saves::read(path).ok().and_then(|text| Record::read(&name, &text).ok());
        Self {
            name,
            path,
            time: saved.time,
            played_by: context.saves.played_by(path).map(|holder| holder.to_string()),
            kept: record.map(|record| {
                let outcome = replays.outcome(&record);
                (record, outcome)
            }),
        }
    }

    fn line(&self) -> String {
        let Some((record, outcome)) = &self.kept else { return "not a saved match".to_owned() };
        let variant = record.variant.as_ref().map_or_else(String::new, |variant| format!(" ({variant})"));
        let result = match outcome {
            Outcome::Open => "not over".to_owned(),
            Outcome::Over(end) => end.reason.clone(),
            _ => "played by other rules".to_owned(),
        };
        let mut parts = vec![
            format!("{}{variant}", record.game),
            record.players.join(" - "),
            match record.left_at() {
                at if at < record.actions.len() => format!("left after {at} of {}", actions(record.actions.len())),
                at => actions(at),
            },
            result,
            ago(self.time),
        ];
        parts.extend(self.played_by.as_ref().map(|holder| format!("played by {holder}")));
        parts.join(", ")
    }

    fn to_json(&self) -> Value {
        let time = self.time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs());
        let mut entry = json!({ "name": self.name, "path": self.path.display().to_string(), "time": time });
        entry["played_by"] = json!(self.played_by);
        if let Some((record, outcome)) = &self.kept {
            entry["game"] = json!(record.game);
            entry["variant"] = json!(record.variant);
            entry["seats"] = json!(record.players);
            entry["actions"] = json!(record.actions.len());
            entry["over"] = match outcome {
                Outcome::Open => json!(false),
                Outcome::Over(_) => json!(true),
                _ => Value::Null,
            };
            entry["result"] = match outcome {
                Outcome::Over(end) => {
                    json!({ "winners": end.winners, "scores": end.scores, "reason": end.reason })
                }
                _ => Value::Null,
            };
        }
        entry
    }
}

/// The age of a time, in words.
fn ago(time: SystemTime) -> String {
    let seconds = time.elapsed().map_or(0, |elapsed| elapsed.as_secs());
    match seconds {
        0..=59 => "just now".to_owned(),
        60..=3_599 => format!("{} min ago", seconds / 60),
        3_600..=86_399 => format!("{} h ago", seconds / 3_600),
        _ => format!("{} days ago", seconds / 86_400),
    }
}
