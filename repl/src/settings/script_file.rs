//! Actions from a file, one a line.

use std::collections::VecDeque;
use std::fmt::Display;
use std::path::Path;

use parlour_engine::action::Action;
use parlour_engine::script::clipped;

use crate::context::read_text;
use crate::failure::Failure;

/// The actions of a file that are not used up yet. Empty lines and lines that begin with `#` are left out.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    name: String,
    /// The line that was taken last, and its number.
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

    /// Takes the next line as an action; `None` if all lines are used up.
    ///
    /// # Errors
    /// A line that can't be read as an action.
    pub(crate) fn next<E: Display>(
        &mut self,
        parse: impl FnOnce(&str) -> Result<Action, E>,
    ) -> Result<Option<Action>, Failure> {
        let Some(line) = self.lines.pop_front() else { return Ok(None) };
        self.taken = line;
        parse(&self.taken.1).map(Some).map_err(|error| self.refusal(error))
    }

    /// The failure for the line that was taken last.
    pub(crate) fn refusal(&self, reason: impl Display) -> Failure {
        let (line, action) = self.taken.clone();
        Failure::Script { file: self.name.clone(), line, action: clipped(&action), reason: reason.to_string() }
    }

    /// # Errors
    /// There are lines left, though the match is over.
    pub(crate) fn finish(&mut self) -> Result<(), Failure> {
        let Some(line) = self.lines.pop_front() else { return Ok(()) };
        self.taken = line;
        Err(self.refusal("the match is over"))
    }
}
