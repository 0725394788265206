//! Persistence of tables: a folder for each, with the match in the format of saves, and the table's metadata
//! beside it.

use std::fs;
use std::path::{Path, PathBuf};

use parlour_table::{History, Saves, deal};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::{Refused, ServeError};
use crate::order::Order;
use crate::token::{Hash, is_id};
use parlour_table::clock::Clocks;

/// The file of a table's metadata.
const PAPERS: &str = "table.json";
/// The file with the server's last heartbeat.
const ALIVE: &str = "alive";
/// The number of recent actions of a table remembered as idempotency keys.
const RECENT: usize = 64;

/// The number of invalidated tokens that are remembered.
const VOID: usize = 64;
/// The number of client locations remembered as having seen cards.
const SEEN: usize = 256;

/// The metadata of a table: tokens, seats and recent answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct TableMetadata {
    /// The order of the table.
    pub(crate) order: Order,
    /// The name of its saved match.
    pub(crate) save: String,
    /// The number of actions of the current position, after an undo within the saved match.
    #[serde(default)]
    pub(crate) at: Option<usize>,
    pub(crate) host: Hash,
    pub(crate) watch: Hash,
    /// The tokens of viewers of the finished match.
    #[serde(default)]
    pub(crate) shown: Vec<Hash>,
    /// By index; `None` for seats without a person.
    pub(crate) seats: Vec<Option<Hash>>,
    /// True if a person has the seat: somebody has joined, or has claimed it in the lobby.
    pub(crate) taken: Vec<bool>,
    /// True if the person who has the seat has joined, by index.
    #[serde(default)]
    pub(crate) sat: Vec<bool>,
    /// True if a robot fills in for the seat's person, who takes the seat back by returning.
    #[serde(default)]
    pub(crate) stands_in: Vec<bool>,
    /// Seats whose links the host was given. The host may have joined there.
    #[serde(default)]
    pub(crate) given: Vec<bool>,
    /// The host's own seat, if a connection has presented both tokens or the host was given a robot's seat.
    #[serde(default)]
    pub(crate) host_seat: Option<usize>,
    /// The client locations that have seen a seat's cards, if seats have hidden information.
    #[serde(default)]
    pub(crate) seen: Vec<(usize, Hash)>,
    /// The client locations that claimed seats in the lobby.
    #[serde(default)]
    pub(crate) claims: Vec<(usize, Hash)>,
    /// Invalidated tokens, with their seats.
    #[serde(default)]
    pub(crate) void: Vec<(usize, Hash)>,
    /// The way in which the table's maker knows the cards and all chance of the match.
    #[serde(default)]
    pub(crate) known_by: Option<KnownBy>,
    /// True after an undo of revealed chance or hidden cards.
    #[serde(default)]
    pub(crate) is_marked: bool,
    /// People's names, by seat.
    #[serde(default)]
    pub(crate) names: Vec<Option<String>>,
    /// The chat, latest last.
    #[serde(default)]
    pub(crate) chat: Vec<Value>,
    /// The changes besides actions, so that version numbers continue.
    #[serde(default)]
    pub(crate) history: History,
    /// Recent actions, latest last.
    #[serde(default)]
    pub(crate) recent: Vec<Recent>,
    /// The clocks, if any.
    #[serde(default)]
    pub(crate) clocks: Option<Clocks>,
    /// The seat that lost on time.
    #[serde(default)]
    pub(crate) lost: Option<Lost>,
    /// The provably fair deal, if the order asks for one.
    #[serde(default)]
    pub(crate) fair: Option<Fair>,
    /// The table of the rematch.
    #[serde(default)]
    pub(crate) next: Option<String>,
}

/// The way in which the maker of a table knows its cards and all future chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum KnownBy {
    /// The maker has chosen the seed.
    Seed,
    /// The maker has uploaded a saved match, which contains its seed.
    Save,
}

/// The state of a provably fair deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Fair {
    /// The server's committed secret.
    pub(crate) secret: String,
    /// The words of the seats so far.
    pub(crate) words: Vec<Option<String>>,
    /// True if the match has begun.
    pub(crate) is_dealt: bool,
}

impl Fair {
    /// A deal for a number of seats.
    ///
    /// # Errors
    /// The system has no randomness.
    pub(crate) fn new(seats: usize) -> Result<Self, Refused> {
        let secret = deal::secret().ok_or_else(|| Refused::new(500, "the system gives no random numbers"))?;
        Ok(Self { secret, words: vec![None; seats], is_dealt: false })
    }
}

/// A loss on time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Lost {
    pub(crate) seat: usize,
}

/// A requested action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Recent {
    pub(crate) seat: usize,
    /// The client's id of it.
    pub(crate) id: String,
    /// The number of actions before it.
    pub(crate) at: usize,
    /// The reason, if it was refused.
    #[serde(default)]
    pub(crate) why: Option<String>,
}

impl TableMetadata {
    /// The metadata of a new table.
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
            given: seats.iter().map(Option::is_some).collect(),
            seats,
            taken: vec![false; count],
            sat: vec![false; count],
            stands_in: vec![false; count],
            host_seat: None,
            seen: Vec::new(),
            claims: Vec::new(),
            void: Vec::new(),
            known_by: None,
            is_marked: false,
            names: vec![None; count],
            chat: Vec::new(),
            history: History::default(),
            recent: Vec::new(),
            next: None,
        }
    }

    /// True if a newcomer from the lobby may take a seat.
    pub(crate) fn is_free(&self, place: usize) -> bool {
        self.seats[place].is_some() && !self.taken[place]
    }

    /// True if a robot fills in for the seat's person.
    pub(crate) fn is_stood_in(&self, place: usize) -> bool {
        self.stands_in.get(place).copied().unwrap_or(false)
    }

    /// Sets that a robot fills in for the seat's person, or not.
    pub(crate) fn stand_in(&mut self, place: usize, is_so: bool) {
        self.stands_in.resize(self.seats.len(), false);
        self.stands_in[place] = is_so;
    }

    /// True if the host was given the link of another seat. Assumed for tables from before this was recorded.
    pub(crate) fn has_host_another(&self, place: usize) -> bool {
        let is_given = |other: usize| match self.given.get(other) {
            Some(&given) => given,
            None => self.seats[other].is_some(),
        };
        (0..self.seats.len()).any(|other| other != place && is_given(other))
            || self.host_seat.is_some_and(|other| other != place)
    }

    /// The seats claimed in the lobby from a client location.
    pub(crate) fn claims_from(&self, from: &Hash) -> impl Iterator<Item = usize> {
        self.claims.iter().filter(move |(_, known)| known == from).map(|&(place, _)| place)
    }

    /// Issues a new token for a seat, for a person who hasn't come yet, and invalidates the old one.
    pub(crate) fn renew(&mut self, place: usize, token: &str, is_hosts: bool) {
        if let Some(before) = self.seats[place].replace(Hash::of(token)) {
            if self.void.len() >= VOID {
                self.void.remove(0);
            }
            self.void.push((place, before));
        }
        self.claims.retain(|&(other, _)| other != place);
        if let Some(sat) = self.sat.get_mut(place) {
            *sat = false;
        }
        self.given.resize(self.seats.len(), true);
        self.given[place] = is_hosts;
    }

    /// Records a client location that sees a seat's cards.
    pub(crate) fn note_seen(&mut self, place: usize, from: &Hash) {
        let seen = (place, from.clone());
        if !self.seen.contains(&seen) && self.seen.len() < SEEN {
            self.seen.push(seen);
        }
    }

    /// True if another seat's cards were seen from a client location. Assumed if too many locations were recorded.
    pub(crate) fn was_another_seen(&self, place: usize, from: &Hash) -> bool {
        self.seen.len() >= SEEN || self.seen.iter().any(|(other, known)| *other != place && known == from)
    }

    /// True if somebody has joined a seat by its link.
    pub(crate) fn has_sat(&self, place: usize) -> bool {
        self.sat.get(place).copied().unwrap_or(self.taken[place])
    }

    /// Records an action before it is applied (write-ahead); the match's number of actions tells later if it was.
    pub(crate) fn note(&mut self, recent: Recent) {
        if self.recent.len() >= RECENT {
            self.recent.remove(0);
        }
        self.recent.push(recent);
    }

    /// The recorded action with an id.
    pub(crate) fn known(&self, seat: usize, id: &str) -> Option<&Recent> {
        self.recent.iter().find(|recent| recent.seat == seat && recent.id == id)
    }
}

/// The data folder of all tables.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    folder: PathBuf,
    alive: PathBuf,
}

impl Store {
    /// Opens the folder and checks that it is writable.
    ///
    /// # Errors
    /// It isn't usable.
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

    /// The folder that contains the tables' folders.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Writes a heartbeat, atomically. If it fails, downtime counts from the last successful one.
    pub(crate) fn note_alive(&self, now: u64) {
        let new = self.alive.with_extension("new");
        let _ = fs::write(&new, now.to_string()).and_then(|()| fs::rename(&new, &self.alive));
    }

    /// The last heartbeat, in server time.
    pub(crate) fn alive(&self) -> Option<u64> {
        fs::read_to_string(&self.alive).ok()?.trim().parse().ok()
    }

    /// The saves of a table. The lock of the whole folder excludes other writers.
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

    /// True if a saved match is over.
    pub(crate) fn is_over(&self, id: &str, save: &str) -> bool {
        self.over_file(id, save).is_file()
    }

    /// The nominal path of an uploaded save; no file exists there.
    pub(crate) fn incoming(&self, id: &str) -> PathBuf {
        self.folder.join(id).join("incoming.json")
    }

    /// All tables.
    pub(crate) fn ids(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().filter_map(Result::ok);
        entries.filter_map(|entry| entry.file_name().into_string().ok()).filter(|name| is_id(name)).collect()
    }

    /// True if a table exists.
    pub(crate) fn has(&self, id: &str) -> bool {
        self.folder.join(id).join(PAPERS).is_file()
    }

    /// The metadata of a table; `None` if it doesn't exist.
    pub(crate) fn metadata(&self, id: &str) -> Option<TableMetadata> {
        let text = fs::read_to_string(self.folder.join(id).join(PAPERS)).ok()?;
        serde_json::from_str(&text).ok()
    }

    /// Writes the metadata of a table, atomically.
    ///
    /// # Errors
    /// I/O errors.
    pub(crate) fn write(&self, id: &str, metadata: &TableMetadata) -> std::io::Result<()> {
        let folder = self.folder.join(id);
        fs::create_dir_all(&folder)?;
        let new = folder.join(".new.json");
        fs::write(&new, serde_json::to_string(metadata)?)?;
        fs::rename(new, folder.join(PAPERS))
    }
}
