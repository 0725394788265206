//! Values from text and as text.

mod cards;
mod read;
mod text;

pub(crate) use read::{Reading, Unreadable};
