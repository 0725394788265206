//! Advice of a robot for a seat.

use std::fmt;

use parlour_ai::seated::{Fault, ask, see};
use parlour_ai::{Player as Robot, Report, RobotLibrary, Thinking};
use parlour_engine::Words;
use parlour_engine::action::Action;
use parlour_engine::ids::Seat;
use parlour_engine::play::Match;
use parlour_engine::script::StopHandle;

use crate::error::Error;
use crate::seats::{Level, base_name, settled};

/// A robot that has observed what a seat has observed, and can be asked for an action.
pub struct Adviser {
    robot: Box<dyn Robot>,
    /// Its specification; for a level that of the level's robot.
    name: String,
    /// The requested level.
    level: Option<Level>,
    /// The number of actions it has observed.
    at: usize,
}

impl fmt::Debug for Adviser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Adviser").field("name", &self.name).field("at", &self.at).finish_non_exhaustive()
    }
}

/// A robot's advice.
#[derive(Debug)]
#[non_exhaustive]
pub struct Advice {
    /// The robot, without its parameters.
    pub robot: String,
    /// The requested level, if any.
    pub level: Option<Level>,
    /// The report of its search, if it made one.
    pub report: Option<Report>,
    /// Its output.
    pub printed: Vec<String>,
    /// Its choice, or its fault.
    pub choice: Result<Advised, Fault>,
}

/// The advised action.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Advised {
    /// The action.
    pub action: Action,
    /// Its text.
    pub text: String,
    /// The action in people's words.
    pub told: String,
    /// The reason, in the robot's words.
    pub reason: Option<String>,
}

impl Adviser {
    pub(crate) fn new(played: &Match, seat: Seat, robots: &RobotLibrary, robot: &str) -> Result<Self, Error> {
        let name = settled(robot, played.game().pack(), robots, seat.index());
        let level = Level::named(robot).filter(|_| name != robot);
        let mut player = robots.seat(played.game(), seat, &name, played.seed())?;
        see(player.as_mut(), seat, played)?;
        Ok(Self { robot: player, name, level, at: played.steps().len() })
    }

    /// Makes its reports find the value of every action, not only the best one.
    pub(crate) fn judging_each(mut self) -> Self {
        self.robot.judge_each();
        self
    }

    /// Its name in lists of players.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A handle that stops its thinking, from any thread; `None` for robots that answer at once.
    pub fn stop_handle(&self) -> Option<StopHandle> {
        self.robot.stop_handle()
    }

    pub(crate) fn ask(&mut self, played: &mut Match, thinking: Thinking) -> Result<Advice, Error> {
        if played.steps().len() != self.at {
            return Err(Error::Hidden("the match has gone on since this robot was told of it"));
        }
        let choice = ask(played, self.robot.as_mut(), thinking);
        let text = |action: &Action| played.game().action_text(action);
        let choice = choice.map(|choice| Advised {
            text: text(&choice.action),
            told: played.told(&choice.action),
            action: choice.action,
            reason: choice.reason,
        });
        Ok(Advice {
            robot: base_name(&self.name).to_owned(),
            level: self.level,
            report: self.robot.thought(played.legal()),
            printed: self.robot.take_output(),
            choice,
        })
    }
}
