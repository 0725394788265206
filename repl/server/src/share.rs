//! CPU time quota of a table, or of the new tables of a game: after exceeding it, it is suspended with exponential
//! backoff.

use std::time::{Duration, Instant};

/// Burst of CPU time, in seconds: a few calls of rules that run into their time limit.
const BURST: f64 = 6.0;
/// Sustained share of a processor.
const RATE: f64 = 0.25;
/// The first suspension; each later one is twice as long.
const FIRST: Duration = Duration::from_secs(1);
/// The longest suspension.
const LONGEST: Duration = Duration::from_secs(120);
/// After this multiple of the last suspension within the quota, backoff starts again.
const FORGIVEN: u32 = 10;

/// The state of a quota.
#[derive(Clone, Debug)]
pub(crate) struct Share {
    left: f64,
    at: Instant,
    /// The last suspension, and its end.
    rest: Option<(Duration, Instant)>,
}

impl Share {
    /// A full quota.
    pub(crate) fn new(now: Instant) -> Self {
        Self { left: BURST, at: now, rest: None }
    }

    /// Charges CPU time.
    pub(crate) fn spend(&mut self, time: Duration, now: Instant) {
        let back = now.saturating_duration_since(self.at).as_secs_f64() * RATE;
        self.left = (self.left + back).min(BURST) - time.as_secs_f64();
        self.at = now;
        if self.left > 0.0 {
            return;
        }
        let last = self.rest.filter(|&(last, end)| now.saturating_duration_since(end) < last * FORGIVEN);
        let rest = last.map_or(FIRST, |(last, _)| (last * 2).min(LONGEST));
        self.rest = Some((rest, now + rest));
        // Nothing is refilled during a suspension: the next call that runs too long causes the next one.
        (self.left, self.at) = (0.0, now + rest);
    }

    /// The remaining suspension.
    pub(crate) fn rests(&self, now: Instant) -> Option<Duration> {
        let (_, end) = self.rest?;
        Some(end.saturating_duration_since(now)).filter(|left| !left.is_zero())
    }

    /// True if it was suspended recently.
    pub(crate) fn is_greedy(&self, now: Instant) -> bool {
        self.rest.is_some_and(|(last, end)| now.saturating_duration_since(end) < last * FORGIVEN)
    }

    /// True if it equals a full quota, and needn't be stored.
    pub(crate) fn is_whole(&self, now: Instant) -> bool {
        let back = now.saturating_duration_since(self.at).as_secs_f64() * RATE;
        self.left + back >= BURST && !self.is_greedy(now)
    }
}

/// CPU time of this thread; wall-clock time if the system doesn't provide it.
pub(crate) fn processor_time() -> Duration {
    #[cfg(unix)]
    {
        use nix::time::{ClockId, clock_gettime};
        if let Ok(time) = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID) {
            return time.into();
        }
    }
    static BEGUN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    BEGUN.get_or_init(Instant::now).elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CALL: Duration = Duration::from_secs(2);

    /// Calls that run too long cause suspensions, each twice as long as the last one.
    #[test]
    fn rests_grow() {
        let mut now = Instant::now();
        let mut share = Share::new(now);
        let mut rests = Vec::new();
        for _ in 0..12 {
            share.spend(CALL, now);
            if let Some(rest) = share.rests(now) {
                rests.push(rest.as_secs());
                now += rest;
                assert_eq!(share.rests(now), None);
            }
        }
        assert_eq!(rests, [1, 2, 4, 8, 16, 32, 64, 120, 120, 120]);
        assert!(share.is_greedy(now));
    }

    /// Within the quota there are no suspensions, and after a while backoff starts again.
    #[test]
    fn a_share_comes_back() {
        let mut now = Instant::now();
        let mut share = Share::new(now);
        for _ in 0..1000 {
            share.spend(Duration::from_millis(20), now);
            assert_eq!(share.rests(now), None);
            now += Duration::from_millis(100);
        }
        (0..3).for_each(|_| share.spend(CALL, now));
        assert_eq!(share.rests(now), Some(FIRST));
        assert!(!share.is_whole(now));
        now += Duration::from_secs(3600);
        assert!(share.is_whole(now) && !share.is_greedy(now));
        (0..3).for_each(|_| share.spend(CALL, now));
        assert_eq!(share.rests(now), Some(FIRST));
    }

    /// CPU time measures work.
    #[test]
    fn processor_time_goes_on_with_work() {
        let begun = processor_time();
        let mut sum = 0_u64;
        while processor_time() == begun {
            sum = std::hint::black_box(sum.wrapping_add(1));
        }
        assert!(processor_time() > begun);
    }
}
