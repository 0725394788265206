//! Measuring and improving robots and games over many matches: arenas, tuning, learning, impact of rule changes.

pub mod arena;
pub mod impact;
pub(crate) mod plans;
mod runner;
pub mod self_play;
pub(crate) mod tune;
