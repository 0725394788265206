//! Options of the searches by simulations, with their defaults. Robots set them by the names in
//! [`tree_searches`](super::tree_searches).

use parlour_engine::rules::Playout;

/// Options of tree growth and leaf evaluation.
#[derive(Clone, Debug)]
pub struct TreeOptions {
    /// Flat Monte Carlo: no tree beyond the first ply.
    pub(crate) flat: bool,
    /// The exploration constant (utilities are 0 to 1).
    pub(crate) exploration: f64,
    /// The ply limit of a playout, after which the position is evaluated.
    pub(crate) depth: u32,
    /// The lead in scores or evaluations at which the odds are e to 1.
    pub(crate) scale: f64,
    /// The weight, in visits, of an action's mean utility as the prior at nodes of a tree of positions.
    pub(crate) history: f64,
    /// The weight of the score margin in the utility of an ending, 0 to 1.
    pub(crate) margin: f64,
    /// Progressive widening: the factor of the square root of a node's visits in its number of tried actions.
    pub(crate) widen: f64,
    /// The playout policy.
    pub(crate) policy: Policy,
}

/// The default playout policy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Policy {
    /// Uniformly random.
    Random(Playout),
    /// Epsilon-greedy by the mean utility of actions for the seat (MAST).
    Learnt,
}

impl TreeOptions {
    /// Options of a tree of positions with random playouts.
    pub(crate) fn uniform() -> Self {
        Self { policy: Policy::Random(Playout::ByAction), ..Self::default() }
    }

    /// Options of a tree of positions with random playouts and progressive history.
    pub(crate) fn with_history() -> Self {
        Self { exploration: 0.5, history: 20.0, ..Self::uniform() }
    }

    /// Options of a tree of positions with playouts guided by the mean utilities of actions.
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
