//! The saved lines of a match: the match and its branches.

use std::path::Path;

use parlour_engine::play::Record;
use serde::Serialize;

use crate::saves::{self, SaveError, Saves};

/// A saved line of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Line {
    /// The name of the saved match.
    pub name: String,
    /// The number of its actions.
    pub actions: usize,
    /// True if the match is over at its end.
    pub is_over: bool,
    /// The line that it branches from, as an index into the list, and the number of common actions.
    pub from: Option<(usize, usize)>,
    /// Its depth in the tree of branches.
    pub depth: usize,
}

/// All saved lines of a match, each after the one that it branches from.
pub(crate) fn lines(saves: &Saves, own: &Record) -> Vec<Line> {
    let saved = saves.all().into_iter().filter_map(|saved| {
        let name = saves.name_of(&saved.path)?;
        let record = Record::read(&name, &saves::read(&saved.path).ok()?).ok()?;
        is_same(&record, own).then(|| (name, record, saves::is_over(&saved.path)))
    });
    let mut found: Vec<(String, Record, bool)> = saved.collect();
    // A branch comes after its parent.
    found.sort_by_cached_key(|(name, ..)| (!name.starts_with(&own.game), name.len(), name.clone()));
    let mut lines: Vec<Line> = Vec::new();
    for (n, (name, record, is_over)) in found.iter().enumerate() {
        let common = |other: &Record| {
            let pairs = other.actions.iter().zip(&record.actions);
            pairs.take_while(|(theirs, mine)| theirs == mine).count()
        };
        // The first of those with the longest common prefix.
        let parent = (0..n).rev().max_by_key(|&n| common(&found[n].1));
        lines.push(Line {
            name: name.clone(),
            actions: record.actions.len(),
            is_over: *is_over,
            from: parent.map(|parent| (parent, common(&found[parent].1))),
            depth: parent.map_or(0, |parent| lines[parent].depth + 1),
        });
    }
    lines
}

/// True if a saved line of a match reveals more than the match itself may show: it was revealed, or is over. A match in
/// a file outside the folder has no known lines.
pub(crate) fn show_more(saves: &Saves, own: &Record) -> bool {
    saves.all().into_iter().any(|saved| {
        let record = saves::read(&saved.path).ok().and_then(|text| Record::read("", &text).ok());
        record.is_some_and(|record| is_same(&record, own) && (record.revealed || saves::is_over(&saved.path)))
    })
}

/// Marks a saved match as revealed, since somebody may know its hidden information: the match itself if it is an
/// autosave, or else a new line beside it, as for a match that continues from a file.
///
/// # Errors
/// Another session has it open, or the folder can't be written.
pub(crate) fn mark(saves: &Saves, path: &Path, own: &Record) -> Result<(), SaveError> {
    if show_more(saves, own) {
        return Ok(());
    }
    let place = saves.place_of(path, own)?;
    saves.autosave(&Record { revealed: true, ..own.clone() }, &place.name, false)
}

/// True if two records have the same initial state.
fn is_same(one: &Record, other: &Record) -> bool {
    let beginning = |record: &Record| {
        let Record { game, variant, seed, options, scenario, players, .. } = record.clone();
        (game, variant, seed, options, scenario, players.len())
    };
    beginning(one) == beginning(other)
}
