//! Going back: free where nobody has learnt anything since, else up to the others.

use parlour_engine::Seat;
use serde_json::json;

use super::Desk;
use crate::message::{self, Id};

/// Somebody wants to go back, and waits for the others.
pub(super) struct Wish {
    pub(super) by: Seat,
    id: Id,
    client: u64,
    to: usize,
    version: u64,
    /// Those who haven't answered.
    waits_for: Vec<Seat>,
}

impl Desk {
    /// Where a seat's last action began.
    pub(super) fn last_of(&self, seat: Seat) -> Option<usize> {
        (0..self.table.step_count())
            .rev()
            .find(|&n| self.table.actor(n) == Some(seat))
            .filter(|_| !self.table.is_over())
    }

    pub(super) fn undo(&mut self, client: u64, seat: Seat, id: Id) {
        let Some(to) = self.last_of(seat) else {
            return self.send(client, &message::refused(&id, "there is nothing to take back"));
        };
        if self.wish.is_some() {
            return self.send(client, &message::refused(&id, "the others are being asked already"));
        }
        let is_free = self.table.would_reveal(to).is_nothing();
        let others = self.table.humans().into_iter().filter(|&other| other != seat && self.papers.taken[other.index()]);
        let waits_for: Vec<Seat> = others.filter(|_| !is_free).collect();
        let version = self.table.version();
        let wish = Wish { by: seat, id, client, to, version, waits_for };
        if wish.waits_for.is_empty() {
            return self.go_back(&wish);
        }
        self.send(client, &json!({ "type": "asked", "id": wish.id.0 }));
        self.wish = Some(wish);
        self.tell_all();
    }

    fn go_back(&mut self, wish: &Wish) {
        if let Err(error) = self.table.go_back(&self.robots.elsewhere(), wish.to) {
            return self.send(wish.client, &message::refused(&wish.id, &error.to_string()));
        }
        self.papers.recent.retain(|recent| recent.at < wish.to);
        self.papers.at = Some(wish.to);
        self.write();
        self.send(wish.client, &message::done(&wish.id));
        self.changed();
        self.ask_robot();
    }

    pub(super) fn answer(&mut self, client: u64, seat: Seat, id: Option<&Id>, yes: bool) {
        if let Some(id) = id {
            self.send(client, &message::done(id));
        }
        let Some(mut wish) = self.wish.take().filter(|wish| wish.version == self.table.version()) else { return };
        if !wish.waits_for.contains(&seat) {
            self.wish = Some(wish);
        } else if !yes {
            self.send(wish.client, &message::refused(&wish.id, "the others don't want to go back"));
            self.tell_all();
        } else {
            wish.waits_for.retain(|&other| other != seat);
            if wish.waits_for.is_empty() { self.go_back(&wish) } else { self.wish = Some(wish) }
        }
    }
}
