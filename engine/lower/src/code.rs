//! Code as it is put together: a tree of blocks, of which some places are filled in later.

use wasm_encoder::{BlockType, Instruction, ValType};

use crate::assembly::{GIVE_UP, SITE};
use crate::expressions::argument;

/// A block that can be left, or a loop that can be begun again.
pub(crate) type Label = usize;

/// A part of the code.
#[derive(Clone, Debug)]
pub(crate) enum Op {
    Plain(Instruction<'static>),
    Block(Label, Vec<Op>),
    Loop(Label, Vec<Op>),
    /// Takes the condition from the stack.
    If(Vec<Op>, Vec<Op>),
    /// Leaves a block, or begins a loop again.
    Branch(Label),
    /// What is written down once all ways to a place are known.
    Patch(usize),
    /// Calls a function of the lowering.
    Call(usize),
    /// Gives the call up, at one of the numbered sites.
    Trap(usize),
}

/// A function while its code is put together.
#[derive(Debug, Default)]
pub(crate) struct Unit {
    pub(crate) parameters: Vec<ValType>,
    pub(crate) locals: Vec<ValType>,
    pub(crate) code: Vec<Op>,
    /// The local with the work that may still be done.
    work: Option<u32>,
}

/// How much there is of a function: ops of the code that is being put together, and locals; and how many ways lead to each
/// of the places where ways meet.
#[derive(Clone, Debug, Default)]
pub(crate) struct Extent {
    pub(crate) code: usize,
    pub(crate) locals: usize,
    pub(crate) ways: Vec<usize>,
}

/// How many locals a function may have, for WebAssembly itself.
const MOST_LOCALS: usize = 50_000;

impl Unit {
    /// The local with the work that may still be done.
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

    /// Whether there is too much in it to be a function.
    pub(crate) fn is_too_great(&self) -> bool {
        self.parameters.len() + self.locals.len() > MOST_LOCALS
    }

    /// A new local.
    pub(crate) fn local(&mut self, of: ValType) -> u32 {
        self.locals.push(of);
        (self.parameters.len() + self.locals.len() - 1) as u32
    }
}

/// Writes code down: with labels as depths, and functions as they are numbered in the module.
pub(crate) struct Writer<'a> {
    pub(crate) patches: &'a [Vec<Op>],
    /// Where the functions of the lowering are in the module.
    pub(crate) functions: &'a dyn Fn(usize) -> u32,
}

impl Writer<'_> {
    pub(crate) fn write(&self, ops: &[Op], open: &mut Vec<Label>, out: &mut wasm_encoder::Function) {
        for op in ops {
            match op {
                Op::Plain(instruction) => {
                    out.instruction(instruction);
                }
                Op::Block(label, inner) | Op::Loop(label, inner) => {
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
                    // No label names it.
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
                Op::Call(function) => {
                    out.instruction(&Instruction::Call((self.functions)(*function)));
                }
                Op::Trap(site) => {
                    out.instruction(&Instruction::I32Const(0));
                    out.instruction(&Instruction::I32Const(*site as i32));
                    out.instruction(&Instruction::I32Store(argument(SITE, 2)));
                    // Faster than a trap of the machine's, which comes as a signal.
                    out.instruction(&Instruction::Call(GIVE_UP));
                    out.instruction(&Instruction::Unreachable);
                }
            }
        }
    }
}

/// What code refers to.
#[derive(Debug, Default)]
pub(crate) struct Referred {
    pub(crate) functions: Vec<usize>,
    /// The sites at which it gives up.
    pub(crate) sites: Vec<usize>,
}

impl Referred {
    pub(crate) fn look(&mut self, ops: &[Op], patches: &[Vec<Op>]) {
        for op in ops {
            match op {
                Op::Block(_, inner) | Op::Loop(_, inner) => self.look(inner, patches),
                Op::If(then, otherwise) => {
                    self.look(then, patches);
                    self.look(otherwise, patches);
                }
                Op::Patch(patch) => self.look(&patches[*patch], patches),
                Op::Call(function) => self.functions.push(*function),
                Op::Trap(site) => self.sites.push(*site),
                Op::Plain(_) | Op::Branch(_) => {}
            }
        }
    }
}
