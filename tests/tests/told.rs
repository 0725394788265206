//! Events that declare no fields: those of actions have the acting seat and the arguments, seen as these are; others what
//! their texts name.

use std::sync::Arc;

use parlour_engine::diagnostic::Faults;
use parlour_engine::event::EventSpec;
use parlour_engine::pack::{Pack, PackFiles};

/// The fixture `duel` with one of its parts replaced.
fn duel(from: &str, to: &str) -> Result<Arc<Pack>, Faults> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/duel");
    let mut files = PackFiles::read(&folder).unwrap();
    files.prefix = String::new();
    let tables = files.texts["game.toml"].to_string();
    assert_eq!(tables.matches(from).count(), 1, "`{from}`");
    files.texts.insert("game.toml".to_owned(), tables.replace(from, to).into());
    Pack::load(files).map(Pack::into_shared)
}

/// The events of `duel` as they stand there.
const PLAY: &str = "[events.play]\nfields = [\"seat: seat\", \"card: card\"]\ntext.seat = \"You play a {card}.\"\n\
                    text.all = \"{seat} plays a {card}.\"\n";

#[track_caller]
fn event(pack: &Pack, name: &str) -> EventSpec {
    pack.events.iter().find(|event| event.name == name).unwrap().clone()
}

#[test]
fn a_text_alone_is_an_event_with_the_seat_and_the_arguments() {
    let written = event(&duel(PLAY, PLAY).unwrap(), "play");
    for short in [
        "[events]\nplay = \"{seat} {play|plays} a {card}.\"\n",
        "[events.play]\ntext = \"{seat} {play|plays} a {card}.\"\n",
        "[events.play]\ntext.seat = \"You play a {card}.\"\ntext.all = \"{seat} plays a {card}.\"\n",
        // Arguments that no text names are fields as well.
        "[events]\nplay = \"{seat} {play|plays}.\"\n",
    ] {
        let implied = event(&duel(PLAY, short).unwrap(), "play");
        assert_eq!((&implied.fields, implied.width), (&written.fields, written.width), "{short}");
    }
}

#[test]
fn fields_of_other_events_are_what_their_texts_name() {
    let draw = "[events.draw]\nfields = [\"seat: seat\", \"card: card\"]\nseen.card = [\"seat\"]\n\
                text.all = \"{seat} draws a card.\"\n";
    let written = event(&duel(draw, draw).unwrap(), "draw");
    let short = "[events.draw]\nseen.card = [\"seat\"]\ntext.seat = \"{seat} draws a {card}.\"\n\
                 text.all = \"{seat} draws a card.\"\n";
    assert_eq!(event(&duel(draw, short).unwrap(), "draw").fields, written.fields);
    let faults = duel(draw, "[events]\ndraw = \"{seat} {draw|draws} a {crad}.\"\n").unwrap_err().to_string();
    assert!(faults.contains("crad") && faults.contains("game.toml:83:8"), "{faults}");
}

#[test]
fn hidden_arguments_are_hidden_fields() {
    let usage = "play = { usage = \"play {card:card}\", help = \"Play a card.\" }";
    let hidden = "play = { usage = \"play {card:card}\", help = \"Play a card.\", seen = { card = [\"seat\"] } }";
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/duel");
    let mut files = PackFiles::read(&folder).unwrap();
    let tables = files.texts["game.toml"].replace(usage, hidden);
    let tables = tables.replace(PLAY, "[events]\nplay = \"{seat} {play|plays} a {card}.\"\n");
    files.texts.insert("game.toml".to_owned(), tables.into());
    let play = event(&Pack::load(files).unwrap(), "play");
    assert!(!play.fields[0].is_hidden() && play.fields[1].seen_by == [0], "{:?}", play.fields);
}
