//! How a match begins: set up and dealt, or resumed where a scenario has set it up.

use mlua::Value;

use super::ScriptHost;
use super::faults::Hook;
use crate::chance::Generator;
use crate::diagnostic::{Code, Diagnostic, Faults};
use crate::event::Event;
use crate::game::Game;
use crate::script::prelude::control;
use crate::script::vm::Mode;
use crate::state::State;

impl ScriptHost {
    /// Sets up a match in a blank state: deals and lets the rules give the first turn.
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn start(&mut self, state: &mut State, events: &mut Vec<Event>) -> Result<(), Diagnostic> {
        self.game.scatter_symbols(state);
        let scenario = self.game.scenario();
        let unshuffled = scenario.is_some_and(|scenario| scenario.deck.is_some());
        let composed = self.is_composed || scenario.is_some_and(|scenario| scenario.names_zones());
        self.scripts.vm.control.bytes_mut()[control::UNSHUFFLED] = u8::from(unshuffled);
        self.scripts.vm.control.bytes_mut()[control::COMPOSED] = u8::from(composed);
        self.answer(state, true, Hook::Rules("setup"), |host| host.call_raw(|calls| &calls.start))?;
        // Only the first deal takes the cards as they lie: what comes later may be run by another host.
        self.scripts.vm.control.bytes_mut()[control::UNSHUFFLED] = 0;
        self.leave(state);
        self.collect(events);
        Ok(())
    }

    /// The state that a scenario with cards of its own goes out from: everything but the cards as in a fresh match
    /// with the pack's own.
    pub(crate) fn start_without_cards(game: &Game, seed: u64) -> Result<State, Faults> {
        let layout = game.layout();
        let plain = game.pack().configure(&game.config_without_scenario())?;
        let mut host = Self::with_mode(plain.clone(), Mode::Quick)?;
        host.is_composed = true;
        let mut fresh = plain.blank_state();
        fresh.set_generator(&Generator::from_seed(seed));
        host.start(&mut fresh, &mut Vec::new())?;
        let mut state = game.blank_state();
        // Up to the zones the two layouts are the same, and the boards behind them have the same sizes.
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

    /// Lets the rules work out who decides what in a state that a scenario has set up.
    pub(crate) fn resume(&mut self, state: &mut State, seat: u8, events: &mut Vec<Event>) -> Result<(), Diagnostic> {
        let before = state.clone();
        if let Some(resume) = self.scripts.running.resume.clone() {
            self.enter(&before, true);
            self.set_resumed(true);
            let hook = Hook::Rules("resume");
            let refusal = self.scripts.vm.call::<(Value, Value)>(&resume, seat, &self.scripts.rules_file);
            self.set_resumed(false);
            let (reason, about) = refusal.map_err(|error| self.named(error, hook))?;
            let (reason, about) = (self.reason(&reason, hook, &before)?, self.text(&about, hook)?);
            if let (Some(reason), Some(scenario)) = (reason, self.game.scenario()) {
                let place = scenario.place_about(&about.unwrap_or_default());
                return Err(Diagnostic::new(Code::BadScenario, reason).at(place));
            }
            self.leave(state);
            self.collect(events);
        }
        let before = state.clone();
        self.enter(&before, true);
        let last = if seat > 1 { seat - 1 } else { self.game.seat_count() as u8 };
        let settled = self.scripts.call::<()>(|calls| &calls.settle, last);
        settled.map_err(|error| self.named(error, Hook::Rules("scores")))?;
        self.leave(state);
        self.collect(events);
        Ok(())
    }

    /// That somebody is to act, or the match is over.
    pub(crate) fn demand_decision(&self, state: &State) -> Result<(), Diagnostic> {
        if state.is_over() || state.decision().is_some() {
            return Ok(());
        }
        Err(Diagnostic::new(Code::NoDecision, "after the setup nobody is to act and the match is not over")
            .at(self.hook_place(Hook::Rules("setup")))
            .help("`setup` must give the turn to a seat, as in `turn.PHASE(1)`"))
    }
}
