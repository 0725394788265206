//! Coverage of a pack's scripts.

use std::collections::BTreeMap;

/// Coverage of scripts since their rules were loaded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    /// Execution counts of lines with code, by the name of the file.
    pub lines: BTreeMap<String, BTreeMap<u32, u64>>,
    /// Counts of the refusals of the pack, in its order.
    pub refusals: Vec<u64>,
}

impl Reached {
    /// Adds the coverage by other rules of the same pack.
    pub fn add(&mut self, other: &Self) {
        for (file, lines) in &other.lines {
            let mine = self.lines.entry(file.clone()).or_default();
            for (&line, &hits) in lines {
                *mine.entry(line).or_default() += hits;
            }
        }
        self.refusals.resize(self.refusals.len().max(other.refusals.len()), 0);
        self.refusals.iter_mut().zip(&other.refusals).for_each(|(mine, theirs)| *mine += theirs);
    }
}
