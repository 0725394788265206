//! Luau templates: the engine's own Luau, with holes.
//!
//! The words that scripts call, and the driver, depend on the game: on the offset of a zone in the block, the bytes of
//! a card, the names in the pack. They are in `.luau` files, as functions with holes:
//!
//! ```luau
//! --- The card at a place, counted from 1 at the bottom; 0 if it is not known.
//! function $zone.at($i: number, place: number): number
//!     @check_index(i, $members, "$zone")
//!     local n = buffer.readu16(STATE, $size)
//!     @check(place, n, "$zone.at")
//!     return @card($cards, place - 1)
//! end
//! ```
//!
//! - `$name` is a hole. Rust fills it with a name, a number, an expression, or statements whose number depends on the
//!   game. A hole filled with nothing disappears from a list together with its comma, and from parameters together with
//!   its type.
//! - `$if name`, `$else` and `$end`, each on a line of its own, keep the first part if the hole is filled with
//!   anything, or else the other part. They stand between statements, or around whole functions.
//! - `@name(a, b)` expands to the body of `inline function name($x, $y)`: the arguments fill the holes of the
//!   parameters, and other holes are filled as in the surrounding text. There is no call at run time. The function is
//!   in the same file or in `inline.luau`; its locals are those of the function that it is expanded into.
//!
//! At the left margin are the words:
//!
//! - `function namespace.name(...)` is a query, `change function namespace.name(...)` changes the match, and
//!   `namespace.name = value` is a constant. Parameters and results have types, for editors. The preceding lines that
//!   begin with `---` are its documentation, with holes.
//! - `$more` marks the place of further words: those named by the pack, or those of another file.
//!
//! Comments are lines of their own. Rust selects the words of a game and fills the holes.

mod files;
mod fill;
#[cfg(test)]
mod tests;

pub(crate) use files::File;
pub(crate) use fill::Holes;

/// The kind of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Is {
    /// A query.
    Ask,
    /// A function that changes the match.
    Change,
    /// A function whose body is expanded where it is used.
    Inline,
    Constant,
    /// The place of further words.
    More,
}

/// A word as written in a file.
#[derive(Clone, Debug)]
pub(crate) struct Word<'t> {
    pub(crate) is: Is,
    /// Its name with the namespace.
    pub(crate) name: &'t str,
    /// The parameters of a function, without parentheses.
    parameters: &'t str,
    /// The return type of a function, with holes; empty if it returns nothing.
    result: &'t str,
    /// The lines between the head and the end, or the value of a constant.
    body: &'t str,
    doc: Vec<&'t str>,
    /// The holes that must be filled (true) or empty (false).
    only: Vec<(&'t str, bool)>,
}

/// A parsed file.
#[derive(Debug)]
struct Parsed<'t> {
    words: Vec<Word<'t>>,
    /// Invalid lines at the left margin, and missing ends.
    #[cfg_attr(not(test), expect(dead_code, reason = "a test looks at it, so that nothing has to in play"))]
    strays: Vec<&'t str>,
}

fn parse(text: &str) -> Parsed<'_> {
    let (mut words, mut strays) = (Vec::new(), Vec::new());
    let (mut doc, mut only): (Vec<&str>, Vec<(&str, bool)>) = (Vec::new(), Vec::new());
    let mut rest = text;
    while !rest.is_empty() {
        let (line, behind) = rest.split_once('\n').unwrap_or((rest, ""));
        rest = behind;
        if let Some(says) = line.strip_prefix("---") {
            doc.push(says.trim());
            continue;
        }
        let doc = std::mem::take(&mut doc);
        match (line, only.last_mut()) {
            ("$else", Some(last)) => last.1 = !last.1,
            ("$end", Some(_)) => _ = only.pop(),
            _ if line.is_empty() || line.starts_with("--") => {}
            _ => match (line.strip_prefix("$if "), word(line, rest)) {
                (Some(name), _) => only.push((name, true)),
                (None, Some((word, behind))) => {
                    words.push(Word { doc, only: only.clone(), ..word });
                    rest = behind;
                }
                (None, None) => strays.push(line),
            },
        }
    }
    strays.extend(only.iter().map(|(name, _)| *name));
    Parsed { words, strays }
}

/// Parses the word that begins with a line; returns the rest of the text.
fn word<'t>(line: &'t str, rest: &'t str) -> Option<(Word<'t>, &'t str)> {
    let word = |is, name, parameters, result, body| Word {
        is,
        name,
        parameters,
        result,
        body,
        doc: Vec::new(),
        only: Vec::new(),
    };
    if line == "$more" {
        return Some((word(Is::More, "", "", "", ""), rest));
    }
    let (is, head) = match line.split_once("function ") {
        Some(("", head)) => (Is::Ask, head),
        Some(("change ", head)) => (Is::Change, head),
        Some(("inline ", head)) => (Is::Inline, head),
        _ => {
            let (name, value) = line.split_once(" = ").filter(|(name, _)| name.contains('.') && !name.contains(' '))?;
            return Some((word(Is::Constant, name, "", "", value), rest));
        }
    };
    let (name, behind_name) = head.split_once('(')?;
    let (parameters, result) = behind_name.split_once(')')?;
    let result = if result.is_empty() { "" } else { result.strip_prefix(": ")? };
    let (body, behind) = rest.split_once("\nend\n")?;
    Some((word(is, name, parameters, result, body), behind))
}

impl Word<'_> {
    /// True if a game has the word.
    pub(crate) fn is_wanted(&self, file: File, holes: &Holes) -> bool {
        let scope = file.scope(holes, &[]);
        self.only.iter().all(|(name, filled)| scope.is_filled(name) == *filled)
    }

    /// Its name, with the holes filled.
    pub(crate) fn name(&self, file: File, holes: &Holes) -> String {
        let mut out = String::new();
        file.scope(holes, &[]).line(self.name, ' ', &mut out);
        out
    }

    /// Its parameters, separated by commas.
    pub(crate) fn parameters(&self, file: File, holes: &Holes) -> String {
        file.scope(holes, &[]).parameters(self.parameters)
    }

    /// Its return type; empty if it returns nothing.
    pub(crate) fn result(&self, file: File, holes: &Holes) -> String {
        let mut out = String::new();
        file.scope(holes, &[]).line(self.result, ' ', &mut out);
        out
    }

    /// Its body on one line, or its value.
    pub(crate) fn body(&self, file: File, holes: &Holes) -> String {
        let mut out = String::with_capacity(2 * self.body.len());
        file.scope(holes, &[]).lines(self.body, ' ', &mut out);
        out.truncate(out.trim_end().len());
        out
    }

    /// Its documentation, one or two sentences.
    pub(crate) fn doc(&self, file: File, holes: &Holes) -> String {
        let mut out = String::new();
        file.scope(holes, &[]).line(&self.doc.join(" "), ' ', &mut out);
        out
    }
}
