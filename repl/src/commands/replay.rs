//! `parlour replay`: shows a saved match from the beginning, interactively at a terminal.

use crate::answers::looking::{Look, load, numbered, past_of};
use crate::context::Context;
use crate::failure::Failure;
use crate::marks::escape;
use crate::session::Session;

/// Goes through a saved match: at a terminal with keys, forward, back, to an action, to the next mistake; elsewhere every
/// action is told with the position after it.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The file, or the name under which the match was saved.
    file: String,
    /// Which match of a file with several, from 1.
    number: Option<usize>,
    /// Writes the match in the notation of its game's matches, PGN in chess.
    #[arg(long, conflicts_with_all = ["step", "seat", "open", "actions"])]
    notation: bool,
    #[command(flatten)]
    look: Look,
}

impl Args {
    pub(crate) fn run(&self, context: Context) -> Result<u8, Failure> {
        if self.notation {
            let table = load(&context, &numbered(&self.file, self.number))?;
            let title = &table.game().pack().title;
            let none = || Failure::Input(format!("--notation: matches of {title} are not written in PGN"));
            let text = table.notation_of_match()?.ok_or_else(none)?;
            context.screen.show(&escape(text.trim_end()))?;
            return Ok(0);
        }
        if context.screen.is_interactive && self.look.is_walk() {
            return Session::new(context, false, false).study(&numbered(&self.file, self.number), &self.look);
        }
        let mut table = load(&context, &numbered(&self.file, self.number))?;
        let mut past = past_of(&mut table);
        self.look.settle(&mut past)?;
        self.look.tell(&context.screen, &mut past)?;
        Ok(0)
    }
}
