//! Saves of a table.

use std::path::{Path, PathBuf};

use parlour_engine::diagnostic::Faults;
use parlour_engine::pack::Library;

use super::Table;
use crate::branches::{self, Line};
use crate::error::Error;
use crate::keeping::{Keeping, Note};
use crate::opened;
use crate::saves::Saves;

impl Table {
    /// Autosaves the match, if it is saved.
    pub fn autosave(&mut self) {
        if let Some(keeping) = &mut self.keeping {
            keeping.autosave(&self.seated);
        }
    }

    /// Takes the pending notifications about persistence.
    pub fn take_notes(&mut self) -> Vec<Note> {
        let kept = self.keeping.as_mut().map_or_else(Vec::new, |keeping| std::mem::take(&mut keeping.notes));
        let mut notes = std::mem::take(&mut self.notes);
        notes.extend(kept);
        notes
    }

    /// Saves the match where a person wants it: under a name in the folder of saves, or in a file.
    ///
    /// # Errors
    /// A file that can't be written, or that exists with other contents.
    pub fn save(&mut self, file: &str) -> Result<PathBuf, Error> {
        let keeping = self.keeping.as_mut().ok_or(crate::saves::SaveError::NoFolder)?;
        Ok(keeping.save(&self.seated, file)?)
    }

    /// The name under which [`Table::save`] keeps the match if a person gives none.
    pub fn name_to_save(&self) -> Option<String> {
        self.keeping.as_ref().map(|keeping| keeping.name_to_save(&self.seated))
    }

    /// The match in the game's notation, if it has one.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn notation_of_match(&self) -> Result<Option<String>, Faults> {
        parlour_notation::write(self.played())
    }

    /// The match in the game's notation for a file: with a date, and with the comments and variations of the file it
    /// was read from.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn notation_to_keep(&self) -> Result<Option<String>, Faults> {
        parlour_notation::write_whole(self.played())
    }

    /// The name of the autosave.
    pub fn name(&self) -> Option<&str> {
        self.keeping.as_ref().map(Keeping::name)
    }

    /// The name of the autosave, if it could be written.
    pub fn saved_name(&self) -> Option<&str> {
        self.keeping.as_ref().and_then(Keeping::saved_name)
    }

    /// True if the autosave has every action.
    pub fn is_kept(&self) -> bool {
        self.keeping.as_ref().is_some_and(|keeping| keeping.has_all(&self.seated))
    }

    /// The source of the match, if it is saved nowhere else.
    pub fn source(&self) -> Option<&str> {
        self.keeping.as_ref().and_then(Keeping::source)
    }

    /// True if the autosave has the match up to its end, though it was taken back to an earlier moment.
    pub fn is_kept_over(&self) -> bool {
        !self.is_over() && self.keeping.as_ref().is_some_and(Keeping::is_over)
    }

    /// True if the match is unchanged since a person saved it or it began.
    pub fn is_saved(&self) -> bool {
        self.keeping.as_ref().is_some_and(|keeping| keeping.is_saved(&self.seated))
    }

    /// All saved lines of this match, each after the one that it branches from.
    pub fn lines(&self, saves: &Saves) -> Vec<Line> {
        branches::lines(saves, &self.seated.record())
    }

    /// A replayed copy of the match, for looking back while this one is unchanged.
    ///
    /// # Errors
    /// A match that can't be replayed.
    pub fn copy_to_study(&self, library: &Library) -> Result<Self, Error> {
        opened::study(library, Path::new(self.name().unwrap_or_default()), &self.seated.record())
    }
}
