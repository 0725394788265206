//! `parlour perft`: counts sequences of legal actions.

use parlour_engine::Words;
use parlour_engine::diagnostic::Code;
use parlour_engine::game::Game;
use parlour_engine::rules::Perft;
use serde_json::{Value, json};

use crate::context::Context;
use crate::failure::Failure;
use crate::marks::escape;
use crate::position::PositionArgs;

/// Counts the sequences of legal actions of each length, from a position in which nothing is hidden or left to chance.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The greatest length.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = crate::arguments::up_to::<u32, { crate::arguments::MAX_DEPTH }>)]
    depth: u32,
    /// Counts whole turns: all actions of a seat up to the next seat's are one.
    #[arg(long)]
    turns: bool,
    /// Counts the rows of the greatest length for each first action as well.
    #[arg(long)]
    divide: bool,
    /// Writes JSON.
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<u8, Failure> {
        let mut played = self.position.begin(context, 0)?;
        let game = played.game().clone();
        let state = played.state().clone();
        let host = played.host();
        let perft = if self.turns { host.perft_by_turns(&state, self.depth) } else { host.perft(&state, self.depth) };
        let perft = perft.map_err(|fault| match fault.code {
            Code::Uncountable => Failure::Input(format!("the actions of {} can't be counted: {fault}", game.name())),
            _ => fault.into(),
        })?;
        if self.json {
            context.screen.json(&self.json(&game, &perft))?;
        } else {
            context.screen.show(&escape(&self.text(&game, &perft)))?;
        }
        Ok(0)
    }

    fn json(&self, game: &Game, perft: &Perft) -> Value {
        let depths: Vec<Value> =
            perft.nodes.iter().zip(1..).map(|(nodes, depth)| json!({ "depth": depth, "nodes": nodes })).collect();
        let mut out = json!({ "game": game.name(), "depths": depths });
        if self.divide {
            let entries = perft.divide.iter();
            out["divide"] =
                entries.map(|(action, nodes)| json!({ "action": game.action_text(action), "nodes": nodes })).collect();
        }
        out
    }

    fn text(&self, game: &Game, perft: &Perft) -> String {
        let mut rows: Vec<(String, u64)> = Vec::new();
        if self.divide {
            rows.extend(perft.divide.iter().map(|(action, nodes)| (game.action_text(action), *nodes)));
        }
        rows.extend(perft.nodes.iter().zip(1..).map(|(nodes, depth): (_, u32)| (format!("depth {depth}"), *nodes)));
        let label = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        let number = rows.iter().map(|(_, nodes)| nodes.to_string().len()).max().unwrap_or(0);
        rows.iter().map(|(name, nodes)| format!("{name:label$}  {nodes:>number$}\n")).collect()
    }
}
