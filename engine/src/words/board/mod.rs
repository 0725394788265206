//! Boards as text: files of rows, and the notations of games.

pub(crate) mod file;
mod impossible;
mod notation;
