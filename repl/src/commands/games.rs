//! `parlour games`: the list of games.

use std::collections::BTreeMap;

use parlour_engine::game::Config;
use parlour_engine::pack::spec::{OptionKind, OptionSpec, OptionValue, VariantSpec};
use parlour_engine::script::definitions;
use parlour_table::Level;
use serde_json::{Value, json};

use crate::answers::games::{list, whole};
use crate::context::Context;
use crate::failure::Failure;
use crate::marks::escape;

/// Lists the games; of one, its variants and options as well.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The game; without it, all games.
    game: Option<String>,
    /// Prints type definitions of the words that its rules can use instead, for editors with luau-lsp.
    #[arg(long, requires = "game")]
    types: bool,
    /// Writes JSON.
    #[arg(long, conflicts_with = "types")]
    json: bool,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<u8, Failure> {
        let names = match &self.game {
            Some(game) => vec![context.game(game)?],
            None => context.library.names(),
        };
        if let (true, [game]) = (self.types, names.as_slice()) {
            let game = context.library.load(game)?.configure(&Config::default())?;
            context.screen.show(&escape(definitions(&game).trim_end()))?;
        } else if self.json {
            let games = names.iter().map(|name| described(context, name));
            context.screen.json(&json!({ "games": games.collect::<Vec<Value>>() }))?;
        } else {
            let out = self.game.as_ref().map_or_else(|| list(context), |_| whole(context, &names[0]));
            context.screen.show(&out)?;
        }
        Ok(0)
    }
}

/// A game with its variants and options; for one that can't be loaded, its number of faults.
fn described(context: &Context, name: &str) -> Value {
    let pack = match context.library.load(name) {
        Ok(pack) => pack,
        Err(faults) => return json!({ "game": name, "faults": faults.0.len() }),
    };
    let variant = |variant: &VariantSpec| json!({ "name": variant.name, "help": variant.help });
    let option = |option: &OptionSpec| {
        let default = value(&option.default);
        let mut told = json!({ "key": option.key, "default": default, "help": option.help });
        match &option.kind {
            OptionKind::Int { min, max } => {
                told["min"] = json!(min.number);
                told["max"] = json!(max.number);
                // The options that are its bounds, if any.
                min.option.iter().for_each(|key| told["at_least"] = json!(key));
                max.option.iter().for_each(|key| told["at_most"] = json!(key));
            }
            OptionKind::Word(words) => told["words"] = json!(words),
            OptionKind::Numbers(numbers) => told["numbers"] = json!(numbers),
            _ => {}
        }
        told
    };
    json!({
        "game": pack.name,
        "title": pack.title,
        "synonyms": pack.synonyms,
        "family": pack.family,
        "summary": pack.summary,
        "seats": { "min": pack.seats.min, "max": pack.seats.max, "counts": pack.seats.counts, "names": pack.seats.names },
        "levels": Level::ALL.map(|level| (level.name(), level.robot(&pack, &context.robots, 1))).into_iter().collect::<BTreeMap<_, _>>(),
        "variants": pack.variants.iter().map(variant).collect::<Vec<Value>>(),
        "options": pack.options.iter().map(option).collect::<Vec<Value>>(),
    })
}

fn value(value: &OptionValue) -> Value {
    match value {
        OptionValue::Int(n) => json!(n),
        OptionValue::Bool(flag) => json!(flag),
        OptionValue::Word(word) => json!(word),
    }
}
