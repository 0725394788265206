//! The results file of a run: written atomically, and resumed by the same command.

use std::path::{Path, PathBuf};

use parlour_ai::arena::{Run, Tally};
use parlour_table::whole_file::WholeFile;
use parlour_table::whole_file::write_whole;

use crate::context::read_results;
use crate::failure::Failure;
use crate::proof;

/// The results file of a run.
#[derive(Debug)]
pub(super) struct Results {
    path: PathBuf,
    /// The result of the interrupted run.
    pub(super) earlier: Option<Tally>,
}

/// Reads a file of results.
///
/// # Errors
/// A file that can't be read or isn't a result.
pub(super) fn read(path: &Path) -> Result<Tally, Failure> {
    let text = proof::checked(&path.display().to_string(), read_results(path)?)?;
    Tally::from_json(&path.display().to_string(), &text).map_err(|error| Failure::Input(error.to_string()))
}

impl Results {
    /// Opens the file; an existing one must be the result of the interrupted run.
    ///
    /// # Errors
    /// A file with other contents, which is unchanged; an unwritable place.
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        let is_there = path.try_exists().map_err(|error| Failure::file(path, error))?;
        // Reading precedes opening for writing, which would block on a pipe.
        let earlier = if is_there { Some(read(path)?) } else { None };
        WholeFile::open(path)?;
        Ok(Self { path: path.to_owned(), earlier })
    }

    /// Checks that the results belong to this run.
    ///
    /// # Errors
    /// Results of another run.
    pub(super) fn continues(&self, earlier: &Tally, run: &Run) -> Result<(), Failure> {
        let different = earlier.run.difference(run).or((earlier.run.shard != run.shard).then_some("the shard"));
        let path = self.path.display();
        different.map_or(Ok(()), |what| {
            Err(Failure::Input(format!("--out {path}: the file holds another run: {what} differs; name another file")))
        })
    }

    /// Checks that the file can be written, without leaving one.
    ///
    /// # Errors
    /// An unwritable folder.
    pub(super) fn check(&self) -> Result<(), Failure> {
        Ok(WholeFile::open(&self.path)?.try_folder()?)
    }

    pub(super) fn write(&self, tally: &Tally) -> Result<(), Failure> {
        Ok(write_whole(&self.path, proof::with_proof(&tally.to_json()))?)
    }
}
