//! Expressions: operators, names with suffixes, calls, tables, interpolated strings.

use super::{Head, Parser, Read, operator};
use crate::lexer::Kind;
use crate::literals::{number, text_of, unescaped, unquoted};
use crate::tree::{Expression, Item, Unary};

/// Binding power of prefix operators.
const PREFIX: u8 = 11;

impl Parser<'_> {
    pub(super) fn expressions(&mut self) -> Read<Vec<Expression>> {
        let mut out = vec![self.expression()?];
        while self.pass(",") {
            out.push(self.expression()?);
        }
        Ok(out)
    }

    pub(super) fn expression(&mut self) -> Read<Expression> {
        self.deeper(|parser| parser.bound(0))
    }

    /// An expression of operators with at least this binding power.
    fn bound(&mut self, least: u8) -> Read<Expression> {
        let mut left = self.operand()?;
        loop {
            self.nodes += 1;
            let text = self.peek();
            let Some((_, right, operator)) = operator(text).filter(|(binds, ..)| *binds >= least) else {
                return Ok(left);
            };
            self.next += 1;
            self.link()?;
            let both = Box::new((left, self.bound(right)?));
            left = match operator {
                Some(operator) => Expression::Binary(operator, both),
                None if text == "or" => Expression::Or(both),
                None => Expression::And(both),
            };
        }
    }

    fn operand(&mut self) -> Read<Expression> {
        let unary = match self.peek() {
            "not" => Unary::Not,
            "-" => Unary::Minus,
            "#" => Unary::Length,
            _ => {
                let mut operand = self.simple()?;
                while self.pass("::") {
                    self.any_type()?;
                    operand = if operand.is_open() { Expression::One(Box::new(operand)) } else { operand };
                }
                return Ok(operand);
            }
        };
        self.next += 1;
        self.link()?;
        Ok(match (unary, self.bound(PREFIX)?) {
            (Unary::Minus, Expression::Number(number)) => Expression::Number(-number),
            (unary, operand) => Expression::Unary(unary, Box::new(operand)),
        })
    }

    fn simple(&mut self) -> Read<Expression> {
        let Some(&token) = self.tokens.get(self.next) else { return self.stop() };
        let literal = match (token.kind, token.text) {
            (Kind::Number, text) => number(text).map(Expression::Number),
            (Kind::Text, text) => unquoted(text).map(text_of),
            (Kind::TextBegin, _) => return self.text_with_holes(),
            (_, "nil") => Some(Expression::Nil),
            (_, "true") => Some(Expression::Boolean(true)),
            (_, "false") => Some(Expression::Boolean(false)),
            (_, "...") => Some(Expression::Rest(token.span())),
            (_, "function" | "@") => {
                let (line, start) = (self.line(), token.at);
                if token.text == "@" {
                    self.attributes()?;
                }
                self.expect("function")?;
                return Ok(Expression::Function(self.function_body(Head { line, start, named: None }, false)?));
            }
            (_, "{") => return self.table(),
            (_, "if") => return self.chosen(),
            _ => return self.suffixed(),
        };
        let Some(literal) = literal else { return self.stop() };
        self.next += 1;
        Ok(literal)
    }

    fn chosen(&mut self) -> Read<Expression> {
        let mut arms = Vec::new();
        while self.pass("if") || !arms.is_empty() && self.pass("elseif") {
            let condition = self.expression()?;
            self.expect("then")?;
            arms.push((condition, self.expression()?));
        }
        self.expect("else")?;
        Ok(Expression::If(arms, Box::new(self.expression()?)))
    }

    fn text_with_holes(&mut self) -> Read<Expression> {
        let mut pieces = Vec::new();
        loop {
            let (kind, text) = (self.kind(), self.peek());
            if !matches!(kind, Some(Kind::TextBegin | Kind::TextMiddle | Kind::TextEnd)) {
                return self.stop();
            }
            let inner = text.get(1..text.len().saturating_sub(1)).and_then(unescaped);
            let Some(inner) = inner else { return self.stop() };
            self.next += 1;
            pieces.push(text_of(inner));
            if kind == Some(Kind::TextEnd) {
                return Ok(Expression::Holes(pieces));
            }
            pieces.push(self.expression()?);
        }
    }

    fn table(&mut self) -> Read<Expression> {
        self.expect("{")?;
        let mut items = Vec::new();
        while self.peek() != "}" {
            self.nodes += 1;
            let item = if self.pass("[") {
                let start = self.at();
                let key = self.expression()?;
                let span = self.since(start);
                self.expect("]")?;
                self.expect("=")?;
                Item::Keyed(key, self.expression()?, span)
            } else if self.kind() == Some(Kind::Name) && self.peek_at(1) == "=" {
                let key = self.identifier()?;
                self.next += 1;
                Item::Keyed(Expression::Text(key.text.into()), self.expression()?, key.span())
            } else {
                Item::Value(self.expression()?)
            };
            items.push(item);
            if !self.pass(",") && !self.pass(";") {
                break;
            }
        }
        self.expect("}")?;
        Ok(Expression::Table(items))
    }

    /// The field of a table behind `.` or `:`.
    pub(super) fn field(&mut self, table: Expression) -> Read<Expression> {
        let field = self.identifier()?;
        let both = Box::new((table, Expression::Text(field.text.into())));
        Ok(Expression::Index(both, field.span(), field.span().end))
    }

    /// A name or a parenthesized expression, with fields, keys and calls behind it.
    pub(super) fn suffixed(&mut self) -> Read<Expression> {
        let mut out = if self.pass("(") {
            let inner = self.expression()?;
            self.expect(")")?;
            if inner.is_open() || inner.is_place() { Expression::One(Box::new(inner)) } else { inner }
        } else {
            let name = self.identifier()?;
            self.resolve(name)
        };
        loop {
            self.nodes += 1;
            out = match (self.peek(), self.kind()) {
                (".", _) => {
                    self.next += 1;
                    self.field(out)?
                }
                ("[", _) => {
                    self.next += 1;
                    let start = self.at();
                    let key = self.expression()?;
                    let span = self.since(start);
                    self.expect("]")?;
                    Expression::Index(Box::new((out, key)), span, self.passed_end() as u32)
                }
                (":", _) => {
                    let line = self.line();
                    self.next += 1;
                    let method = self.identifier()?;
                    let arguments = self.arguments()?;
                    Expression::Method(Box::new(out), method.text.into(), arguments, line, method.span().start)
                }
                ("(" | "{", _) | (_, Some(Kind::Text)) => {
                    let line = self.line();
                    Expression::Call(Box::new(out), self.arguments()?, line)
                }
                _ => return Ok(out),
            };
            self.link()?;
        }
    }

    fn arguments(&mut self) -> Read<Vec<Expression>> {
        if self.peek() == "{" || self.kind() == Some(Kind::Text) {
            return Ok(vec![self.simple()?]);
        }
        self.expect("(")?;
        let arguments = if self.peek() == ")" { Vec::new() } else { self.expressions()? };
        self.expect(")")?;
        Ok(arguments)
    }
}
