//! Search over any game: it knows only views, legal actions and what the rules make of them.
//!
//! Nothing here sees the state of a match. What a view does not show is dealt at random for every simulation
//! ([`Rules::worlds`]), the random generator included.

mod alphabeta;
mod analyst;
mod captures;
mod fit;
mod halving;
mod imagined;
mod learnt;
mod negamax;
mod order;
mod registry;
mod report;
mod think;
mod transpositions;
mod tree;
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
use parlour_engine::rules::{Playout, Rules};
use parlour_engine::script::{self, StopSignal};
use parlour_engine::state::State;
use parlour_engine::view::View;
use parlour_engine::worlds::Worlds;

pub(crate) use alphabeta::{DeepOptions, SURE};
pub use analyst::{AnalysisError, Analyst};
pub(crate) use halving::{FORM as HALVING, Trial, Tried, halving};
use learnt::Learnt;
use negamax::Memory;
pub(crate) use registry::{COMMON, Form, Options, SearchSpec, definitions};
use registry::{OptionSpec, OptionsSpec, WEIGHTS};
pub(crate) use think::candidates;
use tree::Tree;
use uct::Positions;
pub(crate) use weights::{Described, PieceWeights};

/// The searches that robots can call, in the order in which they are told.
pub(crate) const SEARCHES: [&SearchSpec; 6] =
    [&think::THINK, &tree::ISMCTS, &tree::UCT, &tree::FLAT, &turn::TURN, &alphabeta::ALPHABETA];

/// Why a search gave no result.
#[derive(Debug)]
pub(crate) enum SearchError {
    /// The rules failed in a position that the search has reached.
    Rules(Diagnostic),
    /// The robot's evaluation or rollout failed.
    Robot(script::Error),
    /// It was stopped.
    Stopped,
    /// The game can't be searched in this way.
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

/// When a search ends.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    pub(crate) nodes: Option<u64>,
    pub(crate) deadline: Option<Instant>,
    pub(crate) signal: Option<StopSignal>,
    /// Once it is raised what was found so far is enough.
    pub(crate) enough: Option<Arc<AtomicBool>>,
}

impl Budget {
    /// Whether there is time for another node.
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
    /// A part of what is left.
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

/// What a robot adds to a search.
pub(crate) trait Judge {
    /// How good a position is for a seat, in any unit; more is better. `None` if the robot has no evaluation.
    fn evaluate(&mut self, state: &State, seat: Seat) -> Result<Option<f64>, SearchError>;

    /// Whether there is an evaluation.
    fn has_evaluate(&self) -> bool;

    /// The index of the action that a playout takes. `None` if the robot leaves that to chance.
    fn rollout(&mut self, state: &State, legal: &ActionList) -> Result<Option<usize>, SearchError>;

    /// Whether there is a rollout policy.
    fn has_rollout(&self) -> bool;
}

/// A robot that adds nothing to what the game itself declares.
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

/// How the tree is grown and its leaves are judged.
#[derive(Clone, Debug)]
pub(crate) struct TreeOptions {
    /// Grow no tree beyond the first ply.
    pub(crate) flat: bool,
    /// The weight of what is little tried (utilities are 0 to 1).
    pub(crate) exploration: f64,
    /// Plies of a playout after which the position is judged as it stands.
    pub(crate) depth: u32,
    /// The difference of scores or evaluations that makes the odds e to 1.
    pub(crate) scale: f64,
    /// The visits that the mean utility of an action counts as, at the nodes of a tree of positions.
    pub(crate) history: f64,
    /// How much of the utility of an ending is the margin of the scores, 0 to 1.
    pub(crate) margin: f64,
    /// Actions tried at a node with many: so many times the square root of its visits, and a few.
    pub(crate) widen: f64,
    /// How playouts choose.
    pub(crate) policy: Policy,
}

/// How playouts choose where no robot does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Policy {
    /// At random.
    Random(Playout),
    /// What has been good for its seat in the simulations before, but now and then at random.
    Learnt,
}

impl TreeOptions {
    /// The options of a tree of positions with random playouts.
    pub(crate) fn uniform() -> Self {
        Self { policy: Policy::Random(Playout::ByAction), ..Self::default() }
    }

    /// The options of a tree of positions with random playouts, whose edges begin with the mean utility of their action.
    pub(crate) fn with_history() -> Self {
        Self { exploration: 0.5, history: 20.0, ..Self::uniform() }
    }

    /// The options of a tree of positions whose playouts are guided by the mean utilities of actions.
    pub(crate) fn guided() -> Self {
        Self { exploration: 0.25, history: 6.0, policy: Policy::Learnt, ..Self::default() }
    }
}

impl Default for TreeOptions {
    fn default() -> Self {
        Self {
            flat: false,
            exploration: 0.7,
            depth: 100_000,
            scale: 1.0,
            margin: 0.0,
            history: 0.0,
            widen: 2.0,
            policy: Policy::Random(Playout::ByVerb),
        }
    }
}

/// What a search is asked.
#[derive(Clone, Debug)]
pub(crate) struct Ask<'a> {
    /// What the seat may know.
    pub(crate) view: &'a View,
    /// The legal actions.
    pub(crate) legal: &'a ActionList,
    /// The indices of those to choose among; not empty.
    pub(crate) among: &'a [usize],
    pub(crate) options: TreeOptions,
    /// For alpha-beta.
    pub(crate) deep: DeepOptions,
    pub(crate) budget: Budget,
}

/// What a search found.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// How that is told.
    pub(crate) form: &'static Form,
    /// The index of the best action.
    pub(crate) best: usize,
    /// Its utility for the seat: for a tree 0 to 1, or the score where nobody plays against anybody; for alpha-beta the
    /// evaluation.
    pub(crate) value: f64,
    /// Simulations, or positions visited.
    pub(crate) nodes: u64,
    /// For a tree, how often the best action was tried; for alpha-beta, the depth that was searched to its end.
    pub(crate) visits: u64,
    /// Every action.
    pub(crate) all: Vec<Rated>,
}

/// What a search has found of an action.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Rated {
    /// Its place in the list of legal actions.
    pub(crate) index: usize,
    /// How often it was tried; 0 for alpha-beta.
    pub(crate) visits: u64,
    /// Its value, as that of [`Found`].
    pub(crate) value: f64,
    /// The odds of winning, whatever else the value counts; the score where nobody plays against anybody.
    pub(crate) odds: f64,
    /// Whether all that is known of it is that it is worth no more than this.
    pub(crate) is_bound: bool,
    /// The action and how it goes on, as records, as far as that is known.
    pub(crate) line: Vec<Vec<u8>>,
}

/// Searches one game; keeps what it has allocated.
#[derive(Debug)]
pub(crate) struct Search {
    game: Arc<Game>,
    host: Rules,
    tree: Tree,
    positions: Positions,
    /// A state for looking one action ahead.
    spare: Option<State>,
    list: ActionList,
    /// The action that is being taken.
    action: Vec<u8>,
    /// The action with which the world that is looked at was entered; empty where chance alone plays on in it.
    first: Vec<u8>,
    /// What playouts have learnt of actions.
    learnt: Learnt,
    /// What alpha-beta keeps.
    memory: Memory,
    /// What chance can do, found out when alpha-beta first asks; nothing in games without chance.
    dice: Option<Option<Outcomes>>,
}

impl Search {
    /// Loads the rules for searching.
    ///
    /// # Errors
    /// Rules that fail.
    pub(crate) fn new(game: Arc<Game>) -> Result<Self, Faults> {
        let host = Rules::new(game.clone())?;
        // A single playout is short; what goes on for longer than this is an endless loop.
        host.set_budget(Duration::from_secs(2));
        Ok(Self::with_host(game, host))
    }

    /// A search that has nothing of an earlier one but its rules, which take the longest to load.
    pub(crate) fn with_host(game: Arc<Game>, host: Rules) -> Self {
        Self {
            game,
            host,
            tree: Tree::default(),
            positions: Positions::default(),
            spare: None,
            list: ActionList::new(),
            action: Vec::new(),
            first: Vec::new(),
            learnt: Learnt::default(),
            memory: Memory::default(),
            dice: None,
        }
    }

    /// The worlds that fit a view.
    ///
    /// # Errors
    /// Rules that fail, and a view that no world fits.
    pub(crate) fn worlds(&mut self, view: &View) -> Result<Worlds, SearchError> {
        Ok(self.host.worlds(view)?)
    }

    /// Gives the rules back.
    pub(crate) fn into_host(self) -> Rules {
        self.host
    }

    /// Takes an action and lists what is legal then.
    ///
    /// # Errors
    /// Rules that fail.
    pub(crate) fn look(&mut self, state: &mut State, action: &[u8], list: &mut ActionList) -> Result<(), Diagnostic> {
        self.host.step(state, action, list)
    }

    /// Lists what is legal.
    ///
    /// # Errors
    /// Rules that fail.
    pub(crate) fn legal(&mut self, state: &State, list: &mut ActionList) -> Result<(), Diagnostic> {
        self.host.legal(state, list)
    }

    /// How good a position is for a seat: as the robot says, or else the rules. `None` if neither does.
    fn judged(&mut self, state: &State, seat: Seat, judge: &mut dyn Judge) -> Result<Option<f64>, SearchError> {
        if judge.has_evaluate() { judge.evaluate(state, seat) } else { Ok(self.host.worth(state, seat)?) }
    }

    /// What a position is worth to each team, the mean over its seats. `None` if nothing says so.
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

    /// The utility of every seat in a position where a playout has stopped: the expected share of a win, or the score
    /// where nobody plays against anybody.
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

    /// The share that each seat has of the win of a match that is over, or the score where nobody plays against anybody.
    fn shares<'a>(&'a self, state: &'a State) -> impl Fn(Seat) -> f64 + 'a {
        let game = &self.game;
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

    /// Plays on until the end or the depth.
    fn playout(
        &mut self,
        state: &mut State,
        options: &TreeOptions,
        judge: &mut dyn Judge,
        generator: &mut Generator,
    ) -> Result<(), SearchError> {
        if !judge.has_rollout()
            && let Policy::Random(policy) = options.policy
        {
            self.host.playout(state, generator, policy, options.depth)?;
            return Ok(());
        }
        let mut list = std::mem::take(&mut self.list);
        self.host.legal(state, &mut list)?;
        for _ in 0..options.depth {
            if state.is_over() {
                break;
            }
            let n = match (judge.rollout(state, &list)?, options.policy, state.decision()) {
                (Some(n), ..) => n,
                (None, Policy::Learnt, Some(decision)) => {
                    self.learnt.choose(&self.game, decision.seat, &list, generator)
                }
                (None, ..) => Playout::ByVerb.choose(&list, generator).unwrap_or(0),
            };
            self.action.clear();
            self.action.extend_from_slice(list.record(n));
            self.host.step(state, &self.action, &mut list)?;
        }
        self.list = list;
        Ok(())
    }
}

/// How far a team is ahead of the best of the others, or what it has where nobody plays against anybody.
fn lead(values: &[f64], team: usize) -> f64 {
    let others = values.iter().enumerate().filter(|(n, _)| *n != team).map(|(_, value)| *value);
    others.reduce(f64::max).map_or(values[team], |best| values[team] - best)
}

/// How likely it is to win with a lead, of which the scale makes it e to 1.
pub(crate) fn odds(lead: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-lead / scale).exp())
}
