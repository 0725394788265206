//! The lobby: state that exists without a match, and lasts from match to match.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parlour_engine::Pack;
use parlour_table::Level;

use crate::answers;
use crate::answers::ending::actions;
use crate::answers::games;
use crate::context::Context;
use crate::failure::Failure;
use crate::marks::{escape, wrap};

/// The default pause of `watch` after each action.
const PACE: Duration = Duration::from_millis(700);
/// The maximum pause, in milliseconds.
const LONGEST: u64 = 60_000;

/// The option of every game for its number of seats.
pub(super) const PLAYERS: &str = "players";

/// Options for the next match of their game: game, key and value.
#[derive(Debug, Default)]
pub(super) struct Waiting(Vec<(String, String, String)>);

impl Waiting {
    /// The pending options of a game.
    pub(super) fn of<'a>(&'a self, game: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.0.iter().filter(move |(name, ..)| name == game).map(|(_, key, value)| (key.as_str(), value.as_str()))
    }

    pub(super) fn value<'a>(&'a self, game: &'a str, key: &str) -> Option<&'a str> {
        self.of(game).find(|(set, _)| *set == key).map(|(_, value)| value)
    }

    /// The number of seats set for the next match of a game.
    pub(super) fn players(&self, game: &str) -> Option<usize> {
        self.value(game, PLAYERS)?.parse().ok()
    }

    pub(super) fn put(&mut self, game: &str, key: &str, value: &str) {
        self.0.retain(|(name, set, _)| !(name == game && set == key));
        self.0.push((game.to_owned(), key.to_owned(), value.to_owned()));
    }

    /// Drops the options of a game once its match has begun.
    pub(super) fn used(&mut self, game: &str) {
        self.0.retain(|(name, ..)| name != game);
    }
}

/// State that lasts from match to match.
pub(super) struct Lobby {
    /// The packs, the robots and the screen.
    pub(super) context: Context,
    pub(super) waiting: Waiting,
    /// The pause of `watch` after each action.
    pub(super) pace: Duration,
    /// The last requested level.
    pub(super) level: Option<Level>,
    /// True if the menu is shown as soon as there is no match.
    pub(super) wants_menu: bool,
    /// A long text to be shown page by page.
    pub(super) pages: Option<String>,
    /// The name of the autosave of a match left for another.
    pub(super) left: Option<String>,
    /// True if programs named by a saved match start without asking.
    pub(super) allows_programs: bool,
    /// The packs before they were reloaded, by name.
    pub(super) earlier: HashMap<String, Arc<Pack>>,
}

impl Lobby {
    pub(super) fn new(context: Context, allows_programs: bool) -> Self {
        Self {
            wants_menu: context.screen.has_menus(),
            context,
            waiting: Waiting::default(),
            pace: PACE,
            level: None,
            pages: None,
            left: None,
            allows_programs,
            earlier: HashMap::new(),
        }
    }

    /// The greeting.
    pub(super) fn welcome(&self) -> Result<(), Failure> {
        let screen = &self.context.screen;
        screen.tell("[bold]Parlour[/]: card and board games, against robots or with friends.")?;
        if self.wants_menu {
            return Ok(());
        }
        if screen.is_interactive {
            screen.show(&games::list(&self.context))?;
        } else {
            let games = escape(&self.context.library.names().join(", "));
            screen.show(&wrap(&format!("Games: {games}."), screen.width, 2))?;
        }
        screen.tell("The name of a game begins a match, `guide GAME` explains one, `help` tells the rest.")?;
        let Some((name, done)) = self.context.saves.waiting() else { return Ok(()) };
        let text = format!("A match waits: `load {name}` goes on with it, after {}.", actions(done));
        screen.tell(&escape(&text))
    }

    /// The longest sequence of words at the beginning of a line that names a game, and the rest. Without a match, all
    /// words before the options.
    pub(super) fn name_of_game(&self, line: &str) -> (String, String) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let before_options = words.iter().position(|word| word.starts_with('-')).unwrap_or(words.len());
        let is_named = |&count: &usize| !self.context.games_named(&words[..count].join(" ")).is_empty();
        let count = (1..=before_options).rev().find(is_named).unwrap_or(before_options);
        (words[..count].join(" "), words[count..].join(" "))
    }

    pub(super) fn games(&mut self, _: &str) -> Result<(), Failure> {
        let list = games::list(&self.context);
        self.page(list)
    }

    /// Shows a text that may be longer than the terminal.
    pub(super) fn page(&mut self, text: String) -> Result<(), Failure> {
        if !self.context.screen.is_interactive {
            return self.context.screen.show(&text);
        }
        self.pages = Some(text);
        Ok(())
    }

    pub(super) fn set_speed(&mut self, rest: &str) -> Result<(), Failure> {
        self.pace = match rest {
            "" => return self.context.screen.show(&format!("`watch` rests {} ms.", self.pace.as_millis())),
            "slow" => PACE * 3,
            "normal" => PACE,
            "fast" => PACE / 7,
            ms => match ms.parse() {
                Ok(ms) if ms <= LONGEST => Duration::from_millis(ms),
                _ => {
                    let expected = format!("expected slow, normal, fast or milliseconds up to {LONGEST}");
                    return Err(Failure::Input(format!("{expected}, not `{ms}`")));
                }
            },
        };
        Ok(())
    }

    /// Lists the saved matches.
    pub(super) fn saves(&mut self, _: &str) -> Result<(), Failure> {
        answers::saves::show(&self.context)?;
        self.context.screen.tell("`load NAME` goes on with one; `replay NAME` shows it.")
    }
}
