//! Explanations of blocked moves.

use super::{BoardRules, Move, NOWHERE, PASSES, Placing, Rule};
use parlour_model::state::State;
use parlour_pack::pieces::Effect;

impl BoardRules {
    /// The square that blocks a piece's action on another, with its board by index, which is another one if a wall
    /// stands there: with other contents of that one square, on the way or else the target, the action would be possible.
    pub fn obstacle(&self, bytes: &[u8], from: u16, to: u16, verb: u8) -> Option<(usize, u16)> {
        let cells = self.cells(bytes);
        let place = usize::from(cells[usize::from(from)]) * cells.len() + usize::from(from);
        let seat = usize::from(self.owner[cells[usize::from(from)]]).saturating_sub(1);
        let ranges = self.gaits(cells, bytes, seat).map(|starts| starts[place] as usize..starts[place + 1] as usize);
        let steps = ranges.flat_map(|range| &self.steps[range]);
        let is_of_verb = |rule: u16| self.rules[usize::from(rule)].verb == verb;
        let mut in_the_way = None;
        let mut way = None;
        for step in steps {
            if way.replace(step.next) != Some(step.next) {
                in_the_way = None;
            }
            let gate = self.gates.table(step.gate);
            if step.square == to && gate.iter().any(|&entry| self.listed_in(entry).any(is_of_verb)) {
                return Some(self.place_of(in_the_way.unwrap_or(to)));
            }
            let entry = self.gates.get(step.gate, self.cell_at(cells, bytes, step.square));
            if entry & PASSES == 0 {
                in_the_way = in_the_way.or(Some(step.square));
            }
        }
        None
    }

    /// True if a placing would have to enclose enemies and doesn't.
    pub fn encloses_nothing(&self, cells: &[u8], seat: usize, taken: Move) -> bool {
        let rule = &self.rules[usize::from(taken.rule)];
        self.rays(rule).is_some_and(|rays| !self.sides(seat).enclose(cells, rays, taken.to))
    }

    /// The placing of a move, if it is one.
    pub fn placing(&self, taken: Move) -> Option<&Placing> {
        self.placing_of(&self.rules[usize::from(taken.rule)])
    }

    /// The placing of a rule, if it is one.
    #[inline]
    pub(crate) fn placing_of(&self, rule: &Rule) -> Option<&Placing> {
        self.placings.get(usize::from(rule.placing).checked_sub(1)?)
    }

    /// True if two pieces change places.
    pub fn is_swap(&self, taken: Move) -> bool {
        self.rules[usize::from(taken.rule)].effect == Effect::Swap
    }

    /// True if the move is pseudo-legal.
    pub fn reaches(&self, state: &State, taken: Move) -> bool {
        if taken.from == NOWHERE {
            return true;
        }
        let rule = &self.rules[usize::from(taken.rule)];
        if rule.effect == Effect::Overtake {
            let seat = state.decision().map_or(0, |decision| decision.seat.index());
            return self.is_overtaking(state, seat, taken);
        }
        self.rule_between(state, taken.from, taken.to, rule.verb, u16::from(rule.choice)).is_some()
    }
}
