//! Linking of words: puts the constants of a game's layout into their code.

use std::rc::Rc;

use super::{Condition, OWN, Piece, SUBJECTS, Word};

/// The constants of words, by name, as Luau text; an empty one is nil.
#[derive(Clone, Debug, Default)]
pub(crate) struct Constants {
    own: Vec<(&'static str, String)>,
    /// Outer scopes, for constants that aren't here.
    around: Vec<Rc<Constants>>,
}

impl Constants {
    /// A scope inside others.
    pub(crate) fn around(around: &[&Rc<Constants>]) -> Self {
        Self { own: Vec::new(), around: around.iter().copied().cloned().collect() }
    }

    /// Adds a constant.
    pub(crate) fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        self.own.push((name, value.to_string()));
        self
    }

    /// Adds one that may be nil.
    pub(crate) fn with_some(self, name: &'static str, value: Option<impl ToString>) -> Self {
        self.with(name, value.map_or_else(String::new, |value| value.to_string()))
    }

    /// Adds a condition.
    pub(crate) fn with_flag(self, name: &'static str, flag: bool) -> Self {
        self.with(name, if flag { "true" } else { "" })
    }

    /// Those that aren't nil.
    #[cfg(test)]
    pub(crate) fn names(&self) -> Vec<&'static str> {
        let own = self.own.iter().filter(|(_, text)| !text.is_empty()).map(|(name, _)| *name);
        own.chain(self.around.iter().flat_map(|around| around.names())).collect()
    }

    /// The text of a constant, by its name in any case.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let own = self.own.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, text)| text.as_str());
        own.or_else(|| self.around.iter().find_map(|around| around.get(name)))
    }
}

impl Word {
    /// True if a game has the word.
    pub(crate) fn is_wanted(&self, given: &Constants) -> bool {
        self.only.iter().all(|condition| condition.holds(given))
    }

    /// Its namespace and its name.
    pub(crate) fn name(&self, given: &Constants) -> (String, String) {
        let subject = Some(self.subject).filter(|subject| SUBJECTS.contains(subject));
        let subject = subject.and_then(|subject| given.get(subject)).unwrap_or(self.subject).to_owned();
        match self.name.find(|c: char| c.is_ascii_uppercase()) {
            Some(capital) => {
                let (stem, constant) = self.name.split_at(capital);
                (subject, stem.to_owned() + given.get(constant).unwrap_or(constant))
            }
            None => (subject, self.name.to_owned()),
        }
    }

    /// Its parameters, separated by commas.
    pub(crate) fn parameters(&self, given: &Constants) -> String {
        let is_there = |parameter: &str| match parameter {
            "i: number" | "j: number" if self.subject != "core" => given.get(&parameter[..1]) != Some(""),
            _ => true,
        };
        let own = |parameter: &&'static str| if self.records.contains(parameter) { OWN } else { "" };
        let written = self.parameters.iter().filter(|parameter| is_there(parameter));
        written.map(|parameter| format!("{parameter}{}", own(parameter))).collect::<Vec<_>>().join(", ")
    }

    /// Its return type; empty if it returns nothing.
    pub(crate) fn result(&self, given: &Constants) -> String {
        if super::is_constant(self.result) {
            given.get(self.result).unwrap_or("any").to_owned()
        } else {
            self.result.to_owned()
        }
    }

    /// Its statements on one line, or its value.
    pub(crate) fn body(&self, given: &Constants) -> String {
        let mut out = String::new();
        link(&self.body, given, &mut out);
        out.trim().to_owned()
    }

    /// Its documentation, one or two sentences.
    pub(crate) fn doc(&self, given: &Constants) -> String {
        let mut out = String::new();
        quoted(&self.doc.join(" "), given, &mut out);
        out
    }
}

impl Condition {
    fn holds(&self, given: &Constants) -> bool {
        match self {
            Self::Given(name) => given.get(name).is_some_and(|value| !matches!(value, "" | "false" | "nil")),
            Self::Equal(name, number) => given.get(name).and_then(|value| value.parse().ok()) == Some(*number),
            Self::Not(term) => !term.holds(given),
            Self::All(terms) => terms.iter().all(|term| term.holds(given)),
            Self::Any(terms) => terms.iter().any(|term| term.holds(given)),
        }
    }
}

/// Writes the code of pieces.
fn link(pieces: &[Piece], given: &Constants, out: &mut String) {
    let is_single = |index: &str| given.get(index) == Some("");
    let mut is_dropped = false;
    for piece in pieces {
        let was_dropped = std::mem::take(&mut is_dropped);
        match piece {
            // The comma behind an index that is left out goes with it.
            Piece::Text("," | " ") if was_dropped => is_dropped = matches!(piece, Piece::Text(",")),
            Piece::Text(text) => out.push_str(text),
            Piece::Constant(name) => match given.get(name) {
                Some("") => out.push_str("nil"),
                Some(value) => out.push_str(value),
                None => out.push_str(name),
            },
            Piece::Subject(name) => out.push_str(given.get(name).unwrap_or(name)),
            Piece::Quoted(text) => quoted(text, given, out),
            Piece::Argument(index) if is_single(index) => match out.strip_suffix(", ").map(str::len) {
                Some(len) => out.truncate(len),
                None => is_dropped = true,
            },
            Piece::Index(index) | Piece::Argument(index) => out.push_str(if is_single(index) { "1" } else { index }),
            Piece::Cases(cases) => {
                if let Some((_, pieces)) = cases.iter().find(|(condition, _)| condition.holds(given)) {
                    out.push(' ');
                    link(pieces, given, out);
                    out.push(' ');
                }
            }
        }
    }
}

/// Writes a text with constants in place of their names in braces.
fn quoted(text: &str, given: &Constants, out: &mut String) {
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('{') {
        out.push_str(before);
        let constant = behind.split_once('}').filter(|(name, _)| super::is_constant(name));
        match constant.and_then(|(name, behind)| Some((given.get(name)?, behind))) {
            Some((value, behind)) => {
                out.push_str(value);
                rest = behind;
            }
            None => {
                out.push('{');
                rest = behind;
            }
        }
    }
    out.push_str(rest);
}
