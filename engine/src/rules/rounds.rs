//! Simultaneous decisions: each is stored until the last one is made, and then all are applied in the order of seats.

use smallvec::SmallVec;

use super::impossible;
use super::pipeline::{Pipeline, verb_of};
use parlour_model::action::ActionList;
use parlour_model::diagnostic::Diagnostic;
use parlour_model::event::Event;
use parlour_model::ids::{Phase, Seat};
use parlour_model::layout::{DEPTH, RoundLayout};
use parlour_model::state::{Decision, State};
use parlour_pack::order::bit;

/// An action's record.
pub(super) type Record = SmallVec<[u8; 16]>;

/// Stores the action of the seat to decide in a round; true if another seat has to decide as well.
pub(super) fn store(state: &mut State, round: RoundLayout, seat: Seat, record: &[u8]) -> bool {
    let at = round.slot(seat.index());
    state.bytes[at..at + round.width].fill(0);
    state.bytes[at..at + record.len()].copy_from_slice(record);
    state.drop_decision();
    state.set_ply(state.ply() + 1);
    state.bytes[DEPTH] >= state.bytes[round.offset]
}

impl Pipeline {
    /// Stores the action of a seat that decides simultaneously. After the last one, all are applied, with their
    /// consequences.
    pub(super) fn commit(
        &mut self,
        state: &mut State,
        record: &[u8],
        mut events: Option<&mut Vec<Event>>,
    ) -> Result<(), Diagnostic> {
        let (Some(round), Some(decision)) = (self.game.layout().round, state.decision()) else {
            return Err(impossible(&self.game, record));
        };
        if store(state, round, decision.seat, record) {
            return Ok(());
        }
        let Some(phase) = Phase::from_number(state.bytes[round.offset + 1]) else {
            return Err(impossible(&self.game, record));
        };
        let decided = self.decided(state, round, phase)?;
        state.bytes[round.offset..round.slot(self.game.seat_count())].fill(0);
        let mut actor = decision.seat;
        for (seat, record) in decided {
            if state.is_over() {
                break;
            }
            actor = seat;
            self.do_decided(state, Decision { seat, phase }, &record, events.as_deref_mut())?;
        }
        if let Some(host) = self.host.as_ref().filter(|_| !state.is_over()) {
            host.borrow_mut().decided(state, phase, events.as_deref_mut())?;
        }
        self.changed.clone_from(&self.scratch.changes);
        self.run_steps(state, events.as_deref_mut())?;
        self.conclude(state, actor.index(), false, events)?;
        match &self.host {
            Some(host) if !state.is_over() && state.bytes[DEPTH] == 0 => Err(host.borrow().nobody_after(phase)),
            _ => Ok(()),
        }
    }

    /// The decisions of the seats asked. In a state that was sampled for a viewer who doesn't know a seat's choice, it
    /// is random.
    fn decided(
        &mut self,
        state: &mut State,
        round: RoundLayout,
        phase: Phase,
    ) -> Result<Vec<(Seat, Record)>, Diagnostic> {
        let asked = state.u16(round.mask());
        let mut decided = Vec::new();
        for seat in self.game.clone().seats().filter(|seat| asked >> seat.0 & 1 != 0) {
            let at = round.slot(seat.index());
            let mut record = Record::from_slice(&state.bytes[at..at + round.width]);
            if record[0] == 0 {
                state.push_decision(Decision { seat, phase });
                let mut list = ActionList::new();
                self.list(state, &mut list)?;
                if list.is_empty() {
                    return Err(self.no_action(state));
                }
                let mut generator = state.generator();
                let n = generator.below(list.len() as u32) as usize;
                state.set_generator(&generator);
                record = Record::from_slice(list.record(n));
                state.drop_decision();
            }
            decided.push((seat, record));
        }
        Ok(decided)
    }

    /// Applies the decision of a seat, whose ply was counted when it was made.
    fn do_decided(
        &mut self,
        state: &mut State,
        decision: Decision,
        record: &[u8],
        events: Option<&mut Vec<Event>>,
    ) -> Result<(), Diagnostic> {
        if self.rows & bit(verb_of(record).index()) != 0 {
            // A row pops the decision, and counts.
            state.push_decision(decision);
            state.set_ply(state.ply() - 1);
        }
        self.effect(state, decision, record, events)
    }
}
