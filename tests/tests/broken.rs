//! A valid pack broken in many ways, each by a small edit: the fault is reported with its place, and nothing panics.

mod bounds;
mod cases;
mod follow_ups;
mod refusals;
mod roots;
mod slips;
mod trials;
mod unread;

use std::path::PathBuf;
use std::sync::Arc;

use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::{Code, Diagnostic, Faults};
use parlour_engine::game::{Config, Game};
use parlour_engine::pack::{Pack, PackFiles};
use parlour_engine::play::{ActError, Match};
use parlour_engine::rules::Rules;

use crate::packs::choose;
use parlour_engine::Words;

/// An edit: file, old text, new text.
type Edit<'a> = (&'a str, &'a str, &'a str);

/// The valid pack, named as if in the current folder.
fn duel() -> PackFiles {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/duel"));
    let files = PackFiles::read(&folder).unwrap();
    PackFiles { prefix: "duel/".to_owned(), folder: None, ..files }
}

fn edited(edits: &[Edit<'_>]) -> PackFiles {
    let mut files = duel();
    for (file, old, new) in edits {
        let text = files.texts[*file].to_string();
        assert_eq!(text.matches(old).count(), 1, "`{old}` should stand once in {file}");
        files.texts.insert((*file).to_owned(), text.replacen(old, new, 1).into());
    }
    files
}

/// All faults of a pack: from loading, configuring, beginning and playing.
fn faults(files: PackFiles) -> Vec<String> {
    let pack = match Pack::load(files) {
        Ok(pack) => pack.into_shared(),
        Err(faults) => return texts(faults),
    };
    let mut found = Vec::new();
    for variant in pack.variant_choices() {
        for &seats in &pack.seats.counts {
            let config = Config { variant: variant.clone(), seats: Some(seats), ..Config::default() };
            let answer = pack.configure(&config).and_then(play);
            if let Err(faults) = answer {
                found.extend(texts(faults));
                // A failing script fails with any number of seats, and some take long to stop.
                if found.iter().any(|text| text.contains(".lua")) {
                    return found;
                }
            }
        }
    }
    found.dedup();
    found
}

fn texts(faults: Faults) -> Vec<String> {
    faults.0.iter().map(|fault| format!("{}: {fault}", fault.code)).collect()
}

fn play(game: Arc<Game>) -> Result<(), Faults> {
    let mut host = Rules::new(game.clone())?;
    host.set_budget(std::time::Duration::from_millis(700));
    let mut rng = Generator::from_seed(1);
    for seed in 0..10 {
        let mut played = Match::with_host(host, seed, vec!["random".to_owned(); game.seat_count()])?;
        while played.decision().is_some() {
            if let Some(fault) = played.offered_twice() {
                return Err(fault.into());
            }
            let (state, legal): (_, ActionList) = (played.state().clone(), played.legal().clone());
            let action = choose(&game, &legal, &mut rng);
            let text = game.action_text(&action);
            if let Err(error) = played.host().check(&state, &action) {
                let refusal = error.refusal()?;
                let message = format!("`{text}` is listed, but refused: {refusal}");
                return Err(Diagnostic::new(Code::Refused, message).into());
            }
            if let Some(fault) = played.disagreement()? {
                return Err(fault.into());
            }
            played.act(&action).map_err(|error| match error {
                ActError::Script(fault) => fault,
                other => Diagnostic::new(Code::Refused, format!("a legal action was refused: {other}")),
            })?;
            game.state_json(played.state());
        }
        played.end_json();
        host = played.into_host();
    }
    Ok(())
}

#[track_caller]
fn check(edits: &[Edit<'_>], expected: &[&str]) {
    assert_eq!(faults(edited(edits)), expected);
}

#[test]
fn the_fixture_is_sound() {
    check(&[], &[]);
}

#[test]
fn a_missing_file_is_named() {
    let mut files = duel();
    files.texts.remove("rules.lua");
    assert_eq!(faults(files)[0], "no-rules: duel/rules.lua is missing");
    let mut files = duel();
    files.texts.remove("game.toml");
    assert_eq!(faults(files), ["no-game-toml: duel/game.toml is missing"]);
}

#[test]
fn a_file_that_is_no_text_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.toml");
    std::fs::write(&path, b"title = \"\xff\"").unwrap();
    let fault = PackFiles::read(folder.path()).unwrap_err();
    let expected = format!("{} is not UTF-8: invalid utf-8 sequence of 1 bytes from index 9", path.display());
    assert_eq!((fault.code, fault.message), (Code::NotUtf8, expected));
}

#[test]
fn all_faults_are_reported_together() {
    let edits: &[Edit<'_>] = &[
        ("game.toml", "count = 6", "count = \"six\""),
        ("game.toml", "kind = \"bag\"", "kind = \"bga\""),
        ("game.toml", "max = 3\n", "max = 99\n"),
    ];
    assert_eq!(faults(edited(edits)).len(), 3, "{:#?}", faults(edited(edits)));
}

#[test]
fn two_actions_of_a_phase_must_not_be_written_alike() {
    let hit = "[actions]\nhit = { usage = \"play {with:card}\", help = \"Hit.\" }\n";
    check(
        &[("game.toml", "[actions]\n", hit), ("game.toml", "actions = [\"play\"]", "actions = [\"play\", \"hit\"]")],
        &["ambiguous-usage: duel/game.toml:72:20: `play` and `hit` are both written `play WITH` (give one of them \
           another sign or word in its `usage` or `aliases`)"],
    );
}

#[test]
fn what_only_asks_must_not_change_the_match() {
    let place = "(`needs`, `allow` and `legal` only ask; `apply` and `after` do)";
    let message = "the match is changed, or something told, where only asking is allowed";
    for change in ["deck.shuffle()", "event.play(seat, 1)", "ending.out(seat)", "played.add(1)"] {
        let legal = format!("function play.legal(seat)\n\t{change}");
        check(
            &[("rules.lua", "function play.legal(seat)", &legal)],
            &[&format!("asking-changes: duel/rules.lua:21:2: {message}, in `legal` of `play` {place}")],
        );
    }
}
