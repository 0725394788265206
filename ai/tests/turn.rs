//! Whole turns, and the rules' `worth`.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::sync::Arc;

use common::{ask, game, play, robots_of, seat};
use parlour_ai::{Analyst, Thinking};
use parlour_engine::Words;
use parlour_engine::diagnostic::Faults;
use parlour_engine::game::{Config, Game};
use parlour_engine::pack::{Pack, PackFiles};
use parlour_engine::play::Match;
use parlour_engine::rules::Rules;

/// A seat adds any numbers to its cart, any number of times, or takes a card of twenty, of which one is good; seven in
/// a cart are worth most, and more than that is bad.
const TABLES: &str = "scores = \"cart\"\n[game]\ntitle = \"Haul\"\n[seats]\nmin = 2\nmax = 3\n\
    [columns.card]\n[[card]]\nname = \"good\"\ncount = 1\n[[card]]\nname = \"bad\"\ncount = 19\n\
    [zones.stock]\nkind = \"pile\"\nseen = \"SEEN\"\n[zones.hand]\nkind = \"bag\"\nper = \"seat\"\nseen = \"all\"\n\
    [vars]\ncart = { per = \"seat\", max = 99 }\n[setup]\nsource = \"stock\"\nrest = [\"stock\"]\n\
    [phases]\nturn = { actions = [\"add\", \"take\", \"stop\"] }\n\
    [actions]\nadd = { usage = \"add {n:number 1 to 5}\" }\ntake = {}\nstop = {}\n[endings]\ndone = \"it is over\"\n";

const RULES: &str = "local add, take, stop = {}, {}, {}
function add.allow(seat, n) return cart.get(seat) + n < 90 end
function add.apply(seat, n) cart.add(seat, n) turn.turn(seat) end
function take.needs(_seat) return stock.size() > 0 or 'none is left' end
function take.apply(seat) stock.to_hand(seat) turn.turn(seat) end
function stop.apply(seat) if match.ply() > 500 then ending.done() else turn.turn(seats.next(seat)) end end
local function worth(seat)
	local n = cart.get(seat)
	return (if n == 7 then 50 elseif n > 7 then -n else n) + 30 * hand.count(seat, card.good) - 10 * hand.count(seat, card.bad)
end
return { setup = function() setup.deal() turn.turn(1) end, actions = { add = add, take = take, stop = stop }, worth = WORTH }
";

fn haul(seats: usize, seen: &str, worth: &str) -> Result<Arc<Game>, Faults> {
    let texts = [("game.toml", TABLES.replace("SEEN", seen)), ("rules.lua", RULES.replace("WORTH", worth))];
    let texts = texts.into_iter().map(|(path, text)| (path.to_owned(), text.into())).collect();
    let files = PackFiles { name: "haul".to_owned(), texts, ..PackFiles::default() };
    let game = Pack::load(files)?.into_shared().configure(&Config { seats: Some(seats), ..Config::default() }).unwrap();
    Rules::new(game.clone()).map(|_| game)
}

const PLANNER: &str =
    "return { choose = function() local action, found = search.think() return action, found.search end }";

#[test]
fn a_turn_is_planned_to_its_end() {
    let game = haul(3, "none", "worth").unwrap();
    let (_folder, library) = robots_of(&[("haul/planner.lua", PLANNER)]);
    for seed in 0..10 {
        let mut players: Vec<_> = (0..3).map(|n| seat(&library, &game, n, "planner", seed)).collect();
        let played = play(&game, &mut players, seed, 4000, 9);
        let actions: Vec<String> = played.steps().iter().map(|step| game.action_text(&step.action)).collect();
        // Two numbers make seven, and the good card is too seldom on top.
        for turn in actions.chunks(3) {
            let numbers: Vec<u32> = turn[..2].iter().filter_map(|add| add.strip_prefix("add ")?.parse().ok()).collect();
            assert!(numbers.iter().sum::<u32>() == 7 && turn[2] == "stop", "seed {seed}: {actions:?}");
        }
    }
}

#[test]
fn think_plans_turns_where_it_can_not_look_at_every_answer() {
    let way = |game: &Arc<Game>| {
        let (_folder, library) = robots_of(&[("any/planner.lua", PLANNER)]);
        let mut players: Vec<_> = (0..game.seat_count()).map(|n| seat(&library, game, n, "planner", 1)).collect();
        let request = play(game, &mut players, 1, 50, 0);
        let view = request.view(request.decision().map(|due| due.seat));
        let due = request.decision().unwrap().seat.index();
        let request = parlour_ai::Request { view: &view, legal: request.legal(), time: common::TIME, nodes: Some(50) };
        players[due].choose(&request).unwrap().reason.unwrap()
    };
    assert_eq!(way(&haul(2, "all", "worth").unwrap()), "alphabeta", "all is open, and the rules judge");
    assert_eq!(way(&haul(2, "none", "worth").unwrap()), "turn");
    assert_eq!(way(&haul(3, "all", "worth").unwrap()), "turn");
    assert_eq!(way(&haul(3, "all", "nil").unwrap()), "ismcts");
}

#[test]
fn a_hand_is_played_by_what_it_is_worth() {
    let set = vec![("target".to_owned(), "0".to_owned())];
    let pack = common::packs().load("gin-rummy").unwrap();
    let game = pack.configure(&Config { set, ..Config::default() }).unwrap();
    let library = parlour_ai::RobotLibrary::new();
    for seed in 0..4 {
        let mut players: Vec<_> =
            ["thinker", "random"].iter().zip(0..).map(|(name, n)| seat(&library, &game, n, name, seed)).collect();
        let played = play(&game, &mut players, seed, 100, 500);
        assert!(played.state().has_won(parlour_engine::ids::Seat(0)), "seed {seed}");
    }
}

#[test]
fn what_a_robot_says_comes_before_what_the_rules_say() {
    let game = haul(2, "none", "worth").unwrap();
    let five = "return { choose = function() return (search.turn({ nodes = 600, evaluate = function(seat) \
                return if cart.get(seat) == 5 then 1 else 0 end })) end }";
    let (_folder, library) = robots_of(&[("haul/five.lua", five)]);
    let mut players: Vec<_> = (0..2).map(|n| seat(&library, &game, n, "five", 1)).collect();
    let played = play(&game, &mut players, 1, 600, 4);
    let actions: Vec<String> = played.steps().iter().map(|step| game.action_text(&step.action)).collect();
    assert_eq!(actions, ["add 5", "stop", "add 5", "stop"]);
}

#[test]
fn what_is_wrong_with_worth_is_told() {
    let fault = haul(2, "none", "5").unwrap_err().to_string();
    assert!(fault.contains("`worth` is not a function"), "{fault}");
    let cases = [
        ("function() return 'much' end", "`worth` returned string (expected a number)"),
        ("function() end", "`worth` returned nil (expected a number)"),
        ("function() return 0 / 0 end", "`worth` returned a number that is not finite (expected a number)"),
        ("function(seat) cart.add(seat, 1) return 1 end", "the match is changed"),
        ("function(seat) return seat.x end", "in `worth`"),
    ];
    for (worth, expected) in cases {
        let game = haul(2, "none", worth).unwrap();
        let (_folder, library) = robots_of(&[("haul/planner.lua", PLANNER)]);
        let told = ask(&game, seat(&library, &game, 0, "planner", 1).as_mut(), 200).unwrap_err().to_string();
        assert!(told.contains(expected) && told.contains("rules.lua:"), "{worth}\n got: {told}\nwant: {expected}");
    }
}

#[test]
fn whoever_asks_in_a_moment_is_told_the_same_odds() {
    let game = game("archaeology", None, None);
    let mut played = Match::new(game.clone(), 11, vec![String::new(); 2]).unwrap();
    let dig = played.parse("dig").unwrap();
    played.act(&dig).unwrap();
    let view = played.view(played.decision().map(|decision| decision.seat));
    let thinking = Thinking { nodes: Some(20_000), ..Thinking::REPRODUCIBLE };
    let odds = |seed| {
        let report = Analyst::new(game.clone(), seed).unwrap().analyse(&view, played.legal(), thinking).unwrap();
        assert_eq!(report.search, "turn");
        report.actions[0].value
    };
    let all: Vec<f64> = (0..6).map(odds).collect();
    let (least, most) = (all.iter().copied().fold(1.0, f64::min), all.iter().copied().fold(0.0, f64::max));
    assert!(most - least < 0.12, "only what the search itself finds may differ: {all:?}");
}

#[test]
fn turns_need_somebody_who_judges() {
    let game = game("en-garde", None, None);
    let text = "return { choose = function() return (search.turn()) end }";
    let (_folder, library) = robots_of(&[("en-garde/mine.lua", text)]);
    let told = ask(&game, seat(&library, &game, 0, "mine", 1).as_mut(), 200).unwrap_err().to_string();
    let expected = "search.turn: it needs an `evaluate`, or rules with the hook `worth`";
    assert!(told.contains(expected) && told.contains("en-garde/mine.lua:1"), "{told}");
}
