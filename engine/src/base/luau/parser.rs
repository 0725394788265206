//! The parser: statements, with the locals visible at each.

mod expressions;
#[cfg(test)]
mod tests;
mod types;

use super::{Function, FunctionId, Key, Local, Meaning, Over, Reach, Root, Script, Statement, UseId};
use parlour_lower::lexer::{Kind, Token, tokens};

/// Nesting limit of expressions and blocks.
pub(crate) const DEEPEST: usize = 150;

/// Reserved words.
const KEYWORDS: &[&str] = &[
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local", "nil", "not", "or",
    "repeat", "return", "then", "true", "until", "while",
];

const COMPOUND: &[&str] = &["+=", "-=", "*=", "/=", "//=", "%=", "^=", "..="];

/// The place of a syntax error, in bytes.
pub(crate) type Stop = usize;

/// Parses a script.
///
/// # Errors
/// The place of the first unsupported syntax.
pub(crate) fn parse(text: &str) -> Result<Script<'_>, Stop> {
    let tokens = tokens(text);
    let underscores = |token: &Token<'_>| token.text.split(|c| c != '_').map(str::len).max().unwrap_or(0);
    let names = tokens.iter().filter(|token| token.kind == Kind::Name);
    let script = Script {
        underscores: names.map(underscores).max().unwrap_or(0),
        functions: vec![Function::default()],
        ..Script::default()
    };
    let mut parser = Parser {
        end: text.len(),
        tokens,
        next: 0,
        depth: 0,
        script,
        visible: Vec::new(),
        function: 0,
        given: Vec::new(),
    };
    let is_open = parser.open_block()?;
    if let Some(token) = parser.tokens.get(parser.next) {
        return Err(token.at);
    }
    if is_open {
        parser.note_end(parser.passed_end());
    }
    Ok(parser.script)
}

struct Parser<'a> {
    tokens: Vec<Token<'a>>,
    next: usize,
    /// The length of the text.
    end: usize,
    depth: usize,
    script: Script<'a>,
    /// The visible locals, the innermost last.
    visible: Vec<usize>,
    function: FunctionId,
    /// The names that are whole arguments of the last call.
    given: Vec<(usize, UseId)>,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> &'a str {
        self.tokens.get(self.next).map_or("", |token| token.text)
    }

    fn peek_at(&self, ahead: usize) -> &'a str {
        self.tokens.get(self.next + ahead).map_or("", |token| token.text)
    }

    fn kind(&self) -> Option<Kind> {
        self.tokens.get(self.next).map(|token| token.kind)
    }

    fn stop<T>(&self) -> Result<T, Stop> {
        Err(self.tokens.get(self.next).map_or(self.end, |token| token.at))
    }

    /// Accepts an operator or a keyword if it comes next. It never matches a string, because strings have quotes.
    fn pass(&mut self, text: &str) -> bool {
        let is_next = self.peek() == text;
        self.next += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, text: &str) -> Result<(), Stop> {
        if self.pass(text) { Ok(()) } else { self.stop() }
    }

    fn is_name(&self) -> bool {
        self.kind() == Some(Kind::Name) && !KEYWORDS.contains(&self.peek())
    }

    fn name(&mut self) -> Result<Token<'a>, Stop> {
        if !self.is_name() {
            return self.stop();
        }
        self.next += 1;
        Ok(self.tokens[self.next - 1])
    }

    /// The end of the last accepted token.
    fn passed_end(&self) -> usize {
        self.next.checked_sub(1).map_or(0, |n| self.tokens[n].end())
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Stop>) -> Result<T, Stop> {
        if self.depth == DEEPEST {
            return self.stop();
        }
        self.depth += 1;
        let out = read(self);
        self.depth -= 1;
        out
    }

    fn declare(&mut self, name: &'a str, value: Meaning) {
        self.visible.push(self.script.locals.len());
        let function = self.function;
        self.script.locals.push(Local { name, value, is_set: false, function, is_captured: false });
    }

    /// Records the locals declared since there were `before`.
    fn note_declared(&mut self, before: usize) {
        let reach = Reach { at: self.passed_end(), locals: (before..self.script.locals.len()).collect() };
        let declared = match self.function {
            0 => &mut self.script.declared,
            _ => &mut self.script.declared_within,
        };
        declared.push(reach);
    }

    /// Records an end of the script itself.
    fn note_end(&mut self, at: usize) {
        self.script.ends.push(Reach { at, locals: self.visible.clone() });
    }

    fn root(&self, name: &str) -> Root {
        let found = self.visible.iter().rev().find(|&&local| self.script.locals[local].name == name);
        found.map_or(Root::Free, |&local| Root::Local(local))
    }

    /// Statements up to a word that ends a block, with a scope of their own.
    fn block(&mut self) -> Result<(), Stop> {
        let outer = self.visible.len();
        let done = self.open_block();
        self.visible.truncate(outer);
        done.map(drop)
    }

    /// As [`Parser::block`], but the locals stay visible; returns true if control can pass its end.
    fn open_block(&mut self) -> Result<bool, Stop> {
        self.deeper(|parser| {
            while !matches!(parser.peek(), "end" | "else" | "elseif" | "until") && parser.kind().is_some() {
                if !parser.statement()? {
                    return Ok(false);
                }
                parser.pass(";");
            }
            Ok(true)
        })
    }

    /// A statement; returns true if another may follow.
    fn statement(&mut self) -> Result<bool, Stop> {
        match self.peek() {
            ";" => {}
            "do" => {
                self.next += 1;
                self.block()?;
                self.expect("end")?;
            }
            "while" => {
                self.next += 1;
                self.expression()?;
                self.expect("do")?;
                self.block()?;
                self.expect("end")?;
            }
            "repeat" => {
                self.next += 1;
                let outer = self.visible.len();
                self.open_block()?;
                self.expect("until")?;
                self.expression()?;
                self.visible.truncate(outer);
            }
            "if" => {
                self.next += 1;
                self.expression()?;
                self.expect("then")?;
                self.block()?;
                while self.pass("elseif") {
                    self.expression()?;
                    self.expect("then")?;
                    self.block()?;
                }
                if self.pass("else") {
                    self.block()?;
                }
                self.expect("end")?;
            }
            "for" => self.loop_over()?,
            "function" => self.named_function()?,
            "local" => self.local()?,
            "return" => {
                if self.function == 0 {
                    self.note_end(self.tokens[self.next].at);
                }
                self.next += 1;
                let ends = matches!(self.peek(), "end" | "else" | "elseif" | "until" | ";") || self.kind().is_none();
                let first = self.script.uses.len();
                let returned = if ends { Vec::new() } else { self.expressions()? };
                self.script.returns += usize::from(self.function == 0);
                if self.function == 0
                    && let [only] = returned[..]
                {
                    self.script.returned = only.known;
                    self.script.returned_uses = first..self.script.uses.len();
                }
                self.pass(";");
                return Ok(false);
            }
            "break" => self.next += 1,
            "continue" if self.ends_block(1) => self.next += 1,
            "@" => {
                self.attributes()?;
                match self.peek() {
                    "function" => self.named_function()?,
                    "local" if self.peek_at(1) == "function" => self.local()?,
                    _ => return self.stop(),
                }
            }
            "type" if self.declares_type(1) => self.type_declaration()?,
            "export" if self.peek_at(1) == "type" && self.declares_type(2) => {
                self.next += 1;
                self.type_declaration()?;
            }
            _ => self.call_or_assignment()?,
        }
        Ok(true)
    }

    fn ends_block(&self, ahead: usize) -> bool {
        matches!(self.peek_at(ahead), "end" | "else" | "elseif" | "until" | ";" | "")
    }

    fn declares_type(&self, ahead: usize) -> bool {
        let token = self.tokens.get(self.next + ahead);
        token.is_some_and(|token| token.kind == Kind::Name && !KEYWORDS.contains(&token.text))
            && matches!(self.peek_at(ahead + 1), "=" | "<")
    }

    fn type_declaration(&mut self) -> Result<(), Stop> {
        self.expect("type")?;
        self.name()?;
        self.generics()?;
        self.expect("=")?;
        self.type_()
    }

    fn attributes(&mut self) -> Result<(), Stop> {
        while self.pass("@") {
            if self.peek() == "[" {
                self.balanced("[", "]")?;
            } else {
                self.name()?;
            }
        }
        Ok(())
    }

    fn loop_over(&mut self) -> Result<(), Stop> {
        self.expect("for")?;
        let at = self.tokens.get(self.next).map_or(self.end, |token| token.at);
        let names = self.declared_names()?;
        if self.pass("=") {
            self.expressions()?;
        } else if self.pass("in") {
            // The result of a call is called as well, but it was made by the callee, or is known to be harmless.
            let (start, first) =
                (self.tokens.get(self.next).map_or(self.end, |token| token.at), self.script.uses.len());
            let over = self.expressions()?;
            let first = Some(first).filter(|&first| self.script.uses.get(first).is_some_and(|used| used.at == start));
            let variables = self.script.locals.len()..self.script.locals.len() + names.len();
            self.script.loops.push(Over { range: start..self.passed_end(), first, variables, at });
            let called = over.first().filter(|first| !first.is_open).map(|first| first.known);
            self.script.calls.extend(called.map(|known| (self.function, known)));
        } else {
            return self.stop();
        }
        self.expect("do")?;
        let (outer, before) = (self.visible.len(), self.script.locals.len());
        for name in names {
            self.declare(name, Meaning::Nothing);
        }
        self.note_declared(before);
        self.block()?;
        self.visible.truncate(outer);
        self.expect("end")
    }

    /// Names separated by commas, each with an optional type.
    fn declared_names(&mut self) -> Result<Vec<&'a str>, Stop> {
        let mut names = Vec::new();
        loop {
            names.push(self.name()?.text);
            if self.pass(":") {
                self.type_()?;
            }
            if !self.pass(",") {
                return Ok(names);
            }
        }
    }

    fn local(&mut self) -> Result<(), Stop> {
        self.expect("local")?;
        if self.pass("function") {
            let start = self.tokens[self.next - 2].at;
            let name = self.name()?;
            let local = self.script.locals.len();
            self.declare(name.text, Meaning::Nothing);
            let function = self.function_body(None)?;
            self.script.locals[local].value = Meaning::Function(function);
            let whole = start..self.passed_end();
            let statement = Statement { whole, name: name.at..name.end() };
            self.script.functions[function].statement = Some(statement);
            return Ok(());
        }
        let names = self.declared_names()?;
        let values = if self.pass("=") { self.expressions()? } else { Vec::new() };
        let before = self.script.locals.len();
        for (n, name) in names.into_iter().enumerate() {
            self.declare(name, values.get(n).map_or(Meaning::Nothing, |value| value.known));
        }
        self.note_declared(before);
        Ok(())
    }

    /// `function a.b()`, which sets the name or field.
    fn named_function(&mut self) -> Result<(), Stop> {
        self.expect("function")?;
        let start = self.tokens[self.next - 1].at;
        let name = self.name()?;
        let name_start = name.at;
        let target = self.use_of(name);
        let (mut fields, mut is_method) = (0, false);
        while matches!(self.peek(), "." | ":") {
            is_method = self.peek() == ":";
            self.next += 1;
            let field = self.name()?;
            fields += 1;
            if fields == 1 {
                self.set_key(target, Key::Field(field.text, field.at));
            }
        }
        let name_end = self.passed_end();
        let function = self.function_body(is_method.then_some("self"))?;
        let whole = start..self.passed_end();
        let statement = Statement { whole, name: name_start..name_end };
        self.script.functions[function].statement = Some(statement);
        if fields <= 1 {
            self.set(target);
        }
        if fields == 1 {
            self.note_field(target, Meaning::Function(function));
        }
        Ok(())
    }

    /// Parameters with optional types, the block, and its end.
    fn function_body(&mut self, own: Option<&'a str>) -> Result<FunctionId, Stop> {
        self.generics()?;
        self.expect("(")?;
        let (outer_visible, outer_function) = (self.visible.len(), self.function);
        let function = self.script.functions.len();
        self.script.functions.push(Function { parent: Some(outer_function), ..Function::default() });
        let before = self.script.locals.len();
        self.function = function;
        if let Some(own) = own {
            self.declare(own, Meaning::Nothing);
        }
        while self.peek() != ")" {
            if self.pass("...") {
                if self.pass(":") {
                    self.type_()?;
                }
                break;
            }
            let name = self.name()?.text;
            if self.pass(":") {
                self.type_()?;
            }
            self.declare(name, Meaning::Nothing);
            if !self.pass(",") {
                break;
            }
        }
        self.expect(")")?;
        if self.pass(":") {
            self.type_()?;
        }
        self.note_declared(before);
        self.block()?;
        self.function = outer_function;
        self.visible.truncate(outer_visible);
        self.expect("end")?;
        Ok(function)
    }

    fn call_or_assignment(&mut self) -> Result<(), Stop> {
        let start = self.next;
        let first = self.suffixed()?;
        if !matches!(self.peek(), "=" | ",") && !COMPOUND.contains(&self.peek()) {
            // Only a call is a statement; the compiler reports the rest.
            return if first.is_open && self.next > start { Ok(()) } else { self.stop() };
        }
        let mut targets = vec![first];
        while self.pass(",") {
            targets.push(self.suffixed()?);
        }
        if targets.len() == 1 && COMPOUND.contains(&self.peek()) {
            // A compound assignment needs an existing value: it adds no key.
            self.next += 1;
        } else {
            self.expect("=")?;
        }
        let values = self.expressions()?;
        for (n, target) in targets.into_iter().enumerate() {
            if let Meaning::Use(target) = target.known {
                self.set(target);
                let value = values.get(n).map_or(Meaning::Nothing, |value| value.known);
                self.note_field(target, value);
            }
        }
        Ok(())
    }

    /// Marks the target of an assignment.
    fn set(&mut self, target: usize) {
        let used = &mut self.script.uses[target];
        used.is_set = true;
        if let (Root::Local(local), Key::None) = (used.root, used.key) {
            self.script.locals[local].is_set = true;
        }
    }

    /// Records a field assigned to a table that a local holds.
    fn note_field(&mut self, target: usize, value: Meaning) {
        let used = &self.script.uses[target];
        if let (Root::Local(local), Key::Field(field, at) | Key::Quoted(field, at)) = (used.root, used.key)
            && let Meaning::Table(table) = self.script.locals[local].value
        {
            self.script.tables[table].add(field, value, at);
        }
    }
}
