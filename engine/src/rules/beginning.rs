//! The start of a match: set up and dealt, or resumed from a state set up elsewhere.

use super::Rules;
use super::pipeline::Pipeline;
use parlour_model::chance::Generator;
use parlour_model::diagnostic::{Diagnostic, Faults};
use parlour_model::event::Event;
use parlour_model::ids::{Phase, Seat};
use parlour_model::layout::DEPTH;
use parlour_model::state::{Decision, State};

impl Pipeline {
    /// Starts a match: set up, dealt and ready for the first action.
    pub(super) fn start(&mut self, seed: u64, events: &mut Vec<Event>) -> Result<State, Diagnostic> {
        if self.host.is_some() {
            let mut state = self.game.blank_state();
            state.set_generator(&Generator::from_seed(seed));
            let composed = self.game.scenario().is_some_and(|scenario| scenario.names_zones());
            self.set_up(&mut state, composed, events)?;
            self.run_steps(&mut state, Some(events))?;
            self.settle(&mut state, None)?;
            return Ok(state);
        }
        let mut state = match &self.opening {
            Some(opening) => opening.clone(),
            None => {
                let mut state = self.game.blank_state();
                self.settle(&mut state, None)?;
                self.opening = Some(state.clone());
                state
            }
        };
        state.set_generator(&Generator::from_seed(seed));
        self.game.scatter_symbols(&mut state);
        Ok(state)
    }

    /// Runs the scripts' setup on a blank state; they give the first turn if the tables don't.
    fn set_up(&mut self, state: &mut State, composed: bool, events: &mut Vec<Event>) -> Result<(), Diagnostic> {
        self.game.scatter_symbols(state);
        let unshuffled = self.game.scenario().is_some_and(|scenario| scenario.deck.is_some());
        match &self.host {
            Some(host) => host.borrow_mut().set_up(state, (unshuffled, composed), events),
            None => Ok(()),
        }
    }

    /// Determines the pending decisions in a state that a scenario has set up; `seat` is to act, from 1.
    pub(super) fn resume(&mut self, state: &mut State, seat: u8, events: &mut Vec<Event>) -> Result<(), Diagnostic> {
        match (&self.board, state.decision()) {
            (Some(board), _) => {
                board.resume(state, seat);
                self.ends.forget(state);
                board.record_board(state);
            }
            // As set up, except for the seat; the rules may change it.
            (None, Some(due)) if state.bytes[DEPTH] == 1 && !self.game.decides_unseen(state) => {
                if let Some(seat) = Seat::from_number(seat) {
                    state.set_decision(Decision { seat, ..due });
                }
            }
            (None, _) => {}
        }
        if let Some(host) = &self.host {
            host.borrow_mut().resume(state, seat, events)?;
        }
        self.run_steps(state, Some(events))?;
        let phase = self.game.scenario().and_then(|scenario| scenario.phase);
        if let Some((phase, due)) = phase.map(Phase::from_index).zip(state.decision()) {
            let seat = if self.game.decides_unseen(state) { Seat::from_number(seat) } else { None };
            self.game.ask_instead(state, Decision { phase, seat: seat.unwrap_or(due.seat) });
        }
        self.settle(state, Some(seat))
    }

    /// Ends the match if an ending already applies to a fresh position, or to a composed one in which a seat, from 1,
    /// is to act.
    fn settle(&mut self, state: &mut State, resumed: Option<u8>) -> Result<(), Diagnostic> {
        if let Some(host) = &self.host {
            host.borrow().demand_decision(state)?;
        }
        let seats = self.game.seat_count();
        let first = self.board.as_ref().map_or(0, |board| board.first);
        let actor = resumed.map_or((first + seats - 1) % seats, |seat| (usize::from(seat) + seats - 2) % seats);
        if let Some(board) = self.board.clone() {
            if self.host.is_some() {
                board.refresh_numbers(state);
                self.ends.forget(state);
            }
            board.record_board(state);
            self.settle_passing(state)?;
            self.ends.remember(state, actor);
        }
        // A fresh match in which actions deal the cards may look finished.
        if !state.is_over() && (self.board.is_some() || resumed.is_some()) {
            self.end_by_rows(state, actor, false)?;
            if !state.is_over() {
                self.ends.by_repetition(state, actor);
            }
        }
        self.finish(state)
    }
}

impl Rules {
    /// The base state of a scenario with its own cards: everything but the cards as in a fresh match with the pack's
    /// own.
    pub(crate) fn start_without_cards(&self, seed: u64) -> Result<State, Faults> {
        let game = &self.game;
        let layout = game.layout();
        let plain = game.pack().configure(&game.config_without_scenario())?;
        let mut fresh = plain.blank_state();
        fresh.set_generator(&Generator::from_seed(seed));
        Self::new(plain.clone())?.pipeline.set_up(&mut fresh, true, &mut Vec::new())?;
        let mut state = game.blank_state();
        // The two layouts are equal up to the zones, and the boards behind them have the same sizes.
        let common = layout.vars.last().map_or(layout.scores, |var| var.offset + 4 * var.length * var.count);
        state.bytes[..common].copy_from_slice(&fresh.bytes[..common]);
        if let Some((to, from)) = layout.round.zip(plain.layout().round) {
            let size = to.slot(game.seat_count()) - to.offset;
            state.bytes[to.offset..to.offset + size].copy_from_slice(&fresh.bytes[from.offset..from.offset + size]);
        }
        for (to, from) in layout.boards.iter().zip(&plain.layout().boards) {
            let squares = to.width * to.height;
            state.bytes[to.offset..to.offset + squares]
                .copy_from_slice(&fresh.bytes[from.offset..from.offset + squares]);
        }
        Ok(state)
    }
}
