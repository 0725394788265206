//! Rules of scripts alone: the loop that lists, applies and plays on runs inside the machine.

use std::sync::Arc;

use super::Refusal;
use super::domains::against;
use super::way::{Playout, Way};
use crate::action::{Action, ActionList};
use crate::chance::Generator;
use crate::diagnostic::Diagnostic;
use crate::event::Event;
use crate::game::Game;
use crate::ids::Seat;
use crate::layout::DEPTH;
use crate::script::host::SharedHost;
use crate::state::{Decision, State};

/// A game whose rules are scripts.
#[derive(Debug)]
pub(super) struct Scripts {
    game: Arc<Game>,
    host: SharedHost,
}

impl Scripts {
    pub(super) fn new(game: Arc<Game>, host: SharedHost) -> Self {
        Self { game, host }
    }
}

impl Way for Scripts {
    fn start(&mut self, seed: u64, events: &mut Vec<Event>) -> Result<State, Diagnostic> {
        let mut state = self.game.blank_state();
        state.set_generator(&Generator::from_seed(seed));
        self.host.borrow_mut().start(&mut state, events)?;
        self.host.borrow().demand_decision(&state)?;
        Ok(state)
    }

    fn resume(&mut self, state: &mut State, seat: u8, events: &mut Vec<Event>) -> Result<(), Diagnostic> {
        // As set up, but for the seat; the rules may say otherwise.
        if let Some(due) = state.decision().filter(|_| state.bytes[DEPTH] == 1)
            && let Some(seat) = Seat::from_number(seat)
            && self.game.layout().round.is_none_or(|round| state.bytes[round.offset] == 0)
        {
            state.set_decision(Decision { seat, ..due });
        }
        self.host.borrow_mut().resume(state, seat, events)?;
        self.host.borrow().demand_decision(state)
    }

    fn legal(&mut self, state: &State, list: &mut ActionList) -> Result<(), Diagnostic> {
        self.host.borrow_mut().legal(state, list)
    }

    fn refusal(&mut self, state: &State, action: &Action) -> Result<Option<Refusal>, Diagnostic> {
        if let Some(reason) = against(&self.game, &mut self.host.borrow_mut(), state, action)? {
            let is_said = !reason.is_empty();
            let text = self.game.action_text(action);
            return Ok(Some(if is_said { Refusal::Rules(reason) } else { Refusal::NotLegal(text) }));
        }
        let mut list = ActionList::new();
        list.width = self.game.action_width();
        self.host.borrow_mut().legal(state, &mut list)?;
        // A list that is not complete leaves the last word to the guard.
        let is_left_out = list.incomplete && self.host.borrow().has_last_word(action.verb());
        let is_legal = is_left_out || list.position(&self.game, action).is_some();
        Ok((!is_legal).then(|| Refusal::NotLegal(self.game.action_text(action))))
    }

    fn apply(&mut self, state: &mut State, record: &[u8], events: Option<&mut Vec<Event>>) -> Result<(), Diagnostic> {
        self.host.borrow_mut().apply(state, record, events)
    }

    fn step(&mut self, state: &mut State, record: &[u8], list: &mut ActionList) -> Result<(), Diagnostic> {
        self.host.borrow_mut().step(state, record, list)
    }

    fn playout(
        &mut self,
        state: &mut State,
        generator: &mut Generator,
        policy: Playout,
        most: u32,
    ) -> Result<u32, Diagnostic> {
        self.host.borrow_mut().playout(state, generator, policy, most)
    }

    fn no_action(&self, state: &State) -> Diagnostic {
        self.host.borrow().no_action(state)
    }
}
