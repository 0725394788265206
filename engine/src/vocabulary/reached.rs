//! What has been reached of the scripts of a pack.

use std::collections::BTreeMap;

/// What scripts have reached since their rules were loaded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    /// How often each line that does something was reached, by the name of its file.
    pub lines: BTreeMap<String, BTreeMap<u32, u64>>,
    /// How often each refusal of the pack was said, in the order of the pack.
    pub refusals: Vec<u64>,
}

impl Reached {
    /// Adds what other rules of the same pack have reached.
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
