//! What is known of a search beside how it goes about it: what robots call it, which options it takes and how it tells
//! what it has found. From it come the functions of `search` in robots, their type definitions and the reports. A search
//! that is added stands in a file of its own, with its entry in [`super::SEARCHES`].

use std::fmt::Write as _;

use parlour_engine::chance::Generator;

use super::{Ask, Described, Found, Judge, Search, SearchError};

/// A search that robots call as `search.NAME`.
#[derive(Debug)]
pub(crate) struct SearchSpec {
    pub(crate) name: &'static str,
    /// What it is for, for those who write robots.
    pub(crate) help: &'static str,
    pub(crate) options: &'static OptionsSpec,
    /// Whether it draws at random. The robot's own generator goes on after one that does.
    pub(crate) is_random: bool,
    pub(crate) run: Run,
}

/// Reads the options and searches.
pub(crate) type Run =
    fn(&mut Search, Ask<'_>, &dyn Options, &mut dyn Judge, &mut Generator) -> Result<Found, SearchError>;

/// The options of a search, or of several: those that all have, and its own.
#[derive(Debug)]
pub(crate) struct OptionsSpec {
    /// The name of their type.
    pub(crate) name: &'static str,
    pub(crate) help: &'static str,
    /// What `nodes` are.
    pub(crate) nodes: &'static str,
    pub(crate) own: &'static [OptionSpec],
}

/// An option.
#[derive(Debug)]
pub(crate) struct OptionSpec {
    pub(crate) name: &'static str,
    /// Its type in Luau.
    pub(crate) kind: &'static str,
    pub(crate) help: &'static str,
}

/// The options that every search takes.
pub(crate) const COMMON: [&str; 3] = ["time", "nodes", "among"];
/// The type of an `evaluate` that may be a table of weights.
pub(crate) const WEIGHTS: &str = "(Evaluate | Weights)?";

impl OptionsSpec {
    /// The names of all options.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> + Clone + use<> {
        COMMON.into_iter().chain(self.own.iter().map(|option| option.name))
    }

    /// Whether `evaluate` may be a table of weights.
    pub(crate) fn takes_weights(&self) -> bool {
        self.own.iter().any(|option| option.kind == WEIGHTS)
    }

    /// The definition of the type in Luau.
    fn definition(&self) -> String {
        let Self { name, help, nodes, own } = self;
        let mut out = format!("--- {help}\nexport type {name} = {{\n");
        let nodes = format!("{nodes}, and no more than what is left.");
        let common = [
            ("time", "number?", "Seconds, and no more than what is left."),
            ("nodes", "number?", &nodes),
            ("among", "any", "The actions to choose among, a list of some of the legal ones."),
        ];
        for (name, kind, help) in common.into_iter().chain(own.iter().map(|own| (own.name, own.kind, own.help))) {
            // Writing to a `String` does not fail.
            let _ = writeln!(out, "\t--- {help}\n\t{name}: {kind},");
        }
        out + "}\n"
    }
}

/// The definitions of the types of all options, and of the functions, in Luau.
pub(crate) fn definitions(searches: &[&SearchSpec]) -> (String, String) {
    let (mut types, mut functions) = (Vec::new(), String::new());
    for SearchSpec { name, help, options, .. } in searches {
        let definition = options.definition();
        if !types.contains(&definition) {
            types.push(definition);
        }
        let _ = writeln!(functions, "\t--- {help}\n\t{name}: (options: {}?) -> (Action, Found),", options.name);
    }
    (types.join("\n"), functions)
}

/// Where a search reads its options from. A value of another type than it should have is an error.
pub(crate) trait Options {
    /// A number within bounds.
    fn number(&self, name: &str, min: f64, max: f64) -> Result<Option<f64>, SearchError>;

    /// True or false.
    fn flag(&self, name: &str) -> Result<Option<bool>, SearchError>;

    /// The place of a word among those that it can be.
    fn word(&self, name: &str, words: &[&str]) -> Result<Option<usize>, SearchError>;

    /// The weights that `evaluate` is, if it is a table of them.
    fn weights(&self) -> Result<Option<Described>, SearchError>;
}

/// How what a search has found is told.
#[derive(Debug)]
pub(crate) struct Form {
    /// The name of the search.
    pub(crate) name: &'static str,
    /// Whether values are leads and `visits` the depth that was searched to its end. Otherwise values are odds and visits
    /// how often an action was tried.
    pub(crate) has_leads: bool,
    /// The heading of what is told of an action besides its odds.
    pub(crate) heading: &'static str,
    /// How much was searched, in words.
    pub(crate) effort: fn(&Found) -> String,
}
