//! Scripts of actions: files with an action per line.

use std::collections::VecDeque;
use std::fmt::Display;
use std::path::Path;

use parlour_engine::action::Action;
use parlour_engine::script::clipped;

use crate::context::read_text;
use crate::failure::Failure;

/// The remaining actions of a file. Empty lines and lines that begin with `#` are skipped.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    name: String,
    /// The last line, with its number.
    taken: (usize, String),
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
        Ok(Self { name: path.display().to_string(), taken: (0, String::new()), lines })
    }

    /// Parses the next line as an action; `None` at the end.
    ///
    /// # Errors
    /// A line that isn't an action.
    pub(crate) fn next<E: Display>(
        &mut self,
        parse: impl FnOnce(&str) -> Result<Action, E>,
    ) -> Result<Option<Action>, Failure> {
        let Some(line) = self.lines.pop_front() else { return Ok(None) };
        self.taken = line;
        parse(&self.taken.1).map(Some).map_err(|error| self.refusal(error))
    }

    /// The failure for the last line.
    pub(crate) fn refusal(&self, reason: impl Display) -> Failure {
        let (line, action) = self.taken.clone();
        Failure::Script { file: self.name.clone(), line, action: clipped(&action), reason: reason.to_string() }
    }

    /// # Errors
    /// There are lines left after the end of the match.
    pub(crate) fn finish(&mut self) -> Result<(), Failure> {
        let Some(line) = self.lines.pop_front() else { return Ok(()) };
        self.taken = line;
        Err(self.refusal("the match is over"))
    }
}
