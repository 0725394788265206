//! Beginning and resuming matches, and games named at the prompt.

use std::path::Path;

use clap::{CommandFactory, Parser};
use parlour_ai::{HUMAN, Thinking};
use parlour_engine::play::Record;
use parlour_table::sanitize;
use parlour_table::{Level, Opened, Seed, Table, seats};

use super::clock::Clock;
use super::line::{self, Line};
use super::lobby::{Lobby, PLAYERS};
use super::sitting::{Sitting, tell_notes};
use super::{Next, Session};
use crate::answers::{check, guide, play, robots};
use crate::arguments;
use crate::excerpt::Told;
use crate::failure::Failure;
use crate::interrupt;
use crate::keys::{self, Key};
use crate::marks::escape;
use crate::setup::{Setup, SetupArgs};

/// A line `play GAME ...` with the options of the command line.
#[derive(Debug, Parser)]
#[command(name = "play", no_binary_name = true, disable_help_flag = true)]
struct PlayLine {
    #[command(flatten)]
    args: play::Args,
}

/// The options of `play`: syntax and description.
pub(super) fn options() -> Vec<(String, String)> {
    options_of(&PlayLine::command())
}

/// The options of a command: syntax and description.
pub(super) fn options_of(command: &clap::Command) -> Vec<(String, String)> {
    let options =
        command.get_arguments().filter(|argument| !matches!(argument.get_long(), Some("strict" | "allow-exec")));
    let entry = |argument: &clap::Arg| {
        let value = argument.get_action().takes_values().then(|| argument.get_value_names()?.first()).flatten();
        let value = value.map_or_else(String::new, |value| format!(" {value}"));
        Some((format!("--{}{value}", argument.get_long()?), argument.get_help()?.to_string()))
    };
    options.filter_map(entry).collect()
}

impl Lobby {
    /// The set-up of a match, with what `set` has chosen for it.
    ///
    /// # Errors
    /// Inconsistent arguments.
    fn settled(&self, args: &play::Args) -> Result<Setup, Failure> {
        let mut args = args.clone();
        let name = self.context.game_of_words(&args.game)?;
        args.game = vec![name.clone()];
        let has_seats = args.setup.seats.is_some() || args.setup.players.is_some();
        let waiting = self.waiting.of(&name).filter(|(key, _)| !(has_seats && *key == PLAYERS));
        args.setup.set.splice(0..0, waiting.map(|(key, value)| (key.to_owned(), value.to_owned())));
        args.settle(&self.context)
    }

    /// Begins a match.
    ///
    /// # Errors
    /// Inconsistent arguments.
    fn begin(&mut self, args: &play::Args) -> Result<Sitting, Failure> {
        let setup = self.settled(args)?;
        let name = setup.game.name().to_owned();
        let seed = args.setup.seed.map_or(Seed::Fresh(setup.seed), Seed::Chosen);
        let mut table = Table::begin(setup.game, setup.players, seed, &self.context.robots)?;
        self.waiting.used(&name);
        table.keep_in(&self.context.saves);
        let first = table.humans().first().copied();
        let clock = args.clock.map(|pace| Clock::new(pace, &table));
        Ok(Sitting { clock, ..Sitting::new(table, setup.script, first) })
    }

    /// True if a person should choose the level of the others: there are unnamed seats, and levels differ.
    ///
    /// # Errors
    /// A missing game, an invalid list.
    fn asks_for_level(&self, args: &play::Args) -> Result<bool, Failure> {
        if !self.context.screen.is_interactive || args.setup.players.is_some() {
            return Ok(false);
        }
        let name = self.context.game_of_words(&args.game)?;
        let pack = self.context.library.load(&name)?;
        let named = args.setup.seats.as_deref().map(seats::parse).transpose()?.map(|named| named.len());
        let set = args.setup.set.iter().rev().find(|(key, _)| key == PLAYERS).map(|(_, value)| value.as_str());
        let wanted = set.or_else(|| self.waiting.value(&name, PLAYERS)).and_then(|players| players.parse().ok());
        let is_short = match named {
            Some(named) => named < wanted.unwrap_or(pack.seats.min),
            None => wanted.unwrap_or(pack.seats.default) > 1,
        };
        Ok(is_short && seats::has_levels(&pack, &self.context.robots))
    }

    /// Asks for the level, by a key; `None` if it is cancelled.
    fn ask_for_level(&mut self) -> Result<Option<Level>, Failure> {
        let screen = &self.context.screen;
        let usual = self.level.unwrap_or(Level::Medium);
        let letter = |level: Level| level.name().chars().next();
        let keys: Vec<String> =
            Level::ALL.map(|level| format!("{} {level}", letter(level).unwrap_or_default())).to_vec();
        screen.ask(&format!("How strong should your opponents be? {} [{usual}] ", keys.join(", ")))?;
        let level = loop {
            match keys::wait()? {
                Key::Enter => break Some(usual),
                Key::Escape => break None,
                Key::Char(c) => {
                    let named = Level::ALL.into_iter().find(|&level| letter(level) == c.to_lowercase().next());
                    if named.is_some() {
                        break named;
                    }
                }
                _ => {}
            }
        };
        interrupt::forget();
        screen.show(level.map_or("", Level::name))?;
        self.level = level.or(self.level);
        Ok(level)
    }

    /// Resumes the last unfinished match of a game.
    fn resume(&mut self, game: &str, allows_programs: bool) -> Result<Sitting, Failure> {
        // A misspelled name is reported as such, not as a game without matches.
        let game = &self.context.game(game)?;
        let Some(saved) = self.context.saves.unfinished(game).into_iter().next() else {
            return Err(Failure::Input(format!("--resume: there is no match of {game} that could go on")));
        };
        let (path, record) = self.context.saves.load(&self.context.library, &saved.path.to_string_lossy())?;
        self.go_on_with(&path, &record, self.allows_programs || allows_programs)
    }

    /// Resumes a saved match. Programs named by it start only if they are allowed or a person agrees.
    fn go_on_with(&mut self, path: &Path, record: &Record, allows_programs: bool) -> Result<Sitting, Failure> {
        let context = &self.context;
        let mut opened = Opened::replay(&context.saves, &context.library, path.to_owned(), record.clone())?;
        let changes = opened.changes();
        if !changes.is_empty() {
            context.screen.tell(&escape(&format!("{changes}; it plays by the new ones as well.")))?;
        }
        for seat in opened.game().seats() {
            let name = opened.game().seat_name(seat).to_owned();
            if let Some(command) = opened.program(seat)
                && (allows_programs || self.is_agreed(&name, command)?)
            {
                opened.allow(seat);
            }
            if let Some(why) = opened.replace_missing(&context.robots, seat) {
                let mut told = Told::all("", &why.0);
                if let Some(last) = told.last_mut() {
                    last.message += &format!("; `random` plays {name} now, `seat {name} ROBOT` changes it");
                }
                context.screen.blame(&told);
            }
        }
        let table = opened.sit(&context.robots, Thinking::AT_THE_KEYBOARD)?;
        // With several people with private information the keyboard is unassigned at first.
        let humans = table.humans();
        let is_shared = humans.len() > 1 && table.game().has_secrets_between_seats() && !table.is_revealed();
        let first = humans.first().copied().filter(|_| !is_shared);
        Ok(Sitting { clock: Clock::of(&table), ..Sitting::new(table, None, first) })
    }
}

impl Lobby {
    /// Asks the person at the keyboard about a program that a saved match names for a seat; true on consent.
    fn is_agreed(&self, seat: &str, command: &str) -> Result<bool, Failure> {
        let screen = &self.context.screen;
        let (seat, command) = (escape(seat), escape(&sanitize::escaped(command)));
        let later = format!("{seat} is played by a human; `seat {seat} exec:COMMAND` starts a program for it");
        if !screen.is_interactive {
            screen.say(&format!(
                "The saved match names a program for {seat}, which isn't started without `--allow-exec`: {command}\n{later}"
            ));
            return Ok(false);
        }
        screen.tell(&format!(
            "[yellow]The saved match names a program for {seat}.[/] It would run this as you, with sh:"
        ))?;
        screen.show(&format!("    {command}"))?;
        match line::ask_once("Start it? [y/N] ", screen)? {
            Line::Text(answer) if matches!(answer.trim().to_lowercase().as_str(), "y" | "yes") => Ok(true),
            _ => {
                screen.tell(&format!("Not started: {later}."))?;
                Ok(false)
            }
        }
    }
}

/// The message for a command without a game.
const WHICH_GAME: &str = "which game? Its name goes behind the command, as in `guide advance`; `games` lists them";

impl Session {
    /// Begins or resumes a match.
    ///
    /// # Errors
    /// Inconsistent arguments.
    pub(crate) fn begin(&mut self, args: &play::Args) -> Result<(), Failure> {
        if args.resume {
            self.leave();
            let sitting = self.lobby.resume(&args.name(), args.allow_exec)?;
            self.open(sitting)?;
            return self.recall();
        }
        let level = match args.level {
            None if self.lobby.asks_for_level(args)? => {
                // Nothing is asked for a match that can't begin.
                self.lobby.settled(args)?;
                match self.lobby.ask_for_level()? {
                    None => return Ok(()),
                    level => level,
                }
            }
            level => level,
        };
        self.leave();
        let sitting = self.lobby.begin(&play::Args { level, ..args.clone() })?;
        self.open(sitting)
    }

    /// Makes a table the current one, and reports how to resume the previous one.
    fn open(&mut self, sitting: Sitting) -> Result<(), Failure> {
        // Tracing applies to the next match too.
        let traces = self.sitting.as_ref().is_some_and(|before| before.audience.traces);
        let sitting = self.sitting.insert(sitting);
        sitting.audience.traces = traces;
        // The orientation of the board belongs to one match.
        self.lobby.context.screen.is_flipped = false;
        let screen = &self.lobby.context.screen;
        sitting.announce(screen)?;
        tell_notes(&mut sitting.table, screen);
        let left = self.lobby.left.take();
        if let Some(name) = left.filter(|name| Some(name.as_str()) != sitting.table.name()) {
            let text = format!("[dim]Your previous match is saved: `load {}` goes on with it.[/]", escape(&name));
            screen.tell(&text)?;
        }
        Ok(())
    }

    fn recall(&mut self) -> Result<(), Failure> {
        let Some(sitting) = &mut self.sitting else { return Ok(()) };
        sitting.audience.recall(&sitting.table, &self.lobby.context.screen)
    }

    /// Saves an unfinished match before another begins.
    pub(super) fn leave(&mut self) {
        self.lobby.left = self.sitting.as_mut().and_then(|sitting| {
            let table = &mut sitting.table;
            if table.step_count() == 0 || table.is_over() {
                return None;
            }
            table.autosave();
            tell_notes(table, &self.lobby.context.screen);
            table.saved_name().map(str::to_owned)
        });
    }

    pub(super) fn play(&mut self, rest: &str) -> Result<Next, Failure> {
        let args = match (&self.sitting, rest) {
            (Some(sitting), "") => self.same_again(sitting),
            (None, "") => return Err(Failure::Input(WHICH_GAME.to_owned())),
            (_, rest) => {
                let line = PlayLine::try_parse_from(words(rest));
                line.map_err(|error| Failure::Input(arguments::fault_at_prompt(&error, "play")))?.args
            }
        };
        self.begin(&args)?;
        Ok(Next::GoOn)
    }

    /// Begins the same match again, optionally with a seat for the person, or a level for the robots.
    pub(super) fn again(&mut self, rest: &str) -> Result<Next, Failure> {
        let Some(sitting) = &self.sitting else {
            return Err(Failure::Input("`again` needs a match: the name of a game begins one".to_owned()));
        };
        let game = sitting.game().clone();
        let mut args = self.same_again(sitting);
        let players = args.setup.players.get_or_insert_default();
        for word in rest.split_whitespace() {
            if let Some(seat) = game.seat_named(word).filter(|seat| seat.index() < players.len()) {
                let humans: Vec<usize> = (0..players.len()).filter(|&n| players[n] == HUMAN).collect();
                let [human] = humans[..] else {
                    let text = format!(
                        "again {word}: {} people play; `play` with `--seats` says who sits where",
                        humans.len()
                    );
                    return Err(Failure::Input(text));
                };
                players.swap(human, seat.index());
            } else if let Some(level) = Level::named(word) {
                for (seat, player) in players.iter_mut().enumerate().filter(|(_, player)| *player != HUMAN) {
                    *player = level.robot(game.pack(), &self.lobby.context.robots, seat);
                }
            } else {
                let seats: Vec<&str> = game.seats().map(|seat| game.seat_name(seat)).collect();
                let levels = Level::ALL.map(Level::name).join(", ");
                let text = format!("again {word}: expected a seat ({}) or a level ({levels})", seats.join(", "));
                return Err(Failure::Input(text));
            }
        }
        self.begin(&args)?;
        Ok(Next::GoOn)
    }

    /// Leaves the match, which is saved, for the lobby.
    pub(super) fn leave_for_lobby(&mut self, _: &str) -> Result<Next, Failure> {
        self.leave();
        self.sitting = None;
        self.lobby.context.screen.is_flipped = false;
        self.lobby.wants_menu = self.lobby.context.screen.has_menus();
        self.lobby.welcome()?;
        Ok(Next::GoOn)
    }

    /// The arguments of `play` for a rematch.
    fn same_again(&self, sitting: &Sitting) -> play::Args {
        let game = sitting.game();
        let mut players = sitting.table.players().to_vec();
        if let Some(wanted) = self.lobby.waiting.players(game.name()) {
            players.truncate(wanted);
            let robot = |seat| seats::default_robot(game.pack(), &self.lobby.context.robots, seat);
            players.extend((players.len()..wanted).map(robot));
        }
        let variant = game.variant().map(str::to_owned);
        // What `set` waits for goes first; other defaults are those of the tables now.
        let is_waiting = |key: &str| self.lobby.waiting.value(game.name(), key).is_some();
        let chosen = game.chosen_options().filter(|(key, _)| !is_waiting(key));
        let set = chosen.map(|(key, value)| (key.to_owned(), value.to_string())).collect();
        let setup = SetupArgs { players: Some(players), variant, set, ..SetupArgs::default() };
        let clock = sitting.clock.as_ref().map(Clock::pace);
        play::Args {
            game: vec![game.name().to_owned()],
            setup,
            level: None,
            clock,
            resume: false,
            allow_exec: false,
            strict: false,
        }
    }

    /// True if `play` begins a match though the game has an action of that name.
    pub(super) fn means_play(&self, rest: &str) -> bool {
        let names_game = || {
            let (game, behind) = self.lobby.name_of_game(rest);
            // A prefix may be a card as well, but options belong only to the command.
            let is_whole = behind.is_empty() && self.lobby.context.library.catalogue().has(&game);
            self.lobby.context.game(&game).is_ok_and(|name| name == game || is_whole || behind.starts_with("--"))
        };
        // Alone it is an incomplete action, as long as an action is possible.
        let is_over = || self.sitting.as_ref().is_none_or(|sitting| sitting.table.due().is_none());
        rest.is_empty() && is_over() || names_game()
    }

    pub(super) fn load(&mut self, file: &str) -> Result<Next, Failure> {
        if file.is_empty() {
            return Err(Failure::Input("which match? `saves` lists them".to_owned()));
        }
        let (path, record) = self.lobby.context.saves.load(&self.lobby.context.library, file)?;
        self.leave();
        self.take_up(&path, &record)?;
        self.recall()?;
        Ok(Next::GoOn)
    }

    /// Resumes a saved match.
    pub(super) fn take_up(&mut self, path: &Path, record: &Record) -> Result<(), Failure> {
        let sitting = self.lobby.go_on_with(path, record, self.lobby.allows_programs)?;
        self.open(sitting)
    }

    pub(super) fn guide(&mut self, rest: &str) -> Result<Next, Failure> {
        // Topics of the current game's guide take precedence over synonyms of games: `rules mill`.
        if let Some(sitting) = &self.sitting
            && !rest.is_empty()
            && !self.lobby.context.library.has(rest)
            && let Some(text) = guide::about(&self.lobby.context, sitting.game().name(), rest)?
        {
            self.lobby.page(text)?;
            return Ok(Next::GoOn);
        }
        match self.game_or(rest) {
            Ok(game) => {
                let text = guide::text(&self.lobby.context, &game)?;
                self.lobby.page(text)?;
            }
            // `how to play` isn't a question about a game.
            Err(failure) => {
                let Ok(game) = self.game_or("") else { return Err(failure) };
                let text = guide::text(&self.lobby.context, &game)?;
                self.lobby.page(text)?;
            }
        }
        Ok(Next::GoOn)
    }

    pub(super) fn robots(&mut self, rest: &str) -> Result<Next, Failure> {
        let game = if rest.is_empty() && self.sitting.is_none() { None } else { Some(self.game_or(rest)?) };
        robots::show(&self.lobby.context, game.as_deref())?;
        Ok(Next::GoOn)
    }

    pub(super) fn check(&mut self, rest: &str) -> Result<Next, Failure> {
        let games = if rest.is_empty() {
            self.game_or("").into_iter().collect()
        } else {
            match self.lobby.context.game(rest) {
                Ok(game) => vec![game],
                Err(_) => rest.split_whitespace().map(str::to_owned).collect(),
            }
        };
        check::show(&self.lobby.context, &games, check::USUAL_TIME)?;
        Ok(Next::GoOn)
    }

    /// The named game, or else the current one.
    pub(super) fn game_or(&self, named: &str) -> Result<String, Failure> {
        match (&self.sitting, named) {
            (Some(sitting), "") => Ok(sitting.game().name().to_owned()),
            (None, "") => Err(Failure::Input(WHICH_GAME.to_owned())),
            (_, name) => self.lobby.context.game(name),
        }
    }
}

/// The words of a line; parentheses and quotes group.
pub(super) fn words(line: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let (mut depth, mut quote) = (0_usize, None);
    for c in line.chars() {
        match (c, quote) {
            // An apostrophe inside a word is part of it.
            ('"' | '\'', None) if c == '"' || !out.last().is_some_and(|word| word.ends_with(char::is_alphanumeric)) => {
                quote = Some(c);
            }
            (c, Some(open)) if c == open => quote = None,
            ('(', None) => depth += 1,
            (')', None) => depth = depth.saturating_sub(1),
            (c, None) if c.is_whitespace() && depth == 0 => {
                out.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = out.last_mut() {
            last.push(c);
        }
    }
    out.retain(|word| !word.is_empty());
    out
}
