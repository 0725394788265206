//! Search over any game, through views, legal actions and the rules; and the interface of players ([`player`]).
//!
//! Nothing here sees the true state of a match. Everything that a view doesn't show, including the random generator, is
//! sampled for every simulation ([`Rules::worlds`]).

mod alphabeta;
mod analyst;
mod captures;
mod choose_plan;
mod evaluation;
mod found;
mod halving;
mod ismcts;
mod negamax;
mod order;
pub mod params;
pub mod player;
mod registry;
pub mod report;
mod sampler;
pub mod spec;
mod think;
mod transpositions;
mod tree_options;
mod tree_searches;
mod turn;
mod uct;
mod weights;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::{Code, Diagnostic, Faults};
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::outcomes::Outcomes;
use parlour_engine::rules::{ActionMeans, Playout, Rules, Taken};
use parlour_engine::script::{self, StopSignal};
use parlour_engine::state::State;
use parlour_engine::view::View;
use parlour_engine::worlds::Worlds;

pub use alphabeta::{DeepOptions, SURE};
pub use analyst::{AnalysisError, Analyst};
pub use evaluation::Evaluation;
pub use evaluation::LearntJudge;
pub use halving::{FORM as HALVING, Trial, Tried, halving};
use ismcts::Tree;
use negamax::Memory;
pub use registry::{COMMON, Form, Options, SearchSpec, definitions};
use registry::{OptionSpec, OptionsSpec, WEIGHTS};
pub use think::candidates;
use tree_options::Policy;
pub use tree_options::TreeOptions;
use uct::Positions;
pub use weights::{EvaluationWeights, PieceWeights};

/// The searches that robots can call, in the order of the documentation.
pub const SEARCHES: [&SearchSpec; 6] = [
    &think::THINK,
    &tree_searches::ISMCTS,
    &tree_searches::UCT,
    &tree_searches::FLAT,
    &turn::TURN,
    &alphabeta::ALPHABETA,
];

/// The reason why a search gave no result.
#[derive(Debug)]
pub enum SearchError {
    /// The rules failed in a position that the search reached.
    Rules(Diagnostic),
    /// The robot's evaluation or rollout failed.
    Robot(script::Error),
    /// It was stopped.
    Stopped,
    /// The search doesn't support the game.
    Unfit(String),
}

impl From<Diagnostic> for SearchError {
    fn from(fault: Diagnostic) -> Self {
        Self::Rules(fault)
    }
}

impl From<Faults> for SearchError {
    fn from(faults: Faults) -> Self {
        let unknown = || Diagnostic::new(Code::ScriptHost, "the scripts don't load");
        Self::Rules(faults.0.into_iter().next().unwrap_or_else(unknown))
    }
}

/// The budget of a search.
#[derive(Clone, Debug)]
pub struct Budget {
    /// The number of nodes; no limit if `None`.
    pub nodes: Option<u64>,
    /// The time by which it must end.
    pub deadline: Option<Instant>,
    /// The signal that stops it.
    pub signal: Option<StopSignal>,
    /// Set to end the search with the result so far.
    pub enough: Option<Arc<AtomicBool>>,
}

impl Budget {
    /// True if the budget allows another node.
    fn allows(&self, nodes: u64) -> Result<bool, SearchError> {
        if self.signal.as_ref().is_some_and(StopSignal::is_raised) {
            return Err(SearchError::Stopped);
        }
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let is_enough = self.enough.as_ref().is_some_and(|enough| enough.load(Ordering::Relaxed));
        Ok(!late && !is_enough && self.nodes.is_none_or(|most| nodes < most))
    }
}

impl Budget {
    /// A share of the remaining budget.
    fn part(&self, share: f64) -> Self {
        let now = Instant::now();
        Self {
            nodes: self.nodes.map(|nodes| ((nodes as f64 * share) as u64).max(1)),
            deadline: self.deadline.map(|deadline| now + deadline.saturating_duration_since(now).mul_f64(share)),
            signal: self.signal.clone(),
            enough: self.enough.clone(),
        }
    }
}

/// Callbacks of a robot for a search.
pub trait Judge {
    /// The evaluation of a position for a seat, in any unit; more is better. `None` if the robot has no evaluation.
    fn evaluate(&mut self, state: &State, seat: Seat) -> Result<Option<f64>, SearchError>;

    /// True if there is an evaluation.
    fn has_evaluate(&self) -> bool;

    /// The index of the action that a playout takes. `None` leaves it to the default policy.
    fn rollout(&mut self, state: &State, legal: &ActionList) -> Result<Option<usize>, SearchError>;

    /// True if there is a rollout policy.
    fn has_rollout(&self) -> bool;
}

/// A robot without callbacks: the game's own declarations apply.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unjudged;

impl Judge for Unjudged {
    fn evaluate(&mut self, _state: &State, _seat: Seat) -> Result<Option<f64>, SearchError> {
        Ok(None)
    }

    fn has_evaluate(&self) -> bool {
        false
    }

    fn rollout(&mut self, _state: &State, _legal: &ActionList) -> Result<Option<usize>, SearchError> {
        Ok(None)
    }

    fn has_rollout(&self) -> bool {
        false
    }
}

/// A request to a search.
#[derive(Clone, Debug)]
pub struct Ask<'a> {
    /// The observation of the seat.
    pub view: &'a View,
    /// The legal actions.
    pub legal: &'a ActionList,
    /// The indices of the actions to choose from; not empty.
    pub among: &'a [usize],
    /// The options.
    pub options: TreeOptions,
    /// Options of alpha-beta.
    pub deep: DeepOptions,
    /// The budget.
    pub budget: Budget,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its form of report.
    pub form: &'static Form,
    /// The index of the best action.
    pub best: usize,
    /// Its value for the seat: for a tree the utility, 0 to 1, or the score in cooperative and single-player games; for
    /// alpha-beta the evaluation.
    pub value: f64,
    /// Simulations, or positions visited.
    pub nodes: u64,
    /// For a tree, the visits of the best action; for alpha-beta, the last completed depth.
    pub visits: u64,
    /// Every action.
    pub all: Vec<Rated>,
}

/// The result for an action.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rated {
    /// Its index in the list of legal actions.
    pub index: usize,
    /// Its visits; 0 for alpha-beta.
    pub visits: u64,
    /// Its value, as that of [`Found`].
    pub value: f64,
    /// The odds of winning, without the other components of the value; the score in cooperative and single-player
    /// games.
    pub odds: f64,
    /// True if the value is only an upper bound.
    pub is_bound: bool,
    /// The action and its known continuation (principal variation), as records.
    pub line: Vec<Vec<u8>>,
}

/// Searches one game; keeps its allocations between searches.
#[derive(Debug)]
pub struct Search {
    game: Arc<Game>,
    host: Rules,
    tree: Tree,
    positions: Positions,
    /// Scratch state for looking one action ahead.
    spare: Option<State>,
    list: ActionList,
    /// The action being applied.
    action: Vec<u8>,
    /// The action by which the current world was entered; empty in plain playouts.
    first: Vec<u8>,
    /// The mean utilities of actions, which guide playouts.
    means: ActionMeans,
    /// The actions of the current simulation, if playouts are guided.
    taken: Vec<Taken>,
    /// The state of alpha-beta.
    memory: Memory,
    /// The chance outcomes of the game, computed when alpha-beta first needs them; `None` inside for games without
    /// chance.
    dice: Option<Option<Outcomes>>,
}

impl Search {
    /// Loads the rules for searching.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn new(game: Arc<Game>) -> Result<Self, Faults> {
        let host = Rules::new(game.clone())?;
        // A single playout is short; anything longer is an endless loop.
        host.set_budget(Duration::from_secs(2));
        Ok(Self::with_host(game, host))
    }

    /// A search that reuses loaded rules, the slowest part to make, but nothing else.
    pub fn with_host(game: Arc<Game>, host: Rules) -> Self {
        Self {
            game,
            host,
            tree: Tree::default(),
            positions: Positions::default(),
            spare: None,
            list: ActionList::new(),
            action: Vec::new(),
            first: Vec::new(),
            means: ActionMeans::default(),
            taken: Vec::new(),
            memory: Memory::default(),
            dice: None,
        }
    }

    /// A sampler of the worlds that fit a view.
    ///
    /// # Errors
    /// Rules that fail, and a view that no world fits.
    pub(crate) fn worlds(&mut self, view: &View) -> Result<Worlds, SearchError> {
        Ok(self.host.worlds(view)?)
    }

    /// Returns the rules.
    pub fn into_host(self) -> Rules {
        self.host
    }

    /// Applies an action and lists the legal actions after it.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn look(&mut self, state: &mut State, action: &[u8], list: &mut ActionList) -> Result<(), Diagnostic> {
        self.host.step(state, action, list)
    }

    /// Lists the legal actions.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn legal(&mut self, state: &State, list: &mut ActionList) -> Result<(), Diagnostic> {
        self.host.legal(state, list)
    }

    /// The evaluation of a position for a seat, by the robot or else by the rules. `None` without either.
    fn judged(&mut self, state: &State, seat: Seat, judge: &mut dyn Judge) -> Result<Option<f64>, SearchError> {
        if judge.has_evaluate() { judge.evaluate(state, seat) } else { Ok(self.host.worth(state, seat)?) }
    }

    /// The value of a position for each team, the mean over its seats. `None` without an evaluation.
    fn values(&mut self, state: &State, judge: &mut dyn Judge) -> Result<Option<Vec<f64>>, SearchError> {
        let game = self.game.clone();
        let mut values = vec![0.0; game.teams().len()];
        for seat in game.seats() {
            let Some(value) = self.judged(state, seat, judge)? else { return Ok(None) };
            let team = game.team_of(seat);
            values[team] += value / game.members(team).count() as f64;
        }
        Ok(Some(values))
    }

    /// The utilities of all seats where a playout stopped: the expected share of the win, or the score in cooperative
    /// and single-player games.
    fn utilities(
        &mut self,
        state: &State,
        options: &TreeOptions,
        judge: &mut dyn Judge,
        out: &mut Vec<f64>,
    ) -> Result<(), SearchError> {
        out.clear();
        let game = self.game.clone();
        let (seats, teams) = (game.seat_count(), game.teams().len());
        let team_of = |seat: Seat| game.team_of(seat);
        if state.is_over() {
            let share = self.shares(state);
            if game.is_together() || options.margin == 0.0 {
                out.extend(game.seats().map(share));
                return Ok(());
            }
            let scores: Vec<f64> = (0..teams).map(|team| game.team_score(state, team)).collect();
            out.extend(game.seats().map(|seat| {
                let margin = odds(lead(&scores, team_of(seat)), options.scale);
                (1.0 - options.margin) * share(seat) + options.margin * margin
            }));
            return Ok(());
        }
        match self.values(state, judge)? {
            Some(values) if self.game.is_together() => out.resize(seats, values[0]),
            Some(values) => {
                out.extend(game.seats().map(|seat| odds(lead(&values, team_of(seat)), options.scale)));
            }
            None if self.game.is_together() => out.resize(seats, self.game.score_so_far(state)),
            None => out.resize(seats, 1.0 / teams as f64),
        }
        Ok(())
    }

    /// Each seat's share of the win of a finished match, or the score in cooperative and single-player games.
    fn shares<'a>(&'a self, state: &'a State) -> impl Fn(Seat) -> f64 + 'a {
        shares(&self.game, state)
    }

    /// Forgets the means of actions, if they guide the playouts of a search that begins.
    fn forget_means(&mut self, options: &TreeOptions) {
        if options.policy == Policy::Learnt {
            self.means.clear();
        }
    }

    /// Plays out to the end or the depth limit.
    fn playout(
        &mut self,
        state: &mut State,
        options: &TreeOptions,
        judge: &mut dyn Judge,
        generator: &mut Generator,
    ) -> Result<(), SearchError> {
        let (policy, is_guided) = match options.policy {
            Policy::Random(policy) => (policy, false),
            Policy::Learnt => (Playout::ByVerb, true),
        };
        if !judge.has_rollout() {
            let Self { host, means, taken, .. } = self;
            if is_guided {
                host.recorded_playout(state, generator, policy, options.depth, Some(means), taken)?;
            } else {
                host.playout(state, generator, policy, options.depth)?;
            }
            return Ok(());
        }
        let mut list = std::mem::take(&mut self.list);
        self.host.legal(state, &mut list)?;
        for _ in 0..options.depth {
            if state.is_over() {
                break;
            }
            let n = match judge.rollout(state, &list)? {
                Some(n) => n,
                None => {
                    let taken = |n: usize| self.host.taken(state, list.record(n));
                    let means = is_guided.then_some(&self.means);
                    let best = means.and_then(|means| means.choose(generator, list.len(), taken));
                    let n = best.unwrap_or_else(|| policy.choose(&list, generator).unwrap_or(0));
                    if is_guided {
                        self.taken.push(taken(n));
                    }
                    n
                }
            };
            self.action.clear();
            self.action.extend_from_slice(list.record(n));
            self.host.step(state, &self.action, &mut list)?;
        }
        self.list = list;
        Ok(())
    }
}

/// Each seat's share of the win of a finished match, or the score in cooperative and single-player games.
pub fn shares<'a>(game: &'a Game, state: &'a State) -> impl Fn(Seat) -> f64 + 'a {
    let has_won = move |team: usize| game.members(team).any(|seat| state.has_won(seat));
    let teams = game.teams().len();
    let winners = (0..teams).filter(|&team| has_won(team)).count();
    move |seat| match winners {
        _ if game.is_together() => game.team_score(state, 0),
        0 => 1.0 / teams as f64,
        _ if has_won(game.team_of(seat)) => 1.0 / winners as f64,
        _ => 0.0,
    }
}

/// The lead of a team over the best other one, or its value in cooperative and single-player games.
fn lead(values: &[f64], team: usize) -> f64 {
    let others = values.iter().enumerate().filter(|(n, _)| *n != team).map(|(_, value)| *value);
    others.reduce(f64::max).map_or(values[team], |best| values[team] - best)
}

/// The logistic win probability of a lead; the scale is the lead with odds e to 1.
pub fn odds(lead: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-lead / scale).exp())
}
