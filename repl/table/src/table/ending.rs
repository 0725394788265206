//! Conclusions by players: resignation, draws, results.

use parlour_ai::RobotLibrary;
use parlour_engine::as_sentence;
use parlour_engine::english::listed;
use parlour_engine::ids::Seat;
use parlour_engine::play::{Conclusion, RESULT, TERMINATION};

use super::Table;
use crate::error::Error;
use crate::offers::Offer;

impl Table {
    /// The conclusion by the players, if any.
    pub fn conclusion(&self) -> Option<Conclusion> {
        self.played().conclusion()
    }

    /// Ends the match by a decision of its players. Hidden information becomes open, as at every end.
    ///
    /// # Errors
    /// The match is over; rules that fail to count the scores.
    pub fn conclude(&mut self, conclusion: Conclusion) -> Result<(), Error> {
        if self.is_over() {
            return Err(Error::Over);
        }
        self.seated.conclude(conclusion)?;
        let game = self.game().clone();
        let kind = match conclusion {
            Conclusion::Resignation { .. } => "resign",
            Conclusion::Agreement => "agreement",
            Conclusion::Time { .. } => "time",
        };
        let seat = conclusion.loser().map(|&seat| game.seat_name(seat));
        self.changes.said(kind, seat, conclusion.told(&game));
        self.tell_result(&conclusion.reason(&game));
        self.is_seed_open = true;
        self.offer = None;
        self.known_to = None;
        self.autosave();
        Ok(())
    }

    /// Stores the conclusion in the save's tags, for readers that interpret only tags.
    fn tell_result(&mut self, why: &str) {
        let (game, state) = (self.game().clone(), self.played().state());
        let won: Vec<&str> =
            game.seats().filter(|&seat| state.has_won(seat)).map(|seat| game.seat_name(seat)).collect();
        let first = game.seats().next().map(|seat| game.seat_name(seat));
        let result = match (won.as_slice(), game.seat_count()) {
            ([], _) => "1/2-1/2".to_owned(),
            ([one], 2) if first == Some(*one) => "1-0".to_owned(),
            ([_], 2) => "0-1".to_owned(),
            ([one], _) => format!("{one} won"),
            (several, _) => format!("{} won", listed(several, "and")),
        };
        let mut tags = self.tags_without_end();
        tags.extend([(RESULT.to_owned(), result), (TERMINATION.to_owned(), why.to_owned())]);
        let told_at = self.step_count();
        self.seated.played.set_tags(tags, told_at);
    }

    fn tags_without_end(&self) -> Vec<(String, String)> {
        let is_end = |name: &str| [RESULT, TERMINATION].contains(&name);
        self.played().tags().iter().filter(|(name, _)| !is_end(name)).cloned().collect()
    }

    /// Resigns for a seat: its side loses, and all others still in the match win.
    ///
    /// # Errors
    /// As for [`Table::conclude`]; a seat that is out of the match.
    pub fn resign(&mut self, seat: Seat) -> Result<(), Error> {
        if !self.is_over() && !self.is_in(seat) {
            return Err(Error::Out { seat: self.game().seat_name(seat).to_owned() });
        }
        self.conclude(Conclusion::Resignation { seat })
    }

    /// Continues a match that its players have ended; returns true if they had. The match is marked, since hidden
    /// information was open.
    ///
    /// # Errors
    /// Rules or robots that fail.
    pub fn take_back_end(&mut self, robots: &RobotLibrary) -> Result<bool, Error> {
        if !self.seated.played.reopen()? {
            return Ok(false);
        }
        let (tags, now) = (self.tags_without_end(), self.step_count());
        self.seated.played.set_tags(tags, now);
        if !self.is_revealed() && self.game().has_secrets() {
            self.known_to = self.known_to.max(Some(now + 1));
        }
        self.changes.taken_back(&self.seated.played);
        self.moved(robots)?;
        Ok(true)
    }

    /// The pending draw offer.
    pub fn offer(&self) -> Option<&Offer> {
        self.offer.as_ref()
    }

    /// Offers a draw to the other side, or accepts that side's offer.
    ///
    /// # Errors
    /// The match is over, the game has no draws, an offer is pending, or the last one was declined at this move.
    pub fn offer_draw(&mut self, by: Seat) -> Result<(), Error> {
        if self.is_over() {
            return Err(Error::Over);
        }
        let game = self.game().clone();
        if !game.has_draws() {
            return Err(Error::NoDraws { title: game.pack().title.clone() });
        }
        match &self.offer {
            Some(offer) if offer.waits_for.contains(&by) => return self.answer_draw(by, true),
            Some(_) => return Err(Error::Offer("a draw is offered already")),
            None => {}
        }
        let acted_since = |at: usize| (at..self.step_count()).any(|n| self.actor(n) == Some(by));
        if self.declined.is_some_and(|(seat, at)| seat == by && !acted_since(at)) {
            return Err(Error::Offer("your last offer was declined: make a move before the next one"));
        }
        let side = game.team_of(by);
        let waits_for = game.seats().filter(|&seat| game.team_of(seat) != side && self.is_in(seat)).collect();
        self.offer = Some(Offer { by, waits_for, at: self.step_count() });
        let name = game.seat_name(by);
        self.changes.said("offer", Some(name), as_sentence(format!("{name} offers a draw.")));
        Ok(())
    }

    /// Answers a draw offer for a seat; the match is drawn once all have accepted.
    ///
    /// # Errors
    /// No draw is offered to the seat; rules that fail to count the scores.
    pub fn answer_draw(&mut self, seat: Seat, accepts: bool) -> Result<(), Error> {
        let Some(offer) = self.offer.as_mut().filter(|offer| offer.waits_for.contains(&seat)) else {
            return Err(Error::Offer("no draw is offered to you"));
        };
        if !accepts {
            self.decline(seat);
            return Ok(());
        }
        offer.waits_for.retain(|&other| other != seat);
        if offer.waits_for.is_empty() { self.conclude(Conclusion::Agreement) } else { Ok(()) }
    }

    pub(super) fn decline(&mut self, seat: Seat) {
        let Some(offer) = self.offer.take() else { return };
        self.declined = Some((offer.by, offer.at));
        let name = self.game().seat_name(seat).to_owned();
        self.changes.said("decline", Some(&name), as_sentence(format!("{name} declines the draw.")));
    }

    /// The robot that has to answer a draw offer.
    pub(crate) fn asked_robot(&self) -> Option<Seat> {
        self.offer.as_ref()?.waits_for.iter().copied().find(|&seat| !self.is_human(seat))
    }

    /// Lets robots answer a draw offer, until one declines. Blocks while they think.
    ///
    /// # Errors
    /// Rules or robots that fail.
    pub fn let_robots_answer(&mut self, robots: &RobotLibrary) -> Result<(), Error> {
        while let Some(seat) = self.asked_robot() {
            let robot = self.players()[seat.index()].clone();
            let accepts = parlour_ai::offers::accepts_draw(robots, &mut self.seated.played, seat, &robot)?;
            self.answer_draw(seat, accepts)?;
        }
        Ok(())
    }
}
