//! Seats that are out of a match: turns, decisions and arguments pass them over, and the last one that is left wins.

use std::sync::Arc;

use parlour_engine::diagnostic::Faults;
use parlour_engine::game::{Config, Game};
use parlour_engine::ids::Seat;
use parlour_engine::pack::{Pack, PackFiles};
use parlour_engine::play::Match;
use parlour_engine::rules::Rules;

use crate::packs::scene;
use parlour_engine::Words;

/// A hit costs a life; every third turn all bid at once.
const TABLES: &str = r#"
winners = ["most points"]
[game]
title = "Duellists"
[seats]
min = 2
max = 4
alive = "lives"
[vars]
lives = { per = "seat", max = 3, start = 2 }
points = { per = "seat", max = 99 }
asked = { max = 99 }
[phases]
turn = { actions = ["hit", "auction", "all_hit"], text = "hit somebody" }
bidding = { actions = ["bid"], text = "bid", simultaneous = true }
[actions]
hit = { usage = "hit {who:other seat}" }
auction = {}
all_hit = {}
bid = { usage = "bid {n:number 0 to 3}" }
[[end]]
when = "last"
ending = "last"
even = "none"
[endings]
last = "{winner} is left"
none = "nobody is left"
"#;

const RULES: &str = r#"
local hit, auction, all_hit, bid = {}, {}, {}, {}
function hit.apply(seat, who)
	lives.add(who, -1)
	turn.turn(seats.next(seat))
end
function auction.apply(seat)
	asked.set(seats.count_alive())
	turn.turn(seats.before(seat))
	decide.all_bidding()
end
function all_hit.apply(seat)
	for s = 1, seats.count do
		if seats.is_alive(s) then
			lives.set(s, 0)
			points.set(s, s)
		end
	end
	turn.turn(seats.next(seat))
end
function bid.apply(seat, n)
	points.add(seat, n)
	-- Who bids nothing pays with all lives.
	if n == 0 then
		lives.set(seat, 0)
	end
end
return { actions = { hit = hit, auction = auction, all_hit = all_hit, bid = bid } }
"#;

fn load(edits: &[(&str, &str)]) -> Result<Arc<Pack>, Faults> {
    let (mut tables, mut rules) = (TABLES.to_owned(), RULES.to_owned());
    for (from, to) in edits {
        assert_eq!(tables.matches(from).count() + rules.matches(from).count(), 1, "{from}");
        (tables, rules) = (tables.replace(from, to), rules.replace(from, to));
    }
    let texts = [("game.toml", tables), ("rules.lua", rules)];
    let texts = texts.into_iter().map(|(path, text)| (path.to_owned(), text.into())).collect();
    Pack::load(PackFiles { name: "duellists".to_owned(), texts, ..PackFiles::default() }).map(Pack::into_shared)
}

fn begin(seats: usize) -> Match {
    let pack = load(&[]).unwrap_or_else(|faults| panic!("{faults}"));
    let game = pack.configure(&Config { seats: Some(seats), ..Config::default() }).unwrap();
    Match::new(game, 1, vec!["random".to_owned(); seats]).unwrap_or_else(|faults| panic!("{faults}"))
}

fn texts(played: &Match) -> Vec<String> {
    played.legal().iter(played.game()).map(|action| played.game().action_text(&action)).collect()
}

#[track_caller]
fn act(played: &mut Match, text: &str) {
    let action = played.game().parse_action(text, Some(played.legal())).unwrap();
    played.act(&action).unwrap_or_else(|error| panic!("{text}: {error}"));
}

fn due(played: &Match) -> Option<&str> {
    played.decision().map(|decision| played.game().seat_name(decision.seat))
}

fn winners(game: &Game, played: &Match) -> Vec<String> {
    game.seats().filter(|&seat| played.state().has_won(seat)).map(|seat| game.seat_name(seat).to_owned()).collect()
}

#[test]
fn turns_and_arguments_pass_over_seats_that_are_out() {
    let mut played = begin(4);
    for (text, next) in [("hit b", "b"), ("hit a", "c"), ("hit b", "d")] {
        act(&mut played, text);
        assert_eq!(due(&played), Some(next));
    }
    assert!(!played.game().is_alive(played.state(), Seat(1)));
    assert_eq!(texts(&played), ["hit a", "hit c", "auction", "all_hit"]);
    let game = played.game().clone();
    let state = played.state().clone();
    let refused = game.parse_action("hit b", None).unwrap();
    let refusal = played.host().check(&state, &refused).unwrap_err().refusal().unwrap();
    assert_eq!(refusal.to_string(), "b is out");
    act(&mut played, "hit c");
    assert_eq!(due(&played), Some("a"), "to the left");
    act(&mut played, "hit c");
    assert_eq!(due(&played), Some("d"), "b and c are out");
    act(&mut played, "hit a");
    assert_eq!(due(&played), None);
    assert_eq!(winners(&game, &played), ["d"]);
    assert_eq!(game.ending_text(played.state()).as_deref(), Some("d is left"));
}

const CARDS: &[(&str, &str)] = &[
    ("[phases]\n", DECK),
    ("hit = { usage = \"hit {who:other seat}\" }", "hit = { usage = \"hit {who:other seat}\" }\nshuffle = {}"),
    ("\"hit\", \"auction\"", "\"hit\", \"shuffle\", \"auction\""),
    ("hit, auction, all_hit, bid = {}, {}, {}, {}", "hit, auction, all_hit, bid, shuffle = {}, {}, {}, {}, {}"),
    (
        "return { actions = { hit = hit,",
        "function shuffle.apply(seat)\n\tsetup.deal()\n\tturn.turn(seats.next(seat))\nend\n\
         return { actions = { shuffle = shuffle, hit = hit,",
    ),
];

const DECK: &str = r#"
[zones]
deck = { kind = "pile", seen = "none" }
hand = { kind = "bag", per = "seat", seen = "owner" }
[columns.card]
value = { type = "int", min = 0, max = 9 }
[[card]]
name = "{value}"
each = { value = [1, 2, 3, 4, 5, 6] }
count = 4
[setup]
source = "deck"
deal = [{ to = "hand", count = 3 }]
rest = ["deck"]
[phases]
"#;

/// The number of cards of each seat.
fn hands(played: &Match) -> Vec<usize> {
    let zones = played.game().state_json(played.state())["zones"].clone();
    ["a", "b", "c"].iter().map(|seat| zones[format!("hand.{seat}")].as_array().unwrap().len()).collect()
}

#[test]
fn seats_that_are_out_are_dealt_no_cards() {
    let pack = load(CARDS).unwrap_or_else(|faults| panic!("{faults}"));
    let game = pack.configure(&Config { seats: Some(3), ..Config::default() }).unwrap();
    let mut played = Match::new(game, 1, vec!["random".to_owned(); 3]).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(hands(&played), [3, 3, 3]);
    for text in ["hit b", "hit a", "hit b", "shuffle"] {
        act(&mut played, text);
    }
    assert_eq!(hands(&played), [3, 0, 3]);
}

#[test]
fn scenarios_deal_no_cards_to_seats_that_are_out() {
    let pack = load(CARDS).unwrap_or_else(|faults| panic!("{faults}"));
    let text = "players = 3\n[vars]\n\"lives.c\" = 0\n[zones]\n\"hand.a\" = [\"1\"]\n";
    let played = scene(&pack, text);
    assert_eq!(hands(&played), [1, 3, 0]);
}

#[test]
fn only_seats_that_are_in_decide_at_the_same_time() {
    let mut played = begin(4);
    for text in ["hit c", "hit c", "auction"] {
        act(&mut played, text);
    }
    // c would have had the turn; d has asked, and the turn returns to b.
    let mut asked = Vec::new();
    for _ in 0..3 {
        asked.push(due(&played).unwrap().to_owned());
        assert_eq!(texts(&played).len(), 4);
        act(&mut played, "bid 2");
    }
    assert_eq!(asked, ["a", "b", "d"]);
    assert_eq!(due(&played), Some("b"));
    let vars = played.game().state_json(played.state())["vars"].clone();
    assert_eq!((&vars["asked"], &vars["points.c"]), (&serde_json::json!(3), &serde_json::json!(0)));
}

#[test]
fn a_round_of_decisions_can_leave_nobody() {
    let again = (
        "bid = bid } }",
        "bid = bid },\n\tsetup = function() decide.all_bidding() end,\n\tdecided = { bidding = function() decide.all_bidding() end } }",
    );
    let pack = load(&[again]).unwrap_or_else(|faults| panic!("{faults}"));
    let game = pack.configure(&Config { seats: Some(3), ..Config::default() }).unwrap();
    let mut played = Match::new(game.clone(), 1, vec!["random".to_owned(); 3]).unwrap();
    for text in ["bid 1", "bid 2", "bid 0", "bid 0", "bid 0"] {
        act(&mut played, text);
    }
    assert_eq!(game.ending_text(played.state()).as_deref(), Some("nobody is left"));
    assert_eq!(winners(&game, &played), ["b"], "c was not asked again");
}

#[test]
fn where_nobody_is_left_nobody_wins_by_it() {
    let mut played = begin(3);
    act(&mut played, "all_hit");
    let game = played.game().clone();
    assert_eq!(game.ending_text(played.state()).as_deref(), Some("nobody is left"));
    // The pack's `winners` then determine the best.
    assert_eq!(winners(&game, &played), ["c"]);
}

#[test]
fn a_team_is_left_with_any_of_its_seats() {
    let teams = ("max = 4\n", "max = 4\nteams = { 4 = [[\"a\", \"c\"], [\"b\", \"d\"]] }\n");
    let pack = load(&[teams]).unwrap_or_else(|faults| panic!("{faults}"));
    let text = "players = 4\nto_act = \"a\"\n[vars]\n\"lives.b\" = 1\n\"lives.c\" = 0\n";
    let mut played = scene(&pack, text);
    act(&mut played, "hit b");
    assert_eq!(due(&played), Some("d"), "two teams are in");
    let mut played = scene(&pack, &format!("{text}\"lives.d\" = 0\n"));
    act(&mut played, "hit b");
    let game = played.game().clone();
    assert_eq!(winners(&game, &played), ["a", "c"]);
}

#[test]
fn whoever_is_out_is_known_to_those_who_do_not_see_the_number() {
    let hidden = ("max = 3, start = 2 }", "max = 3, start = 2, seen = \"owner\" }");
    let game = load(&[hidden]).unwrap().configure(&Config { seats: Some(3), ..Config::default() }).unwrap();
    let mut played = Match::new(game.clone(), 1, vec!["random".to_owned(); 3]).unwrap();
    for text in ["hit b", "hit c", "hit b"] {
        act(&mut played, text);
    }
    for viewer in [None, Some(Seat(0)), Some(Seat(1))] {
        let view = played.view(viewer);
        let alive: Vec<bool> = game.seats().map(|seat| game.is_alive(view.state(), seat)).collect();
        assert_eq!(alive, [true, false, true]);
        let world = played.host().determinize(&view, &mut parlour_engine::chance::Generator::from_seed(3)).unwrap();
        assert_eq!(game.seats().map(|seat| game.is_alive(&world, seat)).collect::<Vec<_>>(), alive);
    }
}

#[test]
fn an_option_can_leave_elimination_out() {
    let edits = [
        ("[vars]\n", "[options]\nhard = { default = false }\n[vars]\n"),
        ("max = 3, start = 2 }", "max = 3, start = 2, if = { hard = true } }"),
        ("\tlives.add(who, -1)\n", "\tif option.hard then lives.add(who, -1) end\n"),
        ("\t\t\tlives.set(s, 0)\n", ""),
    ];
    let pack = load(&edits).unwrap_or_else(|faults| panic!("{faults}"));
    let game = pack.configure(&Config { seats: Some(3), ..Config::default() }).unwrap();
    let mut played = Match::new(game, 1, vec!["random".to_owned(); 3]).unwrap();
    for text in ["hit b", "hit c", "hit a", "hit b", "hit c", "hit b", "all_hit"] {
        act(&mut played, text);
    }
    assert_eq!(due(&played), Some("b"));
}

/// Three seats capture each other's men; a seat without men is out.
const BOARD: &str = r#"
[game]
title = "Three armies"
[seats]
names = ["red", "green", "blue"]
alive = "men"
[boards.main]
width = 4
height = 3
start = ["g..b", "....", "R..."]
forward = ["up", "down", "down"]
[[piece]]
name = "man"
glyphs = ["R", "g", "b"]
moves = [{ do = ["move", "capture"], slide = "all" }]
[vars]
men = { per = "seat", follows = "pieces" }
turns = { follows = "turns" }
[[end]]
when = "last"
ending = "last"
[[end]]
when = "no_move"
result = "lose"
ending = "stuck"
[endings]
last = "{winner} is left"
stuck = "{winner} wins"
[phases]
turn = { actions = ["move", "capture"], text = "move" }
[actions]
move = { usage = "{from:square}-{to:square}" }
capture = { usage = "{from:square}x{to:square}" }
"#;

#[test]
fn actions_of_tables_pass_the_turn_to_the_next_seat_that_is_in() {
    let texts = [("game.toml".to_owned(), BOARD.into())].into_iter().collect();
    let pack = Pack::load(PackFiles { name: "armies".to_owned(), texts, ..PackFiles::default() });
    let game = pack.unwrap_or_else(|faults| panic!("{faults}")).into_shared().configure(&Config::default()).unwrap();
    let mut played = Match::new(game.clone(), 1, vec!["random".to_owned(); 3]).unwrap();
    act(&mut played, "a1xa3");
    assert_eq!(due(&played), Some("blue"), "green has no man left");
    act(&mut played, "d3-d2");
    assert_eq!(due(&played), Some("red"));
    let turns = |played: &Match| played.game().state_json(played.state())["vars"]["turns"].clone();
    assert_eq!(turns(&played), serde_json::json!(1));
    act(&mut played, "a3-a2");
    act(&mut played, "d2xa2");
    assert_eq!(winners(&game, &played), ["blue"]);
    // Playouts and listing agree.
    let mut rules = Rules::new(game.clone()).unwrap();
    for seed in 0..30 {
        let mut state = rules.start(seed, &mut Vec::new()).unwrap();
        let mut generator = parlour_engine::chance::Generator::from_seed(seed);
        rules.playout(&mut state, &mut generator, parlour_engine::rules::Playout::ByAction, 400).unwrap();
        let left = game.seats().filter(|&seat| game.is_alive(&state, seat)).count();
        assert!(!state.is_over() || left <= 2);
        if let Some(decision) = state.decision() {
            assert!(game.is_alive(&state, decision.seat), "seed {seed}");
        }
    }
}

#[test]
fn what_says_nothing_of_each_seat_is_refused() {
    let fault = |edits: &[(&str, &str)]| load(edits).err().map_or_else(String::new, |faults| faults.to_string());
    let said: Vec<String> = [
        &[("alive = \"lives\"", "alive = \"lifes\"")][..],
        &[("alive = \"lives\"", "alive = \"asked\"")],
        &[("alive = \"lives\"", "alive = 3")],
        &[("alive = \"lives\"\n", "")],
        &[("max = 3, start = 2 }", "max = 3, start = 2, length = 2 }")],
    ]
    .iter()
    .map(|edits| fault(edits))
    .collect();
    assert_eq!(
        said,
        [
            "game.toml:8:9: there is no variable, dice or zone `lifes` (did you mean `lives`?)",
            "game.toml:8:9: `asked` doesn't say for each seat whether it is still in (expected a variable with a single number, dice or a zone, with `per = \"seat\"`)",
            "game.toml:8:9: `seats.alive` must be a text, but is a whole number\ngame.toml:22:8: nothing says which seats are out (expected `alive` in `[seats]`: the name of a variable, dice or a zone with `per = \"seat\"`)",
            "game.toml:21:8: nothing says which seats are out (expected `alive` in `[seats]`: the name of a variable, dice or a zone with `per = \"seat\"`)",
            "game.toml:8:9: `lives` doesn't say for each seat whether it is still in (expected a variable with a single number, dice or a zone, with `per = \"seat\"`)",
        ]
    );
}
