//! The vocabulary that packs and the engine share: typed ids, chance, diagnostics, kinds of values, usages of verbs,
//! events, the components of a pack, and the [block of bytes](state::State) that is a state.
//!
//! It is the lowest crate of the engine, and `parlour-engine` exports what a program needs of it.

pub mod cells;
pub mod chance;
pub mod combination;
pub mod diagnostic;
pub mod english;
pub mod event;
pub mod grammar;
pub mod identifiers;
pub mod ids;
pub mod kind;
pub mod looks;
pub mod options;
pub mod pieces;
pub mod places;
pub mod plans;
pub mod quantity;
pub mod reached;
pub mod spec;
pub mod squares;
pub mod state;
pub mod text;

pub use state::{action, layout};
