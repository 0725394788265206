//! Records: tables made at run time that escape. They lie in memory and are known by their address, so that they can be
//! put into other tables, merged at joins, kept beyond a round of a loop and returned by outlined functions.
//!
//! Records of one allocation site, and those that may stand for each other, form a heap class: they have the same
//! fields, whose kinds are gathered while the code is emitted. When more becomes known, the code is emitted anew.

use std::collections::HashSet;

use wasm_encoder::{Instruction, ValType};

use crate::code::{Op, Unit};
use crate::evaluator::{Done, Lowering, Outlined, Place};
use crate::kind::{Class, Kind};
use crate::memory::{CAPACITY_AT, HEAP, ROWS_AT, TOO_MANY, TOP, argument};
use crate::storage::{HeapClass, List};
use crate::value::{Dynamic, Key, Value};
use parlour_luau::tree::Item;

/// Initial capacity of rows.
const FIRST_CAPACITY: i32 = 4;

impl Lowering {
    /// True if a table was made at run time.
    pub(crate) fn is_made(&self, table: usize) -> bool {
        self.loaded.is_some_and(|(_, tables)| table >= tables)
    }

    /// True if the tables of an allocation site have to be records.
    pub(crate) fn is_record_site(&self, site: usize) -> bool {
        self.recorded.contains(&site)
    }

    /// The heap class of a table that isn't held as a record yet but has to be: then the code is emitted anew.
    pub(crate) fn pending_heap_class(&mut self, table: usize) -> Option<usize> {
        let site = *self.table_sites.get(&table)?;
        if self.recorded.contains(&site) { Some(self.heap_classes.of_site(site)) } else { None }
    }

    /// Turns tables made at run time that a value is, or may be, into records.
    pub(crate) fn materialize(&mut self, value: &Value) {
        let tables: Vec<usize> = match value.bare() {
            Value::Table(table) => vec![*table],
            Value::Dynamic(dynamic) => {
                let tables = dynamic.kind.atoms.iter().filter_map(|atom| match &self.atoms[*atom as usize] {
                    Value::Table(table) => Some(*table),
                    _ => None,
                });
                tables.collect()
            }
            _ => return,
        };
        for table in tables {
            if !self.is_made(table) {
                continue;
            }
            if let Some(site) = self.table_sites.get(&table)
                && self.recorded.insert(*site)
            {
                self.is_stale = true;
            }
        }
    }

    /// The only heap class of the records that a value may be.
    pub(crate) fn heap_class_of(&mut self, kind: &Kind) -> Done<usize> {
        let mut heap_classes = kind.records.iter().map(|heap_class| self.heap_classes.find(*heap_class));
        let Some(first) = heap_classes.next() else { return self.unsupported("a table of which too little is known") };
        let others: Vec<usize> = heap_classes.filter(|heap_class| *heap_class != first).collect();
        for other in others {
            let other = self.heap_classes.find(other);
            if other == first {
                continue;
            }
            self.is_stale = true;
            let HeapClass { fields, rows } = self.heap_classes.merge(other, first);
            for (key, kind) in fields {
                self.note_field(first, &key, &kind)?;
            }
            if let Some(rows) = rows {
                self.note_rows(first, &rows)?;
            }
        }
        Ok(first)
    }

    fn note_field(&mut self, heap_class: usize, key: &Key, own: &Kind) -> Done<()> {
        let known = self.heap_classes.get(heap_class).fields.get(key).map(|kind| self.heap_classes.current(kind));
        let kind = self.shared_kind(known.as_ref(), own)?;
        if known.as_ref() != Some(&kind) {
            self.heap_classes.get_mut(heap_class).fields.insert(key.clone(), kind);
            self.is_stale = true;
        }
        Ok(())
    }

    /// Records the kind of the rows of a heap class.
    pub(crate) fn note_rows(&mut self, heap_class: usize, own: &Kind) -> Done<()> {
        let known = self.heap_classes.get(heap_class).rows.as_ref().map(|kind| self.heap_classes.current(kind));
        let is_empty = |kind: &Kind| kind.classes().next().is_none();
        let kind = self.shared_kind(known.as_ref().filter(|kind| !is_empty(kind)), own)?;
        if known.as_ref() != Some(&kind) {
            self.heap_classes.get_mut(heap_class).rows = Some(kind);
            self.is_stale = true;
        }
        Ok(())
    }

    /// Allocates a record at an allocation site.
    pub(crate) fn record_table(&mut self, site: usize, items: &[Item]) -> Done<Value> {
        let (rows, fields) = self.items(items)?;
        let is_number = |key: &Value| match key {
            Value::Number(number) => *number >= 1.0,
            Value::Dynamic(_) => true,
            _ => false,
        };
        if !rows.is_empty() && fields.iter().any(|(key, _)| is_number(key)) {
            return self.unsupported("rows of a table are written both with and without their numbers");
        }
        let mut given = Vec::new();
        for (key, _) in &fields {
            given.extend(self.known_key(key)?);
        }
        let record = self.new_record(site, &rows, &given)?;
        for (key, value) in fields {
            self.set_index(&record, &key, value)?;
        }
        Ok(record)
    }

    /// Allocates a record with rows; fields that aren't given are nil.
    pub(crate) fn new_record(&mut self, site: usize, rows: &[Value], given: &[Key]) -> Done<Value> {
        let heap_class = self.heap_classes.of_site(site);
        for value in rows {
            let kind = self.stored(value)?;
            if kind.class() == Some(Class::Nil) {
                return self.unsupported("a list is written with nothing among its values");
            }
            self.note_rows(heap_class, &kind.something())?;
        }
        let record = self.bare_record(heap_class, rows.len(), given)?;
        let list = self.rows_of(&record, heap_class);
        for (n, value) in (1..).zip(rows) {
            self.set_list_at(&list, &Value::Number(f64::from(n)), value)?;
        }
        Ok(Value::Dynamic(record))
    }

    /// Allocates memory for a record, whose fields are nil until they are given.
    fn bare_record(&mut self, heap_class: usize, rows: usize, given: &[Key]) -> Done<Dynamic> {
        let nil = Kind { nil: true, ..Kind::default() };
        let fields: Vec<Key> = self.heap_classes.get(heap_class).fields.keys().cloned().collect();
        for key in fields.iter().filter(|key| !given.contains(key)) {
            self.note_field(heap_class, key, &nil)?;
        }
        let known = self.heap_classes.get(heap_class).clone();
        let bytes = known.bytes();
        let address = self.local(ValType::I32);
        self.plain(Instruction::GlobalGet(HEAP));
        self.plain(Instruction::I32Const((bytes + 8 * rows) as i32));
        self.plain(Instruction::I32Sub);
        self.plain(Instruction::LocalTee(address));
        self.plain(Instruction::GlobalSet(HEAP));
        self.plain(Instruction::LocalGet(address));
        self.plain(Instruction::GlobalGet(TOP));
        self.plain(Instruction::I32LtS);
        self.bail_out_if(TOO_MANY);
        if known.rows.is_some() {
            self.plain(Instruction::LocalGet(address));
            self.plain(Instruction::I64Const(0));
            self.plain(Instruction::I64Store(argument(0, 3)));
            // The rows begin behind the fields; the first one is eight bytes behind the noted address.
            self.plain(Instruction::LocalGet(address));
            self.plain(Instruction::LocalGet(address));
            self.plain(Instruction::I32Const(bytes as i32 - 8));
            self.plain(Instruction::I32Add);
            self.plain(Instruction::I32Store(argument(ROWS_AT, 2)));
            self.plain(Instruction::LocalGet(address));
            self.plain(Instruction::I32Const(rows as i32));
            self.plain(Instruction::I32Store(argument(CAPACITY_AT, 2)));
        }
        for (n, kind) in known.fields.values().enumerate() {
            self.plain(Instruction::LocalGet(address));
            self.push_hole(kind);
            self.plain(Instruction::I64Store(argument(known.start() + 8 * n, 3)));
        }
        self.records_made += 1;
        let kind = Kind { records: [heap_class].into(), ..Kind::default() };
        let target = self.new_dynamic(kind);
        self.plain(Instruction::LocalGet(address));
        self.plain(Instruction::I64ExtendI32U);
        self.plain(Instruction::LocalSet(target.payload));
        Ok(target)
    }

    /// Copies a record.
    pub(crate) fn clone_record(&mut self, record: &Dynamic) -> Done<Value> {
        let heap_class = self.heap_class_of(&record.kind)?;
        let fields: Vec<Key> = self.heap_classes.get(heap_class).fields.keys().cloned().collect();
        let copy = self.bare_record(heap_class, 0, &fields)?;
        let known = self.heap_classes.get(heap_class).clone();
        for n in 0..known.fields.len() {
            let at = known.start() + 8 * n;
            self.push_record(&copy);
            self.push_record(record);
            self.plain(Instruction::I64Load(argument(at, 3)));
            self.plain(Instruction::I64Store(argument(at, 3)));
        }
        if known.rows.is_some() {
            let (from, to) = (self.rows_of(record, heap_class), self.rows_of(&copy, heap_class));
            self.copy_rows(&from, &to)?;
        }
        Ok(Value::Dynamic(copy))
    }

    /// Clears a record.
    pub(crate) fn clear_record(&mut self, record: &Dynamic) -> Done<()> {
        let heap_class = self.heap_class_of(&record.kind)?;
        let known = self.heap_classes.get(heap_class).clone();
        let nil = Kind { nil: true, ..Kind::default() };
        for (n, (key, kind)) in known.fields.iter().enumerate() {
            self.note_field(heap_class, key, &nil)?;
            self.push_record(record);
            self.push_hole(kind);
            self.plain(Instruction::I64Store(argument(known.start() + 8 * n, 3)));
        }
        if known.rows.is_some() {
            let list = self.rows_of(record, heap_class);
            self.clear_list(&list)?;
        }
        Ok(())
    }

    /// Pushes the address of a record.
    pub(crate) fn push_record(&mut self, record: &Dynamic) {
        self.plain(Instruction::LocalGet(record.payload));
        self.plain(Instruction::I32WrapI64);
    }

    /// The rows of a record as a list.
    pub(crate) fn rows_of(&self, record: &Dynamic, heap_class: usize) -> List {
        List::of_record(record.payload, heap_class)
    }

    /// Reads a field of a record.
    pub(crate) fn record_at(&mut self, record: &Dynamic, key: &Value) -> Done<Value> {
        if matches!(key, Value::Nil) {
            return Ok(Value::Nil);
        }
        let heap_class = self.heap_class_of(&record.kind)?;
        match self.known_key(key)? {
            Some(Key::Integer(1..)) => {
                let list = self.rows_of(record, heap_class);
                self.list_at(&list, key)
            }
            Some(key) => {
                let known = self.heap_classes.get(heap_class);
                let (Some(kind), Some(at)) = (known.fields.get(&key), known.offset(&key)) else {
                    return Ok(Value::Nil);
                };
                let kind = self.heap_classes.current(kind);
                self.push_record(record);
                self.plain(Instruction::I64Load(argument(at, 3)));
                Ok(self.pop_stored(&kind))
            }
            None => {
                let Value::Dynamic(dynamic) = key else { return self.unsupported("a key is not known") };
                if dynamic.kind.is_reference() {
                    let key = self.guard_reference(dynamic);
                    let Value::Dynamic(key) = &key else { return self.record_at(record, &key) };
                    let values = self
                        .for_each_atom(key, &mut |lowering, key| Ok(vec![lowering.record_at_known(record, &key)?]))?;
                    return Ok(values.into_iter().next().unwrap_or(Value::Nil));
                }
                let key = self.guard_number(key)?;
                self.guard_only_rows(heap_class, &key)?;
                let list = self.rows_of(record, heap_class);
                self.list_at(&list, &key)
            }
        }
    }

    fn record_at_known(&mut self, record: &Dynamic, key: &Value) -> Done<Value> {
        if let Value::Dynamic(_) = key {
            return self.unsupported("a table that is made at run time is a key");
        }
        self.record_at(record, key)
    }

    /// Bails out if a dynamic number is the key of a field that isn't a row.
    fn guard_only_rows(&mut self, heap_class: usize, key: &Value) -> Done<()> {
        let is_number = |key: &&Key| matches!(key, Key::Integer(_) | Key::Other(_));
        let has_numbers = self.heap_classes.get(heap_class).fields.keys().any(|key| is_number(&key));
        if has_numbers {
            let (key, range) = self.guard_integer(key)?;
            self.guard_within(&key, range, (1, i64::MAX >> 1))?;
        }
        Ok(())
    }

    /// `record[key] = value`
    pub(crate) fn set_record_at(&mut self, record: &Dynamic, key: &Value, value: &Value) -> Done<()> {
        let heap_class = self.heap_class_of(&record.kind)?;
        match self.known_key(key)? {
            Some(Key::Other(bits)) if f64::from_bits(bits).is_nan() => {
                self.unsupported("no number stands where a key is needed")
            }
            Some(Key::Integer(1..)) => {
                let list = self.rows_of(record, heap_class);
                self.set_list_at(&list, key, value)
            }
            Some(key) => {
                let kind = self.stored(value)?;
                self.note_field(heap_class, &key, &kind)?;
                let known = self.heap_classes.get(heap_class);
                let (Some(kind), Some(at)) = (known.fields.get(&key), known.offset(&key)) else { return Ok(()) };
                let kind = self.heap_classes.current(kind);
                self.push_record(record);
                self.push_stored(value, &kind)?;
                self.plain(Instruction::I64Store(argument(at, 3)));
                Ok(())
            }
            None => {
                let Value::Dynamic(dynamic) = key else { return self.unsupported("a key is not known") };
                if dynamic.kind.is_reference() {
                    let key = self.guard_reference(dynamic);
                    let Value::Dynamic(key) = &key else { return self.set_record_at(record, &key, value) };
                    let set = &mut |lowering: &mut Self, key: Value| match key {
                        Value::Dynamic(_) => lowering.unsupported("a table that is made at run time is a key"),
                        key => lowering.set_record_at(record, &key, value).map(|()| Vec::new()),
                    };
                    return self.for_each_atom(key, set).map(drop);
                }
                let key = self.guard_number(key)?;
                self.guard_only_rows(heap_class, &key)?;
                let list = self.rows_of(record, heap_class);
                self.set_list_at(&list, &key, value)
            }
        }
    }

    /// True if records of a heap class have nothing but rows.
    pub(crate) fn has_only_rows(&self, heap_class: usize) -> bool {
        self.heap_classes.get(heap_class).fields.is_empty()
    }

    /// Calls the function that grows rows, with the address of a record and the capacity needed.
    pub(crate) fn make_room(&mut self) {
        let function = match self.grow_function {
            Some(function) => function,
            None => {
                let unit = grow_function();
                let results = Some(vec![Kind::boolean()]);
                self.functions.push(Outlined { unit, results, assumes: usize::MAX, ..Outlined::default() });
                let function = self.functions.len() - 1;
                self.grow_function = Some(function);
                function
            }
        };
        self.push(Op::Call(function));
        self.plain(Instruction::I64Eqz);
        self.bail_out_if(TOO_MANY);
    }

    // Reclaiming the memory of records.

    /// Saves the heap pointer, so that records made since can be reclaimed; `None` if something in scope could hold
    /// them.
    pub(crate) fn note_heap(&mut self) -> Option<(u32, usize)> {
        if self.recorded.is_empty() || self.holds_records() {
            return None;
        }
        let heap = self.local(ValType::I32);
        self.plain(Instruction::GlobalGet(HEAP));
        self.plain(Instruction::LocalSet(heap));
        Some((heap, self.records_made))
    }

    /// Reclaims the records made since: nothing holds them.
    pub(crate) fn reset_heap(&mut self, noted: Option<(u32, usize)>) {
        if let Some((heap, made)) = noted
            && self.records_made > made
        {
            self.plain(Instruction::LocalGet(heap));
            self.plain(Instruction::GlobalSet(HEAP));
        }
    }

    /// True if a value is a record, or may be.
    pub(crate) fn is_record(&self, value: &Value) -> bool {
        matches!(value, Value::Dynamic(dynamic) if !dynamic.kind.records.is_empty())
    }

    /// True if anything reachable from the inlined calls is a record, or could hold one.
    fn holds_records(&self) -> bool {
        let mut open: Vec<Value> = self.held.clone();
        let mut cells: HashSet<usize> = HashSet::new();
        let mut tables: HashSet<usize> = HashSet::new();
        let mut found: Vec<usize> = Vec::new();
        for frame in &self.frames {
            found.extend(frame.slots.iter().copied().filter(|cell| *cell != usize::MAX));
            found.extend(&frame.closure.captures);
            open.extend(frame.rest.iter().map(|value| value.bare().clone()));
        }
        let loaded = self.loaded.map_or(0, |(cells, _)| cells);
        loop {
            while let Some(cell) = found.pop() {
                if cell >= loaded && cells.insert(cell) {
                    open.push(self.read(&Place::Cell(cell)));
                }
            }
            let Some(value) = open.pop() else { return false };
            self.spend(1);
            match &value {
                Value::Dynamic(dynamic) => {
                    if !dynamic.kind.records.is_empty() {
                        return true;
                    }
                    open.extend(dynamic.kind.atoms.iter().map(|atom| self.atoms[*atom as usize].clone()).filter(
                        |value| {
                            matches!(value, Value::Table(table) if self.is_made(*table))
                                || matches!(value, Value::Function(_))
                        },
                    ));
                }
                Value::Function(closure) => found.extend(&closure.captures),
                Value::Table(table) if self.is_made(*table) && tables.insert(*table) => {
                    if let Some(list) = self.lists.get(table)
                        && !self.element_kind(list).records.is_empty()
                    {
                        return true;
                    }
                    open.extend(self.tables[*table].fields.values().cloned());
                }
                _ => {}
            }
        }
    }
}

/// The function that grows the rows of a record: takes the record's address and the capacity needed, and returns true
/// if there is room.
fn grow_function() -> Unit {
    use Instruction as I;
    let mut unit = Unit::default();
    unit.parameters = vec![ValType::I32, ValType::I32];
    let (address, needed) = (0, 1);
    let (room, begin) = (unit.local(ValType::I32), unit.local(ValType::I32));
    let at_least = |what: [I<'static>; 1]| {
        let [value] = what;
        [I::LocalGet(room), value.clone(), I::LocalGet(room), value, I::I32GtS, I::Select, I::LocalSet(room)]
    };
    let mut code: Vec<I<'static>> = vec![
        // Doubles the capacity.
        I::LocalGet(address),
        I::I32Load(argument(CAPACITY_AT, 2)),
        I::I32Const(1),
        I::I32Shl,
        I::LocalSet(room),
    ];
    code.extend(at_least([I::LocalGet(needed)]));
    code.extend(at_least([I::I32Const(FIRST_CAPACITY)]));
    code.extend([
        I::GlobalGet(HEAP),
        I::LocalGet(room),
        I::I32Const(3),
        I::I32Shl,
        I::I32Sub,
        I::LocalTee(begin),
        I::GlobalGet(TOP),
        I::I32LtS,
    ]);
    unit.code.extend(code.into_iter().map(Op::Plain));
    unit.code.push(Op::If(vec![Op::Plain(I::I64Const(0)), Op::Plain(I::Return)], Vec::new()));
    let code = [
        I::LocalGet(begin),
        I::GlobalSet(HEAP),
        I::LocalGet(begin),
        I::LocalGet(address),
        I::I32Load(argument(ROWS_AT, 2)),
        I::I32Const(8),
        I::I32Add,
        I::LocalGet(address),
        I::I32Load(argument(0, 2)),
        I::I32Const(3),
        I::I32Shl,
        I::MemoryCopy { src_mem: 0, dst_mem: 0 },
        I::LocalGet(address),
        I::LocalGet(begin),
        I::I32Const(8),
        I::I32Sub,
        I::I32Store(argument(ROWS_AT, 2)),
        I::LocalGet(address),
        I::LocalGet(room),
        I::I32Store(argument(CAPACITY_AT, 2)),
        I::I64Const(1),
    ];
    unit.code.extend(code.into_iter().map(Op::Plain));
    unit
}
