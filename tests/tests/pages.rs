//! The documentation of the repository: links have existing targets, and a table of contents is complete.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The pages, relative to the root.
const PAGES: &[&str] = &[
    "CHANGELOG.md",
    "README.md",
    "ai/robots/FIGURES.md",
    "ai/robots/LEVELS.md",
    "ai/robots/README.md",
    "engine/ARCHITECTURE.md",
    "engine/EMBEDDING.md",
    "repl/table/README.md",
    "rules/README.md",
    "rules/REFERENCE.md",
    "rules/TUTORIAL.md",
    "tests/README.md",
    "tests/archive/README.md",
    "tests/benches/README.md",
    "tests/fuzz/README.md",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The lines of a page outside blocks of code.
fn prose(page: &str) -> impl Iterator<Item = &str> {
    let mut code = false;
    page.lines().filter(move |line| {
        code ^= line.starts_with("```");
        !code && !line.starts_with("```")
    })
}

/// The anchor of a heading: letters, numbers and hyphens, a hyphen for each space.
fn anchor(heading: &str) -> String {
    let heading = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn anchors(page: &str) -> BTreeSet<String> {
    prose(page).filter(|line| line.starts_with('#')).map(anchor).collect()
}

/// The targets of a page's links.
fn links(page: &str) -> Vec<&str> {
    let lines = prose(page).flat_map(|line| line.split("](").skip(1));
    lines.filter_map(|rest| rest.split_once(')')).map(|(target, _)| target).collect()
}

/// The fault in a link of a page, if any.
fn fault(page: &Path, text: &str, link: &str) -> Option<String> {
    if link.contains("://") {
        return None;
    }
    let (file, heading) = link.split_once('#').map_or((link, None), |(file, heading)| (file, Some(heading)));
    let path = page.with_file_name("").join(file);
    if !path.exists() {
        return Some(format!("{}: {link}: there is no such file", page.display()));
    }
    let heading = heading?;
    let other = if file.is_empty() { text.to_owned() } else { std::fs::read_to_string(path).unwrap() };
    (!anchors(&other).contains(heading)).then(|| format!("{}: {link}: there is no such heading", page.display()))
}

#[test]
fn links_lead_somewhere() {
    let mut faults = Vec::new();
    let mut found = 0;
    for page in PAGES {
        let path = root().join(page);
        let text = std::fs::read_to_string(&path).unwrap();
        let links = links(&text);
        found += links.len();
        faults.extend(links.iter().filter_map(|link| fault(&path, &text, link)));
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(found > 40, "{found} links");
}

/// The contents of the guide to packs are its sections, in their order.
#[test]
fn the_contents_of_the_guide_are_its_sections() {
    let page = std::fs::read_to_string(root().join("rules/README.md")).unwrap();
    let sections: Vec<String> =
        prose(&page).filter(|line| line.starts_with("## ") && *line != "## Contents").map(anchor).collect();
    let contents = page.split_once("## Contents").unwrap().1.split("\n## ").next().unwrap();
    let listed: Vec<&str> = links(contents).iter().filter_map(|link| link.strip_prefix('#')).collect();
    assert_eq!(listed, sections);
}
