//! The commands, one module each.

pub(crate) mod check;
pub(crate) mod games;
pub(crate) mod play;
pub(crate) mod trace;
