//! How much work something is. Tests bound work and not the time on the wall, which others at the same machine use too.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// How long this thread has run on a processor; the time on the wall where the system does not tell.
pub fn processor_time() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    let start = START.get_or_init(Instant::now);
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|n| n.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}
