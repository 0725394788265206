//! Precedence of actions: mandatory tiers, passes, continued captures.

use super::sink::{Any, List, Sink};
use super::{BoardRules, Move, NOWHERE, Scratch};
use parlour_model::ids::Phase;
use parlour_model::layout::{DEPTH, STACK};
use parlour_model::state::State;
use parlour_pack::order::Precedence;

/// Precedence of actions; verbs are bits by number.
#[derive(Clone, Debug, Default)]
pub struct ActionOrder {
    /// Mandatory verbs and passes.
    pub precedence: Precedence,
    /// The rules of passes.
    pub passes: Vec<u16>,
    /// The verbs whose piece continues as long as it can.
    pub again: u64,
    /// Those of them whose piece stops when it is promoted.
    pub unchanged: u64,
    /// Those of them of which only the longest chains are legal.
    pub longest: u64,
    /// The verbs by which a piece that acts again stops.
    pub stop: u64,
    /// For each verb, by number, the number of the phase in which its piece acts once more; 0 for none. Empty
    /// without such verbs.
    pub then: Vec<u8>,
    /// The verbs after which the same piece acts again: chains, and those of `then`.
    pub(crate) chains: u64,
    /// The verbs of the phases of `then`.
    pub(crate) second: u64,
    /// For each phase, by index, the number of the one in which its turn began; empty if no verb has a `then`.
    pub(crate) home: Vec<u8>,
    /// The offset of the square of the continuing piece, counted from 1; 0 there if there is none.
    pub goes_on: Option<usize>,
}

/// Limit of actions counted in a chain.
const MAX_IN_CHAIN: u32 = 40;

/// A tier of actions, legal only if no earlier tier has any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tier {
    /// The verbs, by number.
    pub verbs: u64,
    /// The only piece that can act, by its square.
    pub only: Option<u16>,
}

/// A sink that records if there was any action.
struct Noted<'a, S> {
    sink: &'a mut S,
    is_any: bool,
}

impl<S: Sink> Sink for Noted<'_, S> {
    #[inline]
    fn take(&mut self, rules: &[u16], from: u16, to: u16) -> bool {
        self.is_any |= !rules.is_empty();
        self.sink.take(rules, from, to)
    }

    #[inline]
    fn take_one(&mut self, rule: u16, from: u16, to: u16) -> bool {
        self.is_any = true;
        self.sink.take_one(rule, from, to)
    }
}

impl ActionOrder {
    /// True if all actions of a phase have the same precedence.
    #[inline]
    pub fn is_plain(&self) -> bool {
        self.precedence == Precedence::default() && self.chains == 0
    }

    /// The phase, by index, in which the piece of an action acts once more.
    fn next_phase(&self, verb: u8) -> Option<usize> {
        usize::from(*self.then.get(usize::from(verb))?).checked_sub(1)
    }

    /// True if a seat without an action passes.
    #[inline]
    pub fn has_passes(&self) -> bool {
        self.precedence.pass != 0
    }
}

impl BoardRules {
    /// True if the board has changes that are delayed until a piece has stopped.
    #[inline]
    pub(super) fn has_late_changes(&self) -> bool {
        !self.left.is_empty() || !self.late.is_empty()
    }

    /// True if an action of tables ends the turn, by the number of its verb.
    pub fn ends_turn(&self, verb: u8) -> bool {
        // If all other seats are out, the turn returns.
        let has_next = self.seats > 1 && self.alive.is_none();
        has_next && self.verbs & !self.order.chains & 1_u64.checked_shl(u32::from(verb)).unwrap_or(0) != 0
    }

    /// The square of a seat's continuing piece.
    pub fn going_on(&self, bytes: &[u8], seat: usize) -> Option<u16> {
        let at = self.order.goes_on.filter(|_| self.order.chains != 0)?;
        let number = i32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let square = u16::try_from(number).ok()?.checked_sub(1)?;
        let cell = *self.cells(bytes).get(usize::from(square))?;
        (usize::from(self.owner[cell]) == seat + 1).then_some(square)
    }

    /// The tiers of a seat in a phase, in order of precedence.
    pub fn tiers(&self, bytes: &[u8], seat: usize, phase: usize) -> impl Iterator<Item = Tier> + use<> {
        self.tiers_of(bytes, seat, self.phase_verbs[phase])
    }

    /// The tiers of some verbs, in order of precedence.
    pub fn tiers_of(&self, bytes: &[u8], seat: usize, verbs: u64) -> impl Iterator<Item = Tier> + use<> {
        let ActionOrder { precedence, again, second, stop, .. } = self.order;
        let only = self.going_on(bytes, seat).filter(|_| verbs & (again | second) != 0);
        let first = only.map(|_| Tier { verbs: verbs & (again | second | stop), only });
        // In the second part of a turn nothing else acts.
        let others = if only.is_some() && verbs & second != 0 { 0 } else { verbs & !stop };
        first.into_iter().chain(precedence.tiers(others).map(|verbs| Tier { verbs, only: None }))
    }

    /// Generates the legal actions of the first non-empty tier.
    pub fn search_tiers<S: Sink>(&self, scratch: &mut Scratch, bytes: &[u8], seat: usize, phase: usize, sink: &mut S) {
        for tier in self.tiers(bytes, seat, phase) {
            if tier.verbs & self.order.longest != 0 {
                let mut moves = Vec::new();
                self.search_tier(scratch, bytes, seat, tier, &mut List(&mut moves));
                if moves.is_empty() {
                    continue;
                }
                self.keep_longest(scratch, bytes, seat, self.phase_verbs[phase], &mut moves);
                for taken in moves {
                    if !sink.take_one(taken.rule, taken.from, taken.to) {
                        return;
                    }
                }
                return;
            }
            let mut noted = Noted { sink, is_any: false };
            self.search_tier(scratch, bytes, seat, tier, &mut noted);
            if noted.is_any {
                return;
            }
        }
    }

    /// Keeps those moves of a seat that begin the longest chains, with the verbs of a phase.
    pub(crate) fn keep_longest(
        &self,
        scratch: &mut Scratch,
        bytes: &[u8],
        seat: usize,
        verbs: u64,
        moves: &mut Vec<Move>,
    ) {
        let mut cells = self.cells(bytes).to_vec();
        let mut lengths = moves.iter().map(|&taken| self.chain_length(scratch, &mut cells, bytes, seat, verbs, taken));
        let lengths: Vec<u32> = lengths.by_ref().collect();
        let longest = lengths.iter().copied().max().unwrap_or(0);
        let mut place = 0;
        moves.retain(|_| {
            place += 1;
            lengths[place - 1] == longest
        });
    }

    /// The length of the longest chain from a move; 0 for a move that doesn't chain.
    fn chain_length(
        &self,
        scratch: &mut Scratch,
        cells: &mut Vec<u8>,
        bytes: &[u8],
        seat: usize,
        verbs: u64,
        taken: Move,
    ) -> u32 {
        let rule = &self.rules[usize::from(taken.rule)];
        let is_of = |verbs: u64| verbs >> rule.verb & 1 != 0;
        if !is_of(self.order.longest) || taken.from == NOWHERE {
            return 0;
        }
        // A chain that passes over pieces in a circle is finite, but very long.
        if scratch.chain >= MAX_IN_CHAIN {
            return 1;
        }
        let mut changes = super::change::Changes::default();
        let before = cells[usize::from(taken.from)];
        self.change(cells, seat, taken, &mut changes);
        let goes = rule.effect.goes();
        let square = if goes { taken.to } else { taken.from };
        let mut length = 1;
        if !(is_of(self.order.unchanged) && goes && cells[usize::from(square)] != before) {
            let mut next = Vec::new();
            let tier = Tier { verbs: verbs & self.order.again, only: Some(square) };
            self.search_cells(scratch, (cells, bytes), seat, tier, &mut List(&mut next));
            scratch.chain += 1;
            let longest =
                next.into_iter().map(|next| self.chain_length(scratch, cells, bytes, seat, verbs, next)).max();
            scratch.chain -= 1;
            length += longest.unwrap_or(0);
        }
        changes.undo(cells);
        length
    }

    /// Ends a chain on the board: removes the pieces jumped over, and promotes the piece on a square.
    #[cold]
    pub(super) fn clear_up(&self, scratch: &mut Scratch, state: &mut State, square: u16) {
        let squares = self.squares();
        let cells = self.cells_mut(&mut state.bytes);
        if let Some(&cell) = cells.get(usize::from(square))
            && let Some(&becomes) = self.late.get(usize::from(cell) * squares + usize::from(square))
            && becomes != 0
        {
            scratch.changes.put(cells, square, becomes);
        }
        for square in 0..squares {
            if self.left.has(cells[square]) {
                scratch.changes.put(cells, square as u16, 0);
            }
        }
    }

    /// Generates the passes of a seat. There are none while its royal piece is attacked.
    pub(super) fn search_passes<S: Sink>(&self, cells: &[u8], seat: usize, verbs: u64, sink: &mut S) {
        if self.in_danger(cells, seat) {
            return;
        }
        for &rule in &self.order.passes {
            if verbs >> self.rules[usize::from(rule)].verb & 1 != 0 && !sink.take_one(rule, NOWHERE, NOWHERE) {
                return;
            }
        }
    }

    /// True if a seat has an action other than a pass.
    pub fn can_act(&self, scratch: &mut Scratch, bytes: &[u8], seat: usize, phase: usize) -> bool {
        let mut any = Any::default();
        for tier in self.tiers(bytes, seat, phase).filter(|tier| tier.verbs & self.order.precedence.pass == 0) {
            self.search_tier(scratch, bytes, seat, tier, &mut any);
        }
        any.0
    }

    /// Records the piece that continues after a move of a seat; returns true if there is one. The changes of the move
    /// are in the scratch.
    #[cold]
    pub(super) fn go_on(&self, scratch: &mut Scratch, state: &mut State, seat: usize, taken: Move) -> bool {
        let verb = self.rules[usize::from(taken.rule)].verb;
        let next_phase = self.order.next_phase(verb);
        let square = self.next_in_chain(scratch, state, seat, taken, next_phase);
        if let Some(at) = self.order.goes_on {
            state.set_i32(at, square.map_or(0, |square| i32::from(square) + 1));
        }
        if let (Some(_), Some(phase)) = (square, next_phase) {
            let due = STACK + 2 * usize::from(state.bytes[DEPTH]).saturating_sub(1);
            state.bytes[due] = Phase::from_index(phase).number();
        }
        square.is_some()
    }

    /// The square of the moved piece, if it has to continue, in another phase or in the same.
    fn next_in_chain(
        &self,
        scratch: &mut Scratch,
        state: &State,
        seat: usize,
        taken: Move,
        next_phase: Option<usize>,
    ) -> Option<u16> {
        let rule = &self.rules[usize::from(taken.rule)];
        let is_of = |verbs: u64| verbs >> rule.verb & 1 != 0;
        if !is_of(self.order.chains) {
            return None;
        }
        let goes = rule.effect.goes();
        let square = if goes { taken.to } else { taken.from };
        let before = scratch.changes.as_slice().iter().find(|(changed, _)| *changed == taken.from);
        let has_changed =
            goes && before.is_some_and(|(_, cell)| *cell != self.cells(&state.bytes)[usize::from(square)]);
        if has_changed && is_of(self.order.unchanged) {
            return None;
        }
        let verbs = match next_phase {
            Some(phase) => self.phase_verbs[phase],
            None => self.phase_verbs[state.decision()?.phase.index()] & self.order.again,
        };
        let tier = Tier { verbs, only: Some(square) };
        let changes = std::mem::take(&mut scratch.changes);
        let mut any = Any::default();
        self.search_tier(scratch, &state.bytes, seat, tier, &mut any);
        scratch.changes = changes;
        any.0.then_some(square)
    }

    /// True if the piece of a script's action was promoted on its way: the cell on its target differs from the one at
    /// its origin.
    pub fn has_become(&self, scratch: &Scratch, state: &State, record: &[u8]) -> bool {
        let (Some(from), Some(to)) = (self.origin(record), self.target_of(record)) else {
            return false;
        };
        let before = scratch.changes.as_slice().iter().find(|(square, _)| *square == from);
        before.is_some_and(|(_, cell)| Some(cell) != self.cells(&state.bytes).get(usize::from(to)))
    }

    /// Ends a chain of actions of one piece and gives the turn to the next seat.
    pub fn stop_going_on(&self, scratch: &mut Scratch, state: &mut State, seat: usize) {
        let square = self.going_on(&state.bytes, seat).unwrap_or(NOWHERE);
        if self.has_late_changes() {
            self.clear_up(scratch, state, square);
        }
        if let Some(at) = self.order.goes_on {
            state.set_i32(at, 0);
        }
        self.hand_on(state, seat);
    }
}
