//! The `table` library.

use crate::code::Op;
use crate::evaluator::{Done, LIBRARY, Lowering, Place, Stop};
use crate::kind::{Class, Kind};
use crate::storage::List;
use crate::value::{Closure, Dynamic, Key, MADE, Value, as_integer};
use parlour_luau::tree::Binary;
use std::rc::Rc;

/// The implementation of `table.sort`.
const SORT: &str = include_str!("sort.luau");

/// Limit of the rows of `table.create` with a dynamic count.
const MAX_CREATED: i64 = 1 << 24;

/// Limit of the rows of `table.create` that are written one by one.
const MAX_WRITTEN: f64 = 4096.0;

impl Lowering {
    pub(crate) fn call_table(&mut self, name: &'static str, arguments: &[Value]) -> Done<Vec<Value>> {
        match arguments.first() {
            Some(Value::Table(table)) => match self.lists.get(table).cloned() {
                Some(list) => self.call_list(name, &list, arguments),
                None => self.call_known_table(name, *table, arguments),
            },
            Some(Value::Dynamic(dynamic)) if dynamic.kind.is_reference() => {
                let value = self.guard_reference(dynamic);
                let mut arguments = arguments.to_vec();
                arguments[0] = value.clone();
                match &value {
                    Value::Dynamic(record) if record.kind.class() == Some(Class::Record) => {
                        self.call_record(name, record, &arguments)
                    }
                    Value::Dynamic(dynamic) => self.for_each_atom(dynamic, &mut |lowering, table| {
                        arguments[0] = table;
                        lowering.call_table(name, &arguments)
                    }),
                    _ => self.call_table(name, &arguments),
                }
            }
            _ if name == "table.create" => self.create_table(arguments),
            _ => self.unsupported(format!("`{name}` of a table that is not known")),
        }
    }

    /// Calls a table function on a record, or on its rows as a list.
    fn call_record(&mut self, name: &'static str, record: &Dynamic, arguments: &[Value]) -> Done<Vec<Value>> {
        match name {
            "table.clone" => self.clone_record(record).map(|copy| vec![copy]),
            "table.clear" => self.clear_record(record).map(|()| Vec::new()),
            _ => {
                let heap_class = self.heap_class_of(&record.kind)?;
                let list = self.rows_of(record, heap_class);
                self.call_list(name, &list, arguments)
            }
        }
    }

    fn call_list(&mut self, name: &'static str, list: &List, arguments: &[Value]) -> Done<Vec<Value>> {
        match (name, arguments) {
            ("table.insert", [_, value]) => self.append(list, value).map(|()| Vec::new()),
            ("table.insert", [_, at, value]) => self.insert(list, at, value).map(|()| Vec::new()),
            // Removing from an empty list gives no value.
            ("table.remove", [_]) => Ok(vec![self.remove_last(list)?.perhaps()]),
            ("table.remove", [_, at]) => Ok(vec![self.remove(list, at)?]),
            ("table.clear", _) => self.clear_list(list).map(|()| Vec::new()),
            ("table.clone", _) => {
                let site = self.call_site;
                if self.is_record_site(site) {
                    let record = self.new_record(site, &[], &[])?;
                    let Value::Dynamic(dynamic) = &record else { return Ok(vec![record]) };
                    let heap_class = self.heap_class_of(&dynamic.kind)?;
                    self.note_rows(heap_class, &Kind::default())?;
                    let rows = self.rows_of(dynamic, heap_class);
                    self.copy_rows(list, &rows)?;
                    return Ok(vec![record]);
                }
                self.clone_list(site, list).map(|copy| vec![copy])
            }
            ("table.find", [_, wanted]) => {
                self.guard_comparable(wanted)?;
                self.find_in(list, wanted).map(|found| vec![found])
            }
            ("table.concat", [_] | [_, Value::Text(_)]) => {
                let kind = self.element_kind(list);
                let piece = Value::Dynamic(Dynamic { kind, payload: 0, class: None });
                if !self.is_text_or_number(&piece) {
                    return self.unsupported("something is put together that may be no text");
                }
                self.list_length(list);
                Ok(vec![self.unknown_text()])
            }
            ("table.sort", _) => {
                self.guard_order_function(arguments)?;
                self.sort(arguments)
            }
            _ => self.unsupported(format!("`{name}`")),
        }
    }

    /// Sorts a table, with the implementation in Luau.
    fn sort(&mut self, arguments: &[Value]) -> Done<Vec<Value>> {
        match self.sort.clone() {
            Some(sort) => self.call(&sort, arguments.to_vec()),
            None => self.unsupported("`table.sort`"),
        }
    }

    /// Bails out if the comparison function of `table.sort` isn't a function or nil.
    fn guard_order_function(&mut self, arguments: &[Value]) -> Done<()> {
        let is_function = |value: &Value| matches!(value, Value::Function(_) | Value::Library(_));
        let is_one = match arguments.get(1) {
            None | Some(Value::Nil) => true,
            Some(Value::Dynamic(dynamic)) => {
                dynamic.kind == Kind { atoms: dynamic.kind.atoms.clone(), ..Kind::default() }
                    && dynamic.kind.atoms.iter().all(|atom| is_function(&self.atoms[*atom as usize]))
            }
            Some(value) => is_function(value),
        };
        if is_one { Ok(()) } else { self.unsupported("`table.sort` by what may not be a function") }
    }

    /// Bails out if a table is frozen, even if nothing of it changes.
    fn guard_changeable(&mut self, table: usize) -> Done<()> {
        if self.is_emitting() && self.loaded.is_some_and(|(_, loaded)| table < loaded) {
            return self.unsupported("a table that was made when the file was loaded is changed at run time");
        }
        match self.read(&Place::Frozen(table)) {
            Value::Nil => Ok(()),
            _ => self.unsupported("a table that can't be changed is changed"),
        }
    }

    /// Loads the library functions written in Luau.
    pub(crate) fn load_library(&mut self) {
        if let Ok(function) = parlour_luau::parse(LIBRARY, SORT) {
            let script = Value::Function(Rc::new(Closure { function, captures: Vec::new(), is_made: false }));
            self.sort = self.call(&script, Vec::new()).ok().and_then(|given| given.into_iter().next());
        }
    }

    fn call_known_table(&mut self, name: &'static str, table: usize, arguments: &[Value]) -> Done<Vec<Value>> {
        let second = arguments.get(1).cloned().unwrap_or(Value::Nil);
        if matches!(name, "table.clear" | "table.freeze" | "table.insert" | "table.sort") {
            self.guard_changeable(table)?;
        }
        match name {
            "table.insert" => {
                let length = self.border(table)? as i64;
                match arguments {
                    [_, value] => {
                        self.set_index(&Value::Table(table), &Value::Number((length + 1) as f64), value.clone())?
                    }
                    [_, Value::Number(at), value] => {
                        let at = *at as i64;
                        if !(1..=length + 1).contains(&at) {
                            return self.unsupported("`table.insert` at a place that is not there");
                        }
                        self.spend((length + 1 - at) as usize);
                        for n in (at..=length).rev() {
                            let moved = self.read(&Place::Field(table, Key::Integer(n)));
                            self.set_index(&Value::Table(table), &Value::Number((n + 1) as f64), moved)?;
                        }
                        self.set_index(&Value::Table(table), &Value::Number(at as f64), value.clone())?;
                    }
                    [_, _, _] => return self.needs_list(table).map(|_| Vec::new()),
                    _ => return self.unsupported("`table.insert` of nothing"),
                }
                Ok(Vec::new())
            }
            "table.remove" if arguments.len() == 1 => {
                let length = self.border(table)? as i64;
                if length == 0 {
                    return Ok(Vec::new());
                }
                let value = self.read(&Place::Field(table, Key::Integer(length)));
                self.write(Place::Field(table, Key::Integer(length)), Value::Nil)?;
                Ok(vec![value])
            }
            "table.remove" if arguments.len() == 2 => {
                let Value::Number(at) = second else { return self.needs_list(table).map(|_| Vec::new()) };
                let (length, at) = (self.border(table)? as i64, at as i64);
                if !(1..=length).contains(&at) {
                    return Ok(Vec::new());
                }
                let removed = self.read(&Place::Field(table, Key::Integer(at)));
                for n in at..=length {
                    let next = self.read(&Place::Field(table, Key::Integer(n + 1)));
                    let next = if n == length { Value::Nil } else { next };
                    self.write(Place::Field(table, Key::Integer(n)), next)?;
                }
                Ok(vec![removed])
            }
            // Luau's `next` fails on its key then, if the table wasn't an array.
            "table.clear" if self.iterated.contains(&table) => {
                self.unsupported("a table is cleared while a loop goes over it")
            }
            "table.clear" => {
                self.tables[table].order.clear();
                let keys: Vec<Key> = self.tables[table].fields.keys().cloned().collect();
                for key in keys {
                    self.write(Place::Field(table, key), Value::Nil)?;
                }
                Ok(Vec::new())
            }
            "table.freeze" => {
                self.note(Place::Frozen(table), Value::Boolean(true));
                Ok(vec![arguments[0].clone()])
            }
            "table.clone" => {
                let site = self.call_site;
                if self.is_emitting() && (self.is_record_site(site) || self.listed.contains(&site)) {
                    return self.clone_known(site, table).map(|copy| vec![copy]);
                }
                let copy = self.new_table();
                if self.is_emitting() {
                    self.table_sites.insert(copy, site);
                }
                self.tables[copy].is_scattered = self.tables[table].is_scattered;
                self.tables[copy].order = self.tables[table].order.clone();
                let fields: Vec<(Key, Value)> =
                    self.tables[table].fields.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
                for (key, value) in fields {
                    self.note(Place::Field(copy, key), value);
                }
                Ok(vec![Value::Table(copy)])
            }
            "table.find" if self.is_emitting() && arguments.len() == 2 => {
                self.guard_comparable(&second)?;
                let dynamic = Dynamic { kind: self.kind(&Value::Table(table))?, payload: 0, class: None };
                if let Some(list) = self.frozen_list(&[Value::Table(table)], &dynamic) {
                    return self.find_in(&list, &second).map(|found| vec![found]);
                }
                let length = self.border(table)? as i64;
                let end = self.new_join();
                self.meet(end, |lowering| {
                    for n in 1..=length {
                        let value = lowering.read(&Place::Field(table, Key::Integer(n)));
                        lowering.go_if_equal(&value, &second, end, Value::Number(n as f64))?;
                    }
                    Ok(vec![Value::Nil])
                })
            }
            "table.find" if !self.is_emitting() => {
                self.find_known(table, &second, arguments.get(2)).map(|found| vec![found])
            }
            "table.concat" => self.concat_known(table, arguments).map(|text| vec![text]),
            "table.sort" => {
                self.guard_order_function(arguments)?;
                match self.numbers_of(table)?.filter(|_| !self.is_emitting() && arguments.len() == 1) {
                    Some(mut numbers) => {
                        numbers.sort_by(f64::total_cmp);
                        for (n, number) in (1..).zip(numbers) {
                            self.write(Place::Field(table, Key::Integer(n)), Value::Number(number))?;
                        }
                        Ok(Vec::new())
                    }
                    None => self.sort(arguments),
                }
            }
            _ => self.unsupported(format!("`{name}`")),
        }
    }

    /// The rows of a table if they are known numbers without NaN and -0, so that equal ones are identical.
    fn numbers_of(&mut self, table: usize) -> Done<Option<Vec<f64>>> {
        let length = self.border(table)? as i64;
        self.spend(16 * length as usize);
        let rows = (1..=length).map(|n| match self.read(&Place::Field(table, Key::Integer(n))) {
            Value::Number(number) if !number.is_nan() && number.to_bits() != (-0.0_f64).to_bits() => Some(number),
            _ => None,
        });
        Ok(rows.collect())
    }

    /// The number of the first row at or after `from` that equals a value, at compile time.
    fn find_known(&mut self, table: usize, wanted: &Value, from: Option<&Value>) -> Done<Value> {
        let from = match from {
            None | Some(Value::Nil) => 1,
            Some(Value::Number(from)) if *from >= 1.0 && as_integer(*from).is_some() => *from as i64,
            Some(_) => return self.unsupported("`table.find` from a row that is not known"),
        };
        let length = self.border(table)? as i64;
        self.spend(length as usize);
        for n in from..=length {
            let row = self.read(&Place::Field(table, Key::Integer(n)));
            if let Some(unknown) = [&row, wanted].into_iter().find(|value| matches!(value, Value::Unknown(_))) {
                return Ok(unknown.clone());
            }
            if self.compare(Binary::Equal, &row, wanted)? == Some(true) {
                return Ok(Value::Number(n as f64));
            }
        }
        Ok(Value::Nil)
    }

    /// Concatenates a range of a table's rows with a separator.
    fn concat_known(&mut self, table: usize, arguments: &[Value]) -> Done<Value> {
        let mut is_known = true;
        let between = match arguments.get(1) {
            None | Some(Value::Nil) => String::new(),
            Some(Value::Unknown(reason)) => return Ok(Value::Unknown(reason.clone())),
            Some(value) if self.is_text_or_number(value) => {
                let text = self.known_text(value);
                is_known = text.is_some();
                text.unwrap_or_default()
            }
            Some(_) => return self.unsupported("something is put together that may be no text"),
        };
        let length = self.border(table)? as i64;
        let mut bounds = [1, length];
        for (bound, given) in bounds.iter_mut().zip(arguments.iter().skip(2)) {
            match given {
                Value::Nil => {}
                Value::Number(number) if number.abs() < f64::from(i32::MAX) && as_integer(*number).is_some() => {
                    *bound = *number as i64;
                }
                _ => return self.unsupported("`table.concat` of rows whose numbers are not known"),
            }
        }
        let mut out = String::new();
        for n in bounds[0]..=bounds[1] {
            self.step()?;
            if n > bounds[0] {
                out.push_str(&between);
            }
            let piece = self.read(&Place::Field(table, Key::Integer(n)));
            if !self.is_text_or_number(&piece) {
                if let Value::Unknown(_) = piece {
                    return Ok(piece);
                }
                return self.unsupported("something is put together that may be no text");
            }
            match self.known_text(&piece) {
                Some(piece) => {
                    out.push_str(&piece);
                    self.spend(1 + (piece.len() + between.len()) / 16);
                }
                None => is_known = false,
            }
            if out.len() > crate::expressions::MAX_TEXT {
                return self.unsupported("a text is put together that is too long");
            }
        }
        if is_known { self.new_text(&out) } else { Ok(self.unknown_text()) }
    }

    /// Copies a table with known fields, as a list or a record.
    fn clone_known(&mut self, site: usize, table: usize) -> Done<Value> {
        let length = self.border(table)? as i64;
        let is_row = |key: &Key| matches!(key, Key::Integer(n) if (1..=length).contains(n));
        let rows: Vec<Value> = (1..=length).map(|n| self.read(&Place::Field(table, Key::Integer(n)))).collect();
        let fields = self.tables[table].fields.iter().filter(|(key, _)| !is_row(key));
        let mut fields: Vec<(Key, Value)> = fields.map(|(key, value)| (key.clone(), value.clone())).collect();
        fields.sort_by(|(a, _), (b, _)| a.cmp(b));
        let copy = if self.is_record_site(site) {
            let given: Vec<Key> = fields.iter().map(|(key, _)| key.clone()).collect();
            self.new_record(site, &rows, &given)?
        } else {
            self.new_list(site, &rows)?
        };
        for (key, value) in fields {
            let key = self.key_value(&key);
            self.set_index(&copy, &key, value)?;
        }
        Ok(copy)
    }

    /// Bails out if a value may be a text made at run time.
    fn guard_comparable(&mut self, value: &Value) -> Done<()> {
        match value {
            Value::Text(text) if &**text == MADE => self.unsupported("a text that is made at run time is looked for"),
            Value::Dynamic(_) if self.made_among(value).is_some() => {
                self.unsupported("a text that is made at run time is looked for")
            }
            _ => Ok(()),
        }
    }

    /// Branches to a join with a number if two values are equal.
    fn go_if_equal(&mut self, value: &Value, other: &Value, join: usize, number: Value) -> Done<()> {
        match self.compare(Binary::Equal, value, other)? {
            Some(true) => {
                self.go_to(join, vec![number]);
                Err(Stop::Unreachable)
            }
            Some(false) => Ok(()),
            None => {
                let ((), inner) = self.detached(|lowering| lowering.go_to(join, vec![number]));
                self.push(Op::If(inner, Vec::new()));
                Ok(())
            }
        }
    }

    /// The number of the first value of a list that equals another; nil if none does.
    fn find_in(&mut self, list: &List, wanted: &Value) -> Done<Value> {
        let end = self.new_join();
        let found = self.meet(end, |lowering| {
            lowering.each_of_list(list, |lowering, number, value| lowering.go_if_equal(&value, wanted, end, number))?;
            Ok(vec![Value::Nil])
        })?;
        Ok(found.into_iter().next().unwrap_or(Value::Nil))
    }

    fn create_table(&mut self, arguments: &[Value]) -> Done<Vec<Value>> {
        let (Some(count), value) = (arguments.first(), arguments.get(1)) else {
            return self.unsupported("`table.create` of nothing");
        };
        let is_possible = |count: &f64| *count >= 0.0 && as_integer(*count).is_some();
        let site = self.call_site;
        match count {
            Value::Number(count) if !is_possible(count) => {
                self.unsupported("`table.create` of a number that it can't be of")
            }
            Value::Number(count)
                if !self.is_emitting()
                    || *count <= MAX_WRITTEN && !self.listed.contains(&site) && !self.is_record_site(site) =>
            {
                let table = self.new_table();
                if self.is_emitting() {
                    self.table_sites.insert(table, site);
                }
                if let Some(value) = value {
                    for n in 1..=*count as i64 {
                        self.step()?;
                        self.note(Place::Field(table, Key::Integer(n)), value.clone());
                    }
                }
                Ok(vec![Value::Table(table)])
            }
            _ if !self.is_emitting() => self.unsupported("`table.create` of a number that is not known"),
            _ if value.is_none() => {
                let (count, range) = self.guard_integer(count)?;
                self.guard_within(&count, range, (0, MAX_CREATED))?;
                self.create_rows(&count, None)
            }
            _ => self.create_rows(count, value),
        }
    }

    /// Creates a table with room for rows, each with a value.
    fn create_rows(&mut self, count: &Value, value: Option<&Value>) -> Done<Vec<Value>> {
        let site = self.call_site;
        if self.is_record_site(site) {
            let record = self.new_record(site, &[], &[])?;
            if let (Value::Dynamic(dynamic), Some(value)) = (&record, value) {
                let heap_class = self.heap_class_of(&dynamic.kind)?;
                self.note_rows(heap_class, &Kind::default())?;
                let rows = self.rows_of(dynamic, heap_class);
                self.fill(&rows, count, value)?;
            }
            return Ok(vec![record]);
        }
        if self.listed.insert(site) {
            self.is_stale = true;
        }
        let list = self.new_list(site, &[])?;
        let rows = match &list {
            Value::Table(table) => self.lists.get(table).cloned(),
            _ => None,
        };
        if let (Some(rows), Some(value)) = (rows, value) {
            self.fill(&rows, count, value)?;
        }
        Ok(vec![list])
    }
}
