//! Review of decisions: the value of each by its seat's knowledge, and the best alternative.

use std::ops::ControlFlow;
use std::sync::Arc;

use parlour_ai::seated::{judgement_of, thought_of};
use parlour_ai::{Analyst, Report, RobotLibrary, Thinking};
use parlour_engine::Words;
use parlour_engine::action::{Action, ActionList};
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::play::Match;
use parlour_engine::view::View;
use serde::Serialize;

use crate::error::Error;
use crate::moments::go;
use crate::seats::{HOUR, best, counted, settled};
use crate::told::place;

/// The default node budget of a decision.
pub const NODES: u64 = 2_000;
/// A smaller loss isn't a mistake: in odds, or as a share of the spread of scores in cooperative and single-player
/// games.
const SLIGHT: f64 = 0.05;

/// A reviewed decision.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Decision {
    /// The number of the action, from 1.
    pub n: usize,
    /// The acting seat.
    #[serde(skip)]
    pub seat: Seat,
    /// The chosen action.
    pub action: String,
    /// The action in people's words.
    pub told: String,
    /// Its label in a list: `8.`, `8...` or `15. white:`.
    pub place: String,
    /// Its value: the odds of winning, or the expected score in cooperative and single-player games.
    pub value: f64,
    /// The best action.
    pub best: String,
    /// The best action in people's words.
    pub best_told: String,
    /// The value of the best action.
    pub best_value: f64,
    /// The principal variation after the best action, in people's words.
    pub line: Vec<String>,
}

impl Decision {
    /// Its loss compared with the best action.
    pub fn loss(&self) -> f64 {
        (self.best_value - self.value).max(0.0)
    }
}

/// The range of values: 1 for odds, the observed spread for scores.
pub fn spread(game: &Game, decisions: &[Decision]) -> f64 {
    if !game.is_together() {
        return 1.0;
    }
    let values = || decisions.iter().flat_map(|decision| [decision.value, decision.best_value]);
    let (least, most) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    (most - least).max(f64::MIN_POSITIVE)
}

/// The least loss that is a mistake.
pub fn slight(game: &Game, decisions: &[Decision]) -> f64 {
    SLIGHT * spread(game, decisions)
}

/// The indices of clear mistakes, in order.
pub fn mistakes(game: &Game, decisions: &[Decision]) -> Vec<usize> {
    let slight = slight(game, decisions);
    (0..decisions.len()).filter(|&n| decisions[n].loss() >= slight).collect()
}

/// A progress report of a review.
#[derive(Debug)]
pub enum Judged<'a> {
    /// The decision after this many actions comes next; breaking here aborts the review, which is an error.
    Before(usize),
    /// A reviewed decision; breaking here ends the review early.
    Decision(&'a Decision),
}

/// Reviews the decisions of a match by a robot's choices: those of the game's best robot, which `hint` asks too, or of
/// a given one.
///
/// The robot's own choice counts as the best action. Other actions are valued by the robot's own search; if it has
/// none, or has hardly visited the action, by the search that fits the game.
#[derive(Debug)]
pub struct Judge {
    analyst: Analyst,
    robots: RobotLibrary,
    /// The given robot.
    named: Option<String>,
    /// The node budget of a decision, unless it is left to the robot.
    nodes: Option<u64>,
}

/// Values from one search: of the chosen action, and of the best one.
struct Compared {
    value: f64,
    best: f64,
    line: Vec<Action>,
}

/// The visit ratio of the most visited action to another one above which the latter's value is unreliable.
const SELDOM: u64 = 8;

impl Judge {
    /// A reviewer with a node budget per decision, or the robot's own.
    ///
    /// # Errors
    /// Rules that fail.
    pub(crate) fn new(
        game: Arc<Game>,
        seed: u64,
        robots: RobotLibrary,
        named: Option<String>,
        nodes: Option<u64>,
    ) -> Result<Self, Error> {
        Ok(Self { analyst: Analyst::new(game, seed)?, robots, named, nodes })
    }

    /// Reviews the decisions of a match, of one seat or all, within a range of action numbers; the match is restored
    /// afterwards.
    ///
    /// # Errors
    /// A robot or rules that fail, and a stop.
    pub(crate) fn judge(
        &mut self,
        played: &mut Match,
        (from, to): (usize, usize),
        only: Option<Seat>,
        tell: &mut dyn FnMut(Judged<'_>) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let stood = played.steps().len();
        go(played, from)?;
        let result = self.judge_on(played, to, only, tell);
        go(played, stood)?;
        result
    }

    fn judge_on(
        &mut self,
        played: &mut Match,
        to: usize,
        only: Option<Seat>,
        tell: &mut dyn FnMut(Judged<'_>) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        while played.steps().len() < to {
            if tell(Judged::Before(played.steps().len())).is_break() {
                return Err(Error::Stopped);
            }
            let due = played.decision().map(|decision| decision.seat);
            if due.is_none_or(|seat| only.is_some_and(|only| only != seat)) {
                go(played, played.steps().len() + 1)?;
                continue;
            }
            if let Some(decision) = self.judge_one(played)?
                && tell(Judged::Decision(&decision)).is_break()
            {
                break;
            }
        }
        Ok(())
    }

    /// Reviews the next decision of a replay, and applies its action. An action missing from an incomplete list can't
    /// be judged.
    fn judge_one(&mut self, played: &mut Match) -> Result<Option<Decision>, Error> {
        let game = played.game().clone();
        let Some(decision) = played.decision() else { return Ok(None) };
        let (view, legal, thinking) = (played.view(Some(decision.seat)), played.legal().clone(), self.thinking());
        let robot = self.robot(&game, decision.seat);
        let thought = thought_of(&self.robots, played, decision.seat, &robot, thinking)?;
        let chosen = match thought.choice {
            Ok(choice) => Some(choice.action),
            Err(fault) if self.named.is_some() || fault.is_stop() => return Err(fault.into()),
            // A failing robot is ignored.
            Err(_) => None,
        };
        let stood = played.steps().len();
        played.redo(1)?;
        let Some(action) = played.steps().last().map(|step| step.action.clone()) else { return Ok(None) };
        let known = thought.report.as_ref().and_then(|report| value_in(report, &action));
        let compared = match (&chosen, known) {
            (Some(chosen), Some(value)) if *chosen == action => Compared { value, best: value, line: Vec::new() },
            (Some(chosen), None) if *chosen == action => {
                let Some(value) = self.values(&view, &legal, &[&action])? else { return Ok(None) };
                Compared { value: value[0], best: value[0], line: Vec::new() }
            }
            (Some(chosen), _) => {
                go(played, stood)?;
                let found = judgement_of(&self.robots, played, decision.seat, &robot, thinking)?.report;
                played.redo(1)?;
                match found.and_then(|report| compared(&report, &action, chosen)) {
                    Some(compared) => compared,
                    None => match self.values(&view, &legal, &[&action, chosen])? {
                        Some(values) => Compared { value: values[0], best: values[1], line: Vec::new() },
                        None => return Ok(None),
                    },
                }
            }
            (None, _) => {
                let report = self.analyst.analyse(&view, &legal, thinking)?;
                let value = self.analyst.value(&report, &action, (&view, &legal), thinking)?;
                let (Some(value), Some(best)) = (value, report.actions.first()) else { return Ok(None) };
                let compared = Compared { value, best: best.value, line: best.line.clone() };
                let both = (&action, &best.action);
                return told(played, (stood, decision.seat), &legal, both, &compared).map(Some);
            }
        };
        let chosen = chosen.unwrap_or_else(|| action.clone());
        told(played, (stood, decision.seat), &legal, (&action, &chosen), &compared).map(Some)
    }

    fn thinking(&self) -> Thinking {
        Thinking { time: HOUR, nodes: Some(self.nodes.unwrap_or(NODES)) }
    }

    /// The robot that reviews a seat's decisions.
    fn robot(&self, game: &Game, seat: Seat) -> String {
        let robot = match &self.named {
            Some(named) => settled(named, game.pack(), &self.robots, seat.index()),
            None => best(game.pack(), &self.robots, seat.index()),
        };
        counted(&robot, self.nodes, NODES)
    }

    /// The values of actions by the search that fits the game; `None` if one isn't among the listed legal actions.
    fn values(&mut self, view: &View, legal: &ActionList, actions: &[&Action]) -> Result<Option<Vec<f64>>, Error> {
        let thinking = self.thinking();
        let report = self.analyst.analyse(view, legal, thinking)?;
        let values = actions.iter().map(|action| self.analyst.value(&report, action, (view, legal), thinking));
        Ok(values.collect::<Result<Option<Vec<f64>>, _>>()?)
    }
}

/// The value of an action in a report, if it has enough visits.
fn value_in(report: &Report, action: &Action) -> Option<f64> {
    let most = report.actions.iter().map(|judged| judged.visits).max().unwrap_or(0);
    let judged = report.actions.iter().find(|judged| judged.action == *action)?;
    (!judged.is_bound && judged.visits.saturating_mul(SELDOM) >= most).then_some(judged.value)
}

/// The values of the chosen and the best action in a report.
fn compared(report: &Report, action: &Action, best: &Action) -> Option<Compared> {
    let line = report.actions.iter().find(|judged| judged.action == *best)?.line.clone();
    Some(Compared { value: value_in(report, action)?, best: value_in(report, best)?, line })
}

/// A decision after a number of actions; no action is better than the chosen one if that has the same value.
fn told(
    played: &mut Match,
    (n, seat): (usize, Seat),
    legal: &ActionList,
    (action, best): (&Action, &Action),
    compared: &Compared,
) -> Result<Decision, Error> {
    let game = played.game().clone();
    let is_best = best == action || compared.best <= compared.value;
    let best = if is_best { action } else { best };
    let line = match is_best {
        true => Vec::new(),
        false => {
            go(played, n)?;
            let line = played.told_line(&compared.line);
            go(played, n + 1)?;
            line.into_iter().skip(1).collect()
        }
    };
    let step = played.steps().get(n);
    let told = step.map_or_else(|| game.action_phrase(action), |step| game.step_told(step, None, true));
    let best_told = match step.filter(|_| !is_best) {
        Some(_) => game.action_told(&*played.state_before(n)?, best, legal),
        None => told.clone(),
    };
    Ok(Decision {
        n: n + 1,
        seat,
        action: game.action_text(action),
        place: place(&game, n, seat),
        value: compared.value,
        best: game.action_text(best),
        best_told,
        told,
        best_value: if is_best { compared.value } else { compared.best },
        line,
    })
}
