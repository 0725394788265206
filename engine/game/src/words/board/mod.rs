//! Boards as text: files of rows, notations of positions, and reasons why an action of tables is illegal.

pub mod file;
mod impossible;
pub(crate) mod notation;
pub mod reason;

pub use file::scenario_of_board;
pub use notation::scenario_of_notation;
