//! Parsing and formatting of values.

pub(crate) mod cards;
pub mod read;
pub(super) mod text;

pub(crate) use read::{Reading, Unreadable};
