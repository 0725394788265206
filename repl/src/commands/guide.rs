//! `parlour guide`: players' guides.

use crate::answers::guide;
use crate::context::Context;
use crate::failure::Failure;

/// Explains a game to players.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The game.
    game: String,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<u8, Failure> {
        context.screen.show(&guide::text(context, &self.game)?)?;
        Ok(0)
    }
}
