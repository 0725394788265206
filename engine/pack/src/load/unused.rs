//! Declarations that nothing reads: they have no effect, so they are slips, there or where they should be used.

use std::collections::HashSet;

use crate::reader::{Entry, Node, Sink, Table, Value};
use crate::reads::Reads;
use crate::refusals::RefusalSpec;
use crate::spec::{ConstantTable, DataTable, OptionSpec, VarSpec};
use parlour_model::diagnostic::{Code, Diagnostic, Place, SourceFile, did_you_mean, suggest};
use parlour_model::grammar::VerbSpec;
use parlour_model::identifiers::{identifier, member_name};

/// Reports constants that no script reads.
pub(super) fn check_constants(sink: &Sink, constants: &[ConstantTable], reads: &Reads) {
    for table in constants {
        let Some(read) = reads.members(&table.name) else {
            continue;
        };
        let missing: Vec<&str> =
            read.iter().copied().filter(|name| !table.entries.iter().any(|c| is_called(&c.name, name))).collect();
        let is_read = |name: &str| read.iter().any(|read| is_called(name, read));
        for constant in table.entries.iter().filter(|constant| !is_read(&constant.name)) {
            if let Some(fault) = misread(
                reads,
                (&table.name, &constant.name),
                &sink.file.place(constant.span.start),
                missing.iter().copied(),
            ) {
                sink.push(fault);
                continue;
            }
            let message = format!("no script reads `{}.{}`", table.name, constant.name);
            let help = match read.is_empty() {
                true => "leave it out".to_owned(),
                false => suggest(&constant.name, read.iter().copied()),
            };
            sink.fault_help(Code::UnknownKey, &constant.span, message, help);
        }
    }
}

/// True if scripts read a declared name as `read`.
fn is_called(name: &str, read: &str) -> bool {
    name == read || member_name(name) == read
}

/// The fault of a script that reads an unknown name similar to an unused declaration: the script has the misspelling,
/// so it is reported there.
fn misread<'a>(
    reads: &Reads,
    (of, name): (&str, &str),
    declared: &Place,
    unknown: impl Iterator<Item = &'a str>,
) -> Option<Diagnostic> {
    let near = did_you_mean(name, unknown)?;
    let fault = Diagnostic::new(Code::UnknownMember, format!("there is no `{of}.{near}`")).at(reads.place(of, near)?);
    Some(fault.help(format!("did you mean `{}`, which {declared} declares?", member_name(name))))
}

/// Reports options that neither a quantity nor a script of the pack reads.
pub(super) fn check_options(sink: &Sink, options: &[OptionSpec], used: &HashSet<String>, reads: &Reads) {
    let Some(read) = reads.members("option") else { return };
    let member = |option: &OptionSpec| member_name(&option.key.replace(['.', '-'], "_"));
    let is_read = |option: &OptionSpec| [&member(option), &option.key].iter().any(|name| read.contains(&name.as_str()));
    let is_used = |option: &OptionSpec| used.contains(&option.key) || is_read(option);
    for option in options.iter().filter(|option| !is_used(option)) {
        let known: HashSet<String> = options.iter().map(member).collect();
        let unknown = read.iter().copied().filter(|name| !known.contains(*name));
        if let Some(fault) = misread(reads, ("option", &member(option)), &sink.file.place(option.span.start), unknown) {
            sink.push(fault);
            continue;
        }
        let message = format!("nothing reads the option `{}`", option.key);
        let help = "read it in a script, name it where a number is expected, or leave it out";
        sink.fault_help(Code::NeverUsed, &option.span, message, help);
    }
}

/// Reports refusals that no script returns, nor the engine itself.
pub(super) fn check_refusals(sink: &Sink, refusals: &[RefusalSpec], engines: &[&str], reads: &Reads) {
    let Some(read) = reads.members("refusal") else { return };
    let is_read = |refusal: &&RefusalSpec| {
        engines.contains(&refusal.name.as_str()) || read.iter().any(|read| is_called(&refusal.name, read))
    };
    for refusal in refusals.iter().filter(|refusal| !is_read(refusal)) {
        let unknown = read.iter().copied().filter(|name| !refusals.iter().any(|known| is_called(&known.name, name)));
        if let Some(fault) = misread(reads, ("refusal", &refusal.name), &sink.file.place(refusal.span.start), unknown) {
            sink.push(fault);
            continue;
        }
        let help = format!("return it from a hook, as in `return refusal.{}`, or leave it out", refusal.name);
        let message = format!("no script returns the refusal `{}`", refusal.name);
        sink.fault_help(Code::NeverUsed, &refusal.span, message, help);
    }
}

/// Keys of sentences for people, whose words aren't references.
const SENTENCES: &[&str] = &[
    "title", "synonyms", "summary", "designer", "version", "help", "text", "plural", "label", "endings", "family",
    "levels",
];

/// Collects the words of all texts of the tables except sentences. In refusals only the holes are references.
fn words<'n>(node: &'n Node, holes_only: bool, out: &mut HashSet<&'n str>) {
    let is_between = |c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-' | '.');
    match &node.value {
        Value::Str(text) if holes_only => {
            let holes = text.split('{').skip(1).filter_map(|part| part.split('}').next());
            out.extend(holes.flat_map(|hole| hole.split(is_between)));
        }
        Value::Str(text) => out.extend(text.split(is_between)),
        Value::Array(nodes) => nodes.iter().for_each(|node| words(node, holes_only, out)),
        Value::Table(Table(entries)) => {
            let entries = entries.iter().filter(|entry| !SENTENCES.contains(&entry.key.as_str()));
            entries.for_each(|entry| words(&entry.node, holes_only || entry.key == "refusals", out));
        }
        Value::Int(_) | Value::Float | Value::Bool(_) | Value::Other(_) => {}
    }
}

/// A kind of declaration under a key of the file.
struct Kind {
    section: &'static str,
    /// The namespace of its members in scripts; empty if they are global.
    namespace: &'static str,
    message: &'static str,
    help: &'static str,
}

const KINDS: [Kind; 7] = [
    Kind {
        section: "lists",
        namespace: "",
        message: "nothing reads the list",
        help: "name it as a type or in a script, or leave it out",
    },
    Kind {
        section: "zones",
        namespace: "",
        message: "nothing reads the zone",
        help: "name it in a script or a table, or leave it out",
    },
    Kind {
        section: "vars",
        namespace: "",
        message: "nothing reads the variable",
        help: "name it in a script or a table, or leave it out",
    },
    Kind {
        section: "dice",
        namespace: "",
        message: "nothing rolls the dice",
        help: "roll them in a script, as in `NAME.roll(2)`, or leave them out",
    },
    Kind {
        section: "chance",
        namespace: "chance",
        message: "no script asks for the chance",
        help: "ask for it in a script, as in `chance.NAME()`, or leave it out",
    },
    Kind {
        section: "events",
        namespace: "event",
        message: "nothing tells the event",
        help: "tell it in a script, as in `event.NAME()`, or leave it out",
    },
    Kind {
        section: "endings",
        namespace: "ending",
        message: "no match ends with the ending",
        help: "end with it in a script, as in `ending.NAME()`, or in an `[[end]]`, or leave it out",
    },
];

/// The declarations of the tables, with the uses in scripts.
pub(super) struct Declared<'a> {
    pub(super) root: &'a Node,
    pub(super) tables: &'a [DataTable],
    pub(super) verbs: &'a [VerbSpec],
    pub(super) vars: &'a [VarSpec],
    /// The piles in which the engine plays tricks or climbing.
    pub(super) piles: Vec<&'a str>,
    /// True if the engine emits the event `deal`.
    pub(super) tells_deal: bool,
    pub(super) reads: &'a Reads,
}

impl Declared<'_> {
    fn top(&self, key: &str) -> Option<&Entry> {
        if let Value::Table(top) = &self.root.value { top.get(key) } else { None }
    }

    fn entries(&self, key: &str) -> &[Entry] {
        match self.top(key).map(|entry| &entry.node.value) {
            Some(Value::Table(Table(entries))) => entries,
            _ => &[],
        }
    }

    /// True if scripts have a member of a namespace, by its name there.
    fn is_member(&self, namespace: &str, name: &str) -> bool {
        let id = member_name(&identifier(name).unwrap_or_else(|| name.to_owned()));
        self.reads.members(namespace).is_none_or(|read| read.contains(&id.as_str()))
    }

    /// True if scripts use a chance; a card is drawn from a zone, as in `chance.drawn_from_hand`.
    fn is_asked(&self, name: &str) -> bool {
        let from = |member: &&str| member.strip_prefix(name).is_some_and(|rest| rest.starts_with("_from_"));
        self.is_member("chance", name) || self.reads.members("chance").iter().flatten().any(from)
    }

    /// Finds declarations that neither a table nor a script refers to, and that the engine doesn't use itself. They are
    /// reported only if there is no other fault: a misspelling in a script is reported first.
    pub(super) fn unread(&self, file: &SourceFile) -> Vec<Diagnostic> {
        let mut named = HashSet::new();
        words(self.root, false, &mut named);
        // Zones that a script uses as values may have any other as a target.
        let any_zone = self.entries("zones").iter().any(|zone| self.reads.has_whole(&zone.key));
        // The engine emits its own actions as events of the same name.
        let is_told = |name: &str| {
            self.piles.contains(&name)
                || self.verbs.iter().any(|verb| verb.name == name)
                || name == "deal" && self.tells_deal
        };
        let has_limit = self.top("ply_limit").is_some();
        let follows = |name: &str| self.vars.iter().any(|var| var.name == name && var.follows.is_some());
        let is_read = |kind: &Kind, name: &str| match kind.section {
            "chance" => named.contains(name) || self.is_asked(name),
            "events" => is_told(name) || named.contains(name) || self.is_member(kind.namespace, name),
            "endings" => named.contains(name) || self.is_member(kind.namespace, name) || (has_limit && name == "limit"),
            "zones" => named.contains(name) || any_zone || self.reads.has(name),
            "vars" => named.contains(name) || follows(name) || self.reads.has(name),
            _ => named.contains(name) || self.reads.has(name),
        };
        let mut faults = Vec::new();
        for kind in &KINDS {
            let entries = self.entries(kind.section);
            for entry in entries.iter().filter(|entry| !is_read(kind, &entry.key)) {
                let read = self.reads.members(kind.namespace).unwrap_or_default();
                let unknown =
                    read.into_iter().filter(|name| !entries.iter().any(|entry| member_name(&entry.key) == *name));
                if let Some(fault) =
                    misread(self.reads, (kind.namespace, &entry.key), &file.place(entry.key_span.start), unknown)
                {
                    faults.push(fault);
                    continue;
                }
                let help = kind.help.replace("NAME", &member_name(&entry.key));
                let fault = Diagnostic::new(Code::NeverUsed, format!("{} `{}`", kind.message, entry.key));
                faults.push(fault.in_file(file, &entry.key_span).help(help));
            }
        }
        // The engine reads cards, pieces and shapes itself.
        let is_own = |name: &str| !matches!(name, "card" | "piece" | "shape" | "orientation");
        let tables = self.tables.iter().filter(|table| is_own(&table.name));
        for table in tables.filter(|table| !named.contains(table.name.as_str()) && !self.reads.has(&table.name)) {
            let fault = Diagnostic::new(Code::NeverUsed, format!("nothing reads the table `{}`", table.name));
            let help = "name it as a type or in a script, or leave it out";
            faults.extend(self.top(&table.name).map(|entry| fault.in_file(file, &entry.key_span).help(help)));
        }
        faults
    }
}
