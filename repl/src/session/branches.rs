//! The lines of a match: it and its branches, as they are saved.

use std::fmt::Write;

use parlour_engine::play::Record;

use super::sitting::Sitting;
use super::telling::actions;
use crate::marks::{escape, wrap};
use parlour_table::saves::{self, Saves};

/// A saved line of a match.
struct Line {
    name: String,
    record: Record,
    is_over: bool,
}

impl Sitting {
    /// All saved lines of this match as a tree, where there is more than one: after which action each goes another
    /// way, and how long it is.
    pub(super) fn branches(&self, all: &Saves, width: usize) -> String {
        let own = self.table.record();
        let saved = all.all().into_iter().filter_map(|saved| {
            let name = all.name_of(&saved.path)?;
            let record = Record::read(&name, &saves::read(&saved.path).ok()?).ok()?;
            is_same(&record, &own).then(|| Line { name, record, is_over: saves::is_over(&saved.path) })
        });
        let mut lines: Vec<Line> = saved.collect();
        if lines.len() < 2 {
            return String::new();
        }
        // A branch comes after what it is a branch of.
        lines.sort_by_cached_key(|line| (!line.name.starts_with(&own.game), line.name.len(), line.name.clone()));
        let mut out = String::from("\n[bold]Lines of this match[/]\n");
        let mut depths: Vec<usize> = Vec::new();
        for (n, line) in lines.iter().enumerate() {
            let common = |other: &Line| {
                let pairs = other.record.actions.iter().zip(&line.record.actions);
                pairs.take_while(|(theirs, mine)| theirs == mine).count()
            };
            // The first of those that go together longest.
            let parent = (0..n).rev().max_by_key(|&n| common(&lines[n]));
            let depth = parent.map_or(0, |parent| depths[parent] + 1);
            let count = line.record.actions.len();
            let from = parent.map(|parent| (common(&lines[parent]), &lines[parent]));
            let from = from.map_or_else(String::new, |(common, parent)| match common {
                _ if common == count && common == parent.record.actions.len() => format!(", as `{}`", parent.name),
                _ if common == count => format!(", as far as `{}`", parent.name),
                0 => format!(", from the beginning of `{}`", parent.name),
                _ => format!(", from action {common} of `{}`", parent.name),
            });
            let over = if line.is_over { ", over" } else { "" };
            let here = if line.name == self.keeping.name() { " [bold](this one)[/]" } else { "" };
            let told = escape(&format!("{}: {}{over}{from}", line.name, actions(count)));
            // Writing to a `String` does not fail.
            let told = format!("{}{told}{here}", "  ".repeat(depth + 1));
            let _ = writeln!(out, "{}", wrap(&told, width, 2 * depth + 6));
            depths.push(depth);
        }
        out
    }
}

/// Whether two records are of the same match: the same beginning.
fn is_same(one: &Record, other: &Record) -> bool {
    let beginning = |record: &Record| {
        let Record { game, variant, seed, options, scenario, players, .. } = record.clone();
        (game, variant, seed, options, scenario, players.len())
    };
    beginning(one) == beginning(other)
}
