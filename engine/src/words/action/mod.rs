//! Actions from text and as text.

mod by_piece;
mod due;
mod parse;
mod reader;
mod runs;
mod wordless;
mod written;

pub use runs::RunText;
