//! Layout of values in memory: eight bytes each, holding the payload alone where a place has one class, and payload and
//! class tag, in the low bits, otherwise.

use wasm_encoder::{Instruction, ValType};

use crate::evaluator::{Done, Lowering};
use crate::kind::{Class, Kind};
use crate::value::{Dynamic, Value};

/// Eight times this byte marks an empty slot; as a tag beside a value it is nil.
pub(crate) fn hole_byte(kind: &Kind) -> u8 {
    // A NaN; a float that is NaN isn't stored.
    if kind.float { 0xFF } else { 0x80 }
}

/// The marker of an empty slot.
pub(crate) fn hole(kind: &Kind) -> i64 {
    i64::from_ne_bytes([hole_byte(kind); 8])
}

/// Bits of the class tag.
const CLASS_BITS: i64 = 3;

impl Kind {
    /// The kind without nil.
    pub(crate) fn something(&self) -> Self {
        Self { nil: false, ..self.clone() }
    }
}

impl Lowering {
    /// Prepares a value for storing and returns its kind: a table made at run time has to be a record then.
    pub(crate) fn stored(&mut self, value: &Value) -> Done<Kind> {
        self.materialize(value);
        let kind = self.kind(value)?;
        for atom in kind.atoms.iter() {
            match &self.atoms[*atom as usize] {
                Value::Table(table) if self.is_made(*table) => {
                    return self.unsupported("a table that is made at run time is put into another");
                }
                Value::Function(_) if !self.is_lasting(*atom) || self.is_made_closure(*atom) => {
                    return self.unsupported("a function that is made at run time is put into a table");
                }
                _ => {}
            }
        }
        Ok(kind)
    }

    /// The union of the kind of a slot and another; `None` if one slot can't hold both.
    pub(crate) fn shared_kind(&self, known: Option<&Kind>, own: &Kind) -> Done<Kind> {
        let Some(known) = known else { return Ok(own.clone()) };
        let kind = known.union(own);
        if kind.float && kind.something().class().is_none() {
            return self
                .unsupported("a place of a table holds numbers that may not be integers besides something else");
        }
        Ok(if kind == *known { kind } else { kind.widened() })
    }

    /// Pushes a value as it is stored in a slot of a kind, which includes its own.
    pub(crate) fn push_stored(&mut self, value: &Value, place: &Kind) -> Done<()> {
        let content = place.something();
        if matches!(value, Value::Nil) {
            self.plain(Instruction::I64Const(hole(&content)));
            return Ok(());
        }
        let own = self.kind(value)?;
        if content.class().is_none() {
            let kind = Kind { nil: content.nil || own.nil, ..content };
            self.push_value(value, &kind)?;
            let class = self.local(ValType::I32);
            self.plain(Instruction::LocalSet(class));
            self.plain(Instruction::I64Const(CLASS_BITS));
            self.plain(Instruction::I64Shl);
            self.plain(Instruction::LocalGet(class));
            self.plain(Instruction::I64ExtendI32U);
            self.plain(Instruction::I64Or);
            return Ok(());
        }
        let class = match value {
            Value::Dynamic(Dynamic { class: Some(class), .. }) => Some(*class),
            _ => None,
        };
        let Some(class) = class.filter(|_| own.nil) else {
            self.push_value(value, &content)?;
            if content.float {
                let float = self.local(ValType::F64);
                self.plain(Instruction::LocalTee(float));
                self.plain(Instruction::LocalGet(float));
                self.plain(Instruction::F64Ne);
                self.bail_out_if("something that is not a number is put into a table");
                self.plain(Instruction::LocalGet(float));
                self.plain(Instruction::I64ReinterpretF64);
            }
            return Ok(());
        };
        if content.float {
            if !own.float {
                return self.unsupported("a number or nothing is put where numbers may not be integers");
            }
            let Value::Dynamic(dynamic) = value else { return Ok(()) };
            for _ in 0..2 {
                self.plain(Instruction::LocalGet(dynamic.payload));
                self.plain(Instruction::F64ReinterpretI64);
            }
            self.plain(Instruction::F64Ne);
            self.plain(Instruction::LocalGet(class));
            self.plain(Instruction::I32Const(Class::Float as i32));
            self.plain(Instruction::I32Eq);
            self.plain(Instruction::I32And);
            self.bail_out_if("something that is not a number is put into a table");
        }
        self.plain(Instruction::I64Const(hole(&content)));
        let Value::Dynamic(dynamic) = value else { return Ok(()) };
        self.plain(Instruction::LocalGet(dynamic.payload));
        self.plain(Instruction::LocalGet(class));
        self.plain(Instruction::I32Eqz);
        self.plain(Instruction::Select);
        Ok(())
    }

    /// Decodes the value of a slot, whose eight bytes are on the stack.
    pub(crate) fn pop_stored(&mut self, place: &Kind) -> Value {
        let content = place.something();
        let Some(class) = content.class() else {
            if content.classes().next().is_none() {
                self.plain(Instruction::Drop);
                return Value::Nil;
            }
            let target = self.new_dynamic(place.clone());
            self.plain(Instruction::LocalTee(target.payload));
            self.plain(Instruction::I64Const(CLASS_BITS));
            self.plain(Instruction::I64ShrS);
            self.plain(Instruction::LocalGet(target.payload));
            self.plain(Instruction::I32WrapI64);
            self.plain(Instruction::I32Const((1 << CLASS_BITS) - 1));
            self.plain(Instruction::I32And);
            match target.class {
                Some(class) => self.plain(Instruction::LocalSet(class)),
                None => self.plain(Instruction::Drop),
            }
            self.plain(Instruction::LocalSet(target.payload));
            return self.narrowed(&target, place.clone());
        };
        if !place.nil {
            if class == Class::Float {
                self.plain(Instruction::F64ReinterpretI64);
            }
            return self.pop(content);
        }
        let target = self.new_dynamic(place.clone());
        self.plain(Instruction::LocalSet(target.payload));
        self.plain(Instruction::I32Const(Class::Nil as i32));
        self.plain(Instruction::I32Const(class as i32));
        self.plain(Instruction::LocalGet(target.payload));
        self.plain(Instruction::I64Const(hole(&content)));
        self.plain(Instruction::I64Eq);
        self.plain(Instruction::Select);
        if let Some(class) = target.class {
            self.plain(Instruction::LocalSet(class));
        }
        self.narrowed(&target, place.clone())
    }

    /// Pushes the marker of an empty slot.
    pub(crate) fn push_hole(&mut self, kind: &Kind) {
        self.plain(Instruction::I64Const(hole(&kind.something())));
    }
}
