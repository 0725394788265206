//! Cache of loaded games, shared by all threads: what robots have loaded of a game serves all its tables.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use parlour_engine::{Game, Library};

use crate::error::Refused;
use crate::order::Order;

/// The maximum number of cached games.
const MOST: usize = 64;

/// The cache.
pub(crate) struct Games {
    library: Library,
    loaded: Mutex<Loaded>,
}

#[derive(Default)]
struct Loaded {
    /// Games by configuration.
    games: HashMap<String, Arc<Game>>,
    /// A counter of changes of packs.
    changes: u64,
}

impl Games {
    pub(crate) fn new(library: Library) -> Self {
        Self { library, loaded: Mutex::default() }
    }

    /// Clears the cache after a change of packs.
    pub(crate) fn clear(&self) {
        let mut loaded = self.loaded();
        loaded.games.clear();
        loaded.changes += 1;
    }

    /// The game of an order.
    ///
    /// # Errors
    /// As for [`Order::game`].
    pub(crate) fn of(&self, order: &Order) -> Result<Arc<Game>, Refused> {
        let key = order.key();
        let changes = {
            let loaded = self.loaded();
            if let Some(game) = loaded.games.get(&key) {
                return Ok(game.clone());
            }
            loaded.changes
        };
        let game = order.game(&self.library)?;
        let mut loaded = self.loaded();
        // A game read before a change of packs isn't cached.
        if loaded.changes != changes {
            return Ok(game);
        }
        if loaded.games.len() >= MOST {
            loaded.games.clear();
        }
        // Another thread may have cached it first.
        Ok(loaded.games.entry(key).or_insert(game).clone())
    }

    fn loaded(&self) -> MutexGuard<'_, Loaded> {
        self.loaded.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
