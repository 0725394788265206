//! What searches, robots in Lua and players share: how robots are asked for and answer, what they learn, and what searches
//! tell.

pub(crate) mod lesson;
pub(crate) mod params;
pub(crate) mod player;
pub(crate) mod report;
pub mod spec;
