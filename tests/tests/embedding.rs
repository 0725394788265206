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

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

fn is_closed(text: &str) -> bool {
    text.matches('(').count() == text.matches(')').count()
}

/// The public part of each declaration in a source: signatures, and fields that are public.
fn public(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut lines = text.lines().map(str::trim);
    while let Some(line) = lines.next() {
        let of = line.strip_prefix("impl").and_then(|rest| rest.split_once(" for ")).map(|(_, of)| of);
        let of = of.and_then(|of| words(of).next());
        // A type that is not public may have any traits.
        let is_public = |of: &str| ["struct", "enum"].iter().any(|kind| text.contains(&format!("pub {kind} {of}")));
        let is_impl = of.is_some_and(is_public);
        if !is_impl && !line.starts_with("pub ") {
            continue;
        }
        let mut whole = line.to_owned();
        let is_whole = |text: &str| text.ends_with(['{', ';', ',', '}']) && is_closed(text);
        while !is_impl && !is_whole(&whole) {
            let Some(next) = lines.next() else { break };
            whole.push(' ');
            whole.push_str(next);
        }
        // Of a tuple only the fields that say so are public.
        if let Some((name, fields)) = whole.strip_prefix("pub struct ").and_then(|rest| rest.split_once('(')) {
            let fields = fields.split(',').filter(|field| field.trim().starts_with("pub "));
            whole = format!("{name} {}", fields.collect::<String>());
        }
        out.push(whole);
    }
    out
}

/// The names that a source has from the machine's crate.
fn imported(text: &str) -> Vec<&str> {
    let mut out = vec!["mlua"];
    for list in text.split("use mlua::").skip(1) {
        out.extend(words(list.split(';').next().unwrap_or_default()).filter(|word| *word != "self"));
    }
    out
}

#[test]
fn no_public_item_names_a_type_of_the_virtual_machine() {
    let mut files = Vec::new();
    sources(&root().join("engine/src"), &mut files);
    assert!(files.len() > 100);
    let (mut items, mut found) = (0, Vec::new());
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let foreign = imported(&text);
        for item in public(&text) {
            items += 1;
            if words(&item).any(|word| foreign.contains(&word)) {
                found.push(format!("{}: {item}", file.display()));
            }
        }
    }
    assert!(items > 500, "{items}");
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn the_scan_finds_what_it_looks_for() {
    let found = |text: &str| public(text).iter().any(|item| words(item).any(|word| imported(text).contains(&word)));
    assert!(found("pub fn lua(&self) -> &mlua::Lua {"));
    assert!(found("use mlua::{Lua, Table};\npub fn table(\n    &self,\n) -> Table {"));
    assert!(found("use mlua::Error;\npub struct Fault;\nimpl From<Error> for Fault {"));
    assert!(found("pub struct Fault(pub mlua::Error);"));
    assert!(found("pub struct Fault {\n    pub error: mlua::Error,\n}"));
    assert!(!found("use mlua::Table;\npub struct Fault(pub(crate) mlua::Error);\nfn table() -> Table {"));
}

#[test]
fn only_the_engine_depends_on_the_virtual_machine() {
    for crate_ in ["ai", "repl", "tests"] {
        let manifest = std::fs::read_to_string(root().join(crate_).join("Cargo.toml")).unwrap();
        assert!(!manifest.contains("mlua"), "{crate_}");
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
