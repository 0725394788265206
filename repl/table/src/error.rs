//! Errors of a table, as facts with texts for people.

use std::path::PathBuf;

use parlour_ai::seated::Fault;
use parlour_ai::{AnalysisError, RobotError};
use parlour_engine::ParseError;
use parlour_engine::diagnostic::{Code, Diagnostic, Faults, debug_as_display};
use parlour_engine::play::{ActError, RecordError};

use crate::saves::SaveError;
use crate::seats::SeatsError;

/// The error of an operation on a table; the table is unchanged.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An action that can't be parsed, is refused, or makes the rules fail.
    #[error(transparent)]
    Action(#[from] ActError),
    /// Faults of packs, robots, scenarios or options.
    #[error(transparent)]
    Faults(#[from] Faults),
    /// An unusable saved match, or an unusable place for one.
    #[error(transparent)]
    Save(#[from] SaveError),
    /// A list of players that doesn't fit the game.
    #[error(transparent)]
    Seats(#[from] SeatsError),
    /// A saved match that can't be replayed.
    #[error("{path}: {error}")]
    Replay {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: Box<RecordError>,
    },
    /// A robot without an answer.
    #[error(transparent)]
    Robot(#[from] Fault),
    /// A search without a result.
    #[error(transparent)]
    Search(#[from] AnalysisError),
    /// The match is over.
    #[error("the match is over")]
    Over,
    /// Another seat is to act.
    #[error("it is the turn of {seat}")]
    NotYourTurn {
        /// The name of the seat to move.
        seat: String,
    },
    /// The game has no such seat.
    #[error("there is no seat {seat}: the seats are 0 to {last}")]
    NoSeat {
        /// The seat, from 0.
        seat: usize,
        /// The last seat.
        last: usize,
    },
    /// The table hasn't reached a version yet.
    #[error("there is no version {version} yet: the last is {last}")]
    NoVersion {
        /// The version.
        version: u64,
        /// The current version.
        last: u64,
    },
    /// The requested information is hidden from this viewer.
    #[error("{0}")]
    Hidden(&'static str),
    /// The game has no draws.
    #[error("{title} has no draws, so none can be offered")]
    NoDraws {
        /// The game's title.
        title: String,
    },
    /// A draw can't be offered now, for the given reason.
    #[error("{0}")]
    Offer(&'static str),
    /// A seat that is out of the match.
    #[error("{seat} is out of the match already")]
    Out {
        /// The seat.
        seat: String,
    },
    /// It was stopped.
    #[error("stopped")]
    Stopped,
}

debug_as_display!(Error);

impl Error {
    /// The faults of the rules or of a robot; `None` for a refused request.
    pub fn faults(&self) -> Option<Faults> {
        match self {
            Self::Action(ActError::Script(fault)) => Some(fault.clone().into()),
            Self::Faults(faults) => Some(faults.clone()),
            Self::Robot(fault) => Some(diagnostic_of(fault).into()),
            _ => None,
        }
    }
}

impl From<Diagnostic> for Error {
    fn from(fault: Diagnostic) -> Self {
        Self::Faults(fault.into())
    }
}

impl From<ParseError> for Error {
    fn from(error: ParseError) -> Self {
        Self::Action(error.into())
    }
}

/// The fault of a robot at its place, if it has one.
pub(crate) fn diagnostic_of(fault: &Fault) -> Diagnostic {
    match fault {
        Fault::Robot(RobotError::Script { fault, .. }) | Fault::Rules { fault, .. } => Diagnostic::clone(fault),
        _ => Diagnostic::new(Code::Robot, fault.to_string()),
    }
}
