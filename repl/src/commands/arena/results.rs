//! The file that holds the results of a run: written whole or not at all, and gone on with by the same command.

use std::path::{Path, PathBuf};

use parlour_ai::arena::{Run, Tally};
use parlour_table::whole_file::WholeFile;
use parlour_table::whole_file::write_whole;

use crate::context::read_results;
use crate::failure::Failure;
use crate::proof;

/// The file of results of a run.
#[derive(Debug)]
pub(super) struct Results {
    path: PathBuf,
    /// What an earlier part of the run has left.
    pub(super) earlier: Option<Tally>,
}

/// Reads a file of results.
///
/// # Errors
/// A file that can't be read or holds something else.
pub(super) fn read(path: &Path) -> Result<Tally, Failure> {
    let text = proof::checked(&path.display().to_string(), read_results(path)?)?;
    Tally::from_json(&path.display().to_string(), &text).map_err(|error| Failure::Input(error.to_string()))
}

impl Results {
    /// A file that is there holds the results of an earlier part of the run.
    ///
    /// # Errors
    /// A file with something else, which stays as it is; a place that can't be written.
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        let is_there = path.try_exists().map_err(|error| Failure::file(path, error))?;
        // What holds no results is refused before it is opened for writing, at which a pipe would wait.
        let earlier = if is_there { Some(read(path)?) } else { None };
        WholeFile::open(path)?;
        Ok(Self { path: path.to_owned(), earlier })
    }

    /// Makes sure that the results are those of this run.
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

    /// Finds out whether the file can be written, without leaving one.
    ///
    /// # Errors
    /// A folder that can't be written.
    pub(super) fn check(&self) -> Result<(), Failure> {
        Ok(WholeFile::open(&self.path)?.try_folder()?)
    }

    pub(super) fn write(&self, tally: &Tally) -> Result<(), Failure> {
        Ok(write_whole(&self.path, proof::with_proof(&tally.to_json()))?)
    }
}
