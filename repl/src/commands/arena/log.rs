//! The log of an arena: what robots print and how they fail.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use parlour_table::whole_file::WholeFile;

use crate::failure::Failure;

/// A file that several threads write to.
pub(super) struct Log {
    path: PathBuf,
    /// The file, and what went wrong first.
    file: Mutex<(BufWriter<File>, io::Result<()>)>,
}

impl Log {
    /// Begins a file.
    ///
    /// # Errors
    /// One that can't be written.
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

    /// Writes what is left.
    ///
    /// # Errors
    /// Lines that could not be written.
    pub(super) fn end(self) -> Result<(), Failure> {
        let (mut file, result) = self.file.into_inner().unwrap_or_else(PoisonError::into_inner);
        result.and_then(|()| file.flush()).map_err(|error| Failure::file(&self.path, error))
    }
}
