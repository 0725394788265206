//! Those at the table who are not people: robots and outside programs.

use std::time::Duration;

use parlour_engine::action::{Action, ActionList};
use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::{Code, Diagnostic, Faults, debug_as_display};
use parlour_engine::event::Event;
use parlour_engine::ids::Seat;
use parlour_engine::script::StopHandle;
use parlour_engine::view::View;

use super::lesson::{Features, Lesson};
use super::report::Report;

/// How much a player may think about one action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thinking {
    /// The longest it may take.
    pub time: Duration,
    /// How many nodes a search may visit; with it a choice is the same again for the same seed.
    pub nodes: Option<u64>,
}

impl Thinking {
    /// As long as a person likes to wait.
    pub const AT_THE_KEYBOARD: Self = Self { time: Duration::from_millis(800), nodes: None };
    /// The same choice for the same seed, on any machine.
    pub const REPRODUCIBLE: Self = Self { time: Duration::from_secs(60), nodes: Some(20_000) };
}

/// What a player is asked.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// What its seat may know.
    pub view: &'a View,
    /// What is legal; if the list is not complete, other actions are accepted as well.
    pub legal: &'a ActionList,
    /// How long it may think.
    pub time: Duration,
    /// How many nodes a search may visit. With it the clock does not matter, and the choice is reproducible.
    pub nodes: Option<u64>,
}

/// What a player answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The action.
    pub action: Action,
    /// Why, in the player's words.
    pub reason: Option<String>,
}

/// Why a player gave no action.
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
    /// It answered something that is not an action.
    #[error("the robot `{robot}` ({place}) answered {answer}; expected {expected}")]
    Nonsense {
        /// The robot.
        robot: String,
        /// Its file and the line of its `choose`, or its command.
        place: String,
        /// What it answered.
        answer: String,
        /// What would have been an answer.
        expected: String,
    },
    /// It gives the match up.
    #[error("the robot `{robot}` resigns")]
    Resigned {
        /// The robot.
        robot: String,
    },
    /// It was stopped by a person.
    #[error("the robot `{robot}` was stopped")]
    Stopped {
        /// The robot.
        robot: String,
    },
    /// It thinks elsewhere, and nobody has sent it there.
    #[error(
        "the robot `{robot}` thinks elsewhere: ask it by an errand, as of `Table::errand` and `Table::hint_errand`"
    )]
    Elsewhere {
        /// The robot.
        robot: String,
    },
    /// It did not answer in time.
    #[error("the program `{command}` gave no answer within {ms} ms and was ended")]
    Late {
        /// The command.
        command: String,
        /// The limit in milliseconds.
        ms: u128,
    },
    /// The outside program can't be talked to.
    #[error("the program `{command}`: {reason}")]
    Program {
        /// The command.
        command: String,
        /// What went wrong.
        reason: String,
    },
}

debug_as_display!(RobotError);

impl RobotError {
    /// Whether it ran until it was stopped for it, so that asking again would take as long again.
    pub fn is_late(&self) -> bool {
        match self {
            Self::Script { fault, .. } => fault.code == Code::ScriptBudget,
            Self::Late { .. } => true,
            Self::Nonsense { .. } | Self::Resigned { .. } | Self::Stopped { .. } | Self::Elsewhere { .. } => false,
            Self::Program { .. } => false,
        }
    }
}

/// The answer by which a robot or a program resigns, unless the game has an action of that text.
pub const RESIGN: &str = "resign";

/// The course of a match in which nothing is hidden.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// The position in which it began, in the pack's notation; `None` without one.
    pub start: Option<String>,
    /// It began as matches of the game do, with the options as they are unless others are given.
    pub is_usual: bool,
    /// The actions since, in order, each with its seat.
    pub actions: Vec<(Seat, Action)>,
}

/// Someone who chooses actions for a seat.
pub trait Player {
    /// Chooses an action.
    ///
    /// # Errors
    /// A robot that fails, is late, is stopped or answers nonsense; the match goes on without it.
    fn choose(&mut self, request: &Request<'_>) -> Result<Choice, RobotError>;

    /// How much it may think for a move, if that is its own and not that of who asks.
    fn thinking(&self) -> Option<Thinking> {
        None
    }

    /// What it learns from matches, if it does.
    fn lesson(&self) -> Option<Lesson> {
        None
    }

    /// How it describes a moment in which it was asked, and the action that it took there; `None` if it learns nothing
    /// from that.
    ///
    /// # Errors
    /// A robot that fails.
    fn features(&mut self, _request: &Request<'_>, _action: &Action) -> Result<Option<Features>, RobotError> {
        Ok(None)
    }

    /// Tells the course of the match before a choice, in games without anything hidden: engines see repetitions by it.
    fn follow(&mut self, _history: &dyn Fn() -> History) {}

    /// Tells what happened. The player sees of it what its seat may see; `after` gives what its seat sees once all of it
    /// has happened.
    fn observe(&mut self, events: &[Event], after: &dyn Fn() -> View);

    /// Begins another match of the same game, on a seat and with the match's seed, as if it had just been seated.
    /// False if it can't: then somebody new must be seated.
    ///
    /// # Errors
    /// A script that fails.
    fn begin(&mut self, _seat: Seat, _seed: u64) -> Result<bool, Faults> {
        Ok(false)
    }

    /// The match is over.
    fn end(&mut self, _view: &View) {}

    /// Stops a choice that is being made, from any thread; `None` for players that answer at once.
    fn stop_handle(&self) -> Option<StopHandle> {
        None
    }

    /// The lines that it has printed since the last time.
    fn take_output(&self) -> Vec<String> {
        Vec::new()
    }

    /// What the last search of the last choice has found, by the list of actions that it chose from; `None` for players
    /// that don't search.
    fn thought(&self, _legal: &ActionList) -> Option<Report> {
        None
    }

    /// From now on its searches find the value of each action, not only which is the best.
    fn judge_each(&mut self) {}

    /// What the player remembers of the match, to be saved with it.
    fn memory(&self) -> Option<serde_json::Value> {
        None
    }

    /// Gives the player back what it remembered.
    fn restore(&mut self, _memory: &serde_json::Value) {}
}

/// The generator in what a player remembered.
pub(crate) fn saved_generator(memory: &serde_json::Value) -> Option<Generator> {
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
