//! Analysis of positions: the value of every action, with its expected line.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use parlour_engine::action::{Action, ActionList};
use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::{Faults, debug_as_display};
use parlour_engine::game::Game;
use parlour_engine::script::StopHandle;
use parlour_engine::view::View;

use super::{Ask, Budget, DeepOptions, Search, SearchError, TreeOptions, Unjudged};
use crate::player::Thinking;
use crate::report::Report;

/// The visit ratio of the best action to another one above which the latter is re-searched.
const SELDOM: u64 = 8;

/// The reason why there is no report.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum AnalysisError {
    /// The rules have failed.
    #[error(transparent)]
    Rules(#[from] Faults),
    /// It was stopped.
    #[error("the search was stopped")]
    Stopped,
    /// There is no decision.
    #[error("there is nothing to decide: {0}")]
    Nothing(String),
}

debug_as_display!(AnalysisError);

impl From<SearchError> for AnalysisError {
    fn from(error: SearchError) -> Self {
        match error {
            SearchError::Rules(fault) => Self::Rules(fault.into()),
            SearchError::Stopped => Self::Stopped,
            SearchError::Unfit(reason) => Self::Nothing(reason),
            SearchError::Robot(error) => Self::Nothing(error.to_string()),
        }
    }
}

/// Analyses positions of a game, one after the other. Randomness comes from a seed, so that reports are reproducible
/// with a node budget.
///
/// ```
/// use parlour_engine::{Config, Library, Match};
/// use parlour_search::Analyst;
/// use parlour_search::player::Thinking;
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"));
/// let game = library.load("tic-tac-toe")?.configure(&Config::default())?;
/// let mut played = Match::new(game.clone(), 7, vec!["human".to_owned(); 2])?;
/// for text in ["b2", "a1", "a3", "c3"] {
///     let action = played.parse(text)?;
///     played.act(&action)?;
/// }
/// let seat = played.decision().map(|decision| decision.seat);
/// let mut analyst = Analyst::new(game.clone(), 7)?;
/// let report = analyst.analyse(&played.view(seat), played.legal(), Thinking::REPRODUCIBLE)?;
/// assert!(!report.actions.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Analyst {
    game: Arc<Game>,
    search: Search,
    seed: u64,
    /// Set to end the search with the result so far.
    enough: Arc<AtomicBool>,
}

impl Analyst {
    /// Loads the rules for searching.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn new(game: Arc<Game>, seed: u64) -> Result<Self, Faults> {
        Ok(Self { search: Search::new(game.clone())?, game, seed, enough: Arc::default() })
    }

    /// A handle that ends the running search, from any thread; it reports its result so far.
    pub fn stop_handle(&self) -> StopHandle {
        StopHandle::for_flag(&self.enough)
    }

    /// Analyses the actions of a position with the search that fits the game, given a seat's view.
    ///
    /// # Errors
    /// Rules that fail, a stop, and a moment without actions.
    pub fn analyse(&mut self, view: &View, legal: &ActionList, thinking: Thinking) -> Result<Report, AnalysisError> {
        let among: Vec<usize> = (0..legal.len()).collect();
        if among.is_empty() {
            return Err(AnalysisError::Nothing("no action is legal".to_owned()));
        }
        self.enough.store(false, Ordering::Relaxed);
        let started = Instant::now();
        let mut generator = Generator::from_seed(self.seed);
        let ask = self.ask(view, legal, &among, thinking);
        let found = self.search.think(&ask, None, &mut Unjudged, &mut generator)?;
        Ok(found.report(&self.game, legal, started.elapsed()))
    }

    /// The value of an action of a report, re-searched if the search has rarely visited it.
    ///
    /// # Errors
    /// As for [`Analyst::analyse`].
    pub fn value(
        &mut self,
        report: &Report,
        action: &Action,
        (view, legal): (&View, &ActionList),
        thinking: Thinking,
    ) -> Result<Option<f64>, AnalysisError> {
        let judged = report.actions.iter().find(|judged| judged.action == *action);
        let most = report.actions.first().map_or(0, |best| best.visits);
        let Some(n) = legal.position(&self.game, action) else { return Ok(judged.map(|judged| judged.value)) };
        if judged.is_some_and(|judged| judged.visits.saturating_mul(SELDOM) >= most) {
            return Ok(judged.map(|judged| judged.value));
        }
        let mut generator = Generator::from_seed(self.seed);
        let ask = self.ask(view, legal, std::slice::from_ref(&n), thinking);
        let found = self.search.think(&ask, None, &mut Unjudged, &mut generator)?;
        Ok(found.judged(&self.game, legal).first().map(|judged| judged.value))
    }

    fn ask<'a>(&self, view: &'a View, legal: &'a ActionList, among: &'a [usize], thinking: Thinking) -> Ask<'a> {
        let deadline = thinking.nodes.is_none().then(|| Instant::now() + thinking.time);
        let budget = Budget { nodes: thinking.nodes, deadline, signal: None, enough: Some(self.enough.clone()) };
        let deep = DeepOptions { every: true, ..DeepOptions::default() };
        Ask { view, legal, among, options: TreeOptions::default(), deep, budget }
    }
}
