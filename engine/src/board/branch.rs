//! Legal actions as a search takes them: small values without texts or records, each with what it wins at once.

use super::change::Changes;
use super::ending::Options;
use super::generate::{Count, Sink};
use super::{BoardRules, CELLS, Move, NOWHERE, Scratch};
use crate::action::{Action, ActionList};
use crate::diagnostic::Diagnostic;
use crate::game::Game;
use crate::ids::Seat;
use crate::pack::pieces::{Effect, Follows};
use crate::rules::Rules;
use crate::state::State;

/// A legal action in a list of [`Branches`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// What the action is: equal for the same action in different positions.
    pub id: u64,
    /// By how many points of the pieces' scores the seat's lead grows by it (if no piece has a score, each is worth
    /// 1), without a piece that it places itself; 0 where scripts rule.
    pub gain: i32,
    /// The points of the piece that acts.
    pub worth: i32,
    /// Its record, where scripts rule.
    place: u32,
}

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

    /// The record of an action of the list, where scripts rule or where the list was made of records; empty elsewhere.
    pub fn record(&self, branch: Branch) -> &[u8] {
        let all = self.records.len();
        if (branch.place as usize) < all { self.records.record(branch.place as usize) } else { &[] }
    }

    /// The records of a list, in its order; without gains.
    fn of_records(&mut self) {
        self.list.clear();
        for n in 0..self.records.len() {
            let id = xxhash_rust::xxh3::xxh3_64(self.records.record(n)) | 1;
            self.list.push(Branch { id, gain: 0, worth: 0, place: n as u32 });
        }
    }
}

impl Rules {
    /// The legal actions, or only those that gain something: where scripts rule, all of them. If there is no legal
    /// action at all though the match goes on, it ends as the rules say.
    ///
    /// # Errors
    /// A script that fails.
    pub fn branches(&mut self, state: &mut State, only_gains: bool, branches: &mut Branches) -> Result<(), Diagnostic> {
        let game = self.game().clone();
        branches.list.clear();
        if state.is_over() {
            return Ok(());
        }
        let Some(rules) = game.tables() else {
            self.legal(state, &mut branches.records)?;
            branches.of_records();
            return Ok(());
        };
        if !rules.grow(self.scratch(), state, only_gains, &mut branches.list) {
            rules.end_stuck(self.scratch(), state);
        }
        Ok(())
    }

    /// The actions of a list of records that are legal here, in the order of their indices.
    pub fn branches_of(&mut self, state: &State, legal: &ActionList, among: &[usize], branches: &mut Branches) {
        let game = self.game().clone();
        branches.records.clone_from(legal);
        branches.of_records();
        let all = std::mem::take(&mut branches.list);
        let seat = state.decision().map_or(0, |decision| decision.seat.index());
        for branch in among.iter().filter_map(|&n| all.get(n)) {
            let taken = game.tables().and_then(|rules| {
                let cells = rules.cells(&state.bytes);
                let taken = rules.read(state, seat, legal.record(branch.place as usize))?;
                let mut found = Branch { place: branch.place, ..rules.branch(cells, taken) };
                if found.gain == INVOLVED {
                    found.gain = rules.involved_gain(self.scratch(), cells, seat, taken);
                }
                Some(found)
            });
            branches.list.push(taken.unwrap_or(*branch));
        }
    }

    /// Takes an action of a list. Whether the seat that is to act then has anything to do is not looked at, unless
    /// scripts rule.
    ///
    /// # Errors
    /// A script that fails; the state is as it was.
    pub fn follow(&mut self, state: &mut State, branches: &Branches, branch: Branch) -> Result<(), Diagnostic> {
        let game = self.game().clone();
        let Some(rules) = game.tables() else {
            let action = Action::from_record(&game, branches.records.record(branch.place as usize));
            return self.apply(state, &action, None);
        };
        let Some(decision) = state.decision() else {
            return Ok(());
        };
        let (seat, scratch) = (decision.seat.index(), self.scratch());
        let taken = rules.landing(rules.cells(&state.bytes), unpack(branch.id));
        rules.enact(scratch, state, seat, taken);
        rules.conclude(scratch, state, seat, Options::Later);
        Ok(())
    }

    /// The squares that the last action has changed, with what stood there before: for games of tables alone.
    pub fn changes(&mut self) -> &[(u16, u8)] {
        self.scratch().changes.as_slice()
    }

    /// Gives the turn to the next seat without an action: for games of tables alone, and for a search that asks what
    /// the other seat threatens. False if that can't be.
    pub fn pass(&mut self, state: &mut State) -> bool {
        let game = self.game().clone();
        match (game.tables(), state.decision()) {
            (Some(rules), Some(decision)) if rules.seats > 1 && state.pending().count() == 1 => {
                let next = (decision.seat.index() + 1) % rules.seats;
                state.set_decision(crate::state::Decision { seat: Seat::from_index(next), ..decision });
                true
            }
            _ => false,
        }
    }

    /// Whether the seat to act has nothing to do: for games of tables alone; false for others and after the end.
    pub fn is_stuck(&mut self, state: &State) -> bool {
        let game = self.game().clone();
        game.tables().is_some_and(|rules| !state.is_over() && !rules.has_options(self.scratch(), state))
    }

    /// How many actions a seat would have if it were to act: for games of tables alone.
    pub fn mobility(&mut self, state: &State, seat: Seat) -> u32 {
        let game = self.game().clone();
        let (Some(rules), Some(decision)) = (game.tables(), state.decision()) else {
            return 0;
        };
        let mut count = Count::default();
        rules.search(self.scratch(), &state.bytes, seat.index(), decision.phase.index(), &mut count);
        count.0 as u32
    }
}

impl Game {
    /// Whether nothing but tables rules the game, so that a search knows what its actions win.
    pub fn is_tables(&self) -> bool {
        self.tables().is_some()
    }

    /// A number for what matters of a position to what can still happen in the next `plies`: who is to act, and what
    /// the rules look at. What only tells how the match went so far is left out, as far as the engine knows it.
    pub fn position_key(&self, state: &State, plies: u32) -> u64 {
        let Some(rules) = self.tables().filter(|_| self.layout().history.is_none()) else {
            return state.position_hash();
        };
        rules.position_key(state, plies)
    }
}

impl BoardRules {
    /// Lists the legal actions; only those that gain something if that is all that is wanted. Returns whether there is
    /// any at all.
    fn grow(&self, scratch: &mut Scratch, state: &State, only_gains: bool, out: &mut Vec<Branch>) -> bool {
        let Some(decision) = state.decision() else {
            return false;
        };
        let seat = decision.seat.index();
        let cells = self.cells(&state.bytes);
        let mut grow = Grow { rules: self, cells, only_gains, out, is_any: false, is_involved: false };
        self.search(scratch, &state.bytes, seat, decision.phase.index(), &mut grow);
        let Grow { is_any, is_involved, .. } = grow;
        if is_involved {
            for branch in out.iter_mut().filter(|branch| branch.gain == INVOLVED) {
                branch.gain = self.involved_gain(scratch, cells, seat, unpack(branch.id));
            }
            out.retain(|branch| !only_gains || branch.gain > 0);
        }
        is_any
    }

    #[inline]
    fn branch(&self, cells: &[u8], taken: Move) -> Branch {
        let rule = &self.rules[usize::from(taken.rule)];
        let worth =
            if taken.from == NOWHERE { 0 } else { self.worth[usize::from(cells[usize::from(taken.from)]) & 63] };
        let target = cells.get(usize::from(taken.to)).map_or(0, |&cell| usize::from(cell) & 63);
        let gain = match rule.effect {
            _ if rule.becomes != 0 => INVOLVED,
            Effect::Move | Effect::Swap | Effect::Build | Effect::Pass => 0,
            // What belongs to nobody is worth nothing; one's own pieces are not taken.
            Effect::Capture | Effect::Shoot => self.worth[target],
            Effect::Convert => 2 * self.worth[target],
            Effect::Jump | Effect::Place => INVOLVED,
        };
        Branch { id: pack(taken), gain, worth, place: 0 }
    }

    /// By how much an action changes the lead in the pieces' scores, found by taking it. A piece that is placed counts
    /// nothing itself, as one that is built: it could be placed all the same later.
    fn involved_gain(&self, scratch: &mut Scratch, cells: &[u8], seat: usize, taken: Move) -> i32 {
        scratch.cells.clear();
        scratch.cells.extend_from_slice(cells);
        let Scratch { cells: after, changes, .. } = scratch;
        let taken = self.landing(after, taken);
        changes.clear();
        self.change(after, seat, taken, changes);
        let lead = |cell: u8| {
            let worth = self.worth[usize::from(cell) & 63];
            if usize::from(self.owner[usize::from(cell) & 63]) == seat + 1 { worth } else { -worth }
        };
        let changed = changes.as_slice();
        let sum: i32 = changed.iter().map(|&(square, before)| lead(after[usize::from(square)]) - lead(before)).sum();
        let placed = self.rules[usize::from(taken.rule)].effect == Effect::Place;
        if placed { sum - lead(after[usize::from(taken.to)]) } else { sum }
    }

    /// Ends a match in which the seat to act has nothing to do.
    pub(super) fn end_stuck(&self, scratch: &mut Scratch, state: &mut State) {
        let Some(decision) = state.decision() else {
            return;
        };
        let actor = (decision.seat.index() + self.seats - 1) % self.seats;
        self.settle(scratch, state, actor, Some(&Changes::default()), Options::None);
    }

    fn position_key(&self, state: &State, plies: u32) -> u64 {
        let decision = state.decision();
        let mut seed = decision.map_or(0, |due| u64::from(due.phase.number()) << 8 | u64::from(due.seat.number()));
        let turns = self.followed.iter().find(|followed| followed.follows == Follows::Turns);
        if let (Some(turns), Some(limit)) = (turns, self.turn_limit()) {
            let past = state.i32(turns.offset);
            let left = i64::from(limit) - i64::from(past);
            if left * self.seats as i64 <= i64::from(plies) + self.seats as i64 {
                seed |= u64::from(past as u32 + 1) << 16;
            }
        }
        if let Some(at) = self.turning.goes_on {
            seed = xxhash_rust::xxh3::xxh3_64_with_seed(&state.bytes[at..at + 4], seed);
        }
        if let Some(at) = self.touched {
            seed = xxhash_rust::xxh3::xxh3_64_with_seed(&state.bytes[at..at + self.squares()], seed);
        }
        xxhash_rust::xxh3::xxh3_64_with_seed(self.cells(&state.bytes), seed)
    }

    /// What each cell's piece counts in gains: its score, or 1 if no piece has a score.
    pub(super) fn worths(score: &[i32; CELLS], owner: &[u8; CELLS]) -> [i32; CELLS] {
        if score.iter().any(|&score| score != 0) { *score } else { owner.map(|owner| i32::from(owner != 0)) }
    }
}

/// What an action gains if that is still to be found out.
const INVOLVED: i32 = i32::MIN;

/// Lists actions with what they gain.
struct Grow<'a> {
    rules: &'a BoardRules,
    cells: &'a [u8],
    only_gains: bool,
    out: &'a mut Vec<Branch>,
    is_any: bool,
    /// Whether what some action gains is still to be found out.
    is_involved: bool,
}

impl Sink for Grow<'_> {
    #[inline]
    fn take(&mut self, rules: &[u16], from: u16, to: u16) -> bool {
        for &rule in rules {
            self.is_any = true;
            let branch = self.rules.branch(self.cells, Move { rule, from, to });
            self.is_involved |= branch.gain == INVOLVED;
            if !self.only_gains || branch.gain > 0 || branch.gain == INVOLVED {
                self.out.push(branch);
            }
        }
        true
    }
}

/// A move as a number that is never 0.
fn pack(taken: Move) -> u64 {
    1 << 48 | u64::from(taken.rule) << 32 | u64::from(taken.from) << 16 | u64::from(taken.to)
}

fn unpack(id: u64) -> Move {
    Move { rule: (id >> 32) as u16, from: (id >> 16) as u16, to: id as u16 }
}
