//! What everything else stands on: small numbers for named things, chance, what is told of a fault, and the
//! syntax of Luau.

pub mod chance;
pub mod diagnostic;
pub mod english;
pub mod ids;
pub(crate) mod luau;
