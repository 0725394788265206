//! Undo: immediate if nobody has learned anything since, else with the others' consent.

use parlour_engine::Seat;

use super::Desk;
use super::consent::{ConsentRequest, What};
use crate::message::{self, Id};

impl Desk {
    /// The index of a seat's last action.
    pub(super) fn last_of(&self, seat: Seat) -> Option<usize> {
        (0..self.table.step_count()).rev().find(|&n| self.table.actor(n) == Some(seat)).filter(|_| !self.is_over())
    }

    pub(super) fn undo(&mut self, client: u64, seat: Seat, id: Id) {
        let Some(to) = self.last_of(seat) else {
            return self.send(client, &message::refused(&id, "there is nothing to take back"));
        };
        if let Some(why) = self.too_late_for(to) {
            return self.send(client, &message::refused(&id, &why));
        }
        let is_free = self.table.would_reveal(to).is_nothing();
        self.wish(client, seat, id, What::Back { to }, is_free);
    }

    /// The reason why the clocks don't allow an undo to a number of actions.
    fn too_late_for(&self, to: usize) -> Option<String> {
        let seat = self.metadata.clocks.as_ref()?.too_short(to, self.shared.time.now())?;
        let name = self.table.game().seat_name(Seat::from_index(seat)).to_owned();
        Some(format!("without the time that was added since, {name} would have none left"))
    }

    pub(super) fn go_back(&mut self, wish: &ConsentRequest, to: usize) {
        if let Some(why) = self.too_late_for(to) {
            return self.send(wish.client, &message::refused(&wish.id, &why));
        }
        // Seen information stays known, and the same chance repeats.
        let learnt = self.table.would_reveal(to).seats;
        let is_persons = |seat: &Seat| self.table.is_human(*seat) || self.metadata.seats[seat.index()].is_some();
        let is_marked = learnt.iter().any(is_persons);
        if let Err(error) = self.table.go_back(&self.shared.robots.for_workers(), to) {
            let why = self.why_not(wish.client, &error);
            return self.send(wish.client, &message::refused(&wish.id, &why));
        }
        self.metadata.recent.retain(|recent| recent.at < to);
        let game = self.table.game();
        let is_asking = |seat| game.team_of(Seat::from_index(seat)) == game.team_of(wish.by);
        if let Some(clocks) = &mut self.metadata.clocks {
            clocks.go_back(to, is_asking, self.shared.time.now());
        }
        self.metadata.at = Some(to);
        if is_marked {
            self.metadata.is_marked = true;
            self.table.mark_back();
        }
        self.write();
        let mut done = message::done(&wish.id);
        if is_marked {
            done["revealed"] = true.into();
        }
        self.send(wish.client, &done);
        self.changed();
        self.ask_robot();
    }
}
