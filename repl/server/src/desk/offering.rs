//! Conclusions by players: resignation, and draws by agreement.

use parlour_engine::Seat;
use parlour_table::Error;
use serde_json::{Value, json};

use super::Desk;
use super::consent::{ConsentRequest, What};
use crate::message::{self, Id};
use crate::store::Recent;

/// The kind of a draw offer.
const DRAW: &str = "draw";

impl Desk {
    /// Resigns for a seat. With more than two sides the match ends only if the other people consent.
    pub(super) fn resign(&mut self, client: u64, seat: Seat, id: Id) {
        if self.is_known(client, seat, &id) {
            return;
        }
        if !self.is_dealt() {
            return self.send(client, &message::refused(&id, "the match hasn't begun"));
        }
        self.look_at_clocks();
        if self.is_over() {
            return self.send(client, &message::refused(&id, "the match is over"));
        }
        let is_free = self.table.game().teams().len() <= 2;
        self.wish(client, seat, id, What::Resign, is_free);
    }

    /// Ends the match by resignation after everybody's consent.
    pub(super) fn give_up(&mut self, wish: &ConsentRequest) {
        let at = self.table.step_count();
        let done = self.table.resign(wish.by);
        self.end(wish.client, wish.by, &wish.id, at, done);
    }

    /// Offers a draw.
    pub(super) fn offer(&mut self, client: u64, seat: Seat, id: &Id, kind: &str) {
        if self.is_known(client, seat, id) {
            return;
        }
        if kind != DRAW {
            return self.send(client, &message::refused(id, "a `draw` can be offered, and nothing else"));
        }
        if !self.is_dealt() {
            return self.send(client, &message::refused(id, "the match hasn't begun"));
        }
        self.look_at_clocks();
        let at = self.table.step_count();
        let done = self.table.offer_draw(seat);
        self.end(client, seat, id, at, done);
    }

    /// Answers a pending draw offer for a seat; returns false if there is none.
    pub(super) fn answer_offer(&mut self, client: u64, seat: Seat, id: Option<&Id>, yes: bool) -> bool {
        if !self.table.offer().is_some_and(|offer| offer.waits_for.contains(&seat)) {
            return false;
        }
        let done = self.table.answer_draw(seat, yes);
        match (id, done) {
            (Some(id), Ok(())) => self.send(client, &message::done(id)),
            (Some(id), Err(error)) => self.send(client, &message::refused(id, &error.to_string())),
            (None, _) => {}
        }
        self.settle();
        self.changed();
        self.ask_robot();
        true
    }

    /// True if a request with this id was answered already.
    fn is_known(&mut self, client: u64, seat: Seat, id: &Id) -> bool {
        let is_known = self.metadata.known(seat.index(), &id.0.to_string()).is_some();
        if is_known {
            self.send(client, &message::done(id));
        }
        is_known
    }

    /// Answers a resignation or draw offer, and notifies all.
    fn end(&mut self, client: u64, seat: Seat, id: &Id, at: usize, done: Result<(), Error>) {
        if let Err(error) = done {
            return self.send(client, &message::refused(id, &error.to_string()));
        }
        self.metadata.note(Recent { seat: seat.index(), id: id.0.to_string(), at, why: None });
        self.write();
        self.settle();
        self.send(client, &message::done(id));
        self.changed();
        self.ask_robot();
    }

    /// The resignation options of a seat, for clients.
    pub(super) fn resign_told(&self, seat: Option<Seat>) -> Value {
        let may = seat.is_some_and(|seat| !self.is_over() && self.is_dealt() && self.table.is_in(seat));
        json!({ "may": may, "asked_by": self.wished(|what| matches!(what, What::Resign)) })
    }

    /// The draw offer options of a seat, for clients; null if the game has no draws.
    pub(super) fn offer_told(&self, seat: Option<Seat>) -> Value {
        let game = self.table.game();
        if !game.has_draws() || self.is_over() || !self.is_dealt() {
            return Value::Null;
        }
        let name = |seat: Seat| game.seat_name(seat);
        let offer = self.table.offer();
        let waits_for: Vec<&str> = offer.iter().flat_map(|offer| &offer.waits_for).map(|&seat| name(seat)).collect();
        json!({
            "kind": DRAW,
            "may": seat.is_some() && offer.is_none(),
            "by": offer.map(|offer| name(offer.by)),
            "waits_for": waits_for,
        })
    }
}
