//! Views contain exactly what a seat may know.

use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::game::Game;
use parlour_engine::ids::{Seat, ZoneId};
use parlour_engine::pack::spec::Seen;
use parlour_engine::play::Match;
use parlour_engine::rules::{Playout, Rules};
use parlour_engine::state::State;
use serde_json::json;

use super::{Check, ENDLESS, cards_of, each_game, host, watch};
use crate::packs::{matches, title};
use parlour_engine::Words;

/// A seat or, sometimes, an onlooker.
fn any_viewer(game: &Game, rng: &mut Generator) -> Option<Seat> {
    let n = rng.below(game.seat_count() as u32 + 1) as usize;
    game.seats().nth(n)
}

/// True if a state has a card, a value or a die hidden from a viewer.
fn hides_something(game: &Game, state: &State, viewer: Option<Seat>) -> bool {
    let view = game.view(state, viewer);
    let shown = game.state_json(view.state());
    let values = shown["vars"].as_object().unwrap().values();
    // Others' sealed decisions are chosen anew, not sampled.
    let is_open = |value: &serde_json::Value| *value == json!("?") && !game.has_unseen_decisions();
    if values.flat_map(|value| value.as_array().cloned().unwrap_or(vec![value.clone()])).any(|value| is_open(&value)) {
        return true;
    }
    let boards = [&state, &view.state()].map(|state| game.state_json(state)["boards"].clone());
    if boards[0] != boards[1] {
        return true;
    }
    let zones = (0..game.pack().zones.len()).map(ZoneId::from_index);
    zones
        .flat_map(|zone| (0..game.zone_count(zone)).map(move |member| (zone, member)))
        .any(|(zone, member)| game.zone_cards(view.state(), zone, member).iter().any(Option::is_none))
}

fn determinize(played: &mut Match, rng: &mut Generator) {
    let (game, state) = (played.game().clone(), played.state().clone());
    let viewer = any_viewer(&game, rng);
    let view = game.view(&state, viewer);
    let other = played.host().determinize(&view, rng).unwrap();
    assert_eq!(game.view(&other, viewer), view, "the view of {viewer:?}");
    assert_eq!(cards_of(&game, &other), game.card_counts());
    assert_eq!(other.decision(), state.decision());
    assert_eq!(game.view(view.state(), viewer), view, "a view of a view");
}

pub(super) const SAME_VIEW: Check = Check::look("a determinized state gives the same view", determinize);

/// Checks that knowledge is true, and that sampled worlds are consistent with it.
fn know(played: &mut Match, rng: &mut Generator) {
    let (game, state) = (played.game().clone(), played.state().clone());
    let chosen = any_viewer(&game, rng);
    for viewer in game.seats().map(Some).chain([None]) {
        let view = played.view(viewer);
        if let Some(kinds) = view.kinds() {
            assert_eq!(kinds.against(&game, &state), None, "{viewer:?}");
            let world = played.host().determinize(&view, rng).unwrap();
            assert_eq!(kinds.against(&game, &world), None, "a world of {viewer:?}");
            assert_eq!(game.view(&world, viewer), game.view(&state, viewer), "the view of {viewer:?}");
        }
        if let Some(unseen) = view.unseen() {
            assert_eq!(unseen.against(&game, &state), None, "{viewer:?}");
            let world = played.host().determinize(&view, rng).unwrap();
            assert_eq!(unseen.against(&game, &world), None, "a world of {viewer:?}");
            assert_eq!(game.view(&world, viewer), game.view(&state, viewer), "the view of {viewer:?}");
        }
        let Some(knowledge) = view.knowledge() else { continue };
        let at = || {
            let last = played.steps().last().map(|step| game.action_text(&step.action)).unwrap_or_default();
            format!("{viewer:?} after {} actions, the last of them `{last}`", played.steps().len())
        };
        assert_eq!(knowledge.against(&game, &state), None, "{}", at());
        assert!(!knowledge.is_contradicted(), "{}", at());
        if viewer == chosen {
            let knowledge = knowledge.clone();
            let worlds = played.host().worlds(&view).unwrap();
            assert!(worlds.are_known(), "{viewer:?}");
            let world = played.host().draw(&worlds, rng).unwrap();
            assert_eq!(game.view(&world, viewer), view, "the view of {viewer:?}");
            assert_eq!(cards_of(&game, &world), game.card_counts());
            assert_eq!(knowledge.against(&game, &world), None, "a world of {viewer:?}");
        }
    }
}

pub(super) const KNOWN: Check = Check::look("the truth agrees with what each seat knows", know);

#[test]
fn the_truth_agrees_with_what_each_seat_knows() {
    watch(2, &KNOWN);
}

#[test]
fn a_determinized_state_gives_the_same_view() {
    watch(2, &SAME_VIEW);
}

#[test]
fn determinized_states_vary_and_can_be_played() {
    each_game(|game| {
        println!("{}", title(game));
        let mut host = host(game);
        let mut rng = Generator::from_seed(17);
        let (mut hidden, mut varied) = (false, false);
        for seed in 0..matches(4) {
            let mut state = host.start(seed, &mut Vec::new()).unwrap();
            let mut policy = Generator::from_seed(seed);
            host.playout(&mut state, &mut policy, Playout::ByVerb, seed as u32 * 3).unwrap();
            for viewer in game.seats() {
                let view = game.view(&state, Some(viewer));
                let [mut one, two] = [(); 2].map(|()| host.determinize(&view, &mut rng).unwrap());
                assert_ne!(one, two, "the same generator twice");
                hidden |= hides_something(game, &state, Some(viewer));
                varied |= game.state_json(&one) != game.state_json(&two);
                host.playout(&mut one, &mut policy, Playout::ByVerb, ENDLESS as u32).unwrap();
                assert!(one.is_over());
            }
        }
        assert_eq!(hidden, varied, "what is hidden varies");
        let pack = game.pack();
        let all_seen = !game.hides_kinds()
            && !game.hides_squares()
            && pack.zones.iter().all(|zone| zone.seen == Seen::All)
            && pack.vars.iter().all(|var| var.seen == Seen::All);
        assert_ne!(all_seen, hidden, "what is declared as hidden is hidden");
    });
}

/// A viewer's observation of an action, and the state after it; `None` if it isn't legal.
fn act(host: &mut Rules, state: &State, viewer: Option<Seat>, played: &[u8]) -> Option<(Vec<String>, State)> {
    let game = host.game().clone();
    let mut legal = ActionList::new();
    host.legal(state, &mut legal).unwrap();
    let action = legal.iter(&game).find(|action| action.bytes() == played)?;
    let mut after = state.clone();
    let mut events = Vec::new();
    host.apply(&mut after, &action, Some(&mut events)).unwrap();
    let told = events.iter().map(|event| game.event_json(event, viewer, false).to_string()).collect();
    Some((told, after))
}

#[track_caller]
fn compare_worlds(played: &mut Match, rng: &mut Generator) {
    let (game, state) = (played.game().clone(), played.state().clone());
    let Some(decision) = state.decision() else { return };
    let viewer = any_viewer(&game, rng);
    let view = game.view(&state, viewer);
    let legal = played.legal().clone();
    let action = legal.get(&game, rng.below(legal.len() as u32) as usize);
    let other = played.host().determinize(&view, rng).unwrap();
    if viewer == Some(decision.seat) {
        let mut others = ActionList::new();
        played.host().legal(&other, &mut others).unwrap();
        assert!(legal.iter(&game).eq(others.iter(&game)), "what is legal tells hidden things");
    }
    let ours = act(played.host(), &state, viewer, action.bytes());
    let theirs = act(played.host(), &other, viewer, action.bytes());
    let (Some((told, ours)), Some((told_other, theirs))) = (ours, theirs) else { return };
    // Where squares are hidden, sight changes with each action and shows what no event tells.
    if told == told_other && !game.hides_squares() {
        let over = ours.is_over();
        let (ours, theirs) = (game.view(&ours, viewer), game.view(&theirs, viewer));
        let (shown, shown_other) = (game.state_json(ours.state()), game.state_json(theirs.state()));
        let text = game.action_text(&action);
        assert_eq!(shown, shown_other, "after `{text}`, of which {viewer:?} is told {told:?}");
        // Final scores are public.
        assert!(ours == theirs || over, "after `{text}`, of which {viewer:?} is told {told:?}");
    }
}

pub(super) const ONLY_EVENTS: Check = Check::look("only events tell hidden things", compare_worlds);

/// Two states that differ only in information hidden from a viewer look alike, until an event visible to the viewer
/// distinguishes them.
#[test]
fn only_events_tell_hidden_things() {
    watch(2, &ONLY_EVENTS);
}
