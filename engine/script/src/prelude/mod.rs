//! The prelude: small Luau functions over the flat block, generated from a game's layout.
//!
//! Each function is written once, in a Luau file with holes for the offsets; this module selects the words of a game
//! and fills the holes. The result is the local functions put in front of a script, the tables for scripts that use a
//! namespace as a value, and the type definitions for editors. Functions that change the state are marked, so that
//! robots and views get only read-only ones.

mod basics;
mod builtin;
mod definitions;
mod member;
mod messages;
mod sums;
mod tables;
#[cfg(test)]
mod tests;
mod wrap;
pub(super) mod writer;
mod zones;

use std::collections::HashMap;
use std::collections::hash_map::Entry;

pub use definitions::{definitions, view_words};
use member::{Code, Does, Member};
pub(crate) use parlour_model::identifiers::{identifier, member_name};
use writer::Writer;

use super::bind::Takes;
use parlour_game::Game;
use parlour_pack::Pack;
use parlour_pack::spec::Per;

/// Offsets in the control block that host and scripts share.
pub(crate) mod control {
    /// The end of the list of actions in the action buffer: `u32`.
    pub(crate) const LIST_END: usize = 0;
    /// 1 if legal actions were left out of the list.
    pub(crate) const INCOMPLETE: usize = 4;
    /// The end of the events in the event buffer: `u32`.
    pub(crate) const EVENTS_END: usize = 8;
    /// 1 if events are wanted.
    pub(crate) const EVENTS_ON: usize = 12;
    /// 1 if the deck keeps a scenario's order and isn't shuffled.
    pub(crate) const UNSHUFFLED: usize = 13;
    /// 1 if notes of what happens to cards are wanted.
    pub(crate) const NOTES_ON: usize = 14;
    /// The verb whose hook `legal` was called last, from 1; only in VMs that run scripts as written.
    pub(crate) const VERB: usize = 15;
    /// 1 while an action is only tried: a number out of its variable's range is clamped.
    pub(crate) const TRIED: usize = 16;
    /// 1 while a scenario is resumed: giving a turn keeps all variables of the scenario.
    pub(crate) const RESUMED: usize = 17;
    /// 1 while a file is loaded.
    pub(crate) const LOADS: usize = 18;
    /// 1 while code runs without a match because its result is cached.
    pub(crate) const ALONE: usize = 19;
    /// The end of the notes of what happens to cards, counted from the first of them: `u32`; beyond the capacity if
    /// some are lost.
    pub(crate) const NOTES_END: usize = 20;
    /// Bytes before this are inputs of a call; those after it are written before they are read.
    pub(crate) const FOUND: usize = 32;
    /// The number of verbs with actions in the list, `u32`; for playouts.
    pub(crate) const VERBS: usize = 32;
    /// The start of each verb's actions in the list, `u32` each, and the end of the last. At most as many as verbs,
    /// which are bits of a number.
    pub(crate) const STARTS: usize = 36;
    /// Values of the holes of refusals, four bytes each, concatenated.
    pub(crate) const HOLES: usize = STARTS + 4 * (u64::BITS as usize + 2);
}

/// The number that stands for the first refusal of a pack in hooks; the next ones follow. No script reaches this number
/// by counting.
pub(crate) const FIRST_REFUSAL: i64 = 1 << 40;

/// Scratch card sets that a script can use at a time.
const SCRATCH: usize = 512;

/// Bytes of the action buffer.
pub(crate) const ACTION_BYTES: usize = 4 << 20;

/// Bytes of the event buffer.
pub(crate) const EVENT_BYTES: usize = 1 << 18;

/// Bytes of the notes of what happens to cards, which lie behind the events.
pub(crate) const NOTE_BYTES: usize = 1 << 18;

/// The members of a namespace, by index and by name.
#[derive(Debug, Default)]
struct Namespace {
    members: Vec<usize>,
    by_name: HashMap<String, usize>,
}

/// The functions of a game.
#[derive(Debug)]
pub struct Prelude {
    members: Vec<Member>,
    /// The members by namespace, including `core`.
    index: HashMap<String, Namespace>,
    /// The namespaces of scripts, in order.
    namespaces: Vec<String>,
    /// The index sets of families, by the name of a zone or variable.
    counted_by: HashMap<String, CountedBy>,
    /// The start of the list of actions in the action buffer.
    pub(crate) list_start: usize,
    /// True if only read-only words are visible.
    views_only: bool,
    /// The longest sequence of underscores in a name.
    underscores: usize,
}

/// The longest sequence of underscores in a name.
fn longest(name: &str) -> usize {
    name.split(|c| c != '_').map(str::len).max().unwrap_or(0)
}

fn counted_by(pack: &Pack) -> HashMap<String, CountedBy> {
    let by = |per: &Per| pack.per_name(per).map(str::to_owned);
    let zones = pack.zones.iter().map(|zone| (zone.name.clone(), CountedBy { first: by(&zone.per), second: None }));
    let vars = pack.vars.iter();
    let vars = vars.map(|var| (var.name.clone(), CountedBy { first: by(&var.per), second: var.each().and_then(by) }));
    zones.chain(vars).collect()
}

/// The index set of a family: `seat` or the name of a table.
#[derive(Debug)]
struct CountedBy {
    first: Option<String>,
    /// The second index set, if there is a second table.
    second: Option<String>,
}

/// The arguments that every script gets from the VM: the buffers of the state, the actions, the control and the events,
/// the attack query, the function that seals the tables of a loaded file, the order check of tables, the function that
/// collects lasting locals, the frame that calls a word, and the tables of words used as values.
pub(crate) const SHARED: [&str; 10] =
    ["STATE", "ACTS", "CTRL", "EVTS", "ATTACKED", "SEALED", "ORDERED", "LASTING", "FRAME", "WORDS"];

impl Prelude {
    /// The namespaces of scripts.
    pub(crate) fn namespaces(&self) -> impl Iterator<Item = &str> {
        self.namespaces.iter().map(String::as_str)
    }

    /// True if a member is visible to scripts.
    fn is_visible(&self, n: usize) -> bool {
        !(self.views_only && self.members[n].does == Does::Change)
    }

    /// The visible members of a namespace, by index.
    fn visible(&self, namespace: &str) -> Option<impl Iterator<Item = &Member>> {
        let found = self.index.get(namespace).filter(|_| namespace != "core")?;
        Some(found.members.iter().filter(|&&n| self.is_visible(n)).map(|&n| &self.members[n]))
    }

    /// The visible members of a namespace.
    pub(crate) fn members(&self, namespace: &str) -> Option<Vec<&str>> {
        Some(self.visible(namespace)?.filter(|member| !member.is_key).map(|member| member.name.as_str()).collect())
    }

    /// The keys of a namespace that aren't identifiers.
    pub(crate) fn keys(&self, namespace: &str) -> Vec<&str> {
        let visible = self.visible(namespace).into_iter().flatten();
        visible.filter(|member| member.is_key).map(|member| member.name.as_str()).collect()
    }

    /// True if scripts have a namespace.
    pub(crate) fn has(&self, namespace: &str) -> bool {
        namespace != "core" && self.index.contains_key(namespace)
    }

    /// True if scripts have a member or key.
    pub(crate) fn has_member(&self, namespace: &str, name: &str) -> bool {
        namespace != "core" && self.find(namespace, name).is_some_and(|n| self.is_visible(n))
    }

    /// True if a member changes the match.
    pub(crate) fn is_change(&self, namespace: &str, name: &str) -> bool {
        self.find(namespace, name).is_none_or(|n| self.members[n].does == Does::Change)
    }

    /// True if a member is a function.
    pub(crate) fn is_function(&self, namespace: &str, name: &str) -> bool {
        let found = self.index.get(namespace).into_iter().flat_map(|found| &found.members);
        let mut named = found.map(|&n| &self.members[n]).filter(|member| member.name == name);
        named.any(|member| matches!(member.code(), Code::Function(..)))
    }

    fn find(&self, namespace: &str, name: &str) -> Option<usize> {
        self.index.get(namespace)?.by_name.get(name).copied()
    }

    /// Generates the words of a game.
    pub fn new(game: &Game, views_only: bool) -> Self {
        let mut writer = Writer::new(game);
        writer.core();
        writer.seats();
        writer.teams();
        writer.options();
        writer.tables();
        writer.bunches();
        writer.combinations();
        writer.cards_at_once();
        for n in 0..game.pack().vars.len() {
            writer.var(n);
        }
        for n in 0..game.pack().zones.len() {
            writer.zone(n);
        }
        for n in 0..game.pack().boards.len() {
            writer.board(n);
        }
        writer.transfers();
        writer.turns();
        writer.trick_turn();
        writer.chances();
        writer.offers();
        writer.refusals();
        writer.events();
        writer.deal();
        let mut index: HashMap<String, Namespace> = HashMap::new();
        for (n, member) in writer.members.iter().enumerate() {
            if !index.contains_key(&member.namespace) {
                index.insert(member.namespace.clone(), Namespace::default());
            }
            if let Some(namespace) = index.get_mut(&member.namespace) {
                namespace.members.push(n);
                // A member takes precedence over a key of the same name.
                match namespace.by_name.entry(member.name.clone()) {
                    Entry::Occupied(_) if member.is_key => {}
                    entry => *entry.or_default() = n,
                }
            }
        }
        let mut namespaces: Vec<String> = index.keys().filter(|name| *name != "core").cloned().collect();
        namespaces.sort();
        let names = writer.members.iter().filter(|member| !member.is_key);
        let names = names.map(|member| longest(&member.name).max(longest(&member.namespace)));
        Self {
            underscores: names.max().unwrap_or(0),
            index,
            namespaces,
            counted_by: counted_by(game.pack()),
            list_start: writer.list_start,
            members: writer.members,
            views_only,
        }
    }

    /// The parameters of a function member, under their public names.
    pub(crate) fn parameters(&self, namespace: &str, member: &str) -> Option<Takes> {
        let Code::Function(parameters, _) = &self.members[self.find(namespace, member)?].code() else {
            return None;
        };
        let written = || parameters.split(", ").filter(|parameter| !parameter.is_empty());
        let least = written().filter(|parameter| !parameter.ends_with('?')).count();
        let target = member.split_once("to_").map_or("", |(_, target)| target);
        let first = |namespace: &str| self.counted_by.get(namespace).and_then(|by| by.first.as_deref());
        let second = self.counted_by.get(namespace).and_then(|by| by.second.as_deref());
        let name = |parameter: &str| match parameter.split(':').next().unwrap_or_default() {
            "i" => first(namespace).unwrap_or("index").to_owned(),
            "j" => first(target).unwrap_or("index").to_owned(),
            "slot" => second.unwrap_or("slot").to_owned(),
            name => name.trim_end_matches('_').to_owned(),
        };
        Some(Takes { names: written().map(name).collect(), least })
    }

    /// The return type of a member, empty if it returns nothing; `None` if no file of the engine has it.
    pub(crate) fn gives(&self, namespace: &str, member: &str) -> Option<String> {
        self.members[self.find(namespace, member)?].gives()
    }

    /// The end of the scratch bunches in the action buffer.
    pub(crate) fn end_of_scratch(game: &Game) -> usize {
        game.action_width() + SCRATCH * game.pack().card_types()
    }

    /// The names and one-line descriptions of a namespace, for help.
    pub fn describe(&self) -> Vec<(String, String)> {
        self.members
            .iter()
            .filter(|member| member.namespace != "core" && !member.is_key)
            .filter(|member| !(self.views_only && member.does == Does::Change))
            .map(|member| {
                let parameters = match member.code() {
                    Code::Function(parameters, _) => format!("({parameters})"),
                    Code::Constant(_) => String::new(),
                };
                (format!("{}.{}{parameters}", member.namespace, member.name), member.doc().into_owned())
            })
            .collect()
    }
}
