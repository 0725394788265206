//! What measures robots and games, and makes robots better, by many matches.

pub mod arena;
pub mod impact;
pub mod learn;
pub(crate) mod plans;
mod runner;
pub(crate) mod tune;
