//! The transposition table.

/// Entries of the table; a power of two.
const ENTRIES: usize = 1 << 19;

/// The kind of a stored value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Bound {
    #[default]
    Exact,
    AtLeast,
    AtMost,
}

/// The result of a position, for the seat to move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    key: u64,
    /// The best action.
    pub(super) best: u64,
    pub(super) value: i32,
    pub(super) depth: i8,
    pub(super) bound: Bound,
    /// The search that stored it.
    search: u16,
}

/// A table that is invalidated from search to search without being cleared.
#[derive(Debug, Default)]
pub(super) struct Transpositions {
    entries: Vec<Entry>,
    search: u16,
}

impl Transpositions {
    /// Begins a search with an empty table.
    pub(super) fn begin(&mut self) {
        self.search = self.search.wrapping_add(1);
        // When the search number wraps around, old entries must not become valid again.
        if self.entries.is_empty() || self.search == 0 {
            self.entries.clear();
            self.entries.resize(ENTRIES, Entry::default());
            self.search = 1;
        }
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let entry = self.entries[key as usize & (ENTRIES - 1)];
        (entry.key == key && entry.search == self.search).then_some(entry)
    }

    /// Stores a result. It replaces another position's entry, unless that was searched much more deeply.
    pub(super) fn put(&mut self, key: u64, depth: i32, value: i32, bound: Bound, best: u64) {
        let search = self.search;
        let entry = &mut self.entries[key as usize & (ENTRIES - 1)];
        let depth = depth.clamp(0, 100) as i8;
        if entry.search == search && entry.key != key && entry.depth > depth + 4 {
            return;
        }
        let best = if best == 0 && entry.key == key { entry.best } else { best };
        *entry = Entry { key, best, value, depth, bound, search };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_search_knows_nothing() {
        let mut table = Transpositions::default();
        table.begin();
        table.put(42, 3, 7, Bound::Exact, 9);
        assert_eq!(table.get(42).map(|entry| (entry.value, entry.best)), Some((7, 9)));
        table.begin();
        assert!(table.get(42).is_none());
    }

    #[test]
    fn what_was_looked_at_deeply_stays() {
        let mut table = Transpositions::default();
        table.begin();
        let other = 42 + ENTRIES as u64;
        table.put(42, 9, 7, Bound::Exact, 9);
        table.put(other, 2, 1, Bound::Exact, 1);
        assert!(table.get(42).is_some() && table.get(other).is_none());
        table.put(other, 6, 1, Bound::Exact, 1);
        assert!(table.get(42).is_none() && table.get(other).is_some());
    }
}
