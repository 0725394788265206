//! The arena: robots play each other many times, and the statistics rate them.
//!
//! A round is one deal and one opening, played once with every rotation of a table's robots round the seats, so that
//! neither the cards nor the seat favour one of them. If a rotation puts the same robots on the same seats again, the
//! game isn't replayed unless the clock affects it. Identical games, action by action, are counted once in rates and
//! intervals, and intervals are clustered by deal, since the games of one deal aren't independent. Everything but the
//! clock follows from the seed: neither the number of threads nor an interruption changes the result, and a run can be
//! split into shards that merge exactly.

mod agreement;
mod independent;
mod league;
mod openings;
mod play;
mod report;
mod sequential;
mod stats;
mod tables;
mod tally;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parlour_engine::diagnostic::{Code, Diagnostic, Faults, suggest};
use parlour_engine::game::Game;

use crate::measure::runner;
use crate::players::RobotLibrary;
use crate::players::seated::MAX_PLIES;
pub use agreement::{Agreement, Shared};
pub use league::{Entrant, League, LeagueError, LeagueStanding, Terms};
pub use openings::{Openings, OpeningsError, PLIES};
use parlour_search::spec::{command, read_robot};
use play::Worker;
pub use report::{Comparison, Figures, Standings};
pub use sequential::{StopRule, Verdict};
pub use stats::wilson;
pub use tables::{one_table, round_robin, with_partners};
use tally::GameTally;
pub use tally::{MergeError, Run, Tally, TallyError};

/// The configuration of an arena.
///
/// ```
/// use parlour_ai::RobotLibrary;
/// use parlour_ai::arena::Arena;
/// use parlour_engine::{Config, Library};
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules"));
/// # let mut robots = RobotLibrary::new();
/// # robots.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/robots"));
/// let game = library.load("en-garde")?.configure(&Config::default())?;
/// let arena = Arena { games: 20, ..Arena::new(game, vec!["fencer".to_owned(), "random".to_owned()]) };
/// let tally = arena.run(&robots, None, &Default::default(), &mut |_, _| {})?;
/// println!("{}", tally.to_json());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Arena {
    /// The game, with as many seats as robots sit at a table.
    pub game: Arc<Game>,
    /// The robots, with optional parameters. One that is listed twice is counted separately for each entry.
    pub robots: Vec<String>,
    /// The tables: indices into the list, from 0, one for each seat.
    pub tables: Vec<Vec<usize>>,
    /// Games for each table. If it isn't a multiple of the seats, the last deal stays unfinished.
    pub games: u64,
    /// The openings of games.
    pub openings: Openings,
    /// Ply limit after which a game without an ending is broken off; nobody wins it.
    pub most_plies: u64,
    /// The seed of all randomness.
    pub seed: u64,
    /// Time limit of a move.
    pub time: Duration,
    /// Node limit of a move instead of the clock, which makes the run reproducible.
    pub nodes: Option<u64>,
    /// The shard, from 1, and the number of shards, if the run is split.
    pub shard: Option<(u64, u64)>,
    /// The number of threads.
    pub jobs: usize,
    /// Events counted by the statistics, as in `skip`, and fields of events whose values are counted, as in
    /// `sell.number`.
    pub count: Vec<String>,
    /// Stopping rule on the rate of the first robot; for one table and whole rounds.
    pub stop: Option<StopRule>,
}

/// Receives lines that robots print, from several threads.
pub type Log<'a> = &'a (dyn Fn(&str) + Sync);

/// The progress of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Games played, including those of an earlier run.
    pub done: u64,
    /// Games in all.
    pub total: u64,
}

/// A game number of the whole run, decoded.
#[derive(Clone, Copy, Debug)]
struct GameNumber {
    game: u64,
    table: usize,
    deal: u64,
    rotation: usize,
}

/// A field of events that is counted.
#[derive(Clone, Debug)]
struct Field {
    key: String,
    kind: usize,
    field: String,
}

/// Runs a closure and catches its panic: a fault in the engine ends one match, not all of them. Everything that the
/// closure used must be discarded then.
fn unbroken<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "it gave no reason".to_owned())
    })
}

/// Games of a run with a stopping rule, by their indices in the list of games to be played. It counts round by round,
/// in order, so that it stops after the same round with any number of threads; games played beyond it are discarded.
struct Early {
    seats: usize,
    /// The index of the next round.
    at: usize,
    games: BTreeMap<usize, GameTally>,
}

impl Early {
    /// The games of the next round, once all of them are over.
    fn next_round(&mut self) -> Option<Vec<GameTally>> {
        let round = self.at..self.at + self.seats;
        if !round.clone().all(|n| self.games.contains_key(&n)) {
            return None;
        }
        self.at += self.seats;
        Some(round.filter_map(|n| self.games.remove(&n)).collect())
    }
}

impl Arena {
    /// A configuration with one table, a hundred games with 20,000 nodes a move, on one thread.
    pub fn new(game: Arc<Game>, robots: Vec<String>) -> Self {
        Self {
            tables: one_table(robots.len()),
            game,
            robots,
            games: 100,
            openings: Openings::Start,
            most_plies: MAX_PLIES,
            seed: 0,
            time: Duration::from_secs(60),
            nodes: Some(20_000),
            shard: None,
            jobs: 1,
            count: Vec::new(),
            stop: None,
        }
    }

    /// The header of a run, by which results are compared.
    ///
    /// # Errors
    /// Robots that can't be seated, tables that don't fit the game, and fields that the game doesn't have.
    pub fn header(&self, library: &RobotLibrary) -> Result<Run, Faults> {
        let seats = self.game.seat_count();
        if self.tables.is_empty() || self.tables.iter().any(|table| table.len() != seats) {
            let message = format!("{} has {seats} seats at this table", self.game.name());
            return Err(Diagnostic::new(Code::WrongSeats, message).help("name a robot for each seat").into());
        }
        if self.stop.is_some()
            && (self.tables.len() > 1 || self.shard.is_some() || !self.games.is_multiple_of(seats as u64))
        {
            let message = "only a run with one table, whole rounds and no shards can stop early";
            return Err(Diagnostic::new(Code::CannotStop, message).into());
        }
        self.fields()?;
        let files: Result<Vec<u64>, Faults> =
            self.robots.iter().map(|robot| library.fingerprint(&self.game, robot)).collect();
        Ok(Run {
            game: self.game.name().to_owned(),
            rules: format!("{:016x}", self.game.pack().fingerprint),
            variant: self.game.variant().map(str::to_owned),
            options: self.game.options().map(|(key, value)| (key.to_owned(), value.to_string())).collect(),
            seed: self.seed,
            robots: self.robots.clone(),
            files: files?.into_iter().map(|hash| format!("{hash:016x}")).collect(),
            tables: self.tables.clone(),
            together: self.game.is_together(),
            games: self.games,
            openings: self.openings.name(),
            most_plies: self.most_plies,
            limit: self.limit(),
            count: self.count.clone(),
            stop: self.stop,
            shard: self.shard,
        })
    }

    /// The budget of a move, in words.
    fn limit(&self) -> String {
        self.nodes.map_or_else(|| format!("{} ms", self.time.as_millis()), |n| format!("{n} nodes"))
    }

    /// Runs the arena.
    ///
    /// `earlier` is the result of an interrupted run; its games aren't played again. `progress` is called after every
    /// counted game. Once `stop` is set, games in progress are dropped and the result so far is returned.
    ///
    /// # Errors
    /// As for [`Arena::header`], rules that fail, and an earlier result of another run.
    pub fn run(
        &self,
        library: &RobotLibrary,
        earlier: Option<Tally>,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(Progress, &Tally),
    ) -> Result<Tally, Faults> {
        self.run_with_log(library, earlier, stop, progress, None)
    }

    /// Runs the arena; `log` receives what robots print and their errors, the lines of a game together when it is over.
    ///
    /// # Errors
    /// As for [`Arena::run`].
    pub fn run_with_log(
        &self,
        library: &RobotLibrary,
        earlier: Option<Tally>,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(Progress, &Tally),
        log: Option<Log<'_>>,
    ) -> Result<Tally, Faults> {
        let run = self.header(library)?;
        let fields = self.fields()?;
        let mut result = earlier.unwrap_or_else(|| Tally::blank(run.clone()));
        let different = result.run.difference(&run).or((result.run.shard != run.shard).then_some("the shard"));
        if let Some(what) = different {
            return Err(Diagnostic::new(Code::OtherRun, MergeError::Different { what }.to_string()).into());
        }
        let games: Vec<u64> = run.own_games().filter(|&game| !result.has(game)).collect();
        if result.verdict().is_some() || games.is_empty() {
            return Ok(result);
        }
        let is_reproducible = self.is_reproducible();
        let is_twin = |game: &u64| {
            let twin = self.twin(*game);
            is_reproducible && twin != *game && games.binary_search(&twin).is_ok()
        };
        let played: Vec<usize> = (0..games.len()).filter(|&at| !is_twin(&games[at])).collect();
        let total = result.played() + games.len() as u64;
        progress(Progress { done: result.played(), total }, &result);
        let mut early = Early { seats: self.game.seat_count(), at: 0, games: BTreeMap::new() };
        let (fields, games, played) = (&fields, &games, &played);
        runner::run(
            (self.jobs, played.len() as u64),
            &|| stop.load(Ordering::Acquire),
            |end| {
                let mut worker = Worker::new(self, library, fields, log, end.clone());
                move |n| {
                    let at = played[n as usize];
                    let number = self.number(games[at]);
                    let tally = unbroken(|| worker.play(number)).unwrap_or_else(|panic| {
                        // The worker is replaced, since the panic may have left it inconsistent.
                        worker = Worker::new(self, library, fields, log, end.clone());
                        Ok(Some(GameTally::broken_off(number, self.game.seat_count(), &panic)))
                    })?;
                    Ok(tally.map(
                        |tally| if is_reproducible { self.with_twins((at, tally), games) } else { vec![(at, tally)] },
                    ))
                }
            },
            &mut |_, tallies: Vec<(usize, GameTally)>| {
                let mut told = |result: &Tally| progress(Progress { done: result.played(), total }, result);
                if self.stop.is_none() {
                    tallies.iter().for_each(|(_, tally)| result.count(tally));
                    told(&result);
                    return ControlFlow::Continue(());
                }
                early.games.extend(tallies);
                while let Some(round) = early.next_round() {
                    let is_settled = result.count_round(&round).is_some();
                    told(&result);
                    if is_settled {
                        return ControlFlow::Break(());
                    }
                }
                ControlFlow::Continue(())
            },
        )?;
        Ok(result)
    }

    /// The number of rotations after which the same robots sit on the same seats of a table.
    pub(crate) fn turns(&self, table: usize) -> usize {
        let table = &self.tables[table];
        let robot = |seat: usize| &self.robots[table[seat % table.len()]];
        let is_same = |by: usize| (0..table.len()).all(|seat| robot(seat) == robot(seat + by));
        (1..table.len()).find(|&by| table.len().is_multiple_of(by) && is_same(by)).unwrap_or(table.len())
    }

    /// True if the games of a deal with the same robots are deterministic.
    fn is_reproducible(&self) -> bool {
        let is_timed = |robot: &String| {
            let thinking = read_robot(robot).ok().and_then(|spec| spec.thinking);
            command(robot).is_some() || thinking.is_some_and(|thinking| thinking.nodes.is_none())
        };
        self.nodes.is_some() && !self.robots.iter().any(is_timed)
    }

    /// The first game of a deal with the same robots on the same seats, which has the same course.
    fn twin(&self, game: u64) -> u64 {
        let GameNumber { table, rotation, .. } = self.number(game);
        game - (rotation - rotation % self.turns(table)) as u64
    }

    /// A played game, the `at`th of a list, and its twins in the same deal, which needn't be played.
    fn with_twins(&self, (at, tally): (usize, GameTally), games: &[u64]) -> Vec<(usize, GameTally)> {
        let (turns, seats) = (self.turns(tally.table), self.tables[tally.table].len());
        let others = (turns..seats).step_by(turns).filter(|_| self.twin(tally.game) == tally.game);
        let twins =
            others.filter_map(|by| Some((games.binary_search(&(tally.game + by as u64)).ok()?, tally.turned(by))));
        let mut all: Vec<(usize, GameTally)> = twins.collect();
        all.push((at, tally));
        all
    }

    fn number(&self, game: u64) -> GameNumber {
        let (seats, tables) = (self.game.seat_count() as u64, self.tables.len() as u64);
        let round = game / seats;
        GameNumber { game, table: (round % tables) as usize, deal: round / tables, rotation: (game % seats) as usize }
    }

    fn fields(&self) -> Result<Vec<Field>, Diagnostic> {
        let events = &self.game.pack().events;
        let unknown = |message: String, help: String| Diagnostic::new(Code::UnknownField, message).help(help);
        let mut out = Vec::new();
        for key in &self.count {
            let (kind, field) = key.split_once('.').map_or((key.as_str(), None), |(kind, field)| (kind, Some(field)));
            let known = |kind: &str| events.iter().position(|event| event.name == kind);
            let number = known(kind).ok_or_else(|| {
                let names = events.iter().map(|event| event.name.as_str());
                unknown(format!("{} has no event `{kind}`", self.game.name()), suggest(kind, names))
            })?;
            // Events are counted in any case.
            let Some(field) = field else { continue };
            let names = events[number].fields.iter().map(|field| field.name.as_str());
            if !names.clone().any(|name| name == field) {
                return Err(unknown(format!("the event `{kind}` has no field `{field}`"), suggest(field, names)));
            }
            out.push(Field { key: key.clone(), kind: number, field: field.to_owned() });
        }
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_ends_one_match_with_an_error() {
        let panic = unbroken(|| -> u8 { panic!("square {} is not there", 77) }).unwrap_err();
        assert_eq!(panic, "square 77 is not there");
        assert_eq!(unbroken(|| 5), Ok(5));
        let number = GameNumber { game: 8, table: 0, deal: 4, rotation: 0 };
        let tally = GameTally::broken_off(number, 2, &panic);
        assert_eq!((tally.game, tally.places.len()), (8, 2));
        for place in &tally.places {
            assert_eq!((place.games, place.draws, place.errors), (1, 1, 1));
            assert_eq!(place.first_errors[0], (8, "the match broke off: square 77 is not there".to_owned()));
        }
    }
}
