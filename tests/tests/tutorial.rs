//! The guide to writing games and the tutorial, executed step by step: every step of `rules/README.md` and of
//! `rules/TUTORIAL.md` is a valid, playable pack.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use parlour_ai::{RobotLibrary, SeatedMatch, Thinking};
use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::SourceFile;
use parlour_engine::game::Config;
use parlour_engine::ids::Seat;
use parlour_engine::pack::{Pack, PackFiles};
use parlour_engine::play::Match;
use parlour_engine::play::prove;
use parlour_engine::rules::Rules;
use parlour_engine::scenario::Scenario;

use crate::packs::{begin, choose, library, rules_folder};

/// The guide's packs after some of its steps: by name, then by file.
type Packs = BTreeMap<String, PackFiles>;

/// Applies a snippet whose first line names its file; returns the pack's name, `None` for one without.
fn take_over(packs: &mut Packs, snippet: &str) -> Option<String> {
    let (head, text) = snippet.split_once('\n')?;
    let (what, path) =
        head.trim_start_matches(['#', '-', ' ', '<', '!']).trim_end_matches(['-', '>', ' ']).split_once(": ")?;
    let (name, file) = path.split_once('/')?;
    let files = packs.entry(name.to_owned()).or_insert_with(|| PackFiles {
        name: name.to_owned(),
        prefix: format!("{name}/"),
        ..PackFiles::default()
    });
    let before = files.texts.get(file).map_or(String::new(), ToString::to_string);
    let after = match what {
        "file" => text.to_owned(),
        "more" => before + text,
        "change" => {
            let halves = text.split_once("\n# to\n").or_else(|| text.split_once("\n-- to\n"));
            let (old, new) = halves.expect("the replacement, after `# to` or `-- to`");
            let old = format!("{old}\n");
            assert_eq!(before.matches(&old).count(), 1, "`{old}` should stand once in {path}");
            before.replacen(&old, new, 1)
        }
        _ => return None,
    };
    files.texts.insert(file.to_owned(), after.into());
    Some(name.to_owned())
}

/// Random matches with every number of seats; legal actions are accepted, and every match ends.
fn play(files: &PackFiles, step: &str) {
    let files = library().inherit(files.clone());
    let pack = Pack::load(files).unwrap_or_else(|faults| panic!("{step}: {faults}")).into_shared();
    for &seats in &pack.seats.counts {
        let config = Config { seats: Some(seats), ..Config::default() };
        let game = pack.configure(&config).unwrap_or_else(|faults| panic!("{step}: {faults}"));
        for seed in 0..20 {
            let rules = Rules::new(game.clone()).unwrap_or_else(|faults| panic!("{step}: {faults}"));
            let mut played = begin(rules, seed);
            let mut rng = Generator::from_seed(seed);
            while !played.state().is_over() {
                let action = choose(&game, played.legal(), &mut rng);
                played.act(&action).unwrap_or_else(|error| panic!("{step}: {error}"));
                assert!(played.steps().len() < 2000, "{step}: a match without an end");
            }
        }
    }
}

/// Plays every step of a page with the given section headings, and returns its packs and the number of steps; `other`
/// is called with the snippets that aren't files of packs.
fn steps(page: &str, heading: &str, mut other: impl FnMut(&Packs, &str)) -> (Packs, usize) {
    let page = std::fs::read_to_string(rules_folder().join(page)).unwrap();
    let mut packs = Packs::new();
    let mut steps = 0;
    for section in page.split(heading).skip(1) {
        let title = section.lines().next().unwrap_or_default();
        let mut touched = BTreeSet::new();
        for block in section.split("\n```").skip(1).step_by(2) {
            let snippet = block.split_once('\n').map_or("", |(_language, text)| text);
            match take_over(&mut packs, &format!("{snippet}\n")) {
                Some(name) => _ = touched.insert(name),
                None => other(&packs, snippet),
            }
        }
        for name in &touched {
            play(&packs[name], &format!("{title}: {name}"));
            steps += 1;
        }
    }
    (packs, steps)
}

#[test]
fn every_step_of_the_guide_can_be_played() {
    let (packs, steps) = steps("README.md", "\n### ", |_, _| {});
    assert!(packs.len() == 2 && steps >= 6, "{steps} steps of {:?}", packs.keys());
}

#[test]
fn every_step_of_the_tutorial_can_be_played() {
    let (mut robots, mut scenarios) = (0, 0);
    let (packs, steps) = steps("TUTORIAL.md", "\n## ", |packs, snippet| {
        let pack = Pack::load(packs["pearls"].clone()).unwrap_or_else(|faults| panic!("{faults}")).into_shared();
        let (head, text) = snippet.split_once('\n').unwrap();
        if head.starts_with("-- robot: ") {
            beats_random(&pack, text);
            robots += 1;
        } else if head.starts_with("# test: ") {
            a_crab_empties_the_basket(&pack, text);
            scenarios += 1;
        }
    });
    assert_eq!((packs.len(), steps, robots, scenarios), (1, 4, 1, 1));
}

/// The tutorial's robot wins more than its share.
fn beats_random(pack: &Arc<Pack>, text: &str) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("pearls")).unwrap();
    std::fs::write(folder.path().join("pearls/careful.lua"), text).unwrap();
    let mut robots = RobotLibrary::new();
    robots.add_folder(folder.path());
    let game = pack.configure(&Config { seats: Some(2), ..Config::default() }).unwrap();
    let mut won = 0;
    for seed in 0..20 {
        let players = ["careful", "random"].map(str::to_owned).to_vec();
        let played = Match::new(game.clone(), seed, players).unwrap();
        let thinking = Thinking { time: std::time::Duration::from_secs(1), nodes: Some(1) };
        let mut seated = SeatedMatch::new(played, &robots, thinking).unwrap();
        while let Some(chosen) = seated.choose() {
            assert!(chosen.fault.is_none(), "{:?}", chosen.fault);
            seated.act(&chosen.action.unwrap()).unwrap();
        }
        won += u32::from(seated.played.state().has_won(Seat(0)));
    }
    assert!(won > 12, "{won} of 20");
}

/// The tutorial's test checks its rule: a crab that empties no basket is detected.
fn a_crab_empties_the_basket(pack: &Arc<Pack>, text: &str) {
    let prove = |pack: &Arc<Pack>, text: &str| {
        Scenario::read(SourceFile::new("crab.toml", text), pack)
            .map(Arc::new)
            .and_then(|scenario| prove(&scenario, pack))
    };
    prove(pack, text).unwrap_or_else(|faults| panic!("{faults}"));
    let without = text.replace("\"big pearl\", \"crab\"", "\"crab\", \"big pearl\"");
    assert!(prove(pack, &without).is_err());
}
