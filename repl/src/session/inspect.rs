//! Looking inside: zones, boards, variables and options, Lua over them, and what is hidden.

use parlour_ai::Request;
use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::{Faults, suggest};
use parlour_engine::game::Game;
use parlour_engine::ids::VarId;
use parlour_engine::pack::spec::Per;
use parlour_engine::rules::Rules;
use parlour_engine::state::State;
use parlour_engine::trace;
use serde_json::{Map, Value};

use super::lobby::Lobby;
use super::sitting::Sitting;
use super::stepping::differences;
use crate::board::named;
use crate::context::Screen;
use crate::failure::Failure;
use crate::marks::{escape, wrap};
use crate::setup::fresh_seed;

/// The parts that can be inspected.
const PARTS: [&str; 4] = ["zones", "boards", "vars", "options"];

/// The zones, boards and variables of a state, part by part.
pub(super) fn members(game: &Game, state: &State) -> Map<String, Value> {
    match game.state_json(state) {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

impl Sitting {
    /// Everything that can be inspected, part by part.
    pub(super) fn inside(&self) -> Map<String, Value> {
        let (view, game) = (self.audience.view(&self.table), self.game());
        let mut inside = members(game, &view);
        inside.insert("options".to_owned(), Value::Object(trace::options(game)));
        inside
    }

    /// The paths that `inspect` knows.
    pub(super) fn paths(&self) -> Vec<String> {
        let inside = self.inside();
        let members = inside.values().filter_map(Value::as_object).flat_map(Map::keys).cloned();
        PARTS.iter().map(|&part| part.to_owned()).chain(members).collect()
    }

    /// Shows a part or a member of one: `inspect vars`, `inspect hand.left`, `inspect vars.hand.left`.
    pub(super) fn inspect(&mut self, lobby: &mut Lobby, path: &str) -> Result<(), Failure> {
        let (inside, screen) = (self.inside(), &lobby.context.screen);
        if path.is_empty() || PARTS.contains(&path) {
            for part in PARTS.iter().filter(|part| path.is_empty() || **part == path) {
                let Some(members) = inside.get(*part).and_then(Value::as_object) else { continue };
                if members.is_empty() {
                    continue;
                }
                screen.show(&format!("[underline]{part}[/]"))?;
                for (name, value) in members {
                    self.show_value(screen, name, value)?;
                }
            }
            return Ok(());
        }
        let (part, name) = match path.split_once('.') {
            Some((part, name)) if PARTS.contains(&part) => (Some(part), name),
            _ => (None, path),
        };
        let parts = PARTS.iter().filter(|known| part.is_none_or(|part| part == **known));
        for part in parts {
            let members = inside.get(*part).and_then(Value::as_object);
            if let Some((name, value)) = members.and_then(|members| members.get_key_value(name)) {
                return self.show_value(screen, name, value);
            }
            let one = self.game().part_json(&self.audience.view(&self.table), name);
            if let Some(value) = one.filter(|_| *part == "vars") {
                return self.show_value(screen, name, &value);
            }
            let family: Vec<_> =
                members.into_iter().flatten().filter(|(key, _)| key.starts_with(&format!("{name}."))).collect();
            if !family.is_empty() {
                return family.into_iter().try_for_each(|(name, value)| self.show_value(screen, name, value));
            }
        }
        let known = self.paths();
        Err(Failure::Input(format!(
            "there is nothing at `{path}`; {}",
            suggest(path, known.iter().map(String::as_str))
        )))
    }

    /// The names of a variable's values, if they have any.
    fn parts_of(&self, name: &str) -> Option<Vec<String>> {
        let label = name.split('.').next().unwrap_or(name);
        let var = self.game().pack().vars.iter().position(|var| var.label == label)?;
        self.game().part_names(VarId::from_index(var))
    }

    fn show_value(&self, screen: &Screen, name: &str, value: &Value) -> Result<(), Failure> {
        let plain = |value: &Value| match value {
            Value::String(text) => format!("\"{text}\""),
            other => other.to_string(),
        };
        let is_board = value.as_array().is_some_and(|rows| rows.len() > 1)
            && self.game().pack().boards.iter().any(|board| board.name == name);
        if is_board {
            screen.show(&format!("  {}", escape(name)))?;
            let rows = value.as_array().into_iter().flatten().filter_map(Value::as_str);
            return rows.into_iter().try_for_each(|row| screen.show(&format!("    {}", escape(row))));
        }
        let text = match (value, self.parts_of(name)) {
            (Value::Array(items), _) if items.is_empty() => "(empty)".to_owned(),
            (Value::Array(items), Some(parts)) => named(&parts, items),
            (Value::Array(items), None) => items.iter().map(plain).collect::<Vec<_>>().join(", "),
            (other, _) => plain(other),
        };
        screen.show(&wrap(&format!("  {} = {}", escape(name), escape(&text)), screen.width, 6))
    }

    /// Evaluates an expression over what the viewer may see.
    pub(super) fn evaluate(&mut self, lobby: &mut Lobby, expression: &str) -> Result<(), Failure> {
        if expression.is_empty() {
            let example = self.example().unwrap_or_else(|| "1 + 1".to_owned());
            return Err(Failure::Input(format!("expected an expression, as in `lua {example}`")));
        }
        if names_rules(expression) {
            return self.try_rules(lobby, expression);
        }
        let (played, viewer) = (&self.table.played, self.audience.viewer);
        let (shown, view) = (self.audience.view(&self.table), played.view(viewer));
        let is_own = viewer.is_some() && played.decision().map(|decision| decision.seat) == viewer;
        let legal = if is_own { played.legal().clone() } else { ActionList::new() };
        let thinking = self.table.thinking;
        let request = Request { view: &view, legal: &legal, time: thinking.time, nodes: thinking.nodes };
        let said = parlour_ai::evaluate(self.game(), &shown, &request, expression, fresh_seed());
        for line in &said.printed {
            lobby.context.screen.show(&escape(line))?;
        }
        lobby.context.screen.show(&escape(&said.value?))
    }

    /// Evaluates an expression that calls the pack's own functions, over a copy of the match as the viewer may know it, and
    /// tells what it has changed there.
    fn try_rules(&mut self, lobby: &mut Lobby, expression: &str) -> Result<(), Failure> {
        let game = self.game().clone();
        let mut rules = Rules::quick(game.clone())?;
        let played = &self.table.played;
        let (before, hidden) = if self.audience.knows_all(&self.table) || game.is_open() {
            (played.state().clone(), "")
        } else {
            let view = played.view(self.audience.viewer);
            let dealt = rules.determinize(&view, &mut Generator::from_seed(fresh_seed())).map_err(Faults::from)?;
            (dealt, ", with what you can't see dealt at random")
        };
        let mut after = before.clone();
        let value = rules.evaluate_on(&mut after, expression);
        let screen = &lobby.context.screen;
        rules.take_output().iter().try_for_each(|line| screen.show(&escape(line)))?;
        screen.show(&escape(&value?))?;
        let inside = |state| game.state_json(state).as_object().cloned().unwrap_or_default();
        let lines = differences(&inside(&before), &inside(&after));
        if !lines.is_empty() {
            screen.show(&format!("[dim]On a copy{hidden}; the match is as it was:[/]"))?;
        }
        lines.iter().try_for_each(|line| screen.show(&wrap(&format!("  {}", escape(line)), screen.width, 6)))
    }

    /// An expression over something that the game has.
    fn example(&self) -> Option<String> {
        let pack = self.game().pack();
        let zone = pack.zones.iter().find(|zone| zone.per == Per::One).map(|zone| format!("{}.size()", zone.name));
        zone.or_else(|| pack.boards.first().map(|board| format!("{}.at(1)", board.name)))
    }
}

impl Sitting {
    /// Shows hidden things from now on, which the match is marked for, or hides them again.
    pub(super) fn reveal(&mut self, lobby: &mut Lobby, rest: &str) -> Result<(), Failure> {
        self.audience.reveals = on_off(rest)?;
        let screen = &lobby.context.screen;
        if !self.audience.reveals {
            self.keeping.autosave(&self.table, screen);
            return screen.tell("They are hidden again.");
        }
        self.table.played.mark_revealed();
        self.keeping.autosave(&self.table, screen);
        screen.tell("Hidden things are shown; the match is marked for it.")?;
        self.audience.tell_seed(&self.table, screen)
    }

    /// Writes every step as a line of JSON from now on, or doesn't.
    pub(super) fn trace(&mut self, _: &mut Lobby, rest: &str) -> Result<(), Failure> {
        self.audience.traces = on_off(rest)?;
        Ok(())
    }
}

/// # Errors
/// Neither `on` nor `off`.
fn on_off(text: &str) -> Result<bool, Failure> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        other => Err(Failure::Input(format!("expected `on` or `off`, not `{other}`"))),
    }
}

/// Whether an expression has the word `rules`.
fn names_rules(expression: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    expression.split(|c| !is_part(c)).any(|word| word == "rules")
}
