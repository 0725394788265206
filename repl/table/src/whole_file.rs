//! Atomic file writes.
//!
//! Every output file of a command goes through here, so that all refuse the same targets: folders, pipes, sockets and
//! devices. A temporary file left by a killed process is removed by the next process that writes into its folder.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{Error, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::file_error::FileError;
use crate::lock::is_there;

/// An output file; its faults are found before there is anything to write.
#[derive(Debug)]
pub struct WholeFile {
    /// The path as given.
    named: PathBuf,
    /// The target path, with links resolved.
    path: PathBuf,
    there: There,
}

/// The existing target.
#[derive(Debug)]
enum There {
    Nothing,
    /// A file, which is replaced and keeps its permissions.
    File(fs::Permissions),
    /// An open stream, or a non-blocking device, which can't be replaced and is written directly.
    Stream(File),
}

/// Paths of open file descriptors, which may be files or pipes.
const OPEN: [&str; 4] = ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc"];
/// Devices that never block.
const DEVICES: [&str; 4] = ["/dev/null", "/dev/full", "/dev/zero", "/dev/tty"];

impl WholeFile {
    /// Checks that a file can be written, without changing it.
    ///
    /// # Errors
    /// A folder, a pipe, a socket, a device, a read-only file, a missing folder.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        Self::look(path).map_err(|error| FileError::new(path, error))
    }

    fn look(path: &Path) -> Result<Self, Error> {
        let named = path.to_owned();
        let found = match fs::metadata(path) {
            Ok(found) => found,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                if folder(path).is_dir() && path.file_name().is_some() {
                    return Ok(Self { path: named.clone(), named, there: There::Nothing });
                }
                return Err(Error::new(ErrorKind::NotFound, format!("there is no folder {}", folder(path).display())));
            }
            Err(error) => return Err(error),
        };
        if found.is_dir() {
            return Err(Error::new(ErrorKind::IsADirectory, "this is a folder; expected a file"));
        }
        let is_open = OPEN.iter().any(|folder| path.starts_with(folder));
        if !is_open && !found.is_file() && !DEVICES.iter().any(|device| path == Path::new(device)) {
            let message = format!("this is {}; expected a file", kind(found.file_type()));
            return Err(Error::new(ErrorKind::InvalidInput, message));
        }
        // A superuser could write it; the read-only permission is respected all the same.
        if found.permissions().readonly() {
            return Err(Error::new(ErrorKind::PermissionDenied, "the file is read-only"));
        }
        let file = OpenOptions::new().append(true).open(path)?;
        if found.is_file() && !is_open {
            return Ok(Self { path: fs::canonicalize(path)?, named, there: There::File(found.permissions()) });
        }
        Ok(Self { path: named.clone(), named, there: There::Stream(file) })
    }

    /// Writes the file.
    ///
    /// # Errors
    /// A file that can't be written; it is unchanged then.
    pub fn write(self, bytes: impl AsRef<[u8]>) -> Result<(), FileError> {
        let Self { named, path, there } = self;
        let replace = || -> Result<(), Error> {
            let permissions = match there {
                There::Stream(mut file) => return file.write_all(bytes.as_ref()),
                There::File(permissions) => Some(permissions),
                There::Nothing => None,
            };
            let mut file = new_file(folder(&path))?;
            file.write_all(bytes.as_ref())?;
            if let Some(permissions) = permissions {
                file.as_file().set_permissions(permissions)?;
            }
            file.as_file().sync_all()?;
            file.persist(&path)?;
            Ok(())
        };
        replace().map_err(|error| FileError::new(&named, error))
    }

    /// Checks that a file can be created in its folder, without leaving one.
    ///
    /// # Errors
    /// An unwritable folder.
    pub fn try_folder(&self) -> Result<(), FileError> {
        match &self.there {
            There::Stream(_) => Ok(()),
            _ => new_file(folder(&self.path)).map(drop).map_err(|error| FileError::new(&self.named, error)),
        }
    }

    /// Truncates the file and opens it for streaming output.
    ///
    /// # Errors
    /// A file that can't be written.
    pub fn begin(self) -> Result<File, FileError> {
        match self.there {
            There::Stream(file) => Ok(file),
            _ => File::create(&self.path).map_err(|error| FileError::new(&self.named, error)),
        }
    }
}

/// The kind of something that isn't a regular file, in words.
#[cfg(unix)]
fn kind(kind: fs::FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match () {
        () if kind.is_fifo() => "a pipe",
        () if kind.is_socket() => "a socket",
        () => "a device",
    }
}

#[cfg(not(unix))]
fn kind(_kind: fs::FileType) -> &'static str {
    "a device"
}

/// Writes a file atomically.
///
/// # Errors
/// A file that can't be written.
pub fn write_whole(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), FileError> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir()) {
        let error = Error::new(ErrorKind::NotFound, format!("there is no folder {}", folder.display()));
        return Err(FileError::new(path, error));
    }
    WholeFile::open(path)?.write(bytes)
}

/// Writes a file atomically, and creates its folder if missing.
///
/// # Errors
/// A folder that can't be created, a file that can't be written.
pub fn write_in_folder(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), FileError> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| FileError::new(path, error))?;
    }
    write_whole(path, bytes)
}

/// The folder of a file.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The prefix of temporary files.
const PREFIX: &str = ".tmp-parlour-";
/// Attempts to create a temporary file, if another process removes it between creation and locking.
const TRIES: usize = 100;

/// A new file with a unique name and default permissions. It is locked while it is written, so that other processes
/// know that it isn't abandoned.
fn new_file(folder: &Path) -> Result<tempfile::NamedTempFile, Error> {
    sweep_once(folder);
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    for _ in 0..TRIES {
        // On file systems without locks no process removes temporary files.
        if file.as_file().lock().is_err() || is_there(file.as_file(), file.path()) {
            break;
        }
        file = builder.tempfile_in(folder)?;
    }
    Ok(file)
}

/// Removes temporary files left by killed processes in a folder, once per folder and process.
fn sweep_once(folder: &Path) {
    static SWEPT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let Ok(folder) = folder.canonicalize() else { return };
    if SWEPT.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.clone()) {
        sweep(&folder, |name| name.starts_with(PREFIX));
    }
}

/// Removes temporary files in a folder in which only Parlour writes, including those with names of older versions.
pub(crate) fn sweep_own(folder: &Path) {
    sweep(folder, |name| {
        let is_older = |end: &str| end.len() == 6 && end.bytes().all(|c| c.is_ascii_alphanumeric());
        name.starts_with(PREFIX) || name.strip_prefix(".tmp").is_some_and(is_older)
    });
}

/// Removes a folder's temporary files, except those that a process has locked.
fn sweep(folder: &Path, is_temporary: impl Fn(&str) -> bool) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if !is_file || !entry.file_name().to_str().is_some_and(&is_temporary) {
            continue;
        }
        let Ok(file) = File::open(entry.path()) else { continue };
        // The lock is held during removal, so that the process that has just created it notices.
        if file.try_lock().is_ok() {
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("board");
        for text in ["one\n", "two\n"] {
            WholeFile::open(&path).unwrap().write(text).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("board"), folder.path().join("link"));
        fs::write(&path, "one\n").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("board", &link).unwrap();
        WholeFile::open(&link).unwrap().write("two\n").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "two\n");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    }

    #[cfg(unix)]
    #[test]
    fn what_is_not_a_file_is_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let socket = folder.path().join("socket");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        let told = |path: &Path| WholeFile::open(path).unwrap_err().to_string();
        assert!(told(&pipe).ends_with("this is a pipe; expected a file"), "{}", told(&pipe));
        assert!(told(&socket).ends_with("this is a socket; expected a file"));
        assert!(told(Path::new("/dev/ptmx")).ends_with("this is a device; expected a file"));
        assert!(told(folder.path()).ends_with("this is a folder; expected a file"));
        WholeFile::open(Path::new("/dev/null")).unwrap().write("x").unwrap();
    }

    #[test]
    fn files_that_are_left_behind_are_swept_and_those_being_written_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let left = [".tmp-parlour-aB3xY9", ".tmpAb12Cd"].map(|name| folder.path().join(name));
        let others = [".tmp", ".tmpAb12C", ".tmpAb12C-", "match.json"].map(|name| folder.path().join(name));
        left.iter().chain(&others).for_each(|path| fs::write(path, "x").unwrap());
        let written = new_file(folder.path()).unwrap();
        assert!(!left[0].exists() && left[1].exists(), "in a folder of others only our own names are known");
        fs::write(&left[0], "x").unwrap();
        sweep_own(folder.path());
        assert!(left.iter().all(|path| !path.exists()));
        assert!(others.iter().all(|path| path.exists()) && written.path().exists());
    }
}
