//! Matches of small packs written in tests, and what each viewer sees of their board `main`.

use std::sync::Arc;

use parlour_engine::Words;
use parlour_engine::diagnostic::Faults;
use parlour_engine::game::{Config, Game};
use parlour_engine::ids::Seat;
use parlour_engine::pack::{Pack, PackFiles};
use parlour_engine::play::Match;
use parlour_engine::view::View;

pub(crate) const WHITE: Option<Seat> = Some(Seat(0));
pub(crate) const BLACK: Option<Seat> = Some(Seat(1));

fn files(tables: &str, rules: &str) -> PackFiles {
    let texts = [("game.toml", tables), ("rules.lua", rules)].map(|(name, text)| (name.to_owned(), text.into()));
    PackFiles { name: "hidden".to_owned(), texts: texts.into_iter().collect(), ..PackFiles::default() }
}

/// The game, or what is wrong with it.
pub(crate) fn configure(tables: &str, rules: &str) -> Result<Arc<Game>, Faults> {
    Pack::load(files(tables, rules)).unwrap().into_shared().configure(&Config::default())
}

/// A match of two people.
pub(crate) fn begin(tables: &str, rules: &str) -> Match {
    begin_with(tables, rules, 1)
}

/// The same with a seed.
pub(crate) fn begin_with(tables: &str, rules: &str, seed: u64) -> Match {
    let game = configure(tables, rules).unwrap_or_else(|faults| panic!("{faults}"));
    Match::new(game, seed, vec!["human".to_owned(); 2]).unwrap()
}

pub(crate) fn act(played: &mut Match, actions: &[&str]) {
    for text in actions {
        let action = played.parse(text).unwrap();
        played.act(&action).unwrap();
    }
}

/// The rows of the board in a view, the top one first.
pub(crate) fn rows(played: &Match, view: &View) -> Vec<String> {
    let json = played.game().state_json(view.state());
    let rows = json["boards"]["main"].as_array().unwrap().iter().map(|row| row.as_str().unwrap().to_owned());
    rows.collect()
}

/// Expects the rows that white, black and a spectator see, joined by blanks.
#[track_caller]
pub(crate) fn shows(played: &Match, expected: [&str; 3]) {
    for (viewer, expected) in [WHITE, BLACK, None].into_iter().zip(expected) {
        assert_eq!(rows(played, &played.view(viewer)).join(" "), expected, "{viewer:?}");
    }
}

/// Expects a pack to be refused with a message.
#[track_caller]
pub(crate) fn faulty(tables: &str, rules: &str, expected: &str) {
    let faults = Pack::load(files(tables, rules)).unwrap_err();
    let texts: Vec<String> = faults.0.iter().map(ToString::to_string).collect();
    assert!(texts.iter().any(|text| text.contains(expected)), "{texts:?}");
}
