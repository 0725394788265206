//! Execution of the compiled module in wasmtime.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use wasmtime::{Caller, Config, Engine, Func, Instance, Memory, OptLevel, Store, TypedFunc};

use crate::assembly::{ARGUMENTS, BUDGET, RESULTS};
use crate::evaluator::{Lowering, Unsupported};
use crate::kind::Class;
use crate::value::Value;

/// A result of a call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Given {
    /// Nil.
    Nil,
    /// True or false.
    Boolean(bool),
    /// An integer.
    Integer(i64),
    /// A number that isn't an integer.
    Float(f64),
    /// A text, table or function, by its number; [`Module::text`] gives the text.
    Atom(u32),
    /// A table made by the call.
    Table,
}

/// The reason that there is no machine code.
#[derive(Debug, thiserror::Error)]
#[error("the code can't be compiled: {0}")]
pub struct CompileError(String);

/// A call that bailed out: what it has written must be discarded, and Luau runs the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the call bailed out")]
pub struct BailedOut;

/// Compiled code, for any number of machines on any threads.
#[derive(Debug)]
pub struct Module {
    module: wasmtime::Module,
    entries: Vec<(String, usize)>,
    blocks: Vec<Range<usize>>,
    sites: Vec<Unsupported>,
    unsupported: Vec<Unsupported>,
    texts: Vec<Option<Box<[u8]>>>,
}

/// The wasmtime engine, shared: it holds nothing but settings.
fn engine() -> Result<&'static Engine, CompileError> {
    static ENGINE: OnceLock<Result<Engine, String>> = OnceLock::new();
    let made = ENGINE.get_or_init(|| {
        let mut config = Config::new();
        config.cranelift_opt_level(OptLevel::Speed);
        config.generate_address_map(false);
        config.wasm_backtrace_max_frames(None);
        Engine::new(&config).map_err(|error| error.to_string())
    });
    made.as_ref().map_err(|error| CompileError(error.clone()))
}

impl Module {
    /// Compiles the entries.
    ///
    /// # Errors
    /// A module that wasmtime refuses, which would be a fault of this crate, or a platform that it doesn't support.
    pub fn new(lowering: &Lowering) -> Result<Self, CompileError> {
        Assembled::of(lowering).compiled()
    }

    /// As [`Module::new`], but drops the compiler's state first, so that its memory is free.
    ///
    /// # Errors
    /// The same.
    pub fn in_place_of(lowering: Lowering) -> Result<Self, CompileError> {
        let assembled = Assembled::of(&lowering);
        drop(lowering);
        assembled.compiled()
    }

    /// The index of an entry.
    pub fn entry(&self, name: &str) -> Option<usize> {
        self.entries.iter().position(|(known, _)| known == name)
    }

    /// The address range of a block, by its index.
    pub fn block(&self, n: usize) -> Range<usize> {
        self.blocks[n].clone()
    }

    /// Unsupported parts of the entries.
    pub fn all_unsupported(&self) -> &[Unsupported] {
        &self.unsupported
    }

    /// The reason of a bail-out site, by its number from 1.
    pub fn site(&self, site: u32) -> Option<&Unsupported> {
        self.sites.get((site as usize).checked_sub(1)?)
    }

    /// The bytes of a text, by its number.
    pub fn text(&self, atom: u32) -> Option<&[u8]> {
        self.texts.get(atom as usize)?.as_deref()
    }
}

/// WebAssembly that isn't compiled yet, with its metadata.
struct Assembled {
    bytes: Vec<u8>,
    entries: Vec<(String, usize)>,
    blocks: Vec<Range<usize>>,
    sites: Vec<Unsupported>,
    unsupported: Vec<Unsupported>,
    texts: Vec<Option<Box<[u8]>>>,
}

impl Assembled {
    fn of(lowering: &Lowering) -> Self {
        let text = |value: &Value| match value {
            Value::Text(text) => Some(Box::from(text.as_bytes())),
            Value::Bytes(bytes) => Some(Box::from(&**bytes)),
            _ => None,
        };
        Self {
            bytes: lowering.assemble(),
            entries: lowering.entries.iter().map(|entry| (entry.name.clone(), entry.results)).collect(),
            blocks: lowering.regions.iter().map(|region| region.base..region.base + region.bytes.len()).collect(),
            sites: lowering.sites.clone(),
            unsupported: lowering.all_unsupported().into_iter().cloned().collect(),
            texts: lowering.atoms.iter().map(text).collect(),
        }
    }

    fn compiled(self) -> Result<Module, CompileError> {
        let Self { bytes, entries, blocks, sites, unsupported, texts } = self;
        let module = wasmtime::Module::new(engine()?, &bytes).map_err(|error| CompileError(format!("{error:#}")))?;
        Ok(Module { module, entries, blocks, sites, unsupported, texts })
    }
}

/// The largest budget of a call: together with what is counted at once it can't wrap around.
const MAX_WORK: u32 = 1 << 30;

/// The host's data of a call.
struct Noted {
    /// The number of the site at which the last call bailed out, from 1; 0 if it didn't.
    site: u32,
}

/// Ends a call at a bail-out site.
fn bail_out(mut caller: Caller<'_, Noted>, site: u32) -> wasmtime::Result<()> {
    caller.data_mut().site = site;
    Err(BailedOut.into())
}

/// An instance of a module, with a memory of its own.
pub struct Machine {
    store: Store<Noted>,
    memory: Memory,
    entries: Vec<TypedFunc<(), ()>>,
    module: Arc<Module>,
}

impl std::fmt::Debug for Machine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Machine")
    }
}

impl Machine {
    /// Instantiates compiled code with a memory of zeros.
    ///
    /// # Errors
    /// Too little memory.
    pub fn new(module: Arc<Module>) -> Result<Self, CompileError> {
        let fail = |error: wasmtime::Error| CompileError(format!("{error:#}"));
        let mut store = Store::new(engine()?, Noted { site: 0 });
        let bail_out = Func::wrap(&mut store, bail_out);
        let instance = Instance::new(&mut store, &module.module, &[bail_out.into()]).map_err(fail)?;
        let memory = instance.get_memory(&mut store, "memory");
        let memory = memory.ok_or_else(|| CompileError("there is no memory".to_owned()))?;
        let entries = module
            .entries
            .iter()
            .map(|(name, _)| instance.get_typed_func::<(), ()>(&mut store, name))
            .collect::<Result<_, _>>()
            .map_err(fail)?;
        Ok(Self { store, memory, entries, module })
    }

    /// The code that it runs.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// All of the memory, in which [`Module::block`] says where the blocks are.
    pub fn memory(&self) -> &[u8] {
        self.memory.data(&self.store)
    }

    /// All of the memory, mutable.
    pub fn memory_mut(&mut self) -> &mut [u8] {
        self.memory.data_mut(&mut self.store)
    }

    /// The bytes of a block.
    pub fn block(&self, n: usize) -> &[u8] {
        &self.memory()[self.module.block(n)]
    }

    /// The bytes of a block, mutable.
    pub fn block_mut(&mut self, n: usize) -> &mut [u8] {
        let range = self.module.block(n);
        &mut self.memory_mut()[range]
    }

    /// The bytes of the first blocks.
    pub fn blocks<const N: usize>(&self) -> [&[u8]; N] {
        let data = self.memory.data(&self.store);
        std::array::from_fn(|n| &data[self.module.block(n)])
    }

    /// The bytes of the first blocks, mutable.
    pub fn blocks_mut<const N: usize>(&mut self) -> [&mut [u8]; N] {
        let (mut rest, mut passed) = (self.memory.data_mut(&mut self.store), 0);
        // They are adjacent.
        std::array::from_fn(|n| {
            let range = self.module.block(n);
            let (block, behind) = std::mem::take(&mut rest)[range.start - passed..].split_at_mut(range.len());
            (rest, passed) = (behind, range.end);
            block
        })
    }

    /// Calls an entry; `work` is its budget: a unit is a round of a short loop, or some sixteen instructions.
    ///
    /// # Errors
    /// The call bailed out.
    pub fn call(&mut self, entry: usize, arguments: &[i64], work: u32) -> Result<(), BailedOut> {
        self.call_on(entry, arguments, work, |_| {})
    }

    /// As [`Machine::call`], after `fill` has written into the memory.
    ///
    /// # Errors
    /// The call bailed out.
    #[inline]
    pub fn call_on(
        &mut self,
        entry: usize,
        arguments: &[i64],
        work: u32,
        fill: impl FnOnce(&mut [u8]),
    ) -> Result<(), BailedOut> {
        self.store.data_mut().site = 0;
        let data = self.memory.data_mut(&mut self.store);
        fill(data);
        for (n, argument) in arguments.iter().enumerate() {
            let at = ARGUMENTS + 8 * n;
            data[at..at + 8].copy_from_slice(&argument.to_le_bytes());
        }
        data[BUDGET..BUDGET + 4].copy_from_slice(&work.min(MAX_WORK).to_le_bytes());
        // A trap of wasmtime's bails out as well.
        self.entries[entry].call(&mut self.store, ()).map_err(|_| BailedOut)
    }

    /// The remaining work budget of the last call, if it completed.
    pub fn work_left(&self) -> u32 {
        let mut left = [0; 4];
        left.copy_from_slice(&self.memory()[BUDGET..BUDGET + 4]);
        u32::from_le_bytes(left)
    }

    /// The site of the last bail-out; `None` if wasmtime trapped by itself, or the call completed.
    pub fn last_unsupported(&self) -> Option<&Unsupported> {
        self.module.site(self.store.data().site)
    }

    /// A result of the last call of an entry, by index.
    pub fn given(&self, entry: usize, n: usize) -> Given {
        if n >= self.module.entries[entry].1 {
            return Given::Nil;
        }
        let at = RESULTS + 16 * n;
        let data = self.memory.data(&self.store);
        let mut payload = [0; 8];
        payload.copy_from_slice(&data[at..at + 8]);
        let integer = i64::from_le_bytes(payload);
        match data[at + 8] {
            class if class == Class::Boolean as u8 => Given::Boolean(integer != 0),
            class if class == Class::Integer as u8 => Given::Integer(integer),
            class if class == Class::Float as u8 => Given::Float(f64::from_le_bytes(payload)),
            class if class == Class::Atom as u8 => Given::Atom(integer as u32),
            class if class == Class::Record as u8 => Given::Table,
            _ => Given::Nil,
        }
    }
}
