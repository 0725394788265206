//! Orders of tables: a game with its options, and its players.

use std::sync::Arc;

use parlour_engine::play::Record;
use parlour_engine::{Config, Game, Library};
pub(crate) use parlour_table::HUMAN;
use parlour_table::{Player, Robots};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::error::Refused;
use crate::limits::Limits;
use parlour_table::clock::Pace;

/// The player of a seat that waits for a person.
pub(crate) const OPEN: &str = "open";

/// A request for a new table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Order {
    pub(crate) game: String,
    #[serde(default)]
    pub(crate) variant: Option<String>,
    #[serde(default)]
    pub(crate) options: Map<String, Value>,
    #[serde(default)]
    pub(crate) seats: Vec<String>,
    #[serde(default)]
    pub(crate) seed: Option<u64>,
    /// True if the table is shown in the lobby while it waits for people.
    #[serde(default)]
    pub(crate) public: bool,
    /// The time control; `None` for no clock.
    #[serde(default)]
    pub(crate) clock: Option<Pace>,
    /// The delay of onlookers, in actions.
    #[serde(default)]
    pub(crate) delay: usize,
    /// True for a provably fair deal: the server commits to a secret, and every seat contributes a word before the
    /// match.
    #[serde(default)]
    pub(crate) fair: bool,
    /// True if robots may give hints.
    #[serde(default = "yes")]
    pub(crate) hints: bool,
    /// True if onlookers may take over robots' seats; the host always may.
    #[serde(default)]
    pub(crate) take_over: bool,
    /// True if chat is enabled.
    #[serde(default = "yes")]
    pub(crate) chat: bool,
}

fn yes() -> bool {
    true
}

impl Order {
    /// Checks everything that doesn't depend on the game.
    ///
    /// # Errors
    /// An invalid order.
    pub(crate) fn check(&self) -> Result<(), Refused> {
        if self.delay > Limits::LONGEST_DELAY {
            let most = Limits::LONGEST_DELAY;
            return Err(Refused::new(422, format!("those who look on are at most {most} actions behind")));
        }
        if self.fair && self.seed.is_some() {
            return Err(Refused::new(422, "a seed that somebody has chosen can't be dealt fairly"));
        }
        self.clock.map_or(Ok(()), |pace| pace.check().map_err(|error| Refused::new(422, error.to_string())))
    }

    /// Loads the configured game.
    ///
    /// # Errors
    /// An unknown game or option.
    pub(crate) fn game(&self, library: &Library) -> Result<Arc<Game>, Refused> {
        let name = game_named(library, &self.game)?;
        let text = |value: &Value| match value {
            Value::String(text) => text.clone(),
            Value::Array(list) => list.iter().map(Value::to_string).collect::<Vec<_>>().join(","),
            other => other.to_string(),
        };
        let set = self.options.iter().map(|(key, value)| (key.clone(), text(value))).collect();
        let seats = Some(self.seats.len()).filter(|&seats| seats > 0);
        let config = Config { variant: self.variant.clone(), seats, set, ..Config::default() };
        let game = library.load(&name).and_then(|pack| pack.configure(&config));
        game.map_err(|faults| Refused::new(422, faults.to_string()))
    }

    /// The players of the seats; unnamed ones are open.
    ///
    /// # Errors
    /// A player that isn't allowed at a server's table.
    pub(crate) fn players(&self, game: &Game, robots: &Robots) -> Result<Vec<String>, Refused> {
        let named = |n: usize| self.seats.get(n).map_or(OPEN, String::as_str);
        (0..game.seat_count()).map(|n| player(named(n), game, robots)).collect()
    }

    /// The order that corresponds to a saved match.
    pub(crate) fn of_save(record: &Record) -> Option<Self> {
        let options: Map<String, Value> =
            record.options.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        let (game, variant) = (&record.game, &record.variant);
        let seats = vec![OPEN; record.players.len()];
        serde_json::from_value(json!({ "game": game, "variant": variant, "options": options, "seats": seats })).ok()
    }

    /// The cache key of its game.
    pub(crate) fn key(&self) -> String {
        let Self { game, variant, options, seats, .. } = self;
        serde_json::json!([game, variant, options, seats.len()]).to_string()
    }
}

/// The game named by a text: its name, title or a synonym, or a unique prefix.
///
/// # Errors
/// No game or several match.
pub(crate) fn game_named(library: &Library, written: &str) -> Result<String, Refused> {
    if library.has(written) {
        return Ok(written.to_owned());
    }
    let none = || Refused::new(404, "there is no such game");
    // A text that looks like a path names no game.
    let is_path = |c: char| c.is_control() || matches!(c, '/' | '\\' | '.' | '\0');
    if written.len() > Limits::LONGEST_ACTION || written.contains(is_path) {
        return Err(none());
    }
    match library.catalogue().named(written).as_slice() {
        [one] => Ok(one.clone()),
        _ => Err(none()),
    }
}

/// The player named by a text on a seat: a person, a level, or a robot of the packs within the time limit. Nothing else
/// can be named, in particular no program.
///
/// # Errors
/// The reason for a refusal.
pub(crate) fn player(text: &str, game: &Game, robots: &Robots) -> Result<String, Refused> {
    let refuse = |why: String| Err(Refused::new(422, why));
    if text.len() > Limits::LONGEST_ACTION {
        return refuse("the name of a player is too long".to_owned());
    }
    let read = Player::read(text);
    match &read {
        _ if text.trim() == OPEN => return Ok(HUMAN.to_owned()),
        Player::Human => return Ok(HUMAN.to_owned()),
        Player::Level(level) => return Ok(level.name().to_owned()),
        Player::Robot(_) => {}
        _ => return refuse("programs can't sit at a table of a server".to_owned()),
    }
    let spec = match read.robot() {
        Some(Ok(spec)) => spec,
        _ => return refuse(format!("`{text}` can't sit here; expected `open`, `easy`, `medium`, `hard` or a robot")),
    };
    if let Err(faults) = robots.takes(game.name(), text) {
        return refuse(faults.to_string());
    }
    let is_long = |thinking: parlour_table::Thinking| {
        thinking.nodes.unwrap_or(0) > Limits::MAX_NODES
            || thinking.nodes.is_none() && thinking.time > Limits::LONGEST_THOUGHT
    };
    if spec.thinking.is_some_and(is_long) {
        return refuse(format!("`{text}` thinks too long: at most 5s or {} nodes", Limits::MAX_NODES));
    }
    Ok(text.trim().to_owned())
}
