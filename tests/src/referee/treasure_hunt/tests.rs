use serde_json::{Value, json};

use super::*;
use crate::referee::Start;
use crate::referee::testing::{
    Random, assert_caught, assert_clean, assert_every_change_is_caught, is_wording, playthrough,
};

/// The line of the first reference game.
const LINE: &str = ".@.L..X.◄....N..►*...#..T";

/// A grid for the second reference game.
const GRID: [&str; 12] = [
    "......▼.....",
    "............",
    "............",
    "......◄.....",
    "►...........",
    "............",
    "...X........",
    "............",
    "@...........",
    "............",
    "............",
    "...........T",
];

fn game(variant: &str) -> Value {
    json!({
        "type": "game", "game": "treasure-hunt", "variant": variant, "seed": 1,
        "seats": ["P", "C"], "robots": ["random", "random"], "options": {},
    })
}

/// Squares, lives and round; no player waits.
fn state(rows: &[&str], squares: [Value; 2], lives: [i64; 2], round: i64) -> Value {
    json!({
        "zones": {}, "boards": {"main": rows},
        "vars": {
            "square.P": squares[0], "square.C": squares[1],
            "lives.P": lives[0], "lives.C": lives[1], "wait.P": 0, "wait.C": 0, "round": round,
        },
    })
}

fn step(n: usize, state: Value, chance: &[Value], happenings: &[&str]) -> Value {
    let mut events = chance.to_vec();
    events.extend(happenings.iter().map(|kind| json!({"kind": kind})));
    json!({
        "type": "step", "n": n, "to_act": SEATS[n % 2], "phase": "roll", "state": state,
        "legal": ["roll"], "legal_complete": true, "action": "roll", "events": events,
    })
}

fn won_by_p(state: Value) -> Value {
    json!({
        "type": "end", "winners": ["P"], "scores": {"P": 1, "C": 0}, "reason": "P has won",
        "state": state,
    })
}

fn first_reference_game() -> Vec<Value> {
    let state = |p: i64, c: i64, lives_c, round| state(&[LINE], [json!(p), json!(c)], [1, lives_c], round);
    let die = |n: i64| [json!({"kind": "roll", "die": n})];
    let (land, effect) = ("landing", "effect");
    vec![
        game("line"),
        step(0, state(0, 0, 1, 0), &die(2), &[land, effect]),
        step(1, state(0, 0, 1, 0), &die(4), &[land, effect]),
        step(2, state(0, 4, 2, 1), &die(6), &[land]),
        step(3, state(6, 4, 2, 1), &die(3), &[land, effect]),
        step(4, state(6, 7, 1, 2), &die(6), &[land]),
        step(5, state(12, 7, 1, 2), &die(2), &[land, effect, land]),
        step(6, state(12, 6, 1, 3), &die(6), &[land, effect, land]),
        step(7, state(24, 6, 1, 3), &die(4), &[land]),
        step(8, state(24, 10, 1, 4), &die(1), &[land]),
        won_by_p(state(25, 10, 1, 4)),
    ]
}

fn second_reference_game() -> Vec<Value> {
    let state = |p: &str, c: &str, lives_c, round| state(&GRID, [json!(p), json!(c)], [1, lives_c], round);
    let chance = |n: i64, direction: &str| {
        let roll = json!({"kind": "roll", "die": n});
        [roll, json!({"kind": "direction", "direction": direction})]
    };
    let (land, effect) = ("landing", "effect");
    let (right, down) = ("right", "down");
    vec![
        game("grid"),
        step(0, state("0,0", "0,0", 1, 0), &chance(3, right), &[land]),
        step(1, state("1,3", "0,0", 1, 0), &chance(6, down), &[land]),
        step(2, state("1,3", "6,1", 1, 1), &chance(4, right), &[land, effect, land, effect, land]),
        step(3, state("4,4", "6,1", 1, 1), &chance(3, down), &[land, effect]),
        step(4, state("4,4", "0,0", 1, 2), &chance(6, down), &[land]),
        step(5, state("10,4", "0,0", 1, 2), &chance(5, down), &[land, effect, land]),
        step(6, state("10,4", "5,4", 1, 3), &chance(4, right), &[land]),
        step(7, state("10,8", "5,4", 1, 3), &chance(2, down), &[land, effect]),
        won_by_p(state("10,8", "7,4", 0, 3)),
    ]
}

/// True for parts that no rule determines: the seed, robots' names, wording, and the names of deterministic events;
/// `chance` is the number of random ones, which come first.
fn is_free(path: &str, chance: usize) -> bool {
    let event = path.strip_prefix("/events/").is_some_and(|event| {
        let renamed = event.strip_suffix("/kind");
        let index = renamed.or(event.strip_prefix('+'));
        index.is_some_and(|index| index.parse::<usize>().unwrap() >= chance)
    });
    event || is_wording(path)
}

#[test]
fn the_first_reference_game_is_clean_and_nothing_in_it_can_change() {
    let lines = first_reference_game();
    assert_every_change_is_caught(Start::Fresh, &lines, |_, path| is_free(path, 1));
}

#[test]
fn the_second_reference_game_is_clean_and_nothing_in_it_can_change() {
    let lines = second_reference_game();
    assert_every_change_is_caught(Start::Composed, &lines, |_, path| is_free(path, 2));
    let caught = |line, pointer, value, message| {
        assert_caught(Start::Composed, &lines, line, pointer, value, message);
    };
    caught(1, "/events/1/direction", json!("down"), "var `square.P` should be");
    caught(1, "/events/1/direction", json!("left"), "no direction");
    caught(1, "/events/0/die", json!(7), "a die can't show 7");
    caught(1, "/events/0/kind", json!("die"), "0 events of the kind `roll`");
    caught(4, "/state/vars/square.P", json!("1,7"), "var `square.P` should be");
    caught(4, "/state/vars/square.P", json!("04,4"), "names no square");
    caught(4, "/state/vars/round", json!(2), "var `round` should be");
    caught(4, "/state/vars/wait.P", json!(1), "var `wait.P` should be");
    caught(4, "/state/boards/main/0", json!("............"), "board `main` should be");
    caught(4, "/events/3/kind", json!("roll"), "2 events of the kind `roll`");
    caught(9, "/winners", json!(["C"]), "the winners should be");
    caught(9, "/scores/P", json!(0), "the scores should be one of");
    caught(9, "/state/vars/round", json!(4), "var `round` should be");
    caught(0, "/variant", json!("line"), "board `main` should have 1 rows of 25");
}

fn rules(variant: &str) -> TreasureHunt {
    let mut faults = Vec::new();
    let header = Header::read(&game(variant), &mut faults).unwrap();
    let rules = TreasureHunt::new(&header, &mut faults).unwrap();
    assert!(faults.is_empty(), "{faults:?}");
    rules
}

/// A position on a line; P is to move, both have one life and none waits.
fn on_line(row: &str, p: i64, c: i64) -> Position {
    let square = |n| if n == 0 { LOUNGE } else { (1, n) };
    Position {
        board: vec![row.chars().collect()],
        squares: [square(p), square(c)],
        lives: [1, 1],
        wait: [0, 0],
        round: 0,
        to_act: 0,
    }
}

/// A position on a grid.
fn on_grid(rows: [&str; 12], p: Square, c: Square) -> Position {
    Position { board: rows.iter().map(|row| row.chars().collect()).collect(), squares: [p, c], ..on_line("", 0, 0) }
}

/// The consequences of a roll.
fn turn(position: Position, by: Square) -> (Position, TurnEnd) {
    let rules = rules(if position.board.len() == 1 { "line" } else { "grid" });
    let mut turn = Turn::new(&rules, position);
    let end = turn.play(by);
    (turn.position, end)
}

/// The squares of P and C on a line after P's roll.
fn after_roll(row: &str, p: i64, c: i64, die: i64) -> (i64, i64) {
    let (position, end) = turn(on_line(row, p, c), (0, die));
    assert_eq!(end, TurnEnd::Stands);
    (position.squares[0].1, position.squares[1].1)
}

#[test]
fn a_move_that_would_leave_the_board_is_not_made() {
    assert_eq!(after_roll("........................T", 23, 0, 3), (23, 0));
    // Left to square 0, by an arrow, and right beyond the treasure.
    assert_eq!(after_roll("..◄.....................T", 0, 0, 3), (3, 0));
    assert_eq!(after_roll("......................►.T", 20, 0, 3), (23, 0));
    let (position, end) = turn(on_grid(GRID, (12, 3), LOUNGE), (1, 0));
    assert_eq!((position.squares[0], end), ((12, 3), TurnEnd::Stands));
}

#[test]
fn the_lounge_counts_as_square_0_in_both_directions() {
    let entered = |by| turn(on_grid(GRID, LOUNGE, LOUNGE), by).0.squares[0];
    assert_eq!(entered((0, 4)), (1, 4));
    assert_eq!(entered((4, 0)), (4, 1));
}

#[test]
fn landing_on_the_other_player_sends_it_to_the_lounge() {
    assert_eq!(after_roll("........................T", 3, 5, 2), (5, 0));
    // In the middle of a chain, before the effect of that square.
    assert_eq!(after_roll("....►..◄................T", 3, 8, 2).1, 0);
    assert_eq!(after_roll("....@...................T", 3, 5, 2), (0, 0));
}

#[test]
fn a_star_repeats_the_displacement_that_led_to_it() {
    assert_eq!(after_roll("....*...................T", 0, 0, 5), (10, 0));
    assert_eq!(after_roll("....►..*................T", 0, 0, 5), (11, 0));
    assert_eq!(after_roll("....*....*..............T", 0, 0, 5), (15, 0));
    assert_eq!(after_roll("....*...*◄..............T", 4, 0, 6), (7, 0));
    assert_eq!(after_roll("....*....◄*.............T", 5, 0, 6), (17, 0));
}

#[test]
fn the_treasure_wins_by_an_effect_too() {
    let (position, end) = turn(on_line(".....................►..T", 20, 3), (0, 2));
    assert_eq!((position.squares[0], end), ((1, 25), TurnEnd::Wins(0)));
}

#[test]
fn the_last_life_lost_wins_for_the_other() {
    let (position, end) = turn(on_line("....X...................T", 0, 3), (0, 5));
    assert_eq!((position.lives, end), ([0, 1], TurnEnd::Wins(1)));
    let mut rich = on_line("....X...................T", 0, 3);
    rich.lives[0] = 2;
    assert_eq!(turn(rich, (0, 5)).1, TurnEnd::Stands);
}

#[test]
fn an_n_applies_the_nearest_effect_where_the_player_stands() {
    let lives = |row| turn(on_line(row, 9, 0), (0, 1)).0.lives[0];
    assert_eq!(lives(".........N.L..X.........T"), 2);
    // Neither the N itself nor another one nor the treasure counts.
    assert_eq!(lives(".........NN...L.........T"), 2);
    assert_eq!(lives("..L....................NT"), 1);
    // A tie goes to the square nearer to the treasure.
    assert_eq!(lives("........XNL.............T"), 2);
    assert_eq!(turn(on_line("........LNX.............T", 9, 0), (0, 1)).1, TurnEnd::Wins(1));
    // The arrow moves the player from where it stands, and a star repeats the roll.
    assert_eq!(after_roll(".........N.►............T", 9, 0, 1), (13, 0));
    assert_eq!(after_roll(".........N...*..........T", 8, 0, 2), (12, 0));
    // None left: nothing happens.
    assert_eq!(after_roll(".........N.....N........T", 9, 0, 1), (10, 0));
}

#[test]
fn ties_of_an_n_in_a_grid_go_to_the_lower_row_then_column() {
    let nearest = |squares: &[(Square, char)]| {
        let mut position = on_grid(["............"; 12], (6, 5), LOUNGE);
        for ((row, column), glyph) in squares {
            position.board[*row as usize - 1][*column as usize - 1] = *glyph;
        }
        let (position, end) = turn(position, (0, 1));
        (position.lives[0], position.wait[0], end)
    };
    let n = ((6, 6), 'N');
    let l = |square| (square, 'L');
    let wait = |square| (square, '#');
    let (gained, waits) = ((2, 0, TurnEnd::Stands), (1, 1, TurnEnd::Stands));
    // Right and below are nearer to the treasure than left and above.
    assert_eq!(nearest(&[n, l((6, 8)), wait((6, 4))]), gained);
    assert_eq!(nearest(&[n, wait((8, 6)), l((4, 6))]), waits);
    // Alike in both: the lower row.
    assert_eq!(nearest(&[n, l((6, 8)), wait((8, 6))]), gained);
    assert_eq!(nearest(&[n, l((8, 6)), wait((7, 7))]), waits);
    assert_eq!(nearest(&[n, l((5, 7)), wait((7, 5))]), gained);
    // Distance is measured by walking, not straight.
    assert_eq!(nearest(&[n, l((6, 9)), wait((8, 8))]), gained);
}

#[test]
fn at_most_20_effects_apply_in_a_turn() {
    // Two arrows send the player to and fro: the twentieth brings it back.
    assert_eq!(after_roll("....►..◄................T", 0, 0, 5), (5, 0));
    // Stars from 4 on: the twentieth, on 23, leads on to 24, whose star is one too many.
    let stars = "*".repeat(24) + "T";
    assert_eq!(after_roll(&stars, 3, 0, 1), (24, 0));
    // The landing after the twentieth effect still meets the other player, or wins.
    assert_eq!(after_roll(&stars, 3, 24, 1), (24, 0));
    assert_eq!(turn(on_line(&stars, 4, 0), (0, 1)).1, TurnEnd::Wins(0));
    // An N and the effect that it applies count as two.
    let with_n = |stars: usize| format!("{}NL{}T", "*".repeat(stars), ".".repeat(22 - stars));
    assert_eq!(turn(on_line(&with_n(18), 0, 0), (0, 1)).0.lives[0], 2);
    assert_eq!(turn(on_line(&with_n(19), 0, 0), (0, 1)).0.lives[0], 1);
}

#[test]
fn a_skipped_turn_is_no_step_but_counts_for_the_round() {
    let rules = rules("line");
    let roll = |position: &Position, die: i64| {
        let mut faults = Vec::new();
        let facts = json!({"kind": "roll", "die": die}).as_object().unwrap().clone();
        let filler = || Event { kind: "other".to_owned(), facts: serde_json::Map::new() };
        let mut events = vec![Event { kind: "roll".to_owned(), facts }];
        events.extend((0..5).map(|_| filler()));
        let outcome = rules.play(position, "roll", &events, &mut faults);
        assert!(faults.is_empty(), "{faults:?}");
        match outcome.unwrap() {
            Outcome::Next(next) => next,
            Outcome::Over(_) => panic!("the match is over"),
        }
    };
    let start = on_line("....#...................T", 0, 0);
    // P waits; C plays, ends the round and plays on, for P's turn is skipped.
    let p_waits = roll(&start, 5);
    assert_eq!((p_waits.to_act, p_waits.wait, p_waits.round), (1, [1, 0], 0));
    let skipped = roll(&p_waits, 1);
    assert_eq!((skipped.to_act, skipped.wait, skipped.round), (1, [0, 0], 1));
    // P is sent to the lounge, which doesn't end its wait; both wait; P is to move again.
    let both = roll(&p_waits, 5);
    assert_eq!(both.squares, [LOUNGE, (1, 5)]);
    // A wait of two turns is one of one turn after the first.
    let mut long = p_waits.clone();
    long.wait[0] = 2;
    let once = roll(&long, 1);
    assert_eq!((once.to_act, once.wait, once.round), (1, [1, 0], 1));
    assert_eq!((both.to_act, both.wait, both.round), (0, [0, 0], 2));
}

#[test]
fn a_trace_with_too_few_events_is_caught() {
    let lines = first_reference_game();
    let fewer = json!([{"kind": "roll", "die": 2}]);
    assert_caught(Start::Fresh, &lines, 1, "/events", fewer, "1 events where 3 things happened");
    let with_direction = json!([
        {"kind": "roll", "die": 2}, {"kind": "direction", "direction": "right"}, {"kind": "landing"},
    ]);
    assert_caught(Start::Fresh, &lines, 1, "/events", with_direction, "no direction is drawn");
}

#[test]
fn a_fresh_board_has_its_sets_and_is_not_crowded() {
    let faults_of = |variant: &str, position: &Position| {
        let mut faults = Vec::new();
        rules(variant).check_fresh(position, &mut faults);
        faults
    };
    assert!(faults_of("line", &on_line(LINE, 0, 0)).is_empty());
    let faults = faults_of("line", &on_line(".@.L..X.◄....N..►*...L..T", 0, 0));
    assert_eq!(faults, ["`#` lies on 0 squares, not on 1", "`L` lies on 2 squares, not on 1"]);

    // Every effect four times, at most four in a row or column.
    let mut grid = on_grid(["............"; 12], LOUNGE, LOUNGE);
    for (index, effect) in GRID_EFFECTS.chars().cycle().take(40).enumerate() {
        grid.board[index / 4][(index / 4 + index % 4 * 3) % 12] = effect;
    }
    grid.board[11][11] = TREASURE;
    assert_eq!(faults_of("grid", &grid), Vec::<String>::new());
    let fifth = grid.board[0].iter().position(|glyph| *glyph == NOTHING).unwrap();
    grid.board[0][fifth] = grid.board[9][9];
    grid.board[9][9] = NOTHING;
    let faults = faults_of("grid", &grid);
    assert!(faults.iter().any(|fault| fault == "row 1 has more than 4 effects"), "{faults:?}");
}

#[test]
fn matches_at_random_are_clean() {
    let mut random = Random::new(5);
    let mut ended = 0;
    for _ in 0..50 {
        let position = on_line(LINE, 0, 0);
        let lines = playthrough::<TreasureHunt>(game("line"), position, &mut random, 500, |random| {
            let mut events = vec![json!({"kind": "roll", "die": random.below(6) + 1})];
            events.resize(70, json!({"kind": "other"}));
            json!(events)
        });
        ended += usize::from(lines.last().unwrap()["type"] == "end");
        assert_clean(Start::Fresh, &lines);
    }
    for _ in 0..50 {
        let position = on_grid(GRID, LOUNGE, LOUNGE);
        let lines = playthrough::<TreasureHunt>(game("grid"), position, &mut random, 500, |random| {
            let direction = ["right", "down"][random.below(2)];
            let mut events = vec![
                json!({"kind": "roll", "die": random.below(6) + 1}),
                json!({"kind": "direction", "direction": direction}),
            ];
            events.resize(70, json!({"kind": "other"}));
            json!(events)
        });
        ended += usize::from(lines.last().unwrap()["type"] == "end");
        assert_clean(Start::Composed, &lines);
    }
    assert!(ended > 50, "{ended}");
}
