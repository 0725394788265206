//! `[combinations]`: arguments that are cards together. What is listed is compared with all subsets of a hand.

use std::collections::BTreeSet;
use std::sync::Arc;

use parlour_engine::action::Action;
use parlour_engine::layout::ZoneLayout;
use parlour_engine::pack::Pack;
use parlour_engine::play::Match;

use crate::packs::edited;

const TABLES: &str = r#"
winners = ["most won"]
ply_limit = 40
[game]
title = "Melds"
[seats]
min = 2
max = 2
[lists]
suit = ["C", "D", "H"]
rank = ["A", "2", "3", "4", "5"]
[columns.card]
suit = { type = "suit" }
rank = { type = "rank" }
[[card]]
name = "{rank}{suit}"
each = { suit = "all", rank = "all" }
count = 2
[zones]
deck = { kind = "pile", seen = "none" }
hand = { kind = "bag", per = "seat", seen = "owner" }
out = { kind = "bag", seen = "all" }
[vars]
won = { per = "seat", max = 99 }
kind = { max = 20 }
value = { max = 20 }
[setup]
source = "deck"
deal = [{ to = "hand", count = 9 }]
rest = ["deck"]
[combinations]
any = { cards = 1 }
twins = { same = ["suit", "rank"], cards = 2 }
set = { same = "rank", cards = [2, 3] }
flush_run = { run = "rank", same = "suit", cards = 3, ace = "A" }
run = { run = "rank", cards = [3, 4], ace = "A" }
pairs = { run = "rank", each = 2, cards = 4 }
full = { same = "rank", groups = [2, 3] }
two_pairs = { same = "rank", groups = [2, 2] }
pair_and_three = { same = "rank", groups = [1, 1, 2, 1] }
[phases]
play = { actions = ["play", "pass"], text = "play" }
[actions]
play = { usage = "play {cards:any or set of hand}" }
pass = {}
[endings]
limit = "over"
"#;

const RULES: &str = r#"
return {
	actions = {
		play = { apply = function(seat, cards)
			local which, worth = combination.of(cards)
			kind.set(which)
			value.set(worth)
			hand.bunch_to_out(seat, cards)
			won.add(seat, 1)
			turn.play(seats.next(seat))
		end },
		pass = { apply = function(seat) turn.play(seats.next(seat)) end },
	},
	on_limit = function() ending.limit() end,
}
"#;

fn pack(edits: &[(&str, &str)]) -> Result<Arc<Pack>, String> {
    edited("melds", &[("game.toml", TABLES), ("rules.lua", RULES)], edits)
}

/// All parts of a hand, counted by type.
fn parts(hand: &[u8]) -> Vec<Vec<u8>> {
    let mut parts = vec![Vec::new()];
    for &held in hand {
        parts = parts.iter().flat_map(|part| (0..=held).map(move |n| [part.as_slice(), &[n]].concat())).collect();
    }
    parts
}

/// The cards of an action as a part of a hand; none if it has no argument.
fn cards(played: &Match, action: &Action) -> Option<Vec<u8>> {
    let pack = played.game().pack();
    let arg = pack.verbs[action.verb().index()].args.first()?;
    Some(action.cards(arg, pack.card_types()).to_vec())
}

#[test]
fn all_combinations_of_a_hand_are_listed_once() {
    for wanted in [
        "any or set",
        "run",
        "flush_run or run",
        "pairs or full",
        "two_pairs or twins",
        "set or twins",
        "pair_and_three",
        "any combination",
    ] {
        let pack = pack(&[("any or set of hand", &format!("{wanted} of hand"))]).unwrap();
        let of_argument: Vec<usize> = (0..pack.combinations.len())
            .filter(|&n| {
                wanted == "any combination" || wanted.split(" or ").any(|name| name == pack.combinations[n].name)
            })
            .collect();
        let mut seen = 0;
        for seed in 0..12 {
            let game = pack.configure(&parlour_engine::game::Config::default()).unwrap();
            let mut played = Match::new(game.clone(), seed, vec![String::new(); 2]).unwrap();
            while played.decision().is_some() {
                let seat = played.decision().unwrap().seat;
                let hand = &game.layout().zones[1][seat.index()];
                let ZoneLayout::Bag(bag) = hand else { panic!("the hand is a bag") };
                let counts = bag.counts..bag.counts + pack.card_types();
                let hand = played.state().bytes[counts].to_vec();
                let expected: BTreeSet<Vec<u8>> = parts(&hand)
                    .into_iter()
                    .filter(|part| of_argument.iter().any(|&n| pack.combinations[n].fits(part)))
                    .collect();
                let listed: Vec<Action> = played.legal().iter(&game).collect();
                let actions: Vec<Vec<u8>> = listed.iter().filter_map(|action| cards(&played, action)).collect();
                let different: BTreeSet<Vec<u8>> = actions.iter().cloned().collect();
                assert_eq!(actions.len(), different.len(), "{wanted}: {actions:?}");
                assert_eq!(different, expected, "{wanted}");
                seen += actions.len();
                let action = &listed[(seed as usize * 7 + played.steps().len() * 3) % listed.len()];
                let part = cards(&played, action);
                played.act(action).unwrap();
                if let Some(part) = part {
                    let first = pack.combinations.iter().position(|known| known.fits(&part)).unwrap() + 1;
                    let mut state = played.state().clone();
                    assert_eq!(played.host().evaluate_on(&mut state, "kind.get()").unwrap(), first.to_string());
                }
            }
        }
        assert!(seen > 30, "{wanted}: {seen}");
    }
}
