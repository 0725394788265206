//! Games as tables play them, each loaded once.

use std::collections::HashMap;
use std::sync::Arc;

use parlour_engine::{Game, Library};

use crate::error::Refused;
use crate::order::Order;

/// So many games are kept loaded.
const MOST: usize = 64;

/// Games that were loaded, by what was chosen of them.
pub(crate) struct Games {
    library: Library,
    loaded: HashMap<String, Arc<Game>>,
}

impl Games {
    pub(crate) fn new(library: Library) -> Self {
        Self { library, loaded: HashMap::new() }
    }

    /// Forgets all, since packs have changed.
    pub(crate) fn clear(&mut self) {
        self.loaded.clear();
    }

    /// The game of an order.
    ///
    /// # Errors
    /// As for [`Order::game`].
    pub(crate) fn of(&mut self, order: &Order) -> Result<Arc<Game>, Refused> {
        let key = order.key();
        if let Some(game) = self.loaded.get(&key) {
            return Ok(game.clone());
        }
        let game = order.game(&self.library)?;
        if self.loaded.len() >= MOST {
            self.loaded.clear();
        }
        self.loaded.insert(key, game.clone());
        Ok(game)
    }
}
