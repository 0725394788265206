//! Learns a robot's weights from matches: the robot declares the file to be learned and computes the features of a
//! decision and its action, matches are played, and a model is fitted to their outcomes or to the robot's choices.
//!
//! Wins are fitted by logistic regression, score margins by least squares, choices by conditional logit over the legal
//! actions, all with a ridge that shrinks the weights of rare features. An optional hidden layer learns interactions of
//! features. A fifth of the deals is held out for validation.

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

/// One deal in this many is held out for validation.
const HELD_OUT: u64 = 5;
/// Calibration groups of the validation.
const GROUPS: usize = 5;
/// Maximum number of weights.
pub const MOST_WEIGHTS: usize = 1_000;
/// Maximum number of hidden units.
pub const MOST_UNITS: usize = 256;
/// Maximum number of described actions of a decision where choices are learned.
pub(crate) const MOST_ACTIONS: usize = 1_000;
/// Maximum number of features over all examples.
const MOST_NUMBERS: usize = 60_000_000;

/// The configuration of a learning run.
#[derive(Clone, Debug)]
pub struct Learning {
    /// The game, with a seat for the robot and one for each of the others.
    pub game: Arc<Game>,
    /// The robot, with optional parameters.
    pub robot: String,
    /// The other players. If the robot itself is among them, it learns from these seats too.
    pub against: Vec<String>,
    /// Matches.
    pub games: u64,
    /// The seed of all randomness.
    pub seed: u64,
    /// Ridge strength, in units of examples.
    pub ridge: f64,
    /// The lambda of lambda-returns: 1 learns from outcomes alone, 0 only from the prediction at the seat's next
    /// decision.
    pub lambda: f64,
    /// Units of the hidden layer; 0 for none.
    pub hidden: usize,
    /// Training epochs of the hidden layer.
    pub passes: u32,
    /// Node limit of a move.
    pub nodes: u64,
    /// The number of threads.
    pub jobs: usize,
    /// The openings of matches.
    pub openings: Openings,
}

/// A calibration group: examples with similar predictions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Group {
    /// The number of examples.
    pub moments: u64,
    /// The mean prediction.
    pub predicted: f64,
    /// The mean outcome.
    pub came: f64,
}

/// Validation on held-out matches.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    /// The number of matches.
    pub games: u64,
    /// Their examples.
    pub moments: u64,
    /// The mean loss: log loss for wins and choices, root mean square error for margins.
    pub error: f64,
    /// The loss of the baseline that always predicts the training mean, or equal probabilities for the actions of a
    /// decision.
    pub blind: f64,
    /// For choices, the top-1 accuracy.
    pub hits: Option<f64>,
    /// Calibration groups, in ascending order of prediction; for choices, of actions.
    pub groups: Vec<Group>,
}

impl Proof {
    /// The explained variance of margins (R squared).
    pub fn explained(&self) -> f64 {
        1.0 - (self.error / self.blind.max(f64::MIN_POSITIVE)).powi(2)
    }
}

/// A rectified linear unit of the hidden layer: it adds `out` times its weighted input plus bias, if that is positive.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit<W> {
    /// Its bias.
    pub bias: f64,
    /// Its output weight.
    pub out: f64,
    /// Its input weights.
    pub weights: W,
}

/// The progress of a learning run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Finished matches.
    Matches(u64),
    /// Completed epochs of the hidden layer.
    Passes(u32),
}

/// Weights, each with the path to its number in the result of `features`.
pub type Placed = Vec<(Vec<Part>, f64)>;

/// The result of a learning run.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Learnt {
    /// The robot's learning task.
    pub lesson: Lesson,
    /// Matches in the training set.
    pub games: u64,
    /// Examples in the training set.
    pub moments: u64,
    /// The bias.
    pub bias: f64,
    /// The weights, in the order of their paths.
    pub weights: Placed,
    /// The hidden units, with weights in the same order.
    pub hidden: Vec<Unit<Placed>>,
    /// The validation.
    pub proof: Proof,
}

impl Learning {
    /// The robot's learning task.
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

    /// Plays the matches and fits the model. `progress` reports matches and epochs. `None` if `stop` was set. The
    /// result doesn't depend on the number of threads.
    ///
    /// # Errors
    /// As for [`Learning::lesson`], a robot or rules that fail, and unusable examples.
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
        // Reports robots that can't be seated before any match is played.
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
            // Columns are numbered in the order of the threads.
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

/// Column numbers of a robot's features, in order of occurrence, and the total number of features of all examples.
#[derive(Debug, Default)]
pub(crate) struct Names(Mutex<(HashMap<Vec<Part>, u32>, usize)>);

impl Names {
    /// A row from features, an outcome and the offset of the row it is coupled to.
    ///
    /// # Errors
    /// More features than the limits allow.
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

    /// The paths in order, and for each column its index in that order.
    fn sorted(self) -> (Vec<Vec<Part>>, Vec<u32>) {
        let (names, _) = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        let sorted: BTreeMap<Vec<Part>, u32> = names.into_iter().collect();
        let mut places = vec![0; sorted.len()];
        sorted.values().zip(0..).for_each(|(&number, place)| places[number as usize] = place);
        (sorted.into_keys().collect(), places)
    }
}

/// Validates a model on held-out rows.
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
