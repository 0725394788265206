//! The tables that a worker has in memory. Where there are too many, those leave at which nothing goes on, the ones that were
//! used last the longest; they come back from what is kept of them.

use std::collections::HashMap;

use crate::desk::Desk;

/// Tables in memory, by their ids.
pub(crate) struct Desks {
    all: HashMap<String, Used>,
    /// So many may be there before idle ones leave.
    most: usize,
    /// How often tables were used.
    count: u64,
}

struct Used {
    desk: Desk,
    /// The number of its last use.
    at: u64,
}

impl Desks {
    pub(crate) fn new(most: usize) -> Self {
        Self { all: HashMap::new(), most, count: 0 }
    }

    pub(crate) fn has(&self, id: &str) -> bool {
        self.all.contains_key(id)
    }

    /// The tables in memory.
    pub(crate) fn ids(&self) -> Vec<String> {
        self.all.keys().cloned().collect()
    }

    /// A table, for something that goes on at it.
    pub(crate) fn get_mut(&mut self, id: &str) -> Option<&mut Desk> {
        self.count += 1;
        let used = self.all.get_mut(id)?;
        used.at = self.count;
        Some(&mut used.desk)
    }

    /// Takes a table in, and makes room for it.
    pub(crate) fn insert(&mut self, id: &str, desk: Desk) {
        if self.all.len() >= self.most {
            self.make_room();
        }
        self.count += 1;
        self.all.insert(id.to_owned(), Used { desk, at: self.count });
    }

    /// Lets idle tables leave, an eighth of all so that it isn't done for each that comes.
    fn make_room(&mut self) {
        let left = self.most - self.most.div_ceil(8);
        let mut idle: Vec<(u64, String)> =
            self.all.iter().filter(|(_, used)| used.desk.is_idle()).map(|(id, used)| (used.at, id.clone())).collect();
        idle.sort_unstable();
        for (_, id) in idle.into_iter().take(self.all.len() - left) {
            self.all.remove(&id);
        }
    }
}
