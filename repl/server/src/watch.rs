//! Notices that a file of a pack or of a robot has changed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Weak;
use std::time::{Duration, SystemTime};

/// How often files are looked at. What has changed must rest for so long: an editor may still be writing.
const EVERY: Duration = Duration::from_millis(200);
/// Folders in folders that are looked into.
const DEPTH: usize = 5;

/// What files look like from outside: when each was changed, and how long it is.
type Seen = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

/// Calls a function after each change in some folders, as long as somebody holds what it needs.
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
    // A folder that can't be read now has no files now.
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
        // What is a link is followed: packs may lie elsewhere.
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

    /// A change is told once, when the file rests; a file in a folder in the folder counts.
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
