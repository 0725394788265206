//! The log of an arena: robots' output and errors.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use parlour_table::whole_file::WholeFile;

use crate::failure::Failure;

/// A log file shared by threads.
pub(super) struct Log {
    path: PathBuf,
    /// The file, and the first write error.
    file: Mutex<(BufWriter<File>, io::Result<()>)>,
}

impl Log {
    /// Creates a log file.
    ///
    /// # Errors
    /// An unwritable file.
    pub(super) fn create(path: &Path) -> Result<Self, Failure> {
        let file = WholeFile::open(path)?.begin()?;
        Ok(Self { path: path.to_owned(), file: Mutex::new((BufWriter::new(file), Ok(()))) })
    }

    /// Adds the lines of a game.
    pub(super) fn write(&self, lines: &str) {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if file.1.is_ok() {
            file.1 = file.0.write_all(lines.as_bytes());
        }
    }

    /// Flushes the file.
    ///
    /// # Errors
    /// The first write error.
    pub(super) fn end(self) -> Result<(), Failure> {
        let (mut file, result) = self.file.into_inner().unwrap_or_else(PoisonError::into_inner);
        result.and_then(|()| file.flush()).map_err(|error| Failure::file(&self.path, error))
    }
}
