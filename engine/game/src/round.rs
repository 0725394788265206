//! Simultaneous decisions: each seat's choice is stored in the block until the last one is made, and then all are
//! applied together.
//!
//! A round of decisions is a part of the stack of pending decisions, the first seat on top. A choice is hidden from all
//! others; in a state that is sampled for a viewer it is made again.

use crate::Game;
use parlour_model::action::Action;
use parlour_model::ids::Seat;
use parlour_model::layout::{DEPTH, RoundLayout, STACK};
use parlour_model::state::{Decision, State};

impl Game {
    /// The open round.
    fn open_round(&self, state: &State) -> Option<RoundLayout> {
        self.layout().round.filter(|round| state.bytes[round.offset] != 0)
    }

    /// True if the current decision is hidden from the other seats.
    pub fn decides_unseen(&self, state: &State) -> bool {
        !state.is_over() && self.open_round(state).is_some()
    }

    /// The seats that have decided in the open round, whose choices aren't applied yet.
    pub fn decided(&self, state: &State) -> Vec<Seat> {
        let Some(round) = self.open_round(state) else { return Vec::new() };
        let base = usize::from(state.bytes[round.offset]) - 1;
        let waiting: Vec<Seat> = state.pending().skip(base).map(|decision| decision.seat).collect();
        let is_asked = |seat: &Seat| state.u16(round.mask()) >> seat.0 & 1 != 0;
        self.seats().filter(is_asked).filter(|seat| !waiting.contains(seat)).collect()
    }

    /// A seat's choice in the open round; `None` if it hasn't decided, or if a view hides it.
    pub fn committed(&self, state: &State, seat: Seat) -> Option<Action> {
        let at = self.open_round(state)?.slot(seat.index());
        let record = &state.bytes[at..at + self.open_round(state)?.width];
        (record[0] != 0).then(|| Action::from_record(self, record))
    }

    /// Asks a seat in another phase than it is asked in, and nobody else if seats decide at the same time.
    pub fn ask_instead(&self, state: &mut State, decision: Decision) {
        if let Some(round) = self.open_round(state) {
            state.bytes[round.offset..round.slot(self.seat_count())].fill(0);
            let depth = usize::from(state.bytes[DEPTH]);
            state.bytes[STACK..STACK + 2 * depth].fill(0);
            state.bytes[DEPTH] = 1;
        }
        state.set_decision(decision);
    }

    /// Blanks the choices of all but the viewer.
    pub(crate) fn blank_decided(&self, view: &mut State, viewer: Option<Seat>) {
        let Some(round) = self.open_round(view) else { return };
        for seat in self.seats().filter(|seat| Some(*seat) != viewer) {
            let at = round.slot(seat.index());
            view.bytes[at..at + round.width].fill(0);
        }
    }

    /// Lets the seats whose choices a view hides decide again, behind the current one: for a search that models their
    /// choices.
    pub fn ask_once_more(&self, state: &mut State) {
        let Some(round) = self.open_round(state) else { return };
        let base = usize::from(state.bytes[round.offset]) - 1;
        let Some(phase) = parlour_model::ids::Phase::from_number(state.bytes[round.offset + 1]) else { return };
        let unknown: Vec<Seat> =
            self.decided(state).into_iter().filter(|&seat| self.committed(state, seat).is_none()).collect();
        let again = unknown.iter().rev().map(|&seat| Decision { seat, phase });
        let pending: Vec<Decision> =
            state.pending().take(base).chain(again).chain(state.pending().skip(base)).collect();
        for (n, decision) in pending.iter().enumerate() {
            state.bytes[STACK + 2 * n] = decision.phase.number();
            state.bytes[STACK + 2 * n + 1] = decision.seat.number();
        }
        state.bytes[DEPTH] = pending.len() as u8;
        state.set_ply(state.ply().saturating_sub(unknown.len() as u32));
    }
}
