//! Wraps a script in the words that it uses, as local functions that Luau can inline.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::builtin::BuiltinText;
use super::writer::quote;
use super::{Code, Does, Prelude, SHARED, control};
use crate::bind::{Bound, Replacement};
use crate::words::{JOINT, OWN};
use parlour_luau::tokens;
use parlour_model::diagnostic::suggest;

/// Limit of words that are locals. Luau has 200 locals and as many upvalues per function, and a script needs some of
/// its own. The least used words beyond the limit are in a table, which costs a lookup per call.
const MAX_LOCALS: usize = 128;

/// The names by which words read or change the match.
const OF_MATCH: [&str; 2] = ["STATE", "ATTACKED"];

/// The words around a text.
struct Wrapping<'a> {
    prelude: &'a Prelude,
    /// The separator of namespace and member in the name of a local: more underscores than any name has in sequence.
    joint: String,
    /// The number of uses of each word.
    wanted: BTreeMap<usize, usize>,
    /// The words in a table.
    shelved: BTreeSet<usize>,
}

impl<'a> Wrapping<'a> {
    fn new(prelude: &'a Prelude, words: impl Iterator<Item = usize>, underscores: usize, most: usize) -> Self {
        let joint = "_".repeat(1 + underscores.max(prelude.underscores).max(1));
        let mut wanted: BTreeMap<usize, usize> = BTreeMap::new();
        let mut queue: Vec<usize> = words.collect();
        while let Some(n) = queue.pop() {
            let uses = wanted.entry(n).or_default();
            *uses += 1;
            if *uses == 1 {
                queue.extend(prelude.builtin(n).words.iter().map(|(_, word)| *word));
            }
        }
        // Constants take no local.
        let takes_room = |n: usize| match prelude.members[n].code() {
            Code::Constant(value) => value.ends_with(['}', ')']),
            Code::Function(..) => true,
        };
        let mut by_use: Vec<(usize, usize)> =
            wanted.iter().map(|(&n, &uses)| (uses, n)).filter(|(_, n)| takes_room(*n)).collect();
        by_use.sort_unstable_by(|a, b| b.cmp(a));
        let shelved = by_use.into_iter().skip(most).map(|(_, n)| n).collect();
        Self { prelude, joint, wanted, shelved }
    }

    /// Writes the local name of a word.
    fn name(&self, n: usize, out: &mut String) {
        let (member, joint) = (&self.prelude.members[n], &self.joint);
        let (namespace, name) = (&member.namespace, &member.name);
        if self.shelved.contains(&n) {
            out.push_str("more");
            out.push_str(joint);
            out.push('.');
        }
        // Writing to a `String` can't fail.
        let _ = if member.is_key {
            write!(out, "{namespace}{joint}{n}")
        } else if namespace.ends_with('_') || name.starts_with('_') {
            write!(out, "{namespace}{joint}{name}{joint}{n}")
        } else {
            write!(out, "{namespace}{joint}{name}")
        };
    }

    /// The local that holds a namespace as a whole.
    fn table(&self, namespace: &str) -> String {
        format!("{namespace}{}", self.joint)
    }

    /// The words that the text uses, in dependency order; all on one line.
    fn words(&self) -> String {
        let mut out = format!("local {} = ... local {JOINT} = {} ", SHARED.join(", "), quote(&self.joint));
        if !self.shelved.is_empty() {
            let _ = write!(out, "local more{} = {{}} ", self.joint);
        }
        for &n in self.wanted.keys() {
            let is_shelved = self.shelved.contains(&n);
            match self.prelude.members[n].code() {
                Code::Constant(value) => {
                    out.push_str(if is_shelved { "" } else { "local " });
                    self.name(n, &mut out);
                    // A script's change of a list would outlast the match.
                    let is_list = value.starts_with('{');
                    out.push_str(if is_list { " = table.freeze(" } else { " = " });
                    self.prelude.builtin(n).write(value, &self.joint, &mut out, |word, out| self.name(word, out));
                    out.push_str(if is_list { ") " } else { " " });
                }
                Code::Function(parameters, body) => {
                    out.push_str(if is_shelved { "function " } else { "local function " });
                    self.name(n, &mut out);
                    let _ = write!(out, "({}) ", parameters.replace(OWN, &self.joint));
                    self.prelude.builtin(n).write(body, &self.joint, &mut out, |word, out| self.name(word, out));
                    out.push_str(" end ");
                }
            }
        }
        out
    }
}

impl Prelude {
    /// The words that the body of a member uses.
    fn builtin(&self, n: usize) -> &BuiltinText {
        let member = &self.members[n];
        member.builtin.get_or_init(|| match member.code() {
            // A list of the engine may hold functions.
            Code::Constant(value) if value.contains("function(") => BuiltinText::read(value, self),
            Code::Constant(_) => BuiltinText::default(),
            Code::Function(_, body) => BuiltinText::read(body, self),
        })
    }

    /// True if a member reads or changes the match.
    pub(crate) fn is_of_match(&self, namespace: &str, name: &str) -> bool {
        let (mut queue, mut seen) = (Vec::from_iter(self.find(namespace, name)), BTreeSet::new());
        while let Some(n) = queue.pop() {
            if !seen.insert(n) {
                continue;
            }
            let is_read = |body: &str| tokens(body).iter().any(|token| OF_MATCH.contains(&token.text));
            let member = &self.members[n];
            if member.does == Does::Change || matches!(member.code(), Code::Function(_, body) if is_read(body)) {
                return true;
            }
            queue.extend(self.builtin(n).words.iter().map(|(_, word)| *word));
        }
        false
    }

    /// Wraps a script in the words that it uses; the result returns the script as a function. Lines keep their numbers,
    /// and the function has its own locals and no arguments.
    pub(crate) fn around(&self, source: &str, bound: &Bound) -> String {
        let words = bound.replaced.iter().flat_map(|(_, replacement)| match replacement {
            Replacement::Member(namespace, name) => self.find(namespace, name).into_iter().collect(),
            Replacement::Namespace(_) | Replacement::Text(_) => Vec::new(),
        });
        let wrapping = Wrapping::new(self, words, bound.underscores, MAX_LOCALS);
        let mut out = wrapping.words();
        for namespace in bound.namespaces() {
            let _ = write!(out, "local {} = WORDS[{}] ", wrapping.table(namespace), quote(namespace));
        }
        let kept = &bound.kept;
        if bound.shares {
            let loads = format!("buffer.readu8(CTRL, {}) ~= 0", control::LOADS);
            let _ = write!(
                out,
                "local function {kept}_loads() return {loads} end local function {kept}_made(made, line, name) \
                 if {loads} then LASTING(made, line, name) end return made end "
            );
        }
        // The caller of the script stands in front of it, so that no line behind it is ever reported.
        let (run, whole) = (format!("{kept}_run"), format!("{kept}_whole"));
        let _ = write!(
            out,
            "local {kept}_ordered, {kept}, {run} = ORDERED, {{}} local {whole} = function() return SEALED({kept}, {run}()) end {run} = function() "
        );
        out.push_str(&bound.text(source, |replacement| match replacement {
            Replacement::Member(namespace, name) => {
                let mut text = String::new();
                if let Some(n) = self.find(namespace, name) {
                    wrapping.name(n, &mut text);
                }
                text
            }
            Replacement::Namespace(namespace) => wrapping.table(namespace),
            Replacement::Text(text) => text.clone(),
        }));
        // A comment may end the script.
        let _ = write!(out, "\nend return {whole}");
        out
    }

    /// Prefixes a text of the engine with the words that it uses. Its `...` are the arguments after those of the VM.
    pub(crate) fn before(&self, text: &str) -> String {
        let builtin = BuiltinText::read(text, self);
        let wrapping = Wrapping::new(self, builtin.words.iter().map(|(_, word)| *word), 0, MAX_LOCALS);
        let mut out = wrapping.words();
        builtin.write(text, &wrapping.joint, &mut out, |word, out| wrapping.name(word, out));
        out
    }

    /// A script that builds namespaces as tables and returns them by name, for scripts that use them as values.
    pub(crate) fn tables(&self, namespaces: &BTreeSet<&str>) -> String {
        let visible = |namespace: &str| -> Vec<usize> {
            let members = self.index.get(namespace).map(|found| found.members.as_slice()).unwrap_or_default();
            members.iter().copied().filter(|&n| self.is_visible(n)).collect()
        };
        let words: Vec<usize> = namespaces.iter().flat_map(|namespace| visible(namespace)).collect();
        let wrapping = Wrapping::new(self, words.into_iter(), 0, 0);
        let mut out = String::new();
        for namespace in namespaces {
            let _ = write!(out, "[{0}] = sealed({0}, {{", quote(namespace));
            for n in visible(namespace) {
                let member = &self.members[n];
                if member.is_key && self.find(namespace, &member.name) != Some(n) {
                    continue;
                }
                let _ = write!(out, "[{}] = ", quote(&member.name));
                wrapping.name(n, &mut out);
                out.push_str(", ");
            }
            let names = self.members(namespace).unwrap_or_default();
            let _ = write!(out, "}}, {}), ", quote(&suggest("", names.into_iter().chain(self.keys(namespace)))));
        }
        format!("{}{} return {{ {out} }}", wrapping.words(), include_str!("sealed.luau"))
    }
}
