//! Robots for Parlour: the host that runs them, the table at which they play, search over any game, and the arena that
//! measures them.
//!
//! A robot is a Luau file, `robots/GAME/NAME.lua`; `random` plays every game, and `exec:COMMAND` seats an outside
//! program. All of them are [`Player`]s: they get a view, never the state, and return an action. No game's name
//! stands in this crate.

mod analysis;
pub mod arena;
mod exec;
pub mod impact;
pub mod learn;
mod library;
mod lots;
mod lua;
mod params;
mod player;
mod pool;
mod random;
mod runner;
mod search;
pub mod spec;
pub mod table;
mod tune;

pub use analysis::{AnalysisError, Analyst, Judged, Report};
pub use exec::{Outside, read_answer};
pub use library::{RANDOM, RobotInfo, RobotLibrary, THINKER};
pub use lua::{Said, evaluate};
pub use params::{ParamKind, ParamSpec, ParamValue};
pub use player::{Choice, Player, Request, RobotError};
pub use pool::Pool;
pub use table::{HUMAN, Table, Thinking};
pub use tune::{Tuning, TuningResult, TuningState, TuningStep};
