//! A TOML document with the place of every key and value, and a reader that records the keys queried, so that unknown
//! keys can be reported with the key that was probably meant.
//!
//! One slip gives one fault: faults that only follow from an unreadable key or table are suppressed. See
//! [`Sink::into_faults`].

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

#[cfg(test)]
use super::keys::{Asked, note_asked};
use super::keys::{GONE, KeyTable, other_word};
use super::syntax;
use parlour_model::diagnostic::{Code, Diagnostic, SourceFile, did_you_mean, suggest};

/// A value and its span in bytes.
#[derive(Clone, Debug)]
pub struct Node {
    /// The bytes of the value.
    pub span: Range<usize>,
    /// The value.
    pub value: Value,
}

/// The value of a node. Dates aren't supported and are refused when read.
#[derive(Clone, Debug)]
pub enum Value {
    /// A string.
    Str(String),
    /// A whole number.
    Int(i64),
    /// A number with a fraction.
    Float,
    /// True or false.
    Bool(bool),
    /// A list.
    Array(Vec<Node>),
    /// A table.
    Table(Table),
    /// Something else, by its kind in words.
    Other(&'static str),
}

/// Entries in written order.
#[derive(Clone, Debug, Default)]
pub struct Table(pub Vec<Entry>);

/// A key with its value.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// The bytes of the key.
    pub key_span: Range<usize>,
    /// The value.
    pub node: Node,
}

impl Table {
    /// The entry of a key.
    pub fn get(&self, key: &str) -> Option<&Entry> {
        self.0.iter().find(|entry| entry.key == key)
    }
}

impl Node {
    /// The values of a list; a single value where a list of one may be written without brackets.
    pub(crate) fn items(&self) -> &[Self] {
        match &self.value {
            Value::Array(items) => items,
            _ => std::slice::from_ref(self),
        }
    }

    /// The name of the value's type, for messages.
    pub fn kind(&self) -> &'static str {
        match &self.value {
            Value::Str(_) => "a text",
            Value::Int(_) => "a whole number",
            Value::Float => "a number with a fraction",
            Value::Bool(_) => "true or false",
            Value::Array(_) => "a list",
            Value::Table(_) => "a table",
            Value::Other(kind) => kind,
        }
    }
}

/// The collector of faults while one file is read.
pub struct Sink {
    /// The file.
    pub file: SourceFile,
    /// True if its keys are in [`KeyTable`]s.
    has_keys: bool,
    faults: RefCell<Vec<Noted>>,
    /// Names declared in unreadable tables, each with the places where those tables are named: references to them
    /// aren't reported as unknown.
    lost: RefCell<HashMap<String, Vec<Range<usize>>>>,
    /// Misspelt keys, each with the path of the key that was probably meant.
    meant: RefCell<Vec<(Range<usize>, String)>>,
    /// True if the rows of a table can't be determined, so that their names aren't known.
    rows_lost: Cell<bool>,
    /// The number of faults beyond the limit.
    more: Cell<usize>,
}

/// Limit of reported faults of a file; of more, only their number is reported.
const MAX_FAULTS: usize = 250;

/// A fault with its subject, which decides if it follows from another.
struct Noted {
    fault: Diagnostic,
    /// Its subject.
    subject: Subject,
}

enum Subject {
    /// One key of these paths is missing, or has an unusable value.
    Missing { paths: Vec<String>, is_written: bool },
    /// The text at a place.
    Written(Range<usize>),
    /// Something else.
    Other,
}

impl Sink {
    /// A collector without faults, for `game.toml`, whose keys are in [`KeyTable`]s.
    pub fn of_pack(file: SourceFile) -> Self {
        Self { has_keys: true, ..Self::new(file) }
    }

    /// A collector without faults, for another file: scenarios have tables of the same names with other keys.
    pub fn new(file: SourceFile) -> Self {
        Self {
            file,
            has_keys: false,
            faults: RefCell::default(),
            lost: RefCell::default(),
            meant: RefCell::default(),
            rows_lost: Cell::new(false),
            more: Cell::new(0),
        }
    }

    /// True if the limit of faults is reached; then one more is counted.
    fn is_full(&self) -> bool {
        let is_full = self.faults.borrow().len() >= MAX_FAULTS;
        self.more.set(self.more.get() + usize::from(is_full));
        is_full
    }

    /// Adds a fault at a place of the file.
    pub fn fault(&self, code: Code, span: &Range<usize>, message: impl Into<String>) {
        if self.is_full() {
            return;
        }
        let fault = Diagnostic::new(code, message).in_file(&self.file, span);
        self.note(fault, Subject::Written(span.clone()));
    }

    /// Adds a fault with the expectation.
    pub fn fault_help(&self, code: Code, span: &Range<usize>, message: impl Into<String>, help: impl Into<String>) {
        if self.is_full() {
            return;
        }
        let fault = Diagnostic::new(code, message).in_file(&self.file, span).help(help);
        self.note(fault, Subject::Written(span.clone()));
    }

    /// The index of a name in a list; an unknown name is reported with the known ones.
    pub fn find<'n>(
        &self,
        (code, what): (Code, &str),
        name: &str,
        span: &Range<usize>,
        known: impl IntoIterator<Item = &'n str, IntoIter: Clone>,
    ) -> Option<usize> {
        let known = known.into_iter();
        let found = known.clone().position(|other| other == name);
        if found.is_none() {
            self.fault_help(code, span, format!("there is no {what} `{name}`"), suggest(name, known));
        }
        found
    }

    /// Reports a duplicate, with its first place.
    pub(crate) fn twice(&self, span: &Range<usize>, first: &Range<usize>, message: impl Into<String>) {
        if span == first {
            // One row stands for several.
            return self.fault(Code::Duplicate, span, message);
        }
        let first = self.file.place(first.start);
        self.fault_help(Code::Duplicate, span, message, format!("the other one stands at {first}"));
    }

    /// Adds a fault from elsewhere.
    pub fn push(&self, fault: Diagnostic) {
        if !self.is_full() {
            self.note(fault, Subject::Other);
        }
    }

    /// Adds a fault; a fault of a row that stands for many is added once.
    fn note(&self, fault: Diagnostic, subject: Subject) {
        let mut faults = self.faults.borrow_mut();
        if !faults.iter().any(|noted| noted.fault == fault) {
            faults.push(Noted { fault, subject });
        }
    }

    /// Records that a name is lost, because the declaration at `cause` is unreadable.
    pub(crate) fn lose_name(&self, name: &str, cause: &Range<usize>) {
        let mut lost = self.lost.borrow_mut();
        let causes = lost.entry(name.to_owned()).or_default();
        if !causes.contains(cause) {
            causes.push(cause.clone());
        }
    }

    /// Records that the names of rows are lost, because their source is unreadable.
    pub(crate) fn lose_rows(&self) {
        self.rows_lost.set(true);
    }

    /// Records that a key or a name at `cause` was probably meant to be another.
    pub(crate) fn mean(&self, cause: &Range<usize>, path: String) {
        self.meant.borrow_mut().push((cause.clone(), path));
    }

    /// Records that the declarations of a table are lost, because the table is unreadable: its key is `cause`.
    pub(crate) fn lose(&self, node: &Node, cause: &Range<usize>) {
        match &node.value {
            Value::Table(table) => {
                for entry in &table.0 {
                    self.lose_name(&entry.key, cause);
                    self.lose(&entry.node, cause);
                }
            }
            Value::Array(items) => items.iter().for_each(|item| self.lose(item, cause)),
            // Rows and lists declare names as texts.
            Value::Str(text) => self.lose_name(text, cause),
            _ => {}
        }
    }

    /// True if there are no faults.
    pub fn is_empty(&self) -> bool {
        self.faults.borrow().is_empty()
    }

    /// The faults without consequences of others: a missing key that was misspelt, or an unknown name that is declared
    /// in an unreadable table. Unused declarations are reported only if there is no other fault.
    ///
    /// There is at least one, because it isn't called for a sound file.
    pub fn into_faults(self) -> Vec<Diagnostic> {
        let (lost, meant, is_any_lost) = (self.lost.into_inner(), self.meant.into_inner(), self.rows_lost.get());
        // An unreadable key isn't a consequence of itself, whatever names are below it.
        let is_lost = |name: &str, span: &Range<usize>| {
            lost.get(name).is_some_and(|causes| causes.iter().any(|cause| cause != span))
        };
        let names_lost = |span: &Range<usize>| {
            let written = self.file.text.get(span.clone()).unwrap_or_default();
            let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
            // A longer text isn't about one name.
            !written.contains('\n')
                && (is_lost(written.trim_matches(['"', '\'']), span)
                    || written.split(|c| !is_part(c)).any(|word| is_lost(word, span)))
        };
        let noted = self.faults.into_inner();
        let is_missing = |noted: &Noted| matches!(noted.subject, Subject::Missing { .. });
        let noted_others = !noted.iter().all(is_missing);
        let is_wrong = noted.iter().any(|noted| noted.fault.code != Code::NeverUsed);
        let follows = |noted: &Noted| match &noted.subject {
            Subject::Missing { is_written: true, .. } => noted_others,
            Subject::Missing { paths, .. } => {
                meant.iter().any(|(written, key)| paths.contains(key) && !names_lost(written))
            }
            // Another fault may hide its use.
            Subject::Written(_) if noted.fault.code == Code::NeverUsed => is_wrong,
            Subject::Written(_) if is_any_lost && noted.fault.code.is_about_a_name_of_a_row() => true,
            Subject::Written(span) => noted.fault.code.is_about_a_name() && names_lost(span),
            Subject::Other => false,
        };
        let (following, told): (Vec<Noted>, Vec<Noted>) = noted.into_iter().partition(follows);
        // Faults that only follow from each other are all reported.
        let told = if told.is_empty() { following } else { told };
        let mut faults: Vec<Diagnostic> = told.into_iter().map(|noted| noted.fault).collect();
        if faults.is_empty() {
            let fault =
                Diagnostic::new(Code::Unreadable, "something in this file can't be used, and it isn't known what");
            faults.push(fault.at(self.file.line_place(1)));
        }
        if self.more.get() > 0 {
            let end = self.file.place(self.file.text.len());
            faults.push(
                Diagnostic::new(Code::TooMany, format!("{} more faults are not listed", self.more.get())).at(end),
            );
        }
        faults
    }
}

/// Parses a document; syntax errors go to the sink, and the readable part is returned.
pub fn parse(sink: &Sink) -> Node {
    let (root, errors) = DeTable::parse_recoverable(&sink.file.text);
    syntax::tell(sink, &errors);
    let span = root.span();
    Node { span, value: Value::Table(table(root.into_inner(), sink)) }
}

fn table(source: DeTable<'_>, sink: &Sink) -> Table {
    Table(
        source
            .into_iter()
            .map(|(key, value)| Entry {
                key_span: key.span(),
                key: key.into_inner().into_owned(),
                node: node(value, sink),
            })
            .collect(),
    )
}

fn node(source: Spanned<DeValue<'_>>, sink: &Sink) -> Node {
    let span = source.span();
    let value = match source.into_inner() {
        DeValue::String(text) => Value::Str(text.into_owned()),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => Value::Int(number),
            Err(_) => {
                sink.fault(Code::OutOfRange, &span, format!("{} is too large a number", number.as_str()));
                Value::Other("a number that is too large")
            }
        },
        DeValue::Float(_) => Value::Float,
        DeValue::Boolean(flag) => Value::Bool(flag),
        DeValue::Datetime(_) => Value::Other("a date"),
        DeValue::Array(items) => Value::Array(items.into_iter().map(|item| node(item, sink)).collect()),
        DeValue::Table(entries) => Value::Table(table(entries, sink)),
    };
    Node { span, value }
}

/// True if a text without its quotes would have the expected type.
fn is_bare(text: &str, expected: &str) -> bool {
    match text {
        "true" | "false" => expected.contains("true or false"),
        _ => expected.contains("number") && text.parse::<i64>().is_ok(),
    }
}

/// A table being read: every queried key counts as known.
pub struct Section<'a> {
    /// The collector of its faults.
    pub sink: &'a Sink,
    pub(crate) span: Range<usize>,
    /// The name of the table in messages, for instance `[zones.hand]`.
    pub(crate) path: String,
    table: &'a Table,
    asked: RefCell<HashSet<String>>,
    /// Start of the search for a key: keys are mostly queried in written order.
    next: Cell<usize>,
}

impl<'a> Section<'a> {
    /// Starts reading a node; adds a fault if it isn't a table, and one for each required key that is missing.
    pub fn new(sink: &'a Sink, node: &'a Node, path: impl Into<String>) -> Option<Self> {
        let path = path.into();
        match &node.value {
            Value::Table(table) => {
                let span = node.span.clone();
                let section = Self { sink, span, path, table, asked: RefCell::default(), next: Cell::new(0) };
                for (key, expected) in section.required().iter().filter(|(key, _)| table.get(key).is_none()) {
                    section.missing(key, expected);
                }
                Some(section)
            }
            _ => {
                let message = format!("`{path}` must be a table, but is {}", node.kind());
                match sink.has_keys {
                    true => sink.fault_help(Code::WrongType, &node.span, message, KeyTable::expected(&path)),
                    false => sink.fault(Code::WrongType, &node.span, message),
                }
                // Its declarations are lost, and it isn't also missing.
                sink.lose(node, &node.span);
                let mut rest = path.as_str();
                while !rest.is_empty() {
                    sink.meant.borrow_mut().push((node.span.clone(), rest.to_owned()));
                    let (before, name) = rest.rsplit_once('.').unwrap_or(("", rest));
                    sink.lose_name(name, &node.span);
                    rest = before;
                }
                None
            }
        }
    }

    fn ask(&self, key: &str) -> Option<&'a Entry> {
        self.asked.borrow_mut().insert(key.to_owned());
        self.find(key)
    }

    fn find(&self, key: &str) -> Option<&'a Entry> {
        let (entries, from) = (&self.table.0, self.next.get());
        let (before, after) = entries.split_at(from.min(entries.len()));
        let mut places = (from..).zip(after).chain((0..).zip(before));
        let (at, entry) = places.find(|(_, entry)| entry.key == key)?;
        self.next.set(at + 1);
        Some(entry)
    }

    /// The value of a key.
    pub fn node(&self, key: &str) -> Option<&'a Node> {
        self.ask(key).map(|entry| &entry.node)
    }

    /// Marks all keys of a faulty table as known, because the queries aren't known.
    pub(crate) fn ask_all(&self) {
        let keys = KeyTable::of(&self.path).map_or(&[][..], |table| table.keys);
        keys.iter().for_each(|(key, ..)| _ = self.ask(key));
    }

    /// The place of a key's value; that of the table if the key is missing.
    pub fn value_span(&self, key: &str) -> Range<usize> {
        self.find(key).map_or(self.span.clone(), |entry| entry.node.span.clone())
    }

    pub(crate) fn name(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    pub(crate) fn wrong_type(&self, key: &str, node: &Node, expected: &str) {
        let message = format!("`{}` must be {expected}, but is {}", self.name(key), node.kind());
        // A number, or true or false, in quotes by mistake.
        let bare = match &node.value {
            Value::Str(text) => Some(text.trim()).filter(|text| is_bare(text, expected)),
            _ => None,
        };
        match bare {
            Some(bare) => {
                let help = format!("write it without quotes: `{bare}`");
                self.sink.fault_help(Code::WrongType, &node.span, message, help);
            }
            None => self.sink.fault(Code::WrongType, &node.span, message),
        }
    }

    pub(crate) fn missing(&self, key: &str, expected: &str) {
        if self.sink.is_full() {
            return;
        }
        let path = self.name(key);
        let fault = Diagnostic::new(Code::MissingKey, format!("`{path}` is missing"))
            .in_file(&self.sink.file, &self.span)
            .help(format!("expected {expected}"));
        // If one of several keys was expected, any of them may be the one meant.
        let marked = expected.split('`').skip(1).step_by(2);
        let others = marked.map(|other| self.name(other.split([' ', '=']).next().unwrap_or(other)));
        let paths = std::iter::once(path).chain(others).collect();
        self.sink.note(fault, Subject::Missing { paths, is_written: self.find(key).is_some() });
    }

    /// The required keys of the table, each with what is expected in its place.
    fn required(&self) -> &'static [(&'static str, &'static str)] {
        // `columns` and `columns.card` only hold such tables.
        let is_one = |table: &&KeyTable| table.path.split('.').count() == self.path.split('.').count();
        KeyTable::of(&self.path).filter(|_| self.sink.has_keys).filter(is_one).map_or(&[], KeyTable::required)
    }

    /// The expected value of a required key, for messages.
    pub(crate) fn expected(&self, key: &str) -> &'static str {
        self.required().iter().find(|(required, _)| *required == key).map_or("", |(_, expected)| expected)
    }

    /// Reports a key that is missing here, though tables of this kind don't require it.
    pub(crate) fn demand(&self, key: &str, expected: &str) {
        if self.ask(key).is_none() {
            self.missing(key, expected);
        }
    }

    /// Reports a fault of a key's value.
    pub fn fault(&self, key: &str, code: Code, message: impl Into<String>) {
        self.sink.fault(code, &self.value_span(key), message);
    }

    pub(crate) fn fault_help(&self, key: &str, code: Code, message: impl Into<String>, help: impl Into<String>) {
        self.sink.fault_help(code, &self.value_span(key), message, help);
    }

    /// The string of a key.
    pub fn string(&self, key: &str) -> Option<String> {
        #[cfg(test)]
        note_asked(&self.path, key, Asked::Text);
        self.text(key)
    }

    /// True if a key is written; doesn't mark it as known.
    pub(crate) fn is_written(&self, key: &str) -> bool {
        self.find(key).is_some()
    }

    /// Marks keys as known that were read before, when packs were merged.
    pub(crate) fn pass_texts(&self, keys: &[&str]) {
        for key in keys.iter().filter(|key| self.is_written(key)) {
            let _ = self.string(key);
        }
    }

    fn text(&self, key: &str) -> Option<String> {
        let node = self.node(key)?;
        match &node.value {
            Value::Str(text) => Some(text.clone()),
            _ => {
                self.wrong_type(key, node, "a text");
                None
            }
        }
    }

    /// The string of a key that is missing otherwise, though tables of this kind don't require it.
    pub fn required_string(&self, key: &str, expected: &str) -> Option<String> {
        self.demand(key, expected);
        self.string(key)
    }

    /// Reads an integer in the range given by the table of keys.
    pub(crate) fn int(&self, key: &str) -> Option<i64> {
        self.int_within(key, KeyTable::of(&self.path)?.range(key))
    }

    /// The whole number of a key, within a range.
    pub fn int_within(&self, key: &str, range: RangeInclusive<i64>) -> Option<i64> {
        #[cfg(test)]
        note_asked(&self.path, key, Asked::Number(*range.start(), *range.end()));
        let node = self.node(key)?;
        match node.value {
            Value::Int(number) if range.contains(&number) => Some(number),
            Value::Int(number) => {
                self.sink.fault_help(
                    Code::OutOfRange,
                    &node.span,
                    format!("`{}` is {number}", self.name(key)),
                    format!("expected {} to {}", range.start(), range.end()),
                );
                None
            }
            _ => {
                self.wrong_type(key, node, "a whole number");
                None
            }
        }
    }

    pub(crate) fn bool(&self, key: &str) -> Option<bool> {
        #[cfg(test)]
        note_asked(&self.path, key, Asked::Flag);
        let node = self.node(key)?;
        match node.value {
            Value::Bool(flag) => Some(flag),
            _ => {
                self.wrong_type(key, node, "true or false");
                None
            }
        }
    }

    /// Reads a text that must be one of a few words.
    pub(crate) fn word<T: Copy>(&self, key: &str, words: &[(&'static str, T)]) -> Option<T> {
        #[cfg(test)]
        note_asked(&self.path, key, Asked::Word(words.iter().map(|(word, _)| *word).collect()));
        let written = self.text(key)?;
        let found = words.iter().find(|(word, _)| *word == written).map(|(_, value)| *value);
        if found.is_none() {
            self.fault_help(
                key,
                Code::UnknownWord,
                format!("`{}` can't be `{written}`", self.name(key)),
                suggest(&written, words.iter().map(|(word, _)| *word)),
            );
        }
        found
    }

    /// Reads a list of integers; a single one is a list of one.
    pub(crate) fn ints(&self, key: &str) -> Option<Vec<i64>> {
        let node = self.node(key)?;
        let items = if let Value::Array(items) = &node.value { items.as_slice() } else { std::slice::from_ref(node) };
        let number = |item: &Node| match item.value {
            Value::Int(number) => Some(number),
            _ => {
                self.wrong_type(key, item, "a list of whole numbers");
                None
            }
        };
        items.iter().map(number).collect()
    }

    /// Reads a list of texts with their places; a single text is a list of one.
    pub fn strings(&self, key: &str) -> Option<Vec<(String, Range<usize>)>> {
        #[cfg(test)]
        note_asked(&self.path, key, Asked::Texts);
        let node = self.node(key)?;
        match &node.value {
            Value::Str(text) => Some(vec![(text.clone(), node.span.clone())]),
            Value::Array(items) => Some(
                items
                    .iter()
                    .filter_map(|item| match &item.value {
                        Value::Str(text) => Some((text.clone(), item.span.clone())),
                        _ => {
                            self.wrong_type(key, item, "a list of texts");
                            None
                        }
                    })
                    .collect(),
            ),
            _ => {
                self.wrong_type(key, node, "a list of texts");
                None
            }
        }
    }

    /// The table of a key.
    pub fn section(&self, key: &str) -> Option<Section<'a>> {
        let node = self.node(key)?;
        Section::new(self.sink, node, self.name(key))
    }

    /// The subtables, each with its name, in the order of the file.
    pub(crate) fn named_sections(&self, key: &str) -> Vec<(String, Section<'a>)> {
        let Some(parent) = self.section(key) else {
            return Vec::new();
        };
        parent
            .table
            .0
            .iter()
            .filter_map(|entry| {
                let section = Section::new(self.sink, &entry.node, format!("{key}.{}", entry.key))?;
                Some((entry.key.clone(), section))
            })
            .collect()
    }

    /// A list of tables, written `[[key]]`.
    pub(crate) fn rows(&self, key: &str) -> Vec<Section<'a>> {
        let Some(node) = self.node(key) else {
            return Vec::new();
        };
        match &node.value {
            Value::Array(items) => items
                .iter()
                .enumerate()
                .filter_map(|(n, item)| Section::new(self.sink, item, format!("{}[{}]", self.name(key), n + 1)))
                .collect(),
            _ => {
                self.wrong_type(key, node, &format!("a list of tables, written `[[{}]]`", self.name(key)));
                Vec::new()
            }
        }
    }

    /// All entries, which count as known.
    pub fn entries(&self) -> impl Iterator<Item = &'a Entry> {
        self.table.0.iter()
    }

    /// Reports the keys that weren't queried.
    pub fn finish(self) {
        let asked = self.asked.borrow();
        let mut known: Vec<&str> = asked.iter().map(String::as_str).collect();
        known.sort_unstable();
        #[cfg(test)]
        super::keys::note(&self.path, &known);
        for entry in self.table.0.iter().filter(|entry| !asked.contains(&entry.key)) {
            if self.sink.is_full() {
                continue;
            }
            let name = self.name(&entry.key);
            let (table, _) = self.path.split_once('[').unwrap_or((&self.path, ""));
            let gone = GONE.iter().find(|(of, key, _)| *of == table && *key == entry.key);
            let (message, help) = match gone {
                Some((.., instead)) => (format!("there is no key `{name}` any more"), (*instead).to_owned()),
                None => (format!("there is no key `{name}`"), suggest(&entry.key, known.iter().copied())),
            };
            let other = KeyTable::of(&self.path).and_then(|table| other_word(table.path, &entry.key));
            let help = other.map_or(help, |other| format!("did you mean `{other}`?"));
            let fault = Diagnostic::new(Code::UnknownKey, message).in_file(&self.sink.file, &entry.key_span).help(help);
            self.sink.note(fault, Subject::Written(entry.key_span.clone()));
            if let Some(near) = other.or_else(|| did_you_mean(&entry.key, known.iter().copied())) {
                self.sink.mean(&entry.key_span, self.name(near));
            }
            self.sink.lose(&entry.node, &entry.key_span);
        }
    }
}
