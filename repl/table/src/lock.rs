//! Locks of saved matches: a session holds a lock beside the file, so that two sessions never overwrite each other.
//!
//! It is an advisory system lock on a file of its own, since the save itself is replaced whole whenever it is written.
//! The system releases it when the process ends in any way.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, SystemTime};

/// The suffix of the lock file.
const END: &str = ".lock";
/// Attempts to lock a file that is being removed.
const TRIES: usize = 100;
/// Maximum length of the note about the holder, in bytes.
const LONGEST_NOTE: u64 = 200;

/// The locks of this process, by save: the system doesn't prevent a second one within a process.
static HELD: Mutex<Option<HashMap<PathBuf, Weak<Lock>>>> = Mutex::new(None);

/// A lock of a saved match, released on drop.
#[derive(Debug)]
pub struct Lock {
    save: PathBuf,
    /// The lock file; `None` if the folder isn't writable or doesn't support locks.
    file: Option<File>,
}

/// The holder of a contested lock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// The process id, if it could be read.
    process: Option<u32>,
    /// The age of the lock.
    time: Option<Duration>,
}

impl std::fmt::Display for Holder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.process {
            Some(process) => write!(f, "process {process}")?,
            None => write!(f, "another process")?,
        }
        match self.time.map(|time| time.as_secs()) {
            None => Ok(()),
            Some(seconds @ 0..=119) => write!(f, ", for {seconds} s"),
            Some(seconds @ 120..=7_199) => write!(f, ", for {} min", seconds / 60),
            Some(seconds) => write!(f, ", for {} h", seconds / 3_600),
        }
    }
}

impl Lock {
    /// Locks a saved match. If the system supports no locks there, other sessions aren't excluded.
    ///
    /// # Errors
    /// The holder, if it is locked.
    pub fn take(save: &Path) -> Result<Arc<Self>, Holder> {
        let save = whole(save);
        let mut held = held();
        let held = held.get_or_insert_default();
        if let Some(lock) = held.get(&save).and_then(Weak::upgrade) {
            return Ok(lock);
        }
        let lock = Arc::new(Self { file: lock_file(&save)?, save: save.clone() });
        held.retain(|_, lock| lock.strong_count() > 0);
        held.insert(save, Arc::downgrade(&lock));
        Ok(lock)
    }

    /// The other session that has a saved match open, if any.
    pub fn holder(save: &Path) -> Option<Holder> {
        if !beside(&whole(save)).exists() {
            return None;
        }
        Self::take(save).err()
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if self.file.is_some() {
            // Removed while it is still held, so that no other session's file is removed. A remaining file is reused.
            let _ = std::fs::remove_file(beside(&self.save));
        }
    }
}

fn held() -> MutexGuard<'static, Option<HashMap<PathBuf, Weak<Lock>>>> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The canonical path of a save: links are resolved.
fn whole(save: &Path) -> PathBuf {
    if let Ok(path) = save.canonicalize() {
        return path;
    }
    let folder = save.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (folder.canonicalize(), save.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => save.to_owned(),
    }
}

/// The path of a save's lock file.
fn beside(save: &Path) -> PathBuf {
    let mut name = save.as_os_str().to_owned();
    name.push(END);
    name.into()
}

/// Creates the file and locks it; `None` where that isn't possible.
fn lock_file(save: &Path) -> Result<Option<File>, Holder> {
    let path = beside(save);
    for _ in 0..TRIES {
        let Ok(mut file) = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path) else {
            return Ok(None);
        };
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(read_note(&mut file)),
            Err(TryLockError::Error(_)) => return Ok(None),
        }
        // The previous holder may have removed the file between opening and locking; such a lock is void.
        if is_there(&file, &path) {
            write_note(&mut file);
            return Ok(Some(file));
        }
    }
    Ok(None)
}

/// True if a path still refers to an open file.
#[cfg(unix)]
pub(crate) fn is_there(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |meta: std::fs::Metadata| (meta.dev(), meta.ino());
    let (ours, there) = (file.metadata().map(place), std::fs::metadata(path).map(place));
    ours.is_ok_and(|ours| there.is_ok_and(|there| ours == there))
}

#[cfg(not(unix))]
pub(crate) fn is_there(_file: &File, path: &Path) -> bool {
    path.exists()
}

/// Writes a note about the holder; the lock is valid without it.
fn write_note(file: &mut File) {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let _ = file.set_len(0).and_then(|()| writeln!(file, "{} {now}", std::process::id())).and_then(|()| file.flush());
}

fn read_note(file: &mut File) -> Holder {
    let mut note = String::new();
    let read = file.rewind().and_then(|()| file.take(LONGEST_NOTE).read_to_string(&mut note));
    let mut words = note.split_whitespace().filter(|_| read.is_ok());
    let process = words.next().and_then(|word| word.parse().ok());
    let since: Option<u64> = words.next().and_then(|word| word.parse().ok());
    let time = since.and_then(|since| {
        SystemTime::now().duration_since(SystemTime::UNIX_EPOCH + Duration::from_secs(since.min(1 << 40))).ok()
    });
    Holder { process, time }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_has_a_lock_once_and_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let save = folder.path().join("x.json");
        let first = Lock::take(&save).unwrap();
        let again = Lock::take(&folder.path().join("./x.json")).unwrap();
        assert!(Arc::ptr_eq(&first, &again));
        assert!(beside(&whole(&save)).exists());
        drop((first, again));
        assert!(Lock::holder(&save).is_none());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_lock_of_another_opening_is_told_with_its_note() {
        let folder = tempfile::tempdir().unwrap();
        let save = whole(&folder.path().join("x.json"));
        let mut other = OpenOptions::new().read(true).write(true).create_new(true).open(beside(&save)).unwrap();
        other.try_lock().unwrap();
        write_note(&mut other);
        let holder = Lock::take(&save).unwrap_err();
        assert_eq!(holder.process, Some(std::process::id()));
        assert!(holder.to_string().starts_with(&format!("process {}, for ", std::process::id())), "{holder}");
        drop(other);
        // A dead process leaves an unlocked file.
        assert!(beside(&save).exists() && Lock::take(&save).is_ok());
    }
}
