//! Agreement of robots: the rate at which they choose the same action in the same positions.
//!
//! Matches are played among the robots, each seat's robot drawn at random for every game. At each decision with a
//! choice every robot is asked, as if it had just joined and seen everything that its seat has; the answer of the
//! seated one is played.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};

use parlour_engine::action::Action;
use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::{Diagnostic, Faults};
use parlour_engine::play::Match;

use super::Arena;
use super::stats::rate_interval;
use crate::measure::runner::{self, RunEnd};
use crate::players::Pool;
use crate::players::RobotLibrary;
use crate::players::seated::{Fault, any_action, ask, is_endless, rules_failed, see};

/// Agreement of two robots.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shared {
    /// Decisions that both have answered.
    pub moments: u64,
    /// The share of them with the same answer.
    pub rate: f64,
    /// The 95% confidence interval of the rate, clustered by game.
    pub interval: [f64; 2],
}

/// Agreement of a list of robots.
#[derive(Clone, Debug, PartialEq)]
pub struct Agreement {
    /// The robots.
    pub robots: Vec<String>,
    /// Games played to sample decisions.
    pub games: u64,
    /// Decisions with a choice; a repeated one counts once.
    pub moments: u64,
    /// For each robot the number of decisions without an answer.
    pub errors: Vec<u64>,
    /// For each pair of indices into the list; `None` on the diagonal.
    pub pairs: Vec<Vec<Option<Shared>>>,
}

/// A decision: its identity, and the choice of each robot as a number that is equal for equal actions.
struct Moment {
    hash: u64,
    answers: Vec<Option<usize>>,
}

impl Arena {
    /// Plays `games` matches among the robots, and asks all of them at every decision. `progress` is called with the
    /// number of finished games. Once `stop` is set, the result so far is returned. The number of threads doesn't
    /// change the result.
    ///
    /// # Errors
    /// Robots that can't be seated, rules that fail.
    pub fn agreement(
        &self,
        library: &RobotLibrary,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Agreement, Faults> {
        let games = runner::all(
            (self.jobs, self.games),
            &|| stop.load(Ordering::Acquire),
            |end| {
                let mut pool = Pool::new(&self.game);
                move |game| self.moments(&mut pool, library, game, &end).map(Some)
            },
            progress,
        )?;
        Ok(count(&self.robots, &games))
    }

    /// The decisions of a game.
    fn moments(&self, pool: &mut Pool, library: &RobotLibrary, game: u64, end: &RunEnd) -> Result<Vec<Moment>, Faults> {
        let names = self.game.seats().map(|_| String::new()).collect();
        let mut played = self.openings.deal(pool, (self.seed, game), names)?;
        let mut chance = Generator::from_seed(played.seed());
        let robots = u32::try_from(self.robots.len()).unwrap_or(u32::MAX);
        let seated: Vec<usize> = self.game.seats().map(|_| chance.below(robots) as usize).collect();
        for (seat, &robot) in self.game.seats().zip(&seated) {
            played.set_player(seat, self.robots[robot].clone());
        }
        let mut moments = Vec::new();
        let rests = |played: &Match| end.is_near() || is_endless(played, self.most_plies);
        while let Some(decision) = played.decision().filter(|_| !rests(&played)) {
            let mut action = None;
            if played.legal().len() > 1 || !played.legal().is_complete() {
                let mut known: Vec<Action> = Vec::new();
                let mut answers = Vec::new();
                let seed = played.seed() ^ played.steps().len() as u64;
                for (robot, name) in self.robots.iter().enumerate() {
                    let mut player = pool.player(library, decision.seat, name, seed)?;
                    see(player.as_mut(), decision.seat, &played)?;
                    end.asks(player.stop_handle());
                    let choice = match ask(&mut played, player.as_mut(), self.thinking()) {
                        Err(Fault::Rules { fault, .. }) => return Err(Diagnostic::clone(&fault).into()),
                        choice => choice.ok().map(|choice| choice.action),
                    };
                    pool.leave(name, player);
                    answers.push(choice.map(|choice| {
                        if robot == seated[decision.seat.index()] {
                            action = Some(choice.clone());
                        }
                        known.iter().position(|other| *other == choice).unwrap_or_else(|| {
                            known.push(choice);
                            known.len() - 1
                        })
                    }));
                }
                // An interruption isn't an error of the robot.
                if end.is_near() {
                    break;
                }
                moments.push(Moment { hash: played.state().position_hash(), answers });
            }
            let action = action.unwrap_or_else(|| any_action(&played, &mut chance));
            played.act(&action).map_err(|error| rules_failed(&error))?;
        }
        pool.end(played);
        Ok(moments)
    }
}

/// Aggregates game by game; repeated decisions are skipped.
fn count(robots: &[String], games: &BTreeMap<u64, Vec<Moment>>) -> Agreement {
    let mut known = BTreeSet::new();
    let games: Vec<Vec<&Moment>> =
        games.values().map(|moments| moments.iter().filter(|moment| known.insert(moment.hash)).collect()).collect();
    let errors = |robot: usize| games.iter().flatten().filter(|moment| moment.answers[robot].is_none()).count() as u64;
    let pair = |one: usize, other: usize| {
        let (mut same, mut moments, mut rates) = (0, 0, Vec::new());
        for game in &games {
            let both = game.iter().filter_map(|moment| Some((moment.answers[one]?, moment.answers[other]?)));
            let (alike, all) = both.fold((0, 0), |(alike, all), (a, b)| (alike + u64::from(a == b), all + 1));
            if all > 0 {
                rates.push(alike as f64 / all as f64);
            }
            (same, moments) = (same + alike, moments + all);
        }
        let rate = same as f64 / (moments as f64).max(1.0);
        (one != other).then(|| Shared { moments, rate, interval: rate_interval(rate, &rates, moments) })
    };
    let places = 0..robots.len();
    Agreement {
        robots: robots.to_vec(),
        games: games.len() as u64,
        moments: known.len() as u64,
        errors: places.clone().map(errors).collect(),
        pairs: places.clone().map(|one| places.clone().map(|other| pair(one, other)).collect()).collect(),
    }
}
