//! Robots that wait for their next match: loading one takes longer than many a match.

use std::sync::Arc;

use parlour_engine::diagnostic::Faults;
use parlour_engine::game::Game;
use parlour_engine::play::Match;

use crate::library::RobotLibrary;
use crate::player::Player;
use crate::table::{Table, Thinking};

/// The robots of earlier matches of a game, by what they were asked for as.
#[derive(Default)]
pub struct Waiting(Vec<(String, Box<dyn Player>)>);

impl std::fmt::Debug for Waiting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.0.iter().map(|(name, _)| name)).finish()
    }
}

impl Waiting {
    /// A table for a match of robots alone: those that wait sit down as if they were new, and others are loaded.
    ///
    /// # Errors
    /// Robots that can't be loaded.
    pub fn seat(&mut self, played: Match, library: &RobotLibrary, thinking: Thinking) -> Result<Table, Faults> {
        let game: Arc<Game> = played.game().clone();
        let mut players = Vec::new();
        for (seat, name) in game.seats().zip(played.players()) {
            let place = self.0.iter().position(|(waiting, _)| waiting == name);
            let mut player = place.map(|place| self.0.swap_remove(place).1);
            if let Some(waiting) = &mut player
                && !waiting.begin(seat, played.seed())?
            {
                player = None;
            }
            players.push(match player {
                Some(player) => player,
                None => library.seat(&game, seat, name, played.seed())?,
            });
        }
        Ok(Table::with_players(played, players, thinking))
    }

    /// Takes the robots of a table back, and gives the match.
    pub fn clear(&mut self, table: Table) -> Match {
        let (played, players) = table.into_parts();
        let named = played.players().iter().cloned().zip(players);
        self.0.extend(named.filter_map(|(name, player)| Some((name, player?))));
        played
    }
}
