//! What can be written now: completion and hints of the line editor.

use std::borrow::Cow;
use std::collections::BTreeSet;

use parlour_engine::grammar::{ArgKind, VerbSpec};
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::validate::Validator;
use rustyline::{Context, Helper};

use super::Session;
use super::command::COMMANDS;

/// So many ways to go on are shown as a hint.
const MOST_HINTED: usize = 5;

/// What can be written now.
pub(super) struct Words {
    has_color: bool,
    files: FilenameCompleter,
    /// Whole lines: commands with what can follow them, and the legal actions.
    lines: Vec<String>,
    /// The usages of the actions that are possible, and the words of their arguments.
    usages: Vec<(String, String)>,
    arguments: Vec<String>,
}

impl Words {
    pub(super) fn new(has_color: bool) -> Self {
        Self {
            has_color,
            files: FilenameCompleter::new(),
            lines: Vec::new(),
            usages: Vec::new(),
            arguments: Vec::new(),
        }
    }

    /// Learns what can be written in a session as it stands.
    pub(super) fn learn(&mut self, session: &Session<'_>) {
        self.lines.clear();
        self.usages.clear();
        self.arguments.clear();
        let legal = session.legal_texts();
        self.lines.extend(legal.iter().cloned());
        for command in COMMANDS.iter().filter(|command| !command.in_match || session.table.is_some()) {
            self.lines.push(command.name.to_owned());
            let follow = session.follows(command.name, &legal);
            self.lines.extend(follow.into_iter().map(|word| format!("{} {word}", command.name)));
        }
        let Some(table) = &session.table else { return };
        let (game, pack) = (table.played.game(), table.played.game().pack());
        let Some(decision) = table.played.decision() else { return };
        let verbs: Vec<&VerbSpec> =
            pack.phases[decision.phase.index()].actions.iter().map(|&verb| &pack.verbs[verb]).collect();
        let first = |verb: &VerbSpec| verb.first_word().unwrap_or_default().to_lowercase();
        self.usages.extend(verbs.iter().map(|verb| (first(verb), verb.usage())));
        for arg in verbs.iter().flat_map(|verb| &verb.args) {
            match arg.kind {
                ArgKind::Card | ArgKind::Cards => {
                    self.arguments.extend(pack.card_rows().iter().map(|row| row.name.clone()));
                }
                ArgKind::Seat => self.arguments.extend(game.seats().map(|seat| game.seat_name(seat).to_owned())),
                ArgKind::Word(list) => self.arguments.extend(pack.lists[list].words.iter().cloned()),
                ArgKind::Number | ArgKind::Square(_) => {}
            }
        }
    }

    /// What can follow a beginning of a line.
    fn rests<'a>(&'a self, before: &'a str) -> impl Iterator<Item = &'a str> {
        self.lines.iter().filter_map(move |line| {
            let head = line.get(..before.len())?;
            head.eq_ignore_ascii_case(before).then(|| &line[before.len()..])
        })
    }

    /// The next word, or the rest of this one, of every line that begins so.
    fn next_words(&self, before: &str) -> BTreeSet<String> {
        let chunk = |rest: &str| {
            let blanks = rest.len() - rest.trim_start().len();
            let end = rest[blanks..].find(' ').map_or(rest.len(), |at| blanks + at + 1);
            rest[..end].to_owned()
        };
        self.rests(before).filter(|rest| !rest.is_empty()).map(chunk).collect()
    }
}

impl Completer for Words {
    type Candidate = Pair;

    fn complete(&self, line: &str, pos: usize, ctx: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let before = line[..pos].trim_start();
        let command = before.split_whitespace().next().unwrap_or_default();
        if before.contains(' ') && ["load", "save", "replay"].contains(&command) {
            return self.files.complete(line, pos, ctx);
        }
        let word = before.rfind(' ').map_or(0, |at| at + 1);
        let start = pos - (before.len() - word);
        let pair = |rest: &str| {
            let text = format!("{}{rest}", &before[word..]);
            Pair { display: text.trim().to_owned(), replacement: text }
        };
        let rests = self.next_words(before);
        if !rests.is_empty() {
            return Ok((start, rests.iter().map(|rest| pair(rest)).collect()));
        }
        // Nothing of the list begins like this: offer what can stand in the arguments.
        let begun = before[word..].to_lowercase();
        let known: BTreeSet<&String> =
            self.arguments.iter().filter(|word| word.to_lowercase().starts_with(&begun)).collect();
        let known = if word == 0 { BTreeSet::new() } else { known };
        Ok((
            start,
            known.iter().map(|word| Pair { display: (*word).clone(), replacement: format!("{word} ") }).collect(),
        ))
    }
}

/// What is shown behind the cursor.
#[derive(Debug)]
pub(super) struct Rest {
    shown: String,
    /// What the right arrow inserts.
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

impl Hinter for Words {
    type Hint = Rest;

    fn hint(&self, line: &str, pos: usize, _ctx: &Context<'_>) -> Option<Rest> {
        let before = line.trim_start();
        if before.is_empty() || pos < line.len() {
            return None;
        }
        let rests: Vec<&str> = self.rests(before).filter(|rest| !rest.is_empty()).take(2).collect();
        if let [rest] = rests.as_slice() {
            return Some(Rest { shown: (*rest).to_owned(), inserted: Some((*rest).to_owned()) });
        }
        if rests.is_empty() {
            return None;
        }
        let next = self.next_words(before);
        if next.len() <= MOST_HINTED {
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

impl Highlighter for Words {
    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        if self.has_color { Cow::Owned(format!("\u{1b}[2m{hint}\u{1b}[0m")) } else { Cow::Borrowed(hint) }
    }

    fn highlight_char(&self, _line: &str, _pos: usize, _kind: CmdKind) -> bool {
        false
    }
}

impl Validator for Words {}
impl Helper for Words {}
