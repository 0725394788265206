//! Notations of whole matches that single families of games have. A pack says by `[notation] games` which one its matches
//! are written in; the engine passes the name on and knows none.

mod pgn;

pub use pgn::{Pgn, check, pack_of_games, told_end, who, write, write_whole};
