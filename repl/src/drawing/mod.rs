//! How a position looks on a terminal, or is told in words.

pub(crate) mod board;
pub(crate) mod picture;
mod shapes;
mod spoken;
