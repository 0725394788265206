//! Boards of stacks: pieces that stand on each other.
//!
//! The cells of the board are the top pieces, so that everything else in this crate acts with the top pieces and meets
//! them. What is under them changes behind an action: a piece that leaves uncovers it, and one that comes covers it.

use parlour_model::layout::StackLayout;
use parlour_model::state::State;
use parlour_pack::pieces::Effect;
use smallvec::SmallVec;

use super::change::Changes;
use super::sink::Sink;
use super::{BoardRules, Move, NOWHERE, Rule};

/// The pieces that arrive on a square, the bottom one first.
type Pieces = SmallVec<[u8; 16]>;

/// True if an effect puts something onto its target and leaves there what stands on it.
fn covers(effect: Effect) -> bool {
    matches!(effect, Effect::Move | Effect::Jump | Effect::Build | Effect::Place)
}

/// Passes on the actions that don't pile up more pieces than a square has room for.
pub(super) struct Roomy<'a, S> {
    pub(super) rules: &'a BoardRules,
    pub(super) stacks: StackLayout,
    pub(super) bytes: &'a [u8],
    pub(super) sink: &'a mut S,
}

impl<S: Sink> Roomy<'_, S> {
    fn fits(&self, rule: &Rule, from: u16, to: u16) -> bool {
        let under = |square: u16| self.stacks.under(self.bytes, usize::from(square)).len();
        let carried = if rule.carries && from != NOWHERE { under(from) } else { 0 };
        let is_covered = covers(rule.effect) && self.rules.cells(self.bytes)[usize::from(to)] != 0;
        let arrives = covers(rule.effect) || rule.effect.goes() && rule.effect != Effect::Swap;
        !arrives || under(to) + usize::from(is_covered) + carried < self.stacks.capacity
    }
}

impl<S: Sink> Sink for Roomy<'_, S> {
    fn take(&mut self, rules: &[u16], from: u16, to: u16) -> bool {
        rules.iter().all(|&rule| self.take_one(rule, from, to))
    }

    fn take_one(&mut self, rule: u16, from: u16, to: u16) -> bool {
        let fits = to == NOWHERE || self.fits(&self.rules.rules[usize::from(rule)], from, to);
        !fits || self.sink.take_one(rule, from, to)
    }
}

impl BoardRules {
    /// Moves what is under the pieces of an action that has changed the cells: what was covered on its target stays
    /// there under what has come, with all that a piece with `carries` had under it, and squares that lost their top
    /// pieces show the next ones.
    pub(super) fn restack(&self, stacks: StackLayout, state: &mut State, taken: Move, changes: &Changes) {
        let rule = &self.rules[usize::from(taken.rule)];
        let bytes = &mut state.bytes;
        if taken.to != NOWHERE {
            let to = usize::from(taken.to);
            let first = changes.as_slice().iter().find(|(square, _)| *square == taken.to);
            let covered = first.map(|&(_, before)| before).filter(|&before| before != 0 && covers(rule.effect));
            let mut under: Pieces = stacks.under(bytes, to).into();
            under.extend(covered);
            if rule.carries && taken.from != NOWHERE && taken.from != taken.to {
                under.extend_from_slice(stacks.under(bytes, usize::from(taken.from)));
                stacks.set_under(bytes, usize::from(taken.from), &[]);
            }
            stacks.set_under(bytes, to, &under);
        }
        for &(square, _) in changes.as_slice() {
            let square = usize::from(square);
            if bytes[self.offset + square] == 0
                && let Some((&top, rest)) = Pieces::from(stacks.under(bytes, square)).split_last()
            {
                stacks.set_under(bytes, square, rest);
                bytes[self.offset + square] = top;
            }
        }
    }
}
