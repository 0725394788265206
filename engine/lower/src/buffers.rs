//! The `buffer` library on blocks.

use std::rc::Rc;

use wasm_encoder::{Instruction, ValType};

use crate::code::Op;
use crate::evaluator::{Done, Lowering};
use crate::kind::Kind;
use crate::memory::argument;
use crate::value::{MADE, Value, as_integer};
use parlour_luau::tree::Binary;

impl Lowering {
    /// Checks that `bytes` bytes at an offset are inside a block; returns the offset.
    fn guard_bytes(&mut self, region: usize, at: &Value, bytes: i64) -> Done<Value> {
        let length = self.regions[region].bytes.len() as i64;
        let (at, range) = self.guard_integer(at)?;
        if bytes > length {
            return self.unsupported("bytes lie beyond their block");
        }
        self.guard_within(&at, range, (0, length - bytes))?;
        Ok(at)
    }

    fn push_address_of(&mut self, at: &Value) -> Done<()> {
        match at {
            Value::Number(number) => self.plain(Instruction::I32Const(*number as i64 as i32)),
            _ => {
                self.push_integer(at)?;
                self.plain(Instruction::I32WrapI64);
            }
        }
        Ok(())
    }

    pub(crate) fn call_buffer(&mut self, name: &str, arguments: &[Value]) -> Done<Vec<Value>> {
        let Some(Value::Region(region)) = arguments.first() else {
            return match (name, self.is_emitting()) {
                ("create", false) => Ok(vec![Value::Unknown("a buffer of the script's own".into())]),
                _ => self.unsupported(format!("`buffer.{name}` of a buffer of the script's own")),
            };
        };
        let region = *region;
        let base = self.regions[region].base;
        let at = arguments.get(1).cloned().unwrap_or(Value::Nil);
        let value = arguments.get(2).cloned().unwrap_or(Value::Nil);
        if let Some(of) = name.strip_prefix("read") {
            let Some((bytes, kind)) = number_type(of) else { return self.unsupported(format!("`buffer.{name}`")) };
            let at = self.guard_bytes(region, &at, bytes)?;
            if let (Value::Number(at), false) = (&at, self.is_emitting()) {
                return Ok(vec![Value::Number(read_known(&self.regions[region].bytes, *at as usize, of))]);
            }
            if let Value::Number(at) = &at
                && let Some(known) = self.facts.get(&(region, *at as usize))
            {
                return Ok(vec![Value::Number(*known)]);
            }
            self.push_address_of(&at)?;
            self.plain(match of {
                "u8" => Instruction::I64Load8U(argument(base, 0)),
                "i8" => Instruction::I64Load8S(argument(base, 0)),
                "u16" => Instruction::I64Load16U(argument(base, 0)),
                "i16" => Instruction::I64Load16S(argument(base, 0)),
                "u32" => Instruction::I64Load32U(argument(base, 0)),
                "i32" => Instruction::I64Load32S(argument(base, 0)),
                _ => Instruction::F64Load(argument(base, 0)),
            });
            return Ok(vec![self.pop(kind)]);
        }
        match name {
            "len" => Ok(vec![Value::Number(self.regions[region].bytes.len() as f64)]),
            "writestring" => {
                let string: Rc<[u8]> = match &value {
                    Value::Text(text) if &**text == MADE || arguments.len() > 3 => {
                        return self.unsupported("a text that is made at run time, or a part of one, is written");
                    }
                    Value::Text(text) => text.as_bytes().into(),
                    Value::Bytes(bytes) if arguments.len() == 3 => bytes.clone(),
                    _ => return self.unsupported("a text that is not known is written"),
                };
                let at = self.guard_bytes(region, &at, string.len() as i64)?;
                if let (Value::Number(at), false) = (&at, self.is_emitting()) {
                    let at = *at as usize;
                    self.regions[region].bytes[at..at + string.len()].copy_from_slice(&string);
                    return Ok(Vec::new());
                }
                let from = self.put_bytes(string.to_vec());
                // Data outside of the blocks: reading it costs more than moving bytes of a block.
                self.count_bytes(&Value::Number(8.0 * string.len() as f64))?;
                self.push_address_of(&at)?;
                self.plain(Instruction::I32Const(base as i32));
                self.plain(Instruction::I32Add);
                self.plain(Instruction::I32Const(from as i32));
                self.plain(Instruction::I32Const(string.len() as i32));
                self.plain(Instruction::MemoryCopy { src_mem: 0, dst_mem: 0 });
                Ok(Vec::new())
            }
            "fill" => {
                let (value, _) = self.guard_integer(&value)?;
                let length = self.regions[region].bytes.len() as i64;
                let count = match arguments.get(3) {
                    Some(count) => count.clone(),
                    None => self.binary(Binary::Subtract, &Value::Number(length as f64), &at)?,
                };
                let (at, count) = self.guard_run(region, &at, &count)?;
                if let (Value::Number(at), Value::Number(count), Value::Number(value), false) =
                    (&at, &count, &value, self.is_emitting())
                {
                    let at = *at as usize;
                    self.regions[region].bytes[at..at + *count as usize].fill(*value as i64 as u8);
                    return Ok(Vec::new());
                }
                self.count_bytes(&count)?;
                self.push_address_of(&at)?;
                self.plain(Instruction::I32Const(base as i32));
                self.plain(Instruction::I32Add);
                self.push_address_of(&value)?;
                self.push_address_of(&count)?;
                self.plain(Instruction::MemoryFill(0));
                Ok(Vec::new())
            }
            "copy" => {
                // Target, its offset, source, its offset, count.
                let Value::Region(source) = value else {
                    return self.unsupported("bytes of a buffer of the script's own");
                };
                let from = arguments.get(3).cloned().unwrap_or(Value::Number(0.0));
                let length = self.regions[source].bytes.len() as f64;
                let count = match arguments.get(4) {
                    Some(count) => count.clone(),
                    None => self.binary(Binary::Subtract, &Value::Number(length), &from)?,
                };
                let (at, count) = self.guard_run(region, &at, &count)?;
                let (from, count) = self.guard_run(source, &from, &count)?;
                if let (Value::Number(at), Value::Number(from), Value::Number(count), false) =
                    (&at, &from, &count, self.is_emitting())
                {
                    let from = *from as usize;
                    let bytes = self.regions[source].bytes[from..from + *count as usize].to_vec();
                    let at = *at as usize;
                    self.regions[region].bytes[at..at + bytes.len()].copy_from_slice(&bytes);
                    return Ok(Vec::new());
                }
                let source_base = self.regions[source].base;
                if let Value::Number(count) = count
                    && (0.0..=40.0).contains(&count)
                {
                    return self.copy_few((base, &at), (source_base, &from), count as usize).map(|()| Vec::new());
                }
                self.count_bytes(&count)?;
                self.push_address_of(&at)?;
                self.plain(Instruction::I32Const(base as i32));
                self.plain(Instruction::I32Add);
                self.push_address_of(&from)?;
                self.plain(Instruction::I32Const(source_base as i32));
                self.plain(Instruction::I32Add);
                self.push_address_of(&count)?;
                self.plain(Instruction::MemoryCopy { src_mem: 0, dst_mem: 0 });
                Ok(Vec::new())
            }
            _ => {
                let Some(of) = name.strip_prefix("write") else { return self.unsupported(format!("`buffer.{name}`")) };
                let Some((bytes, kind)) = number_type(of) else { return self.unsupported(format!("`buffer.{name}`")) };
                let at = self.guard_bytes(region, &at, bytes)?;
                if let (Value::Number(at), Value::Number(value), false) = (&at, &value, self.is_emitting()) {
                    let (at, value) = (*at as usize, *value);
                    if !kind.float && as_integer(value).is_none() {
                        return self
                            .unsupported("a number that may not be an integer stands where an integer is needed");
                    }
                    let bytes = bytes as usize;
                    let written = if kind.float { value.to_le_bytes() } else { (value as i64).to_le_bytes() };
                    self.regions[region].bytes[at..at + bytes].copy_from_slice(&written[..bytes]);
                    return Ok(Vec::new());
                }
                if kind.float {
                    self.guard_some(&value)?;
                    self.push_address_of(&at)?;
                    self.push_float(&value)?;
                    self.plain(Instruction::F64Store(argument(base, 0)));
                    return Ok(Vec::new());
                }
                let (value, _) = self.guard_integer(&value)?;
                self.push_address_of(&at)?;
                self.push_integer(&value)?;
                self.plain(match bytes {
                    1 => Instruction::I64Store8(argument(base, 0)),
                    2 => Instruction::I64Store16(argument(base, 0)),
                    _ => Instruction::I64Store32(argument(base, 0)),
                });
                Ok(Vec::new())
            }
        }
    }

    /// Counts the work of moving or writing bytes; 64 are a unit.
    fn count_bytes(&mut self, count: &Value) -> Done<()> {
        if let Value::Number(count) = count {
            self.push(Op::Cost(*count as u64 / 4));
            return Ok(());
        }
        let integer = self.local(ValType::I64);
        self.push_integer(count)?;
        self.plain(Instruction::LocalSet(integer));
        self.count_many(|lowering| lowering.plain(Instruction::LocalGet(integer)), 6);
        Ok(())
    }

    /// Copies a few bytes; all are read before any is written.
    fn copy_few(&mut self, (base, at): (usize, &Value), (source, from): (usize, &Value), count: usize) -> Done<()> {
        let mut pieces = Vec::new();
        let mut done = 0;
        while done < count {
            let width = [8, 4, 2, 1].into_iter().find(|width| done + width <= count).unwrap_or(1);
            self.push_address_of(from)?;
            let place = argument(source + done, 0);
            self.plain(match width {
                8 => Instruction::I64Load(place),
                4 => Instruction::I64Load32U(place),
                2 => Instruction::I64Load16U(place),
                _ => Instruction::I64Load8U(place),
            });
            let piece = self.local(ValType::I64);
            self.plain(Instruction::LocalSet(piece));
            pieces.push((done, width, piece));
            done += width;
        }
        for (done, width, piece) in pieces {
            self.push_address_of(at)?;
            self.plain(Instruction::LocalGet(piece));
            let place = argument(base + done, 0);
            self.plain(match width {
                8 => Instruction::I64Store(place),
                4 => Instruction::I64Store32(place),
                2 => Instruction::I64Store16(place),
                _ => Instruction::I64Store8(place),
            });
        }
        Ok(())
    }

    /// Checks that a range of bytes is inside a block; returns its offset and length.
    fn guard_run(&mut self, region: usize, at: &Value, count: &Value) -> Done<(Value, Value)> {
        let length = self.regions[region].bytes.len() as i64;
        let (at, range) = self.guard_integer(at)?;
        let (count, counts) = self.guard_integer(count)?;
        self.guard_within(&at, range, (0, length))?;
        self.guard_within(&count, counts, (0, length))?;
        if range.0.saturating_add(counts.0) > length {
            return self.unsupported("bytes lie beyond their block");
        }
        if range.1.saturating_add(counts.1) > length {
            self.push_integer(&at)?;
            self.push_integer(&count)?;
            self.plain(Instruction::I64Add);
            self.plain(Instruction::I64Const(length));
            self.plain(Instruction::I64GtS);
            self.bail_out_if("bytes lie beyond their block");
        }
        Ok((at, count))
    }
}

/// The size in bytes of a number type, and its kind.
fn number_type(of: &str) -> Option<(i64, Kind)> {
    Some(match of {
        "u8" => (1, Kind::integer(0, 255)),
        "i8" => (1, Kind::integer(-128, 127)),
        "u16" => (2, Kind::integer(0, 65535)),
        "i16" => (2, Kind::integer(-32768, 32767)),
        "u32" => (4, Kind::integer(0, i64::from(u32::MAX))),
        "i32" => (4, Kind::integer(i64::from(i32::MIN), i64::from(i32::MAX))),
        "f64" => (8, Kind::float()),
        _ => return None,
    })
}

fn read_known(bytes: &[u8], at: usize, of: &str) -> f64 {
    let mut word = [0; 8];
    let width = number_type(of).map_or(0, |(width, _)| width as usize);
    word[..width].copy_from_slice(&bytes[at..at + width]);
    let bits = u64::from_le_bytes(word);
    match of {
        "i8" => f64::from(bits as i8),
        "i16" => f64::from(bits as i16),
        "i32" => f64::from(bits as i32),
        "f64" => f64::from_bits(bits),
        _ => bits as f64,
    }
}
