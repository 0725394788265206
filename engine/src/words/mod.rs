//! All reading and writing of text: values, actions, boards and notations, and JSON.

pub(crate) mod action;
pub(crate) mod board;
pub(crate) mod json;
pub(crate) mod value;
