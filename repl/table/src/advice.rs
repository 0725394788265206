//! What a robot would do in the place of a seat.

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

/// A robot that has seen what a seat has seen, and can be asked what it would do there.
pub struct Adviser {
    robot: Box<dyn Robot>,
    /// As it was asked for, a level as the robot that it stands for.
    name: String,
    /// The level that was asked for.
    level: Option<Level>,
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
    /// The level at which it plays, if one was asked for.
    pub level: Option<Level>,
    /// What its search has found, if it has made one.
    pub report: Option<Report>,
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
    /// The action as people say it.
    pub told: String,
    /// Why, in the robot's words.
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

    /// The same, with the value of each action in its report rather than only which is the best.
    pub(crate) fn judging_each(mut self) -> Self {
        self.robot.judge_each();
        self
    }

    /// The robot as a list of seats names it.
    pub fn name(&self) -> &str {
        &self.name
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
