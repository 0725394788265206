//! Hands of captured pieces: captures into them, and drops from them.

use super::sink::Any;
use super::{ATTACKS, BoardRules, Dropping, Hands, NOWHERE, Placing, Scratch};
use crate::change::Changes;
use parlour_model::layout::{DEPTH, STACK};
use parlour_model::state::State;
use parlour_pack::pieces::{Effect, Follows};

/// The number at an offset of a state's bytes.
#[inline]
pub(crate) fn number(bytes: &[u8], at: usize) -> i32 {
    bytes.get(at..at + 4).map_or(0, |n| i32::from_le_bytes([n[0], n[1], n[2], n[3]]))
}

impl Hands {
    /// The number of a seat's pieces of a kind in hand.
    #[inline]
    pub(crate) fn count(&self, bytes: &[u8], seat: usize, kind: usize) -> i32 {
        number(bytes, self.at(seat, kind))
    }

    /// The cells of the pieces in a seat's hand, each with its number.
    pub fn held<'a>(&'a self, bytes: &'a [u8], seat: usize) -> impl Iterator<Item = (u8, i32)> + 'a {
        let cells = self.cells.get(seat).into_iter().flatten();
        cells.enumerate().map(move |(kind, &cell)| (cell, self.count(bytes, seat, kind))).filter(|&(_, n)| n > 0)
    }

    /// The bytes of all hands.
    pub(crate) fn range(&self) -> std::ops::Range<usize> {
        self.offset..self.at(self.cells.len(), 0)
    }

    /// The cell of an enemy's piece in the hand of a seat that captures it; 0 if it doesn't go there.
    #[inline]
    pub(crate) fn taken(&self, seat: usize, cell: u8) -> u8 {
        match usize::from(self.kind_of[cell]).checked_sub(1) {
            Some(kind) if self.captures => self.cells[seat][kind],
            _ => 0,
        }
    }
}

impl Dropping {
    /// True if a seat has this piece in hand.
    #[inline]
    pub fn is_there(&self, bytes: &[u8]) -> bool {
        number(bytes, self.count) > 0
    }

    /// The lines with one of some pieces, as bits.
    pub fn taken_lines(&self, cells: &[u8], cell: u8) -> [u64; 4] {
        let mut taken = [0; 4];
        if let Some(lines) = &self.lines {
            for (_, &line) in cells.iter().zip(lines).filter(|(there, _)| **there == cell) {
                taken[usize::from(line >> 6)] |= 1_u64 << (line & 63);
            }
        }
        taken
    }

    /// True if the line of a square is among the occupied ones.
    #[inline]
    pub fn is_taken(&self, taken: &[u64; 4], square: u16) -> bool {
        let line = self.lines.as_ref().and_then(|lines| lines.get(usize::from(square)));
        line.is_some_and(|&line| taken[usize::from(line >> 6)] >> (line & 63) & 1 != 0)
    }
}

impl BoardRules {
    /// Gives each seat its initial hand.
    pub(super) fn stock_hands(&self, state: &mut State) {
        if let Some(hands) = &self.hands {
            for seat in 0..self.seats {
                for (kind, &count) in hands.stock.iter().enumerate() {
                    state.set_i32(hands.at(seat, kind), count);
                }
            }
        }
    }

    /// Updates hands after an action of a seat: adds its captures, and removes its drop.
    #[inline]
    pub(super) fn keep_hands(&self, hands: &Hands, state: &mut State, seat: usize, rule: u16, changes: &Changes) {
        let rule = &self.rules[usize::from(rule)];
        match rule.effect {
            Effect::Place => {
                let placing = self.placing_of(rule);
                if let Some(drop) = placing.and_then(|placing| placing.drop.as_ref()) {
                    self.add_to_hand(state, seat, drop.count, rule.puts, -1);
                }
                if rule.takes == 0 {
                    return;
                }
            }
            effect if rule.takes == 0 && !effect.removes() && !self.custody.is_any() => return,
            _ => {}
        }
        for &(_, before) in changes.as_slice() {
            let owner = usize::from(self.owner[before]);
            let taken = hands.taken(seat, before);
            if owner != 0 && owner != seat + 1 && taken != 0 {
                let kind = usize::from(hands.kind_of[before]) - 1;
                self.add_to_hand(state, seat, hands.at(seat, kind), taken, 1);
            }
        }
    }

    /// Adds to a number in the hand of a seat, and to the variables derived from it.
    fn add_to_hand(&self, state: &mut State, seat: usize, at: usize, cell: u8, more: i32) {
        let count = state.i32(at).saturating_add(more);
        state.set_i32(at, count);
        for followed in &self.followed {
            let worth = match followed.follows {
                Follows::Score => self.score[cell],
                Follows::Pieces => 1,
                _ => continue,
            };
            let at = followed.offset + followed.stride * seat;
            let value = state.i32(at) + more * worth;
            state.set_i32(at, value);
        }
    }

    /// The sum over a seat's hand.
    pub(super) fn sum_in_hand(&self, bytes: &[u8], seat: usize, worth: impl Fn(u8) -> i32) -> i32 {
        let held = self.hands.iter().flat_map(|hands| hands.held(bytes, seat));
        held.map(|(cell, count)| count.saturating_mul(worth(cell))).sum()
    }

    /// The points in hand that an action gives to the seat that captures a piece.
    #[inline]
    pub(super) fn worth_in_hand(&self, seat: usize, before: u8) -> i32 {
        self.hands.as_ref().map_or(0, |hands| self.worth[hands.taken(seat, before)])
    }

    /// True if a drop of a seat on a square checkmates an enemy: its royal piece is attacked and it has no legal
    /// action.
    #[cold]
    #[inline(never)]
    pub fn mates(&self, bytes: &[u8], seat: usize, placing: &Placing, square: u16) -> bool {
        let Some(drop) = &placing.drop else {
            return false;
        };
        let puts = self.rules[usize::from(placing.rule)].puts;
        let mut after = bytes.to_vec();
        after[self.offset + usize::from(square)] = puts;
        let left = (number(bytes, drop.count) - 1).to_le_bytes();
        after[drop.count..drop.count + 4].copy_from_slice(&left);
        let enemy = (seat + 1) % self.seats;
        if !self.in_danger(self.cells(&after), enemy) {
            return false;
        }
        let phase = usize::from(after[STACK + 2 * usize::from(after[DEPTH].max(1)) - 2]).saturating_sub(1);
        let mut any = Any::default();
        self.search(&mut Scratch::default(), &after, enemy, phase, &mut any);
        !any.0
    }

    /// The squares from which a piece could attack the royal piece of the enemy to act next.
    pub(super) fn mating_squares(&self, cells: &[u8], seat: usize, cell: u8) -> Vec<u16> {
        let enemy = (seat + 1) % self.seats;
        let Some(royal) = self.royal_square(cells, enemy) else {
            return Vec::new();
        };
        let place = enemy * self.squares() + usize::from(royal);
        let steps = self.attack_starts[place] as usize..self.attack_starts[place + 1] as usize;
        let attacks = |table: u16| self.parts_in_attacks.get(table, cell) & ATTACKS != 0;
        let direct = self.attacks[steps].iter().filter(|step| attacks(step.table)).map(|step| step.square);
        let crossing = self.crossings_on(place).iter().flat_map(|crossing| &crossing.squares);
        let crossing = crossing.filter(|(_, table)| attacks(*table)).map(|(square, _)| *square);
        direct.chain(crossing).filter(|&square| square != NOWHERE).collect()
    }
}
