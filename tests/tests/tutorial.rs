//! The guide to writing games, run step by step: every step of `rules/README.md` is a sound pack that can be played.

use std::collections::{BTreeMap, BTreeSet};

use parlour_engine::chance::Generator;
use parlour_engine::game::Config;
use parlour_engine::pack::{Pack, PackFiles};
use parlour_engine::rules::Rules;

use crate::packs::{begin, choose, rules_folder};

/// The packs of the guide as they are after some of its steps: by name, then by file.
type Packs = BTreeMap<String, PackFiles>;

/// Takes over a snippet whose first line says where it belongs; returns the pack's name, `None` for one without.
fn take_over(packs: &mut Packs, snippet: &str) -> Option<String> {
    let (head, text) = snippet.split_once('\n')?;
    let (what, path) = head.trim_start_matches(['#', '-', ' ']).split_once(": ")?;
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
            let (old, new) = text.split_once("# to\n").expect("what stands there instead, after `# to`");
            assert_eq!(before.matches(old).count(), 1, "`{old}` should stand once in {path}");
            before.replacen(old, new, 1)
        }
        _ => return None,
    };
    files.texts.insert(file.to_owned(), after.into());
    Some(name.to_owned())
}

/// Matches at random with any number of seats; what is legal is accepted, and every match comes to an end.
fn play(files: &PackFiles, step: &str) {
    let pack = Pack::load(files.clone()).unwrap_or_else(|faults| panic!("{step}: {faults}")).into_shared();
    for seats in pack.seats.min..=pack.seats.max {
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

#[test]
fn every_step_of_the_guide_can_be_played() {
    let guide = std::fs::read_to_string(rules_folder().join("README.md")).unwrap();
    let mut packs = Packs::new();
    let mut steps = 0;
    for section in guide.split("\n### ").skip(1) {
        let title = section.lines().next().unwrap_or_default();
        let mut touched = BTreeSet::new();
        for block in section.split("\n```").skip(1).step_by(2) {
            let snippet = block.split_once('\n').map_or("", |(_language, text)| text);
            touched.extend(take_over(&mut packs, &format!("{snippet}\n")));
        }
        for name in &touched {
            play(&packs[name], &format!("{title}: {name}"));
            steps += 1;
        }
    }
    assert!(packs.len() == 3 && steps >= 6, "{steps} steps of {:?}", packs.keys());
}
