//! What actions gain, for a search: legal actions as small values without texts or records.

use super::generate::Sink;
use super::{BoardRules, CELLS, Move, NOWHERE, Rule, Scratch};
use crate::pack::pieces::Effect;
use crate::state::State;
use crate::state::playout::Taken;

/// A legal action as a search takes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Branch {
    /// What the action is: equal for the same action in different positions.
    pub id: u64,
    /// By how many points of the pieces' scores the seat's lead grows by it (if no piece has a score, each is worth
    /// 1), without a piece that it places itself; 0 where nothing is known of that.
    pub gain: i32,
    /// The points of the piece that acts.
    pub worth: i32,
    /// The place of its record in a list, where there is such a list.
    pub(crate) place: u32,
}

impl BoardRules {
    /// Whether some of the actions, of so many verbs, neither take nor turn anything; those of scripts count as such.
    pub(crate) fn has_quiet_actions(&self, verbs: usize) -> bool {
        let gains = |rule: &Rule| match rule.effect {
            Effect::Capture | Effect::Shoot | Effect::Convert | Effect::TakeOver | Effect::Pass => true,
            Effect::Place => self.rays(rule, 0).is_some(),
            _ => false,
        };
        (self.verbs.count_ones() as usize) < verbs || !self.rules.iter().all(gains)
    }

    /// Lists the legal actions; only those that gain something if that is all that is wanted. Returns whether there is
    /// any at all.
    pub(crate) fn grow(&self, scratch: &mut Scratch, state: &State, only_gains: bool, out: &mut Vec<Branch>) -> bool {
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
    pub(crate) fn branch(&self, cells: &[u8], taken: Move) -> Branch {
        let rule = &self.rules[usize::from(taken.rule)];
        let worth =
            if taken.from == NOWHERE { 0 } else { self.worth[usize::from(cells[usize::from(taken.from)]) & 63] };
        let target = cells.get(usize::from(taken.to)).map_or(0, |&cell| usize::from(cell) & 63);
        let gain = match rule.effect {
            _ if rule.becomes != 0 || rule.takes > 0 => INVOLVED,
            Effect::Move | Effect::Swap | Effect::Build | Effect::Pass | Effect::Castle => 0,
            // What belongs to nobody is worth nothing; one's own pieces are not taken.
            Effect::Capture | Effect::Shoot if self.hands.is_some() => INVOLVED,
            Effect::Capture | Effect::Shoot => self.worth[target],
            Effect::Convert => 2 * self.worth[target],
            Effect::Jump | Effect::Place | Effect::TakeOver | Effect::Overtake => INVOLVED,
        };
        Branch { id: pack(taken), gain, worth, place: 0 }
    }

    /// The action of a record of a seat with what it gains; `None` if it is not one of the tables' own.
    pub(crate) fn valued(&self, scratch: &mut Scratch, state: &State, seat: usize, record: &[u8]) -> Option<Branch> {
        let cells = self.cells(&state.bytes);
        let taken = self.read(state, seat, record)?;
        let mut found = self.branch(cells, taken);
        if found.gain == INVOLVED {
            found.gain = self.involved_gain(scratch, cells, seat, taken);
        }
        Some(found)
    }

    /// The move of an action of a list.
    #[inline]
    pub(crate) fn move_of(&self, state: &State, branch: Branch) -> Move {
        self.landing(self.cells(&state.bytes), unpack(branch.id))
    }

    /// By how much an action changes the lead in the pieces' scores, found by taking it. A piece that is placed counts
    /// nothing itself, as one that is built: it could be placed all the same later.
    fn involved_gain(&self, scratch: &mut Scratch, cells: &[u8], seat: usize, taken: Move) -> i32 {
        scratch.cells.clear();
        scratch.cells.extend_from_slice(cells);
        let Scratch { cells: after, changes, .. } = scratch;
        let taken = self.landing(after, taken);
        let rule = &self.rules[usize::from(taken.rule)];
        changes.clear();
        self.change(after, seat, taken, changes);
        let lead = |cell: u8| {
            let worth = self.worth[usize::from(cell) & 63];
            if usize::from(self.owner[usize::from(cell) & 63]) == seat + 1 { worth } else { -worth }
        };
        let changed = changes.as_slice();
        let sum: i32 = changed.iter().map(|&(square, before)| lead(after[usize::from(square)]) - lead(before)).sum();
        let takes = rule.takes > 0 || rule.effect.removes();
        let is_enemy = |cell: u8| ![0, seat + 1].contains(&usize::from(self.owner[usize::from(cell) & 63]));
        let to_hand: i32 = match &self.hands {
            Some(_) if takes => {
                let captured = changed.iter().map(|&(_, before)| before).filter(|&before| is_enemy(before));
                captured.map(|before| self.worth_in_hand(seat, before)).sum()
            }
            _ => 0,
        };
        let sum = sum + to_hand;
        let placed = rule.effect == Effect::Place;
        if placed { sum - lead(after[usize::from(taken.to)]) } else { sum }
    }

    /// What an enemy's piece on a square, counted from 1, is worth to a seat.
    pub(crate) fn worth_on(&self, state: &State, seat: usize, square: u16) -> i32 {
        let cell = usize::from(square).checked_sub(1).and_then(|square| self.cells(&state.bytes).get(square));
        let cell = usize::from(cell.copied().unwrap_or(0)) & 63;
        if usize::from(self.owner[cell]) == seat + 1 { 0 } else { self.worth[cell] }
    }

    /// What the piece is worth that an action of a record comes from.
    pub(crate) fn worth_from(&self, state: &State, record: &[u8]) -> i32 {
        let from = self.origin(record).and_then(|square| self.cells(&state.bytes).get(usize::from(square)));
        from.map_or(0, |&cell| self.worth[usize::from(cell) & 63])
    }

    /// A number for what matters of a position to what can still happen, which begins with that of a `seed`.
    pub(crate) fn position_key(&self, state: &State, mut seed: u64) -> u64 {
        if let Some(at) = self.turning.goes_on {
            seed = xxhash_rust::xxh3::xxh3_64_with_seed(&state.bytes[at..at + 4], seed);
        }
        if let Some(at) = self.touched {
            seed = xxhash_rust::xxh3::xxh3_64_with_seed(&state.bytes[at..at + self.squares()], seed);
        }
        if let Some(hands) = &self.hands {
            seed = xxhash_rust::xxh3::xxh3_64_with_seed(&state.bytes[hands.range()], seed);
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

impl Move {
    /// The record of the move, by a seat counted from 0, for a playout that records what was taken.
    #[inline]
    pub(crate) fn taken_by(self, seat: usize) -> Taken {
        Taken { seat: seat as u8, id: pack(self) }
    }
}

/// A move as a number that is never 0.
fn pack(taken: Move) -> u64 {
    1 << 48 | u64::from(taken.rule) << 32 | u64::from(taken.from) << 16 | u64::from(taken.to)
}

fn unpack(id: u64) -> Move {
    Move { rule: (id >> 32) as u16, from: (id >> 16) as u16, to: id as u16 }
}
