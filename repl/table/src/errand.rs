//! Robots that think on another thread than the table's: what they are asked and what they answer is plain data.

use parlour_ai::seated::Fault;
use parlour_ai::{RobotError, RobotLibrary, elsewhere};
use parlour_engine::Words;
use parlour_engine::diagnostic::{Code, Diagnostic, Faults};
use parlour_engine::ids::Seat;
use serde::Serialize;

use crate::error::Error;
use crate::seats::{base_name, settled};
use crate::table::{Answer, Table};
use crate::viewer::Viewer;

/// What a robot is to be asked away from the table: for its own seat, or as a hint for somebody else's.
///
/// ```
/// use parlour_engine::{Config, Library, Seat};
/// use parlour_table::{Robots, Seed, Table, Thinker};
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"));
/// let robots = Robots::new();
/// let game = library.load("tic-tac-toe")?.configure(&Config::default())?;
/// let players = vec!["human".to_owned(), "thinker@50".to_owned()];
/// let mut table = Table::begin(game, players, Seed::Chosen(7), &robots.elsewhere())?;
/// table.act(Seat(0), "b2")?;
/// let errand = table.errand().unwrap();
/// let thinking = std::thread::spawn(move || Thinker::new(robots).think(errand));
/// assert!(table.take_reply(thinking.join().unwrap())?);
/// assert_eq!(table.step_count(), 2);
/// # Ok::<(), parlour_table::Error>(())
/// ```
#[derive(Debug)]
pub struct Errand {
    asked: elsewhere::Errand,
    /// What is asked: whether a draw is accepted, or else what to do.
    is_offer: bool,
    /// That of the table when it was asked.
    version: u64,
}

/// What came of an errand.
#[derive(Debug)]
pub struct Reply {
    answer: Answered,
    seat: Seat,
    robot: String,
    version: u64,
}

/// What a robot has answered.
#[derive(Debug)]
enum Answered {
    /// What it would do.
    Action(Box<Result<elsewhere::Reply, Faults>>),
    /// Whether it accepts a draw.
    Draw(Result<bool, Faults>),
}

/// Goes on errands, on one thread; games and robots are loaded once for several.
#[derive(Debug)]
pub struct Thinker(elsewhere::Thinker);

/// What a robot would do in the place of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Hint {
    /// The robot, without its parameters.
    pub robot: String,
    /// The action.
    pub action: String,
    /// The action as a person reads it.
    pub told: String,
    /// Why, in the robot's words.
    pub reason: Option<String>,
}

impl Thinker {
    /// One that has been on no errand. The robots are those that think, not those of a table that lets them think elsewhere.
    pub fn new(robots: RobotLibrary) -> Self {
        Self(elsewhere::Thinker::new(robots))
    }

    /// Goes on an errand; it takes as long as the robot thinks.
    pub fn think(&mut self, errand: Errand) -> Reply {
        let Errand { asked, is_offer, version } = errand;
        let (seat, robot) = (asked.seat, asked.robot.clone());
        let answer = match is_offer {
            true => Answered::Draw(self.0.accepts_draw(asked)),
            false => Answered::Action(Box::new(self.0.think(asked))),
        };
        Reply { answer, seat, robot, version }
    }
}

impl Reply {
    /// The seat for which the robot was asked.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The robot, as it was asked for.
    pub fn robot(&self) -> &str {
        &self.robot
    }

    /// What is wrong with the robot, or with the rules that it has asked; an action is picked at random then.
    pub fn faults(&self) -> Option<Faults> {
        let answer = match &self.answer {
            Answered::Draw(accepts) => return accepts.as_ref().err().cloned(),
            Answered::Action(answer) => answer.as_ref(),
        };
        match answer {
            Err(faults) => Some(faults.clone()),
            Ok(elsewhere::Reply { choice: Err(fault), .. }) if fault.is_resignation() => None,
            Ok(elsewhere::Reply { choice: Err(fault), .. }) => Some(diagnostic_of(fault).into()),
            Ok(_) => None,
        }
    }
}

/// The fault of a robot at its place, if it has one.
pub(crate) fn diagnostic_of(fault: &Fault) -> Diagnostic {
    match fault {
        Fault::Robot(RobotError::Script { fault, .. }) | Fault::Rules { fault, .. } => Diagnostic::clone(fault),
        _ => Diagnostic::new(Code::Robot, fault.to_string()),
    }
}

impl Table {
    /// What a robot is to be asked: one that is to answer a draw, or else the one that is to act. `None` where a person is,
    /// or the match is over.
    pub fn errand(&self) -> Option<Errand> {
        let asked = self.asked_robot();
        let seat = asked.or(self.due())?;
        Some(Errand { asked: self.seated.errand(seat)?, is_offer: asked.is_some(), version: self.version() })
    }

    /// Takes what came of an errand, if nothing has changed since; says whether that is so. An action is picked at random
    /// where the robot has erred.
    ///
    /// # Errors
    /// As for [`Table::take`].
    pub fn take_reply(&mut self, reply: Reply) -> Result<bool, Error> {
        if reply.version != self.version() || self.is_human(reply.seat) {
            return Ok(false);
        }
        let answer = match reply.answer {
            // A robot that can't judge the position plays on.
            Answered::Draw(accepts) => {
                self.answer_draw(reply.seat, accepts.unwrap_or(false))?;
                return Ok(true);
            }
            Answered::Action(answer) => *answer,
        };
        if self.due() != Some(reply.seat) {
            return Ok(false);
        }
        let answer = match answer {
            Ok(answer) => Some(Answer(self.seated.chosen_elsewhere(answer))),
            Err(_) => self.ask(),
        };
        let Some(answer) = answer else { return Ok(false) };
        self.take_answer(answer)?;
        Ok(true)
    }

    /// What a robot is to be asked in the place of the seat that is to act.
    ///
    /// # Errors
    /// As for [`Table::own_turn`]; a robot that isn't there.
    pub fn hint_errand(&self, viewer: Viewer, robots: &RobotLibrary, robot: &str) -> Result<Errand, Error> {
        let seat = self.own_turn(viewer)?;
        let robot = settled(robot, self.game().pack(), robots, seat.index());
        robots.takes(self.game().name(), &robot)?;
        let (standing, thinking) = (self.seated.played.standing(), self.thinking());
        let asked = elsewhere::Errand { standing, seat, robot, memory: None, thinking };
        Ok(Errand { asked, is_offer: false, version: self.version() })
    }

    /// What a robot has answered that was asked for a hint; `None` if the match has gone on since.
    ///
    /// # Errors
    /// As for [`Table::own_turn`]; a robot that has erred.
    pub fn hint(&self, viewer: Viewer, reply: Reply) -> Result<Option<Hint>, Error> {
        if reply.version != self.version() {
            return Ok(None);
        }
        self.own_turn(viewer)?;
        let Answered::Action(answer) = reply.answer else { return Ok(None) };
        let choice = (*answer)?.choice?;
        let robot = base_name(&reply.robot).to_owned();
        let (action, told) = (self.game().action_text(&choice.action), self.played().told(&choice.action));
        Ok(Some(Hint { robot, action, told, reason: choice.reason }))
    }
}
