//! What a search thinks of a moment: the value of every action, with the line that it expects.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parlour_engine::action::{Action, ActionList};
use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::Faults;
use parlour_engine::game::Game;
use parlour_engine::script::StopHandle;
use parlour_engine::view::View;

use crate::search::{Ask, Budget, DeepOptions, Found, Rated, SURE, Search, SearchError, TreeOptions, Unjudged, Way};
use crate::table::Thinking;

/// The best action must have been tried so many times as often as another for that one's value to be looked into again.
const SELDOM: u64 = 8;

/// What a search thinks of a moment.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report {
    /// The search: `alphabeta`, `turn` for whole turns, `ismcts` for a tree of simulations, `halving` for what a robot has
    /// tried by itself, or `only` where there is one action.
    pub search: &'static str,
    /// Positions visited, or simulations.
    pub nodes: u64,
    /// The depth that alpha-beta has searched to its end, or the length of the best line.
    pub depth: u64,
    /// How long it took.
    pub took: Duration,
    /// The actions, the best first.
    pub actions: Vec<Judged>,
}

/// What a search thinks of an action.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Judged {
    /// The action.
    pub action: Action,
    /// The odds of winning, 0 to 1; where nobody plays against anybody the score that is to be expected.
    pub value: f64,
    /// The evaluation in the game's own units, the lead in scores of pieces, where alpha-beta has searched and the game is
    /// not decided.
    pub lead: Option<f64>,
    /// Whether all that alpha-beta knows of it is that it is worth no more than this.
    pub is_bound: bool,
    /// In how many plies the game is won, or lost if that is below 0, where that is known.
    pub ends_in: Option<i64>,
    /// How often a tree of simulations or a robot by itself has tried it, or in how many worlds a whole turn was; 0 for
    /// alpha-beta.
    pub visits: u64,
    /// The action and how it goes on, in a world that fits what is known.
    pub line: Vec<Action>,
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnalysisError {
    /// The rules have failed.
    #[error(transparent)]
    Rules(#[from] Faults),
    /// It was stopped.
    #[error("the search was stopped")]
    Stopped,
    /// There is nothing to decide.
    #[error("there is nothing to decide: {0}")]
    Nothing(String),
}

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

/// Looks at moments of a game, one after the other. Chance comes from a seed, so that with a budget in nodes reports are
/// the same again.
///
/// ```
/// use parlour_ai::{Analyst, Thinking};
/// use parlour_engine::{Config, Library, Match};
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules"));
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
    /// Raised when what was found so far is enough.
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

    /// What ends the search that runs, from any thread; it tells what it has found until then.
    pub fn stop_handle(&self) -> StopHandle {
        StopHandle::for_flag(&self.enough)
    }

    /// What the search that fits the game thinks of the actions of a moment, by what a seat knows.
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
        let (found, way) = self.search.think(&ask, &mut Unjudged, &mut generator)?;
        Ok(Report::of(&self.game, legal, &found, way, started.elapsed()))
    }

    /// The value of an action of a report, looked into more closely if the search has hardly tried it.
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
        let (found, way) = self.search.think(&ask, &mut Unjudged, &mut generator)?;
        Ok(all_judged(&self.game, legal, &found, way).first().map(|judged| judged.value))
    }

    fn ask<'a>(&self, view: &'a View, legal: &'a ActionList, among: &'a [usize], thinking: Thinking) -> Ask<'a> {
        let deadline = thinking.nodes.is_none().then(|| Instant::now() + thinking.time);
        let budget = Budget { nodes: thinking.nodes, deadline, signal: None, enough: Some(self.enough.clone()) };
        let deep = DeepOptions { every: true, ..DeepOptions::default() };
        Ask { view, legal, among, options: TreeOptions::default(), deep, budget }
    }
}

impl Report {
    /// What a search has found among the actions of a list.
    pub(crate) fn of(game: &Game, legal: &ActionList, found: &Found, way: Way, took: Duration) -> Self {
        let actions = all_judged(game, legal, found, way);
        let depth = match way {
            Way::Deep => found.visits,
            _ => actions.first().map_or(0, |best| best.line.len() as u64),
        };
        Self { search: way.name(), nodes: found.nodes, depth, took, actions }
    }
}

/// The actions of a list as a search has found them.
fn all_judged(game: &Game, legal: &ActionList, found: &Found, way: Way) -> Vec<Judged> {
    let of = |rated: &Rated| {
        let sure = way == Way::Deep && rated.value.abs() > SURE;
        let plies = (2.0 * SURE - rated.value.abs()).round() as i64;
        let line = rated.line.iter().map(|record| Action::from_record(game, record));
        let action = legal.get(game, rated.index);
        Judged {
            line: if rated.line.is_empty() { vec![action.clone()] } else { line.collect() },
            action,
            value: rated.odds,
            lead: (way == Way::Deep && !sure).then_some(rated.value),
            is_bound: rated.is_bound,
            ends_in: sure.then_some(if rated.value > 0.0 { plies } else { -plies }),
            visits: rated.visits,
        }
    };
    found.all.iter().map(of).collect()
}
