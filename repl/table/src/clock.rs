//! Chess clocks for people, with the time measured by the front end. Robots have none.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Pace {
    /// A fixed time for each action.
    Move {
        /// The seconds.
        seconds: u64,
    },
    /// Fischer clock: a total time plus an increment for each turn.
    Fischer {
        /// The initial seconds.
        seconds: u64,
        /// The increment in seconds.
        increment: u64,
    },
    /// A number of days for each action (correspondence play).
    Days {
        /// The days.
        days: u64,
    },
}

/// An unplayable time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a clock has 1 to {} seconds, or 1 to {} days", MOST.0, MOST.1)]
pub struct PaceError;

/// The maximum seconds of a clock, and the maximum days.
const MOST: (u64, u64) = (24 * 60 * 60, 30);

impl Pace {
    /// Checks that the time control is playable.
    ///
    /// # Errors
    /// Too little time, or too much.
    pub fn check(self) -> Result<(), PaceError> {
        let is_fine = match self {
            Self::Move { seconds } => (1..=MOST.0).contains(&seconds),
            Self::Fischer { seconds, increment } => (1..=MOST.0).contains(&seconds) && increment <= MOST.0,
            Self::Days { days } => (1..=MOST.1).contains(&days),
        };
        if is_fine { Ok(()) } else { Err(PaceError) }
    }

    /// The initial time of a seat, in milliseconds.
    fn whole(self) -> u64 {
        match self {
            Self::Move { seconds } | Self::Fischer { seconds, .. } => seconds * 1000,
            Self::Days { days } => days * 24 * 60 * 60 * 1000,
        }
    }
}

/// The clocks of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clocks {
    pace: Pace,
    /// Each seat's remaining time when its clock was last updated, in milliseconds.
    left: Vec<u64>,
    /// The seat whose clock runs, and its start time.
    runs: Option<(usize, u64)>,
    /// The number of actions of the match at the last update.
    #[serde(default)]
    at: Option<usize>,
    /// The added increments: the number of actions after the turn, and the seat.
    #[serde(default)]
    added: Vec<(usize, usize)>,
    /// The remaining time of interrupted decisions: the number of actions before the decision, the seat, and the
    /// milliseconds. A repeated decision gets no fresh time.
    #[serde(default)]
    rest: Vec<(usize, usize, u64)>,
}

impl Clocks {
    /// Stopped clocks with the full time.
    pub fn new(pace: Pace, seats: usize) -> Self {
        let left = vec![pace.whole(); seats];
        Self { pace, left, runs: None, at: None, added: Vec::new(), rest: Vec::new() }
    }

    /// Starts the clock of a seat, or none, in a match with a number of actions.
    pub fn wind(&mut self, due: Option<usize>, steps: usize, now: u64) {
        let at = self.at.replace(steps).unwrap_or(steps);
        let has_acted = steps > at;
        if self.runs.is_some_and(|(seat, _)| due == Some(seat) && steps == at) {
            return;
        }
        if let Some((seat, _)) = self.runs {
            self.stop(seat, at, now);
            match self.pace {
                Pace::Move { .. } | Pace::Days { .. } if has_acted => self.left[seat] = self.pace.whole(),
                Pace::Fischer { increment, .. } if has_acted && due != Some(seat) => {
                    self.left[seat] += increment * 1000;
                    self.added.push((steps, seat));
                }
                _ => {}
            }
        }
        if let (Some(seat), Pace::Move { .. } | Pace::Days { .. }) = (due, self.pace) {
            self.left[seat] = self.rest(steps, seat).unwrap_or(self.pace.whole());
        }
        self.runs = due.map(|seat| (seat, now));
    }

    /// Stops the clock of a seat that has run since a number of actions.
    fn stop(&mut self, seat: usize, at: usize, now: u64) {
        let left = self.left(seat, now);
        self.left[seat] = left;
        self.runs = None;
        if !matches!(self.pace, Pace::Fischer { .. }) {
            self.rest.retain(|&(n, who, _)| (n, who) != (at, seat));
            self.rest.push((at, seat, left));
        }
    }

    /// The remaining time of a seat for an interrupted decision.
    fn rest(&self, steps: usize, seat: usize) -> Option<u64> {
        self.rest.iter().find(|&&(n, who, _)| (n, who) == (steps, seat)).map(|&(_, _, left)| left)
    }

    /// A seat with too little time for an undo to a number of actions: nothing would be left without the increments it
    /// was given since.
    pub fn too_short(&self, to: usize, now: u64) -> Option<usize> {
        let taken = |seat: usize| {
            self.increment() * self.added.iter().filter(|&&added| is_since(to, seat, added)).count() as u64
        };
        (0..self.left.len()).find(|&seat| taken(seat) > 0 && self.left(seat, now) <= taken(seat))
    }

    /// Undoes to a number of actions. Increments added since are subtracted, and no used time is given back. With a
    /// time per action, seats that didn't ask for the undo, and aren't on the side of the one that did, get their full
    /// time for the actions they have to repeat.
    pub fn go_back(&mut self, to: usize, is_asking: impl Fn(usize) -> bool, now: u64) {
        if let (Some((seat, _)), Some(at)) = (self.runs, self.at) {
            self.stop(seat, at, now);
        }
        let increment = self.increment();
        for (seat, left) in self.left.iter_mut().enumerate() {
            let taken = self.added.iter().filter(|&&added| is_since(to, seat, added)).count() as u64;
            *left = left.saturating_sub(taken * increment);
        }
        self.added.retain(|&(steps, _)| steps <= to);
        self.rest.retain(|&(steps, seat, _)| steps <= to || is_asking(seat));
        self.at = Some(to);
    }

    /// The increment, in milliseconds.
    fn increment(&self) -> u64 {
        match self.pace {
            Pace::Fischer { increment, .. } => increment * 1000,
            Pace::Move { .. } | Pace::Days { .. } => 0,
        }
    }

    /// The remaining time of a seat, in milliseconds.
    pub fn left(&self, seat: usize, now: u64) -> u64 {
        match self.runs {
            Some((running, since)) if running == seat => self.left[seat].saturating_sub(now.saturating_sub(since)),
            _ => self.left[seat],
        }
    }

    /// The time at which the running clock expires.
    pub fn runs_out(&self) -> Option<u64> {
        self.runs.map(|(seat, since)| since + self.left[seat])
    }

    /// The seat whose clock has expired.
    pub fn lost(&self, now: u64) -> Option<usize> {
        self.runs.filter(|&(seat, _)| self.left(seat, now) == 0).map(|(seat, _)| seat)
    }

    /// Continues after a downtime of the server: a killed server may have stored a start time later than its last
    /// recorded sign of life.
    pub fn go_on(&mut self, now: u64) {
        if let Some((_, since)) = &mut self.runs {
            *since = now.min(*since);
        }
    }

    /// The clocks for clients: the time control, remaining milliseconds, and the seat whose clock runs.
    pub fn told(&self, names: &[&str], has_clock: impl Fn(usize) -> bool, now: u64) -> Value {
        let mut told = serde_json::to_value(self.pace).unwrap_or_default();
        let seats = (0..names.len()).filter(|&seat| has_clock(seat));
        told["left"] = seats.map(|seat| (names[seat].to_owned(), json!(self.left(seat, now)))).collect();
        told["runs"] = json!(self.runs.map(|(seat, _)| names[seat]));
        told
    }
}

/// True if an increment belongs to a seat and was added after a number of actions.
fn is_since(to: usize, seat: usize, (steps, who): (usize, usize)) -> bool {
    steps > to && who == seat
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On a Fischer clock a turn costs the time it takes and adds the increment at its end, once for several actions of
    /// one turn.
    #[test]
    fn a_turn_gives_its_increment_once() {
        let mut clocks = Clocks::new(Pace::Fischer { seconds: 60, increment: 2 }, 2);
        clocks.wind(Some(0), 0, 0);
        clocks.wind(Some(0), 1, 10_000);
        assert_eq!(clocks.left(0, 10_000), 50_000);
        clocks.wind(Some(1), 2, 15_000);
        assert_eq!((clocks.left(0, 20_000), clocks.left(1, 20_000)), (47_000, 55_000));
        assert_eq!((clocks.lost(74_999), clocks.lost(75_000), clocks.runs_out()), (None, Some(1), Some(75_000)));
    }

    /// Acting and undoing, in any order, adds nothing to a Fischer clock.
    #[test]
    fn an_undo_takes_the_increment_away() {
        let mut clocks = Clocks::new(Pace::Fischer { seconds: 60, increment: 5 }, 2);
        clocks.wind(Some(0), 0, 0);
        for n in 1..=40 {
            clocks.wind(Some(1), 1, n * 100);
            clocks.go_back(0, |seat| seat == 0, n * 100);
            clocks.wind(Some(0), 0, n * 100);
            assert_eq!((clocks.left(0, n * 100), clocks.left(1, n * 100)), (60_000 - n * 100, 60_000));
        }
        // The same over the other seat's turn, and over turns of several actions.
        clocks.wind(Some(0), 1, 5000);
        clocks.wind(Some(1), 2, 6000);
        clocks.wind(Some(0), 3, 7000);
        assert_eq!((clocks.left(0, 7000), clocks.left(1, 7000)), (59_000, 64_000));
        clocks.go_back(1, |seat| seat == 0, 8000);
        clocks.wind(Some(0), 1, 8000);
        assert_eq!((clocks.left(0, 8000), clocks.left(1, 8000)), (53_000, 59_000));
    }

    /// An undo never loses on time: it is refused where nothing would be left without the increments.
    #[test]
    fn an_undo_needs_time_that_is_left() {
        let mut clocks = Clocks::new(Pace::Fischer { seconds: 4, increment: 5 }, 2);
        clocks.wind(Some(0), 0, 0);
        clocks.wind(Some(1), 1, 3000);
        assert_eq!(clocks.too_short(0, 3000), None);
        clocks.wind(Some(0), 2, 3000);
        clocks.wind(Some(1), 3, 8500);
        assert_eq!((clocks.left(0, 8500), clocks.too_short(2, 8500), clocks.too_short(0, 8500)), (5500, None, Some(0)));
    }

    /// With a time per action each action has its full time.
    #[test]
    fn each_action_has_its_own_time() {
        let mut clocks = Clocks::new(Pace::Move { seconds: 30 }, 2);
        clocks.wind(Some(0), 0, 0);
        clocks.wind(Some(0), 0, 20_000);
        assert_eq!(clocks.left(0, 20_000), 10_000);
        clocks.wind(Some(0), 1, 25_000);
        assert_eq!(clocks.left(0, 25_000), 30_000);
        clocks.wind(None, 2, 26_000);
        assert_eq!((clocks.runs_out(), clocks.left(0, 90_000)), (None, 30_000));
    }

    /// A repeated decision, after an undo or after a robot has filled in for a while, has the rest of its time; seats
    /// whose actions were undone by others have the full time again.
    #[test]
    fn a_decision_that_comes_again_has_no_fresh_time() {
        let mut clocks = Clocks::new(Pace::Move { seconds: 30 }, 2);
        clocks.wind(Some(0), 0, 0);
        clocks.wind(None, 0, 10_000);
        clocks.wind(Some(0), 0, 15_000);
        assert_eq!(clocks.left(0, 15_000), 20_000);
        clocks.wind(Some(1), 1, 25_000);
        clocks.wind(Some(0), 2, 50_000);
        clocks.go_back(0, |seat| seat == 0, 60_000);
        clocks.wind(Some(0), 0, 60_000);
        assert_eq!(clocks.left(0, 60_000), 10_000);
        clocks.wind(Some(1), 1, 61_000);
        assert_eq!(clocks.left(1, 61_000), 30_000);
        clocks.wind(Some(0), 2, 62_000);
        assert_eq!(clocks.left(0, 62_000), 20_000);
    }

    /// A start time later than the server's last sign of life is moved to now.
    #[test]
    fn a_clock_does_not_begin_in_the_future() {
        let mut clocks = Clocks::new(Pace::Days { days: 1 }, 2);
        clocks.wind(Some(0), 0, 9000);
        clocks.go_on(5000);
        assert_eq!(clocks.runs_out(), Some(5000 + 86_400_000));
        clocks.go_on(9000);
        assert_eq!(clocks.runs_out(), Some(5000 + 86_400_000));
    }
}
