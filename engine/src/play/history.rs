//! The states of a match before each of its actions, in bounded memory.

use std::sync::Arc;

use crate::rules::Rules;
use parlour_game::Game;
use parlour_game::step::Step;
use parlour_model::action::Action;
use parlour_model::diagnostic::{Code, Diagnostic, Faults};
use parlour_model::state::State;

/// Memory limit of a match's states, in bytes. Other states are computed from the last stored state before them.
const BUDGET: usize = 32 << 20;

/// The states before the actions of a match: all of them while they are few or small, then the newest, and of the
/// others every second, fourth, eighth and so on.
#[derive(Clone, Debug)]
pub(super) struct History {
    /// The state before each action; `None` for one that isn't stored.
    states: Vec<Option<Arc<State>>>,
    /// The number of stored states.
    kept: usize,
    /// Their memory limit in bytes.
    budget: usize,
}

impl Default for History {
    fn default() -> Self {
        Self { states: Vec::new(), kept: 0, budget: BUDGET }
    }
}

impl History {
    /// Adds the state before the next action.
    pub(super) fn push(&mut self, state: State) {
        let size = state.bytes().len().max(1);
        self.states.push(Some(Arc::new(state)));
        self.kept += 1;
        if self.kept * size > self.budget {
            self.thin((self.budget / size).max(4));
        }
    }

    /// Keeps at most three quarters of `most` states: the newest quarter, the first, and others at equal distances.
    fn thin(&mut self, most: usize) {
        let newest = self.states.len().saturating_sub((most / 4).max(1));
        let mut distance = 1;
        while newest.div_ceil(distance) > most / 2 {
            distance *= 2;
        }
        let old = self.states[..newest].iter_mut().enumerate();
        old.filter(|(n, _)| n % distance != 0).for_each(|(_, state)| *state = None);
        self.kept = self.states.iter().flatten().count();
    }

    /// Removes the last state.
    pub(super) fn pop(&mut self) {
        if self.states.pop().flatten().is_some() {
            self.kept -= 1;
        }
    }

    /// Stores the last state again.
    pub(super) fn keep_last(&mut self, state: State) {
        if let Some(last @ None) = self.states.last_mut() {
            *last = Some(Arc::new(state));
            self.kept += 1;
        }
    }

    /// A stored state.
    pub(super) fn get(&self, n: usize) -> Option<&State> {
        self.states.get(n)?.as_deref()
    }

    /// The last stored state at or before an index, with its index.
    fn last_before(&self, n: usize) -> Option<(usize, &State)> {
        (0..=n).rev().find_map(|at| Some((at, self.get(at)?)))
    }
}

/// Rules that recompute states which aren't stored, with the last one computed: a reader of a match mostly asks for the
/// next.
#[derive(Debug)]
pub(super) struct Replay {
    rules: Rules,
    state: State,
    /// The number of actions before the state.
    at: usize,
}

impl Replay {
    /// Starts at the state of a match before its first action.
    pub(super) fn new(game: Arc<Game>, history: &History) -> Result<Self, Diagnostic> {
        let gone = || Diagnostic::new(Code::NoRules, "the first state of the match isn't kept");
        let state = history.get(0).cloned().ok_or_else(gone)?;
        let first = |Faults(faults): Faults| faults.into_iter().next().unwrap_or_else(gone);
        Ok(Self { rules: Rules::new(game).map_err(first)?, state, at: 0 })
    }

    /// The number of actions before the last computed state.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The state before an action.
    ///
    /// # Errors
    /// Rules that fail although they didn't when the match was played.
    pub(super) fn state_before(&mut self, n: usize, history: &History, steps: &[Step]) -> Result<&State, Diagnostic> {
        if let Some((at, state)) = history.last_before(n).filter(|&(at, _)| at > self.at || self.at > n) {
            self.state.copy_from(state);
            self.at = at;
        }
        for Step { action, .. } in &steps[self.at..n] {
            self.apply(action)?;
            self.at += 1;
        }
        Ok(&self.state)
    }

    fn apply(&mut self, action: &Action) -> Result<(), Diagnostic> {
        self.rules.reset_sets();
        self.rules.apply(&mut self.state, action, None)?;
        self.rules.reset_sets();
        Ok(())
    }
}

#[cfg(test)]
impl History {
    /// Sets the memory limit of states, in bytes.
    pub(super) fn set_budget(&mut self, bytes: usize) {
        self.budget = bytes;
    }

    /// The number of stored states.
    pub(super) fn kept(&self) -> usize {
        self.kept
    }
}
