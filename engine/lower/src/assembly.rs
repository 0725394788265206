//! Assembly of the module: one memory with the blocks, constant data, and the scratch arena.

use wasm_encoder::{
    CodeSection, ConstExpr, DataSection, EntityType, ExportKind, ExportSection, FunctionSection, GlobalSection,
    GlobalType, ImportSection, Instruction, MemorySection, MemoryType, TypeSection, ValType,
};

use crate::code::{Referred, Unit, Writer};
use crate::evaluator::{Done, Entry, Lowering, Region, Stop, Unsupported};
use crate::kind::Kind;
use crate::memory::{BAIL_OUT, HEAP, SCRATCH, SCRATCH_END, TOP, WORK, argument};
use crate::value::{Closure, Dynamic, MADE, Value};
use std::rc::Rc;

/// Bytes before the first block: arguments, results, and the budget of a call.
pub(crate) const RESERVED: usize = 1024;
/// Address of the arguments, eight bytes each.
pub(crate) const ARGUMENTS: usize = 0;
/// Address of the results: eight bytes for the payload, then eight for its class.
pub(crate) const RESULTS: usize = 256;
/// Limit of results.
pub(crate) const MAX_RESULTS: usize = 40;
/// Address of the work budget, and of what is left of it after a call.
pub(crate) const BUDGET: usize = 1000;

/// The first function of the module's own.
const FIRST: u32 = 1;

/// Bytes for lists and records.
const SCRATCH_BYTES: usize = 1 << 24;

const PAGE: usize = 1 << 16;

/// Limit of iterations of the fixpoint over the contents of lists and records.
const MAX_TRIES: usize = 40;

/// The type of a parameter of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// An integer between two bounds, inclusive.
    Integer(i64, i64),
    /// True or false.
    Boolean,
}

impl Lowering {
    /// Ends compile-time evaluation.
    fn end_load(&mut self) {
        if self.loaded.is_none() {
            self.loaded = Some((self.cells.len(), self.tables.len()));
            let end = self.regions.iter().map(|region: &Region| region.base + region.bytes.len()).max();
            self.data_base = end.unwrap_or(RESERVED).next_multiple_of(16);
        }
    }

    /// Compiles an entry.
    pub(crate) fn lower_entry(
        &mut self,
        name: &str,
        closure: &Rc<Closure>,
        parameters: &[Parameter],
    ) -> Result<(), Unsupported> {
        self.end_load();
        let mark = self.mark();
        let (functions, patches) = (self.functions.len(), self.patches.len());
        let made = (self.cells.len(), self.tables.len());
        // Each iteration knows more about the contents of lists.
        for _ in 0..MAX_TRIES {
            let (kept, code_bytes) = (self.kept, self.code_bytes);
            self.is_stale = false;
            self.ops = 0;
            self.written.clear();
            self.unit = Some(Unit::default());
            let done = self.entry_code(closure, parameters);
            self.roll_back(mark);
            self.frames.clear();
            self.forget_made(made);
            let unit = self.unit.take().unwrap_or_default();
            let is_too_great = self.is_too_great(&unit);
            if is_too_great {
                self.outline_largest();
            }
            if self.is_stale && !self.is_spent() {
                self.variants.clear();
                // Nothing refers to the discarded code any more.
                self.functions.truncate(functions);
                self.patches.truncate(patches);
                self.grow_function = self.grow_function.filter(|function| *function < functions);
                (self.kept, self.code_bytes) = (kept, code_bytes);
                continue;
            }
            let results = match done {
                _ if self.is_stale => return self.leave_out(self.unsupported_here(crate::evaluator::TOO_MUCH_WORK)),
                _ if is_too_great => return self.leave_out(self.too_much_code()),
                Ok(results) => results,
                Err(Stop::Unreachable) => 0,
                Err(Stop::Unsupported(unsupported)) => return self.leave_out(*unsupported),
            };
            self.code_bytes += self.size(&unit).bytes();
            self.entries.push(Entry { name: name.to_owned(), unit, results });
            return Ok(());
        }
        self.leave_out(self.unsupported_here("the contents of lists reach no fixpoint"))
    }

    /// Records what is unsupported in an entry that is left out.
    fn leave_out(&mut self, unsupported: Unsupported) -> Result<(), Unsupported> {
        self.left_out.push(unsupported.clone());
        Err(unsupported)
    }

    /// Forgets the variables and tables made at run time, which have no values any more.
    fn forget_made(&mut self, (cells, tables): (usize, usize)) {
        self.cells.truncate(cells);
        self.tables.truncate(tables);
        self.lists.retain(|table, _| *table < tables);
        self.table_sites.retain(|table, _| *table < tables);
        self.cells_set.clear();
        self.joins.clear();
    }

    fn entry_code(&mut self, closure: &Rc<Closure>, parameters: &[Parameter]) -> Done<usize> {
        self.plain(Instruction::I32Const(0));
        self.plain(Instruction::I32Load(argument(BUDGET, 2)));
        self.plain(Instruction::GlobalSet(WORK));
        self.take_work();
        let counted = self.begin_counted();
        let done = self.entry_body(closure, parameters);
        if done.is_ok() {
            let work = self.unit.as_mut().map_or(0, Unit::work);
            self.plain(Instruction::I32Const(0));
            self.plain(Instruction::LocalGet(work));
            self.plain(Instruction::I32Store(argument(BUDGET, 2)));
        }
        self.end_counted(counted, self.takes_too_long(closure));
        done
    }

    fn entry_body(&mut self, closure: &Rc<Closure>, parameters: &[Parameter]) -> Done<usize> {
        self.plain(Instruction::GlobalGet(SCRATCH));
        self.plain(Instruction::GlobalSet(TOP));
        self.plain(Instruction::GlobalGet(SCRATCH_END));
        self.plain(Instruction::GlobalSet(HEAP));
        let mut arguments = Vec::new();
        for (n, parameter) in parameters.iter().enumerate() {
            self.plain(Instruction::I32Const(0));
            self.plain(Instruction::I64Load(argument(ARGUMENTS + 8 * n, 3)));
            let kind = match parameter {
                Parameter::Integer(least, most) => Kind::integer(*least, *most),
                Parameter::Boolean => Kind::boolean(),
            };
            let range = match parameter {
                Parameter::Integer(least, most) => (*least, *most),
                Parameter::Boolean => (0, 1),
            };
            let payload = self.local(ValType::I64);
            self.plain(Instruction::LocalSet(payload));
            // Any argument from outside.
            let given =
                Value::Dynamic(Dynamic { kind: Kind::integer(i64::MIN >> 1, i64::MAX >> 1), payload, class: None });
            self.guard_within(&given, (i64::MIN >> 1, i64::MAX >> 1), range)?;
            let dynamic = Dynamic { kind: kind.clone(), payload, class: None };
            arguments.push(self.narrowed(&dynamic, kind));
        }
        let values = self.inline_call(closure, arguments)?;
        if values.len() > MAX_RESULTS {
            return self.unsupported("there are too many results");
        }
        for (n, value) in values.iter().map(Value::bare).enumerate() {
            self.guard_known_text(value)?;
            let kind = self.kind(value)?;
            let at = RESULTS + 16 * n;
            let target = self.new_dynamic(kind.clone());
            self.push_value(value, &kind)?;
            self.pop_into(&target);
            self.plain(Instruction::I32Const(0));
            self.plain(Instruction::LocalGet(target.payload));
            self.plain(if kind.class() == Some(crate::kind::Class::Float) {
                Instruction::F64Store(argument(at, 3))
            } else {
                Instruction::I64Store(argument(at, 3))
            });
            self.plain(Instruction::I32Const(0));
            match target.class {
                Some(class) => self.plain(Instruction::LocalGet(class)),
                None => self.plain(Instruction::I32Const(kind.class().map_or(0, |class| class as i32))),
            }
            self.plain(Instruction::I32Store(argument(at + 8, 2)));
        }
        Ok(values.len())
    }

    /// The functions that are reachable from entries, and the bail-out sites in use, from 1.
    pub(crate) fn reached(&self) -> (Vec<usize>, Vec<usize>) {
        let mut order: Vec<usize> = Vec::new();
        let mut referred = Referred::default();
        for entry in &self.entries {
            referred.look(&entry.unit.code, &self.patches);
        }
        while let Some(function) = referred.functions.pop() {
            if !order.contains(&function) {
                order.push(function);
                referred.look(&self.functions[function].unit.code, &self.patches);
            }
        }
        (order, referred.sites)
    }

    /// Bails out if a value is a text made at run time.
    fn guard_known_text(&mut self, value: &Value) -> Done<()> {
        const REASON: &str = "a text that is made at run time is given";
        if matches!(value, Value::Text(text) if &**text == MADE) {
            return self.unsupported(REASON);
        }
        let (Value::Dynamic(dynamic), Some(made)) = (value, self.made_among(value)) else { return Ok(()) };
        self.plain(Instruction::LocalGet(dynamic.payload));
        self.plain(Instruction::I64Const(i64::from(made)));
        self.plain(Instruction::I64Eq);
        if let Some(class) = dynamic.class {
            self.plain(Instruction::LocalGet(class));
            self.plain(Instruction::I32Const(crate::kind::Class::Atom as i32));
            self.plain(Instruction::I32Eq);
            self.plain(Instruction::I32And);
        }
        self.bail_out_if(REASON);
        Ok(())
    }

    /// Encodes the module.
    pub(crate) fn assemble(&self) -> Vec<u8> {
        let scratch = (self.data_base + self.data.len()).next_multiple_of(16);
        let end = scratch + SCRATCH_BYTES;
        let pages = end.div_ceil(PAGE);
        let order = self.reached().0;
        let place =
            |function: usize| FIRST + order.iter().position(|known| *known == function).unwrap_or_default() as u32;
        let (mut types, mut functions, mut code) = (TypeSection::new(), FunctionSection::new(), CodeSection::new());
        types.ty().function([ValType::I32], []);
        let mut imports = ImportSection::new();
        imports.import("", "bail out", EntityType::Function(BAIL_OUT));
        let writer = Writer { patches: &self.patches, functions: &place };
        let mut write = |unit: &Unit, results: Vec<ValType>, n: u32| {
            types.ty().function(unit.parameters.iter().copied(), results);
            functions.function(n);
            let mut function = wasm_encoder::Function::new_with_locals_types(unit.locals.iter().copied());
            writer.write(&unit.code, &mut Vec::new(), &mut function);
            function.instruction(&Instruction::End);
            code.function(&function);
        };
        for (n, function) in order.iter().enumerate() {
            let lowered = &self.functions[*function];
            let mut results = Vec::new();
            for kind in lowered.results.iter().flatten().chain(lowered.changed.values()) {
                results.push(crate::evaluator::payload_type(kind));
                if kind.class().is_none() {
                    results.push(ValType::I32);
                }
            }
            write(&lowered.unit, results, FIRST + n as u32);
        }
        let mut exports = ExportSection::new();
        for (n, entry) in (FIRST + order.len() as u32..).zip(&self.entries) {
            write(&entry.unit, Vec::new(), n);
            exports.export(&entry.name, ExportKind::Func, n);
        }
        exports.export("memory", ExportKind::Memory, 0);
        let mut memories = MemorySection::new();
        memories.memory(MemoryType {
            minimum: pages as u64,
            maximum: Some(pages as u64),
            memory64: false,
            shared: false,
            page_size_log2: None,
        });
        let mut globals = GlobalSection::new();
        for (value, mutable) in [(0, true), (0, true), (scratch, false), (end, false), (end, true)] {
            let kind = GlobalType { val_type: ValType::I32, mutable, shared: false };
            globals.global(kind, &ConstExpr::i32_const(value as i32));
        }
        let mut data = DataSection::new();
        if !self.data.is_empty() {
            data.active(0, &ConstExpr::i32_const(self.data_base as i32), self.data.iter().copied());
        }
        let mut module = wasm_encoder::Module::new();
        module
            .section(&types)
            .section(&imports)
            .section(&functions)
            .section(&memories)
            .section(&globals)
            .section(&exports);
        module.section(&code).section(&data);
        module.finish()
    }
}
