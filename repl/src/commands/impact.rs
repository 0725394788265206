//! `parlour impact`: the effect of a rule change.

use crate::answers::impact::{Change, NOTES};
use crate::context::Context;
use crate::failure::Failure;
use crate::interrupt;

/// Tells what a change of a game does: robots play the same deals by the old and by the new rules.
///
/// With --set the rules are the same but for these options; with --against the old rules are those of a folder. With
/// neither, the rules as they are now are held against the built-in ones. Length, ties, wins of each seat, lead changes,
/// scores, endings, the gap between a robot and `random`, and the uses of each action, card and piece are compared deal
/// by deal, each with the interval of 95% of the difference.
#[derive(Debug, clap::Args)]
#[command(after_help = NOTES)]
pub(crate) struct Args {
    /// The game.
    game: String,
    #[command(flatten)]
    change: Change,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<u8, Failure> {
        interrupt::install();
        self.change.run(context, &context.game(&self.game)?, None)
    }
}
