//! Slips in the tables of the packs that are played: each is told once and where it was made.

use parlour_engine::pack::Pack;

use super::{Edit, duel, faults};
use crate::packs::library;

/// What is said of a pack of the repository after some edits.
#[track_caller]
fn slip(game: &str, edits: &[Edit<'_>], expected: &[&str]) {
    let mut files = library().files(game).unwrap();
    files.prefix = String::new();
    for (file, old, new) in edits {
        let text = files.texts[*file].to_string();
        assert!(text.contains(old), "`{old}` should stand in {file} of {game}");
        files.texts.insert((*file).to_owned(), text.replacen(old, new, 1).into());
    }
    assert_eq!(faults(files), expected);
}

#[test]
fn a_bracket_that_is_left_open_is_told_once_where_it_is_opened() {
    slip(
        "final-card-down",
        &[("game.toml", "drawn = { max = 1 }", "drawn = { max = 1")],
        &["toml-syntax: game.toml:74:9: `{` is never closed (expected its `}` before line 76)"],
    );
    slip(
        "treasure-hunt",
        &[("game.toml", "set = { sets = 4, max_per_line = 4 }", "set = { sets = 4, max_per_line = 4")],
        &["toml-syntax: game.toml:33:7: `{` is never closed (expected its `}` before line 37)"],
    );
    slip(
        "breakthrough",
        &[("game.toml", "\"forward-diagonal\" },\n]", "\"forward-diagonal\" },\n")],
        &["toml-syntax: game.toml:24:9: `[` is never closed (expected its `]` before line 29)"],
    );
    slip(
        "breakthrough",
        &[("game.toml", "start = { rows = [1, 2] }", "start = { rows = [1, 2 }")],
        &["toml-syntax: game.toml:23:18: `[` is never closed (expected its `]` on this line)"],
    );
}

#[test]
fn a_quote_that_is_left_open_is_told_once_where_it_is_opened() {
    slip(
        "final-card-down",
        &[("game.toml", "robots = [\"first-fit\"]", "robots = [\"first-fit]")],
        &["toml-syntax: game.toml:15:11: `\"` is never closed (expected its `\"` on this line)"],
    );
    slip(
        "final-card-down",
        &[("game.toml", "\"hearts\", \"dia", "\"hearts, \"dia")],
        &["toml-syntax: game.toml:27:9: `\"` is never closed (expected its `\"` on this line)"],
    );
}

#[test]
fn a_bracket_or_quote_left_out_anywhere_is_one_fault_of_its_line() {
    let files = duel();
    let text = files.texts["game.toml"].to_string();
    for (at, mark) in text.char_indices().filter(|(_, c)| "[]{}\"".contains(*c)) {
        let (before, after) = (&text[..at], &text[at + 1..]);
        let mut files = files.clone();
        files.texts.insert("game.toml".to_owned(), format!("{before}{after}").into());
        let Err(found) = Pack::load(files) else {
            continue;
        };
        let line = before.matches('\n').count() + 1;
        if found.0[0].code == "toml-syntax" {
            let told = found.0[0].place.as_ref().map(|place| place.line as usize);
            assert_eq!((found.0.len(), told), (1, Some(line)), "without `{mark}` of line {line}: {found}");
        }
    }
}
