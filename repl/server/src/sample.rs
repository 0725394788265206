//! Sample positions of games, for the pictures of the lobby.

use std::sync::Arc;

use parlour_engine::{Game, Seat};
use parlour_painter::{Frame, paint_tile};
use parlour_table::{Error, Robots, Seed, Table, Viewer};

use crate::order::HUMAN;

/// The fixed seed, so that the picture is stable.
const SEED: u64 = 7;
/// Actions played before the picture, since an empty board shows little.
const PLIES: usize = 8;
/// The stride through the list of legal actions from ply to ply, so that actions spread over the board.
const STRIDE: usize = 17;

/// The size of the lobby's pictures, in pixels.
const SIZE: (u32, u32) = (320, 208);

/// The picture of the sample position, as the first seat sees it.
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
