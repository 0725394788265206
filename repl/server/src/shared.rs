//! What all threads of a server share.

use std::sync::atomic::{AtomicUsize, Ordering};

use parlour_engine::Library;
use parlour_table::Robots;

use crate::games::Games;
use crate::limits::Limits;
use crate::lobby::Lobby;
use crate::store::Store;
use crate::time::{Away, Time};

/// What all threads of a server share.
pub(crate) struct Shared {
    pub(crate) library: Library,
    pub(crate) games: Games,
    pub(crate) robots: Robots,
    pub(crate) limits: Limits,
    pub(crate) store: Store,
    pub(crate) lobby: Lobby,
    pub(crate) time: Time,
    /// When no server was there before this one.
    pub(crate) away: Away,
    /// How many tables there are.
    tables: AtomicUsize,
}

impl Shared {
    pub(crate) fn new((library, robots): (Library, Robots), limits: Limits, store: Store, time: Time) -> Self {
        let games = Games::new(library.clone());
        let lobby = Lobby::of(&store, &games);
        let tables = AtomicUsize::new(store.ids().len());
        let to = time.now();
        let away = Away { from: store.alive().unwrap_or(to), to };
        Self { library, games, robots, limits, store, lobby, time, away, tables }
    }

    /// Whether there are as many tables as there can be.
    pub(crate) fn is_full(&self) -> bool {
        self.tables.load(Ordering::Relaxed) >= self.limits.tables
    }

    /// There is one table more.
    pub(crate) fn count_table(&self) {
        self.tables.fetch_add(1, Ordering::Relaxed);
    }
}
