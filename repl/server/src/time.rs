//! What time it is for a server, and how long it was away.

use std::fmt;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// Where a server has the time from, in milliseconds since the beginning of 1970.
#[derive(Clone)]
pub struct Time(Arc<dyn Fn() -> u64 + Send + Sync>);

impl Time {
    /// The time of the system.
    pub fn of_system() -> Self {
        let since = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self::of(move || u64::try_from(since().as_millis()).unwrap_or(u64::MAX))
    }

    /// The time that a function tells.
    pub fn of(tell: impl Fn() -> u64 + Send + Sync + 'static) -> Self {
        Self(Arc::new(tell))
    }

    pub(crate) fn now(&self) -> u64 {
        (self.0)()
    }
}

impl fmt::Debug for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Time")
    }
}

/// From when to when no server was there.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Away {
    pub(crate) from: u64,
    pub(crate) to: u64,
}

impl Away {
    /// How much later a moment would have been without the pause.
    pub(crate) fn after(self, moment: u64) -> u64 {
        if moment < self.to { self.to - self.from.max(moment) } else { 0 }
    }
}
