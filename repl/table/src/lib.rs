//! A table that any front end can sit at: who plays, what is kept, what may be told.

pub mod error;
pub mod lock;
pub mod saves;
pub mod seats;
pub mod visible;
pub mod whole_file;

pub use error::Error;
pub use saves::Saves;
pub use seats::{Level, Player};
