//! Keeping matches: save, load, resume, replay, and reloading the packs.

use parlour_ai::{Table, Thinking};
use parlour_engine::play::{Match, Record};

use parlour_engine::diagnostic::Faults;

use super::Session;
use super::telling::{actions, has_secrets};
use crate::commands::replay;
use crate::excerpt::{self, Told};
use crate::failure::{Failure, refused};
use crate::marks::escape;
use crate::saves;
use crate::seats::{HUMAN, RANDOM};

/// So many faults of a pack are shown when it is read again.
const MOST_FAULTS: usize = 3;

impl Session<'_> {
    pub(super) fn save(&mut self, file: &str) -> Result<(), Failure> {
        let Some(table) = &self.table else { return Ok(()) };
        let name = match file {
            "" => format!("{}-{}", table.played.game().name(), table.played.seed()),
            file => file.to_owned(),
        };
        let path = saves::save(&table.record(), &name)?;
        self.saved = table.played.steps().len();
        self.context.screen.show(&escape(&format!("Saved: {}", path.display())))
    }

    pub(super) fn load(&mut self, file: &str) -> Result<(), Failure> {
        if file.is_empty() {
            return Err(Failure::Input("which match? `saves` lists them".to_owned()));
        }
        let (path, record) = saves::load(file)?;
        self.left = self.leave();
        self.go_on_with(&path, &record)
    }

    /// Keeps a match that is not over before another begins; returns the name of its autosave.
    pub(super) fn leave(&mut self) -> Option<String> {
        let played = &self.table.as_ref()?.played;
        if played.steps().is_empty() || played.decision().is_none() {
            return None;
        }
        self.autosave();
        (!self.cannot_save).then(|| self.autosave.clone())
    }

    /// Says how to go on with the match that was left for another.
    pub(super) fn tell_left(&mut self) -> Result<(), Failure> {
        let Some(name) = self.left.take().filter(|name| *name != self.autosave) else { return Ok(()) };
        let text = format!("[dim]The match before is kept: `load {}` goes on with it.[/]", escape(&name));
        self.context.screen.tell(&text)
    }

    /// Goes on with the last match of a game that is not over.
    pub(super) fn resume(&mut self, game: &str) -> Result<(), Failure> {
        // A name that is no game is said to be one rather than to have no matches.
        let game = &self.context.game(game)?;
        let Some(saved) = saves::unfinished(game).into_iter().next() else {
            return Err(Failure::Input(format!("--resume: there is no match of {game} that could go on")));
        };
        let (path, record) = saves::load(&saved.path.to_string_lossy())?;
        self.go_on_with(&path, &record)
    }

    fn go_on_with(&mut self, path: &std::path::Path, record: &Record) -> Result<(), Failure> {
        let mut played = record
            .replay(&self.context.library, None)
            .map_err(|error| Failure::Replay { path: path.to_owned(), error })?;
        for seat in played.game().clone().seats() {
            let spec = played.players()[seat.index()].clone();
            if spec != HUMAN
                && let Err(why) = self.context.robots.seat(played.game(), seat, &spec, record.seed)
            {
                let name = played.game().seat_name(seat).to_owned();
                let mut told = Told::all("", &why.0);
                if let Some(last) = told.last_mut() {
                    last.message += &format!("; `random` plays {name} now, `seat {name} ROBOT` changes it");
                }
                self.context.screen.blame(&told);
                played.set_player(seat, RANDOM.to_owned());
            }
        }
        let table = Table::restore(played, record, &self.context.robots, Thinking::AT_THE_KEYBOARD)?;
        self.script = None;
        self.autosave =
            saves::autosave_named(path).unwrap_or_else(|| saves::autosave_name(&record.game, table.played.seed()));
        // Where several have secrets from each other, nobody is at the keyboard yet.
        let humans = table.humans();
        let is_shared = humans.len() > 1 && has_secrets(table.played.game()) && !table.played.is_revealed();
        self.open(table, humans.first().copied().filter(|_| !is_shared))?;
        self.recall()
    }

    /// Keeps what the robots remember now, for when the match comes back to this moment.
    pub(super) fn remember(&mut self) {
        let Some(table) = &self.table else { return };
        self.memories.resize_with(table.played.steps().len(), Vec::new);
        self.memories.push(table.memories());
    }

    /// Tells the viewer the last few things again.
    fn recall(&mut self) -> Result<(), Failure> {
        let Some(table) = &self.table else { return Ok(()) };
        let n = table.played.steps().len();
        if n == 0 {
            return Ok(());
        }
        self.told.fill(n + 1);
        let recent = self.told.get_mut(self.viewer.map_or(0, |seat| seat.index() + 1));
        if let Some(told) = recent {
            *told = (n + 1).saturating_sub(2).max(1);
        }
        self.context.screen.tell(&format!("[dim]After {}; the last ones again:[/]", actions(n)))
    }

    pub(super) fn list_saves(&self) -> Result<(), Failure> {
        let screen = &self.context.screen;
        let all = saves::all();
        if all.is_empty() {
            return screen.show("There are no saved matches.");
        }
        for saved in all {
            let text = std::fs::read_to_string(&saved.path).unwrap_or_default();
            let name = saves::name_of(&saved.path).unwrap_or_else(|| saved.path.display().to_string());
            let what = match Record::read(&name, &text) {
                Ok(record) => {
                    let over = if saves::is_over(&saved.path) { ", over" } else { "" };
                    format!(
                        "{}, {}, {}{over}, {}",
                        record.game,
                        record.players.join(" - "),
                        actions(record.actions.len()),
                        ago(saved.time)
                    )
                }
                Err(_) => "no saved match".to_owned(),
            };
            screen.show(&escape(&format!("{name}\n    {what}")))?;
        }
        screen.tell("`load NAME` goes on with one; `replay NAME` shows it.")
    }

    /// The match from the beginning, as the viewer saw it; or a saved one.
    pub(super) fn replay(&mut self, file: &str) -> Result<(), Failure> {
        if !file.is_empty() {
            return replay::show(self.context, file, None);
        }
        let Some(table) = &self.table else {
            return Err(Failure::Input("which match? `saves` lists them".to_owned()));
        };
        let everything = self.reveals || table.played.decision().is_none();
        replay::tell_all(&self.context.screen, &table.played, self.viewer, everything)
    }

    /// Reads packs and robots again, and goes on with the match if it still plays.
    pub(super) fn reload(&mut self) -> Result<(), Failure> {
        let (library, robots) = (self.context.folders.library(), self.context.folders.robots());
        self.context.library = library;
        self.context.robots = robots;
        let broken = self.tell_faults();
        let all = if broken.is_empty() { "Packs and robots" } else { "The other packs and the robots" };
        let Some(table) = &self.table else {
            return self.context.screen.tell(&format!("{all} were read again."));
        };
        let record = table.record();
        if broken.contains(&record.game) {
            return self.context.screen.tell("The match goes on by the rules as they were.");
        }
        let mut played = match self.by_the_new_rules(&record) {
            Ok(played) => played,
            Err(why) => {
                let text = format!(
                    "Packs and robots were read again. The match doesn't play by the new rules ({why}), so it goes on by \
                     the old ones; `{}` begins one by the new.",
                    self.play_again()
                );
                return self.context.screen.tell(&escape(&text));
            }
        };
        if record.revealed {
            played.mark_revealed();
        }
        let restored = Table::restore(played, &record, &self.context.robots, table.thinking);
        if restored.is_err() {
            self.context.screen.tell("The match goes on with the robots as they were.")?;
        }
        let table = restored?;
        let n = table.played.steps().len();
        let seats = table.played.game().seat_count();
        self.told = vec![n + 1; seats + 1];
        self.table = Some(table);
        self.memories.clear();
        self.remember();
        self.shown = None;
        self.autosave();
        self.context.screen.tell(&format!("{all} were read again, and the match goes on."))
    }

    /// Says which packs have faults, and the first of them; returns their names.
    fn tell_faults(&self) -> Vec<String> {
        let screen = &self.context.screen;
        let mut broken = Vec::new();
        for name in self.context.library.names() {
            let Err(Faults(faults)) = self.context.library.load(&name) else { continue };
            let count = if faults.len() == 1 { "a fault".to_owned() } else { format!("{} faults", faults.len()) };
            screen.say(&format!("[red]{} has {count}:[/]", escape(&name)));
            for fault in faults.iter().take(MOST_FAULTS) {
                screen.say(&excerpt::report(fault));
            }
            if faults.len() > MOST_FAULTS {
                screen.say(&format!("`check {}` shows all of them.", escape(&name)));
            }
            broken.push(name);
        }
        broken
    }

    /// The match played again by the packs as they are now; or why it can't be.
    fn by_the_new_rules(&self, record: &Record) -> Result<Match, Failure> {
        let pack = self.context.library.load(&record.game)?;
        let game = pack.configure(&record.config(&pack)?)?;
        let mut played = Match::new(game, record.seed, record.players.clone())?;
        for (n, text) in record.actions.iter().enumerate() {
            let taken = played.parse(text).map_err(Into::into).and_then(|action| played.act(&action).map(|_| ()));
            taken
                .map_err(|error| Failure::Input(format!("action {}, {}", n + 1, refused(text, &error.to_string()))))?;
        }
        Ok(played)
    }
}

/// How long ago something was, in words.
fn ago(time: std::time::SystemTime) -> String {
    let seconds = time.elapsed().map_or(0, |elapsed| elapsed.as_secs());
    match seconds {
        0..=59 => "just now".to_owned(),
        60..=3_599 => format!("{} min ago", seconds / 60),
        3_600..=86_399 => format!("{} h ago", seconds / 3_600),
        _ => format!("{} days ago", seconds / 86_400),
    }
}
