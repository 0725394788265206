//! Server time. It advances only while the server runs, independent of the wall clock: nobody loses a match because a
//! machine was suspended, a server was stopped, or the clock was set.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A source of server time, in milliseconds.
#[derive(Clone)]
pub struct Time(Arc<dyn Fn() -> u64 + Send + Sync>);

/// The maximum interval between two readings that counts. A running server reads the clock ten times a second; a longer
/// gap means that it was suspended.
const GAP: Duration = Duration::from_secs(5);

impl Time {
    /// Monotonic time, starting from the wall clock. Suspension of the machine or the process isn't counted.
    pub fn of_system() -> Self {
        let wall = milliseconds(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default());
        let begun = Instant::now();
        Self::of(move || wall + milliseconds(begun.elapsed())).without_gaps()
    }

    /// The time given by a function.
    pub fn of(tell: impl Fn() -> u64 + Send + Sync + 'static) -> Self {
        Self(Arc::new(tell))
    }

    pub(crate) fn now(&self) -> u64 {
        (self.0)()
    }

    /// The same time, without gaps between readings.
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

    /// Continues from the last heartbeat of a server, if there is one: the downtime isn't counted.
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

    /// Gaps between readings, and a clock that goes back, don't count.
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

    /// A restarted server continues from the last heartbeat, with any wall clock.
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

    /// System time is monotonic, and advances.
    #[test]
    fn the_time_of_the_system_goes_on() {
        let time = Time::of_system();
        let first = time.now();
        std::thread::sleep(Duration::from_millis(20));
        assert!(time.now() > first);
    }
}
