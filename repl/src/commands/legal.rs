//! `parlour legal`: the legal actions of a position.

use parlour_engine::Words;
use parlour_engine::ids::BoardId;
use parlour_engine::play::Match;
use serde_json::{Map, Value, json};

use crate::context::Context;
use crate::failure::Failure;
use crate::marks::escape;
use crate::position::PositionArgs;

/// The default seed of a match.
const SEED: u64 = 0;

/// Lists the legal actions of a position, with the boards after each.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// What is dealt, and filled where the position leaves something open [default: 0].
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = crate::arguments::seed)]
    seed: Option<u64>,
    /// Writes JSON.
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<u8, Failure> {
        let mut played = self.position.begin(context, self.seed.unwrap_or(SEED))?;
        if self.seed.is_none() && !played.game().is_open() {
            context.screen.say(&format!("Seed {SEED}."));
        }
        let game = played.game().clone();
        let actions: Vec<_> = played.legal().iter(&game).collect();
        let seat = self.position.seat_to_move(&played);
        if self.json {
            let mut list = Vec::new();
            for action in &actions {
                let mut after = played.state().clone();
                played.host().apply(&mut after, action, None)?;
                let boards: Map<String, Value> = (0..game.pack().boards.len())
                    .map(|n| {
                        (game.pack().boards[n].name.clone(), json!(game.board_rows(&after, BoardId::from_index(n))))
                    })
                    .collect();
                list.push(json!({ "action": game.action_text(action), "boards": boards }));
            }
            let line = json!({ "game": game.name(), "to_move": seat, "actions": list });
            context.screen.json(&line)?;
        } else {
            for action in &actions {
                context.screen.show(&escape(&game.action_text(action)))?;
            }
            if actions.is_empty() {
                context.screen.warn(&escape(&no_action(&played, &seat)));
            }
        }
        Ok(u8::from(actions.is_empty()))
    }
}

fn no_action(played: &Match, seat: &str) -> String {
    match played.game().ending_text(played.state()) {
        Some(text) => format!("{seat} has no legal action: {text}"),
        None => format!("{seat} has no legal action"),
    }
}
