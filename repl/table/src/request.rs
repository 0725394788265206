//! Background requests to robots on another thread than the table's, as plain data.

use parlour_ai::{RobotLibrary, worker};
use parlour_engine::Words;
use parlour_engine::diagnostic::Faults;
use parlour_engine::ids::Seat;
use serde::Serialize;

use crate::error::{Error, diagnostic_of};
use crate::seats::{base_name, settled};
use crate::table::{Answer, Table};
use crate::viewer::Viewer;

/// A request to a robot away from the table: for its own seat, or as a hint for another seat.
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
/// let mut table = Table::begin(game, players, Seed::Chosen(7), &robots.for_workers())?;
/// table.act(Seat(0), "b2")?;
/// let request = table.request().unwrap();
/// let thinking = std::thread::spawn(move || Thinker::new(robots).think(request));
/// assert!(table.take_reply(thinking.join().unwrap())?);
/// assert_eq!(table.step_count(), 2);
/// # Ok::<(), parlour_table::Error>(())
/// ```
#[derive(Debug)]
pub struct Request {
    asked: worker::Request,
    /// True if it asks for the answer to a draw offer, false for an action.
    is_offer: bool,
    /// The table version of the request.
    version: u64,
}

/// The reply to a request.
#[derive(Debug)]
pub struct Reply {
    answer: Answered,
    seat: Seat,
    robot: String,
    version: u64,
}

/// A robot's answer.
#[derive(Debug)]
enum Answered {
    /// Its choice.
    Action(Box<Result<worker::Reply, Faults>>),
    /// True if it accepts a draw.
    Draw(Result<bool, Faults>),
}

/// The background worker, for one thread; games and robots are loaded once for several requests.
#[derive(Debug)]
pub struct Thinker(worker::Thinker);

/// A robot's suggestion for a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Hint {
    /// The robot, without its parameters.
    pub robot: String,
    /// The action.
    pub action: String,
    /// The action in people's words.
    pub told: String,
    /// The reason, in the robot's words.
    pub reason: Option<String>,
}

impl Thinker {
    /// A new worker. Its robots must be the thinking ones, not those of a table with background robots.
    pub fn new(robots: RobotLibrary) -> Self {
        Self(worker::Thinker::new(robots))
    }

    /// Handles a request; blocks while the robot thinks.
    pub fn think(&mut self, request: Request) -> Reply {
        let Request { asked, is_offer, version } = request;
        let (seat, robot) = (asked.seat, asked.robot.clone());
        let answer = match is_offer {
            true => Answered::Draw(self.0.accepts_draw(asked)),
            false => Answered::Action(Box::new(self.0.think(asked))),
        };
        Reply { answer, seat, robot, version }
    }
}

impl Reply {
    /// The seat the robot was asked for.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The robot's specification.
    pub fn robot(&self) -> &str {
        &self.robot
    }

    /// The faults of the robot, or of the rules it called; the action is then picked at random.
    pub fn faults(&self) -> Option<Faults> {
        let answer = match &self.answer {
            Answered::Draw(accepts) => return accepts.as_ref().err().cloned(),
            Answered::Action(answer) => answer.as_ref(),
        };
        match answer {
            Err(faults) => Some(faults.clone()),
            Ok(worker::Reply { choice: Err(fault), .. }) if fault.is_resignation() => None,
            Ok(worker::Reply { choice: Err(fault), .. }) => Some(diagnostic_of(fault).into()),
            Ok(_) => None,
        }
    }
}

impl Table {
    /// The pending request: of a robot that has to answer a draw offer, or else of the one to move. `None` if a person
    /// is to act, or the match is over.
    pub fn request(&self) -> Option<Request> {
        let asked = self.asked_robot();
        let seat = asked.or(self.due())?;
        Some(Request { asked: self.seated.request(seat)?, is_offer: asked.is_some(), version: self.version() })
    }

    /// Applies a reply, if nothing has changed since its request; returns true if so. An action is picked at random if
    /// the robot has erred.
    ///
    /// # Errors
    /// As for [`Table::take`].
    pub fn take_reply(&mut self, reply: Reply) -> Result<bool, Error> {
        if reply.version != self.version() || self.is_human(reply.seat) {
            return Ok(false);
        }
        let answer = match reply.answer {
            // A robot that can't evaluate the position declines.
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
            Ok(answer) => Some(Answer(self.seated.choose_by_reply(answer))),
            Err(_) => self.ask(),
        };
        let Some(answer) = answer else { return Ok(false) };
        self.take_answer(answer)?;
        Ok(true)
    }

    /// The request for a hint in the place of the seat to move.
    ///
    /// # Errors
    /// As for [`Table::own_turn`]; an unknown robot.
    pub fn hint_request(&self, viewer: Viewer, robots: &RobotLibrary, robot: &str) -> Result<Request, Error> {
        let seat = self.own_turn(viewer)?;
        let robot = settled(robot, self.game().pack(), robots, seat.index());
        robots.takes(self.game().name(), &robot)?;
        let (standing, thinking) = (self.seated.played.standing(), self.thinking());
        let asked = worker::Request { standing, seat, robot, memory: None, thinking };
        Ok(Request { asked, is_offer: false, version: self.version() })
    }

    /// The hint in a reply; `None` if the match has changed since.
    ///
    /// # Errors
    /// As for [`Table::own_turn`]; a fault of the robot.
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
