//! Highlights of the last action's changes, on tracks and of cards; squares are highlighted with their boards.

use parlour_engine::ids::ZoneId;
use parlour_engine::pack::spec::Per;

use super::{CardScene, Dice, Fact, FactLook, Lies, Place, Scene, facts, places, tracks};
use crate::look::Look;
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

/// Finds out who played the cards of tricks: the seat that was to move while there were fewer cards in it. A seat that
/// sits out has none.
pub(super) fn name_players(look: &Look<'_>, all: &mut [Place]) {
    let game = look.view().game().clone();
    let zone_of = |place: &Place| {
        let is_one = |spec: &&parlour_engine::pack::spec::ZoneSpec| spec.label == place.name && spec.per == Per::One;
        game.pack().zones.iter().position(|spec| is_one(&spec)).map(ZoneId::from_index)
    };
    let is_trick = |place: &&mut Place| place.lies == Lies::Trick && place.count > 0;
    for place in all.iter_mut().filter(is_trick) {
        let Some(zone) = zone_of(place) else { continue };
        let mut by: Vec<Option<usize>> = vec![None; place.cards.len()];
        let mut left = place.cards.len();
        for before in look.earlier().take(MAX_PLIES * game.seat_count()) {
            let (was, Some(due)) = (before.cards(zone, 0).len(), before.due()) else { break };
            if was > left {
                break;
            }
            by[was..left].fill(Some(due.seat.index()));
            left = was;
            if left == 0 {
                break;
            }
        }
        if left == 0 {
            place.cards.iter_mut().zip(by).for_each(|(card, by)| card.by = by);
        }
    }
}

/// The most actions per seat in which the players of a trick are looked for.
const MAX_PLIES: usize = 4;

/// The number of dice of the claimed face that an event tells.
fn found(claim: &Fact, events: &[EventTold]) -> Option<i64> {
    let face = i64::from(claim.claim.and_then(|claim| claim.face)?);
    let of = |event: &EventTold| {
        let numbers: Vec<i64> = event.fields.values().filter_map(serde_json::Value::as_i64).collect();
        let (first, second) = (*numbers.first()?, *numbers.get(1)?);
        let is_told = numbers.len() == 2 && !event.fields.contains_key("seat");
        let count = if event.fields.get("face").and_then(serde_json::Value::as_i64) == Some(first) {
            second
        } else if second == face {
            first
        } else {
            second
        };
        (is_told && (first == face || second == face)).then_some(count)
    };
    events.iter().find_map(of)
}

/// Marks the dice that count for a claim: those of its face, and if these are fewer than were found, those of the lowest
/// face that makes up for it, which is wild.
fn mark_counted(all: &mut [Dice], face: i32, found: Option<i64>) {
    let count = |all: &[Dice], face: i32| -> i64 {
        all.iter().map(|dice| dice.shown.iter().filter(|shown| **shown == Some(face)).count() as i64).sum()
    };
    let faces = all.iter().map(|dice| dice.faces).max().unwrap_or(0);
    let more = found.map_or(0, |found| found - count(all, face));
    let wild = (1..=faces).find(|&wild| more > 0 && wild != face && count(all, wild) == more);
    for dice in all {
        dice.counted = std::iter::once(face).chain(wild).collect();
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
    if let (Some(face), count) = (claim.claim.and_then(|claim| claim.face), found(&claim, events)) {
        mark_counted(&mut scene.uncovered, face, count);
    }
    scene.facts.push(claim);
    let told = events.iter().filter(|event| !event.fields.contains_key("seat")).filter_map(|event| event.text.clone());
    let told = told.map(|value| Fact { value: value.trim_end_matches('.').to_owned(), ..Fact::default() });
    scene.facts.extend(told);
}
