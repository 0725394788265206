//! How a game looks: a moment of a match that nobody plays, for the pictures of the lobby.

use std::sync::Arc;

use parlour_engine::{Game, Seat};
use parlour_painter::{Frame, paint_tile};
use parlour_table::{Error, Robots, Seed, Table, Viewer};

use crate::order::HUMAN;

/// What the match is dealt from, so that the picture stays the same.
const SEED: u64 = 7;
/// Actions that are taken before it is looked at: an empty board says little.
const PLIES: usize = 8;
/// From ply to ply another place in the list of legal actions, so that not one corner fills.
const STRIDE: usize = 17;

/// How large the pictures of the lobby are, in pixels.
const SIZE: (u32, u32) = (320, 208);

/// The picture of that moment, as the first seat sees it.
///
/// # Errors
/// Rules that fail.
pub(crate) fn picture(game: Arc<Game>, robots: &Robots) -> Result<String, Error> {
    let people = vec![HUMAN.to_owned(); game.seat_count()];
    let mut table = Table::begin(game, people, Seed::Chosen(SEED), robots)?;
    for ply in 1..=PLIES {
        let Some(seat) = table.due() else { break };
        let actions = table.legal(Viewer::of(seat)).actions;
        let Some(action) = actions.get(ply * STRIDE % actions.len().max(1)) else { break };
        table.act(seat, &action.action)?;
    }
    Ok(paint_tile(&table.scene(Viewer::of(Seat(0)))?, Frame::new(SIZE.0, SIZE.1)))
}
