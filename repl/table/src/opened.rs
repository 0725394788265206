//! Resuming saved matches.

use std::path::{Path, PathBuf};

use parlour_ai::{HUMAN, RANDOM, RobotLibrary, SeatedMatch, Thinking, spec};
use parlour_engine::diagnostic::Faults;
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::pack::Library;
use parlour_engine::play::{Changes, Match, Record, RecordError};
use parlour_engine::rules::Rules;

use crate::branches;
use crate::error::Error;
use crate::keeping::Known;
use crate::moments::{go, has_learnt};
use crate::saves::{Place, Saves};
use crate::table::{Table, seed_is_open};

/// A replayed saved match, before its players are seated.
///
/// A program named by the save is started only where [allowed](Opened::allow), since a save may come from a stranger.
/// Otherwise a human has its seat.
#[derive(Debug)]
pub struct Opened {
    saves: Saves,
    place: Place,
    record: Record,
    played: Match,
    allowed: Vec<Seat>,
}

impl Opened {
    /// Reads a saved match, and replays it by the current rules.
    ///
    /// # Errors
    /// A file that can't be read, a match open in another session, or one that can't be replayed.
    pub fn load(saves: &Saves, library: &Library, file: &str) -> Result<Self, Error> {
        let (path, record) = saves.load(library, file)?;
        Self::replay(saves, library, path, record)
    }

    /// Replays a parsed record.
    ///
    /// # Errors
    /// A match open in another session, or one that can't be replayed.
    pub fn replay(saves: &Saves, library: &Library, path: PathBuf, record: Record) -> Result<Self, Error> {
        Self::played(saves, path, record, |record| record.replay(library, None))
    }

    /// Replays a record by loaded rules, which must be those of its [configuration](Record::config).
    ///
    /// # Errors
    /// As for [`Opened::replay`].
    pub fn replay_by(saves: &Saves, rules: Rules, path: PathBuf, record: Record) -> Result<Self, Error> {
        Self::played(saves, path, record, |record| record.replay_by(rules, None))
    }

    fn played(
        saves: &Saves,
        path: PathBuf,
        record: Record,
        play: impl FnOnce(&Record) -> Result<Match, RecordError>,
    ) -> Result<Self, Error> {
        let place = saves.place_of(&path, &record)?;
        match play(&record) {
            Ok(played) => Ok(Self { saves: saves.clone(), place, record, played, allowed: Vec::new() }),
            Err(error) => Err(Error::Replay { path, error: Box::new(error) }),
        }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        self.played.game()
    }

    /// The changes of the rules since the match was played.
    pub fn changes(&self) -> Changes {
        self.record.changes(self.played.game().pack())
    }

    /// The command of the program that the save names for a seat.
    pub fn program(&self, seat: Seat) -> Option<&str> {
        spec::command(self.played.players().get(seat.index())?)
    }

    /// Allows starting the program that the save names for a seat.
    pub fn allow(&mut self, seat: Seat) {
        self.allowed.push(seat);
    }

    /// Seats `random` in place of a player that can't be seated, and returns the player's faults.
    pub fn replace_missing(&mut self, robots: &RobotLibrary, seat: Seat) -> Option<Faults> {
        let spec = self.played.players().get(seat.index())?;
        if spec == HUMAN || self.is_barred(seat) {
            return None;
        }
        let why = robots.fingerprint(self.played.game(), spec).err()?;
        self.played.set_player(seat, RANDOM.to_owned());
        Some(why)
    }

    /// True if a program that the save names may not be started.
    fn is_barred(&self, seat: Seat) -> bool {
        self.program(seat).is_some() && !self.allowed.contains(&seat)
    }

    /// Takes back the actions after the moment at which the match was left. Returns their number and that of those
    /// before, if a person has learned something from them that is hidden again.
    fn go_back(&mut self) -> Result<Option<usize>, Error> {
        let (now, to) = (self.played.steps().len(), self.record.left_at());
        if to >= now || self.played.decision().is_none() {
            return Ok(None);
        }
        let humans: Vec<Seat> = self.played.game().seats().filter(|seat| self.is_human(*seat)).collect();
        let is_secret = self.played.game().has_secrets() && !self.played.is_revealed();
        let has_learnt = is_secret && humans.into_iter().any(|seat| has_learnt(&mut self.played, to, Some(seat)));
        go(&mut self.played, to)?;
        Ok(has_learnt.then_some(now))
    }

    fn is_human(&self, seat: Seat) -> bool {
        self.played.players().get(seat.index()).is_some_and(|player| player == HUMAN)
    }

    /// Seats the players.
    ///
    /// # Errors
    /// Robots that can't be loaded.
    pub fn sit(mut self, robots: &RobotLibrary, thinking: Thinking) -> Result<Table, Error> {
        // A person in place of a program sees what the program would have seen.
        let had_people = self.played.players().iter().any(|player| player == HUMAN);
        let barred: Vec<Seat> = self.played.game().seats().filter(|&seat| self.is_barred(seat)).collect();
        let takes_seats = barred.len() + usize::from(had_people) > 1;
        for seat in barred {
            self.played.set_player(seat, HUMAN.to_owned());
        }
        let is_open = seed_is_open(&self.played);
        let shows_more = !is_open && branches::show_more(&self.saves, &self.record);
        let has_other_rules = !self.changes().is_empty();
        let known_to = self.go_back()?;
        let seated = SeatedMatch::restore(self.played, &self.record, robots, thinking)?;
        let mut table = Table::of(seated, is_open);
        table.known_to = known_to;
        if shows_more {
            table.mark(Known::Lines);
        }
        if takes_seats {
            table.mark(Known::Seats);
        }
        if has_other_rules {
            table.mark(Known::Rules);
        }
        let is_marked = !is_open && table.is_revealed();
        table.keep_at(self.saves, self.place, Some(self.record));
        if is_marked {
            // Saved even if nobody plays on, so that the mark remains.
            table.autosave();
        }
        Ok(table)
    }
}

/// A saved match for looking back; no players are seated, and no program is started.
///
/// # Errors
/// A match that can't be replayed.
pub(crate) fn study(library: &Library, path: &Path, record: &Record) -> Result<Table, Error> {
    let played = record.replay(library, None);
    let played = played.map_err(|error| Error::Replay { path: path.to_owned(), error: Box::new(error) })?;
    let is_open = seed_is_open(&played);
    Ok(Table::of(SeatedMatch::with_players(played, Vec::new(), Thinking::AT_THE_KEYBOARD)?, is_open))
}
