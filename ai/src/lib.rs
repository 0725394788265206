//! Robots for Parlour: the host that runs them, the match at which they sit, search over any game, and the arena that
//! measures them.
//!
//! A robot is a Luau file, `robots/GAME/NAME.lua`; `random` plays every game, and `exec:COMMAND` seats an outside
//! program, and `uci:COMMAND` and the like an engine. All of them are [`Player`]s: they get a view, never the state, and
//! return an action. No game's name stands in this crate.
//!
//! Its floors, each of which uses only those before it: `base`, what all share; `search`, over any game; `lua`, the host of
//! robots; `players`, those who play and the match at which they sit; `measure`, what plays many matches.

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
pub use measure::{arena, impact, learn};
pub use players::elsewhere;
pub use players::exec::read_answer;
pub use players::offers;
pub use players::process::Outside;
pub use players::seated::{self, SeatedMatch};
pub use players::{Pool, RobotInfo, RobotLibrary};
pub use search::{AnalysisError, Analyst};
