//! How much processor time a table, or the new tables of a game, may take: what has used up its share rests, each time longer.

use std::time::{Duration, Instant};

/// Processor time that may be used at once, in seconds: a few calls of rules that are stopped for running too long.
const BURST: f64 = 6.0;
/// The share of a processor that may be used over time.
const RATE: f64 = 0.25;
/// The first rest; each that follows is twice as long.
const FIRST: Duration = Duration::from_secs(1);
/// The longest rest.
const LONGEST: Duration = Duration::from_secs(120);
/// After so many times its last rest one that has kept to its share begins again with the first.
const FORGIVEN: u32 = 10;

/// What is left of a share.
#[derive(Clone, Debug)]
pub(crate) struct Share {
    left: f64,
    at: Instant,
    /// The last rest, and when it ended or ends.
    rest: Option<(Duration, Instant)>,
}

impl Share {
    /// A whole one.
    pub(crate) fn new(now: Instant) -> Self {
        Self { left: BURST, at: now, rest: None }
    }

    /// Uses processor time.
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
        // Nothing comes back while it rests: after it the next call that runs too long is followed by the next rest.
        (self.left, self.at) = (0.0, now + rest);
    }

    /// How long it rests from now.
    pub(crate) fn rests(&self, now: Instant) -> Option<Duration> {
        let (_, end) = self.rest?;
        Some(end.saturating_duration_since(now)).filter(|left| !left.is_zero())
    }

    /// True if it has had to rest lately.
    pub(crate) fn is_greedy(&self, now: Instant) -> bool {
        self.rest.is_some_and(|(last, end)| now.saturating_duration_since(end) < last * FORGIVEN)
    }

    /// True if nothing of it need be remembered.
    pub(crate) fn is_whole(&self, now: Instant) -> bool {
        let back = now.saturating_duration_since(self.at).as_secs_f64() * RATE;
        self.left + back >= BURST && !self.is_greedy(now)
    }
}

/// Processor time that this thread has taken; that of the clock on the wall where the system tells none.
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

    /// Calls that run too long are followed by rests, each twice as long as the one before.
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

    /// Who keeps to the share never rests, and after a while begins again with the first rest.
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

    /// Processor time is that of work.
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
