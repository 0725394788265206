//! The time of a server. It goes on while the server runs and at no other time, whatever happens to the clock on the wall: a
//! match isn't lost because a machine was asleep, a server was stopped, or somebody has set the clock.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Where a server has the time from, in milliseconds.
#[derive(Clone)]
pub struct Time(Arc<dyn Fn() -> u64 + Send + Sync>);

/// The longest time between two readings of the clock that counts. A server that runs reads it ten times in a second; one
/// that was suspended was absent.
const GAP: Duration = Duration::from_secs(5);

impl Time {
    /// Monotonic time, from what the clock on the wall shows now. A time in which the machine or the process was suspended
    /// isn't counted.
    pub fn of_system() -> Self {
        let wall = milliseconds(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default());
        let begun = Instant::now();
        Self::of(move || wall + milliseconds(begun.elapsed())).without_gaps()
    }

    /// The time that a function tells.
    pub fn of(tell: impl Fn() -> u64 + Send + Sync + 'static) -> Self {
        Self(Arc::new(tell))
    }

    pub(crate) fn now(&self) -> u64 {
        (self.0)()
    }

    /// The same without the times in which nobody has read it.
    fn without_gaps(self) -> Self {
        let begun = self.now();
        let read = Mutex::new((begun, begun));
        Self::of(move || {
            let mut read = read.lock().unwrap_or_else(PoisonError::into_inner);
            let (last, told) = *read;
            let now = self.now().max(last);
            let passed = now - last;
            *read = (now, if passed > milliseconds(GAP) { told } else { told + passed });
            read.1
        })
    }

    /// Goes on from when a server was there last, if one was: the time between isn't counted.
    pub(crate) fn going_on_from(self, last: Option<u64>) -> Self {
        let begun = self.now();
        let from = last.unwrap_or(begun);
        Self::of(move || from + self.now().saturating_sub(begun))
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl fmt::Debug for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Time")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    fn by_hand(from: u64) -> (Arc<AtomicU64>, Time) {
        let hand = Arc::new(AtomicU64::new(from));
        let own = hand.clone();
        (hand, Time::of(move || own.load(Ordering::SeqCst)))
    }

    /// A time in which nobody read the clock, and a clock that goes back, count for nothing.
    #[test]
    fn a_gap_is_not_counted() {
        let (hand, time) = by_hand(1000);
        let time = time.without_gaps();
        for (shown, told) in
            [(1100, 1100), (6100, 6100), (3_606_100, 6100), (3_606_200, 6200), (5, 6200), (3_606_300, 6300)]
        {
            hand.store(shown, Ordering::SeqCst);
            assert_eq!(time.now(), told, "at {shown}");
        }
    }

    /// A server that is started again goes on from when one was there last, whatever the clock on the wall shows.
    #[test]
    fn time_goes_on_from_the_last_server() {
        for shown in [5, 900_000] {
            let (hand, time) = by_hand(shown);
            let time = time.going_on_from(Some(70_000));
            assert_eq!(time.now(), 70_000);
            hand.fetch_add(250, Ordering::SeqCst);
            assert_eq!(time.now(), 70_250);
        }
        let (_, time) = by_hand(42);
        assert_eq!(time.going_on_from(None).now(), 42);
    }

    /// The time of the system doesn't go back, and goes on.
    #[test]
    fn the_time_of_the_system_goes_on() {
        let time = Time::of_system();
        let first = time.now();
        std::thread::sleep(Duration::from_millis(20));
        assert!(time.now() > first);
    }
}
