//! Rematches: a new table with the same people and robots, with seats rotated. Tokens remain valid there.

use parlour_engine::Seat;
use serde_json::{Map, Value, json};

use super::Desk;
use super::consent::What;
use crate::message::{self, Id};
use crate::order::Order;
use crate::store::TableMetadata;

impl Desk {
    pub(super) fn again(&mut self, client: u64, seat: Seat, id: Id) {
        if !self.is_over() {
            return self.send(client, &message::refused(&id, "the match isn't over"));
        }
        if self.metadata.next.is_some() {
            return self.send(client, &message::refused(&id, "the next match has begun already"));
        }
        self.wish(client, seat, id, What::Again, false);
    }

    /// The order of the rematch, if all have agreed.
    pub(crate) fn rematch(&self) -> Option<Order> {
        self.agreed.as_ref()?;
        let order = self.metadata.order.clone();
        Some(Order { seats: turned(order.seats), seed: None, ..order })
    }

    /// The metadata of the rematch table.
    pub(crate) fn metadata_of_next(&self, order: Order) -> TableMetadata {
        let before = self.metadata.clone();
        let TableMetadata { host, watch, seats, taken, names, .. } = before;
        let is_persons = |seat: Seat| self.table.is_human(seat) || self.metadata.is_stood_in(seat.index());
        let is_sat_on = |seat: Seat| seats[seat.index()].clone().filter(|_| is_persons(seat));
        let seats = self.table.game().seats().map(is_sat_on).collect();
        let (taken, names, stands_in) = (turned(taken), turned(names), turned(before.stands_in));
        let (sat, given) = (turned(before.sat), turned(before.given));
        TableMetadata { taken, sat, given, names, stands_in, ..TableMetadata::new(order, host, watch, turned(seats)) }
    }

    /// Sends everybody to the rematch table, or reports why there is none.
    pub(crate) fn lead(&mut self, made: Result<&str, &str>) {
        let Some(wish) = self.agreed.take() else { return };
        let next = match made {
            Ok(next) => next,
            Err(why) => return self.send(wish.client, &message::refused(&wish.id, why)),
        };
        self.metadata.next = Some(next.to_owned());
        self.write();
        self.send(wish.client, &message::done(&wish.id));
        let moved = json!({ "type": "moved", "table": next, "seats": self.next_seats() });
        for client in self.clients.keys().copied().collect::<Vec<_>>() {
            self.send(client, &moved);
        }
        self.tell_all();
    }

    /// The seat at the rematch table for each of this one.
    fn next_seats(&self) -> Map<String, Value> {
        let names: Vec<String> =
            self.table.game().seats().map(|seat| self.table.game().seat_name(seat).to_owned()).collect();
        let count = names.len();
        (0..count).map(|n| (names[n].clone(), json!(names[(n + 1) % count]))).collect()
    }
}

/// Rotates a list by one seat.
fn turned<T>(mut seats: Vec<T>) -> Vec<T> {
    let last = seats.pop();
    last.into_iter().chain(seats).collect()
}
