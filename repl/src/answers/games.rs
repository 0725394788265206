//! The list of games.

use std::fmt::Write;

use parlour_engine::english::capitalized;
use parlour_engine::pack::Pack;
use parlour_engine::pack::spec::OptionKind;
use parlour_table::Level;

use crate::answers::thoughts::cut;
use crate::context::Context;
use crate::marks::{escape, wrap};

/// The heading for games that can't be loaded.
const FAULTY: &str = "With faults";

/// An entry of the list.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    /// The game's identifier.
    pub(crate) name: String,
    /// The title for people.
    pub(crate) title: String,
    /// Its family.
    pub(crate) family: String,
    /// The heading of its family.
    pub(crate) heading: String,
    /// The number of seats: `2`, or `2-5`.
    seats: String,
    /// Other names for it.
    synonyms: Vec<String>,
    /// One sentence.
    pub(crate) summary: String,
}

impl Listed {
    fn of(context: &Context, name: &str) -> Self {
        let name = name.to_owned();
        match context.library.load(&name) {
            Ok(pack) => Self {
                title: pack.title.clone(),
                family: pack.family.clone(),
                heading: capitalized(&pack.family),
                seats: pack.seats.counts_text().replace(" to ", "-"),
                synonyms: pack.synonyms.clone(),
                summary: pack.summary.clone(),
                name,
            },
            Err(faults) => Self {
                title: name.clone(),
                family: FAULTY.to_owned(),
                heading: FAULTY.to_owned(),
                seats: String::new(),
                synonyms: Vec::new(),
                summary: format!("{}: `parlour check {name}`", how_many(faults.0.len())),
                name,
            },
        }
    }

    /// The search terms for it: its name, its title and synonyms with their words, its family.
    pub(crate) fn words(&self) -> Vec<String> {
        let called: Vec<String> =
            [&self.title].into_iter().chain(&self.synonyms).map(|name| name.to_lowercase()).collect();
        let parts = called.iter().flat_map(|name| name.split(|c: char| !c.is_alphanumeric()));
        let parts: Vec<String> = parts.filter(|word| !word.is_empty()).map(str::to_owned).collect();
        std::iter::once(self.name.clone()).chain(parts).chain(called).chain([self.family.to_lowercase()]).collect()
    }
}

fn how_many(faults: usize) -> String {
    if faults == 1 { "has a fault".to_owned() } else { format!("has {faults} faults") }
}

/// All games, sorted by families and titles; faulty ones last.
pub(crate) fn listed(context: &Context) -> Vec<Listed> {
    let mut games: Vec<Listed> = context.library.names().iter().map(|name| Listed::of(context, name)).collect();
    games.sort_by_key(|game| (game.family == FAULTY, game.family.to_lowercase(), game.title.to_lowercase()));
    games
}

/// All games in marked text, a line each.
pub(crate) fn list(context: &Context) -> String {
    let games = listed(context);
    let (names, seats) = games.iter().fold((0, 0), |(name, seats), game| {
        (name.max(game.name.chars().count()), seats.max(game.seats.chars().count()))
    });
    let room = context.screen.widest().saturating_sub(2 + names + 2 + seats + 2);
    let mut out = String::new();
    for (n, game) in games.iter().enumerate() {
        if n == 0 || games[n - 1].family != game.family {
            let _ = writeln!(out, "[underline]{}[/]", escape(&game.heading));
        }
        let name = escape(&format!("{:names$}", game.name));
        let summary = escape(&cut(&game.summary, room));
        let _ = writeln!(out, "  [bold]{name}[/]  {:seats$}  {summary}", game.seats);
    }
    out
}

/// A game with its seats, variants, options and levels.
pub(crate) fn whole(context: &Context, name: &str) -> String {
    let mut out = String::new();
    match context.library.load(name) {
        Ok(pack) => {
            entry(&pack, context.screen.width, &mut out);
            details(&pack, context.screen.width, &mut out);
            let _ = writeln!(out, "{}", levels(context, &pack));
        }
        Err(faults) => {
            let faults = how_many(faults.0.len());
            let _ = writeln!(out, "[bold]{}[/]  [red]{faults}: `parlour check {name}`[/]", escape(name));
        }
    }
    out
}

/// The robots of a game's levels, in marked text.
pub(crate) fn levels(context: &Context, pack: &Pack) -> String {
    let level = |level: Level| {
        let robot = level.robot(pack, &context.robots, 1);
        format!("[bold]{level}[/] is {}", escape(&robot))
    };
    wrap(&format!("  --level: {}", Level::ALL.map(level).join(", ")), context.screen.width, 6)
}

/// The variants and options of a game, with allowed values.
fn details(pack: &Pack, width: usize, out: &mut String) {
    for variant in &pack.variants {
        let _ = writeln!(out, "  [bold]--variant {}[/]", escape(&variant.name));
        let _ = writeln!(out, "{}", wrap(&format!("      {}", escape(&variant.help)), width, 6));
    }
    for option in &pack.options {
        let range = match &option.kind {
            OptionKind::Int { min, max } => format!("{min} to {max}"),
            OptionKind::Word(words) => words.join(", "),
            OptionKind::Numbers(numbers) => numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
            _ => "true or false".to_owned(),
        };
        let _ = writeln!(
            out,
            "  [bold]--set {}={}[/]  ({})",
            escape(&option.key),
            escape(&option.default.to_string()),
            escape(&range)
        );
        let _ = writeln!(out, "{}", wrap(&format!("      {}", escape(&option.help)), width, 6));
    }
}

fn entry(pack: &Pack, width: usize, out: &mut String) {
    let (name, title, seats) = (escape(&pack.name), escape(&pack.title), pack.seats.counts_text());
    let mut text = format!("[bold]{name}[/]  {title} ({seats} seats");
    if !pack.variants.is_empty() {
        let names: Vec<&str> = pack.variants.iter().map(|variant| variant.name.as_str()).collect();
        let _ = write!(text, "; variants {}", escape(&names.join(", ")));
    }
    let _ = write!(text, "). {}", escape(&pack.summary));
    if !pack.synonyms.is_empty() {
        let _ = write!(text, " Also found as {}.", escape(&pack.synonyms.join(", ")));
    }
    let _ = writeln!(out, "{}", wrap(&text, width, 4));
}
