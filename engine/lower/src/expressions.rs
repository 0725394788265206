//! Expressions, and type checks of values.

use std::rc::Rc;

use wasm_encoder::Instruction;

use crate::code::Op;
use crate::evaluator::{Done, Lowering, Stop};
use crate::kind::{Class, Kind};
use crate::luau::Plain;
use crate::value::{Dynamic, MADE, Value};
use parlour_luau::tree::{Binary, Expression, Unary};

/// Limit of bytes of a text made at compile time.
pub(crate) const MAX_TEXT: usize = 1 << 20;

impl Lowering {
    /// Evaluates a list of expressions; the last may give several values.
    pub(crate) fn values(&mut self, list: &[Expression]) -> Done<Vec<Value>> {
        let mut out = Vec::with_capacity(list.len());
        for (n, expression) in list.iter().enumerate() {
            if n + 1 == list.len() && expression.is_open() {
                out.extend(self.many(expression)?);
            } else {
                out.push(self.value(expression)?);
            }
        }
        Ok(out)
    }

    /// Evaluates an expression to all its values.
    pub(crate) fn many(&mut self, expression: &Expression) -> Done<Vec<Value>> {
        match expression {
            Expression::Rest(_) => Ok(self.frames.last().map(|frame| frame.rest.clone()).unwrap_or_default()),
            Expression::Call(function, arguments, line) => {
                let function = self.value(function)?;
                self.line = *line;
                if matches!(function, Value::Library("error")) && self.is_emitting() {
                    let unsupported = self.unsupported_here("an error");
                    self.bail_out_at(unsupported);
                    return Err(Stop::Unreachable);
                }
                let (expressions, since) = (arguments, self.cells_set.len());
                let arguments = self.values(arguments)?;
                if matches!(function, Value::Library(_)) {
                    for expression in expressions {
                        self.guard_unchanged(expression, since)?;
                    }
                }
                self.line = *line;
                self.call_site = std::ptr::from_ref(expression) as usize;
                self.call(&function, arguments)
            }
            Expression::Method(object, method, arguments, line, _) => {
                let object = self.value(object)?;
                if let Value::Text(_) = object {
                    return self.unsupported(format!("the method `{method}` of a text"));
                }
                let function = self.index(&object, &Value::Text(method.clone()))?;
                let mut all = vec![object];
                all.extend(self.values(arguments)?);
                self.line = *line;
                self.call(&function, all)
            }
            expression => Ok(vec![self.value(expression)?]),
        }
    }

    pub(crate) fn value(&mut self, expression: &Expression) -> Done<Value> {
        self.deeper(|lowering| lowering.value_of(expression))
    }

    fn value_of(&mut self, expression: &Expression) -> Done<Value> {
        Ok(match expression {
            Expression::Nil => Value::Nil,
            Expression::Boolean(truth) => Value::Boolean(*truth),
            Expression::Number(number) => Value::Number(*number),
            Expression::Text(text) => Value::Text(text.clone()),
            Expression::Bytes(bytes) => Value::Bytes(bytes.clone()),
            Expression::Function(function) => self.close_over(function),
            Expression::Slot(..) | Expression::Outer(..) => {
                self.cell_of(expression).map_or(Value::Nil, |cell| self.cells[cell].clone())
            }
            Expression::Global(name, _) => match self.globals.get(name) {
                Some(value) => value.clone(),
                None => Value::Unknown(format!("the global variable `{name}`").into()),
            },
            Expression::Rest(_) | Expression::Call(..) | Expression::Method(..) => {
                Value::first_of(&self.many(expression)?)
            }
            Expression::One(inner) => self.value(inner)?,
            Expression::Index(both, ..) => {
                let table = self.value(&both.0)?;
                let since = self.cells_set.len();
                let key = self.value(&both.1)?;
                self.guard_unchanged(&both.0, since)?;
                self.index(&table, &key)?
            }
            Expression::Unary(operator, operand) => {
                let operand = self.value(operand)?;
                self.unary(*operator, &operand)?
            }
            Expression::Binary(Binary::Power, both) if is_two(&both.1) => {
                let base = self.value(&both.0)?;
                match base {
                    // Luau multiplies for a literal exponent 2.
                    Value::Dynamic(_) => self.binary(Binary::Multiply, &base, &base)?,
                    base => self.binary(Binary::Power, &base, &Value::Number(2.0))?,
                }
            }
            Expression::Binary(operator, both) => {
                let left = self.value(&both.0)?;
                let since = self.cells_set.len();
                let right = self.value(&both.1)?;
                self.guard_unchanged(&both.0, since)?;
                self.binary(*operator, &left, &right)?
            }
            Expression::And(both) => self.either(&both.0, false, &both.1)?,
            Expression::Or(both) => self.either(&both.0, true, &both.1)?,
            Expression::If(arms, otherwise) => {
                let conditions: Vec<&Expression> = arms.iter().map(|(condition, _)| condition).collect();
                let values = self.choose(&conditions, &mut |lowering, n| {
                    Ok(vec![lowering.value(arms.get(n).map_or(otherwise, |(_, value)| value))?])
                })?;
                values.into_iter().next().unwrap_or(Value::Nil)
            }
            Expression::Table(items) => self.table(expression, items)?,
            Expression::Holes(pieces) => {
                let mut text = String::new();
                let mut is_made = false;
                for piece in pieces {
                    let piece = self.value(piece)?;
                    if let Value::Unknown(reason) = piece {
                        return Ok(Value::Unknown(reason));
                    }
                    match self.known_text(&piece) {
                        Some(known) => text.push_str(&known),
                        None => is_made = true,
                    }
                }
                if is_made { self.unknown_text() } else { self.new_text(&text)? }
            }
        })
    }

    /// The result of `tostring`, if known.
    pub(crate) fn known_text(&self, value: &Value) -> Option<String> {
        match value {
            Value::Text(text) if &**text != MADE => Some(text.to_string()),
            // The 0 of an integer range may be -0 at run time.
            Value::Number(number) if *number == 0.0 && self.is_emitting() => None,
            Value::Number(number) => match self.luau.call("tostring", &[Plain::Number(*number)])?.pop()? {
                Plain::Text(text) => String::from_utf8(text).ok(),
                _ => None,
            },
            Value::Boolean(truth) => Some(truth.to_string()),
            Value::Nil => Some("nil".to_owned()),
            _ => None,
        }
    }

    /// A text made at compile time.
    pub(crate) fn new_text(&self, made: &str) -> Done<Value> {
        if made.len() > MAX_TEXT {
            return self.unsupported("a text is put together that is too long");
        }
        self.spend_text(made.len());
        Ok(text(made))
    }

    /// A text with unknown contents.
    pub(crate) fn unknown_text(&self) -> Value {
        if self.is_emitting() { text(MADE) } else { Value::Unknown("a text that is put together".into()) }
    }

    /// True if a value is certainly a text or a number.
    pub(crate) fn is_text_or_number(&self, value: &Value) -> bool {
        match value {
            Value::Text(_) | Value::Bytes(_) | Value::Number(_) => true,
            Value::Dynamic(dynamic) => {
                let Kind { nil, no, yes, atoms, records, .. } = &dynamic.kind;
                !nil && !no
                    && !yes
                    && records.is_empty()
                    && atoms.iter().all(|atom| self.atoms[*atom as usize].is_text())
            }
            _ => false,
        }
    }

    /// The atom of the unknown text, if a value may be it.
    pub(crate) fn made_among(&self, value: &Value) -> Option<u32> {
        let Value::Dynamic(dynamic) = value else { return None };
        let is_made = |atom: &&u32| matches!(&self.atoms[**atom as usize], Value::Text(text) if &**text == MADE);
        dynamic.kind.atoms.iter().find(is_made).copied()
    }

    /// Bails out if a variable was set since it was read: the evaluation of a later operand may set it, and Luau may
    /// then use either value.
    pub(crate) fn guard_unchanged(&self, expression: &Expression, since: usize) -> Done<()> {
        match self.cell_of(expression) {
            Some(cell) if self.cells_set[since..].contains(&cell) => {
                self.unsupported("a variable changes while it is used")
            }
            _ => Ok(()),
        }
    }

    /// The kind of a value that has to be a number and has no other class.
    pub(crate) fn number_kind(&mut self, value: &Value) -> Done<Kind> {
        let kind = self.kind(value)?;
        match kind.class() {
            Some(Class::Integer | Class::Float) => Ok(kind),
            _ => self.unsupported(format!("a {} stands where a number is needed", value.type_name())),
        }
    }

    /// Narrows a value to a number; bails out if it is something else, which is an error in Luau.
    pub(crate) fn guard_number(&mut self, value: &Value) -> Done<Value> {
        let Value::Dynamic(dynamic) = value else { return Ok(value.clone()) };
        let (Some(class), kind) = (dynamic.class, &dynamic.kind) else { return Ok(value.clone()) };
        if kind.integer.is_none() && !kind.float {
            return Ok(value.clone());
        }
        let (wanted, kind) = match kind.integer {
            Some((least, most)) => (Class::Integer, Kind::integer(least, most)),
            None => (Class::Float, Kind::float()),
        };
        self.plain(Instruction::LocalGet(class));
        self.plain(Instruction::I32Const(wanted as i32));
        self.plain(Instruction::I32Ne);
        self.bail_out_if("a value that may not be a number is used as one");
        if wanted == Class::Float {
            self.plain(Instruction::LocalGet(dynamic.payload));
            self.plain(Instruction::F64ReinterpretI64);
            return Ok(self.pop(kind));
        }
        Ok(self.narrowed(dynamic, kind))
    }

    /// Narrows a value to a table, a text or a function; bails out if it is something else, which is an error in Luau.
    pub(crate) fn guard_reference(&mut self, dynamic: &Dynamic) -> Value {
        let kind = dynamic.kind.references();
        if let Some(class) = dynamic.class
            && kind != dynamic.kind
        {
            self.plain(Instruction::LocalGet(class));
            self.plain(Instruction::I32Const(Class::Atom as i32));
            self.plain(Instruction::I32LtU);
            self.bail_out_if("a value is used as something that it is not");
        }
        self.narrowed(dynamic, kind)
    }

    /// Arguments of a library function that depends on their number; bails out where one may be absent.
    pub(crate) fn guard_all(&mut self, arguments: &[Value]) -> Done<Vec<Value>> {
        let mut all = Vec::with_capacity(arguments.len());
        for argument in arguments {
            all.push(match argument {
                Value::Perhaps(value) => match &**value {
                    Value::Dynamic(dynamic) => self.guard_something(dynamic),
                    _ => return self.unsupported("a function of the library gets a value or none"),
                },
                _ => argument.clone(),
            });
        }
        Ok(all)
    }

    /// Narrows a value that must not be nil; bails out if it is.
    pub(crate) fn guard_something(&mut self, dynamic: &Dynamic) -> Value {
        let Some(class) = dynamic.class.filter(|_| dynamic.kind.nil) else { return Value::Dynamic(dynamic.clone()) };
        self.plain(Instruction::LocalGet(class));
        self.plain(Instruction::I32Eqz);
        self.bail_out_if("nothing is used where a value is needed");
        self.narrowed(dynamic, dynamic.kind.something())
    }

    /// Branches over the texts, functions and tables that a value may be. Records share one branch.
    pub(crate) fn for_each_atom(
        &mut self,
        dynamic: &Dynamic,
        way: &mut dyn FnMut(&mut Self, Value) -> Done<Vec<Value>>,
    ) -> Done<Vec<Value>> {
        let atoms: Vec<u32> = dynamic.kind.atoms.iter().copied().collect();
        let end = self.new_join();
        let dynamic = dynamic.clone();
        self.meet(end, |lowering| {
            let is_sure = dynamic.kind == dynamic.kind.references();
            let records = Kind { records: dynamic.kind.records.clone(), ..Kind::default() };
            let records = Some(records).filter(|kind| !kind.records.is_empty());
            let mut ways: Vec<(Value, Option<u32>)> =
                atoms.iter().map(|atom| (lowering.atoms[*atom as usize].clone(), Some(*atom))).collect();
            ways.extend(records.map(|kind| (lowering.narrowed(&dynamic, kind), None)));
            let count = ways.len();
            for (n, (value, atom)) in ways.into_iter().enumerate() {
                if is_sure && n + 1 == count {
                    return lowering.guarded(n > 0, |lowering| lowering.on_a_way(|lowering| way(lowering, value)));
                }
                if let Some(atom) = atom {
                    lowering.plain(Instruction::LocalGet(dynamic.payload));
                    lowering.plain(Instruction::I64Const(i64::from(atom)));
                    lowering.plain(Instruction::I64Eq);
                }
                if let Some(class) = dynamic.class {
                    let of = if atom.is_some() { Class::Atom } else { Class::Record };
                    lowering.plain(Instruction::LocalGet(class));
                    lowering.plain(Instruction::I32Const(of as i32));
                    lowering.plain(Instruction::I32Eq);
                    if atom.is_some() {
                        lowering.plain(Instruction::I32And);
                    }
                }
                let mark = lowering.mark();
                let (done, inner) = lowering.detached(|lowering| {
                    let values =
                        lowering.guarded(true, |lowering| lowering.on_a_way(|lowering| way(lowering, value)))?;
                    lowering.go_to(end, values);
                    Ok(())
                });
                match done {
                    Ok(()) | Err(Stop::Unreachable) => {}
                    Err(unsupported) => return Err(unsupported),
                }
                lowering.roll_back(mark);
                lowering.push(Op::If(inner, Vec::new()));
            }
            // Any other value is an error in Luau.
            let unsupported = lowering.unsupported_here("a value is used as something that it is not");
            lowering.bail_out_at(unsupported);
            Err(Stop::Unreachable)
        })
    }

    pub(crate) fn unary(&mut self, operator: Unary, operand: &Value) -> Done<Value> {
        match operator {
            Unary::Not => match (operand.truthy(), operand) {
                (Some(truth), _) => Ok(Value::Boolean(!truth)),
                (None, Value::Dynamic(dynamic)) => {
                    self.push_truth(dynamic);
                    self.plain(Instruction::I32Eqz);
                    self.plain(Instruction::I64ExtendI32U);
                    Ok(self.pop(Kind::boolean()))
                }
                _ => self.unsupported("a condition is not known"),
            },
            Unary::Minus => match operand {
                Value::Number(number) => Ok(Value::Number(-number)),
                Value::Dynamic(_) => self.negative(operand),
                Value::Unknown(_) if !self.is_emitting() => Ok(operand.clone()),
                other => self.unsupported(format!("minus a {}", other.type_name())),
            },
            Unary::Length => match operand {
                Value::Text(text) if &**text != MADE => Ok(Value::Number(text.len() as f64)),
                Value::Bytes(bytes) => Ok(Value::Number(bytes.len() as f64)),
                Value::Table(table) => {
                    if let Some(list) = self.lists.get(table).cloned() {
                        return Ok(self.list_length(&list));
                    }
                    Ok(Value::Number(self.border(*table)? as f64))
                }
                Value::Dynamic(dynamic) if dynamic.kind.is_reference() => {
                    let dynamic = match self.guard_reference(dynamic) {
                        Value::Dynamic(dynamic) => dynamic,
                        known => return self.unary(operator, &known),
                    };
                    if dynamic.kind.class() == Some(Class::Record) {
                        let heap_class = self.heap_class_of(&dynamic.kind)?;
                        let list = self.rows_of(&dynamic, heap_class);
                        return Ok(self.list_length(&list));
                    }
                    let tables: Vec<Value> =
                        dynamic.kind.atoms.iter().map(|atom| self.atoms[*atom as usize].clone()).collect();
                    if let (Some(list), true) = (self.frozen_list(&tables, &dynamic), dynamic.kind.records.is_empty()) {
                        return Ok(self.list_length(&list));
                    }
                    let values = self.for_each_atom(&dynamic, &mut |lowering, table| {
                        Ok(vec![lowering.unary(Unary::Length, &table)?])
                    })?;
                    Ok(values.into_iter().next().unwrap_or(Value::Nil))
                }
                Value::Unknown(_) if !self.is_emitting() => Ok(operand.clone()),
                other => self.unsupported(format!("the length of a {}", other.type_name())),
            },
        }
    }

    fn negative(&mut self, operand: &Value) -> Done<Value> {
        let operand = self.guard_number(operand)?;
        if !self.number_kind(&operand)?.float {
            return self.binary(Binary::Subtract, &Value::Number(0.0), &operand);
        }
        self.push_float(&operand)?;
        self.plain(Instruction::F64Neg);
        Ok(self.pop(Kind::float()))
    }

    /// Pops a condition as a boolean.
    pub(crate) fn pop_truth(&mut self) -> Value {
        self.plain(Instruction::I64ExtendI32U);
        self.pop(Kind::boolean())
    }
}

/// True if an expression is the literal 2.
fn is_two(expression: &Expression) -> bool {
    match expression {
        Expression::Number(number) => *number == 2.0,
        Expression::One(inner) => is_two(inner),
        _ => false,
    }
}

/// A text value.
pub(crate) fn text(text: &str) -> Value {
    Value::Text(Rc::from(text))
}
