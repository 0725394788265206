//! What all threads of a server share.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use parlour_engine::Library;
use parlour_table::Robots;

use crate::faults;
use crate::games::Games;
use crate::limits::Limits;
use crate::lobby::Lobby;
use crate::store::Store;
use crate::time::Time;

/// What all threads of a server share.
pub(crate) struct Shared {
    pub(crate) library: Library,
    pub(crate) games: Games,
    pub(crate) robots: Robots,
    pub(crate) limits: Limits,
    pub(crate) store: Store,
    pub(crate) lobby: Lobby,
    pub(crate) time: Time,
    /// How many tables there are.
    tables: AtomicUsize,
    /// What was logged.
    logged: Mutex<HashSet<String>>,
    /// Where faults are logged.
    log: OnceLock<Log>,
}

/// Takes the lines of a log.
pub(crate) type Log = Box<dyn Fn(&str) + Send + Sync>;

/// So many lines are remembered, so that each is logged once.
const LOGGED: usize = 1000;

impl Shared {
    pub(crate) fn new((library, robots): (Library, Robots), limits: Limits, store: Store, time: Time) -> Self {
        let games = Games::new(library.clone());
        let lobby = Lobby::of(&store, &games);
        let tables = AtomicUsize::new(store.ids().len());
        let time = time.going_on_from(store.alive());
        Self {
            library,
            games,
            robots,
            limits,
            store,
            lobby,
            time,
            tables,
            logged: Mutex::default(),
            log: OnceLock::new(),
        }
    }

    /// Whether there are as many tables as there can be.
    pub(crate) fn is_full(&self) -> bool {
        self.tables.load(Ordering::Relaxed) >= self.limits.tables
    }

    /// There is one table more.
    pub(crate) fn count_table(&self) {
        self.tables.fetch_add(1, Ordering::Relaxed);
    }

    /// Says where faults are logged; only the first time.
    pub(crate) fn log_to(&self, log: Log) {
        let _ = self.log.set(log);
    }

    /// Logs something, if it wasn't logged lately.
    pub(crate) fn log(&self, line: &str) {
        let Some(log) = self.log.get() else { return };
        let mut logged = self.logged.lock().unwrap_or_else(PoisonError::into_inner);
        if logged.len() >= LOGGED {
            logged.clear();
        }
        if logged.insert(line.to_owned()) {
            log(line);
        }
    }

    /// A text without the folders of the server.
    pub(crate) fn without_folders(&self, text: &str) -> String {
        let folders = self.library.folders().iter().chain(self.robots.folders()).map(PathBuf::as_path);
        faults::without(folders.chain([self.store.folder()]), text)
    }
}
