//! What a game's scripts are asked besides what is legal and what follows: pictures, expressions, guesses about cards.
//! Their limits and what they print are here as well.

use std::cell::Ref;
use std::time::Duration;

use super::Rules;
use crate::diagnostic::{Code, Diagnostic, Faults, Place};
use crate::ids::Seat;
use crate::script::expressions::Expressions;
use crate::script::host::{ScriptHost, SharedHost, Shown};
use crate::script::prelude::Prelude;
use crate::script::{InLuau, StopHandle};
use crate::state::State;

impl Rules {
    /// The scripts, loaded now if the rules need none and nothing has asked for them so far.
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

    /// Makes the scripts begin from nothing, as in rules that were just loaded: another match begins. It costs the time
    /// that their top levels take, and no more.
    ///
    /// # Errors
    /// Scripts that fail.
    pub fn renew(&mut self) -> Result<(), Faults> {
        self.host.as_ref().map_or(Ok(()), |host| host.borrow_mut().renew())
    }

    /// Where a match is set up: the hook `setup`, or the tables of a pack without one.
    pub fn beginning(&self) -> Place {
        match &self.host {
            Some(host) => host.borrow().place_of_setup(),
            None => self.game.pack().table_file.place(0),
        }
    }

    /// What of the rules' scripts does not become machine code, and so is slower where it is come to in a search or a
    /// playout. Waits until that is known. Nothing where there are no scripts.
    pub fn in_luau(&self) -> Vec<InLuau> {
        self.host.as_ref().map(|host| host.borrow_mut().in_luau()).unwrap_or_default()
    }

    /// Has the scripts run in Luau from now on, whatever is asked of them; what machine code does is held to that.
    pub fn keep_in_luau(&mut self) {
        if let Some(host) = &self.host {
            host.borrow_mut().keep_in_luau();
        }
    }

    /// Forgets what scripts have put into sets of cards to work with since they were loaded.
    pub(crate) fn settle(&mut self) {
        if let Some(host) = &self.host {
            host.borrow_mut().settle();
        }
    }

    /// Evaluates a Lua expression with the words of the rules, those that change the match too, and `rules`, which is
    /// what `rules.lua` returns: `rules.actions.dig.apply(1)`. The state is what the expression leaves.
    ///
    /// # Errors
    /// What can't be read, and a script that fails.
    pub fn evaluate_on(&mut self, state: &mut State, expression: &str) -> Result<String, Faults> {
        // The place in the one line of the expression tells nothing.
        let is_own = |place: &Place| &*place.file == "expression.lua";
        let bare = |fault: Diagnostic| match &fault.place {
            Some(place) if is_own(place) => Diagnostic { place: None, ..fault },
            _ => fault,
        };
        let value = self.scripts()?.borrow_mut().evaluate_on(state, expression);
        value.map_err(|Faults(faults)| Faults(faults.into_iter().map(bare).collect()))
    }

    /// How long a single call into a script may take; two seconds unless set.
    pub fn set_budget(&self, budget: Duration) {
        if let Some(scripts) = self.loaded() {
            scripts.set_budget(budget);
        }
    }

    /// Stops the script that is running, from any thread.
    pub fn stop_handle(&self) -> StopHandle {
        self.loaded().map_or_else(StopHandle::idle, |scripts| scripts.stop_handle())
    }

    /// What scripts have printed since the last call.
    pub fn take_output(&self) -> Vec<String> {
        let mut output = self.loaded().map_or_else(Vec::new, |scripts| scripts.take_output());
        output.extend(self.expressions.iter().flat_map(Expressions::take_output));
        output
    }

    /// The words that the scripts of this game can use, each with a line of description.
    pub fn words(&self) -> Vec<(String, String)> {
        Prelude::new(&self.game, false).describe()
    }

    /// Whether the rules say which cards can be in a zone, as of those that a view does not show.
    pub(crate) fn asks_possible(&self, zone: usize) -> bool {
        self.loaded().is_some_and(|scripts| scripts.asks_possible(zone))
    }

    /// For each of some types of card whether the rules allow it at a place of a zone in a view.
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

    /// Where the hook `possible` of a zone is written.
    pub(crate) fn place_of_possible(&self, zone: usize) -> Option<Place> {
        self.loaded().and_then(|scripts| scripts.place_of_possible(zone))
    }

    /// True if the rules say of whole imagined states whether they can be ([`Rules::fits`]).
    pub fn has_fits(&self) -> bool {
        self.loaded().is_some_and(|scripts| scripts.has_fits())
    }

    /// True if a whole state that a viewer imagines can be, by the rules' hook `fits`, or if there is none.
    ///
    /// # Errors
    /// A hook that fails, that does more than look, or that returns something else than true or false.
    pub fn fits(&mut self, state: &State, viewer: Option<Seat>) -> Result<bool, Diagnostic> {
        self.host.as_ref().map_or(Ok(true), |host| host.borrow_mut().fits(state, viewer))
    }

    /// Where the hook `fits` is written.
    pub(crate) fn place_of_fits(&self) -> Option<Place> {
        self.loaded().and_then(|scripts| scripts.place_of_fits())
    }

    /// Whether the rules say what a position is worth ([`Rules::worth`]).
    pub fn has_worth(&self) -> bool {
        self.loaded().is_some_and(|scripts| scripts.has_worth())
    }

    /// What a position of a match that goes on is worth to a seat, in the unit of its score, by the rules' hook `worth`;
    /// `None` if there is none.
    ///
    /// # Errors
    /// A hook that fails, that does more than look, or that returns something else than a number.
    pub fn worth(&mut self, state: &State, seat: Seat) -> Result<Option<f64>, Diagnostic> {
        self.host.as_ref().map_or(Ok(None), |host| host.borrow_mut().worth(state, seat))
    }

    /// What the pack says of a view besides what its tables say; `None` if it has no display script.
    ///
    /// # Errors
    /// A script that fails.
    pub fn display(&mut self, view: &State, viewer: u8) -> Result<Option<Shown>, Diagnostic> {
        if self.game.pack().display.is_none() {
            return Ok(None);
        }
        self.scripts().map_err(first)?.borrow_mut().display(view, viewer)
    }

    /// Evaluates an expression over a view, for inspection: it reads and changes nothing that lasts.
    ///
    /// # Errors
    /// An expression that can't be read or fails.
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
