//! Watches files of packs and robots for changes, by polling.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Weak;
use std::time::{Duration, SystemTime};

/// The polling interval. A changed file must be stable for this long: an editor may still be writing.
const EVERY: Duration = Duration::from_millis(200);
/// Maximum depth of subfolders.
const DEPTH: usize = 5;

/// Metadata of files: modification time and length.
type Seen = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

/// Calls a function after each change in some folders, until the target is dropped.
pub(crate) fn watch<T: Send + Sync + 'static>(
    folders: Vec<PathBuf>,
    of: Weak<T>,
    changed: impl Fn(&T) + Send + 'static,
) {
    std::thread::spawn(move || {
        let mut told = seen(&folders);
        let mut last = told.clone();
        loop {
            std::thread::sleep(EVERY);
            let Some(of) = of.upgrade() else { return };
            let now = seen(&folders);
            if now == last && now != told {
                told.clone_from(&now);
                changed(&of);
            }
            last = now;
        }
    });
}

fn seen(folders: &[PathBuf]) -> Seen {
    let mut seen = Seen::new();
    for folder in folders {
        look(folder, DEPTH, &mut seen);
    }
    seen
}

fn look(folder: &Path, depth: usize, seen: &mut Seen) {
    // An unreadable folder counts as empty.
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
        // Symbolic links are followed: packs may be elsewhere.
        let Ok(about) = std::fs::metadata(&path) else { continue };
        if is_hidden {
            continue;
        } else if about.is_dir() && depth > 0 {
            look(&path, depth - 1, seen);
        } else if about.is_file() {
            seen.insert(path, (about.modified().ok(), about.len()));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, mpsc};

    use super::*;

    /// A change is reported once, when the file is stable; subfolders count.
    #[test]
    fn a_change_is_told_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game/game.toml");
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, "one").unwrap();
        let (send, told) = mpsc::channel();
        let held = Arc::new(send);
        watch(vec![folder.path().to_owned()], Arc::downgrade(&held), |send| send.send(()).unwrap());
        std::thread::sleep(EVERY * 2);
        std::fs::write(&file, "three").unwrap();
        told.recv_timeout(Duration::from_secs(60)).unwrap();
        assert!(told.recv_timeout(EVERY * 4).is_err());
    }
}
