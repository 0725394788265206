//! State shared by all threads of a server.

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

/// State shared by all threads of a server.
pub(crate) struct Shared {
    pub(crate) library: Library,
    pub(crate) games: Games,
    pub(crate) robots: Robots,
    pub(crate) limits: Limits,
    pub(crate) store: Store,
    pub(crate) lobby: Lobby,
    pub(crate) time: Time,
    /// The number of tables.
    tables: AtomicUsize,
    /// Recently logged lines.
    logged: Mutex<HashSet<String>>,
    /// The log for faults.
    log: OnceLock<Log>,
}

/// Receives the lines of a log.
pub(crate) type Log = Box<dyn Fn(&str) + Send + Sync>;

/// The number of logged lines remembered for deduplication.
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

    /// True if the limit of tables is reached.
    pub(crate) fn is_full(&self) -> bool {
        self.tables.load(Ordering::Relaxed) >= self.limits.tables
    }

    /// Counts a new table.
    pub(crate) fn count_table(&self) {
        self.tables.fetch_add(1, Ordering::Relaxed);
    }

    /// Sets the log for faults; only the first call has an effect.
    pub(crate) fn log_to(&self, log: Log) {
        let _ = self.log.set(log);
    }

    /// Logs a line, unless it was logged recently.
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

    /// Removes the server's folders from a text.
    pub(crate) fn without_folders(&self, text: &str) -> String {
        let folders = self.library.folders().iter().chain(self.robots.folders()).map(PathBuf::as_path);
        faults::without(folders.chain([self.store.folder()]), text)
    }
}
