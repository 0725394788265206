//! Completion and hints of the line editor.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use parlour_engine::grammar::VerbSpec;
use parlour_engine::kind::Kind;
use parlour_table::sanitize;
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Helper};

use super::Session;
use super::command::{COMMANDS, named};
use super::help::usage;
use crate::context::Screen;
use crate::interrupt;
use crate::marks::{columns, escape};

/// The maximum number of continuations in a hint.
const MAX_HINTED: usize = 5;

/// The completions in the current state.
pub(super) struct LineHelper {
    has_color: bool,
    has_ghosts: bool,
    files: FilenameCompleter,
    /// Complete lines: the legal actions, and commands with their arguments.
    lines: Vec<String>,
    /// The number of lines that are actions.
    actions: usize,
    /// Prefixes before a number of a range, with the range: `raise to ` and `4..100`.
    ranges: Vec<(String, String)>,
    /// The syntax of the possible actions, by their first word.
    usages: Vec<(String, String)>,
    /// The words of the legal actions, by their first word.
    arguments: BTreeMap<String, BTreeSet<String>>,
    /// The pending decision, shown behind an empty prompt.
    due: String,
}

impl LineHelper {
    pub(super) fn new(screen: &Screen) -> Self {
        Self {
            has_color: screen.has_color(),
            has_ghosts: screen.has_ghosts(),
            files: FilenameCompleter::new(),
            lines: Vec::new(),
            actions: 0,
            ranges: Vec::new(),
            usages: Vec::new(),
            arguments: BTreeMap::new(),
            due: String::new(),
        }
    }

    /// Updates the completions for a session.
    pub(super) fn learn(&mut self, session: &Session) {
        self.forget();
        let (legal, ranges) = session.sitting.as_ref().map_or_else(Default::default, super::Sitting::legal_lines);
        self.ranges = ranges;
        self.lines.extend(legal.iter().cloned());
        self.actions = legal.len();
        for command in COMMANDS.iter().filter(|command| command.is_usable(session)) {
            self.lines.push(command.name.to_owned());
            let follow = (command.follows)(session);
            self.lines.extend(follow.into_iter().map(|word| format!("{} {word}", command.name)));
        }
        for action in &legal {
            let mut words = action.split_whitespace();
            let first = words.next().unwrap_or_default().to_lowercase();
            let is_name =
                |word: &&str| !word.chars().all(|c| c.is_ascii_digit()) && !word.chars().any(sanitize::is_hidden);
            let names = words.map(|word| word.trim_end_matches(',')).filter(is_name).map(str::to_owned);
            self.arguments.entry(first).or_default().extend(names);
        }
        for line in &mut self.lines {
            if let Cow::Owned(text) = sanitize::sanitized(line) {
                *line = text;
            }
        }
        let Some(sitting) = &session.sitting else { return };
        let is_asked = sitting.table.due().is_some_and(|seat| sitting.table.is_human(seat));
        if self.has_ghosts && is_asked && !sitting.audience.is_handed_over(&sitting.table) {
            let due = sitting.audience.due_text(&sitting.table).unwrap_or_default();
            let screen = &session.lobby.context.screen;
            let room = screen.width.saturating_sub(columns(&escape(&sitting.prompt())) + 1);
            self.due = fitted(&sanitize::sanitized(&due), room);
        }
        let pack = sitting.game().pack();
        let Some(decision) = sitting.table.decision() else { return };
        let verbs = pack.phases[decision.phase.index()].actions.iter().map(|&verb| &pack.verbs[verb]);
        let first = |verb: &VerbSpec| verb.first_word().unwrap_or_default().to_lowercase();
        // The legal actions contain only some of the possible lists of cards.
        let cards = sitting.known_cards();
        for verb in verbs.clone().filter(|verb| verb.args.iter().any(|arg| arg.kind == Kind::Cards)) {
            let words = cards.iter().flat_map(|name| name.split_whitespace()).map(str::to_owned);
            self.arguments.entry(first(verb)).or_default().extend(words);
        }
        self.usages.extend(verbs.map(|verb| (first(verb), sanitize::sanitized(&usage(verb)).into_owned())));
    }

    /// Clears the completions, until the next update.
    pub(super) fn forget(&mut self) {
        self.lines.clear();
        self.ranges.clear();
        self.usages.clear();
        self.arguments.clear();
        self.due.clear();
        self.actions = 0;
    }

    /// The continuations of the beginning of a line.
    fn rests<'a>(&'a self, before: &'a str) -> impl Iterator<Item = &'a str> {
        rests(&self.lines, before)
    }

    /// The range of numbers at the end of a line; an empty text if the number is begun.
    fn numbers(&self, before: &str) -> Option<&str> {
        self.ranges.iter().find_map(|(head, numbers)| {
            let rest = before.get(head.len()..).filter(|_| before[..head.len()].eq_ignore_ascii_case(head))?;
            let is_begun = !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit());
            if rest.is_empty() { Some(numbers.as_str()) } else { is_begun.then_some("") }
        })
    }

    /// The next word, or the rest of the current one, of every matching line, followed by a space if the line
    /// continues. Actions come first.
    fn next_words(&self, before: &str) -> Vec<String> {
        let (actions, commands) = self.lines.split_at(self.actions);
        let mut next = Vec::from_iter(next_words(actions, before));
        let others = next_words(commands, before);
        next.extend(others.into_iter().filter(|word| !next.contains(word)).collect::<Vec<_>>());
        next
    }
}

/// The words of a text that fit a width; what is in parentheses at its end goes first.
fn fitted(text: &str, width: usize) -> String {
    let fits = |text: &str| columns(&escape(text)) <= width;
    let bare = text.strip_suffix(')').and_then(|text| text.rsplit_once(" (")).map(|(bare, _)| bare);
    if let Some(whole) = [Some(text), bare].into_iter().flatten().find(|text| fits(text)) {
        return whole.to_owned();
    }
    let mut cuts =
        text.match_indices(' ').map(|(at, _)| format!("{}\u{2026}", text[..at].trim_end_matches([',', ';', ':'])));
    cuts.rfind(|cut| fits(cut)).unwrap_or_default()
}

fn rests<'a>(lines: &'a [String], before: &'a str) -> impl Iterator<Item = &'a str> {
    lines.iter().filter_map(move |line| {
        let head = line.get(..before.len())?;
        head.eq_ignore_ascii_case(before).then(|| &line[before.len()..])
    })
}

fn next_words(lines: &[String], before: &str) -> BTreeSet<String> {
    let chunk = |rest: &str| {
        let blanks = rest.len() - rest.trim_start().len();
        let end = rest[blanks..].find(' ').map_or(rest.len(), |at| blanks + at + 1);
        rest[..end].to_owned()
    };
    let mut next: BTreeSet<String> = rests(lines, before).filter(|rest| !rest.is_empty()).map(chunk).collect();
    let twice: Vec<String> = next.iter().filter_map(|word| word.strip_suffix(' ')).map(str::to_owned).collect();
    twice.iter().for_each(|word| _ = next.remove(word));
    next
}

impl Completer for LineHelper {
    type Candidate = Pair;

    fn complete(&self, line: &str, pos: usize, ctx: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let before = line[..pos].trim_start();
        let command = before.split_whitespace().next().unwrap_or_default();
        let named = named(command.trim_start_matches(':')).filter(|_| before.contains(' '));
        let files = match named {
            Some(named) if named.takes_files => {
                let (at, mut files) = self.files.complete(line, pos, ctx)?;
                files.retain(|file| !file.replacement.chars().any(sanitize::is_hidden));
                Some((at, files))
            }
            _ => None,
        };
        let word = before.rfind([' ', ',']).map_or(0, |at| at + 1);
        let start = pos - (before.len() - word);
        if let Some(named) = named.filter(|_| before[word..].starts_with('-')) {
            let options = (named.options)().into_iter().map(|(usage, _)| usage);
            let names = options.filter_map(|usage| usage.split(' ').next().map(str::to_owned));
            let fitting = names.filter(|name| name.starts_with(&before[word..]));
            return Ok((
                start,
                fitting.map(|name| Pair { display: name.clone(), replacement: format!("{name} ") }).collect(),
            ));
        }
        if named.is_some_and(|named| named.name == "lua") {
            // A word of an expression ends at any character that can't be in a name.
            let at = before.rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '.').map_or(0, |at| at + 1);
            let known = self.lines.iter().filter_map(|line| line.strip_prefix("lua "));
            let fitting = known.filter(|known| known.starts_with(&before[at..]));
            let pair = |word: &str| Pair { display: word.to_owned(), replacement: word.to_owned() };
            return Ok((pos - (before.len() - at), fitting.map(pair).collect()));
        }
        let pair = |rest: &str| {
            let text = format!("{}{rest}", &before[word..]);
            Pair { display: text.trim().to_owned(), replacement: text }
        };
        let rests = self.next_words(before);
        let names = rests.iter().map(|rest| pair(rest));
        if let Some((at, files)) = files {
            // Names of saves are merged with files if both begin at the same offset.
            return Ok(if at == start { (start, names.chain(files).collect()) } else { (at, files) });
        }
        if !rests.is_empty() || word == 0 {
            return Ok((start, names.collect()));
        }
        // No legal action has this prefix: offer the words of those with the same first word.
        let begun = before[word..].to_lowercase();
        let known = self.arguments.get(&command.to_lowercase()).into_iter().flatten();
        let known = known.filter(|word| word.to_lowercase().starts_with(&begun));
        Ok((start, known.map(|word| Pair { display: word.clone(), replacement: format!("{word} ") }).collect()))
    }
}

/// The suggestion behind the cursor.
#[derive(Debug)]
pub(super) struct Rest {
    shown: String,
    /// The text inserted by the right arrow.
    inserted: Option<String>,
}

impl Hint for Rest {
    fn display(&self) -> &str {
        &self.shown
    }

    fn completion(&self) -> Option<&str> {
        self.inserted.as_deref()
    }
}

impl Hinter for LineHelper {
    type Hint = Rest;

    fn hint(&self, line: &str, pos: usize, _ctx: &Context<'_>) -> Option<Rest> {
        let before = line.trim_start();
        if line.is_empty() && !self.due.is_empty() {
            return Some(Rest { shown: self.due.clone(), inserted: None });
        }
        if before.is_empty() || pos < line.len() {
            return None;
        }
        if let Some(numbers) = self.numbers(before) {
            return (!numbers.is_empty()).then(|| Rest { shown: numbers.to_owned(), inserted: None });
        }
        let rests: Vec<&str> = self.rests(before).filter(|rest| !rest.is_empty()).take(2).collect();
        if let [rest] = rests.as_slice() {
            return Some(Rest { shown: (*rest).to_owned(), inserted: Some((*rest).to_owned()) });
        }
        if rests.is_empty() {
            return None;
        }
        let next = self.next_words(before);
        if next.len() <= MAX_HINTED {
            let shown: Vec<&str> = next.iter().map(|word| word.trim_end()).collect();
            let inserted = if next.len() == 1 { next.first().cloned() } else { None };
            return Some(Rest { shown: shown.join(" | "), inserted });
        }
        let command = before.split_whitespace().next()?.to_lowercase();
        let usage = self.usages.iter().find(|(first, _)| *first == command).map(|(_, usage)| usage.as_str());
        let rest = usage?.get(before.len()..).filter(|_| before.len() <= command.len() + 1)?;
        Some(Rest { shown: rest.to_owned(), inserted: None })
    }
}

impl Highlighter for LineHelper {
    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        if self.has_color { Cow::Owned(format!("\u{1b}[2m{hint}\u{1b}[0m")) } else { Cow::Borrowed(hint) }
    }

    fn highlight_char(&self, _line: &str, _pos: usize, _kind: CmdKind) -> bool {
        false
    }
}

impl Validator for LineHelper {
    /// Called when a line is complete, while the line editor still handles Ctrl-C: the next Ctrl-C is meant for the
    /// line's execution.
    fn validate(&self, _ctx: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        interrupt::forget();
        Ok(ValidationResult::Valid(None))
    }
}

impl Helper for LineHelper {}

#[cfg(test)]
mod tests {
    use super::fitted;

    #[test]
    fn what_is_due_is_cut_between_words() {
        let due = "the turn begins with a dig: dig first (Enter is enough)";
        for (width, told) in [
            (80, due),
            (50, "the turn begins with a dig: dig first"),
            (30, "the turn begins with a dig\u{2026}"),
            (2, ""),
        ] {
            assert_eq!(fitted(due, width), told);
        }
    }
}
