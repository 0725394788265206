//! A word of a game: its source, and its code, generated on demand.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::fmt::Display;
use std::fmt::Write as _;
use std::rc::Rc;

use super::builtin::BuiltinText;
use super::writer::quote;
use crate::words::{Constants, Is, Word};
use parlour_model::identifiers::member_name;

/// The names of parameters that are bunches.
#[cfg(test)]
pub(super) const BUNCHES: [&str; 6] = ["bunch", "cards", "into", "some_", "give_", "take_"];

/// The types of parameters that number things of a game: the least number, and the constant of the layout that holds the
/// greatest; where a game doesn't give it, any number is taken.
pub(super) const RANGES: [(&str, u8, &str); 19] = [
    ("Seat", 1, "seats"),
    // A seat, or 0 for everyone.
    ("Viewer", 0, "seats"),
    ("Member", 1, "members"),
    ("Slot", 1, "length"),
    ("Card", 1, "types"),
    // A row of the table or list that a column names.
    ("Value", 1, "word_count"),
    ("Scratch", 1, "scratch"),
    ("Face", 1, "faces"),
    ("Die", 1, "count"),
    // A number of dice.
    ("Dice", 0, "count"),
    ("Square", 1, "squares"),
    ("Way", 1, "ways"),
    ("Symbol", 1, "symbols"),
    // A symbol, or 0 for an empty square.
    ("Content", 0, "symbols"),
    ("PieceKind", 1, "kinds"),
    ("Level", 1, "capacity"),
    ("UnderSquare", 1, "squares_under"),
    ("Corner", 1, "squares_corners"),
    ("CornerWay", 1, "ways_corners"),
];

/// The effect of a member on the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Does {
    Ask,
    Change,
}

/// The parameters that have types, with these.
fn each(parameters: &str) -> impl Iterator<Item = (&str, &str)> {
    parameters.split(", ").filter_map(|parameter| parameter.split_once(": "))
}

/// A parameter's type as editors know it.
fn number_of(kind: &str) -> &str {
    match kind.trim_end_matches('?') {
        of if of == "Bunch" || of == "Whole" || RANGES.iter().any(|(name, ..)| *name == of) => {
            if kind.ends_with('?') {
                "number?"
            } else {
                "number"
            }
        }
        _ => kind,
    }
}

/// Code that rejects a number that isn't a whole one from a least to a greatest one, which is known to be in that range
/// from there on. A minimum and a maximum cost less than two comparisons.
pub(super) fn within(name: &str, least: impl Display, most: impl Display, what: &str) -> String {
    let is_outside = format!("math.max({least}, math.min({most}, math.floor({name}))) ~= {name}");
    format!("if {is_outside} then core.outside({what}, {least}, {most}, {name}) end ")
}

/// Code that rejects a number that isn't a whole one; the remainder of an infinite one isn't a number.
pub(super) fn whole(name: &str, what: &str) -> String {
    format!("if {name} % 1 ~= 0 then core.not_whole({what}, {name}) end ")
}

/// The least and the greatest number that a parameter takes; `None` if it isn't bounded.
fn range<'c>(name: &str, kind: &str, constants: &'c Constants) -> Option<(u8, &'c str)> {
    let by_name = match name {
        "i" => constants.get("from_members").or_else(|| constants.get("members")),
        "j" => constants.get("to_members"),
        _ => None,
    };
    let by_kind = || {
        let (_, least, most) = RANGES.iter().find(|(name, ..)| *name == kind)?;
        Some((*least, constants.get(most)?))
    };
    by_name.map(|most| (1, most)).or_else(by_kind).filter(|(_, most)| !most.is_empty())
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
    /// True if it checks its arguments.
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
                let parameters = word.parameters(constants);
                let checks = if self.is_exact { self.checks(&parameters, constants) } else { String::new() };
                let plain = parameters.split(", ").map(|parameter| match parameter.split_once(": ") {
                    Some((name, kind)) => format!("{name}: {}", number_of(kind)),
                    None => parameter.to_owned(),
                });
                let plain = plain.collect::<Vec<_>>().join(", ");
                Code::Function(plain, checks + &word.body(constants))
            }
        })
    }

    /// Code that rejects arguments by the types of the parameters: values of another type, numbers out of the range of
    /// what they number, and in queries fractions. Without it the first operation on them would raise the error.
    fn checks(&self, parameters: &str, constants: &Constants) -> String {
        let mut out = self.exact(parameters);
        for (name, kind) in each(parameters) {
            let (is_optional, kind) = (kind.ends_with('?'), kind.trim_end_matches('?'));
            let what = quote(&self.what(name, kind, constants));
            let check = match range(name, kind, constants) {
                Some((least, most)) => within(name, least, most, &what),
                None if self.is_whole(name, kind) => whole(name, &what),
                None => continue,
            };
            // Writing to a `String` can't fail.
            let _ = if is_optional { write!(out, "if {name} then {check}end ") } else { write!(out, "{check}") };
        }
        out
    }

    /// True if a parameter is a whole number: in queries each, except bounds that may be any number.
    fn is_whole(&self, name: &str, kind: &str) -> bool {
        let is_bound = self.name.starts_with("any_") && matches!(name, "least" | "most");
        match kind {
            "Whole" => true,
            "Bunch" => false,
            kind => self.does == Does::Ask && !is_bound && number_of(kind) == "number",
        }
    }

    /// The name of a parameter in errors. Those of indices aren't known to an author.
    fn what(&self, name: &str, kind: &str, constants: &Constants) -> String {
        let of_two = constants.get("to_members").is_some();
        let name = if kind == "Value" { constants.get("column").unwrap_or(name) } else { name };
        match name {
            "i" | "j" if !of_two => self.namespace.clone(),
            "i" | "j" | "slot" => format!("{}.{}", self.namespace, self.name),
            _ => format!("{}.{}: {}", self.namespace, self.name, name.trim_end_matches('_')),
        }
    }

    /// Code that rejects values of other types, for each parameter that is a number or a function.
    fn exact(&self, parameters: &str) -> String {
        let mut out = String::new();
        for (name, kind) in each(parameters) {
            let given = if kind.ends_with('?') { format!("{name} ~= nil and ") } else { String::new() };
            let (wanted, refuse) = match kind.trim_end_matches('?') {
                "Step" | "Near" | "Goal" | "Past" | "Asked" => ("function", "core.no_function"),
                kind if number_of(kind) == "number" => ("number", "core.no_number"),
                _ => continue,
            };
            // Indices of families have no name that an author knows.
            let of = if matches!(name, "i" | "j" | "slot") { "" } else { name.trim_end_matches('_') };
            let what = format!("{}.{}: {of}", self.namespace, self.name);
            let what = quote(what.trim_end_matches([':', ' ']));
            // Writing to a `String` can't fail.
            let _ = write!(out, "if {given}type({name}) ~= \"{wanted}\" then {refuse}({what}, {name}) end ");
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

    /// The return type of a function, empty if it returns nothing; `None` for a constant.
    pub(super) fn gives(&self) -> Option<String> {
        matches!(self.code(), Code::Function(..)).then(|| self.result())
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
