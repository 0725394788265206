//! Filling of holes.

use std::rc::Rc;

use super::{Is, Word};

/// Values of holes, by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Holes {
    own: Vec<(&'static str, String)>,
    /// Outer scopes, for holes that aren't here.
    around: Vec<Rc<Holes>>,
}

impl Holes {
    /// A scope inside others.
    pub(crate) fn around(around: &[&Rc<Holes>]) -> Self {
        Self { own: Vec::new(), around: around.iter().copied().cloned().collect() }
    }

    /// Adds a hole.
    pub(crate) fn with(mut self, name: &'static str, filling: impl ToString) -> Self {
        self.own.push((name, filling.to_string()));
        self
    }

    /// Adds a hole, empty for `None`.
    pub(crate) fn with_some(self, name: &'static str, filling: Option<impl ToString>) -> Self {
        self.with(name, filling.map_or_else(String::new, |filling| filling.to_string()))
    }

    /// Adds a hole for conditions.
    pub(crate) fn with_flag(self, name: &'static str, flag: bool) -> Self {
        self.with(name, if flag { "true" } else { "" })
    }

    /// The holes that aren't empty.
    #[cfg(test)]
    pub(crate) fn names(&self) -> Vec<&'static str> {
        let own = self.own.iter().filter(|(_, filling)| !filling.is_empty()).map(|(name, _)| *name);
        own.chain(self.around.iter().flat_map(|around| around.names())).collect()
    }

    fn get(&self, name: &str) -> Option<&str> {
        let own = self.own.iter().find(|(known, _)| *known == name).map(|(_, filling)| filling.as_str());
        own.or_else(|| self.around.iter().find_map(|around| around.get(name)))
    }
}

/// The scope of a file's texts.
pub(super) struct Scope<'a, 't> {
    /// The files of inline functions, in the order of lookup.
    pub(super) inlines: [&'a [Word<'t>]; 2],
    pub(super) holes: &'a Holes,
    /// Values of the parameters of an inline function.
    pub(super) arguments: &'a [(&'a str, String)],
}

impl<'t> Scope<'_, 't> {
    fn get(&self, name: &str) -> Option<&str> {
        let argument = self.arguments.iter().find(|(known, _)| *known == name);
        argument.map(|(_, filling)| filling.as_str()).or_else(|| self.holes.get(name))
    }

    pub(super) fn is_filled(&self, name: &str) -> bool {
        self.get(name).is_some_and(|filling| !filling.is_empty())
    }

    /// Fills the lines of a text, without their comments, each followed by `end`.
    pub(super) fn lines(&self, text: &str, end: char, out: &mut String) {
        let mut open: Vec<bool> = Vec::new();
        for line in text.lines().map(str::trim) {
            match line {
                "$else" => open.iter_mut().last().into_iter().for_each(|keep| *keep = !*keep),
                "$end" => _ = open.pop(),
                _ => match line.strip_prefix("$if ") {
                    Some(name) => open.push(self.is_filled(name)),
                    None if line.is_empty() || line.starts_with("--") || open.contains(&false) => {}
                    None => {
                        let written = out.len();
                        self.line(line, end, out);
                        if out.len() > written {
                            out.push(end);
                        }
                    }
                },
            }
        }
    }

    /// Fills a piece of a line. An unknown hole stays, for Luau to refuse.
    pub(super) fn line(&self, line: &str, end: char, out: &mut String) {
        let mut rest = line;
        while let Some(at) = rest.find(['$', '@']) {
            out.push_str(&rest[..at]);
            let is_hole = rest[at..].starts_with('$');
            let name = &rest[at + 1..];
            let len = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(name.len());
            let (name, behind) = name.split_at(len);
            rest = behind;
            match (is_hole, self.get(name)) {
                (true, Some("")) => match behind.strip_prefix(", ") {
                    Some(behind) => rest = behind,
                    None if out.ends_with(", ") => out.truncate(out.len() - 2),
                    None => {}
                },
                (true, Some(filling)) => out.push_str(filling),
                (true, None) => {
                    out.push('$');
                    out.push_str(name);
                }
                (false, _) => rest = self.inline(name, behind, end, out),
            }
        }
        out.push_str(rest);
    }

    /// Expands an inline function with the arguments at the start of the text; returns the rest.
    fn inline<'r>(&self, name: &str, text: &'r str, end: char, out: &mut String) -> &'r str {
        let (arguments, behind) = arguments(text).unwrap_or((Vec::new(), text));
        let filled = arguments.into_iter().map(|argument| {
            let mut filled = String::new();
            self.line(argument, end, &mut filled);
            filled
        });
        self.inlined(name, filled, end, out);
        behind
    }

    /// Expands an inline function. An unknown one stays a name, for Luau to refuse.
    pub(super) fn inlined(&self, name: &str, arguments: impl Iterator<Item = String>, end: char, out: &mut String) {
        let mut known = self.inlines.iter().copied().flatten();
        let Some(word) = known.find(|word| word.is == Is::Inline && word.name == name) else {
            out.push('@');
            out.push_str(name);
            return;
        };
        let parameters = word.parameters.split(", ").map(|parameter| parameter.trim_start_matches('$'));
        let arguments: Vec<(&str, String)> = parameters.zip(arguments).collect();
        let before = out.len();
        Scope { arguments: &arguments, ..*self }.lines(word.body, end, out);
        // Text behind it may be on the same line.
        out.truncate(before + out[before..].trim_end().len());
    }

    pub(super) fn parameters(&self, text: &str) -> String {
        let is_there = |parameter: &&str| {
            let name = parameter.strip_prefix('$').map(|hole| hole.split(':').next().unwrap_or(hole));
            name.is_none_or(|name| self.get(name) != Some(""))
        };
        let mut out = String::new();
        for parameter in text.split(", ").filter(is_there) {
            out.push_str(if out.is_empty() { "" } else { ", " });
            self.line(parameter, ' ', &mut out);
        }
        out
    }
}

/// Splits the parenthesized arguments at the start of a text from the rest.
fn arguments(text: &str) -> Option<(Vec<&str>, &str)> {
    let (mut out, mut from, mut depth, mut quote) = (Vec::new(), 1, 0, None);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (None, '"' | '`') => quote = Some(c),
            (Some(open), _) if open == c => quote = None,
            (Some(_), _) => {}
            (None, '(' | '{' | '[') => depth += 1,
            (None, ')' | '}' | ']') => depth -= 1,
            (None, ',') if depth == 1 => {
                out.push(text[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
        if depth == 0 {
            let last = text.get(from..at)?.trim();
            out.extend(Some(last).filter(|last| !last.is_empty()));
            return Some((out, &text[at + c.len_utf8()..]));
        }
    }
    None
}
