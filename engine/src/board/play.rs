//! Plays over the board rules: the steps of a search, playouts, and counting.

use super::change::Changes;
use super::ending::Options;
use super::generate::Count;
use super::{BoardRules, Move, Scratch};
use crate::action::ActionList;
use crate::chance::Generator;
use crate::event::Event;
use crate::game::Game;
use crate::ids::{Phase, Seat};
use crate::layout::STACK;
use crate::rules::Playout;
use crate::state::{Decision, State};

impl BoardRules {
    /// Sets up the board and gives the turn to the first seat.
    pub(crate) fn start(&self, state: &mut State) {
        self.cells_mut(&mut state.bytes).copy_from_slice(&self.start);
        self.stock_hands(state);
        self.refresh(state);
        self.remember_board(state);
        state.set_decision(Decision { seat: Seat::from_index(0), phase: Phase::from_index(0) });
    }

    /// Takes up a board that something else has set up, with a seat to act.
    pub(crate) fn resume(&self, state: &mut State, seat: u8) {
        self.refresh(state);
        self.settle_rights(state);
        let seat = Seat::from_number(seat).unwrap_or(Seat::from_index(0));
        state.set_decision(Decision { seat, phase: Phase::from_index(0) });
        self.forget(state);
        self.remember_board(state);
    }

    /// Applies an action without looking whether the match is over; returns whose it was, or `None` if it can't be.
    pub(crate) fn apply(
        &self,
        game: &Game,
        scratch: &mut Scratch,
        state: &mut State,
        record: &[u8],
        events: Option<&mut Vec<Event>>,
    ) -> Option<usize> {
        let seat = state.decision()?.seat.index();
        let taken = self.read(state, seat, record)?;
        if let Some(events) = events {
            events.extend(self.event(game, state, seat, taken));
        }
        self.enact(scratch, state, seat, taken);
        Some(seat)
    }

    /// Looks whether the match is over after the action whose changes are in the scratch.
    pub(crate) fn conclude(&self, scratch: &mut Scratch, state: &mut State, actor: usize, options: Options) {
        if scratch.groups.are_kept() {
            self.note_board(state, scratch.groups.note_board());
        } else {
            self.remember_board(state);
        }
        self.remember_position(state, actor);
        if options == Options::Later && self.simple_ends {
            self.settle_simply(state, actor, &scratch.changes);
            return;
        }
        let changes = std::mem::take(&mut scratch.changes);
        self.settle(scratch, state, actor, Some(&changes), options);
        scratch.changes = changes;
    }

    /// Applies an action and lists what is legal then; false if the action can't be.
    pub(crate) fn step(
        &self,
        game: &Game,
        scratch: &mut Scratch,
        state: &mut State,
        record: &[u8],
        list: &mut ActionList,
    ) -> bool {
        let Some(actor) = self.apply(game, scratch, state, record, None) else {
            return false;
        };
        self.conclude(scratch, state, actor, Options::Later);
        list.bytes.clear();
        list.width = self.action_width;
        list.incomplete = false;
        if !state.is_over() {
            self.list(scratch, state, list);
            if list.is_empty() {
                self.settle(scratch, state, actor, Some(&Changes::default()), Options::None);
            }
        }
        true
    }

    /// Plays at random, as [`crate::rules::Rules::playout`] does.
    pub(crate) fn playout(
        &self,
        scratch: &mut Scratch,
        state: &mut State,
        generator: &mut Generator,
        policy: Playout,
        most: u32,
    ) -> u32 {
        let mut plies = 0;
        // Sets know nothing of taking over, which is done by then.
        if state.ply() < 2 && self.takes_over() {
            plies = self.playout_by_search(scratch, state, generator, policy, most.min(2 - state.ply()));
        }
        if state.is_over() || plies >= most {
            return plies;
        }
        let most = most - plies;
        plies
            + match self.sets(state) {
                Some(sets) => self.playout_by_sets(sets, scratch, state, generator, policy, most),
                None => self.playout_by_search(scratch, state, generator, policy, most),
            }
    }

    /// Plays at random, searching the cells for the legal actions before each of them.
    pub(super) fn playout_by_search(
        &self,
        scratch: &mut Scratch,
        state: &mut State,
        generator: &mut Generator,
        policy: Playout,
        most: u32,
    ) -> u32 {
        let mut plies = 0;
        let Some(first) = state.decision() else {
            return 0;
        };
        let mut seat = first.seat.index();
        if self.placings.iter().any(|placing| placing.surrounds.is_some()) {
            self.find_groups(&mut scratch.groups, &state.bytes, seat);
            scratch.groups.keep(true);
        }
        let mut actor = (seat + self.seats - 1) % self.seats;
        loop {
            self.find(scratch, state, seat, first.phase.index());
            let n = scratch.moves.len() as u32;
            if n == 0 {
                self.settle(scratch, state, actor, Some(&Changes::default()), Options::None);
                break;
            }
            // Only now is it known that the state that is left behind has a legal action.
            if plies >= most {
                break;
            }
            let n = if policy == Playout::ByAction {
                generator.below(n) as usize
            } else {
                self.pick_by_verb(&scratch.moves, generator, policy)
            };
            let Some(&taken) = scratch.moves.get(n) else {
                break;
            };
            let taken = self.landing(self.cells(&state.bytes), taken);
            self.enact(scratch, state, seat, taken);
            plies += 1;
            self.conclude(scratch, state, seat, Options::Later);
            if state.is_over() {
                break;
            }
            actor = seat;
            seat = usize::from(state.bytes[STACK + 1]).saturating_sub(1);
        }
        scratch.groups.keep(false);
        plies
    }

    /// Picks a verb, then one of its moves.
    fn pick_by_verb(&self, moves: &[Move], generator: &mut Generator, policy: Playout) -> usize {
        let verb = |taken: &Move| usize::from(self.verb_of[usize::from(taken.rule)]) & 63;
        let mut counts = [0_u32; 64];
        let mut kinds = self.verbs;
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

    /// How many legal actions there are.
    pub(crate) fn count(&self, scratch: &mut Scratch, state: &State) -> u64 {
        let Some(decision) = state.decision() else {
            return 0;
        };
        let (seat, phase) = (decision.seat.index(), decision.phase.index());
        if self.repeats {
            self.find(scratch, state, seat, phase);
            self.sort(scratch, self.cells(&state.bytes));
            return scratch.keys.len() as u64;
        }
        let mut count = Count::default();
        self.search(scratch, &state.bytes, seat, phase, &mut count);
        count.0
    }

    /// Counts the leaves of the tree of actions.
    pub(crate) fn perft(&self, scratch: &mut Scratch, state: &State, depth: u32) -> u64 {
        let Some(decision) = state.decision() else {
            return u64::from(depth == 0);
        };
        if depth <= 1 {
            return if depth == 0 { 1 } else { self.count(scratch, state) };
        }
        let seat = decision.seat.index();
        self.find(scratch, state, seat, decision.phase.index());
        let mut moves = std::mem::take(&mut scratch.moves);
        if self.repeats {
            let rules = &self.rules;
            let key = |taken: &Move| {
                let rule = &rules[usize::from(taken.rule)];
                (rule.verb, taken.from, taken.to, rule.takes, rule.choice)
            };
            moves.sort_unstable_by_key(key);
            moves.dedup_by_key(|taken| key(taken));
        }
        let mut nodes = 0;
        let mut child = state.clone();
        for &taken in &moves {
            child.bytes.copy_from_slice(&state.bytes);
            let taken = self.landing(self.cells(&child.bytes), taken);
            self.enact(scratch, &mut child, seat, taken);
            self.conclude(scratch, &mut child, seat, Options::Later);
            if !child.is_over() {
                nodes += self.perft(scratch, &child, depth - 1);
            }
        }
        scratch.moves = moves;
        nodes
    }
}
