//! One table with its clients. It stays on the thread of its worker.

use std::collections::BTreeMap;

use parlour_engine::Seat;
use parlour_painter::{Frame, paint};
use parlour_table::{Errand, Reply, Robots, Table, Viewer};
use serde_json::{Value, json};
use tokio::sync::mpsc::Sender;

use crate::error::Refused;
use crate::limits::Limits;
use crate::message::{self, Ask, Id, Out};
use crate::order::HUMAN;
use crate::store::{Papers, Recent, Store};
use crate::token::{self, Hash};

/// Somebody at the table.
struct Client {
    out: Sender<Out>,
    seat: Option<Seat>,
    is_host: bool,
    /// The version that it has.
    has: u64,
    /// A hint is being thought of.
    is_hinted: bool,
    /// How large its pictures are, if it wants some.
    frame: Option<Frame>,
}

/// Somebody wants to go back, and waits for the others.
struct Wish {
    by: Seat,
    id: Id,
    client: u64,
    to: usize,
    version: u64,
    /// Those who haven't answered.
    waits_for: Vec<Seat>,
}

/// What a robot is asked, and for whom.
pub(crate) struct Asked {
    pub(crate) errand: Errand,
    /// The client and its id, if it is for a hint.
    pub(crate) hint: Option<(u64, Id)>,
}

/// One table with its clients.
pub(crate) struct Desk {
    id: String,
    table: Table,
    papers: Papers,
    store: Store,
    robots: Robots,
    clients: BTreeMap<u64, Client>,
    wish: Option<Wish>,
    /// The version for which a robot is thinking.
    thinks_at: Option<u64>,
    /// What robots are to be asked.
    pub(crate) errands: Vec<Asked>,
}

impl Desk {
    pub(crate) fn new(id: &str, table: Table, papers: Papers, store: Store, robots: Robots) -> Self {
        let (id, clients, errands) = (id.to_owned(), BTreeMap::new(), Vec::new());
        let mut desk = Self { id, table, papers, store, robots, clients, wish: None, thinks_at: None, errands };
        desk.ask_robot();
        desk
    }

    pub(crate) fn leave(&mut self, client: u64) {
        self.clients.remove(&client);
    }

    /// Asks the robot that is to act, unless it thinks already.
    fn ask_robot(&mut self) {
        let version = self.table.version();
        if self.thinks_at == Some(version) || self.table.humans().is_empty() && self.clients.is_empty() {
            return;
        }
        if let Some(errand) = self.table.errand() {
            self.thinks_at = Some(version);
            self.errands.push(Asked { errand, hint: None });
        }
    }

    /// A robot has answered.
    pub(crate) fn replied(&mut self, reply: Reply, hint: Option<(u64, Id)>) {
        match hint {
            Some((client, id)) => self.hinted(client, &id, reply),
            None => {
                self.thinks_at = None;
                // What can't be taken is asked for once more at the next change.
                if self.table.take_reply(reply).unwrap_or(false) {
                    self.changed();
                }
                self.ask_robot();
            }
        }
    }

    fn hinted(&mut self, client: u64, id: &Id, reply: Reply) {
        let Some(known) = self.clients.get_mut(&client) else { return };
        known.is_hinted = false;
        let Some(seat) = known.seat else { return };
        let answer = match self.table.hint(Viewer::of(seat), reply) {
            Ok(Some(hint)) => {
                json!({ "type": "hint", "id": id.0, "robot": hint.robot, "action": hint.action, "reason": hint.reason })
            }
            Ok(None) => message::refused(id, "the match has gone on"),
            Err(error) => message::refused(id, &error.to_string()),
        };
        self.send(client, &answer);
    }

    fn send(&mut self, client: u64, frame: &Value) {
        let Some(known) = self.clients.get(&client) else { return };
        // Who doesn't read what is sent is sent away: the connection ends with its queue.
        if known.out.try_send(Out::Text(frame.to_string())).is_err() {
            self.clients.remove(&client);
        }
    }

    /// Does what a client asks for.
    pub(crate) fn heard(&mut self, client: u64, out: &Sender<Out>, ask: Ask) {
        if let Ask::Sit { token, since, name } = ask {
            return self.sit(client, out, &token, since, name);
        }
        let Some(known) = self.clients.get(&client) else {
            // A full queue is one of a client that is about to be sent away.
            let _ = out.try_send(Out::Text(message::error("sit down first").to_string()));
            return;
        };
        let seat = known.seat;
        match (ask, seat) {
            (Ask::Act { id, action }, Some(seat)) => self.act(client, seat, &id, &action),
            (Ask::Why { id, action }, Some(seat)) => self.why(client, seat, &id, &action),
            (Ask::Hint { id }, Some(seat)) => self.hint(client, seat, id),
            (Ask::Undo { id }, Some(seat)) => self.undo(client, seat, id),
            (Ask::Answer { id, yes }, Some(seat)) => self.answer(client, seat, id.as_ref(), yes),
            (Ask::Chat { text }, Some(seat)) => self.chat(client, seat, &text),
            (Ask::Paint { width, height }, _) => self.show(client, Frame::new(width, height)),
            (Ask::Act { id, .. } | Ask::Why { id, .. } | Ask::Hint { id } | Ask::Undo { id }, None) => {
                self.send(client, &message::refused(&id, "you look on"));
            }
            _ => self.send(client, &message::error("this can't be asked for here")),
        }
    }

    /// What the lobby shows of the table while it waits for people; `None` if it doesn't.
    pub(crate) fn waiting(&self) -> Option<Value> {
        let is_free = |place: usize| self.papers.seats[place].is_some() && !self.papers.taken[place];
        let seats: Vec<Value> = self
            .table
            .game()
            .seats()
            .map(|seat| json!({ "seat": self.table.game().seat_name(seat), "open": is_free(seat.index()) }))
            .collect();
        let waits = self.papers.order.public && (0..seats.len()).any(is_free) && !self.table.is_over();
        let pack = self.table.game().pack();
        waits.then(|| json!({ "table": self.id, "game": pack.name, "title": pack.title, "seats": seats }))
    }

    /// Gives somebody who comes from the lobby a token for a seat that is free, the last one; the token of before is void.
    pub(crate) fn claim(&mut self) -> Result<Value, Refused> {
        let place = (0..self.papers.seats.len())
            .rev()
            .find(|&place| self.papers.seats[place].is_some() && !self.papers.taken[place])
            .filter(|_| self.waiting().is_some())
            .ok_or_else(|| Refused::new(409, "no seat is free at this table"))?;
        let token = token::fresh().map_err(|error| Refused::new(500, error.to_string()))?;
        self.papers.seats[place] = Some(Hash::of(&token));
        self.papers.taken[place] = true;
        if !self.write() {
            return Err(Refused::new(500, "the table can't be kept just now"));
        }
        let seat = self.table.game().seat_name(Seat::from_index(place));
        Ok(json!({ "seat": seat, "token": token }))
    }

    fn sit(&mut self, client: u64, out: &Sender<Out>, token: &str, since: Option<u64>, name: Option<String>) {
        let hash = Hash::of(token);
        let place = self.papers.seats.iter().position(|seat| seat.as_ref() == Some(&hash));
        let is_host = self.papers.host == hash;
        if place.is_none() && !is_host && self.papers.watch != hash {
            let _ = out.try_send(Out::Text(message::error("nobody can sit down with this token").to_string()));
            return;
        }
        let seat = place.map(Seat::from_index);
        let has = since.unwrap_or(0);
        let sits = Client { out: out.clone(), seat, is_host, has, is_hinted: false, frame: None };
        self.clients.insert(client, sits);
        if let Some(place) = place {
            let name = name.map(|name| message::clean(&name, Limits::LONGEST_NAME)).filter(|name| !name.is_empty());
            if !self.papers.taken[place] || name.is_some() && self.papers.names[place] != name {
                self.papers.taken[place] = true;
                self.papers.names[place] = name;
                self.write();
            }
        }
        self.tell(client);
        self.ask_robot();
    }

    /// Writes the papers; whether they could be.
    fn write(&mut self) -> bool {
        self.papers.save = self.table.name().unwrap_or_default().to_owned();
        self.store.write(&self.id, &self.papers).is_ok()
    }

    fn act(&mut self, client: u64, seat: Seat, id: &Id, action: &str) {
        let name = id.0.to_string();
        if let Some(known) = self.papers.known(seat.index(), &name) {
            let answer = known.why.as_ref().map_or_else(|| message::done(id), |why| message::refused(id, why));
            return self.send(client, &answer);
        }
        let at = self.table.step_count();
        self.papers.note(Recent { seat: seat.index(), id: name, at, why: None });
        if !self.write() {
            self.papers.recent.pop();
            return self.send(client, &message::refused(id, "the server can't keep the match just now"));
        }
        if let Err(error) = self.table.act(seat, action) {
            let why = error.to_string();
            if let Some(recent) = self.papers.recent.last_mut() {
                recent.why = Some(why.clone());
            }
            return self.send(client, &message::refused(id, &why));
        }
        self.settle();
        self.send(client, &message::done(id));
        self.changed();
        self.ask_robot();
    }

    /// After an action: the papers say where the match is kept now.
    fn settle(&mut self) {
        let moved = self.table.name().is_some_and(|name| name != self.papers.save);
        if self.papers.at.take().is_some() || moved {
            self.write();
        }
    }

    fn why(&mut self, client: u64, seat: Seat, id: &Id, action: &str) {
        let (allowed, text) = match self
            .own_turn(seat)
            .and_then(|()| self.table.why(Viewer::of(seat), action).map_err(|error| error.to_string()))
        {
            Ok(why) => (why.allowed, why.text),
            Err(text) => (false, text),
        };
        self.send(client, &json!({ "type": "why", "id": id.0, "allowed": allowed, "text": text }));
    }

    fn own_turn(&self, seat: Seat) -> Result<(), String> {
        match self.table.due() {
            None => Err("the match is over".to_owned()),
            Some(due) if due == seat => Ok(()),
            Some(due) => Err(format!("it is the turn of {}", self.table.game().seat_name(due))),
        }
    }

    fn hint(&mut self, client: u64, seat: Seat, id: Id) {
        let robot = || {
            if self.clients.get(&client).is_some_and(|client| client.is_hinted) {
                return Err("a hint is being thought of already".to_owned());
            }
            if !self.papers.order.hints {
                return Err("there are no hints at this table".to_owned());
            }
            self.own_turn(seat)?;
            let errand = self.table.hint_errand(Viewer::of(seat), &self.robots, "hard");
            errand.map_err(|error| error.to_string())
        };
        match robot() {
            Ok(errand) => {
                self.errands.push(Asked { errand, hint: Some((client, id)) });
                if let Some(known) = self.clients.get_mut(&client) {
                    known.is_hinted = true;
                }
            }
            Err(why) => self.send(client, &message::refused(&id, &why)),
        }
    }

    /// Where a seat's last action began.
    fn last_of(&self, seat: Seat) -> Option<usize> {
        (0..self.table.step_count())
            .rev()
            .find(|&n| self.table.actor(n) == Some(seat))
            .filter(|_| !self.table.is_over())
    }

    fn undo(&mut self, client: u64, seat: Seat, id: Id) {
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

    fn answer(&mut self, client: u64, seat: Seat, id: Option<&Id>, yes: bool) {
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

    fn chat(&mut self, client: u64, seat: Seat, text: &str) {
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

    fn changed(&mut self) {
        self.wish = None;
        self.tell_all();
    }

    fn tell_all(&mut self) {
        for client in self.clients.keys().copied().collect::<Vec<_>>() {
            self.tell(client);
        }
    }

    /// Lets a client have pictures of a size, that of now and one with each state from now on.
    fn show(&mut self, client: u64, size: Frame) {
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

    /// Sends a client the table as it may know it, with what happened since the version that it has.
    fn tell(&mut self, client: u64) {
        let Some(known) = self.clients.get_mut(&client) else { return };
        let (seat, is_host, size) = (known.seat, known.is_host, known.frame);
        let since = std::mem::replace(&mut known.has, self.table.version());
        let viewer = self.viewer(seat);
        let snapshot = self.table.snapshot(viewer, Some(since));
        let mut frame = serde_json::to_value(snapshot).unwrap_or_default();
        frame["type"] = json!("state");
        frame["game"] = json!(self.table.game().name());
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
