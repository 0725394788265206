//! Knowledge of hidden cards, and sampling of consistent states.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use parlour_engine::Words;
use parlour_engine::chance::Generator;
use parlour_engine::game::{Config, Game};
use parlour_engine::ids::{Seat, ZoneId};
use parlour_engine::pack::{Pack, PackFiles};
use parlour_engine::rules::{Playout, Rules};
use parlour_engine::state::State;

/// Three suits of three; all seats see the others' hands, which are piles, and hold a bag of what they see.
const TABLES: &str = r#"
[game]
title = "Hints"
[seats]
min = 3
max = 3
[lists]
suit = ["red", "blue", "green"]
rank = ["1", "2", "3"]
[columns.card]
suit = { type = "suit" }
rank = { type = "rank" }
[[card]]
name = "{suit} {rank}"
each = { suit = "all", rank = "all" }
count = 1
[zones]
deck = { kind = "pile", seen = "none" }
rack = { kind = "pile", per = "seat", seen = "others" }
kept = { kind = "bag", per = "seat", seen = "owner" }
[vars]
told = { per = "seat", length = 3, max = 3, marks = "rack" }
closed = { per = "seat", max = 3 }
[setup]
source = "deck"
deal = [{ to = "rack", count = 2 }]
[phases]
turn = { actions = ["act"] }
[actions]
act = { usage = "act {a:number 0 to 9} {b:number 0 to 9} {c:number 0 to 9}" }
[endings]
over = "over"
"#;

const RULES: &str = r#"
-- What some of the tests do without.
local _noted = { kept.size, ending.over }
local act = {}
function act.allow() return true end
function act.apply(seat, a, b, c)
	DO
	turn.turn(seats.next(seat))
end
return {
	setup = function() setup.deal() turn.turn(1) end,
	possible = {
		rack = function(seat, place, c)
			local suit = told.get(seat, place)
			return suit == 0 or card.suit(c) == suit
		end,
		kept = function(seat, c)
			return card.suit(c) ~= closed.get(seat)
		end,
	},
	actions = { act = act },
}
"#;

fn game(edits: &[(&str, &str)], doing: &str) -> Arc<Game> {
    let mut tables = TABLES.to_owned();
    for (from, to) in edits {
        assert!(tables.contains(from), "{from}");
        tables = tables.replace(from, to);
    }
    let rules = RULES.replace("DO", doing);
    let texts = [("game.toml", tables.as_str()), ("rules.lua", rules.as_str())];
    let texts = texts.into_iter().map(|(path, text)| (path.to_owned(), text.into())).collect();
    let files = PackFiles { name: "hints".to_owned(), texts, ..PackFiles::default() };
    let pack = Pack::load(files).unwrap_or_else(|faults| panic!("{faults}")).into_shared();
    pack.configure(&Config::default()).unwrap_or_else(|faults| panic!("{faults}"))
}

fn zone(game: &Game, name: &str) -> ZoneId {
    ZoneId::from_index(game.pack().zones.iter().position(|zone| zone.name == name).unwrap())
}

fn cards(game: &Game, state: &State, name: &str, member: usize) -> Vec<String> {
    let cards = game.zone_cards(state, zone(game, name), member);
    cards.into_iter().map(|card| card.map_or("?".to_owned(), |card| game.card_name(card).to_owned())).collect()
}

fn act(rules: &mut Rules, state: &mut State, text: &str) {
    let action = rules.game().parse_action(text, None).unwrap();
    rules.check(state, &action).unwrap();
    rules.apply(state, &action, None).unwrap();
}

#[test]
fn others_see_what_the_owner_does_not() {
    let game = game(&[], "");
    let mut rules = Rules::new(game.clone()).unwrap();
    let state = rules.start(3, &mut Vec::new()).unwrap();
    for viewer in game.seats() {
        let view = game.view(&state, Some(viewer));
        for owner in game.seats() {
            let (seen, really) =
                (cards(&game, view.state(), "rack", owner.index()), cards(&game, &state, "rack", owner.index()));
            assert_eq!(seen == really, owner != viewer);
            assert!(owner != viewer || seen == ["?", "?"]);
        }
    }
    let onlooker = game.view(&state, None);
    assert!((0..3).all(|owner| cards(&game, onlooker.state(), "rack", owner) == ["?", "?"]));
}

/// Cards move between indices of piles, and annotations stay with their cards within a zone family.
#[test]
fn marks_go_with_their_cards() {
    let doing = "if a == 0 then told.set(seat, b, c)
        elseif a == 1 then rack.take_to_kept(seat, b, seat)
        elseif a == 2 then deck.put_to_rack(seat, b)
        elseif a == 3 then rack.take_to_rack(seat, b, c)
        else rack.put_to_rack(seat, b, c) end";
    let game = game(&[], doing);
    let mut rules = Rules::new(game.clone()).unwrap();
    let mut state = rules.start(5, &mut Vec::new()).unwrap();
    let told = |state: &State| game.state_json(state)["vars"].clone();
    let row = |state: &State, seat: usize| cards(&game, state, "rack", seat);
    let first = row(&state, 0);
    act(&mut rules, &mut state, "act 0 2 3");
    assert_eq!(told(&state)["told.a"], serde_json::json!([0, 3, 0]));
    act(&mut rules, &mut state, "act 0 1 1");
    act(&mut rules, &mut state, "act 0 1 2");
    // A new card below: the annotation moves up with its card.
    let top = cards(&game, &state, "deck", 0).pop().unwrap();
    act(&mut rules, &mut state, "act 2 1 0");
    assert_eq!(row(&state, 0), [top, first[0].clone(), first[1].clone()]);
    assert_eq!(told(&state)["told.a"], serde_json::json!([0, 0, 3]));
    // Seat b takes its lower card to its bag: the annotation is gone.
    act(&mut rules, &mut state, "act 1 1 0");
    assert_eq!(told(&state)["told.b"], serde_json::json!([0, 0, 0]));
    // Seat c gives its first card to seat b, with its annotation.
    let (given, kept) = (row(&state, 2)[0].clone(), row(&state, 1)[0].clone());
    act(&mut rules, &mut state, "act 3 1 2");
    assert_eq!(row(&state, 1), [kept.clone(), given.clone()]);
    assert_eq!(told(&state)["told.b"], serde_json::json!([0, 2, 0]));
    // Seat a puts its top card below those of seat b.
    act(&mut rules, &mut state, "act 4 2 1");
    assert_eq!(row(&state, 1), [first[1].clone(), kept, given]);
    assert_eq!(told(&state)["told.b"], serde_json::json!([3, 0, 2]));
    assert_eq!(told(&state)["told.a"], serde_json::json!([0, 0, 0]));
}

/// Sampling is uniform over the states consistent with a seat's knowledge.
#[test]
fn draws_are_even_over_what_is_possible() {
    // Seat a sees neither its own row of two, nor the bags of two of seats b and c, nor the deck of three.
    let edits =
        [("seen = \"others\"", "seen = \"none\""), ("count = 2 }]", "count = 2 }, { to = \"kept\", count = 1 }]")];
    let doing = "if a == 0 then told.set(seat, b, c) else closed.set(b, c) end";
    let game = game(&edits, doing);
    let mut rules = Rules::new(game.clone()).unwrap();
    for seed in 0..3 {
        let mut state = rules.start(seed, &mut Vec::new()).unwrap();
        let suit = |name: &str, member: usize, n: usize| {
            let text = cards(&game, &state, name, member)[n].clone();
            ["red", "blue", "green"].iter().position(|suit| text.starts_with(suit)).unwrap() + 1
        };
        let (row, b, c) = (suit("rack", 0, 0), suit("kept", 1, 0), suit("kept", 2, 0));
        let (b, c) = (b % 3 + 1, c % 3 + 1);
        act(&mut rules, &mut state, &format!("act 0 1 {row}"));
        act(&mut rules, &mut state, &format!("act 1 2 {b}"));
        act(&mut rules, &mut state, &format!("act 1 3 {c}"));
        let view = game.view(&state, Some(Seat(0)));
        let worlds = rules.worlds(&view).unwrap();
        // The number of combinations of the annotated row and the two bags, by exhaustive enumeration.
        let own = cards(&game, &state, "kept", 0)[0].clone();
        let types: Vec<(usize, String)> =
            (0..9).map(|n| (n / 3 + 1, game.pack().card_rows()[n].name.clone())).filter(|card| card.1 != own).collect();
        let mut expected = BTreeSet::new();
        for x in &types {
            for y in types.iter().filter(|y| *y != x) {
                for z in types.iter().filter(|z| *z != x && *z != y) {
                    if x.0 == row && y.0 != b && z.0 != c {
                        expected.insert([x.1.clone(), y.1.clone(), z.1.clone()]);
                    }
                }
            }
        }
        let mut rng = Generator::from_seed(seed);
        let mut seen: BTreeMap<[String; 3], u32> = BTreeMap::new();
        let draws = 60 * expected.len();
        for _ in 0..draws {
            let world = rules.draw(&worlds, &mut rng).unwrap();
            assert_eq!(game.view(&world, Some(Seat(0))), view);
            let place = |name: &str, member: usize| cards(&game, &world, name, member)[0].clone();
            *seen.entry([place("rack", 0), place("kept", 1), place("kept", 2)]).or_default() += 1;
        }
        assert!(seen.keys().eq(&expected), "just what is possible is drawn");
        // Chi-squared test, with a tolerance of six standard deviations.
        let chi: f64 = seen.values().map(|&n| (f64::from(n) - 60.0).powi(2) / 60.0).sum();
        let free = expected.len() as f64 - 1.0;
        assert!(chi < free + 6.0 * (2.0 * free).sqrt(), "chi-squared {chi} with {free} degrees of freedom");
    }
}

/// `holds` by seat: each seat's cards are of its own suit, and so are sampled ones.
#[test]
fn what_a_zone_holds_may_differ_by_seat() {
    let edits = [
        (
            "kept = { kind = \"bag\", per = \"seat\", seen = \"owner\" }",
            "kept = { kind = \"bag\", per = \"seat\", seen = \"owner\", holds = { suit = \"seat\" } }",
        ),
        ("deal = [{ to = \"rack\", count = 2 }]", "deal = []"),
    ];
    let doing = "while true do
            local found = 0
            for place = 1, deck.size() do
                if card.suit(deck.at(place)) == seat then found = place end
            end
            if found == 0 then break end
            deck.take_to_kept(found, seat)
        end";
    let game = game(&edits, doing);
    let mut rules = Rules::new(game.clone()).unwrap();
    let mut state = rules.start(1, &mut Vec::new()).unwrap();
    for _ in 0..3 {
        act(&mut rules, &mut state, "act 0 0 0");
    }
    let mut rng = Generator::from_seed(4);
    let view = game.view(&state, Some(Seat(0)));
    for _ in 0..20 {
        let world = rules.determinize(&view, &mut rng).unwrap();
        assert!((0..3).all(|seat| cards(&game, &world, "kept", seat) == cards(&game, &state, "kept", seat)));
    }
}

/// A hook that excludes the truth is reported with its place, by any path of detection.
#[test]
fn a_view_without_a_world_is_an_error() {
    let game = game(&[], "for place = 1, 2 do told.set(seat, place, a) end told.set(2, 1, a) told.set(2, 2, a)");
    let mut rules = Rules::new(game.clone()).unwrap();
    let mut state = rules.start(1, &mut Vec::new()).unwrap();
    act(&mut rules, &mut state, "act 1 0 0");
    let view = game.view(&state, None);
    let fault = rules.worlds(&view).unwrap_err().to_string();
    assert!(fault.starts_with("rules.lua:") || fault.contains("hints/rules.lua:"), "{fault}");
    assert!(fault.contains("no card can lie at place 2 of `rack.b` by what is known"), "{fault}");
}

/// In Hanabi sampled hands are consistent with the clues, and no seat sees its own cards.
#[test]
fn guesses_in_hanabi_fit_the_clues() {
    let mut rng = Generator::from_seed(12);
    for seats in 2..=5 {
        let game = crate::packs::game("hanabi", None, seats, &["fuses=9"]);
        let mut rules = Rules::new(game.clone()).unwrap();
        for seed in 0..crate::packs::matches(3) {
            let mut state = rules.start(seed, &mut Vec::new()).unwrap();
            while !state.is_over() {
                rules.playout(&mut state, &mut rng, Playout::ByVerb, 7).unwrap();
                for viewer in game.seats().map(Some).chain([None]) {
                    let view = game.view(&state, viewer);
                    if let Some(seat) = viewer {
                        assert!(cards(&game, view.state(), "hand", seat.index()).iter().all(|card| card == "?"));
                    }
                    let worlds = rules.worlds(&view).unwrap();
                    for _ in 0..3 {
                        let world = rules.draw(&worlds, &mut rng).unwrap();
                        assert_eq!(game.view(&world, viewer), view);
                        let vars = game.state_json(&world)["vars"].clone();
                        for seat in game.seats() {
                            let of = |mark: &str, place: usize| {
                                vars[format!("{mark}.{}", game.seat_name(seat))][place].as_i64().unwrap()
                            };
                            for (place, card) in cards(&game, &world, "hand", seat.index()).iter().enumerate() {
                                let (colour, number) = card.split_once(' ').unwrap();
                                let colours = ["red", "yellow", "green", "blue", "white"];
                                let colour = colours.iter().position(|word| *word == colour).unwrap();
                                let number = number.parse::<i64>().unwrap() - 1;
                                assert!(
                                    of("colours", place) >> colour & 1 == 1 && of("numbers", place) >> number & 1 == 1
                                );
                            }
                        }
                    }
                }
            }
        }
    }
}
