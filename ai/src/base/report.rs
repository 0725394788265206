//! What a search thinks of a moment, for whoever asks.

use std::time::Duration;

use parlour_engine::action::Action;

/// What a search thinks of a moment.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report {
    /// The search: `alphabeta`, `turn` for whole turns, `ismcts` for a tree of simulations, `halving` for what a robot has
    /// tried by itself, or `only` where there is one action.
    pub search: &'static str,
    /// How much was searched, in words.
    pub effort: String,
    /// The heading of what is told of an action besides its odds: its lead, or how often it was tried.
    pub heading: &'static str,
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
#[derive(Clone, Debug, PartialEq)]
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
