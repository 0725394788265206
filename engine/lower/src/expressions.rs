//! Expressions.

use std::rc::Rc;

use wasm_encoder::Instruction;

use crate::code::Op;
use crate::kind::{Class, Kind};
use crate::lowering::{Done, Lowering, Place, Stop};
use crate::slots::hole;
use crate::syntax::{Binary, Expression, Item, Unary};
use crate::value::{Dynamic, Key, Value, as_whole};

/// Stands for a text that is put together in play; nothing is known of it but that it is a text.
pub(crate) const MADE: &str = "\u{0}a text made in play";

impl Lowering {
    /// The values of a list of expressions, of which the last may stand for several.
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

    /// All values that an expression stands for.
    pub(crate) fn many(&mut self, expression: &Expression) -> Done<Vec<Value>> {
        match expression {
            Expression::Rest => Ok(self.frames.last().map(|frame| frame.rest.clone()).unwrap_or_default()),
            Expression::Call(function, arguments, line) => {
                let function = self.value(function)?;
                self.line = *line;
                if matches!(function, Value::Library("error")) && self.is_in_play() {
                    let gap = self.gap_here("an error");
                    self.trap(gap);
                    return Err(Stop::Gone);
                }
                let (expressions, since) = (arguments, self.cells_set.len());
                let mut arguments = self.values(arguments)?;
                if let (Value::Library("table.insert"), [_, Expression::Call(..)], [_, Value::Dynamic(dynamic)]) =
                    (&function, &expressions[..], &arguments[..])
                {
                    // It may have given no value at all.
                    let value = self.demand_something(&dynamic.clone());
                    arguments[1] = value;
                }
                if matches!(function, Value::Library(_)) {
                    for expression in expressions {
                        self.demand_unchanged(expression, since)?;
                    }
                }
                self.line = *line;
                self.call_site = std::ptr::from_ref(expression) as usize;
                self.call(&function, arguments)
            }
            Expression::Method(object, method, arguments, line) => {
                let object = self.value(object)?;
                if let Value::Text(_) = object {
                    return self.gap(format!("the method `{method}` of a text"));
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
            Expression::Truth(truth) => Value::Truth(*truth),
            Expression::Number(number) => Value::Number(*number),
            Expression::Text(text) => Value::Text(text.clone()),
            Expression::Function(function) => self.close_over(function),
            Expression::Slot(_) | Expression::Outer(_) => {
                self.cell_of(expression).map_or(Value::Nil, |cell| self.cells[cell].clone())
            }
            Expression::Global(name) => match self.globals.get(name) {
                Some(value) => value.clone(),
                None => Value::Unknown(format!("the global variable `{name}`").into()),
            },
            Expression::Rest | Expression::Call(..) | Expression::Method(..) => {
                self.many(expression)?.into_iter().next().unwrap_or(Value::Nil)
            }
            Expression::One(inner) => self.value(inner)?,
            Expression::Index(both) => {
                let table = self.value(&both.0)?;
                let since = self.cells_set.len();
                let key = self.value(&both.1)?;
                self.demand_unchanged(&both.0, since)?;
                self.index(&table, &key)?
            }
            Expression::Unary(operator, operand) => {
                let operand = self.value(operand)?;
                self.unary(*operator, &operand)?
            }
            Expression::Binary(operator, both) => {
                let left = self.value(&both.0)?;
                let since = self.cells_set.len();
                let right = self.value(&both.1)?;
                self.demand_unchanged(&both.0, since)?;
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
                if is_made { self.unknown_text() } else { Value::Text(text.into()) }
            }
        })
    }

    /// What `tostring` makes of a value, if that is known.
    pub(crate) fn known_text(&self, value: &Value) -> Option<String> {
        match value {
            Value::Text(text) if &**text != MADE => Some(text.to_string()),
            // A number that is known to be 0 in play may have a sign.
            Value::Number(number) if *number == 0.0 && self.is_in_play() => None,
            Value::Number(number) => number_text(*number),
            Value::Truth(truth) => Some(truth.to_string()),
            Value::Nil => Some("nil".to_owned()),
            _ => None,
        }
    }

    /// A text of which it is not known what it says.
    pub(crate) fn unknown_text(&self) -> Value {
        if self.is_in_play() { text(MADE) } else { Value::Unknown("a text that is put together".into()) }
    }

    /// Whether a value is surely a text or a number.
    pub(crate) fn is_text_or_number(&self, value: &Value) -> bool {
        match value {
            Value::Text(_) | Value::Number(_) => true,
            Value::Dynamic(dynamic) => {
                let Kind { nil, no, yes, atoms, records, .. } = &dynamic.kind;
                !nil && !no
                    && !yes
                    && records.is_empty()
                    && atoms.iter().all(|atom| matches!(self.atoms[*atom as usize], Value::Text(_)))
            }
            _ => false,
        }
    }

    /// The number of the text in play of which it is not known what it says, if a value may be it.
    pub(crate) fn made_among(&self, value: &Value) -> Option<u32> {
        let Value::Dynamic(dynamic) = value else { return None };
        let is_made = |atom: &&u32| matches!(&self.atoms[**atom as usize], Value::Text(text) if &**text == MADE);
        dynamic.kind.atoms.iter().find(is_made).copied()
    }

    /// Whether two values may both be texts, of which one is not known.
    fn is_made_compared(&self, left: &Value, right: &Value) -> bool {
        let is_made =
            |value: &Value| matches!(value, Value::Text(text) if &**text == MADE) || self.made_among(value).is_some();
        let is_text = |value: &Value| match value {
            Value::Text(_) => true,
            Value::Dynamic(dynamic) => {
                dynamic.kind.atoms.iter().any(|atom| matches!(self.atoms[*atom as usize], Value::Text(_)))
            }
            _ => false,
        };
        is_made(left) && is_text(right) || is_text(left) && is_made(right)
    }

    /// Demands that a variable was not set since it was read: what is worked out behind it may have done that, and then
    /// Luau takes the one value or the other.
    pub(crate) fn demand_unchanged(&self, expression: &Expression, since: usize) -> Done<()> {
        match self.cell_of(expression) {
            Some(cell) if self.cells_set[since..].contains(&cell) => self.gap("a variable changes while it is used"),
            _ => Ok(()),
        }
    }

    /// `a or b`, where `a` is the value if it counts as true; `a and b`, where it is if it doesn't.
    fn either(&mut self, left: &Expression, truth: bool, right: &Expression) -> Done<Value> {
        let first = self.value(left)?;
        match first.truthy() {
            Some(known) if known == truth => return Ok(first),
            Some(_) => return self.value(right),
            None => {}
        }
        let Value::Dynamic(dynamic) = &first else { return self.gap("a condition is not known") };
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
            let ((), inner) = lowering.apart(|lowering| lowering.go_to(end, vec![kept]));
            lowering.roll_back(mark);
            lowering.push(Op::If(inner, Vec::new()));
            for (cell, value) in narrow(&other) {
                lowering.note(Place::Cell(cell), value);
            }
            Ok(vec![lowering.guarded(true, |lowering| lowering.value(right))?])
        })?;
        Ok(values.into_iter().next().unwrap_or(Value::Nil))
    }

    /// Goes where ways meet when an expression counts as true, or as false.
    pub(crate) fn jump(&mut self, expression: &Expression, when: bool, join: usize) -> Done<()> {
        match expression {
            Expression::One(inner) => self.jump(inner, when, join),
            Expression::Unary(Unary::Not, inner) => self.jump(inner, !when, join),
            Expression::And(both) | Expression::Or(both) => {
                // What decides alone.
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
                self.demand_unchanged(&both.0, since)?;
                let cells = (self.cell_of(&both.0), self.cell_of(&both.1));
                self.jump_compared(*operator, &left, &right, cells, when, join)
            }
            _ => {
                let value = self.value(expression)?;
                match value.truthy() {
                    Some(truth) => self.jump_known(truth == when, join),
                    None => {
                        let Value::Dynamic(dynamic) = &value else { return self.gap("a condition is not known") };
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
            return Err(Stop::Gone);
        }
        Ok(())
    }

    /// As [`Lowering::jump`], for a comparison of values that stand in cells, which are narrowed by it.
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

    /// What is left of a kind where a comparison with a value holds.
    fn kind_given(&mut self, kind: &Kind, operator: Binary, other: &Value) -> Done<Kind> {
        let other = self.kind(other)?;
        let mut out = kind.clone();
        match operator {
            Binary::Equal => {
                out.nil &= other.nil;
                out.no &= other.no;
                out.yes &= other.yes;
                if !(other.whole.is_some() || other.float) {
                    out.whole = None;
                    out.float = false;
                }
                if let (Some(range), Some(bound)) = (out.whole, other.whole) {
                    out.whole = Some((range.0.max(bound.0), range.1.min(bound.1))).filter(|(a, b)| a <= b);
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
                if let (Some((least, most)), Some((a, b))) = (out.whole, other.whole)
                    && a == b
                    && other.class().is_some()
                {
                    let least = if least == a { least + 1 } else { least };
                    let most = if most == a { most - 1 } else { most };
                    out.whole = Some((least, most)).filter(|(a, b)| a <= b);
                }
                Ok(out)
            }
            _ => {
                let (Some((least, most)), Some((a, b))) = (out.whole, other.whole) else { return Ok(out) };
                let (low, high) = match operator {
                    Binary::Less => (least, most.min(b - 1)),
                    Binary::LessEqual => (least, most.min(b)),
                    Binary::Greater => (least.max(a + 1), most),
                    _ => (least.max(a), most),
                };
                out.whole = Some((low, high)).filter(|(a, b)| a <= b);
                Ok(out)
            }
        }
    }

    /// Compares two values: the answer if it is known, and else it is on the stack.
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
        let (left, right) = (&self.demand_number(left)?, &self.demand_number(right)?);
        let (a, b) = (self.number_kind(left)?, self.number_kind(right)?);
        let (Some(x), Some(y)) = (a.whole, b.whole) else {
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
        self.push_whole(left)?;
        self.push_whole(right)?;
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
            return self.gap("a text that is made in play is compared");
        }
        let (a, b) = (self.kind(left)?, self.kind(right)?);
        if left.is_same(right) && !a.float {
            return Ok(Some(true));
        }
        let (x, y) = match (left, right) {
            (Value::Number(x), Value::Number(y)) => return Ok(Some(x == y)),
            (Value::Dynamic(_), _) | (_, Value::Dynamic(_)) => (left, right),
            _ => return Ok(Some(left.is_same(right))),
        };
        let is_number = |kind: &Kind| kind.whole.is_some() || kind.float;
        let meets = a.nil && b.nil
            || a.no && b.no
            || a.yes && b.yes
            || a.atoms.intersection(&b.atoms).next().is_some()
            || !a.records.is_empty() && !b.records.is_empty()
            || is_number(&a)
                && is_number(&b)
                && (a.float || b.float || matches!((a.whole, b.whole), (Some(x), Some(y)) if x.0 <= y.1 && y.0 <= x.1));
        if !meets {
            return Ok(Some(false));
        }
        match (a.class(), b.class()) {
            (Some(Class::Whole | Class::Float), Some(Class::Whole | Class::Float)) => {
                if a.whole.is_some() && b.whole.is_some() {
                    self.push_whole(x)?;
                    self.push_whole(y)?;
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
                    return self.gap("numbers that may not be whole are compared with something that may be nil");
                }
                // The payload of nil is of no matter.
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

    /// The kind of a value that has to be a number, and is of no other class.
    pub(crate) fn number_kind(&mut self, value: &Value) -> Done<Kind> {
        let kind = self.kind(value)?;
        match kind.class() {
            Some(Class::Whole | Class::Float) => Ok(kind),
            _ => self.gap(format!("a {} stands where a number is needed", value.type_name())),
        }
    }

    /// A value that has to be a number: where it is something else the call is given up, for Luau stops at it.
    pub(crate) fn demand_number(&mut self, value: &Value) -> Done<Value> {
        let Value::Dynamic(dynamic) = value else { return Ok(value.clone()) };
        let (Some(class), kind) = (dynamic.class, &dynamic.kind) else { return Ok(value.clone()) };
        if kind.whole.is_none() && !kind.float {
            return Ok(value.clone());
        }
        let (wanted, kind) = match kind.whole {
            Some((least, most)) => (Class::Whole, Kind::whole(least, most)),
            None => (Class::Float, Kind::float()),
        };
        self.plain(Instruction::LocalGet(class));
        self.plain(Instruction::I32Const(wanted as i32));
        self.plain(Instruction::I32Ne);
        self.trap_if("a value that may not be a number is used as one");
        if wanted == Class::Float {
            self.plain(Instruction::LocalGet(dynamic.payload));
            self.plain(Instruction::F64ReinterpretI64);
            return Ok(self.pop(kind));
        }
        Ok(self.narrowed(dynamic, kind))
    }

    fn table(&mut self, expression: &Expression, items: &[Item]) -> Done<Value> {
        let site = std::ptr::from_ref(expression) as usize;
        if self.is_in_play() && self.is_record_site(site) {
            return self.record_table(site, items);
        }
        if self.is_in_play() && self.listed.contains(&site) {
            return self.listed_table(site, items);
        }
        let table = self.new_table();
        if self.is_in_play() {
            self.table_sites.insert(table, site);
        }
        let mut next = 1;
        self.tables[table].is_scattered = !are_in_order(items);
        for (n, item) in items.iter().enumerate() {
            let (key, values) = match item {
                Item::Keyed(key, value) => {
                    let (expression, key) = (key, self.value(key)?);
                    let since = self.cells_set.len();
                    let value = self.value(value)?;
                    self.demand_unchanged(expression, since)?;
                    (Some(key), vec![value])
                }
                Item::Value(value) if n + 1 == items.len() && value.is_open() => (None, self.many(value)?),
                Item::Value(value) => (None, vec![self.value(value)?]),
            };
            for value in values {
                let key = match &key {
                    Some(key) => match self.known_key(key)? {
                        Some(key) => key,
                        None if self.is_in_play() => return self.needs_list(table),
                        None => return self.gap("a key of a table is not known"),
                    },
                    None => {
                        next += 1;
                        Key::Whole(next - 1)
                    }
                };
                self.note(Place::Field(table, key), value);
            }
        }
        self.tables[table].order = self.order_of(table, items);
        let is_mixed = items.iter().any(|item| matches!(item, Item::Keyed(..)));
        if next > 1 && is_mixed && self.tables[table].is_scattered {
            return self.gap("rows of a table are written both with and without their numbers");
        }
        Ok(Value::Table(table))
    }

    /// The keys of a table in Luau's order, if it is written with texts alone as keys.
    fn order_of(&self, table: usize, items: &[Item]) -> Vec<Key> {
        let keys: Option<Vec<&str>> = items
            .iter()
            .map(|item| match item {
                Item::Keyed(Expression::Text(key), _) => Some(&**key),
                _ => None,
            })
            .collect();
        let is_there = |value: &Value| match value {
            Value::Dynamic(dynamic) => !dynamic.kind.nil,
            value => !matches!(value, Value::Nil | Value::Unknown(_)),
        };
        let fields = &self.tables[table].fields;
        match keys {
            // None of them is written twice, or is nil.
            Some(keys) if fields.len() == keys.len() && fields.values().all(is_there) => {
                let order = crate::order::order(&keys).unwrap_or_default();
                order.into_iter().map(|n| Key::Text(keys[n].into())).collect()
            }
            _ => Vec::new(),
        }
    }

    /// A table that has to be a list: its values one after the other, or by numbers.
    fn listed_table(&mut self, site: usize, items: &[Item]) -> Done<Value> {
        let mut values = Vec::new();
        let mut keyed = Vec::new();
        for (n, item) in items.iter().enumerate() {
            match item {
                Item::Value(value) if n + 1 == items.len() && value.is_open() => values.extend(self.many(value)?),
                Item::Value(value) => values.push(self.value(value)?),
                Item::Keyed(key, value) => {
                    let (expression, key) = (key, self.value(key)?);
                    let since = self.cells_set.len();
                    let value = self.value(value)?;
                    self.demand_unchanged(expression, since)?;
                    keyed.push((key, value));
                }
            }
        }
        if !values.is_empty() && !keyed.is_empty() {
            return self.gap("rows of a table are written both with and without their numbers");
        }
        let list = self.new_list(site, &values)?;
        for (key, value) in keyed {
            self.set_index(&list, &key, value)?;
        }
        Ok(list)
    }

    /// A value as the key of a table, if it is known.
    pub(crate) fn known_key(&mut self, key: &Value) -> Done<Option<Key>> {
        Ok(Some(match key {
            Value::Number(number) => as_whole(*number).map_or(Key::Other(number.to_bits()), Key::Whole),
            Value::Truth(truth) => Key::Truth(*truth),
            Value::Text(text) if &**text == MADE => return Ok(None),
            Value::Text(text) => Key::Text(text.clone()),
            Value::Dynamic(_) => return Ok(None),
            Value::Nil => return self.gap("nil stands where a key is needed"),
            Value::Unknown(reason) => return self.gap(reason.to_string()),
            value => match self.atom(value) {
                Some(atom) => Key::Atom(atom),
                None => return Ok(None),
            },
        }))
    }

    /// `table[key]`
    pub(crate) fn index(&mut self, table: &Value, key: &Value) -> Done<Value> {
        match table {
            Value::Table(id) => {
                if let Some(list) = self.lists.get(id).cloned() {
                    return self.list_at(&list, key);
                }
                if matches!(key, Value::Nil) {
                    return Ok(Value::Nil);
                }
                if let Some(key) = self.known_key(key)? {
                    let value = self.read(&Place::Field(*id, key.clone()));
                    if *id < self.libraries && matches!(value, Value::Nil) {
                        return Ok(Value::Unknown(match key {
                            Key::Text(name) => format!("`{name}` of the library").into(),
                            _ => "something of the library".into(),
                        }));
                    }
                    if self.tables[*id].is_strict && matches!(value, Value::Nil) {
                        return self.gap("a word that there is not");
                    }
                    return Ok(value);
                }
                let Value::Dynamic(dynamic) = key else { return self.gap("a key is not known") };
                let id = *id;
                if dynamic.kind == dynamic.kind.references() {
                    // One of some texts or tables.
                    let values = self.for_each_atom(dynamic, &mut |lowering, key| match key {
                        Value::Dynamic(_) => lowering.gap("a table that is made in play is a key"),
                        key => Ok(vec![lowering.index(&Value::Table(id), &key)?]),
                    })?;
                    return Ok(values.into_iter().next().unwrap_or(Value::Nil));
                }
                match self.demand_number(&Value::Dynamic(dynamic.clone()))? {
                    Value::Dynamic(dynamic) => self.look_up(id, &dynamic),
                    known => self.index(table, &known),
                }
            }
            Value::Dynamic(dynamic) if dynamic.kind.is_reference() => {
                let dynamic = match self.demand_reference(dynamic) {
                    Value::Dynamic(dynamic) => dynamic,
                    known => return self.index(&known, key),
                };
                if dynamic.kind.class() == Some(Class::Record) {
                    return self.record_at(&dynamic, key);
                }
                if let (Value::Dynamic(_), true) = (key, dynamic.kind.records.is_empty()) {
                    let tables: Vec<Value> =
                        dynamic.kind.atoms.iter().map(|atom| self.atoms[*atom as usize].clone()).collect();
                    if let Some(list) = self.frozen_list(&tables, &dynamic) {
                        return self.list_at(&list, key);
                    }
                }
                let key = key.clone();
                let values =
                    self.for_each_atom(&dynamic, &mut |lowering, table| Ok(vec![lowering.index(&table, &key)?]))?;
                Ok(values.into_iter().next().unwrap_or(Value::Nil))
            }
            Value::Unknown(reason) if !self.is_in_play() => Ok(Value::Unknown(reason.clone())),
            other => self.gap(format!("a {} is indexed", other.type_name())),
        }
    }

    /// A value that has to be a table, a text or a function: where it is something else the call is given up, for Luau
    /// stops at it.
    pub(crate) fn demand_reference(&mut self, dynamic: &Dynamic) -> Value {
        let kind = dynamic.kind.references();
        if let Some(class) = dynamic.class
            && kind != dynamic.kind
        {
            self.plain(Instruction::LocalGet(class));
            self.plain(Instruction::I32Const(Class::Atom as i32));
            self.plain(Instruction::I32LtU);
            self.trap_if("a value is used as something that it is not");
        }
        self.narrowed(dynamic, kind)
    }

    /// A value that must not be nil: where it is the call is given up.
    fn demand_something(&mut self, dynamic: &Dynamic) -> Value {
        let Some(class) = dynamic.class.filter(|_| dynamic.kind.nil) else { return Value::Dynamic(dynamic.clone()) };
        self.plain(Instruction::LocalGet(class));
        self.plain(Instruction::I32Eqz);
        self.trap_if("nothing is used where a value is needed");
        self.narrowed(dynamic, dynamic.kind.something())
    }

    /// Goes the way of what a value is, of the texts, functions and tables that it may be. Those that are records go one
    /// way together.
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
                    return lowering.guarded(n > 0, |lowering| way(lowering, value));
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
                let (done, inner) = lowering.apart(|lowering| {
                    let values = lowering.guarded(true, |lowering| way(lowering, value))?;
                    lowering.go_to(end, values);
                    Ok(())
                });
                match done {
                    Ok(()) | Err(Stop::Gone) => {}
                    Err(gap) => return Err(gap),
                }
                lowering.roll_back(mark);
                lowering.push(Op::If(inner, Vec::new()));
            }
            // It was something else, which Luau would stop at.
            let gap = lowering.gap_here("a value is used as something that it is not");
            lowering.trap(gap);
            Err(Stop::Gone)
        })
    }

    /// A row of a table by a number known only in play.
    fn look_up(&mut self, table: usize, key: &Dynamic) -> Done<Value> {
        if self.loaded.is_none_or(|(_, tables)| table >= tables) {
            return self.needs_list(table);
        }
        let Some((least, most)) = key.kind.whole else {
            return self.gap("a table is indexed by something that is known only in play and is not a whole number");
        };
        if key.kind.class().is_none() {
            return self.gap("a table is indexed by something that may not be a number");
        }
        if self.tables[table].is_strict {
            return self.gap("a word is asked for by a number");
        }
        let rows: Vec<i64> = self.tables[table]
            .fields
            .keys()
            .filter_map(|key| match key {
                Key::Whole(n) if (least..=most).contains(n) => Some(*n),
                _ => None,
            })
            .collect();
        let (Some(&first), Some(&last)) = (rows.iter().min(), rows.iter().max()) else { return Ok(Value::Nil) };
        if last - first > 1 << 16 {
            return self.gap("a table has rows that lie far from each other");
        }
        let values: Vec<Value> = (first..=last).map(|n| self.read(&Place::Field(table, Key::Whole(n)))).collect();
        let mut kind = Kind::default();
        for value in &values {
            kind = kind.union(&self.kind(value)?);
        }
        let is_within = least >= first && most <= last;
        if kind.float {
            if kind.something().class().is_none() {
                return self.gap("a table holds numbers that are not whole besides something else");
            }
            if kind.nil || !is_within {
                return Ok(self.look_up_float(key, first, &values));
            }
            let at = self.put_data(
                &values
                    .iter()
                    .map(|value| match value {
                        Value::Number(number) => number.to_bits(),
                        _ => 0,
                    })
                    .collect::<Vec<_>>(),
                8,
            );
            self.push_row(key, first, 8);
            self.plain(Instruction::F64Load(argument(at, 3)));
            return Ok(self.pop(kind));
        }
        let mut payloads = Vec::with_capacity(values.len());
        let mut classes = Vec::with_capacity(values.len());
        for value in &values {
            payloads.push(match value {
                Value::Number(number) => *number as i64,
                Value::Truth(truth) => i64::from(*truth),
                Value::Nil => 0,
                value => i64::from(self.atom(value).unwrap_or_default()),
            });
            classes.push(self.kind(value)?.class().unwrap_or(Class::Nil) as u64);
        }
        let (low, high) = (payloads.iter().min().copied().unwrap_or(0), payloads.iter().max().copied().unwrap_or(0));
        let width = if low >= 0 && high < 256 {
            1
        } else if low >= 0 && high < 1 << 32 {
            4
        } else {
            8
        };
        let at = self.put_data(&payloads.iter().map(|payload| *payload as u64).collect::<Vec<_>>(), width);
        let load = |width| match width {
            1 => Instruction::I64Load8U(argument(at, 0)),
            4 => Instruction::I64Load32U(argument(at, 2)),
            _ => Instruction::I64Load(argument(at, 3)),
        };
        if is_within && kind.class().is_some() {
            self.push_row(key, first, width as i64);
            self.plain(load(width));
            return Ok(self.pop(kind));
        }
        let classes_at = self.put_data(&classes, 1);
        let read = |lowering: &mut Self| {
            lowering.push_row(key, first, width as i64);
            lowering.plain(load(width));
            lowering.push_row(key, first, 1);
            lowering.plain(Instruction::I32Load8U(argument(classes_at, 0)));
        };
        let kind = Kind { nil: kind.nil || !is_within, ..kind };
        let target = self.new_dynamic(kind);
        let target_class = target.class;
        let (_, inner) = self.apart(|lowering| {
            read(lowering);
            match target_class {
                Some(class) => lowering.plain(Instruction::LocalSet(class)),
                None => lowering.plain(Instruction::Drop),
            }
            lowering.plain(Instruction::LocalSet(target.payload));
        });
        if is_within {
            let code = inner;
            for op in code {
                self.push(op);
            }
        } else {
            self.plain(Instruction::I64Const(0));
            self.plain(Instruction::LocalSet(target.payload));
            if let Some(class) = target_class {
                self.plain(Instruction::I32Const(Class::Nil as i32));
                self.plain(Instruction::LocalSet(class));
            }
            self.plain(Instruction::LocalGet(key.payload));
            self.plain(Instruction::I64Const(first));
            self.plain(Instruction::I64Sub);
            self.plain(Instruction::I64Const(last - first));
            self.plain(Instruction::I64LeU);
            self.push(Op::If(inner, Vec::new()));
        }
        Ok(self.narrowed(&target, target.kind.clone()))
    }

    /// A row of a table of numbers that may not be whole, or nil.
    fn look_up_float(&mut self, key: &Dynamic, first: i64, values: &[Value]) -> Value {
        let kind = Kind { nil: true, ..Kind::float() };
        let bits = values.iter().map(|value| match value {
            Value::Number(number) => number.to_bits(),
            _ => hole(&kind) as u64,
        });
        let at = self.put_data(&bits.collect::<Vec<_>>(), 8);
        let raw = self.local(wasm_encoder::ValType::I64);
        self.push_hole(&kind);
        self.plain(Instruction::LocalSet(raw));
        self.plain(Instruction::LocalGet(key.payload));
        self.plain(Instruction::I64Const(first));
        self.plain(Instruction::I64Sub);
        self.plain(Instruction::I64Const(values.len() as i64));
        self.plain(Instruction::I64LtU);
        let ((), inner) = self.apart(|lowering| {
            lowering.push_row(key, first, 8);
            lowering.plain(Instruction::I64Load(argument(at, 3)));
            lowering.plain(Instruction::LocalSet(raw));
        });
        self.push(Op::If(inner, Vec::new()));
        self.plain(Instruction::LocalGet(raw));
        self.pop_stored(&kind)
    }

    /// Puts on the stack how far behind the first row of a table another is.
    fn push_row(&mut self, key: &Dynamic, first: i64, width: i64) {
        self.plain(Instruction::LocalGet(key.payload));
        if first != 0 {
            self.plain(Instruction::I64Const(first));
            self.plain(Instruction::I64Sub);
        }
        if width > 1 {
            self.plain(Instruction::I64Const(width));
            self.plain(Instruction::I64Mul);
        }
        self.plain(Instruction::I32WrapI64);
    }

    /// `table[key] = value`
    pub(crate) fn set_index(&mut self, table: &Value, key: &Value, value: Value) -> Done<()> {
        if let Value::Dynamic(dynamic) = table
            && dynamic.kind.is_reference()
        {
            let dynamic = match self.demand_reference(dynamic) {
                Value::Dynamic(dynamic) => dynamic,
                known => return self.set_index(&known, key, value),
            };
            if dynamic.kind.class() == Some(Class::Record) {
                return self.set_record_at(&dynamic, key, &value);
            }
            let set = &mut |lowering: &mut Self, table: Value| {
                lowering.set_index(&table, key, value.clone()).map(|()| Vec::new())
            };
            return self.for_each_atom(&dynamic, set).map(drop);
        }
        let Value::Table(id) = table else { return self.gap(format!("a {} is changed", table.type_name())) };
        if let Some(list) = self.lists.get(id).cloned() {
            if !matches!(key, Value::Number(_) | Value::Dynamic(_)) || is_chosen(key) {
                self.lift(table);
                return self.gap("a list gets a field besides its values");
            }
            return self.set_list_at(&list, key, &value);
        }
        match self.known_key(key)? {
            Some(Key::Other(bits)) if f64::from_bits(bits).is_nan() => {
                self.gap("no number stands where a key is needed")
            }
            Some(key) => {
                self.note_order(*id, &key, &value);
                self.write(Place::Field(*id, key), value)
            }
            None if self.is_in_play() && is_chosen(key) => {
                self.lift(table);
                self.gap("a field is set whose name is known only in play")
            }
            None if self.is_in_play() => self.needs_list(*id).map(drop),
            None => self.gap("a key is not known"),
        }
    }

    /// Notes whether rows are no longer written one after the other, on whatever way that is.
    fn note_order(&mut self, table: usize, key: &Key, value: &Value) {
        let may_be_nil = match value {
            Value::Dynamic(dynamic) => dynamic.kind.nil,
            value => matches!(value, Value::Nil | Value::Unknown(_)),
        };
        if may_be_nil || !self.tables[table].order.contains(key) {
            self.tables[table].order.clear();
        }
        let Key::Whole(n @ 1..) = key else { return };
        let table = &mut self.tables[table];
        let is_there = table.fields.contains_key(key);
        let is_next = || *n == table.length() as i64 + 1;
        let is_last = || *n == table.length() as i64;
        if !match value {
            Value::Nil => !is_there || is_last(),
            _ => is_there || is_next(),
        } {
            table.is_scattered = true;
        }
    }

    /// How many rows a table has, if there is none behind one that is empty.
    pub(crate) fn border(&mut self, table: usize) -> Done<usize> {
        if self.tables[table].is_open() {
            self.needs_list(table)?;
        }
        if self.tables[table].has_gaps() {
            return self.gap("the length of a table that has gaps");
        }
        Ok(self.tables[table].length())
    }

    pub(crate) fn unary(&mut self, operator: Unary, operand: &Value) -> Done<Value> {
        match operator {
            Unary::Not => match (operand.truthy(), operand) {
                (Some(truth), _) => Ok(Value::Truth(!truth)),
                (None, Value::Dynamic(dynamic)) => {
                    self.push_truth(dynamic);
                    self.plain(Instruction::I32Eqz);
                    self.plain(Instruction::I64ExtendI32U);
                    Ok(self.pop(Kind::truth()))
                }
                _ => self.gap("a condition is not known"),
            },
            Unary::Minus => match operand {
                Value::Number(number) => Ok(Value::Number(-number)),
                Value::Dynamic(_) => self.negative(operand),
                Value::Unknown(_) if !self.is_in_play() => Ok(operand.clone()),
                other => self.gap(format!("minus a {}", other.type_name())),
            },
            Unary::Length => match operand {
                Value::Text(text) if &**text != MADE => Ok(Value::Number(text.len() as f64)),
                Value::Table(table) => {
                    if let Some(list) = self.lists.get(table).cloned() {
                        return Ok(self.list_length(&list));
                    }
                    Ok(Value::Number(self.border(*table)? as f64))
                }
                Value::Dynamic(dynamic) if dynamic.kind.is_reference() => {
                    let dynamic = match self.demand_reference(dynamic) {
                        Value::Dynamic(dynamic) => dynamic,
                        known => return self.unary(operator, &known),
                    };
                    if dynamic.kind.class() == Some(Class::Record) {
                        let family = self.family_of(&dynamic.kind)?;
                        let list = self.rows_of(&dynamic, family);
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
                Value::Unknown(_) if !self.is_in_play() => Ok(operand.clone()),
                other => self.gap(format!("the length of a {}", other.type_name())),
            },
        }
    }

    fn negative(&mut self, operand: &Value) -> Done<Value> {
        let operand = self.demand_number(operand)?;
        if !self.number_kind(&operand)?.float {
            return self.binary(Binary::Subtract, &Value::Number(0.0), &operand);
        }
        self.push_float(&operand)?;
        self.plain(Instruction::F64Neg);
        Ok(self.pop(Kind::float()))
    }

    /// Puts on the stack 1 for true and 0 for false, as a value.
    pub(crate) fn pop_truth(&mut self) -> Value {
        self.plain(Instruction::I64ExtendI32U);
        self.pop(Kind::truth())
    }
}

/// Whether rows that are written with their numbers are written one after the other, and without others among them.
fn are_in_order(items: &[Item]) -> bool {
    let mut keys = items.iter().filter_map(|item| match item {
        Item::Keyed(Expression::Text(_) | Expression::Truth(_), _) | Item::Value(_) => None,
        Item::Keyed(Expression::Number(number), _) if *number < 1.0 => None,
        Item::Keyed(key, _) => Some(key),
    });
    let is_plain = items.iter().all(|item| matches!(item, Item::Keyed(..)));
    let is_next =
        |(n, key): (usize, &Expression)| matches!(key, Expression::Number(number) if *number == n as f64 + 1.0);
    match is_plain {
        true => keys.enumerate().all(is_next),
        false => keys.next().is_none(),
    }
}

/// Whether a key is a text or table of which it is known only in play which one.
fn is_chosen(key: &Value) -> bool {
    matches!(key, Value::Dynamic(dynamic) if dynamic.kind.is_reference())
}

/// What is known of an order: that it holds, or that it doesn't.
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

/// A place in memory, behind an address on the stack.
pub(crate) fn argument(offset: usize, align: u32) -> wasm_encoder::MemArg {
    wasm_encoder::MemArg { offset: offset as u64, align, memory_index: 0 }
}

/// A number as Luau writes it, if that is without an exponent.
pub(crate) fn number_text(number: f64) -> Option<String> {
    (number == 0.0 || (1e-3..1e15).contains(&number.abs())).then(|| format!("{number}"))
}

/// Text keys that stand for themselves.
pub(crate) fn text(text: &str) -> Value {
    Value::Text(Rc::from(text))
}
