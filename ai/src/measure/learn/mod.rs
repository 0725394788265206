//! Weights that a robot learns from matches: it says which file it learns and how it describes a moment and its action
//! there by numbers, matches are played, and a model is fitted to what came of these moments, or to what it chose in them.
//!
//! Who wins is learnt by logistic regression, the margin of the scores by least squares, what is chosen by logistic
//! regression over the legal actions, all with a ridge that keeps the weights of what is seldom seen near 0. A hidden layer may be added, which finds out as well what numbers mean
//! together. A fifth of the deals is held out, to say how much was learnt.

mod cholesky;
mod fit;
mod matches;
mod network;
mod written;

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use parlour_engine::diagnostic::{Code, Diagnostic, Faults};
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;

pub use crate::base::lesson::{Features, Lesson, Outcome, Part};
use crate::base::spec;
use crate::measure::arena::{Arena, Openings};
use crate::players::RobotLibrary;
use fit::Model;
pub(crate) use fit::Row;
use matches::Matches;
use network::Lessons;

/// One deal in so many is held out.
const HELD_OUT: u64 = 5;
/// Groups of moments for which the prediction is held against what came.
const GROUPS: usize = 5;
/// Weights that a robot may learn.
pub const MOST_WEIGHTS: usize = 1_000;
/// Units that a hidden layer may have.
pub const MOST_UNITS: usize = 256;
/// Actions of a moment that may be described where choices are learnt.
pub(crate) const MOST_ACTIONS: usize = 1_000;
/// Numbers that all moments may hold together.
const MOST_NUMBERS: usize = 60_000_000;

/// What is to be learnt, and from what.
#[derive(Clone, Debug)]
pub struct Learning {
    /// The game, with a seat for the robot and one for each of the others.
    pub game: Arc<Game>,
    /// The robot, with parameters if any.
    pub robot: String,
    /// With whom it plays. Where the robot itself sits there as well, it learns from these seats too.
    pub against: Vec<String>,
    /// Matches.
    pub games: u64,
    /// The seed of all chance.
    pub seed: u64,
    /// How strongly weights are kept near 0: as so many moments would that say so.
    pub ridge: f64,
    /// How much more how a match came out counts than what is predicted for the moments that came next in it: 1 for that
    /// alone, 0 for only the next moment of the seat.
    pub lambda: f64,
    /// Units of a hidden layer; 0 for none.
    pub hidden: usize,
    /// How often the hidden layer goes through all moments.
    pub passes: u32,
    /// Nodes of a search for a move.
    pub nodes: u64,
    /// The number of threads.
    pub jobs: usize,
    /// Where matches begin.
    pub openings: Openings,
}

/// Moments, or actions of moments, for which about the same was predicted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Group {
    /// How many there are.
    pub moments: u64,
    /// What was predicted in the mean.
    pub predicted: f64,
    /// What came in the mean.
    pub came: f64,
}

/// How good predictions are in matches that nothing was learnt from.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    /// The matches.
    pub games: u64,
    /// Their moments.
    pub moments: u64,
    /// The mean error: for who wins and for choices the logarithmic loss, for margins the root of the mean square.
    pub error: f64,
    /// The same of who always predicts the mean of the matches that were learnt from, or takes all actions of a moment for as
    /// likely.
    pub blind: f64,
    /// Where choices are learnt, the part of moments in which what was likeliest was chosen.
    pub hits: Option<f64>,
    /// The moments in groups, by what was predicted, the least first; where choices are learnt, their actions.
    pub groups: Vec<Group>,
}

impl Proof {
    /// The part of the variance of margins that is explained.
    pub fn explained(&self) -> f64 {
        1.0 - (self.error / self.blind.max(f64::MIN_POSITIVE)).powi(2)
    }
}

/// A unit of a hidden layer: what it adds is `out` times the sum of its bias and each number times its weight, if that is
/// above 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit<W> {
    /// What is added to its sum.
    pub bias: f64,
    /// What a point of its sum counts.
    pub out: f64,
    /// Its weights.
    pub weights: W,
}

/// How far learning has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// So many matches are over.
    Matches(u64),
    /// The hidden layer has gone so often through all moments.
    Passes(u32),
}

/// Weights, each with the way to its number in what `features` returns.
pub type Placed = Vec<(Vec<Part>, f64)>;

/// What was learnt.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Learnt {
    /// What the robot says that it learns.
    pub lesson: Lesson,
    /// Matches that it was learnt from, and their moments.
    pub games: u64,
    /// The moments.
    pub moments: u64,
    /// What is always added.
    pub bias: f64,
    /// The weights, in the order of their places.
    pub weights: Placed,
    /// The units of the hidden layer, with weights in the same order.
    pub hidden: Vec<Unit<Placed>>,
    /// How good it is.
    pub proof: Proof,
}

impl Learning {
    /// What the robot says that it learns.
    ///
    /// # Errors
    /// A robot that can't be seated, or that learns nothing.
    pub fn lesson(&self, library: &RobotLibrary) -> Result<Lesson, Faults> {
        let player = library.seat(&self.game, Seat(0), &self.robot, self.seed)?;
        player.lesson().ok_or_else(|| {
            let name = spec::read_robot(&self.robot).map_or_else(|_| self.robot.clone(), |robot| robot.name);
            let help = "let its table have `learn = { file = \"lib/weights.lua\", features = features }`";
            Diagnostic::new(Code::BadLesson, format!("the robot `{name}` learns nothing")).help(help).into()
        })
    }

    /// Plays the matches and fits the model. `progress` is told how far it has come. `None` if `stop` was set. Neither the
    /// number of threads nor their pace changes anything.
    ///
    /// # Errors
    /// As for [`Learning::lesson`], a robot or rules that fail, and moments from which nothing can be learnt.
    pub fn run(
        &self,
        library: &RobotLibrary,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Option<Learnt>, Faults> {
        let lesson = self.lesson(library)?;
        if lesson.outcome == Outcome::Chosen && self.lambda < 1.0 {
            let message = "what a robot chooses does not hang on what is predicted for later moments";
            return Err(Diagnostic::new(Code::BadLesson, message).help("leave lambda at 1").into());
        }
        let robots: Vec<String> = std::iter::once(&self.robot).chain(&self.against).cloned().collect();
        let arena = Arena {
            games: self.games,
            openings: self.openings.clone(),
            seed: self.seed,
            time: Duration::from_secs(60),
            nodes: Some(self.nodes),
            jobs: self.jobs,
            ..Arena::new(self.game.clone(), robots)
        };
        // Robots that can't be seated are told before anything is played.
        arena.header(library)?;
        let names = Names::default();
        let mut played = |games| progress(Progress::Matches(games));
        let matches = Matches { arena: &arena, library, names: &names, outcome: lesson.outcome };
        let games = matches.moments(stop, &mut played)?;
        if (games.len() as u64) < self.games {
            return Ok(None);
        }
        let (mut learnt, mut held_out) = (Vec::new(), Vec::new());
        let mut of = [0, 0];
        let (names, places) = names.sorted();
        for (game, mut moments) in games {
            for (column, _) in moments.iter_mut().flat_map(|moment| &mut moment.values) {
                *column = places[*column as usize];
            }
            // Threads have found the names in any order.
            moments.iter_mut().for_each(|moment| moment.values.sort_by_key(|(column, _)| *column));
            let is_held_out = matches::deal_of(&arena, game) % HELD_OUT == HELD_OUT - 1;
            of[usize::from(is_held_out)] += 1;
            if is_held_out { &mut held_out } else { &mut learnt }.append(&mut moments);
        }
        if learnt.is_empty() || held_out.is_empty() {
            let message = format!(
                "nothing can be learnt from {}: moments are missing",
                parlour_engine::english::count(self.games, "match")
            );
            let help = format!(
                "play more; of each {HELD_OUT} deals the last is held out to see what was learnt, and `features` must \
                 describe moments in both"
            );
            return Err(Diagnostic::new(Code::BadLesson, message).help(help).into());
        }
        let model = Model::learn(&mut learnt, names.len(), lesson.outcome, self.ridge, self.lambda);
        let model = model.ok_or_else(|| {
            let message = "the weights can't be worked out: the numbers of `features` are too large";
            Diagnostic::new(Code::BadLesson, message).help("describe moments by numbers around 1")
        })?;
        let lessons = Lessons { hidden: self.hidden, passes: self.passes, ridge: self.ridge, lambda: self.lambda };
        let mut passed = |passes| {
            progress(Progress::Passes(passes));
            !stop.load(Ordering::Acquire)
        };
        let Some(model) = model.deepened(&mut learnt, lesson.outcome, &lessons, self.seed, &mut passed) else {
            return Ok(None);
        };
        let named = |weights: Vec<f64>| names.iter().cloned().zip(weights).collect::<Placed>();
        let unit = |unit: Unit<Vec<f64>>| Unit { bias: unit.bias, out: unit.out, weights: named(unit.weights) };
        Ok(Some(Learnt {
            lesson: lesson.clone(),
            games: of[0],
            moments: fit::moments(&learnt, lesson.outcome).count() as u64,
            bias: model.bias,
            proof: prove(&model, &learnt, &held_out, lesson.outcome, of[1]),
            weights: named(model.weights),
            hidden: model.hidden.into_iter().map(unit).collect(),
        }))
    }
}

/// Numbers for the places of a robot's features, as they come up, and how many of them all moments hold.
#[derive(Debug, Default)]
pub(crate) struct Names(Mutex<(HashMap<Vec<Part>, u32>, usize)>);

impl Names {
    /// A moment with an action, what came of it, and how many rows further on the next one is that it hangs together with.
    ///
    /// # Errors
    /// More than can be learnt from.
    pub(crate) fn row(&self, features: &Features, outcome: f64, next: usize) -> Result<Row, Diagnostic> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (names, numbers) = &mut *known;
        let mut values = Vec::new();
        for (path, value) in features.values.iter().filter(|(_, value)| *value != 0.0) {
            let next = names.len();
            let column = match names.get(path) {
                Some(&column) => column,
                None if next < MOST_WEIGHTS => *names.entry(path.clone()).or_insert(next as u32),
                None => {
                    let message = format!("`features` names more than {MOST_WEIGHTS} numbers: `{}`", Part::path(path));
                    return Err(Diagnostic::new(Code::BadLesson, message).help("describe moments by fewer"));
                }
            };
            values.push((column, *value as f32));
        }
        *numbers += values.len();
        if *numbers > MOST_NUMBERS {
            let message = format!("all moments hold more than {MOST_NUMBERS} numbers together");
            return Err(Diagnostic::new(Code::BadLesson, message).help("learn from fewer matches, or describe less"));
        }
        Ok(Row::new(values, features.base, outcome, next))
    }

    /// The names in order, and for the number of each its place in that order.
    fn sorted(self) -> (Vec<Vec<Part>>, Vec<u32>) {
        let (names, _) = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        let sorted: BTreeMap<Vec<Part>, u32> = names.into_iter().collect();
        let mut places = vec![0; sorted.len()];
        sorted.values().zip(0..).for_each(|(&number, place)| places[number as usize] = place);
        (sorted.into_keys().collect(), places)
    }
}

/// Holds predictions against matches that nothing was learnt from.
fn prove(model: &Model, learnt: &[Row], held_out: &[Row], outcome: Outcome, games: u64) -> Proof {
    let usual = learnt.iter().map(|row| row.outcome).sum::<f64>() / learnt.len() as f64;
    let predicted = model.predict(held_out, outcome);
    let (mut moments, mut hits, mut blind) = (0, 0, Vec::new());
    for moment in fit::moments(held_out, outcome) {
        let odds = if outcome == Outcome::Chosen { 1.0 / moment.len() as f64 } else { usual };
        blind.resize(moment.end, odds);
        let likeliest = moment.max_by(|&a, &b| predicted[a].total_cmp(&predicted[b]));
        moments += 1;
        hits += u64::from(likeliest.is_some_and(|row| held_out[row].outcome == 1.0));
    }
    let error = |predicted: &[f64]| {
        let losses = predicted.iter().zip(held_out).map(|(predicted, row)| fit::loss(*predicted, row.outcome, outcome));
        let mean = losses.sum::<f64>() / moments as f64;
        if outcome == Outcome::Margin { mean.sqrt() } else { mean }
    };
    let (own, blind) = (error(&predicted), error(&blind));
    let mut pairs: Vec<(f64, f64)> = predicted.into_iter().zip(held_out).map(|(p, row)| (p, row.outcome)).collect();
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let group = |n: usize| {
        let part = &pairs[n * pairs.len() / GROUPS..(n + 1) * pairs.len() / GROUPS];
        let mean = |of: fn(&(f64, f64)) -> f64| part.iter().map(of).sum::<f64>() / part.len() as f64;
        (!part.is_empty()).then(|| Group { moments: part.len() as u64, predicted: mean(|p| p.0), came: mean(|p| p.1) })
    };
    let hits = (outcome == Outcome::Chosen).then(|| hits as f64 / moments as f64);
    Proof { games, moments, error: own, blind, hits, groups: (0..GROUPS).filter_map(group).collect() }
}
