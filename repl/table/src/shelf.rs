//! Status of saved matches, for listing them.

use std::collections::HashMap;
use std::sync::Arc;

use parlour_engine::play::{Match, Record};
use parlour_engine::rules::Rules;
use parlour_engine::{Library, Pack};

use crate::told::{self, Ending};

/// The status of a saved match.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// In progress.
    Open,
    /// Over, with this ending.
    Over(Ending),
    /// It can't be replayed by the current rules.
    Unknown,
}

/// Identity of a configured game: name, variant, seats, options.
type Settings = (String, Option<String>, usize, Vec<(String, String)>);

/// Replays saved matches, loading each game once.
#[derive(Debug)]
pub struct Shelf<'a> {
    library: &'a Library,
    packs: HashMap<String, Option<Arc<Pack>>>,
    hosts: HashMap<Settings, Rules>,
}

impl<'a> Shelf<'a> {
    /// An empty cache.
    pub fn new(library: &'a Library) -> Self {
        Self { library, packs: HashMap::new(), hosts: HashMap::new() }
    }

    /// The status of a match.
    pub fn outcome(&mut self, record: &Record) -> Outcome {
        match self.replay(record) {
            Some(played) => {
                let outcome = told::ending(&played).map_or(Outcome::Open, Outcome::Over);
                if record.scenario.is_none() {
                    self.hosts.insert(settings(record), played.into_host());
                }
                outcome
            }
            None => Outcome::Unknown,
        }
    }

    /// Replays a match; `None` if the result differs from the save.
    fn replay(&mut self, record: &Record) -> Option<Match> {
        let library = self.library;
        let load = || library.load(&record.game).ok();
        let pack = self.packs.entry(record.game.clone()).or_insert_with(load).clone()?;
        // A scenario needs rules of its own.
        let kept = if record.scenario.is_none() { self.hosts.remove(&settings(record)) } else { None };
        let host = match kept {
            Some(host) => host,
            None => Rules::new(pack.configure(&record.config(&pack).ok()?).ok()?).ok()?,
        };
        record.replay_by(host, None).ok()
    }
}

fn settings(record: &Record) -> Settings {
    (record.game.clone(), record.variant.clone(), record.players.len(), record.options.clone())
}
