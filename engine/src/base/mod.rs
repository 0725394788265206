//! The base floor: typed ids, chance, diagnostics, and the syntax of Luau.

pub mod chance;
pub mod diagnostic;
pub mod english;
pub mod ids;
pub(crate) mod luau;
