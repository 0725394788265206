//! The levels of Advance's robots, compared with the referee's definition: each board is examined by the slow
//! generator, which shares nothing with the robots.
//!
//! `PARLOUR_MATCHES=300` sets the number of boards of each kind, and prints the times of level 7.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use parlour_ai::{Player, Request, RobotLibrary};
use parlour_engine::chance::Generator;
use parlour_engine::ids::{BoardId, Seat};
use parlour_engine::play::Match;
use parlour_engine::rules::{Playout, Rules};
use parlour_tests::referee::advance_moves::{Board, Level, acceptable};

use super::advance::random_board;
use super::host;
use crate::packs::{load, matches, scene};
use parlour_engine::Words;

const LEVELS: [(&str, Level); 4] =
    [("level4", Level::Four), ("level5", Level::Five), ("level6", Level::Six), ("level7", Level::Seven)];

/// A match at a board, after a number of full turns.
fn stand(board: &Board, white: bool, turn: u32) -> Match {
    let pack = load("advance");
    let to_act = if white { "white" } else { "black" };
    let text = format!("to_act = \"{to_act}\"\n[vars]\nturn = {turn}\n[boards]\nmain = {:?}\n", board.rows());
    scene(&pack, &text)
}

fn sit(robots: &RobotLibrary, played: &Match, robot: &str, seed: u64) -> Box<dyn Player> {
    let seat = played.decision().unwrap().seat;
    robots.seat(played.game(), seat, robot, seed).unwrap_or_else(|faults| panic!("{faults}"))
}

/// A player's choice in a match, with its thinking time.
fn choice(player: &mut dyn Player, played: &Match) -> (String, Duration) {
    let game = played.game();
    let view = played.view(played.decision().map(|decision| decision.seat));
    let request = Request { view: &view, legal: played.legal(), time: Duration::from_secs(60), nodes: None };
    let begun = Instant::now();
    let choice = player.choose(&request).unwrap_or_else(|error| panic!("{error}"));
    (game.action_text(&choice.action), begun.elapsed())
}

fn texts(level: Level, board: &Board, white: bool) -> BTreeSet<String> {
    acceptable(level, board, white).into_iter().map(|played| played.text).collect()
}

/// Asks all levels on a board; returns the time of level 7.
fn examine(robots: &RobotLibrary, board: &Board, white: bool, turn: u32, seed: u64) -> Duration {
    let played = stand(board, white, turn);
    let mut took = Duration::ZERO;
    for (robot, level) in LEVELS {
        let (text, time) = choice(sit(robots, &played, robot, seed).as_mut(), &played);
        let accepted = texts(level, board, white);
        assert!(
            accepted.contains(&text),
            "{robot} plays {text} in turn {turn}, white to move: {white}, seed {seed}; accepted are {accepted:?}\n{:#?}",
            board.rows()
        );
        took = time;
    }
    took
}

fn can_act(board: &Board, white: bool) -> bool {
    parlour_tests::referee::advance_moves::can_move(board, white)
}

/// Middlegame boards from self-play of level 7.
fn played_by_level7(robots: &RobotLibrary, seed: u64, plies: usize) -> Option<(Board, bool)> {
    let game = super::game("advance");
    let mut played = Match::new(game.clone(), seed, vec![String::new(); 2]).unwrap();
    let mut players = [0, 1].map(|n| robots.seat(&game, Seat::from_index(n), "level7", seed).unwrap());
    while let Some(decision) = played.decision() {
        if played.steps().len() >= plies {
            break;
        }
        let view = played.view(Some(decision.seat));
        let request = Request { view: &view, legal: played.legal(), time: Duration::from_secs(60), nodes: None };
        let choice = players[decision.seat.index()].choose(&request).unwrap();
        played.act(&choice.action).unwrap();
    }
    let seat = played.decision()?.seat;
    Some((Board::parse(&game.board_rows(played.state(), BoardId(0))).unwrap(), seat.index() == 0))
}

/// Boards from random play.
fn played_at_random(host: &mut Rules, random: &mut Generator, plies: u32) -> Option<(Board, bool)> {
    let mut state = host.start(0, &mut Vec::new()).unwrap();
    host.playout(&mut state, random, Playout::ByVerb, plies).unwrap();
    let seat = state.decision()?.seat;
    Some((Board::parse(&host.game().board_rows(&state, BoardId(0))).unwrap(), seat.index() == 0))
}

#[test]
fn play_what_the_rules_say_of_them() {
    let robots = RobotLibrary::new();
    let mut host = host("advance");
    let mut random = Generator::from_seed(40);
    let mut times = Vec::new();
    for n in 0..matches(3) {
        let seen = [
            played_at_random(&mut host, &mut random, 5 + 3 * (n as u32 % 50)),
            played_by_level7(&robots, n, 6 + 2 * (n as usize % 30)),
            Some((random_board(&mut random), n % 2 == 0)),
            Some((random_board(&mut random), n % 2 == 0)),
        ];
        for (board, white) in seen.into_iter().flatten() {
            for (board, white) in [(board, white), (board.mirrored(), !white)] {
                if can_act(&board, white) {
                    times.push(examine(&robots, &board, white, 0, n));
                }
            }
        }
    }
    times.sort();
    println!(
        "{} boards; level 7 took {:?} at most, {:?} in the middle",
        times.len(),
        times[times.len() - 1],
        times[times.len() / 2]
    );
}

#[test]
fn play_as_well_in_the_last_turn() {
    let robots = RobotLibrary::new();
    let mut random = Generator::from_seed(41);
    for n in 0..matches(6) {
        let board = random_board(&mut random);
        for white in [true, false] {
            if can_act(&board, white) {
                examine(&robots, &board, white, 99, n);
            }
        }
    }
}

/// A random board with few pieces.
fn small_board(random: &mut Generator) -> Board {
    let mut board = Board { cells: [[b'.'; 9]; 9] };
    for letter in b"GgZzBbJjMmSsCcDd##" {
        if random.below(3) == 0 {
            let (row, column) = (random.below(5) as usize, random.below(5) as usize);
            board.cells[row][column] = *letter;
        }
    }
    board
}

#[test]
fn choose_among_all_that_are_as_good() {
    let robots = RobotLibrary::new();
    let mut random = Generator::from_seed(42);
    let mut ties = 0;
    for _ in 0..matches(12) {
        let board = small_board(&mut random);
        let white = random.below(2) == 0;
        if !can_act(&board, white) {
            continue;
        }
        let played = stand(&board, white, 0);
        for (robot, level) in LEVELS {
            let accepted = texts(level, &board, white);
            if accepted.len() > 8 {
                continue;
            }
            ties += usize::from(accepted.len() > 1);
            // The probability that 120 choices miss one of 8 is one in ten million.
            let mut player = sit(&robots, &played, robot, 5);
            let chosen: BTreeSet<String> = (0..120).map(|_| choice(player.as_mut(), &played).0).collect();
            assert_eq!(chosen, accepted, "{robot}, white to move: {white}\n{:#?}", board.rows());
        }
    }
    assert!(ties > 2, "only {ties} boards had several moves that are as good");
}

#[test]
fn find_the_moves_of_the_rule_book() {
    let robots = RobotLibrary::new();
    let level5 = [
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
    let level7 = [
        "..j....c.",
        ".........",
        "##b.g....",
        ".........",
        ".#.......",
        "#.#...#..",
        ".G#......",
        "#......##",
        ".....M...",
    ];
    for (rows, robots_there, white, black) in
        [(level5, &["level5", "level6", "level7"][..], "e7-d8", "e3-d2"), (level7, &["level7"][..], "f1-f9", "f9-f1")]
    {
        let board = Board::parse(&rows).unwrap();
        for (board, to_move, best) in [(board, true, white), (board.mirrored(), false, black)] {
            let played = stand(&board, to_move, 0);
            for robot in robots_there {
                for seed in 0..3 {
                    assert_eq!(choice(sit(&robots, &played, robot, seed).as_mut(), &played).0, best, "{robot}");
                }
            }
        }
    }
}
