//! Errors of a server, and refusals of requests.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The reason why a server can't start or continue.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The address can't be bound.
    #[error("{address} can't be listened at: {error}{}", hint(.error))]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The system's error.
        error: std::io::Error,
    },
    /// The data folder can't be used.
    #[error("tables can't be kept in {path}: {error}")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The system's error.
        error: std::io::Error,
    },
    /// Another server uses the folder.
    #[error("tables can't be kept in {path}: another server keeps its tables there")]
    Taken {
        /// The folder.
        path: PathBuf,
    },
    /// The public address isn't a URL.
    #[error("the public address `{0}` can't be read; expected one such as `https://play.example.org`")]
    PublicUrl(String),
    /// Threads or their runtime can't be started.
    #[error("the server can't start: {0}")]
    Start(std::io::Error),
    /// The system has no randomness for tokens.
    #[error("the system gives no random numbers for tokens: {0}")]
    Random(String),
}

/// Advice about an address that can't be bound.
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

/// A refused request, for the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refused {
    /// The HTTP status.
    pub(crate) status: u16,
    /// The reason, in a sentence.
    pub(crate) why: String,
}

impl Refused {
    pub(crate) fn new(status: u16, why: impl Into<String>) -> Self {
        Self { status, why: why.into() }
    }

    /// The message for an unknown table.
    pub(crate) const NO_TABLE: &str = "there is no such table";

    /// The table doesn't exist.
    pub(crate) fn no_table() -> Self {
        Self::new(404, Self::NO_TABLE)
    }

    /// The limit of tables is reached.
    pub(crate) fn full() -> Self {
        Self::new(503, "there are as many tables here as there can be")
    }

    /// The rules have used up their share of CPU time, and are suspended.
    pub(crate) fn rests(time: Duration) -> Self {
        let seconds = time.as_secs_f64().ceil().max(1.0);
        Self::new(503, format!("the rules of this table take too long; it goes on in {seconds} s"))
    }

    /// The server is overloaded.
    pub(crate) fn busy() -> Self {
        Self::new(503, "the server is busy; try again in a moment")
    }
}
