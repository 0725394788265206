//! The error of an operation on a file.

use std::path::{Path, PathBuf};

use parlour_engine::diagnostic::debug_as_display;

/// An I/O error with its file.
#[derive(thiserror::Error)]
#[error("{path}: {error}")]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// The system's error.
    pub error: std::io::Error,
}

debug_as_display!(FileError);

impl FileError {
    /// An I/O error of a file.
    pub fn new(path: &Path, error: std::io::Error) -> Self {
        Self { path: path.to_owned(), error }
    }
}
