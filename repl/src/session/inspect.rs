//! Inspection: zones, boards, variables and options, Lua over them, and hidden information.

use parlour_engine::diagnostic::suggest;
use parlour_engine::ids::VarId;
use parlour_engine::pack::spec::Per;
use parlour_engine::trace;
use parlour_table::{SeatView, fresh_seed};
use serde_json::{Map, Value};

use super::lobby::Lobby;
use super::sitting::{Sitting, tell_notes};
use super::stepping::differences;
use crate::board::named;
use crate::context::Screen;
use crate::failure::Failure;
use crate::marks::{escape, wrap};

/// The parts that can be inspected.
const PARTS: [&str; 5] = ["zones", "known", "boards", "vars", "options"];

/// The path of a world instead of the match.
const WORLD: &str = "world";

/// The zones, boards and variables of a state, part by part.
fn members(view: &SeatView) -> Map<String, Value> {
    match view.to_json() {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

impl Sitting {
    /// Everything that can be inspected, part by part.
    pub(super) fn inside(&self) -> Map<String, Value> {
        let mut inside = members(&self.audience.view(&self.table));
        // The known cards of zones that aren't completely visible.
        let known = self.audience.known(&self.table);
        inside.insert("known".to_owned(), known.into_iter().map(|(zone, cards)| (zone, Value::from(cards))).collect());
        inside.insert("options".to_owned(), Value::Object(trace::options(self.game())));
        inside
    }

    /// The paths of `inspect`.
    pub(super) fn paths(&self) -> Vec<String> {
        let inside = self.inside();
        // Known cards are listed by the names of their zones.
        let parts = inside.iter().filter(|(part, _)| *part != "known");
        let members = parts.filter_map(|(_, part)| part.as_object()).flat_map(Map::keys).cloned();
        PARTS.iter().copied().chain([WORLD]).map(str::to_owned).chain(members).collect()
    }

    /// Shows a part or a member of one: `inspect vars`, `inspect hand.left`, `inspect vars.hand.left`.
    pub(super) fn inspect(&mut self, lobby: &mut Lobby, path: &str) -> Result<(), Failure> {
        let screen = &lobby.context.screen;
        let is_world = path == WORLD;
        let inside = if is_world { self.world()? } else { self.inside() };
        let path = if is_world { "" } else { path };
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
            if path == "known" {
                self.show_worlds(screen)?;
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
            let one = self.audience.view(&self.table).part(name);
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

    /// A world that a search would imagine, part by part.
    fn world(&mut self) -> Result<Map<String, Value>, Failure> {
        let looker = self.audience.looker();
        match self.table.look(looker).a_world(fresh_seed()) {
            Some(Value::Object(world)) => Ok(world),
            _ => Err(Failure::Input("nothing is hidden from you that a world could fill in".to_owned())),
        }
    }

    /// Shows how many of the worlds that a search would imagine are rejected.
    fn show_worlds(&mut self, screen: &Screen) -> Result<(), Failure> {
        let looker = self.audience.looker();
        let Some((counts, is_even)) = self.table.look(looker).try_worlds(fresh_seed()) else { return Ok(()) };
        let even = if is_even { "; every deal is equally likely" } else { "" };
        let kept = counts.drawn - counts.rejected;
        let told = match counts.rejected {
            _ if counts.replayed > 0 => {
                "Searches imagine worlds by replaying what was observed, and all agree with it.".to_owned()
            }
            0 => format!("Searches imagine worlds that agree with this, and of {kept} none was refused{even}."),
            n => format!("Searches imagine worlds that agree with this; for {kept} of them {n} were refused{even}."),
        };
        screen.show(&wrap(&format!("[dim]{told}[/]"), screen.width, 0))
    }

    /// The names of a variable's slots, if any.
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

    /// Evaluates an expression over the viewer's view.
    pub(super) fn evaluate(&mut self, lobby: &mut Lobby, expression: &str) -> Result<(), Failure> {
        if expression.is_empty() {
            let example = self.example().unwrap_or_else(|| "1 + 1".to_owned());
            return Err(Failure::Input(format!("expected an expression, as in `lua {example}`")));
        }
        if names_rules(expression) {
            return self.try_rules(lobby, expression);
        }
        let thinking = self.table.thinking();
        let said = self.table.look(self.audience.looker()).evaluate(expression, thinking, fresh_seed());
        for line in &said.printed {
            lobby.context.screen.show(&escape(line))?;
        }
        lobby.context.screen.show(&escape(&said.value?))
    }

    /// Evaluates an expression that calls the pack's own functions, over a sampled copy of the match, and shows the
    /// changes there.
    fn try_rules(&mut self, lobby: &mut Lobby, expression: &str) -> Result<(), Failure> {
        let looker = self.audience.looker_back(&self.table);
        let trial = self.table.look(looker).try_rules(expression, fresh_seed())?;
        let hidden = if trial.is_dealt { ", with what you can't see dealt at random" } else { "" };
        let screen = &lobby.context.screen;
        trial.printed.iter().try_for_each(|line| screen.show(&escape(line)))?;
        screen.show(&escape(&trial.value?))?;
        let lines = differences(&trial.before, &trial.after);
        if !lines.is_empty() {
            screen.show(&format!("[dim]On a copy{hidden}; the match is as it was:[/]"))?;
        }
        lines.iter().try_for_each(|line| screen.show(&wrap(&format!("  {}", escape(line)), screen.width, 6)))
    }

    /// An example expression for the game.
    fn example(&self) -> Option<String> {
        let pack = self.game().pack();
        let zone = pack.zones.iter().find(|zone| zone.per == Per::One).map(|zone| format!("{}.size()", zone.name));
        zone.or_else(|| pack.boards.first().map(|board| format!("{}.at(1)", board.name)))
    }
}

impl Sitting {
    /// Switches hidden information on, which marks the match, or off.
    pub(super) fn reveal(&mut self, lobby: &mut Lobby, rest: &str) -> Result<(), Failure> {
        self.audience.reveals = on_off(rest)?;
        let screen = &lobby.context.screen;
        if !self.audience.reveals {
            self.table.autosave();
            tell_notes(&mut self.table, screen);
            return screen.tell("They are hidden again.");
        }
        self.table.reveal();
        tell_notes(&mut self.table, screen);
        screen.tell("Hidden things are shown; the match is marked for it.")?;
        self.audience.tell_seed(&self.table, screen)
    }

    /// Switches tracing of steps as JSON lines on or off.
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

/// True if an expression uses the name `rules`.
fn names_rules(expression: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    expression.split(|c| !is_part(c)).any(|word| word == "rules")
}
