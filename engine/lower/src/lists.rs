//! Lists: tables of values one after the other whose number is known only in play. They lie in a scratch of memory that
//! is taken back where a loop's round or a call ends.

use wasm_encoder::{Instruction, ValType};

use crate::assembly::{SCRATCH_END, TOP};
use crate::code::Op;
use crate::expressions::argument;
use crate::kind::{Class, EXACT, Kind};
use crate::lowering::{Around, Done, Lowering};
use crate::syntax::{Binary, Statement};
use crate::value::{Dynamic, Value};

/// How many values a list holds at most.
const CAPACITY: i64 = 126;

/// What stands where a list has nothing before its last value: eight bytes of [`HOLE_BYTE`], which no value has.
const HOLE: i64 = i64::from_ne_bytes([HOLE_BYTE; 8]);
const HOLE_BYTE: u8 = 0x80;

/// Where a list says whether it has had holes: behind the number of its last value.
const HAS_HOLES: usize = 4;

/// The bytes of a list: the number of its last value and whether it has holes, then its values.
const BYTES: i32 = 8 * (CAPACITY as i32 + 2);

/// A list.
#[derive(Clone, Debug)]
pub(crate) struct List {
    /// The local with its address: the length stands there, and behind it the values.
    address: Address,
    /// Where it is written, by which it is told what it holds; `None` for one that is made before play.
    site: Option<usize>,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Address {
    Local(u32),
    /// A payload, which is the address.
    Payload(u32),
    Known(u32),
}

impl Lowering {
    /// A new list, made where a table is written.
    pub(crate) fn new_list(&mut self, site: usize, values: &[Value]) -> Done<Value> {
        if values.len() as i64 > CAPACITY {
            return self.gap("a list is too long");
        }
        let address = self.local(ValType::I32);
        self.plain(Instruction::GlobalGet(TOP));
        self.plain(Instruction::LocalTee(address));
        self.plain(Instruction::I32Const(BYTES));
        self.plain(Instruction::I32Add);
        self.plain(Instruction::GlobalSet(TOP));
        self.plain(Instruction::GlobalGet(TOP));
        self.plain(Instruction::GlobalGet(SCRATCH_END));
        self.plain(Instruction::I32GtU);
        self.trap_if("there are too many lists");
        self.plain(Instruction::LocalGet(address));
        self.plain(Instruction::I64Const(values.len() as i64));
        self.plain(Instruction::I64Store(argument(0, 3)));
        let list = List { address: Address::Local(address), site: Some(site), kind: Kind::default() };
        for (n, value) in values.iter().enumerate() {
            self.plain(Instruction::LocalGet(address));
            self.push_element(&list, value)?;
            self.plain(Instruction::I64Store(argument(8 * (n + 1), 3)));
        }
        let table = self.new_table();
        self.lists.insert(table, list);
        self.lists_made += 1;
        Ok(Value::Table(table))
    }

    /// The table has to be a list: the function is lowered anew with it.
    pub(crate) fn needs_list(&mut self, table: usize) -> Done<Value> {
        match self.table_sites.get(&table) {
            Some(site) if self.listed.insert(*site) => {
                self.is_stale = true;
                self.gap("a table of which it is known only in play what it holds")
            }
            _ => self.gap("a table of which it is known only in play what it holds"),
        }
    }

    /// Tables made before play that hold numbers one after the other, as a list; of several the value tells which one.
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
                .map(|n| self.read(&crate::lowering::Place::Field(*table, crate::value::Key::Whole(n))))
                .collect();
            for value in &values {
                kind = kind.union(&self.kind(value).ok()?);
            }
            rows.push(values);
        }
        if kind == Kind::default() {
            kind = Kind::whole(0, 0);
        }
        if kind.float || kind.class().is_none() {
            return None;
        }
        let mut addresses = Vec::new();
        for (table, values) in tables.iter().zip(&rows) {
            let Value::Table(table) = table else { return None };
            let known = self.frozen.get(table).copied();
            addresses.push(match known {
                Some(at) => at,
                None => {
                    let payload = |lowering: &mut Self, value: &Value| match value {
                        Value::Number(number) => *number as i64 as u64,
                        Value::Truth(truth) => u64::from(*truth),
                        value => u64::from(lowering.atom(value).unwrap_or_default()),
                    };
                    let mut words = vec![values.len() as u64];
                    words.extend(values.iter().map(|value| payload(self, value)));
                    let at = self.put_data(&words, 8);
                    self.frozen.insert(*table, at);
                    at
                }
            });
        }
        if let [address] = addresses[..] {
            return Some(List { address: Address::Known(address as u32), site: None, kind });
        }
        // By the number of the table among all atoms.
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
        Some(List { address: Address::Payload(address), site: None, kind })
    }

    fn push_address(&mut self, list: &List) {
        match list.address {
            Address::Local(local) => self.plain(Instruction::LocalGet(local)),
            Address::Payload(local) => {
                self.plain(Instruction::LocalGet(local));
                self.plain(Instruction::I32WrapI64);
            }
            Address::Known(at) => self.plain(Instruction::I32Const(at as i32)),
        }
    }

    /// What a list holds, as far as it is known.
    fn element_kind(&self, list: &List) -> Kind {
        match list.site {
            Some(site) => match self.listed_kinds.get(&site) {
                Some(kind) => kind.clone(),
                None => Kind::whole(0, 0),
            },
            None => list.kind.clone(),
        }
    }

    /// Puts a value on the stack that a list is to hold.
    fn push_element(&mut self, list: &List, value: &Value) -> Done<()> {
        let Some(site) = list.site else { return self.gap("a table that can't be changed is changed") };
        if matches!(value, Value::Table(table) if self.loaded.is_some_and(|(_, loaded)| *table >= loaded)) {
            return self.gap("a list holds a table that is made in play");
        }
        // Nil is not put into a list; where it could be, the call is given up if it is.
        let value = &match value {
            Value::Dynamic(dynamic) if dynamic.kind.nil && dynamic.kind.whole.is_some() => self.demand_number(value)?,
            Value::Dynamic(dynamic) if dynamic.kind.nil && !dynamic.kind.atoms.is_empty() => self.demand_atom(dynamic),
            value => value.clone(),
        };
        let own = self.kind(value)?;
        if own.float || own.class().is_none() || own.class() == Some(Class::Nil) {
            return self.gap("a list holds something else than whole numbers, truth values, texts or tables");
        }
        let known = self.listed_kinds.get(&site).cloned().unwrap_or_default();
        let kind = known.union(&own);
        if kind.class().is_none() {
            return self.gap("a list holds values of different types");
        }
        if kind != known {
            self.listed_kinds.insert(site, if known == Kind::default() { kind } else { kind.widened() });
            self.is_stale = true;
        }
        self.push_value(value, &own)
    }

    pub(crate) fn list_length(&mut self, list: &List) -> Value {
        if list.site.is_some() {
            // How long Luau takes one to be depends on how it came about.
            self.push_address(list);
            self.plain(Instruction::I32Load(argument(HAS_HOLES, 2)));
            self.trap_if("the length of a list that has holes");
        }
        self.push_last(list);
        let most = if let Address::Known(_) = list.address { EXACT } else { CAPACITY };
        self.pop(Kind::whole(0, if list.site.is_some() { most } else { 1 << 20 }))
    }

    /// Puts the number of the last value of a list on the stack.
    fn push_last(&mut self, list: &List) {
        self.push_address(list);
        self.plain(Instruction::I64Load32U(argument(0, 2)));
    }

    /// Puts the address of a value of a list on the stack, whose number, from 1, is on it.
    fn push_place(&mut self, list: &List, n: u32) {
        self.push_address(list);
        self.plain(Instruction::LocalGet(n));
        self.plain(Instruction::I32WrapI64);
        self.plain(Instruction::I32Const(3));
        self.plain(Instruction::I32Shl);
        self.plain(Instruction::I32Add);
    }

    pub(crate) fn list_at(&mut self, list: &List, key: &Value) -> Done<Value> {
        if matches!(key, Value::Text(_)) {
            return Ok(Value::Nil);
        }
        let (key, _) = self.demand_whole(key)?;
        let element = self.element_kind(list);
        let n = self.local(ValType::I64);
        self.push_whole(&key)?;
        self.plain(Instruction::LocalSet(n));
        let target = self.new_dynamic(Kind { nil: true, ..element });
        self.plain(Instruction::I64Const(0));
        self.plain(Instruction::LocalSet(target.payload));
        if let Some(class) = target.class {
            self.plain(Instruction::I32Const(Class::Nil as i32));
            self.plain(Instruction::LocalSet(class));
        }
        self.plain(Instruction::LocalGet(n));
        self.plain(Instruction::I64Const(1));
        self.plain(Instruction::I64Sub);
        self.push_last(list);
        self.plain(Instruction::I64LtU);
        let ((), inner) = self.apart(|lowering| {
            lowering.push_place(list, n);
            lowering.plain(Instruction::I64Load(argument(0, 3)));
            lowering.plain(Instruction::LocalSet(target.payload));
            if let Some(class) = target.class {
                let of = Kind { nil: false, ..target.kind.clone() }.class().unwrap_or(Class::Whole);
                lowering.plain(Instruction::I32Const(of as i32));
                if list.site.is_some() {
                    lowering.plain(Instruction::I32Const(Class::Nil as i32));
                    lowering.plain(Instruction::LocalGet(target.payload));
                    lowering.plain(Instruction::I64Const(HOLE));
                    lowering.plain(Instruction::I64Ne);
                    lowering.plain(Instruction::Select);
                }
                lowering.plain(Instruction::LocalSet(class));
            }
        });
        self.push(Op::If(inner, Vec::new()));
        Ok(self.narrowed(&target, target.kind.clone()))
    }

    pub(crate) fn set_list_at(&mut self, list: &List, key: &Value, value: &Value) -> Done<()> {
        let (key, _) = self.demand_whole(key)?;
        let n = self.local(ValType::I64);
        self.push_whole(&key)?;
        self.plain(Instruction::LocalSet(n));
        if matches!(value, Value::Nil) {
            return self.gap("a value of a list is taken away by its number");
        }
        self.plain(Instruction::LocalGet(n));
        self.plain(Instruction::I64Const(1));
        self.plain(Instruction::I64Sub);
        self.plain(Instruction::I64Const(CAPACITY));
        self.plain(Instruction::I64GeU);
        self.trap_if("a list grows too long");
        // Behind the end it grows; what lies between is empty.
        let last = self.local(ValType::I64);
        self.push_last(list);
        self.plain(Instruction::LocalTee(last));
        self.plain(Instruction::LocalGet(n));
        self.plain(Instruction::I64LtS);
        let ((), inner) = self.apart(|lowering| {
            lowering.plain(Instruction::LocalGet(n));
            lowering.plain(Instruction::LocalGet(last));
            lowering.plain(Instruction::I64Const(1));
            lowering.plain(Instruction::I64Add);
            lowering.plain(Instruction::I64Ne);
            let ((), between) = lowering.apart(|lowering| {
                lowering.push_place(list, last);
                lowering.plain(Instruction::I32Const(8));
                lowering.plain(Instruction::I32Add);
                lowering.plain(Instruction::I32Const(i32::from(HOLE_BYTE)));
                lowering.plain(Instruction::LocalGet(n));
                lowering.plain(Instruction::LocalGet(last));
                lowering.plain(Instruction::I64Sub);
                lowering.plain(Instruction::I32WrapI64);
                lowering.plain(Instruction::I32Const(3));
                lowering.plain(Instruction::I32Shl);
                lowering.plain(Instruction::I32Const(8));
                lowering.plain(Instruction::I32Sub);
                lowering.plain(Instruction::MemoryFill(0));
                lowering.push_address(list);
                lowering.plain(Instruction::I32Const(1));
                lowering.plain(Instruction::I32Store(argument(HAS_HOLES, 2)));
            });
            lowering.push(Op::If(between, Vec::new()));
            lowering.push_address(list);
            lowering.plain(Instruction::LocalGet(n));
            lowering.plain(Instruction::I64Store32(argument(0, 2)));
        });
        self.push(Op::If(inner, Vec::new()));
        self.push_place(list, n);
        self.push_element(list, value)?;
        self.plain(Instruction::I64Store(argument(0, 3)));
        Ok(())
    }

    /// Puts a value at the end of a list.
    pub(crate) fn append(&mut self, list: &List, value: &Value) -> Done<()> {
        let length = self.list_length(list);
        let end = self.binary(Binary::Add, &length, &Value::Number(1.0))?;
        self.set_list_at(list, &end, value)
    }

    /// Takes the last value of a list away.
    pub(crate) fn remove_last(&mut self, list: &List) -> Done<Value> {
        if list.site.is_none() {
            return self.gap("a table that can't be changed is changed");
        }
        let length = self.list_length(list);
        let value = self.list_at(list, &length)?;
        let new = self.binary(Binary::Subtract, &length, &Value::Number(1.0))?;
        let zero = Value::Number(0.0);
        let new = self.extreme(&[new, zero], true)?;
        self.push_address(list);
        self.push_whole(&new)?;
        self.plain(Instruction::I64Store(argument(0, 3)));
        Ok(value)
    }

    pub(crate) fn clear_list(&mut self, list: &List) -> Done<()> {
        if list.site.is_none() {
            return self.gap("a table that can't be changed is changed");
        }
        self.push_address(list);
        self.plain(Instruction::I64Const(0));
        self.plain(Instruction::I64Store(argument(0, 3)));
        Ok(())
    }

    /// A loop over a list.
    pub(crate) fn over_list(&mut self, slots: &[usize], list: &List, block: &[Statement]) -> Done<()> {
        let is_small = list.site.is_none() && crate::statements::block_size(block) < 20;
        self.rounds_of_list(list, !is_small, |lowering, around, number, value| {
            lowering.declare(slots, vec![number, value]);
            lowering.round(around, block)
        })
    }

    /// Does something for each value of a list and its number.
    pub(crate) fn each_of_list(
        &mut self,
        list: &List,
        mut does: impl FnMut(&mut Self, Value, Value) -> Done<()>,
    ) -> Done<()> {
        self.rounds_of_list(list, list.site.is_some(), |lowering, _, number, value| does(lowering, number, value))
    }

    fn rounds_of_list(
        &mut self,
        list: &List,
        is_counted: bool,
        mut round: impl FnMut(&mut Self, Around, Value, Value) -> Done<()>,
    ) -> Done<()> {
        let n = self.new_cell(Value::Number(1.0));
        let element = self.element_kind(list);
        self.looped(is_counted, |lowering, around| {
            let length = lowering.list_length(list);
            let now = lowering.cells[n].clone();
            lowering.jump_compared(Binary::LessEqual, &now, &length, (Some(n), None), false, around.exit)?;
            let now = lowering.cells[n].clone();
            let place = lowering.local(ValType::I64);
            lowering.push_whole(&now)?;
            lowering.plain(Instruction::LocalSet(place));
            lowering.push_place(list, place);
            lowering.plain(Instruction::I64Load(argument(0, 3)));
            let value = lowering.pop(element.clone());
            round(lowering, around, now, value)?;
            let now = lowering.cells[n].clone();
            let next = lowering.binary(Binary::Add, &now, &Value::Number(1.0))?;
            lowering.note(crate::lowering::Place::Cell(n), next);
            Ok(())
        })
    }

    /// Notes where the scratch ends, so that it can be taken back; and how many lists were made.
    pub(crate) fn note_top(&mut self) -> (u32, usize) {
        let top = self.local(ValType::I32);
        if self.listed.is_empty() {
            return (top, self.lists_made);
        }
        self.plain(Instruction::GlobalGet(TOP));
        self.plain(Instruction::LocalSet(top));
        (top, self.lists_made)
    }

    /// Takes back the scratch of lists that a loop's round has made: none of them is held by what was there before.
    pub(crate) fn reset_top(&mut self, top: u32, lists: usize) {
        if self.lists_made > lists && !self.listed.is_empty() {
            self.plain(Instruction::LocalGet(top));
            self.plain(Instruction::GlobalSet(TOP));
        }
    }

    /// Numbers that stay as they are while the code runs, each in so many bytes; where they are.
    pub(crate) fn put_data(&mut self, values: &[u64], width: usize) -> usize {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()[..width].to_vec()).collect();
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
