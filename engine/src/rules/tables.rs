//! The fast path of games whose rules are tables alone: search steps, playouts and counts that check for a next action
//! at most once. It is used if no script takes part, no seat can be out and no limit of plies ends the match; tests
//! compare it with the pipeline.

#[cfg(test)]
pub(crate) mod tests;

use std::sync::{Arc, OnceLock};

use super::Playout;
use super::branches::Branch;
use super::ends::{Endings, TableMoves};
use super::lanes::Lanes;
use parlour_board::{BoardRules, Changes, Count, Move, Scratch};
use parlour_game::Game;
use parlour_model::action::ActionList;
use parlour_model::chance::Generator;
use parlour_model::ids::Seat;
use parlour_model::layout::{DEPTH, STACK};
use parlour_model::state::playout::AtRandom;
use parlour_model::state::{Decision, State};

/// A game whose rules are tables alone.
#[derive(Debug)]
pub(crate) struct Tables {
    pub(super) game: Arc<Game>,
    pub(super) board: Arc<BoardRules>,
    pub(super) ends: Arc<Endings>,
    /// The lanes of playouts, if the board only fills up; prepared by the first one.
    lanes: OnceLock<Option<Lanes>>,
}

impl Tables {
    pub(super) fn new(game: Arc<Game>, board: Arc<BoardRules>, ends: Arc<Endings>) -> Self {
        Self { game, board, ends, lanes: OnceLock::new() }
    }

    /// The fast path of a game, for tests.
    #[cfg(test)]
    pub(crate) fn of(game: &Arc<Game>) -> Option<Self> {
        Some(Self::new(game.clone(), game.board_rules()?.clone(), Arc::new(Endings::of(game))))
    }

    /// Determines the consequences of the action whose changes are in the scratch, except whether the next seat has an
    /// action: listing its actions reveals that.
    #[inline]
    pub(crate) fn conclude(&self, scratch: &mut Scratch, state: &mut State, actor: usize) {
        if scratch.groups.are_kept() {
            self.board.record_board_hash(state, scratch.groups.record_board());
        } else {
            self.board.record_board(state);
        }
        if self.board.notes_passing(state) {
            self.settle_passing(scratch, state);
        }
        self.ends.remember(state, actor);
        let changes = std::mem::take(&mut scratch.changes);
        let mut moves = TableMoves { board: &self.board, scratch, is_stuck: false };
        let Ok(()) = self.ends.by_rows_but_moves(state, actor, &changes, &mut moves);
        scratch.changes = changes;
        self.finish(state, actor);
    }

    /// Clears the square passed over if no legal action captures there.
    #[cold]
    fn settle_passing(&self, scratch: &mut Scratch, state: &mut State) {
        let changes = std::mem::take(&mut scratch.changes);
        let mut list = ActionList::new();
        list.width = self.board.action_width;
        self.board.list(scratch, state, &mut list);
        scratch.changes = changes;
        self.board.keep_passing(state, &list);
    }

    /// Ends a match in which the seat to act has no action after an action of another.
    pub(crate) fn end_stuck(&self, scratch: &mut Scratch, state: &mut State, actor: usize) {
        let mut moves = TableMoves { board: &self.board, scratch, is_stuck: true };
        let Ok(()) = self.ends.by_rows(state, actor, Some(&Changes::default()), &mut moves);
        self.finish(state, actor);
    }

    /// The consequences after the rows: repetition, and the scores of a match that is over.
    #[inline]
    fn finish(&self, state: &mut State, actor: usize) {
        if !state.is_over() {
            self.ends.by_repetition(state, actor);
        }
        if state.is_over() {
            self.ends.score(state);
        }
    }

    /// The seat that acts before another.
    fn before(&self, seat: usize) -> usize {
        (seat + self.board.seats - 1) % self.board.seats
    }

    /// Applies an action and lists the legal actions of the next state; false if the action is impossible.
    pub(super) fn step(&self, scratch: &mut Scratch, state: &mut State, record: &[u8], list: &mut ActionList) -> bool {
        let Some(actor) = state.decision().map(|decision| decision.seat.index()) else {
            return false;
        };
        if self.board.apply(self.game.pack(), scratch, state, record, None).is_none() {
            return false;
        }
        self.conclude(scratch, state, actor);
        list.bytes.clear();
        list.width = self.board.action_width;
        list.incomplete = false;
        if !state.is_over() {
            self.board.list(scratch, state, list);
            if list.is_empty() {
                self.end_stuck(scratch, state, actor);
            }
        }
        true
    }

    /// Plays at random, as [`super::Rules::playout`] does.
    pub(crate) fn playout(&self, scratch: &mut Scratch, state: &mut State, mut random: AtRandom<'_>) -> u32 {
        let (most, mut plies) = (random.most, 0);
        // Lanes don't support taking over sides, which has happened by then.
        if state.ply() < 2 && self.board.takes_over() {
            plies = self.playout_by_search(scratch, state, random.with_most(most.min(2 - state.ply())));
        }
        if state.is_over() || plies >= most {
            return plies;
        }
        let random = random.with_most(most - plies);
        plies
            + match self.lanes(state) {
                Some(lanes) => self.playout_on_lanes(lanes, scratch, state, random),
                None => self.playout_by_search(scratch, state, random),
            }
    }

    /// The lanes for playouts from a state, if they are supported.
    #[inline]
    fn lanes(&self, state: &State) -> Option<&Lanes> {
        let is_plain = || {
            let phase = state.decision().map(|decision| decision.phase.index());
            state.bytes[DEPTH] == 1 && phase.is_some_and(|phase| self.board.phase_verbs[phase] == self.board.verbs)
        };
        self.lanes.get_or_init(|| Lanes::new(&self.board, &self.ends)).as_ref().filter(|_| is_plain())
    }

    /// Plays at random, generating the legal actions on the cells before each of them.
    pub(super) fn playout_by_search(&self, scratch: &mut Scratch, state: &mut State, random: AtRandom<'_>) -> u32 {
        let AtRandom { generator, policy, most, taken: mut record, means } = random;
        let mut plies = 0;
        let Some(first) = state.decision() else {
            return 0;
        };
        let board = &*self.board;
        let (mut seat, mut phase) = (first.seat.index(), first.phase.index());
        if board.placings.iter().any(|placing| placing.surrounds.is_some()) {
            board.find_groups(&mut scratch.groups, &state.bytes, seat);
            scratch.groups.keep(true);
        }
        let mut actor = self.before(seat);
        loop {
            board.find(scratch, state, seat, phase);
            let n = scratch.moves.len() as u32;
            if n == 0 {
                self.end_stuck(scratch, state, actor);
                break;
            }
            // Only now it is known that the final state has a legal action.
            if plies >= most {
                break;
            }
            let moves = &scratch.moves;
            let guided = means.and_then(|means| means.choose(generator, moves.len(), |n| moves[n].taken_by(seat)));
            let n = match guided {
                Some(n) => n,
                None if policy == Playout::ByAction => generator.below(n) as usize,
                None => self.pick_by_verb(moves, generator, policy),
            };
            let Some(&taken) = scratch.moves.get(n) else {
                break;
            };
            if let Some(record) = &mut record {
                record.push(taken.taken_by(seat));
            }
            let taken = board.landing(board.cells(&state.bytes), taken);
            board.enact(scratch, state, seat, taken);
            plies += 1;
            self.conclude(scratch, state, seat);
            if state.is_over() {
                break;
            }
            actor = seat;
            (phase, seat) = (
                usize::from(state.bytes[STACK]).saturating_sub(1),
                usize::from(state.bytes[STACK + 1]).saturating_sub(1),
            );
        }
        scratch.groups.keep(false);
        plies
    }

    /// Chooses a verb, then one of its moves.
    fn pick_by_verb(&self, moves: &[Move], generator: &mut Generator, policy: Playout) -> usize {
        let verb = |taken: &Move| usize::from(self.board.verb_of[usize::from(taken.rule)]) & 63;
        let mut counts = [0_u32; 64];
        let mut kinds = self.board.verbs;
        if kinds.count_ones() > 1 {
            kinds = 0;
            for taken in moves {
                counts[verb(taken)] += 1;
                kinds |= 1 << verb(taken);
            }
        }
        if kinds.count_ones() <= 1 {
            return generator.below(moves.len() as u32) as usize;
        }
        if policy == Playout::ByVerb {
            for _ in 0..generator.below(kinds.count_ones()) {
                kinds &= kinds - 1;
            }
        }
        let chosen = kinds.trailing_zeros() as usize & 63;
        let mut left = generator.below(counts[chosen]);
        let found = moves.iter().position(|taken| {
            let here = verb(taken) == chosen;
            let last = here && left == 0;
            left -= u32::from(here && !last);
            last
        });
        found.unwrap_or(0)
    }

    /// The number of legal actions.
    fn count(&self, scratch: &mut Scratch, state: &State) -> u64 {
        let Some(decision) = state.decision() else {
            return 0;
        };
        let (seat, phase) = (decision.seat.index(), decision.phase.index());
        if self.board.repeats {
            self.board.find(scratch, state, seat, phase);
            self.board.sort(scratch, self.board.cells(&state.bytes));
            return scratch.keys.len() as u64;
        }
        let mut count = Count::default();
        self.board.search(scratch, &state.bytes, seat, phase, &mut count);
        count.0
    }

    /// Counts the leaves of the action tree.
    pub(super) fn leaves(&self, scratch: &mut Scratch, state: &State, depth: u32) -> u64 {
        let Some(decision) = state.decision() else {
            return u64::from(depth == 0);
        };
        if depth <= 1 {
            return if depth == 0 { 1 } else { self.count(scratch, state) };
        }
        let board = &*self.board;
        let seat = decision.seat.index();
        board.find(scratch, state, seat, decision.phase.index());
        let mut moves = std::mem::take(&mut scratch.moves);
        if board.repeats {
            let key = |taken: &Move| {
                let rule = &board.rules[usize::from(taken.rule)];
                (rule.verb, taken.from, taken.to, rule.takes, rule.choice)
            };
            moves.sort_unstable_by_key(key);
            moves.dedup_by_key(|taken| key(taken));
        }
        let mut nodes = 0;
        let mut child = state.clone();
        for &taken in &moves {
            child.bytes.copy_from_slice(&state.bytes);
            let taken = board.landing(board.cells(&child.bytes), taken);
            board.enact(scratch, &mut child, seat, taken);
            self.conclude(scratch, &mut child, seat);
            if !child.is_over() {
                nodes += self.leaves(scratch, &child, depth - 1);
            }
        }
        scratch.moves = moves;
        nodes
    }

    /// Lists the legal actions as branches, or only those with a gain. If there is none at all, the match ends.
    pub(super) fn branches(&self, scratch: &mut Scratch, state: &mut State, only_gains: bool, out: &mut Vec<Branch>) {
        if !self.board.grow(scratch, state, only_gains, out)
            && let Some(decision) = state.decision()
        {
            self.end_stuck(scratch, state, self.before(decision.seat.index()));
        }
    }

    /// Applies an action of a list, without checking if the next seat has an action.
    pub(super) fn follow(&self, scratch: &mut Scratch, state: &mut State, branch: Branch) {
        if let Some(decision) = state.decision() {
            let seat = decision.seat.index();
            self.board.enact(scratch, state, seat, self.board.move_of(state, branch));
            self.conclude(scratch, state, seat);
        }
    }

    /// Gives the turn to the next seat without an action (a null move); false if that isn't possible.
    pub(super) fn pass(&self, state: &mut State) -> bool {
        match state.decision() {
            Some(decision) if self.board.seats > 1 && state.pending().count() == 1 => {
                let next = (decision.seat.index() + 1) % self.board.seats;
                state.set_decision(Decision { seat: Seat::from_index(next), ..decision });
                true
            }
            _ => false,
        }
    }

    /// The number of actions that a seat would have if it were to act in the phase of a decision.
    pub(super) fn mobility(&self, scratch: &mut Scratch, state: &State, decision: Decision) -> u32 {
        let mut count = Count::default();
        let (seat, phase) = (decision.seat.index(), decision.phase.index());
        self.board.search(scratch, &state.bytes, seat, phase, &mut count);
        count.0 as u32
    }

    /// A hash of the parts of a position that affect the next `plies`.
    pub(super) fn position_key(&self, state: &State, plies: u32) -> u64 {
        if self.game.layout().history.is_some() {
            return state.position_hash();
        }
        let decision = state.decision();
        let mut seed = decision.map_or(0, |due| u64::from(due.phase.number()) << 8 | u64::from(due.seat.number()));
        if let Some((at, limit)) = self.ends.turn_limit() {
            let past = state.i32(at);
            let left = i64::from(limit) - i64::from(past);
            if left * self.board.seats as i64 <= i64::from(plies) + self.board.seats as i64 {
                seed |= u64::from(past as u32 + 1) << 16;
            }
        }
        self.board.position_key(state, seed)
    }
}
