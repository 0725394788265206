//! What a match is begun with: its game, those who play, a position, actions from a file.

pub(crate) mod clock;
pub(crate) mod partners;
pub(crate) mod position;
pub(crate) mod script_file;
pub(crate) mod setup;
