//! Saved matches: autosaves, named saves, and branches. Their format is [`Record`] (`engine/src/play/record.rs`).

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use etcetera::BaseStrategy;
use parlour_ai::HUMAN;
use parlour_engine::diagnostic::{Faults, SourceFile, debug_as_display, did_you_mean, suggest};
use parlour_engine::pack::Library;
use parlour_engine::play::{Record, RecordError};
use parlour_engine::script::clipped;
use parlour_notation::Pgn;

use crate::file_error::FileError;
use crate::lock::{Holder, Lock};
use crate::reading::{ReadError, kind_of_other, read_text};
use crate::sanitize;
use crate::whole_file::{sweep_own, write_in_folder, write_whole};

/// Maximum size of a saved match, in bytes.
const LONGEST: u64 = 64 << 20;
/// Autosaves kept per game.
const KEPT: usize = 20;
/// Maximum number of matches named for an ambiguous prefix.
const MAX_NAMED: usize = 5;
/// Maximum number of listed matches of a file.
const MAX_LISTED: usize = 30;
/// Suffix of the autosave of a finished match.
const OVER: &str = ".over.json";

/// The reason why a match can't be saved, found or read.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// There is no data folder for saves.
    #[error("there is no folder for saved matches: the home folder is not known")]
    NoFolder,
    /// Another session has it open.
    #[error("`{name}` is being played by {holder}")]
    Played {
        /// The match.
        name: String,
        /// The other session.
        holder: Holder,
    },
    /// An invalid name for a save.
    #[error("the match can't be saved as `{name}`: {why}")]
    BadName {
        /// The name.
        name: String,
        /// The reason.
        why: String,
    },
    /// Another file exists there, which isn't overwritten.
    #[error("{path} is there already and is {what}")]
    Taken {
        /// The file.
        path: PathBuf,
        /// Its kind.
        what: String,
    },
    /// No saved match has the name.
    #[error("there is no saved match `{name}` ({near})")]
    Unknown {
        /// The name.
        name: String,
        /// Similar names.
        near: String,
    },
    /// Neither a file nor a saved match has the name.
    #[error("there is no file and no saved match `{name}`{}", Near(.near.as_deref()))]
    Missing {
        /// The name.
        name: String,
        /// A similarly named save.
        near: Option<String>,
    },
    /// The prefix of several saves.
    #[error("`{name}` can be the match {}", quoted(.several))]
    Several {
        /// The prefix.
        name: String,
        /// Some of the matches.
        several: Vec<String>,
    },
    /// A folder, a pipe or a device.
    #[error("{name} is {kind}, not a saved match")]
    NotAFile {
        /// The name given.
        name: String,
        /// The kind of file.
        kind: &'static str,
    },
    /// The file isn't a saved match.
    #[error("{path} is not a saved match: {what}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The fault.
        what: String,
    },
    /// A number for a file with one match.
    #[error("{file} has one match: leave out the {number}")]
    OnlyOne {
        /// The file.
        file: String,
        /// The number.
        number: usize,
    },
    /// A file with several matches, or none with the given number.
    #[error("{}", Which(.file, .titles, *.asked))]
    Which {
        /// The file.
        file: String,
        /// Titles of the matches, in order.
        titles: Vec<String>,
        /// The given number.
        asked: Option<usize>,
    },
    /// A file that can't be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A text that isn't a saved match.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Faults of a match in a notation of games.
    #[error(transparent)]
    Faults(#[from] Faults),
}

debug_as_display!(SaveError);

/// The "did you mean" suffix of a message.
struct Near<'a>(Option<&'a str>);

impl fmt::Display for Near<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |near| write!(f, "; did you mean `{near}`?"))
    }
}

fn quoted(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or ")
}

/// The list of a file's matches, one of which must be chosen.
struct Which<'a>(&'a str, &'a [String], Option<usize>);

impl fmt::Display for Which<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(file, titles, asked) = self;
        let count = match titles.len() {
            1 => "1 match".to_owned(),
            n => format!("{n} matches"),
        };
        let asked = asked.map_or_else(String::new, |number| format!(", and none with the number {number}"));
        write!(f, "{file} has {count}{asked}; name one by its number behind the file, such as `{file} 1`:")?;
        for (n, title) in titles.iter().enumerate().take(MAX_LISTED) {
            write!(f, "\n{:>3}  {title}", n + 1)?;
        }
        match titles.len().saturating_sub(MAX_LISTED) {
            0 => Ok(()),
            more => write!(f, "\n...  and {more} more"),
        }
    }
}

/// A saved match in the folder of saves.
#[derive(Clone, Debug)]
pub struct Saved {
    /// Its file.
    pub path: PathBuf,
    /// When it was written.
    pub time: SystemTime,
}

/// The autosave of a match in progress.
#[derive(Debug)]
pub struct Place {
    /// The name of its autosave.
    pub name: String,
    /// The name of its source, until it is saved under its own name.
    pub source: Option<String>,
    /// Locks against other sessions: of the autosave, the source file, and the files it was saved to.
    pub(crate) locks: Vec<Arc<Lock>>,
}

/// The folder of saved matches.
///
/// Its subfolders are `saves`, for named saves, and `autosave`, for autosaves. Without a folder nothing is found, and
/// saving fails with [`SaveError::NoFolder`].
#[derive(Clone, Debug, Default)]
pub struct Saves {
    folder: Option<PathBuf>,
    /// True if no other process writes there, so that matches needn't be locked.
    is_alone: bool,
}

impl Saves {
    /// The saves in a folder.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: Some(folder.into()), is_alone: false }
    }

    /// The saves in a folder that no other process writes to, which the caller guarantees: matches aren't locked, so
    /// that matches in progress keep no file open.
    pub fn alone(folder: impl Into<PathBuf>) -> Self {
        Self { folder: Some(folder.into()), is_alone: true }
    }

    /// Locks a saved match; `None` in an exclusive folder.
    ///
    /// # Errors
    /// The holder, if it is locked.
    fn lock(&self, save: &Path) -> Result<Option<Arc<Lock>>, Holder> {
        if self.is_alone { Ok(None) } else { Lock::take(save).map(Some) }
    }

    /// The user's saves: in `parlour` of the user's data folder.
    pub fn of_user() -> Self {
        let folder = etcetera::choose_base_strategy().ok().map(|base| base.data_dir().join("parlour"));
        Self { folder, is_alone: false }
    }

    /// The folder, if any.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The path of an autosave.
    fn autosave_file(&self, name: &str, is_over: bool) -> Option<PathBuf> {
        let end = if is_over { OVER } else { ".json" };
        Some(self.folder()?.join("autosave").join(format!("{name}{end}")))
    }

    /// True if no save has a name.
    fn is_free(&self, name: &str) -> bool {
        !self.named(name).exists() && !self.is_autosaved(name)
    }

    /// True if an autosave has a name.
    fn is_autosaved(&self, name: &str) -> bool {
        ![false, true].iter().all(|&is_over| self.autosave_file(name, is_over).is_none_or(|path| !path.exists()))
    }

    /// The first free name, with the lock of its autosave; `None` if no file can be made.
    fn first_free(&self, names: impl Iterator<Item = String>) -> Option<(String, Option<Arc<Lock>>)> {
        for name in names.filter(|name| self.is_free(name)) {
            let file = self.autosave_file(&name, false)?;
            // Another session may have taken the name since, and may even have finished its match.
            if let Ok(lock) = self.lock(&file)
                && self.is_free(&name)
            {
                return Some((name, lock));
            }
        }
        None
    }

    /// A place under a unique name: with the match's seed if a person has chosen it, else with a number unrelated to
    /// the seed.
    pub fn new_place(&self, game: &str, seed: Option<u64>) -> Place {
        let first = format!("{game}-{}", seed.unwrap_or(1));
        let others = (2_u64..).map(|n| match seed {
            Some(seed) => format!("{game}-{seed}-{n}"),
            None => format!("{game}-{n}"),
        });
        if let Some(folder) = self.autosave_file(&first, false).as_deref().and_then(Path::parent) {
            // A failure is reported when the match is saved.
            let _ = std::fs::create_dir_all(folder);
        }
        match self.first_free(std::iter::once(first.clone()).chain(others)) {
            Some((name, lock)) => Place { name, source: None, locks: lock.into_iter().collect() },
            None => Place { name: first, source: None, locks: Vec::new() },
        }
    }

    /// A place for a branch: the name of the match with `-b2`, `-b3` and so on. The locks of the match are kept.
    pub(crate) fn new_branch(&self, parent: &Place) -> Place {
        let is_branch = |end: &str| end.strip_prefix('b').is_some_and(|n| n.parse::<u64>().is_ok());
        let base = parent.name.rsplit_once('-').filter(|(_, end)| is_branch(end));
        let base = base.map_or(&*parent.name, |(base, _)| base);
        let mut locks = parent.locks.clone();
        match self.first_free((2_u64..).map(|n| format!("{base}-b{n}"))) {
            Some((name, lock)) => {
                locks.extend(lock);
                Place { name, source: None, locks }
            }
            None => Place { name: format!("{base}-b2"), source: None, locks },
        }
    }

    /// The place of a match loaded from a file: that file if it is an autosave, or else a new one.
    ///
    /// # Errors
    /// Another session has it open.
    pub fn place_of(&self, path: &Path, record: &Record) -> Result<Place, SaveError> {
        let lock = self.claim(path)?;
        let mut place = match self.autosave_named(path) {
            Some(name) => Place { name, source: None, locks: Vec::new() },
            None => Place { source: Some(self.called(path)), ..self.new_place(&record.game, None) },
        };
        place.locks.extend(lock);
        Ok(place)
    }

    /// The name of a save, or its path if it has none.
    fn called(&self, path: &Path) -> String {
        self.name_of(path).unwrap_or_else(|| path.display().to_string())
    }

    /// Locks a saved match against other sessions.
    ///
    /// # Errors
    /// Another session has it open.
    fn claim(&self, path: &Path) -> Result<Option<Arc<Lock>>, SaveError> {
        self.lock(&self.locked_for(path)).map_err(|holder| SaveError::Played { name: self.called(path), holder })
    }

    /// The other session that has a save open, if any.
    pub fn played_by(&self, path: &Path) -> Option<Holder> {
        Lock::holder(&self.locked_for(path))
    }

    /// The path under which a save is locked, which is stable when an autosave is renamed at the end of its match.
    fn locked_for(&self, path: &Path) -> PathBuf {
        let autosave = self.autosave_named(path).and_then(|name| self.autosave_file(&name, false));
        autosave.unwrap_or_else(|| path.to_owned())
    }

    /// The name of an autosave; `None` for other files.
    fn autosave_named(&self, path: &Path) -> Option<String> {
        let file = path.file_name()?.to_str()?;
        let name = file.strip_suffix(OVER).or_else(|| file.strip_suffix(".json"))?;
        (path.parent()? == self.folder()?.join("autosave")).then(|| name.to_owned())
    }

    /// Autosaves a match under the name of its [`Place`].
    ///
    /// # Errors
    /// An unwritable folder.
    pub(crate) fn autosave(&self, record: &Record, name: &str, is_over: bool) -> Result<(), SaveError> {
        let files = self.autosave_file(name, is_over).zip(self.autosave_file(name, !is_over));
        let (path, other) = files.ok_or(SaveError::NoFolder)?;
        write_in_folder(&path, record.write())?;
        // The file with the other suffix, from before the match ended or was continued.
        let _ = std::fs::remove_file(other);
        Ok(())
    }

    /// Writes an unfinished match to its autosave as it was before it was left, without making that the latest.
    ///
    /// # Errors
    /// An unwritable folder.
    pub(crate) fn restore(&self, record: &Record, name: &str) -> Result<(), SaveError> {
        let path = self.autosave_file(name, false).ok_or(SaveError::NoFolder)?;
        let time = std::fs::metadata(&path).and_then(|file| file.modified());
        self.autosave(record, name, false)?;
        // A failure only changes the order in lists.
        let file = std::fs::File::options().write(true).open(&path);
        let _ = file.and_then(|file| file.set_modified(time?));
        Ok(())
    }

    /// The autosaves of a game's unfinished matches, latest first.
    pub fn unfinished(&self, game: &str) -> Vec<Saved> {
        self.autosaves(game).into_iter().filter(|saved| !is_over(&saved.path)).collect()
    }

    fn autosaves(&self, game: &str) -> Vec<Saved> {
        let begin = format!("{game}-");
        let is_of_game = |saved: &Saved| {
            let name = saved.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            name.strip_prefix(&begin).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        self.list("autosave").into_iter().filter(is_of_game).collect()
    }

    /// The name of the latest unfinished autosave that isn't locked, and the number of actions after which it was left.
    pub fn waiting(&self) -> Option<(String, usize)> {
        let is_free = |saved: &Saved| !is_over(&saved.path) && self.played_by(&saved.path).is_none();
        let saved = self.list("autosave").into_iter().find(is_free)?;
        let name = self.name_of(&saved.path)?;
        let record = Record::read(&name, &read(&saved.path).ok()?).ok()?;
        Some((name, record.left_at()))
    }

    /// Removes the oldest autosaves of a game beyond the limit.
    pub fn prune(&self, game: &str) {
        self.sweep();
        for saved in self.autosaves(game).into_iter().skip(KEPT).filter(|saved| self.played_by(&saved.path).is_none()) {
            // A failed removal is retried next time.
            let _ = std::fs::remove_file(saved.path);
        }
    }

    /// Removes temporary files left by killed processes.
    fn sweep(&self) {
        for inner in ["saves", "autosave"] {
            self.folder().into_iter().for_each(|folder| sweep_own(&folder.join(inner)));
        }
    }

    /// All saves, latest first: named ones and autosaves.
    pub fn all(&self) -> Vec<Saved> {
        self.sweep();
        let mut saves = self.list("saves");
        saves.extend(self.list("autosave"));
        saves.sort_by_key(|saved| std::cmp::Reverse(saved.time));
        saves
    }

    /// Deletes saves by name, and returns their files.
    ///
    /// # Errors
    /// An unknown name, or a match that a session has open: nothing is deleted then. A file that can't be removed.
    pub fn delete(&self, names: &[String]) -> Result<Vec<PathBuf>, SaveError> {
        let find = |name: &String| -> Result<(PathBuf, Option<Arc<Lock>>), SaveError> {
            let path = self.in_folder(unquoted(name)).filter(|_| Path::new(unquoted(name)).components().count() == 1);
            let path = path.ok_or_else(|| {
                let known = self.names();
                let near = suggest(name, known.iter().map(String::as_str));
                SaveError::Unknown { name: name.clone(), near }
            })?;
            let lock = self.claim(&path)?;
            Ok((path, lock))
        };
        let found = names.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        let remove = |(path, _): &(PathBuf, Option<Arc<Lock>>)| {
            std::fs::remove_file(path).map_err(|error| FileError::new(path, error))?;
            Ok(path.clone())
        };
        found.iter().map(remove).collect()
    }

    /// The names of all saves, latest first.
    pub fn names(&self) -> Vec<String> {
        self.all().iter().filter_map(|saved| self.name_of(&saved.path)).collect()
    }

    /// The name by which [`Saves::load`] finds a save; `None` if it has none.
    pub fn name_of(&self, path: &Path) -> Option<String> {
        let file = path.file_name()?.to_str()?;
        let name = if path.parent()?.ends_with("saves") {
            file.strip_suffix(".json")?.to_owned()
        } else {
            self.autosave_named(path)?
        };
        (self.in_folder(&name)? == path).then_some(name)
    }

    /// The save with a name: a named save, or else an autosave. The suffix `.json` is optional.
    fn in_folder(&self, name: &str) -> Option<PathBuf> {
        let folder = self.folder()?;
        let name = name.strip_suffix(".json").unwrap_or(name);
        let places = [("saves", ".json"), ("autosave", ".json"), ("autosave", OVER)];
        let mut files = places.map(|(inner, end)| folder.join(inner).join(format!("{name}{end}"))).into_iter();
        files.find(|path| path.is_file())
    }

    fn list(&self, inner: &str) -> Vec<Saved> {
        let entries = self.folder().and_then(|folder| std::fs::read_dir(folder.join(inner)).ok());
        let mut saves: Vec<Saved> = entries
            .into_iter()
            .flatten()
            .filter_map(Result::ok)
            .filter(|entry| entry.path().extension().is_some_and(|end| end == "json"))
            .filter_map(|entry| Some(Saved { path: entry.path(), time: entry.metadata().ok()?.modified().ok()? }))
            .collect();
        saves.sort_by_key(|saved| std::cmp::Reverse(saved.time));
        saves
    }

    /// The path that a person means: a path, or a name in the folder of saves. Quotes around it are removed, and `~/`
    /// is expanded, as in a shell.
    fn named(&self, file: &str) -> PathBuf {
        let file = unquoted(file);
        let path = match (file.strip_prefix("~/"), etcetera::home_dir()) {
            (Some(rest), Ok(home)) => home.join(rest),
            _ => PathBuf::from(file),
        };
        let is_name = path.components().count() == 1 && path.extension().is_none();
        match self.folder() {
            Some(folder) if is_name => folder.join("saves").join(format!("{file}.json")),
            _ => path,
        }
    }

    /// The path for saving a match where a person wants it.
    ///
    /// # Errors
    /// A name that can't be typed again, or that denotes something other than a file.
    fn place_for(&self, file: &str) -> Result<PathBuf, SaveError> {
        let written = unquoted(file);
        let refuse = |why: &str| {
            let name = clipped(&sanitize::escaped(written));
            Err(SaveError::BadName { name, why: why.to_owned() })
        };
        if written.chars().any(|c| c.is_control() || sanitize::is_hidden(c)) {
            return refuse("the name has a character in it that isn't seen");
        }
        if Path::new(written).file_name().is_none() || written.ends_with('/') {
            return refuse("that is a folder; a name is expected, or the path of a file");
        }
        let path = self.named(file);
        match kind_of_other(&path) {
            Some(kind) => refuse(&format!("that is {kind}")),
            None => Ok(path),
        }
    }

    /// The name for a match that a person saves without one: that of its autosave with `-saved`, or with a number if
    /// something else has that.
    pub(crate) fn name_to_save(&self, record: &Record, autosave: &str) -> String {
        let base = format!("{autosave}-saved");
        let others = (2_u64..).map(|n| format!("{base}-{n}"));
        let is_open = |name: &String| {
            let path = self.named(name);
            !self.is_autosaved(name) && (!path.exists() || other_than(record, name, &path).is_none())
        };
        std::iter::once(base.clone()).chain(others).find(is_open).unwrap_or(base)
    }

    /// Saves a match where a person wants it, besides its autosave; a bare name is a file in the folder of saves.
    ///
    /// # Errors
    /// A file that can't be written, that another session has open, or that exists and isn't an earlier moment of the
    /// match; the name of an autosave.
    pub(crate) fn save(
        &self,
        record: &Record,
        file: &str,
        autosave: &str,
    ) -> Result<(PathBuf, Option<Arc<Lock>>), SaveError> {
        let path = self.place_for(file)?;
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        let is_named = self.folder().is_some_and(|own| path.parent() == Some(&own.join("saves")));
        // `load` would find only one of the two.
        if is_named && (name == autosave || self.is_autosaved(name)) {
            let why = "a match is saved automatically under that name; choose another".to_owned();
            return Err(SaveError::BadName { name: name.to_owned(), why });
        }
        let is_ours = self.folder().is_some_and(|own| path.starts_with(own));
        if let Some(folder) = path.parent().filter(|_| is_ours) {
            std::fs::create_dir_all(folder).map_err(|error| FileError::new(&path, error))?;
        }
        let lock = self.claim(&path)?;
        if path.exists()
            && let Some(what) = other_than(record, file, &path)
        {
            return Err(SaveError::Taken { path, what });
        }
        let write = if is_ours { write_in_folder } else { write_whole };
        write(&path, &record.write())?;
        Ok((path, lock))
    }

    /// Writes a match in a game notation where a person wants it.
    ///
    /// # Errors
    /// A file that can't be written, or that exists with other contents.
    pub fn save_game(&self, text: &str, file: &str) -> Result<PathBuf, SaveError> {
        let path = self.place_for(file)?;
        if path.exists() && read(&path).is_ok_and(|there| there != text) {
            return Err(SaveError::Taken { path, what: "something else".to_owned() });
        }
        write_whole(&path, text)?;
        Ok(path)
    }

    /// Reads a saved match by path or name. A number after it selects a match of a file with several, from 1.
    ///
    /// # Errors
    /// A file that can't be read or isn't a saved match.
    pub fn load(&self, library: &Library, file: &str) -> Result<(PathBuf, Record), SaveError> {
        if let Some((name, number)) = file.trim_end().rsplit_once(char::is_whitespace)
            && let Ok(number) = number.parse()
            && !Path::new(file).exists()
            && let name = name.trim_end()
            && let Some(path) = [PathBuf::from(name), self.named(name)].into_iter().find(|path| path.is_file())
        {
            return read_record(library, path, Some(number));
        }
        let given = [PathBuf::from(file), self.named(file)].into_iter().find(|path| path.is_file());
        let is_name = Path::new(unquoted(file)).components().count() == 1;
        let Some(path) = given.or_else(|| self.in_folder(unquoted(file)).filter(|_| is_name)) else {
            return self.by_beginning(library, unquoted(file), is_name);
        };
        read_record(library, path, None)
    }

    /// Reads the save with a unique prefix.
    fn by_beginning(&self, library: &Library, file: &str, is_name: bool) -> Result<(PathBuf, Record), SaveError> {
        let mut names = if is_name { self.names() } else { Vec::new() };
        let near = did_you_mean(file, names.iter().map(String::as_str)).map(str::to_owned);
        names.retain(|name| !file.is_empty() && name.starts_with(file));
        let other = if names.is_empty() { kind_of_other(Path::new(file)) } else { None };
        match names.as_slice() {
            _ if let Some(kind) = other => Err(SaveError::NotAFile { name: format!("`{file}`"), kind }),
            [one] if let Some(path) = self.in_folder(one) => read_record(library, path, None),
            [] => Err(SaveError::Missing { name: file.to_owned(), near }),
            several => {
                let several = several.iter().take(MAX_NAMED).cloned().collect();
                Err(SaveError::Several { name: file.to_owned(), several })
            }
        }
    }
}

/// True if an autosave is of a finished match.
pub fn is_over(path: &Path) -> bool {
    path.to_string_lossy().ends_with(OVER)
}

/// True if the extension of a file is that of a game notation.
pub fn is_game(file: &str) -> bool {
    Pgn::is_one(unquoted(file), "")
}

fn unquoted(file: &str) -> &str {
    ['"', '\''].iter().find_map(|&quote| file.strip_prefix(quote)?.strip_suffix(quote)).unwrap_or(file)
}

/// The description of an existing file; `None` if it is an earlier moment of the match, and may be overwritten.
fn other_than(record: &Record, file: &str, path: &Path) -> Option<String> {
    match Record::read(file, &read(path).unwrap_or_default()) {
        Err(_) => Some("not a saved match".to_owned()),
        // A longer line of the same match replaces the shorter one.
        Ok(old) if (&old.game, old.seed) == (&record.game, record.seed) => (!record.actions.starts_with(&old.actions))
            .then(|| "a line of this match that went on otherwise; a branch needs a name of its own".to_owned()),
        Ok(old) => Some(format!("another match, of {}", old.game)),
    }
}

/// Reads a file: a save, or a match in a game notation, with people at all seats.
fn read_record(library: &Library, path: PathBuf, number: Option<usize>) -> Result<(PathBuf, Record), SaveError> {
    let name = path.display().to_string();
    // The PGN standard (4.1) prescribes ISO 8859-1; newer files are UTF-8.
    let text = match read_text(&path, LONGEST) {
        Err(ReadError::NotText { .. }) if is_game(&name) => read_latin(&path, LONGEST)?,
        _ => read(&path)?,
    };
    if Pgn::is_one(&name, &text) {
        let games = Pgn::read(&SourceFile::new(name.as_str(), text)).map_err(Faults::from)?;
        let game = match (games.as_slice(), number) {
            ([only], None) => only,
            (_, Some(number)) if let Some(game) = number.checked_sub(1).and_then(|n| games.get(n)) => game,
            _ => {
                let titles = games.iter().map(Pgn::title).collect();
                return Err(SaveError::Which { file: name, titles, asked: number });
            }
        };
        let record = game.play(&parlour_notation::pack_of_games(library, game.variant())?, HUMAN)?.record();
        return Ok((path, record));
    }
    if let Some(number) = number {
        return Err(SaveError::OnlyOne { file: name, number });
    }
    let record = Record::read(&name, &text)?;
    Ok((path, record))
}

/// Reads a text in ISO 8859-1.
fn read_latin(path: &Path, longest: u64) -> Result<String, SaveError> {
    let file = std::fs::File::open(path).map_err(|error| FileError::new(path, error))?;
    let mut bytes = Vec::new();
    std::io::Read::read_to_end(&mut std::io::Read::take(file, longest), &mut bytes)
        .map_err(|error| FileError::new(path, error))?;
    Ok(bytes.into_iter().map(char::from).collect())
}

/// Reads the text of a save.
///
/// # Errors
/// A file that can't be read, is too long or isn't text.
pub fn read(path: &Path) -> Result<String, SaveError> {
    read_text(path, LONGEST).map_err(|error| match error {
        ReadError::NotAFile { path, kind } => SaveError::NotAFile { name: path.display().to_string(), kind },
        ReadError::TooLong { path, longest } => {
            SaveError::Unreadable { path, what: format!("it is longer than {} MiB", longest >> 20) }
        }
        ReadError::NotText { path, line } => {
            SaveError::Unreadable { path, what: format!("line {line} is not text in UTF-8") }
        }
        ReadError::File(error) => error.into(),
    })
}
