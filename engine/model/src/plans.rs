//! Search plans: the searches of games without a robot of their own.

/// A search for a game without a robot of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SearchPlan {
    /// Alpha-beta over the scores of pieces or the hook `worth`.
    AlphaBeta,
    /// A tree of positions with random playouts.
    Uct,
    /// The same, with the mean utility of an action over all simulations as the prior estimate of its edges.
    UctHistory,
    /// The same, with playouts guided by that mean as well.
    UctMast,
    /// A tree of information sets with random playouts.
    Ismcts,
    /// The same with playouts guided by the mean utilities of actions.
    IsmctsMast,
    /// Whole turns, or simulations of a few plies, evaluated by the hook `worth`.
    Worth,
    /// A tree of information sets whose positions are evaluated by the hook `worth` without playouts.
    WorthNow,
}

impl SearchPlan {
    /// All of them by their names in tables.
    pub const ALL: &[(&'static str, Self)] = &[
        ("alphabeta", Self::AlphaBeta),
        ("uct", Self::Uct),
        ("uct-history", Self::UctHistory),
        ("uct-mast", Self::UctMast),
        ("ismcts", Self::Ismcts),
        ("ismcts-mast", Self::IsmctsMast),
        ("worth", Self::Worth),
        ("worth-now", Self::WorthNow),
    ];

    /// The name in tables.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, plan)| *plan == self).map_or("", |(name, _)| name)
    }

    /// The plan with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(other, _)| *other == name).map(|(_, plan)| *plan)
    }

    /// True for a tree of positions, which requires a game without chance and hidden information.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Uct | Self::UctHistory | Self::UctMast)
    }
}
