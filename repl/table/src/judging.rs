//! Judging decisions of a match: what each was worth by what its seat knew, and what would have been better.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use parlour_ai::seated::choice_of;
use parlour_ai::{Analyst, RobotLibrary, Thinking};
use parlour_engine::Words;
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::play::Match;
use serde::Serialize;

use crate::error::Error;
use crate::moments::go;
use crate::seats::settled;

/// Nodes for each decision unless it is said how many.
pub const NODES: u64 = 2_000;
/// A smaller loss is not a mistake: the odds, or a part of the spread of the scores where nobody plays against anybody.
const SLIGHT: f64 = 0.05;

/// A decision that was looked at.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Decision {
    /// The number of the action, from 1.
    pub n: usize,
    /// Who decided.
    #[serde(skip)]
    pub seat: Seat,
    /// What was done.
    pub action: String,
    /// The same as a person reads it.
    pub told: String,
    /// What it was worth: the odds of winning, or a score where nobody plays against anybody.
    pub value: f64,
    /// What would have been the best.
    pub best: String,
    /// The same as a person reads it.
    pub best_told: String,
    /// What the best would have been worth.
    pub best_value: f64,
    /// How it would have gone on after the best.
    pub line: Vec<String>,
}

impl Decision {
    /// How much worse it was than the best.
    pub fn loss(&self) -> f64 {
        (self.best_value - self.value).max(0.0)
    }
}

/// How far apart values can lie: 1 for odds, the spread that came up for scores.
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

/// The places of the decisions that were clearly worse than the best, in their order.
pub fn mistakes(game: &Game, decisions: &[Decision]) -> Vec<usize> {
    let slight = slight(game, decisions);
    (0..decisions.len()).filter(|&n| decisions[n].loss() >= slight).collect()
}

/// What is told while decisions are judged.
#[derive(Debug)]
pub enum Judged<'a> {
    /// The decision after so many actions comes next; to break here stops the judging, which is an error.
    Before(usize),
    /// A decision was judged; to break here is to have seen enough.
    Decision(&'a Decision),
}

/// Judges the decisions of a match.
#[derive(Debug)]
pub struct Judge {
    analyst: Analyst,
    /// Whose choice is named as the better one, instead of the search's.
    robot: Option<(RobotLibrary, String)>,
    thinking: Thinking,
}

impl Judge {
    /// A judge that visits so many nodes for each decision. A robot, if one is named, says what the better action would have
    /// been.
    ///
    /// # Errors
    /// Rules that fail.
    pub(crate) fn new(
        game: Arc<Game>,
        seed: u64,
        robot: Option<(RobotLibrary, String)>,
        nodes: u64,
    ) -> Result<Self, Error> {
        let robot = robot.map(|(robots, robot)| {
            let robot = settled(&robot, game.pack(), &robots, 1);
            (robots, robot)
        });
        let thinking = Thinking { time: Duration::from_secs(3600), nodes: Some(nodes) };
        Ok(Self { analyst: Analyst::new(game, seed)?, robot, thinking })
    }

    /// Judges the decisions of a match, of one seat or all, from after one number of actions to another; the match ends
    /// where it stood.
    ///
    /// # Errors
    /// A robot or rules that fail, and being stopped.
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

    /// Judges the decision that is due, and takes the action that was chosen then. An action beyond an incomplete list can't
    /// be judged.
    fn judge_one(&mut self, played: &mut Match) -> Result<Option<Decision>, Error> {
        let game = played.game().clone();
        let Some(decision) = played.decision() else { return Ok(None) };
        let (view, legal, thinking) = (played.view(Some(decision.seat)), played.legal().clone(), self.thinking);
        let report = self.analyst.analyse(&view, &legal, thinking)?;
        let chosen = match &self.robot {
            Some((robots, robot)) => Some(choice_of(robots, played, decision.seat, robot, thinking)??.action),
            None => None,
        };
        played.redo(1)?;
        let Some(action) = played.steps().last().map(|step| step.action.clone()) else { return Ok(None) };
        let analyst = &mut self.analyst;
        let mut value_of = |action| analyst.value(&report, action, (&view, &legal), thinking);
        let Some(value) = value_of(&action)? else { return Ok(None) };
        let Some(best) = report.actions.first() else { return Ok(None) };
        let (best, best_value, line) = match chosen {
            Some(chosen) => {
                let value = value_of(&chosen)?.unwrap_or(value);
                (chosen, value, Vec::new())
            }
            None => (best.action.clone(), best.value.max(value), best.line.clone()),
        };
        let is_best = best == action || best_value <= value;
        let best = if is_best { &action } else { &best };
        Ok(Some(Decision {
            n: played.steps().len(),
            seat: decision.seat,
            action: game.action_text(&action),
            told: game.action_phrase(&action),
            value,
            best: game.action_text(best),
            best_told: game.action_phrase(best),
            best_value: if is_best { value } else { best_value },
            line: line.iter().skip(1).map(|action| game.action_text(action)).collect(),
        }))
    }
}
