//! Looking back at a match, moment by moment.

use std::ops::ControlFlow;
use std::sync::Arc;

use parlour_ai::seated::{Thought, thought_of};
use parlour_ai::{Analyst, Report, RobotLibrary, Thinking};
use parlour_engine::action::Action;
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::play::{Match, Record};
use parlour_engine::state::Decision as Due;

use crate::advice::{Advice, Adviser};
use crate::error::Error;
use crate::judging::{Judge, Judged};
use crate::look::{self, Look};
use crate::moments::go;
use crate::told::{self, Ending, EventTold, StepTold};
use crate::view::SeatView;
use crate::viewer::{Sight, Viewer};

/// Why no other view can be chosen.
const NOT_FREE: &str = "the match is not over, so only what its person saw is shown";

/// A look back at a match from any of its moments. The match stands where it stood when this ends.
#[derive(Debug)]
pub struct Past<'a> {
    played: &'a mut Match,
    /// How many actions the match has.
    total: usize,
    sight: Sight,
    /// Any view may be chosen: the match is over, was revealed, or hides nothing.
    is_free: bool,
}

impl Drop for Past<'_> {
    fn drop(&mut self) {
        // Rules that took the actions before take them again; where they fail now, the match is at an earlier moment, and
        // what comes after it can be done again.
        let _ = go(self.played, self.total);
    }
}

impl<'a> Past<'a> {
    pub(crate) fn of(played: &'a mut Match, viewer: Viewer, is_free: bool) -> Self {
        let sight = Sight::of(viewer, is_free);
        let sight = Sight { seat: sight.seat.filter(|seat| seat.index() < played.game().seat_count()), ..sight };
        let is_free = sight.all || !played.game().has_secrets();
        Self { total: played.steps().len(), played, sight, is_free }
    }

    /// The game.
    pub fn game(&self) -> &Arc<Game> {
        self.played.game()
    }

    /// Who sits where now.
    pub fn players(&self) -> &[String] {
        self.played.players()
    }

    /// How many actions the match has.
    pub fn total(&self) -> usize {
        self.total
    }

    /// After how many actions this moment is.
    pub fn now(&self) -> usize {
        self.played.steps().len()
    }

    /// Goes to the moment after so many actions, or to the end.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn go(&mut self, to: usize) -> Result<(), Error> {
        go(self.played, to.min(self.total))
    }

    /// Whose view is shown.
    pub fn seat(&self) -> Option<Seat> {
        self.sight.seat
    }

    /// Whether all that is hidden is shown.
    pub fn shows_all(&self) -> bool {
        self.sight.all
    }

    /// Whether any view may be chosen.
    pub fn is_free(&self) -> bool {
        self.is_free
    }

    /// Shows everything.
    ///
    /// # Errors
    /// Something is hidden still.
    pub fn open(&mut self) -> Result<(), Error> {
        if !self.is_free {
            return Err(Error::Hidden(NOT_FREE));
        }
        self.sight.all = true;
        Ok(())
    }

    /// Shows what a seat saw.
    ///
    /// # Errors
    /// It may not be shown.
    pub fn look_as(&mut self, seat: Seat) -> Result<(), Error> {
        if !self.is_free && self.sight.seat != Some(seat) {
            return Err(Error::Hidden(NOT_FREE));
        }
        self.sight = Sight { seat: Some(seat), all: false };
        Ok(())
    }

    /// Whether what a seat could do may be told.
    pub fn may_look(&self, seat: Seat) -> bool {
        look::may_look(self.played, self.sight, seat)
    }

    /// The decision that was due at this moment.
    pub fn due(&self) -> Option<Due> {
        self.played.decision()
    }

    /// The position at this moment.
    pub fn view(&self) -> SeatView {
        SeatView::of(self.played.game(), self.played.state(), self.sight)
    }

    /// A look at the position.
    pub fn look(&mut self) -> Look<'_> {
        Look::of(self.played, self.sight)
    }

    /// What happened while the match was set up.
    pub fn opening(&self) -> Vec<EventTold> {
        told::events(self.played.game(), self.played.opening(), self.sight)
    }

    /// The action that led to this moment; `None` at the beginning.
    pub fn last(&self) -> Option<StepTold> {
        told::step(self.played, self.now().checked_sub(1)?, self.sight)
    }

    /// The action that was taken next, as it is known then; `None` at the end.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn following(&mut self) -> Result<Option<StepTold>, Error> {
        let now = self.now();
        if now == self.total {
            return Ok(None);
        }
        // What was sealed here is told as it became known.
        go(self.played, now + 1)?;
        let told = told::step(self.played, now, self.sight);
        go(self.played, now)?;
        Ok(told)
    }

    /// How the match ended, if it is over at this moment.
    pub fn ending(&self) -> Option<Ending> {
        told::ending(self.played)
    }

    /// How the match ended by its file where the rules say otherwise.
    pub fn told_end(&self) -> Option<String> {
        parlour_notation::told_end(self.played)
    }

    /// Who played a seat.
    pub fn who(&self, seat: Seat) -> &str {
        parlour_notation::who(self.played, seat)
    }

    /// The match up to this moment as a save, to be kept or gone on with; `None` while something is hidden.
    pub fn record(&self) -> Option<Record> {
        self.is_free.then(|| self.played.record())
    }

    /// The seed of the match, where nothing is hidden any more.
    pub fn seed(&self) -> Option<u64> {
        self.is_free.then(|| self.played.seed())
    }

    /// The seat that is to act, if what it could do may be told.
    ///
    /// # Errors
    /// The match is over here, or what the seat could do is hidden.
    pub fn own_turn(&self) -> Result<Seat, Error> {
        let seat = self.due().ok_or(Error::Over)?.seat;
        let name = || self.game().seat_name(seat).to_owned();
        if self.may_look(seat) { Ok(seat) } else { Err(Error::NotYourTurn { seat: name() }) }
    }

    /// A robot that can be asked what it would do here.
    ///
    /// # Errors
    /// As for [`Past::own_turn`]; a robot that can't be loaded.
    pub fn adviser(&self, robots: &RobotLibrary, robot: &str) -> Result<Adviser, Error> {
        Adviser::new(self.played, self.own_turn()?, robots, robot)
    }

    /// What a robot would do here.
    ///
    /// # Errors
    /// A robot that fails.
    pub fn advice(&mut self, adviser: &mut Adviser, thinking: Thinking) -> Result<Advice, Error> {
        adviser.ask(self.played, thinking)
    }

    /// What a search thinks of each action here.
    ///
    /// # Errors
    /// As for [`Past::own_turn`]; a search that fails.
    pub fn analyse(&self, analyst: &mut Analyst, thinking: Thinking) -> Result<Report, Error> {
        let seat = self.own_turn()?;
        Ok(analyst.analyse(&self.played.view(Some(seat)), self.played.legal(), thinking)?)
    }

    /// Actions one after the other from here, as people say them.
    pub fn told_line(&mut self, line: &[Action]) -> Vec<String> {
        self.played.told_line(line)
    }

    /// What a robot would do here if it joined the match now, and how it came to it.
    ///
    /// # Errors
    /// As for [`Past::own_turn`]; a robot that can't be loaded.
    pub fn thought(&mut self, robots: &RobotLibrary, robot: &str, thinking: Thinking) -> Result<Thought, Error> {
        let seat = self.own_turn()?;
        Ok(thought_of(robots, self.played, seat, robot, thinking)?)
    }

    /// One who looks at the moments of the match, the same each time.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn analyst(&self) -> Result<Analyst, Error> {
        Ok(Analyst::new(self.played.game().clone(), self.own_seed())?)
    }

    /// A seed that follows from the match. While something is hidden it follows from nothing but what is seen.
    fn own_seed(&self) -> u64 {
        if self.is_free { self.played.seed() } else { self.played.view(self.sight.seat).state().position_hash() }
    }

    /// A robot that can be asked for the value of each action here.
    ///
    /// # Errors
    /// As for [`Past::adviser`].
    pub fn judging_adviser(&self, robots: &RobotLibrary, robot: &str) -> Result<Adviser, Error> {
        Ok(self.adviser(robots, robot)?.judging_each())
    }

    /// One who judges the decisions of the match by what the best robot of the game would have done, or one that is named,
    /// with so many nodes for each or as many as the robot takes by itself.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn judge(&self, robots: &RobotLibrary, named: Option<&str>, nodes: Option<u64>) -> Result<Judge, Error> {
        let game = self.played.game().clone();
        Judge::new(game, self.own_seed(), robots.clone(), named.map(str::to_owned), nodes)
    }

    /// Judges the decisions of the match, of one seat or of all whose decisions may be looked at, from after one number of
    /// actions to another; `tell` is given each.
    ///
    /// # Errors
    /// A seat whose decisions are hidden, a robot or rules that fail, and being stopped.
    pub fn judge_with(
        &mut self,
        judge: &mut Judge,
        (from, to): (usize, usize),
        only: Option<Seat>,
        tell: &mut dyn FnMut(Judged<'_>) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let only = match (self.is_free, only, self.sight.seat) {
            (true, only, _) => only,
            (false, None, Some(own)) => Some(own),
            (false, Some(only), Some(own)) if only == own => Some(own),
            _ => return Err(Error::Hidden(NOT_FREE)),
        };
        judge.judge(self.played, (from, to.min(self.total)), only, tell)
    }
}
