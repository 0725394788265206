//! Conditions and comparisons, and the narrowing of values by them.

use wasm_encoder::Instruction;

use crate::code::Op;
use crate::evaluator::{Done, Lowering, Place, Stop};
use crate::kind::{Class, Kind};
use crate::value::{Closure, Dynamic, MADE, Value};
use parlour_luau::tree::{Binary, Expression, Unary};

impl Lowering {
    /// True if two values may both be texts, one of which isn't known.
    fn is_made_compared(&self, left: &Value, right: &Value) -> bool {
        let is_made =
            |value: &Value| matches!(value, Value::Text(text) if &**text == MADE) || self.made_among(value).is_some();
        let is_text = |value: &Value| match value {
            Value::Text(_) | Value::Bytes(_) => true,
            Value::Dynamic(dynamic) => dynamic.kind.atoms.iter().any(|atom| self.atoms[*atom as usize].is_text()),
            _ => false,
        };
        is_made(left) && is_text(right) || is_text(left) && is_made(right)
    }

    /// Evaluates `a or b` (`truth` is true: `a` if it is truthy) or `a and b` (false: `a` if it is falsy).
    pub(crate) fn either(&mut self, left: &Expression, truth: bool, right: &Expression) -> Done<Value> {
        let first = self.value(left)?;
        match first.truthy() {
            Some(known) if known == truth => return Ok(first),
            Some(_) => return self.value(right),
            None => {}
        }
        let Value::Dynamic(dynamic) = &first else { return self.unsupported("a condition is not known") };
        let cell = self.cell_of(left);
        let end = self.new_join();
        let values = self.meet(end, |lowering| {
            lowering.push_truth(dynamic);
            if !truth {
                lowering.plain(Instruction::I32Eqz);
            }
            let kept = lowering.narrowed(dynamic, dynamic.kind.given(truth));
            let other = lowering.narrowed(dynamic, dynamic.kind.given(!truth));
            let narrow = |value: &Value| cell.map(|cell| (cell, value.clone())).into_iter().collect::<Vec<_>>();
            let mark = lowering.mark();
            for (cell, value) in narrow(&kept) {
                lowering.note(Place::Cell(cell), value);
            }
            let ((), inner) = lowering.detached(|lowering| lowering.go_to(end, vec![kept]));
            lowering.roll_back(mark);
            lowering.push(Op::If(inner, Vec::new()));
            for (cell, value) in narrow(&other) {
                lowering.note(Place::Cell(cell), value);
            }
            Ok(vec![lowering.guarded(true, |lowering| lowering.on_a_way(|lowering| lowering.value(right)))?])
        })?;
        Ok(values.into_iter().next().unwrap_or(Value::Nil))
    }

    /// Branches to a join if an expression is truthy, or falsy.
    pub(crate) fn jump(&mut self, expression: &Expression, when: bool, join: usize) -> Done<()> {
        match expression {
            Expression::One(inner) => self.jump(inner, when, join),
            Expression::Unary(Unary::Not, inner) => self.jump(inner, !when, join),
            Expression::And(both) | Expression::Or(both) => {
                // The truth of the first operand that decides alone.
                let alone = matches!(expression, Expression::Or(_));
                if when == alone {
                    self.jump(&both.0, when, join)?;
                    return self.jump(&both.1, when, join);
                }
                let past = self.new_join();
                self.meet(past, |lowering| {
                    lowering.jump(&both.0, alone, past)?;
                    lowering.jump(&both.1, when, join)?;
                    Ok(Vec::new())
                })
                .map(drop)
            }
            Expression::Binary(
                operator @ (Binary::Equal
                | Binary::Unequal
                | Binary::Less
                | Binary::LessEqual
                | Binary::Greater
                | Binary::GreaterEqual),
                both,
            ) => {
                let left = self.value(&both.0)?;
                let since = self.cells_set.len();
                let right = self.value(&both.1)?;
                self.guard_unchanged(&both.0, since)?;
                let cells = (self.cell_of(&both.0), self.cell_of(&both.1));
                self.jump_compared(*operator, &left, &right, cells, when, join)
            }
            _ => {
                let value = self.value(expression)?;
                match value.truthy() {
                    Some(truth) => self.jump_known(truth == when, join),
                    None => {
                        let Value::Dynamic(dynamic) = &value else {
                            return self.unsupported("a condition is not known");
                        };
                        self.push_truth(dynamic);
                        if !when {
                            self.plain(Instruction::I32Eqz);
                        }
                        let cell = self.cell_of(expression);
                        let narrow = |lowering: &Self, truth: bool| {
                            let value = lowering.narrowed(dynamic, dynamic.kind.given(truth));
                            cell.map(|cell| (cell, value)).into_iter().collect::<Vec<_>>()
                        };
                        let (then, otherwise) = (narrow(self, when), narrow(self, !when));
                        self.go_if(join, &then, &otherwise);
                        Ok(())
                    }
                }
            }
        }
    }

    fn jump_known(&mut self, goes: bool, join: usize) -> Done<()> {
        if goes {
            self.go_to(join, Vec::new());
            return Err(Stop::Unreachable);
        }
        Ok(())
    }

    /// As [`Lowering::jump`], for a comparison of values in cells, which it narrows.
    pub(crate) fn jump_compared(
        &mut self,
        operator: Binary,
        left: &Value,
        right: &Value,
        cells: (Option<usize>, Option<usize>),
        when: bool,
        join: usize,
    ) -> Done<()> {
        if let Some(truth) = self.compare(operator, left, right)? {
            return self.jump_known(truth == when, join);
        }
        if !when {
            self.plain(Instruction::I32Eqz);
        }
        let narrow = |lowering: &mut Self, truth: bool| -> Done<Vec<(usize, Value)>> {
            let (operator, mut out) = (if truth { operator } else { opposite(operator) }, Vec::new());
            for (value, other, cell, operator) in
                [(left, right, cells.0, operator), (right, left, cells.1, mirrored(operator))]
            {
                if let (Some(cell), Value::Dynamic(dynamic)) = (cell, value) {
                    let kind = lowering.kind_given(&dynamic.kind, operator, other)?;
                    if kind.classes().next().is_some() {
                        out.push((cell, lowering.narrowed(dynamic, kind)));
                    }
                }
            }
            Ok(out)
        };
        let (then, otherwise) = (narrow(self, when)?, narrow(self, !when)?);
        self.go_if(join, &then, &otherwise);
        Ok(())
    }

    /// Narrows a kind by a comparison that holds.
    fn kind_given(&mut self, kind: &Kind, operator: Binary, other: &Value) -> Done<Kind> {
        let other = self.kind(other)?;
        let mut out = kind.clone();
        match operator {
            Binary::Equal => {
                out.nil &= other.nil;
                out.no &= other.no;
                out.yes &= other.yes;
                if !(other.integer.is_some() || other.float) {
                    out.integer = None;
                    out.float = false;
                }
                if let (Some(range), Some(bound)) = (out.integer, other.integer) {
                    out.integer = Some((range.0.max(bound.0), range.1.min(bound.1))).filter(|(a, b)| a <= b);
                }
                out.atoms = out.atoms.intersection(&other.atoms).copied().collect();
                if other.records.is_empty() {
                    out.records.clear();
                }
                Ok(out)
            }
            Binary::Unequal => {
                if other.class() == Some(Class::Nil) {
                    out.nil = false;
                }
                if let (Some((least, most)), Some((a, b))) = (out.integer, other.integer)
                    && a == b
                    && other.class().is_some()
                {
                    let least = if least == a { least + 1 } else { least };
                    let most = if most == a { most - 1 } else { most };
                    out.integer = Some((least, most)).filter(|(a, b)| a <= b);
                }
                Ok(out)
            }
            _ => {
                let (Some((least, most)), Some((a, b))) = (out.integer, other.integer) else { return Ok(out) };
                let (low, high) = match operator {
                    Binary::Less => (least, most.min(b - 1)),
                    Binary::LessEqual => (least, most.min(b)),
                    Binary::Greater => (least.max(a + 1), most),
                    _ => (least.max(a), most),
                };
                out.integer = Some((low, high)).filter(|(a, b)| a <= b);
                Ok(out)
            }
        }
    }

    /// Compares two values: returns the result if it is known, otherwise leaves it on the stack.
    pub(crate) fn compare(&mut self, operator: Binary, left: &Value, right: &Value) -> Done<Option<bool>> {
        if matches!(operator, Binary::Equal | Binary::Unequal) {
            let equal = self.equal(left, right)?;
            let is_negated = operator == Binary::Unequal;
            if equal.is_none() && is_negated {
                self.plain(Instruction::I32Eqz);
            }
            return Ok(equal.map(|equal| equal != is_negated));
        }
        if let (Value::Number(a), Value::Number(b)) = (left, right) {
            return Ok(Some(match operator {
                Binary::Less => a < b,
                Binary::LessEqual => a <= b,
                Binary::Greater => a > b,
                _ => a >= b,
            }));
        }
        if let (Value::Text(a), Value::Text(b)) = (left, right)
            && &**a != MADE
            && &**b != MADE
        {
            return Ok(Some(match operator {
                Binary::Less => a < b,
                Binary::LessEqual => a <= b,
                Binary::Greater => a > b,
                _ => a >= b,
            }));
        }
        let (left, right) = (&self.guard_number(left)?, &self.guard_number(right)?);
        let (a, b) = (self.number_kind(left)?, self.number_kind(right)?);
        let (Some(x), Some(y)) = (a.integer, b.integer) else {
            self.push_float(left)?;
            self.push_float(right)?;
            self.plain(match operator {
                Binary::Less => Instruction::F64Lt,
                Binary::LessEqual => Instruction::F64Le,
                Binary::Greater => Instruction::F64Gt,
                _ => Instruction::F64Ge,
            });
            return Ok(None);
        };
        let known = match operator {
            Binary::Less => known_order(x.1 < y.0, x.0 >= y.1),
            Binary::LessEqual => known_order(x.1 <= y.0, x.0 > y.1),
            Binary::Greater => known_order(x.0 > y.1, x.1 <= y.0),
            _ => known_order(x.0 >= y.1, x.1 < y.0),
        };
        if known.is_some() {
            return Ok(known);
        }
        self.push_integer(left)?;
        self.push_integer(right)?;
        self.plain(match operator {
            Binary::Less => Instruction::I64LtS,
            Binary::LessEqual => Instruction::I64LeS,
            Binary::Greater => Instruction::I64GtS,
            _ => Instruction::I64GeS,
        });
        Ok(None)
    }

    fn equal(&mut self, left: &Value, right: &Value) -> Done<Option<bool>> {
        if self.is_made_compared(left, right) {
            return self.unsupported("a text that is made at run time is compared");
        }
        let (a, b) = (self.kind(left)?, self.kind(right)?);
        if left.is_same(right) && !a.float {
            return Ok(Some(true));
        }
        if self.may_be_one(&a, &b) {
            return self.unsupported("functions are compared of which Luau may make one");
        }
        let (x, y) = match (left, right) {
            (Value::Number(x), Value::Number(y)) => return Ok(Some(x == y)),
            (Value::Dynamic(_), _) | (_, Value::Dynamic(_)) => (left, right),
            _ => return Ok(Some(left.is_same(right))),
        };
        let is_number = |kind: &Kind| kind.integer.is_some() || kind.float;
        let meets = a.nil && b.nil
            || a.no && b.no
            || a.yes && b.yes
            || a.atoms.intersection(&b.atoms).next().is_some()
            || !a.records.is_empty() && !b.records.is_empty()
            || is_number(&a)
                && is_number(&b)
                && (a.float
                    || b.float
                    || matches!((a.integer, b.integer), (Some(x), Some(y)) if x.0 <= y.1 && y.0 <= x.1));
        if !meets {
            return Ok(Some(false));
        }
        match (a.class(), b.class()) {
            (Some(Class::Integer | Class::Float), Some(Class::Integer | Class::Float)) => {
                if a.integer.is_some() && b.integer.is_some() {
                    self.push_integer(x)?;
                    self.push_integer(y)?;
                    self.plain(Instruction::I64Eq);
                } else {
                    self.push_float(x)?;
                    self.push_float(y)?;
                    self.plain(Instruction::F64Eq);
                }
            }
            (Some(_), Some(_)) => {
                self.push_value(x, &a)?;
                self.push_value(y, &b)?;
                self.plain(Instruction::I64Eq);
            }
            (one, other) => {
                let is_nil = one == Some(Class::Nil) || other == Some(Class::Nil);
                if (a.float || b.float) && !is_nil {
                    return self
                        .unsupported("numbers that may not be integers are compared with something that may be nil");
                }
                // The payload of nil is irrelevant.
                let class_of = |lowering: &mut Self, value: &Value, class: Option<Class>| match (value, class) {
                    (Value::Dynamic(Dynamic { class: Some(class), .. }), _) => {
                        lowering.plain(Instruction::LocalGet(*class));
                    }
                    (_, class) => lowering.plain(Instruction::I32Const(class.unwrap_or(Class::Nil) as i32)),
                };
                class_of(self, x, one);
                class_of(self, y, other);
                self.plain(Instruction::I32Eq);
                if one != Some(Class::Nil) && other != Some(Class::Nil) {
                    self.push_payload(x)?;
                    self.push_payload(y)?;
                    self.plain(Instruction::I64Eq);
                    if a.nil && b.nil {
                        class_of(self, x, one);
                        self.plain(Instruction::I32Eqz);
                        self.plain(Instruction::I32Or);
                    }
                    self.plain(Instruction::I32And);
                }
            }
        }
        Ok(None)
    }

    /// True if two closures of one function are compared: it depends on their captures if Luau makes one closure or
    /// two.
    fn may_be_one(&self, a: &Kind, b: &Kind) -> bool {
        let closure = |atom: &u32| match &self.atoms[*atom as usize] {
            Value::Function(closure) if !closure.function.is_own => Some(closure.clone()),
            _ => None,
        };
        a.atoms.iter().filter_map(closure).any(|one| {
            let is_twin = |other: std::rc::Rc<Closure>| {
                std::rc::Rc::ptr_eq(&one.function, &other.function) && !std::rc::Rc::ptr_eq(&one, &other)
            };
            b.atoms.iter().filter_map(closure).any(is_twin)
        })
    }

    /// True if there is another closure of the same function.
    pub(crate) fn may_be_another(&self, closure: &std::rc::Rc<Closure>) -> bool {
        if closure.function.is_own {
            return false;
        }
        let is_twin = |value: &Value| {
            matches!(value, Value::Function(other)
                if std::rc::Rc::ptr_eq(&closure.function, &other.function) && !std::rc::Rc::ptr_eq(closure, other))
        };
        self.atoms.iter().any(is_twin)
    }

    fn push_payload(&mut self, value: &Value) -> Done<()> {
        match value {
            Value::Dynamic(dynamic) => {
                self.plain(Instruction::LocalGet(dynamic.payload));
                Ok(())
            }
            value => {
                let own = self.kind(value)?;
                self.push_value(value, &own)
            }
        }
    }
}

/// The result of a comparison, if the ranges decide it.
fn known_order(holds: bool, fails: bool) -> Option<bool> {
    if holds { Some(true) } else { fails.then_some(false) }
}

fn opposite(operator: Binary) -> Binary {
    match operator {
        Binary::Equal => Binary::Unequal,
        Binary::Unequal => Binary::Equal,
        Binary::Less => Binary::GreaterEqual,
        Binary::LessEqual => Binary::Greater,
        Binary::Greater => Binary::LessEqual,
        _ => Binary::Less,
    }
}

fn mirrored(operator: Binary) -> Binary {
    match operator {
        Binary::Less => Binary::Greater,
        Binary::LessEqual => Binary::GreaterEqual,
        Binary::Greater => Binary::Less,
        Binary::GreaterEqual => Binary::LessEqual,
        same => same,
    }
}
