//! Structured code under construction: a tree of blocks with patches that are filled in later.

use wasm_encoder::{BlockType, Instruction, ValType};

use crate::memory::BAIL_OUT;

/// A block that can be left, or a loop that can be restarted.
pub(crate) type Label = usize;

/// A node of the code.
#[derive(Clone, Debug)]
pub(crate) enum Op {
    Plain(Instruction<'static>),
    Block(Label, Vec<Op>),
    /// Maximum number of rounds, if they aren't counted at run time.
    Loop(Label, Option<u64>, Vec<Op>),
    /// Takes the condition from the stack.
    If(Vec<Op>, Vec<Op>),
    /// Leaves a block, or restarts a loop.
    Branch(Label),
    /// Code that is filled in once all edges of a join are known.
    Patch(usize),
    /// Calls an outlined function.
    Call(usize),
    /// Bails out, at one of the numbered sites.
    BailOut(usize),
    /// Code that counts its own work.
    Counted(Vec<Op>),
    /// No code: the weight of work done here besides the visible ops.
    Cost(u64),
}

/// The weight of a unit of work, where a plain instruction weighs 1.
const UNIT: u64 = 16;

/// The largest number of units counted at once: the budget of a call can't wrap around below it.
const MAX_AT_ONCE: u64 = 1 << 30;

/// The units of work of a weight.
pub(crate) fn units(weight: u64) -> i32 {
    (1 + weight / UNIT).min(MAX_AT_ONCE) as i32
}

/// The weight of straight-line code: an upper bound of the instructions executed, with the extra cost of slow ones.
/// Loops that count their rounds pay for them themselves, as do called functions; the moves on the edges of a join are
/// paid for behind it.
pub(crate) fn weight(ops: &[Op]) -> u64 {
    let of = |op: &Op| match op {
        Op::Plain(instruction) => instruction_weight(instruction),
        Op::Block(_, inner) => weight(inner),
        Op::Loop(_, Some(rounds), inner) => rounds.saturating_mul(1 + weight(inner)),
        Op::Loop(_, None, _) | Op::Branch(_) | Op::BailOut(_) => 1,
        Op::If(then, otherwise) => 1 + weight(then).max(weight(otherwise)),
        Op::Call(_) => 8,
        Op::Patch(_) | Op::Counted(_) => 0,
        Op::Cost(weight) => *weight,
    };
    ops.iter().map(of).fold(0, u64::saturating_add)
}

fn instruction_weight(instruction: &Instruction<'_>) -> u64 {
    use Instruction as I;
    match instruction {
        I::I32DivS | I::I32DivU | I::I32RemS | I::I32RemU | I::I64DivS | I::I64DivU | I::I64RemS | I::I64RemU => 8,
        I::F64Div | I::F64Sqrt => 4,
        // Besides their bytes, which are counted where the size is known.
        I::MemoryCopy { .. } | I::MemoryFill(_) => 16,
        _ => 1,
    }
}

/// A function under construction.
#[derive(Debug, Default)]
pub(crate) struct Unit {
    pub(crate) parameters: Vec<ValType>,
    pub(crate) locals: Vec<ValType>,
    pub(crate) code: Vec<Op>,
    /// The local with the remaining work.
    work: Option<u32>,
}

/// An extent of code, to roll back to: ops of the current function, locals, and the number of edges of each join.
#[derive(Clone, Debug, Default)]
pub(crate) struct Extent {
    pub(crate) code: usize,
    pub(crate) locals: usize,
    pub(crate) edges: Vec<usize>,
    /// Totals of all functions: ops kept, patches, and functions.
    pub(crate) kept: usize,
    pub(crate) patches: usize,
    pub(crate) functions: usize,
}

/// Limit of locals of a function, WebAssembly's own.
const MAX_LOCALS: usize = 50_000;

impl Unit {
    /// The local with the remaining work.
    pub(crate) fn work(&mut self) -> u32 {
        match self.work {
            Some(work) => work,
            None => {
                let work = self.local(ValType::I32);
                self.work = Some(work);
                work
            }
        }
    }

    /// True if it has more locals than a function can have.
    pub(crate) fn has_too_many_locals(&self) -> bool {
        self.parameters.len() + self.locals.len() > MAX_LOCALS
    }

    /// Allocates a local.
    pub(crate) fn local(&mut self, of: ValType) -> u32 {
        self.locals.push(of);
        (self.parameters.len() + self.locals.len() - 1) as u32
    }
}

/// Emits WebAssembly: labels become depths, and functions get the module's numbers.
pub(crate) struct Writer<'a> {
    pub(crate) patches: &'a [Vec<Op>],
    /// The index of an outlined function in the module.
    pub(crate) functions: &'a dyn Fn(usize) -> u32,
}

/// The size of code: approximate bytes of WebAssembly, blocks, and locals.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Size {
    bytes: usize,
    blocks: usize,
    locals: usize,
}

/// Memory that wasmtime takes for each byte of a function that it compiles, as measured.
const PER_BYTE: usize = 240;

/// The same for each local and block: Cranelift's SSA construction holds, for each local, a table of the blocks up to
/// the last one that uses it.
const PER_LOCAL_AND_BLOCK: usize = 4;

impl Size {
    /// The size of a function.
    pub(crate) fn of(unit: &Unit, patches: &[Vec<Op>]) -> Self {
        let mut size = Self { locals: unit.parameters.len() + unit.locals.len(), ..Self::default() };
        size.add(&unit.code, patches);
        size
    }

    /// Adds code, patches included.
    fn add(&mut self, ops: &[Op], patches: &[Vec<Op>]) {
        for op in ops {
            self.bytes += 1;
            match op {
                Op::Block(_, inner) | Op::Loop(_, _, inner) => {
                    self.blocks += 1;
                    self.add(inner, patches);
                }
                Op::If(then, otherwise) => {
                    self.blocks += 1;
                    self.add(then, patches);
                    self.add(otherwise, patches);
                }
                Op::Counted(inner) => self.add(inner, patches),
                Op::Patch(patch) => self.add(&patches[*patch], patches),
                Op::BailOut(_) => self.bytes += 10,
                Op::Plain(_) | Op::Branch(_) | Op::Call(_) | Op::Cost(_) => self.bytes += 1,
            }
        }
    }

    /// Estimated memory to compile a function of this size.
    pub(crate) fn memory(self) -> usize {
        PER_BYTE * self.bytes + PER_LOCAL_AND_BLOCK * self.blocks * self.locals
    }

    /// Approximate bytes of WebAssembly.
    pub(crate) fn bytes(self) -> usize {
        self.bytes
    }
}

impl Writer<'_> {
    pub(crate) fn write(&self, ops: &[Op], open: &mut Vec<Label>, out: &mut wasm_encoder::Function) {
        for op in ops {
            match op {
                Op::Plain(instruction) => {
                    out.instruction(instruction);
                }
                Op::Block(label, inner) | Op::Loop(label, _, inner) => {
                    let begin = match op {
                        Op::Loop(..) => Instruction::Loop(BlockType::Empty),
                        _ => Instruction::Block(BlockType::Empty),
                    };
                    out.instruction(&begin);
                    open.push(*label);
                    self.write(inner, open, out);
                    open.pop();
                    out.instruction(&Instruction::End);
                }
                Op::If(then, otherwise) => {
                    out.instruction(&Instruction::If(BlockType::Empty));
                    // A block without a label.
                    open.push(Label::MAX);
                    self.write(then, open, out);
                    if !otherwise.is_empty() {
                        out.instruction(&Instruction::Else);
                        self.write(otherwise, open, out);
                    }
                    open.pop();
                    out.instruction(&Instruction::End);
                }
                Op::Branch(label) => {
                    let depth = open.iter().rev().position(|known| known == label).unwrap_or_default();
                    out.instruction(&Instruction::Br(depth as u32));
                }
                Op::Patch(patch) => self.write(&self.patches[*patch], open, out),
                Op::Counted(inner) => self.write(inner, open, out),
                Op::Cost(_) => {}
                Op::Call(function) => {
                    out.instruction(&Instruction::Call((self.functions)(*function)));
                }
                Op::BailOut(site) => {
                    out.instruction(&Instruction::I32Const(*site as i32));
                    // A host call is faster than a WebAssembly trap, which arrives as a signal.
                    out.instruction(&Instruction::Call(BAIL_OUT));
                    out.instruction(&Instruction::Unreachable);
                }
            }
        }
    }
}

/// References from code.
#[derive(Debug, Default)]
pub(crate) struct Referred {
    pub(crate) functions: Vec<usize>,
    /// Its bail-out sites.
    pub(crate) sites: Vec<usize>,
}

impl Referred {
    pub(crate) fn look(&mut self, ops: &[Op], patches: &[Vec<Op>]) {
        for op in ops {
            match op {
                Op::Block(_, inner) | Op::Loop(_, _, inner) | Op::Counted(inner) => self.look(inner, patches),
                Op::If(then, otherwise) => {
                    self.look(then, patches);
                    self.look(otherwise, patches);
                }
                Op::Patch(patch) => self.look(&patches[*patch], patches),
                Op::Call(function) => self.functions.push(*function),
                Op::BailOut(site) => self.sites.push(*site),
                Op::Plain(_) | Op::Branch(_) | Op::Cost(_) => {}
            }
        }
    }
}
