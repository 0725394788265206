use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::TABLES;
use crate::pack::{Pack, PackFiles};

thread_local! {
    static ASKED: RefCell<BTreeMap<String, BTreeSet<String>>> = RefCell::default();
}

/// Notes what a reader has asked a table for.
pub(in crate::pack) fn note(path: &str, keys: &[&str]) {
    ASKED.with_borrow_mut(|asked| {
        asked.entry(general(path)).or_default().extend(keys.iter().map(|key| (*key).to_owned()));
    });
}

/// The path in [`TABLES`] of a table of some pack.
fn general(path: &str) -> String {
    let parts: Vec<&str> = path.split('.').collect();
    let bare = |part: &str| part.split('[').next().unwrap_or_default().to_owned();
    let of_list = |part: &str| if part.contains('[') { bare(part) + "[]" } else { part.to_owned() };
    let rows = |part: &str| match of_list(part).as_str() {
        known @ ("card[]" | "piece[]" | "place[]" | "castle[]" | "end[]") => known.to_owned(),
        other if other.ends_with("[]") => "*[]".to_owned(),
        other => other.to_owned(),
    };
    match parts.as_slice() {
        ["options", ..] => "options.*".to_owned(),
        [first, .., "to" | "from" | "start" | "in"] if first.contains('[') => "AREA".to_owned(),
        [first, last] if first.contains('[') && last.starts_with("between[") => "AREA".to_owned(),
        ["vars", _, "of"] => "AREA".to_owned(),
        ["columns", ..] => "columns.*.*".to_owned(),
        ["setup", rest] => format!("setup.{}", of_list(rest)),
        [first] => rows(first),
        [first, second, rest @ ..] if !first.contains('[') => {
            let _ = second;
            let rest: String = rest.iter().map(|part| format!(".{}", of_list(part))).collect();
            format!("{first}.*{rest}")
        }
        [first, rest @ ..] if first.starts_with("piece[") => {
            let rest: String = rest.iter().map(|part| format!(".{}", of_list(part))).collect();
            format!("piece[]{rest}")
        }
        _ => "*[].*".to_owned(),
    }
}

fn packs(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| path.join("game.toml").is_file()).collect()
}

#[test]
fn every_key_that_is_read_is_in_the_tables_and_every_key_there_is_read() {
    for folder in packs("../rules").into_iter().chain(packs("../tests/fixtures")) {
        Pack::load(PackFiles::read(&folder).unwrap()).unwrap();
    }
    // What ends a match by a word that nobody knows is asked for the keys of all endings.
    let mut wrong = PackFiles::read(&packs("../rules").into_iter().find(|path| path.ends_with("tic-tac-toe")).unwrap());
    if let Ok(files) = &mut wrong {
        let text = files.texts["game.toml"].replace("when = \"line\"", "when = \"whatever\"");
        files.texts.insert("game.toml".to_owned(), text.into());
    }
    assert!(Pack::load(wrong.unwrap()).is_err());
    let asked = ASKED.take();
    let mut faults = Vec::new();
    for table in TABLES {
        let Some(read) = asked.get(table.path) else {
            // No pack has one.
            continue;
        };
        let written: BTreeSet<String> = table.keys.iter().map(|(key, _)| (*key).to_owned()).collect();
        let untold = read.difference(&written).filter(|_| !table.has_own);
        faults.extend(untold.map(|key| format!("`{key}` of `{}` is not told", table.path)));
        faults.extend(written.difference(read).map(|key| format!("nobody reads `{key}` of `{}`", table.path)));
    }
    assert!(faults.is_empty(), "{faults:#?}");
    let unknown: Vec<_> = asked.keys().filter(|path| !TABLES.iter().any(|table| table.path == *path)).collect();
    assert!(unknown.is_empty(), "tables without keys: {unknown:?}");
}
