//! Branches of a search: legal actions as small values without texts or records, each with its immediate gain.

use super::pipeline::Pipeline;
use super::{Rules, Taken};
use parlour_board::{BoardRules, Scratch};
use parlour_game::Game;
use parlour_model::action::ActionList;
use parlour_model::diagnostic::Diagnostic;
use parlour_model::ids::Seat;
use parlour_model::state::{Decision, State};

pub use parlour_board::Branch;

/// The legal actions of a position, a reusable buffer.
#[derive(Clone, Debug, Default)]
pub struct Branches {
    list: Vec<Branch>,
    records: ActionList,
}

impl Branches {
    /// The actions.
    pub fn as_slice(&self) -> &[Branch] {
        &self.list
    }

    /// The record of an action of the list; empty if the list wasn't made of records.
    pub fn record(&self, branch: Branch) -> &[u8] {
        let all = self.records.len();
        if (branch.place as usize) < all { self.records.record(branch.place as usize) } else { &[] }
    }
}

impl Rules {
    /// The identity of an action of the seat to act, given by its record, as [`Rules::recorded_playout`] tells it.
    pub fn taken(&self, state: &State, record: &[u8]) -> Taken {
        let seat = state.decision().map_or(0, |decision| decision.seat.index());
        let row = self.tables.as_ref().and_then(|tables| tables.board.read(state, seat, record));
        row.map_or_else(|| Taken { seat: seat as u8, id: id_of(record) }, |row| row.taken_by(seat))
    }

    /// Lists the legal actions, or with `only_gains` only those with a known gain. If there is no legal action though
    /// the match isn't over, it ends by the rules.
    ///
    /// # Errors
    /// A script that fails.
    pub fn branches(&mut self, state: &mut State, only_gains: bool, branches: &mut Branches) -> Result<(), Diagnostic> {
        branches.list.clear();
        if state.is_over() {
            return Ok(());
        }
        if let Some(tables) = &self.tables {
            tables.branches(&mut self.pipeline.scratch, state, only_gains, &mut branches.list);
            return Ok(());
        }
        let Branches { list, records } = branches;
        records.clear();
        records.width = self.game.action_width();
        self.pipeline.legal(state, records)?;
        if records.is_empty() {
            return Err(self.pipeline.no_action(state));
        }
        let valued = (0..records.len()).map(|n| self.valued(state, records.record(n), n));
        list.extend(valued.filter(|branch| !only_gains || branch.gain > 0));
        Ok(())
    }

    /// The actions of a list of records that are legal here, in the order of their indices.
    pub fn branches_of(&mut self, state: &State, legal: &ActionList, among: &[usize], branches: &mut Branches) {
        branches.records.clone_from(legal);
        branches.list.clear();
        let known = among.iter().filter(|&&n| n < legal.len());
        branches.list.extend(known.map(|&n| self.valued(state, legal.record(n), n)));
    }

    /// Applies an action of a list. In a game of tables alone this doesn't check if the next seat has an action.
    ///
    /// # Errors
    /// A script that fails; the state is unchanged.
    pub fn follow(&mut self, state: &mut State, branches: &Branches, branch: Branch) -> Result<(), Diagnostic> {
        self.take(state, branch, branches.record(branch))
    }

    /// True for a game of tables alone, whose actions are known by [`Branch::id`] without a record.
    pub fn has_tables(&self) -> bool {
        self.tables.is_some()
    }

    /// Applies an action that was listed in this position before, given with its record, which a game of tables alone
    /// ignores. Otherwise the same as [`Rules::follow`].
    ///
    /// # Errors
    /// A script that fails; the state is unchanged.
    pub fn take(&mut self, state: &mut State, branch: Branch, record: &[u8]) -> Result<(), Diagnostic> {
        let Some(tables) = &self.tables else {
            return self.pipeline.apply(state, record, None);
        };
        let Pipeline { scratch, changed, .. } = &mut self.pipeline;
        tables.follow(scratch, state, branch);
        std::mem::swap(changed, &mut scratch.changes);
        Ok(())
    }

    /// True if a search can restrict itself to actions with a gain (quiescence): gains are known, and there are quiet
    /// actions. If every action captures or converts, gains don't distinguish any.
    pub fn knows_gains(&self) -> bool {
        let verbs = self.game.pack().verbs.len();
        self.game.board_rules().is_some_and(|board| board.has_quiet_actions(verbs))
    }

    /// The squares of the board with pieces that the last action has changed, with their previous cells; `None` if they
    /// aren't known.
    pub fn changes(&mut self) -> Option<&[(u16, u8)]> {
        self.game.board_rules().map(|_| self.pipeline.changed.as_slice())
    }

    /// Gives the turn to the next seat without an action (a null move). False if that isn't possible: in games whose
    /// scripts control the turn.
    pub fn pass(&mut self, state: &mut State) -> bool {
        self.tables.as_ref().is_some_and(|tables| tables.pass(state))
    }

    /// True if the seat to act has no action; [`Rules::follow`] doesn't check that.
    pub fn is_stuck(&mut self, state: &State) -> bool {
        match &self.tables {
            Some(tables) => !state.is_over() && !tables.board.has_options(&mut self.pipeline.scratch, state),
            None => false,
        }
    }

    /// The number of actions that a seat would have if it were to act.
    ///
    /// # Errors
    /// A script that fails.
    pub fn mobility(&mut self, state: &State, seat: Seat) -> Result<u32, Diagnostic> {
        let Some(decision) = state.decision() else {
            return Ok(0);
        };
        let asked = Decision { seat, ..decision };
        if let Some(tables) = &self.tables {
            return Ok(tables.mobility(&mut self.pipeline.scratch, state, asked));
        }
        let mut list = ActionList::new();
        list.width = self.game.action_width();
        let mut state = state.clone();
        state.set_decision(asked);
        self.pipeline.legal(&state, &mut list)?;
        Ok(list.len() as u32)
    }

    /// A hash of the parts of a position that affect the next `plies`: the seat to act, and the state that the rules
    /// read. It excludes history, as far as the engine knows it.
    pub fn position_key(&mut self, state: &State, plies: u32) -> u64 {
        match &self.tables {
            Some(tables) => tables.position_key(state, plies),
            None => state.position_hash(),
        }
    }

    /// An action, the `n`th of a list, with its gain if known.
    fn valued(&mut self, state: &State, record: &[u8], n: usize) -> Branch {
        let Pipeline { game, board, scratch, .. } = &mut self.pipeline;
        let found = match board {
            Some(board) => on_board(game, board, scratch, state, record, n),
            None => Branch { id: id_of(record), gain: 0, worth: 0, place: n as u32 },
        };
        // The fast path decodes the move from the id.
        if self.tables.is_some() { found } else { Branch { id: id_of(record), ..found } }
    }
}

/// An action, the `n`th of a list, with its gain on a board: for a row of tables its effect, otherwise the piece on the
/// square that it captures.
fn on_board(game: &Game, board: &BoardRules, scratch: &mut Scratch, state: &State, record: &[u8], n: usize) -> Branch {
    let place = n as u32;
    let Some(decision) = state.decision() else {
        return Branch { id: id_of(record), gain: 0, worth: 0, place };
    };
    let seat = decision.seat.index();
    if let Some(branch) = board.valued(scratch, state, seat, record) {
        return Branch { place, ..branch };
    }
    let verb = game.pack().verbs.get(usize::from(record[0]).wrapping_sub(1));
    let taken = verb.and_then(|verb| verb.captures.map(|arg| &verb.args[arg]));
    let gain = taken.map_or(0, |arg| {
        let square = u16::from_le_bytes([record[arg.offset], record[arg.offset + 1]]);
        board.worth_on(state, seat, square)
    });
    Branch { id: id_of(record), gain, worth: board.worth_from(state, record), place }
}

/// The identity of an action, from its record.
pub(super) fn id_of(record: &[u8]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(record) | 1
}
