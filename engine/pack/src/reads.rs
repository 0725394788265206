//! Static analysis of the names that the scripts of a pack read.

use std::collections::{BTreeMap, BTreeSet};

use crate::PackFiles;
use parlour_luau::{Key, Root, Script};
use parlour_model::diagnostic::{Place, SourceFile};

/// The names that scripts read.
#[derive(Debug, Default)]
pub(crate) struct Reads {
    files: Vec<SourceFile>,
    /// The members read of each free name, each with the file and the byte of its first use.
    members: BTreeMap<String, BTreeMap<String, (usize, usize)>>,
    /// The names used as values or indexed by computed keys: any of their members may be read.
    whole: BTreeSet<String>,
    /// All keys that are read, of locals too.
    keys: BTreeSet<String>,
}

impl Reads {
    /// Analyses all scripts of a pack; `None` if one of them has a syntax error.
    pub(crate) fn of(files: &PackFiles) -> Option<Self> {
        let mut reads = Self::default();
        for source in files.texts.keys().filter(|path| path.ends_with(".lua")).filter_map(|path| files.source(path)) {
            let script = Script::parse(&source.text).ok()?;
            for used in &script.uses {
                let (Key::Field(key, at) | Key::Quoted(key, at) | Key::Method(key, at)) = used.key else {
                    if used.root == Root::Free {
                        reads.whole.insert(used.name.to_owned());
                    }
                    continue;
                };
                reads.keys.insert(key.to_owned());
                if used.root == Root::Free {
                    let members = reads.members.entry(used.name.to_owned()).or_default();
                    members.entry(key.to_owned()).or_insert((reads.files.len(), at));
                }
            }
            reads.files.push(source);
        }
        Some(reads)
    }

    /// The members read of a name; `None` if any may be.
    pub(crate) fn members(&self, name: &str) -> Option<Vec<&str>> {
        if self.has_whole(name) {
            return None;
        }
        let members = self.members.get(name).into_iter().flatten();
        Some(members.map(|(member, _)| member.as_str()).collect())
    }

    /// The first use of a member.
    pub(crate) fn place(&self, name: &str, member: &str) -> Option<Place> {
        let (file, at) = *self.members.get(name)?.get(member)?;
        Some(self.files[file].place(at))
    }

    /// True if a script uses a name as a value.
    pub(crate) fn has_whole(&self, name: &str) -> bool {
        self.whole.contains(name)
    }

    /// True if a name is read, alone or at the end of a key, as in `deck.to_hand`.
    pub(crate) fn has(&self, name: &str) -> bool {
        let is_named = |key: &String| key.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('_'));
        self.members.contains_key(name) || self.has_whole(name) || self.keys.iter().any(is_named)
    }
}
