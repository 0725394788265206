//! Alpha-beta: results, options, and limits.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use common::{game, robots_of, seat};
use parlour_ai::{Choice, Player, Request, RobotError};
use parlour_engine::Words;
use parlour_engine::action::ActionList;
use parlour_engine::diagnostic::SourceFile;
use parlour_engine::game::{Config, Game};
use parlour_engine::ids::Seat;
use parlour_engine::pack::Library;
use parlour_engine::rules::Rules;
use parlour_engine::state::State;
use parlour_tests::work::processor_time;

/// A robot that searches with the given options, and returns `value`, the completed depth and the nodes as its reason.
fn searcher(game: &Arc<Game>, n: usize, options: &str) -> Box<dyn Player> {
    let text = format!(
        "return {{ choose = function(me, legal) local action, found = search.alphabeta({{ {options} }}) \
         return action, `{{found.value}} {{found.visits}} {{found.nodes}}` end }}"
    );
    let (_folder, library) = robots_of(&[(&format!("{}/mine.lua", game.name()), &text)]);
    seat(&library, game, n, "mine", 1)
}

/// A position of Advance with a seat to act.
fn position(rows: [&str; 9], to_act: usize) -> (Arc<Game>, State, ActionList) {
    let game = game("advance", None, None);
    let mut host = Rules::new(game.clone()).unwrap();
    let cells = game.read_board(&SourceFile::new("board", rows.join("\n"))).unwrap();
    let state = host.position(Some(&cells), Some(Seat::from_index(to_act))).unwrap();
    let mut legal = ActionList::new();
    host.legal(&state, &mut legal).unwrap();
    (game, state, legal)
}

fn ask(
    player: &mut dyn Player,
    game: &Game,
    state: &State,
    legal: &ActionList,
    time: Duration,
    nodes: Option<u64>,
) -> Result<Choice, RobotError> {
    let view = game.view(state, state.decision().map(|decision| decision.seat));
    player.choose(&Request { view: &view, legal, time, nodes })
}

/// The action chosen on a board by a search with a node budget, with its value, depth and nodes.
fn chosen(rows: [&str; 9], to_act: usize, options: &str, nodes: u64) -> (String, [f64; 3]) {
    let (game, state, legal) = position(rows, to_act);
    let mut player = searcher(&game, to_act, options);
    let choice = ask(player.as_mut(), &game, &state, &legal, common::TIME, Some(nodes)).unwrap();
    let said: Vec<f64> = choice.reason.unwrap().split(' ').map(|n| n.parse().unwrap()).collect();
    (game.action_text(&choice.action), [said[0], said[1], said[2]])
}

/// White wins by the builder's move to d8: black is in danger and has no legal move.
const WIN: [&str; 9] = [
    "b#g.S.cmb",
    "M......sj",
    "..m.B..##",
    ".........",
    "........z",
    ".Jz.#....",
    "..Z#.z..#",
    "C..#z.JZB",
    ".G......s",
];

/// The dragon can take the zombie on e9, which the miner on i9 guards.
const BAIT: [&str; 9] = [
    "....z...m",
    ".........",
    ".........",
    ".........",
    ".........",
    "....D....",
    ".........",
    "........g",
    "G........",
];

/// Two dragons close a general in within a few moves.
const CLOSED: [&str; 9] = [
    "g........",
    ".........",
    ".........",
    ".......D.",
    "........D",
    ".........",
    ".........",
    ".........",
    "........G",
];

const START: [&str; 9] = [
    "mjdsgscjm",
    "bzzzzzzzb",
    ".........",
    ".........",
    ".........",
    ".........",
    ".........",
    "BZZZZZZZB",
    "MJCSGSDJM",
];

#[test]
fn it_finds_forced_wins() {
    for options in ["", "selective = true", "captures = false", "evaluate = function(seat) return 0 end"] {
        let (text, [value, ..]) = chosen(WIN, 0, options, 20_000);
        assert_eq!((text.as_str(), value > 9e8), ("e7-d8", true), "{options}");
        // Two dragons and a cornered general: the win takes more than one move, and is found.
        let (_, [value, depth, _]) = chosen(CLOSED, 0, options, 200_000);
        assert!(value > 9e8 && depth > 1.0, "{options}: {value} {depth}");
    }
}

#[test]
fn captures_beyond_the_depth_are_seen() {
    // At depth 1 without a look at the answer, the zombie looks free.
    let (text, [value, ..]) = chosen(BAIT, 0, "depth = 1, captures = false, evaluate = { score = 1 }", 5_000);
    assert_eq!((text.as_str(), value), ("e4xe9", 3.0));
    let (text, _) = chosen(BAIT, 0, "depth = 1, evaluate = { score = 1 }", 5_000);
    assert_ne!(text, "e4xe9");
}

#[test]
fn a_seat_that_is_said_to_be_greedy_takes_the_bait() {
    let (_, [value, ..]) = chosen(BAIT, 0, "depth = 1, greedy = 'me', evaluate = { score = 1 }", 5_000);
    assert!(value < 3.0, "{value}");
    // Black is to act: whatever it does, white's dragon takes what is to be had and is lost.
    let sly = chosen(BAIT, 1, "depth = 3, greedy = 'other', evaluate = { score = 1 }", 20_000).1[0];
    let fair = chosen(BAIT, 1, "depth = 3, evaluate = { score = 1 }", 20_000).1[0];
    assert!(sly > fair, "{sly} {fair}");
}

#[test]
fn the_same_nodes_give_the_same_choice() {
    for options in ["", "selective = true, evaluate = { score = 1, centre = { dragon = 0.1 } }"] {
        let first = chosen(START, 0, options, 3_000);
        assert_eq!(first, chosen(START, 0, options, 3_000), "{options}");
        // No more nodes than asked for.
        assert!(first.1[2] <= 3_000.0, "{first:?}");
    }
}

#[test]
fn weights_and_a_function_that_say_the_same_choose_alike() {
    let numbers = chosen(BAIT, 0, "depth = 3, evaluate = { score = 1 }", 1_000_000);
    let function = "depth = 3, evaluate = function(seat) return material.get(seat) - material.get(3 - seat) end";
    assert_eq!(chosen(BAIT, 0, function, 1_000_000).1[0], numbers.1[0]);
}

#[test]
fn a_short_time_is_kept() {
    // Jesters that convert each other for ever: even quiescence search at the first depth doesn't end by itself.
    let jesters = [
        "jJjJjJjJj",
        "JjJjJjJjJ",
        ".........",
        "jJjJjJjJj",
        "JjJjJjJjJ",
        ".........",
        "jJjJjJjJj",
        "JjJjJjJjJ",
        "g.......G",
    ];
    for rows in [START, jesters] {
        let (game, state, legal) = position(rows, 0);
        let mut player = searcher(&game, 0, "selective = true");
        // The first choice also loads the search.
        for _ in 0..3 {
            let begun = processor_time();
            ask(player.as_mut(), &game, &state, &legal, Duration::from_millis(50), None).unwrap();
            let took = processor_time() - begun;
            assert!(took < Duration::from_millis(600), "{took:?}");
        }
    }
}

#[test]
fn a_stop_ends_it_at_once() {
    let (game, state, legal) = position(START, 0);
    let mut player = searcher(&game, 0, "");
    let handle = player.stop_handle().unwrap();
    let (begun, answered) = (processor_time(), AtomicBool::new(false));
    let result = std::thread::scope(|scope| {
        scope.spawn(|| {
            // A stop just before the choice begins is lost, so it is repeated.
            while !answered.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(200));
                handle.stop();
            }
        });
        let answer = ask(player.as_mut(), &game, &state, &legal, Duration::from_secs(60), None);
        answered.store(true, Ordering::Relaxed);
        answer
    });
    assert!(processor_time() - begun < Duration::from_secs(5));
    assert!(result.is_err(), "{result:?}");
}

#[test]
fn the_last_turns_are_counted() {
    // With one turn left material decides, so that white rather takes the zombie than keeps its dragon.
    let pack = common::packs().load("advance").unwrap();
    let set = vec![("turn_limit".to_owned(), "1".to_owned())];
    let game = pack.configure(&Config { set, ..Config::default() }).unwrap();
    let mut host = Rules::new(game.clone()).unwrap();
    let rows = [
        "z........",
        "........z",
        ".........",
        ".........",
        "D........",
        ".........",
        ".........",
        "....g....",
        "........G",
    ];
    let cells = game.read_board(&SourceFile::new("board", rows.join("\n"))).unwrap();
    // Black has the last word; whatever it does, white has more.
    let state = host.position(Some(&cells), Some(Seat::from_index(0))).unwrap();
    let mut legal = ActionList::new();
    host.legal(&state, &mut legal).unwrap();
    let mut player = searcher(&game, 0, "depth = 6");
    let choice = ask(player.as_mut(), &game, &state, &legal, common::TIME, Some(100_000)).unwrap();
    // The end of the match is at ply 2: the win needs no deeper search.
    let said = choice.reason.unwrap();
    assert!(said.starts_with("99999999") && said.contains(" 2 "), "{said}");
}

#[test]
fn expectations_over_dice_are_exact() {
    let mut packs = Library::default();
    packs.add_folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures"));
    let game = packs.load("dice").unwrap().configure(&Config::default()).unwrap();
    let mut host = Rules::new(game.clone()).unwrap();
    let state = host.start(1, &mut Vec::new()).unwrap();
    let mut legal = ActionList::new();
    host.legal(&state, &mut legal).unwrap();
    let ask = |verb: &str, depth: u32| {
        let text = format!(
            "return {{ choose = function(me, legal) local action, found = search.alphabeta({{ \
             among = legal:where(function(a) return a.verb ~= 'draw' and ('{verb}' == '' or a.verb == '{verb}') end), \
             depth = {depth}, evaluate = function(seat) return points.get(seat) - points.get(3 - seat) end }}) \
             return action, tostring(found.value) end }}"
        );
        let (_folder, library) = robots_of(&[("dice/mine.lua", &text)]);
        let mut player = seat(&library, &game, 0, "mine", 1);
        let choice = self::ask(player.as_mut(), &game, &state, &legal, common::TIME, Some(100_000))?;
        Ok::<_, RobotError>((game.action_text(&choice.action), choice.reason.unwrap().parse::<f64>().unwrap()))
    };
    // Values have a resolution of a thousandth.
    for (verb, expected) in [("steady", 3.0), ("roll", 3.5), ("wild", 24.5 / 6.0), ("toss", (7.0 - 3.5) / 2.0)] {
        let (_, value) = ask(verb, 1).unwrap();
        assert!((value - expected).abs() < 0.001, "{verb}: {value}");
    }
    assert_eq!(ask("", 1).unwrap().0, "wild");
    // The outcomes of a shuffle can't be enumerated.
    let text = "return { choose = function() return (search.alphabeta()) end }";
    let (_folder, library) = robots_of(&[("dice/mine.lua", text)]);
    let mut player = seat(&library, &game, 0, "mine", 1);
    let error = self::ask(player.as_mut(), &game, &state, &legal, common::TIME, Some(100)).unwrap_err().to_string();
    assert!(error.contains("chance decides more in `draw` than rolls, words and seats"), "{error}");
    // The fitting search samples them.
    let text = "return { choose = function() local action, found = search.think() return action, found.search end }";
    let (_folder, library) = robots_of(&[("dice/mine.lua", text)]);
    let mut player = seat(&library, &game, 0, "mine", 1);
    let choice = self::ask(player.as_mut(), &game, &state, &legal, common::TIME, Some(300)).unwrap();
    assert_eq!(choice.reason.as_deref(), Some("ismcts"));
}

#[test]
fn what_is_said_of_boards_is_checked() {
    let (game, state, legal) = position(START, 0);
    let cases = [
        ("evaluate = { scroe = 1 }", "`evaluate` has no weight `scroe` (did you mean `score`?)"),
        ("evaluate = { centre = { dragoon = 1 } }", "there is no piece `dragoon` (did you mean `dragon`?)"),
        ("evaluate = { centre = 3 }", "`evaluate.centre` is a number; expected a table by piece"),
        ("evaluate = { score = 'much' }", "`evaluate.score` is a string; expected a number"),
        ("evaluate = { squares = { dragon = { 1, 2 } } }", "has 2 numbers; the board has 81 squares"),
        ("greedy = 'all'", "`greedy` can't be \"all\"; expected \"me\", \"other\" or \"both\""),
        ("selective = 1", "`selective` is a number; expected true or false"),
        ("rollout = print", "there is no option `rollout`"),
    ];
    for (options, expected) in cases {
        let mut player = searcher(&game, 0, options);
        let message = ask(player.as_mut(), &game, &state, &legal, common::TIME, Some(10)).unwrap_err().to_string();
        assert!(message.contains(expected), "{options}\n got: {message}\nwant: {expected}");
        assert!(message.contains("advance/mine.lua:1"), "{message}");
    }
}

#[test]
fn a_piece_that_is_placed_gains_nothing_by_itself() {
    // Otherwise every drop would be played out to the end of the match before the first depth is finished.
    let game = game("connect-four", None, None);
    let played = parlour_engine::play::Match::new(game.clone(), 1, vec![String::new(); 2]).unwrap();
    let choice = ask(
        &mut *searcher(&game, 0, "evaluate = { centre = { disc = 1 } }"),
        &game,
        played.state(),
        played.legal(),
        common::TIME,
        Some(2000),
    );
    let reason = choice.unwrap().reason.unwrap();
    let depth: u32 = reason.split(' ').nth(1).unwrap().parse().unwrap();
    assert!(depth >= 4, "{reason}");
}

#[test]
fn of_equal_actions_it_takes_one_of_the_first_kind() {
    let game = game("advance", None, None);
    let mut host = Rules::new(game.clone()).unwrap();
    let mut state = host.start(1, &mut Vec::new()).unwrap();
    let (mut legal, mut first) = (ActionList::new(), 0);
    for _ in 0..8 {
        host.legal(&state, &mut legal).unwrap();
        let seat = state.decision().unwrap().seat.index();
        let mut player = searcher(&game, seat, "depth = 1, evaluate = function() return 0 end");
        let choice = ask(player.as_mut(), &game, &state, &legal, common::TIME, Some(10_000)).unwrap();
        let usual = legal.get(&game, 0);
        assert_eq!(choice.action.verb(), usual.verb(), "{}", game.action_text(&choice.action));
        first += usize::from(choice.action == usual);
        host.apply(&mut state, &choice.action, None).unwrap();
    }
    assert!(first < 8, "always the first one, which makes a piece go to and fro");
}
