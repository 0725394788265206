//! `search.ismcts`, `search.uct` and `search.flat`: the searches by simulations, with their options for robots.
//!
//! Without hidden information and chance, `uct` searches a tree of positions ([`uct`](super::uct)); all others are
//! [`ismcts`](super::ismcts), `flat` without its tree.

use parlour_engine::chance::Generator;
use parlour_engine::rules::Playout;

use super::{
    Ask, Found, Judge, OptionSpec, Options, OptionsSpec, Policy, Search, SearchError, SearchSpec, TreeOptions,
};

/// `search.ismcts`
pub(super) const ISMCTS: SearchSpec = SearchSpec {
    name: "ismcts",
    help: "For hidden cards and chance: a tree, with what can't be seen dealt anew for every simulation.",
    options: &OPTIONS,
    is_random: true,
    run: |search, ask, options, judge, generator| run(search, ask, (options, Shape::InformationSets), judge, generator),
};

/// `search.uct`
pub(super) const UCT: SearchSpec = SearchSpec {
    name: "uct",
    help: "For open information: a tree of positions, with proven wins and losses.",
    run: |search, ask, options, judge, generator| run(search, ask, (options, Shape::Positions), judge, generator),
    ..ISMCTS
};

/// `search.flat`
pub(super) const FLAT: SearchSpec = SearchSpec {
    name: "flat",
    help: "Playouts of each legal action, without a tree.",
    run: |search, ask, options, judge, generator| run(search, ask, (options, Shape::Flat), judge, generator),
    ..ISMCTS
};

const OPTIONS: OptionsSpec = OptionsSpec {
    name: "TreeOptions",
    help: "What a search of simulations takes.",
    nodes: "Simulations",
    own: &[
        OptionSpec { name: "evaluate", kind: "Evaluate?", help: "How good the moment is where a playout ends." },
        OptionSpec { name: "scale", kind: "number?", help: SCALE },
        OptionSpec {
            name: "rollout",
            kind: "((legal: Actions, seat: number) -> Action?)?",
            help: "The action that a playout takes for the seat that is to act; nil leaves it to chance.",
        },
        OptionSpec { name: "depth", kind: "number?", help: "Actions that a playout goes on before `evaluate` judges." },
        OptionSpec { name: "exploration", kind: "number?", help: "How much a tree tries what has looked bad." },
        OptionSpec {
            name: "margin",
            kind: "number?",
            help: "How much of the worth of an ending is the margin of scores, 0 to 1.",
        },
        OptionSpec {
            name: "history",
            kind: "number?",
            help: "For `uct` with learnt playouts: the visits that the mean of an action in all simulations counts as.",
        },
        OptionSpec { name: "widen", kind: "number?", help: "How many of many actions are tried." },
        OptionSpec {
            name: "policy",
            kind: "(\"kind\" | \"action\" | \"first\" | \"learnt\")?",
            help: "How chance chooses in playouts.",
        },
    ],
};

/// Help for `scale` in searches that compute odds.
pub(super) const SCALE: &str = "The lead that makes the odds about 3 to 1.";

/// The kind of a tree's nodes.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    /// None beyond the first ply.
    Flat,
    /// Positions in games of open information without chance; information sets otherwise.
    Positions,
    /// Information sets of the searching seat.
    InformationSets,
}

/// Reads the options and searches.
fn run(
    search: &mut Search,
    ask: Ask<'_>,
    (options, shape): (&dyn Options, Shape),
    judge: &mut dyn Judge,
    generator: &mut Generator,
) -> Result<Found, SearchError> {
    let is_open = shape == Shape::Positions && search.is_open();
    let usual = if is_open { TreeOptions::guided() } else { TreeOptions::default() };
    let policies = [
        ("kind", Policy::Random(Playout::ByVerb)),
        ("action", Policy::Random(Playout::ByAction)),
        ("first", Policy::Random(Playout::FirstVerb)),
        ("learnt", Policy::Learnt),
    ];
    let options = TreeOptions {
        policy: options.word("policy", &policies.map(|(name, _)| name))?.map_or(usual.policy, |n| policies[n].1),
        flat: shape == Shape::Flat,
        history: options.number("history", 0.0, 1e6)?.unwrap_or(usual.history),
        exploration: options.number("exploration", 0.0, 1e6)?.unwrap_or(usual.exploration),
        depth: options.number("depth", 0.0, 1e6)?.map_or(usual.depth, |n| n as u32),
        scale: options.number("scale", 1e-9, 1e9)?.unwrap_or(usual.scale),
        margin: options.number("margin", 0.0, 1.0)?.unwrap_or(usual.margin),
        widen: options.number("widen", 0.0, 1e6)?.unwrap_or(usual.widen),
    };
    if is_open {
        return search.search_positions(&Ask { options, ..ask }, judge, generator);
    }
    let worlds = search.worlds(ask.view)?;
    search.monte_carlo(&worlds, &Ask { options, ..ask }, judge, generator)
}
