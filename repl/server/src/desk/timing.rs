//! Clocks at a table, and the end of a match by time.

use parlour_engine::Seat;
use serde_json::{Value, json};

use super::Desk;
use crate::clock::Clocks;
use crate::message::listed;
use crate::store::Lost;

/// Why a match is over that was lost on time.
const TIME: &str = "time";

impl Desk {
    /// Whether the match is over, by the rules or by time.
    pub(super) fn is_over(&self) -> bool {
        self.papers.lost.is_some() || self.table.is_over()
    }

    /// The seat that is to act; `None` when the match is over or hasn't begun.
    pub(super) fn due(&self) -> Option<Seat> {
        self.table.due().filter(|_| self.papers.lost.is_none() && self.is_dealt())
    }

    /// When something is to be done though nobody asks for it.
    pub(crate) fn alarm(&self) -> Option<u64> {
        let clock = self.papers.clocks.as_ref().filter(|_| !self.is_over()).and_then(Clocks::runs_out);
        clock.into_iter().chain(self.shows_at).min()
    }

    /// Lets the clock run of who is to act now. Clocks run from when everybody has come.
    pub(super) fn wind(&mut self) {
        let steps = self.table.step_count();
        let due = self.due().filter(|&seat| self.table.is_human(seat));
        let is_full = self.table.humans().iter().all(|seat| self.papers.taken[seat.index()]);
        let Some(clocks) = &mut self.papers.clocks else { return };
        let before = clocks.clone();
        clocks.wind(due.filter(|_| is_full).map(Seat::index), steps, self.shared.time.now());
        if *clocks != before {
            self.write();
        }
    }

    /// Ends the match if the clock has run out of who is to act, and shows those who are behind what is new.
    pub(crate) fn look_at_clocks(&mut self) {
        self.show_onlookers();
        let now = self.shared.time.now();
        let lost = self.papers.clocks.as_ref().filter(|_| !self.is_over()).and_then(|clocks| clocks.lost(now));
        let Some(place) = lost else { return };
        self.papers.lost = Some(Lost { seat: place });
        self.write();
        self.say_lost(place);
        self.changed();
    }

    /// Says once more that the match was lost, if that was written down and no more.
    pub(super) fn end_again(&mut self) {
        if let Some(place) = self.papers.lost.as_ref().map(|lost| lost.seat).filter(|_| !self.table.is_revealed()) {
            self.say_lost(place);
        }
    }

    /// What is hidden is shown as at every end, and the save says how it came.
    fn say_lost(&mut self, place: usize) {
        let winners = self.winners_against(place);
        let name = self.table.game().seat_name(Seat::from_index(place)).to_owned();
        let result = match (self.table.game().seat_count(), place) {
            (2, 0) => "0-1".to_owned(),
            (2, _) => "1-0".to_owned(),
            _ => format!("{} won", listed(&winners)),
        };
        self.table.say(Vec::new(), Some((result, format!("{name} ran out of time"))));
        self.table.reveal();
    }

    /// Who has won where a seat ran out of time: all that aren't on its side.
    fn winners_against(&self, place: usize) -> Vec<String> {
        let game = self.table.game();
        let side = game.team_of(Seat::from_index(place));
        game.seats().filter(|&seat| game.team_of(seat) != side).map(|seat| game.seat_name(seat).to_owned()).collect()
    }

    /// The seat that ran out of time.
    pub(super) fn lost_seat(&self) -> Option<Seat> {
        self.papers.lost.as_ref().map(|lost| Seat::from_index(lost.seat))
    }

    /// How the match ended by time, for clients.
    pub(super) fn lost_told(&self) -> Option<Value> {
        let seat = self.lost_seat()?;
        let lost = self.table.game().seat_name(seat);
        Some(json!({ "winners": self.winners_against(seat.index()), "scores": {}, "reason": TIME, "lost": lost }))
    }

    /// The clocks, for clients.
    pub(super) fn clocks_told(&self) -> Option<Value> {
        let game = self.table.game();
        let names: Vec<&str> = game.seats().map(|seat| game.seat_name(seat)).collect();
        let has_clock = |place| self.table.is_human(Seat::from_index(place));
        Some(self.papers.clocks.as_ref()?.told(&names, has_clock, self.shared.time.now()))
    }
}
