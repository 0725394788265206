//! The list of open tables in the lobby.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use parlour_engine::Game;
use serde_json::{Value, json};

use crate::games::Games;
use crate::store::{Store, TableMetadata};

/// Tables that wait for people, by id.
pub(crate) struct Lobby(Mutex<BTreeMap<String, Value>>);

impl Lobby {
    /// The open tables when the server was started.
    pub(crate) fn of(store: &Store, games: &Games) -> Self {
        let mut told = |id: String| {
            let goes_on = |metadata: &TableMetadata| metadata.lost.is_none() && !store.is_over(&id, &metadata.save);
            let metadata = store.metadata(&id).filter(|metadata| metadata.order.public && goes_on(metadata))?;
            let game = games.of(&metadata.order).ok()?;
            Some((id.clone(), told(&id, &game, &metadata)?))
        };
        Self(Mutex::new(store.ids().into_iter().filter_map(&mut told).collect()))
    }

    fn tables(&self) -> MutexGuard<'_, BTreeMap<String, Value>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The entries of all of them.
    pub(crate) fn all(&self) -> Vec<Value> {
        self.tables().values().cloned().collect()
    }

    /// Sets the entry of a table; `None` removes it.
    pub(crate) fn show(&self, table: &str, told: Option<Value>) {
        match told {
            Some(told) => _ = self.tables().insert(table.to_owned(), told),
            None => _ = self.tables().remove(table),
        }
    }
}

/// The entry of a table in progress; `None` if it isn't public, or no seat is free.
pub(crate) fn told(id: &str, game: &Game, metadata: &TableMetadata) -> Option<Value> {
    let is_free = |place: usize| metadata.is_free(place);
    let seats: Vec<Value> =
        game.seats().map(|seat| json!({ "seat": game.seat_name(seat), "open": is_free(seat.index()) })).collect();
    let waits = metadata.order.public && (0..seats.len()).any(is_free);
    let pack = game.pack();
    let known_by = metadata.known_by.filter(|_| !game.is_open());
    waits
        .then(|| json!({ "table": id, "game": pack.name, "title": pack.title, "seats": seats, "seed_known": known_by }))
}
