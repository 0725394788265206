//! Actions from a file, one a line.

use std::collections::VecDeque;
use std::path::Path;

use crate::context::read_text;
use crate::failure::Failure;

/// The actions of a file that are not used up yet. Empty lines and lines that begin with `#` are left out.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    name: String,
    lines: VecDeque<(usize, String)>,
}

impl Script {
    /// # Errors
    /// A file that can't be read.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let text = read_text(path)?;
        let lines = text
            .lines()
            .enumerate()
            .map(|(n, line)| (n + 1, line.trim().to_owned()))
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
            .collect();
        Ok(Self { name: path.display().to_string(), lines })
    }

    /// The next action with the number of its line.
    pub(crate) fn next(&mut self) -> Option<(usize, String)> {
        self.lines.pop_front()
    }

    /// The failure for an action of the file.
    pub(crate) fn refusal(&self, line: usize, action: &str, reason: impl std::fmt::Display) -> Failure {
        Failure::Script { file: self.name.clone(), line, action: action.to_owned(), reason: reason.to_string() }
    }
}
