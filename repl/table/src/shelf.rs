//! How far saved matches have come, for a list of them.

use std::collections::HashMap;
use std::sync::Arc;

use parlour_engine::play::{Match, Record};
use parlour_engine::rules::Rules;
use parlour_engine::{Library, Pack};

use crate::told::{self, Ending};

/// How far a saved match has come.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// It goes on.
    Open,
    /// It is over, and ended so.
    Over(Ending),
    /// It can't be played again by the rules as they are.
    Unknown,
}

/// What tells two ways to set up a game apart: its name, its variant, how many seats, its options.
type Settings = (String, Option<String>, usize, Vec<(String, String)>);

/// Plays saved matches again, each game loaded once.
#[derive(Debug)]
pub struct Shelf<'a> {
    library: &'a Library,
    packs: HashMap<String, Option<Arc<Pack>>>,
    hosts: HashMap<Settings, Rules>,
}

impl<'a> Shelf<'a> {
    /// No match was played again so far.
    pub fn new(library: &'a Library) -> Self {
        Self { library, packs: HashMap::new(), hosts: HashMap::new() }
    }

    /// How far a match has come.
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

    /// The match as it was saved; `None` if it doesn't come out so any more.
    fn replay(&mut self, record: &Record) -> Option<Match> {
        let library = self.library;
        let load = || library.load(&record.game).ok();
        let pack = self.packs.entry(record.game.clone()).or_insert_with(load).clone()?;
        // A scenario is a set-up of its own.
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
