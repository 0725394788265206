//! Regression tests with old matches: every game has finished ones in `tests/archive`, which must replay identically
//! after every change.
//!
//! A change that intentionally breaks some is named in the changelog; `tests/archive/record.sh` records new ones.

use std::path::{Path, PathBuf};

use parlour_engine::play::Record;

use crate::packs::library;

/// The minimum number of matches kept of each game.
const LEAST: usize = 10;

fn matches_of(game: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("archive").join(game);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn old_matches_come_out_as_they_did() {
    let library = library();
    let mut broken = Vec::new();
    for game in library.names() {
        let files = matches_of(&game);
        assert!(files.len() >= LEAST, "{game} has {} matches in the archive, not {LEAST}", files.len());
        for file in files {
            let name = file.display().to_string();
            let record = Record::read(&name, &std::fs::read_to_string(&file).unwrap()).unwrap();
            assert_eq!(record.game, game, "{name}");
            match record.replay(&library, None) {
                Ok(played) => assert!(played.state().is_over(), "{name} stops before its end"),
                Err(error) => broken.push(format!("{name}: {error}")),
            }
        }
    }
    assert!(broken.is_empty(), "{} old matches can't be played any more:\n{}", broken.len(), broken.join("\n"));
}
