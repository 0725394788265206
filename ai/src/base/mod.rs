//! Records shared by searches, the script host and players: robot specifications, requests and choices, learning, and
//! search reports.

pub(crate) mod params;
pub(crate) mod player;
pub(crate) mod report;
pub mod spec;
