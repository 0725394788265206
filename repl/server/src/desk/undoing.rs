//! Going back: free where nobody has learnt anything since, else up to the others.

use parlour_engine::Seat;

use super::Desk;
use super::wishing::{What, Wish};
use crate::message::{self, Id};

impl Desk {
    /// Where a seat's last action began.
    pub(super) fn last_of(&self, seat: Seat) -> Option<usize> {
        (0..self.table.step_count()).rev().find(|&n| self.table.actor(n) == Some(seat)).filter(|_| !self.is_over())
    }

    pub(super) fn undo(&mut self, client: u64, seat: Seat, id: Id) {
        let Some(to) = self.last_of(seat) else {
            return self.send(client, &message::refused(&id, "there is nothing to take back"));
        };
        let is_free = self.table.would_reveal(to).is_nothing();
        self.wish(client, seat, id, What::Back { to }, is_free);
    }

    pub(super) fn go_back(&mut self, wish: &Wish, to: usize) {
        if let Err(error) = self.table.go_back(&self.shared.robots.elsewhere(), to) {
            let why = self.why_not(wish.client, &error);
            return self.send(wish.client, &message::refused(&wish.id, &why));
        }
        self.papers.recent.retain(|recent| recent.at < to);
        self.papers.at = Some(to);
        self.write();
        self.send(wish.client, &message::done(&wish.id));
        self.changed();
        self.ask_robot();
    }
}
