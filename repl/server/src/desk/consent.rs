//! Requests that need the consent of other people.

use parlour_engine::Seat;
use serde_json::json;

use super::Desk;
use crate::message::{self, Id};

/// The kind of a request.
pub(super) enum What {
    /// Undo to a number of actions.
    Back { to: usize },
    /// A rematch, with rotated seats.
    Again,
    /// Resignation in a match of more than two sides, which ends it for all.
    Resign,
}

/// A request that waits for consent.
pub(super) struct ConsentRequest {
    pub(super) by: Seat,
    pub(super) id: Id,
    pub(super) client: u64,
    pub(super) what: What,
    version: u64,
    /// The seats that haven't answered.
    waits_for: Vec<Seat>,
}

impl Desk {
    /// Makes a request: executed at once if it is free or nobody else is there, and else when the others consent.
    pub(super) fn wish(&mut self, client: u64, by: Seat, id: Id, what: What, is_free: bool) {
        if self.wish.is_some() {
            return self.send(client, &message::refused(&id, "the others are being asked already"));
        }
        let others = self.table.humans().into_iter().filter(|&other| other != by && self.metadata.taken[other.index()]);
        let waits_for: Vec<Seat> = others.filter(|_| !is_free).collect();
        let wish = ConsentRequest { by, id, client, what, version: self.table.version(), waits_for };
        if wish.waits_for.is_empty() {
            return self.fulfil(wish);
        }
        self.send(client, &json!({ "type": "asked", "id": wish.id.0 }));
        self.wish = Some(wish);
        self.tell_all();
    }

    fn fulfil(&mut self, wish: ConsentRequest) {
        match wish.what {
            What::Back { to } => self.go_back(&wish, to),
            What::Again => self.agreed = Some(wish),
            What::Resign => self.give_up(&wish),
        }
    }

    pub(super) fn answer(&mut self, client: u64, seat: Seat, id: Option<&Id>, yes: bool) {
        if self.wish.as_ref().is_none_or(|wish| !wish.waits_for.contains(&seat))
            && self.answer_offer(client, seat, id, yes)
        {
            return;
        }
        if let Some(id) = id {
            self.send(client, &message::done(id));
        }
        let Some(mut wish) = self.wish.take().filter(|wish| wish.version == self.table.version()) else { return };
        if !wish.waits_for.contains(&seat) {
            self.wish = Some(wish);
        } else if !yes {
            let why = match wish.what {
                What::Back { .. } => "the others don't want to go back",
                What::Again => "the others don't want to play once more",
                What::Resign => "the others want to play on; a robot can have your seat",
            };
            self.send(wish.client, &message::refused(&wish.id, why));
            self.tell_all();
        } else {
            wish.waits_for.retain(|&other| other != seat);
            if wish.waits_for.is_empty() { self.fulfil(wish) } else { self.wish = Some(wish) }
        }
    }
}
