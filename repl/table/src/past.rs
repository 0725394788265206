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
use crate::choices::{self, Legal};
use crate::error::Error;
use crate::judging::{Judge, Judged};
use crate::look::{self, Look};
use crate::moments::go;
use crate::told::{self, Ending, EventTold, StepTold};
use crate::view::SeatView;
use crate::viewer::{Sight, Viewer};

/// The reason why no other view can be chosen.
const NOT_FREE: &str = "the match is not over, so only what its person saw is shown";

/// A replay cursor over a match. The match is restored on drop.
#[derive(Debug)]
pub struct Past<'a> {
    played: &'a mut Match,
    /// The number of actions of the match.
    total: usize,
    sight: Sight,
    /// True if any view may be chosen: the match is over, was revealed, or hides nothing.
    is_free: bool,
}

impl Drop for Past<'_> {
    fn drop(&mut self) {
        // Rules that accepted the actions before accept them again; if they fail now, the match stays at an earlier
        // moment, and the later actions can be redone.
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

    /// The current players of the seats.
    pub fn players(&self) -> &[String] {
        self.played.players()
    }

    /// The number of actions of the match.
    pub fn total(&self) -> usize {
        self.total
    }

    /// The number of actions before this moment.
    pub fn now(&self) -> usize {
        self.played.steps().len()
    }

    /// Moves to the moment after a number of actions, or to the end.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn go(&mut self, to: usize) -> Result<(), Error> {
        go(self.played, to.min(self.total))
    }

    /// The seat whose view is shown.
    pub fn seat(&self) -> Option<Seat> {
        self.sight.seat
    }

    /// True if hidden information is shown.
    pub fn shows_all(&self) -> bool {
        self.sight.all
    }

    /// True if any view may be chosen.
    pub fn is_free(&self) -> bool {
        self.is_free
    }

    /// Shows hidden information.
    ///
    /// # Errors
    /// Something is still hidden.
    pub fn open(&mut self) -> Result<(), Error> {
        if !self.is_free {
            return Err(Error::Hidden(NOT_FREE));
        }
        self.sight.all = true;
        Ok(())
    }

    /// Shows the view of a seat.
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

    /// True if a seat's options may be shown.
    pub fn may_look(&self, seat: Seat) -> bool {
        look::may_look(self.played, self.sight, seat)
    }

    /// The decision that was due at this moment.
    pub fn due(&self) -> Option<Due> {
        self.played.decision()
    }

    /// The decision that was due in words, as by [`Table::due_text`](crate::Table::due_text); `None` for viewers who may
    /// not know the seat's options.
    pub fn due_text(&self) -> Option<String> {
        let due = self.due()?;
        self.may_look(due.seat).then(|| self.played.due_text()).flatten()
    }

    /// The position at this moment.
    pub fn view(&self) -> SeatView {
        SeatView::of_match(self.played, self.sight)
    }

    /// A query context for the position.
    pub fn look(&mut self) -> Look<'_> {
        Look::of(self.played, self.sight)
    }

    /// The events of the set-up.
    pub fn opening(&self) -> Vec<EventTold> {
        told::events(self.played.game(), self.played.opening(), self.sight)
    }

    /// The action that led to this moment; `None` at the beginning.
    pub fn last(&self) -> Option<StepTold> {
        told::step(self.played, self.now().checked_sub(1)?, self.sight)
    }

    /// The actions that led to this moment.
    pub fn steps(&self) -> impl Iterator<Item = StepTold> + '_ {
        (0..self.now()).filter_map(|n| told::step(self.played, n, self.sight))
    }

    /// The next action, as it is known after it; `None` at the end.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn following(&mut self) -> Result<Option<StepTold>, Error> {
        let now = self.now();
        if now == self.total {
            return Ok(None);
        }
        // A sealed action is described as it became known later.
        go(self.played, now + 1)?;
        let told = told::step(self.played, now, self.sight);
        go(self.played, now)?;
        Ok(told)
    }

    /// The ending of the match, if it is over at this moment.
    pub fn ending(&self) -> Option<Ending> {
        told::ending(self.played)
    }

    /// The ending in the match's file, if it differs from that of the rules.
    pub fn told_end(&self) -> Option<String> {
        parlour_notation::told_end(self.played)
    }

    /// The player of a seat.
    pub fn who(&self, seat: Seat) -> &str {
        parlour_notation::who(self.played, seat)
    }

    /// The match up to this moment as a save; `None` while something is hidden.
    pub fn record(&self) -> Option<Record> {
        self.is_free.then(|| self.played.record())
    }

    /// The seed of the match, once nothing is hidden.
    pub fn seed(&self) -> Option<u64> {
        self.is_free.then(|| self.played.seed())
    }

    /// The seat to move, if its options may be shown.
    ///
    /// # Errors
    /// The match is over here, or the seat's options are hidden.
    pub fn own_turn(&self) -> Result<Seat, Error> {
        let seat = self.due().ok_or(Error::Over)?.seat;
        let name = || self.game().seat_name(seat).to_owned();
        if self.may_look(seat) { Ok(seat) } else { Err(Error::NotYourTurn { seat: name() }) }
    }

    /// The legal actions here with the domains of their arguments, if it is the viewer's turn; else none, completely
    /// listed.
    pub fn legal(&self) -> Legal {
        match self.own_turn() {
            Ok(seat) if self.sight.seat == Some(seat) => choices::legal(self.played, &self.view()),
            _ => Legal::none(),
        }
    }

    /// A robot that can be asked for advice here.
    ///
    /// # Errors
    /// As for [`Past::own_turn`]; a robot that can't be loaded.
    pub fn adviser(&self, robots: &RobotLibrary, robot: &str) -> Result<Adviser, Error> {
        Adviser::new(self.played, self.own_turn()?, robots, robot)
    }

    /// A robot's advice here.
    ///
    /// # Errors
    /// A robot that fails.
    pub fn advice(&mut self, adviser: &mut Adviser, thinking: Thinking) -> Result<Advice, Error> {
        adviser.ask(self.played, thinking)
    }

    /// Analyses each action here.
    ///
    /// # Errors
    /// As for [`Past::own_turn`]; a search that fails.
    pub fn analyse(&self, analyst: &mut Analyst, thinking: Thinking) -> Result<Report, Error> {
        let seat = self.own_turn()?;
        Ok(analyst.analyse(&self.played.view(Some(seat)), self.played.legal(), thinking)?)
    }

    /// A sequence of actions from here, in people's words.
    pub fn told_line(&mut self, line: &[Action]) -> Vec<String> {
        self.played.told_line(line)
    }

    /// A robot's choice here if it joined the match now, with its search report.
    ///
    /// # Errors
    /// As for [`Past::own_turn`]; a robot that can't be loaded.
    pub fn thought(&mut self, robots: &RobotLibrary, robot: &str, thinking: Thinking) -> Result<Thought, Error> {
        let seat = self.own_turn()?;
        Ok(thought_of(robots, self.played, seat, robot, thinking)?)
    }

    /// An analyst for the match, with a deterministic seed.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn analyst(&self) -> Result<Analyst, Error> {
        Ok(Analyst::new(self.played.game().clone(), self.own_seed())?)
    }

    /// A seed derived from the match. While something is hidden it is derived from visible information only.
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

    /// A reviewer of the match's decisions by the game's best robot, or a given one, with a node budget per decision or
    /// the robot's own.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn judge(&self, robots: &RobotLibrary, named: Option<&str>, nodes: Option<u64>) -> Result<Judge, Error> {
        let game = self.played.game().clone();
        Judge::new(game, self.own_seed(), robots.clone(), named.map(str::to_owned), nodes)
    }

    /// Reviews the decisions of the match, of one seat or of all whose decisions may be shown, within a range of action
    /// numbers; `tell` is called for each.
    ///
    /// # Errors
    /// A seat whose decisions are hidden, a robot or rules that fail, and a stop.
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
