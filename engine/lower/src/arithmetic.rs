//! Arithmetic. Integers carry their range; where a result could leave the exact range, or Luau's would be NaN, the call
//! bails out.

use wasm_encoder::{Instruction, ValType};

use crate::evaluator::{Done, Lowering};
use crate::kind::{EXACT, Kind, Range};
use crate::value::{Dynamic, Value, as_integer};
use parlour_luau::tree::Binary;

/// Bound up to which a rounded float quotient equals the exact one.
const EXACT_QUOTIENT: i64 = 1 << 52;

/// Limit of exponents in a precomputed table of powers, if the exponent's range is unknown.
const MAX_EXPONENT: i64 = 64;

/// Bound up to which a square is exact.
const SQUARED: i64 = 1 << 26;

impl Lowering {
    pub(crate) fn binary(&mut self, operator: Binary, left: &Value, right: &Value) -> Done<Value> {
        if !self.is_emitting()
            && !matches!(operator, Binary::Equal | Binary::Unequal)
            && let Some(unknown) = [left, right].into_iter().find(|value| matches!(value, Value::Unknown(_)))
        {
            return Ok(unknown.clone());
        }
        match operator {
            Binary::Equal
            | Binary::Unequal
            | Binary::Less
            | Binary::LessEqual
            | Binary::Greater
            | Binary::GreaterEqual => match self.compare(operator, left, right)? {
                Some(truth) => Ok(Value::Boolean(truth)),
                None => Ok(self.pop_truth()),
            },
            Binary::Concat => {
                if ![left, right].into_iter().all(|value| self.is_text_or_number(value)) {
                    return self.unsupported("something is put together that may be no text");
                }
                match (self.known_text(left), self.known_text(right)) {
                    (Some(left), Some(right)) => self.new_text(&(left + &right)),
                    _ => Ok(self.unknown_text()),
                }
            }
            _ => self.arithmetic(operator, left, right),
        }
    }

    fn arithmetic(&mut self, operator: Binary, left: &Value, right: &Value) -> Done<Value> {
        if let (Value::Number(a), Value::Number(b)) = (left, right) {
            // Integers don't have a sign of 0.
            let shows_sign = match operator {
                Binary::Divide | Binary::FloorDivide => *b == 0.0,
                Binary::Power => *a == 0.0 && *b < 0.0,
                _ => false,
            };
            if shows_sign && self.is_emitting() {
                return self.unsupported("something is divided by 0");
            }
            if operator == Binary::Power && !is_sure_power(*a, *b) {
                return self.unsupported("a power that Luau works out in one way or another");
            }
            return Ok(Value::Number(known(operator, *a, *b)));
        }
        let (left, right) = (&self.guard_number(left)?, &self.guard_number(right)?);
        let (a, b) = (self.number_kind(left)?, self.number_kind(right)?);
        match operator {
            Binary::Power => return self.power(left, right, &b),
            Binary::Divide => return self.floats(operator, left, right),
            _ => {}
        }
        let (Some(x), Some(y)) = (a.integer, b.integer) else { return self.floats(operator, left, right) };
        match operator {
            Binary::Add if y == (0, 0) => Ok(left.clone()),
            Binary::Add if x == (0, 0) => Ok(right.clone()),
            Binary::Subtract if y == (0, 0) => Ok(left.clone()),
            Binary::Multiply if y == (1, 1) => Ok(left.clone()),
            Binary::Multiply if x == (1, 1) => Ok(right.clone()),
            Binary::FloorDivide | Binary::Modulo if y == (1, 1) => {
                Ok(if operator == Binary::Modulo { Value::Number(0.0) } else { left.clone() })
            }
            Binary::Add | Binary::Subtract | Binary::Multiply => {
                self.integer_operation(operator, (left, x), (right, y))
            }
            _ => self.quotient(operator == Binary::Modulo, (left, x), (right, y)),
        }
    }

    fn integer_operation(
        &mut self,
        operator: Binary,
        (left, x): (&Value, Range),
        (right, y): (&Value, Range),
    ) -> Done<Value> {
        let wide = |n: i64| i128::from(n);
        let (least, most) = match operator {
            Binary::Add => (wide(x.0) + wide(y.0), wide(x.1) + wide(y.1)),
            Binary::Subtract => (wide(x.0) - wide(y.1), wide(x.1) - wide(y.0)),
            _ => {
                let products = [x.0, x.1].into_iter().flat_map(|a| [y.0, y.1].map(|b| wide(a) * wide(b)));
                let all: Vec<i128> = products.collect();
                (all.iter().copied().min().unwrap_or(0), all.iter().copied().max().unwrap_or(0))
            }
        };
        let exact = i128::from(EXACT);
        if operator == Binary::Multiply && (least < -(1 << 62) || most > 1 << 62) {
            return self.floats(operator, left, right);
        }
        self.push_integer(left)?;
        self.push_integer(right)?;
        self.plain(match operator {
            Binary::Add => Instruction::I64Add,
            Binary::Subtract => Instruction::I64Sub,
            _ => Instruction::I64Mul,
        });
        let is_exact = least >= -exact && most <= exact;
        let (least, most) = (least.clamp(-exact, exact) as i64, most.clamp(-exact, exact) as i64);
        if is_exact {
            return Ok(self.pop(Kind::integer(least, most)));
        }
        // Luau rounds results beyond. The narrowed range may be a single number, so the check comes first.
        let number = self.new_dynamic(Kind::integer(-EXACT, EXACT));
        self.pop_into(&number);
        self.plain(Instruction::LocalGet(number.payload));
        self.plain(Instruction::I64Const(EXACT));
        self.plain(Instruction::I64Add);
        self.plain(Instruction::I64Const(2 * EXACT));
        self.plain(Instruction::I64GtU);
        self.bail_out_if("a number leaves what is exact");
        Ok(self.narrowed(&number, Kind::integer(least, most)))
    }

    /// `//` or `%` of integers.
    fn quotient(&mut self, is_rest: bool, (left, x): (&Value, Range), (right, y): (&Value, Range)) -> Done<Value> {
        let power = (y.0 == y.1 && y.0 > 0 && (y.0 & (y.0 - 1)) == 0).then(|| i64::from(y.0.trailing_zeros()));
        let is_exact = is_rest && (power.is_some() || x.0 >= 0 && y.0 >= 0);
        let x = match is_exact {
            true => x,
            false => {
                self.guard_within(left, x, (-EXACT_QUOTIENT, EXACT_QUOTIENT))?;
                (x.0.max(-EXACT_QUOTIENT), x.1.min(EXACT_QUOTIENT))
            }
        };
        if y.0 <= 0 && y.1 >= 0 {
            if y == (0, 0) {
                return self.unsupported("something is divided by 0");
            }
            self.push_integer(right)?;
            self.plain(Instruction::I64Eqz);
            self.bail_out_if("something is divided by 0");
        }
        if is_rest && x.0 >= 0 && y.0 > 0 && x.1 < y.0 {
            return Ok(left.clone());
        }
        if let Some(power) = power {
            self.push_integer(left)?;
            let kind = if is_rest {
                self.plain(Instruction::I64Const(y.0 - 1));
                self.plain(Instruction::I64And);
                Kind::integer(0, y.0 - 1)
            } else {
                self.plain(Instruction::I64Const(power));
                self.plain(Instruction::I64ShrS);
                Kind::integer(x.0 >> power, x.1 >> power)
            };
            return Ok(self.pop(kind));
        }
        if x.0 >= 0 && y.0 >= 0 {
            let is_small = x.1 <= i64::from(u32::MAX) && y.1 <= i64::from(u32::MAX);
            for value in [left, right] {
                self.push_integer(value)?;
                if is_small {
                    self.plain(Instruction::I32WrapI64);
                }
            }
            self.plain(match (is_rest, is_small) {
                (true, true) => Instruction::I32RemU,
                (true, false) => Instruction::I64RemU,
                (false, true) => Instruction::I32DivU,
                (false, false) => Instruction::I64DivU,
            });
            if is_small {
                self.plain(Instruction::I64ExtendI32U);
            }
            let divisor = y.0.max(1);
            let kind = match is_rest {
                true => Kind::integer(0, x.1.min(y.1 - 1)),
                false => Kind::integer(x.0 / y.1.max(1), x.1 / divisor),
            };
            return Ok(self.pop(kind));
        }
        // The remainder has the sign of the divisor; the quotient is rounded down.
        let most = x.0.abs().max(x.1.abs());
        let divisor = y.0.abs().max(y.1.abs());
        self.push_integer(left)?;
        self.push_integer(right)?;
        self.plain(Instruction::I64RemS);
        let rest = self.local(ValType::I64);
        self.plain(Instruction::LocalTee(rest));
        self.plain(Instruction::I64Eqz);
        self.plain(Instruction::I32Eqz);
        self.plain(Instruction::LocalGet(rest));
        self.push_integer(right)?;
        self.plain(Instruction::I64Xor);
        self.plain(Instruction::I64Const(0));
        self.plain(Instruction::I64LtS);
        self.plain(Instruction::I32And);
        let differs = self.local(ValType::I32);
        self.plain(Instruction::LocalSet(differs));
        if is_rest {
            self.plain(Instruction::LocalGet(rest));
            self.push_integer(right)?;
            self.plain(Instruction::I64Const(0));
            self.plain(Instruction::LocalGet(differs));
            self.plain(Instruction::Select);
            self.plain(Instruction::I64Add);
            let least = if y.0 < 0 { 1 - divisor } else { 0 };
            let most = if y.1 > 0 { divisor - 1 } else { 0 };
            return Ok(self.pop(Kind::integer(least, most)));
        }
        self.push_integer(left)?;
        self.push_integer(right)?;
        self.plain(Instruction::I64DivS);
        self.plain(Instruction::LocalGet(differs));
        self.plain(Instruction::I64ExtendI32U);
        self.plain(Instruction::I64Sub);
        Ok(self.pop(Kind::integer(-most - 1, most)))
    }

    fn floats(&mut self, operator: Binary, left: &Value, right: &Value) -> Done<Value> {
        match operator {
            Binary::Modulo => {
                // An integer modulo 1 is 0, and a fraction isn't an integer.
                if let (Value::Number(one), Value::Dynamic(_)) = (right, left)
                    && *one == 1.0
                {
                    self.push_float(left)?;
                    self.push_float(left)?;
                    self.plain(Instruction::F64Floor);
                    self.plain(Instruction::F64Sub);
                    return Ok(self.pop(Kind::float()));
                }
                let (left, x) = self.guard_integer(left)?;
                let (right, y) = self.guard_integer(right)?;
                return self.quotient(true, (&left, x), (&right, y));
            }
            Binary::Power => return self.unsupported("a power"),
            Binary::Divide | Binary::FloorDivide => self.guard_some(right)?,
            _ => {}
        }
        self.push_float(left)?;
        self.push_float(right)?;
        self.plain(match operator {
            Binary::Add => Instruction::F64Add,
            Binary::Subtract => Instruction::F64Sub,
            Binary::Multiply => Instruction::F64Mul,
            _ => Instruction::F64Div,
        });
        if operator == Binary::FloorDivide {
            self.plain(Instruction::F64Floor);
        }
        Ok(self.pop(Kind::float()))
    }

    /// Bails out if a number is 0: division by it depends on its sign, which integers don't have.
    pub(crate) fn guard_some(&mut self, value: &Value) -> Done<()> {
        let kind = self.number_kind(value)?;
        match (value, kind.integer) {
            (Value::Number(0.0), _) => return self.unsupported("the sign of 0 matters"),
            (Value::Number(_), _) => return Ok(()),
            (_, Some((least, most))) if least > 0 || most < 0 => return Ok(()),
            (_, Some(_)) => {
                self.push_integer(value)?;
                self.plain(Instruction::I64Eqz);
            }
            (_, None) => {
                self.push_float(value)?;
                self.plain(Instruction::F64Const(0.0.into()));
                self.plain(Instruction::F64Eq);
            }
        }
        self.bail_out_if("the sign of 0 matters");
        Ok(())
    }

    fn power(&mut self, left: &Value, right: &Value, exponent: &Kind) -> Done<Value> {
        let left_kind = self.number_kind(left)?;
        if let (Value::Number(2.0), Some(range)) = (right, left_kind.integer)
            && range.0 >= -SQUARED
            && range.1 <= SQUARED
        {
            return self.arithmetic(Binary::Multiply, left, left);
        }
        if let (Value::Number(base), Some(range), Value::Dynamic(exponent)) = (left, exponent.integer, right) {
            let (least, most) =
                if range.1 - range.0 <= 256 { range } else { (range.0.max(0), range.1.min(MAX_EXPONENT)) };
            if least > most {
                return self.unsupported("a power with such an exponent");
            }
            self.guard_within(right, range, (least, most))?;
            let powers: Vec<f64> = (least..=most).map(|n| base.powf(n as f64)).collect();
            return self.of_rows(exponent, least, &powers);
        }
        self.unsupported("a power that is known only at run time")
    }

    /// Looks up a constant number by a dynamic index.
    fn of_rows(&mut self, key: &Dynamic, first: i64, rows: &[f64]) -> Done<Value> {
        let wholes: Option<Vec<i64>> = rows.iter().map(|row| as_integer(*row)).collect();
        let bits: Vec<u64> = match &wholes {
            Some(integers) => integers.iter().map(|integer| *integer as u64).collect(),
            None => rows.iter().map(|row| row.to_bits()).collect(),
        };
        let at = self.put_data(&bits, 8);
        self.plain(Instruction::LocalGet(key.payload));
        self.plain(Instruction::I64Const(first));
        self.plain(Instruction::I64Sub);
        self.plain(Instruction::I64Const(8));
        self.plain(Instruction::I64Mul);
        self.plain(Instruction::I32WrapI64);
        match wholes {
            Some(wholes) => {
                self.plain(Instruction::I64Load(crate::memory::argument(at, 3)));
                let (least, most) = (wholes.iter().min().copied(), wholes.iter().max().copied());
                Ok(self.pop(Kind::integer(least.unwrap_or(0), most.unwrap_or(0))))
            }
            None => {
                self.plain(Instruction::F64Load(crate::memory::argument(at, 3)));
                Ok(self.pop(Kind::float()))
            }
        }
    }

    /// Bails out if a number isn't between two bounds.
    pub(crate) fn guard_within(
        &mut self,
        value: &Value,
        range: crate::kind::Range,
        (least, most): crate::kind::Range,
    ) -> Done<()> {
        if range.0 >= least && range.1 <= most {
            return Ok(());
        }
        if range.1 < least || range.0 > most {
            return self.unsupported("a number lies beyond what is allowed");
        }
        self.push_integer(value)?;
        if least != 0 {
            self.plain(Instruction::I64Const(least));
            self.plain(Instruction::I64Sub);
        }
        self.plain(Instruction::I64Const(most - least));
        self.plain(Instruction::I64GtU);
        self.bail_out_if("a number lies beyond what is allowed");
        Ok(())
    }

    /// Converts a number to an integer: rounded down or up, or as it is.
    pub(crate) fn rounded(&mut self, value: &Value, round: Option<Instruction<'static>>) -> Done<Value> {
        let value = &self.guard_number(value)?;
        let kind = self.number_kind(value)?;
        if kind.integer.is_some() {
            return Ok(value.clone());
        }
        self.push_float(value)?;
        if let Some(round) = round {
            self.plain(round);
        }
        let rounded = self.local(ValType::F64);
        self.plain(Instruction::LocalTee(rounded));
        self.plain(Instruction::F64Abs);
        self.plain(Instruction::F64Const((EXACT as f64).into()));
        self.plain(Instruction::F64Le);
        self.plain(Instruction::I32Eqz);
        self.bail_out_if("a number is rounded that is too great or none");
        self.plain(Instruction::LocalGet(rounded));
        self.plain(Instruction::I64TruncSatF64S);
        Ok(self.pop(Kind::integer(-EXACT, EXACT)))
    }

    /// Converts a number that has to be an integer, for operations on bits or bytes; bails out if it isn't.
    pub(crate) fn guard_integer(&mut self, value: &Value) -> Done<(Value, Range)> {
        let value = &self.guard_number(value)?;
        let kind = self.number_kind(value)?;
        if let Some(range) = kind.integer {
            return Ok((value.clone(), range));
        }
        if let Value::Number(_) = value {
            return self.unsupported("a number that may not be an integer stands where an integer is needed");
        }
        // Exactly an integer, or the call bails out.
        self.push_float(value)?;
        self.push_float(value)?;
        self.plain(Instruction::F64Floor);
        self.plain(Instruction::F64Ne);
        self.bail_out_if("a number that may not be an integer stands where an integer is needed");
        let integer = self.rounded(value, None)?;
        Ok((integer, (-EXACT, EXACT)))
    }
}

/// True if a power is the same as the square, cube or root that Luau may compute instead, which depends on its constant
/// folding.
fn is_sure_power(a: f64, b: f64) -> bool {
    let other = match b {
        2.0 => a * a,
        3.0 => a * a * a,
        0.5 => a.sqrt(),
        _ => return true,
    };
    let power = a.powf(b);
    power.to_bits() == other.to_bits() || power.is_nan() && other.is_nan()
}

/// Folds an operation on constants, as Luau does.
fn known(operator: Binary, a: f64, b: f64) -> f64 {
    match operator {
        Binary::Add => a + b,
        Binary::Subtract => a - b,
        Binary::Multiply => a * b,
        Binary::Divide => a / b,
        Binary::FloorDivide => (a / b).floor(),
        Binary::Modulo => a - (a / b).floor() * b,
        _ => a.powf(b),
    }
}
