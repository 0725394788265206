//! Arguments for beginning or resuming a match.

use parlour_table::Level;
use parlour_table::clock::Pace;

use crate::context::Context;
use crate::failure::Failure;
use crate::settings::clock;
use crate::setup::{Default, SetupArgs};

/// Plays a game, against robots or with friends.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// The game: its name, its title or what else people call it.
    #[arg(required = true, value_name = "GAME")]
    pub(crate) game: Vec<String>,
    #[command(flatten)]
    pub(crate) setup: SetupArgs,
    /// How well the robots play on seats for which nobody is named: easy, medium or hard. At a terminal it is asked for.
    #[arg(long, value_name = "LEVEL")]
    pub(crate) level: Option<Level>,
    /// How much time people have: `5+3` for five minutes each and three seconds more after each turn, `5` without more, `30s`
    /// for each action.
    #[arg(long, value_name = "TIME", value_parser = clock::read)]
    pub(crate) clock: Option<Pace>,
    /// Goes on with the last match of the game that is not over.
    #[arg(long, conflicts_with_all = ["seats", "variant", "set", "seed", "scenario", "script", "level", "clock"])]
    pub(crate) resume: bool,
    /// Starts programs (`exec:`) that a saved match names without asking.
    #[arg(long)]
    pub(crate) allow_exec: bool,
    /// With piped input: ends with status 2 at the first line that is refused.
    #[arg(long)]
    pub(crate) strict: bool,
}

impl Args {
    /// The game as given.
    pub(crate) fn name(&self) -> String {
        self.game.join(" ")
    }

    /// Resolves the arguments of a new match.
    ///
    /// # Errors
    /// Inconsistent arguments.
    pub(crate) fn settle(&self, context: &Context) -> Result<crate::setup::Setup, Failure> {
        self.setup.settle(context, &self.name(), Default::People(self.level))
    }
}
