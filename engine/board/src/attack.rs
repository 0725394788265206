//! Attacks: threatened royal pieces, pins, and protection.

use super::actions::key_of;
use super::geometry::SquareSet;
use super::{ATTACKS, BoardRules, Crossing, HURDLE, LETS_PASS, Move, NOWHERE, Scratch};
use parlour_model::state::State;
use parlour_pack::pieces::Effect;

/// The king-safety checks that legal actions of the seat to act need.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    /// The square of the seat's royal piece; `None` if it has none, so that no action needs a check.
    pub(crate) royal: Option<u16>,
    /// True if every action needs a check, because the piece is attacked or the shortcut doesn't apply.
    pub(crate) all: bool,
    /// Otherwise the squares, such as those of pinned pieces: actions that touch one of them need a check.
    pub(crate) squares: SquareSet,
}

impl Guard {
    /// No action needs a check.
    pub(crate) const NONE: Self = Self { royal: None, all: false, squares: SquareSet::EMPTY };
}

/// An attacker of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attacker {
    /// Its square.
    pub(crate) from: u16,
    /// The number of the verb by which it captures.
    pub verb: u8,
    /// Its owner, from 0.
    pub seat: u8,
}

/// The threat to a square by the tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Threat {
    /// No row captures there.
    None,
    /// An unguarded row captures there.
    Certain,
    /// Some rows capture there if their guards allow it.
    Guarded(Vec<Attacker>),
}

/// A legality check of a seat's actions by the tables: true if the royal piece isn't attacked afterwards.
pub struct Judge<'a> {
    rules: &'a BoardRules,
    scratch: &'a mut Scratch,
    state: &'a State,
    seat: usize,
    guard: Guard,
}

impl Judge<'_> {
    /// True if the row of a record leaves the royal piece where no row captures it.
    pub fn is_safe(&mut self, record: &[u8]) -> bool {
        let Some(royal) = self.guard.royal else {
            return true;
        };
        let Some(taken) = self.rules.read(self.state, self.seat, record) else {
            return false;
        };
        let guard = &self.guard;
        let is_touched = |square: u16| square != NOWHERE && guard.squares.contains(square);
        let takes_aside = self.rules.rules[usize::from(taken.rule)].effect == Effect::Overtake;
        let is_placed = takes_aside || taken.from == NOWHERE && taken.to != NOWHERE;
        if !guard.all && !is_placed && !is_touched(taken.from) && !is_touched(taken.to) {
            return true;
        }
        self.rules.leaves_safe(self.scratch, self.seat, royal, taken)
    }
}

impl Crossing {
    /// The index of an attacking square, if there is one.
    #[inline]
    fn attacker(&self, rules: &BoardRules, cells: &[u8]) -> Option<usize> {
        let mut passed = 0;
        for (n, &(square, table)) in self.squares.iter().enumerate() {
            let part = rules.parts_in_attacks.get(table, cells[usize::from(square)]);
            if passed == self.count && part & ATTACKS != 0 {
                return Some(n);
            }
            if part & LETS_PASS == 0 {
                if passed == self.count || part & HURDLE == 0 {
                    return None;
                }
                passed += 1;
            }
        }
        None
    }
}

impl BoardRules {
    /// The threat to the royal piece of a seat on a square, as if it could be captured, when some verbs have a guard.
    pub fn threat(&self, cells: &[u8], seat: usize, square: u16, guarded: u64) -> Threat {
        if guarded & self.taking == 0 {
            return if self.is_attacked(cells, seat, square) { Threat::Certain } else { Threat::None };
        }
        if self.is_protected(cells, seat, square) {
            return Threat::None;
        }
        let attackers = self.attackers(cells, seat, square);
        if attackers.is_empty() {
            Threat::None
        } else if attackers.iter().any(|attacker| guarded >> attacker.verb & 1 == 0) {
            Threat::Certain
        } else {
            Threat::Guarded(attackers)
        }
    }

    /// The attackers of a seat's royal piece on a square, as if it could be captured, by each verb; ignores protection.
    fn attackers(&self, cells: &[u8], seat: usize, square: u16) -> Vec<Attacker> {
        let mut out = Vec::new();
        let place = seat * self.squares() + usize::from(square);
        let (mut at, end) = (self.attack_starts[place] as usize, self.attack_starts[place + 1] as usize);
        while at < end {
            let step = &self.attacks[at];
            let cell = cells[usize::from(step.square)];
            let verbs = self.attack_verbs[at].iter().filter(|(attacker, _)| *attacker == cell);
            let owner = self.owner[cell].saturating_sub(1);
            out.extend(verbs.map(|&(_, verb)| Attacker { from: step.square, verb, seat: owner }));
            let passes = self.parts_in_attacks.get(step.table, cell) & LETS_PASS != 0;
            at = if passes { at + 1 } else { step.next as usize };
        }
        for crossing in self.crossings_on(place) {
            let Some(n) = crossing.attacker(self, cells) else { continue };
            let (from, _) = crossing.squares[n];
            let cell = cells[usize::from(from)];
            let verbs = crossing.verbs[n].iter().filter(|(attacker, _)| *attacker == cell);
            let seat = self.owner[cell].saturating_sub(1);
            out.extend(verbs.map(|&(_, verb)| Attacker { from, verb, seat }));
        }
        out
    }

    /// The rays of attack with hurdles on a square of a seat, `seat * squares + square`.
    #[inline]
    pub(super) fn crossings_on(&self, place: usize) -> &[Crossing] {
        match self.crossing_starts.get(place..place + 2) {
            Some(&[start, end]) => &self.crossings[start as usize..end as usize],
            _ => &[],
        }
    }

    /// Adds the record of an attacker's capture on a square.
    pub fn write_attack(&self, attacker: &Attacker, square: u16, out: &mut Vec<u8>) {
        self.write(key_of(attacker.verb, attacker.from + 1, square + 1, 0, 0), out);
    }

    /// True if the pieces of a seat on a square are protected.
    #[inline]
    pub fn is_protected(&self, cells: &[u8], seat: usize, square: u16) -> bool {
        self.has_shields
            && self.shields[seat * self.squares() + usize::from(square)]
                .iter()
                .any(|(from, by)| by.has(cells[usize::from(*from)]))
    }

    /// True if the royal piece of a seat would be attacked on a square, as if it could be captured.
    pub fn is_attacked(&self, cells: &[u8], seat: usize, square: u16) -> bool {
        if self.is_protected(cells, seat, square) {
            return false;
        }
        let place = seat * self.squares() + usize::from(square);
        let (mut at, end) = (self.attack_starts[place] as usize, self.attack_starts[place + 1] as usize);
        let steps = &self.attacks[..end];
        while at < end {
            let step = &steps[at];
            let part = self.parts_in_attacks.get(step.table, cells[usize::from(step.square)]);
            if part & ATTACKS != 0 {
                return true;
            }
            at = if part & LETS_PASS != 0 { at + 1 } else { step.next as usize };
        }
        self.crossings_on(place).iter().any(|crossing| crossing.attacker(self, cells).is_some())
    }

    /// True if a seat's royal piece is attacked.
    pub fn in_danger(&self, cells: &[u8], seat: usize) -> bool {
        self.royal_square(cells, seat).is_some_and(|square| self.is_attacked(cells, seat, square))
    }

    /// The king-safety checks that the actions of a seat need.
    pub(crate) fn guard(&self, cells: &[u8], seat: usize) -> Guard {
        let mut guard = Guard { royal: self.royal_square(cells, seat), ..Guard::NONE };
        let Some(royal) = guard.royal else {
            return guard;
        };
        if !self.quiet {
            guard.all = true;
            return guard;
        }
        guard.squares.insert(royal);
        let place = seat * self.squares() + usize::from(royal);
        let mut protected = false;
        if self.has_shields {
            for &(from, by) in &self.shields[place] {
                if by.has(cells[usize::from(from)]) {
                    guard.squares.insert(from);
                    protected = true;
                }
            }
        }
        if protected {
            return guard;
        }
        let (mut at, end) = (self.attack_starts[place] as usize, self.attack_starts[place + 1] as usize);
        let steps = &self.attacks[..end];
        // The square of the only blocker on the current ray.
        let mut blocker = None;
        while at < end {
            let step = &steps[at];
            let part = self.parts_in_attacks.get(step.table, cells[usize::from(step.square)]);
            if part & ATTACKS != 0 {
                match blocker {
                    None => {
                        guard.all = true;
                        return guard;
                    }
                    Some(square) => guard.squares.insert(square),
                }
            }
            let open = part & LETS_PASS != 0;
            at += 1;
            if !open {
                if blocker.is_none() {
                    blocker = Some(step.square);
                } else {
                    at = step.next as usize;
                }
            }
            if at == step.next as usize {
                blocker = None;
            }
        }
        for crossing in self.crossings_on(place) {
            if crossing.attacker(self, cells).is_some() {
                guard.all = true;
                return guard;
            }
            // One action removes one hurdle, or adds one.
            let mut standing = 0;
            for (n, &(square, table)) in crossing.squares.iter().enumerate() {
                let part = self.parts_in_attacks.get(table, cells[usize::from(square)]);
                if part & ATTACKS != 0 && standing + 1 >= crossing.count {
                    crossing.squares[..n].iter().for_each(|&(square, _)| guard.squares.insert(square));
                }
                if part & LETS_PASS == 0 {
                    standing += 1;
                }
                if standing > crossing.count + 1 {
                    break;
                }
            }
        }
        guard
    }

    /// Starts legality checks of the actions of a seat.
    pub fn judge<'a>(&'a self, scratch: &'a mut Scratch, state: &'a State, seat: usize) -> Judge<'a> {
        let cells = self.cells(&state.bytes);
        scratch.cells.clear();
        scratch.cells.extend_from_slice(cells);
        Judge { guard: self.guard(cells, seat), rules: self, scratch, state, seat }
    }

    /// True if an action doesn't leave the seat's royal piece attacked; `scratch` has the cells.
    pub fn leaves_safe(&self, scratch: &mut Scratch, seat: usize, royal: u16, taken: Move) -> bool {
        let Scratch { cells, changes, .. } = scratch;
        let taken = self.landing(cells, taken);
        changes.clear();
        self.change(cells, seat, taken, changes);
        let effect = self.rules[usize::from(taken.rule)].effect;
        let goes = effect.goes() || matches!(effect, Effect::Overtake | Effect::Castle);
        let square = match royal {
            square if goes && square == taken.from => taken.to,
            square if effect == Effect::Swap && square == taken.to => taken.from,
            square => square,
        };
        let safe = !self.is_attacked(cells, seat, square);
        changes.undo(cells);
        safe
    }
}
