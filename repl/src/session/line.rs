//! A line of input: from a terminal or from standard input.

use std::io::{BufRead, stdin};

use parlour_table::sanitize;
use rustyline::error::ReadlineError;

use crate::context::Screen;
use crate::failure::Failure;
use crate::interrupt;
use crate::keys;
use crate::marks;

/// The result of reading.
#[derive(Debug)]
pub(super) enum Line {
    /// A line.
    Text(String),
    /// The line was cancelled with Ctrl-C.
    Cancelled,
    /// End of input, or Ctrl-D.
    End,
}

/// Reads the answer to a question at a terminal. Lines pasted ahead aren't taken for it.
///
/// # Errors
/// A terminal that can't be read.
pub(super) fn ask_once(question: &str, screen: &Screen) -> Result<Line, Failure> {
    if screen.is_plain {
        screen.ask(question)?;
        return Ok(read_line()?.map_or(Line::End, Line::Text));
    }
    let failed = |error: ReadlineError| Failure::Output(std::io::Error::other(error));
    let mut editor = rustyline::DefaultEditor::new().map_err(failed)?;
    let styled = marks::render(&format!("[bold]{}[/]", marks::escape(question)), screen.has_color());
    match editor.readline(&(sanitize::sanitized(question).into_owned(), styled)) {
        Ok(text) => Ok(Line::Text(text)),
        Err(ReadlineError::Interrupted) => {
            interrupt::forget();
            Ok(Line::Cancelled)
        }
        Err(ReadlineError::Eof) => Ok(Line::End),
        Err(ReadlineError::Signal(_)) => Ok(Line::Cancelled),
        Err(error) if is_not_text(&error) => {
            keys::forget();
            Ok(Line::Cancelled)
        }
        Err(error) => Err(failed(error)),
    }
}

/// True for input that isn't valid UTF-8: only the line is lost.
pub(super) fn is_not_text(error: &ReadlineError) -> bool {
    matches!(error, ReadlineError::Io(error) if error.kind() == std::io::ErrorKind::InvalidData)
}

/// The error for a line that isn't text.
pub(super) fn not_text() -> Failure {
    Failure::Input("the line is not valid UTF-8".to_owned())
}

/// Reads a line of standard input; `None` at the end.
pub(super) fn read_line() -> Result<Option<String>, Failure> {
    let mut line = Vec::new();
    if stdin().lock().read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    String::from_utf8(line).map(Some).map_err(|_| not_text())
}
