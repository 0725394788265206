//! `parlour schema`: what an editor needs to know of `game.toml`.

use std::io::{Write, stdout};

use parlour_engine::pack::schema::schema;

use crate::failure::Failure;

/// Prints the JSON Schema of game.toml, by which editors complete keys, explain them and mark unknown ones.
///
/// With taplo (Even Better TOML in VS Code): `parlour schema > rules/game.schema.json`, and as the first line of a
/// game.toml: `#:schema ../game.schema.json`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

impl Args {
    pub(crate) fn run(&self) -> Result<u8, Failure> {
        // A value of texts can always be written.
        let text = serde_json::to_string_pretty(&schema()).unwrap_or_default();
        writeln!(stdout().lock(), "{text}")?;
        Ok(0)
    }
}
