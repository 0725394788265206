//! How values lie in memory: eight bytes each, which hold the value as a local does where all of a place are of one class,
//! and the class in the last bits besides it where they are not.

use wasm_encoder::{Instruction, ValType};

use crate::kind::{Class, Kind};
use crate::lowering::{Done, Lowering};
use crate::value::{Dynamic, Value};

/// Eight times this byte is what stands where there is nothing; as a class beside a value it is nil.
pub(crate) fn hole_byte(kind: &Kind) -> u8 {
    // Not a number; a float that isn't one is not put into memory.
    if kind.float { 0xFF } else { 0x80 }
}

/// What stands where there is nothing.
pub(crate) fn hole(kind: &Kind) -> i64 {
    i64::from_ne_bytes([hole_byte(kind); 8])
}

/// Bits of the class of a value, where there are several.
const CLASS_BITS: i64 = 3;

impl Kind {
    /// The same without nil.
    pub(crate) fn something(&self) -> Self {
        Self { nil: false, ..self.clone() }
    }
}

impl Lowering {
    /// A value that is to be put into memory, and its kind: a table made in play has to lie there too then.
    pub(crate) fn stored(&mut self, value: &Value) -> Done<Kind> {
        self.lift(value);
        let kind = self.kind(value)?;
        for atom in kind.atoms.iter() {
            match &self.atoms[*atom as usize] {
                Value::Table(table) if self.is_made(*table) => {
                    return self.gap("a table that is made in play is put into another");
                }
                Value::Function(_) if !self.is_lasting(*atom) || self.is_made_closure(*atom) => {
                    return self.gap("a function that is made in play is put into a table");
                }
                _ => {}
            }
        }
        Ok(kind)
    }

    /// What a place in memory is known to hold, and one thing more; `None` if that can't lie in one place.
    pub(crate) fn shared_kind(&self, known: Option<&Kind>, own: &Kind) -> Done<Kind> {
        let Some(known) = known else { return Ok(own.clone()) };
        let kind = known.union(own);
        if kind.float && kind.something().class().is_none() {
            return self.gap("a place of a table holds numbers that may not be whole besides something else");
        }
        Ok(if kind == *known { kind } else { kind.widened() })
    }

    /// Puts a value on the stack as it lies in a place of a kind, which its own is a part of.
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
                self.trap_if("something that is not a number is put into a table");
                self.plain(Instruction::LocalGet(float));
                self.plain(Instruction::I64ReinterpretF64);
            }
            return Ok(());
        };
        if content.float {
            if !own.float {
                return self.gap("a number or nothing is put where numbers may not be whole");
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
            self.trap_if("something that is not a number is put into a table");
        }
        self.plain(Instruction::I64Const(hole(&content)));
        let Value::Dynamic(dynamic) = value else { return Ok(()) };
        self.plain(Instruction::LocalGet(dynamic.payload));
        self.plain(Instruction::LocalGet(class));
        self.plain(Instruction::I32Eqz);
        self.plain(Instruction::Select);
        Ok(())
    }

    /// The value of a place in memory, whose eight bytes are on the stack.
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

    /// Puts what stands where there is nothing on the stack.
    pub(crate) fn push_hole(&mut self, kind: &Kind) {
        self.plain(Instruction::I64Const(hole(&kind.something())));
    }
}
