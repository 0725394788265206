//! Robots for Parlour: their script host, the match they sit at, search over any game, and the arena that measures
//! them.
//!
//! A robot is a Luau file, `robots/GAME/NAME.lua`; `random` plays every game, `exec:COMMAND` seats an outside program,
//! and `uci:COMMAND` and the like an engine. All of them are [`Player`]s: they get a view, never the state, and return
//! an action. No game's name occurs in this crate.
//!
//! Searches are the crate `parlour-search`. Here are the script host of robots (`lua`), the players and the match they sit
//! at (`players`), and everything that plays many matches (`measure`).

mod lua;
mod measure;
mod players;

pub use lua::{Said, evaluate};
pub use measure::plans::{PlanComparison, PlanTuning};
pub use measure::tune::{Tuning, TuningResult, TuningState, TuningStep};
pub use measure::{arena, impact, self_play};
pub use parlour_search::params::{ParamKind, ParamSpec, ParamValue};
pub use parlour_search::player::{Choice, History, Player, RESIGN, Request, RobotError, Thinking};
pub use parlour_search::report::{Judged, Report};
pub use parlour_search::spec;
pub use parlour_search::spec::{HUMAN, RANDOM, THINKER};
pub use parlour_search::{AnalysisError, Analyst, Evaluation, SEARCHES};
pub use players::exec::read_answer;
pub use players::offers;
pub use players::process::Outside;
pub use players::seated::{self, SeatedMatch};
pub use players::worker;
pub use players::{Pool, RobotInfo, RobotLibrary};
