//! Messages to clients: the state for each viewer, pictures, and chat.
//!
//! [`Desk::viewer`] chooses the viewer of states. Elsewhere it is the seat that asks on its turn (`acting`,
//! `thinking`), any viewer of a finished match (`back`), or a seat of a sample.

use parlour_engine::Seat;
use parlour_painter::{Frame, paint};
use parlour_table::scene::Scene;
use parlour_table::{Passing, Viewer};
use serde::Serialize;
use serde_json::{Value, json};

use super::consent::What;
use super::timing::TIME;
use super::{Client, Desk};
use crate::faults::RULES_FAIL;
use crate::limits::Limits;
use crate::message::{self, Out};
use crate::store::KnownBy;

/// The state for a client, with the scene, the largest part, already serialized.
#[derive(Serialize)]
struct State<'a> {
    #[serde(flatten)]
    told: &'a Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
    /// The picture of transient information within the last action, and the number of the last events that happen
    /// after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    passing: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    later: Option<usize>,
    scene: &'a Scene,
}

/// A subscription of pictures.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pictures {
    size: Frame,
    /// True if boards are turned round.
    is_turned: bool,
}

impl Pictures {
    pub(super) fn new(width: u32, height: u32, is_turned: bool) -> Self {
        Self { size: Frame::new(width, height), is_turned }
    }

    pub(super) fn paint(self, scene: &Scene) -> String {
        if !self.is_turned {
            return paint(scene, self.size);
        }
        let mut turned = scene.clone();
        turned.boards.iter_mut().for_each(|board| board.is_turned = !board.is_turned);
        paint(&turned, self.size)
    }
}

impl Desk {
    pub(super) fn send(&mut self, client: u64, frame: &Value) {
        self.send_text(client, frame.to_string());
    }

    fn send_text(&mut self, client: u64, frame: String) {
        let Some(known) = self.clients.get(&client) else { return };
        // A client that doesn't read is disconnected: its connection ends with its queue.
        if known.out.try_send(Out::Text(frame)).is_err() {
            self.clients.remove(&client);
        }
    }

    pub(super) fn chat(&mut self, client: u64, seat: Seat, text: &str) {
        if !self.metadata.order.chat {
            return self.send(client, &message::error("nothing is written at this table"));
        }
        let text = message::clean(text, Limits::LONGEST_CHAT);
        let name = &self.metadata.names[seat.index()];
        let frame = json!({ "type": "chat", "seat": self.table.game().seat_name(seat), "name": name, "text": text });
        // Later clients get it as well. Write errors are reported for the match.
        let excess = (self.metadata.chat.len() + 1).saturating_sub(Limits::KEPT_CHAT);
        self.metadata.chat.drain(..excess);
        self.metadata.chat.push(frame.clone());
        self.write();
        // Chat is about the current position.
        let is_told = |client: &Client| client.seat.is_some() || !self.is_delayed();
        let told = self.clients.iter().filter(|(_, client)| is_told(client)).map(|(&client, _)| client);
        for client in told.collect::<Vec<_>>() {
            self.send(client, &frame);
        }
    }

    /// Sends the chat so far to a new client.
    pub(super) fn tell_chat(&mut self, client: u64, seat: Option<Seat>) {
        let is_told = seat.is_some() || !self.is_delayed();
        let lines = self.metadata.chat.clone();
        if is_told && !lines.is_empty() {
            self.send(client, &json!({ "type": "chats", "lines": lines }));
        }
    }

    pub(super) fn tell_all(&mut self) {
        for client in self.clients.keys().copied().collect::<Vec<_>>() {
            if !self.waits_to_see(client) {
                self.tell(client);
            }
        }
    }

    /// Subscribes a client to pictures of a size: the current one, and one with each later state.
    pub(super) fn show(&mut self, client: u64, pictures: Pictures) {
        let Some(known) = self.clients.get_mut(&client) else { return };
        known.pictures = Some(pictures);
        let (seat, has) = (known.seat, known.has);
        if let Some((frame, scene)) = self.seen(seat, has) {
            let picture = pictures.paint(&scene);
            self.send(client, &json!({ "type": "picture", "version": frame["version"], "picture": picture }));
        }
    }

    /// The viewer at a seat: at the end everything is open; before that hidden information is never shown, even if the
    /// match is marked as revealed.
    pub(super) fn viewer(&self, seat: Option<Seat>) -> Viewer {
        Viewer::of_seat(seat).asking_for_all(self.is_over())
    }

    /// The ending, for clients; null while the match goes on.
    pub(super) fn ending_told(&self) -> Value {
        let mut told = json!(self.table.ending());
        if let Some(seat) = self.lost_seat() {
            told["reason"] = json!(TIME);
            told["lost"] = json!(self.table.game().seat_name(seat));
        }
        told
    }

    /// The state for a seat, with the events since a version, and the scene.
    fn seen(&mut self, seat: Option<Seat>, since: u64) -> Option<(Value, Scene)> {
        if seat.is_none() && self.is_delayed() {
            return self.behind(since);
        }
        // Before the deal no seat has private information.
        let viewer = self.viewer(seat.filter(|_| self.is_dealt()));
        let mut frame = serde_json::to_value(self.table.snapshot(viewer, Some(since))).ok()?;
        frame["whole"] = json!(since == 0);
        if self.due().is_none() {
            (frame["to_act"], frame["legal"], frame["due"]) = (json!([]), json!([]), Value::Null);
        }
        frame["seat"] = json!(seat.map(|seat| self.table.game().seat_name(seat)));
        frame["over"] = self.ending_told();
        if seat.is_some() && self.due() == seat {
            frame["verbs"] = json!(self.table.legal(viewer).verbs);
        }
        let (scene, fault) = self.table.scene_anyway(viewer, self.asks_pack());
        self.note_unshown(fault);
        Some((frame, scene))
    }

    /// The moment of transient information for a seat, if the last action is its only news since a version.
    fn passing(&mut self, seat: Option<Seat>, since: u64) -> Option<Passing> {
        let is_new = since > 0 && since < self.acted_at && self.acted_at == self.table.version();
        let is_behind = seat.is_none() && self.is_delayed();
        if !is_new || is_behind || !self.is_dealt() {
            return None;
        }
        let viewer = self.viewer(seat);
        self.table.passing(viewer, self.asks_pack())
    }

    /// The version for a client on a seat, or for an onlooker.
    pub(super) fn version_of(&self, seat: Option<Seat>) -> u64 {
        if seat.is_none() && self.is_delayed() { self.onlookers_version() } else { self.table.version() }
    }

    /// Sends a client the state, with the events since its version.
    pub(super) fn tell(&mut self, client: u64) {
        let Some(known) = self.clients.get(&client) else { return };
        let (place, seat, is_host, pictures, since) =
            (known.place, known.seat, known.is_host, known.pictures, known.has);
        let has = self.version_of(seat);
        if let Some(known) = self.clients.get_mut(&client) {
            known.has = has;
        }
        let Some((mut frame, scene)) = self.seen(seat, since) else {
            return self.send(client, &message::error(RULES_FAIL));
        };
        frame["type"] = json!("state");
        if let Some(fault) = self.fault_told(is_host) {
            frame["fault"] = fault;
        }
        frame["game"] = json!(self.table.game().name());
        frame["host"] = json!(is_host);
        frame["hints"] = json!(self.metadata.order.hints);
        frame["chat"] = json!(self.metadata.order.chat);
        let away = place.filter(|_| seat.is_none() && !self.is_over());
        frame["away"] = json!(away.map(|seat| self.table.game().seat_name(seat)));
        frame["take_over"] = json!(is_host || self.metadata.order.take_over);
        frame["players"] = self.sitting();
        frame["onlookers"] = json!(self.onlookers());
        frame["revealed"] = json!(self.table.is_revealed());
        if let Some(known_by) = self.seed_known() {
            frame["seed_known"] = json!(known_by);
            self.tell_of_seed(&mut frame, since);
        }
        frame["undo"] = self.undo_told(seat);
        frame["again"] = self.again_told(seat);
        frame["resign"] = self.resign_told(seat);
        frame["offer"] = self.offer_told(seat);
        if let Some(deal) = self.deal_told() {
            frame["fair"] = deal;
        }
        if self.is_unsaved() {
            frame["unsaved"] = json!(true);
        }
        if let Some(clocks) = self.clocks_told().filter(|_| seat.is_some() || !self.is_delayed()) {
            frame["clock"] = clocks;
        }
        let passing = pictures.zip(self.passing(seat, since));
        let (passing, later) = passing.map(|(pictures, at)| (pictures.paint(&at.scene), at.later)).unzip();
        let picture = pictures.map(|pictures| pictures.paint(&scene));
        let state = State { told: &frame, picture, passing, later, scene: &scene };
        match serde_json::to_string(&state) {
            Ok(text) => self.send_text(client, text),
            Err(error) => self.send(client, &message::error(&error.to_string())),
        }
    }

    /// The way in which the table's maker knows all cards and chance, in games with hidden information or chance.
    pub(super) fn seed_known(&self) -> Option<KnownBy> {
        self.metadata.known_by.filter(|_| !self.table.game().is_open() && !self.is_over())
    }

    /// Adds to the first state that the table's maker knows the seed.
    fn tell_of_seed(&self, frame: &mut Value, since: u64) {
        if let (0, Some(known_by), Some(events)) = (since, self.seed_known(), frame["events"].as_array_mut()) {
            let how = match known_by {
                KnownBy::Seed => "has chosen its seed",
                KnownBy::Save => "has brought its match along",
            };
            let text = format!("Whoever made this table {how}, and can know all that is hidden or left to chance.");
            events.insert(0, json!({ "kind": "seed_known", "how": known_by, "text": text }));
        }
    }

    fn undo_told(&self, seat: Option<Seat>) -> Value {
        let is_told = seat.is_some() || !self.is_delayed();
        let by = self.wished(|what| matches!(what, What::Back { .. })).filter(|_| is_told);
        json!({ "may": seat.and_then(|seat| self.last_of(seat)).is_some(), "asked_by": by })
    }

    fn again_told(&self, seat: Option<Seat>) -> Value {
        let may = seat.is_some() && self.is_over() && self.metadata.next.is_none();
        json!({ "may": may, "asked_by": self.wished(|what| matches!(what, What::Again)), "table": self.metadata.next })
    }

    /// The seat that made the pending request, if it is of a kind.
    pub(super) fn wished(&self, is_it: impl Fn(&What) -> bool) -> Option<&str> {
        let wish = self.wish.as_ref().filter(|wish| is_it(&wish.what))?;
        Some(self.table.game().seat_name(wish.by))
    }
}
