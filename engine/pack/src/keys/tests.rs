use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::{Shape, TABLES, general};
use crate::{Pack, PackFiles};

thread_local! {
    static ASKED: RefCell<BTreeMap<String, BTreeSet<String>>> = RefCell::default();
    static KINDS: RefCell<BTreeMap<(String, String), Vec<Asked>>> = RefCell::default();
}

/// A reader's query for the value of a key.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Asked {
    Text,
    Texts,
    Word(Vec<&'static str>),
    Flag,
    Number(i64, i64),
}

/// Records a reader's query for the value of a key.
pub(crate) fn note_asked(path: &str, key: &str, asked: Asked) {
    KINDS.with_borrow_mut(|kinds| {
        let known = kinds.entry((general(path), key.to_owned())).or_default();
        if !known.contains(&asked) {
            known.push(asked);
        }
    });
}

/// True if a shape matches a reader's query, exactly as far as a single reader can tell.
fn fits(shape: Shape, asked: &Asked) -> bool {
    match (shape, asked) {
        (Shape::Word(words), Asked::Word(asked)) => words == asked.as_slice(),
        // A word read as a text is one of a few, some of which other readers know.
        (Shape::Text | Shape::Word(_) | Shape::Glyph, Asked::Text) => true,
        (Shape::Texts | Shape::Words(_) | Shape::Choices, Asked::Texts) => true,
        (Shape::Flag, Asked::Flag) | (Shape::Number | Shape::Bound, Asked::Number(..)) => true,
        (Shape::Range(least, most), Asked::Number(from, to)) => least <= *from && *to <= most,
        // Values that are read in several ways.
        (Shape::Any | Shape::Switch | Shape::Scalar, _) => true,
        _ => false,
    }
}

/// Records the keys that a reader has queried.
pub(crate) fn note(path: &str, keys: &[&str]) {
    ASKED.with_borrow_mut(|asked| {
        asked.entry(general(path)).or_default().extend(keys.iter().map(|key| (*key).to_owned()));
    });
}

fn packs(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| path.join("game.toml").is_file()).collect()
}

#[test]
fn every_key_that_is_read_is_in_the_tables_and_every_key_there_is_read() {
    for folder in packs("../../rules").into_iter().chain(packs("../../tests/fixtures")) {
        Pack::load(PackFiles::read(&folder).unwrap()).unwrap();
    }
    // An ending with an unknown word is queried for the keys of all endings.
    let mut wrong =
        PackFiles::read(&packs("../../rules").into_iter().find(|path| path.ends_with("tic-tac-toe")).unwrap());
    if let Ok(files) = &mut wrong {
        let text = files.texts["game.toml"].replace("when = \"line\"", "when = \"whatever\"");
        files.texts.insert("game.toml".to_owned(), text.into());
    }
    assert!(Pack::load(wrong.unwrap()).is_err());
    let asked = ASKED.take();
    let mut faults = Vec::new();
    for ((path, key), kinds) in KINDS.take() {
        let table = TABLES.iter().find(|table| table.path == path);
        let Some((_, shape, _)) = table.and_then(|table| table.keys.iter().find(|(known, ..)| *known == key)) else {
            continue;
        };
        for kind in kinds {
            if !fits(*shape, &kind) {
                faults.push(format!("`{key}` of `{path}` is {shape:?}, but it is read as {kind:?}"));
            }
        }
    }
    for table in TABLES {
        let Some(read) = asked.get(table.path) else {
            // No pack has one.
            continue;
        };
        let written: BTreeSet<String> = table.keys.iter().map(|(key, ..)| (*key).to_owned()).collect();
        let untold = read.difference(&written).filter(|_| !table.has_own);
        faults.extend(untold.map(|key| format!("`{key}` of `{}` is not told", table.path)));
        faults.extend(written.difference(read).map(|key| format!("nobody reads `{key}` of `{}`", table.path)));
    }
    assert!(faults.is_empty(), "{faults:#?}");
    let unknown: Vec<_> = asked.keys().filter(|path| !TABLES.iter().any(|table| table.path == *path)).collect();
    assert!(unknown.is_empty(), "tables without keys: {unknown:?}");
}
