//! Types, which are skipped: they contain no names of values.

use super::{Parser, Read};
use crate::lexer::Kind;
use crate::tree::Does;

impl Parser<'_> {
    /// True if a type's name and definition come ahead.
    pub(super) fn declares_type(&self, ahead: usize) -> bool {
        let token = self.tokens.get(self.next + ahead);
        token.is_some_and(|token| token.kind == Kind::Name) && matches!(self.peek_at(ahead + 1), "=" | "<")
    }

    /// Skips the declaration of a type.
    pub(super) fn type_declaration(&mut self) -> Read<Option<Does>> {
        self.expect("type")?;
        self.identifier()?;
        self.generics()?;
        self.expect("=")?;
        self.any_type()?;
        Ok(None)
    }

    /// Skips an optional type behind `:`.
    pub(super) fn type_of(&mut self) -> Read<()> {
        if self.pass(":") { self.any_type() } else { Ok(()) }
    }

    /// Skips the parameters of a generic function or type.
    pub(super) fn generics(&mut self) -> Read<()> {
        if self.peek() == "<" { self.balanced("<", ">") } else { Ok(()) }
    }

    /// Skips a balanced pair of delimiters.
    pub(super) fn balanced(&mut self, open: &str, close: &str) -> Read<()> {
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
    pub(super) fn any_type(&mut self) -> Read<()> {
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

    fn part_of_type(&mut self) -> Read<()> {
        match (self.peek(), self.kind()) {
            ("...", _) => {
                self.next += 1;
                self.any_type()
            }
            ("{", _) => self.balanced("{", "}"),
            ("(" | "<", _) => {
                self.generics()?;
                self.balanced("(", ")")?;
                if self.pass("->") { self.any_type() } else { Ok(()) }
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
                self.identifier()?;
                while self.pass(".") {
                    self.identifier()?;
                }
                self.generics()?;
                self.pass("...");
                Ok(())
            }
        }
    }
}
