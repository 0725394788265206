//! The lines of a match: it and its branches, as they are saved.

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
    /// How many actions it has.
    pub actions: usize,
    /// The match is over there.
    pub is_over: bool,
    /// The line that it goes on from, by place in the list, and after how many actions of both.
    pub from: Option<(usize, usize)>,
    /// How many lines it goes on from, one from the other.
    pub depth: usize,
}

/// All saved lines of a match, each behind the one that it goes on from.
pub(crate) fn lines(saves: &Saves, own: &Record) -> Vec<Line> {
    let saved = saves.all().into_iter().filter_map(|saved| {
        let name = saves.name_of(&saved.path)?;
        let record = Record::read(&name, &saves::read(&saved.path).ok()?).ok()?;
        is_same(&record, own).then(|| (name, record, saves::is_over(&saved.path)))
    });
    let mut found: Vec<(String, Record, bool)> = saved.collect();
    // A branch comes after what it is a branch of.
    found.sort_by_cached_key(|(name, ..)| (!name.starts_with(&own.game), name.len(), name.clone()));
    let mut lines: Vec<Line> = Vec::new();
    for (n, (name, record, is_over)) in found.iter().enumerate() {
        let common = |other: &Record| {
            let pairs = other.actions.iter().zip(&record.actions);
            pairs.take_while(|(theirs, mine)| theirs == mine).count()
        };
        // The first of those that go together longest.
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

/// Whether a saved line of a match shows more of it than the match itself may: one that was revealed, or is over. Of a match
/// in a file elsewhere no lines are known.
pub(crate) fn show_more(saves: &Saves, own: &Record) -> bool {
    saves.all().into_iter().any(|saved| {
        let record = saves::read(&saved.path).ok().and_then(|text| Record::read("", &text).ok());
        record.is_some_and(|record| is_same(&record, own) && (record.revealed || saves::is_over(&saved.path)))
    })
}

/// Marks a saved match of which somebody may know what is hidden: it itself if it is an autosave, or else a line of it
/// beside it, as for a match that goes on from a file.
///
/// # Errors
/// Somebody else plays it, or the folder can't be written.
pub(crate) fn mark(saves: &Saves, path: &Path, own: &Record) -> Result<(), SaveError> {
    if show_more(saves, own) {
        return Ok(());
    }
    let place = saves.place_of(path, own)?;
    saves.autosave(&Record { revealed: true, ..own.clone() }, &place.name, false)
}

/// Whether two records are of the same match: the same beginning.
fn is_same(one: &Record, other: &Record) -> bool {
    let beginning = |record: &Record| {
        let Record { game, variant, seed, options, scenario, players, .. } = record.clone();
        (game, variant, seed, options, scenario, players.len())
    };
    beginning(one) == beginning(other)
}
