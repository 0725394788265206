//! An example for each key of `game.toml`: the shortest value in the packs.

use std::collections::BTreeMap;
use std::path::PathBuf;

use parlour_engine::pack::keys::KeyTable;
use toml::{Table, Value};

use crate::packs::rules_folder;

/// The rank of an example, the best first: not too long, from a game, and short.
type Rank = (bool, bool, usize);

/// The length from which an example is too long, and only its game is named.
const LONG: usize = 90;

/// The source packs of examples, with the names of those that readers can look up.
pub(super) struct Samples(Vec<(Option<String>, Value)>);

impl Samples {
    /// The games, followed by packs with the keys that no game uses.
    pub(super) fn read() -> Self {
        let fixtures = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures"));
        let own = ["rare-keys", "rare-cards", "rare-bids", "rare-child", "words"]
            .map(|name| (None, read(&fixtures.join(name))));
        let mut games: Vec<PathBuf> =
            std::fs::read_dir(rules_folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
        games.sort();
        let games = games.iter().filter(|folder| folder.join("game.toml").is_file());
        let name = |folder: &PathBuf| folder.file_name().map(|name| name.to_string_lossy().into_owned());
        Self(games.map(|folder| (name(folder), read(folder))).chain(own).collect())
    }

    /// For each key of a table the best value, and its game.
    pub(super) fn of(&self, table: &KeyTable) -> BTreeMap<&'static str, String> {
        let mut found: BTreeMap<&'static str, (Rank, String)> = BTreeMap::new();
        for (game, pack) in &self.0 {
            let mut tables = Vec::new();
            collect(pack, table, &mut tables);
            for (key, ..) in table.keys {
                for value in tables.iter().filter_map(|table| table.get(*key)) {
                    let written = format!("`{key} = {value}`");
                    let told = match game {
                        Some(game) if written.len() > LONG => format!("`{game}` has it"),
                        Some(game) => format!("`{game}` has {written}"),
                        None => written.clone(),
                    };
                    let rank = (written.len() > LONG, game.is_none(), written.len());
                    if found.get(key).is_none_or(|(known, _)| rank < *known) {
                        found.insert(key, (rank, told));
                    }
                }
            }
        }
        found.into_iter().map(|(key, (_, told))| (key, told)).collect()
    }
}

fn read(folder: &std::path::Path) -> Value {
    Value::Table(std::fs::read_to_string(folder.join("game.toml")).unwrap().parse().unwrap())
}

/// The tables of a pack described by a table of keys; an area can occur anywhere.
fn collect<'pack>(pack: &'pack Value, table: &KeyTable, into: &mut Vec<&'pack Table>) {
    if table.path == "AREA" {
        areas(pack, table, into);
    } else {
        let parts: Vec<&str> = table.path.split('.').filter(|part| !part.is_empty()).collect();
        at(pack, &parts, into);
    }
}

/// The tables at a path: `*` is any name, `[]` each element of a list.
fn at<'pack>(value: &'pack Value, path: &[&str], into: &mut Vec<&'pack Table>) {
    let Value::Table(table) = value else { return };
    let Some((first, rest)) = path.split_first() else {
        into.push(table);
        return;
    };
    let name = first.trim_end_matches("[]");
    for (_, value) in table.iter().filter(|(key, _)| name == "*" || *key == name) {
        match value {
            Value::Array(list) if first.ends_with("[]") => list.iter().for_each(|entry| at(entry, rest, into)),
            value if !first.ends_with("[]") => at(value, rest, into),
            _ => {}
        }
    }
}

fn areas<'pack>(value: &'pack Value, keys: &KeyTable, into: &mut Vec<&'pack Table>) {
    let is_key = |name: &String| keys.keys.iter().any(|(key, ..)| key == name);
    match value {
        Value::Table(table) if !table.is_empty() && table.keys().all(is_key) => into.push(table),
        Value::Table(table) => table.values().for_each(|value| areas(value, keys, into)),
        Value::Array(list) => list.iter().for_each(|value| areas(value, keys, into)),
        _ => {}
    }
}
