//! Highlights of the last action's changes, on tracks and of cards; squares are highlighted with their boards.

use parlour_engine::ids::{BoardId, Seat, Square, ZoneId};
use parlour_engine::pack::spec::Per;

use super::{
    BoardScene, CardScene, Claimed, Dice, Fact, FactLook, Lies, Place, Scene, SeatScene, Trace, boards, facts, places,
    tracks,
};
use crate::look::Look;
use crate::told::EventTold;
use crate::view::SeatView;

/// Highlights the differences from the previous position.
pub(super) fn mark(scene: &mut Scene, before: &SeatView) {
    let was = tracks::all(before).into_iter().flat_map(|track| track.spaces);
    for (space, was) in scene.tracks.iter_mut().flat_map(|track| &mut track.spaces).zip(was) {
        space.is_last = space.stands != was.stands;
        let count = |stands: &[super::Stands], seat: usize| -> usize {
            stands.iter().filter(|stands| stands.seat == seat).map(|stands| stands.count).sum()
        };
        let is_more = space.stands.iter().any(|now| now.count > count(&was.stands, now.seat));
        space.trace = space.is_last.then_some(if is_more { Trace::To } else { Trace::From });
    }
    for (place, was) in scene.places.iter_mut().zip(places::all(before)) {
        mark_cards(place, &was);
    }
}

/// The most actions after which the score of a race before its last change is still looked for.
const MAX_SCORELESS: usize = 60;

/// The scores of a race to a target before their last changes.
pub(super) fn find_scores_before(look: &Look<'_>, scene: &mut Scene) {
    let is_race = |seat: &SeatScene| seat.score.as_ref().is_some_and(|score| score.goal.is_some());
    let Some(var) = facts::score_of(look.view().game()).filter(|_| scene.seats.iter().any(is_race)) else { return };
    for was in look.earlier().take(MAX_SCORELESS) {
        let mut are_all_found = true;
        for seat in &mut scene.seats {
            let score = facts::of_seat(&was, Seat::from_index(seat.number), var);
            let Some((now, was)) = seat.score.as_mut().zip(score) else { continue };
            if now.before.is_none() && now.value != was.value {
                now.before = was.value.parse().ok();
            }
            are_all_found &= now.before.is_some();
        }
        if are_all_found {
            return;
        }
    }
}

/// The most actions of a turn that are traced on boards.
const MAX_TURN: usize = 6;

/// The position before the last turn: the last actions in a row of the seat that acted last. If the viewer saw nothing
/// of it, of the turn before.
fn before_turn(look: &Look<'_>) -> Option<SeatView> {
    let is_seen = |was: &SeatView| {
        let now = look.view();
        now.game().boards().any(|board| {
            let mut squares = (0..now.cells(board).len()).map(Square::from_index);
            now.cells(board) != was.cells(board)
                || squares.clone().any(|square| now.under(board, square) != was.under(board, square))
                || squares.any(|square| boards::tokens(now, board, square) != boards::tokens(was, board, square))
        })
    };
    let mut found: Option<SeatView> = None;
    for was in look.earlier().take(MAX_TURN) {
        let actor = was.due().map(|due| due.seat);
        let is_same = found.as_ref().is_none_or(|found| found.due().map(|due| due.seat) == actor);
        if !is_same && found.as_ref().is_some_and(is_seen) {
            break;
        }
        found = Some(was);
    }
    found.filter(is_seen)
}

/// Traces the last turn on boards: where pieces came from, where they went, what they captured.
pub(super) fn trace(look: &Look<'_>, scenes: &mut [BoardScene]) {
    let (view, Some(was)) = (look.view(), before_turn(look)) else { return };
    let actor = was.due().map(|due| due.seat);
    for (board, scene) in view.game().boards().zip(scenes) {
        trace_board(view, &was, (board, actor), scene);
    }
}

fn trace_board(view: &SeatView, was: &SeatView, (board, actor): (BoardId, Option<Seat>), scene: &mut BoardScene) {
    let game = view.game();
    let symbols = &game.pack().boards[board.index()].symbols;
    let owner = |symbol: Option<usize>| symbol.and_then(|symbol| symbols[symbol].piece).map(|(_, seat)| seat);
    let seen = |of: &SeatView, place: usize| {
        let symbol = of.symbol(board, Square::from_index(place));
        symbol.is_none_or(|symbol| !game.is_unseen_symbol(board, symbol)).then_some(symbol)
    };
    let pairs: Vec<_> = (0..scene.squares.len()).map(|place| seen(was, place).zip(seen(view, place))).collect();
    let changed = || pairs.iter().flatten().filter(|(was, now)| was != now);
    let has_left = |seat: usize| changed().any(|(was, now)| owner(*was) == Some(seat) && owner(*now) != Some(seat));
    let has_come = |symbol: usize| changed().any(|(_, now)| *now == Some(symbol));
    for (place, (square, pair)) in scene.squares.iter_mut().zip(&pairs).enumerate() {
        let (Some(square), Some((was_on, now))) = (square, pair) else { continue };
        // Tokens of seats move as well.
        let before = boards::tokens(was, board, Square::from_index(place));
        if before != square.tokens {
            let is_more = square.tokens.iter().any(|seat| !before.contains(seat));
            (square.is_last, square.trace) = (true, Some(if is_more { Trace::To } else { Trace::From }));
            continue;
        }
        // Stacks grow where something comes, whatever is on top.
        let [before, after] = [was, view].map(|of| {
            let square = Square::from_index(place);
            of.under(board, square).len() + usize::from(of.symbol(board, square).is_some())
        });
        if before.max(after) > 1 && before != after {
            (square.is_last, square.trace) = (true, Some(if after > before { Trace::To } else { Trace::From }));
            continue;
        }
        let was = was_on;
        let is_changed = was != now;
        square.is_last |= is_changed;
        if !square.is_last {
            continue;
        }
        square.trace = Some(match (*was, *now) {
            (_, Some(_)) if !is_changed => Trace::From,
            // A piece that turns into one of another seat without a move, such as a disc that is flipped.
            (Some(_), Some(_)) => match (owner(*was), owner(*now)) {
                (Some(before), Some(after)) if before != after && !has_left(after) => Trace::Changed,
                _ => Trace::To,
            },
            (None, Some(_)) => Trace::To,
            (Some(symbol), None) => match owner(*was) {
                Some(seat) if actor.is_some_and(|actor| actor.index() == seat) => Trace::From,
                _ if has_come(symbol) => Trace::From,
                Some(_) => Trace::Taken,
                None => Trace::Changed,
            },
            (None, None) => Trace::Changed,
        });
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

/// Finds out who played the cards of tricks without `[trick]`: the seat that was to move while there were fewer cards in
/// it. A seat that sits out has none.
pub(super) fn name_players(look: &Look<'_>, all: &mut [Place]) {
    let game = look.view().game().clone();
    let zone_of = |place: &Place| {
        let is_one = |spec: &&parlour_engine::pack::spec::ZoneSpec| spec.label == place.name && spec.per == Per::One;
        game.pack().zones.iter().position(|spec| is_one(&spec)).map(ZoneId::from_index)
    };
    let is_trick = |place: &&mut Place| place.lies == Lies::Trick && place.count > 0;
    for place in all.iter_mut().filter(is_trick) {
        let Some(zone) = zone_of(place) else { continue };
        if game.pack().tricks.as_ref().is_some_and(|tricks| tricks.pile() == zone) {
            continue;
        }
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
    let Some(mut claim) = facts::of_table(before).into_iter().find(is_claim) else { return };
    claim.claim = claim.claim.map(|claim| Claimed { is_settled: true, ..claim });
    scene.facts.retain(|fact| fact.name != claim.name);
    if let (Some(face), count) = (claim.claim.and_then(|claim| claim.face), found(&claim, events)) {
        mark_counted(&mut scene.uncovered, face, count);
    }
    scene.facts.push(claim);
    let told = events.iter().filter(|event| !event.fields.contains_key("seat")).filter_map(|event| event.text.clone());
    let told = told.map(|value| Fact { value: value.trim_end_matches('.').to_owned(), ..Fact::default() });
    scene.facts.extend(told);
}
