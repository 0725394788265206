//! A word of a game: where it comes from, and its code once it is asked for.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::fmt::Write as _;
use std::rc::Rc;

use super::builtin::BuiltinText;
use super::writer::quote;
use crate::base::luau::names::member_name;
use crate::script::template::{File, Holes, Is, Word};

/// How parameters are called that are bunches.
pub(super) const BUNCHES: [&str; 6] = ["bunch", "cards", "into", "some_", "give_", "take_"];

/// Whether a member reads or changes the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Does {
    Ask,
    Change,
}

#[derive(Debug)]
pub(super) enum Code {
    /// An expression that never changes.
    Constant(String),
    /// The parameters without their parentheses, then the body, without `function` and `end`.
    Function(String, String),
}

/// Where a word is written.
#[derive(Debug)]
enum Origin {
    /// A constant that the pack names, and what it is.
    Pack(String),
    /// A word of a file, and what fills its holes.
    File(File, &'static Word<'static>, Rc<Holes>),
}

#[derive(Debug)]
pub(super) struct Member {
    pub(super) namespace: String,
    pub(super) name: String,
    pub(super) does: Does,
    /// The name is not an identifier: it is a key only, as in `card["2 of clubs"]`.
    pub(super) is_key: bool,
    origin: Origin,
    /// Where it only asks, it refuses numbers that are not whole.
    is_whole: bool,
    /// It refuses what is not a number.
    is_exact: bool,
    /// Written out when it is asked for: few of the words that a game has are used.
    code: OnceCell<Code>,
    /// The words that the body uses.
    pub(super) builtin: OnceCell<BuiltinText>,
}

impl Member {
    /// A constant by a name of the pack.
    pub(super) fn constant(namespace: &str, name: String, is_key: bool, doc: &str, value: String) -> Self {
        Self {
            namespace: namespace.to_owned(),
            name,
            does: Does::Ask,
            is_key,
            origin: Origin::Pack(doc.to_owned()),
            is_whole: false,
            is_exact: false,
            code: Code::Constant(value).into(),
            builtin: OnceCell::new(),
        }
    }

    /// A word of a file; `None` if the game doesn't have it.
    pub(super) fn written(file: File, word: &'static Word<'static>, holes: &Rc<Holes>) -> Option<Self> {
        let does = match word.is {
            Is::Ask | Is::Constant => Does::Ask,
            Is::Change => Does::Change,
            Is::Inline | Is::More => return None,
        };
        let name = word.is_wanted(file, holes).then(|| word.name(file, holes))?;
        let (namespace, name) = name.split_once('.')?;
        Some(Self {
            namespace: namespace.to_owned(),
            name: member_name(name),
            does,
            is_key: false,
            origin: Origin::File(file, word, holes.clone()),
            is_whole: does == Does::Ask && namespace != "core",
            is_exact: namespace != "core",
            code: OnceCell::new(),
            builtin: OnceCell::new(),
        })
    }

    pub(super) fn code(&self) -> &Code {
        self.code.get_or_init(|| match &self.origin {
            Origin::Pack(_) => Code::Constant(String::new()),
            Origin::File(file, word, holes) if word.is == Is::Constant => Code::Constant(word.body(*file, holes)),
            Origin::File(file, word, holes) => {
                let (parameters, body) = (word.parameters(*file, holes), word.body(*file, holes));
                let exact = if self.is_exact { self.exact(&parameters, &body) } else { String::new() };
                let whole = if self.is_whole { self.whole(&parameters, &body) } else { String::new() };
                Code::Function(parameters, exact + &whole + &body)
            }
        })
    }

    /// Code that refuses what is not a number, for each parameter that is one: whatever is done with it first would be told
    /// of otherwise.
    fn exact(&self, parameters: &str, body: &str) -> String {
        let mut out = String::new();
        for (name, kind) in parameters.split(", ").filter_map(|parameter| parameter.split_once(": ")) {
            // Seats are looked at whatever they are, and told with their range.
            if body.contains(&format!("if not ({name} and ")) {
                continue;
            }
            let given = match kind {
                "number" => String::new(),
                "number?" => format!("{name} ~= nil and "),
                _ => continue,
            };
            // Indices of families have no name that a person knows.
            let of = if matches!(name, "i" | "j" | "slot") { "" } else { name.trim_end_matches('_') };
            let what = format!("{}.{}: {of}", self.namespace, self.name);
            let what = quote(what.trim_end_matches([':', ' ']));
            // Writing to a `String` does not fail.
            let _ = write!(out, "if {given}type({name}) ~= \"number\" then core.no_number({what}, {name}) end ");
        }
        out
    }

    /// Code that refuses numbers that are not whole, for each parameter that is a number, but for the bounds of what may
    /// be any number, and for bunches that the body looks at itself before it writes there.
    fn whole(&self, parameters: &str, body: &str) -> String {
        let mut out = String::new();
        for (name, kind) in parameters.split(", ").filter_map(|parameter| parameter.split_once(": ")) {
            let is_bound = self.name.starts_with("any_") && matches!(name, "least" | "most");
            let is_seen = BUNCHES.contains(&name) && body.contains("expected a bunch to write to");
            let given = match kind {
                _ if is_bound || is_seen => continue,
                "number" => "",
                "number?" => &format!("{name} and "),
                _ => continue,
            };
            let what = quote(&format!("{}.{}: {}", self.namespace, self.name, name.trim_end_matches('_')));
            // Writing to a `String` does not fail.
            let _ = write!(out, "if {given}{name} % 1 ~= 0 then core.not_whole({what}, {name}) end ");
        }
        out
    }

    /// The type of what a function returns; nothing if it returns nothing.
    pub(super) fn result(&self) -> String {
        match &self.origin {
            Origin::Pack(_) => String::new(),
            Origin::File(file, word, holes) => word.result(*file, holes),
        }
    }

    /// The type of what a function of the engine's files returns, empty if it returns nothing; `None` for anything else.
    pub(super) fn gives(&self) -> Option<String> {
        match &self.origin {
            Origin::File(file, word, holes) if word.is != Is::Constant => Some(word.result(*file, holes)),
            _ => None,
        }
    }

    /// Where it is written, if that is in a file.
    #[cfg(test)]
    pub(super) fn origin(&self) -> Option<(File, &'static Word<'static>, &Holes)> {
        match &self.origin {
            Origin::Pack(_) => None,
            Origin::File(file, word, holes) => Some((*file, word, holes)),
        }
    }

    /// What it is for, in a sentence or two.
    pub(super) fn doc(&self) -> Cow<'_, str> {
        match &self.origin {
            Origin::Pack(doc) => doc.into(),
            Origin::File(file, word, holes) => word.doc(*file, holes).into(),
        }
    }
}
