//! Clocks at the keyboard: time controls for people, as at the tables of the server. Robots have none.

use std::time::Instant;

use parlour_engine::ids::Seat;
use parlour_engine::play::Conclusion;
use parlour_table::Table;
use parlour_table::clock::{Clocks, Pace};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;

/// The tag of a save with the match's clocks; tags of PGN files contain no space.
const KEPT: &str = "clocks kept";

/// The clocks of a match, and their time base, which is stopped while nobody is at the keyboard.
pub(super) struct Clock {
    kept: Kept,
    begun: Instant,
}

/// The clocks as saved.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Kept {
    pace: Pace,
    clocks: Clocks,
    /// The time at which they were saved, in milliseconds since the match began.
    now: u64,
}

impl Clock {
    /// Clocks with the full time.
    pub(super) fn new(pace: Pace, table: &Table) -> Self {
        let clocks = Clocks::new(pace, table.game().seat_count());
        Self { kept: Kept { pace, clocks, now: 0 }, begun: Instant::now() }
    }

    /// The clocks in the save of a match.
    pub(super) fn of(table: &Table) -> Option<Self> {
        Some(Self { kept: serde_json::from_str(table.said(KEPT)?).ok()?, begun: Instant::now() })
    }

    /// The time control.
    pub(super) fn pace(&self) -> Pace {
        self.kept.pace
    }

    fn now(&self) -> u64 {
        self.kept.now + u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX / 2)
    }

    /// Runs the clock of the person to move, and saves all clocks with the match.
    pub(super) fn wind(&mut self, table: &mut Table) {
        let due = table.due().filter(|&seat| table.is_human(seat));
        let now = self.now();
        self.kept.clocks.wind(due.map(Seat::index), table.step_count(), now);
        self.keep(table);
    }

    /// A seat with too little time for an undo to a number of actions.
    pub(super) fn too_short(&self, to: usize) -> Option<Seat> {
        self.kept.clocks.too_short(to, self.now()).map(Seat::from_index)
    }

    /// Undoes to a number of actions: no used time is given back.
    pub(super) fn go_back(&mut self, to: usize) {
        let now = self.now();
        self.kept.clocks.go_back(to, |_| true, now);
    }

    fn keep(&mut self, table: &mut Table) {
        (self.kept.now, self.begun) = (self.now(), Instant::now());
        // A match without actions isn't saved.
        if table.step_count() == 0 || table.is_over() {
            return;
        }
        if let Ok(kept) = serde_json::to_string(&self.kept) {
            table.say(vec![(KEPT.to_owned(), kept)]);
        }
    }

    /// Ends the match if the person to move has run out of time; true if so.
    ///
    /// # Errors
    /// Rules that fail to count the scores.
    pub(super) fn look(&mut self, table: &mut Table) -> Result<bool, Failure> {
        let lost = self.kept.clocks.lost(self.now()).filter(|_| !table.is_over());
        let Some(seat) = lost.map(Seat::from_index) else { return Ok(false) };
        self.keep(table);
        table.conclude(Conclusion::Time { seat })?;
        Ok(true)
    }

    /// The remaining time of a seat, in minutes and seconds.
    pub(super) fn left(&self, seat: Seat) -> String {
        let seconds = self.kept.clocks.left(seat.index(), self.now()).div_ceil(1000);
        match seconds / 3600 {
            0 => format!("{}:{:02}", seconds / 60, seconds % 60),
            hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
        }
    }
}
