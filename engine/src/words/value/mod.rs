//! Values from text and as text.

pub(crate) mod cards;
pub(crate) mod read;
pub(super) mod text;

pub(crate) use read::{Reading, Unreadable};
