//! Why a server can't start or go on.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Why a server can't start or go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The address can't be listened at.
    #[error("{address} can't be listened at: {error}{}", hint(.error))]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        error: std::io::Error,
    },
    /// The folder of tables can't be used.
    #[error("tables can't be kept in {path}: {error}")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// Another server has the folder.
    #[error("tables can't be kept in {path}: another server keeps its tables there")]
    Taken {
        /// The folder.
        path: PathBuf,
    },
    /// The public address isn't one.
    #[error("the public address `{0}` can't be read; expected one such as `https://play.example.org`")]
    PublicUrl(String),
    /// Threads or their runtime can't be started.
    #[error("the server can't start: {0}")]
    Start(std::io::Error),
    /// The system has no randomness for tokens.
    #[error("the system gives no random numbers for tokens: {0}")]
    Random(String),
}

/// What can be done about an address that can't be listened at.
fn hint(error: &std::io::Error) -> &'static str {
    match error.kind() {
        std::io::ErrorKind::AddrInUse => {
            "; another program listens there: choose another port, as in `--listen 127.0.0.1:7778`"
        }
        std::io::ErrorKind::PermissionDenied => "; ports below 1024 are for the system: choose a larger one",
        _ => "",
    }
}

impl ServeError {
    pub(crate) fn folder(path: &Path, error: std::io::Error) -> Self {
        Self::Folder { path: path.to_owned(), error }
    }
}

/// Why a request is refused, for who made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refused {
    /// The status of HTTP.
    pub(crate) status: u16,
    /// Why, in a sentence.
    pub(crate) why: String,
}

impl Refused {
    pub(crate) fn new(status: u16, why: impl Into<String>) -> Self {
        Self { status, why: why.into() }
    }

    /// What is said of a table that there isn't.
    pub(crate) const NO_TABLE: &str = "there is no such table";

    /// There is no such table.
    pub(crate) fn no_table() -> Self {
        Self::new(404, Self::NO_TABLE)
    }

    /// There are as many tables as there can be.
    pub(crate) fn full() -> Self {
        Self::new(503, "there are as many tables here as there can be")
    }

    /// Rules have taken more than their share of the processors, and rest.
    pub(crate) fn rests(time: Duration) -> Self {
        let seconds = time.as_secs_f64().ceil().max(1.0);
        Self::new(503, format!("the rules of this table take too long; it goes on in {seconds} s"))
    }

    /// Too much is asked for just now.
    pub(crate) fn busy() -> Self {
        Self::new(503, "the server is busy; try again in a moment")
    }
}
