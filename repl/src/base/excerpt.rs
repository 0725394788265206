//! Rendering of faults: the message, and the source line with a caret under the column.

use parlour_ai::RobotError;
use parlour_ai::seated::Fault;
use parlour_engine::diagnostic::{Diagnostic, Place};
use parlour_table::sanitize::is_hidden;

use crate::marks::{escape, wrap};

/// Maximum number of shown characters of a line.
const LONGEST: usize = 160;
/// Minimum number of shown characters.
const SHORTEST: usize = 20;
/// Columns before a line in addition to its number.
const MARGIN: usize = 5;

/// A message, and its fault if that has a place.
pub(crate) struct Told<'a> {
    pub(crate) message: String,
    pub(crate) fault: Option<&'a Diagnostic>,
}

impl<'a> Told<'a> {
    /// A message without a place.
    pub(crate) fn plain(message: impl ToString) -> Vec<Self> {
        vec![Self { message: message.to_string(), fault: None }]
    }

    /// A message about a fault.
    pub(crate) fn about(message: impl ToString, fault: &'a Diagnostic) -> Vec<Self> {
        vec![Self { message: message.to_string(), fault: Some(fault) }]
    }

    /// A message about a robot's fault, followed by `after`.
    pub(crate) fn of_robot(fault: &'a Fault, after: &str) -> Vec<Self> {
        let message = format!("{fault}{after}");
        match fault {
            Fault::Robot(RobotError::Script { fault, .. }) => Self::about(message, fault),
            _ => Self::plain(message),
        }
    }

    /// A message for each of several faults; `before` precedes the first.
    pub(crate) fn all(before: &str, faults: &'a [Diagnostic]) -> Vec<Self> {
        let mut told: Vec<Self> =
            faults.iter().map(|fault| Self { message: fault.to_string(), fault: Some(fault) }).collect();
        if let Some(first) = told.first_mut() {
            first.message.insert_str(0, before);
        }
        told
    }

    /// The source excerpt, in marked text and within a width; empty if the place is unknown.
    pub(crate) fn excerpt(&self, width: usize) -> String {
        let Some(fault) = self.fault else { return String::new() };
        let excerpt = fault.place.as_ref().map_or_else(String::new, |place| pointer(place, width));
        let calls: String = calls(fault).collect();
        excerpt + calls.trim_end()
    }
}

/// A fault in marked text, for a list of faults: place, kind, message, source line and help, filled to a width.
pub(crate) fn report(fault: &Diagnostic, width: usize) -> String {
    let message = escape(&fault.message);
    let said = match &fault.place {
        Some(place) => format!("[bold]{}[/]: [red]{}[/]: {message}\n", escape(&place.to_string()), fault.code),
        None => format!("[red]{}[/]: {message}\n", fault.code),
    };
    let mut out = wrap(&said, width, 2);
    out.push_str(&fault.place.as_ref().map_or_else(String::new, |place| pointer(place, width)));
    out.extend(calls(fault));
    if let Some(help) = &fault.help {
        out.push_str(&wrap(&format!("  help: {}\n", escape(help)), width, 4));
    }
    out
}

/// The call stack of a fault in a script, a line each.
fn calls(fault: &Diagnostic) -> impl Iterator<Item = String> + '_ {
    fault.calls.iter().map(|call| format!("    {}\n", escape(&call.to_string())))
}

/// The source line of a place with a caret under the column, in marked text and within a width.
fn pointer(place: &Place, width: usize) -> String {
    let Some(line) = place.text() else { return String::new() };
    let column = place.column.saturating_sub(1) as usize;
    let number = place.line.to_string();
    let longest = width.saturating_sub(number.len() + MARGIN).clamp(SHORTEST, LONGEST);
    // Of a very long line the part around the column is shown.
    let skipped = if line.chars().nth(longest).is_some() { column.saturating_sub(longest / 2) } else { 0 };
    let shown: String = line
        .chars()
        .skip(skipped)
        .take(longest)
        .map(|c| if is_hidden(c) { char::REPLACEMENT_CHARACTER } else { c })
        .collect();
    let before: String = shown.chars().take(column - skipped).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
    let indent = " ".repeat(number.len());
    format!("  {number} | {}\n  {indent} | {before}[red]^[/]\n", escape(&shown))
}

#[cfg(test)]
mod tests {
    use parlour_engine::diagnostic::SourceFile;

    use super::*;
    use crate::marks::render;

    fn shown(text: &str, at: usize) -> String {
        render(&pointer(&SourceFile::new("x.toml", text).place(at), usize::MAX), false)
    }

    #[test]
    fn the_mark_stands_under_the_place() {
        assert_eq!(shown("a = 1\n\tä = [x]\n", 13), "  2 | \tä = [x]\n    | \t     ^\n");
    }

    #[test]
    fn a_long_line_is_cut_and_what_a_terminal_would_obey_is_taken_out() {
        let text = format!("{}\u{1b}[31m{}", "x".repeat(1_000), "y".repeat(1_000));
        let shown = shown(&text, 1_000);
        assert!(shown.chars().count() < 2 * LONGEST + 30 && !shown.contains('\u{1b}'), "{shown}");
        let narrow = render(&pointer(&SourceFile::new("x.toml", text).place(1_000), 80), false);
        assert!(narrow.lines().all(|line| line.chars().count() <= 80) && narrow.contains("y"), "{narrow}");
    }
}
