//! The engine as a library: its dependencies stay private, so that the virtual machine can be replaced without breaking
//! embedders.

use std::path::{Path, PathBuf};

use parlour_engine::{CheckError, Config, Match, Pack, PackFiles, Record};

use crate::packs::library;

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

/// An API without types of the virtual machine exposes only the engine's own values.
#[test]
fn only_the_script_host_depends_on_the_virtual_machine() {
    let workspace = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let members = workspace.split_once("members = [").and_then(|(_, rest)| rest.split_once(']')).unwrap().0;
    let members: Vec<&str> = members.split('"').skip(1).step_by(2).collect();
    assert!(members.contains(&"engine/script") && members.len() > 3, "{members:?}");
    for member in members.into_iter().filter(|member| *member != "engine/script") {
        let manifest = std::fs::read_to_string(root().join(member).join("Cargo.toml")).unwrap();
        // The compiler is tested against the virtual machine.
        let used = manifest.split("[dev-dependencies]").next().unwrap();
        assert!(!used.contains("mlua"), "{member}");
    }
}

#[test]
fn public_functions_fail_with_types_of_their_own() {
    let mut files = Vec::new();
    ["model", "pack", "board", "game", "script"]
        .iter()
        .for_each(|part| sources(&root().join("engine").join(part).join("src"), &mut files));
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

#[test]
fn the_front_page_has_some_forty_names() {
    let text = std::fs::read_to_string(root().join("engine/src/lib.rs")).unwrap();
    let exports = text.lines().filter_map(|line| line.strip_prefix("pub use ")?.strip_suffix(';'));
    let names = exports.flat_map(|path| match path.split_once('{') {
        Some((_, list)) => list.trim_end_matches('}').split(", ").collect(),
        None => vec![path.rsplit("::").next().unwrap()],
    });
    // Modules are written small.
    let names: Vec<&str> = names.filter(|name| name.starts_with(char::is_uppercase)).collect();
    assert!((35..=45).contains(&names.len()), "{}: {names:?}", names.len());
}

/// Only the engine knows the byte layout of states and actions: no other crate indexes them.
#[test]
fn no_other_crate_indexes_the_bytes_of_a_state() {
    let mut files = Vec::new();
    ["ai/src", "ai/search/src", "repl/src", "repl/table/src", "repl/notation/src"]
        .iter()
        .for_each(|part| sources(&root().join(part), &mut files));
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        for (n, line) in text.lines().enumerate() {
            for place in [".bytes()[", ".bytes().get(", ".layout()", "record(n)[", "record[0]"] {
                assert!(!line.contains(place), "{}:{}: {place}", file.display(), n + 1);
            }
        }
    }
}

/// The output of `main` for an error it returns.
fn printed(error: impl Into<Box<dyn std::error::Error>>) -> String {
    format!("Error: {:?}", error.into())
}

#[test]
fn errors_read_well_from_main() {
    let library = library();
    let unknown = library.load("tic-tak-toe").unwrap_err();
    assert_eq!(printed(unknown), "Error: there is no game `tic-tak-toe` (did you mean `tic-tac-toe`?)");
    let pack = library.load("tic-tac-toe").unwrap();
    let config = Config { set: vec![("size".to_owned(), "3".to_owned())], ..Config::default() };
    let unset = pack.configure(&config).unwrap_err();
    assert_eq!(printed(unset.clone()), format!("Error: {unset}"));
    let mut played = Match::new(pack.configure(&Config::default()).unwrap(), 7, vec!["human".to_owned(); 2]).unwrap();
    let unread = played.parse("fly").unwrap_err();
    assert_eq!(printed(unread.clone()), format!("Error: {unread}"));
    let action = played.parse("b2").unwrap();
    played.act(&action).unwrap();
    let refused = played.check(&action).unwrap_err();
    assert!(matches!(refused, CheckError::Refused(_)));
    assert!(printed(refused).starts_with("Error: `b2` is not allowed"));
    let refused = played.act(&action).map(|_| ()).unwrap_err();
    assert!(printed(refused).starts_with("Error: `b2` is not allowed"));
    let damaged = Record::read("saved.json", "{").unwrap_err();
    assert!(printed(damaged).starts_with("Error: saved.json is not a saved match: "));
    let texts = [("game.toml".to_owned(), "name = 5".into())].into();
    let faults =
        Pack::load(PackFiles { name: "broken".to_owned(), texts, ..PackFiles::default() }).map(|_| ()).unwrap_err();
    assert!(printed(faults).lines().all(|line| line.contains("game.toml:")));
}
