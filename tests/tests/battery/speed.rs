//! The fast paths, `step` and `playout`, agree with `legal` and `apply`.

use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::play::Match;
use parlour_engine::rules::Playout;

use super::{Check, MANY, each_game, host, watch};
use crate::packs::{choose, matches, title};
use parlour_engine::Words;

fn step_beside_apply(played: &mut Match, rng: &mut Generator) {
    let game = played.game().clone();
    let action = choose(&game, played.legal(), rng);
    let mut slow = played.state().clone();
    let mut fast = slow.clone();
    let (mut slow_list, mut fast_list) = (ActionList::new(), ActionList::new());
    let host = played.host();
    host.apply(&mut slow, &action, Some(&mut Vec::new())).unwrap();
    host.legal(&slow, &mut slow_list).unwrap();
    host.step(&mut fast, action.bytes(), &mut fast_list).unwrap();
    assert_eq!(slow.bytes(), fast.bytes(), "after `{}`", game.action_text(&action));
    assert!(slow_list.iter(&game).eq(fast_list.iter(&game)), "after `{}`", game.action_text(&action));
    assert_eq!(slow_list.is_complete(), fast_list.is_complete());
}

pub(super) const STEPPED: Check = Check::look("a step is apply and legal", step_beside_apply);

#[test]
fn a_step_is_apply_and_legal() {
    watch(2, &STEPPED);
}

#[test]
fn a_playout_is_a_row_of_legal_actions() {
    each_game(|game| {
        println!("{}", title(game));
        let mut host = host(game);
        let count = matches(2);
        let every = if count < MANY { 4 } else { 40 };
        for seed in 0..count {
            println!("seed {seed}");
            let start = host.start(seed, &mut Vec::new()).unwrap();
            let (mut fast, mut slow) = (start.clone(), start);
            let (mut fast_rng, mut slow_rng) = (Generator::from_seed(seed), Generator::from_seed(seed));
            let plies = host.playout(&mut fast, &mut fast_rng, Playout::ByVerb, u32::MAX).unwrap();
            let mut legal = ActionList::new();
            for ply in 0..plies {
                let before = slow.clone();
                assert_eq!(host.playout(&mut slow, &mut slow_rng, Playout::ByVerb, 1).unwrap(), 1);
                if !(ply + seed as u32).is_multiple_of(every) {
                    continue;
                }
                host.legal(&before, &mut legal).unwrap();
                let leads_here = legal.iter(game).any(|action| {
                    let mut after = before.clone();
                    host.apply(&mut after, &action, None).unwrap();
                    after == slow
                });
                assert!(leads_here, "no legal action leads to what the playout did at ply {ply}");
            }
            assert_eq!(fast.bytes(), slow.bytes());
            assert_eq!(fast_rng, slow_rng);
        }
    });
}

/// `policy = "first"` of a search: any case of the first kind of action.
#[test]
fn a_playout_by_the_first_verb_takes_one_of_its_cases() {
    each_game(|game| {
        println!("{}", title(game));
        let mut host = host(game);
        let mut state = host.start(5, &mut Vec::new()).unwrap();
        let mut rng = Generator::from_seed(5);
        let mut legal = ActionList::new();
        for ply in 0..40 {
            if state.is_over() {
                break;
            }
            let before = state.clone();
            assert_eq!(host.playout(&mut state, &mut rng, Playout::FirstVerb, 1).unwrap(), 1);
            host.legal(&before, &mut legal).unwrap();
            let verb = legal.get(game, 0).verb();
            let leads_here = legal.iter(game).filter(|action| action.verb() == verb).any(|action| {
                let mut after = before.clone();
                host.apply(&mut after, &action, None).unwrap();
                after == state
            });
            assert!(leads_here, "ply {ply}: the playout took something else");
        }
    });
}
