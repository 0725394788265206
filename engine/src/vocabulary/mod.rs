//! The vocabulary that packs and the engine share: kinds of values, usages of verbs, events, and the components of a
//! pack.

pub(crate) mod bounds;
pub mod event;
pub mod grammar;
pub(crate) mod holes;
pub mod kind;
pub mod looks;
pub(crate) mod pieces;
pub(crate) mod places;
pub mod plans;
pub(crate) mod reached;
pub mod spec;
pub(crate) mod squares;
