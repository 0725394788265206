//! Bitboards for playouts.
//!
//! A board of up to 128 squares is held as a set of squares, a bit each, for each kind of cell. A move of a kind of
//! piece in one direction is then generated for all pieces at once: the squares with the piece, intersected with the
//! squares whose target, shifted back, has the required contents. Shifts are rotations of the word, and the squares
//! from which the move exists at all, which the tables contain, are the mask that removes wraparounds (compare "General
//! setwise operations" of the chess programming wiki). Enclosing is a fill, see `encloses.rs`.
//!
//! This is for games of tables whose actions change nothing but these sets: no royal pieces and no protection, no
//! hands, no castling, no captures by lines or liberties, no dependence on moved pieces or on the time since a capture,
//! and at most [`plan::MAX_WAYS`] ways for all pieces of a seat ([`Plan::new`] has the whole list). On boards that
//! only fill up, lines and connections are updated incrementally instead ([`Lanes`]). Without bitboards random playouts
//! take 13 times as long in Othello, 3.5 times in Breakthrough, and without lanes 9 times in Hex, 5 in Connect Four and
//! 3 in tic-tac-toe (`parlour bench`); other games aren't slowed down.
//!
//! Everything is generated from the tables of [`BoardRules`], for any game. A playout gives exactly the actions and the
//! bytes of move generation on the cells, for the same random numbers: the ways are ordered like move generation,
//! square by square, and a possible ending is decided by the same code on the bytes of the state.

mod encloses;
mod lanes;
mod plan;
mod play;
mod squares;
#[cfg(test)]
pub(crate) mod tests;

use super::ends::Endings;
use super::tables::Tables;
use lanes::Lanes;
use parlour_board::{BoardRules, Scratch};
use parlour_model::state::State;
use parlour_model::state::playout::AtRandom;
use plan::Plan;
use play::Playing;

/// Limit of the squares of a board.
const MAX_SQUARES: usize = u128::BITS as usize;

/// The bitboard representation of a game.
#[derive(Debug)]
pub(super) enum Sets {
    /// For a board that only fills up.
    Lanes(Lanes),
    /// For a board of up to 64 squares.
    Small(Plan<u64>),
    /// For one of up to 128.
    Large(Plan<u128>),
}

impl Sets {
    /// Prepares a game whose tables are complete; `None` if it has features that bitboards don't support.
    pub(super) fn new(rules: &BoardRules, ends: &Endings) -> Option<Self> {
        Lanes::new(rules, ends).map(Self::Lanes).or_else(|| Self::planned(rules, ends))
    }

    /// Prepares it without lanes.
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
    /// Plays at random as [`Tables::playout_by_search`] does, on bitboards.
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
