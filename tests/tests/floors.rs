//! Module dependencies go down the floors of each crate: `tests/floors.toml` is the table.

use std::path::{Path, PathBuf};

use parlour_tests::floors::figure::figure;
use parlour_tests::floors::{Crate, Floors, Held, hold, read_table};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn tables() -> Vec<Floors> {
    read_table(&std::fs::read_to_string(root().join("tests/floors.toml")).unwrap(), &root()).unwrap()
}

#[test]
fn no_name_goes_up() {
    for table in tables() {
        let held = hold(&Crate::read(&table.root).unwrap(), &table);
        assert!(held.names > 20, "{}: {}", table.name, held.names);
        assert!(held.is_straight(), "{}\n{held}", table.name);
    }
}

#[test]
fn the_page_has_the_figure_that_the_command_prints() {
    let tables = tables();
    let engine = tables.iter().find(|table| table.name == "parlour-engine").unwrap();
    let figure = format!("```text\n{}```", figure(&Crate::read(&engine.root).unwrap(), engine));
    let path = root().join("engine/ARCHITECTURE.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let (start, length) = page.find("```text\n").map(|at| (at, page[at + 8..].find("```").unwrap() + 11)).unwrap();
    if std::env::var_os("PARLOUR_BLESS").is_some() {
        std::fs::write(&path, format!("{}{figure}{}", &page[..start], &page[start + length..])).unwrap();
    } else {
        assert_eq!(page[start..start + length], figure, "PARLOUR_BLESS=1 writes it anew");
    }
}

/// The result of checking a crate of three floors.
fn held(files: &[(&str, &str)], known: &str) -> Held {
    let folder = tempfile::tempdir().unwrap();
    let lib = "mod low;\nmod middle;\nmod high;\nmod beside;\npub use high::Top;\npub use low::Low;\n";
    let empty = [("low", "pub struct Low;"), ("middle", ""), ("high", "pub struct Top;"), ("beside", "")];
    for (name, text) in [("lib", lib)].into_iter().chain(empty).chain(files.iter().copied()) {
        let path = folder.path().join(format!("{name}.rs"));
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let floor = |name: &str, more: &str| format!("[[crate.floor]]\nname = \"{name}\"\nholds = \"it\"\n{more}\n");
    let table = format!(
        "[[crate]]\nname = \"made-up\"\nroot = \"lib.rs\"\nknown = [{known}]\n{}{}{}",
        floor("low", ""),
        floor("middle", "modules = [\"middle\", \"beside\"]\napart = true"),
        floor("high", "without = [\"low\"]"),
    );
    let table = read_table(&table, folder.path()).unwrap().remove(0);
    hold(&Crate::read(&table.root).unwrap(), &table)
}

/// The forbidden references of a file, without their places.
fn arrows(name: &str, text: &str) -> Vec<String> {
    held(&[(name, text)], "").arrows.iter().map(|arrow| format!("{} {}", arrow.line, arrow.short())).collect()
}

#[test]
fn names_that_go_down_are_no_arrows() {
    assert!(
        arrows("middle", "use crate::low::Low;\nuse crate::Low as Same;\nfn f(_: Low, _: super::low::Low) {}")
            .is_empty()
    );
    assert!(held(&[], "").is_straight());
}

#[test]
fn an_arrow_upward_is_told_with_its_line_and_name() {
    assert_eq!(arrows("low", "pub struct Low;\nuse crate::high::Top;"), ["2 low -> high crate::high::Top"]);
    assert_eq!(arrows("low", "pub struct Low;\nfn f() -> super::high::Top {}"), ["2 low -> high super::high::Top"]);
    assert_eq!(
        arrows("low", "pub struct Low;\nfn f() {\n  println!(\"{}\", crate::high::X);\n}"),
        ["3 low -> high crate::high::X"]
    );
    assert_eq!(arrows("low", "pub struct Low;\nuse crate::high;\nfn f(_: high::Top) {}").len(), 1);
}

#[test]
fn what_the_root_exports_hides_no_arrow() {
    assert_eq!(arrows("low", "pub struct Low;\nuse crate::Top;"), ["2 low -> high crate::Top"]);
    let by_way =
        [("low", "pub struct Low;\nuse crate::middle::Again;"), ("middle", "pub use crate::high::Top as Again;")];
    let found: Vec<String> = held(&by_way, "").arrows.iter().map(|arrow| arrow.to.0.clone()).collect();
    assert_eq!(found, ["high", "high"]);
    let by_star =
        [("low", "pub struct Low;\nuse crate::middle::*;\nfn f(_: Top) {}"), ("middle", "pub use crate::high::*;")];
    assert!(held(&by_star, "").arrows.iter().any(|arrow| arrow.from.0 == "low" && arrow.to.0 == "high"));
}

#[test]
fn methods_stand_with_their_type() {
    assert_eq!(arrows("middle", "use crate::low::Low;\nimpl Low {}"), ["2 middle -> low impl Low"]);
    assert!(
        arrows(
            "middle",
            "use crate::low::Low;\ntrait Own {}\nimpl Own for Low {}\nstruct Mine;\nimpl From<Low> for Mine {\n}"
        )
        .is_empty()
    );
    assert_eq!(arrows("middle", "use crate::low::Low;\nimpl Clone for Low {}"), ["2 middle -> low impl Low"]);
}

#[test]
fn floors_can_stand_apart_and_do_without_others() {
    assert_eq!(arrows("middle", "use crate::beside::X;"), ["1 middle -> beside crate::beside::X"]);
    assert_eq!(arrows("high", "pub struct Top;\nuse crate::low::Low;"), ["2 high -> low crate::low::Low"]);
}

#[test]
fn tests_name_what_they_like() {
    assert!(
        arrows(
            "low",
            "pub struct Low;\n#[cfg(test)]\nmod tests { use crate::high::Top; }\n#[cfg(test)]\nuse crate::Top;"
        )
        .is_empty()
    );
}

#[test]
fn known_arrows_can_only_become_fewer() {
    let up = [("low", "pub struct Low;\nuse crate::Top;")];
    let known = held(&up, "\"low -> high crate::Top\"");
    assert!(known.is_straight());
    assert_eq!(known.known, 1);
    assert_eq!(held(&[], "\"low -> high crate::Top\"").gone, ["low -> high crate::Top"]);
}

#[test]
fn every_module_stands_somewhere() {
    let more = [("high", "pub struct Top;\nmod inner;"), ("high/inner", "use crate::low::Low;")];
    assert_eq!(held(&more, "").arrows.len(), 1, "a module stands where the one around it does");
    let lib = [("lib", "mod low;\nmod middle;\nmod high;\nmod more;"), ("more", "")];
    let held = held(&lib, "");
    assert_eq!((held.homeless, held.missing), (vec!["more".to_owned()], vec!["beside".to_owned()]));
}
