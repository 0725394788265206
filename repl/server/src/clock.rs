//! Clocks: how much time those who act have, measured by the server. Robots have none.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::error::Refused;

/// How time is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Pace {
    /// So many seconds for each action.
    Move { seconds: u64 },
    /// So many seconds for the whole match, and some more after each turn.
    Fischer { seconds: u64, increment: u64 },
    /// So many days for each action.
    Days { days: u64 },
}

/// The most seconds of a clock, and the most days.
const MOST: (u64, u64) = (24 * 60 * 60, 30);

impl Pace {
    /// Makes sure that it can be played by.
    ///
    /// # Errors
    /// Why not.
    pub(crate) fn check(self) -> Result<(), Refused> {
        let is_fine = match self {
            Self::Move { seconds } => (1..=MOST.0).contains(&seconds),
            Self::Fischer { seconds, increment } => (1..=MOST.0).contains(&seconds) && increment <= MOST.0,
            Self::Days { days } => (1..=MOST.1).contains(&days),
        };
        let expected = || format!("a clock has 1 to {} seconds, or 1 to {} days", MOST.0, MOST.1);
        if is_fine { Ok(()) } else { Err(Refused::new(422, expected())) }
    }

    /// What a seat begins with, in milliseconds.
    fn whole(self) -> u64 {
        match self {
            Self::Move { seconds } | Self::Fischer { seconds, .. } => seconds * 1000,
            Self::Days { days } => days * 24 * 60 * 60 * 1000,
        }
    }
}

/// The clocks of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Clocks {
    pace: Pace,
    /// What each seat had when its clock was looked at last, in milliseconds.
    left: Vec<u64>,
    /// Whose clock runs, and since when.
    runs: Option<(usize, u64)>,
}

impl Clocks {
    pub(crate) fn new(pace: Pace, seats: usize) -> Self {
        Self { pace, left: vec![pace.whole(); seats], runs: None }
    }

    /// Lets the clock of a seat run from now, or none; the one that ran has taken an action or not.
    pub(crate) fn wind(&mut self, due: Option<usize>, has_acted: bool, now: u64) {
        let still = self.runs.filter(|&(seat, _)| due == Some(seat) && !has_acted);
        if let (Some((seat, _)), None) = (self.runs, still) {
            let left = self.left(seat, now);
            self.left[seat] = match self.pace {
                Pace::Move { .. } | Pace::Days { .. } => self.pace.whole(),
                Pace::Fischer { increment, .. } if has_acted && due != Some(seat) => left + increment * 1000,
                Pace::Fischer { .. } => left,
            };
        }
        self.runs = still.or_else(|| due.map(|seat| (seat, now)));
    }

    /// What a seat has left, in milliseconds.
    pub(crate) fn left(&self, seat: usize, now: u64) -> u64 {
        match self.runs {
            Some((running, since)) if running == seat => self.left[seat].saturating_sub(now.saturating_sub(since)),
            _ => self.left[seat],
        }
    }

    /// When the clock that runs will have run out.
    pub(crate) fn runs_out(&self) -> Option<u64> {
        self.runs.map(|(seat, since)| since + self.left[seat])
    }

    /// The seat whose clock has run out.
    pub(crate) fn lost(&self, now: u64) -> Option<usize> {
        self.runs.filter(|&(seat, _)| self.left(seat, now) == 0).map(|(seat, _)| seat)
    }

    /// Goes on after a time in which no server was there: one that was ended all at once may have noted a clock after it last
    /// said that it was there.
    pub(crate) fn go_on(&mut self, now: u64) {
        if let Some((_, since)) = &mut self.runs {
            *since = now.min(*since);
        }
    }

    /// What clients are told: the pace, what seats have left in milliseconds, and whose clock runs.
    pub(crate) fn told(&self, names: &[&str], has_clock: impl Fn(usize) -> bool, now: u64) -> Value {
        let mut told = serde_json::to_value(self.pace).unwrap_or_default();
        let seats = (0..names.len()).filter(|&seat| has_clock(seat));
        told["left"] = seats.map(|seat| (names[seat].to_owned(), json!(self.left(seat, now)))).collect();
        told["runs"] = json!(self.runs.map(|(seat, _)| names[seat]));
        told
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of Fischer's clock a turn costs what it takes and gives the increment at its end; several actions of one turn give it
    /// once.
    #[test]
    fn a_turn_gives_its_increment_once() {
        let mut clocks = Clocks::new(Pace::Fischer { seconds: 60, increment: 2 }, 2);
        clocks.wind(Some(0), false, 0);
        clocks.wind(Some(0), true, 10_000);
        assert_eq!(clocks.left(0, 10_000), 50_000);
        clocks.wind(Some(1), true, 15_000);
        assert_eq!((clocks.left(0, 20_000), clocks.left(1, 20_000)), (47_000, 55_000));
        assert_eq!((clocks.lost(74_999), clocks.lost(75_000), clocks.runs_out()), (None, Some(1), Some(75_000)));
    }

    /// By the move each action has its own time, and going back gives none to who is still to act.
    #[test]
    fn each_action_has_its_own_time() {
        let mut clocks = Clocks::new(Pace::Move { seconds: 30 }, 2);
        clocks.wind(Some(0), false, 0);
        clocks.wind(Some(0), false, 20_000);
        assert_eq!(clocks.left(0, 20_000), 10_000);
        clocks.wind(Some(0), true, 25_000);
        assert_eq!(clocks.left(0, 25_000), 30_000);
        clocks.wind(None, true, 26_000);
        assert_eq!((clocks.runs_out(), clocks.left(0, 90_000)), (None, 30_000));
    }

    /// A clock that was noted after the server was last known to be there runs from now.
    #[test]
    fn a_clock_does_not_begin_in_the_future() {
        let mut clocks = Clocks::new(Pace::Days { days: 1 }, 2);
        clocks.wind(Some(0), false, 9000);
        clocks.go_on(5000);
        assert_eq!(clocks.runs_out(), Some(5000 + 86_400_000));
        clocks.go_on(9000);
        assert_eq!(clocks.runs_out(), Some(5000 + 86_400_000));
    }
}
