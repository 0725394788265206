//! Pieces, their moves and the endings of a board game, as a pack declares them.

mod condition;
mod custody;
mod events;
mod line_captures;
mod moves;
mod order;
mod rows;
mod shapes;
mod squares;

pub(super) use condition::read_condition;
pub(super) use custody::{HOSTILE_SIDES, check_custody_events};
pub(super) use events::complete_events;
pub(super) use moves::{CAPTURES, LEGS, LINES, PUSHED_OFF, PackParts, VERDICTS, read_moves};
pub(super) use order::DOES;
pub use parlour_model::pieces::{
    Area, Areas, CastleSpec, Condition, ENDS, Effect, FitSpec, Formation, Line, Offset, PieceCount, PushSpec,
    PushedOff, Standing, Surrounds, Verdict, When,
};
pub(super) use parlour_model::pieces::{EFFECTS, FOLLOWS};
pub use parlour_model::pieces::{EndSpec, Follows, MoveSpec, MovesSpec, PieceSpec, ShapeSpec};
pub(super) use rows::read_pieces;
pub(super) use shapes::read_shapes;
pub(super) use squares::read_area;
