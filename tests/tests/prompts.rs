//! Prompts name only what can be done.

use std::collections::BTreeSet;

use parlour_engine::chance::Generator;
use parlour_engine::rules::Rules;

use crate::packs::{begin, choose, games, title};

/// The decisions of each match that are looked at.
const STEPS: usize = 400;

/// The words of a text.
fn words(text: &str) -> BTreeSet<String> {
    text.split(|c: char| !c.is_ascii_alphabetic()).map(str::to_ascii_lowercase).collect()
}

/// Of alternatives, a prompt names only those that are possible.
#[test]
fn prompts_name_nothing_that_cannot_be_done() {
    let mut wrong = BTreeSet::new();
    for game in games() {
        let mut played = begin(Rules::new(game.clone()).unwrap(), 3);
        let mut rng = Generator::from_seed(3);
        for _ in 0..STEPS {
            let (Some(decision), Some(due)) = (played.decision(), played.due_text()) else { break };
            let pack = game.pack();
            let possible: BTreeSet<usize> = played.legal().iter(&game).map(|action| action.verb().index()).collect();
            let phase = &pack.phases[decision.phase.index()];
            // What has but one alternative speaks of its actions in other ways.
            let said = if due.contains(" or ") || due.contains(" and ") { words(&due) } else { BTreeSet::new() };
            for &verb in phase.actions.iter().filter(|verb| !possible.contains(verb)) {
                let name = &pack.verbs[verb].name;
                let is_another = possible.iter().any(|other| words(&pack.verbs[*other].usage()).contains(name));
                if said.contains(name) && !is_another && !possible.is_empty() {
                    wrong.insert(format!("{}: `{due}` without `{name}`", title(&game)));
                }
            }
            let action = choose(&game, played.legal(), &mut rng);
            played.act(&action).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
