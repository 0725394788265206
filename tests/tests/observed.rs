//! Worlds that are sampled by replaying what a seat has observed, in games whose scripts move what isn't seen.

use std::path::Path;
use std::sync::Arc;

use parlour_engine::Words;
use parlour_engine::chance::Generator;
use parlour_engine::game::{Config, Game};
use parlour_engine::ids::{BoardId, Seat};
use parlour_engine::pack::{Library, Pack, PackFiles};
use parlour_engine::play::Match;
use parlour_engine::worlds::WorldCounts;

fn kriegspiel() -> Arc<Game> {
    let mut library = Library::default();
    library.add_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures"));
    library.load("kriegspiel").unwrap().configure(&Config::default()).unwrap()
}

/// Takes a random action.
fn go_on(played: &mut Match, rng: &mut Generator) {
    let n = rng.below(played.legal().len() as u32) as usize;
    let action = played.legal().get(played.game(), n);
    played.act(&action).unwrap();
}

/// Each world shows a seat what it sees, and refuses what was refused on this turn; the number of pieces is public.
#[test]
fn worlds_agree_with_the_umpire() {
    let game = kriegspiel();
    let mut counts = WorldCounts::default();
    for seed in 0..3 {
        let mut played = Match::new(game.clone(), seed, vec!["random".to_owned(); 2]).unwrap();
        let mut rng = Generator::from_seed(seed);
        let mut refused: Vec<_> = Vec::new();
        while played.steps().len() < 60 {
            let Some(seat) = played.decision().map(|due| due.seat) else { break };
            if played.steps().last().is_none_or(|step| step.decision.seat != seat) {
                refused.clear();
            } else {
                refused.extend(played.steps().last().map(|step| step.action.clone()));
            }
            let view = played.view(Some(seat));
            let worlds = played.host().worlds(&view).unwrap();
            for _ in 0..5 {
                let world = played.host().draw(&worlds, &mut rng).unwrap();
                assert_eq!(&game.view(&world, Some(seat)), &view);
                let pieces = |state| game.cells_of(state, BoardId(0)).iter().filter(|n| **n > 0).count();
                assert_eq!(pieces(&world), pieces(played.state()));
                for action in &refused {
                    let (mut after, mut events) = (world.clone(), Vec::new());
                    played.host().apply(&mut after, action, Some(&mut events)).unwrap();
                    let told = game.event_json(&events[0], None, true);
                    assert_eq!(told["kind"], "refused", "{}", game.action_text(action));
                }
            }
            counts += worlds.counts();
            go_on(&mut played, &mut rng);
        }
    }
    assert!(counts.replayed > 0 && counts.rejected == 0, "{counts:?}");
}

/// Each seat walks on a ring, unseen; who asks is told whether the other is within two steps.
const TAG: [(&str, &str); 2] = [
    (
        "game.toml",
        r#"
        ply_limit = 60
        [game]
        title = "Tag"
        summary = "Two walk in the dark."
        [seats]
        names = ["white", "black"]
        [vars]
        place = { per = "seat", min = 1, max = 12, start = { white = 1, black = 7 }, seen = "owner" }
        [phases]
        turn = { actions = ["go", "ask"], text = "go or ask" }
        [actions.go]
        usage = "go {by:number 1 to 3}"
        seen = { by = ["seat"] }
        [actions.ask]
        [events.near]
        fields = ["seat: seat"]
        text = "Near {seat}."
        [events.far]
        fields = ["seat: seat"]
        text = "Far from {seat}."
        [endings]
        limit = "a draw"
        "#,
    ),
    (
        "rules.lua",
        r#"
        local function gap()
            local gap = math.abs(place.get(1) - place.get(2))
            return math.min(gap, 12 - gap)
        end
        return {
            setup = function() turn.turn(seats.white) end,
            actions = {
                go = {
                    legal = function() for by = 1, 3 do offer.go(by) end end,
                    apply = function(seat, by)
                        place.set(seat, (place.get(seat) + by - 3) % 12 + 1)
                        turn.turn(seats.next(seat))
                    end,
                },
                ask = {
                    apply = function(seat)
                        if gap() <= 2 then event.near(seat) else event.far(seat) end
                        turn.turn(seats.next(seat))
                    end,
                },
            },
        }
        "#,
    ),
];

/// A hidden number is where it can have come to by the actions that were unseen, and agrees with the answers. The
/// samples are the same in a copy of the match, and after undo.
#[test]
fn a_hidden_number_has_come_where_it_is() {
    let texts = TAG.into_iter().map(|(name, text)| (name.to_owned(), text.to_owned().into())).collect();
    let files = PackFiles { name: "tag".to_owned(), texts, ..PackFiles::default() };
    let game = Pack::load(files).unwrap().into_shared().configure(&Config::default()).unwrap();
    let mut played = Match::new(game.clone(), 1, vec!["random".to_owned(); 2]).unwrap();
    let mut rng = Generator::from_seed(4);
    let drawn = |played: &mut Match, seat: Seat| -> Vec<String> {
        let view = played.view(Some(seat));
        let worlds = played.host().worlds(&view).unwrap();
        let mut rng = Generator::from_seed(9);
        let draws = (0..30).map(|_| {
            let world = played.host().draw(&worlds, &mut rng).unwrap();
            game.state_json(&world).to_string()
        });
        draws.collect()
    };
    // The squares where the other can be, by the rules.
    let mut can = [[6].to_vec(), [0].to_vec()];
    let mut before = Vec::new();
    while played.decision().is_some() && played.steps().len() < 30 {
        before.push(drawn(&mut played, Seat(0)));
        go_on(&mut played, &mut rng);
        let step = played.steps().last().unwrap().clone();
        let actor = step.decision.seat.index();
        let state = game.state_json(played.state());
        let at = |seat: usize| state["vars"][["place.white", "place.black"][seat]].as_i64().unwrap() - 1;
        let gap = |one: i64, other: i64| (one - other).rem_euclid(12).min((other - one).rem_euclid(12));
        if game.action_text(&step.action) == "ask" {
            let is_near = gap(at(0), at(1)) <= 2;
            (0..2).for_each(|seat| can[seat].retain(|place| (gap(at(seat), *place) <= 2) == is_near));
        } else {
            let can = &mut can[1 - actor];
            *can = can.iter().flat_map(|place| (-2..=0).map(move |by: i64| (place + by + 1).rem_euclid(12))).collect();
            can.sort_unstable();
            can.dedup();
        }
        for seat in [Seat(0), Seat(1)] {
            let worlds = drawn(&mut played, seat);
            for world in &worlds {
                let world: serde_json::Value = serde_json::from_str(world).unwrap();
                let place = world["vars"][["place.black", "place.white"][seat.index()]].as_i64().unwrap() - 1;
                assert!(can[seat.index()].contains(&place), "{place} of {:?}", can[seat.index()]);
            }
            let mut copy = played.standing().take_up(None).unwrap();
            assert_eq!(drawn(&mut copy, seat), worlds);
        }
    }
    while played.undo(1).unwrap() > 0 {
        assert_eq!(Some(drawn(&mut played, Seat(0))), before.pop());
    }
}
