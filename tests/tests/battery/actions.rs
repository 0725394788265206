//! Listed actions are accepted, have distinct texts, and are parsed back from them.

use std::collections::HashSet;

use parlour_engine::Words;
use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::play::Match;

use super::{Check, cards_of, watch};

/// Up to `most` indices of a list.
fn sample(list: &ActionList, most: usize, rng: &mut Generator) -> Vec<usize> {
    let mut places: Vec<usize> = (0..list.len()).collect();
    rng.shuffle(&mut places);
    places.truncate(most);
    places
}

fn listed_actions(played: &mut Match, rng: &mut Generator) {
    let (state, legal) = (played.state().clone(), played.legal().clone());
    assert!(!legal.is_empty(), "a decision without a legal action");
    for n in sample(&legal, 12, rng) {
        let action = legal.get(played.game(), n);
        let answer = played.host().check(&state, &action);
        let text = played.game().action_text(&action);
        answer.unwrap_or_else(|error| panic!("`{text}` is listed, but refused: {error}"));
    }
}

pub(super) const ACCEPTED: Check = Check::look("listed actions are accepted", listed_actions);

#[test]
fn listed_actions_are_accepted() {
    watch(2, &ACCEPTED);
}

fn list(played: &mut Match, _: &mut Generator) {
    let (state, legal) = (played.state().clone(), played.legal().clone());
    let mut again = ActionList::new();
    played.host().legal(&state, &mut again).unwrap();
    assert_eq!(legal, again);
    let game = played.game();
    let mut texts = HashSet::new();
    for action in legal.iter(game) {
        let text = game.action_text(&action);
        assert!(!text.is_empty(), "an action without a text");
        assert!(texts.insert(text.clone()), "`{text}` stands for two legal actions");
    }
}

pub(super) const LISTED: Check = Check::look("listing is repeatable", list);

#[test]
fn listing_is_repeatable_and_has_nothing_twice() {
    watch(2, &LISTED);
}

fn texts(played: &mut Match, rng: &mut Generator) {
    let game = played.game();
    let legal = played.legal();
    for n in sample(legal, 3, rng) {
        let action = legal.get(game, n);
        let text = game.action_text(&action);
        assert_eq!(game.parse_action(&text, Some(legal)).as_ref(), Ok(&action), "`{text}` among the legal");
        assert_eq!(game.parse_action(&text, None).as_ref(), Ok(&action), "`{text}` by itself");
        let loud = format!("  {} ", text.to_uppercase());
        assert_eq!(game.parse_action(&loud, Some(legal)).as_ref(), Ok(&action), "`{loud}`");
    }
}

pub(super) const READ_BACK: Check = Check::look("texts are read back", texts);

#[test]
fn texts_are_read_back() {
    watch(2, &READ_BACK);
}

fn count_cards(played: &mut Match) {
    assert_eq!(cards_of(played.game(), played.state()), played.game().card_counts());
}

pub(super) const CONSERVED: Check =
    Check { look: |played, _| count_cards(played), ..Check::end("cards are conserved", count_cards) };

#[test]
fn cards_are_conserved() {
    watch(2, &CONSERVED);
}
