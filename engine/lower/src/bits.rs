//! The `bit32` library.

use wasm_encoder::Instruction;

use crate::evaluator::{Done, Lowering};
use crate::kind::Kind;
use crate::value::Value;

impl Lowering {
    pub(crate) fn call_bits(&mut self, name: &str, arguments: &[Value]) -> Done<Value> {
        const MOST: i64 = u32::MAX as i64;
        let mut all = Vec::with_capacity(arguments.len());
        for value in arguments {
            all.push(self.guard_integer(value)?);
        }
        let bits = |n: usize| match all.get(n) {
            Some((Value::Number(number), _)) => Some(*number as i64),
            _ => None,
        };
        let Some((first, range)) = all.first().cloned() else { return self.unsupported("bits of nothing") };
        let second = all.get(1).cloned();
        let is_bits = |range: crate::kind::Range| range.0 >= 0 && range.1 <= MOST;
        let push = |lowering: &mut Self, n: usize| -> Done<()> {
            let (value, range) = &all[n];
            lowering.push_integer(value)?;
            if !is_bits(*range) {
                lowering.plain(Instruction::I64Const(MOST));
                lowering.plain(Instruction::I64And);
            }
            Ok(())
        };
        // The bits that can be set.
        let mask = |range: crate::kind::Range| if is_bits(range) { mask_of(range.1) } else { MOST };
        match name {
            "band" | "bor" | "bxor" | "btest" => {
                push(self, 0)?;
                let mut most = mask(range);
                for (n, (_, range)) in all.iter().enumerate().skip(1) {
                    push(self, n)?;
                    self.plain(match name {
                        "bor" => Instruction::I64Or,
                        "bxor" => Instruction::I64Xor,
                        _ => Instruction::I64And,
                    });
                    most = if matches!(name, "bor" | "bxor") { most | mask(*range) } else { most & mask(*range) };
                }
                if name == "btest" {
                    self.plain(Instruction::I64Const(0));
                    self.plain(Instruction::I64Ne);
                    return Ok(self.pop_truth());
                }
                Ok(self.pop(Kind::integer(0, most)))
            }
            "bnot" => {
                push(self, 0)?;
                self.plain(Instruction::I64Const(MOST));
                self.plain(Instruction::I64Xor);
                Ok(self.pop(Kind::integer(0, MOST)))
            }
            "lshift" | "rshift" => {
                let Some((by, by_range)) = second else { return self.unsupported("bits that are shifted by nothing") };
                // A negative count shifts in the other direction.
                self.guard_within(&by, by_range, (0, by_range.1))?;
                push(self, 0)?;
                self.push_integer(&by)?;
                if by_range.1 > 63 {
                    // A shift by 32 or more gives 0.
                    self.plain(Instruction::I64Const(63));
                    self.push_integer(&by)?;
                    self.plain(Instruction::I64Const(63));
                    self.plain(Instruction::I64LtS);
                    self.plain(Instruction::Select);
                }
                let most = if name == "lshift" {
                    self.plain(Instruction::I64Shl);
                    let most = if by_range.1 < 32 && mask(range) << by_range.1 <= MOST {
                        mask(range) << by_range.1
                    } else {
                        MOST
                    };
                    if most == MOST {
                        self.plain(Instruction::I64Const(MOST));
                        self.plain(Instruction::I64And);
                    }
                    most
                } else {
                    self.plain(Instruction::I64ShrU);
                    mask(range) >> by_range.0.clamp(0, 63)
                };
                Ok(self.pop(Kind::integer(0, most)))
            }
            "lrotate" | "rrotate" => {
                let Some((by, by_range)) = second else { return self.unsupported("bits that are rotated by nothing") };
                self.guard_within(&by, by_range, (i64::from(i32::MIN), i64::from(i32::MAX)))?;
                self.push_integer(&first)?;
                self.plain(Instruction::I32WrapI64);
                self.push_integer(&by)?;
                self.plain(Instruction::I32WrapI64);
                self.plain(if name == "lrotate" { Instruction::I32Rotl } else { Instruction::I32Rotr });
                self.plain(Instruction::I64ExtendI32U);
                Ok(self.pop(Kind::integer(0, MOST)))
            }
            "countrz" | "countlz" => {
                self.push_integer(&first)?;
                self.plain(Instruction::I32WrapI64);
                self.plain(if name == "countrz" { Instruction::I32Ctz } else { Instruction::I32Clz });
                self.plain(Instruction::I64ExtendI32U);
                Ok(self.pop(Kind::integer(0, 32)))
            }
            "extract" => {
                let width = if all.len() > 2 { bits(2) } else { Some(1) };
                let (Some((field, field_range)), Some(width @ 1..=31)) = (second, width) else {
                    return self.unsupported("bits of a width that is not known");
                };
                self.guard_within(&field, field_range, (0, 32 - width))?;
                push(self, 0)?;
                self.push_integer(&field)?;
                self.plain(Instruction::I64ShrU);
                self.plain(Instruction::I64Const((1 << width) - 1));
                self.plain(Instruction::I64And);
                Ok(self.pop(Kind::integer(0, (1 << width) - 1)))
            }
            "replace" => {
                let width = if all.len() > 3 { bits(3) } else { Some(1) };
                let (Some((field, field_range)), Some(width @ 1..=31)) = (all.get(2).cloned(), width) else {
                    return self.unsupported("bits of a width that is not known");
                };
                self.guard_within(&field, field_range, (0, 32 - width))?;
                let ones = (1_i64 << width) - 1;
                push(self, 0)?;
                self.plain(Instruction::I64Const(ones));
                self.push_integer(&field)?;
                self.plain(Instruction::I64Shl);
                self.plain(Instruction::I64Const(-1));
                self.plain(Instruction::I64Xor);
                self.plain(Instruction::I64And);
                push(self, 1)?;
                self.plain(Instruction::I64Const(ones));
                self.plain(Instruction::I64And);
                self.push_integer(&field)?;
                self.plain(Instruction::I64Shl);
                self.plain(Instruction::I64Or);
                Ok(self.pop(Kind::integer(0, MOST)))
            }
            _ => self.unsupported(format!("`bit32.{name}`")),
        }
    }
}

/// The smallest mask that covers all numbers up to one.
fn mask_of(most: i64) -> i64 {
    let most = most.max(0) as u64;
    if most == 0 { 0 } else { (u64::MAX >> most.leading_zeros()) as i64 }
}
