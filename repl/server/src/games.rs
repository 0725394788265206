//! Games as tables play them, each loaded once for all threads: what robots have loaded of a game serves all its tables.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use parlour_engine::{Game, Library};

use crate::error::Refused;
use crate::order::Order;

/// So many games are kept loaded.
const MOST: usize = 64;

/// Games that were loaded.
pub(crate) struct Games {
    library: Library,
    loaded: Mutex<Loaded>,
}

#[derive(Default)]
struct Loaded {
    /// By what was chosen of them.
    games: HashMap<String, Arc<Game>>,
    /// How often packs have changed.
    changes: u64,
}

impl Games {
    pub(crate) fn new(library: Library) -> Self {
        Self { library, loaded: Mutex::default() }
    }

    /// Forgets all, since packs have changed.
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
        // What was read before packs have changed is of use to this order alone.
        if loaded.changes != changes {
            return Ok(game);
        }
        if loaded.games.len() >= MOST {
            loaded.games.clear();
        }
        // Another thread may have loaded it meanwhile.
        Ok(loaded.games.entry(key).or_insert(game).clone())
    }

    fn loaded(&self) -> MutexGuard<'_, Loaded> {
        self.loaded.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
