//! Golden playthroughs: every pack has recorded matches, which must replay identically after every change.
//!
//! After an intended change of rules, `PARLOUR_BLESS=1 cargo test -p parlour-tests playthroughs` replays the recorded
//! actions and updates the records that differ; it also records a match for each variant, for the most seats and for
//! each scenario of a pack without one. The difference belongs in the commit of the change.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::SourceFile;
use parlour_engine::game::Config;
use parlour_engine::pack::{Library, Pack};
use parlour_engine::play::{Match, Record};
use parlour_engine::rules::Rules;
use parlour_engine::scenario::Scenario;

use crate::packs::{begin, choose, library, load, rules_folder};

#[test]
fn come_out_as_recorded() {
    let library = library();
    for name in library.names() {
        let folder = rules_folder().join(&name);
        if std::env::var_os("PARLOUR_BLESS").is_some() {
            bless(&library, &load(&name), &folder);
        }
        let files = files_in(&folder.join("playthroughs"), "json");
        assert!(!files.is_empty(), "{name} has no playthrough: bless one");
        for file in files {
            let record = read(&file);
            assert_eq!(record.game, name, "{}", file.display());
            let played = record.replay(&library, None).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            assert!(played.state().is_over(), "{} stops before the end", file.display());
        }
    }
}

fn files_in(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == extension));
    files.sort();
    files
}

fn read(file: &Path) -> Record {
    let text = std::fs::read_to_string(file).unwrap();
    Record::read(&file.display().to_string(), &text).unwrap_or_else(|error| panic!("{error}"))
}

/// Updates the pack's differing records, and adds missing ones.
fn bless(library: &Library, pack: &Arc<Pack>, folder: &Path) {
    let goal = folder.join("playthroughs");
    std::fs::create_dir_all(&goal).unwrap();
    for file in files_in(&goal, "json") {
        let record = read(&file);
        if record.replay(library, None).is_ok_and(|played| played.state().is_over()) {
            continue;
        }
        let mut played = begin(host(pack, &record.config(pack).unwrap()), record.seed);
        for text in &record.actions {
            let action = played.parse(text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            played.act(&action).unwrap_or_else(|error| panic!("{}: {text}: {error}", file.display()));
        }
        std::fs::write(&file, played.record().write()).unwrap();
    }
    for variant in pack.variant_choices() {
        let name = variant.clone().unwrap_or_else(|| "random".to_owned());
        record_missing(pack, &goal.join(name + ".json"), &Config { variant, ..Config::default() });
    }
    if pack.seats.max > pack.seats.default {
        let config = Config { seats: Some(pack.seats.max), ..Config::default() };
        record_missing(pack, &goal.join("most-seats.json"), &config);
    }
    for file in files_in(&folder.join("scenarios"), "toml") {
        let text = std::fs::read_to_string(&file).unwrap();
        let scenario = Scenario::read(SourceFile::new("scenario", text), pack).unwrap_or_else(|e| panic!("{e}"));
        let config = Config {
            variant: scenario.variant.clone(),
            seats: scenario.players,
            set: scenario.options.clone(),
            scenario: Some(Arc::new(scenario)),
        };
        let name = format!("scenario-{}.json", file.file_stem().unwrap().display());
        record_missing(pack, &goal.join(name), &config);
    }
}

fn host(pack: &Arc<Pack>, config: &Config) -> Rules {
    Rules::new(pack.configure(config).unwrap_or_else(|faults| panic!("{faults}"))).unwrap()
}

/// Records a random match, unless the file exists.
fn record_missing(pack: &Arc<Pack>, file: &Path, config: &Config) {
    if file.exists() {
        return;
    }
    let mut played: Match = begin(host(pack, config), 1);
    let mut rng = Generator::from_seed(1);
    while !played.state().is_over() {
        let action = choose(played.game(), played.legal(), &mut rng);
        played.act(&action).unwrap();
    }
    std::fs::write(file, played.record().write()).unwrap();
}
