//! Branches of a search tree: legal actions as small values without texts or records, with their gain.

use super::sink::Sink;
use super::{BoardRules, Move, NOWHERE, PerCell, Rule, Scratch};
use parlour_model::state::State;
use parlour_model::state::playout::Taken;
use parlour_pack::pieces::Effect;

/// A legal action in a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Branch {
    /// Its identity, equal for the same action in different positions.
    pub id: u64,
    /// The change of the seat's lead in points of the pieces' scores (if no piece has a score, each is worth 1),
    /// without a piece that it places itself; 0 if unknown.
    pub gain: i32,
    /// The points of the piece that acts.
    pub worth: i32,
    /// The index of its record in a list, if there is a list.
    pub place: u32,
}

impl BoardRules {
    /// True if some of the actions, of the given number of verbs, are quiet: they neither capture nor convert. Those of
    /// scripts count as quiet.
    pub fn has_quiet_actions(&self, verbs: usize) -> bool {
        let gains = |rule: &Rule| match rule.effect {
            Effect::Capture | Effect::Shoot | Effect::Convert | Effect::TakeOver | Effect::Pass | Effect::Stop => true,
            Effect::Place => self.rays(rule).is_some(),
            Effect::Move | Effect::Build | Effect::Swap | Effect::Castle => false,
            Effect::Jump | Effect::Push | Effect::Overtake => false,
        };
        (self.verbs.count_ones() as usize) < verbs || !self.rules.iter().all(gains)
    }

    /// Lists the legal actions, or with `only_gains` only those with a gain. Returns true if there is any.
    pub fn grow(&self, scratch: &mut Scratch, state: &State, only_gains: bool, out: &mut Vec<Branch>) -> bool {
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
        let worth = if taken.from == NOWHERE { 0 } else { self.worth[cells[usize::from(taken.from)]] };
        let target = cells.get(usize::from(taken.to)).copied().unwrap_or(0);
        let gain = match rule.effect {
            _ if rule.becomes != 0 || rule.takes > 0 => INVOLVED,
            _ if self.custody.is_any() && self.may_hold(cells, taken) => INVOLVED,
            Effect::Move if self.stacks.is_some() => INVOLVED,
            Effect::Move | Effect::Swap | Effect::Build | Effect::Pass | Effect::Stop | Effect::Castle => 0,
            // Symbols without an owner are worth 0; own pieces aren't captured.
            Effect::Capture | Effect::Shoot if self.hands.is_some() => INVOLVED,
            Effect::Capture | Effect::Shoot => self.worth[target],
            Effect::Convert => 2 * self.worth[target],
            Effect::Jump | Effect::Push | Effect::Place | Effect::TakeOver | Effect::Overtake => INVOLVED,
        };
        Branch { id: pack(taken), gain, worth, place: 0 }
    }

    /// The action of a record of a seat with its gain; `None` if it isn't one of the tables.
    pub fn valued(&self, scratch: &mut Scratch, state: &State, seat: usize, record: &[u8]) -> Option<Branch> {
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
    pub fn move_of(&self, state: &State, branch: Branch) -> Move {
        self.landing(self.cells(&state.bytes), unpack(branch.id))
    }

    /// The change of the lead in the pieces' scores by an action, found by making it. A piece that is placed or built
    /// doesn't count: it could also be placed later.
    fn involved_gain(&self, scratch: &mut Scratch, cells: &[u8], seat: usize, taken: Move) -> i32 {
        scratch.cells.clear();
        scratch.cells.extend_from_slice(cells);
        let Scratch { cells: after, changes, .. } = scratch;
        let taken = self.landing(after, taken);
        let rule = &self.rules[usize::from(taken.rule)];
        changes.clear();
        self.change(after, seat, taken, changes);
        let lead = |cell: u8| {
            let worth = self.worth[cell];
            if usize::from(self.owner[cell]) == seat + 1 { worth } else { -worth }
        };
        let changed = changes.as_slice();
        let sum: i32 = changed.iter().map(|&(square, before)| lead(after[usize::from(square)]) - lead(before)).sum();
        let takes = rule.takes > 0 || rule.effect.removes() || self.custody.is_any();
        let is_enemy = |cell: u8| ![0, seat + 1].contains(&usize::from(self.owner[cell]));
        let to_hand: i32 = match &self.hands {
            Some(_) if takes => {
                let captured = changed.iter().map(|&(_, before)| before).filter(|&before| is_enemy(before));
                captured.map(|before| self.worth_in_hand(seat, before)).sum()
            }
            _ => 0,
        };
        let sum = sum + to_hand;
        if rule.effect != Effect::Place {
            return sum;
        }
        let lying = self.placing_of(rule).and_then(|placing| placing.lying.as_ref());
        sum - lying.map_or(1, |lying| lying.squares.len() as i32) * lead(after[usize::from(taken.to)])
    }

    /// The worth of an enemy's piece on a square, counted from 1, to a seat.
    pub fn worth_on(&self, state: &State, seat: usize, square: u16) -> i32 {
        let cell = usize::from(square).checked_sub(1).and_then(|square| self.cells(&state.bytes).get(square));
        let cell = cell.copied().unwrap_or(0);
        if usize::from(self.owner[cell]) == seat + 1 { 0 } else { self.worth[cell] }
    }

    /// The worth of the piece at the origin of a record's action.
    pub fn worth_from(&self, state: &State, record: &[u8]) -> i32 {
        let from = self.origin(record).and_then(|square| self.cells(&state.bytes).get(usize::from(square)));
        from.map_or(0, |&cell| self.worth[cell])
    }

    /// A hash of the parts of a position that affect the future, continuing from `seed`.
    pub fn position_key(&self, state: &State, mut seed: u64) -> u64 {
        if let Some(at) = self.order.goes_on {
            seed = xxhash_rust::xxh3::xxh3_64_with_seed(&state.bytes[at..at + 4], seed);
        }
        if let Some(at) = self.touched {
            seed = xxhash_rust::xxh3::xxh3_64_with_seed(&state.bytes[at..at + self.squares()], seed);
        }
        if let Some(hands) = &self.hands {
            seed = xxhash_rust::xxh3::xxh3_64_with_seed(&state.bytes[hands.range()], seed);
        }
        for stock in &self.stocks {
            seed = xxhash_rust::xxh3::xxh3_64_with_seed(&state.bytes[stock.clone()], seed);
        }
        if let Some(stacks) = self.stacks {
            let under = &state.bytes[stacks.offset..stacks.count(self.squares())];
            seed = xxhash_rust::xxh3::xxh3_64_with_seed(under, seed);
        }
        xxhash_rust::xxh3::xxh3_64_with_seed(self.cells(&state.bytes), seed)
    }

    /// The worth of each cell's piece in gains: its score, or 1 if no piece has a score.
    pub(super) fn worths(score: &PerCell<i32>, owner: &PerCell<u8>) -> PerCell<i32> {
        if score.0.iter().any(|&score| score != 0) {
            *score
        } else {
            PerCell(owner.0.map(|owner| i32::from(owner != 0)))
        }
    }
}

/// The gain of an action that isn't computed yet.
const INVOLVED: i32 = i32::MIN;

/// Lists actions with their gains.
struct Grow<'a> {
    rules: &'a BoardRules,
    cells: &'a [u8],
    only_gains: bool,
    out: &'a mut Vec<Branch>,
    is_any: bool,
    /// True if the gain of some action isn't computed yet.
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
    /// The record of the move, by a seat counted from 0, for a playout that records its actions.
    #[inline]
    pub fn taken_by(self, seat: usize) -> Taken {
        Taken { seat: seat as u8, id: pack(self) }
    }
}

/// A move as a number other than 0.
fn pack(taken: Move) -> u64 {
    1 << 48 | u64::from(taken.rule) << 32 | u64::from(taken.from) << 16 | u64::from(taken.to)
}

fn unpack(id: u64) -> Move {
    Move { rule: (id >> 32) as u16, from: (id >> 16) as u16, to: id as u16 }
}
