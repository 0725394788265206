//! Presence of people at the table: joining, leaving, and changes of names are announced.

use parlour_engine::Seat;
use serde_json::{Value, json};

use super::{Client, Desk};
use crate::limits::Limits;
use crate::message;
use crate::order::HUMAN;

impl Desk {
    /// The players of all seats, for clients.
    pub(super) fn sitting(&self) -> Value {
        let sits = |seat: Seat| {
            let place = seat.index();
            let player = if self.table.is_human(seat) { HUMAN } else { self.table.players()[place].as_str() };
            json!({
                "seat": self.table.game().seat_name(seat),
                "player": player,
                "name": self.metadata.names[place],
                "is_here": self.is_here(seat),
                "is_taken": self.metadata.taken[place],
                "stands_in": self.metadata.is_stood_in(place),
            })
        };
        self.table.game().seats().map(sits).collect()
    }

    /// The number of onlookers.
    pub(super) fn onlookers(&self) -> usize {
        self.clients.values().filter(|client| client.seat.is_none()).count()
    }

    /// True if the player of a seat is connected.
    pub(super) fn is_here(&self, seat: Seat) -> bool {
        self.clients.values().any(|client| client.seat == Some(seat))
    }

    /// Announces changes of presence to all but one client.
    pub(super) fn tell_presence(&mut self, but: Option<u64>) {
        let now: Vec<bool> = self.table.game().seats().map(|seat| self.is_here(seat)).collect();
        let before = std::mem::replace(&mut self.here, now);
        let changed = (0..before.len()).filter(|&place| before[place] != self.here[place]);
        let events: Vec<Value> = changed.map(|place| self.presence_of(Seat::from_index(place))).collect();
        let onlookers = self.onlookers();
        let looking = std::mem::replace(&mut self.looking, onlookers);
        if !events.is_empty() || looking != self.looking {
            self.announce(&events, |number, _| Some(number) != but);
        }
    }

    /// Marks the current presence as announced: clients are about to get it with the state.
    pub(super) fn presence_is_told(&mut self) {
        self.here = self.table.game().seats().map(|seat| self.is_here(seat)).collect();
        self.looking = self.onlookers();
    }

    fn presence_of(&self, seat: Seat) -> Value {
        let is_here = self.is_here(seat);
        let who = self.called(seat);
        let text = if is_here { format!("{who} is here.") } else { format!("{who} has left the table.") };
        json!({ "kind": "presence", "seat": self.table.game().seat_name(seat), "is_here": is_here, "text": text })
    }

    /// A seat with its player's name.
    pub(super) fn called(&self, seat: Seat) -> String {
        let seat_name = self.table.game().seat_name(seat);
        match &self.metadata.names[seat.index()] {
            Some(name) => format!("{name} ({seat_name})"),
            None => seat_name.to_owned(),
        }
    }

    /// Sends events that aren't changes of the match to some clients, with the seating.
    pub(super) fn announce(&mut self, events: &[Value], is_told: impl Fn(u64, &Client) -> bool) {
        let frame =
            json!({ "type": "players", "players": self.sitting(), "onlookers": self.onlookers(), "events": events });
        let told = self.clients.iter().filter(|&(&number, client)| is_told(number, client)).map(|(&number, _)| number);
        for client in told.collect::<Vec<_>>() {
            self.send(client, &frame);
        }
    }

    /// Changes a client's name.
    pub(super) fn rename(&mut self, client: u64, seat: Seat, text: &str) {
        let name = Some(message::clean(text, Limits::LONGEST_NAME)).filter(|name| !name.is_empty());
        if self.metadata.names[seat.index()] == name {
            return;
        }
        self.metadata.names[seat.index()] = name;
        if !self.write() {
            return self.send(client, &message::error("the name can't be kept just now"));
        }
        self.tell_name(seat, None);
    }

    /// Announces a name to all but one client.
    pub(super) fn tell_name(&mut self, seat: Seat, but: Option<u64>) {
        let game = self.table.game();
        let (seat_name, name) = (game.seat_name(seat).to_owned(), self.metadata.names[seat.index()].clone());
        let text = match &name {
            Some(name) => format!("{seat_name} is called {name}."),
            None => format!("{seat_name} has no other name any more."),
        };
        let event = json!({ "kind": "name", "seat": seat_name, "name": name, "text": text });
        self.announce(&[event], |number, _| Some(number) != but);
    }
}
