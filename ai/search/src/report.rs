//! Reports of searches.

use std::time::Duration;

use parlour_engine::action::Action;

/// The report of a search: its evaluation of a position.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report {
    /// The search: `alphabeta`, `turn` for whole turns, `ismcts` for Monte Carlo tree search, `halving` for a robot's
    /// own trials, or `only` if there is one action.
    pub search: &'static str,
    /// The work done, in words.
    pub effort: String,
    /// The heading of the column beside the odds: the lead, or the visits.
    pub heading: &'static str,
    /// Positions visited, or simulations.
    pub nodes: u64,
    /// The last completed depth of alpha-beta, or the length of the principal variation.
    pub depth: u64,
    /// Time taken.
    pub took: Duration,
    /// The actions, best first.
    pub actions: Vec<Judged>,
}

/// The evaluation of an action.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Judged {
    /// The action.
    pub action: Action,
    /// The odds of winning, 0 to 1; in cooperative or single-player games the expected score.
    pub value: f64,
    /// The evaluation in the game's own units (the lead in scores of pieces), from alpha-beta in undecided positions.
    pub lead: Option<f64>,
    /// True if alpha-beta knows the value only as an upper bound.
    pub is_bound: bool,
    /// Plies until the game is won, or lost if negative, where that is proven.
    pub ends_in: Option<i64>,
    /// Visits in a tree, trials of a robot, or worlds of a whole turn; 0 for alpha-beta.
    pub visits: u64,
    /// The action and its expected continuation (principal variation), in one world that fits the view.
    pub line: Vec<Action>,
}
