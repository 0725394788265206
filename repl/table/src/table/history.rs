//! Undo, redo and reloading.

use parlour_ai::{HUMAN, RobotLibrary, SeatedMatch};
use parlour_engine::diagnostic::Faults;
use parlour_engine::ids::Seat;
use parlour_engine::pack::Library;

use super::Table;
use crate::error::Error;
use crate::keeping::{Known, Remembered};
use crate::moments::{self, Learnt, go};
use crate::reload::{self, Reloaded};

impl Table {
    /// The number of actions left after undoing a person's last action and everything after it, a number of times;
    /// among robots alone one action at a time. `None` if there is nothing to undo.
    pub fn back_to(&self, times: usize) -> Option<usize> {
        let humans = self.humans();
        let is_mine = |at: &usize| self.actor(*at).is_some_and(|seat| humans.is_empty() || humans.contains(&seat));
        let mine: Vec<usize> = (0..self.step_count()).rev().filter(is_mine).collect();
        mine.get(times.min(mine.len()).saturating_sub(1)).copied()
    }

    /// The viewers that have learned something since a number of actions that an undo would hide: if there are none it
    /// is harmless, and otherwise needs the others' consent.
    pub fn would_reveal(&mut self, to: usize) -> Learnt {
        moments::learnt(&mut self.seated.played, to)
    }

    /// Records people's knowledge before an undo to a number of actions. Playing on with knowledge that the undo hides
    /// marks the match.
    fn goes_back_to(&mut self, to: usize) {
        let (now, is_over) = (self.step_count(), self.is_over());
        if to >= now || self.is_revealed() || !self.game().has_secrets() {
            return;
        }
        // At the end everything is open.
        let people = self.humans();
        let mut has_learnt = |seat| moments::has_learnt(&mut self.seated.played, to, Some(seat));
        if is_over || people.into_iter().any(&mut has_learnt) {
            self.known_to = self.known_to.max(Some(now));
        }
    }

    /// Undoes to a number of actions, and returns how many were undone. Robots are reset, with their memories of that
    /// moment. Playing on with knowledge that the undo hides marks the match.
    ///
    /// # Errors
    /// Rules or robots that fail.
    pub fn go_back(&mut self, robots: &RobotLibrary, to: usize) -> Result<usize, Error> {
        let now = self.step_count();
        let to = to.min(now);
        let is_turn = self.back_to(1) == Some(to);
        if let Some(keeping) = &mut self.keeping {
            keeping.goes_back(now, to, is_turn);
        }
        self.goes_back_to(to);
        go(&mut self.seated.played, to)?;
        self.changes.taken_back(&self.seated.played);
        self.moved(robots)?;
        Ok(now - to)
    }

    /// Redoes undone actions up to the next decision of a person, a number of times; returns the number of actions.
    ///
    /// # Errors
    /// Rules or robots that fail.
    pub fn go_forth(&mut self, robots: &RobotLibrary, times: usize) -> Result<usize, Error> {
        let (humans, before) = (self.humans(), self.step_count());
        for _ in 0..times {
            let begun = self.step_count();
            while self.seated.played.redo(1)? > 0 {
                if humans.is_empty() || self.due().is_some_and(|seat| humans.contains(&seat)) {
                    break;
                }
            }
            if self.step_count() == begun {
                break;
            }
        }
        let done = self.step_count() - before;
        self.known_to = self.known_to.filter(|&known| known > self.step_count());
        if done > 0 {
            self.changes.acted(&self.seated.played, before);
            self.moved(robots)?;
        }
        Ok(done)
    }

    /// After an undo or redo: resets robots, with their memories of this moment.
    pub(super) fn moved(&mut self, robots: &RobotLibrary) -> Result<(), Error> {
        self.intended.clear();
        self.is_seed_open |= self.is_over();
        self.offer = None;
        let memories = self.remembered.now(&self.seated);
        self.seated.seat_again(robots, &memories)?;
        self.reason = None;
        self.autosave();
        Ok(())
    }

    /// Undoes to a number of actions, to play on from there as a branch. If only robots play, a person takes the seat
    /// to move, which is returned.
    ///
    /// # Errors
    /// Rules or robots that fail.
    pub fn play_from(&mut self, robots: &RobotLibrary, to: usize) -> Result<Option<Seat>, Error> {
        self.goes_back_to(to);
        go(&mut self.seated.played, to)?;
        let seat = self.due().filter(|_| self.humans().is_empty());
        if let Some(seat) = seat {
            self.seated.seat(robots, seat, HUMAN)?;
        }
        self.changes.taken_back(&self.seated.played);
        if let Some(seat) = seat {
            self.changes.seated(self.seated.played.game().seat_name(seat), HUMAN);
        }
        self.moved(robots)?;
        Ok(seat)
    }

    /// Reloads packs and robots, if the match replays identically under them, or with `again` if it replays at all.
    ///
    /// # Errors
    /// Robots that can't be loaded; the match is unchanged.
    pub fn reload(&mut self, library: &Library, robots: &RobotLibrary, again: bool) -> Result<Reloaded, Faults> {
        self.intended.clear();
        let record = self.seated.record();
        let played = match reload::by_the_new_rules(library, &record, self.played()) {
            Ok(played) => played,
            Err(why) => return Ok(Reloaded::Unplayable(why)),
        };
        let is_other = played.game().pack().fingerprint != self.game().pack().fingerprint;
        if !again && let Some(difference) = reload::other_way(self.played(), &played)? {
            return Ok(Reloaded::OtherWay(difference));
        }
        self.seated = SeatedMatch::restore(played, &record, robots, self.seated.thinking)?;
        self.remembered = Remembered::default();
        self.remembered.keep(&self.seated);
        self.changes.reloaded();
        if is_other {
            self.mark(Known::Rules);
        }
        self.autosave();
        Ok(Reloaded::New)
    }
}
