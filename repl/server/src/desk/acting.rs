//! Actions of seats, applied once per id, and explanations of legality.

use parlour_engine::Seat;
use parlour_table::Viewer;
use serde_json::json;

use super::Desk;
use crate::message::{self, Id};
use crate::store::Recent;

impl Desk {
    pub(super) fn act(&mut self, client: u64, seat: Seat, id: &Id, action: &str) {
        let name = id.0.to_string();
        if let Some(known) = self.metadata.known(seat.index(), &name) {
            let answer = known.why.as_ref().map_or_else(|| message::done(id), |why| message::refused(id, why));
            return self.send(client, &answer);
        }
        self.look_at_clocks();
        if self.is_over() || !self.is_dealt() {
            let why = if self.is_dealt() { "the match is over" } else { "the match hasn't begun" };
            return self.send(client, &message::refused(id, why));
        }
        let at = self.table.step_count();
        self.metadata.note(Recent { seat: seat.index(), id: name, at, why: None });
        if !self.write() {
            self.metadata.recent.pop();
            return self.send(client, &message::refused(id, "the server can't keep the match just now"));
        }
        if let Err(error) = self.table.act(seat, action) {
            let why = self.why_not(client, &error);
            if let Some(recent) = self.metadata.recent.last_mut() {
                recent.why = Some(why.clone());
            }
            return self.send(client, &message::refused(id, &why));
        }
        self.acted_at = self.table.version();
        self.settle();
        let mut done = message::done(id);
        if self.is_unsaved() {
            done["saved"] = json!(false);
        }
        self.send(client, &done);
        self.changed();
        self.ask_robot();
    }

    /// Applies the queued action of the seat to move. An action that has become illegal is reported to the seat.
    pub(super) fn take_intended(&mut self) {
        while self.table.is_intended() {
            let Some(seat) = self.due() else { return };
            match self.table.take_intended() {
                Ok(_) => {
                    self.acted_at = self.table.version();
                    self.settle();
                    self.changed();
                }
                Err(error) => {
                    let clients: Vec<u64> =
                        self.clients.iter().filter(|(_, client)| client.seat == Some(seat)).map(|(&n, _)| n).collect();
                    for client in clients {
                        let why = self.why_not(client, &error);
                        self.send(client, &message::error(&why));
                    }
                }
            }
        }
    }

    /// True if the match couldn't be saved.
    pub(super) fn is_unsaved(&self) -> bool {
        self.is_dealt() && self.table.saved_name().is_none()
    }

    /// After an action: records the name of the save in the metadata.
    pub(super) fn settle(&mut self) {
        let moved = self.table.name().is_some_and(|name| name != self.metadata.save);
        if self.metadata.at.take().is_some() || moved {
            self.write();
        }
    }

    pub(super) fn why(&mut self, client: u64, seat: Seat, id: &Id, action: &str) {
        let why = self.own_turn(seat).map(|()| self.table.why(Viewer::of(seat), action));
        let (allowed, text, reason) = match why {
            Ok(Ok(why)) => (why.allowed, why.text, why.reason),
            Ok(Err(error)) => (false, self.why_not(client, &error), None),
            Err(text) => (false, text, None),
        };
        self.send(client, &json!({ "type": "why", "id": id.0, "allowed": allowed, "text": text, "reason": reason }));
    }

    pub(super) fn own_turn(&self, seat: Seat) -> Result<(), String> {
        match self.due() {
            None => Err("the match is over".to_owned()),
            Some(due) if due == seat => Ok(()),
            Some(due) => Err(format!("it is the turn of {}", self.table.game().seat_name(due))),
        }
    }
}
