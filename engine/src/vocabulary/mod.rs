//! The words that packs and the engine share: kinds of value, usages of verbs, events, and what a pack is made of.

pub(crate) mod bounds;
pub mod event;
pub mod grammar;
pub(crate) mod holes;
pub mod kind;
pub mod looks;
pub(crate) mod pieces;
pub mod plans;
pub(crate) mod reached;
pub mod spec;
pub(crate) mod squares;
