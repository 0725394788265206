//! Rules of tables alone: the board's rules with their own faster step, playout and count.

use std::sync::Arc;

use super::branches::{Branch, Branches, on_board};
use super::way::{Playout, Way};
use super::{Refusal, forbidden, impossible};
use crate::action::{Action, ActionList};
use crate::board::{BoardRules, Count, Options, Scratch};
use crate::chance::Generator;
use crate::diagnostic::Diagnostic;
use crate::event::Event;
use crate::game::Game;
use crate::ids::{Seat, Square};
use crate::state::{Decision, State};

/// A game whose rules are tables.
#[derive(Debug)]
pub(super) struct Tables {
    game: Arc<Game>,
    board: Arc<BoardRules>,
    scratch: Scratch,
    /// How a match begins, but for its generator.
    opening: Option<State>,
}

impl Tables {
    pub(super) fn new(game: Arc<Game>, board: Arc<BoardRules>) -> Self {
        Self { game, board, scratch: Scratch::default(), opening: None }
    }
}

impl Way for Tables {
    fn start(&mut self, seed: u64, _events: &mut Vec<Event>) -> Result<State, Diagnostic> {
        let mut state = match &self.opening {
            Some(opening) => opening.clone(),
            None => {
                let mut state = self.game.blank_state();
                self.board.remember(&mut state, self.board.seats - 1);
                self.board.settle(&mut self.scratch, &mut state, self.board.seats - 1, None, Options::Unknown);
                self.opening = Some(state.clone());
                state
            }
        };
        state.set_generator(&Generator::from_seed(seed));
        self.game.scatter_symbols(&mut state);
        Ok(state)
    }

    fn resume(&mut self, state: &mut State, seat: u8, _events: &mut Vec<Event>) -> Result<(), Diagnostic> {
        self.board.resume(state, seat);
        let before = (usize::from(seat) + self.board.seats - 2) % self.board.seats;
        self.board.remember(state, before);
        self.board.settle(&mut self.scratch, state, before, None, Options::Unknown);
        Ok(())
    }

    fn legal(&mut self, state: &State, list: &mut ActionList) -> Result<(), Diagnostic> {
        self.board.list(&mut self.scratch, state, list);
        Ok(())
    }

    fn refusal(&mut self, state: &State, action: &Action) -> Result<Option<Refusal>, Diagnostic> {
        let mut list = ActionList::new();
        list.width = self.game.action_width();
        self.board.list(&mut self.scratch, state, &mut list);
        if list.position(&self.game, action).is_some() {
            return Ok(None);
        }
        Ok(Some(match self.board.reason(&self.game, &mut self.scratch, state, action) {
            Some(reason) => forbidden(&self.game, action, &reason),
            None => Refusal::NotLegal(self.game.action_text(action)),
        }))
    }

    fn apply(&mut self, state: &mut State, record: &[u8], events: Option<&mut Vec<Event>>) -> Result<(), Diagnostic> {
        let actor = self.board.apply(&self.game, &mut self.scratch, state, record, events);
        let actor = actor.ok_or_else(|| impossible(&self.game, record))?;
        self.board.conclude(&mut self.scratch, state, actor, Options::Unknown);
        Ok(())
    }

    fn step(&mut self, state: &mut State, record: &[u8], list: &mut ActionList) -> Result<(), Diagnostic> {
        if self.board.step(&self.game, &mut self.scratch, state, record, list) {
            Ok(())
        } else {
            Err(impossible(&self.game, record))
        }
    }

    fn playout(
        &mut self,
        state: &mut State,
        generator: &mut Generator,
        policy: Playout,
        most: u32,
    ) -> Result<u32, Diagnostic> {
        Ok(self.board.playout(&mut self.scratch, state, generator, policy, most))
    }

    fn leaves(&mut self, state: &State, depth: u32) -> Result<u64, Diagnostic> {
        Ok(self.board.perft(&mut self.scratch, state, depth))
    }

    fn ends_turn(&self, record: &[u8]) -> bool {
        self.board.ends_turn(record[0])
    }

    fn branches(&mut self, state: &mut State, only_gains: bool, branches: &mut Branches) -> Result<(), Diagnostic> {
        if !self.board.grow(&mut self.scratch, state, only_gains, &mut branches.list) {
            self.board.end_stuck(&mut self.scratch, state);
        }
        Ok(())
    }

    fn valued(&mut self, state: &State, record: &[u8], n: usize) -> Branch {
        on_board(&self.game, &self.board, &mut self.scratch, state, record, n)
    }

    fn follow(&mut self, state: &mut State, _branches: &Branches, branch: Branch) -> Result<(), Diagnostic> {
        if let Some(decision) = state.decision() {
            self.board.follow(&mut self.scratch, state, decision.seat.index(), branch);
        }
        Ok(())
    }

    fn is_stuck(&mut self, state: &State) -> bool {
        !state.is_over() && !self.board.has_options(&mut self.scratch, state)
    }

    fn pass(&mut self, state: &mut State) -> bool {
        match state.decision() {
            Some(decision) if self.board.seats > 1 && state.pending().count() == 1 => {
                let next = (decision.seat.index() + 1) % self.board.seats;
                state.set_decision(Decision { seat: Seat::from_index(next), ..decision });
                true
            }
            _ => false,
        }
    }

    fn mobility(&mut self, state: &State, decision: Decision, _list: &mut ActionList) -> Result<u32, Diagnostic> {
        let mut count = Count::default();
        let (seat, phase) = (decision.seat.index(), decision.phase.index());
        self.board.search(&mut self.scratch, &state.bytes, seat, phase, &mut count);
        Ok(count.0 as u32)
    }

    fn position_key(&self, state: &State, plies: u32) -> u64 {
        match self.game.layout().history {
            None => self.board.position_key(state, plies),
            Some(_) => state.position_hash(),
        }
    }

    fn changes(&self) -> Option<&[(u16, u8)]> {
        Some(self.scratch.changes.as_slice())
    }

    fn endangered(&mut self, state: &State, seat: Seat) -> Result<Option<Square>, Diagnostic> {
        Ok(self.game.endangered(state, seat))
    }
}
