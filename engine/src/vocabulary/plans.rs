//! Searches that play a game for which no robot was written.

/// A search by which a game is played where no robot was written for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SearchPlan {
    /// Alpha-beta over the scores of pieces or the hook `worth`.
    AlphaBeta,
    /// A tree of positions with random playouts.
    Uct,
    /// The same, in which the mean utility of an action over all simulations is the prior estimate of its edges.
    UctHistory,
    /// The same, in which that mean guides playouts as well.
    UctMast,
    /// A tree of information sets with random playouts.
    Ismcts,
    /// The same with playouts that are guided by the mean utilities of actions.
    IsmctsMast,
    /// Whole turns, or simulations of a few plies, judged by the hook `worth`.
    Worth,
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
    ];

    /// The names in tables.
    pub const NAMES: &[&'static str] = &{
        let mut names = [""; Self::ALL.len()];
        let mut n = 0;
        while n < names.len() {
            names[n] = Self::ALL[n].0;
            n += 1;
        }
        names
    };

    /// The name in tables.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, plan)| *plan == self).map_or("", |(name, _)| name)
    }

    /// The plan of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(other, _)| *other == name).map(|(_, plan)| *plan)
    }

    /// True for a tree of positions, which takes a game without chance and without hidden information.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Uct | Self::UctHistory | Self::UctMast)
    }
}
