//! Input lines: from a person with a line editor, or from a pipe.

use std::collections::VecDeque;
use std::path::PathBuf;

use parlour_table::Saves;
use parlour_table::sanitize;
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{CompletionType, Config, Editor};

use super::Session;
use super::line::{Line, is_not_text, not_text, read_line};
use super::line_editor::LineHelper;
use crate::context::Screen;
use crate::failure::Failure;
use crate::interrupt;
use crate::keys::{self, Key};
use crate::marks;

/// The number of history lines kept.
const HISTORY: usize = 1_000;

/// The time in milliseconds after which Escape is a key of its own, and not the beginning of a sequence.
const ESCAPE: u16 = 100;

/// The minimum number of rows of a page.
const MORE_ROWS: usize = 3;

/// Input typed or pasted ahead.
#[derive(Default)]
pub(super) struct Waiting {
    /// Pending lines.
    lines: VecDeque<String>,
    /// The beginning of the next line.
    begun: String,
}

/// The source of lines.
pub(super) enum Input {
    /// A person at a terminal, with pending pasted lines.
    Terminal(Box<Editor<LineHelper, FileHistory>>, Waiting),
    /// A person at a terminal without line editing, so that nothing is redrawn while they type.
    Lines,
    /// A pipe or a file, with the number of lines read.
    Pipe { read: usize },
}

impl Input {
    pub(super) fn new(screen: &Screen) -> Self {
        if !screen.is_interactive {
            return Self::Pipe { read: 0 };
        }
        if screen.is_plain {
            return Self::Lines;
        }
        match editor(screen) {
            Ok(editor) => Self::Terminal(Box::new(editor), Waiting::default()),
            // Without an editor lines are read plainly.
            Err(_) => Self::Pipe { read: 0 },
        }
    }

    /// True if a person can be asked.
    pub(super) fn is_terminal(&self) -> bool {
        matches!(self, Self::Terminal(..) | Self::Lines)
    }

    /// The number of the last line, for a pipe.
    pub(super) fn line_number(&self) -> Option<usize> {
        match self {
            Self::Terminal(..) | Self::Lines => None,
            Self::Pipe { read } => Some(*read),
        }
    }

    /// Updates completions and hints.
    pub(super) fn know(&mut self, session: &Session) {
        if let Self::Terminal(editor, _) = self
            && let Some(words) = editor.helper_mut()
        {
            words.learn(session);
        }
    }

    /// Sets the beginning of the next line, as if it had been typed.
    pub(super) fn begin_with(&mut self, begun: String) {
        if let Self::Terminal(_, waiting) = self {
            waiting.begun = begun;
        }
    }

    /// Reads a line to be executed.
    pub(super) fn read(&mut self, prompt: &str, screen: &Screen) -> Result<Line, Failure> {
        self.line(prompt, screen, true)
    }

    /// Reads the answer to a question, without history and completion.
    pub(super) fn ask(&mut self, question: &str, screen: &Screen) -> Result<Line, Failure> {
        if let Self::Terminal(editor, _) = self
            && let Some(words) = editor.helper_mut()
        {
            words.forget();
        }
        self.line(question, screen, false)
    }

    /// Shows a text on a terminal, page by page.
    pub(super) fn page(&mut self, text: &str, screen: &Screen) -> Result<(), Failure> {
        let lines: Vec<&str> = text.trim_end_matches('\n').split('\n').collect();
        let at_once = match self {
            // Screen readers scroll by themselves.
            Self::Lines => usize::MAX,
            _ => screen.height.saturating_sub(1).max(MORE_ROWS),
        };
        let mut pages = lines.chunks(at_once).peekable();
        while let Some(page) = pages.next() {
            screen.show(&page.join("\n"))?;
            if pages.peek().is_none() {
                break;
            }
            screen.ask("-- more (Space, q) -- ")?;
            let key = keys::wait()?;
            interrupt::forget();
            screen.erase_question()?;
            match (key, &mut *self) {
                (Key::Char(' ') | Key::Enter | Key::PageDown | Key::ArrowDown, _) => {}
                (Key::Char(c), Self::Terminal(_, waiting)) if c != 'q' => {
                    // Any other key ends paging, and begins the next line.
                    waiting.begun.push(c);
                    break;
                }
                _ => break,
            }
        }
        Ok(())
    }

    fn line(&mut self, prompt: &str, screen: &Screen, is_kept: bool) -> Result<Line, Failure> {
        match self {
            Self::Terminal(editor, waiting) => {
                let styled = marks::render(&format!("[bold]{}[/]", marks::escape(prompt)), screen.has_color());
                if interrupt::is_pressed() {
                    *waiting = Waiting::default();
                }
                if let Some(line) = waiting.lines.pop_front() {
                    screen.show(&format!("[bold]{}[/]{}", marks::escape(prompt), marks::escape(&line)))?;
                    return Ok(Line::Text(line));
                }
                let begun = std::mem::take(&mut waiting.begun);
                let prompt = (sanitize::sanitized(prompt).into_owned(), styled);
                screen.note_typed();
                match editor.readline_with_initial(&prompt, (&begun, "")) {
                    Ok(text) => {
                        let mut lines = text.lines().map(str::to_owned);
                        let line = lines.next().unwrap_or_default();
                        waiting.lines.extend(lines);
                        let lines = std::iter::once(&line).chain(&waiting.lines);
                        for line in lines.filter(|line| is_kept && !line.trim().is_empty()) {
                            // A line that can't be added to the history is still executed.
                            let _ = editor.add_history_entry(line.as_str());
                        }
                        Ok(Line::Text(line))
                    }
                    Err(error @ (ReadlineError::Interrupted | ReadlineError::Eof)) => {
                        interrupt::forget();
                        Ok(if matches!(error, ReadlineError::Eof) { Line::End } else { Line::Cancelled })
                    }
                    Err(ReadlineError::Signal(_)) => Ok(Line::Text(String::new())),
                    Err(error) if is_not_text(&error) => {
                        // Lines pasted after it are discarded.
                        keys::forget();
                        Err(not_text())
                    }
                    Err(error) => Err(Failure::Output(std::io::Error::other(error))),
                }
            }
            Self::Lines => {
                screen.ask(prompt)?;
                screen.note_typed();
                let line = read_line()?;
                interrupt::forget();
                Ok(line.map_or(Line::End, Line::Text))
            }
            Self::Pipe { read } => {
                *read += 1;
                Ok(read_line()?.map_or(Line::End, Line::Text))
            }
        }
    }

    /// Saves the history.
    pub(super) fn close(&mut self) {
        if let (Self::Terminal(editor, _), Some(file)) = (self, history_file()) {
            // A history that can't be written isn't an error of the session.
            let _ = editor.append_history(&file);
        }
    }
}

/// The history file.
fn history_file() -> Option<PathBuf> {
    let saves = Saves::of_user();
    let folder = saves.folder()?;
    std::fs::create_dir_all(folder).ok()?;
    Some(folder.join("history"))
}

fn editor(screen: &Screen) -> rustyline::Result<Editor<LineHelper, FileHistory>> {
    let config = Config::builder()
        .completion_type(CompletionType::List)
        .history_ignore_space(true)
        .max_history_size(HISTORY)?
        .keyseq_timeout(Some(ESCAPE))
        .build();
    let mut editor = Editor::with_config(config)?;
    editor.set_helper(Some(LineHelper::new(screen)));
    if let Some(file) = history_file() {
        // It doesn't exist before the first session.
        let _ = editor.load_history(&file);
    }
    Ok(editor)
}
