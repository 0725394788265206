//! Groups and liberties kept from ply to ply against newly computed ones, and the legality of a placing against its
//! effect.

use std::sync::Arc;

use parlour_board::liberties::{Group, Groups};
use parlour_board::superko::earlier_boards;
use parlour_board::{Changes, Move, NOWHERE, Scratch};
use parlour_game::Game;
use parlour_game::words::Words;
use parlour_model::action::ActionList;
use parlour_model::chance::Generator;
use parlour_model::ids::BoardId;
use parlour_model::state::State;
use parlour_model::state::playout::AtRandom;

use super::tables::Tables;
use super::tables::tests::{changed, configured_text};
use super::{Playout, Rules};

/// A group with its squares and its liberties.
type Told<'a> = (Group, [&'a [u64]; 2]);

/// The groups by square, for comparison.
fn told(groups: &Groups, squares: usize) -> Vec<Option<Told<'_>>> {
    let tell = |square: usize| {
        let group = groups.of[square];
        Some((*groups.groups.get(usize::from(group))?, [groups.set(group, 0), groups.set(group, 1)]))
    };
    (0..squares).map(tell).collect()
}

/// Plays at random with incremental groups, and compares them after each ply with newly computed ones, and the
/// states with those of actions applied one by one. Returns the number of actions that changed more than a square.
#[track_caller]
fn compare(game: &Arc<Game>, seeds: u64, most: u32) -> u32 {
    let rules = game.board_rules().unwrap();
    let tables = Tables::of(game).unwrap();
    let mut host = Rules::new(game.clone()).unwrap();
    let (mut kept, mut anew) = (Scratch::default(), Scratch::default());
    let mut removals = 0;
    for seed in 0..seeds {
        let mut state = host.start(seed, &mut Vec::new()).unwrap();
        let (mut generator, mut count) = (Generator::from_seed(seed), 0);
        rules.find_groups(&mut kept.groups, &state.bytes, 0);
        for _ in 0..most {
            let Some(decision) = state.decision() else { break };
            let (seat, phase) = (decision.seat.index(), decision.phase.index());
            kept.groups.keep(true);
            rules.find(&mut kept, &state, seat, phase);
            rules.find(&mut anew, &state, seat, phase);
            assert_eq!(kept.moves, anew.moves, "seed {seed}, ply {}", state.ply());
            if kept.moves.is_empty() {
                tables.end_stuck(&mut anew, &mut state, (seat + rules.seats - 1) % rules.seats);
                break;
            }
            let taken = kept.moves[generator.below(kept.moves.len() as u32) as usize];
            let mut other = state.clone();
            rules.enact(&mut kept, &mut state, seat, taken);
            tables.conclude(&mut kept, &mut state, seat);
            kept.groups.keep(false);
            rules.enact(&mut anew, &mut other, seat, taken);
            tables.conclude(&mut anew, &mut other, seat);
            assert!(state == other, "seed {seed}, ply {}", state.ply());
            rules.find_groups(&mut anew.groups, &state.bytes, seat);
            assert_eq!(told(&kept.groups, rules.squares()), told(&anew.groups, rules.squares()), "seed {seed}");
            let Groups { empty, open, board_hash, .. } = &anew.groups;
            assert_eq!((&kept.groups.empty, &kept.groups.open, kept.groups.board_hash), (empty, open, *board_hash));
            removals += u32::from(kept.changes.as_slice().len() > 1);
            count += 1;
        }
        let mut played = host.start(seed, &mut Vec::new()).unwrap();
        let generator = &mut Generator::from_seed(seed);
        let random = AtRandom { generator, policy: Playout::ByAction, most, taken: None, means: None };
        let plies = tables.playout(&mut Scratch::default(), &mut played, random);
        assert!(plies == count && played == state, "seed {seed}: {plies} plies, {count}");
    }
    removals
}

#[test]
fn kept_groups_are_those_of_the_board() {
    let sized = |size: &str, limit: &str| changed("go", &[], &[("size", size), ("turns_limit", limit)]);
    assert!(compare(&sized("5", "60"), 3, 150) > 0);
    assert!(compare(&sized("9", "100"), 1, 150) > 0);
    compare(&sized("19", "250"), 1, 40);
}

/// Compares the legality of a placing on each empty square with its effect: the piece stays, and no earlier board
/// is repeated. Returns the number of captures, and of repeated boards.
#[track_caller]
fn hold_against_changes(game: &Arc<Game>, state: &State, seat: usize) -> (usize, usize) {
    let rules = game.board_rules().unwrap();
    let mut groups = Groups::default();
    rules.find_groups(&mut groups, &state.bytes, seat);
    let before = rules.cells(&state.bytes);
    let history = rules.superko_history.unwrap();
    let (mut captures, mut returns) = (0, 0);
    for placing in &rules.placings {
        let Some(surrounds) = placing.surrounds else { continue };
        let rule = placing.rule;
        let puts = rules.rules[usize::from(rule)].puts;
        if usize::from(rules.owner[puts]) != seat + 1 {
            continue;
        }
        for &square in placing.squares.iter().filter(|square| before[usize::from(**square)] == 0) {
            let mut cells = before.to_vec();
            let taken = Move { rule, from: NOWHERE, to: square };
            rules.change(&mut cells, seat, taken, &mut Changes::default());
            let stays = cells[usize::from(square)] != 0;
            let hash = rules.board_hash(&cells);
            let is_new = earlier_boards(&state.bytes, history).all(|earlier| earlier != hash);
            let can = rules.can_surround(&groups, &state.bytes, seat, surrounds, puts, square);
            assert_eq!(can, (stays || surrounds.suicide) && is_new, "square {square} of {before:?}: {cells:?}");
            captures += usize::from(stays && (0..cells.len()).any(|n| before[n] != 0 && cells[n] == 0));
            returns += usize::from(!is_new);
        }
    }
    (captures, returns)
}

const NEVER_BACK: &str = "[[end]]\nwhen = \"repetition\"\nresult = \"forbidden\"\nwithin = 40\n\n[[end]]";

/// Groups of two enemies that share their last liberties are removed together.
#[test]
fn groups_of_two_enemies_go_at_once() {
    let text = WALLED
        .replacen("[[end]]", NEVER_BACK, 1)
        .replace(" }]\nstart = [\".....\", \"..#..\", \".....\", \"#....\"]", " }]\nstart = [\"BCA\", \"B.A\"]");
    let text = text.replace("width = 5\nheight = 4\nshape = \"hex\"", "width = 3\nheight = 2");
    let game = configured_text(&text);
    let mut host = Rules::new(game.clone()).unwrap();
    let mut state = host.start(1, &mut Vec::new()).unwrap();
    assert_eq!(hold_against_changes(&game, &state, 0), (1, 0));
    let action = game.parse_action("b1", None).unwrap();
    host.apply(&mut state, &action, None).unwrap();
    assert_eq!(game.board_rows(&state, BoardId(0)), ["..A", ".AA"]);
}

#[test]
fn what_can_be_placed_is_what_placing_does() {
    let game = configured_text(&WALLED.replacen("[[end]]", NEVER_BACK, 1));
    let mut host = Rules::new(game.clone()).unwrap();
    let (mut captures, mut returns) = (0, 0);
    for seed in 0..6 {
        let mut state = host.start(seed, &mut Vec::new()).unwrap();
        let mut generator = Generator::from_seed(seed);
        let mut legal = ActionList::new();
        while let Some(decision) = state.decision() {
            let found = hold_against_changes(&game, &state, decision.seat.index());
            (captures, returns) = (captures + found.0, returns + found.1);
            host.legal(&state, &mut legal).unwrap();
            let action = legal.get(&game, generator.below(legal.len() as u32) as usize);
            host.apply(&mut state, &action, None).unwrap();
        }
    }
    assert!(captures > 0 && returns > 0, "{captures} captures, {returns} boards that come back");
}

/// Three seats, hexes, a wall, suicide, pieces that disappear by themselves, and boards that may be repeated.
#[test]
fn whatever_else_happens_on_the_board() {
    assert!(compare(&configured_text(WALLED), 12, 60) > 20);
    compare(&configured_text(&WALLED.replacen("[[end]]", NEVER_BACK, 1)), 12, 60);
}

const WALLED: &str = r##"
[game]
title = "Walled"

[seats]
names = ["north", "east", "west"]

[boards.main]
width = 5
height = 4
shape = "hex"
symbol = [{ name = "rock", glyph = "#" }]
start = [".....", "..#..", ".....", "#...."]

[[piece]]
name = "stone"
glyphs = ["A", "B", "C"]
moves = [
    { do = "move", step = "sideways" },
    { do = "capture", step = "ahead" },
]

[[place]]
puts = "stone"
captures = "surrounded"
suicide = true

[vars]
turns = { follows = "turns" }

[[end]]
when = "no_move"
result = "lose"
ending = "stuck"

[[end]]
when = "turns"
limit = 18
result = "draw"
ending = "turns"

[endings]
stuck = "{winner}"
turns = "a draw"

[phases]
turn = { actions = ["place", "move", "capture"], text = "act" }

[actions]
place = { usage = "{to:square}" }
move = { usage = "{from:square}-{to:square}" }
capture = { usage = "{from:square}x{to:square}" }
"##;
