//! What becomes of the moments of a robot: how it described them, and how the match came out for its seat.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::channel;

use parlour_engine::diagnostic::{Code, Diagnostic, Faults};
use parlour_engine::ids::Seat;
use parlour_engine::play::{ActError, Match};

use super::Arena;
use super::play::{Asked, Worker};
use crate::learn::{Features, Names, Outcome, Row};
use crate::library::RobotLibrary;
use crate::table::{Chosen, Director, Next, Table, Thinking};

impl Arena {
    /// Plays all games of the first table on several threads, each in its own way. `progress` is told how many are over.
    /// Once `stop` is set, what was played so far is returned. The number of threads changes nothing.
    ///
    /// # Errors
    /// Those of `play`; where it returns nothing, the game was stopped.
    pub(super) fn each_game<T: Send>(
        &self,
        library: &RobotLibrary,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
        play: impl Fn(&mut Worker<'_>, u64) -> Result<Option<T>, Faults> + Sync,
    ) -> Result<BTreeMap<u64, T>, Faults> {
        let next = AtomicU64::new(0);
        let failed = AtomicBool::new(false);
        let (send, receive) = channel();
        let mut games = BTreeMap::new();
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.clamp(1, usize::try_from(self.games).unwrap_or(usize::MAX).max(1)) {
                let (send, next, failed, play) = (send.clone(), &next, &failed, &play);
                scope.spawn(move || {
                    let asked = Asked::default();
                    let mut worker = Worker::new(self, library, &[], stop, &asked, None);
                    loop {
                        let game = next.fetch_add(1, Ordering::Relaxed);
                        if game >= self.games || stop.load(Ordering::Acquire) || failed.load(Ordering::Acquire) {
                            return;
                        }
                        let played = play(&mut worker, game);
                        failed.fetch_or(played.is_err(), Ordering::Release);
                        let Some(played) = played.transpose() else { return };
                        if send.send(played.map(|played| (game, played))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(send);
            for report in receive {
                let (game, played) = report?;
                games.insert(game, played);
                progress(games.len() as u64);
            }
            Ok::<(), Faults>(())
        })?;
        Ok(games)
    }

    /// Plays all games, and returns for each the moments of the seats on which the first robot sits, in order. Once `stop`
    /// is set, those of the games that are over.
    ///
    /// # Errors
    /// Robots that can't be seated, the robot when it fails, and rules that do.
    pub(crate) fn moments(
        &self,
        library: &RobotLibrary,
        (names, outcome): (&Names, Outcome),
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Result<BTreeMap<u64, Vec<Row>>, Faults> {
        self.each_game(library, stop, progress, |worker, game| worker.lessons(self, game, (names, outcome), stop))
    }

    /// The deal that a game belongs to.
    pub(crate) fn deal_of(&self, game: u64) -> u64 {
        self.number(game).deal
    }
}

impl Worker<'_> {
    /// Plays a game and notes what its moments came to; `None` if it was stopped.
    fn lessons(
        &mut self,
        arena: &Arena,
        game: u64,
        (names, outcome): (&Names, Outcome),
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Row>>, Faults> {
        let number = arena.number(game);
        let table = &arena.tables[number.table];
        let robots: Vec<usize> = (0..table.len()).map(|seat| table[(seat + number.rotation) % table.len()]).collect();
        let called = robots.iter().map(|&robot| arena.robots[robot].clone()).collect();
        let (played, scene) = self.deal(number.deal, called)?;
        let seed = played.seed();
        let mut players = Vec::new();
        for (n, &robot) in robots.iter().enumerate() {
            players.push(self.seat(Seat::from_index(n), robot, seed)?);
        }
        let thinking = Thinking { time: arena.time, nodes: arena.nodes };
        let mut seated = Table::with_players(played, players, thinking);
        let mut listener = Listener { learner: &arena.robots[table[0]], stop, heard: Vec::new() };
        let ended = seated.play(&mut listener)?;
        let heard = listener.heard;
        let (played, players) = seated.into_parts();
        for (player, &robot) in players.into_iter().zip(&robots) {
            self.players[robot] = player;
        }
        let row = |(n, (seat, features)): (usize, &(Seat, Features))| {
            let next = heard[n + 1..].iter().position(|(other, _)| other == seat).map_or(0, |gap| gap + 1);
            names.row(features, came_out(&played, *seat, outcome), next)
        };
        let rows = if ended { Some(heard.iter().enumerate().map(row).collect::<Result<_, _>>()?) } else { None };
        self.keep(played, scene);
        Ok(rows)
    }
}

/// How a match came out for a seat.
fn came_out(played: &Match, seat: Seat, outcome: Outcome) -> f64 {
    let (game, state) = (played.game(), played.state());
    let (team, teams) = (game.team_of(seat), game.teams().len());
    match outcome {
        Outcome::Won => {
            let has_won = |team: usize| game.members(team).any(|seat| state.has_won(seat));
            match (0..teams).filter(|&team| has_won(team)).count() {
                0 if game.is_together() => 0.0,
                0 => 1.0 / teams as f64,
                winners if has_won(team) => 1.0 / winners as f64,
                _ => 0.0,
            }
        }
        Outcome::Margin => {
            let others = (0..teams).filter(|&other| other != team).map(|other| game.team_score(state, other));
            game.team_score(state, team) - others.reduce(f64::max).unwrap_or(0.0)
        }
    }
}

/// Hears how a robot describes its moments.
struct Listener<'a> {
    learner: &'a str,
    stop: &'a AtomicBool,
    heard: Vec<(Seat, Features)>,
}

impl Director for Listener<'_> {
    type Error = Faults;

    fn next(&mut self, _table: &mut Table, _seat: Seat) -> Result<Next, Faults> {
        Ok(if self.stop.load(Ordering::Acquire) { Next::Rest } else { Next::Ask })
    }

    fn chosen(&mut self, table: &mut Table, chosen: &Chosen) -> Result<ControlFlow<()>, Faults> {
        let robot = &table.played.players()[chosen.seat.index()];
        // What a robot that fails would have done says nothing.
        let failed = |error: &dyn std::fmt::Display| {
            let message = format!("{robot}: {error}");
            Faults::from(Diagnostic::new(Code::ScriptError, message).help("mend the robot before anything is learnt"))
        };
        if let Some(fault) = &chosen.fault {
            return Err(failed(fault));
        }
        if robot == self.learner {
            let told = table.features(chosen.seat, &chosen.action);
            let robot = self.learner;
            if let Some(features) =
                told.map_err(|error| Faults::from(Diagnostic::new(Code::BadLesson, format!("{robot}: {error}"))))?
            {
                self.heard.push((chosen.seat, features));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn refused(&mut self, error: ActError) -> Faults {
        Diagnostic::new(Code::RulesFailed, error.to_string()).into()
    }
}
