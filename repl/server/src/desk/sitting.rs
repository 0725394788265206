//! Joining by tokens, and claiming open seats from the lobby.

use std::net::IpAddr;

use parlour_engine::Seat;
use serde_json::{Value, json};
use tokio::sync::mpsc::Sender;

use super::{Client, Desk};
use crate::error::Refused;
use crate::limits::Limits;
use crate::lobby;
use crate::message::{self, Out};
use crate::token::{self, Hash};

impl Desk {
    /// The lobby's entry of the table; `None` if it isn't open.
    pub(crate) fn waiting(&self) -> Option<Value> {
        lobby::told(&self.id, self.table.game(), &self.metadata).filter(|_| !self.is_over())
    }

    /// Issues a token for the last free seat to a newcomer from the lobby, and invalidates the old one. A client that
    /// has claimed a seat and hasn't joined gets it again. Only a few seats can be claimed from one address, and the
    /// last one is left to others: people of one household use links.
    pub(crate) fn claim(&mut self, from: &IpAddr) -> Result<Value, Refused> {
        let from = self.from(from);
        let own: Vec<usize> = self.metadata.claims_from(&from).collect();
        let free: Vec<usize> = (0..self.metadata.seats.len()).filter(|&place| self.metadata.is_free(place)).collect();
        let place = match own.iter().find(|&&place| !self.metadata.has_sat(place)) {
            Some(&place) => place,
            None if !own.is_empty() && (own.len() >= Limits::CLAIMS || free.len() < 2) => {
                let why = "somebody from your address has a seat at this table already: ask for a link to another";
                return Err(Refused::new(409, why));
            }
            None => {
                let last = free.last().filter(|_| self.waiting().is_some());
                *last.ok_or_else(|| Refused::new(409, "no seat is free at this table"))?
            }
        };
        let token = token::fresh().map_err(|error| Refused::new(500, error.to_string()))?;
        self.metadata.renew(place, &token, false);
        self.metadata.taken[place] = true;
        self.metadata.claims.push((place, from));
        if !self.write() {
            return Err(Refused::new(500, "the table can't be kept just now"));
        }
        let seat = self.table.game().seat_name(Seat::from_index(place));
        Ok(json!({ "seat": seat, "token": token }))
    }

    /// The location of a client: its network address, hashed with the table's id as the salt.
    pub(super) fn from(&self, address: &IpAddr) -> Hash {
        let net = match address.to_canonical() {
            IpAddr::V4(address) => address.to_string(),
            // The holder of one IPv6 address has its whole /64 network.
            IpAddr::V6(address) => format!("{:?}", &address.segments()[..4]),
        };
        Hash::of(&format!("{} {net}", self.id))
    }

    pub(super) fn sit(
        &mut self,
        client: u64,
        out: &Sender<Out>,
        from: Hash,
        [token, host]: [&str; 2],
        since: Option<u64>,
        name: Option<String>,
    ) {
        let hash = Hash::of(token);
        let place = self.metadata.seats.iter().position(|seat| seat.as_ref() == Some(&hash));
        let is_host = self.metadata.host == hash || self.metadata.host == Hash::of(host);
        if place.is_none()
            && self.metadata.host != hash
            && self.metadata.watch != hash
            && !self.metadata.shown.contains(&hash)
        {
            let (code, text) = self.void_told(&hash);
            let error = json!({ "type": "error", "code": code, "text": text });
            let _ = out.try_send(Out::Text(error.to_string()));
            return;
        }
        let own = place.map(Seat::from_index);
        let seen = self.clients.get(&client).and_then(|client| client.seen);
        let has_hands = self.has_hands() && !self.is_over();
        let is_twice = |other: Seat| has_hands && own.is_some_and(|own| own != other);
        let host_seat = self.metadata.host_seat.map(Seat::from_index).filter(|_| is_host);
        if let Some(other) = seen.filter(|&seen| is_twice(seen)).or(host_seat.filter(|&seat| is_twice(seat))) {
            let name = self.table.game().seat_name(other);
            let text = format!("nobody sits down here who has seen the cards of {name}");
            let error = json!({ "type": "error", "code": "seen", "text": text });
            let _ = out.try_send(Out::Text(error.to_string()));
            return;
        }
        let is_back = own.is_some_and(|own| self.give_back(client, own));
        let seat = own.filter(|&seat| self.table.is_human(seat));
        let is_behind = seat.is_none() && self.is_delayed();
        let has = since.filter(|&since| match is_behind {
            true => since <= self.onlookers_version(),
            false => self.table.has_version(since),
        });
        let has = has.unwrap_or(0);
        let seen = seen.or(seat).filter(|_| has_hands);
        let sits =
            Client { out: out.clone(), place: own, seat, is_host, has, is_hinted: false, pictures: None, seen, from };
        self.clients.insert(client, sits);
        self.unwatched = 0;
        if let Some(place) = place {
            self.note_sitting(client, place, name);
        }
        self.look_at_clocks();
        if is_back {
            self.changed()
        } else {
            self.tell(client)
        }
        self.tell_chat(client, seat);
        self.tell_presence(Some(client));
        self.ask_robot();
    }

    /// The table's status for the holder of a token: the seat to move, and true if the match is over.
    pub(crate) fn standing(&self, token: &str) -> Result<Value, Refused> {
        let hash = Hash::of(token);
        let place = self.metadata.seats.iter().position(|seat| seat.as_ref() == Some(&hash));
        if place.is_none() && self.metadata.host != hash && self.metadata.watch != hash {
            return Err(Refused::no_table());
        }
        let own = place.map(Seat::from_index);
        let is_due = own.is_some() && self.due() == own && self.is_dealt();
        let seat = own.map(|seat| self.table.game().seat_name(seat));
        Ok(json!({ "seat": seat, "is_due": is_due, "is_over": self.is_over() }))
    }

    /// Records that a client has joined, with its name.
    fn note_sitting(&mut self, client: u64, place: usize, name: Option<String>) {
        let before = self.metadata.clone();
        let name = name.map(|name| message::clean(&name, Limits::LONGEST_NAME)).filter(|name| !name.is_empty());
        let is_renamed = name.is_some() && self.metadata.names[place] != name;
        if is_renamed {
            self.metadata.names[place] = name;
        }
        self.metadata.taken[place] = true;
        self.metadata.sat.resize(self.metadata.seats.len(), true);
        self.metadata.sat[place] = true;
        if self.has_hands()
            && let Some(known) = self.clients.get(&client)
        {
            self.metadata.note_seen(place, &known.from);
            if known.is_host {
                self.metadata.host_seat.get_or_insert(place);
            }
        }
        if self.metadata != before {
            self.write();
            self.wind();
        }
        if is_renamed {
            self.tell_name(Seat::from_index(place), Some(client));
        }
    }

    pub(crate) fn leave(&mut self, client: u64) {
        self.clients.remove(&client);
        self.ask_no_more(client);
        self.tell_presence(None);
    }
}
