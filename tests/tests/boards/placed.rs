//! Hex and Go, compared with implementations of their rule books move by move, and rules in some positions.
//!
//! `PARLOUR_BOOKS=1000` sets the number of matches of each.

use parlour_engine::Words;
use parlour_engine::chance::Generator;
use parlour_engine::game::Config;
use parlour_engine::ids::BoardId;
use parlour_engine::rules::{Playout, Rules};
use parlour_engine::state::State;
use parlour_tests::referee::placed::{Book, Go, Hex};

use super::{library, position, sorted_texts};

pub(super) fn rules(name: &str, options: &[(&str, &str)]) -> Rules {
    let set = options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let config = Config { set, ..Config::default() };
    let pack = library().load(name).unwrap_or_else(|faults| panic!("{faults}"));
    Rules::new(pack.configure(&config).unwrap_or_else(|faults| panic!("{faults}"))).unwrap()
}

pub(super) fn act(rules: &mut Rules, state: &mut State, text: &str) {
    let action = rules.game().parse_action(text, None).unwrap();
    rules.check(state, &action).unwrap_or_else(|refusal| panic!("{refusal}"));
    rules.apply(state, &action, None).unwrap();
}

#[track_caller]
pub(super) fn refused(rules: &mut Rules, state: &State, text: &str, expected: &str) {
    let action = rules.game().parse_action(text, None).unwrap();
    let refusal = rules.check(state, &action).unwrap_err().refusal().unwrap();
    assert_eq!(refusal.to_string(), format!("`{text}` is not allowed: {expected}"));
}

/// Plays a random match by the rule book and by the pack, and compares legal actions and results.
fn compare(rules: &mut Rules, mut book: impl Book, seed: u64) {
    let game = rules.game().clone();
    let mut state = rules.start(seed, &mut Vec::new()).unwrap();
    let mut generator = Generator::from_seed(seed);
    loop {
        let legal = book.legal();
        assert_eq!(game.board_rows(&state, BoardId(0)), book.rows(), "seed {seed}, ply {}", state.ply());
        assert_eq!(state.is_over(), legal.is_empty(), "seed {seed}, ply {}", state.ply());
        if state.is_over() {
            break;
        }
        assert_eq!(sorted_texts(rules, &state), legal, "seed {seed}, ply {}", state.ply());
        let action = &legal[generator.below(legal.len() as u32) as usize];
        act(rules, &mut state, action);
        book.act(action);
    }
    let winners: Vec<usize> = game.seats().filter(|&seat| state.has_won(seat)).map(|seat| seat.index()).collect();
    assert_eq!(winners, book.winner().into_iter().collect::<Vec<_>>(), "seed {seed}");
}

fn matches() -> u64 {
    std::env::var("PARLOUR_BOOKS").ok().and_then(|text| text.parse().ok()).unwrap_or(6)
}

#[test]
fn hex_is_played_by_its_book() {
    for (size, swap) in [(4, true), (7, true), (5, false)] {
        let mut rules = rules("hex", &[("size", &size.to_string()), ("swap", if swap { "1" } else { "0" })]);
        for seed in 0..matches() {
            compare(&mut rules, Hex::new(size, swap), seed);
        }
    }
}

#[test]
fn go_is_played_by_its_book() {
    for size in [5, 7] {
        let options = [("size", size.to_string()), ("turns_limit", "80".to_owned())];
        let mut rules = rules("go", &options.each_ref().map(|(key, value)| (*key, value.as_str())));
        for seed in 0..matches() {
            compare(&mut rules, Go::new(size, 7, 160), seed);
        }
    }
}

#[test]
fn hex_has_its_known_counts() {
    let mut rules = rules("hex", &[("size", "9"), ("swap", "0")]);
    let start = rules.position(None, None).unwrap();
    assert_eq!(rules.perft(&start, 2).unwrap().nodes, [81, 6_480]);
}

#[test]
fn the_first_stone_can_be_taken_over_once() {
    let mut rules = rules("hex", &[("size", "5")]);
    let mut state = rules.start(1, &mut Vec::new()).unwrap();
    refused(&mut rules, &state, "swap", "only the second seat's first action can be that");
    act(&mut rules, &mut state, "c2");
    let mut other = state.clone();
    act(&mut rules, &mut state, "swap");
    assert_eq!(rules.game().board_rows(&state, BoardId(0)), [".....", ".....", ".O...", ".....", "....."]);
    act(&mut rules, &mut state, "a1");
    refused(&mut rules, &state, "swap", "only the second seat's first action can be that");
    act(&mut rules, &mut other, "a1");
    act(&mut rules, &mut other, "a2");
    assert!(!sorted_texts(&mut rules, &other).contains(&"swap".to_owned()));
}

fn rows(rows: &[&str]) -> Vec<String> {
    rows.iter().map(|row| (*row).to_owned()).collect()
}

#[test]
fn go_takes_groups_and_lets_no_board_come_back() {
    let mut rules = rules("go", &[("size", "5")]);
    let ko = rows(&[".XO..", "X.XO.", ".XO..", ".....", "....."]);
    let mut state = position(&mut rules, &ko, 1);
    act(&mut rules, &mut state, "bb");
    assert_eq!(rules.game().board_rows(&state, BoardId(0)), [".XO..", "XO.O.", ".XO..", ".....", "....."]);
    refused(&mut rules, &state, "cb", "it would bring back an earlier board");
    act(&mut rules, &mut state, "ee");
    act(&mut rules, &mut state, "ea");
    act(&mut rules, &mut state, "cb");
    let dead = rows(&[".XO..", "XXO..", "OOO..", ".....", "....."]);
    let mut state = position(&mut rules, &dead, 0);
    refused(&mut rules, &state, "aa", "it would have no liberties");
    act(&mut rules, &mut state, "pass");
    act(&mut rules, &mut state, "aa");
    assert_eq!(rules.game().board_rows(&state, BoardId(0)), ["O.O..", "..O..", "OOO..", ".....", "....."]);
}

#[test]
fn two_passes_end_go_and_areas_are_counted() {
    let mut rules = rules("go", &[("size", "5"), ("komi", "4")]);
    let half = rows(&["..X..", "..XO.", "..XO.", "..XOO", "..X.."]);
    let mut state = position(&mut rules, &half, 0);
    act(&mut rules, &mut state, "pass");
    assert!(!state.is_over());
    act(&mut rules, &mut state, "pass");
    assert!(state.is_over());
    assert_eq!(rules.game().ending_text(&state).unwrap(), "black has the larger area");
    assert_eq!(rules.game().seats().map(|seat| rules.game().score(&state, seat)).collect::<Vec<_>>(), [15, 4 + 4]);
}

#[test]
fn random_playouts_of_hex_and_go_end() {
    for name in ["hex", "go"] {
        let mut rules = rules(name, &[("size", "9")]);
        for seed in 0..6 {
            let mut state = rules.start(seed, &mut Vec::new()).unwrap();
            let mut generator = Generator::from_seed(seed);
            rules.playout(&mut state, &mut generator, Playout::ByAction, 1_000).unwrap();
            assert!(state.is_over(), "{name}, seed {seed}");
        }
    }
}

/// Stones and walls are placed; four stones in a row, or a road of stones from side to side, win.
const STONES: &str = r##"
[game]
title = "Stones"
[seats]
names = ["white", "black"]
[boards.main]
width = 4
height = 4
[[piece]]
name = "stone"
glyph = "S"
[[piece]]
name = "wall"
glyph = "W"
[[place]]
puts = "stone"
[[place]]
puts = "wall"
verb = "wall"
[[end]]
when = "line"
length = 4
piece = "stone"
result = "win"
ending = "row"
[[end]]
when = "joined"
piece = ["stone"]
between = [{ rows = [1] }, { rows = [-1] }]
result = "win"
ending = "road"
[[end]]
when = "no_move"
result = "draw"
ending = "full"
[endings]
row = "a row"
road = "a road"
full = "full"
[phases]
turn = { actions = ["place", "wall"], text = "place" }
[actions]
place = { usage = "{to:square}" }
wall = { usage = "wall {to:square}" }
"##;

#[test]
fn lines_and_roads_can_be_of_some_pieces_only() {
    let game = super::pack_of(STONES, "").unwrap().configure(&Config::default()).unwrap();
    let mut rules = Rules::new(game).unwrap();
    for (board, text, ending) in [
        (["....", "....", "SSW.", "...."], "d2", None),
        (["....", "....", "SSS.", "...."], "d2", Some("a row")),
        (["....", "....", "SSS.", "...."], "wall d2", None),
        ([".S..", ".S..", ".W..", "SS.."], "a2", None),
        ([".S..", "SS..", ".WW.", "S..."], "a2", Some("a road")),
        ([".S..", "SS..", ".WW.", "S..."], "wall a2", None),
    ] {
        let mut state = position(&mut rules, &rows(&board), 0);
        act(&mut rules, &mut state, text);
        assert_eq!(rules.game().ending_text(&state).as_deref(), ending, "{board:?} {text}");
    }
    // Playouts of lanes, which know lines of all pieces only, end where the tables do.
    for seed in 0..20 {
        let mut state = rules.start(seed, &mut Vec::new()).unwrap();
        rules.playout(&mut state, &mut Generator::from_seed(seed), Playout::ByAction, 100).unwrap();
        assert!(state.is_over());
    }
}

#[test]
fn a_field_that_tables_cannot_fill_is_told_where_it_stands() {
    let events = "[events.place]\nfields = [\"to: square\"]\n[events.wall]\nfields = [\"at: square\"]\n";
    let tables = format!("{STONES}{events}");
    let line = tables.lines().position(|line| line.contains("at: square")).unwrap() + 1;
    let told = super::pack_of(&tables, "").err().unwrap().to_string();
    assert!(told.contains(&format!("game.toml:{line}:")), "{line}: {told}");
    assert!(told.contains("the event `wall` can't fill its field `at`"), "{told}");
}
