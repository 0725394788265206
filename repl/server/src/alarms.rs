//! Timers of tables.

use std::collections::{BTreeSet, HashMap};

/// Deadlines of tables, in milliseconds since the beginning of 1970.
#[derive(Default)]
pub(crate) struct Alarms {
    by_time: BTreeSet<(u64, String)>,
    of: HashMap<String, u64>,
}

impl Alarms {
    /// Sets or clears the timer of a table.
    pub(crate) fn set(&mut self, table: &str, at: Option<u64>) {
        let before = match at {
            Some(at) => self.of.insert(table.to_owned(), at),
            None => self.of.remove(table),
        };
        if before == at {
            return;
        }
        if let Some(before) = before {
            self.by_time.remove(&(before, table.to_owned()));
        }
        if let Some(at) = at {
            self.by_time.insert((at, table.to_owned()));
        }
    }

    /// Takes a table whose timer has expired; its timer is cleared.
    pub(crate) fn due(&mut self, now: u64) -> Option<String> {
        let (at, table) = self.by_time.first().filter(|(at, _)| *at <= now).cloned()?;
        self.by_time.remove(&(at, table.clone()));
        self.of.remove(&table);
        Some(table)
    }
}
