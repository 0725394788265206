//! A word of a game: its source, and its code, generated on demand.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::fmt::Write as _;
use std::rc::Rc;

use super::builtin::BuiltinText;
use super::writer::quote;
use crate::words::{Constants, Is, Word};
use parlour_model::identifiers::member_name;

/// The names of parameters that are bunches.
#[cfg(test)]
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
    /// What the pack names, with its documentation and the type that a function returns.
    Pack(String, &'static str),
    /// A word of a file, with its constants.
    File(&'static Word, Rc<Constants>),
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
            origin: Origin::Pack(doc.to_owned(), ""),
            is_whole: false,
            is_exact: false,
            code: Code::Constant(value).into(),
            builtin: OnceCell::new(),
        }
    }

    /// A function with a name and parameters of the pack, which changes the match.
    pub(super) fn function(namespace: &str, name: &str, doc: String, parameters: &str, body: &str) -> Self {
        let member = Self::constant(namespace, member_name(name), false, &doc, String::new());
        let mut checked = Self { does: Does::Change, is_exact: namespace != "core", ..member };
        let exact = if checked.is_exact { checked.exact(parameters) } else { String::new() };
        checked.code = Code::Function(parameters.to_owned(), exact + body).into();
        checked
    }

    /// The same function with the type that it returns.
    pub(super) fn giving(mut self, result: &'static str) -> Self {
        if let Origin::Pack(_, given) = &mut self.origin {
            *given = result;
        }
        self
    }

    /// A word of a file; `None` if the game doesn't have it.
    pub(super) fn written(word: &'static Word, constants: &Rc<Constants>) -> Option<Self> {
        let does = match word.is {
            Is::Ask | Is::Constant => Does::Ask,
            Is::Change => Does::Change,
            Is::More => return None,
        };
        let (namespace, name) = word.is_wanted(constants).then(|| word.name(constants))?;
        Some(Self {
            is_whole: does == Does::Ask && namespace != "core",
            is_exact: namespace != "core",
            namespace,
            name: member_name(&name),
            does,
            is_key: false,
            origin: Origin::File(word, constants.clone()),
            code: OnceCell::new(),
            builtin: OnceCell::new(),
        })
    }

    pub(super) fn code(&self) -> &Code {
        self.code.get_or_init(|| match &self.origin {
            Origin::Pack(..) => Code::Constant(String::new()),
            Origin::File(word, constants) if word.is == Is::Constant => Code::Constant(word.body(constants)),
            Origin::File(word, constants) => {
                let (parameters, body) = (word.parameters(constants), word.body(constants));
                let exact = if self.is_exact { self.exact(&parameters) } else { String::new() };
                let whole = if self.is_whole { self.whole(&parameters) } else { String::new() };
                let indices = if self.is_exact { self.indices(&parameters, constants) } else { String::new() };
                let parameters = parameters.replace(": Seat", ": number").replace(": Bunch", ": number");
                Code::Function(parameters, exact + &whole + &indices + &body)
            }
        })
    }

    /// Code that rejects values of other types, for each parameter that is a number or a function: otherwise the first
    /// operation on it would raise the error. The body checks a `Seat` with its range.
    fn exact(&self, parameters: &str) -> String {
        let mut out = String::new();
        for (name, kind) in parameters.split(", ").filter_map(|parameter| parameter.split_once(": ")) {
            let (is_optional, kind) = (kind.ends_with('?'), kind.trim_end_matches('?'));
            let (wanted, refuse) = match kind {
                "number" | "Bunch" => ("number", "core.no_number"),
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

    /// Code that rejects fractions, for each numeric parameter, except bounds that may be any number, and a `Bunch`, which
    /// the body checks before it writes.
    fn whole(&self, parameters: &str) -> String {
        let mut out = String::new();
        for (name, kind) in parameters.split(", ").filter_map(|parameter| parameter.split_once(": ")) {
            let is_bound = self.name.starts_with("any_") && matches!(name, "least" | "most");
            let given = match kind {
                _ if is_bound => continue,
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

    /// Code that rejects indices that a family doesn't have.
    fn indices(&self, parameters: &str, constants: &Constants) -> String {
        let mut out = String::new();
        for (index, members, of_two) in
            [("i", "members", false), ("i", "from_members", true), ("j", "to_members", true)]
        {
            let Some(members) = constants.get(members).filter(|members| !members.is_empty()) else { continue };
            if parameters.split(", ").any(|parameter| parameter.strip_suffix(": number") == Some(index)) {
                let what = if of_two { format!("{}.{}", self.namespace, self.name) } else { self.namespace.clone() };
                // Writing to a `String` can't fail.
                let is_outside = format!("math.max(1, math.min({members}, math.floor({index}))) ~= {index}");
                let _ = write!(out, "if {is_outside} then core.outside({}, 1, {members}, {index}) end ", quote(&what));
            }
        }
        out
    }

    /// The type that a function returns; empty if it returns nothing.
    pub(super) fn result(&self) -> String {
        match &self.origin {
            Origin::Pack(_, result) => (*result).to_owned(),
            Origin::File(word, constants) => word.result(constants),
        }
    }

    /// The return type of a function of the engine's files, empty if it returns nothing; `None` for anything else.
    pub(super) fn gives(&self) -> Option<String> {
        match &self.origin {
            Origin::File(word, constants) if word.is != Is::Constant => Some(word.result(constants)),
            _ => None,
        }
    }

    /// Its file, if it comes from one.
    #[cfg(test)]
    pub(super) fn origin(&self) -> Option<(&'static Word, &Constants)> {
        match &self.origin {
            Origin::Pack(..) => None,
            Origin::File(word, constants) => Some((word, constants)),
        }
    }

    /// Its documentation, one or two sentences.
    pub(super) fn doc(&self) -> Cow<'_, str> {
        match &self.origin {
            Origin::Pack(doc, _) => doc.into(),
            Origin::File(word, constants) => word.doc(constants).into(),
        }
    }
}
