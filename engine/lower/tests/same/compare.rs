//! Runs a script as machine code and in Luau, and compares the results.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use mlua::chunk::Compiler;
use mlua::{Buffer, Function, Lua, MultiValue, Value, VmState};
use parlour_lower::{Given, Lowering, Machine, Module, Parameter};

/// Sizes in bytes of the two blocks in the `...` of each script.
pub(crate) const BLOCKS: [usize; 2] = [64, 32];

/// Bounds of the two arguments of a call.
pub(crate) const BOUNDS: (i64, i64) = (-1000, 1000);

/// Work budget of a call.
const WORK: u32 = 20_000_000;

/// Limit of Luau's interrupts (safe points) in a call.
const PATIENCE: u32 = 2_000_000;

/// The error when the limit is reached.
const TOO_LONG: &str = "Luau was stopped";

/// A call of a script: its arguments, and the seed of its blocks' contents.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    pub(crate) arguments: [i64; 2],
    pub(crate) content: u64,
}

/// The result of comparing a script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    /// The reason that it isn't compiled.
    pub(crate) unsupported: Option<String>,
    /// Calls that complete in Luau.
    pub(crate) done: usize,
    /// Those of them that bail out.
    pub(crate) given_up: usize,
    /// The reason of the last bail-out.
    pub(crate) site: Option<String>,
}

/// A deterministic random number generator.
#[derive(Clone, Debug)]
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to `most`, exclusive.
    pub(crate) fn below(&mut self, most: usize) -> usize {
        (self.next() % most as u64) as usize
    }

    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

/// The bytes of the blocks for a call.
fn contents(content: u64) -> [Vec<u8>; 2] {
    let mut dice = Dice(content);
    BLOCKS.map(|bytes| {
        let fill = |n: usize, dice: &mut Dice| match content {
            0 => 0,
            1 => 255,
            2 => n as u8,
            _ if content.is_multiple_of(2) => dice.below(6) as u8,
            _ => dice.next() as u8,
        };
        (0..bytes).map(|n| fill(n, &mut dice)).collect()
    })
}

/// A Luau VM with a script loaded.
struct Luau {
    lua: Lua,
    function: Function,
    blocks: [Buffer; 2],
}

impl Luau {
    fn new(text: &str) -> mlua::Result<Self> {
        let lua = Lua::new();
        lua.set_compiler(Compiler::new().set_optimization_level(1).set_debug_level(1).set_type_info_level(1));
        let blocks = [lua.create_buffer(vec![0; BLOCKS[0]])?, lua.create_buffer(vec![0; BLOCKS[1]])?];
        let function = lua.load(text).call((blocks[0].clone(), blocks[1].clone()))?;
        Ok(Self { lua, function, blocks })
    }

    fn call(&self, call: Call) -> mlua::Result<MultiValue> {
        for (block, bytes) in self.blocks.iter().zip(contents(call.content)) {
            block.write_bytes(0, &bytes);
        }
        let left = std::cell::Cell::new(PATIENCE);
        self.lua.set_interrupt(move |_| {
            left.set(left.get() - 1);
            if left.get() == 0 { Err(mlua::Error::runtime(TOO_LONG)) } else { Ok(VmState::Continue) }
        });
        self.function.call((call.arguments[0], call.arguments[1]))
    }

    fn bytes(&self, n: usize) -> Vec<u8> {
        self.blocks[n].to_vec()
    }
}

/// A script as machine code, or the reason that it isn't compiled.
fn lowered(text: &str) -> Result<Result<Machine, String>, String> {
    let mut lowering = Lowering::new(crate::library::Library::default());
    let blocks = BLOCKS.map(|bytes| lowering.add_block(bytes)).to_vec();
    let entry = lowering.load("script", text).and_then(|script| {
        let function = lowering.run(&script, blocks)?.into_iter().next().unwrap_or_else(parlour_lower::Known::nil);
        lowering.entry("entry", &function, &[Parameter::Integer(BOUNDS.0, BOUNDS.1); 2])
    });
    if let Err(unsupported) = entry {
        return Ok(Err(unsupported.to_string()));
    }
    let module = Module::new(&lowering).map_err(|error| error.to_string())?;
    Machine::new(Arc::new(module)).map(Ok).map_err(|error| error.to_string())
}

/// True if a Luau value equals a result of the machine.
fn is_same(given: Given, value: &Value, module: &Module) -> bool {
    let number = match value {
        Value::Integer(number) => Some(*number as f64),
        Value::Number(number) => Some(*number),
        _ => None,
    };
    match given {
        Given::Nil => value.is_nil(),
        Given::Boolean(truth) => value.as_boolean() == Some(truth),
        Given::Integer(whole) => number == Some(whole as f64),
        Given::Float(float) => number.is_some_and(|number| number == float || number.is_nan() && float.is_nan()),
        Given::Atom(atom) => match module.text(atom) {
            Some(text) => matches!(value, Value::String(string) if *string.as_bytes() == *text),
            None => value.is_table() || value.is_function() || value.is_buffer(),
        },
        Given::Table => value.is_table(),
    }
}

/// Compares a call that the machine has completed with Luau's result.
fn compare_call(luau: &Luau, machine: &Machine, expected: &mlua::Result<MultiValue>) -> Result<(), String> {
    let values = match expected {
        Ok(values) => values,
        Err(error) => return Err(format!("Luau fails: {error}")),
    };
    for n in 0..values.len().max(4) {
        let (given, value) = (machine.given(0, n), values.get(n).unwrap_or(&Value::Nil));
        if !is_same(given, value, machine.module()) {
            return Err(format!("result {}: {given:?} instead of {value:?}", n + 1));
        }
    }
    for n in 0..BLOCKS.len() {
        let (given, expected) = (machine.block(n), luau.bytes(n));
        if let Some(at) = (0..expected.len()).find(|at| given[*at] != expected[*at]) {
            return Err(format!("byte {at} of block {n}: {} instead of {}", given[at], expected[at]));
        }
    }
    Ok(())
}

/// Runs calls of a script in both implementations.
///
/// # Errors
/// A difference, or code that can't be compiled.
pub(crate) fn compare(text: &str, calls: &[Call]) -> Result<Found, String> {
    let mut found = Found::default();
    let luau = match Luau::new(text) {
        Ok(luau) => luau,
        Err(error) => return Ok(Found { unsupported: Some(format!("Luau: {error}")), ..found }),
    };
    let made = catch_unwind(AssertUnwindSafe(|| lowered(text)));
    let mut machine = match made.map_err(|_| "the lowering panics".to_owned())?? {
        Ok(machine) => machine,
        Err(unsupported) => return Ok(Found { unsupported: Some(unsupported), ..found }),
    };
    for call in calls {
        let expected = luau.call(*call);
        for (n, bytes) in contents(call.content).iter().enumerate() {
            machine.block_mut(n).copy_from_slice(bytes);
        }
        let is_done = machine.call(0, &call.arguments, WORK).is_ok();
        // If Luau was stopped, its result isn't known.
        let is_known = !matches!(&expected, Err(error) if error.to_string().contains(TOO_LONG));
        if is_done && is_known {
            compare_call(&luau, &machine, &expected).map_err(|difference| format!("{call:?}: {difference}"))?;
        }
        found.done += usize::from(expected.is_ok());
        if !is_done && expected.is_ok() {
            found.given_up += 1;
            found.site = machine.last_unsupported().map(ToString::to_string);
        }
    }
    Ok(found)
}
