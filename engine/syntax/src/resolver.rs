//! The analysis of names: a walk over the tree in the order of the text.

use crate::script::{
    Function, FunctionId, Given, Key, Local, LocalId, Meaning, Over, Passed, Reach, Root, Script, Table, Use,
};
use crate::tree::{self, Block, Capture, Does, Expression, Item, Span, Statement, Variable};

/// A function around the place of the walk.
struct Open<'t> {
    function: &'t tree::Function,
    id: FunctionId,
    /// The locals in its slots.
    slots: Vec<LocalId>,
}

#[derive(Default)]
pub(crate) struct Resolver<'a, 't> {
    text: &'a str,
    script: Script<'a>,
    /// The functions around the place, the innermost last.
    open: Vec<Open<'t>>,
    /// The visible locals, the innermost last.
    visible: Vec<LocalId>,
}

impl<'a, 't> Resolver<'a, 't> {
    /// Analyses a parsed script.
    pub(crate) fn script(text: &'a str, file: &'t tree::Function) -> Script<'a> {
        let underscores = text.split(|c| c != '_').map(str::len).max().unwrap_or(0);
        let mut resolver = Self { text, script: Script { underscores, ..Script::default() }, ..Self::default() };
        resolver.function(file);
        resolver.script
    }

    /// The innermost function.
    fn here(&self) -> FunctionId {
        self.open.last().map_or(0, |open| open.id)
    }

    fn text(&self, span: Span) -> &'a str {
        &self.text[span.range()]
    }

    fn function(&mut self, function: &'t tree::Function) -> FunctionId {
        let (id, parent) = (self.script.functions.len(), self.open.last().map(|open| open.id));
        let name = function.named.map(Span::range);
        self.script.functions.push(Function { parent, span: function.span.range(), name });
        self.open.push(Open { function, id, slots: Vec::new() });
        self.scoped(|resolver| {
            resolver.declare(&function.parameters, &[], function.body.span.start);
            resolver.statements(&function.body);
            if id == 0 && !matches!(function.body.last(), Some(Statement { does: Does::Return(_), .. })) {
                resolver.note_end(function.body.span.end);
            }
        });
        self.open.pop();
        id
    }

    /// Records an end of the script itself.
    fn note_end(&mut self, at: u32) {
        self.script.ends.push(Reach { at: at as usize, locals: self.visible.clone() });
    }

    fn declare_one(&mut self, variable: &Variable, value: Meaning) -> LocalId {
        let (id, function) = (self.script.locals.len(), self.here());
        let name = if variable.span == Span::default() { "self" } else { self.text(variable.span) };
        self.script.locals.push(Local { name, value, is_set: false, function, is_captured: false });
        self.visible.push(id);
        if let Some(open) = self.open.last_mut() {
            open.slots.push(id);
        }
        id
    }

    /// Declares variables that are visible from a place on.
    fn declare(&mut self, variables: &[Variable], values: &[Meaning], at: u32) {
        let values = values.iter().copied().chain(std::iter::repeat(Meaning::Nothing));
        let locals: Vec<LocalId> = variables.iter().zip(values).map(|(v, value)| self.declare_one(v, value)).collect();
        let is_within = self.here() != 0;
        let declared = if is_within { &mut self.script.declared_within } else { &mut self.script.declared };
        if !locals.is_empty() {
            declared.push(Reach { at: at as usize, locals });
        }
    }

    /// Walks over something whose variables are visible in it alone.
    fn scoped(&mut self, walk: impl FnOnce(&mut Self)) {
        let outer = self.visible.len();
        walk(self);
        self.visible.truncate(outer);
    }

    fn statements(&mut self, block: &'t Block) {
        for statement in block.iter() {
            self.statement(statement);
        }
    }

    fn block(&mut self, block: &'t Block) {
        self.scoped(|resolver| resolver.statements(block));
    }

    /// The block of a loop with its variables.
    fn round(&mut self, variables: &[Variable], block: &'t Block) {
        self.scoped(|resolver| {
            resolver.declare(variables, &[], block.span.start);
            resolver.statements(block);
        });
    }

    fn statement(&mut self, statement: &'t Statement) {
        match &statement.does {
            Does::Local(variables, values) => {
                let values = self.expressions(values);
                self.declare(variables, &values, statement.span.end);
            }
            Does::LocalFunction(variable, function) => {
                let local = self.declare_one(variable, Meaning::Nothing);
                let function = self.function(function);
                self.script.locals[local].value = Meaning::Function(function);
            }
            Does::Assign(targets, values) => {
                let (targets, values) = (self.expressions(targets), self.expressions(values));
                for (n, target) in targets.into_iter().enumerate() {
                    self.set(target, values.get(n).copied().unwrap_or_default());
                }
            }
            Does::Compound(target, _, value) => {
                let (target, value) = (self.expression(target), self.expression(value));
                self.set(target, value);
            }
            Does::Call(call) => _ = self.expression(call),
            Does::Block(block) => self.block(block),
            Does::While(condition, block) => {
                self.expression(condition);
                self.block(block);
            }
            Does::Repeat(block, condition) => self.scoped(|resolver| {
                resolver.statements(block);
                resolver.expression(condition);
            }),
            Does::If(arms, otherwise) => {
                for (condition, block) in arms {
                    self.expression(condition);
                    self.block(block);
                }
                self.block(otherwise);
            }
            Does::Count(variable, [first, last], step, block) => {
                for number in [first, last].into_iter().chain(step) {
                    self.expression(number);
                }
                self.round(std::slice::from_ref(variable), block);
            }
            Does::Over(variables, over, span, block) => self.go_over(variables, over, *span, block),
            Does::Return(values) => self.give_back(values, statement.span.start),
            Does::Break | Does::Continue => {}
        }
    }

    fn go_over(&mut self, variables: &[Variable], over: &'t [Expression], span: Span, block: &'t Block) {
        let first = self.script.uses.len();
        let values = self.expressions(over);
        let range = span.range();
        let first = Some(first).filter(|&n| self.script.uses.get(n).is_some_and(|used| used.at == range.start));
        let is_call = matches!(over, [Expression::Call(called, ..)] if called.is_place());
        let declared = self.script.locals.len()..self.script.locals.len() + variables.len();
        let at = variables.first().map_or(range.start, |variable| variable.span.range().start);
        self.script.loops.push(Over { range, first, is_call, variables: declared, at });
        // The result of a call is called as well, but it was made by the callee, or is known to be harmless.
        if let (Some(first), Some(&value)) = (over.first(), values.first())
            && !first.is_open()
        {
            self.script.calls.push((self.here(), value));
        }
        self.round(variables, block);
    }

    fn give_back(&mut self, values: &'t [Expression], at: u32) {
        let first = self.script.uses.len();
        if self.here() == 0 {
            self.note_end(at);
        }
        let values = self.expressions(values);
        if self.here() == 0 {
            self.script.returns += 1;
            if let [value] = values[..] {
                self.script.returned = value;
                self.script.returned_uses = first..self.script.uses.len();
            }
        }
    }

    fn expressions(&mut self, list: &'t [Expression]) -> Vec<Meaning> {
        list.iter().map(|expression| self.expression(expression)).collect()
    }

    fn expression(&mut self, expression: &'t Expression) -> Meaning {
        match expression {
            Expression::Slot(slot, span) => return self.name(*span, Some(Capture::Slot(*slot))),
            Expression::Outer(n, span) => return self.name(*span, Some(Capture::Outer(*n))),
            Expression::Global(_, span) => return self.name(*span, None),
            Expression::Index(both, span, end) => {
                let table = self.expression(&both.0);
                self.expression(&both.1);
                let (at, is_quoted) = (span.start as usize, self.text(*span).starts_with(['"', '\'']));
                let key = match self.literal(&both.1, *span) {
                    Some(name) if is_quoted => Key::Quoted(name, at),
                    Some(name) => Key::Field(name, at),
                    None => Key::Computed,
                };
                return self.keyed(table, key, *end as usize);
            }
            Expression::Function(function) => return Meaning::Function(self.function(function)),
            Expression::Table(items) => return self.table(items),
            Expression::Call(called, arguments, _) => {
                let called = self.expression(called);
                self.call(called, arguments);
            }
            Expression::Method(object, name, arguments, _, at) => {
                let object = self.expression(object);
                let range = *at as usize..*at as usize + name.len();
                let called = self.keyed(object, Key::Method(&self.text[range.clone()], range.start), range.end);
                self.call(called, arguments);
            }
            // The arguments of the script itself are free names.
            Expression::Rest(span) if self.here() == 0 => _ = self.name(*span, None),
            Expression::Unary(_, inner) | Expression::One(inner) => _ = self.expression(inner),
            Expression::Binary(_, both) | Expression::And(both) | Expression::Or(both) => {
                self.expression(&both.0);
                self.expression(&both.1);
            }
            Expression::If(arms, otherwise) => {
                for (condition, value) in arms {
                    self.expression(condition);
                    self.expression(value);
                }
                self.expression(otherwise);
            }
            Expression::Holes(pieces) => _ = self.expressions(pieces),
            Expression::Nil | Expression::Boolean(_) | Expression::Number(_) | Expression::Rest(_) => {}
            Expression::Text(_) | Expression::Bytes(_) => {}
        }
        Meaning::Nothing
    }

    /// The text of a key that is a name or a string in plain quotes without escapes.
    fn literal(&self, key: &Expression, span: Span) -> Option<&'a str> {
        let Expression::Text(name) = key else { return None };
        let written = self.text(span);
        let inner = written.strip_prefix(['"', '\'']).and_then(|text| text.strip_suffix(['"', '\'']));
        Some(inner.unwrap_or(written)).filter(|text| **text == **name)
    }

    fn table(&mut self, items: &'t [Item]) -> Meaning {
        let table = self.script.tables.len();
        self.script.tables.push(Table::default());
        for item in items {
            match item {
                Item::Value(value) => _ = self.expression(value),
                Item::Keyed(key, value, span) => {
                    self.expression(key);
                    let value = self.expression(value);
                    if let Some(name) = self.literal(key, *span) {
                        self.script.tables[table].add(name, value, span.range().start);
                    }
                }
            }
        }
        Meaning::Table(table)
    }

    /// Records the use of a name, without its suffixes.
    fn name(&mut self, span: Span, variable: Option<Capture>) -> Meaning {
        let function = self.here();
        let root = match variable.and_then(|variable| self.local(self.open.len() - 1, variable)) {
            Some(id) => {
                let local = &mut self.script.locals[id];
                local.is_captured |= local.function != function;
                Root::Local(id)
            }
            None => Root::Free,
        };
        self.script.uses.push(Use {
            name: self.text(span),
            root,
            at: span.start as usize,
            key: Key::None,
            end: span.end as usize,
            call: None,
            is_set: false,
            is_deeper: false,
            function,
        });
        Meaning::Use(self.script.uses.len() - 1)
    }

    /// The local that a variable of an open function is.
    fn local(&self, depth: usize, variable: Capture) -> Option<LocalId> {
        let open = self.open.get(depth)?;
        match variable {
            Capture::Slot(slot) => open.slots.get(slot).copied(),
            Capture::Outer(n) => self.local(depth.checked_sub(1)?, *open.function.captures.get(n)?),
        }
    }

    /// Adds a key to the name that it directly follows.
    fn keyed(&mut self, table: Meaning, key: Key<'a>, end: usize) -> Meaning {
        let Meaning::Use(n) = table else { return Meaning::Nothing };
        let used = &mut self.script.uses[n];
        if used.key == Key::None {
            (used.key, used.end) = (key, end);
            return table;
        }
        used.is_deeper = true;
        Meaning::Nothing
    }

    fn call(&mut self, called: Meaning, arguments: &'t [Expression]) {
        let values = self.expressions(arguments);
        self.script.calls.push((self.here(), called));
        if let Meaning::Use(called) = called {
            let is_open = arguments.last().is_some_and(Expression::is_open);
            self.script.uses[called].call = Some(Given { written: arguments.len(), is_open });
            let passed = values.into_iter().enumerate().filter(|(_, value)| *value != Meaning::Nothing);
            self.script.passed.extend(passed.map(|(place, argument)| Passed { called, place, argument }));
        }
    }

    /// Records an assignment.
    fn set(&mut self, target: Meaning, value: Meaning) {
        let Meaning::Use(n) = target else { return };
        let used = &mut self.script.uses[n];
        used.is_set = true;
        let Root::Local(local) = used.root else { return };
        match used.key {
            Key::None => self.script.locals[local].is_set = true,
            Key::Field(field, at) | Key::Quoted(field, at) => {
                if let Meaning::Table(table) = self.script.locals[local].value {
                    self.script.tables[table].add(field, value, at);
                }
            }
            Key::Computed | Key::Method(..) => {}
        }
    }
}
