//! Actions at a table, of people and of robots, and who takes its seats.

use std::ops::ControlFlow;

use parlour_ai::RobotLibrary;
use parlour_engine::Words;
use parlour_engine::ids::Seat;
use parlour_engine::play::ActError;
use parlour_engine::{Action, ActionLine, ParseError};
use serde_json::{Map, Value};

use super::{Answer, Table};
use crate::choices;
use crate::error::Error;
use crate::keeping::{Known, Note};
use crate::seats;

impl Table {
    /// Parses an action of the seat to move, as a person writes it.
    ///
    /// # Errors
    /// A text that isn't an action; the match is over, or it is another's turn.
    pub fn parse(&self, seat: Seat, text: &str) -> Result<Action, Error> {
        self.demand_seat(seat)?;
        match self.due() {
            // A line that isn't an action at all gets the parser's error.
            None => self.played().parse(text).map_err(Error::from).and(Err(Error::Over)),
            Some(due) if due != seat => Err(self.not_yours(due)),
            Some(_) => Ok(self.played().parse(text)?),
        }
    }

    /// Parses a line with one or several actions of the seat, to be taken one after the other; several are all checked
    /// before the first is taken, without revealing hidden information.
    ///
    /// # Errors
    /// As for [`Table::parse`]; actions that can't be combined, or of which one isn't legal in its turn.
    pub fn read(&mut self, seat: Seat, text: &str) -> Result<ActionLine, Error> {
        match self.parse(seat, text) {
            Err(Error::Action(ActError::Parse(ParseError::Several { .. }))) => {
                Ok(self.seated.played.read_line(text)?)
            }
            Err(error) => Err(error),
            Ok(action) => Ok(action.into()),
        }
    }

    /// The text of an action given as verb and named values, in the form of [`Table::legal`].
    ///
    /// # Errors
    /// An unknown verb; a missing, unknown or invalid argument.
    pub fn text_of(&self, verb: &str, args: &Map<String, Value>) -> Result<String, Error> {
        Ok(choices::text_of(self.game(), verb, args)?)
    }

    /// Applies a line that a person has written for a seat: one action or several. Those after a simultaneous decision
    /// of other seats are queued as [intended](Table::take_intended).
    ///
    /// # Errors
    /// As for [`Table::read`]; actions of which one reveals information before the next; a refusal, rules that fail.
    /// The table is unchanged then, unless the rules fail at a later action.
    pub fn act(&mut self, seat: Seat, text: &str) -> Result<(), Error> {
        let ActionLine { actions, rest, .. } = self.read(seat, text)?;
        let Some((first, others)) = actions.split_first() else { return Ok(()) };
        if let Some(rest) = rest {
            return Err(ParseError::Several { first: self.game().action_text(first), rest }.into());
        }
        self.take(seat, first)?;
        self.intend(seat, others.iter().cloned());
        while self.due() == Some(seat) && self.take_intended()? {}
        Ok(())
    }

    /// Queues the actions of a seat for its next decisions, replacing earlier ones.
    pub fn intend(&mut self, seat: Seat, actions: impl IntoIterator<Item = Action>) {
        self.intended.retain(|(of, _)| *of != seat);
        self.intended.extend(actions.into_iter().map(|action| (seat, action)));
    }

    /// True if the seat to move has a queued action.
    pub fn is_intended(&self) -> bool {
        self.due().is_some_and(|seat| self.intended.iter().any(|(of, _)| *of == seat))
    }

    /// Applies the queued action of the seat to move, if any; returns true if there was one.
    ///
    /// # Errors
    /// An action that has become illegal; all queued actions of the seat are dropped.
    pub fn take_intended(&mut self) -> Result<bool, Error> {
        let Some(seat) = self.due() else { return Ok(false) };
        let Some(at) = self.intended.iter().position(|(of, _)| *of == seat) else { return Ok(false) };
        let (_, action) = self.intended.remove(at);
        let taken = self.take(seat, &action);
        if taken.is_err() {
            self.intended.retain(|(of, _)| *of != seat);
        }
        taken.map(|()| true)
    }

    /// Applies an action of a seat.
    ///
    /// # Errors
    /// The match is over, or another seat is to move; a refusal, rules that fail. The table is unchanged then.
    pub fn take(&mut self, seat: Seat, action: &Action) -> Result<(), Error> {
        match self.due() {
            None => return Err(Error::Over),
            Some(due) if due != seat => return Err(self.not_yours(due)),
            Some(_) => {}
        }
        let before = self.step_count();
        self.seated.act(action)?;
        self.changes.acted(&self.seated.played, before);
        if self.offer.as_ref().is_some_and(|offer| offer.waits_for.contains(&seat)) {
            // Playing on declines the offer.
            self.decline(seat);
        }
        if self.is_over() {
            self.offer = None;
        }
        self.is_seed_open |= self.is_over();
        self.remembered.keep(&self.seated);
        if self.known_to.take().is_some() {
            self.mark(Known::Back);
        }
        if let Some(keeping) = &mut self.keeping {
            keeping.acted(&self.seated);
        }
        Ok(())
    }

    /// Asks the player to move; a random action if a person sits there or the player errs. `None` if the match is over.
    /// Blocks while the player thinks.
    pub fn ask(&mut self) -> Option<Answer> {
        self.seated.choose().map(Answer)
    }

    /// Applies a player's choice.
    ///
    /// # Errors
    /// As for [`Table::take`].
    pub fn take_answer(&mut self, answer: Answer) -> Result<(), Error> {
        let Some(action) = &answer.0.action else { return self.resign(answer.0.seat) };
        self.take(answer.0.seat, action)?;
        let step = self.step_count() - 1;
        self.reason = answer.0.reason.map(|reason| (step, reason));
        Ok(())
    }

    /// Lets robots act until a person is to act or the match is over, or `tell` breaks; it is called after each action.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn let_robots_act(&mut self, mut tell: impl FnMut(&mut Self) -> ControlFlow<()>) -> Result<(), Error> {
        while self.is_intended() || self.due().is_some_and(|seat| !self.is_human(seat)) {
            if !self.take_intended()? {
                let Some(answer) = self.ask() else { break };
                self.take_answer(answer)?;
            }
            if tell(self).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Changes the player of a seat. If a person and a robot change seats in a game with hidden information, the match
    /// is marked: people may know what another seat holds. A person joining a match of robots alone marks nothing.
    ///
    /// # Errors
    /// A seat that the game doesn't have, a robot that can't be loaded; the seat is unchanged.
    pub fn seat(&mut self, robots: &RobotLibrary, seat: Seat, player: &str) -> Result<(), Error> {
        self.demand_seat(seat)?;
        let (was_human, had_people) = (self.is_human(seat), !self.humans().is_empty());
        let player = self.put(robots, seat, player)?;
        if self.is_human(seat) != was_human && had_people {
            self.mark(Known::Seats);
        }
        self.note_seated(seat, &player);
        Ok(())
    }

    /// Lets a robot fill in for a person, or returns the seat to that person. The match isn't marked: the caller
    /// guarantees that it is the same person, so that no hidden information spreads.
    ///
    /// # Errors
    /// A robot that can't be loaded; the seat is unchanged.
    pub fn fill_in(&mut self, robots: &RobotLibrary, seat: Seat, player: &str) -> Result<(), Error> {
        let player = self.put(robots, seat, player)?;
        self.note_seated(seat, &player);
        Ok(())
    }

    /// Changes the player of a seat, and returns its full specification.
    fn put(&mut self, robots: &RobotLibrary, seat: Seat, player: &str) -> Result<String, Error> {
        self.demand_seat(seat)?;
        self.intend(seat, []);
        let player = seats::settled(player, self.game().pack(), robots, seat.index());
        self.seated.seat(robots, seat, &player)?;
        Ok(player)
    }

    fn note_seated(&mut self, seat: Seat, player: &str) {
        self.changes.seated(self.seated.played.game().seat_name(seat), player);
        self.autosave();
    }

    /// Lets a robot act for people until [`Table::give_back`].
    ///
    /// # Errors
    /// A robot that can't be loaded.
    pub fn stand_in(&mut self, robots: &RobotLibrary, robot: &str) -> Result<(), Error> {
        let robot = seats::settled(robot, self.game().pack(), robots, 0);
        Ok(self.seated.stand_in(robots, &robot)?)
    }

    /// Returns the seats of people to them.
    pub fn give_back(&mut self) {
        self.seated.give_back();
        self.autosave();
    }

    /// Marks the match, if it has hidden information and isn't marked yet.
    pub(crate) fn mark(&mut self, known: Known) {
        if !self.is_free() {
            self.seated.played.mark_revealed();
            self.changes.revealed();
            self.notes.push(Note::Marked(known));
        }
    }

    /// Marks the match for an undo by somebody who has seen the results of chance or hidden cards: see
    /// [`Table::would_reveal`]. Also applies to games that hide nothing but chance.
    pub fn mark_back(&mut self) {
        if !self.is_revealed() {
            self.seated.played.mark_revealed();
            self.changes.revealed();
            self.notes.push(Note::Marked(Known::Back));
            self.autosave();
        }
    }

    /// Marks the match as revealed: from now on hidden information is shown to viewers that ask for it.
    pub fn reveal(&mut self) {
        self.seated.played.mark_revealed();
        self.is_seed_open = true;
        self.changes.revealed();
        self.autosave();
    }
}
