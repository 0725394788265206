//! Compiler of Luau scripts to WebAssembly by partial evaluation.
//!
//! A script that reads and writes blocks of bytes is partially evaluated at load time (Jones, Gomard and Sestoft 1993):
//! its constants, tables and functions are static. The residual code of a function that is called at run time becomes
//! WebAssembly: integers with their ranges, blocks as one memory, calls inlined. Whatever isn't supported, from a
//! concatenated string to an inexact number, bails out; then the caller discards what was written and runs the script
//! in Luau. So the code only has to be right where it completes.
//!
//! ```
//! use std::sync::Arc;
//! use parlour_lower::{Given, Lowering, Machine, Module, Parameter};
//!
//! let mut lowering = Lowering::new(());
//! let block = lowering.add_block(16);
//! let script = lowering.load("add", "local B = ... return function(n) return buffer.readu8(B, 3) + n end")?;
//! let add = lowering.run(&script, vec![block])?.remove(0);
//! lowering.entry("add", &add, &[Parameter::Integer(0, 100)])?;
//! let mut machine = Machine::new(Arc::new(Module::new(&lowering)?))?;
//! machine.block_mut(0)[3] = 5;
//! machine.call(0, &[7], 1000)?;
//! assert_eq!(machine.given(0, 0), Given::Integer(12));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arithmetic;
mod assembly;
mod bits;
mod buffers;
mod calls;
mod code;
mod conditions;
mod evaluator;
mod expressions;
mod indexing;
mod kind;
mod library;
mod lists;
mod luau;
mod machine;
mod memory;
mod records;
mod slots;
mod specialization;
mod statements;
mod storage;
mod surroundings;
mod tables;
mod value;

use std::rc::Rc;

pub use assembly::Parameter;
pub use evaluator::{Lowering, Unsupported};
use evaluator::{Region, Stop};
pub use luau::{Luau, Plain};
pub use machine::{BailedOut, CompileError, Given, Machine, Module};
use parlour_luau::SyntaxError;
use value::{Closure, Key, Value};

/// Characters of a script that a message shows.
const SHOWN: usize = 40;

/// A value known at compile time.
#[derive(Clone, Debug)]
pub struct Known(Value);

/// The functions of the engine that scripts see besides the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// Returns its arguments except for the first.
    Sealed,
    /// Returns its arguments.
    Ordered,
    /// Has no effect at compile time.
    Lasting,
    /// Not supported.
    Other,
}

impl Known {
    /// Nil.
    pub fn nil() -> Self {
        Self(Value::Nil)
    }

    /// A number.
    pub fn number(number: f64) -> Self {
        Self(Value::Number(number))
    }

    /// A function of the engine.
    pub fn word(word: Word) -> Self {
        Self(Value::Library(match word {
            Word::Sealed => "sealed",
            Word::Ordered => "ordered",
            Word::Lasting => "lasting",
            Word::Other => "a function of the engine",
        }))
    }

    /// True if it is a function.
    pub fn is_function(&self) -> bool {
        matches!(self.0, Value::Function(_))
    }
}

impl std::fmt::Display for Unsupported {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.reason)
    }
}

impl std::error::Error for Unsupported {}

impl Lowering {
    /// A compiler with nothing but the library, which asks `luau` for what that returns.
    pub fn new(luau: impl Luau + 'static) -> Self {
        let mut lowering = Self::default();
        lowering.luau = Box::new(luau);
        lowering.add_library();
        lowering
    }

    /// Adds a block of `bytes` bytes, all zeros at compile time.
    pub fn add_block(&mut self, bytes: usize) -> Known {
        let end = self.regions.last().map_or(assembly::RESERVED, |last: &Region| last.base + last.bytes.len());
        self.regions.push(Region { base: end.next_multiple_of(16), bytes: vec![0; bytes] });
        Known(Value::Region(self.regions.len() - 1))
    }

    /// Sets a byte of a block as scripts see it at compile time.
    pub fn set_byte(&mut self, block: usize, at: usize, byte: u8) {
        self.regions[block].bytes[at] = byte;
    }

    /// Declares that a number in a block is constant at run time.
    pub fn assume(&mut self, block: usize, at: usize, number: f64) {
        self.facts.insert((block, at), number);
    }

    /// An empty table.
    pub fn new_known_table(&mut self) -> Known {
        Known(Value::Table(self.new_table()))
    }

    /// Sets a field of a table.
    pub fn set_field(&mut self, table: &Known, name: &str, value: Known) {
        if let Value::Table(table) = table.0 {
            self.tables[table].put(Key::Text(name.into()), value.0);
        }
    }

    /// A field of a table; nil if it isn't a table.
    pub fn field(&self, table: &Known, name: &str) -> Known {
        match table.0 {
            Value::Table(table) => {
                Known(self.tables[table].fields.get(&Key::Text(name.into())).cloned().unwrap_or(Value::Nil))
            }
            _ => Known::nil(),
        }
    }

    /// A row of a table; nil if it isn't a table.
    pub fn row(&self, table: &Known, n: i64) -> Known {
        match table.0 {
            Value::Table(table) => {
                Known(self.tables[table].fields.get(&Key::Integer(n)).cloned().unwrap_or(Value::Nil))
            }
            _ => Known::nil(),
        }
    }

    /// Parses a script into a function whose arguments are its `...`.
    ///
    /// # Errors
    /// Unsupported syntax, or a script that is too long.
    pub fn load(&mut self, name: &str, text: &str) -> Result<Known, Unsupported> {
        match parlour_luau::parse(name, text) {
            Ok(function) => {
                self.spend_script(text.len(), function.size);
                Ok(Known(Value::Function(Rc::new(Closure { function, captures: Vec::new(), is_made: false }))))
            }
            Err(SyntaxError::TooLong) => {
                let reason = "the script is too long for the compiler".to_owned();
                Err(Unsupported { file: name.into(), line: 1, reason })
            }
            Err(SyntaxError::At(at)) => {
                let line = text.bytes().take(at).filter(|b| *b == b'\n').count() as u32 + 1;
                let rest = text.get(at..).unwrap_or_default();
                let next: String = rest.chars().take_while(|c| *c != '\n').take(SHOWN).collect();
                let reason = format!("syntax not supported by the compiler: `{next}`");
                Err(Unsupported { file: name.into(), line, reason })
            }
        }
    }

    /// Parses a script of the caller's own, as [`Lowering::load`] does: unsupported parts of it are reported at the line of an
    /// author's script that calls it.
    ///
    /// # Errors
    /// A syntax error.
    pub fn load_own(&mut self, name: &str, text: &str) -> Result<Known, Unsupported> {
        self.own_files.insert(name.into());
        self.load(name, text)
    }

    /// Runs a function at compile time.
    ///
    /// # Errors
    /// An operation that can't be evaluated at compile time.
    pub fn run(&mut self, function: &Known, arguments: Vec<Known>) -> Result<Vec<Known>, Unsupported> {
        let arguments = arguments.into_iter().map(|known| known.0).collect();
        let depth = self.frames.len();
        let done = self.call(&function.0, arguments);
        self.frames.truncate(depth);
        if depth == 0 {
            self.joins.clear();
        }
        match done {
            Ok(values) => Ok(values.iter().map(|value| Known(value.bare().clone())).collect()),
            Err(Stop::Unreachable) => Ok(Vec::new()),
            Err(Stop::Unsupported(unsupported)) => Err(*unsupported),
        }
    }

    /// The function whose `function` keyword is on a line of a script. The script proper is the last inner function of
    /// `script`, which has run once. `None` if there are several such functions, or if it is made at run time with
    /// captures that vary.
    pub fn function_at(&self, script: &Known, line: u32) -> Option<Known> {
        let Value::Function(script) = &script.0 else { return None };
        match &self.written_at(line, script.function.inner.last()?, None, true)[..] {
            [Some(function)] => Some(Known(Value::Function(function.clone()))),
            _ => None,
        }
    }

    /// Registers a file that scripts can require, by its name.
    pub fn file(&mut self, name: &str, function: Known) {
        self.files.insert(name.into(), (function.0, None));
    }

    fn required(&mut self, name: &str) -> evaluator::Done<Value> {
        let name = name.trim_start_matches("./").trim_end_matches(".lua");
        match self.files.get(name).cloned() {
            Some((_, Some(value))) => Ok(value),
            Some((function, None)) => {
                let value = Value::first_of(&self.call(&function, Vec::new())?);
                self.files.insert(name.into(), (function, Some(value.clone())));
                Ok(value)
            }
            None => self.unsupported(format!("the file `{name}` is not known")),
        }
    }

    /// Compiles a function as an entry, callable from outside.
    ///
    /// # Errors
    /// The part of it that isn't supported. An unsupported part behind a condition only bails out when it is reached.
    pub fn entry(&mut self, name: &str, function: &Known, parameters: &[Parameter]) -> Result<(), Unsupported> {
        match &function.0 {
            Value::Function(closure) => self.lower_entry(name, &closure.clone(), parameters),
            _ => Err(self.unsupported_here(format!("`{name}` is not a function"))),
        }
    }

    /// Unsupported parts of the entries: a call that reaches one bails out. Entries that are left out have one as
    /// well.
    pub fn all_unsupported(&self) -> Vec<&Unsupported> {
        let reached = self.reached().1;
        let sites: std::collections::BTreeSet<usize> =
            reached.into_iter().filter(|site| self.unsupported_sites.contains(site)).collect();
        let mut unsupported: Vec<&Unsupported> =
            sites.into_iter().filter_map(|site| self.sites.get(site - 1)).collect();
        unsupported.extend(&self.left_out);
        unsupported
    }
}
