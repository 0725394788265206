//! Boards that hide squares: what views show, what is told of actions, what is remembered, and the worlds drawn from it.

use std::collections::BTreeSet;
use std::sync::Arc;

use parlour_engine::Words;
use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::SourceFile;
use parlour_engine::game::Config;
use parlour_engine::ids::Seat;
use parlour_engine::play::Match;
use parlour_engine::scenario::Scenario;
use parlour_engine::view::View;
use parlour_engine::worlds::WorldCounts;

use crate::hidden::{BLACK, WHITE, act, rows, shows};
use crate::packs::{load, scene};

const TABLES: &str = r#"
[game]
title = "Dusk"
[seats]
names = ["white", "black"]
[boards.main]
width = 5
height = 3
start = ["r...k", ".....", "K...R"]
seen = "owner"
[[piece]]
name = "rook"
glyph = "R"
moves = [{ do = ["move", "capture"], slide = "orthogonal" }]
[[piece]]
name = "king"
glyph = "K"
moves = [{ do = ["move", "capture"], step = "all" }]
[[end]]
when = "captured"
piece = "king"
result = "lose"
ending = "king"
[[end]]
when = "no_move"
result = "lose"
ending = "king"
[endings]
king = "{winner} wins"
[phases]
turn = { actions = ["move", "capture", "lamp", "douse"] }
[actions]
move = { usage = "{from:square}-{to:square}" }
capture = { usage = "{from:square}x{to:square}" }
lamp = { usage = "lamp {at:square}" }
douse = { usage = "douse {at:square}" }
"#;

const RULES: &str = r#"
local function any() return true end
return {
	actions = {
		lamp = { allow = any, apply = function(seat, at) main.light(at, 0) turn.turn(seats.next(seat)) end },
		douse = { allow = any, apply = function(seat, at) main.darken(at, 0) turn.turn(seats.next(seat)) end },
	},
}
"#;

fn begin(tables: &str) -> Match {
    crate::hidden::begin(tables, RULES)
}

fn of_shelf(name: &str, seed: u64) -> Match {
    Match::new(load(name).configure(&Config::default()).unwrap(), seed, vec!["human".to_owned(); 2]).unwrap()
}

#[test]
fn a_seat_sees_the_squares_that_the_board_says() {
    shows(&begin(TABLES), ["????? ????? K???R", "r???k ????? ?????", "????? ????? ?????"]);
    let reach = begin(&TABLES.replace("\"owner\"", "\"reach\""));
    shows(&reach, ["????k ..??. K...R", "r...k .??.. K????", "????? ????? ?????"]);
    let near = begin(&TABLES.replace("seen = \"owner\"", "seen = \"owner\"\nsight = 1"));
    shows(&near, ["????? .???. K.?.R", "r.?.k .???. ?????", "????? ????? ?????"]);
    shows(&begin(&TABLES.replace("\"owner\"", "\"none\"")), ["????? ????? ?????"; 3]);
}

#[test]
fn scripts_show_squares_until_they_hide_them() {
    let mut played = begin(TABLES);
    act(&mut played, &["lamp c2", "lamp e3"]);
    shows(&played, ["????k ??.?? K???R", "r???k ??.?? ?????", "????k ??.?? ?????"]);
    act(&mut played, &["douse c2"]);
    shows(&played, ["????k ????? K???R", "r???k ????? ?????", "????k ????? ?????"]);
}

#[test]
fn dark_chess_shows_where_pieces_can_go() {
    let mut played = of_shelf("dark-chess", 1);
    let seen_by = |played: &Match, viewer| rows(played, &played.view(viewer)).join(" ");
    let start = "???????? ???????? ???????? ???????? ........ ........ PPPPPPPP RNBQKBNR";
    assert_eq!(seen_by(&played, WHITE), start);
    act(&mut played, &["e2-e4", "e7-e5"]);
    // The pawn on e5 blocks that on e4 and stays in the dark; nothing can be captured aslant.
    let seen = seen_by(&played, WHITE);
    assert_eq!(seen.split(' ').nth(3).unwrap().chars().nth(4), Some('?'), "{seen}");
    act(&mut played, &["f2-f4", "a7-a6"]);
    let seen = seen_by(&played, WHITE);
    assert_eq!(seen.split(' ').nth(3).unwrap().chars().nth(4), Some('p'), "what can be captured is seen: {seen}");
    // White has seen the pawn that captures, and that it has left its square.
    act(&mut played, &["a2-a3", "e5xf4"]);
    let sentence =
        |played: &Match| played.game().event_sentence(&played.steps().last().unwrap().events[0], WHITE, false).unwrap();
    assert_eq!(sentence(&played), "Black's pawn takes the pawn on f4.");
    let known = played.view(WHITE).unseen().unwrap().remembered(played.game());
    assert!(known.contains(&("f4".to_owned(), "black pawn".to_owned(), 0)), "{known:?}");
    // A knight comes out of the dark and captures: White knows that a piece of Black stands there, and no more.
    let mut played = of_shelf("dark-chess", 1);
    act(&mut played, &["c2-c4", "b8-c6", "h2-h3", "c6-a5", "h3-h4", "a5xc4"]);
    assert_eq!(sentence(&played), "Black's piece takes the pawn on c4.");
    assert_eq!(played.game().step_text(played.steps().last().unwrap(), WHITE, false), "?xc4");
    let known = played.view(WHITE).unseen().unwrap().remembered(played.game());
    assert!(known.contains(&("c4".to_owned(), "a piece of black".to_owned(), 0)), "{known:?}");
    let hidden = played.view(WHITE).unseen().unwrap().hidden_pieces(played.game(), played.view(WHITE).state());
    assert_eq!((hidden.len(), hidden[0].clone()), (6, ("black pawn".to_owned(), 8)), "{hidden:?}");
}

#[test]
fn en_passant_and_castling_through_danger_are_seen_and_done() {
    let mut played = of_shelf("dark-chess", 1);
    act(&mut played, &["e2-e4", "a7-a6", "e4-e5", "d7-d5"]);
    let rows = rows(&played, &played.view(WHITE));
    assert_eq!((rows[2].chars().nth(3), rows[3].chars().nth(3)), (Some('.'), Some('p')), "{rows:?}");
    act(&mut played, &["e5xd6 e.p."]);
    act(
        &mut played,
        &["a6-a5", "f1-a6", "a5-a4", "g1-f3", "b7xa6", "a2-a3", "a6-a5", "b2-b3", "c8-a6", "h2-h3", "h7-h6"],
    );
    // The bishop on a6 attacks f1, over which the king goes.
    act(&mut played, &["O-O"]);
}

#[test]
fn what_isnt_seen_is_not_told() {
    let mut played = of_shelf("dark-chess", 1);
    act(&mut played, &["e2-e4", "g8-f6"]);
    let (game, step) = (played.game().clone(), played.steps().last().unwrap().clone());
    for viewer in [WHITE, None] {
        assert!(step.is_unseen(viewer) && step.events.iter().all(|event| event.is_unseen(viewer)));
        assert_eq!(game.step_text(&step, viewer, false), "?");
        assert_eq!(game.event_sentence(&step.events[0], viewer, false), None);
    }
    assert_eq!(game.step_text(&step, BLACK, false), "g8-f6");
    assert_eq!(game.event_sentence(&step.events[0], BLACK, false).unwrap(), "Your knight goes from g8 to f6.");
}

/// All that a viewer is told of the last action.
fn told(played: &Match, viewer: Option<Seat>) -> String {
    let (game, step) = (played.game(), played.steps().last().unwrap());
    let events = step.events.iter().filter(|event| !event.is_unseen(viewer));
    let events: Vec<String> = events
        .map(|event| {
            let sentence = game.event_sentence(event, viewer, false);
            format!("{} {sentence:?}", game.event_json(event, viewer, false))
        })
        .collect();
    let changed: Vec<_> = game
        .boards()
        .map(|board| game.changed_squares(board, [played.previous().unwrap(), played.state()], viewer))
        .collect();
    format!("{} {events:?} {changed:?}", game.step_text(step, viewer, false))
}

#[test]
fn actions_that_a_seat_cannot_tell_apart_are_told_alike() {
    let mut compared = 0;
    for seed in 0..6 {
        let mut played = of_shelf("dark-chess", seed);
        let (game, mut rng) = (played.game().clone(), Generator::from_seed(seed));
        while played.decision().is_some() && played.steps().len() < 60 {
            let viewer = if played.decision().unwrap().seat == Seat(0) { BLACK } else { WHITE };
            let actions: Vec<_> = played.legal().iter(&game).collect();
            let mut seen: Vec<(View, String, String)> = Vec::new();
            for _ in 0..6 {
                let action = &actions[rng.below(actions.len() as u32) as usize];
                played.act(action).unwrap();
                let (view, told) = (played.view(viewer), told(&played, viewer));
                let text = game.action_text(action);
                if let Some((_, other, before)) = seen.iter().find(|(other, ..)| *other == view) {
                    assert_eq!(&told, other, "{text} and {before} look alike to {viewer:?}");
                    compared += usize::from(text != *before);
                }
                seen.push((view, told, text));
                played.undo(1).unwrap();
            }
            let action = &actions[rng.below(actions.len() as u32) as usize];
            played.act(action).unwrap();
        }
    }
    assert!(compared > 50, "{compared}");
}

/// Plays a random match, and checks the worlds that each seat imagines at every few actions.
fn check_worlds(mut played: Match, most: usize) {
    let (game, mut rng) = (played.game().clone(), Generator::from_seed(played.seed()));
    let name = game.name().to_owned();
    while played.decision().is_some() && played.steps().len() < most {
        let (state, at) = (played.state().clone(), played.steps().len());
        for viewer in [WHITE, BLACK] {
            let view = played.view(viewer);
            assert_eq!(view.unseen().unwrap().against(&game, &state), None, "{name}, {viewer:?} after {at}");
            if at % 5 != 0 {
                continue;
            }
            let worlds = played.host().worlds(&view).unwrap();
            for _ in 0..4 {
                let world = played.host().draw(&worlds, &mut rng).unwrap();
                assert_eq!(game.view(&world, viewer), view, "{name}, {viewer:?} after {at}");
                assert_eq!(view.unseen().unwrap().against(&game, &world), None, "{name}, {viewer:?} after {at}");
                if played.decision().map(|due| due.seat) == viewer {
                    let mut legal = ActionList::new();
                    played.host().legal(&world, &mut legal).unwrap();
                    assert!(legal.iter(&game).eq(played.legal().iter(&game)), "{name}, {viewer:?} after {at}");
                }
            }
            let WorldCounts { drawn, rejected, .. } = worlds.counts();
            assert!(rejected < 40 * (drawn - rejected), "{name}: {rejected} of {drawn} worlds are rejected after {at}");
        }
        let action = played.legal().get(&game, rng.below(played.legal().len() as u32) as usize);
        played.act(&action).unwrap();
    }
}

#[test]
fn worlds_of_dark_chess_show_what_is_seen_and_leave_what_is_legal() {
    (0..4).for_each(|seed| check_worlds(of_shelf("dark-chess", seed), 120));
}

#[test]
fn unseen_pieces_stand_on_unseen_squares_wherever_they_can() {
    let mut played = begin(TABLES);
    act(&mut played, &["a1-a2", "e3-e2", "a2-a1"]);
    let (view, game) = (played.view(WHITE), played.game().clone());
    let (worlds, mut rng) = (played.host().worlds(&view).unwrap(), Generator::from_seed(3));
    let mut kings = BTreeSet::new();
    for _ in 0..2000 {
        let world = played.host().draw(&worlds, &mut rng).unwrap();
        let rows = game.state_json(&world)["boards"]["main"].to_string();
        assert_eq!(rows.matches('k').count() + rows.matches('r').count(), 2, "{rows}");
        kings.insert(rows.replace(['[', ']', '"', ','], "").find('k').unwrap());
    }
    // White has just left a2, and nothing has moved since.
    assert!(
        kings.len() >= 11 && !kings.contains(&5),
        "almost each of the 12 other squares that White doesn't see: {kings:?}"
    );
}

/// The squares of each ship of a seat, by its letter, as columns and rows.
fn ships(rows: &[String], letters: &str) -> Vec<Vec<(usize, usize)>> {
    let squares = |letter: char| -> Vec<(usize, usize)> {
        let of_row = |(y, row): (usize, &String)| {
            let found = row.char_indices().filter(|(_, c)| *c == letter).map(|(x, _)| (x, y));
            found.collect::<Vec<_>>()
        };
        rows.iter().enumerate().flat_map(of_row).collect()
    };
    letters.chars().map(squares).collect()
}

#[test]
fn imagined_fleets_agree_with_all_shots() {
    (0..3).for_each(|seed| check_worlds(of_shelf("sea-battle", seed), 150));
    let mut played = of_shelf("sea-battle", 5);
    let (game, mut rng) = (played.game().clone(), Generator::from_seed(5));
    act(&mut played, &["place a1 across", "deploy", "place l1 across", "deploy"]);
    let mut drawn = BTreeSet::new();
    while played.decision().is_some() && played.steps().len() < 120 {
        let view = played.view(WHITE);
        let worlds = played.host().worlds(&view).unwrap();
        for _ in 0..3 {
            let world = played.host().draw(&worlds, &mut rng).unwrap();
            let json = game.state_json(&world)["boards"]["main"].clone();
            let rows: Vec<String> =
                json.as_array().unwrap().iter().map(|row| row.as_str().unwrap().to_owned()).collect();
            let fleet = ships(&rows, "abcud");
            assert_eq!(fleet.iter().map(Vec::len).collect::<Vec<_>>(), [5, 4, 3, 3, 2], "{rows:?}");
            for ship in &fleet {
                let is_row =
                    ship.iter().all(|(_, y)| *y == ship[0].1) && ship.last().unwrap().0 - ship[0].0 + 1 == ship.len();
                let is_column =
                    ship.iter().all(|(x, _)| *x == ship[0].0) && ship.last().unwrap().1 - ship[0].1 + 1 == ship.len();
                assert!(is_row || is_column, "{ship:?} in {rows:?}");
            }
            drawn.insert(rows);
        }
        let action = played.legal().get(&game, rng.below(played.legal().len() as u32) as usize);
        played.act(&action).unwrap();
    }
    assert!(drawn.len() > 100, "{}", drawn.len());
}

#[test]
fn a_shot_tells_both_what_it_hits_and_a_ship_that_is_placed_nothing() {
    let mut played = of_shelf("sea-battle", 1);
    act(&mut played, &["place a1 across"]);
    let step = played.steps().last().unwrap().clone();
    assert!(step.is_unseen(BLACK) && !step.is_unseen(WHITE));
    assert_eq!(played.game().step_text(&step, BLACK, false), "?");
    act(&mut played, &["deploy", "place l1 across", "deploy", "shoot l1"]);
    let step = played.steps().last().unwrap().clone();
    for (viewer, expected) in
        [(WHITE, "Your shot at a1 hits the carrier."), (BLACK, "White's shot at a1 hits the carrier.")]
    {
        assert_eq!(played.game().event_sentence(&step.events[0], viewer, false).unwrap(), expected);
        assert_eq!(played.game().step_text(&step, viewer, false), "shoot l1");
    }
    let seen = rows(&played, &played.view(WHITE));
    assert!(seen[9].ends_with(" a?????????"), "{seen:?}");
}

/// People count the columns of each side from its own first; records have the names of the board.
#[test]
fn squares_of_a_side_are_told_and_typed_by_its_own_columns() {
    let mut played = of_shelf("sea-battle", 1);
    act(&mut played, &["place a1 across", "deploy", "place a1 across"]);
    let game = played.game().clone();
    assert_eq!(game.action_text(&played.steps().last().unwrap().action), "place l1 across");
    act(&mut played, &["deploy"]);
    for (typed, text, told) in [("shoot c9", "shoot n9", "shoot c9"), ("shoot d9", "shoot d9", "shoot d9")] {
        let action = played.parse(typed).unwrap();
        assert_eq!((game.action_text(&action), game.action_phrase(&action)), (text.to_owned(), told.to_owned()));
        played.act(&action).unwrap();
    }
    // The names of the board are read as before.
    assert_eq!(game.action_phrase(&played.parse("shoot n8").unwrap()), "shoot c8");
}

/// A scenario says which squares are shown, as the state says it.
#[test]
fn a_scenario_shows_squares_to_everyone_and_to_a_seat() {
    let pack = load("sea-battle");
    let rows = |first: &str| {
        let rest = vec![".......... .........."; 9];
        format!("main = {:?}\n", [&[first], rest.as_slice()].concat())
    };
    let begin = |shown: &str| {
        let vars = "[vars]\nplaced.white = 5\nplaced.black = 5\n";
        format!("to_act = \"white\"\n{vars}[boards]\n{}{shown}", rows("DD........ dd........"))
    };
    let played = scene(&pack, &begin("\"main.lit\" = [\"l10\", \"n10\"]\n\"main.lit.white\" = [\"m10\"]\n"));
    let game = played.game().clone();
    assert_eq!(crate::hidden::rows(&played, &played.view(WHITE))[0], "DD........ dd.???????");
    assert_eq!(crate::hidden::rows(&played, &played.view(BLACK))[0], "?????????? dd........");
    let json = game.state_json(played.state())["boards"].clone();
    assert_eq!(json["main.lit"], serde_json::json!(["l10", "n10"]));
    assert_eq!(json["main.lit.white"], serde_json::json!(["m10"]));
    let legal = played.legal();
    let texts: Vec<String> = (0..legal.len()).map(|n| game.action_text(&legal.get(&game, n))).collect();
    assert!(!texts.contains(&"shoot l10".to_owned()) && texts.contains(&"shoot o10".to_owned()));
    for (shown, expected) in [
        ("\"main.lit\" = [\"z1\"]", "there is no such square of `main`"),
        ("\"main.lit.red\" = [\"a1\"]", "red"),
        ("\"maim.lit\" = [\"a1\"]", "maim"),
        ("\"main.lit\" = \"a1\"", "must be a list of squares"),
    ] {
        let text = format!("game = \"sea-battle\"\n{}", begin(shown));
        let scenario = Scenario::read(SourceFile::new("scene.toml", text), &pack).unwrap();
        let config = Config { scenario: Some(Arc::new(scenario)), ..Config::default() };
        let found = Match::new(pack.configure(&config).unwrap(), 1, vec!["human".to_owned(); 2]).unwrap_err();
        assert!(found.to_string().contains(expected), "{found}");
    }
}

#[track_caller]
fn faulty(old: &str, new: &str, expected: &str) {
    crate::hidden::faulty(&TABLES.replace(old, new), RULES, expected);
}

#[test]
fn what_is_said_wrong_of_sight_is_told() {
    faulty("seen = \"owner\"", "seen = \"others\"", "`others`");
    faulty("seen = \"owner\"", "sight = 2", "everyone sees all squares of `boards.main`, however far");
    faulty("seen = \"owner\"", "seen = \"owner\"\nkinds = \"owner\"\nback = \"king\"", "hides squares already");
    let symbol = "seen = \"owner\"\n[[boards.main.symbol]]\nname = \"unseen\"\nglyph = \"#\"";
    faulty("seen = \"owner\"", symbol, "`unseen`, written `?`, stands on squares");
}

/// Two fleets of two ships each on sides of 3 x 3 squares, laid at random; white shoots at black's.
const FLEETS: &str = r#"
[game]
title = "Fleets"
[seats]
names = ["white", "black"]
[boards.main]
width = 6
height = 3
seen = "owner"
sides = ["a1:c3", "d1:f3"]
symbol = [{ name = "miss", glyph = "o" }]
[[piece]]
name = "brig"
glyph = "B"
length = 3
[[piece]]
name = "sloop"
glyph = "S"
length = 2
[phases]
turn = { actions = ["shoot"] }
[actions]
shoot = { usage = "shoot {at:square}" }
[endings]
over = "over"
"#;

const SHOTS: &str = r#"
local function shoot(seat, at)
	main.light(at, 0)
	if main.at(at) == 0 then
		main.set(at, main.miss)
	end
	turn.turn(seat)
end
return {
	setup = function()
		for seat = 1, seats.count do
			for kind = 1, piece.count do
				if not main.scatter(main.piece(kind, seat)) then
					ending.over()
				end
			end
		end
		turn.turn(1)
	end,
	actions = { shoot = { allow = function(seat, at) return main.side(at) ~= seat and not main.lit(at, seat) end, apply = shoot } },
}
"#;

/// The lines of a length on the right half of the board, as squares.
fn lines_on_the_right(length: usize) -> Vec<Vec<usize>> {
    let line = |row: usize, column: usize, down: usize, right: usize| -> Option<Vec<usize>> {
        let squares = (0..length).map(|n| (row + n * down, column + n * right));
        squares.map(|(row, column)| (row < 3 && column < 6).then_some(6 * row + column)).collect()
    };
    let from = (0..3).flat_map(|row| (3..6).map(move |column| (row, column)));
    from.flat_map(|(row, column)| [line(row, column, 1, 0), line(row, column, 0, 1)]).flatten().collect()
}

/// An oracle for ships: all ways to lay them that show what was seen occur equally often, and no others.
#[test]
fn ships_lie_wherever_all_shots_allow_and_nowhere_else() {
    for seed in 0..6 {
        let mut played = crate::hidden::begin_with(FLEETS, SHOTS, seed);
        let (game, mut rng) = (played.game().clone(), Generator::from_seed(seed));
        while played.steps().len() < 8 {
            let view = played.view(WHITE);
            let shown: Vec<char> = rows(&played, &view).concat().chars().collect();
            let mut expected = BTreeSet::new();
            for brig in lines_on_the_right(3) {
                for sloop in lines_on_the_right(2) {
                    let mut cells: Vec<char> = shown.iter().map(|&c| if "?bs".contains(c) { '.' } else { c }).collect();
                    let is_clear = brig.iter().chain(&sloop).all(|&square| cells[square] == '.');
                    brig.iter().for_each(|&square| cells[square] = 'b');
                    let is_apart = sloop.iter().all(|&square| cells[square] == '.');
                    sloop.iter().for_each(|&square| cells[square] = 's');
                    if is_clear
                        && is_apart
                        && cells.iter().zip(&shown).all(|(cell, shown)| *shown == '?' || cell == shown)
                    {
                        expected.insert(cells.into_iter().collect::<String>());
                    }
                }
            }
            let (worlds, draws) = (played.host().worlds(&view).unwrap(), 60 * expected.len());
            let mut drawn: std::collections::BTreeMap<String, f64> = std::collections::BTreeMap::new();
            for _ in 0..draws {
                let world = played.host().draw(&worlds, &mut rng).unwrap();
                let json = game.state_json(&world)["boards"]["main"].clone();
                let cells = json.as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
                *drawn.entry(cells).or_default() += 1.0;
            }
            assert!(drawn.keys().eq(&expected), "{drawn:?} {expected:?}");
            let chi: f64 = drawn.values().map(|n| (n - 60.0).powi(2) / 60.0).sum();
            let free = expected.len() as f64;
            assert!(chi < free + 6.0 * f64::sqrt(2.0 * free) + 1.0, "chi-squared {chi} with {free}");
            let action = played.legal().get(&game, rng.below(played.legal().len() as u32) as usize);
            played.act(&action).unwrap();
        }
    }
}

#[test]
fn a_seat_sees_its_side_of_a_board() {
    let sides = "seen = \"owner\"\nsides = [\"a1:e1\", \"a3:e3\"]";
    let played = begin(&TABLES.replace("start = [\"r...k\", \".....\", \"K...R\"]\nseen = \"owner\"", sides));
    shows(&played, ["????? ????? .....", "..... ????? ?????", "????? ????? ?????"]);
    let fault = |sides: &str, expected: &str| {
        let tables = TABLES.replace("seen = \"owner\"", &format!("seen = \"owner\"\nsides = [{sides}]"));
        let faults = crate::hidden::configure(&tables, RULES).unwrap_err().to_string();
        assert!(faults.contains(expected), "{faults}");
    };
    fault("\"a1:e1\", \"a3:f3\"", "`a3:f3` isn't a part of the board `main`");
    fault("\"a1:e1\"", "there are 1 of `main` for 2 seats");
}
