//! Changes of seats between people and robots.
//!
//! In games with hidden information, a client that has seen the cards of one seat can't get another in the same match.
//! A seat that a person has taken stays that person's: the host may let a robot fill in while nobody is connected, and
//! the person takes it back by the link.

use parlour_engine::Seat;
use serde_json::json;

use super::{Client, Desk};
use crate::message::{self, Id};
use crate::order::{self, HUMAN};
use crate::token::{self, Hash};

/// The player name for the requesting client.
const ME: &str = "me";

/// The refusal for a client that may have seen another seat's cards.
const HAS_SEEN: &str = "whoever has seen the cards of one seat can't have another in this match";

/// The outcome of a change of a seat.
enum Put {
    /// The seat has a new player.
    Seated,
    /// The seat waits for the holder of this token.
    Given(String),
    /// Onlookers may take over the seat.
    Offered,
}

impl Desk {
    /// Changes the player of a seat: `me`, `open` for a person with a new token, which is returned, or a robot.
    pub(super) fn seat(&mut self, client: u64, id: &Id, seat: &str, player: &str) {
        match self.put(client, seat, player) {
            Ok(put) => {
                let mut done = message::done(id);
                match put {
                    Put::Seated => {}
                    Put::Given(token) => (done["seat"], done["token"]) = (seat.into(), token.into()),
                    Put::Offered => (done["seat"], done["offered"]) = (seat.into(), true.into()),
                }
                self.send(client, &done);
                self.changed();
                self.ask_robot();
            }
            Err(why) => self.send(client, &message::refused(id, &self.shared.without_folders(&why))),
        }
    }

    fn put(&mut self, client: u64, seat: &str, player: &str) -> Result<Put, String> {
        let game = self.table.game();
        let seat = game.seats().find(|&each| game.seat_name(each) == seat).ok_or("there is no such seat")?;
        if self.is_over() {
            return Err("the match is over".to_owned());
        }
        if player == ME {
            return self.take(client, seat);
        }
        let player = order::player(player, game, &self.shared.robots).map_err(|why| why.why)?;
        if player == HUMAN { self.open(client, seat) } else { self.let_play(client, seat, player) }
    }

    fn known(&self, client: u64) -> Result<&Client, String> {
        self.clients.get(&client).ok_or_else(|| "sit down first".to_owned())
    }

    /// Gives a robot's seat to the client: its own seat, or one without a person.
    fn take(&mut self, client: u64, seat: Seat) -> Result<Put, String> {
        let known = self.known(client)?;
        if self.table.is_human(seat) {
            return Err("somebody sits there".to_owned());
        }
        if known.place == Some(seat) {
            self.fill_in(client, seat, HUMAN)?;
            self.note_seated(seat, false);
            return Ok(Put::Seated);
        }
        self.may_take(known, seat)?;
        let (is_host, from) = (known.is_host, known.from.clone());
        let token = token::fresh().map_err(|error| error.to_string())?;
        self.change(client, seat, HUMAN)?;
        self.metadata.renew(seat.index(), &token, is_host);
        self.metadata.taken[seat.index()] = true;
        if is_host && self.has_hands() {
            self.metadata.host_seat = Some(seat.index());
        }
        if self.has_hands() {
            self.metadata.note_seen(seat.index(), &from);
        }
        self.note_seated(seat, true);
        Ok(Put::Given(token))
    }

    /// Checks that a client may take a robot's seat.
    fn may_take(&self, client: &Client, seat: Seat) -> Result<(), &'static str> {
        if client.seat.is_some() {
            return Err("you sit at this table already");
        }
        if self.metadata.taken[seat.index()] {
            return Err("a robot plays there for somebody, who takes the seat back by coming back");
        }
        if !client.is_host && !self.metadata.order.take_over {
            return Err("the host lets nobody take over a seat");
        }
        let has_seen = client.seen.is_some_and(|seen| seen != seat)
            || client.place.is_some()
            || self.metadata.was_another_seen(seat.index(), &client.from)
            || client.is_host && self.metadata.has_host_another(seat.index());
        if has_seen && self.has_hands() { Err(HAS_SEEN) } else { Ok(()) }
    }

    /// Opens a seat for a person: the client's own for somebody else, or, by the host, one without a person.
    fn open(&mut self, client: u64, seat: Seat) -> Result<Put, String> {
        let known = self.known(client)?;
        let (place, is_own, is_host) = (seat.index(), known.place == Some(seat), known.is_host);
        if !is_own && !is_host {
            return Err("this isn't your seat".to_owned());
        }
        if !is_own && self.is_here(seat) {
            return Err("somebody sits there, who alone can leave the seat".to_owned());
        }
        if !is_own && self.metadata.taken[place] {
            return Err("somebody has this seat, and the link to it stays good".to_owned());
        }
        // The link would pass through somebody who may have seen other cards, so it isn't given to the client.
        let has_own_link = self.metadata.given.get(place).is_some_and(|&given| given);
        if !is_own && self.has_hands() && !has_own_link && self.metadata.has_host_another(place) {
            if self.table.is_human(seat) {
                return Err(HAS_SEEN.to_owned());
            }
            self.metadata.order.take_over = true;
            self.write();
            return Ok(Put::Offered);
        }
        let token = token::fresh().map_err(|error| error.to_string())?;
        if !self.table.is_human(seat) {
            match is_own || self.metadata.is_stood_in(place) {
                true => self.fill_in(client, seat, HUMAN)?,
                false => self.change(client, seat, HUMAN)?,
            }
        }
        self.metadata.renew(place, &token, is_host);
        self.metadata.taken[place] = false;
        self.metadata.names[place] = None;
        self.note_seated(seat, true);
        Ok(Put::Given(token))
    }

    /// Lets a robot play a seat: the client's own, or, by the host, any disconnected one.
    fn let_play(&mut self, client: u64, seat: Seat, robot: String) -> Result<Put, String> {
        let known = self.known(client)?;
        let is_own = known.place == Some(seat);
        match known {
            _ if is_own => {}
            Client { is_host: true, .. } if !self.is_here(seat) => {}
            Client { is_host: true, .. } => {
                return Err("somebody sits there, who alone can leave the seat".to_owned());
            }
            _ => return Err("this isn't your seat".to_owned()),
        }
        let place = seat.index();
        // A client that leaves its own seat returns by request.
        let is_absent = !is_own && self.metadata.seats[place].is_some();
        let stands_in = is_absent && (self.table.is_human(seat) || self.metadata.is_stood_in(place));
        match self.metadata.seats[place] {
            Some(_) => self.fill_in(client, seat, &robot)?,
            None => self.change(client, seat, &robot)?,
        }
        self.metadata.stand_in(place, stands_in);
        self.note_seated(seat, false);
        Ok(Put::Seated)
    }

    /// Lets a robot fill in for the seat's person, or returns the seat to that person.
    fn fill_in(&mut self, client: u64, seat: Seat, player: &str) -> Result<(), String> {
        let filled = self.table.fill_in(&self.shared.robots.for_workers(), seat, player);
        filled.map_err(|error| self.why_not(client, &error))?;
        self.metadata.order.seats[seat.index()] = player.to_owned();
        Ok(())
    }

    /// Exchanges a robot and a person: the match is marked, since others may know the seat's cards.
    fn change(&mut self, client: u64, seat: Seat, player: &str) -> Result<(), String> {
        let seated = self.table.seat(&self.shared.robots.for_workers(), seat, player);
        seated.map_err(|error| self.why_not(client, &error))?;
        self.metadata.order.seats[seat.index()] = player.to_owned();
        Ok(())
    }

    /// Returns a seat from a filling-in robot to its person, who connects; returns true if a robot was there.
    pub(super) fn give_back(&mut self, client: u64, seat: Seat) -> bool {
        let is_absent = self.metadata.is_stood_in(seat.index()) && !self.table.is_human(seat) && !self.is_over();
        // Seating a person loads no robot, so it can't fail.
        let is_back = is_absent && self.fill_in(client, seat, HUMAN).is_ok();
        if is_back {
            self.note_seated(seat, false);
        }
        is_back
    }

    /// True if seats have hidden information.
    pub(super) fn has_hands(&self) -> bool {
        self.table.game().has_secrets_between_seats()
    }

    /// Records the player of a seat. After a new link, clients of the old one become onlookers.
    fn note_seated(&mut self, seat: Seat, is_new: bool) {
        if is_new {
            self.clients.values_mut().filter(|other| other.place == Some(seat)).for_each(|other| other.place = None);
        }
        if self.table.is_human(seat) {
            self.metadata.stand_in(seat.index(), false);
        }
        let before: Vec<_> = self.clients.values().map(|client| client.seat).collect();
        let table = &self.table;
        for (client, before) in self.clients.values_mut().zip(before) {
            client.seat = client.place.filter(|&place| table.is_human(place));
            // Versions of a seat and of delayed onlookers count differently.
            if client.seat != before {
                client.has = 0;
            }
        }
        self.write();
        self.tell_seat(seat);
    }

    /// Announces the player of a seat to delayed onlookers; others get it with the state.
    fn tell_seat(&mut self, seat: Seat) {
        self.presence_is_told();
        let Some(player) = self.table.players().get(seat.index()).cloned() else { return };
        let seat_name = self.table.game().seat_name(seat).to_owned();
        let text = match self.table.is_human(seat) {
            true => format!("{seat_name} is played by a person from now on."),
            false => format!("{seat_name} is played by a robot from now on: {player}."),
        };
        let event = json!({ "kind": "seat", "seat": seat_name, "player": player, "text": text });
        let is_behind = self.is_delayed();
        self.announce(&[event], |_, client| is_behind && client.seat.is_none());
    }

    /// The refusal of an invalid token.
    pub(super) fn void_told(&self, hash: &Hash) -> (&'static str, String) {
        let Some((place, _)) = self.metadata.void.iter().find(|(_, void)| void == hash) else {
            return ("unknown", "nobody can sit down with this token: the link may be cut off".to_owned());
        };
        let seat = self.table.game().seat_name(Seat::from_index(*place));
        ("void", format!("nobody can sit down with this token any more: there is a new link for {seat}"))
    }
}
