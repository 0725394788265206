//! `parlour saves`: the saved matches.

use parlour_table::saves::SaveError;
use serde_json::json;

use crate::answers::{saves, score};
use crate::context::Context;
use crate::failure::Failure;
use crate::marks::escape;

/// Lists the saved matches, the latest first: variant, seats, result and length of each.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Writes JSON.
    #[arg(long)]
    json: bool,
    /// Tells wins, draws and losses against robots instead, by game and level.
    #[arg(long, conflicts_with = "delete")]
    record: bool,
    /// Deletes the saved match of this name instead; may be given again.
    #[arg(long, value_name = "NAME", conflicts_with = "json")]
    delete: Vec<String>,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<u8, Failure> {
        let screen = &context.screen;
        if !self.delete.is_empty() {
            let deleted = context.saves.delete(&self.delete).map_err(|error| match error {
                SaveError::Unknown { .. } => Failure::Input(format!("--delete: {error}")),
                other => other.into(),
            })?;
            for path in deleted {
                screen.show(&escape(&format!("Deleted: {}", path.display())))?;
            }
        } else if self.record {
            score::show(context, self.json)?;
        } else if self.json {
            screen.json(&json!({ "saves": saves::list(context) }))?;
        } else {
            saves::show(context)?;
        }
        Ok(0)
    }
}
