//! Notations of whole matches, each for a family of games. A pack names its own by `[notation] games`; the engine
//! passes the name on without interpreting it.

mod pgn;

pub use pgn::{Pgn, check, pack_of_games, told_end, who, write, write_whole};
