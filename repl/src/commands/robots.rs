//! `parlour robots`: the list of robots.

use parlour_ai::{ParamSpec, ParamValue, RobotLibrary};
use parlour_engine::game::Config;
use serde_json::{Value, json};

use crate::answers::robots::{chosen, show};
use crate::context::Context;
use crate::failure::Failure;
use crate::marks::escape;

/// Lists the robots with their parameters.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The game; without it, all games.
    game: Option<String>,
    /// Prints type definitions of the words that its robots can use instead, for editors with luau-lsp.
    #[arg(long, requires = "game")]
    types: bool,
    /// Writes JSON.
    #[arg(long, conflicts_with = "types")]
    json: bool,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<u8, Failure> {
        match &self.game {
            Some(game) if self.types => {
                let game = context.library.load(&context.game(game)?)?.configure(&Config::default())?;
                context.screen.show(&escape(RobotLibrary::definitions(&game)?.trim_end()))?;
            }
            game if self.json => {
                let robots: Vec<Value> = chosen(context, game.as_deref())?
                    .iter()
                    .flat_map(|game| context.robots.names(game).into_iter().map(|name| described(context, game, &name)))
                    .collect();
                context.screen.json(&json!({ "robots": robots }))?;
            }
            game => show(context, game.as_deref())?,
        }
        Ok(0)
    }
}

/// A robot with its parameters; for an unreadable one, its number of faults.
fn described(context: &Context, game: &str, name: &str) -> Value {
    let info = match context.robots.info(game, name) {
        Ok(info) => info,
        Err(faults) => return json!({ "game": game, "name": name, "faults": faults.0.len() }),
    };
    let param = |param: &ParamSpec| {
        let default = match &param.default {
            ParamValue::Number(n) => json!(n),
            ParamValue::Flag(flag) => json!(flag),
            ParamValue::Word(word) => json!(word),
        };
        json!({ "name": param.name, "default": default, "range": param.range(), "help": param.help })
    };
    let params: Vec<Value> = info.params.iter().map(param).collect();
    json!({ "game": game, "name": name, "summary": info.summary, "file": info.file, "params": params })
}
