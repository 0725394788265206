//! Who plays a seat from now on: a robot in the place of a person, or a person in the place of a robot.

use parlour_engine::Seat;

use super::{Client, Desk};
use crate::message::{self, Id};
use crate::order::{self, HUMAN, OPEN};
use crate::token::{self, Hash};

/// The word for who asks, on a seat.
const ME: &str = "me";

impl Desk {
    /// Puts somebody on a seat: `me`, `open` for a person who is sent the token that is answered, or a robot.
    pub(super) fn seat(&mut self, client: u64, id: &Id, seat: &str, player: &str) {
        match self.put(client, seat, player) {
            Ok(token) => {
                let mut done = message::done(id);
                if let Some(token) = token {
                    (done["seat"], done["token"]) = (seat.into(), token.into());
                }
                self.send(client, &done);
                self.changed();
                self.ask_robot();
            }
            Err(why) => self.send(client, &message::refused(id, &self.shared.without_folders(&why))),
        }
    }

    fn put(&mut self, client: u64, seat: &str, player: &str) -> Result<Option<String>, String> {
        let known = self.clients.get(&client).ok_or("sit down first")?;
        let game = self.table.game();
        let seat = game.seats().find(|&each| game.seat_name(each) == seat).ok_or("there is no such seat")?;
        if self.is_over() {
            return Err("the match is over".to_owned());
        }
        match player {
            ME => self.may_take(known, seat)?,
            _ => self.may_leave(known, seat)?,
        }
        let is_back = player == ME && known.place == Some(seat);
        let player = order::player(if player == ME { OPEN } else { player }, game, &self.shared.robots);
        let player = player.map_err(|why| why.why)?;
        let token = match player.as_str() {
            HUMAN if !is_back => Some(token::fresh().map_err(|error| error.to_string())?),
            _ => None,
        };
        let seated = self.table.seat(&self.shared.robots.elsewhere(), seat, &player);
        seated.map_err(|error| self.why_not(client, &error))?;
        self.note_seated(seat, player, token.as_deref());
        Ok(token)
    }

    /// Whether somebody may sit down where a robot plays.
    fn may_take(&self, client: &Client, seat: Seat) -> Result<(), &'static str> {
        if self.table.is_human(seat) {
            return Err("somebody sits there");
        }
        match client {
            Client { place, .. } if *place == Some(seat) => Ok(()),
            Client { seat: Some(_), .. } => Err("you sit at this table already"),
            Client { is_host: true, .. } => Ok(()),
            _ if self.papers.order.take_over => Ok(()),
            _ => Err("the host lets nobody take over a seat"),
        }
    }

    /// Whether a seat may be given to somebody else: one's own, and by the host any at which nobody is.
    fn may_leave(&self, client: &Client, seat: Seat) -> Result<(), &'static str> {
        let is_here = self.clients.values().any(|other| other.seat == Some(seat));
        match client {
            Client { seat: own, .. } if *own == Some(seat) => Ok(()),
            Client { is_host: true, .. } if !is_here => Ok(()),
            Client { is_host: true, .. } => Err("somebody sits there, who alone can leave the seat"),
            _ => Err("this isn't your seat"),
        }
    }

    /// Writes down who sits on a seat now. With a fresh token for it that of before is void.
    fn note_seated(&mut self, seat: Seat, player: String, token: Option<&str>) {
        let place = seat.index();
        if let Some(token) = token {
            self.papers.seats[place] = Some(Hash::of(token));
            self.papers.taken[place] = false;
            self.papers.names[place] = None;
            self.clients.values_mut().filter(|other| other.place == Some(seat)).for_each(|other| other.place = None);
        }
        self.papers.order.seats[place] = player;
        let table = &self.table;
        for client in self.clients.values_mut() {
            let seat = client.place.filter(|&place| table.is_human(place));
            // On a seat other versions count than for who looks on and is behind.
            if seat != client.seat {
                client.has = 0;
            }
            client.seat = seat;
        }
        self.write();
    }
}
