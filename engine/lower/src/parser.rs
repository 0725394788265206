//! The parser: a recursive-descent parser of Luau.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::lexer::{Kind, Token, first_tokens};
use crate::syntax::{Binary, Capture, Does, Expression, Function, Item, Statement, Unary};

/// Nesting limit of expressions and blocks.
const DEEPEST: usize = 200;

/// Reserved words.
const KEYWORDS: &[&str] = &[
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local", "nil", "not", "or",
    "repeat", "return", "then", "true", "until", "while",
];

/// Left and right binding powers of operators (Pratt 1973).
const OPERATORS: &[(&str, u8, u8, Binary)] = &[
    ("==", 3, 4, Binary::Equal),
    ("~=", 3, 4, Binary::Unequal),
    ("<", 3, 4, Binary::Less),
    ("<=", 3, 4, Binary::LessEqual),
    (">", 3, 4, Binary::Greater),
    (">=", 3, 4, Binary::GreaterEqual),
    ("..", 6, 5, Binary::Concat),
    ("+", 7, 8, Binary::Add),
    ("-", 7, 8, Binary::Subtract),
    ("*", 9, 10, Binary::Multiply),
    ("/", 9, 10, Binary::Divide),
    ("//", 9, 10, Binary::FloorDivide),
    ("%", 9, 10, Binary::Modulo),
    ("^", 14, 13, Binary::Power),
];

/// Binding power of prefix operators.
const PREFIX: u8 = 11;

/// The error of the parser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// A syntax error, or syntax that isn't supported, at a byte offset.
    At(usize),
    TooLong,
}

type Read<T> = Result<T, Stop>;

/// Limit of tokens of a script: the tree takes many times their memory.
const MOST_TOKENS: usize = 600_000;

/// Parses a script as a variadic function.
///
/// # Errors
/// The position of the first syntax that isn't supported.
pub(crate) fn parse(name: &str, text: &str) -> Result<Rc<Function>, Stop> {
    let tokens = first_tokens(text, MOST_TOKENS + 1);
    if tokens.len() > MOST_TOKENS {
        return Err(Stop::TooLong);
    }
    let lines = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(at, _)| at).collect();
    let mut parser = Parser {
        name: name.into(),
        tokens,
        next: 0,
        end: text.len(),
        depth: 0,
        lines,
        open: Vec::new(),
        nodes: 0,
        attributed: None,
    };
    parser.open.push(Scope::default());
    let body = parser.block()?;
    if parser.next < parser.tokens.len() {
        return parser.stop();
    }
    Ok(parser.close(Vec::new(), true, body, 1, 0))
}

/// A function being parsed.
#[derive(Default)]
struct Scope<'a> {
    visible: Vec<(&'a str, usize)>,
    slots: usize,
    captures: Vec<Capture>,
    names: Vec<&'a str>,
    inner: Vec<Rc<Function>>,
}

struct Parser<'a> {
    name: Arc<str>,
    tokens: Vec<Token<'a>>,
    next: usize,
    end: usize,
    depth: usize,
    /// Byte offsets of line ends.
    lines: Vec<usize>,
    /// Enclosing functions, the innermost last.
    open: Vec<Scope<'a>>,
    nodes: usize,
    /// The line of the attributes of the next function.
    attributed: Option<u32>,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> &'a str {
        self.peek_at(0)
    }

    fn peek_at(&self, ahead: usize) -> &'a str {
        self.tokens.get(self.next + ahead).map_or("", |token| token.text)
    }

    fn kind(&self) -> Option<Kind> {
        self.tokens.get(self.next).map(|token| token.kind)
    }

    fn at(&self) -> usize {
        self.tokens.get(self.next).map_or(self.end, |token| token.at)
    }

    fn line(&self) -> u32 {
        self.line_at(self.at())
    }

    fn line_at(&self, at: usize) -> u32 {
        self.lines.partition_point(|end| *end < at) as u32 + 1
    }

    fn stop<T>(&self) -> Read<T> {
        Err(Stop::At(self.at()))
    }

    fn pass(&mut self, text: &str) -> bool {
        let is_next = self.peek() == text;
        self.next += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, text: &str) -> Read<()> {
        if self.pass(text) { Ok(()) } else { self.stop() }
    }

    fn identifier(&mut self) -> Read<&'a str> {
        if self.kind() != Some(Kind::Name) || KEYWORDS.contains(&self.peek()) {
            return self.stop();
        }
        self.next += 1;
        Ok(self.tokens[self.next - 1].text)
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth == DEEPEST {
            return self.stop();
        }
        self.depth += 1;
        let out = read(self);
        self.depth -= 1;
        out
    }

    fn scope(&mut self) -> &mut Scope<'a> {
        if self.open.is_empty() {
            self.open.push(Scope::default());
        }
        let last = self.open.len() - 1;
        &mut self.open[last]
    }

    fn declare(&mut self, name: &'a str) -> usize {
        let scope = self.scope();
        let slot = scope.slots;
        scope.slots += 1;
        scope.visible.push((name, slot));
        slot
    }

    /// Resolves a name.
    fn resolve(&mut self, name: &'a str) -> Expression {
        let innermost = self.open.len() - 1;
        match self.find(innermost, name) {
            Some(Capture::Slot(slot)) => Expression::Slot(slot),
            Some(Capture::Outer(n)) => Expression::Outer(n),
            None => Expression::Global(name.into()),
        }
    }

    /// Finds a variable as seen from an enclosing function, adding captures on the way.
    fn find(&mut self, function: usize, name: &'a str) -> Option<Capture> {
        let scope = &self.open[function];
        if let Some((_, slot)) = scope.visible.iter().rev().find(|(visible, _)| *visible == name) {
            return Some(Capture::Slot(*slot));
        }
        let outer = self.find(function.checked_sub(1)?, name)?;
        let scope = &mut self.open[function];
        let known = scope.captures.iter().zip(&scope.names).position(|(capture, _)| *capture == outer);
        let n = known.unwrap_or_else(|| {
            scope.captures.push(outer);
            scope.names.push(name);
            scope.captures.len() - 1
        });
        Some(Capture::Outer(n))
    }

    /// Finishes the innermost function.
    fn close(
        &mut self,
        parameters: Vec<usize>,
        takes_rest: bool,
        body: Vec<Statement>,
        line: u32,
        before: usize,
    ) -> Rc<Function> {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let scope = self.open.pop().unwrap_or_default();
        let function = Rc::new(Function {
            name: self.name.clone(),
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            line,
            parameters,
            takes_rest,
            body,
            slots: scope.slots,
            captures: scope.captures,
            size: self.nodes - before,
            inner: scope.inner,
        });
        if let Some(around) = self.open.last_mut() {
            around.inner.push(function.clone());
        }
        function
    }

    fn block(&mut self) -> Read<Vec<Statement>> {
        let outer = self.scope().visible.len();
        let block = self.open_block();
        self.scope().visible.truncate(outer);
        block
    }

    /// A block whose variables stay visible.
    fn open_block(&mut self) -> Read<Vec<Statement>> {
        self.deeper(|parser| {
            let mut out = Vec::new();
            while !parser.is_at_end() {
                let line = parser.line();
                let Some(does) = parser.statement()? else { continue };
                parser.nodes += 1;
                let is_last = matches!(does, Does::Return(_) | Does::Break | Does::Continue);
                out.push(Statement { line, does });
                parser.pass(";");
                if is_last {
                    break;
                }
            }
            Ok(out)
        })
    }

    fn is_at_end(&self) -> bool {
        self.kind().is_none() || matches!(self.peek(), "end" | "else" | "elseif" | "until")
    }

    fn ended_block(&mut self) -> Read<Vec<Statement>> {
        let block = self.block()?;
        self.expect("end")?;
        Ok(block)
    }

    fn statement(&mut self) -> Read<Option<Does>> {
        Ok(Some(match self.peek() {
            ";" => {
                self.next += 1;
                return Ok(None);
            }
            "do" => {
                self.next += 1;
                Does::Block(self.ended_block()?)
            }
            "while" => {
                self.next += 1;
                let condition = self.expression()?;
                self.expect("do")?;
                Does::While(condition, self.ended_block()?)
            }
            "repeat" => {
                self.next += 1;
                let outer = self.scope().visible.len();
                let block = self.open_block()?;
                self.expect("until")?;
                let condition = self.expression()?;
                self.scope().visible.truncate(outer);
                Does::Repeat(block, condition)
            }
            "if" => self.choice()?,
            "for" => self.loop_over()?,
            "function" => self.named_function()?,
            "local" => self.local()?,
            "return" => {
                self.next += 1;
                let is_empty = self.is_at_end() || self.peek() == ";";
                Does::Return(if is_empty { Vec::new() } else { self.expressions()? })
            }
            "break" => {
                self.next += 1;
                Does::Break
            }
            "continue" if matches!(self.peek_at(1), "end" | "else" | "elseif" | "until" | ";" | "") => {
                self.next += 1;
                Does::Continue
            }
            "@" => {
                self.attributes()?;
                return self.statement();
            }
            "type" if self.declares_type(1) => {
                self.type_declaration()?;
                return Ok(None);
            }
            "export" if self.peek_at(1) == "type" && self.declares_type(2) => {
                self.next += 1;
                self.type_declaration()?;
                return Ok(None);
            }
            _ => self.call_or_assignment()?,
        }))
    }

    fn choice(&mut self) -> Read<Does> {
        let mut arms = Vec::new();
        while self.pass("if") || !arms.is_empty() && self.pass("elseif") {
            let condition = self.expression()?;
            self.expect("then")?;
            arms.push((condition, self.block()?));
        }
        let otherwise = if self.pass("else") { self.block()? } else { Vec::new() };
        self.expect("end")?;
        Ok(Does::If(arms, otherwise))
    }

    fn loop_over(&mut self) -> Read<Does> {
        self.expect("for")?;
        let names = self.declared_names()?;
        let outer = self.scope().visible.len();
        let does = if self.pass("=") {
            let first = self.expression()?;
            self.expect(",")?;
            let last = self.expression()?;
            let step = if self.pass(",") { Some(self.expression()?) } else { None };
            self.expect("do")?;
            let Some(name) = names.first() else { return self.stop() };
            let slot = self.declare(name);
            Does::Count(slot, [first, last], step, self.ended_block()?)
        } else {
            self.expect("in")?;
            let over = self.expressions()?;
            self.expect("do")?;
            let slots = names.into_iter().map(|name| self.declare(name)).collect();
            Does::Over(slots, over, self.ended_block()?)
        };
        self.scope().visible.truncate(outer);
        Ok(does)
    }

    fn declared_names(&mut self) -> Read<Vec<&'a str>> {
        let mut names = Vec::new();
        loop {
            names.push(self.identifier()?);
            if self.pass(":") {
                self.any_type()?;
            }
            if !self.pass(",") {
                return Ok(names);
            }
        }
    }

    fn local(&mut self) -> Read<Does> {
        self.expect("local")?;
        if self.pass("function") {
            let name = self.identifier()?;
            let slot = self.declare(name);
            return Ok(Does::LocalFunction(slot, self.function_body(None)?));
        }
        let names = self.declared_names()?;
        let values = if self.pass("=") { self.expressions()? } else { Vec::new() };
        let slots = names.into_iter().map(|name| self.declare(name)).collect();
        Ok(Does::Local(slots, values))
    }

    fn named_function(&mut self) -> Read<Does> {
        self.expect("function")?;
        let name = self.identifier()?;
        let mut target = self.resolve(name);
        let mut is_method = false;
        while matches!(self.peek(), "." | ":") {
            is_method = self.peek() == ":";
            self.next += 1;
            let field = self.identifier()?;
            target = Expression::Index(Box::new((target, Expression::Text(field.into()))));
        }
        let function = self.function_body(is_method.then_some("self"))?;
        Ok(Does::Assign(vec![target], vec![Expression::Function(function)]))
    }

    fn function_body(&mut self, own: Option<&'a str>) -> Read<Rc<Function>> {
        let keyword = self.tokens[..self.next].iter().rev().find(|token| token.text == "function");
        let line = keyword.map_or_else(|| self.line(), |token| self.line_at(token.at));
        let (line, before) = (self.attributed.take().unwrap_or(line), self.nodes);
        self.generics()?;
        self.expect("(")?;
        self.open.push(Scope::default());
        let mut parameters: Vec<usize> = own.into_iter().map(|own| self.declare(own)).collect();
        let mut takes_rest = false;
        while self.peek() != ")" {
            if self.pass("...") {
                takes_rest = true;
                if self.pass(":") {
                    self.any_type()?;
                }
                break;
            }
            let name = self.identifier()?;
            if self.pass(":") {
                self.any_type()?;
            }
            parameters.push(self.declare(name));
            if !self.pass(",") {
                break;
            }
        }
        self.expect(")")?;
        if self.pass(":") {
            self.any_type()?;
        }
        let body = self.ended_block()?;
        Ok(self.close(parameters, takes_rest, body, line, before))
    }

    fn call_or_assignment(&mut self) -> Read<Does> {
        let first = self.suffixed()?;
        let compound = self.peek().strip_suffix('=').filter(|operator| !operator.is_empty());
        if let Some(operator) = compound.and_then(|text| OPERATORS.iter().find(|(known, ..)| *known == text)) {
            self.next += 1;
            return Ok(Does::Compound(first, operator.3, self.expression()?));
        }
        if !matches!(self.peek(), "=" | ",") {
            return if matches!(first, Expression::Call(..) | Expression::Method(..)) {
                Ok(Does::Call(first))
            } else {
                self.stop()
            };
        }
        let mut targets = vec![first];
        while self.pass(",") {
            targets.push(self.suffixed()?);
        }
        self.expect("=")?;
        Ok(Does::Assign(targets, self.expressions()?))
    }

    fn expressions(&mut self) -> Read<Vec<Expression>> {
        let mut out = vec![self.expression()?];
        while self.pass(",") {
            out.push(self.expression()?);
        }
        Ok(out)
    }

    fn expression(&mut self) -> Read<Expression> {
        self.bound(0)
    }

    /// An expression of operators with at least this binding power.
    fn bound(&mut self, least: u8) -> Read<Expression> {
        self.deeper(|parser| {
            let mut left = parser.operand()?;
            loop {
                parser.nodes += 1;
                let text = parser.peek();
                if matches!(text, "and" | "or") {
                    let binds = if text == "or" { 1 } else { 2 };
                    if binds < least {
                        return Ok(left);
                    }
                    parser.next += 1;
                    let both = Box::new((left, parser.bound(binds + 1)?));
                    left = if text == "or" { Expression::Or(both) } else { Expression::And(both) };
                    continue;
                }
                let operator = OPERATORS.iter().find(|(known, ..)| *known == text);
                let Some((_, _, right, operator)) = operator.filter(|(_, binds, ..)| *binds >= least) else {
                    return Ok(left);
                };
                parser.next += 1;
                left = Expression::Binary(*operator, Box::new((left, parser.bound(*right)?)));
            }
        })
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
        // An operator and a string can have the same text.
        if self.kind() == Some(Kind::Text) {
            return self.stop();
        }
        self.next += 1;
        let operand = self.bound(PREFIX)?;
        Ok(match (unary, operand) {
            (Unary::Minus, Expression::Number(number)) => Expression::Number(-number),
            (unary, operand) => Expression::Unary(unary, Box::new(operand)),
        })
    }

    fn simple(&mut self) -> Read<Expression> {
        let text = self.peek();
        match self.kind() {
            None => return self.stop(),
            Some(Kind::Number) => {
                let Some(number) = number(text) else { return self.stop() };
                self.next += 1;
                return Ok(Expression::Number(number));
            }
            Some(Kind::Text) => {
                let Some(text) = unquoted(text) else { return self.stop() };
                self.next += 1;
                return Ok(text_of(text));
            }
            Some(Kind::TextBegin) => return self.text_with_holes(),
            _ => {}
        }
        let simple = match text {
            "nil" => Expression::Nil,
            "true" => Expression::Truth(true),
            "false" => Expression::Truth(false),
            "..." => Expression::Rest,
            "function" => {
                self.next += 1;
                return Ok(Expression::Function(self.function_body(None)?));
            }
            "@" => {
                self.attributes()?;
                self.expect("function")?;
                return Ok(Expression::Function(self.function_body(None)?));
            }
            "{" => return self.table(),
            "if" => return self.chosen(),
            _ => return self.suffixed(),
        };
        self.next += 1;
        Ok(simple)
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
            self.next += 1;
            let inner = text.get(1..text.len().saturating_sub(1)).and_then(unescaped);
            let Some(inner) = inner else { return self.stop() };
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
            if self.pass("[") {
                let key = self.expression()?;
                self.expect("]")?;
                self.expect("=")?;
                items.push(Item::Keyed(key, self.expression()?));
            } else if self.kind() == Some(Kind::Name) && self.peek_at(1) == "=" && !KEYWORDS.contains(&self.peek()) {
                let key = Expression::Text(self.peek().into());
                self.next += 2;
                items.push(Item::Keyed(key, self.expression()?));
            } else {
                items.push(Item::Value(self.expression()?));
            }
            if !self.pass(",") && !self.pass(";") {
                break;
            }
        }
        self.expect("}")?;
        Ok(Expression::Table(items))
    }

    fn suffixed(&mut self) -> Read<Expression> {
        let mut out = if self.peek() == "(" && self.kind() == Some(Kind::Mark) {
            self.next += 1;
            let inner = self.expression()?;
            self.expect(")")?;
            if inner.is_open() { Expression::One(Box::new(inner)) } else { inner }
        } else {
            let name = self.identifier()?;
            self.resolve(name)
        };
        loop {
            self.nodes += 1;
            let line = self.line();
            if self.kind() == Some(Kind::Text) {
                let Some(text) = unquoted(self.peek()) else { return self.stop() };
                self.next += 1;
                out = Expression::Call(Box::new(out), vec![text_of(text)], line);
                continue;
            }
            match self.peek() {
                "." => {
                    self.next += 1;
                    let field = self.identifier()?;
                    out = Expression::Index(Box::new((out, Expression::Text(field.into()))));
                }
                "[" => {
                    self.next += 1;
                    let key = self.expression()?;
                    self.expect("]")?;
                    out = Expression::Index(Box::new((out, key)));
                }
                "(" => out = Expression::Call(Box::new(out), self.arguments()?, line),
                "{" => {
                    let table = self.table()?;
                    out = Expression::Call(Box::new(out), vec![table], line);
                }
                ":" => {
                    self.next += 1;
                    let method = self.identifier()?;
                    let arguments = match self.peek() {
                        "(" => self.arguments()?,
                        "{" => vec![self.table()?],
                        _ => vec![self.simple()?],
                    };
                    out = Expression::Method(Box::new(out), method.into(), arguments, line);
                }
                _ => return Ok(out),
            }
        }
    }

    fn arguments(&mut self) -> Read<Vec<Expression>> {
        self.expect("(")?;
        let arguments = if self.peek() == ")" { Vec::new() } else { self.expressions()? };
        self.expect(")")?;
        Ok(arguments)
    }

    fn attributes(&mut self) -> Read<()> {
        self.attributed = Some(self.line());
        while self.pass("@") {
            if self.peek() == "[" { self.balanced("[", "]")? } else { self.identifier().map(drop)? }
        }
        Ok(())
    }

    fn declares_type(&self, ahead: usize) -> bool {
        let token = self.tokens.get(self.next + ahead);
        token.is_some_and(|token| token.kind == Kind::Name && !KEYWORDS.contains(&token.text))
            && matches!(self.peek_at(ahead + 1), "=" | "<")
    }

    fn type_declaration(&mut self) -> Read<()> {
        self.expect("type")?;
        self.identifier()?;
        self.generics()?;
        self.expect("=")?;
        self.any_type()
    }

    fn generics(&mut self) -> Read<()> {
        if self.peek() == "<" { self.balanced("<", ">") } else { Ok(()) }
    }

    /// Skips a balanced pair of delimiters.
    fn balanced(&mut self, open: &str, close: &str) -> Read<()> {
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
    fn any_type(&mut self) -> Read<()> {
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

/// Parses a numeral.
fn number(text: &str) -> Option<f64> {
    let digits = text.replace('_', "").to_lowercase();
    let of = |digits: &str, radix| u64::from_str_radix(digits, radix).ok().map(|number| number as f64);
    if let Some(digits) = digits.strip_prefix("0x") {
        return of(digits, 16);
    }
    match digits.strip_prefix("0b") {
        Some(digits) => of(digits, 2),
        None => digits.parse().ok(),
    }
}

/// A text from its bytes.
fn text_of(bytes: Vec<u8>) -> Expression {
    match String::from_utf8(bytes) {
        Ok(text) => Expression::Text(text.into()),
        Err(error) => Expression::Bytes(error.into_bytes().into()),
    }
}

/// The contents of a string literal, in bytes.
fn unquoted(text: &str) -> Option<Vec<u8>> {
    if let Some(rest) = text.strip_prefix('[') {
        let open = rest.find('[')? + 2;
        let inner = text.get(open..text.len().checked_sub(open)?)?.replace("\r\n", "\n");
        return Some(inner.strip_prefix('\n').unwrap_or(&inner).into());
    }
    unescaped(text.get(1..text.len().checked_sub(1)?)?)
}

/// A text with its escape sequences decoded, in bytes.
fn unescaped(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if c != '\\' {
            out.extend(c.to_string().bytes());
            continue;
        }
        match rest.next()? {
            'n' => out.push(b'\n'),
            't' => out.push(b'\t'),
            'r' => out.push(b'\r'),
            'a' => out.push(7),
            'b' => out.push(8),
            'f' => out.push(12),
            'v' => out.push(11),
            'z' => while rest.next_if(|c| matches!(c, ' ' | '\t'..='\r')).is_some() {},
            '\r' if rest.next_if_eq(&'\n').is_some() => out.push(b'\n'),
            'x' => {
                let digits: String = rest.by_ref().take(2).collect();
                out.push(u8::from_str_radix(&digits, 16).ok()?);
            }
            'u' => {
                let digits: String = rest.by_ref().skip(1).take_while(|c| *c != '}').collect();
                let c = char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?;
                out.extend(c.to_string().bytes());
            }
            c if c.is_ascii_digit() => {
                let mut code = c.to_digit(10)?;
                for _ in 0..2 {
                    if let Some(digit) = rest.peek().and_then(|c| c.to_digit(10)) {
                        code = code * 10 + digit;
                        rest.next();
                    }
                }
                out.push(u8::try_from(code).ok()?);
            }
            c => out.extend(c.to_string().bytes()),
        }
    }
    Some(out)
}
