//! A match as plain data, for other threads: rules stay on the thread that made them.

use std::cell::RefCell;
use std::sync::Arc;

use super::memory::{Memory, Past};
use super::{Conclusion, History, Match, Step};
use crate::rules::Rules;
use parlour_game::Game;
use parlour_model::action::ActionList;
use parlour_model::diagnostic::Faults;
use parlour_model::event::Event;
use parlour_model::state::State;

/// The standing of a match, without the rules that run it. It can be sent to any thread, where other rules resume it.
///
/// ```
/// use parlour_engine::{Config, Library, Match};
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules"));
/// let game = library.load("tic-tac-toe")?.configure(&Config::default())?;
/// let mut played = Match::new(game, 7, vec!["human".to_owned(); 2])?;
/// let action = played.parse("b2")?;
/// played.act(&action)?;
/// let standing = played.standing();
/// let elsewhere = std::thread::spawn(move || standing.take_up(None).map(|copy| copy.hash()));
/// assert_eq!(elsewhere.join().unwrap()?, played.hash());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Standing {
    game: Arc<Game>,
    seed: u64,
    players: Vec<String>,
    state: State,
    opening: Vec<Event>,
    steps: Vec<Step>,
    history: History,
    past: Past,
    legal: ActionList,
    concluded: Option<(Conclusion, State)>,
    revealed: bool,
}

impl Match {
    /// The match as plain data, without undone actions.
    pub fn standing(&self) -> Standing {
        Standing {
            game: self.game().clone(),
            seed: self.seed,
            players: self.players.clone(),
            state: self.state.clone(),
            opening: self.opening.clone(),
            steps: self.steps.clone(),
            history: self.history.clone(),
            past: self.memory.past().clone(),
            legal: self.legal.clone(),
            concluded: self.concluded.clone(),
            revealed: self.revealed,
        }
    }
}

impl Standing {
    /// The game.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// Resumes the match with rules of the same game; new ones are loaded if none are given or they are of another
    /// game.
    ///
    /// # Errors
    /// Rules that can't be loaded.
    pub fn take_up(self, rules: Option<Rules>) -> Result<Match, Faults> {
        let mut host = match rules.filter(|rules| Arc::ptr_eq(rules.game(), &self.game)) {
            Some(rules) => rules,
            None => Rules::new(self.game)?,
        };
        host.renew()?;
        Ok(Match {
            host,
            seed: self.seed,
            players: self.players,
            state: self.state,
            opening: self.opening,
            steps: self.steps,
            history: self.history,
            memory: Memory::of_past(self.past),
            replay: RefCell::default(),
            undone: Vec::new(),
            legal: self.legal,
            concluded: self.concluded,
            concluded_later: None,
            revealed: self.revealed,
            tags: Vec::new(),
            told_at: 0,
        })
    }
}
