//! Registry entries of searches: the name for robots, the options and the form of the report. The functions of `search`
//! in robots, their type definitions and the reports are generated from them. A new search has a [`SearchSpec`], in a
//! file of its own or in [`tree_searches`](super::tree_searches), and an entry in [`super::SEARCHES`].

use std::fmt::Write as _;

use parlour_engine::chance::Generator;

use super::{Ask, EvaluationWeights, Found, Judge, Search, SearchError};

/// A search that robots call as `search.NAME`.
#[derive(Debug)]
pub struct SearchSpec {
    /// The name in `search.NAME`.
    pub name: &'static str,
    /// Its purpose, for authors of robots.
    pub(crate) help: &'static str,
    /// The options.
    pub options: &'static OptionsSpec,
    /// True if it is randomized. The robot's own generator advances after such a search.
    pub is_random: bool,
    /// The search itself.
    pub run: Run,
}

/// The function that reads the options and searches.
pub(crate) type Run =
    fn(&mut Search, Ask<'_>, &dyn Options, &mut dyn Judge, &mut Generator) -> Result<Found, SearchError>;

/// The options of a search, or of several: the common ones, and its own.
#[derive(Debug)]
pub struct OptionsSpec {
    /// The name of their Luau type.
    pub(crate) name: &'static str,
    pub(crate) help: &'static str,
    /// The meaning of `nodes`.
    pub(crate) nodes: &'static str,
    pub(crate) own: &'static [OptionSpec],
}

/// An option.
#[derive(Debug)]
pub(crate) struct OptionSpec {
    pub(crate) name: &'static str,
    /// Its Luau type.
    pub(crate) kind: &'static str,
    pub(crate) help: &'static str,
}

/// The options that every search takes.
pub const COMMON: [&str; 3] = ["time", "nodes", "among"];
/// The type of an `evaluate` that may be a table of weights.
pub(crate) const WEIGHTS: &str = "(Evaluate | Weights)?";

impl OptionsSpec {
    /// The names of all options.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + Clone + use<> {
        COMMON.into_iter().chain(self.own.iter().map(|option| option.name))
    }

    /// True if `evaluate` may be a table of weights.
    pub fn takes_weights(&self) -> bool {
        self.own.iter().any(|option| option.kind == WEIGHTS)
    }

    /// The Luau definition of the type.
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
            // Writing to a `String` doesn't fail.
            let _ = writeln!(out, "\t--- {help}\n\t{name}: {kind},");
        }
        out + "}\n"
    }
}

/// The Luau definitions of the types of all options, and of the functions.
pub fn definitions(searches: &[&SearchSpec]) -> (String, String) {
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

/// The source of a search's options. A value of the wrong type is an error.
pub trait Options {
    /// A number within bounds.
    fn number(&self, name: &str, min: f64, max: f64) -> Result<Option<f64>, SearchError>;

    /// A boolean.
    fn flag(&self, name: &str) -> Result<Option<bool>, SearchError>;

    /// The index of a word among the allowed ones.
    fn word(&self, name: &str, words: &[&str]) -> Result<Option<usize>, SearchError>;

    /// `evaluate` as weights, if it is a table.
    fn weights(&self) -> Result<Option<EvaluationWeights>, SearchError>;
}

/// The form of a search's report.
#[derive(Debug)]
pub struct Form {
    /// The name of the search.
    pub name: &'static str,
    /// True if values are leads and `visits` is the last completed depth. Otherwise values are odds and visits count
    /// simulations.
    pub(crate) has_leads: bool,
    /// The heading of the column beside the odds.
    pub(crate) heading: &'static str,
    /// The work done, in words.
    pub(crate) effort: fn(&Found) -> String,
}
