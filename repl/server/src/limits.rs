//! What clients may ask for, and how much of it.

use std::time::Duration;

/// How much a server gives to whom.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Tables in all.
    pub tables: usize,
    /// Tables in memory; where there are more, those leave it at which nothing goes on.
    pub loaded: usize,
    /// Connections in all.
    pub connections: usize,
    /// Connections of one address.
    pub per_address: usize,
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
    /// The longest name, in characters.
    pub const LONGEST_NAME: usize = 24;
    /// The longest word for a fair deal, in characters.
    pub const LONGEST_WORD: usize = 40;
    /// The longest id of an act, in bytes.
    pub const LONGEST_ID: usize = 64;
    /// Frames that may wait for a client that doesn't read; one more ends the connection.
    pub const WAITING: usize = 64;
    /// Requests that may wait for a worker; one more is refused.
    pub const INBOX: usize = 4096;
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
    /// The largest save that is taken, in bytes.
    pub const LARGEST_SAVE: usize = 256 << 10;
    /// The most actions of a save that is taken.
    pub const LONGEST_MATCH: usize = 2000;
    /// The longest that a robot may be given.
    pub const LONGEST_THOUGHT: Duration = Duration::from_secs(5);
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            tables: 20_000,
            loaded: 4_000,
            connections: 12_000,
            per_address: 200,
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
