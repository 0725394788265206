//! Highlights of the last action's changes, on tracks and of cards; squares are highlighted with their boards.

use super::{CardScene, Fact, FactLook, Lies, Place, Scene, facts, places, tracks};
use crate::told::EventTold;
use crate::view::SeatView;

/// Highlights the differences from the previous position.
pub(super) fn mark(scene: &mut Scene, before: &SeatView) {
    let was = tracks::all(before).into_iter().flat_map(|track| track.spaces);
    for (space, was) in scene.tracks.iter_mut().flat_map(|track| &mut track.spaces).zip(was) {
        space.is_last = space.stands != was.stands;
    }
    for (place, was) in scene.places.iter_mut().zip(places::all(before)) {
        mark_cards(place, &was);
    }
}

/// Highlights the cards that are new in a place. A newly dealt place has no highlights.
fn mark_cards(place: &mut Place, was: &Place) {
    if place.lies == Lies::Pile {
        let is_more = place.count > was.count;
        let top = place.cards.last_mut().filter(|top| top.card.is_some());
        if let Some(top) = top {
            top.is_last =
                is_more || place.count == was.count && was.cards.last().is_none_or(|was| was.card != top.card);
        }
        return;
    }
    let count = |cards: &[CardScene], name: &Option<String>| -> usize {
        cards.iter().filter(|card| card.card == *name).map(|card| card.count).sum()
    };
    for n in 0..place.cards.len() {
        let name = place.cards[n].card.clone();
        // Of identical cards the last are the new ones.
        let here = count(&place.cards[n..], &name);
        let new = count(&place.cards, &name).saturating_sub(count(&was.cards, &name));
        place.cards[n].is_last = name.is_some() && here <= new.max(place.cards[n].count * usize::from(new > 0));
    }
    if place.count > 1 && place.cards.iter().all(|card| card.is_last) {
        place.cards.iter_mut().for_each(|card| card.is_last = false);
    }
}

/// Keeps the claim that the last action settled beside the dice that it uncovered, with what was found.
pub(super) fn keep_claim(scene: &mut Scene, before: &SeatView, events: &[EventTold]) {
    if scene.uncovered.is_empty() {
        return;
    }
    let is_claim = |fact: &Fact| fact.look == FactLook::Dice;
    let Some(claim) = facts::of_table(before).into_iter().find(is_claim) else { return };
    scene.facts.retain(|fact| fact.name != claim.name);
    scene.facts.push(claim);
    let told = events.iter().filter(|event| !event.fields.contains_key("seat")).filter_map(|event| event.text.clone());
    let told = told.map(|value| Fact { value: value.trim_end_matches('.').to_owned(), ..Fact::default() });
    scene.facts.extend(told);
}
