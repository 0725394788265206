//! `parlour check`: validation of packs and robots, with all faults.

use std::time::Duration;

use serde_json::json;

use crate::answers::check;
use crate::context::Context;
use crate::failure::Failure;

/// Loads packs and robots, plays some random matches, and reports every fault. Lines of scripts that are slower than the
/// rest in searches and random matches are named as well.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Names of games, folders of packs, or folders of such folders; without any, all games.
    #[arg(value_name = "GAME|DIR")]
    games: Vec<String>,
    /// Checks each pack for so many seconds at most; what is left then is not checked, which is said.
    #[arg(long, value_name = "S", default_value_t = check::USUAL_TIME.as_secs(), value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
    /// Writes the faults as JSON.
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<u8, Failure> {
        let time = Duration::from_secs(self.seconds);
        if !self.json {
            return Ok(u8::from(check::show(context, &self.games, time)? > 0));
        }
        let checks = check::found(context, &self.games, time)?;
        context.screen.json(&json!(checks))?;
        Ok(u8::from(!checks.faults.is_empty()))
    }
}
