//! Prompts name only what can be done.

use std::collections::BTreeSet;

use parlour_engine::chance::Generator;
use parlour_engine::ids::ZoneId;
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

/// In a trick, a prompt says which suit is to be followed, and whether the hand has it.
#[test]
fn prompts_of_tricks_name_the_suit() {
    let game = games().into_iter().find(|game| game.pack().name == "spades").unwrap();
    let mut played = begin(Rules::new(game.clone()).unwrap(), 5);
    let (mut rng, mut seen) = (Generator::from_seed(5), BTreeSet::new());
    let at = |name: &str| game.pack().zones.iter().position(|zone| zone.name == name).map(ZoneId::from_index).unwrap();
    let (trick, hand) = (at("trick"), at("hand"));
    for _ in 0..STEPS {
        let (Some(decision), Some(due)) = (played.decision(), played.due_text()) else { break };
        let cards = |zone: ZoneId, member: usize| -> Vec<String> {
            let cards = game.zone_cards(played.state(), zone, member).into_iter().flatten();
            cards.map(|card| game.card_name(card).to_owned()).collect()
        };
        if game.pack().phases[decision.phase.index()].name == "play" {
            let name = |suit| {
                [("C", "clubs"), ("D", "diamonds"), ("H", "hearts"), ("S", "spades")]
                    .map(|(s, n)| (suit == s).then_some(n))
                    .into_iter()
                    .flatten()
                    .next()
                    .unwrap()
            };
            let expected = match cards(trick, 0).first().map(|led| led[1..].to_owned()) {
                None => "play a card: you lead".to_owned(),
                Some(led) if cards(hand, decision.seat.index()).iter().any(|card| card.ends_with(&led)) => {
                    format!("play a card: follow {}", name(led.as_str()))
                }
                Some(led) => format!("play a card: no {} in hand", name(led.as_str())),
            };
            assert_eq!(due, expected);
            seen.insert(due.chars().take(15).collect::<String>());
        }
        let action = choose(&game, played.legal(), &mut rng);
        played.act(&action).unwrap();
    }
    assert_eq!(seen.len(), 3, "{seen:?}");
}
