//! The observations of a viewer in a match: its views, and the visible parts of each action (an action-observation
//! history, as in Kovařík et al., "Rethinking formal models of partially observable multiagent decision making", 2022).

use std::fmt::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

use super::Game;
use crate::step::Step;
use crate::unseen::counts;
use crate::view::View;
use crate::words::Words;
use parlour_model::action::Action;
use parlour_model::ids::{Seat, Verb};
use parlour_model::state::State;
use parlour_pack::spec::{Seen, VarSpec};

/// Sets of sampled states are kept for this many of the latest moments.
const KEPT: usize = 10;

/// An observation of a viewer: of an action, and of the state after it.
#[derive(Clone, Debug)]
pub struct Observed {
    /// The viewer's view after the action.
    pub view: State,
    /// The seat that acted.
    pub seat: Seat,
    /// The action's verb, if the viewer is told.
    pub verb: Option<Verb>,
    /// The action, if the viewer is told all of it.
    pub action: Option<Action>,
    /// The visible parts of the action and of its events, as text.
    pub told: String,
    /// A hash of the viewer's legal actions after it, if it is to act and they are listed.
    pub legal: Option<u64>,
}

/// The moments of a match, the first one before all actions, with states that are consistent with all observations up to
/// them.
type Sampled = Vec<(usize, Arc<Vec<State>>)>;

/// The observations of a viewer from the beginning of a match.
#[derive(Clone, Debug)]
pub struct Observations {
    /// The view before the first action.
    opening: Arc<View>,
    steps: Vec<Arc<Observed>>,
    /// Sampled states of the latest moments; they follow from the observations.
    sampled: Arc<Mutex<Sampled>>,
}

impl Observations {
    /// Those of a match that begins.
    pub fn new(opening: View) -> Self {
        Self { opening: Arc::new(opening), steps: Vec::new(), sampled: Arc::default() }
    }

    /// Adds the observation of an action.
    pub fn push(&mut self, observed: Observed) {
        self.steps.push(Arc::new(observed));
    }

    /// Keeps those of the first actions.
    pub fn truncate(&mut self, steps: usize) {
        self.steps.truncate(steps);
        self.sampled = Arc::default();
    }

    /// The view before the first action.
    pub fn opening(&self) -> &View {
        &self.opening
    }

    /// The observations of each action.
    pub fn steps(&self) -> &[Arc<Observed>] {
        &self.steps
    }

    /// The sampled states of the latest moment up to a number of actions, with that number.
    pub fn sampled(&self, steps: usize) -> Option<(usize, Arc<Vec<State>>)> {
        let sampled = self.sampled.lock().unwrap_or_else(PoisonError::into_inner);
        sampled.iter().filter(|(at, _)| *at <= steps).max_by_key(|(at, _)| *at).cloned()
    }

    /// Keeps sampled states of the moment after a number of actions.
    pub fn keep(&self, steps: usize, states: Arc<Vec<State>>) {
        let mut sampled = self.sampled.lock().unwrap_or_else(PoisonError::into_inner);
        sampled.retain(|(at, _)| *at != steps);
        sampled.push((steps, states));
        if sampled.len() > KEPT {
            let least = sampled.iter().map(|(at, _)| *at).min();
            sampled.retain(|(at, _)| Some(*at) != least);
        }
    }
}

impl Game {
    /// True if states that are consistent with a view are sampled from a viewer's observations where few drawn at random
    /// are: scripts act on squares, pieces or numbers that not everyone sees.
    pub fn keeps_observations(&self) -> bool {
        let is_hidden = |var: &VarSpec| var.seen != Seen::All && var.dice.is_none();
        self.pack().rules.is_some()
            && (self.hides_squares() || self.hides_kinds() || self.pack().vars.iter().any(is_hidden))
    }

    /// A viewer's observation of a step and of the state after it. Of simultaneous decisions it observes only its own.
    pub fn observe(&self, step: &Step, after: &State, viewer: Option<Seat>) -> Observed {
        let is_sealed = self.pack().phases[step.decision.phase.index()].simultaneous;
        let step = &Step { sealed: is_sealed, ..step.clone() };
        let mut told = self.step_text(step, viewer, false);
        for event in step.events.iter().filter(|event| !event.is_unseen(viewer)) {
            let _ = write!(told, " {}", self.event_json(event, viewer, false));
        }
        // The number of pieces of each seat is public, and where their kinds are hidden that of each kind.
        for (board, _) in self.sighted_boards() {
            let (totals, _) = counts(self, board, self.cells_of(after, board));
            let _ = write!(told, " {totals:?}");
        }
        if let Some(cells) = self.hidden_cells(after) {
            let mut cells = cells.to_vec();
            cells.sort_unstable();
            let _ = write!(told, " {cells:?}");
        }
        Observed {
            view: self.blanked(after, viewer),
            seat: step.decision.seat,
            verb: (!step.is_hidden(viewer)).then(|| step.action.verb()),
            action: self.may_know_all(step, viewer).then(|| step.action.clone()),
            told,
            legal: None,
        }
    }
}
