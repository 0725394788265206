//! Queries of a game's scripts besides legal actions and endings: pictures, expressions, guesses about cards; also
//! their limits and printed output.

use std::cell::Ref;
use std::time::Duration;

use super::Rules;
use parlour_model::diagnostic::{Code, Diagnostic, Faults, Place};
use parlour_model::ids::Seat;
use parlour_model::state::State;
use parlour_script::expressions::Expressions;
use parlour_script::host::{ScriptHost, SharedHost, Shown};
use parlour_script::prelude::Prelude;
use parlour_script::{InLuau, StopHandle};

impl Rules {
    /// The scripts, loaded on demand if the rules don't need them.
    pub(super) fn scripts(&mut self) -> Result<&SharedHost, Faults> {
        let host = match self.host.take() {
            Some(host) => host,
            None => ScriptHost::new(self.game.clone())?.shared(),
        };
        Ok(self.host.insert(host))
    }

    /// The scripts, if they are loaded.
    pub(super) fn loaded(&self) -> Option<Ref<'_, ScriptHost>> {
        self.host.as_ref().map(|host| host.borrow())
    }

    /// Restarts the scripts, as in newly loaded rules, for another match. It only costs the time of their top levels.
    ///
    /// # Errors
    /// Scripts that fail.
    pub fn renew(&mut self) -> Result<(), Faults> {
        self.host.as_ref().map_or(Ok(()), |host| host.borrow_mut().renew())
    }

    /// The place where a match is set up: the hook `setup`, or the tables of a pack without one.
    pub fn beginning(&self) -> Place {
        match &self.host {
            Some(host) => host.borrow().place_of_setup(),
            None => self.game.pack().table_file.place(0),
        }
    }

    /// The parts of the rules' scripts that aren't compiled, and so are slower when a search or a playout reaches them.
    /// Waits for the compilation. Empty without scripts.
    pub fn in_luau(&self) -> Vec<InLuau> {
        self.host.as_ref().map(|host| host.borrow_mut().in_luau()).unwrap_or_default()
    }

    /// Disables compiled code, as a reference for testing it.
    pub fn keep_in_luau(&mut self) {
        if let Some(host) = &self.host {
            host.borrow_mut().keep_in_luau();
        }
    }

    /// Resets the scratch card sets of scripts to their contents after loading.
    pub(crate) fn reset_sets(&mut self) {
        if let Some(host) = &self.host {
            host.borrow_mut().reset_sets();
        }
    }

    /// Evaluates a Luau expression with the words of the rules, including those that change the match, and `rules`, the
    /// table that `rules.lua` returns: `rules.actions.dig.apply(1)`. The state keeps the changes of the expression.
    ///
    /// # Errors
    /// A syntax error, or a script that fails.
    pub fn evaluate_on(&mut self, state: &mut State, expression: &str) -> Result<String, Faults> {
        // A position in the expression's only line isn't useful.
        let is_own = |place: &Place| &*place.file == "expression.lua";
        let bare = |fault: Diagnostic| match &fault.place {
            Some(place) if is_own(place) => Diagnostic { place: None, ..fault },
            _ => fault,
        };
        let value = self.scripts()?.borrow_mut().evaluate_on(state, expression);
        value.map_err(|Faults(faults)| Faults(faults.into_iter().map(bare).collect()))
    }

    /// Sets the time budget of a single call into a script; two seconds unless set.
    pub fn set_budget(&self, budget: Duration) {
        if let Some(scripts) = self.loaded() {
            scripts.set_budget(budget);
        }
    }

    /// A handle that stops the running script, from any thread.
    pub fn stop_handle(&self) -> StopHandle {
        self.loaded().map_or_else(StopHandle::idle, |scripts| scripts.stop_handle())
    }

    /// Takes the lines printed by scripts since the last call.
    pub fn take_output(&self) -> Vec<String> {
        let mut output = self.loaded().map_or_else(Vec::new, |scripts| scripts.take_output());
        output.extend(self.expressions.iter().flat_map(Expressions::take_output));
        output
    }

    /// The words that the scripts of this game can use, each with a line of description.
    pub fn words(&self) -> Vec<(String, String)> {
        Prelude::new(&self.game, false).describe()
    }

    /// True if the rules restrict the hidden cards of a zone by a hook.
    pub(crate) fn asks_possible(&self, zone: usize) -> bool {
        self.loaded().is_some_and(|scripts| scripts.asks_possible(zone))
    }

    /// For each of some card types, true if the rules allow it at a place of a zone in a view.
    pub(crate) fn possible(
        &mut self,
        view: &State,
        zone: usize,
        member: usize,
        place: Option<usize>,
        cards: &[usize],
    ) -> Result<Vec<bool>, Diagnostic> {
        self.scripts().map_err(first)?.borrow_mut().possible(view, zone, member, place, cards)
    }

    /// For each of some values, true if the rules allow it for a variable in a view, at a member and a slot.
    pub(crate) fn possible_values(
        &mut self,
        view: &State,
        at: (usize, usize, usize),
        values: &[i32],
    ) -> Result<Vec<bool>, Diagnostic> {
        self.scripts().map_err(first)?.borrow_mut().possible_values(view, at, values)
    }

    /// The place of the hook `possible` of a zone.
    pub(crate) fn place_of_possible(&self, zone: usize) -> Option<Place> {
        self.loaded().and_then(|scripts| scripts.place_of_possible(zone))
    }

    /// True if the rules have the hook `fits` ([`Rules::fits`]).
    pub fn has_fits(&self) -> bool {
        self.loaded().is_some_and(|scripts| scripts.has_fits())
    }

    /// True if a full state that a viewer imagines is plausible, by the rules' hook `fits`, or if there is none.
    ///
    /// # Errors
    /// A hook that fails, that changes something, or that returns something other than true or false.
    pub fn fits(&mut self, state: &State, viewer: Option<Seat>) -> Result<bool, Diagnostic> {
        self.host.as_ref().map_or(Ok(true), |host| host.borrow_mut().fits(state, viewer))
    }

    /// Runs the rules' hook `imagine`, which places pieces on the empty squares that a viewer doesn't see; false if that
    /// has come to nothing.
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn imagine(&mut self, state: &mut State, viewer: Option<Seat>) -> Result<bool, Diagnostic> {
        self.host.as_ref().map_or(Ok(true), |host| host.borrow_mut().imagine(state, viewer))
    }

    /// The place of the hook `imagine`.
    pub(crate) fn place_of_imagine(&self) -> Option<Place> {
        self.loaded().and_then(|scripts| scripts.place_of_imagine())
    }

    /// The place of the hook `fits`.
    pub(crate) fn place_of_fits(&self) -> Option<Place> {
        self.loaded().and_then(|scripts| scripts.place_of_fits())
    }

    /// True if the rules have the hook `worth` ([`Rules::worth`]).
    pub fn has_worth(&self) -> bool {
        self.loaded().is_some_and(|scripts| scripts.has_worth())
    }

    /// The evaluation of a position of an unfinished match for a seat, in the unit of its score, by the rules' hook
    /// `worth`; `None` if there is none.
    ///
    /// # Errors
    /// A hook that fails, that changes something, or that returns something other than a number.
    pub fn worth(&mut self, state: &State, seat: Seat) -> Result<Option<f64>, Diagnostic> {
        self.host.as_ref().map_or(Ok(None), |host| host.borrow_mut().worth(state, seat))
    }

    /// Runs the pack's display of a view; `None` if it has no display script.
    ///
    /// # Errors
    /// A script that fails.
    pub fn display(&mut self, view: &State, viewer: u8) -> Result<Option<Shown>, Diagnostic> {
        if self.game.pack().display.is_none() {
            return Ok(None);
        }
        self.scripts().map_err(first)?.borrow_mut().display(view, viewer)
    }

    /// Evaluates an expression over a view, for inspection, without lasting effects.
    ///
    /// # Errors
    /// A syntax error, or an expression that fails.
    pub fn evaluate(&mut self, view: &State, expression: &str) -> Result<String, Faults> {
        let expressions = match self.expressions.take() {
            Some(expressions) => expressions,
            None => Expressions::new(&self.game)?,
        };
        self.expressions.insert(expressions).evaluate(view, expression)
    }
}

/// The first of some faults.
fn first(faults: Faults) -> Diagnostic {
    let unknown = || Diagnostic::new(Code::ScriptHost, "the scripts don't load");
    faults.0.into_iter().next().unwrap_or_else(unknown)
}
