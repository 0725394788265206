//! Comments start with a noun phrase or a verb: doc comments of Rust, and any comment of Luau and of JavaScript.

use std::path::{Path, PathBuf};

/// First words of free relative clauses, which don't name the documented item.
const RELATIVES: [&str; 6] = ["What", "Who", "Whether", "How", "Where", "So many"];

/// The endings of files that are read, with the markers of their comments.
const MARKERS: [(&str, &[&str]); 5] =
    [("rs", &["///", "//!"]), ("luau", &["---", "--"]), ("lua", &["---", "--"]), ("js", &["//"]), ("mjs", &["//"])];

/// Folders whose scripts are examples for authors of games.
const PACKS: [&str; 2] = ["rules", "fixtures"];

/// Appends the files below a folder that have comments, without build output, packs and hidden folders.
fn files_with_comments(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap().to_string_lossy();
        if path.is_dir() {
            if name != "target" && !name.starts_with('.') && !PACKS.contains(&&*name) {
                files_with_comments(&path, files);
            }
        } else if markers_of(&path).is_some() {
            files.push(path);
        }
    }
}

/// The markers of comments in a file, by its ending.
fn markers_of(path: &Path) -> Option<&'static [&'static str]> {
    let ending = path.extension()?.to_str()?;
    MARKERS.iter().find(|(known, _)| *known == ending).map(|(_, markers)| *markers)
}

/// The first lines of a file's comments with some markers, each with its line number from 1.
fn comment_heads<'t>(text: &'t str, markers: &[&'static str]) -> Vec<(usize, &'t str)> {
    let mut heads = Vec::new();
    let mut marker_before = None;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim_start();
        let marker = markers.iter().copied().find(|marker| line.starts_with(marker));
        let marker = marker.filter(|_| !line.starts_with("////"));
        if let Some(found) = marker
            && marker_before != marker
        {
            heads.push((number, line[found.len()..].trim_start()));
        }
        marker_before = marker;
    }
    heads
}

/// True if a comment starts with one of [`RELATIVES`].
fn is_relative(head: &str) -> bool {
    RELATIVES
        .iter()
        .filter_map(|word| head.strip_prefix(word))
        .any(|rest| !rest.starts_with(|next: char| next.is_alphanumeric()))
}

#[test]
fn comments_name_their_subject() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    files_with_comments(&root, &mut files);
    let (mut comments, mut relatives) = (0, Vec::new());
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        let shown = path.strip_prefix(&root).unwrap().display();
        for (line, head) in comment_heads(&text, markers_of(&path).unwrap()) {
            comments += 1;
            if is_relative(head) {
                relatives.push(format!("{shown}:{line}: {head}"));
            }
        }
    }
    assert!(comments > 1000, "{comments} comments found");
    assert!(
        relatives.len() * 100 < comments,
        "{} of {comments} comments start with a relative clause (limit: 1%); start them with a noun phrase, a verb \
         or \"True if\". The first twenty:\n{}",
        relatives.len(),
        relatives.iter().take(20).map(String::as_str).collect::<Vec<_>>().join("\n"),
    );
}

#[test]
fn a_run_of_doc_lines_counts_once() {
    let text =
        "//! What it is.\n//! What else.\n\n/// How far.\n/// So many.\nfn f() {\n    /// Howling.\n    // Who?\n}\n";
    let heads = comment_heads(text, &["///", "//!"]);
    assert_eq!(heads, [(1, "What it is."), (4, "How far."), (7, "Howling.")]);
    assert_eq!(heads.iter().filter(|(_, head)| is_relative(head)).count(), 2);
}
