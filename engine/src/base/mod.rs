//! The base floor: typed ids, chance, diagnostics, and identifiers.

pub mod chance;
pub mod diagnostic;
pub mod english;
pub(crate) mod identifiers;
pub mod ids;
