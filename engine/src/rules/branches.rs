//! Legal actions as a search takes them: small values without texts or records, each with what it wins at once.

use super::Rules;
use crate::action::ActionList;
use crate::board::Count;
use crate::diagnostic::Diagnostic;
use crate::game::Game;
use crate::ids::Seat;
use crate::state::{Decision, State};

pub use crate::board::Branch;

/// The legal actions of a position, filled again and again without allocating.
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

    /// The record of an action of the list, if the list was made of records; empty if not.
    pub fn record(&self, branch: Branch) -> &[u8] {
        let all = self.records.len();
        if (branch.place as usize) < all { self.records.record(branch.place as usize) } else { &[] }
    }
}

impl Rules {
    /// The legal actions, or only those that gain something as far as that is known. If there is no legal action at all
    /// though the match goes on, it ends as the rules say.
    ///
    /// # Errors
    /// A script that fails.
    pub fn branches(&mut self, state: &mut State, only_gains: bool, branches: &mut Branches) -> Result<(), Diagnostic> {
        branches.list.clear();
        if state.is_over() {
            return Ok(());
        }
        if let Some(tables) = self.way.tables() {
            if !tables.board.grow(&mut tables.scratch, state, only_gains, &mut branches.list) {
                tables.board.end_stuck(&mut tables.scratch, state);
            }
            return Ok(());
        }
        let mut records = std::mem::take(&mut branches.records);
        let listed = self.legal(state, &mut records);
        branches.records = records;
        listed?;
        for n in 0..branches.records.len() {
            let branch = self.valued(state, &branches.records, n);
            if !only_gains || branch.gain > 0 {
                branches.list.push(branch);
            }
        }
        Ok(())
    }

    /// The actions of a list of records that are legal here, in the order of their indices.
    pub fn branches_of(&mut self, state: &State, legal: &ActionList, among: &[usize], branches: &mut Branches) {
        branches.records.clone_from(legal);
        branches.list.clear();
        branches.list.extend(among.iter().filter(|&&n| n < legal.len()).map(|&n| self.valued(state, legal, n)));
    }

    /// An action of a list with what it gains, as far as that is known.
    fn valued(&mut self, state: &State, list: &ActionList, n: usize) -> Branch {
        let record = list.record(n);
        let (Some(board), Some(decision)) = (self.game.board_rules(), state.decision()) else {
            return Branch { id: id_of(record), gain: 0, worth: 0, place: n as u32 };
        };
        let seat = decision.seat.index();
        let is_alone = self.way.tables().is_some();
        match board.valued(&mut self.scratch, state, seat, record) {
            Some(branch) if is_alone => Branch { place: n as u32, ..branch },
            Some(branch) => Branch { id: id_of(record), place: n as u32, ..branch },
            None => {
                let verb = self.game.pack().verbs.get(usize::from(record[0]).wrapping_sub(1));
                let taken = verb.and_then(|verb| verb.captures.map(|arg| &verb.args[arg]));
                let gain = taken.map_or(0, |arg| {
                    let square = u16::from_le_bytes([record[arg.offset], record[arg.offset + 1]]);
                    board.worth_on(state, seat, square)
                });
                Branch { id: id_of(record), gain, worth: board.worth_from(state, record), place: n as u32 }
            }
        }
    }

    /// Takes an action of a list. In a game of tables alone it is not looked at whether the seat that is to act then
    /// has anything to do.
    ///
    /// # Errors
    /// A script that fails; the state is as it was.
    pub fn follow(&mut self, state: &mut State, branches: &Branches, branch: Branch) -> Result<(), Diagnostic> {
        match (self.way.tables(), state.decision()) {
            (Some(tables), Some(decision)) => {
                tables.board.follow(&mut tables.scratch, state, decision.seat.index(), branch);
                Ok(())
            }
            (Some(_), None) => Ok(()),
            (None, _) => self.way.apply(state, branches.record(branch), None),
        }
    }

    /// Whether what actions gain is known, so that a search can look at those that gain something alone.
    pub fn knows_gains(&self) -> bool {
        self.game.board_rules().is_some()
    }

    /// The squares of the board with the pieces that the last action has changed, with what stood there before; `None`
    /// if that is not known.
    pub fn changes(&mut self) -> Option<&[(u16, u8)]> {
        self.way.changes()
    }

    /// Gives the turn to the next seat without an action, for a search that asks what the other seat threatens. False
    /// if that can't be: in games whose scripts know more of turns than tables say.
    pub fn pass(&mut self, state: &mut State) -> bool {
        match (self.way.tables(), state.decision()) {
            (Some(tables), Some(decision)) if tables.board.seats > 1 && state.pending().count() == 1 => {
                let next = (decision.seat.index() + 1) % tables.board.seats;
                state.set_decision(Decision { seat: Seat::from_index(next), ..decision });
                true
            }
            _ => false,
        }
    }

    /// Whether the seat to act has nothing to do, where [`Rules::follow`] has not looked at that.
    pub fn is_stuck(&mut self, state: &State) -> bool {
        let is_over = state.is_over();
        self.way.tables().is_some_and(|tables| !is_over && !tables.board.has_options(&mut tables.scratch, state))
    }

    /// How many actions a seat would have if it were to act.
    ///
    /// # Errors
    /// A script that fails.
    pub fn mobility(&mut self, state: &State, seat: Seat) -> Result<u32, Diagnostic> {
        let Some(decision) = state.decision() else {
            return Ok(0);
        };
        if let Some(tables) = self.way.tables() {
            let mut count = Count::default();
            let phase = decision.phase.index();
            tables.board.search(&mut tables.scratch, &state.bytes, seat.index(), phase, &mut count);
            return Ok(count.0 as u32);
        }
        let mut asked = state.clone();
        asked.set_decision(Decision { seat, ..decision });
        let mut list = ActionList::new();
        list.width = self.game.action_width();
        self.way.legal(&asked, &mut list)?;
        Ok(list.len() as u32)
    }

    /// A number for what matters of a position to what can still happen in the next `plies`: who is to act, and what
    /// the rules look at. What only tells how the match went so far is left out, as far as the engine knows it.
    pub fn position_key(&mut self, state: &State, plies: u32) -> u64 {
        match self.way.tables() {
            Some(tables) if tables.game.layout().history.is_none() => tables.board.position_key(state, plies),
            _ => state.position_hash(),
        }
    }
}

/// What an action is, by its record.
fn id_of(record: &[u8]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(record) | 1
}

impl Game {
    /// Whether pieces of the game's tables stand on a board, so that they can be weighed.
    pub fn has_pieces(&self) -> bool {
        self.board_rules().is_some()
    }
}
