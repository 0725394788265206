//! The arena: robots play each other many times, and the figures say how good they are.
//!
//! A round is one deal, played once with every rotation of the robots round the table, so that neither the cards
//! nor the seat favour one of them. Everything but the clock follows from the seed, so that a run can be split
//! into shards whose results merge exactly.

mod stats;
mod tally;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::{Diagnostic, Faults};
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::play::Match;
use parlour_engine::script::Host;

use crate::library::RobotLibrary;
use crate::player::{Player, Request};
use crate::random::by_verb;
pub use tally::{MergeError, Tally, TallyError};
use tally::{RobotTally, WIN};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Arena {
    /// The game, with as many seats as robots sit at a table.
    pub game: Arc<Game>,
    /// The robots, with parameters if any. More than there are seats: every table that they can form is played.
    pub robots: Vec<String>,
    /// Games for each table; rounded up to whole rounds.
    pub games: u64,
    /// Where all chance comes from.
    pub seed: u64,
    /// How long a robot may think for a move.
    pub time: Duration,
    /// Nodes of a search instead of the clock: the run is reproducible then.
    pub nodes: Option<u64>,
    /// The part to play, from 1, and the number of parts.
    pub shard: (u64, u64),
    /// How many threads.
    pub jobs: usize,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Rounds played, those of an earlier run counted.
    pub done: u64,
    /// Rounds in all.
    pub total: u64,
}

/// A round: its number in the whole run, the table, and the deal.
#[derive(Clone, Copy, Debug)]
struct Round {
    number: u64,
    table: usize,
    deal: u64,
}

impl Arena {
    /// Plays.
    ///
    /// `earlier` is the result of a run that was stopped; its rounds are not played again. `progress` is told after
    /// every round. Once `stop` is set, the rounds that have begun are dropped and the rest is returned.
    ///
    /// # Errors
    /// Robots that can't be seated, rules that fail, and an earlier result of another run.
    pub fn run(
        &self,
        library: &RobotLibrary,
        earlier: Option<&Tally>,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Tally, Faults> {
        let tables = self.tables()?;
        for robot in &self.robots {
            library.seat(&self.game, Seat(0), robot, self.seed)?;
        }
        let mut result = self.blank();
        if let Some(earlier) = earlier {
            result = Tally::merge(&[result, earlier.clone()])
                .map_err(|error| Diagnostic::new("other-run", error.to_string()))?;
        }
        let rounds_each = self.games.div_ceil(self.seats() as u64);
        let (part, parts) = self.shard;
        let mine: Vec<Round> = (0..rounds_each * tables.len() as u64)
            .filter(|number| number % parts.max(1) == part.saturating_sub(1))
            .map(|number| Round {
                number,
                table: (number % tables.len() as u64) as usize,
                deal: number / tables.len() as u64,
            })
            .collect();
        let rounds: Vec<Round> = mine.iter().filter(|round| !result.has(round.number)).copied().collect();
        let total = mine.len() as u64;
        let mut done = total - rounds.len() as u64;
        progress(Progress { done, total });
        let next = AtomicUsize::new(0);
        let (send, receive) = channel();
        let mut failed = None;
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.clamp(1, rounds.len().max(1)) {
                let (send, next, rounds, tables) = (send.clone(), &next, &rounds, &tables);
                scope.spawn(move || self.work(library, tables, rounds, next, stop, &send));
            }
            drop(send);
            for message in receive {
                match message {
                    Ok((round, tally)) => {
                        result.add(&tally);
                        result.mark(round);
                        done += 1;
                        progress(Progress { done, total });
                    }
                    Err(faults) => {
                        // The other threads need not go on.
                        next.store(rounds.len(), Ordering::Relaxed);
                        failed.get_or_insert(faults);
                    }
                }
            }
        });
        failed.map_or(Ok(result), Err)
    }

    fn seats(&self) -> usize {
        self.game.seat_count()
    }

    /// The tables that the robots can form.
    fn tables(&self) -> Result<Vec<Vec<usize>>, Diagnostic> {
        let (seats, robots) = (self.seats(), self.robots.len());
        if robots < seats {
            return Err(Diagnostic::new("wrong-seats", format!("{robots} robots can't fill {seats} seats"))
                .help("name a robot for each seat; a robot may be named twice"));
        }
        let mut tables = vec![Vec::new()];
        for _ in 0..seats {
            tables = tables
                .into_iter()
                .flat_map(|table: Vec<usize>| {
                    let from = table.last().map_or(0, |last| last + 1);
                    (from..robots).map(move |robot| [table.as_slice(), &[robot]].concat())
                })
                .collect();
        }
        Ok(tables)
    }

    fn blank(&self) -> Tally {
        let robots = self.robots.len();
        Tally {
            game: self.game.name().to_owned(),
            variant: self.game.variant().map(str::to_owned),
            options: self.game.options().map(|(key, value)| (key.to_owned(), value.to_string())).collect(),
            seed: self.seed,
            robots: self.robots.clone(),
            table: self.seats(),
            games: self.games,
            limit: self.nodes.map_or_else(|| format!("{} ms", self.time.as_millis()), |n| format!("{n} nodes")),
            done: Vec::new(),
            tallies: vec![RobotTally::default(); robots],
            pairs: vec![vec![0; robots]; robots],
        }
    }

    /// What one thread does.
    fn work(
        &self,
        library: &RobotLibrary,
        tables: &[Vec<usize>],
        rounds: &[Round],
        next: &AtomicUsize,
        stop: &AtomicBool,
        send: &Sender<Result<(u64, Tally), Faults>>,
    ) {
        let mut host = None;
        while !stop.load(Ordering::Relaxed) {
            let Some(round) = rounds.get(next.fetch_add(1, Ordering::Relaxed)) else {
                return;
            };
            let message = match self.round(library, &tables[round.table], *round, stop, &mut host) {
                Ok(None) => return,
                Ok(Some(tally)) => Ok((round.number, tally)),
                Err(faults) => Err(faults),
            };
            if send.send(message).is_err() {
                return;
            }
        }
    }

    /// One deal with every rotation; `None` if it was stopped.
    fn round(
        &self,
        library: &RobotLibrary,
        table: &[usize],
        round: Round,
        stop: &AtomicBool,
        spare: &mut Option<Host>,
    ) -> Result<Option<Tally>, Faults> {
        let mut tally = self.blank();
        let mut mixer = Generator::from_seed(self.seed ^ round.deal.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let seed = u64::from(mixer.bits()) << 32 | u64::from(mixer.bits());
        for rotation in 0..table.len() {
            let seated: Vec<usize> = (0..table.len()).map(|n| table[(n + rotation) % table.len()]).collect();
            let host = match spare.take() {
                Some(host) => host,
                None => Host::new(self.game.clone())?,
            };
            let mut players = Vec::new();
            for (n, &robot) in seated.iter().enumerate() {
                players.push(library.seat(&self.game, Seat::from_index(n), &self.robots[robot], seed)?);
            }
            let mut played = Match::with_host(host, seed, vec![String::new(); table.len()])?;
            if !self.play(&mut played, &mut players, &seated, seed, stop, &mut tally)? {
                return Ok(None);
            }
            self.count(&played, &seated, &mut tally);
            *spare = Some(played.into_host());
        }
        Ok(Some(tally))
    }

    /// Plays a match to its end; false if it was stopped.
    fn play(
        &self,
        played: &mut Match,
        players: &mut [Box<dyn Player>],
        seated: &[usize],
        seed: u64,
        stop: &AtomicBool,
        tally: &mut Tally,
    ) -> Result<bool, Faults> {
        let mut spare_choice = Generator::from_seed(seed);
        for player in players.iter_mut() {
            player.observe(played.opening());
        }
        while let Some(decision) = played.decision() {
            if stop.load(Ordering::Relaxed) {
                return Ok(false);
            }
            let seat = decision.seat.index();
            let view = played.view(Some(decision.seat));
            let request = Request { view: &view, legal: played.legal(), time: self.time, nodes: self.nodes };
            let started = Instant::now();
            let choice = players[seat].choose(&request);
            let counts = &mut tally.tallies[seated[seat]];
            counts.moves += 1;
            counts.micros += u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
            let game = played.game().clone();
            let mut errors: Vec<String> = Vec::new();
            let action = match choice {
                Ok(choice) => match played.check(&choice.action)? {
                    Ok(()) => Some(choice.action),
                    Err(refusal) => {
                        errors.push(refusal.to_string());
                        None
                    }
                },
                Err(error) => {
                    errors.push(error.to_string());
                    None
                }
            };
            for error in errors {
                counts.errors += 1;
                counts.error.get_or_insert(error);
            }
            // Whoever errs is moved at random, and the error counts.
            let action = match action {
                Some(action) => action,
                None => played.legal().get(&game, by_verb(played.legal(), &mut spare_choice).unwrap_or(0)),
            };
            let verb = &game.pack().verbs[action.verb().index()].name;
            *counts.actions.entry(verb.clone()).or_default() += 1;
            let step = played.act(&action).map_err(|error| Diagnostic::new("rules-failed", error.to_string()))?;
            for player in players.iter_mut() {
                player.observe(&step.events);
            }
        }
        for (n, player) in players.iter_mut().enumerate() {
            player.end(&played.view(Some(Seat::from_index(n))));
        }
        Ok(true)
    }

    /// Counts how a match came out.
    fn count(&self, played: &Match, seated: &[usize], tally: &mut Tally) {
        let state = played.state();
        let won: Vec<bool> = self.game.seats().map(|seat| state.has_won(seat)).collect();
        let winners = won.iter().filter(|won| **won).count();
        for (n, &robot) in seated.iter().enumerate() {
            let counts = &mut tally.tallies[robot];
            counts.games += 1;
            counts.score += i64::from(state.score(self.game.layout(), Seat::from_index(n)));
            match (winners, won[n]) {
                (0, _) => {
                    counts.draws += 1;
                    counts.points += WIN / seated.len() as u64;
                }
                (1, true) => {
                    counts.wins += 1;
                    counts.points += WIN;
                }
                (_, true) => {
                    counts.draws += 1;
                    counts.points += WIN / winners as u64;
                }
                (_, false) => counts.losses += 1,
            }
            for (m, &other) in seated.iter().enumerate().filter(|(m, _)| *m != n) {
                tally.pairs[robot][other] += match (won[n], won[m]) {
                    (true, false) => 2,
                    (false, true) => 0,
                    _ => 1,
                };
            }
        }
    }
}
