//! Settings of a match: game, players, position, scripted actions.

pub(crate) mod clock;
pub(crate) mod partners;
pub(crate) mod position;
pub(crate) mod script_file;
pub(crate) mod setup;
