//! Players that aren't people: robots and outside programs.

use std::time::Duration;

use parlour_engine::Words;
use parlour_engine::action::{Action, ActionList};
use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::{Code, Diagnostic, Faults, debug_as_display};
use parlour_engine::event::Event;
use parlour_engine::ids::Seat;
use parlour_engine::pack::engines::Protocol;
use parlour_engine::play::{Match, Step};
use parlour_engine::script::StopHandle;
use parlour_engine::view::View;

use super::report::Report;

/// The thinking budget of a player for one action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thinking {
    /// Time limit.
    pub time: Duration,
    /// Node limit of a search; with it the choice is reproducible from the seed.
    pub nodes: Option<u64>,
}

impl Thinking {
    /// A budget that a person at the keyboard likes to wait for.
    pub const AT_THE_KEYBOARD: Self = Self { time: Duration::from_millis(800), nodes: None };
    /// A budget whose choices are the same for the same seed on any machine.
    pub const REPRODUCIBLE: Self = Self { time: Duration::from_secs(60), nodes: Some(20_000) };
}

/// A request for a choice.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The observation of its seat.
    pub view: &'a View,
    /// The legal actions; if the list isn't complete, other actions are accepted as well.
    pub legal: &'a ActionList,
    /// Time limit.
    pub time: Duration,
    /// Node limit of a search. With it the clock doesn't matter, and the choice is reproducible.
    pub nodes: Option<u64>,
}

/// A player's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The action.
    pub action: Action,
    /// The reason, in the player's words.
    pub reason: Option<String>,
}

/// The reason why a player gave no action.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub enum RobotError {
    /// Its script failed or ran too long.
    #[error("the robot `{robot}` failed: {fault}")]
    Script {
        /// The robot.
        robot: String,
        /// File, line and reason.
        fault: Box<Diagnostic>,
    },
    /// It answered something that isn't an action.
    #[error("the robot `{robot}` ({place}) answered {answer}; expected {expected}")]
    Nonsense {
        /// The robot.
        robot: String,
        /// Its file and the line of its `choose`, or its command.
        place: String,
        /// Its answer.
        answer: String,
        /// The expected form of an answer.
        expected: String,
    },
    /// It resigns.
    #[error("the robot `{robot}` resigns")]
    Resigned {
        /// The robot.
        robot: String,
    },
    /// A person stopped it.
    #[error("the robot `{robot}` was stopped")]
    Stopped {
        /// The robot.
        robot: String,
    },
    /// It thinks on another thread, and was asked on this one.
    #[error(
        "the robot `{robot}` thinks on another thread: ask it by a request, as of `Table::request` and `Table::hint_request`"
    )]
    Elsewhere {
        /// The robot.
        robot: String,
    },
    /// It didn't answer in time.
    #[error("the program `{command}` gave no answer within {ms} ms and was ended")]
    Late {
        /// The command.
        command: String,
        /// The limit in milliseconds.
        ms: u128,
    },
    /// Communication with the outside program failed.
    #[error("the program `{command}`: {reason}")]
    Program {
        /// The command.
        command: String,
        /// The cause.
        reason: String,
    },
}

debug_as_display!(RobotError);

impl RobotError {
    /// True if it ran until its time limit, so that asking again would take as long again.
    pub fn is_late(&self) -> bool {
        match self {
            Self::Script { fault, .. } => fault.code == Code::ScriptBudget,
            Self::Late { .. } => true,
            Self::Nonsense { .. } | Self::Resigned { .. } | Self::Stopped { .. } | Self::Elsewhere { .. } => false,
            Self::Program { .. } => false,
        }
    }
}

/// The answer that resigns, unless the game has an action with this text.
pub const RESIGN: &str = "resign";

/// The course of a match in a game of open information.
pub struct History<'a>(pub &'a Match);

impl History<'_> {
    /// The initial position in the pack's notation; `None` without one.
    pub fn start(&self) -> Option<String> {
        self.0.state_before(0).ok().and_then(|state| self.0.game().notation(&state))
    }

    /// The texts of the actions, in order.
    pub fn texts(&self) -> Vec<String> {
        self.0.steps().iter().map(|step| self.0.game().action_text(&step.action)).collect()
    }

    /// The actions in the notation of a protocol, in order, each with its seat.
    ///
    /// # Errors
    /// The text of an action for which the protocol has no form.
    pub fn moves(&self, protocol: Protocol) -> Result<Vec<(Seat, String)>, String> {
        let game = self.0.game();
        let moves = self.0.steps().iter().enumerate().map(|(n, Step { decision, action, .. })| {
            let state = self.0.state_before(n).ok();
            let text = state.and_then(|state| game.protocol_text(protocol, &state, decision.seat, action));
            text.map(|text| (decision.seat, text)).ok_or_else(|| game.action_text(action))
        });
        moves.collect()
    }
}

/// A player: chooses actions for a seat.
pub trait Player {
    /// Chooses an action.
    ///
    /// # Errors
    /// A robot that fails, is late, is stopped or answers nonsense; the match goes on without it.
    fn choose(&mut self, request: &Request<'_>) -> Result<Choice, RobotError>;

    /// Its own thinking budget, which takes precedence over that of the request.
    fn thinking(&self) -> Option<Thinking> {
        None
    }

    /// Receives the course of the match before a choice, in games of open information; engines need it to see
    /// repetitions.
    fn follow(&mut self, _history: &History<'_>) {}

    /// Receives the events of an action, as far as its seat may see them; `after` gives the view of its seat after all
    /// of them.
    fn observe(&mut self, events: &[Event], after: &dyn Fn() -> View);

    /// Begins another match of the same game, on a seat and with the match's seed, as if newly seated. Returns false if
    /// it can't; a new player must be seated then.
    ///
    /// # Errors
    /// A script that fails.
    fn begin(&mut self, _seat: Seat, _seed: u64) -> Result<bool, Faults> {
        Ok(false)
    }

    /// Receives the end of the match.
    fn end(&mut self, _view: &View) {}

    /// A handle that stops the running choice from any thread; `None` for players that answer at once.
    fn stop_handle(&self) -> Option<StopHandle> {
        None
    }

    /// Takes the lines printed since the last call.
    fn take_output(&self) -> Vec<String> {
        Vec::new()
    }

    /// The report of the last search of the last choice, over the list of actions it chose from; `None` for players
    /// that don't search.
    fn thought(&self, _legal: &ActionList) -> Option<Report> {
        None
    }

    /// Makes later searches find the value of every action, not only the best one.
    fn judge_each(&mut self) {}

    /// The player's memory of the match, to be saved with it.
    fn memory(&self) -> Option<serde_json::Value> {
        None
    }

    /// Restores a saved memory.
    fn restore(&mut self, _memory: &serde_json::Value) {}
}

/// The random generator in a saved memory.
pub fn saved_generator(memory: &serde_json::Value) -> Option<Generator> {
    let list = memory.get("generator")?.as_array()?;
    let mut bytes = [0; 16];
    if list.len() != bytes.len() {
        return None;
    }
    for (byte, value) in bytes.iter_mut().zip(list) {
        *byte = u8::try_from(value.as_u64()?).ok()?;
    }
    Some(Generator::from_bytes(&bytes))
}
