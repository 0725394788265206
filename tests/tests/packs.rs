//! The packs of the repository with their variants and numbers of seats.

use std::path::PathBuf;
use std::sync::Arc;

use parlour_engine::Words;
use parlour_engine::action::{Action, ActionList};
use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::{Faults, SourceFile};
use parlour_engine::game::{Config, Game};
use parlour_engine::pack::{Library, Pack, PackFiles};
use parlour_engine::play::Match;
use parlour_engine::rules::Rules;
use parlour_engine::scenario::Scenario;

/// The folder of all packs.
pub(crate) fn rules_folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules"))
}

/// All packs of the repository.
pub(crate) fn library() -> Library {
    let mut library = Library::default();
    library.add_folder(rules_folder());
    library
}

/// A pack of the repository, which must be valid.
#[track_caller]
pub(crate) fn load(name: &str) -> Arc<Pack> {
    library().load(name).unwrap_or_else(|faults| panic!("{faults}"))
}

/// A game of a pack; options are written `key=value`.
#[track_caller]
pub(crate) fn game(name: &str, variant: Option<&str>, seats: usize, options: &[&str]) -> Arc<Game> {
    configure(&load(name), variant, seats, options)
}

#[track_caller]
fn configure(pack: &Arc<Pack>, variant: Option<&str>, seats: usize, options: &[&str]) -> Arc<Game> {
    let set = options.iter().filter_map(|text| text.split_once('='));
    let config = Config {
        variant: variant.map(str::to_owned),
        seats: Some(seats),
        set: set.map(|(key, value)| (key.to_owned(), value.to_owned())).collect(),
        scenario: None,
    };
    pack.configure(&config).unwrap_or_else(|faults| panic!("{faults}"))
}

/// A match of a pack that begins at a scenario, which need not name its game.
#[track_caller]
pub(crate) fn scene(pack: &Arc<Pack>, text: &str) -> Match {
    try_scene(pack, text).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The same of a scenario that may be refused.
pub(crate) fn try_scene(pack: &Arc<Pack>, text: &str) -> Result<Match, Faults> {
    let file = SourceFile::new("scene.toml", format!("game = \"{}\"\n{text}", pack.name));
    let game = pack.configure(&Arc::new(Scenario::read(file, pack)?).config())?;
    let players = vec!["random".to_owned(); game.seat_count()];
    Match::new(game, 1, players)
}

/// A pack of texts by file, with edits: each replaces a text where it stands first.
pub(crate) fn edited(name: &str, texts: &[(&str, &str)], edits: &[(&str, &str)]) -> Result<Arc<Pack>, String> {
    let mut texts: Vec<(&str, String)> = texts.iter().map(|&(file, text)| (file, text.to_owned())).collect();
    for (old, new) in edits {
        let found = texts.iter_mut().find(|(_, text)| text.contains(old));
        let (_, text) = found.unwrap_or_else(|| panic!("{old}"));
        *text = text.replacen(old, new, 1);
    }
    let texts = texts.into_iter().map(|(file, text)| (file.to_owned(), text.into())).collect();
    let files = PackFiles { name: name.to_owned(), texts, ..PackFiles::default() };
    Pack::load(files).map(Pack::into_shared).map_err(|faults| faults.to_string())
}

/// Takes actions, which must be legal.
#[track_caller]
pub(crate) fn play(played: &mut Match, actions: &[&str]) {
    for text in actions {
        let action = played.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        played.act(&action).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

/// The seat to act and its legal actions; no seat after the end.
pub(crate) fn due(played: &Match) -> (String, Vec<String>) {
    let game = played.game();
    let seat = played.decision().map_or_else(String::new, |decision| game.seat_name(decision.seat).to_owned());
    (seat, played.legal().iter(game).map(|action| game.action_text(&action)).collect())
}

/// Every pack in every variant and with every number of seats; `PARLOUR_GAMES` selects packs.
pub(crate) fn games() -> Vec<Arc<Game>> {
    let mut games = Vec::new();
    let wanted = std::env::var("PARLOUR_GAMES").ok();
    let is_wanted = |name: &String| wanted.as_ref().is_none_or(|wanted| wanted.split(',').any(|game| game == name));
    for name in library().names().into_iter().filter(is_wanted) {
        let pack = load(&name);
        for variant in pack.variant_choices() {
            let variant = variant.as_deref();
            for &seats in &pack.seats.counts {
                games.push(configure(&pack, variant, seats, &[]));
            }
        }
    }
    assert!(!games.is_empty(), "no pack in {}", rules_folder().display());
    games
}

/// The name of a game in test failures.
pub(crate) fn title(game: &Game) -> String {
    let variant = game.variant().map_or_else(String::new, |variant| format!(" ({variant})"));
    format!("{}{variant} with {} seats", game.name(), game.seat_count())
}

/// A fresh match.
#[track_caller]
pub(crate) fn begin(host: Rules, seed: u64) -> Match {
    let players = vec!["random".to_owned(); host.game().seat_count()];
    Match::with_host(host, seed, players).unwrap_or_else(|faults| panic!("{faults}"))
}

/// A random legal action: a uniform verb, then a uniform case of it.
pub(crate) fn choose(game: &Game, legal: &ActionList, rng: &mut Generator) -> Action {
    let pick = |n: usize, rng: &mut Generator| if n > 1 { rng.below(n as u32) as usize } else { 0 };
    let mut verbs: Vec<u8> = (0..legal.len()).map(|n| legal.record(n)[0]).collect();
    verbs.dedup();
    let verb = verbs[pick(verbs.len(), rng)];
    let cases: Vec<usize> = (0..legal.len()).filter(|&n| legal.record(n)[0] == verb).collect();
    legal.get(game, cases[pick(cases.len(), rng)])
}

/// The number of matches: `PARLOUR_MATCHES`, or a default.
pub(crate) fn matches(usually: u64) -> u64 {
    match std::env::var("PARLOUR_MATCHES") {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("PARLOUR_MATCHES should be a number, not `{text}`")),
        Err(_) => usually,
    }
}
