//! Diagnostics: faults in texts that a person wrote, with a place, the fault, and the expectation.
//!
//! One type serves pack tables, Luau files, scenarios, boards and command-line values. Libraries only make diagnostics;
//! front ends render them.
//!
//! Errors have a `Debug` equal to their `Display`, because the standard library prints the `Debug` of the error that
//! `main` returns.

mod code;

use std::cmp::Ordering;
use std::collections::HashSet;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use serde::Serialize;

pub use code::Code;

/// Makes the `Debug` of errors equal to their `Display`, for `main` and `unwrap`.
#[macro_export]
macro_rules! debug_as_display {
    ($($error:ty),+) => {
        $(impl ::std::fmt::Debug for $error {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(self, f)
            }
        })+
    };
}
pub use debug_as_display;

/// The message of a fault in a text whose place the caller knows.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unplaced(pub String);
debug_as_display!(Unplaced);

impl From<String> for Unplaced {
    fn from(message: String) -> Self {
        Self(message)
    }
}

impl From<&str> for Unplaced {
    fn from(message: &str) -> Self {
        Self(message.to_owned())
    }
}

impl From<Unplaced> for String {
    fn from(fault: Unplaced) -> Self {
        fault.0
    }
}

/// A text file, kept so that byte offsets can be converted to lines and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// The name of the file in messages, for instance `rules/en-garde/game.toml`.
    pub name: Arc<str>,
    /// The whole text.
    pub text: Arc<str>,
    /// The text that it was generated from, if a person wrote that one.
    origin: Option<Arc<Origin>>,
    /// The files that it is concatenated from, each with its start; empty for a single file.
    parts: Arc<[(usize, SourceFile)]>,
}

/// The text that a person wrote, from which a file was generated.
#[derive(Debug, PartialEq, Eq)]
struct Origin {
    file: SourceFile,
    /// For each generated line the byte of its origin.
    lines: Vec<usize>,
}

impl SourceFile {
    /// A file from a name and a text.
    pub fn new(name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        Self { name: name.into(), text: text.into(), origin: None, parts: Arc::default() }
    }

    /// Concatenates two files under the name of the first; also returns the start of the second. Places refer to the
    /// original files.
    pub fn joined(first: &Self, second: &Self) -> (Self, usize) {
        let text = format!("{}\n{}", first.text, second.text);
        let begins = first.text.len() + 1;
        let parts = |file: &Self, at: usize| match &*file.parts {
            [] => vec![(at, file.clone())],
            parts => parts.iter().map(|(start, file)| (at + start, file.clone())).collect(),
        };
        let parts = [parts(first, 0), parts(second, begins)].concat();
        (Self { text: text.into(), parts: parts.into(), ..first.clone() }, begins)
    }

    /// A file generated from a text that a person wrote: lines, each with the byte of its origin. Places refer to the
    /// original text.
    pub fn made_from(written: Self, lines: &[(usize, String)]) -> Self {
        let text: String = lines.iter().map(|(_, line)| format!("{line}\n")).collect();
        let name = written.name.clone();
        let origin = Origin { file: written, lines: lines.iter().map(|(at, _)| *at).collect() };
        Self { name, text: text.into(), origin: Some(Arc::new(origin)), parts: Arc::default() }
    }

    /// The place in the original text, for a line counted from 1.
    fn written_place(&self, line: usize) -> Option<Place> {
        let origin = self.origin.as_ref()?;
        Some(origin.file.place(origin.lines.get(line.checked_sub(1)?).copied().unwrap_or_default()))
    }

    /// The place of a byte offset; columns count characters.
    pub fn place(&self, offset: usize) -> Place {
        if let Some((start, file)) = self.parts.iter().rfind(|(start, _)| *start <= offset) {
            return file.place(offset - start);
        }
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = &self.text[..offset];
        if let Some(place) = self.written_place(before.matches('\n').count() + 1) {
            return place;
        }
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = to_u32(before.matches('\n').count() + 1);
        let column = to_u32(before[line_start..].chars().count() + 1);
        Place { source: Some(self.text.clone()), ..Place::new(self.name.clone(), line, column) }
    }

    /// The place of the first non-blank character of a line, counted from 1.
    pub fn line_place(&self, line: u32) -> Place {
        if !self.parts.is_empty() {
            let begins =
                |n: u32| self.text.match_indices('\n').nth(n as usize).map_or(self.text.len(), |(at, _)| at + 1);
            let at = line.checked_sub(2).map_or(0, begins);
            let indent = self.text[at..].len() - self.text[at..].trim_start_matches([' ', '\t']).len();
            return self.place(at + indent);
        }
        if let Some(place) = self.written_place(line as usize) {
            return place;
        }
        let text = self.text.lines().nth(line.saturating_sub(1) as usize).unwrap_or_default();
        let indent = text.chars().take_while(|c| c.is_whitespace()).count();
        Place { source: Some(self.text.clone()), ..Place::new(self.name.clone(), line, to_u32(indent + 1)) }
    }

    /// The place of a character of a string written in quotes at `span`, by its byte in the string; the place of the
    /// string, if it has escapes.
    pub fn character(&self, span: &Range<usize>, text: &str, at: usize) -> Range<usize> {
        let written = self.text.get(span.start + 1..).unwrap_or_default();
        if written.starts_with(text) { span.start + 1 + at..span.end } else { span.clone() }
    }

    /// The text of a line, counted from 1.
    pub fn line(&self, line: u32) -> Option<&str> {
        self.text.lines().nth(line.checked_sub(1)? as usize)
    }
}

fn to_u32(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// A position in a file. Lines and columns count from 1, columns in characters. Two places are equal if file, line and
/// column are.
#[derive(Clone)]
pub struct Place {
    /// The file's name.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The text of the file, if known, so that the line can be shown.
    pub source: Option<Arc<str>>,
}

impl Place {
    /// A position in a file without its text.
    pub fn new(file: impl Into<Arc<str>>, line: u32, column: u32) -> Self {
        Self { file: file.into(), line, column, source: None }
    }

    /// The text of the line, if known.
    pub fn text(&self) -> Option<&str> {
        self.source.as_deref()?.lines().nth(self.line.checked_sub(1)? as usize)
    }

    fn key(&self) -> (&str, u32, u32) {
        (&self.file, self.line, self.column)
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Place({self})")
    }
}

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Place {}

impl PartialOrd for Place {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Place {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// A fault in something that a person wrote.
///
/// ```
/// use parlour_engine::Diagnostic;
/// use parlour_engine::diagnostic::{Code, SourceFile};
///
/// let file = SourceFile::new("game.toml", "name = 5\n");
/// let fault = Diagnostic::new(Code::WrongType, "`name` must be a text").in_file(&file, &(7..8)).help("as in \"chess\"");
/// assert_eq!(fault.to_string(), "game.toml:1:8: `name` must be a text (as in \"chess\")");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind of fault.
    pub code: Code,
    /// The fault, one sentence without a full stop.
    pub message: String,
    /// The place, if the fault is in a file.
    pub place: Option<Place>,
    /// The expectation, or a suggestion.
    pub help: Option<String>,
    /// For a fault in a script: the calls that led there, the innermost first.
    pub calls: Box<[Call]>,
}

/// A call in a script on the way to a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The place of the call.
    pub place: Place,
    /// The calling function; `None` if it has no name.
    pub function: Option<String>,
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "called at {}:{}", self.place.file, self.place.line)?;
        match &self.function {
            Some(name) => write!(f, " in `{name}`"),
            None => Ok(()),
        }
    }
}

impl Diagnostic {
    /// A fault without a place.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: with_short_names(message.into()), place: None, help: None, calls: Box::default() }
    }

    /// Sets the place.
    #[must_use]
    pub fn at(mut self, place: Place) -> Self {
        self.place = Some(place);
        self
    }

    /// Sets the place, as a byte range of a file.
    #[must_use]
    pub fn in_file(self, file: &SourceFile, span: &Range<usize>) -> Self {
        self.at(file.place(span.start))
    }

    /// Sets the expectation.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.message)?;
        if let Some(help) = &self.help {
            write!(f, " ({help})")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostic {}

debug_as_display!(Diagnostic, Faults);

impl Serialize for Diagnostic {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut out = serializer.serialize_struct("Diagnostic", 6 + usize::from(!self.calls.is_empty()))?;
        out.serialize_field("code", &self.code)?;
        out.serialize_field("file", &self.place.as_ref().map(|p| p.file.as_ref()))?;
        out.serialize_field("line", &self.place.as_ref().map(|p| p.line))?;
        out.serialize_field("column", &self.place.as_ref().map(|p| p.column))?;
        out.serialize_field("message", &self.message)?;
        out.serialize_field("help", &self.help)?;
        if !self.calls.is_empty() {
            let calls: Vec<String> = self.calls.iter().map(ToString::to_string).collect();
            out.serialize_field("calls", &calls)?;
        }
        out.end()
    }
}

/// All faults found together, in the order of their places; never empty when used as an error.
///
/// ```
/// use parlour_engine::Library;
///
/// let faults = Library::default().load("no-such-game").unwrap_err();
/// faults.0.iter().for_each(|fault| println!("{fault}"));
/// assert_eq!(faults.0.len(), 1);
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Faults(pub Vec<Diagnostic>);

impl Faults {
    /// Sorts by place, so that a person can work from the top.
    #[must_use]
    pub fn sorted(mut self) -> Self {
        self.0.sort_by(|a, b| a.place.cmp(&b.place));
        self.0.dedup();
        self
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, fault) in self.0.iter().enumerate() {
            if n > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

impl From<Diagnostic> for Faults {
    fn from(fault: Diagnostic) -> Self {
        Self(vec![fault])
    }
}

/// Limit of names compared with others, in bytes.
const LONGEST_NAME: usize = 200;

/// The candidate that a person most likely meant, if one is near enough.
pub fn did_you_mean<'a>(written: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Numbers that differ by a digit are different numbers, not misspellings.
    if written.len() > LONGEST_NAME || written.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let written = written.to_lowercase();
    candidates
        .into_iter()
        .filter(|candidate| candidate.len() <= LONGEST_NAME)
        .map(|candidate| (strsim::damerau_levenshtein(&written, &candidate.to_lowercase()), candidate))
        .filter(|(distance, candidate)| {
            let length = candidate.chars().count();
            *distance <= 1 + length / 4 && *distance < length
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// A sentence for an unknown name: the nearest candidate, or all of them if they are few.
pub fn suggest<'a>(written: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    let mut candidates: Vec<&str> = candidates.into_iter().collect();
    let mut seen = HashSet::new();
    candidates.retain(|candidate| seen.insert(*candidate));
    if let Some(near) = did_you_mean(written, candidates.iter().copied()) {
        return format!("did you mean `{near}`?");
    }
    let named = |names: &[&str]| names.iter().map(|name| shortened(name)).collect::<Vec<_>>().join(", ");
    match candidates.len() {
        0 => "none is known here".to_owned(),
        1..=16 => format!("known here: {}", named(&candidates)),
        n => format!("known here: {}, and {} more", named(&candidates[..12]), n - 12),
    }
}

/// A message whose names in backticks are truncated if they are very long.
fn with_short_names(message: String) -> String {
    if message.len() <= LONGEST_QUOTED {
        return message;
    }
    let parts = message.split('`').enumerate();
    let told = |(n, part): (usize, &str)| match part.char_indices().nth(LONGEST_QUOTED) {
        Some(_) if n % 2 == 1 => shortened(part),
        _ => part.to_owned(),
    };
    parts.map(told).collect::<Vec<_>>().join("`")
}

/// Characters between backticks beyond which a message has only their beginning.
const LONGEST_QUOTED: usize = 400;
/// Limit of a name in messages, in characters.
const LONGEST_TOLD: usize = 80;

/// A name, truncated if it is very long.
fn shortened(name: &str) -> String {
    match name.char_indices().nth(LONGEST_TOLD) {
        Some((end, _)) => format!("{}...", &name[..end]),
        None => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_any_length_make_no_long_message() {
        let fault = Diagnostic::new(Code::UnknownName, format!("there is no variable `{}` here", "{".repeat(100_000)));
        assert!(fault.to_string().len() < 200, "{}", fault.to_string().len());
        let name = "a".repeat(300);
        assert!(Diagnostic::new(Code::UnknownName, format!("no `{name}`")).to_string().contains(&name));
    }

    #[test]
    fn places_count_lines_and_characters_from_one() {
        let file = SourceFile::new("x.toml", "ab\näöx = 1\n");
        let at = file.text.find('x').unwrap_or_default();
        assert_eq!(file.place(at).to_string(), "x.toml:2:3");
        assert_eq!(file.place(0).to_string(), "x.toml:1:1");
        assert_eq!(file.place(at).text(), Some("äöx = 1"));
        assert_eq!((file.place(at), Place::new("x.toml", 2, 3).text()), (Place::new("x.toml", 2, 3), None));
    }

    #[test]
    fn the_nearest_name_is_suggested() {
        assert_eq!(did_you_mean("hnad_size", ["hand_size", "ply_limit"]), Some("hand_size"));
        assert_eq!(did_you_mean("zzz", ["hand_size", "ply_limit"]), None);
        assert_eq!(did_you_mean(&"x".repeat(100_000_000), ["hand_size", &"x".repeat(1_000_000)]), None);
        assert_eq!(suggest("zzz", ["hand_size", "ply_limit"]), "known here: hand_size, ply_limit");
        assert_eq!(suggest("clue", ["play", "tell", "tell"]), "known here: play, tell");
        let long = "\u{e4}".repeat(100_000);
        assert_eq!(suggest("zzz", [long.as_str(), "b"]), format!("known here: {}..., b", "\u{e4}".repeat(80)));
    }
}
