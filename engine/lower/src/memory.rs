//! The memory of a compiled module: its import and globals, and the layout of records.

/// The imported function that ends a call that bails out, at a site by its number from 1.
pub(crate) const BAIL_OUT: u32 = 0;

/// The global with the remaining work.
pub(crate) const WORK: u32 = 0;
/// The global with the end of the lists in the scratch arena.
pub(crate) const TOP: u32 = 1;
/// The globals with the bounds of the scratch arena.
pub(crate) const SCRATCH: u32 = 2;
pub(crate) const SCRATCH_END: u32 = 3;
/// The global with the start of the records, which lie at the end of the scratch arena and grow towards the lists.
pub(crate) const HEAP: u32 = 4;

/// Offsets in a record of the address of its rows, less eight bytes, and of their capacity.
pub(crate) const ROWS_AT: usize = 8;
pub(crate) const CAPACITY_AT: usize = 12;

/// The reason of a bail-out when tables exceed the memory.
pub(crate) const TOO_MANY: &str = "the tables that are made at run time take up too much";

/// The operand of a memory access at an offset from the address on the stack.
pub(crate) fn argument(offset: usize, align: u32) -> wasm_encoder::MemArg {
    wasm_encoder::MemArg { offset: offset as u64, align, memory_index: 0 }
}
