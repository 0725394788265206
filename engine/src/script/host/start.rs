//! How a match begins: set up and dealt, or resumed where a scenario has set it up.

use mlua::Value;

use super::ScriptHost;
use super::faults::Hook;
use crate::diagnostic::{Code, Diagnostic};
use crate::event::Event;
use crate::script::prelude::control;
use crate::state::State;

impl ScriptHost {
    /// Deals, lets the rules give the first turn, and does what happens at the start of a match unless it is `composed`.
    /// With `unshuffled` the cards are dealt as they lie.
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn set_up(
        &mut self,
        state: &mut State,
        (unshuffled, composed): (bool, bool),
        events: &mut Vec<Event>,
    ) -> Result<(), Diagnostic> {
        self.scripts.vm.control.bytes_mut()[control::UNSHUFFLED] = u8::from(unshuffled);
        let hook = Hook::Rules("setup");
        let done = self.change(state, Some(&mut *events), hook, |host| {
            let calls = &host.scripts.running.calls;
            calls.deal.iter().chain(&calls.set_up).try_for_each(|function| host.call::<()>(function, ()))
        });
        // Only the first deal takes the cards as they lie: what comes later may be run by another host.
        self.scripts.vm.control.bytes_mut()[control::UNSHUFFLED] = 0;
        done?;
        if composed {
            Ok(())
        } else {
            self.run_hook(state, Some(events), Hook::Rules("opening"), |running| running.opening.as_ref())
        }
    }

    /// Lets the rules work out who decides what in a state that a scenario has set up.
    pub(crate) fn resume(&mut self, state: &mut State, seat: u8, events: &mut Vec<Event>) -> Result<(), Diagnostic> {
        if let Some(resume) = self.scripts.running.resume.clone() {
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
            self.collect(events);
        }
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
