//! What is kept of tables: of each a folder, with the match as every save of it is, and its papers beside it.

use std::fs;
use std::path::{Path, PathBuf};

use parlour_table::{History, Saves, deal};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::{Refused, ServeError};
use crate::order::Order;
use crate::token::{Hash, is_id};
use parlour_table::clock::Clocks;

/// The file with a table's papers.
const PAPERS: &str = "table.json";
/// The file that says when a server was last there.
const ALIVE: &str = "alive";
/// So many acts of a table are remembered, so that each is done once.
const RECENT: usize = 64;

/// The number of tokens that are remembered and aren't good any more.
const VOID: usize = 64;
/// The number of places that are remembered from which somebody has looked at cards.
const SEEN: usize = 256;

/// The papers of a table: who may sit where, and what was answered lately.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    /// A person has the seat: somebody has sat there, or has claimed it in the lobby.
    pub(crate) taken: Vec<bool>,
    /// True where the person who has the seat has come, by place.
    #[serde(default)]
    pub(crate) sat: Vec<bool>,
    /// A robot plays there for the person whose seat it is, and who takes it back by coming back.
    #[serde(default)]
    pub(crate) stands_in: Vec<bool>,
    /// Seats whose links the host was given. The host may have sat there.
    #[serde(default)]
    pub(crate) given: Vec<bool>,
    /// The seat at which the host plays, where a connection has named both tokens or the host was given a robot's seat.
    #[serde(default)]
    pub(crate) host_seat: Option<usize>,
    /// The places from which somebody has looked at a seat's cards, where seats hide something from each other.
    #[serde(default)]
    pub(crate) seen: Vec<(usize, Hash)>,
    /// The places from which seats were claimed in the lobby.
    #[serde(default)]
    pub(crate) claims: Vec<(usize, Hash)>,
    /// Tokens that aren't good any more, and for which seat they were.
    #[serde(default)]
    pub(crate) void: Vec<(usize, Hash)>,
    /// The way in which the maker of the table knows the cards and all chance of the match.
    #[serde(default)]
    pub(crate) known_by: Option<KnownBy>,
    /// The match has gone back behind what chance or hidden cards have shown.
    #[serde(default)]
    pub(crate) is_marked: bool,
    /// What people call themselves, by seat.
    #[serde(default)]
    pub(crate) names: Vec<Option<String>>,
    /// What people have written to each other, the latest last.
    #[serde(default)]
    pub(crate) chat: Vec<Value>,
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

/// The way in which the maker of a table knows its cards and all chance that is to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum KnownBy {
    /// They have chosen the seed.
    Seed,
    /// They have sent a saved match, which has its seed.
    Save,
}

/// How a match is dealt that can be proved fair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Lost {
    pub(crate) seat: usize,
}

/// An act that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

    /// Whether somebody may sit down at a place who comes from the lobby.
    pub(crate) fn is_free(&self, place: usize) -> bool {
        self.seats[place].is_some() && !self.taken[place]
    }

    /// True if a robot plays at a place for the person whose seat it is.
    pub(crate) fn is_stood_in(&self, place: usize) -> bool {
        self.stands_in.get(place).copied().unwrap_or(false)
    }

    /// Says whether a robot plays at a place for the person whose seat it is.
    pub(crate) fn stand_in(&mut self, place: usize, is_so: bool) {
        self.stands_in.resize(self.seats.len(), false);
        self.stands_in[place] = is_so;
    }

    /// True if the host was given the link of a seat other than one. Of tables that were made before this was noted: so it
    /// is.
    pub(crate) fn has_host_another(&self, place: usize) -> bool {
        let is_given = |other: usize| match self.given.get(other) {
            Some(&given) => given,
            None => self.seats[other].is_some(),
        };
        (0..self.seats.len()).any(|other| other != place && is_given(other))
            || self.host_seat.is_some_and(|other| other != place)
    }

    /// The places that were claimed in the lobby from somewhere.
    pub(crate) fn claims_from(&self, from: &Hash) -> impl Iterator<Item = usize> {
        self.claims.iter().filter(move |(_, known)| known == from).map(|&(place, _)| place)
    }

    /// Puts a fresh token on a seat, for somebody who hasn't come yet. That of before is void.
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

    /// Notes from where somebody looks at a seat's cards.
    pub(crate) fn note_seen(&mut self, place: usize, from: &Hash) {
        let seen = (place, from.clone());
        if !self.seen.contains(&seen) && self.seen.len() < SEEN {
            self.seen.push(seen);
        }
    }

    /// True if a seat's cards other than those of one were looked at from somewhere. Where they were from very many places
    /// nobody knows, and so it is.
    pub(crate) fn was_another_seen(&self, place: usize, from: &Hash) -> bool {
        self.seen.len() >= SEEN || self.seen.iter().any(|(other, known)| *other != place && known == from)
    }

    /// True if somebody has sat at a place who came with a link to it.
    pub(crate) fn has_sat(&self, place: usize) -> bool {
        self.sat.get(place).copied().unwrap_or(self.taken[place])
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

    /// True if there is a table.
    pub(crate) fn has(&self, id: &str) -> bool {
        self.folder.join(id).join(PAPERS).is_file()
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
