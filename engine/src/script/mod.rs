//! The script host: Luau over the flat block.

mod bind;
pub(crate) mod expressions;
pub(crate) mod host;
mod memory;
mod offers;
mod outside;
pub(crate) mod planted;
pub(crate) mod prelude;
mod profile;
mod reach;
mod reads;
mod syntax;
mod template;
#[cfg(test)]
mod tests;
mod values;
mod view_scripts;
mod vm;
mod watchdog;

pub(crate) use reads::Reads;

pub(crate) use vm::Mode;

pub use outside::{Limits, Refused, clipped};
pub use prelude::{definitions, view_words};
pub use profile::Profiler;
pub use values::{
    Bytes, Error, FromValue, FromValues, Function, IntoValue, IntoValues, Machine, Other, Table, Text, Value,
};
pub use view_scripts::{Block, Lines, ViewScripts};
pub use watchdog::{StopHandle, StopSignal};

/// Whether a word of scripts can have a name as it stands.
pub(crate) fn is_member(name: &str) -> bool {
    prelude::identifier(name).is_some_and(|id| id == name)
}

/// Names that zones, variables and boards can't have, because scripts use them for something else.
pub(crate) const RESERVED: &[&str] = &[
    "bunch",
    "card",
    "chance",
    "core",
    "decide",
    "ending",
    "event",
    "match",
    "offer",
    "offers",
    "option",
    "predict",
    "random",
    "refusal",
    "score",
    "search",
    "seats",
    "teams",
    "setup",
    "turn",
    "ui",
    "bit32",
    "buffer",
    "coroutine",
    "math",
    "string",
    "table",
    "utf8",
    "vector",
    "and",
    "break",
    "do",
    "else",
    "elseif",
    "end",
    "false",
    "for",
    "function",
    "if",
    "in",
    "local",
    "nil",
    "not",
    "or",
    "repeat",
    "return",
    "then",
    "true",
    "until",
    "while",
    "continue",
    "export",
    "type",
    "self",
    "print",
    "error",
    "assert",
    "pairs",
    "ipairs",
    "next",
    "select",
    "tonumber",
    "tostring",
    "typeof",
    "unpack",
    "pcall",
    "xpcall",
    "rawget",
    "rawset",
    "rawequal",
    "rawlen",
    "setmetatable",
    "getmetatable",
    "require",
    "row",
    "rules",
];
