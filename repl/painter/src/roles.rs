//! Roles of places, which decide where their cards are shown.

use parlour_table::scene::{At, CardScene, Lies, Place, Scene};

/// Longer notes aren't signs.
const LONGEST: usize = 28;

/// The maximum number of kinds of card shown as cards.
pub(crate) const MAX_KINDS: usize = 8;

/// True if the viewer plays the cards of a place: those of a hand, or of a partner's that lies open.
pub(crate) fn is_played(place: &Place) -> bool {
    place.at == At::Hand || place.is_ours
}

/// True if a place of the table lies at a seat, as an open hand that somebody else plays.
pub(crate) fn is_of_dummy(place: &Place) -> bool {
    matches!(place.at, At::Seat(_)) && place.of.is_some() && place.name == place.zone
}

/// True if the cards of a seat lie in the middle of the table: those that each of two seats has laid out.
pub(crate) fn is_common(scene: &Scene, place: &Place) -> bool {
    matches!(place.at, At::Seat(_)) && place.lies == Lies::Row && place.count > 0 && scene.seats.len() == 2
}

/// True if the cards of a trick lie around its middle, each in front of its seat.
pub(crate) fn is_round(scene: &Scene, place: &Place) -> bool {
    let is_zone = place.cards.iter().all(|card| card.nth.is_some());
    place.lies == Lies::Trick
        && is_zone
        && (3..=5).contains(&scene.seats.len())
        && place.cards.len() <= scene.seats.len()
        && place.cards.iter().all(|card| card.by.is_some())
}

/// True if no card of a place is open.
pub(crate) fn is_face_down(place: &Place) -> bool {
    place.cards.iter().all(|card| card.card.is_none())
}

/// True if a place shows only backs that look alike, or is shown as a count: their number says as much.
pub(crate) fn is_only_counted(place: &Place) -> bool {
    let is_plain = |card: &CardScene| card.card.is_none() && card.marks.is_empty();
    place.lies == Lies::Chips || place.cards.iter().all(is_plain)
}

/// True if a place has no band of its own: cards of a hand are face down, or all are told as a count.
pub(crate) fn is_tucked(place: &Place) -> bool {
    let is_back = |card: &&CardScene| card.card.is_none() && card.marks.is_empty();
    let backs: usize = place.cards.iter().filter(is_back).map(|card| card.count).sum();
    is_only_counted(place) || place.lies == Lies::Fan && backs > 1 && (place.count > 3 || backs * 2 > place.count)
}

/// The kinds of card of a place, with counts, in the order in which they lie.
pub(crate) fn kinds(place: &Place) -> Vec<(&str, usize)> {
    let mut kinds: Vec<(&str, usize)> = Vec::new();
    for card in &place.cards {
        let name = card.card.as_deref().unwrap_or("");
        match kinds.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += card.count,
            None => kinds.push((name, card.count)),
        }
    }
    kinds
}

/// True if the cards of a place are shown in small on its seat's strip.
pub(crate) fn is_in_small(scene: &Scene, place: &Place) -> bool {
    let has_picture = |card: &str| scene.faces.get(card).is_some_and(|face| face.art.is_some());
    place.lies == Lies::Chips
        && !place.cards.is_empty()
        && place.cards.iter().all(|card| card.card.as_deref().is_some_and(has_picture))
        && kinds(place).len() <= MAX_KINDS
}

/// True if a place is the first hand of the viewer's own, at which the pack's short note is shown.
pub(crate) fn is_noted(scene: &Scene, place: &Place) -> bool {
    let note = scene.seats.iter().find(|seat| seat.is_own).and_then(|seat| seat.note.as_ref());
    if note.is_none_or(|note| note.chars().count() > LONGEST) {
        return false;
    }
    // The strip shows in small what the note tells of cards.
    let own = scene.seats.iter().find(|seat| seat.is_own).map(|seat| seat.number);
    let is_shown = |place: &Place| own.is_some_and(|own| place.at == At::Seat(own)) && is_in_small(scene, place);
    if scene.places.iter().any(is_shown) {
        return false;
    }
    let hand = scene.places.iter().find(|place| place.at == At::Hand && place.count > 0);
    hand.is_some_and(|hand| hand.name == place.name)
}
