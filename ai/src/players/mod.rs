//! Those who play, and the table at which they do.

pub(crate) mod exec;
mod library;
mod pool;
mod random;
pub mod table;

pub use library::{RobotInfo, RobotLibrary};
pub use pool::Pool;
