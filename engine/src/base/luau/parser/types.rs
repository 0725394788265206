//! Types, which are skipped: they contain no names of values.

use super::{Parser, Stop};
use parlour_lower::lexer::Kind;

impl Parser<'_> {
    /// Skips the parameters of a generic function or type.
    pub(super) fn generics(&mut self) -> Result<(), Stop> {
        if self.peek() == "<" { self.balanced("<", ">") } else { Ok(()) }
    }

    /// Skips a balanced pair of delimiters.
    pub(super) fn balanced(&mut self, open: &str, close: &str) -> Result<(), Stop> {
        let mut depth = 0;
        loop {
            if self.kind().is_none() {
                return self.stop();
            }
            if self.peek() == open {
                depth += 1;
            } else if self.peek() == close {
                depth -= 1;
            }
            self.next += 1;
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// Skips a type.
    pub(super) fn type_(&mut self) -> Result<(), Stop> {
        self.deeper(|parser| {
            if matches!(parser.peek(), "|" | "&") {
                parser.next += 1;
            }
            loop {
                parser.part_of_type()?;
                while parser.pass("?") {}
                if !matches!(parser.peek(), "|" | "&") {
                    return Ok(());
                }
                parser.next += 1;
            }
        })
    }

    pub(super) fn part_of_type(&mut self) -> Result<(), Stop> {
        match (self.peek(), self.kind()) {
            ("...", _) => {
                self.next += 1;
                self.type_()
            }
            ("{", _) => self.balanced("{", "}"),
            ("(" | "<", _) => {
                self.generics()?;
                self.balanced("(", ")")?;
                if self.pass("->") { self.type_() } else { Ok(()) }
            }
            (_, Some(Kind::Text)) | ("nil" | "true" | "false", _) => {
                self.next += 1;
                Ok(())
            }
            ("typeof", _) if self.peek_at(1) == "(" => {
                self.next += 1;
                self.balanced("(", ")")
            }
            _ => {
                self.name()?;
                while self.pass(".") {
                    self.name()?;
                }
                self.generics()?;
                self.pass("...");
                Ok(())
            }
        }
    }
}
