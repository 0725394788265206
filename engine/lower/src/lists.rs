//! Lists: consecutive values whose number is known only at run time. They lie in a scratch arena that is reclaimed at
//! the end of a loop's round or of a call.

use wasm_encoder::{Instruction, ValType};

use crate::code::Op;
use crate::evaluator::{Done, EnclosingLoop, Lowering};
use crate::kind::Kind;
use crate::memory::{CAPACITY_AT, HEAP, ROWS_AT, TOO_MANY, TOP, argument};
use crate::slots::hole_byte;
use crate::storage::{Address, List, Of};
use crate::value::{Dynamic, Value};
use parlour_luau::tree::{Binary, Statement, Variable};

/// Capacity of a list that only grows at its end, or whose indices are known to be no larger.
const DEFAULT_CAPACITY: i64 = 1022;

/// Its capacity if it is written at other indices, as a set of numbers is.
const MAX_CAPACITY: i64 = (1 << 14) - 2;

/// Limit of rows of a record.
const MAX_ROWS: i64 = 1 << 14;

/// Assumed upper bound of a list's length, for integer ranges.
const MAX_LENGTH: i64 = 1 << 20;

/// Offset of the flag for holes in a list, behind the number of its last value.
const HAS_HOLES: usize = 4;

impl Lowering {
    /// Allocates a list at an allocation site.
    pub(crate) fn new_list(&mut self, site: usize, values: &[Value]) -> Done<Value> {
        let room = self.capacity_of(site);
        let address = self.local(ValType::I32);
        self.plain(Instruction::GlobalGet(TOP));
        self.plain(Instruction::LocalTee(address));
        self.plain(Instruction::I32Const(8 * (room as i32 + 2)));
        self.plain(Instruction::I32Add);
        self.plain(Instruction::GlobalSet(TOP));
        self.plain(Instruction::GlobalGet(TOP));
        self.plain(Instruction::GlobalGet(HEAP));
        self.plain(Instruction::I32GtU);
        self.bail_out_if(TOO_MANY);
        self.plain(Instruction::LocalGet(address));
        self.plain(Instruction::I64Const(0));
        self.plain(Instruction::I64Store(argument(0, 3)));
        let list = List { address: Address::Local(address), of: Of::Site(site) };
        for (n, value) in (1..).zip(values) {
            if matches!(value, Value::Nil) {
                return self.unsupported("a list is written with nothing among its values");
            }
            self.set_list_at(&list, &Value::Number(f64::from(n)), value)?;
        }
        let table = self.new_table();
        self.table_sites.insert(table, site);
        self.lists.insert(table, list);
        self.lists_made += 1;
        Ok(Value::Table(table))
    }

    /// The capacity of a list.
    fn capacity_of(&self, site: usize) -> i64 {
        self.capacities.get(&site).copied().unwrap_or(DEFAULT_CAPACITY)
    }

    /// Requires a table to be a list: the entry is compiled anew with it.
    pub(crate) fn needs_list(&mut self, table: usize) -> Done<Value> {
        if let Some(site) = self.table_sites.get(&table)
            && self.listed.insert(*site)
        {
            self.is_stale = true;
        }
        self.unsupported("a table of which it is known only at run time what it holds")
    }

    /// Compile-time tables of consecutive values as a list. If there are several, the value selects one at run time.
    pub(crate) fn frozen_list(&mut self, tables: &[Value], value: &Dynamic) -> Option<List> {
        let (_, loaded) = self.loaded?;
        let mut kind = Kind::default();
        let mut rows = Vec::new();
        for table in tables {
            let Value::Table(table) = table else { return None };
            if *table >= loaded || self.lists.contains_key(table) {
                return None;
            }
            let length = self.tables[*table].length();
            if length != self.tables[*table].fields.len() {
                return None;
            }
            let values: Vec<Value> = (1..=length as i64)
                .map(|n| self.read(&crate::evaluator::Place::Field(*table, crate::value::Key::Integer(n))))
                .collect();
            self.spend(1 + values.len());
            let mut kinds = vec![kind];
            for value in &values {
                kinds.push(self.kind(value).ok()?);
            }
            kind = Kind::union_of(kinds.into_iter());
            rows.push(values);
        }
        if kind == Kind::default() {
            kind = Kind::integer(0, 0);
        }
        kind.class()?;
        let is_odd = |value: &Value| matches!(value, Value::Number(number) if number.is_nan());
        if kind.float && rows.iter().flatten().any(is_odd) {
            return None;
        }
        let longest = rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut addresses = Vec::new();
        for (table, values) in tables.iter().zip(&rows) {
            let Value::Table(table) = table else { return None };
            let known = self.frozen.get(&(*table, kind.float)).copied();
            addresses.push(match known {
                Some(at) => at,
                None => {
                    let payload = |lowering: &mut Self, value: &Value| match value {
                        Value::Number(number) if kind.float => number.to_bits(),
                        Value::Number(number) => *number as i64 as u64,
                        Value::Boolean(truth) => u64::from(*truth),
                        value => u64::from(lowering.atom(value).unwrap_or_default()),
                    };
                    let mut words = vec![values.len() as u64];
                    words.extend(values.iter().map(|value| payload(self, value)));
                    let at = self.put_data(&words, 8);
                    self.frozen.insert((*table, kind.float), at);
                    at
                }
            });
        }
        if let [address] = addresses[..] {
            return Some(List { address: Address::Known(address as u32), of: Of::Known(kind, longest) });
        }
        // Indexed by the number of the table among all atoms.
        let first = value.kind.atoms.first().copied()? as usize;
        let last = value.kind.atoms.last().copied()? as usize;
        let mut by_atom = vec![0; last - first + 1];
        for (atom, address) in value.kind.atoms.iter().zip(&addresses) {
            by_atom[*atom as usize - first] = *address as u64;
        }
        let at = self.put_data(&by_atom, 4);
        let address = self.local(ValType::I64);
        self.plain(Instruction::LocalGet(value.payload));
        self.plain(Instruction::I64Const(first as i64));
        self.plain(Instruction::I64Sub);
        self.plain(Instruction::I64Const(4));
        self.plain(Instruction::I64Mul);
        self.plain(Instruction::I32WrapI64);
        self.plain(Instruction::I64Load32U(argument(at, 2)));
        self.plain(Instruction::LocalSet(address));
        Some(List { address: Address::Payload(address), of: Of::Known(kind, longest) })
    }

    pub(crate) fn push_address(&mut self, list: &List) {
        match list.address {
            Address::Local(local) => self.plain(Instruction::LocalGet(local)),
            Address::Payload(local) => {
                self.plain(Instruction::LocalGet(local));
                self.plain(Instruction::I32WrapI64);
            }
            Address::Known(at) => self.plain(Instruction::I32Const(at as i32)),
        }
    }

    /// The kind of a list's values, as far as known.
    pub(crate) fn element_kind(&self, list: &List) -> Kind {
        self.content(list).unwrap_or_else(|| Kind::integer(0, 0))
    }

    /// The kind of a list's values, if any value is known to be put into it.
    fn content(&self, list: &List) -> Option<Kind> {
        let kind = match &list.of {
            Of::Site(site) => self.listed_kinds.get(site),
            Of::HeapClass(heap_class) => self.heap_classes.get(*heap_class).rows.as_ref(),
            Of::Known(kind, _) => Some(kind),
        };
        kind.filter(|kind| kind.classes().next().is_some()).map(|kind| self.heap_classes.current(kind))
    }

    /// Adds a kind to those that a list holds.
    fn note_element(&mut self, list: &List, own: &Kind) -> Done<()> {
        match list.of {
            Of::Known(..) => self.unsupported("a table that can't be changed is changed"),
            Of::HeapClass(heap_class) => self.note_rows(heap_class, own),
            Of::Site(site) => {
                let known = self.listed_kinds.get(&site).map(|kind| self.heap_classes.current(kind));
                let kind = self.shared_kind(known.as_ref(), own)?;
                if known.as_ref() != Some(&kind) {
                    self.listed_kinds.insert(site, kind);
                    self.is_stale = true;
                }
                Ok(())
            }
        }
    }

    /// Bails out if a list has had holes: its length and iteration order in Luau then depend on its history.
    fn guard_no_holes(&mut self, list: &List) {
        if !list.is_known() {
            self.push_address(list);
            self.plain(Instruction::I32Load(argument(HAS_HOLES, 2)));
            self.bail_out_if("the length of a list that has holes");
        }
    }

    pub(crate) fn list_length(&mut self, list: &List) -> Value {
        if let Of::HeapClass(heap_class) = list.of
            && self.heap_classes.get(heap_class).rows.is_none()
        {
            return Value::Number(0.0);
        }
        self.guard_no_holes(list);
        self.push_last(list);
        self.pop(Kind::integer(0, MAX_LENGTH))
    }

    /// Pushes the number of the last value of a list.
    fn push_last(&mut self, list: &List) {
        self.push_address(list);
        self.plain(Instruction::I64Load32U(argument(0, 2)));
    }

    /// Sets the number of the last value of a list from a local.
    fn set_last(&mut self, list: &List, n: u32) {
        self.push_address(list);
        self.plain(Instruction::LocalGet(n));
        self.plain(Instruction::I64Store32(argument(0, 2)));
    }

    /// Pushes the address of a value of a list by its number, from 1, in a local.
    fn push_place(&mut self, list: &List, n: u32) {
        self.push_address(list);
        if let Of::HeapClass(_) = list.of {
            self.plain(Instruction::I32Load(argument(ROWS_AT, 2)));
        }
        self.plain(Instruction::LocalGet(n));
        self.plain(Instruction::I32WrapI64);
        self.plain(Instruction::I32Const(3));
        self.plain(Instruction::I32Shl);
        self.plain(Instruction::I32Add);
    }

    pub(crate) fn list_at(&mut self, list: &List, key: &Value) -> Done<Value> {
        if matches!(key, Value::Text(_) | Value::Nil | Value::Boolean(_)) {
            return Ok(Value::Nil);
        }
        if let Of::HeapClass(heap_class) = list.of
            && self.heap_classes.get(heap_class).rows.is_none()
        {
            return Ok(Value::Nil);
        }
        let (key, _) = self.guard_integer(key)?;
        let place = Kind { nil: true, ..self.element_kind(list) };
        let n = self.local(ValType::I64);
        self.push_integer(&key)?;
        self.plain(Instruction::LocalSet(n));
        let raw = self.local(ValType::I64);
        self.push_hole(&place);
        self.plain(Instruction::LocalSet(raw));
        self.plain(Instruction::LocalGet(n));
        self.plain(Instruction::I64Const(1));
        self.plain(Instruction::I64Sub);
        self.push_last(list);
        self.plain(Instruction::I64LtU);
        let ((), inner) = self.detached(|lowering| {
            lowering.push_place(list, n);
            lowering.plain(Instruction::I64Load(argument(0, 3)));
            lowering.plain(Instruction::LocalSet(raw));
        });
        self.push(Op::If(inner, Vec::new()));
        self.plain(Instruction::LocalGet(raw));
        Ok(self.pop_stored(&place))
    }

    pub(crate) fn set_list_at(&mut self, list: &List, key: &Value, value: &Value) -> Done<()> {
        let (key, range) = self.guard_integer(key)?;
        self.note_greatest(list, range.1);
        let n = self.local(ValType::I64);
        self.push_integer(&key)?;
        self.plain(Instruction::LocalSet(n));
        self.guard_room(list, n);
        let own = self.stored(value)?;
        match value {
            Value::Nil => {
                if let Of::HeapClass(heap_class) = list.of
                    && self.heap_classes.get(heap_class).rows.is_none()
                {
                    return Ok(());
                }
                self.take_out(list, n);
                Ok(())
            }
            Value::Dynamic(Dynamic { class: Some(class), .. }) if own.nil => {
                self.note_element(list, &own.something())?;
                let ((), nothing) = self.detached(|lowering| lowering.take_out(list, n));
                let (done, something) = self.detached(|lowering| lowering.put_in(list, n, value));
                done?;
                self.plain(Instruction::LocalGet(*class));
                self.push(Op::If(something, nothing));
                Ok(())
            }
            _ => {
                self.note_element(list, &own)?;
                self.put_in(list, n, value)
            }
        }
    }

    /// Bails out if the number in a local exceeds the capacity of a list.
    fn guard_room(&mut self, list: &List, n: u32) {
        let most = match list.of {
            Of::Site(site) => self.capacity_of(site),
            _ => MAX_ROWS,
        };
        self.plain(Instruction::LocalGet(n));
        self.plain(Instruction::I64Const(1));
        self.plain(Instruction::I64Sub);
        self.plain(Instruction::I64Const(most));
        self.plain(Instruction::I64GeU);
        self.bail_out_if("a list grows too long, or has a number below 1");
    }

    /// Stores a value that isn't nil at a number within a list's capacity.
    fn put_in(&mut self, list: &List, n: u32, value: &Value) -> Done<()> {
        let element = self.element_kind(list);
        // Behind the end the list grows; the slots between are empty.
        let last = self.local(ValType::I64);
        self.push_last(list);
        self.plain(Instruction::LocalTee(last));
        self.plain(Instruction::LocalGet(n));
        self.plain(Instruction::I64LtS);
        let ((), inner) = self.detached(|lowering| {
            if let Of::HeapClass(_) = list.of {
                lowering.push_address(list);
                lowering.plain(Instruction::I64Load32U(argument(CAPACITY_AT, 2)));
                lowering.plain(Instruction::LocalGet(n));
                lowering.plain(Instruction::I64LtS);
                let ((), more) = lowering.detached(|lowering| {
                    lowering.count_values(n);
                    lowering.push_address(list);
                    lowering.plain(Instruction::LocalGet(n));
                    lowering.plain(Instruction::I32WrapI64);
                    lowering.make_room();
                });
                lowering.push(Op::If(more, Vec::new()));
            }
            lowering.plain(Instruction::LocalGet(n));
            lowering.plain(Instruction::LocalGet(last));
            lowering.plain(Instruction::I64Const(1));
            lowering.plain(Instruction::I64Add);
            lowering.plain(Instruction::I64Ne);
            let ((), between) = lowering.detached(|lowering| {
                lowering.count_values(n);
                lowering.push_place(list, last);
                lowering.plain(Instruction::I32Const(8));
                lowering.plain(Instruction::I32Add);
                lowering.plain(Instruction::I32Const(i32::from(hole_byte(&element))));
                lowering.push_bytes_between(last, n);
                lowering.plain(Instruction::I32Const(8));
                lowering.plain(Instruction::I32Sub);
                lowering.plain(Instruction::MemoryFill(0));
                lowering.note_holes(list);
            });
            lowering.push(Op::If(between, Vec::new()));
            lowering.set_last(list, n);
        });
        self.push(Op::If(inner, Vec::new()));
        self.push_place(list, n);
        self.push_stored(value, &element)?;
        self.plain(Instruction::I64Store(argument(0, 3)));
        Ok(())
    }

    /// Pushes the number of bytes from one index of a list to another.
    fn push_bytes_between(&mut self, from: u32, to: u32) {
        self.plain(Instruction::LocalGet(to));
        self.plain(Instruction::LocalGet(from));
        self.plain(Instruction::I64Sub);
        self.plain(Instruction::I32WrapI64);
        self.plain(Instruction::I32Const(3));
        self.plain(Instruction::I32Shl);
    }

    fn note_holes(&mut self, list: &List) {
        self.push_address(list);
        self.plain(Instruction::I32Const(1));
        self.plain(Instruction::I32Store(argument(HAS_HOLES, 2)));
    }

    /// Removes the value at the number in a local: the last one, or one that leaves a hole.
    fn take_out(&mut self, list: &List, n: u32) {
        let element = self.element_kind(list);
        let last = self.local(ValType::I64);
        self.push_last(list);
        self.plain(Instruction::LocalTee(last));
        self.plain(Instruction::LocalGet(n));
        self.plain(Instruction::I64Eq);
        let ((), shorter) = self.detached(|lowering| {
            lowering.plain(Instruction::LocalGet(n));
            lowering.plain(Instruction::I64Const(1));
            lowering.plain(Instruction::I64Sub);
            lowering.plain(Instruction::LocalSet(last));
            lowering.set_last(list, last);
        });
        let ((), within) = self.detached(|lowering| {
            lowering.plain(Instruction::LocalGet(n));
            lowering.plain(Instruction::LocalGet(last));
            lowering.plain(Instruction::I64LtS);
            let ((), hole) = lowering.detached(|lowering| {
                lowering.push_place(list, n);
                lowering.push_hole(&element);
                lowering.plain(Instruction::I64Store(argument(0, 3)));
                lowering.note_holes(list);
            });
            lowering.push(Op::If(hole, Vec::new()));
        });
        self.push(Op::If(shorter, within));
    }

    /// Appends a value to a list.
    pub(crate) fn append(&mut self, list: &List, value: &Value) -> Done<()> {
        let length = self.length_of_made(list)?;
        let end = self.binary(Binary::Add, &length, &Value::Number(1.0))?;
        self.set_list_at(list, &end, value)
    }

    /// The length of a list that is to be changed.
    fn length_of_made(&mut self, list: &List) -> Done<Value> {
        match list.of {
            Of::Known(..) => return self.unsupported("a table that can't be changed is changed"),
            Of::HeapClass(heap_class) => self.note_rows(heap_class, &Kind::default())?,
            Of::Site(_) => {}
        }
        Ok(self.list_length(list))
    }

    /// Inserts a value into a list; later ones move up.
    pub(crate) fn insert(&mut self, list: &List, at: &Value, value: &Value) -> Done<()> {
        let length = self.length_of_made(list)?;
        let own = self.stored(value)?;
        if own.nil {
            return self.unsupported("what may be nothing is put between the values of a list");
        }
        let end = self.binary(Binary::Add, &length, &Value::Number(1.0))?;
        let (n, last) = self.guard_number_in(at, &end)?;
        // Its own slot is overwritten unless it is the end.
        self.set_list_at(list, &end, value)?;
        self.move_rows(list, (n, 0), (n, 1), last);
        self.put_in(list, n, value)
    }

    /// Removes a value from a list; later ones move down.
    pub(crate) fn remove(&mut self, list: &List, at: &Value) -> Done<Value> {
        let length = self.length_of_made(list)?;
        let (n, last) = self.guard_number_in(at, &length)?;
        let value = self.list_at(list, at)?;
        self.move_rows(list, (n, 1), (n, 0), last);
        self.plain(Instruction::LocalGet(last));
        self.plain(Instruction::I64Const(1));
        self.plain(Instruction::I64Sub);
        self.plain(Instruction::LocalSet(last));
        self.set_last(list, last);
        // It was present.
        Ok(match value {
            Value::Dynamic(dynamic) => self.narrowed(&dynamic, dynamic.kind.something()),
            value => value,
        })
    }

    /// Locals with an index and its upper bound; bails out if the index is beyond it.
    fn guard_number_in(&mut self, at: &Value, end: &Value) -> Done<(u32, u32)> {
        let (at, _) = self.guard_integer(at)?;
        let (n, last) = (self.local(ValType::I64), self.local(ValType::I64));
        self.push_integer(&at)?;
        self.plain(Instruction::LocalSet(n));
        self.push_integer(end)?;
        self.plain(Instruction::LocalSet(last));
        self.plain(Instruction::LocalGet(n));
        self.plain(Instruction::I64Const(1));
        self.plain(Instruction::I64Sub);
        self.plain(Instruction::LocalGet(last));
        self.plain(Instruction::I64GeU);
        self.bail_out_if("a place of a list that is not there");
        Ok((n, last))
    }

    /// Moves the values of a list from an index up to the last.
    fn move_rows(&mut self, list: &List, from: (u32, i32), to: (u32, i32), last: u32) {
        let count = |lowering: &mut Self| {
            lowering.plain(Instruction::LocalGet(last));
            lowering.plain(Instruction::LocalGet(from.0));
            lowering.plain(Instruction::I64Sub);
        };
        self.count_many(count, 3);
        for (n, behind) in [to, from] {
            self.push_place(list, n);
            self.plain(Instruction::I32Const(8 * behind));
            self.plain(Instruction::I32Add);
        }
        self.push_bytes_between(from.0, last);
        self.plain(Instruction::MemoryCopy { src_mem: 0, dst_mem: 0 });
    }

    /// Removes the last value of a list.
    pub(crate) fn remove_last(&mut self, list: &List) -> Done<Value> {
        let length = self.length_of_made(list)?;
        let value = self.list_at(list, &length)?;
        let new = self.binary(Binary::Subtract, &length, &Value::Number(1.0))?;
        let zero = Value::Number(0.0);
        let new = self.extreme(&[new, zero], true)?;
        self.push_address(list);
        self.push_integer(&new)?;
        self.plain(Instruction::I64Store32(argument(0, 2)));
        Ok(value)
    }

    pub(crate) fn clear_list(&mut self, list: &List) -> Done<()> {
        if list.is_known() {
            return self.unsupported("a table that can't be changed is changed");
        }
        self.push_address(list);
        self.plain(Instruction::I64Const(0));
        self.plain(Instruction::I64Store(argument(0, 3)));
        Ok(())
    }

    /// Fills an empty list with copies of a value.
    pub(crate) fn fill(&mut self, list: &List, count: &Value, value: &Value) -> Done<()> {
        let own = self.stored(value)?;
        if own.nil {
            return self.unsupported("`table.create` of what may be nothing");
        }
        self.note_element(list, &own)?;
        let (count, range) = self.guard_integer(count)?;
        self.note_greatest(list, range.1);
        let n = self.local(ValType::I64);
        self.push_integer(&count)?;
        self.plain(Instruction::LocalTee(n));
        self.plain(Instruction::I64Eqz);
        self.plain(Instruction::I32Eqz);
        let (done, inner) = self.detached(|lowering| {
            lowering.guard_room(list, n);
            if let Of::HeapClass(_) = list.of {
                lowering.push_address(list);
                lowering.plain(Instruction::LocalGet(n));
                lowering.plain(Instruction::I32WrapI64);
                lowering.make_room();
            }
            lowering.set_last(list, n);
            let stored = lowering.local(ValType::I64);
            let element = lowering.element_kind(list);
            lowering.push_stored(value, &element)?;
            lowering.plain(Instruction::LocalSet(stored));
            let label = lowering.new_label();
            let ((), round) = lowering.detached(|lowering| {
                lowering.push_place(list, n);
                lowering.plain(Instruction::LocalGet(stored));
                lowering.plain(Instruction::I64Store(argument(0, 3)));
                lowering.plain(Instruction::LocalGet(n));
                lowering.plain(Instruction::I64Const(1));
                lowering.plain(Instruction::I64Sub);
                lowering.plain(Instruction::LocalTee(n));
                lowering.plain(Instruction::I64Eqz);
                lowering.plain(Instruction::I32Eqz);
                lowering.push(Op::If(vec![Op::Branch(label)], Vec::new()));
            });
            lowering.count_many(|lowering| lowering.plain(Instruction::LocalGet(n)), 1);
            lowering.push(Op::Loop(label, None, round));
            Ok(())
        });
        done?;
        self.push(Op::If(inner, Vec::new()));
        Ok(())
    }

    /// Records the largest index of a list. One that comes from its length is where it grows.
    fn note_greatest(&mut self, list: &List, most: i64) {
        let grows = MAX_LENGTH..=MAX_LENGTH + 1;
        let needed = (most.clamp(0, MAX_CAPACITY) as u64 + 2).next_power_of_two() as i64 - 2;
        if let Of::Site(site) = list.of
            && needed > self.capacity_of(site)
            && !grows.contains(&most)
        {
            self.capacities.insert(site, needed);
            self.is_stale = true;
        }
    }

    /// Copies a list into a new one at the copy's allocation site.
    pub(crate) fn clone_list(&mut self, site: usize, list: &List) -> Done<Value> {
        let copy = self.new_list(site, &[])?;
        let Value::Table(table) = copy else { return Ok(copy) };
        let Some(of_copy) = self.lists.get(&table).cloned() else { return Ok(copy) };
        if let Of::Site(of_list) = list.of
            && self.capacity_of(of_list) > self.capacity_of(site)
        {
            self.capacities.insert(site, self.capacity_of(of_list));
            self.is_stale = true;
        }
        self.copy_rows(list, &of_copy)?;
        Ok(copy)
    }

    /// Copies the values of a list into an empty one.
    pub(crate) fn copy_rows(&mut self, from: &List, to: &List) -> Done<()> {
        let Some(source) = self.content(from) else { return Ok(()) };
        self.note_element(to, &source)?;
        let target = self.element_kind(to);
        if source.something().class() != target.something().class() {
            // The layouts differ.
            if from.is_known() {
                return self.unsupported("a table is copied that is to hold values of other types as well");
            }
            self.note_element(from, &target)?;
        }
        let last = self.local(ValType::I64);
        self.push_last(from);
        self.plain(Instruction::LocalSet(last));
        self.plain(Instruction::LocalGet(last));
        self.plain(Instruction::I64Eqz);
        self.plain(Instruction::I32Eqz);
        let ((), inner) = self.detached(|lowering| {
            let most = match to.of {
                Of::Site(site) => lowering.capacity_of(site),
                _ => MAX_ROWS,
            };
            lowering.plain(Instruction::LocalGet(last));
            lowering.plain(Instruction::I64Const(most));
            lowering.plain(Instruction::I64GtU);
            lowering.bail_out_if("a list grows too long, or has a number below 1");
            lowering.count_values(last);
            if let Of::HeapClass(_) = to.of {
                lowering.push_address(to);
                lowering.plain(Instruction::LocalGet(last));
                lowering.plain(Instruction::I32WrapI64);
                lowering.make_room();
            }
            let first = lowering.local(ValType::I64);
            lowering.plain(Instruction::I64Const(1));
            lowering.plain(Instruction::LocalSet(first));
            lowering.push_place(to, first);
            lowering.push_place(from, first);
            lowering.plain(Instruction::LocalGet(last));
            lowering.plain(Instruction::I32WrapI64);
            lowering.plain(Instruction::I32Const(3));
            lowering.plain(Instruction::I32Shl);
            lowering.plain(Instruction::MemoryCopy { src_mem: 0, dst_mem: 0 });
            // Holes included.
            lowering.push_address(to);
            if from.is_known() {
                lowering.push_last(from);
            } else {
                lowering.push_address(from);
                lowering.plain(Instruction::I64Load(argument(0, 3)));
            }
            lowering.plain(Instruction::I64Store(argument(0, 3)));
        });
        self.push(Op::If(inner, Vec::new()));
        Ok(())
    }

    /// A loop over a list.
    pub(crate) fn over_list(&mut self, variables: &[Variable], list: &List, block: &[Statement]) -> Done<()> {
        self.rounds_of_list(list, |lowering, around, number, value| {
            lowering.declare(variables, vec![number, value]);
            lowering.round(around, block)
        })
    }

    /// Emits code for each value of a list and its number.
    pub(crate) fn each_of_list(
        &mut self,
        list: &List,
        mut does: impl FnMut(&mut Self, Value, Value) -> Done<()>,
    ) -> Done<()> {
        self.rounds_of_list(list, |lowering, _, number, value| does(lowering, number, value))
    }

    fn rounds_of_list(
        &mut self,
        list: &List,
        mut round: impl FnMut(&mut Self, EnclosingLoop, Value, Value) -> Done<()>,
    ) -> Done<()> {
        if let Of::HeapClass(heap_class) = list.of
            && self.heap_classes.get(heap_class).rows.is_none()
        {
            return Ok(());
        }
        let n = self.new_cell(Value::Number(1.0));
        let element = self.element_kind(list);
        self.looped(list.rounds(), |lowering, around| {
            let length = lowering.list_length(list);
            let now = lowering.cells[n].clone();
            lowering.jump_compared(Binary::LessEqual, &now, &length, (Some(n), None), false, around.exit)?;
            let now = lowering.cells[n].clone();
            let place = lowering.local(ValType::I64);
            lowering.push_integer(&now)?;
            lowering.plain(Instruction::LocalSet(place));
            lowering.push_place(list, place);
            lowering.plain(Instruction::I64Load(argument(0, 3)));
            let value = lowering.pop_stored(&element);
            round(lowering, around, now, value)?;
            let now = lowering.cells[n].clone();
            let next = lowering.binary(Binary::Add, &now, &Value::Number(1.0))?;
            lowering.note(crate::evaluator::Place::Cell(n), next);
            Ok(())
        })
    }

    /// Saves the end of the scratch arena and the number of lists made, so that it can be reclaimed.
    pub(crate) fn note_top(&mut self) -> (u32, usize) {
        let top = self.local(ValType::I32);
        if self.listed.is_empty() {
            return (top, self.lists_made);
        }
        self.plain(Instruction::GlobalGet(TOP));
        self.plain(Instruction::LocalSet(top));
        (top, self.lists_made)
    }

    /// Reclaims the lists that a loop's round has made: none of them escapes.
    pub(crate) fn reset_top(&mut self, top: u32, lists: usize) {
        if self.lists_made > lists && !self.listed.is_empty() {
            self.plain(Instruction::LocalGet(top));
            self.plain(Instruction::GlobalSet(TOP));
        }
    }

    /// Adds constant numbers of `width` bytes each to the data; returns their address.
    pub(crate) fn put_data(&mut self, values: &[u64], width: usize) -> usize {
        let mut bytes: Vec<u8> = Vec::with_capacity(values.len() * width);
        for value in values {
            bytes.extend(&value.to_le_bytes()[..width]);
        }
        self.put_bytes(bytes)
    }

    /// Adds constant bytes to the data; returns their address.
    pub(crate) fn put_bytes(&mut self, bytes: Vec<u8>) -> usize {
        self.spend(bytes.len() / 16);
        if let Some(at) = self.known_data.get(&bytes) {
            return *at;
        }
        while !(self.data_base + self.data.len()).is_multiple_of(8) {
            self.data.push(0);
        }
        let at = self.data_base + self.data.len();
        self.data.extend(&bytes);
        self.known_data.insert(bytes, at);
        at
    }
}
