//! Sampled worlds: hidden information varies, and everything known is preserved.
//!
//! `cargo test` samples a few of each card game; `PARLOUR_WORLDS=10000` samples ten thousand.

use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::ids::{Seat, ZoneId};
use parlour_engine::rules::Rules;

use crate::packs::{begin, choose, game, load, scene};

fn worlds(usually: usize) -> usize {
    match std::env::var("PARLOUR_WORLDS") {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("PARLOUR_WORLDS should be a number, not `{text}`")),
        Err(_) => usually,
    }
}

/// Samples worlds at moments of random matches, for every seat and for onlookers, and plays on in each.
#[track_caller]
fn sample(name: &str, variant: Option<&str>, seats: usize, options: &[&str]) {
    let game = game(name, variant, seats, options);
    let mut host = Rules::new(game.clone()).unwrap();
    let mut rng = Generator::from_seed(5);
    let (mut sampled, mut seed) = (0, 0);
    while sampled < worlds(60) {
        assert!(seed < 100_000, "too few moments to sample at");
        let mut played = begin(host, seed);
        seed += 1;
        while let Some(decision) = played.decision() {
            let state = played.state().clone();
            let seat = Seat(rng.below(seats as u32 + 1) as u8);
            let viewer = Some(seat).filter(|seat| seat.index() < seats);
            if rng.below(4) == 0 {
                let view = game.view(&state, viewer);
                let world = played.host().determinize(&view, &mut rng).unwrap();
                sampled += 1;
                assert_eq!(game.view(&world, viewer), view, "seed {seed}");
                for zone in (0..game.pack().zones.len()).map(ZoneId::from_index) {
                    let cards = |state, member| game.zone_cards(state, zone, member).len();
                    assert!((0..game.zone_count(zone)).all(|member| cards(&world, member) == cards(&state, member)));
                }
                let mut legal = ActionList::new();
                played.host().legal(&world, &mut legal).unwrap();
                if viewer == Some(decision.seat) {
                    assert!(legal.iter(&game).eq(played.legal().iter(&game)), "seed {seed}");
                }
                let action = choose(&game, &legal, &mut rng);
                let mut after = world.clone();
                played.host().apply(&mut after, &action, None).unwrap();
            }
            let action = choose(&game, played.legal(), &mut rng);
            played.act(&action).unwrap();
        }
        host = played.into_host();
    }
}

#[test]
fn archaeology() {
    sample("archaeology", None, 3, &[]);
}

#[test]
fn en_garde() {
    sample("en-garde", Some("basic"), 2, &[]);
    sample("en-garde", Some("standard"), 2, &["touches_to_win=1"]);
}

/// The seat to move has a card for it, or the round would be over.
#[test]
fn who_is_to_act_can_do_so_in_every_world() {
    let near = r#"
        variant = "standard"
        to_act = "right"
        [vars]
        "position.left" = 20
        "position.right" = 22
        [zones]
        "hand.left" = ["1", "2", "3", "4", "5"]
        "hand.right" = ["1", "3", "4", "5", "5"]
    "#;
    let mut played = scene(&load("en-garde"), near);
    let game = played.game().clone();
    let (left, right, hand) = (Seat(0), Seat(1), ZoneId::from_index(1));
    let decision = played.decision().map(|decision| decision.seat);
    assert_eq!(decision, Some(right));
    let view = game.view(played.state(), Some(left));
    let worlds = played.host().worlds(&view).unwrap();
    let mut rng = Generator::from_seed(3);
    for _ in 0..500 {
        let world = played.host().draw(&worlds, &mut rng).unwrap();
        let held = game.zone_cards(&world, hand, right.index());
        let values: Vec<usize> = held.into_iter().flatten().map(|card| card.index() + 1).collect();
        assert!(values.iter().any(|value| *value <= 2), "{values:?}");
    }
}

#[test]
fn final_card_down() {
    sample("final-card-down", None, 4, &[]);
}

#[test]
fn goofspiel() {
    sample("goofspiel", None, 3, &[]);
}

#[test]
fn treasure_hunt() {
    sample("treasure-hunt", Some("line"), 2, &[]);
    sample("treasure-hunt", Some("grid"), 2, &[]);
}

#[test]
fn crazy_eights() {
    sample("crazy-eights", Some("plain"), 5, &["target=100"]);
    sample("crazy-eights", Some("action"), 3, &[]);
}

#[test]
fn gin_rummy() {
    sample("gin-rummy", None, 2, &["target=0"]);
}

#[test]
fn holdem() {
    sample("holdem", None, 4, &["stack=40"]);
}

#[test]
fn hearts() {
    sample("hearts", None, 4, &["limit=20"]);
}

#[test]
fn liars_dice() {
    sample("liars-dice", None, 4, &[]);
}

#[test]
fn hanabi() {
    sample("hanabi", None, 2, &[]);
    sample("hanabi", None, 5, &["fuses=9"]);
}

#[test]
fn a_step_into_a_moment_without_an_action_is_a_fault_and_changes_nothing() {
    let mut library = parlour_engine::Library::default();
    library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures"));
    let game = library.load("three-notes").unwrap().configure(&parlour_engine::Config::default()).unwrap();
    let mut played = begin(Rules::new(game.clone()).unwrap(), 1);
    // A view without the observations of the match.
    let view = game.view(played.state(), Some(Seat(0)));
    let (mut list, mut faults) = (ActionList::new(), 0);
    let action = played.legal().get(&game, 0);
    for seed in 0..40 {
        // Hidden notes are sampled independently, so that some occur twice and others not at all.
        let world = played.host().determinize(&view, &mut Generator::from_seed(seed)).unwrap();
        let mut after = world.clone();
        if let Err(fault) = played.host().step(&mut after, action.bytes(), &mut list) {
            assert_eq!(fault.code, parlour_engine::diagnostic::Code::NoAction);
            assert_eq!(after, world);
            faults += 1;
        } else {
            assert!(!list.is_empty());
        }
    }
    assert!(faults > 5 && faults < 40, "{faults}");
}
