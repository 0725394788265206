//! Events are well-formed, have texts, and reveal nothing hidden from a viewer.

use parlour_engine::Words;
use parlour_engine::event::Event;
use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::play::Match;

use super::{Check, watch};

fn viewers(game: &Game) -> impl Iterator<Item = Option<Seat>> {
    game.seats().map(Some).chain([None])
}

#[track_caller]
fn check(game: &Game, event: &Event) {
    let spec = &game.pack().events[event.kind.index()];
    for field in &spec.fields {
        let value = event.number(field);
        let Some(most) = game.value_count(field.kind) else { continue };
        assert!((0..=most as i32).contains(&value), "`{}` of `{}` is {value}", field.name, spec.name);
    }
    let all = game.event_json(event, None, true);
    assert_eq!(all.as_object().map(serde_json::Map::len), Some(spec.fields.len() + 1), "{all}");
    for viewer in viewers(game) {
        let told = game.event_json(event, viewer, false);
        for field in &spec.fields {
            assert_eq!(told.get(&field.name).is_some(), spec.may_see(event, field, viewer), "{}", field.name);
        }
        if let Some(sentence) = game.event_sentence(event, viewer, false) {
            assert!(!sentence.trim().is_empty(), "`{}` is told without words", spec.name);
            assert!(!sentence.contains(['{', '}']), "`{}` is told as `{sentence}`", spec.name);
        }
    }
}

fn all_events(played: &mut Match) {
    let steps = played.steps().iter().flat_map(|step| &step.events);
    for event in played.opening().iter().chain(steps) {
        check(played.game(), event);
    }
}

pub(super) const TOLD: Check = Check::end("events are told", all_events);

#[test]
fn events_are_told() {
    watch(2, &TOLD);
}
