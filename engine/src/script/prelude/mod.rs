//! The prelude: small Luau functions over the flat block, made from a game's layout.
//!
//! Each function is written once, as text with the offsets filled in. From it come the local functions that are
//! put in front of a script, the tables for scripts that use a namespace as a value, and the type definitions for
//! editors. Functions that change the state are marked, so that robots and views get only those that read.

mod basics;
mod sums;
mod tables;
mod telling;
mod transfers;
pub(super) mod writer;
mod zones;

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

use writer::Writer;
pub(crate) use writer::member_name;

use super::rewrite::{Names, Takes, bind};
use crate::diagnostic::SourceFile;
use crate::game::Game;
use crate::pack::Pack;
use crate::pack::spec::Per;

/// Where things are in the control block that host and scripts share.
pub(crate) mod control {
    /// The end of the list of actions in the action buffer: `u32`.
    pub(crate) const LIST_END: usize = 0;
    /// 1 if legal actions were left out of the list.
    pub(crate) const INCOMPLETE: usize = 4;
    /// The end of the events in the event buffer: `u32`.
    pub(crate) const EVENTS_END: usize = 8;
    /// 1 if events are wanted.
    pub(crate) const EVENTS_ON: usize = 12;
    /// 1 if the deck lies as a scenario says and is not to be shuffled.
    pub(crate) const UNSHUFFLED: usize = 13;
    /// 1 if a scenario says where the cards are, so that what happens only at the start of a match does not happen.
    pub(crate) const COMPOSED: usize = 14;
    /// The verb whose hook `legal` was called last, from 1; only in machines that run scripts as written.
    pub(crate) const VERB: usize = 15;
    /// The generator of playouts: four words.
    pub(crate) const POLICY_RNG: usize = 16;
    /// Bytes in all.
    pub(crate) const LEN: usize = 64;
}

/// Scratch card sets that a script can use at a time.
const SCRATCH: usize = 512;

/// Card sets that the engine keeps for each exchange of a game.
pub(crate) const OWN_BUNCHES: usize = 512;

/// Bytes that are copied word by word.
const MOST_UNROLLED: usize = 40;

/// Bytes of the action buffer.
pub(crate) const ACTION_BYTES: usize = 4 << 20;

/// Bytes of the event buffer.
pub(crate) const EVENT_BYTES: usize = 1 << 18;

/// Whether a member reads or changes the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Does {
    Ask,
    Change,
}

#[derive(Debug)]
enum Code {
    /// An expression that never changes.
    Constant(String),
    /// Parameters in parentheses, then the body, without `function` and `end`.
    Function(String, String),
}

#[derive(Debug)]
struct Member {
    namespace: String,
    name: String,
    code: Code,
    does: Does,
    doc: String,
}

/// The functions of a game.
#[derive(Debug)]
pub(crate) struct Prelude {
    members: Vec<Member>,
    index: HashMap<(String, String), usize>,
    namespaces: Vec<String>,
    /// What the members of families are counted by: the name of a zone or variable, and `seat` or that of a table.
    counted_by: HashMap<String, String>,
    /// Where the list of actions begins in the action buffer.
    pub(crate) list_start: usize,
    /// Only what reads.
    views_only: bool,
}

impl Names for Prelude {
    fn members(&self, namespace: &str) -> Option<Vec<&str>> {
        self.members_for(namespace, self.views_only)
    }

    fn takes(&self, namespace: &str, member: &str) -> Option<Takes> {
        self.parameters(namespace, member)
    }
}

/// The prelude's names that only read.
pub(crate) struct Looking<'a>(pub(crate) &'a Prelude);

impl Names for Looking<'_> {
    fn members(&self, namespace: &str) -> Option<Vec<&str>> {
        self.0.members_for(namespace, true)
    }

    fn takes(&self, namespace: &str, member: &str) -> Option<Takes> {
        self.0.parameters(namespace, member)
    }
}

/// The prelude's names while its own bodies are bound.
struct Inside<'a>(&'a Prelude);

impl Names for Inside<'_> {
    fn members(&self, namespace: &str) -> Option<Vec<&str>> {
        self.0.all_members(namespace)
    }

    fn allows_hiding(&self) -> bool {
        true
    }
}

fn counted_by(pack: &Pack) -> HashMap<String, String> {
    let zones = pack.zones.iter().map(|zone| (&zone.name, &zone.per));
    let vars = pack.vars.iter().map(|var| (&var.name, &var.per));
    let by = |(name, per): (&String, &Per)| match per {
        Per::One => None,
        Per::Seat => Some((name.clone(), "seat".to_owned())),
        Per::Table(n) => Some((name.clone(), pack.tables[*n].name.clone())),
    };
    zones.chain(vars).filter_map(by).collect()
}

/// What every script gets from the machine: the buffers of the state, the actions, the control and the events, and the
/// function that asks whether a square is attacked.
pub(crate) const SHARED: [&str; 5] = ["STATE", "ACTS", "CTRL", "EVTS", "ATTACKED"];

/// The line that gives a script what it gets.
fn shared() -> String {
    format!("local {} = ... ", SHARED.join(", "))
}

impl Prelude {
    /// The namespaces that scripts have.
    pub(crate) fn namespaces(&self) -> impl Iterator<Item = &str> {
        self.namespaces.iter().map(String::as_str)
    }

    /// The members of a namespace that scripts have.
    fn members_for(&self, namespace: &str, views_only: bool) -> Option<Vec<&str>> {
        if !self.namespaces.iter().any(|name| name == namespace) {
            return None;
        }
        let visible = |member: &&Member| member.namespace == namespace && !(views_only && member.does == Does::Change);
        Some(self.members.iter().filter(visible).map(|member| member.name.as_str()).collect())
    }

    /// The members of a namespace, those of `core` too.
    pub(crate) fn all_members(&self, namespace: &str) -> Option<Vec<&str>> {
        let members: Vec<&str> = self
            .members
            .iter()
            .filter(|member| member.namespace == namespace)
            .map(|member| member.name.as_str())
            .collect();
        (!members.is_empty()).then_some(members)
    }

    pub(crate) fn new(game: &Game, views_only: bool) -> Self {
        let mut writer = Writer::new(game);
        writer.core();
        writer.seats();
        writer.options();
        writer.tables();
        writer.bunches();
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
        for from in 0..game.pack().zones.len() {
            for to in 0..game.pack().zones.len() {
                writer.transfer(from, to);
            }
        }
        writer.turns();
        writer.chances();
        writer.offers();
        writer.events();
        writer.deal();
        let mut namespaces: Vec<String> = writer.members.iter().map(|member| member.namespace.clone()).collect();
        namespaces.sort();
        namespaces.dedup();
        namespaces.retain(|name| name != "core");
        let index = writer
            .members
            .iter()
            .enumerate()
            .map(|(n, member)| ((member.namespace.clone(), member.name.clone()), n))
            .collect();
        Self {
            index,
            namespaces,
            counted_by: counted_by(game.pack()),
            list_start: writer.list_start,
            members: writer.members,
            views_only,
        }
    }

    /// The parameters of a member that is a function, as a person knows them.
    fn parameters(&self, namespace: &str, member: &str) -> Option<Takes> {
        let n = self.index.get(&(namespace.to_owned(), member.to_owned()))?;
        let Code::Function(parameters, _) = &self.members[*n].code else {
            return None;
        };
        let written = || parameters.split(", ").filter(|parameter| !parameter.is_empty());
        let least = written().filter(|parameter| !parameter.ends_with('?')).count();
        let target = member.split_once("to_").map_or("", |(_, target)| target);
        let name = |parameter: &str| match parameter.split(':').next().unwrap_or_default() {
            "i" => self.counted_by.get(namespace).map_or("index", String::as_str).to_owned(),
            "j" => self.counted_by.get(target).map_or("index", String::as_str).to_owned(),
            name => name.trim_end_matches('_').to_owned(),
        };
        Some(Takes { names: written().map(name).collect(), least })
    }

    /// Where a bunch of the engine's own is in the action buffer, counted from 0 for each exchange of the game.
    pub(crate) fn own_bunch(&self, game: &Game, exchange: usize, n: usize) -> usize {
        game.action_width() + (SCRATCH + exchange * OWN_BUNCHES + n) * game.pack().card_types()
    }

    /// What is put in front of a script: the members that it uses and whatever those use, as local functions on
    /// one line. `extra` are members of `core` that the host's own scripts use.
    pub(crate) fn prefix(&self, used: &BTreeSet<(String, String)>) -> String {
        let mut wanted = BTreeSet::new();
        let mut bodies = HashMap::new();
        let mut queue: Vec<usize> = used.iter().filter_map(|key| self.index.get(key).copied()).collect();
        while let Some(n) = queue.pop() {
            if !wanted.insert(n) {
                continue;
            }
            let Code::Function(parameters, body) = &self.members[n].code else {
                continue;
            };
            let source = SourceFile::new("prelude", body.as_str());
            // The bodies are the engine's own, and a test binds every one of them.
            if let Ok(bound) = bind(&source, &Inside(self)) {
                queue.extend(bound.used.iter().filter_map(|key| self.index.get(key).copied()));
                bodies.insert(n, (parameters, bound.text));
            }
        }
        let mut out = shared();
        for n in wanted {
            let Member { namespace, name, code, .. } = &self.members[n];
            // Writing to a `String` does not fail.
            let _ = match (code, bodies.get(&n)) {
                (Code::Constant(value), _) => write!(out, "local {namespace}__{name} = {value} "),
                (Code::Function(..), Some((parameters, body))) => {
                    write!(out, "local function {namespace}__{name}({parameters}) {body} end ")
                }
                (Code::Function(..), None) => Ok(()),
            };
        }
        out
    }

    /// A script that makes the namespaces as tables and returns them by name.
    pub(crate) fn tables(&self) -> String {
        let mut out = shared();
        out.push_str("local core = {}\n");
        for namespace in &self.namespaces {
            let _ = writeln!(out, "local {namespace} = {{}}");
        }
        for Member { namespace, name, code, does, .. } in &self.members {
            if self.views_only && *does == Does::Change {
                continue;
            }
            let _ = match code {
                Code::Constant(value) => writeln!(out, "{namespace}[\"{name}\"] = {value}"),
                Code::Function(parameters, body) => {
                    writeln!(out, "{namespace}[\"{name}\"] = function({parameters}) {body} end")
                }
            };
        }
        out.push_str("return {");
        for namespace in &self.namespaces {
            let _ = write!(out, "{namespace} = table.freeze({namespace}), ");
        }
        out.push('}');
        out
    }

    /// Type definitions for editors, in the form that luau-lsp reads.
    pub(crate) fn definitions(&self) -> String {
        let mut out = String::from("-- The words that the scripts of this game can use.\n");
        for namespace in &self.namespaces {
            let _ = writeln!(out, "\ndeclare {namespace}: {{");
            for member in self.members.iter().filter(|member| member.namespace == *namespace) {
                if self.views_only && member.does == Does::Change {
                    continue;
                }
                let _ = writeln!(out, "\t-- {}", member.doc);
                let kind = match &member.code {
                    Code::Constant(value) if value.starts_with('"') => "string".to_owned(),
                    Code::Constant(value) if value == "true" || value == "false" => "boolean".to_owned(),
                    Code::Constant(_) => "number".to_owned(),
                    Code::Function(parameters, _) => format!("({parameters}) -> any"),
                };
                let _ = writeln!(out, "\t{}: {kind},", member.name);
            }
            out.push_str("}\n");
        }
        out
    }

    /// The names and one-line descriptions of a namespace, for help.
    pub(crate) fn describe(&self) -> Vec<(String, String)> {
        self.members
            .iter()
            .filter(|member| member.namespace != "core" && !(self.views_only && member.does == Does::Change))
            .map(|member| {
                let parameters = match &member.code {
                    Code::Function(parameters, _) => format!("({parameters})"),
                    Code::Constant(_) => String::new(),
                };
                (format!("{}.{}{parameters}", member.namespace, member.name), member.doc.clone())
            })
            .collect()
    }
}
