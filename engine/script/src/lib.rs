//! The script host: Luau over the flat block.

mod bind;
mod compiling;
mod export;
pub mod expressions;
mod fields;
pub mod host;
mod in_luau;
mod library;
mod memory;
mod offers;
pub mod prelude;
mod profile;
mod reach;
mod records;
#[cfg(test)]
mod tests;
mod values;
mod view_code;
mod view_scripts;
mod vm;
mod watchdog;
mod words;

pub use export::{Limits, Refused, clipped};
pub use in_luau::InLuau;
pub use prelude::{definitions, view_words};
pub use profile::Profiler;
pub use records::records;
pub use values::{
    Bytes, Error, FromValue, FromValues, Function, IntoValue, IntoValues, Machine, Other, Table, Text, Value,
};
pub use view_code::ViewCode;
pub use view_scripts::{Block, ViewScripts};
pub use watchdog::processor_time;
pub use watchdog::{StopHandle, StopSignal};
