//! Tunes parameters of a robot by playing: simultaneous perturbation stochastic approximation (SPSA).
//!
//! At each step all parameters are perturbed simultaneously, each up or down at random, and the robot with the
//! perturbed parameters and the robot with the opposite perturbation play the same deals with the same partners. The
//! difference of their rates is the gradient estimate (Spall, "An Overview of the Simultaneous Perturbation Method for
//! Efficient Optimization", 1998, whose gain sequences are used here). The result is the average of the second half of
//! the iterates (Polyak and Juditsky, 1992). Parameters are scaled by their ranges to 0 to 1.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::{Code, Diagnostic, Faults, suggest};
use parlour_engine::game::Game;
use serde::{Deserialize, Serialize};

use crate::measure::arena::{Arena, Comparison, Openings, with_partners};
use crate::players::RobotLibrary;
use parlour_search::params::{ParamKind, ParamSpec, ParamValue};
use parlour_search::spec;

/// Spall's recommended decay exponents of the gains, alpha for steps and gamma for perturbations.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// The initial perturbation, as a share of the range, and the initial gain per difference of rates.
const TRIAL: f64 = 0.15;
const GAIN: f64 = 0.2;
/// The maximum step of a parameter, as a share of its range.
const FARTHEST: f64 = 0.2;
/// Deals of a step, each played from every seat by both sides.
const DEALS: u64 = 4;
/// The share of the games that validates the result.
const PROOF: f64 = 0.25;

/// The configuration of a tuning run.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use std::time::Duration;
///
/// use parlour_ai::arena::Openings;
/// use parlour_ai::{RobotLibrary, Tuning};
/// use parlour_engine::{Config, Library};
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules"));
/// # let mut robots = RobotLibrary::new();
/// # robots.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/robots"));
/// let tuning = Tuning {
///     game: library.load("en-garde")?.configure(&Config::default())?,
///     robot: "counter".to_owned(),
///     params: Vec::new(),
///     against: vec!["random".to_owned()],
///     games: 80,
///     seed: 7,
///     time: Duration::from_secs(1),
///     nodes: Some(100),
///     jobs: 1,
///     openings: Openings::Start,
/// };
/// let begun = tuning.begin(&robots)?;
/// println!("{} steps for {}", tuning.steps(), begun.params.join(", "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The game, with a seat for the robot and one for each partner.
    pub game: Arc<Game>,
    /// The robot, with its initial parameters.
    pub robot: String,
    /// The names of the parameters to tune; empty for all numbers.
    pub params: Vec<String>,
    /// Its partners.
    pub against: Vec<String>,
    /// Total number of games, including those of the validation.
    pub games: u64,
    /// The seed of all randomness.
    pub seed: u64,
    /// The time limit of a move.
    pub time: Duration,
    /// Node limit of a move, instead of the clock.
    pub nodes: Option<u64>,
    /// The number of threads.
    pub jobs: usize,
    /// The openings of games.
    pub openings: Openings,
}

/// A parameter that is tuned.
#[derive(Clone, Debug)]
struct Tuned {
    spec: ParamSpec,
    min: f64,
    max: f64,
    whole: bool,
    start: f64,
}

impl Tuned {
    fn value(&self, at: f64) -> f64 {
        let value = self.min + at.clamp(0.0, 1.0) * (self.max - self.min);
        if self.whole {
            return value.round();
        }
        // Four significant digits are more than the games can resolve.
        let digits = (3.0 - (self.max - self.min).abs().max(f64::MIN_POSITIVE).log10().floor()).clamp(0.0, 12.0);
        let factor = 10_f64.powi(digits as i32);
        (value * factor).round() / factor
    }
}

/// A completed step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TuningStep {
    /// Games that it took.
    pub games: u64,
    /// The rate of one side minus that of the other.
    pub difference: f64,
    /// The parameters after it, as shares of their ranges.
    pub at: Vec<f64>,
}

/// The resumable state of a tuning run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TuningState {
    /// Identity of the run: everything on which the steps depend.
    pub run: String,
    /// The names of the parameters.
    pub params: Vec<String>,
    /// The completed steps.
    pub steps: Vec<TuningStep>,
}

/// The result of a tuning run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TuningResult {
    /// For each parameter its name, the initial and the tuned value.
    pub params: Vec<(String, f64, f64)>,
    /// The specification of the tuned robot.
    pub robot: String,
    /// The tuned robot against the initial one, over fresh deals; `None` if both are the same.
    pub comparison: Option<Comparison>,
}

impl TuningResult {
    /// True if the tuned robot won more, significantly or not.
    pub fn is_better(&self) -> bool {
        self.comparison.is_some_and(|compared| compared.difference > 0.0)
    }
}

impl Tuning {
    /// The parameters to tune.
    fn tuned(&self, library: &RobotLibrary) -> Result<Vec<Tuned>, Faults> {
        let robot = spec::read_robot(&self.robot)?;
        let info = library.info(self.game.name(), &robot.name)?;
        let numbers = || info.params.iter().filter(|spec| matches!(spec.kind, ParamKind::Number { .. }));
        if numbers().next().is_none() {
            let message = format!("the robot `{}` has no parameter that is a number", robot.name);
            let help = "declare what is to be tuned in the `params` of its table";
            return Err(Diagnostic::new(Code::UnknownParameter, message).help(help).into());
        }
        for name in &self.params {
            if !numbers().any(|spec| spec.name == *name) {
                let message = format!("the robot `{}` has no parameter `{name}` that is a number", robot.name);
                let help = suggest(name, numbers().map(|spec| spec.name.as_str()));
                return Err(Diagnostic::new(Code::UnknownParameter, message).help(help).into());
            }
        }
        let chosen = numbers().filter(|spec| self.params.is_empty() || self.params.contains(&spec.name));
        let of = |spec: &ParamSpec| {
            let (ParamKind::Number { min, max, whole }, ParamValue::Number(default)) = (&spec.kind, &spec.default)
            else {
                return None;
            };
            let given = robot.given.iter().find(|(name, _)| *name == spec.name).and_then(|(_, text)| text.parse().ok());
            let start: f64 = given.unwrap_or(*default);
            // An unbounded parameter ranges over its own magnitude.
            let reach = start.abs().max(1.0);
            let min = if min.is_finite() { *min } else { start - reach };
            let max = if max.is_finite() { *max } else { start.max(min) + reach };
            (max > min).then(|| Tuned { spec: spec.clone(), min, max, whole: *whole, start })
        };
        Ok(chosen.filter_map(of).collect())
    }

    /// The specification of the robot for parameters given as shares of their ranges.
    fn robot_at(&self, tuned: &[Tuned], at: &[f64]) -> Result<String, Faults> {
        let mut robot = spec::read_robot(&self.robot)?;
        robot.given.retain(|(name, _)| !tuned.iter().any(|tuned| tuned.spec.name == *name));
        let set = |(tuned, &at): (&Tuned, &f64)| (tuned.spec.name.clone(), tuned.value(at).to_string());
        robot.given.extend(tuned.iter().zip(at).map(set));
        Ok(robot.to_string())
    }

    /// The number of steps, and of games of each.
    fn plan(&self) -> (u64, u64) {
        let games = DEALS * self.game.seat_count() as u64;
        let steps = (self.games as f64 * (1.0 - PROOF)) as u64 / (2 * games);
        (steps.max(1), games)
    }

    /// The number of steps.
    pub fn steps(&self) -> u64 {
        self.plan().0
    }

    /// The state before the first step.
    ///
    /// # Errors
    /// A robot that can't be read, and names that aren't numeric parameters of it.
    pub fn begin(&self, library: &RobotLibrary) -> Result<TuningState, Faults> {
        let tuned = self.tuned(library)?;
        let budget =
            self.nodes.map_or_else(|| format!("{} ms", self.time.as_millis()), |nodes| format!("{nodes} nodes"));
        let hash = library.fingerprint(&self.game, &self.robot)?;
        let run = format!(
            "{} {:016x} {} ({hash:016x}) against {}; seed {}, {budget}, {} steps",
            self.game.name(),
            self.game.pack().fingerprint,
            self.robot,
            self.against.join(","),
            self.seed,
            self.steps(),
        );
        Ok(TuningState { run, params: tuned.iter().map(|tuned| tuned.spec.name.clone()).collect(), steps: Vec::new() })
    }

    /// Makes the remaining steps and reports each. Returns true if all were made, false if `stop` was set.
    ///
    /// # Errors
    /// As for [`Tuning::begin`] and [`Arena::run`], and a robot that fails.
    pub fn go_on(
        &self,
        library: &RobotLibrary,
        so_far: &mut TuningState,
        stop: &AtomicBool,
        told: &mut dyn FnMut(&TuningState),
    ) -> Result<bool, Faults> {
        let tuned = self.tuned(library)?;
        let (steps, games) = self.plan();
        let mut at = self.now(&tuned, so_far);
        for n in so_far.steps.len() as u64..steps {
            let k = n as f64 + 1.0;
            let mut coins = Generator::numbered(self.seed, n + 1);
            let coin: Vec<f64> = tuned.iter().map(|_| if coins.below(2) == 0 { 1.0 } else { -1.0 }).collect();
            let trial: Vec<f64> = tuned
                .iter()
                .map(|tuned| {
                    let least = if tuned.whole { 0.6 / (tuned.max - tuned.min) } else { 0.0 };
                    (TRIAL / k.powf(GAMMA)).max(least)
                })
                .collect();
            let moved = |sign: f64| -> Vec<f64> {
                at.iter().zip(&coin).zip(&trial).map(|((at, coin), trial)| at + sign * coin * trial).collect()
            };
            let pair = [self.robot_at(&tuned, &moved(1.0))?, self.robot_at(&tuned, &moved(-1.0))?];
            let difference = if pair[0] == pair[1] {
                0.0
            } else {
                let seed = coins.seed();
                match self.compare(library, &pair, games, seed, stop)? {
                    Some(found) => found.difference,
                    None => return Ok(false),
                }
            };
            let gain = GAIN / (k + 0.1 * steps as f64).powf(ALPHA) * (1.0 + 0.1 * steps as f64).powf(ALPHA);
            for ((at, coin), trial) in at.iter_mut().zip(&coin).zip(&trial) {
                let step = gain * difference * coin * (TRIAL / trial);
                *at = (*at + step.clamp(-FARTHEST, FARTHEST)).clamp(0.0, 1.0);
            }
            so_far.steps.push(TuningStep { games: 2 * games, difference, at: at.clone() });
            told(so_far);
        }
        Ok(true)
    }

    /// The result, validated by an arena over deals that no step has seen. `None` if `stop` was set.
    ///
    /// # Errors
    /// As for [`Tuning::go_on`].
    pub fn finish(
        &self,
        library: &RobotLibrary,
        done: &TuningState,
        stop: &AtomicBool,
    ) -> Result<Option<TuningResult>, Faults> {
        let tuned = self.tuned(library)?;
        let begun: Vec<f64> = tuned.iter().map(start).collect();
        let half = &done.steps[done.steps.len() / 2..];
        let mean = |n: usize| half.iter().map(|step| step.at[n]).sum::<f64>() / half.len() as f64;
        let found: Vec<f64> = if half.is_empty() { begun.clone() } else { (0..tuned.len()).map(mean).collect() };
        let pair = [self.robot_at(&tuned, &found)?, self.robot_at(&tuned, &begun)?];
        let comparison = if pair[0] == pair[1] {
            None
        } else {
            let seats = self.game.seat_count() as u64;
            let games = ((self.games as f64 * PROOF) as u64 / 2 / seats).max(1) * seats;
            match self.compare(library, &pair, games, !self.seed, stop)? {
                Some(found) => Some(found),
                None => return Ok(None),
            }
        };
        let params = tuned.iter().zip(&found).zip(&begun);
        Ok(Some(TuningResult {
            params: params
                .map(|((tuned, &found), &begun)| (tuned.spec.name.clone(), tuned.value(begun), tuned.value(found)))
                .collect(),
            robot: pair[0].clone(),
            comparison,
        }))
    }

    /// The values of the parameters after each step, in their own units.
    ///
    /// # Errors
    /// As for [`Tuning::begin`].
    pub fn curve(&self, library: &RobotLibrary, done: &TuningState) -> Result<Vec<Vec<f64>>, Faults> {
        let tuned = self.tuned(library)?;
        let of = |n: usize| done.steps.iter().filter_map(|step| Some(tuned[n].value(*step.at.get(n)?))).collect();
        Ok((0..tuned.len()).map(of).collect())
    }

    fn now(&self, tuned: &[Tuned], so_far: &TuningState) -> Vec<f64> {
        so_far.steps.last().map_or_else(|| tuned.iter().map(start).collect(), |step| step.at.clone())
    }

    fn compare(
        &self,
        library: &RobotLibrary,
        pair: &[String; 2],
        games: u64,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<Option<Comparison>, Faults> {
        let robots = pair.iter().chain(&self.against).cloned().collect();
        let arena = Arena {
            tables: with_partners(2, self.against.len()),
            games,
            openings: self.openings.clone(),
            seed,
            time: self.time,
            nodes: self.nodes,
            jobs: self.jobs,
            ..Arena::new(self.game.clone(), robots)
        };
        let tally = arena.run(library, None, stop, &mut |_, _| {})?;
        // Random moves after a robot's failure say nothing about its parameters.
        if let Some((robot, error)) = tally.first_errors().first() {
            let message = format!("{}: {error}", tally.run.robots[*robot]);
            return Err(Diagnostic::new(Code::ScriptError, message).help("mend the robot before it is tuned").into());
        }
        Ok(if tally.is_complete() { tally.standings().comparison() } else { None })
    }
}

fn start(tuned: &Tuned) -> f64 {
    ((tuned.start - tuned.min) / (tuned.max - tuned.min)).clamp(0.0, 1.0)
}
