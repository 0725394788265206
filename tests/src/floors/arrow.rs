//! Checks the references of a crate against its floors.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use super::source::{Crate, Written};
use super::table::Floors;

/// A forbidden reference: upward, to an excluded floor, or between modules of a floor that must be independent.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arrow {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1.
    pub line: usize,
    /// The referring module, and its floor.
    pub from: (String, String),
    /// The defining module, and its floor.
    pub to: (String, String),
    /// The name as it is written.
    pub name: String,
    /// True for a method of a type on a lower floor, defined here but callable there.
    pub is_impl: bool,
}

impl Arrow {
    /// The reference without its place: `from -> to name`, as in the table's list of known ones.
    pub fn short(&self) -> String {
        let what = if self.is_impl { "impl " } else { "" };
        format!("{} -> {} {what}{}", self.from.0, self.to.0, self.name)
    }
}

impl fmt::Display for Arrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, line, name) = (self.file.display(), self.line, &self.name);
        let ((from, lower), (to, upper)) = (&self.from, &self.to);
        if self.is_impl {
            write!(f, "{file}:{line}: `{from}` ({lower}) has methods of `{name}`, which is `{to}`'s ({upper})")
        } else {
            write!(f, "{file}:{line}: `{from}` ({lower}) names `{name}`, which is `{to}`'s ({upper})")
        }
    }
}

/// The result of checking a crate against its floors.
#[derive(Clone, Debug, Default)]
pub struct Held {
    /// Every forbidden reference that isn't known.
    pub arrows: Vec<Arrow>,
    /// Known references that no longer exist, to be removed from the list.
    pub gone: Vec<String>,
    /// Modules without a floor.
    pub homeless: Vec<String>,
    /// Modules of the table that don't exist.
    pub missing: Vec<String>,
    /// The number of references between floors, or between modules of a floor.
    pub names: usize,
    /// The number of known forbidden references.
    pub known: usize,
}

impl Held {
    /// True if nothing is wrong.
    pub fn is_straight(&self) -> bool {
        self.arrows.is_empty() && self.gone.is_empty() && self.homeless.is_empty() && self.missing.is_empty()
    }
}

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for arrow in &self.arrows {
            writeln!(f, "{arrow}")?;
        }
        for gone in &self.gone {
            writeln!(f, "`{gone}` is not there any more: take it off the list")?;
        }
        for module in &self.homeless {
            writeln!(f, "the module `{module}` stands on no floor")?;
        }
        for module in &self.missing {
            writeln!(f, "the table names a module `{module}`, which isn't there")?;
        }
        Ok(())
    }
}

/// The floor of a module, and the entry that names it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Stand {
    floor: usize,
    entry: usize,
}

/// Checks the references of a crate. The root has no floor: its references are exports for users of the crate.
pub fn hold(read: &Crate, table: &Floors) -> Held {
    let mut held = Held::default();
    let stands: Vec<Option<Stand>> = read.modules.iter().map(|module| stand(table, &module.path)).collect();
    let paths: Vec<String> = read.modules.iter().map(|module| module.path.join("::")).collect();
    held.homeless = (1..paths.len()).filter(|&n| stands[n].is_none()).map(|n| paths[n].clone()).collect();
    let entries = table.floors.iter().flat_map(|floor| &floor.modules);
    held.missing = entries.filter(|entry| !paths.contains(entry)).cloned().collect();

    let mut arrows = BTreeMap::new();
    for (n, module) in read.modules.iter().enumerate() {
        let Some(own) = stands[n] else { continue };
        let mut note = |to: usize, line: usize, name: &Written, is_impl: bool| {
            let Some(other) = stands[to] else { return };
            if other == own {
                return;
            }
            held.names += 1;
            let (floor, is_above) = (&table.floors[own.floor], other.floor > own.floor);
            let is_against = match other.floor == own.floor {
                true => floor.apart,
                false => is_above != is_impl || floor.without.contains(&table.floors[other.floor].name),
            };
            if is_against {
                let floor = |stand: Stand| table.floors[stand.floor].name.clone();
                let arrow = Arrow {
                    file: module.file.clone(),
                    line,
                    from: (paths[n].clone(), floor(own)),
                    to: (paths[to].clone(), floor(other)),
                    name: name.join("::"),
                    is_impl,
                };
                arrows.insert((arrow.file.clone(), line, arrow.to.0.clone(), arrow.name.clone()), arrow);
            }
        };
        for mention in &module.mentions {
            let places = read.places(n, &mention.path);
            // An imported name is counted at its import, except for glob imports.
            let first = &mention.path[..1];
            let is_known = !mention.in_use && module.names.contains_key(&first[0]) && read.places(n, first) == places;
            for to in places.into_iter().filter(|_| !is_known) {
                note(to, mention.line, &mention.path, false);
            }
        }
        for written in &module.impls {
            // A method belongs to its type's floor, one of a trait to the highest floor among the trait and the types.
            let all = std::iter::once(&written.of).chain(&written.by);
            let places = all.flat_map(|path| read.places(n, path).into_iter().map(move |place| (path, place)));
            let highest = places.filter_map(|(path, place)| Some((stands[place]?.floor, path, place)));
            if let Some((floor, path, place)) = highest.max_by_key(|(floor, ..)| *floor)
                && floor < own.floor
            {
                note(place, written.line, path, true);
            }
        }
    }
    let mut arrows: Vec<Arrow> = arrows.into_values().collect();
    let all: Vec<String> = arrows.iter().map(Arrow::short).collect();
    held.gone = table.known.iter().filter(|known| !all.contains(known)).cloned().collect();
    arrows.retain(|arrow| !table.known.contains(&arrow.short()));
    held.known = all.len() - arrows.len();
    held.arrows = arrows;
    held
}

/// The floor of the longest path in the table that contains a module.
fn stand(table: &Floors, path: &[String]) -> Option<Stand> {
    let mut best: Option<(usize, Stand)> = None;
    for (floor, spec) in table.floors.iter().enumerate() {
        for (entry, name) in spec.modules.iter().enumerate() {
            let length = name.split("::").count();
            let is_in = path.len() >= length && path.iter().zip(name.split("::")).all(|(a, b)| a == b);
            if is_in && best.is_none_or(|(longest, _)| longest < length) {
                best = Some((length, Stand { floor, entry }));
            }
        }
    }
    best.map(|(_, stand)| stand)
}
