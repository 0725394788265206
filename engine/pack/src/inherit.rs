//! Packs that extend other packs: `extends = "chess"`.
//!
//! The tables of the parent are read first, and those of the child are merged over them before either is interpreted:
//! tables merge by their names, rows of lists by theirs. Files fall back: a file that the child lacks is the parent's,
//! and one that both have can be required as `parent/NAME`. Places keep their file.

use std::ops::Range;
use std::sync::Arc;

use super::files::PackFiles;
use super::reader::{Entry, Node, Sink, Table, Value, parse};
use parlour_model::diagnostic::{Code, Diagnostic, Faults, SourceFile, suggest};
use parlour_model::text::by_audience;

/// Limit of a chain of packs that extend each other.
const DEEPEST: usize = 8;

/// The folder in which scripts find those of the parent pack.
const PARENT: &str = "parent/";

/// Keys of a pack's top level that control inheritance.
const EXTENDS: &str = "extends";
const REMOVE: &str = "remove";
/// Keys of a row in a list without names: its name, and the row behind which it goes.
const ID: &str = "id";
const AFTER: &str = "after";

/// Top-level lists whose rows have no names, each with the key that names a row without an `id`, and the default name.
const UNNAMED: [(&str, &str, &str); 4] =
    [("end", "ending", ""), ("castle", "verb", ""), ("custody", "verb", ""), ("place", "verb", "place")];

/// Keys that aren't inherited: the names of the game, and the programs that play just this game.
const OWN: [(&str, &[&str]); 4] = [
    ("game", &["title", "synonyms", "version", "search"]),
    ("seats", &["robots"]),
    ("notation", &["games", "variant"]),
    ("", &["levels", "engines"]),
];

/// The pack that a pack extends.
#[derive(Clone, Debug, Default)]
pub enum Parent {
    /// None.
    #[default]
    None,
    /// The files of the parent.
    Files(Arc<PackFiles>),
    /// The parent doesn't exist, or can't be used.
    Unusable(Diagnostic),
}

/// Differences of a pack from its parents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Inheritance {
    /// The packs that it extends, the nearest first.
    pub parents: Vec<String>,
    /// Additions to the nearest parent, by the names in its tables, such as `end.hill`.
    pub added: Vec<String>,
    /// Changes.
    pub changed: Vec<String>,
    /// Removals.
    pub removed: Vec<String>,
}

impl Inheritance {
    /// The differences from the parent, in a sentence; empty for a pack without a parent.
    pub fn sentence(&self) -> Option<String> {
        let parent = self.parents.first()?;
        let parts = [("adds", &self.added), ("changes", &self.changed), ("takes away", &self.removed)];
        let told: Vec<String> = parts
            .iter()
            .filter(|(_, names)| !names.is_empty())
            .map(|(does, names)| format!("{does} {}", names.join(", ")))
            .collect();
        let told = if told.is_empty() { "changes nothing".to_owned() } else { told.join("; ") };
        Some(format!("extends {parent}: {told}"))
    }
}

/// The name of the pack that a pack extends, if its tables can be read.
pub(super) fn parent_of(files: &PackFiles) -> Option<String> {
    let text = files.texts.get("game.toml").filter(|text| text.contains(EXTENDS))?;
    let root = parse(&Sink::of_pack(SourceFile::new("game.toml", text.clone())));
    match &root.value {
        Value::Table(top) => match &top.get(EXTENDS)?.node.value {
            Value::Str(name) => Some(name.clone()),
            _ => None,
        },
        _ => None,
    }
}

impl PackFiles {
    /// Adds the files of the parent, which `find` looks up by its name.
    pub(super) fn with_parent(self, find: &dyn Fn(&str) -> Result<Self, Diagnostic>) -> Self {
        self.with_parent_within(find, &mut Vec::new())
    }

    fn with_parent_within(mut self, find: &dyn Fn(&str) -> Result<Self, Diagnostic>, line: &mut Vec<String>) -> Self {
        let Some(name) = parent_of(&self).filter(|_| !matches!(self.parent, Parent::Files(_))) else { return self };
        line.push(self.name.clone());
        let fault = |message: String| Diagnostic::new(Code::UnknownGame, message);
        self.parent = if line.contains(&name) {
            let circle = line.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", which extends ");
            let message = format!("a pack can't extend itself: {circle}, which extends `{name}`");
            Parent::Unusable(fault(message).help("extend a pack that doesn't extend this one"))
        } else if line.len() >= DEEPEST {
            let message = format!("more than {DEEPEST} packs extend each other");
            Parent::Unusable(fault(message).help("extend one that is nearer to the first of them"))
        } else {
            match find(&name) {
                Ok(files) => Parent::Files(Arc::new(files.with_parent_within(find, line))),
                Err(fault) => Parent::Unusable(fault),
            }
        };
        self.with_inherited()
    }

    /// Adds the parent's files that the pack inherits.
    fn with_inherited(mut self) -> Self {
        let Parent::Files(parent) = &self.parent else { return self };
        let parent = parent.clone();
        for (path, text) in &parent.texts {
            let name: Arc<str> = parent.file_name(path).into();
            let is_own = !path.starts_with(PARENT);
            let is_taken = path.ends_with(".lua") || path.ends_with(".svg") || path == "guide.md";
            let is_beneath = path.ends_with(".lua") || path.trim_start_matches(PARENT) == "game.toml";
            let as_own = (is_own && is_taken).then(|| path.clone());
            let as_parents = is_beneath.then(|| format!("{PARENT}{path}"));
            for path in as_own.into_iter().chain(as_parents) {
                if !self.texts.contains_key(&path) {
                    self.texts.insert(path.clone(), one_further(&path, text));
                    self.inherited.insert(path, name.clone());
                }
            }
        }
        self
    }
}

/// The text of a parent's file in the child, where the parent's own parent is one level further.
fn one_further(path: &str, text: &Arc<str>) -> Arc<str> {
    let begins = ['"', '\'', '`'].map(|quote| format!("{quote}{PARENT}"));
    if !path.ends_with(".lua") || !begins.iter().any(|begin| text.contains(begin)) {
        return text.clone();
    }
    begins.iter().fold(text.to_string(), |text, begin| text.replace(begin, &format!("{begin}{PARENT}"))).into()
}

/// The merged tables of a pack and its parents.
pub(super) struct Merged {
    pub(super) sink: Sink,
    pub(super) root: Node,
    pub(super) files: PackFiles,
    pub(super) inheritance: Inheritance,
}

/// Reads and merges the tables of a pack and its parents.
///
/// # Errors
/// Texts that aren't TOML.
pub(super) fn read(files: PackFiles) -> Result<Merged, Faults> {
    let Some(file) = files.source("game.toml") else {
        return Err(Diagnostic::new(Code::NoGameToml, format!("{}game.toml is missing", files.prefix)).into());
    };
    let sink = Sink::of_pack(file);
    let root = parse(&sink);
    if !sink.is_empty() {
        return Err(Faults(sink.into_faults()).sorted());
    }
    let mut merged = Merged { sink, root, files, inheritance: Inheritance::default() };
    match merged.files.parent.clone() {
        Parent::Files(parent) => {
            let mut merged = merged.over(read((*parent).clone())?)?;
            merged.extend_variants();
            Ok(merged)
        }
        Parent::Unusable(fault) => {
            let place = merged.key(EXTENDS).map_or(0..0, |entry| entry.node.span.clone());
            merged.sink.push(fault.in_file(&merged.sink.file, &place));
            Err(Faults(merged.sink.into_faults()))
        }
        Parent::None => {
            merged.expect_no_parent()?;
            merged.extend_variants();
            Ok(merged)
        }
    }
}

impl Merged {
    fn key(&self, key: &str) -> Option<&Entry> {
        match &self.root.value {
            Value::Table(top) => top.get(key),
            _ => None,
        }
    }

    /// Reports keys that only a pack with a parent can have.
    fn expect_no_parent(&self) -> Result<(), Faults> {
        let help = "write `extends = \"GAME\"` at the beginning of the file, or leave this out";
        let fault = |span: &Range<usize>, key: &str| {
            let message = format!("`{key}` is about the pack that this one extends, and it extends none");
            Diagnostic::new(Code::UnknownKey, message).in_file(&self.sink.file, span).help(help)
        };
        let mut faults = Vec::new();
        if let Some(extends) = self.key(EXTENDS) {
            if !matches!(extends.node.value, Value::Str(_)) {
                // The reader reports it.
                return Ok(());
            }
            // The files have no library.
            let message = "the pack that this one extends isn't known here";
            faults.push(Diagnostic::new(Code::UnknownGame, message).in_file(&self.sink.file, &extends.node.span));
        } else {
            faults.extend(self.key(REMOVE).map(|entry| fault(&entry.key_span, REMOVE)));
            for (list, ..) in UNNAMED {
                let rows = self.key(list).map_or(&[][..], |entry| entry.node.items());
                faults.extend(rows.iter().filter_map(|row| Some(fault(&field(row, AFTER)?.key_span, AFTER))));
            }
        }
        if faults.is_empty() { Ok(()) } else { Err(Faults(faults)) }
    }

    /// Merges these tables over those of the parent.
    fn over(self, parent: Self) -> Result<Self, Faults> {
        let Self { sink, root, files, .. } = self;
        let (file, base) = SourceFile::joined(&sink.file, &parent.sink.file);
        let sink = Sink::of_pack(file);
        let mut below = parent.root;
        shift(&mut below, base);
        take_away_own(&mut below);
        let mut parents = vec![parent.files.name.clone()];
        parents.extend(parent.inheritance.parents);
        let mut merging = Merging { sink: &sink, told: Inheritance { parents, ..Inheritance::default() } };
        merging.remove(&mut below, &root);
        merging.table(&mut below, root, "");
        let inheritance = merging.told;
        if !sink.is_empty() {
            return Err(Faults(sink.into_faults()).sorted());
        }
        Ok(Self { sink, root: below, files, inheritance })
    }

    /// Copies to variants the settings of the variants that they extend.
    fn extend_variants(&mut self) {
        let sink = &self.sink;
        let Value::Table(top) = &mut self.root.value else { return };
        let Some(variants) = top.0.iter_mut().find(|entry| entry.key == "variants") else { return };
        let Value::Table(variants) = &mut variants.node.value else { return };
        let names: Vec<String> = variants.0.iter().map(|entry| entry.key.clone()).collect();
        let parent = |entry: &Entry| -> Option<(String, Range<usize>)> {
            let extends = &field(&entry.node, EXTENDS)?.node;
            let Value::Str(name) = &extends.value else { return None };
            Some((name.clone(), extends.span.clone()))
        };
        for n in 0..variants.0.len() {
            let mut line = vec![n];
            // Its chain of extended variants, the nearest first.
            while let Some((name, span)) = line.last().and_then(|&last| parent(&variants.0[last])) {
                let known = names.iter().map(String::as_str);
                let Some(above) = sink.find((Code::UnknownVariant, "variant"), &name, &span, known) else { break };
                if line.contains(&above) {
                    let message = format!("the variant `{name}` extends itself");
                    sink.fault_help(Code::Duplicate, &span, message, "expected one that doesn't extend this one");
                    break;
                }
                line.push(above);
            }
            let above: Vec<Node> = line[1..].iter().map(|&n| variants.0[n].node.clone()).collect();
            let entry = &mut variants.0[n];
            for node in above {
                lay_under(&mut entry.node, node);
            }
        }
    }
}

/// Adds the entries that a table lacks from another one.
fn lay_under(node: &mut Node, below: Node) {
    let (Value::Table(table), Value::Table(below)) = (&mut node.value, below.value) else { return };
    for entry in below.0 {
        match table.0.iter_mut().find(|known| known.key == entry.key) {
            Some(known) => lay_under(&mut known.node, entry.node),
            None => table.0.push(entry),
        }
    }
}

/// An entry of a node that is a table.
fn field<'n>(node: &'n Node, key: &str) -> Option<&'n Entry> {
    match &node.value {
        Value::Table(table) => table.get(key),
        _ => None,
    }
}

/// A text in a row.
fn text<'n>(row: &'n Node, key: &str) -> Option<&'n str> {
    match &field(row, key)?.node.value {
        Value::Str(text) => Some(text),
        _ => None,
    }
}

/// The name of a row of a list.
fn row_name<'n>(list: &str, row: &'n Node) -> Option<&'n str> {
    match UNNAMED.iter().find(|(name, ..)| *name == list) {
        Some((_, key, usual)) => {
            text(row, ID).or_else(|| text(row, key)).or_else(|| Some(*usual).filter(|usual| !usual.is_empty()))
        }
        None => text(row, "name"),
    }
}

/// True for a list of tables, such as the rows of `[[end]]`.
fn is_rows(node: &Node) -> bool {
    let Value::Array(items) = &node.value else { return false };
    !items.is_empty() && items.iter().all(|item| matches!(item.value, Value::Table(_)))
}

/// Shifts the places of a node by a number of bytes.
fn shift(node: &mut Node, by: usize) {
    let moved = |span: &Range<usize>| span.start + by..span.end + by;
    node.span = moved(&node.span);
    match &mut node.value {
        Value::Array(items) => items.iter_mut().for_each(|item| shift(item, by)),
        Value::Table(table) => {
            for entry in &mut table.0 {
                entry.key_span = moved(&entry.key_span);
                shift(&mut entry.node, by);
            }
        }
        _ => {}
    }
}

/// Removes the keys that aren't inherited.
fn take_away_own(root: &mut Node) {
    let Value::Table(top) = &mut root.value else { return };
    for (table, keys) in OWN {
        let inside = match table {
            "" => Some(&mut *top),
            name => top.0.iter_mut().find(|entry| entry.key == name).and_then(|entry| match &mut entry.node.value {
                Value::Table(inside) => Some(inside),
                _ => None,
            }),
        };
        if let Some(inside) = inside {
            inside.0.retain(|entry| !keys.contains(&entry.key.as_str()));
        }
    }
    top.0.retain(|entry| ![EXTENDS, REMOVE].contains(&entry.key.as_str()));
}

/// A merge of two packs.
struct Merging<'a> {
    sink: &'a Sink,
    told: Inheritance,
}

impl Merging<'_> {
    /// Removes the paths that the child names in `remove`.
    fn remove(&mut self, below: &mut Node, child: &Node) {
        let items = field(child, REMOVE).map_or(&[][..], |entry| entry.node.items());
        for item in items {
            // The reader reports values that aren't texts.
            let Value::Str(path) = &item.value else { continue };
            match remove_path(below, path) {
                Ok(()) => self.told.removed.push(path.clone()),
                Err(known) => {
                    let message = format!("the pack that this one extends has no `{path}`");
                    let help = suggest(path, known.iter().map(String::as_str));
                    self.sink.fault_help(Code::UnknownName, &item.span, message, help);
                }
            }
        }
    }

    /// Records an addition or a change of something named: a table or a value in a table, or a row.
    fn note(&mut self, path: &str, is_new: bool) {
        // Keys that aren't inherited aren't a difference.
        let is_own = |(table, keys): &(&str, &[&str])| match path.split_once('.') {
            Some((first, rest)) if *table == first => keys.contains(&rest),
            Some((first, _)) => table.is_empty() && keys.contains(&first),
            None => false,
        };
        let is_named = path.contains('.') && !path.starts_with("game.") && !OWN.iter().any(is_own);
        if is_named && path.matches('.').count() == 1 {
            let told = if is_new { &mut self.told.added } else { &mut self.told.changed };
            told.push(path.to_owned());
        }
    }

    /// Merges a table over another.
    fn table(&mut self, below: &mut Node, over: Node, path: &str) {
        let (Value::Table(known), span) = (&mut below.value, over.span) else { return };
        let Value::Table(over) = over.value else { return };
        below.span = span;
        for entry in over.0 {
            let path = if path.is_empty() { entry.key.clone() } else { format!("{path}.{}", entry.key) };
            let Some(place) = known.0.iter().position(|known| known.key == entry.key) else {
                self.note_new(&path, &entry.node);
                known.0.push(entry);
                continue;
            };
            let seats = if is_text_of_event(&path) { seats_of_event(known) } else { Vec::new() };
            let under = &mut known.0[place];
            under.key_span = entry.key_span;
            match (&under.node.value, &entry.node.value) {
                (Value::Table(_), Value::Table(_)) => {
                    self.note(&path, false);
                    self.table(&mut under.node, entry.node, &path);
                }
                (Value::Str(text), Value::Table(_)) if is_text_of_event(&path) => {
                    // The child changes what some of its viewers read.
                    let span = under.node.span.clone();
                    under.node.value = Value::Table(texts_of_event(text, &seats, &span));
                    self.note(&path, false);
                    self.table(&mut under.node, entry.node, &path);
                }
                _ if !path.contains('.') && is_rows(&under.node) && is_rows(&entry.node) => {
                    self.rows(&mut under.node, entry.node, &path);
                }
                _ => {
                    self.note(&path, false);
                    under.node = entry.node;
                }
            }
        }
    }

    /// Records additions by the names in a node, if it is a table or a list of rows.
    fn note_new(&mut self, path: &str, node: &Node) {
        match &node.value {
            _ if path.contains('.') => self.note(path, true),
            Value::Table(table) => table.0.iter().for_each(|entry| self.note(&format!("{path}.{}", entry.key), true)),
            Value::Array(rows) => {
                let names: Vec<String> =
                    rows.iter().filter_map(|row| Some(format!("{path}.{}", row_name(path, row)?))).collect();
                names.iter().for_each(|name| self.note(name, true));
            }
            _ => {}
        }
    }

    /// Merges rows over others: a row with an existing name changes that one, other rows are added. In ordered lists
    /// without names they go before the existing ones, or behind the one that they name.
    fn rows(&mut self, below: &mut Node, over: Node, list: &str) {
        let (Value::Array(known), Value::Array(over)) = (&mut below.value, over.value) else { return };
        let is_ordered = UNNAMED.iter().any(|(name, ..)| *name == list);
        let mut first = 0;
        for row in over {
            let name = row_name(list, &row).map(str::to_owned);
            // The reader reports values that aren't texts.
            let after = field(&row, AFTER).filter(|_| is_ordered).and_then(|entry| match &entry.node.value {
                Value::Str(after) => Some((after.clone(), entry.node.span.clone())),
                _ => None,
            });
            let same = |known: &[Node]| -> Vec<usize> {
                let is_it = |row: &Node| name.is_some() && row_name(list, row) == name.as_deref();
                known.iter().enumerate().filter(|(_, row)| is_it(row)).map(|(n, _)| n).collect()
            };
            let path = format!("{list}.{}", name.as_deref().unwrap_or("(without a name)"));
            let (row, from) = match same(known).as_slice() {
                [] => {
                    self.note(&path, true);
                    (row, None)
                }
                // Several rows of one name come from a product, such as cards: this is one more.
                [_, _, ..] if !is_ordered => {
                    self.note(&path, true);
                    (row, None)
                }
                [_, _, ..] => {
                    let message = format!("several rows of `[[{list}]]` are called `{}`", name.unwrap_or_default());
                    let help = "give the rows of the pack that this one extends an `id` each, or take them away";
                    self.sink.fault_help(Code::Duplicate, &row.span, message, help);
                    continue;
                }
                &[at] => {
                    self.note(&path, false);
                    let mut under = known[at].clone();
                    self.table(&mut under, row, &path);
                    (under, Some(at))
                }
            };
            let target = match &after {
                Some((after, span)) => {
                    let names: Vec<&str> = known.iter().filter_map(|row| row_name(list, row)).collect();
                    let Some(at) = known.iter().position(|row| row_name(list, row) == Some(after.as_str())) else {
                        let message = format!("there is no row `{after}` in `[[{list}]]`");
                        self.sink.fault_help(Code::UnknownName, span, message, suggest(after, names));
                        continue;
                    };
                    Some(at + 1)
                }
                None => None,
            };
            match (from, target) {
                (Some(at), None) => known[at] = row,
                (Some(at), Some(to)) => {
                    known.remove(at);
                    known.insert(to - usize::from(at < to), row);
                    first -= usize::from(at < first);
                }
                (None, Some(to)) => known.insert(to, row),
                (None, None) if is_ordered => {
                    known.insert(first, row);
                    first += 1;
                }
                (None, None) => known.push(row),
            }
        }
    }
}

/// True if a path is that of the text of an event.
fn is_text_of_event(path: &str) -> bool {
    matches!(path.split('.').collect::<Vec<_>>()[..], ["events", _, "text"])
}

/// The fields of an event that are seats; the acting one if it declares none.
fn seats_of_event(event: &Table) -> Vec<String> {
    let fields = event.0.iter().find(|entry| entry.key == "fields").map(|entry| &entry.node.value);
    let Some(Value::Array(fields)) = fields else { return vec!["seat".to_owned()] };
    let written = fields.iter().filter_map(|field| match &field.value {
        Value::Str(text) => text.split_once(':'),
        _ => None,
    });
    written.filter(|(_, kind)| kind.trim().ends_with("seat")).map(|(name, _)| name.trim().to_owned()).collect()
}

/// A text for all viewers of an event as one for each of them.
fn texts_of_event(text: &str, seats: &[String], span: &Range<usize>) -> Table {
    let texts = by_audience(text, &|name| seats.iter().any(|seat| seat == name)).unwrap_or_default();
    let entry =
        |(key, text)| Entry { key, key_span: span.clone(), node: Node { value: Value::Str(text), span: span.clone() } };
    Table(texts.into_iter().map(entry).collect())
}

/// Removes a path, such as `end.stalemate` or `vars.short`.
///
/// # Errors
/// The paths that exist in its place.
fn remove_path(root: &mut Node, path: &str) -> Result<(), Vec<String>> {
    let Value::Table(top) = &mut root.value else { return Err(Vec::new()) };
    let (first, rest) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
    let Some(at) = top.0.iter().position(|entry| entry.key == first) else {
        return Err(top.0.iter().map(|entry| entry.key.clone()).collect());
    };
    let Some(rest) = rest else {
        top.0.remove(at);
        return Ok(());
    };
    let entry = &mut top.0[at];
    let named = |names: Vec<String>| names.into_iter().map(|name| format!("{first}.{name}")).collect();
    match &mut entry.node.value {
        // Names may contain dots.
        Value::Table(inside) => match inside.0.iter().position(|entry| entry.key == rest) {
            Some(at) => {
                inside.0.remove(at);
                Ok(())
            }
            None => remove_path(&mut entry.node, rest).map_err(named),
        },
        Value::Array(rows) => {
            let before = rows.len();
            let names: Vec<String> = rows.iter().filter_map(|row| row_name(first, row)).map(str::to_owned).collect();
            rows.retain(|row| row_name(first, row) != Some(rest));
            if rows.is_empty() {
                top.0.remove(at);
                return Ok(());
            }
            if rows.len() < before {
                return Ok(());
            }
            // A key of a row.
            let key_of = |row: &Node| rest.strip_prefix(row_name(first, row)?)?.strip_prefix('.').map(str::to_owned);
            let inside = rows.iter().enumerate().find_map(|(n, row)| Some((n, key_of(row)?)));
            match inside {
                Some((n, key)) => {
                    let row = &names[..].get(n).map_or(first.to_owned(), |name| format!("{first}.{name}"));
                    let named = |keys: Vec<String>| keys.into_iter().map(|key| format!("{row}.{key}")).collect();
                    remove_path(&mut rows[n], &key).map_err(named)
                }
                None => Err(named(names)),
            }
        }
        _ => Err(vec![first.to_owned()]),
    }
}
