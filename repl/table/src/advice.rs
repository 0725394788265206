//! What a robot would do in the place of a seat.

use std::fmt;

use parlour_ai::seated::{Fault, ask, see};
use parlour_ai::{Player as Robot, RobotLibrary, Thinking};
use parlour_engine::Words;
use parlour_engine::action::Action;
use parlour_engine::ids::Seat;
use parlour_engine::play::Match;
use parlour_engine::script::StopHandle;

use crate::error::Error;
use crate::seats::base_name;

/// A robot that has seen what a seat has seen, and can be asked what it would do there.
pub struct Adviser {
    robot: Box<dyn Robot>,
    name: String,
    /// After so many actions it was told what had happened.
    at: usize,
}

impl fmt::Debug for Adviser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Adviser").field("name", &self.name).field("at", &self.at).finish_non_exhaustive()
    }
}

/// What a robot would do.
#[derive(Debug)]
#[non_exhaustive]
pub struct Advice {
    /// The robot, without its parameters.
    pub robot: String,
    /// What it has printed.
    pub printed: Vec<String>,
    /// What it would do, or what went wrong.
    pub choice: Result<Advised, Fault>,
}

/// An action that a robot would take.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Advised {
    /// The action.
    pub action: Action,
    /// Its text.
    pub text: String,
    /// Why, in the robot's words.
    pub reason: Option<String>,
}

impl Adviser {
    pub(crate) fn new(played: &Match, seat: Seat, robots: &RobotLibrary, robot: &str) -> Result<Self, Error> {
        let mut player = robots.seat(played.game(), seat, robot, played.seed())?;
        see(player.as_mut(), seat, played);
        Ok(Self { robot: player, name: base_name(robot).to_owned(), at: played.steps().len() })
    }

    /// What stops it while it thinks, from any thread; `None` for robots that answer at once.
    pub fn stop_handle(&self) -> Option<StopHandle> {
        self.robot.stop_handle()
    }

    pub(crate) fn ask(&mut self, played: &mut Match, thinking: Thinking) -> Result<Advice, Error> {
        if played.steps().len() != self.at {
            return Err(Error::Hidden("the match has gone on since this robot was told of it"));
        }
        let choice = ask(played, self.robot.as_mut(), thinking);
        let text = |action: &Action| played.game().action_text(action);
        let choice =
            choice.map(|choice| Advised { text: text(&choice.action), action: choice.action, reason: choice.reason });
        Ok(Advice { robot: self.name.clone(), printed: self.robot.take_output(), choice })
    }
}
