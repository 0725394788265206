//! Boards as sets of squares, for playouts.
//!
//! A board of up to 128 squares is held as a set of squares, a bit each, for each kind of cell. What one move of one
//! kind of piece can do in one direction is then found for all pieces at once: the squares with the piece, cut with
//! the squares whose target, shifted back, holds what the move asks for. Shifts are rotations of the word, and the
//! squares from which the move exists at all, which the tables know, are the mask that cuts off what went over an edge
//! (compare "General setwise operations" of the chess programming wiki). Enclosing is a fill, see `encloses.rs`.
//!
//! This is for games of tables whose actions change no more than what these sets say: no royal pieces and no protection,
//! no hands, no castling, no captures by lines or liberties, nothing that depends on what has moved or on how long nothing
//! was captured, and at most [`plan::MOST_WAYS`] ways for all pieces of a seat ([`Plan::new`] has the whole list). On
//! boards that only fill up, lines and connections are kept step by step instead ([`Lanes`]). Without them playouts at
//! random take 13 times as long in Othello, 3.5 times in Breakthrough, and over lanes 9 times in Hex, 5 in Connect Four
//! and 3 in tic-tac-toe (`parlour bench`); games that are not served lose nothing by them.
//!
//! Everything is made from the tables of [`BoardRules`], no matter of which game. A playout gives the very same
//! actions and the very same bytes for the same random numbers as the search over the cells: the ways are kept in an
//! order that is that of the search, square by square, and whatever might end the match is settled by the same code
//! over the bytes of the state.

mod encloses;
mod lanes;
mod plan;
mod play;
mod squares;
#[cfg(test)]
pub(crate) mod tests;

use super::ends::Endings;
use super::tables::Tables;
use crate::board::{BoardRules, Scratch};
use crate::state::State;
use crate::state::playout::AtRandom;
use lanes::Lanes;
use plan::Plan;
use play::Playing;

/// The most squares of a board.
const MOST_SQUARES: usize = u128::BITS as usize;

/// How a game is played over sets of squares.
#[derive(Debug)]
pub(super) enum Sets {
    /// On a board that only fills up.
    Lanes(Lanes),
    /// On a board of up to 64 squares.
    Small(Plan<u64>),
    /// On one of up to 128.
    Large(Plan<u128>),
}

impl Sets {
    /// Prepares a game whose tables are complete; `None` if there is something in them that sets don't serve.
    pub(super) fn new(rules: &BoardRules, ends: &Endings) -> Option<Self> {
        Lanes::new(rules, ends).map(Self::Lanes).or_else(|| Self::planned(rules, ends))
    }

    /// Prepares it without regard to what only fills up.
    fn planned(rules: &BoardRules, ends: &Endings) -> Option<Self> {
        let squares = rules.squares() as u32;
        if squares <= u64::BITS {
            Plan::new(rules, ends).map(Self::Small)
        } else if squares <= u128::BITS {
            Plan::new(rules, ends).map(Self::Large)
        } else {
            None
        }
    }
}

impl Tables {
    /// Plays at random as [`Tables::playout_by_search`] does, over sets.
    pub(super) fn playout_by_sets(
        &self,
        sets: &Sets,
        scratch: &mut Scratch,
        state: &mut State,
        random: AtRandom<'_>,
    ) -> u32 {
        match sets {
            Sets::Lanes(lanes) => self.playout_on_lanes(lanes, scratch, state, random),
            Sets::Small(plan) => Playing::new(self, plan, scratch, state).play(random),
            Sets::Large(plan) => Playing::new(self, plan, scratch, state).play(random),
        }
    }
}
