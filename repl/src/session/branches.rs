//! The saved lines of a match: the match and its branches.

use std::fmt::Write;

use parlour_table::Saves;

use super::sitting::Sitting;
use crate::answers::ending::actions;
use crate::marks::{escape, wrap};

impl Sitting {
    /// All saved lines of this match as a tree, if there are several: the action at which each branches, and its
    /// length.
    pub(super) fn branches(&self, saves: &Saves, width: usize) -> String {
        let lines = self.table.lines(saves);
        if lines.len() < 2 {
            return String::new();
        }
        let mut out = String::from("\n[bold]Lines of this match[/]\n");
        for line in &lines {
            let count = line.actions;
            let from = line.from.map(|(parent, common)| (common, &lines[parent]));
            let from = from.map_or_else(String::new, |(common, parent)| match common {
                _ if common == count && common == parent.actions => format!(", as `{}`", parent.name),
                _ if common == count => format!(", as far as `{}`", parent.name),
                0 => format!(", from the beginning of `{}`", parent.name),
                _ => format!(", from action {common} of `{}`", parent.name),
            });
            let over = if line.is_over { ", over" } else { "" };
            let here = if Some(line.name.as_str()) == self.table.name() { " [bold](this one)[/]" } else { "" };
            let told = escape(&format!("{}: {}{over}{from}", line.name, actions(count)));
            // Writing to a `String` doesn't fail.
            let told = format!("{}{told}{here}", "  ".repeat(line.depth + 1));
            let _ = writeln!(out, "{}", wrap(&told, width, 2 * line.depth + 6));
        }
        out
    }
}
