//! Rules of scripts alone: the loop that lists, applies and plays on runs inside the machine.

use std::sync::Arc;

use super::domains::against;
use super::{Playout, Refusal, Way};
use crate::action::{Action, ActionList};
use crate::chance::Generator;
use crate::diagnostic::Diagnostic;
use crate::event::Event;
use crate::game::Game;
use crate::ids::Seat;
use crate::layout::DEPTH;
use crate::script::host::ScriptHost;
use crate::state::{Decision, State};

/// A game whose rules are scripts.
#[derive(Debug)]
pub(super) struct Scripts {
    game: Arc<Game>,
    host: ScriptHost,
}

impl Scripts {
    pub(super) fn new(game: Arc<Game>, host: ScriptHost) -> Self {
        Self { game, host }
    }
}

impl Way for Scripts {
    fn start(&mut self, seed: u64, events: &mut Vec<Event>) -> Result<State, Diagnostic> {
        let mut state = self.game.blank_state();
        state.set_generator(&Generator::from_seed(seed));
        self.host.start(&mut state, events)?;
        self.host.demand_decision(&state)?;
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
        self.host.resume(state, seat, events)?;
        self.host.demand_decision(state)
    }

    fn legal(&mut self, state: &State, list: &mut ActionList) -> Result<(), Diagnostic> {
        self.host.legal(state, list)
    }

    fn refusal(&mut self, state: &State, action: &Action) -> Result<Option<Refusal>, Diagnostic> {
        if let Some(reason) = against(&self.game, &mut self.host, state, action)? {
            let is_said = !reason.is_empty();
            let text = self.game.action_text(action);
            return Ok(Some(if is_said { Refusal::Rules(reason) } else { Refusal::NotLegal(text) }));
        }
        let mut list = ActionList::new();
        list.width = self.game.action_width();
        self.host.legal(state, &mut list)?;
        // A list that is not complete leaves the last word to the guard.
        let is_left_out = list.incomplete && self.host.has_last_word(action.verb());
        let is_legal = is_left_out || list.position(&self.game, action).is_some();
        Ok((!is_legal).then(|| Refusal::NotLegal(self.game.action_text(action))))
    }

    fn apply(&mut self, state: &mut State, record: &[u8], events: Option<&mut Vec<Event>>) -> Result<(), Diagnostic> {
        self.host.apply(state, record, events)
    }

    fn step(&mut self, state: &mut State, record: &[u8], list: &mut ActionList) -> Result<(), Diagnostic> {
        self.host.step(state, record, list)
    }

    fn playout(
        &mut self,
        state: &mut State,
        generator: &mut Generator,
        policy: Playout,
        most: u32,
    ) -> Result<u32, Diagnostic> {
        self.host.playout(state, generator, policy, most)
    }

    fn no_action(&self, state: &State) -> Diagnostic {
        self.host.no_action(state)
    }

    fn scripts(&self) -> Option<&ScriptHost> {
        Some(&self.host)
    }

    fn scripts_mut(&mut self) -> Option<&mut ScriptHost> {
        Some(&mut self.host)
    }
}
