//! Failures of commands, with their exit statuses.

use std::path::{Path, PathBuf};

use parlour_ai::AnalysisError;
use parlour_engine::ParseError;
use parlour_engine::diagnostic::{Diagnostic, Faults};
use parlour_engine::play::{ActError, Changes, RecordError};
use parlour_table::FileError;
use parlour_table::reading::ReadError;
use parlour_table::reload::refused;
use parlour_table::saves::SaveError;
use parlour_table::seats::SeatsError;

use crate::excerpt::Told;

/// The reason why a command fails: bad usage or bad input, status 2.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// Unusable input; the text names it.
    #[error("{0}")]
    Input(String),
    /// An action was refused.
    #[error(transparent)]
    Action(#[from] ActError),
    /// A line of a script of actions was refused, which ends the program.
    #[error("{file}:{line}: {}", refused(action, reason))]
    Script {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The text of the line.
        action: String,
        /// The reason.
        reason: String,
    },
    /// Faults of packs, robots, scenarios or options.
    #[error(transparent)]
    Faults(#[from] Faults),
    /// A saved match that can't be used.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A saved match that can't be replayed.
    #[error("{path}: {error}")]
    Replay {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: RecordError,
    },
    /// A file that can't be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: std::io::Error,
    },
    /// A refused line of input ends the program.
    #[error("line {line}: {failure}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// The failure.
        failure: Box<Failure>,
    },
    /// The output can't be written.
    #[error("the output can't be written: {0}")]
    Output(#[from] std::io::Error),
}

impl Failure {
    pub(crate) fn file(path: &Path, error: std::io::Error) -> Self {
        Self::File { path: path.to_owned(), error }
    }

    /// Its messages, with the faults that have a place.
    pub(crate) fn told(&self) -> Vec<Told<'_>> {
        match self {
            Self::Faults(faults) => Told::all("", &faults.0),
            Self::Record(RecordError::Setup { faults, changes }) => Told::all(&set_up("", changes), &faults.0),
            Self::Replay { path, error: RecordError::Setup { faults, changes } } => {
                Told::all(&set_up(&format!("{}: ", path.display()), changes), &faults.0)
            }
            Self::Action(ActError::Script(fault)) => Told::about(self, fault),
            Self::Line { line, failure } => {
                let mut told = failure.told();
                if let Some(first) = told.first_mut() {
                    first.message = format!("line {line}: {}", first.message);
                }
                told
            }
            _ => Told::plain(self),
        }
    }

    /// True if it ends a session.
    pub(crate) fn ends_session(&self) -> bool {
        matches!(self, Self::Output(_) | Self::Script { .. })
    }

    /// True for a closed output pipe, which isn't an error.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == std::io::ErrorKind::BrokenPipe)
    }
}

/// The introduction to the faults of a match that can't be set up.
fn set_up(before: &str, changes: &Changes) -> String {
    let since = if changes.is_empty() { String::new() } else { format!("{changes}; ") };
    format!("{before}{since}the match can't be set up: ")
}

impl From<FileError> for Failure {
    fn from(FileError { path, error }: FileError) -> Self {
        Self::File { path, error }
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::File(error) => error.into(),
            other => Self::Input(other.to_string()),
        }
    }
}

impl From<SeatsError> for Failure {
    fn from(error: SeatsError) -> Self {
        match error {
            SeatsError::List { list, what } => Self::Input(format!("--seats {list}: {what}")),
            other => Self::Input(other.to_string()),
        }
    }
}

impl From<parlour_table::Error> for Failure {
    fn from(error: parlour_table::Error) -> Self {
        match error {
            parlour_table::Error::Action(error) => error.into(),
            parlour_table::Error::Faults(faults) => faults.into(),
            parlour_table::Error::Save(error) => error.into(),
            parlour_table::Error::Seats(error) => error.into(),
            parlour_table::Error::Replay { path, error } => Self::Replay { path, error: *error },
            parlour_table::Error::Search(error) => error.into(),
            other => Self::Input(other.to_string()),
        }
    }
}

impl From<AnalysisError> for Failure {
    fn from(error: AnalysisError) -> Self {
        match error {
            AnalysisError::Rules(faults) => faults.into(),
            other => Self::Input(other.to_string()),
        }
    }
}

impl From<SaveError> for Failure {
    fn from(error: SaveError) -> Self {
        match error {
            SaveError::Played { ref name, .. } => {
                Self::Input(format!("{error}; `replay {name}` shows it as it was saved"))
            }
            SaveError::File(error) => error.into(),
            SaveError::Record(error) => error.into(),
            SaveError::Faults(faults) => faults.into(),
            other => Self::Input(other.to_string()),
        }
    }
}

impl From<Diagnostic> for Failure {
    fn from(fault: Diagnostic) -> Self {
        Self::Faults(fault.into())
    }
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Self {
        Self::Action(error.into())
    }
}
