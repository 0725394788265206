//! Expressions: names with suffixes, calls, tables, interpolated strings.

use super::super::{Given, Key, Meaning, Passed, Root, Table, Use};
use super::{Parser, Stop};
use parlour_lower::lexer::{Kind, Token};

const BINARY: &[&str] = &["+", "-", "*", "/", "//", "%", "^", "..", "==", "~=", "<", "<=", ">", ">=", "and", "or"];

/// An expression.
#[derive(Clone, Copy)]
pub(super) struct Expression {
    pub(super) known: Meaning,
    /// True if it may give any number of values.
    pub(super) is_open: bool,
}

const PLAIN: Expression = Expression { known: Meaning::Nothing, is_open: false };

impl<'a> Parser<'a> {
    pub(super) fn expressions(&mut self) -> Result<Vec<Expression>, Stop> {
        let mut out = vec![self.expression()?];
        while self.pass(",") {
            out.push(self.expression()?);
        }
        Ok(out)
    }

    /// An expression. Operator precedence is irrelevant here.
    pub(super) fn expression(&mut self) -> Result<Expression, Stop> {
        self.deeper(|parser| {
            let mut out = None;
            loop {
                let mut is_changed = false;
                while matches!(parser.peek(), "not" | "-" | "#") {
                    parser.next += 1;
                    is_changed = true;
                }
                let operand = parser.simple()?;
                let mut operand = if is_changed { PLAIN } else { operand };
                while parser.pass("::") {
                    parser.type_()?;
                    operand.is_open = false;
                }
                out = Some(if out.is_none() { operand } else { PLAIN });
                if !BINARY.contains(&parser.peek()) {
                    return Ok(out.unwrap_or(PLAIN));
                }
                parser.next += 1;
                out = Some(PLAIN);
            }
        })
    }

    pub(super) fn simple(&mut self) -> Result<Expression, Stop> {
        match self.kind() {
            None => return self.stop(),
            Some(Kind::Number | Kind::Text) => {
                self.next += 1;
                return Ok(PLAIN);
            }
            Some(Kind::TextBegin) => return self.text_with_holes(),
            _ => {}
        }
        match self.peek() {
            "nil" | "true" | "false" => {
                self.next += 1;
                Ok(PLAIN)
            }
            "..." => {
                let token = self.tokens[self.next];
                self.next += 1;
                if self.function == 0 {
                    self.use_of(token);
                }
                Ok(Expression { is_open: true, ..PLAIN })
            }
            "function" => {
                let start = self.tokens[self.next].at;
                self.next += 1;
                let function = self.function_body(None)?;
                self.script.functions[function].expression = Some(start..self.passed_end());
                Ok(Expression { known: Meaning::Function(function), ..PLAIN })
            }
            "@" => {
                let start = self.tokens[self.next].at;
                self.attributes()?;
                self.expect("function")?;
                let function = self.function_body(None)?;
                self.script.functions[function].expression = Some(start..self.passed_end());
                Ok(Expression { known: Meaning::Function(function), ..PLAIN })
            }
            "{" => self.table(),
            "if" => {
                self.next += 1;
                self.expression()?;
                self.expect("then")?;
                self.expression()?;
                while self.pass("elseif") {
                    self.expression()?;
                    self.expect("then")?;
                    self.expression()?;
                }
                self.expect("else")?;
                self.expression()?;
                Ok(PLAIN)
            }
            _ => self.suffixed(),
        }
    }

    pub(super) fn text_with_holes(&mut self) -> Result<Expression, Stop> {
        loop {
            self.next += 1;
            self.expression()?;
            match self.kind() {
                Some(Kind::TextMiddle) => {}
                Some(Kind::TextEnd) => {
                    self.next += 1;
                    return Ok(PLAIN);
                }
                _ => return self.stop(),
            }
        }
    }

    pub(super) fn table(&mut self) -> Result<Expression, Stop> {
        self.expect("{")?;
        let table = self.script.tables.len();
        self.script.tables.push(Table::default());
        while self.peek() != "}" {
            if self.peek() == "[" {
                self.next += 1;
                let token = self.tokens.get(self.next).filter(|_| self.peek_at(1) == "]");
                let key = token.and_then(|token| Some((plain_text(token)?, token.at)));
                self.expression()?;
                self.expect("]")?;
                self.expect("=")?;
                let value = self.expression()?;
                if let Some((key, at)) = key {
                    self.script.tables[table].add(key, value.known, at);
                }
            } else if self.kind() == Some(Kind::Name) && self.peek_at(1) == "=" {
                let key = self.name()?;
                self.next += 1;
                let value = self.expression()?;
                self.script.tables[table].add(key.text, value.known, key.at);
            } else {
                self.expression()?;
            }
            if !self.pass(",") && !self.pass(";") {
                break;
            }
        }
        self.expect("}")?;
        Ok(Expression { known: Meaning::Table(table), ..PLAIN })
    }

    /// Records the use of a name, without its suffixes.
    pub(super) fn use_of(&mut self, name: Token<'a>) -> usize {
        let root = self.root(name.text);
        if let Root::Local(local) = root {
            let local = &mut self.script.locals[local];
            local.is_captured |= local.function != self.function;
        }
        self.script.uses.push(Use {
            name: name.text,
            root,
            at: name.at,
            key: Key::None,
            end: name.end(),
            call: None,
            is_set: false,
            is_deeper: false,
            function: self.function,
        });
        self.script.uses.len() - 1
    }

    pub(super) fn set_key(&mut self, target: usize, key: Key<'a>) {
        let end = self.passed_end();
        let used = &mut self.script.uses[target];
        (used.key, used.end) = (key, end);
    }

    /// A name or a parenthesized expression, with fields, keys and calls behind it.
    pub(super) fn suffixed(&mut self) -> Result<Expression, Stop> {
        let mut target = None;
        if self.pass("(") {
            self.expression()?;
            self.expect(")")?;
        } else {
            let name = self.name()?;
            target = Some(self.use_of(name));
        }
        let mut known = target.map_or(Meaning::Nothing, Meaning::Use);
        let mut is_open = false;
        // `target` is the use that a key or a call belongs to, as long as it follows directly.
        loop {
            match (self.peek(), self.kind()) {
                (".", _) => {
                    self.next += 1;
                    let field = self.name()?;
                    let key = Key::Field(field.text, field.at);
                    known = self.keyed(&mut target, key);
                    is_open = false;
                }
                ("[", _) => {
                    self.next += 1;
                    let text = self.tokens.get(self.next).filter(|_| self.peek_at(1) == "]");
                    let quoted = text.and_then(|token| Some(Key::Quoted(plain_text(token)?, token.at)));
                    self.expression()?;
                    self.expect("]")?;
                    known = self.keyed(&mut target, quoted.unwrap_or(Key::Computed));
                    is_open = false;
                }
                (":", _) => {
                    self.next += 1;
                    let method = self.name()?;
                    self.keyed(&mut target, Key::Method(method.text, method.at));
                    let given = self.arguments()?;
                    self.called(&mut target, given);
                    (known, is_open) = (Meaning::Nothing, true);
                }
                ("(" | "{", _) | (_, Some(Kind::Text | Kind::TextBegin)) => {
                    let given = self.arguments()?;
                    self.called(&mut target, given);
                    (known, is_open) = (Meaning::Nothing, true);
                }
                _ => return Ok(Expression { known, is_open }),
            }
        }
    }

    /// Adds a key to the name that it directly follows.
    pub(super) fn keyed(&mut self, target: &mut Option<usize>, key: Key<'a>) -> Meaning {
        match *target {
            Some(n) if self.script.uses[n].key == Key::None => {
                self.set_key(n, key);
                Meaning::Use(n)
            }
            target_before => {
                if let Some(n) = target_before {
                    self.script.uses[n].is_deeper = true;
                }
                *target = None;
                Meaning::Nothing
            }
        }
    }

    pub(super) fn called(&mut self, target: &mut Option<usize>, given: Given) {
        self.script.calls.push((self.function, target.map_or(Meaning::Nothing, Meaning::Use)));
        if let Some(n) = target.take() {
            self.script.uses[n].call = Some(given);
            let given = std::mem::take(&mut self.given);
            self.script.passed.extend(given.into_iter().map(|(place, argument)| Passed { called: n, place, argument }));
        }
    }

    pub(super) fn arguments(&mut self) -> Result<Given, Stop> {
        self.given.clear();
        match self.kind() {
            Some(Kind::Text) => self.next += 1,
            Some(Kind::TextBegin) => {
                self.text_with_holes()?;
                self.given.clear();
            }
            _ if self.peek() == "{" => {
                self.table()?;
                self.given.clear();
            }
            _ => {
                self.expect("(")?;
                if self.pass(")") {
                    return Ok(Given { written: 0, is_open: false });
                }
                let values = self.expressions()?;
                self.expect(")")?;
                let is_open = values.last().is_some_and(|last| last.is_open);
                let names = values.iter().enumerate().filter_map(|(place, value)| match value.known {
                    Meaning::Use(n) => Some((place, n)),
                    _ => None,
                });
                let uses = &self.script.uses;
                self.given = names.filter(|&(_, n)| uses[n].key == Key::None && uses[n].call.is_none()).collect();
                return Ok(Given { written: values.len(), is_open });
            }
        }
        Ok(Given { written: 1, is_open: false })
    }
}

/// The contents of a string in plain quotes without escapes.
fn plain_text<'a>(token: &Token<'a>) -> Option<&'a str> {
    let inner = token.text.strip_prefix(['"', '\''])?.strip_suffix(['"', '\''])?;
    (token.kind == Kind::Text && !inner.contains('\\')).then_some(inner)
}
