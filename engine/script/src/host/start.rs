//! The start of a match: set up and dealt, or resumed from a scenario.

use mlua::Value;
use smallvec::SmallVec;

use super::compiled::Stage;
use super::faults::Hook;
use super::{Lowered, ScriptHost, read_notes};
use crate::prelude::control;
use parlour_model::diagnostic::{Code, Diagnostic};
use parlour_model::event::Event;
use parlour_model::state::State;

impl ScriptHost {
    /// Deals, lets the rules give the first turn, and runs the opening unless the match is `composed`. With
    /// `unshuffled` the cards are dealt in their given order.
    ///
    /// # Errors
    /// A script that fails.
    pub fn set_up(
        &mut self,
        state: &mut State,
        (unshuffled, composed): (bool, bool),
        events: &mut Vec<Event>,
    ) -> Result<(), Diagnostic> {
        self.scripts.vm.control.bytes_mut()[control::UNSHUFFLED] = u8::from(unshuffled);
        self.notes.clear();
        let hook = Hook::Rules("setup");
        let calls = &self.scripts.running.calls;
        let stages = [calls.deal.is_some().then_some(Stage::Deal), calls.set_up.is_some().then_some(Stage::SetUp)];
        let stages: SmallVec<[Stage; 2]> = stages.into_iter().flatten().collect();
        let done = match self.begin_lowered(state, &stages, events) {
            Ok(true) => Ok(()),
            Ok(false) => self.change(state, Some(&mut *events), hook, |host| {
                let calls = &host.scripts.running.calls;
                calls.deal.iter().chain(&calls.set_up).try_for_each(|function| host.call::<()>(function, ()))
            }),
            Err(fault) => Err(fault),
        };
        // Only the first deal is unshuffled: another host may run later ones.
        self.scripts.vm.control.bytes_mut()[control::UNSHUFFLED] = 0;
        done?;
        let is_done = composed
            || self.scripts.running.opening.is_some() && self.begin_lowered(state, &[Stage::Opening], events)?;
        if is_done {
            Ok(())
        } else {
            self.run_hook(state, Some(events), Hook::Rules("opening"), |running| running.opening.as_ref())
        }
    }

    /// Runs the start of a match by machine code; false if Luau has to do it.
    fn begin_lowered(
        &mut self,
        state: &mut State,
        stages: &[Stage],
        events: &mut Vec<Event>,
    ) -> Result<bool, Diagnostic> {
        let is_done = self.run_lowered(&state.bytes, |code, blocks| code.begin(blocks, stages))?.is_some();
        if let Lowered::Compiled(code) = &self.lowered
            && is_done
        {
            code.leave(&mut state.bytes);
            self.read_events(code.events(), events);
            let (bytes, end) = code.notes();
            read_notes(&mut self.notes, bytes, end);
        }
        Ok(is_done)
    }

    /// Lets the rules determine the pending decisions in a state that a scenario has set up.
    pub fn resume(&mut self, state: &mut State, seat: u8, events: &mut Vec<Event>) -> Result<(), Diagnostic> {
        if let Some(resume) = self.scripts.running.calls.resume.clone() {
            let before = state.clone();
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
            self.collect(0, events);
        }
        Ok(())
    }

    /// Fails unless a seat is to act or the match is over.
    pub fn demand_decision(&self, state: &State) -> Result<(), Diagnostic> {
        if state.is_over() || state.decision().is_some() {
            return Ok(());
        }
        Err(Diagnostic::new(Code::NoDecision, "after the setup nobody is to act and the match is not over")
            .at(self.hook_place(Hook::Rules("setup")))
            .help("`setup` must give the turn to a seat, as in `turn.PHASE(1)`"))
    }
}
