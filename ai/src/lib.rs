//! Robots for Parlour: their script host, the match they sit at, search over any game, and the arena that measures
//! them.
//!
//! A robot is a Luau file, `robots/GAME/NAME.lua`; `random` plays every game, `exec:COMMAND` seats an outside program,
//! and `uci:COMMAND` and the like an engine. All of them are [`Player`]s: they get a view, never the state, and return
//! an action. No game's name occurs in this crate.
//!
//! Its floors, each of which uses only those before it: `base`, shared records; `search`, over any game; `lua`, the
//! script host of robots; `players`, the players and the match they sit at; `measure`, everything that plays many
//! matches.

mod base;
mod lua;
mod measure;
mod players;
mod search;

pub use base::params::{ParamKind, ParamSpec, ParamValue};
pub use base::player::{Choice, History, Player, RESIGN, Request, RobotError, Thinking};
pub use base::report::{Judged, Report};
pub use base::spec;
pub use base::spec::{HUMAN, RANDOM, THINKER};
pub use lua::{Said, evaluate};
pub use measure::plans::{PlanComparison, PlanTuning};
pub use measure::tune::{Tuning, TuningResult, TuningState, TuningStep};
pub use measure::{arena, impact, self_play};
pub use players::exec::read_answer;
pub use players::offers;
pub use players::process::Outside;
pub use players::seated::{self, SeatedMatch};
pub use players::worker;
pub use players::{Pool, RobotInfo, RobotLibrary};
pub use search::{AnalysisError, Analyst, Evaluation};
