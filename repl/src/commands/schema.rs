//! `parlour schema`: editor support files of a game.

use std::io::{Write, stdout};

use crate::answers::editor;
use crate::context::Context;
use crate::failure::Failure;
use crate::marks::{escape, wrap};

/// What an editor needs to know of a game.
///
/// Without a game: prints the JSON Schema of game.toml, by which editors complete keys, explain them and mark what is
/// wrong. With a game in a folder: writes the schema beside that folder, and type definitions of the words that its
/// scripts and its robots can use (types.d.luau, for luau-lsp) into it and into the folder of its robots, with settings
/// for Visual Studio Code where there are none. `parlour check` keeps the definitions up to date.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The game for which files are written.
    game: Option<String>,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<u8, Failure> {
        let Some(game) = &self.game else {
            write!(stdout().lock(), "{}", editor::schema_text())?;
            return Ok(0);
        };
        let pack = context.library.load(&context.game(game)?)?;
        let [folder, robots] = editor::furnish(context, &pack)?;
        let mut told = format!("{} and {} can be opened in an editor.", folder.display(), robots.display());
        if !pack.table_file.text.starts_with("#:schema ") {
            told += &format!(" `#:schema ../{}` belongs into the first line of game.toml.", editor::SCHEMA);
        }
        context.screen.show(&wrap(&escape(&told), context.screen.width, 0))?;
        Ok(0)
    }
}
