//! Which module of a crate names which, held against a table of floors (`tests/floors.toml`): names go down or stay on
//! their floor, never up. `cargo run -p parlour-tests --example floors` prints the floors and every arrow upward.
//!
//! [`source`] reads the modules of a crate as they are written, without tests; [`scope`] finds where a name is defined,
//! through every `use` and `pub use` on the way; [`table`] reads the floors; [`arrow`] holds one against the other.

pub mod arrow;
pub mod figure;
mod scope;
pub mod source;
pub mod table;

pub use arrow::{Arrow, Held, hold};
pub use source::{Crate, SourceError};
pub use table::{Floor, Floors, TableError, read_table};
