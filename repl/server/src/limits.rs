//! Limits of clients' requests.

use std::time::Duration;

/// Resource limits of a server.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Total number of tables.
    pub tables: usize,
    /// Tables in memory, each with a thread of its own; beyond it idle ones are unloaded.
    pub loaded: usize,
    /// Idle time after which a table is unloaded.
    pub rest: Duration,
    /// Total number of connections to tables.
    pub connections: usize,
    /// Connections to tables per address.
    pub per_address: usize,
    /// Total number of HTTP connections. One more evicts a waiting one.
    pub requests: usize,
    /// HTTP connections per address.
    pub requests_per_address: usize,
    /// Time limit of a request's head, and of an idle connection.
    pub head: Duration,
    /// Time limit of a request's body.
    pub body: Duration,
    /// Burst of new tables of an address; one more is allowed every [`Limits::TABLE_EVERY`].
    pub new_tables: u32,
    /// Burst of frames of a connection.
    pub burst: u32,
    /// Sustained rate of frames of a connection, per second.
    pub per_second: u32,
    /// Time without any frame after which a connection is closed.
    pub idle: Duration,
    /// Robots answer at multiples of this, so that their thinking time isn't a timing side channel.
    pub grid: Duration,
}

impl Limits {
    /// Time limit for joining a table after connecting.
    pub const TO_SIT: Duration = Duration::from_secs(15);
    /// Maximum size of a frame and of a request's body, in bytes.
    pub const LARGEST: usize = 16 << 10;
    /// Maximum length of an action or question, in bytes.
    pub const LONGEST_ACTION: usize = 1000;
    /// Maximum length of a chat line, in characters.
    pub const LONGEST_CHAT: usize = 300;
    /// Chat lines kept for later clients.
    pub const KEPT_CHAT: usize = 100;
    /// Maximum length of a name, in characters.
    pub const LONGEST_NAME: usize = 24;
    /// Maximum length of a word for a fair deal, in characters.
    pub const LONGEST_WORD: usize = 40;
    /// Maximum length of an action's id, in bytes.
    pub const LONGEST_ID: usize = 64;
    /// Queued frames of a client that doesn't read; one more ends the connection.
    pub const WAITING: usize = 64;
    /// Queued requests of a table; one more is refused.
    pub const INBOX: usize = 128;
    /// Maximum number of actions of robots without anybody connected.
    pub const UNWATCHED: u32 = 1000;
    /// The interval of an address's new tables after the burst.
    pub const TABLE_EVERY: Duration = Duration::from_secs(5);
    /// Maximum delay of onlookers, in actions.
    pub const LONGEST_DELAY: usize = 100;
    /// Maximum node budget of a robot.
    pub const MAX_NODES: u64 = 200_000;
    /// The node budget of a review of a whole match.
    pub const REVIEW_NODES: u64 = 100_000;
    /// Maximum number of a pack's faults shown at its tables.
    pub const FAULTS: usize = 20;
    /// Queued reviews; one more is refused.
    pub const REVIEWS: usize = 32;
    /// Burst and rate per second of past positions that a table shows.
    pub const LOOKS: (u32, f64) = (20, 8.0);
    /// Links to a finished match; one more replaces the oldest.
    pub const LINKS: usize = 16;
    /// Seats of a table that may be claimed in the lobby from one address.
    pub const CLAIMS: usize = 2;
    /// Maximum size of an uploaded save, in bytes.
    pub const LARGEST_SAVE: usize = 256 << 10;
    /// Maximum number of actions of an uploaded save.
    pub const LONGEST_MATCH: usize = 2000;
    /// Maximum thinking time of a robot.
    pub const LONGEST_THOUGHT: Duration = Duration::from_secs(5);
}

impl Limits {
    /// Reduces the limits to a number of file descriptors, of which a part is reserved for files.
    pub(crate) fn within(self, descriptors: u64) -> Self {
        let all = usize::try_from(descriptors).unwrap_or(usize::MAX);
        let left = all.saturating_sub((all / 8).clamp(64, 1024)).max(8);
        let requests = self.requests.min(left / 2);
        let connections = self.connections.min(left - requests);
        Self {
            requests,
            connections,
            per_address: self.per_address.min(connections.div_ceil(2)),
            requests_per_address: self.requests_per_address.min(requests.div_ceil(2)),
            ..self
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            tables: 20_000,
            loaded: 4_000,
            rest: Duration::from_secs(180),
            connections: 12_000,
            per_address: 200,
            requests: 2_000,
            requests_per_address: 64,
            head: Duration::from_secs(10),
            body: Duration::from_secs(20),
            new_tables: 30,
            burst: 60,
            per_second: 20,
            idle: Duration::from_secs(90),
            grid: Duration::from_millis(250),
        }
    }
}

/// A token bucket, for rate limits.
#[derive(Clone, Debug)]
pub(crate) struct Bucket {
    most: f64,
    per_second: f64,
    left: f64,
    at: std::time::Instant,
}

impl Bucket {
    /// A full bucket.
    pub(crate) fn new(most: u32, per_second: f64) -> Self {
        Self { most: most.into(), per_second, left: most.into(), at: std::time::Instant::now() }
    }

    /// Takes a token; false if there is none left.
    pub(crate) fn take(&mut self) -> bool {
        let now = std::time::Instant::now();
        let back = now.duration_since(self.at).as_secs_f64() * self.per_second;
        self.left = (self.left + back).min(self.most);
        self.at = now;
        let has_one = self.left >= 1.0;
        if has_one {
            self.left -= 1.0;
        }
        has_one
    }

    /// True if it is full, so that it needn't be stored.
    pub(crate) fn is_full(&self) -> bool {
        self.left + self.at.elapsed().as_secs_f64() * self.per_second >= self.most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Connections leave descriptors for files, and no address can take all.
    #[test]
    fn connections_fit_into_the_descriptors() {
        for descriptors in [64, 128, 256, 1024, 4096, 1 << 20, u64::MAX] {
            let limits = Limits::default().within(descriptors);
            let sum = limits.requests + limits.connections;
            assert!(sum as u64 <= descriptors.saturating_sub(64).max(8), "{descriptors}: {sum}");
            assert!(limits.requests >= 4 && limits.per_address <= limits.connections, "{limits:?}");
        }
        let usual = Limits::default();
        let wide = usual.clone().within(1 << 20);
        assert_eq!((wide.requests, wide.connections), (usual.requests, usual.connections));
    }
}
