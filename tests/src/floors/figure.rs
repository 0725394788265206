//! The figure of a crate's floors.

use std::collections::BTreeSet;

use super::source::Crate;
use super::table::{Floor, Floors};

/// The maximum width of a line.
const WIDTH: usize = 116;

/// The floors from the highest to the lowest, with descriptions and modules, those of a floor's folder by their own
/// names.
pub fn figure(read: &Crate, table: &Floors) -> String {
    let widest = table.floors.iter().map(|floor| floor.name.chars().count()).max().unwrap_or(0);
    let mut out = String::new();
    for floor in table.floors.iter().rev() {
        let modules = modules(read, floor).into_iter().collect::<Vec<_>>().join(" ");
        let mut lines = wrapped(&floor.holds, WIDTH - widest - 2);
        lines.extend(wrapped(&modules, WIDTH - widest - 4).into_iter().map(|line| format!("  {line}")));
        for (n, line) in lines.iter().enumerate() {
            let name = if n == 0 { floor.name.as_str() } else { "" };
            out.push_str(format!("{name:widest$}  {line}").trim_end());
            out.push('\n');
        }
    }
    out
}

/// The names of a floor's modules: the contents of its folder, or else the table's entries.
fn modules(read: &Crate, floor: &Floor) -> BTreeSet<String> {
    let [one] = floor.modules.as_slice() else {
        return floor.modules.iter().cloned().collect();
    };
    let depth = one.split("::").count();
    let is_inside = |path: &[String]| path.len() == depth + 1 && path[..depth].join("::") == *one;
    let inside = read.modules.iter().filter(|module| is_inside(&module.path));
    inside.filter_map(|module| module.path.last().cloned()).collect()
}

/// Wraps a text to a width.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
