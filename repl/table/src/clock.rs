//! Clocks: how much time those who act have, measured by the front end of the table. Robots have none.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// How time is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Pace {
    /// Seconds for each action.
    Move {
        /// The seconds.
        seconds: u64,
    },
    /// Seconds for the whole match, and some more after each turn.
    Fischer {
        /// The seconds at the beginning.
        seconds: u64,
        /// The seconds that each turn adds.
        increment: u64,
    },
    /// Days for each action.
    Days {
        /// The days.
        days: u64,
    },
}

/// A clock that nobody can play by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a clock has 1 to {} seconds, or 1 to {} days", MOST.0, MOST.1)]
pub struct PaceError;

/// The most seconds of a clock, and the most days.
const MOST: (u64, u64) = (24 * 60 * 60, 30);

impl Pace {
    /// Makes sure that it can be played by.
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
pub struct Clocks {
    pace: Pace,
    /// What each seat had when its clock was looked at last, in milliseconds.
    left: Vec<u64>,
    /// Whose clock runs, and since when.
    runs: Option<(usize, u64)>,
    /// The number of actions of the match when the clocks were wound last.
    #[serde(default)]
    at: Option<usize>,
    /// The increments that were added: the number of actions after the turn, and the seat.
    #[serde(default)]
    added: Vec<(usize, usize)>,
    /// The time that was left for an action when the clock was stopped: the number of actions before it, the seat, and the
    /// milliseconds. A decision that comes again has no fresh time.
    #[serde(default)]
    rest: Vec<(usize, usize, u64)>,
}

impl Clocks {
    /// Clocks that show the whole time, none of which runs.
    pub fn new(pace: Pace, seats: usize) -> Self {
        let left = vec![pace.whole(); seats];
        Self { pace, left, runs: None, at: None, added: Vec::new(), rest: Vec::new() }
    }

    /// Lets the clock of a seat run from now, or none, in a match of so many actions.
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

    /// Stops the clock of a seat that has run since so many actions.
    fn stop(&mut self, seat: usize, at: usize, now: u64) {
        let left = self.left(seat, now);
        self.left[seat] = left;
        self.runs = None;
        if !matches!(self.pace, Pace::Fischer { .. }) {
            self.rest.retain(|&(n, who, _)| (n, who) != (at, seat));
            self.rest.push((at, seat, left));
        }
    }

    /// The time that was left to a seat for the action after so many.
    fn rest(&self, steps: usize, seat: usize) -> Option<u64> {
        self.rest.iter().find(|&&(n, who, _)| (n, who) == (steps, seat)).map(|&(_, _, left)| left)
    }

    /// The seat that has too little time left for the match to go back to the moment after so many actions: without the
    /// increments that it was given since nothing would be left.
    pub fn too_short(&self, to: usize, now: u64) -> Option<usize> {
        let taken = |seat: usize| {
            self.increment() * self.added.iter().filter(|&&added| is_since(to, seat, added)).count() as u64
        };
        (0..self.left.len()).find(|&seat| taken(seat) > 0 && self.left(seat, now) <= taken(seat))
    }

    /// Goes back with the match to the moment after so many actions. Increments that were added since are taken away, and no
    /// time is given back. By the move those who didn't ask for it, and aren't on the side of who did, have their whole time
    /// for the actions that they have to take again.
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

    /// The time that is added after a turn, in milliseconds.
    fn increment(&self) -> u64 {
        match self.pace {
            Pace::Fischer { increment, .. } => increment * 1000,
            Pace::Move { .. } | Pace::Days { .. } => 0,
        }
    }

    /// What a seat has left, in milliseconds.
    pub fn left(&self, seat: usize, now: u64) -> u64 {
        match self.runs {
            Some((running, since)) if running == seat => self.left[seat].saturating_sub(now.saturating_sub(since)),
            _ => self.left[seat],
        }
    }

    /// When the clock that runs will have run out.
    pub fn runs_out(&self) -> Option<u64> {
        self.runs.map(|(seat, since)| since + self.left[seat])
    }

    /// The seat whose clock has run out.
    pub fn lost(&self, now: u64) -> Option<usize> {
        self.runs.filter(|&(seat, _)| self.left(seat, now) == 0).map(|(seat, _)| seat)
    }

    /// Goes on after a time in which no server was there: one that was ended all at once may have noted a clock after it last
    /// said that it was there.
    pub fn go_on(&mut self, now: u64) {
        if let Some((_, since)) = &mut self.runs {
            *since = now.min(*since);
        }
    }

    /// What clients are told: the pace, what seats have left in milliseconds, and whose clock runs.
    pub fn told(&self, names: &[&str], has_clock: impl Fn(usize) -> bool, now: u64) -> Value {
        let mut told = serde_json::to_value(self.pace).unwrap_or_default();
        let seats = (0..names.len()).filter(|&seat| has_clock(seat));
        told["left"] = seats.map(|seat| (names[seat].to_owned(), json!(self.left(seat, now)))).collect();
        told["runs"] = json!(self.runs.map(|(seat, _)| names[seat]));
        told
    }
}

/// True if an increment was added to a seat since the moment after so many actions.
fn is_since(to: usize, seat: usize, (steps, who): (usize, usize)) -> bool {
    steps > to && who == seat
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of Fischer's clock a turn costs what it takes and gives the increment at its end; several actions of one turn give it
    /// once.
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

    /// Acting and going back, however often and from whatever moment, adds nothing to Fischer's clock.
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
        // The same over the turn of the other, and over one's own turns of several actions.
        clocks.wind(Some(0), 1, 5000);
        clocks.wind(Some(1), 2, 6000);
        clocks.wind(Some(0), 3, 7000);
        assert_eq!((clocks.left(0, 7000), clocks.left(1, 7000)), (59_000, 64_000));
        clocks.go_back(1, |seat| seat == 0, 8000);
        clocks.wind(Some(0), 1, 8000);
        assert_eq!((clocks.left(0, 8000), clocks.left(1, 8000)), (53_000, 59_000));
    }

    /// Nobody loses on time by going back: where nothing would be left without the increments it isn't done.
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

    /// By the move each action has its own time.
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

    /// A decision that comes again, by going back or by leaving the seat to a robot for a while, has what was left of its
    /// time; those who were taken back by others have their whole time again.
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

    /// A clock that was noted after the server was last known to be there runs from now.
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
