//! What clients may ask for, and how much of it.

use std::time::Duration;

/// How much a server gives to whom.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Tables in all.
    pub tables: usize,
    /// Tables in memory, each with a thread of its own; where there are more, those leave it at which nothing goes on.
    pub loaded: usize,
    /// A table leaves memory at which nothing has gone on for so long.
    pub rest: Duration,
    /// Connections to tables in all.
    pub connections: usize,
    /// Connections to tables of one address.
    pub per_address: usize,
    /// Connections over HTTP in all. One more takes the place of one from which a request is waited for.
    pub requests: usize,
    /// Connections over HTTP of one address.
    pub requests_per_address: usize,
    /// The longest that the head of a request may take, and that a connection is kept from which no other comes.
    pub head: Duration,
    /// The longest that the body of a request may take.
    pub body: Duration,
    /// New tables that one address may make at once; one more is allowed every [`Limits::TABLE_EVERY`].
    pub new_tables: u32,
    /// Frames that a connection may send at once.
    pub burst: u32,
    /// Frames that a connection may send in a second, over time.
    pub per_second: u32,
    /// A connection from which nothing is heard for so long is closed.
    pub idle: Duration,
    /// Robots answer at multiples of this, so that how long they think tells nothing.
    pub grid: Duration,
}

impl Limits {
    /// A connection that hasn't sat down after so long is closed.
    pub const TO_SIT: Duration = Duration::from_secs(15);
    /// The largest frame and the largest body of a request, in bytes.
    pub const LARGEST: usize = 16 << 10;
    /// The longest action or question, in bytes.
    pub const LONGEST_ACTION: usize = 1000;
    /// The longest line of chat, in characters.
    pub const LONGEST_CHAT: usize = 300;
    /// Lines of a chat that are kept for those who come later.
    pub const KEPT_CHAT: usize = 100;
    /// The longest name, in characters.
    pub const LONGEST_NAME: usize = 24;
    /// The longest word for a fair deal, in characters.
    pub const LONGEST_WORD: usize = 40;
    /// The longest id of an act, in bytes.
    pub const LONGEST_ID: usize = 64;
    /// Frames that may wait for a client that doesn't read; one more ends the connection.
    pub const WAITING: usize = 64;
    /// Requests that may wait for a table; one more is refused.
    pub const INBOX: usize = 128;
    /// Actions that robots take at a table at which nobody is.
    pub const UNWATCHED: u32 = 1000;
    /// One new table of an address in so long.
    pub const TABLE_EVERY: Duration = Duration::from_secs(5);
    /// The most actions by which those who look on are behind.
    pub const LONGEST_DELAY: usize = 100;
    /// The most nodes that a robot may be given.
    pub const MOST_NODES: u64 = 200_000;
    /// The nodes that are given to the decisions of a whole match when it is reviewed.
    pub const REVIEW_NODES: u64 = 100_000;
    /// Faults of a pack that are told to those at its tables, the first ones.
    pub const FAULTS: usize = 20;
    /// Reviews that may wait; one more is refused.
    pub const REVIEWS: usize = 32;
    /// Moments of a match that a table shows at once, and in a second over time.
    pub const LOOKS: (u32, f64) = (20, 8.0);
    /// Links by which a match is shown that is over; one more takes the place of the first.
    pub const LINKS: usize = 16;
    /// Seats of one table that are claimed in the lobby from one address.
    pub const CLAIMS: usize = 2;
    /// The largest save that is taken, in bytes.
    pub const LARGEST_SAVE: usize = 256 << 10;
    /// The most actions of a save that is taken.
    pub const LONGEST_MATCH: usize = 2000;
    /// The longest that a robot may be given.
    pub const LONGEST_THOUGHT: Duration = Duration::from_secs(5);
}

impl Limits {
    /// The same for a process that may have so many files and connections open: a part of them is kept for files.
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

/// What is used up and comes back with time.
#[derive(Clone, Debug)]
pub(crate) struct Bucket {
    most: f64,
    per_second: f64,
    left: f64,
    at: std::time::Instant,
}

impl Bucket {
    /// A full one.
    pub(crate) fn new(most: u32, per_second: f64) -> Self {
        Self { most: most.into(), per_second, left: most.into(), at: std::time::Instant::now() }
    }

    /// Takes one; false if there is none left.
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

    /// Whether it is full again, so that it needn't be kept.
    pub(crate) fn is_full(&self) -> bool {
        self.left + self.at.elapsed().as_secs_f64() * self.per_second >= self.most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Connections leave room for files, and no address takes all.
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
