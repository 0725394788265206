//! What every pack must hold, in every variant and with every number of seats: a pack is tested by being there.
//!
//! `cargo test` plays a few matches of each; `PARLOUR_MATCHES=1000` plays so many, and `PARLOUR_GAMES=advance` only that
//! game's.

mod actions;
mod ends;
mod events;
mod history;
mod refusals;
mod seeds;
mod speed;
mod views;

use std::sync::Arc;

use parlour_engine::chance::Generator;
use parlour_engine::game::Game;
use parlour_engine::ids::ZoneId;
use parlour_engine::play::Match;
use parlour_engine::rules::Rules;
use parlour_engine::state::State;

use crate::packs::{begin, choose, games, matches, title};

/// A match that takes more actions than this when it is played at random does not end.
const ENDLESS: usize = 20_000;

/// Plays matches of every game at random, with a look at each moment that has a decision, and one at the end.
/// What is written to standard output says where a test failed.
#[track_caller]
fn watch(usually: u64, mut look: impl FnMut(&mut Match, &mut Generator), mut end: impl FnMut(&mut Match)) {
    for game in games() {
        println!("{}", title(&game));
        let mut host = host(&game);
        for seed in 0..matches(usually) {
            println!("seed {seed}");
            let mut rng = Generator::from_seed(seed + 1);
            let mut played = begin(host, seed);
            while played.decision().is_some() {
                look(&mut played, &mut rng);
                let action = choose(&game, played.legal(), &mut rng);
                if let Err(error) = played.act(&action) {
                    panic!("`{}`, which is listed: {error}", game.action_text(&action));
                }
                assert!(played.steps().len() < ENDLESS, "the match goes on and on");
            }
            end(&mut played);
            host = played.into_host();
        }
    }
}

#[track_caller]
fn host(game: &Arc<Game>) -> Rules {
    Rules::new(game.clone()).unwrap_or_else(|faults| panic!("{faults}"))
}

/// How many cards of each type a state has; every card must be known.
#[track_caller]
fn cards_of(game: &Game, state: &State) -> Vec<usize> {
    let mut counts = vec![0; game.pack().card_types()];
    for (zone, family) in game.layout().zones.iter().enumerate() {
        let holds = &game.pack().zones[zone].holds;
        for member in 0..family.len() {
            for card in game.zone_cards(state, ZoneId::from_index(zone), member) {
                let card = card.expect("a state knows all its cards").index();
                assert!(holds.is_empty() || holds.contains(&card), "a card lies where it can't");
                counts[card] += 1;
            }
        }
    }
    counts
}
