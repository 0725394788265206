//! The engine as a library: what it is made with stays its own, so that the virtual machine can change without those who
//! embed the engine.

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            out.push(path);
        }
    }
}

fn is_closed(text: &str) -> bool {
    text.matches('(').count() == text.matches(')').count()
}

/// The public declarations in a source, each up to its body.
fn public(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut lines = text.lines().map(str::trim);
    while let Some(line) = lines.next() {
        if !line.starts_with("pub ") {
            continue;
        }
        let mut whole = line.to_owned();
        let is_whole = |text: &str| text.ends_with(['{', ';', ',', '}']) && is_closed(text);
        while !is_whole(&whole) {
            let Some(next) = lines.next() else { break };
            whole.push(' ');
            whole.push_str(next);
        }
        out.push(whole);
    }
    out
}

/// What names no type of the machine has only the values that the engine lets out.
#[test]
fn only_the_engine_depends_on_the_virtual_machine() {
    let workspace = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let members = workspace.split_once("members = [").and_then(|(_, rest)| rest.split_once(']')).unwrap().0;
    let members: Vec<&str> = members.split('"').skip(1).step_by(2).collect();
    assert!(members.contains(&"engine") && members.len() > 3, "{members:?}");
    for member in members.into_iter().filter(|member| *member != "engine") {
        let manifest = std::fs::read_to_string(root().join(member).join("Cargo.toml")).unwrap();
        assert!(!manifest.contains("mlua"), "{member}");
    }
}

#[test]
fn public_functions_fail_with_types_of_their_own() {
    let mut files = Vec::new();
    sources(&root().join("engine/src"), &mut files);
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        for item in public(&text) {
            let fails_with = item.rsplit_once("-> Result<").map_or("", |(_, result)| result);
            let is_typed = !fails_with.contains("dyn ") && !fails_with.ends_with(", String> {");
            assert!(is_typed, "{}: {item}", file.display());
        }
    }
}
