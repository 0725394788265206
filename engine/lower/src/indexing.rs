//! Table constructors, and reads and writes by key.

use wasm_encoder::Instruction;

use crate::code::Op;
use crate::evaluator::{Done, Lowering, Place};
use crate::kind::{Class, Kind};
use crate::memory::argument;
use crate::slots::hole;
use crate::value::{Dynamic, Key, MADE, Value, as_integer};
use parlour_luau::tree::{Expression, Item};

/// Keys with their values, in written order.
type Keyed = Vec<(Value, Value)>;

impl Lowering {
    pub(crate) fn table(&mut self, expression: &Expression, items: &[Item]) -> Done<Value> {
        let site = std::ptr::from_ref(expression) as usize;
        if self.is_emitting() && self.is_record_site(site) {
            return self.record_table(site, items);
        }
        if self.is_emitting() && self.listed.contains(&site) {
            return self.listed_table(site, items);
        }
        let table = self.new_table();
        if self.is_emitting() {
            self.table_sites.insert(table, site);
        }
        let mut next = 1;
        self.tables[table].is_scattered = !are_in_order(items);
        for (n, item) in items.iter().enumerate() {
            let (key, values) = match item {
                Item::Keyed(key, value, _) => {
                    let (expression, key) = (key, self.value(key)?);
                    let since = self.cells_set.len();
                    let value = self.value(value)?;
                    self.guard_unchanged(expression, since)?;
                    (Some(key), vec![value])
                }
                Item::Value(value) if n + 1 == items.len() && value.is_open() => (None, self.many(value)?),
                Item::Value(value) => (None, vec![self.value(value)?]),
            };
            for value in values {
                let value = value.bare().clone();
                let key = match &key {
                    Some(key) => match self.known_key(key)? {
                        Some(Key::Other(bits)) if f64::from_bits(bits).is_nan() => {
                            return self.unsupported("no number stands where a key is needed");
                        }
                        Some(key) => key,
                        None if self.is_emitting() => return self.needs_list(table),
                        None => return self.unsupported("a key of a table is not known"),
                    },
                    None => {
                        next += 1;
                        Key::Integer(next - 1)
                    }
                };
                self.note(Place::Field(table, key), value);
            }
        }
        self.tables[table].order = self.order_of(table, items);
        let is_mixed = items.iter().any(|item| matches!(item, Item::Keyed(..)));
        if next > 1 && is_mixed && self.tables[table].is_scattered {
            return self.unsupported("rows of a table are written both with and without their numbers");
        }
        Ok(Value::Table(table))
    }

    /// The keys of a table in Luau's iteration order, if it was written with text keys alone.
    fn order_of(&self, table: usize, items: &[Item]) -> Vec<Key> {
        let keys: Option<Vec<&str>> = items
            .iter()
            .map(|item| match item {
                Item::Keyed(Expression::Text(key), ..) => Some(&**key),
                _ => None,
            })
            .collect();
        let is_there = |value: &Value| match value {
            Value::Dynamic(dynamic) => !dynamic.kind.nil,
            value => !matches!(value, Value::Nil | Value::Unknown(_)),
        };
        let fields = &self.tables[table].fields;
        match keys {
            // No key is written twice or has nil.
            Some(keys) if fields.len() == keys.len() && fields.values().all(is_there) => {
                let order = self.luau.order(&keys).unwrap_or_default();
                order.into_iter().map(|n| Key::Text(keys[n].into())).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Evaluates the items of a table constructor: positional values, and keyed ones.
    pub(crate) fn items(&mut self, items: &[Item]) -> Done<(Vec<Value>, Keyed)> {
        let (mut values, mut keyed) = (Vec::new(), Vec::new());
        for (n, item) in items.iter().enumerate() {
            match item {
                Item::Value(value) if n + 1 == items.len() && value.is_open() => {
                    values.extend(self.many(value)?.iter().map(|value| value.bare().clone()));
                }
                Item::Value(value) => values.push(self.value(value)?),
                Item::Keyed(key, value, _) => {
                    let (expression, key) = (key, self.value(key)?);
                    let since = self.cells_set.len();
                    let value = self.value(value)?;
                    self.guard_unchanged(expression, since)?;
                    keyed.push((key, value));
                }
            }
        }
        Ok((values, keyed))
    }

    /// A table constructor that has to be a list, with positional values or numbered ones.
    fn listed_table(&mut self, site: usize, items: &[Item]) -> Done<Value> {
        let (values, keyed) = self.items(items)?;
        if !values.is_empty() && !keyed.is_empty() {
            return self.unsupported("rows of a table are written both with and without their numbers");
        }
        let list = self.new_list(site, &values)?;
        for (key, value) in keyed {
            self.set_index(&list, &key, value)?;
        }
        Ok(list)
    }

    /// A value as a table key, if known.
    pub(crate) fn known_key(&mut self, key: &Value) -> Done<Option<Key>> {
        Ok(Some(match key {
            Value::Number(number) => as_integer(*number).map_or(Key::Other(number.to_bits()), Key::Integer),
            Value::Boolean(truth) => Key::Boolean(*truth),
            Value::Text(text) if &**text == MADE => return Ok(None),
            Value::Text(text) => Key::Text(text.clone()),
            Value::Dynamic(_) => return Ok(None),
            Value::Nil => return self.unsupported("nil stands where a key is needed"),
            Value::Unknown(reason) => return self.unsupported(reason.to_string()),
            Value::Function(closure) if self.may_be_another(closure) => {
                return self.unsupported("a function is a key that is made several times");
            }
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
                        return self.unsupported("a word that there is not");
                    }
                    return Ok(value);
                }
                let Value::Dynamic(dynamic) = key else { return self.unsupported("a key is not known") };
                let id = *id;
                if dynamic.kind == dynamic.kind.references() {
                    // One of several texts or tables.
                    let values = self.for_each_atom(dynamic, &mut |lowering, key| match key {
                        Value::Dynamic(_) => lowering.unsupported("a table that is made at run time is a key"),
                        key => Ok(vec![lowering.index(&Value::Table(id), &key)?]),
                    })?;
                    return Ok(values.into_iter().next().unwrap_or(Value::Nil));
                }
                match self.guard_number(&Value::Dynamic(dynamic.clone()))? {
                    Value::Dynamic(dynamic) => self.look_up(id, &dynamic),
                    known => self.index(table, &known),
                }
            }
            Value::Dynamic(dynamic) if dynamic.kind.is_reference() => {
                let dynamic = match self.guard_reference(dynamic) {
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
            Value::Unknown(reason) if !self.is_emitting() => Ok(Value::Unknown(reason.clone())),
            other => self.unsupported(format!("a {} is indexed", other.type_name())),
        }
    }

    /// Reads a row of a compile-time table by a dynamic number.
    fn look_up(&mut self, table: usize, key: &Dynamic) -> Done<Value> {
        if self.loaded.is_none_or(|(_, tables)| table >= tables) {
            return self.needs_list(table);
        }
        let Some((least, most)) = key.kind.integer else {
            return self
                .unsupported("a table is indexed by something that is known only at run time and is not an integer");
        };
        if key.kind.class().is_none() {
            return self.unsupported("a table is indexed by something that may not be a number");
        }
        if self.tables[table].is_strict {
            return self.unsupported("a word is asked for by a number");
        }
        self.spend(self.tables[table].fields.len() / 4);
        let rows: Vec<i64> = self.tables[table]
            .fields
            .keys()
            .filter_map(|key| match key {
                Key::Integer(n) if (least..=most).contains(n) => Some(*n),
                _ => None,
            })
            .collect();
        let (Some(&first), Some(&last)) = (rows.iter().min(), rows.iter().max()) else { return Ok(Value::Nil) };
        if last - first > 1 << 16 {
            return self.unsupported("a table has rows that lie far from each other");
        }
        let values: Vec<Value> = (first..=last).map(|n| self.read(&Place::Field(table, Key::Integer(n)))).collect();
        self.spend(8 * values.len());
        let mut kinds = Vec::with_capacity(values.len());
        for value in &values {
            kinds.push(self.kind(value)?);
        }
        let kind = Kind::union_of(kinds.into_iter());
        let is_within = least >= first && most <= last;
        if kind.float {
            if kind.something().class().is_none() {
                return self.unsupported("a table holds numbers that are not integers besides something else");
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
                Value::Boolean(truth) => i64::from(*truth),
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
        let (_, inner) = self.detached(|lowering| {
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

    /// Reads a row of a table of floats and nil.
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
        let ((), inner) = self.detached(|lowering| {
            lowering.push_row(key, first, 8);
            lowering.plain(Instruction::I64Load(argument(at, 3)));
            lowering.plain(Instruction::LocalSet(raw));
        });
        self.push(Op::If(inner, Vec::new()));
        self.plain(Instruction::LocalGet(raw));
        self.pop_stored(&kind)
    }

    /// Pushes the byte offset of a row from the first.
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
            let dynamic = match self.guard_reference(dynamic) {
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
        let Value::Table(id) = table else { return self.unsupported(format!("a {} is changed", table.type_name())) };
        if let Some(list) = self.lists.get(id).cloned() {
            if !matches!(key, Value::Number(_) | Value::Dynamic(_)) || is_chosen(key) {
                self.materialize(table);
                return self.unsupported("a list gets a field besides its values");
            }
            return self.set_list_at(&list, key, &value);
        }
        match self.known_key(key)? {
            Some(Key::Other(bits)) if f64::from_bits(bits).is_nan() => {
                self.unsupported("no number stands where a key is needed")
            }
            Some(key) => {
                self.note_order(*id, &key, &value);
                self.write(Place::Field(*id, key), value)
            }
            None if self.is_emitting() && is_chosen(key) => {
                self.materialize(table);
                self.unsupported("a field is set whose name is known only at run time")
            }
            None if self.is_emitting() => self.needs_list(*id).map(drop),
            None => self.unsupported("a key is not known"),
        }
    }

    /// Marks a table as scattered if rows are no longer written in order, on any path.
    fn note_order(&mut self, table: usize, key: &Key, value: &Value) {
        let may_be_nil = match value {
            Value::Dynamic(dynamic) => dynamic.kind.nil,
            value => matches!(value, Value::Nil | Value::Unknown(_)),
        };
        if may_be_nil || !self.tables[table].order.contains(key) {
            self.tables[table].order.clear();
        }
        let Key::Integer(n @ 1..) = key else { return };
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

    /// The border of a table (the length operator), if it has no unsupported.
    pub(crate) fn border(&mut self, table: usize) -> Done<usize> {
        if self.tables[table].is_open() {
            self.needs_list(table)?;
        }
        if self.tables[table].has_gaps() {
            return self.unsupported("the length of a table that has gaps");
        }
        Ok(self.tables[table].length())
    }
}

/// True if numbered rows are written in order and without positional ones among them.
fn are_in_order(items: &[Item]) -> bool {
    let mut keys = items.iter().filter_map(|item| match item {
        Item::Keyed(Expression::Text(_) | Expression::Boolean(_), ..) | Item::Value(_) => None,
        Item::Keyed(Expression::Number(number), ..) if *number < 1.0 => None,
        Item::Keyed(key, ..) => Some(key),
    });
    let is_plain = items.iter().all(|item| matches!(item, Item::Keyed(..)));
    let is_next =
        |(n, key): (usize, &Expression)| matches!(key, Expression::Number(number) if *number == n as f64 + 1.0);
    match is_plain {
        true => keys.enumerate().all(is_next),
        false => keys.next().is_none(),
    }
}

/// True if a key is a text or table known only at run time.
fn is_chosen(key: &Value) -> bool {
    matches!(key, Value::Dynamic(dynamic) if dynamic.kind.is_reference())
}
