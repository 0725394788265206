//! Looking inside: zones, boards, variables and options, Lua over them, and what is hidden.

use parlour_engine::diagnostic::suggest;
use parlour_engine::game::Config;
use parlour_engine::pack::spec::{OptionKind, OptionSpec, Per};
use parlour_engine::trace;
use serde_json::{Map, Value};

use super::Session;
use super::command::on_off;
use crate::failure::Failure;
use crate::marks::{escape, wrap};

/// The option of every game for the number of its seats.
pub(super) const PLAYERS: &str = "players";

/// The parts that can be inspected.
const PARTS: [&str; 4] = ["zones", "boards", "vars", "options"];

impl Session<'_> {
    /// Everything that can be inspected, part by part.
    fn inside(&self) -> Map<String, Value> {
        let (Some(table), Some(view)) = (&self.table, self.visible()) else { return Map::new() };
        let game = table.played.game();
        let mut inside = match game.state_json(&view) {
            Value::Object(map) => map,
            _ => Map::new(),
        };
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
    pub(super) fn inspect(&self, path: &str) -> Result<(), Failure> {
        let inside = self.inside();
        if path.is_empty() || PARTS.contains(&path) {
            for part in PARTS.iter().filter(|part| path.is_empty() || **part == path) {
                let Some(members) = inside.get(*part).and_then(Value::as_object) else { continue };
                if members.is_empty() {
                    continue;
                }
                self.context.screen.show(&format!("[underline]{part}[/]"))?;
                for (name, value) in members {
                    self.show_value(name, value)?;
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
                return self.show_value(name, value);
            }
            let family: Vec<_> =
                members.into_iter().flatten().filter(|(key, _)| key.starts_with(&format!("{name}."))).collect();
            if !family.is_empty() {
                return family.into_iter().try_for_each(|(name, value)| self.show_value(name, value));
            }
        }
        let known = self.paths();
        Err(Failure::Input(format!(
            "there is nothing at `{path}`; {}",
            suggest(path, known.iter().map(String::as_str))
        )))
    }

    fn show_value(&self, name: &str, value: &Value) -> Result<(), Failure> {
        let screen = &self.context.screen;
        let plain = |value: &Value| match value {
            Value::String(text) => format!("\"{text}\""),
            other => other.to_string(),
        };
        let is_board = value.as_array().is_some_and(|rows| rows.len() > 1)
            && self
                .table
                .as_ref()
                .is_some_and(|table| table.played.game().pack().boards.iter().any(|board| board.name == name));
        if is_board {
            screen.show(&format!("  {}", escape(name)))?;
            let rows = value.as_array().into_iter().flatten().filter_map(Value::as_str);
            return rows.into_iter().try_for_each(|row| screen.show(&format!("    {}", escape(row))));
        }
        let text = match value {
            Value::Array(items) if items.is_empty() => "(empty)".to_owned(),
            Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(", "),
            other => plain(other),
        };
        screen.show(&wrap(&format!("  {} = {}", escape(name), escape(&text)), screen.width, 6))
    }

    /// Shows hidden things from now on, which the match is marked for, or hides them again.
    pub(super) fn reveal(&mut self, rest: &str) -> Result<(), Failure> {
        let reveals = on_off(rest)?;
        let Some(table) = self.table.as_mut() else { return Ok(()) };
        if reveals {
            table.played.mark_revealed();
        }
        self.reveals = reveals;
        self.autosave();
        let text =
            if reveals { "Hidden things are shown; the match is marked for it." } else { "They are hidden again." };
        self.context.screen.tell(text)
    }

    /// Evaluates an expression over what the viewer may see.
    pub(super) fn evaluate(&mut self, expression: &str) -> Result<(), Failure> {
        if expression.is_empty() {
            let example = self.example().unwrap_or_else(|| "1 + 1".to_owned());
            return Err(Failure::Input(format!("expected an expression, as in `lua {example}`")));
        }
        let Some(view) = self.visible() else { return Ok(()) };
        let Some(table) = self.table.as_mut() else { return Ok(()) };
        let host = table.played.host();
        let result = host.evaluate(&view, expression);
        let printed = host.take_output();
        for line in printed {
            self.context.screen.show(&escape(&line))?;
        }
        self.context.screen.show(&escape(&result?))
    }

    /// An expression over something that the game has.
    fn example(&self) -> Option<String> {
        let pack = self.table.as_ref()?.played.game().pack();
        let zone = pack.zones.iter().find(|zone| zone.per == Per::One).map(|zone| format!("{}.size()", zone.name));
        zone.or_else(|| pack.boards.first().map(|board| format!("{}.at(1)", board.name)))
    }

    /// Sets an option for the next match of the game, or lists the options.
    pub(super) fn set_option(&mut self, rest: &str) -> Result<(), Failure> {
        let Some(table) = &self.table else { return Ok(()) };
        let game = table.played.game().clone();
        let screen = self.context.screen;
        let seats = &game.pack().seats;
        let takes_players = seats.min < seats.max && game.pack().options.iter().all(|spec| spec.key != PLAYERS);
        if rest.is_empty() {
            if takes_players {
                let next =
                    self.waiting_players(game.name()).map_or_else(String::new, |n| format!(", {n} in the next match"));
                let range = format!("{} to {}", seats.min, seats.max);
                screen
                    .show(&format!("  [bold]{PLAYERS}[/] = {}{next}  [dim]({range})[/]  Seats.", game.seat_count()))?;
            }
            for (spec, (key, value)) in game.pack().options.iter().zip(game.options()) {
                let next = self.options.iter().rev().find(|(name, set, _)| name == game.name() && set == key);
                let next = next.map_or_else(String::new, |(.., value)| format!(", {value} in the next match"));
                let line = format!("  [bold]{key}[/] = {value}{next}  [dim]({})[/]  {}", range(spec), spec.help);
                screen.show(&wrap(&line, screen.width, 6))?;
            }
            return Ok(());
        }
        let (key, value) = rest
            .split_once([' ', '='])
            .map(|(key, value)| (key.trim(), value.trim()))
            .ok_or_else(|| Failure::Input("expected a key and a value, as in `set hand_size 6`".to_owned()))?;
        if let Some(spec) = game.pack().options.iter().find(|spec| spec.key == key) {
            spec.parse(value)
                .map_err(|expected| Failure::Input(format!("`{key}` can't be `{value}`; expected {expected}")))?;
        } else if !(takes_players && key == PLAYERS) {
            let known = game.pack().options.iter().map(|spec| spec.key.as_str());
            let known = known.chain(takes_players.then_some(PLAYERS));
            return Err(Failure::Input(format!("there is no option `{key}`; {}", suggest(key, known))));
        } else if !value.parse().is_ok_and(|n| (seats.min..=seats.max).contains(&n)) {
            let range = format!("a whole number from {} to {}", seats.min, seats.max);
            return Err(Failure::Input(format!("`{key}` can't be `{value}`; expected {range}")));
        }
        let others = self.options.iter().filter(|(name, set, _)| name == game.name() && set != key);
        let mut together: Vec<(String, String)> = others.map(|(_, key, value)| (key.clone(), value.clone())).collect();
        together.push((key.to_owned(), value.to_owned()));
        let says_players = takes_players && together.iter().any(|(key, _)| key == PLAYERS);
        let config = Config {
            variant: game.variant().map(str::to_owned),
            seats: (!says_players).then(|| game.seat_count()),
            set: together,
            ..Config::default()
        };
        // What no match could begin with is refused now and not kept.
        game.pack().configure(&config)?;
        self.options.retain(|(name, set, _)| !(name == game.name() && set == key));
        self.options.push((game.name().to_owned(), key.to_owned(), value.to_owned()));
        screen.tell(&escape(&format!("{key} will be {value} in the next match: `{}` begins it.", self.play_again())))
    }
}

impl Session<'_> {
    /// How many seats the next match of a game is to have, if that was set.
    pub(super) fn waiting_players(&self, game: &str) -> Option<usize> {
        let set = self.options.iter().rev().find(|(name, key, _)| name == game && key == PLAYERS);
        set.and_then(|(.., value)| value.parse().ok())
    }
}

/// What an option can be.
fn range(spec: &OptionSpec) -> String {
    match &spec.kind {
        OptionKind::Int { min, max } => format!("{min} to {max}"),
        OptionKind::Bool => "true or false".to_owned(),
        OptionKind::Word(words) => escape(&words.join(", ")),
    }
}
