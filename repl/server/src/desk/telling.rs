//! What clients are sent: the table as each may know it, pictures, and what people write to each other.

use parlour_engine::Seat;
use parlour_painter::{Frame, paint};
use parlour_table::Viewer;
use serde_json::{Value, json};

use super::Desk;
use crate::limits::Limits;
use crate::message::{self, Out};
use crate::order::HUMAN;

impl Desk {
    pub(super) fn send(&mut self, client: u64, frame: &Value) {
        let Some(known) = self.clients.get(&client) else { return };
        // Who doesn't read what is sent is sent away: the connection ends with its queue.
        if known.out.try_send(Out::Text(frame.to_string())).is_err() {
            self.clients.remove(&client);
        }
    }

    pub(super) fn chat(&mut self, client: u64, seat: Seat, text: &str) {
        if !self.papers.order.chat {
            return self.send(client, &message::error("nothing is written at this table"));
        }
        let text = message::clean(text, Limits::LONGEST_CHAT);
        let name = &self.papers.names[seat.index()];
        let frame = json!({ "type": "chat", "seat": self.table.game().seat_name(seat), "name": name, "text": text });
        for client in self.clients.keys().copied().collect::<Vec<_>>() {
            self.send(client, &frame);
        }
    }

    pub(super) fn tell_all(&mut self) {
        for client in self.clients.keys().copied().collect::<Vec<_>>() {
            self.tell(client);
        }
    }

    /// Sends a client the table as it may know it, with what happened since the version that it has.
    pub(super) fn tell(&mut self, client: u64) {
        let Some(known) = self.clients.get_mut(&client) else { return };
        let (seat, is_host, size) = (known.seat, known.is_host, known.frame);
        let since = std::mem::replace(&mut known.has, self.table.version());
        let viewer = self.viewer(seat);
        let snapshot = self.table.snapshot(viewer, Some(since));
        let mut frame = serde_json::to_value(snapshot).unwrap_or_default();
        frame["type"] = json!("state");
        frame["whole"] = json!(since == 0);
        frame["game"] = json!(self.table.game().name());
        if self.is_unsaved() {
            frame["unsaved"] = json!(true);
        }
        frame["host"] = json!(is_host);
        frame["players"] = self.sitting();
        frame["undo"] = self.undo_told(seat);
        if seat.is_some() && self.table.due() == seat {
            frame["verbs"] = serde_json::to_value(self.table.legal(viewer).verbs).unwrap_or_default();
        }
        if let Ok(scene) = self.table.scene(viewer) {
            if let Some(size) = size {
                frame["picture"] = json!(paint(&scene, size));
            }
            frame["scene"] = serde_json::to_value(scene).unwrap_or_default();
        }
        self.send(client, &frame);
    }

    /// Lets a client have pictures of a size, that of now and one with each state from now on.
    pub(super) fn show(&mut self, client: u64, size: Frame) {
        let Some(known) = self.clients.get_mut(&client) else { return };
        known.frame = Some(size);
        let seat = known.seat;
        let viewer = self.viewer(seat);
        if let Ok(scene) = self.table.scene(viewer) {
            let picture = paint(&scene, size);
            self.send(client, &json!({ "type": "picture", "version": self.table.version(), "picture": picture }));
        }
    }

    /// Who looks from a seat: at the end everything is open; before that nobody is shown what is hidden, whatever the match
    /// is marked as.
    fn viewer(&self, seat: Option<Seat>) -> Viewer {
        Viewer::of_seat(seat).asking_for_all(self.table.is_over())
    }

    fn undo_told(&self, seat: Option<Seat>) -> Value {
        let by = self.wish.as_ref().map(|wish| self.table.game().seat_name(wish.by));
        json!({ "may": seat.and_then(|seat| self.last_of(seat)).is_some(), "asked_by": by })
    }

    fn sitting(&self) -> Value {
        let sits = |seat: Seat| {
            let is_here = self.clients.values().any(|client| client.seat == Some(seat));
            let player = if self.table.is_human(seat) { HUMAN } else { self.table.players()[seat.index()].as_str() };
            let name = &self.papers.names[seat.index()];
            json!({ "seat": self.table.game().seat_name(seat), "player": player, "name": name, "is_here": is_here })
        };
        self.table.game().seats().map(sits).collect()
    }
}
