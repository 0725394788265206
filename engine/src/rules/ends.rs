//! What follows an action, in this order and no other:
//!
//! 1. the variables that follow the board; and where tables have given the turn to a seat that is out, it goes on;
//! 2. the `[[end]]` rows in the order of the file, but for repetition;
//! 3. an ending that a script has called;
//! 4. repetition of the whole position;
//! 5. `ply_limit`.
//!
//! The first ending that has come about is the one that counts.

use super::verbs::Both;
use crate::board::{Changes, Options};
use crate::diagnostic::Diagnostic;
use crate::event::Event;
use crate::state::{Ended, State};

impl Both {
    /// Works out what follows an action of a seat that has been taken, its hooks included; `by_tables` if it is a row's.
    pub(super) fn conclude(
        &mut self,
        state: &mut State,
        actor: usize,
        changes: &Changes,
        by_tables: bool,
        events: Option<&mut Vec<Event>>,
    ) -> Result<(), Diagnostic> {
        self.board.refresh_numbers(state);
        if by_tables {
            self.board.pass_over(state);
        }
        self.board.remember(state, actor);
        let called = state.reopen();
        self.end_by_rows(state, actor, changes)?;
        if state.is_over() {
            return self.host.borrow_mut().finish(state);
        }
        if let Some(called) = called {
            return self.end_as_called(state, called);
        }
        self.board.settle_repetition(state, actor);
        if state.is_over() {
            return self.host.borrow_mut().finish(state);
        }
        if self.game.ply_limit().is_some_and(|limit| state.ply() >= limit) {
            return self.host.borrow_mut().limit(state, events);
        }
        Ok(())
    }

    fn end_by_rows(&mut self, state: &mut State, actor: usize, changes: &Changes) -> Result<(), Diagnostic> {
        let is_asked = self.board.asks_for_moves() && state.decision().is_some();
        let options = if is_asked { self.options(state)? } else { Options::Some };
        self.board.settle_rows(&mut self.scratch, state, actor, Some(changes), options);
        Ok(())
    }

    fn end_as_called(&mut self, state: &mut State, called: Ended) -> Result<(), Diagnostic> {
        state.close(called);
        self.host.borrow_mut().finish(state)
    }
}
