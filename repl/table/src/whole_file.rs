//! Files that are written whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{Error, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::error::FileError;

/// A file that is going to be written; what can be wrong with it is known before there is anything to write.
#[derive(Debug)]
pub struct WholeFile {
    /// The file as it was named.
    named: PathBuf,
    /// The file itself, where the name is a link.
    path: PathBuf,
    there: There,
}

/// What is there already.
#[derive(Debug)]
enum There {
    Nothing,
    /// A file, which is replaced and keeps its permissions.
    File(fs::Permissions),
    /// A pipe, a device or an open file, which can't be replaced and is written directly.
    Stream(File),
}

impl WholeFile {
    /// Looks whether a file can be written, and leaves it as it is.
    ///
    /// # Errors
    /// A folder, a file that is read-only, a place that isn't there.
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
        // Some may write everything: the mark is heeded all the same.
        if found.permissions().readonly() {
            return Err(Error::new(ErrorKind::PermissionDenied, "the file is read-only"));
        }
        let file = OpenOptions::new().append(true).open(path)?;
        // What lies there stands for something that is open already, a file perhaps.
        let is_open = ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc"].iter().any(|folder| path.starts_with(folder));
        if found.is_file() && !is_open {
            return Ok(Self { path: fs::canonicalize(path)?, named, there: There::File(found.permissions()) });
        }
        Ok(Self { path: named.clone(), named, there: There::Stream(file) })
    }

    /// Writes the file.
    ///
    /// # Errors
    /// A file that can't be written; it is as it was then.
    pub fn write(self, text: &str) -> Result<(), FileError> {
        let Self { named, path, there } = self;
        let replace = || -> Result<(), Error> {
            let permissions = match there {
                There::Stream(mut file) => return file.write_all(text.as_bytes()),
                There::File(permissions) => Some(permissions),
                There::Nothing => None,
            };
            let mut file = new_file(folder(&path))?;
            file.write_all(text.as_bytes())?;
            if let Some(permissions) = permissions {
                file.as_file().set_permissions(permissions)?;
            }
            file.as_file().sync_all()?;
            file.persist(&path)?;
            Ok(())
        };
        replace().map_err(|error| FileError::new(&named, error))
    }
}

/// Writes a file so that it is there whole or not at all.
///
/// # Errors
/// A file that can't be written.
pub fn write_whole(path: &Path, text: &str) -> Result<(), FileError> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir()) {
        let error = Error::new(ErrorKind::NotFound, format!("there is no folder {}", folder.display()));
        return Err(FileError::new(path, error));
    }
    WholeFile::open(path)?.write(text)
}

/// Writes a file whole or not at all, in a folder that is made if it is missing.
///
/// # Errors
/// A folder that can't be made, a file that can't be written.
pub fn write_in_folder(path: &Path, text: &str) -> Result<(), FileError> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| FileError::new(path, error))?;
    }
    write_whole(path, text)
}

/// The folder that a file is in.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A new file with a name of its own and the permissions that any new file has.
fn new_file(folder: &Path) -> Result<tempfile::NamedTempFile, Error> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
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
}
