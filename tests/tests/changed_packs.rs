//! Packs with edited tables, as a tinkerer would edit them: each valid one can be played to its end, and invalid edits
//! are refused at line and column.

mod advance;
mod final_card_down;
mod treasure_hunt;

use std::sync::Arc;
use std::time::Duration;

use parlour_engine::chance::Generator;
use parlour_engine::game::{Config, Game};
use parlour_engine::pack::{Pack, PackFiles};
use parlour_engine::play::Match;
use parlour_engine::rules::Rules;
use parlour_tests::work::processor_time;
use serde_json::Value;

use crate::packs::{begin, choose, library, scene};
use crate::referees::judge;
use parlour_engine::Words;

/// An edit of `game.toml`: old text, which occurs once, and new text.
type Edit<'a> = (&'a str, &'a str);

/// The text of a pack's `game.toml` after some edits.
#[track_caller]
fn edited(name: &str, edits: &[Edit<'_>]) -> (PackFiles, String) {
    let files = library().files(name).unwrap();
    let mut text = files.texts["game.toml"].to_string();
    for (old, new) in edits {
        assert_eq!(text.matches(old).count(), 1, "`{old}` should stand once in {name}/game.toml");
        text = text.replacen(old, new, 1);
    }
    // Named as if in the current folder.
    (PackFiles { prefix: format!("{name}/"), folder: None, ..files }, text)
}

#[track_caller]
fn changed(name: &str, edits: &[Edit<'_>]) -> Result<Arc<Pack>, String> {
    let (mut files, text) = edited(name, edits);
    files.texts.insert("game.toml".to_owned(), text.into());
    Pack::load(files).map(Pack::into_shared).map_err(|faults| faults.to_string())
}

/// An edited pack that must be valid.
#[track_caller]
fn sound(name: &str, edits: &[Edit<'_>]) -> Arc<Pack> {
    changed(name, edits).unwrap_or_else(|faults| panic!("{faults}"))
}

#[track_caller]
fn configured(pack: &Arc<Pack>, variant: Option<&str>) -> Arc<Game> {
    let config = Config { variant: variant.map(str::to_owned), ..Config::default() };
    pack.configure(&config).unwrap_or_else(|faults| panic!("{faults}"))
}

#[track_caller]
fn act(played: &mut Match, text: &str) {
    let action = played.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    played.act(&action).unwrap_or_else(|error| panic!("{text}: {error}"));
}

fn state(played: &Match) -> Value {
    played.game().state_json(played.state())
}

fn legal(played: &Match) -> Vec<String> {
    played.legal().iter(played.game()).map(|action| played.game().action_text(&action)).collect()
}

/// Plays a few random matches to the end.
#[track_caller]
fn plays_whole_matches(game: &Arc<Game>) {
    let mut host = Rules::new(game.clone()).unwrap_or_else(|faults| panic!("{faults}"));
    let mut rng = Generator::from_seed(3);
    for seed in 0..5 {
        let mut played = begin(host, seed);
        while played.decision().is_some() {
            let action = choose(game, played.legal(), &mut rng);
            played.act(&action).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        }
        let end = played.end_json();
        assert!(!end["reason"].as_str().unwrap().contains("broken off"), "{end}");
        host = played.into_host();
    }
}

/// Asserts that an edit is refused quickly, on loading or configuring, with this message and no other, at the place
/// where `wrong`, inserted by the last edit, begins. Of several messages `@` marks the one with that place.
#[track_caller]
fn refused(name: &str, variant: Option<&str>, edits: &[Edit<'_>], wrong: &str, message: &str) {
    let (_, text) = edited(name, edits);
    let (last, before) = edits.split_last().unwrap();
    let at = edited(name, before).1.find(last.0).unwrap() + last.1.find(wrong).unwrap();
    let line = text[..at].matches('\n').count() + 1;
    let column = text[..at].chars().rev().take_while(|c| *c != '\n').count() + 1;
    let begun = processor_time();
    let config = Config { variant: variant.map(str::to_owned), ..Config::default() };
    let faults = changed(name, edits).and_then(|pack| match pack.configure(&config) {
        Ok(_) => Err("no fault".to_owned()),
        Err(faults) => Err::<(), _>(faults.to_string()),
    });
    let took = processor_time() - begun;
    assert!(took < Duration::from_secs(5), "{took:?}");
    let place = format!("{name}/game.toml:{line}:{column}: ");
    let expected = if message.contains("game.toml:") { message.replace("@: ", &place) } else { place + message };
    assert_eq!(faults.unwrap_err(), expected);
}

#[test]
fn pieces_that_would_begin_on_one_square_are_refused() {
    refused(
        "breakthrough",
        None,
        &[("rows = [1, 2]", "rows = [1, 2, 3, 4, 5]"), ("[[piece]]\nname = \"pawn\"", "[[piece]]\nname = \"foot\"")],
        "[[piece]]",
        "a foot would stand on a5 at the start, where something stands already",
    );
}
