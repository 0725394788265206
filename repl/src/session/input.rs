//! Where lines come from: a person with a line editor, or a pipe.

use std::io::{BufRead, stdin};

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use crate::context::Screen;
use crate::failure::Failure;

/// What was read.
#[derive(Debug)]
pub(super) enum Line {
    /// A line.
    Text(String),
    /// The line was given up with Ctrl-C.
    Cancelled,
    /// There is nothing more, or Ctrl-D was pressed.
    End,
}

/// Where lines come from.
pub(super) enum Input {
    Terminal(Box<DefaultEditor>),
    Pipe { read: usize },
}

impl Input {
    pub(super) fn new(screen: &Screen) -> Self {
        let editor = if screen.is_interactive { DefaultEditor::new().ok() } else { None };
        editor.map_or(Self::Pipe { read: 0 }, |editor| Self::Terminal(Box::new(editor)))
    }

    /// The number of the line that was read last, if lines come from a pipe.
    pub(super) fn line_number(&self) -> Option<usize> {
        match self {
            Self::Terminal(_) => None,
            Self::Pipe { read } => Some(*read),
        }
    }

    pub(super) fn read(&mut self, prompt: &str) -> Result<Line, Failure> {
        match self {
            Self::Terminal(editor) => match editor.readline(prompt) {
                Ok(line) => Ok(Line::Text(line)),
                Err(ReadlineError::Interrupted) => Ok(Line::Cancelled),
                Err(ReadlineError::Eof) => Ok(Line::End),
                Err(error) => Err(Failure::Output(std::io::Error::other(error))),
            },
            Self::Pipe { read } => {
                let mut line = Vec::new();
                let n = stdin().lock().read_until(b'\n', &mut line)?;
                *read += 1;
                match String::from_utf8(line) {
                    _ if n == 0 => Ok(Line::End),
                    Ok(line) => Ok(Line::Text(line)),
                    Err(_) => Err(Failure::Input("the line is no UTF-8".to_owned())),
                }
            }
        }
    }
}
