//! Clocks of a table, and losses on time.

use parlour_engine::Seat;
use parlour_engine::play::Conclusion;
use serde_json::Value;

use super::Desk;
use parlour_table::clock::Clocks;

/// The reason of a loss on time.
pub(super) const TIME: &str = "time";

impl Desk {
    /// True if the match is over, by the rules or by its players.
    pub(super) fn is_over(&self) -> bool {
        self.table.is_over()
    }

    /// The seat to move; `None` when the match is over or hasn't begun.
    pub(super) fn due(&self) -> Option<Seat> {
        self.table.due().filter(|_| self.is_dealt())
    }

    /// The next deadline of the table.
    pub(crate) fn alarm(&self) -> Option<u64> {
        let clock = self.metadata.clocks.as_ref().filter(|_| !self.is_over()).and_then(Clocks::runs_out);
        clock.into_iter().chain(self.shows_at).min()
    }

    /// Runs the clock of the seat to move. Clocks start when everybody has joined.
    pub(super) fn wind(&mut self) {
        let steps = self.table.step_count();
        let due = self.due().filter(|&seat| self.table.is_human(seat));
        let is_full = self.table.humans().iter().all(|seat| self.metadata.taken[seat.index()]);
        let Some(clocks) = &mut self.metadata.clocks else { return };
        let before = clocks.clone();
        clocks.wind(due.filter(|_| is_full).map(Seat::index), steps, self.shared.time.now());
        if *clocks != before {
            self.write();
        }
    }

    /// Ends the match if the clock of the seat to move has expired, and updates delayed onlookers.
    pub(crate) fn look_at_clocks(&mut self) {
        self.show_onlookers();
        let now = self.shared.time.now();
        let lost = self.metadata.clocks.as_ref().filter(|_| !self.is_over()).and_then(|clocks| clocks.lost(now));
        if let Some(place) = lost {
            self.lose(place);
            self.changed();
        }
    }

    /// Completes a loss on time that was recorded but not applied.
    pub(super) fn end_again(&mut self) {
        if let Some(place) = self.metadata.lost.as_ref().map(|lost| lost.seat).filter(|_| !self.table.is_over()) {
            self.lose(place);
        }
    }

    /// Ends the match by a loss on time. If the rules fail, clocks run on and it is retried.
    fn lose(&mut self, place: usize) {
        if self.table.conclude(Conclusion::Time { seat: Seat::from_index(place) }).is_ok() {
            self.settle();
            self.write();
        }
    }

    /// The seat that lost on time.
    pub(super) fn lost_seat(&self) -> Option<Seat> {
        match self.table.conclusion() {
            Some(Conclusion::Time { seat }) => Some(seat),
            _ => None,
        }
    }

    /// The clocks, for clients.
    pub(super) fn clocks_told(&self) -> Option<Value> {
        let game = self.table.game();
        let names: Vec<&str> = game.seats().map(|seat| game.seat_name(seat)).collect();
        let has_clock = |place| self.table.is_human(Seat::from_index(place));
        Some(self.metadata.clocks.as_ref()?.told(&names, has_clock, self.shared.time.now()))
    }
}
