//! Judging decisions of a match: what each was worth by what its seat knew, and what would have been better.

use std::sync::Arc;
use std::time::Duration;

use parlour_ai::table::choice_of;
use parlour_ai::{Analyst, Thinking};
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::play::Match;

use crate::commands::analyse::failed;
use crate::context::Context;
use crate::failure::Failure;
use crate::interrupt::Watch;

/// Nodes for each decision unless it is said how many.
pub(crate) const NODES: u64 = 2_000;
/// A smaller loss is not a mistake: the odds, or a part of the spread of the scores where nobody plays against anybody.
const SLIGHT: f64 = 0.05;

/// A decision that was looked at.
pub(crate) struct Decision {
    /// The number of the action, from 1.
    pub(crate) n: usize,
    pub(crate) seat: Seat,
    pub(crate) action: String,
    /// What it was worth, and what the best would have been.
    pub(crate) value: f64,
    pub(crate) best: String,
    pub(crate) best_value: f64,
    /// How it would have gone on after the best.
    pub(crate) line: Vec<String>,
}

impl Decision {
    /// How much worse it was than the best.
    pub(crate) fn loss(&self) -> f64 {
        (self.best_value - self.value).max(0.0)
    }
}

/// How far apart values can lie: 1 for odds, the spread that came up for scores.
pub(crate) fn spread(game: &Game, decisions: &[Decision]) -> f64 {
    if !game.is_together() {
        return 1.0;
    }
    let values = || decisions.iter().flat_map(|decision| [decision.value, decision.best_value]);
    let (least, most) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    (most - least).max(f64::MIN_POSITIVE)
}

/// The least loss that is a mistake.
pub(crate) fn slight(game: &Game, decisions: &[Decision]) -> f64 {
    SLIGHT * spread(game, decisions)
}

/// The places of the decisions that were clearly worse than the best, in their order.
pub(crate) fn mistakes(game: &Game, decisions: &[Decision]) -> Vec<usize> {
    let slight = slight(game, decisions);
    (0..decisions.len()).filter(|&n| decisions[n].loss() >= slight).collect()
}

/// Judges the decisions of a match.
pub(crate) struct Judge<'a> {
    analyst: Analyst,
    /// Whose choice is named as the better one, instead of the search's.
    robot: Option<&'a str>,
    thinking: Thinking,
}

impl<'a> Judge<'a> {
    /// A judge that visits so many nodes for each decision.
    ///
    /// # Errors
    /// Rules that fail.
    pub(crate) fn new(game: Arc<Game>, seed: u64, robot: Option<&'a str>, nodes: u64) -> Result<Self, Failure> {
        let thinking = Thinking { time: Duration::from_secs(3600), nodes: Some(nodes) };
        Ok(Self { analyst: Analyst::new(game, seed)?, robot, thinking })
    }

    /// Judges the decisions of a match, of one seat or all, from its beginning; it ends where it stood.
    ///
    /// # Errors
    /// A robot or rules that fail; Ctrl-C.
    pub(crate) fn judge_all(
        &mut self,
        context: &Context,
        played: &mut Match,
        only: Option<Seat>,
    ) -> Result<Vec<Decision>, Failure> {
        let total = played.steps().len();
        let mut out = Vec::new();
        self.judge_until(context, played, (0, total), only, |decision| {
            out.push(decision);
            false
        })?;
        Ok(out)
    }

    /// Judges the decisions of a match, of one seat or all, from after one number of actions to another, until `is_enough`
    /// says so of one of them; the match ends where it stood.
    ///
    /// # Errors
    /// A robot or rules that fail; Ctrl-C.
    pub(crate) fn judge_until(
        &mut self,
        context: &Context,
        played: &mut Match,
        (from, to): (usize, usize),
        only: Option<Seat>,
        mut is_enough: impl FnMut(Decision) -> bool,
    ) -> Result<(), Failure> {
        let stood = played.steps().len();
        go(played, from)?;
        let bar = context.screen.progress_bar((to - from) as u64, "{pos} of {len} actions, {eta} left");
        let watch = Watch::begin();
        let mut result = Ok(());
        while played.steps().len() < to {
            if watch.is_pressed() {
                result = Err(Failure::Input("stopped".to_owned()));
                break;
            }
            bar.set_position((played.steps().len() - from) as u64);
            let due = played.decision().map(|decision| decision.seat);
            if due.is_none_or(|seat| only.is_some_and(|only| only != seat)) {
                go(played, played.steps().len() + 1)?;
                continue;
            }
            if self.judge(context, played)?.is_some_and(&mut is_enough) {
                break;
            }
        }
        bar.finish_and_clear();
        go(played, stood)?;
        result
    }

    /// Judges the decision that is due, and takes the action that was chosen then. An action beyond an incomplete list can't
    /// be judged.
    fn judge(&mut self, context: &Context, played: &mut Match) -> Result<Option<Decision>, Failure> {
        let game = played.game().clone();
        let Some(decision) = played.decision() else { return Ok(None) };
        let (view, legal, thinking) = (played.view(Some(decision.seat)), played.legal().clone(), self.thinking);
        let report = self.analyst.analyse(&view, &legal, thinking).map_err(failed)?;
        let chosen = match self.robot {
            Some(robot) => {
                let choice = choice_of(&context.robots, played, decision.seat, robot, thinking)?;
                Some(choice.map_err(|fault| Failure::Input(format!("--robot: {fault}")))?.action)
            }
            None => None,
        };
        played.redo(1)?;
        let Some(action) = played.steps().last().map(|step| step.action.clone()) else { return Ok(None) };
        let analyst = &mut self.analyst;
        let mut value_of = |action| analyst.value(&report, action, (&view, &legal), thinking).map_err(failed);
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
        Ok(Some(Decision {
            n: played.steps().len(),
            seat: decision.seat,
            action: game.action_text(&action),
            value,
            best: game.action_text(if is_best { &action } else { &best }),
            best_value: if is_best { value } else { best_value },
            line: line.iter().skip(1).map(|action| game.action_text(action)).collect(),
        }))
    }
}

/// Takes a match to the moment after so many actions.
///
/// # Errors
/// Rules that fail.
pub(crate) fn go(played: &mut Match, to: usize) -> Result<(), Failure> {
    let now = played.steps().len();
    if to < now {
        played.undo(now - to)?;
    } else {
        played.redo(to - now)?;
    }
    Ok(())
}
