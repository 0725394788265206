//! Module dependencies of a crate, checked against a table of floors (`tests/floors.toml`): references go down or stay
//! on their floor, never up. `cargo run -p parlour-tests --example floors` prints the floors and every upward
//! reference.
//!
//! [`source`] reads the modules of a crate without tests; [`scope`] resolves names to their definitions, through `use`
//! and `pub use`; [`table`] reads the floors; [`arrow`] checks one against the other.

pub mod arrow;
pub mod figure;
mod scope;
pub mod source;
pub mod table;

pub use arrow::{Arrow, Held, hold};
pub use source::{Crate, SourceError};
pub use table::{Floor, Floors, TableError, read_table};
