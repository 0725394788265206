//! Pieces, their moves and the endings of a board game, as a pack declares them.

mod condition;
mod events;
mod moves;
mod order;
mod rows;
mod squares;
mod takings;

pub(super) use crate::vocabulary::pieces::FOLLOWS;
pub use crate::vocabulary::pieces::{
    Area, BareSpec, Becomes, CastleSpec, Condition, Drop, EFFECTS, ENDS, Effect, EndSpec, Follows, Leg, Line, MoveSpec,
    MovesSpec, Offset, Over, PieceCount, PieceSpec, Standing, Surrounds, TakingSpec, Verdict, When,
};
pub(super) use condition::read_condition;
pub(super) use events::complete_events;
pub(super) use moves::{Known, read_moves};
pub(super) use rows::read_pieces;
pub(super) use squares::read_area;
