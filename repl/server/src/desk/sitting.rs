//! Who sits where: tokens, and what the lobby shows while seats are free.

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
    /// What the lobby shows of the table while it waits for people; `None` if it doesn't.
    pub(crate) fn waiting(&self) -> Option<Value> {
        lobby::told(&self.id, self.table.game(), &self.papers).filter(|_| !self.is_over())
    }

    /// Gives somebody who comes from the lobby a token for a seat that is free, the last one; the token of before is void.
    pub(crate) fn claim(&mut self) -> Result<Value, Refused> {
        let place = (0..self.papers.seats.len())
            .rev()
            .find(|&place| self.papers.is_free(place))
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

    pub(super) fn sit(
        &mut self,
        client: u64,
        out: &Sender<Out>,
        [token, host]: [&str; 2],
        since: Option<u64>,
        name: Option<String>,
    ) {
        let hash = Hash::of(token);
        let place = self.papers.seats.iter().position(|seat| seat.as_ref() == Some(&hash));
        let is_host = self.papers.host == hash || self.papers.host == Hash::of(host);
        if place.is_none()
            && self.papers.host != hash
            && self.papers.watch != hash
            && !self.papers.shown.contains(&hash)
        {
            let _ = out.try_send(Out::Text(message::error("nobody can sit down with this token").to_string()));
            return;
        }
        let own = place.map(Seat::from_index);
        let seat = own.filter(|&seat| self.table.is_human(seat));
        let is_behind = seat.is_none() && self.is_delayed();
        let has = since.filter(|&since| match is_behind {
            true => since <= self.onlookers_version(),
            false => self.table.has_version(since),
        });
        let has = has.unwrap_or(0);
        let sits = Client { out: out.clone(), place: own, seat, is_host, has, is_hinted: false, frame: None };
        self.clients.insert(client, sits);
        self.unwatched = 0;
        if let Some(place) = place {
            let name = name.map(|name| message::clean(&name, Limits::LONGEST_NAME)).filter(|name| !name.is_empty());
            if !self.papers.taken[place] || name.is_some() && self.papers.names[place] != name {
                self.papers.taken[place] = true;
                self.papers.names[place] = name;
                self.write();
                self.wind();
            }
        }
        self.look_at_clocks();
        self.tell(client);
        self.ask_robot();
    }

    pub(crate) fn leave(&mut self, client: u64) {
        self.clients.remove(&client);
        self.ask_no_more(client);
    }
}
