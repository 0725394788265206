//! What is kept of tables: of each a folder, with the match as every save of it is, and its papers beside it.

use std::fs;
use std::path::{Path, PathBuf};

use parlour_table::{History, Saves, deal};
use serde::{Deserialize, Serialize};

use crate::clock::Clocks;
use crate::error::{Refused, ServeError};
use crate::order::Order;
use crate::token::{Hash, is_id};

/// The file with a table's papers.
const PAPERS: &str = "table.json";
/// The file that says when a server was last there.
const ALIVE: &str = "alive";
/// So many acts of a table are remembered, so that each is done once.
const RECENT: usize = 64;

/// The papers of a table: who may sit where, and what was answered lately.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Papers {
    /// What it was made of.
    pub(crate) order: Order,
    /// The name of its saved match.
    pub(crate) save: String,
    /// After so many actions it stands, where it has gone back behind what is saved.
    #[serde(default)]
    pub(crate) at: Option<usize>,
    pub(crate) host: Hash,
    pub(crate) watch: Hash,
    /// Those to whom the match is shown now that it is over.
    #[serde(default)]
    pub(crate) shown: Vec<Hash>,
    /// By place; `None` where nobody can sit down.
    pub(crate) seats: Vec<Option<Hash>>,
    /// Somebody has sat there.
    pub(crate) taken: Vec<bool>,
    /// What people call themselves, by seat.
    #[serde(default)]
    pub(crate) names: Vec<Option<String>>,
    /// What has changed besides actions, so that versions go on.
    #[serde(default)]
    pub(crate) history: History,
    /// Acts, the latest last.
    #[serde(default)]
    pub(crate) recent: Vec<Recent>,
    /// The clocks, where there are some.
    #[serde(default)]
    pub(crate) clocks: Option<Clocks>,
    /// Who has lost by time.
    #[serde(default)]
    pub(crate) lost: Option<Lost>,
    /// How the match is dealt, where that can be proved fair.
    #[serde(default)]
    pub(crate) fair: Option<Fair>,
    /// The table at which those of this one play once more.
    #[serde(default)]
    pub(crate) next: Option<String>,
}

/// How a match is dealt that can be proved fair.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Fair {
    /// What the server has committed to.
    pub(crate) secret: String,
    /// The word of each seat that has said one.
    pub(crate) words: Vec<Option<String>>,
    /// The match has begun.
    pub(crate) is_dealt: bool,
}

impl Fair {
    /// A deal of so many seats.
    ///
    /// # Errors
    /// A system that has no randomness.
    pub(crate) fn new(seats: usize) -> Result<Self, Refused> {
        let secret = deal::secret().ok_or_else(|| Refused::new(500, "the system gives no random numbers"))?;
        Ok(Self { secret, words: vec![None; seats], is_dealt: false })
    }
}

/// Somebody has lost by time.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Lost {
    pub(crate) seat: usize,
}

/// An act that was asked for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Recent {
    pub(crate) seat: usize,
    /// As the client calls it.
    pub(crate) id: String,
    /// So many actions had been taken before it.
    pub(crate) at: usize,
    /// Why it was refused, if it was.
    #[serde(default)]
    pub(crate) why: Option<String>,
}

impl Papers {
    /// Those of a new table.
    pub(crate) fn new(order: Order, host: Hash, watch: Hash, seats: Vec<Option<Hash>>) -> Self {
        let count = seats.len();
        let clocks = order.clock.map(|pace| Clocks::new(pace, count));
        Self {
            clocks,
            lost: None,
            fair: None,
            order,
            save: String::new(),
            at: None,
            host,
            watch,
            shown: Vec::new(),
            seats,
            taken: vec![false; count],
            names: vec![None; count],
            history: History::default(),
            recent: Vec::new(),
            next: None,
        }
    }

    /// Whether somebody may sit down at a place who comes from the lobby.
    pub(crate) fn is_free(&self, place: usize) -> bool {
        self.seats[place].is_some() && !self.taken[place]
    }

    /// Writes down an act before it is done: whether it was done is known later by how many actions the match has.
    pub(crate) fn note(&mut self, recent: Recent) {
        if self.recent.len() >= RECENT {
            self.recent.remove(0);
        }
        self.recent.push(recent);
    }

    /// What was asked for by an id.
    pub(crate) fn known(&self, seat: usize, id: &str) -> Option<&Recent> {
        self.recent.iter().find(|recent| recent.seat == seat && recent.id == id)
    }
}

/// The folder of all tables.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    folder: PathBuf,
    alive: PathBuf,
}

impl Store {
    /// Opens the folder and makes sure that it can be written.
    ///
    /// # Errors
    /// It can't be.
    pub(crate) fn open(data: &Path) -> Result<Self, ServeError> {
        let folder = data.join("tables");
        let try_it = || -> std::io::Result<()> {
            fs::create_dir_all(&folder)?;
            let trial = folder.join(".trial");
            fs::write(&trial, "")?;
            fs::remove_file(trial)
        };
        try_it().map_err(|error| ServeError::folder(data, error))?;
        Ok(Self { folder, alive: data.join(ALIVE) })
    }

    /// The folder in which tables have folders of their own.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Writes down that the server is there, whole or not at all. Where it can't be, a pause counts from when it could.
    pub(crate) fn note_alive(&self, now: u64) {
        let new = self.alive.with_extension("new");
        let _ = fs::write(&new, now.to_string()).and_then(|()| fs::rename(&new, &self.alive));
    }

    /// When a server was last there, by the time of servers.
    pub(crate) fn alive(&self) -> Option<u64> {
        fs::read_to_string(&self.alive).ok()?.trim().parse().ok()
    }

    /// Where the match of a table is kept. The server alone writes there, by the lock of the whole folder.
    pub(crate) fn saves(&self, id: &str) -> Saves {
        Saves::alone(self.folder.join(id))
    }

    /// The file of a saved match.
    pub(crate) fn file(&self, id: &str, save: &str) -> PathBuf {
        let over = self.over_file(id, save);
        if over.is_file() { over } else { self.autosaves(id).join(format!("{save}.json")) }
    }

    fn over_file(&self, id: &str, save: &str) -> PathBuf {
        self.autosaves(id).join(format!("{save}.over.json"))
    }

    fn autosaves(&self, id: &str) -> PathBuf {
        self.folder.join(id).join("autosave")
    }

    /// Whether a saved match is over.
    pub(crate) fn is_over(&self, id: &str, save: &str) -> bool {
        self.over_file(id, save).is_file()
    }

    /// What stands for a save that came over the network; no file is there.
    pub(crate) fn incoming(&self, id: &str) -> PathBuf {
        self.folder.join(id).join("incoming.json")
    }

    /// All tables.
    pub(crate) fn ids(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().filter_map(Result::ok);
        entries.filter_map(|entry| entry.file_name().into_string().ok()).filter(|name| is_id(name)).collect()
    }

    /// The papers of a table; `None` if there is no such table.
    pub(crate) fn papers(&self, id: &str) -> Option<Papers> {
        let text = fs::read_to_string(self.folder.join(id).join(PAPERS)).ok()?;
        serde_json::from_str(&text).ok()
    }

    /// Writes the papers of a table, whole or not at all.
    ///
    /// # Errors
    /// What the system says.
    pub(crate) fn write(&self, id: &str, papers: &Papers) -> std::io::Result<()> {
        let folder = self.folder.join(id);
        fs::create_dir_all(&folder)?;
        let new = folder.join(".new.json");
        fs::write(&new, serde_json::to_string(papers)?)?;
        fs::rename(new, folder.join(PAPERS))
    }
}
