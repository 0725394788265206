//! Every match ends with a consistent result.

use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::game::Game;
use parlour_engine::pack::spec::ScoreRule;
use parlour_engine::play::Match;
use parlour_engine::rules::Playout;
use parlour_engine::state::State;

use super::{Check, ENDLESS, cards_of, each_game, host, watch};
use crate::packs::matches;
use parlour_engine::Words;

/// Checks the invariants of a final state.
#[track_caller]
fn check_result(game: &Game, state: &State) {
    assert!(state.is_over() && state.decision().is_none());
    let text = game.ending_text(state).expect("an ending in words");
    assert!(!text.trim().is_empty() && !text.contains('{'), "{text}");
    assert!(state.ending().is_some_and(|n| n < game.pack().endings.len()), "the match ends without an ending");
    let score = |seat| game.score(state, seat);
    match game.pack().scores {
        ScoreRule::Wins => {
            for seat in game.seats() {
                assert_eq!(score(seat), i32::from(state.has_won(seat)), "the score of {}", game.seat_name(seat));
            }
        }
        ScoreRule::Var(_) => {
            let best = game.seats().map(score).max();
            for winner in game.seats().filter(|&seat| state.has_won(seat)) {
                assert_eq!(Some(score(winner)), best, "{} wins without the best score", game.seat_name(winner));
            }
        }
        // A script's score may count undesirable points.
        _ => {}
    }
}

fn before_the_end(played: &mut Match, _: &mut Generator) {
    let (game, state) = (played.game(), played.state());
    assert!(game.ending_text(state).is_none() && state.ending().is_none());
    assert!(game.seats().all(|seat| !state.has_won(seat)), "somebody has won before the end");
}

fn at_the_end(played: &mut Match) {
    let (game, state) = (played.game().clone(), played.state().clone());
    check_result(&game, &state);
    assert!(played.legal().is_empty());
    let mut legal = ActionList::new();
    played.host().legal(&state, &mut legal).unwrap();
    assert!(legal.is_empty());
}

pub(super) const RESULTS: Check = Check { look: before_the_end, ..Check::end("results make sense", at_the_end) };

#[test]
fn results_make_sense() {
    watch(4, &RESULTS);
}

#[test]
fn hundreds_of_playouts_end() {
    each_game(|game| {
        let mut host = host(game);
        let mut rng = Generator::from_seed(3);
        for seed in 0..matches(200) {
            let mut state = host.start(seed, &mut Vec::new()).unwrap();
            let policy = if seed % 2 == 0 { Playout::ByVerb } else { Playout::ByAction };
            host.playout(&mut state, &mut rng, policy, ENDLESS as u32).unwrap();
            assert!(state.is_over(), "seed {seed} goes on and on");
            check_result(game, &state);
            assert_eq!(cards_of(game, &state), game.card_counts());
        }
    });
}
