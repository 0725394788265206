//! Reads untrusted text files: regular files only, up to a size limit.

use std::fs::{File, FileType};
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::file_error::FileError;

/// The reason why a file isn't read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// A folder, a pipe or a device, from which reading could block for ever.
    #[error("{path} is {kind}; expected a file")]
    NotAFile {
        /// The path.
        path: PathBuf,
        /// The kind of file.
        kind: &'static str,
    },
    /// It exceeds the size limit.
    #[error("{path} is longer than {} MiB", longest >> 20)]
    TooLong {
        /// The file.
        path: PathBuf,
        /// The limit, in bytes.
        longest: u64,
    },
    /// It isn't text.
    #[error("{path}:{line}: this is not text in UTF-8")]
    NotText {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// An I/O error.
    #[error(transparent)]
    File(#[from] FileError),
}

/// Reads a text file of at most `longest` bytes.
///
/// # Errors
/// A path that isn't a regular file, can't be read, is too long or isn't text.
pub fn read_text(path: &Path, longest: u64) -> Result<String, ReadError> {
    let unreadable = |error| FileError::new(path, error);
    let found = std::fs::metadata(path).map_err(unreadable)?;
    if let Some(kind) = other_kind(found.file_type()) {
        return Err(ReadError::NotAFile { path: path.to_owned(), kind });
    }
    // Too long files are rejected before they are read.
    if found.len() > longest {
        return Err(ReadError::TooLong { path: path.to_owned(), longest });
    }
    let mut bytes = Vec::new();
    File::open(path).map_err(unreadable)?.take(longest + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > longest {
        return Err(ReadError::TooLong { path: path.to_owned(), longest });
    }
    String::from_utf8(bytes).map_err(|error| {
        let line = error.as_bytes()[..error.utf8_error().valid_up_to()].split(|&byte| byte == b'\n').count();
        ReadError::NotText { path: path.to_owned(), line }
    })
}

/// The kind of a path that isn't a regular file; `None` if it is one or is missing.
pub(crate) fn kind_of_other(path: &Path) -> Option<&'static str> {
    other_kind(std::fs::metadata(path).ok()?.file_type())
}

fn other_kind(kind: FileType) -> Option<&'static str> {
    match (kind.is_file(), kind.is_dir()) {
        (true, _) => None,
        (_, true) => Some("a folder"),
        _ => Some("a pipe or a device"),
    }
}
