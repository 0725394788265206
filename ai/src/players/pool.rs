//! Caches rules and robots between matches: loading them takes longer than many a match.

use std::sync::Arc;

use parlour_engine::diagnostic::Faults;
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::play::{Match, Standing};
use parlour_engine::rules::Rules;

use super::RobotLibrary;
use super::seated::SeatedMatch;
use parlour_search::player::{Player, Thinking};

/// Plays matches of a game one after the other. No state of a match leaks into the next one.
pub struct Pool {
    game: Arc<Game>,
    /// The rules of the last match, with their scenario.
    rules: Option<(Rules, Option<Arc<Game>>)>,
    /// The game with the scenario of the match in progress.
    scenario: Option<Arc<Game>>,
    /// The robots of earlier matches, by specification.
    players: Vec<(String, Box<dyn Player>)>,
}

impl std::fmt::Debug for Pool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.players.iter().map(|(name, _)| name)).finish()
    }
}

impl Pool {
    /// An empty pool for a game. It copies the game, since threads that share a reference count contend for it.
    pub fn new(game: &Game) -> Self {
        Self { game: Arc::new(game.clone()), rules: None, scenario: None, players: Vec::new() }
    }

    /// A pool with loaded rules.
    pub fn with_rules(rules: Rules) -> Self {
        Self { game: rules.game().clone(), rules: Some((rules, None)), scenario: None, players: Vec::new() }
    }

    /// The rules, while no match is in progress.
    pub fn rules(&self) -> Option<&Rules> {
        self.rules.as_ref().map(|(rules, _)| rules)
    }

    /// Begins a match.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn begin(&mut self, seed: u64, players: Vec<String>) -> Result<Match, Faults> {
        self.begin_in(None, seed, players)
    }

    /// Begins a match, in a scenario of the game if one is given.
    ///
    /// # Errors
    /// Rules that fail.
    pub(crate) fn begin_in(
        &mut self,
        scenario: Option<&Arc<Game>>,
        seed: u64,
        players: Vec<String>,
    ) -> Result<Match, Faults> {
        let is_same = |other: &Option<Arc<Game>>| other.as_ref().map(Arc::as_ptr) == scenario.map(Arc::as_ptr);
        let rules = match self.rules.take().filter(|(_, other)| is_same(other)) {
            Some((rules, _)) => rules,
            None => Rules::new(scenario.map_or_else(|| self.game.clone(), |game| Arc::new(Game::clone(game))))?,
        };
        self.scenario = scenario.cloned();
        Match::with_host(rules, seed, players)
    }

    /// Resumes a match of the pool's game from its state.
    pub(crate) fn take_up(&mut self, standing: Standing) -> Result<Match, Faults> {
        standing.take_up(self.rules.take().map(|(rules, _)| rules))
    }

    /// Takes back the rules of a finished match.
    pub(crate) fn end(&mut self, played: Match) {
        self.rules = Some((played.into_host(), self.scenario.take()));
    }

    /// A robot for a seat: one of an earlier match, reset, or else a newly loaded one.
    ///
    /// # Errors
    /// A robot that can't be loaded.
    pub(crate) fn player(
        &mut self,
        library: &RobotLibrary,
        seat: Seat,
        name: &str,
        seed: u64,
    ) -> Result<Box<dyn Player>, Faults> {
        if let Some(place) = self.players.iter().position(|(waiting, _)| waiting == name) {
            let (_, mut player) = self.players.swap_remove(place);
            if player.begin(seat, seed)? {
                return Ok(player);
            }
        }
        library.seat(&self.game, seat, name, seed)
    }

    /// Takes a robot back.
    pub(crate) fn leave(&mut self, name: &str, player: Box<dyn Player>) {
        self.players.push((name.to_owned(), player));
    }

    /// Seats robots on all seats of a match.
    ///
    /// # Errors
    /// Robots that can't be loaded.
    pub fn seat(&mut self, played: Match, library: &RobotLibrary, thinking: Thinking) -> Result<SeatedMatch, Faults> {
        let mut players = Vec::new();
        for (seat, name) in played.game().seats().zip(played.players()) {
            players.push(self.player(library, seat, name, played.seed())?);
        }
        SeatedMatch::with_players(played, players, thinking)
    }

    /// Takes back the robots and the rules of a match.
    pub fn clear(&mut self, seated: SeatedMatch) {
        let (played, players) = seated.into_parts();
        for (name, player) in played.players().iter().zip(players) {
            self.players.extend(player.map(|player| (name.clone(), player)));
        }
        self.end(played);
    }
}
