//! The table of floors: for each crate its floors, the lowest first, with their modules.

use std::fmt;
use std::path::{Path, PathBuf};

/// A floor of a crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Floor {
    /// Its name.
    pub name: String,
    /// A short description.
    pub holds: String,
    /// Its modules with their submodules, as `search::tree`; the longest matching path counts.
    pub modules: Vec<String>,
    /// True if its modules must not refer to each other.
    pub apart: bool,
    /// Lower floors that it must not refer to.
    pub without: Vec<String>,
}

/// The floors of a crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Floors {
    /// The crate's name.
    pub name: String,
    /// The file with its root.
    pub root: PathBuf,
    /// The floors, the lowest first.
    pub floors: Vec<Floor>,
    /// Known upward references, in the format of [`super::Arrow::short`]. The list may only become shorter.
    pub known: Vec<String>,
}

/// The fault of the table.
#[derive(Debug, PartialEq, Eq)]
pub struct TableError(pub String);

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TableError {}

/// Parses the table; the roots of crates are relative to `folder`.
///
/// # Errors
/// Invalid TOML, or a missing or unknown key.
pub fn read_table(text: &str, folder: &Path) -> Result<Vec<Floors>, TableError> {
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| TableError(error.to_string()))?;
    only(&table, &["crate"], "the table")?;
    tables(&table, "crate")?.into_iter().map(|entry| read_crate(entry, folder)).collect()
}

fn read_crate(entry: &toml::Table, folder: &Path) -> Result<Floors, TableError> {
    only(entry, &["name", "root", "floor", "known"], "a crate")?;
    Ok(Floors {
        name: text(entry, "name")?,
        root: folder.join(text(entry, "root")?),
        floors: tables(entry, "floor")?.into_iter().map(read_floor).collect::<Result<_, _>>()?,
        known: texts(entry, "known")?,
    })
}

fn read_floor(entry: &toml::Table) -> Result<Floor, TableError> {
    only(entry, &["name", "holds", "modules", "apart", "without"], "a floor")?;
    let name = text(entry, "name")?;
    let modules = if entry.contains_key("modules") { texts(entry, "modules")? } else { vec![name.clone()] };
    let apart = entry.get("apart").and_then(toml::Value::as_bool).unwrap_or(false);
    Ok(Floor { holds: text(entry, "holds")?, name, modules, apart, without: texts(entry, "without")? })
}

fn only(table: &toml::Table, keys: &[&str], what: &str) -> Result<(), TableError> {
    match table.keys().find(|key| !keys.contains(&key.as_str())) {
        Some(key) => Err(TableError(format!("{what} has no key `{key}`; expected {}", keys.join(", ")))),
        None => Ok(()),
    }
}

fn text(table: &toml::Table, key: &str) -> Result<String, TableError> {
    let found = table.get(key).and_then(toml::Value::as_str);
    found.map(str::to_owned).ok_or_else(|| TableError(format!("`{key}` is missing or isn't a text")))
}

fn texts(table: &toml::Table, key: &str) -> Result<Vec<String>, TableError> {
    let fault = || TableError(format!("`{key}` isn't a list of texts"));
    let Some(list) = table.get(key) else { return Ok(Vec::new()) };
    let list = list.as_array().ok_or_else(fault)?;
    list.iter().map(|value| value.as_str().map(str::to_owned).ok_or_else(fault)).collect()
}

fn tables<'a>(table: &'a toml::Table, key: &str) -> Result<Vec<&'a toml::Table>, TableError> {
    let fault = || TableError(format!("`[[{key}]]` is missing"));
    let list = table.get(key).and_then(toml::Value::as_array).ok_or_else(fault)?;
    list.iter().map(|value| value.as_table().ok_or_else(fault)).collect()
}
