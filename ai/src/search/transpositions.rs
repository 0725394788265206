//! The transposition table: what is known of positions that were met before.

/// Entries of the table; a power of two.
const ENTRIES: usize = 1 << 19;

/// What a value means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Bound {
    #[default]
    Exact,
    AtLeast,
    AtMost,
}

/// What is known of a position, for the seat that is to act there.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    key: u64,
    /// The best action.
    pub(super) best: u64,
    pub(super) value: i32,
    pub(super) depth: i8,
    pub(super) bound: Bound,
    /// Which search has met it.
    search: u16,
}

/// A table that forgets all from search to search without being cleared.
#[derive(Debug, Default)]
pub(super) struct Transpositions {
    entries: Vec<Entry>,
    search: u16,
}

impl Transpositions {
    /// Begins a search: nothing is known.
    pub(super) fn begin(&mut self) {
        self.search = self.search.wrapping_add(1);
        // A number that comes round again must not revive what was known then.
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

    /// Notes what was found. What is known of another position in the same place goes, unless it was looked at much
    /// more deeply.
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
