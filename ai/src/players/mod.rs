//! Players, and the match they sit at.

mod absent;
mod engine;
pub(crate) mod exec;
mod learnt;
mod library;
pub mod offers;
mod pool;
pub(crate) mod process;
mod random;
pub mod seated;
pub mod worker;

pub use library::{RobotInfo, RobotLibrary};
pub use pool::Pool;
