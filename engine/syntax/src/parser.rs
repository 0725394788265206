//! The parser: recursive descent, with binding powers for operators (Pratt 1973). It resolves variables as it reads.

mod expressions;
mod types;

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::lexer::{Kind, Token, first_tokens};
use crate::tree::{Binary, Block, Capture, Does, Expression, Function, Span, Statement, Variable};

/// Nesting limit of expressions, blocks and types in a script as written.
pub const DEEPEST: usize = 150;

/// Levels that the text around a script may add to it.
const AROUND: usize = 50;

/// Limit of operators and suffixes on top of each other, such as those of `a + b + c`. It is Luau's own.
const LONGEST: usize = 1000;

/// Limit of tokens of a script: the tree takes many times their memory.
const MAX_TOKENS: usize = 600_000;

/// The error of the parser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SyntaxError {
    /// A syntax error at a byte offset, or something nested too deeply.
    #[error("syntax error at byte {0}")]
    At(usize),
    /// The script has too many tokens.
    #[error("the script is too long")]
    TooLong,
}

type Read<T> = Result<T, SyntaxError>;

/// Parses a script, whose name is given, as a variadic function. There may be text around what the author wrote, which
/// is nested up to [`DEEPEST`].
///
/// # Errors
/// The position of the first syntax error. Some faults are left to Luau.
pub fn parse(name: &str, text: &str) -> Result<Rc<Function>, SyntaxError> {
    parse_nested(name, text, DEEPEST + AROUND)
}

/// Parses a script that is nested up to a limit.
pub(crate) fn parse_nested(name: &str, text: &str, deepest: usize) -> Result<Rc<Function>, SyntaxError> {
    let tokens = first_tokens(text, MAX_TOKENS + 1);
    if tokens.len() > MAX_TOKENS || u32::try_from(text.len()).is_err() {
        return Err(SyntaxError::TooLong);
    }
    let mut parser = Parser {
        name: name.into(),
        tokens,
        next: 0,
        end: text.len(),
        depth: 0,
        deepest,
        links: 0,
        lines: text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(at, _)| at).collect(),
        open: vec![Scope::default()],
        nodes: 0,
        attributed: None,
    };
    let body = parser.block()?;
    if parser.kind().is_some() {
        return parser.stop();
    }
    let head = Head { line: 1, start: 0, named: None };
    Ok(parser.close(head, Vec::new(), true, body, 0))
}

/// A function being parsed.
#[derive(Default)]
struct Scope<'a> {
    visible: Vec<(&'a str, usize)>,
    slots: usize,
    /// The slots whose values differ from closure to closure, in order.
    varying: Vec<usize>,
    captures: Vec<Capture>,
    inner: Vec<Rc<Function>>,
}

/// The beginning of a function.
struct Head {
    line: u32,
    start: usize,
    named: Option<Span>,
}

struct Parser<'a> {
    name: Arc<str>,
    tokens: Vec<Token<'a>>,
    next: usize,
    /// The length of the text.
    end: usize,
    depth: usize,
    deepest: usize,
    /// Operators and suffixes around the current expression.
    links: usize,
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
        let at = self.at();
        self.lines.partition_point(|end| *end < at) as u32 + 1
    }

    /// The end of the last accepted token.
    fn passed_end(&self) -> usize {
        self.next.checked_sub(1).map_or(0, |n| self.tokens[n].end())
    }

    /// The text accepted since a byte offset.
    fn since(&self, start: usize) -> Span {
        Span::new(start, self.passed_end())
    }

    fn stop<T>(&self) -> Read<T> {
        Err(SyntaxError::At(self.at()))
    }

    /// Accepts an operator or a keyword if it comes next. It never matches a string, because strings have quotes.
    fn pass(&mut self, text: &str) -> bool {
        let is_next = self.peek() == text;
        self.next += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, text: &str) -> Read<()> {
        if self.pass(text) { Ok(()) } else { self.stop() }
    }

    fn identifier(&mut self) -> Read<Token<'a>> {
        if self.kind() != Some(Kind::Name) {
            return self.stop();
        }
        self.next += 1;
        Ok(self.tokens[self.next - 1])
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth == self.deepest {
            return self.stop();
        }
        let links = self.links;
        self.depth += 1;
        let out = read(self);
        (self.depth, self.links) = (self.depth - 1, links);
        out
    }

    /// Counts an operator or suffix: the tree gets deeper, even where the parser doesn't.
    fn link(&mut self) -> Read<()> {
        self.links += 1;
        if self.links > LONGEST { self.stop() } else { Ok(()) }
    }

    fn scope(&mut self) -> &mut Scope<'a> {
        if self.open.is_empty() {
            self.open.push(Scope::default());
        }
        let last = self.open.len() - 1;
        &mut self.open[last]
    }

    fn declare(&mut self, name: &'a str, span: Span) -> Variable {
        let scope = self.scope();
        let slot = scope.slots;
        scope.slots += 1;
        scope.visible.push((name, slot));
        Variable { slot, span }
    }

    fn declare_all(&mut self, names: Vec<Token<'a>>) -> Vec<Variable> {
        names.into_iter().map(|name| self.declare(name.text, name.span())).collect()
    }

    /// Resolves a name.
    fn resolve(&mut self, name: Token<'a>) -> Expression {
        match self.find(self.open.len() - 1, name.text) {
            Some(Capture::Slot(slot)) => Expression::Slot(slot, name.span()),
            Some(Capture::Outer(n)) => Expression::Outer(n, name.span()),
            None => Expression::Global(name.text.into(), name.span()),
        }
    }

    /// Finds a variable as seen from an enclosing function, adding captures on the way.
    fn find(&mut self, function: usize, name: &str) -> Option<Capture> {
        let scope = &self.open[function];
        if let Some((_, slot)) = scope.visible.iter().rev().find(|(visible, _)| *visible == name) {
            return Some(Capture::Slot(*slot));
        }
        let outer = self.find(function.checked_sub(1)?, name)?;
        let captures = &mut self.open[function].captures;
        let known = captures.iter().position(|capture| *capture == outer);
        Some(Capture::Outer(known.unwrap_or_else(|| {
            captures.push(outer);
            captures.len() - 1
        })))
    }

    /// Notes that the variables of a loop or a call have other values each time.
    fn vary<'v>(&mut self, variables: impl IntoIterator<Item = &'v Variable>) {
        let slots = variables.into_iter().map(|variable| variable.slot);
        self.scope().varying.extend(slots);
    }

    /// True if a captured variable belongs to a loop or a call: Luau never shares closures over it, as it does with
    /// those over variables of the top level.
    fn varies(&self, function: usize, capture: Capture) -> bool {
        let scope = &self.open[function];
        match capture {
            Capture::Slot(slot) => scope.varying.binary_search(&slot).is_ok(),
            Capture::Outer(n) => function.checked_sub(1).is_some_and(|outer| self.varies(outer, scope.captures[n])),
        }
    }

    /// Finishes the innermost function, which began with `before` nodes parsed.
    fn close(
        &mut self,
        head: Head,
        parameters: Vec<Variable>,
        takes_rest: bool,
        body: Block,
        before: usize,
    ) -> Rc<Function> {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let scope = self.open.pop().unwrap_or_default();
        let around = self.open.len().checked_sub(1);
        let is_own = around.is_some_and(|around| scope.captures.iter().any(|capture| self.varies(around, *capture)));
        let function = Rc::new(Function {
            name: self.name.clone(),
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            line: head.line,
            span: self.since(head.start),
            named: head.named,
            parameters,
            takes_rest,
            body,
            slots: scope.slots,
            captures: scope.captures,
            is_own,
            size: self.nodes - before,
            inner: scope.inner,
        });
        if let Some(around) = self.open.last_mut() {
            around.inner.push(function.clone());
        }
        function
    }

    /// Statements up to a word that ends a block, with a scope of their own.
    fn block(&mut self) -> Read<Block> {
        self.scoped(Self::open_block)
    }

    /// Parses something whose variables are visible in it alone.
    fn scoped<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        let outer = self.scope().visible.len();
        let out = read(self);
        self.scope().visible.truncate(outer);
        out
    }

    /// A block whose variables stay visible.
    fn open_block(&mut self) -> Read<Block> {
        self.deeper(|parser| {
            let (before, mut statements) = (parser.passed_end(), Vec::new());
            while !parser.ends_block(0) {
                let (line, start) = (parser.line(), parser.at());
                let Some(does) = parser.statement()? else { continue };
                parser.nodes += 1;
                let is_last = matches!(does, Does::Return(_) | Does::Break | Does::Continue);
                statements.push(Statement { line, span: parser.since(start), does });
                parser.pass(";");
                if is_last {
                    break;
                }
            }
            Ok(Block { statements, span: parser.since(before) })
        })
    }

    /// True if a token ahead ends a block, or there is none.
    fn ends_block(&self, ahead: usize) -> bool {
        matches!(self.peek_at(ahead), "end" | "else" | "elseif" | "until" | "")
    }

    fn ended_block(&mut self) -> Read<Block> {
        let block = self.block()?;
        self.expect("end")?;
        Ok(block)
    }

    /// A statement; `None` if it is empty or declares a type.
    fn statement(&mut self) -> Read<Option<Does>> {
        Ok(Some(match self.peek() {
            "if" => self.choice()?,
            "for" => self.loop_over()?,
            "function" => self.named_function()?,
            "local" => self.local()?,
            "continue" if self.ends_block(1) || self.peek_at(1) == ";" => {
                self.next += 1;
                Does::Continue
            }
            "@" => {
                self.attributes()?;
                match self.peek() {
                    "function" => self.named_function()?,
                    "local" if self.peek_at(1) == "function" => self.local()?,
                    _ => return self.stop(),
                }
            }
            "type" if self.declares_type(1) => return self.type_declaration(),
            "export" if self.peek_at(1) == "type" && self.declares_type(2) => {
                self.next += 1;
                return self.type_declaration();
            }
            word => {
                self.next += 1;
                match word {
                    ";" => return Ok(None),
                    "do" => Does::Block(self.ended_block()?),
                    "while" => {
                        let condition = self.expression()?;
                        self.expect("do")?;
                        Does::While(condition, self.ended_block()?)
                    }
                    "repeat" => self.scoped(|parser| {
                        let block = parser.open_block()?;
                        parser.expect("until")?;
                        Ok(Does::Repeat(block, parser.expression()?))
                    })?,
                    "return" => {
                        let is_empty = self.ends_block(0) || self.peek() == ";";
                        Does::Return(if is_empty { Vec::new() } else { self.expressions()? })
                    }
                    "break" => Does::Break,
                    _ => {
                        self.next -= 1;
                        self.call_or_assignment()?
                    }
                }
            }
        }))
    }

    fn choice(&mut self) -> Read<Does> {
        let mut arms = Vec::new();
        while self.pass("if") || !arms.is_empty() && self.pass("elseif") {
            let condition = self.expression()?;
            self.expect("then")?;
            arms.push((condition, self.block()?));
        }
        let otherwise = if self.pass("else") { self.block()? } else { Block::default() };
        self.expect("end")?;
        Ok(Does::If(arms, otherwise))
    }

    fn loop_over(&mut self) -> Read<Does> {
        self.expect("for")?;
        let names = self.declared_names()?;
        self.scoped(|parser| {
            if parser.pass("=") {
                let first = parser.expression()?;
                parser.expect(",")?;
                let last = parser.expression()?;
                let step = if parser.pass(",") { Some(parser.expression()?) } else { None };
                parser.expect("do")?;
                let [name] = names[..] else { return parser.stop() };
                let variable = parser.declare(name.text, name.span());
                parser.vary([&variable]);
                return Ok(Does::Count(variable, [first, last], step, parser.ended_block()?));
            }
            parser.expect("in")?;
            let start = parser.at();
            let over = parser.expressions()?;
            let span = parser.since(start);
            parser.expect("do")?;
            let variables = parser.declare_all(names);
            parser.vary(&variables);
            Ok(Does::Over(variables, over, span, parser.ended_block()?))
        })
    }

    /// Names separated by commas, each with an optional type.
    fn declared_names(&mut self) -> Read<Vec<Token<'a>>> {
        let mut names = Vec::new();
        loop {
            names.push(self.identifier()?);
            self.type_of()?;
            if !self.pass(",") {
                return Ok(names);
            }
        }
    }

    fn local(&mut self) -> Read<Does> {
        let start = self.at();
        self.expect("local")?;
        let line = self.line();
        if self.pass("function") {
            let name = self.identifier()?;
            let variable = self.declare(name.text, name.span());
            let head = Head { line, start, named: Some(variable.span) };
            return Ok(Does::LocalFunction(variable, self.function_body(head, false)?));
        }
        let names = self.declared_names()?;
        let values = if self.pass("=") { self.expressions()? } else { Vec::new() };
        Ok(Does::Local(self.declare_all(names), values))
    }

    /// `function a.b()`, which sets the name or field.
    fn named_function(&mut self) -> Read<Does> {
        let (line, start) = (self.line(), self.at());
        self.expect("function")?;
        let name = self.identifier()?;
        let mut target = self.resolve(name);
        let mut is_method = false;
        while matches!(self.peek(), "." | ":") {
            is_method = self.peek() == ":";
            self.next += 1;
            target = self.field(target)?;
        }
        let head = Head { line, start, named: Some(self.since(name.at)) };
        let function = self.function_body(head, is_method)?;
        Ok(Does::Assign(vec![target], vec![Expression::Function(function)]))
    }

    /// Parameters with optional types, the block, and its end.
    fn function_body(&mut self, head: Head, is_method: bool) -> Read<Rc<Function>> {
        let (line, before) = (self.attributed.take().unwrap_or(head.line), self.nodes);
        self.generics()?;
        self.expect("(")?;
        self.open.push(Scope::default());
        let mut parameters = Vec::new();
        if is_method {
            parameters.push(self.declare("self", Span::default()));
        }
        let mut takes_rest = false;
        while !takes_rest && self.peek() != ")" {
            takes_rest = self.pass("...");
            if !takes_rest {
                let name = self.identifier()?;
                parameters.push(self.declare(name.text, name.span()));
            }
            self.type_of()?;
            if !self.pass(",") {
                break;
            }
        }
        self.expect(")")?;
        self.type_of()?;
        self.vary(&parameters);
        let body = self.ended_block()?;
        Ok(self.close(Head { line, ..head }, parameters, takes_rest, body, before))
    }

    fn call_or_assignment(&mut self) -> Read<Does> {
        let first = self.suffixed()?;
        let compound = self.peek().strip_suffix('=').and_then(operator);
        if let Some((_, _, Some(operator))) = compound.filter(|(binds, ..)| *binds > COMPARISON) {
            self.next += 1;
            return Ok(Does::Compound(first, operator, self.expression()?));
        }
        if !matches!(self.peek(), "=" | ",") {
            let is_call = matches!(first, Expression::Call(..) | Expression::Method(..));
            return if is_call { Ok(Does::Call(first)) } else { self.stop() };
        }
        let mut targets = vec![first];
        while self.pass(",") {
            targets.push(self.suffixed()?);
        }
        self.expect("=")?;
        Ok(Does::Assign(targets, self.expressions()?))
    }

    fn attributes(&mut self) -> Read<()> {
        self.attributed = Some(self.line());
        while self.pass("@") {
            if self.peek() == "[" { self.balanced("[", "]")? } else { self.identifier().map(drop)? }
        }
        Ok(())
    }
}

/// Binding power of comparisons.
const COMPARISON: u8 = 3;

/// Left and right binding power of an operator; it is `None` for `and` and `or`.
fn operator(text: &str) -> Option<(u8, u8, Option<Binary>)> {
    let compares = |operator| (COMPARISON, 4, Some(operator));
    let (adds, multiplies) = (|operator| (7, 8, Some(operator)), |operator| (9, 10, Some(operator)));
    Some(match text {
        "or" => (1, 2, None),
        "and" => (2, 3, None),
        "==" => compares(Binary::Equal),
        "~=" => compares(Binary::Unequal),
        "<" => compares(Binary::Less),
        "<=" => compares(Binary::LessEqual),
        ">" => compares(Binary::Greater),
        ">=" => compares(Binary::GreaterEqual),
        ".." => (6, 5, Some(Binary::Concat)),
        "+" => adds(Binary::Add),
        "-" => adds(Binary::Subtract),
        "*" => multiplies(Binary::Multiply),
        "/" => multiplies(Binary::Divide),
        "//" => multiplies(Binary::FloorDivide),
        "%" => multiplies(Binary::Modulo),
        "^" => (14, 13, Some(Binary::Power)),
        _ => return None,
    })
}
