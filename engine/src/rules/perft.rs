//! Perft: counts of the action tree below a position of a board game.

use crate::rules::Rules;
use parlour_game::words::Words;
use parlour_model::action::{Action, ActionList};
use parlour_model::diagnostic::{Code, Diagnostic};
use parlour_model::ids::Seat;
use parlour_model::layout::{ENDING, OVER, WINNERS};
use parlour_model::state::State;

/// The leaves of an action tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Perft {
    /// The number of action sequences of each length, from 1 up to the requested depth. A match that ends earlier
    /// counts for its own length, and not for greater ones.
    pub nodes: Vec<u64>,
    /// For each legal action, the sequences of the greatest length that begin with it.
    pub divide: Vec<(Action, u64)>,
}

impl Rules {
    /// A position: the start, or the cells of a board as read by [`Words::read_board`], with a seat to act (by
    /// default the first).
    ///
    /// # Errors
    /// A script that fails.
    pub fn position(&mut self, cells: Option<&[u8]>, to_act: Option<Seat>) -> Result<State, Diagnostic> {
        let game = self.game().clone();
        let mut state = self.start(0, &mut Vec::new())?;
        if cells.is_none() && to_act.is_none() {
            return Ok(state);
        }
        if let (Some(cells), Some(board)) = (cells, game.position_board()) {
            let offset = game.layout().boards[board.index()].offset;
            state.bytes[offset..offset + cells.len()].copy_from_slice(cells);
        }
        state.bytes[OVER] = 0;
        state.bytes[ENDING] = 0;
        state.set_u16(WINNERS, 0);
        let first = game.board_rules().map_or(0, |board| board.first);
        self.resume(&mut state, to_act.unwrap_or(Seat::from_index(first)).number(), &mut Vec::new())?;
        Ok(state)
    }

    /// Counts the sequences of legal actions up to a length.
    ///
    /// # Errors
    /// A script that fails, hidden information, or an action with a random outcome.
    pub fn perft(&mut self, state: &State, depth: u32) -> Result<Perft, Diagnostic> {
        self.demand_open(state)?;
        let mut nodes = Vec::new();
        for n in 1..depth {
            nodes.push(self.leaves(state, n)?);
        }
        let mut list = ActionList::new();
        self.legal(state, &mut list)?;
        let mut divide = Vec::new();
        for n in 0..list.len() {
            let action = list.get(self.game(), n);
            let mut child = state.clone();
            self.take_sure(&mut child, action.bytes())?;
            let below = if depth > 1 && child.is_over() { 0 } else { self.leaves(&child, depth.saturating_sub(1))? };
            divide.push((action, below));
        }
        if depth > 0 {
            nodes.push(divide.iter().map(|(_, n)| n).sum());
        }
        Ok(Perft { nodes, divide })
    }

    /// Counts the sequences of whole turns up to a length. A turn is all consecutive actions of a seat: a chain of
    /// captures is one.
    ///
    /// # Errors
    /// As of [`perft`](Self::perft).
    pub fn perft_by_turns(&mut self, state: &State, depth: u32) -> Result<Perft, Diagnostic> {
        self.demand_open(state)?;
        let mut nodes = Vec::new();
        for n in 1..depth {
            nodes.push(self.turns(state, n)?);
        }
        let mut divide = Vec::new();
        if depth > 0 {
            let mut list = ActionList::new();
            self.legal(state, &mut list)?;
            for n in 0..list.len() {
                let below = self.turns_below(state, list.record(n), depth)?;
                divide.push((list.get(self.game(), n), below));
            }
            nodes.push(divide.iter().map(|(_, n)| n).sum());
        }
        Ok(Perft { nodes, divide })
    }

    /// Refuses a position with hidden information.
    fn demand_open(&self, state: &State) -> Result<(), Diagnostic> {
        match self.game.hidden_part(state) {
            None => Ok(()),
            Some(name) => Err(Diagnostic::new(Code::Uncountable, format!("`{name}` is hidden"))),
        }
    }

    /// The number of sequences of `depth` turns, at least one.
    fn turns(&mut self, state: &State, depth: u32) -> Result<u64, Diagnostic> {
        if state.is_over() {
            return Ok(0);
        }
        let mut list = ActionList::new();
        self.legal(state, &mut list)?;
        let mut nodes = 0;
        for n in 0..list.len() {
            nodes += self.turns_below(state, list.record(n), depth)?;
        }
        Ok(nodes)
    }

    /// The number of sequences of `depth` turns that begin with an action.
    fn turns_below(&mut self, state: &State, record: &[u8], depth: u32) -> Result<u64, Diagnostic> {
        if depth <= 1 && self.ends_turn(record) {
            return Ok(1);
        }
        let mut after = state.clone();
        self.take_sure(&mut after, record)?;
        let seat = |state: &State| state.decision().map(|decision| decision.seat);
        let goes_on = !after.is_over() && seat(&after) == seat(state);
        match depth {
            _ if goes_on => self.turns(&after, depth),
            ..=1 => Ok(1),
            _ => self.turns(&after, depth - 1),
        }
    }

    /// The number of action sequences of one length, as in the last entry of [`Perft::nodes`].
    ///
    /// # Errors
    /// A script that fails.
    pub fn count(&mut self, state: &State, depth: u32) -> Result<u64, Diagnostic> {
        self.leaves(state, depth)
    }

    /// The number of sequences of `depth` legal actions.
    fn leaves(&mut self, state: &State, depth: u32) -> Result<u64, Diagnostic> {
        if depth == 0 {
            return Ok(1);
        }
        if let Some(tables) = &self.tables {
            return Ok(tables.leaves(&mut self.pipeline.scratch, state, depth));
        }
        if state.is_over() {
            return Ok(0);
        }
        let mut list = ActionList::new();
        self.legal(state, &mut list)?;
        if depth == 1 {
            return Ok(list.len() as u64);
        }
        let mut nodes = 0;
        let mut child = state.clone();
        for n in 0..list.len() {
            child.copy_from(state);
            self.take_sure(&mut child, list.record(n))?;
            nodes += self.leaves(&child, depth - 1)?;
        }
        Ok(nodes)
    }

    /// Applies an action, which must be deterministic.
    fn take_sure(&mut self, state: &mut State, record: &[u8]) -> Result<(), Diagnostic> {
        let before = state.generator();
        self.pipeline.apply(state, record, None)?;
        if state.generator() == before {
            return Ok(());
        }
        let text = self.game.action_text(&Action::from_record(&self.game, record));
        Err(Diagnostic::new(Code::Uncountable, format!("what comes of `{text}` is left to chance")))
    }

    /// True if an action is known to end the turn of its seat.
    fn ends_turn(&self, record: &[u8]) -> bool {
        let board = self.pipeline.board.as_ref();
        !self.game.pack().turns_by_script && board.is_some_and(|board| board.ends_turn(record[0]))
    }
}
