//! What everything else stands on: small numbers for named things, chance, and what is told of a fault.

pub mod chance;
pub mod diagnostic;
pub mod ids;
