//! A word of a game: its source, and its code, generated on demand.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::fmt::Write as _;
use std::rc::Rc;

use super::builtin::BuiltinText;
use super::writer::quote;
use crate::template::{File, Holes, Is, Word};
use parlour_model::identifiers::member_name;

/// The names of parameters that are bunches.
pub(super) const BUNCHES: [&str; 6] = ["bunch", "cards", "into", "some_", "give_", "take_"];

/// The effect of a member on the match.
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

/// The source of a word.
#[derive(Debug)]
enum Origin {
    /// A constant that the pack names, with its documentation.
    Pack(String),
    /// A word of a file, with the values of its holes.
    File(File, &'static Word<'static>, Rc<Holes>),
}

#[derive(Debug)]
pub(super) struct Member {
    pub(super) namespace: String,
    pub(super) name: String,
    pub(super) does: Does,
    /// True if the name isn't an identifier: it is a key only, as in `card["2 of clubs"]`.
    pub(super) is_key: bool,
    origin: Origin,
    /// True if it rejects fractions in queries.
    is_whole: bool,
    /// True if it rejects values of other types.
    is_exact: bool,
    /// Generated on demand: few of a game's words are used.
    code: OnceCell<Code>,
    /// The words that the body uses.
    pub(super) builtin: OnceCell<BuiltinText>,
}

impl Member {
    /// A constant with a name of the pack.
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

    /// Code that rejects values of other types, for each parameter that is a number or a function: otherwise the first
    /// operation on it would raise the error.
    fn exact(&self, parameters: &str, body: &str) -> String {
        let mut out = String::new();
        for (name, kind) in parameters.split(", ").filter_map(|parameter| parameter.split_once(": ")) {
            // Seats are checked by the body and reported with their range.
            if body.contains(&format!("if not ({name} and ")) {
                continue;
            }
            let (is_optional, kind) = (kind.ends_with('?'), kind.trim_end_matches('?'));
            let (wanted, refuse) = match kind {
                "number" => ("number", "core.no_number"),
                "Step" | "Near" | "Goal" | "Past" | "Asked" => ("function", "core.no_function"),
                _ => continue,
            };
            let given = if is_optional { format!("{name} ~= nil and ") } else { String::new() };
            // Indices of families have no name that an author knows.
            let of = if matches!(name, "i" | "j" | "slot") { "" } else { name.trim_end_matches('_') };
            let what = format!("{}.{}: {of}", self.namespace, self.name);
            let what = quote(what.trim_end_matches([':', ' ']));
            // Writing to a `String` can't fail.
            let _ = write!(out, "if {given}type({name}) ~= \"{wanted}\" then {refuse}({what}, {name}) end ");
        }
        out
    }

    /// Code that rejects fractions, for each numeric parameter, except bounds that may be any number, and bunches that
    /// the body checks itself before it writes.
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
            // Writing to a `String` can't fail.
            let _ = write!(out, "if {given}{name} % 1 ~= 0 then core.not_whole({what}, {name}) end ");
        }
        out
    }

    /// The type that a function returns; empty if it returns nothing.
    pub(super) fn result(&self) -> String {
        match &self.origin {
            Origin::Pack(_) => String::new(),
            Origin::File(file, word, holes) => word.result(*file, holes),
        }
    }

    /// The return type of a function of the engine's files, empty if it returns nothing; `None` for anything else.
    pub(super) fn gives(&self) -> Option<String> {
        match &self.origin {
            Origin::File(file, word, holes) if word.is != Is::Constant => Some(word.result(*file, holes)),
            _ => None,
        }
    }

    /// Its file, if it comes from one.
    #[cfg(test)]
    pub(super) fn origin(&self) -> Option<(File, &'static Word<'static>, &Holes)> {
        match &self.origin {
            Origin::Pack(_) => None,
            Origin::File(file, word, holes) => Some((*file, word, holes)),
        }
    }

    /// Its documentation, one or two sentences.
    pub(super) fn doc(&self) -> Cow<'_, str> {
        match &self.origin {
            Origin::Pack(doc) => doc.into(),
            Origin::File(file, word, holes) => word.doc(*file, holes).into(),
        }
    }
}
