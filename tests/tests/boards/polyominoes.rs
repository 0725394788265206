//! Shapes of several squares, and placings with conditions on what is around them.

use std::collections::BTreeSet;

use parlour_engine::Words;
use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::game::Game;
use parlour_engine::ids::{BoardId, VarId};
use parlour_engine::state::State;

use super::{begun, pack_of};

/// A board with two squares missing, neutral rocks, and each condition in an action of its own.
const TABLES: &str = r##"
ply_limit = 40
[game]
title = "Shapes"
[seats]
names = ["white", "black"]
[boards.main]
width = 7
height = 5
start = ["...... ", ".......", "...#...", ".......", "  ....."]
symbol = [{ name = "rock", glyph = "#" }]
areas = { west = { columns = [1, 2] }, low = { rows = [1, 2] } }
[[piece]]
name = "tile"
glyph = "T"
[[piece]]
name = "post"
glyph = "P"
[[shape]]
name = "S"
rows = [".xx", "xx."]
[[shape]]
name = "L"
rows = ["x.", "xx"]
mirrors = false
[[shape]]
name = "G"
rows = ["x.x"]
turns = false
[[shape]]
name = "Q"
rows = ["xxx", "x.."]
turns = false
[[place]]
verb = "first"
puts = "tile"
shapes = true
uses = "left"
covers = "west"
pieces = { most = 4 }
[[place]]
verb = "grow"
puts = "tile"
shapes = true
corner = "own"
apart = ["own", "rock"]
to = "low"
pieces = { above = 2 }
[[place]]
verb = "lean"
puts = "tile"
shapes = true
beside = ["enemy", "rock"]
on = ["empty", "rock"]
[[place]]
verb = "stand"
puts = "post"
beside = "own"
apart = "enemy"
corner = "tile"
[[place]]
verb = "stand"
puts = "post"
covers = "west"
pieces = { most = 0 }
[vars]
left = { per = ["seat", "shape"], max = 2, start = 1 }
[[end]]
when = "no_move"
result = "lose"
ending = "stuck"
[endings]
stuck = "{winner} wins"
limit = "a draw"
[phases]
turn = { actions = ["first", "grow", "lean", "stand"], text = "put something" }
[actions]
first = { usage = "first {shape:orientation} {to:square}" }
grow = { usage = "grow {shape:orientation} {to:square}" }
lean = { usage = "lean {shape:orientation} {to:square}" }
stand = { usage = "stand {to:square}" }
"##;

const RULES: &str = "return { on_limit = function() ending.limit() end }";

const WIDTH: i64 = 7;
const HEIGHT: i64 = 5;

/// The orientations by their names, as they are worked out by hand.
const ORIENTATIONS: [(&str, &[&str]); 12] = [
    ("Sa", &[".xx", "xx."]),
    ("Sb", &["x.", "xx", ".x"]),
    ("Sc", &["xx.", ".xx"]),
    ("Sd", &[".x", "xx", "x."]),
    ("La", &["x.", "xx"]),
    ("Lb", &["xx", "x."]),
    ("Lc", &["xx", ".x"]),
    ("Ld", &[".x", "xx"]),
    ("G", &["x.x"]),
    ("Qa", &["xxx", "x.."]),
    ("Qb", &["xxx", "..x"]),
    ("-", &["x"]),
];

type Place = (i64, i64);

/// The squares of an orientation whose first one is given: columns and rows from the upper left.
fn covered(rows: &[&str], first: Place) -> Vec<Place> {
    let all = rows.iter().zip(0..).flat_map(|(row, y)| {
        row.bytes().zip(0..).filter(|(sign, _)| *sign == b'x').map(move |(_, x)| (x, y)).collect::<Vec<Place>>()
    });
    let all: Vec<Place> = all.collect();
    all.iter().map(|square| (first.0 + square.0 - all[0].0, first.1 + square.1)).collect()
}

/// In positions at random the listed placings are those that a search of all orientations on all squares finds.
#[test]
fn listed_placings_are_those_that_fit() {
    let (mut rules, begin) = begun(TABLES, RULES);
    let game = rules.game().clone();
    let layout = game.board(BoardId::from_index(0));
    let mut chance = Generator::from_seed(7);
    let mut seen = [0_usize; 4];
    for _ in 0..600 {
        let mut state = begin.clone();
        let density = 3 + chance.below(40);
        let mut cells: Vec<u8> = Vec::new();
        for n in 0..layout.squares() {
            let is_gap = matches!(n, 6 | 28 | 29);
            let glyph = match chance.below(density) {
                _ if is_gap => b' ',
                0 => b'T',
                1 => b't',
                2 => b"Pp#"[chance.below(3) as usize],
                _ => b'.',
            };
            cells.push(glyph);
            if !is_gap {
                state.bytes[layout.offset + n] = game.pack().boards[0].cell(glyph.into()).unwrap();
            }
        }
        let at = |(x, y): Place| {
            let inside = (0..WIDTH).contains(&x) && (0..HEIGHT).contains(&y);
            inside.then(|| cells[(y * WIDTH + x) as usize]).filter(|cell| *cell != b' ')
        };
        let near = |squares: &[Place], ways: [Place; 4], signs: &[u8]| {
            let mut all = squares.iter().flat_map(|from| ways.map(|way| (from.0 + way.0, from.1 + way.1)));
            all.any(|place| at(place).is_some_and(|cell| signs.contains(&cell)))
        };
        let sides = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        let corners = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
        let own = cells.iter().filter(|cell| cell.is_ascii_uppercase()).count();
        let mut expected = Vec::new();
        for (name, rows) in ORIENTATIONS {
            for first in (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (x, y))) {
                let squares = covered(rows, first);
                let lies_on =
                    |signs: &[u8]| squares.iter().all(|&place| at(place).is_some_and(|cell| signs.contains(&cell)));
                let is_west = squares.iter().any(|place| place.0 < 2);
                let mut fits = Vec::new();
                if name == "-" {
                    let stands =
                        near(&squares, sides, b"TP") && !near(&squares, sides, b"tp") && near(&squares, corners, b"Tt");
                    fits.extend((lies_on(b".") && (stands || own == 0 && is_west)).then_some("stand"));
                } else {
                    fits.extend((lies_on(b".") && is_west && own <= 4).then_some("first"));
                    let is_low = squares.iter().all(|place| place.1 >= HEIGHT - 2);
                    let grows = near(&squares, corners, b"TP") && !near(&squares, sides, b"TP#") && is_low && own > 2;
                    fits.extend((lies_on(b".") && grows).then_some("grow"));
                    fits.extend((lies_on(b".#") && near(&squares, sides, b"tp#")).then_some("lean"));
                }
                let square = format!("{}{}", (b'a' + first.0 as u8) as char, HEIGHT - first.1);
                let shape = if name == "-" { String::new() } else { format!("{name} ") };
                expected.extend(fits.into_iter().map(|verb| format!("{verb} {shape}{square}")));
            }
        }
        let mut list = ActionList::new();
        if rules.legal(&state, &mut list).is_err() {
            assert!(expected.is_empty());
            continue;
        }
        let mut legal: Vec<String> = list.iter(&game).map(|action| game.action_text(&action)).collect();
        for (verb, seen) in ["first", "grow", "lean", "stand"].into_iter().zip(&mut seen) {
            *seen += legal.iter().filter(|text| text.starts_with(verb)).count();
        }
        legal.sort_unstable();
        expected.sort_unstable();
        assert_eq!(legal, expected, "{:?}", cells.chunks(7).map(String::from_utf8_lossy).collect::<Vec<_>>());
        for action in list.iter(&game).take(20) {
            let mut after = state.clone();
            rules.apply(&mut after, &action, None).unwrap();
            let changed =
                (0..layout.squares()).filter(|n| after.bytes[layout.offset + n] != state.bytes[layout.offset + n]);
            let text = game.action_text(&action);
            let parts: Vec<&str> = text.split(' ').collect();
            let name = if parts.len() == 2 { "-" } else { parts[1] };
            let square = parts.last().unwrap().as_bytes();
            let first = (i64::from(square[0] - b'a'), HEIGHT - i64::from(square[1] - b'0'));
            let rows = ORIENTATIONS.iter().find(|(of, _)| *of == name).unwrap().1;
            let squares: BTreeSet<usize> =
                covered(rows, first).iter().map(|&(x, y)| (y * WIDTH + x) as usize).collect();
            assert_eq!(changed.collect::<BTreeSet<_>>(), squares, "{text}");
        }
    }
    assert!(seen.iter().all(|&count| count > 200), "{seen:?}");
}

/// The offset of what is left of the first shape.
fn stock(game: &Game) -> usize {
    let var = game.pack().vars.iter().position(|var| var.name == "left").unwrap();
    game.var(VarId::from_index(var)).offset
}

/// What is against a placing is told.
#[test]
fn refusals_say_what_is_against_a_placing() {
    let (mut rules, mut state) = begun(TABLES, RULES);
    let game = rules.game().clone();
    let mut told = |state: &State, text: &str| {
        let Ok(action) = game.parse_action(text, None) else { panic!("{text} is an action") };
        let refusal = rules.check(state, &action).unwrap_err().refusal().unwrap().to_string();
        refusal.strip_prefix(&format!("`{text}` is not allowed: ")).unwrap_or(&refusal).to_owned()
    };
    let cell = |glyph: char| game.pack().boards[0].cell(glyph).unwrap();
    assert_eq!(told(&state, "first G f3"), "it would lie partly off the board");
    assert_eq!(told(&state, "first Lb f5"), "it may not lie on g5");
    assert_eq!(told(&state, "first La d4"), "d3 is taken");
    assert_eq!(told(&state, "first La e4"), "it must cover a5, b5, a4, b4, a3, b3, a2 or b2");
    assert_eq!(told(&state, "grow La c2"), "the number of your pieces on the board doesn't allow it");
    assert_eq!(told(&state, "lean La a5"), "it would be next to nothing that it must be next to");
    let at = game.board(BoardId::from_index(0)).offset;
    for square in [0, 2, 4] {
        state.bytes[at + square] = cell('T');
    }
    assert_eq!(told(&state, "grow La a2"), "it may not lie on a1");
    assert_eq!(told(&state, "grow La e2"), "it would touch nothing at a corner");
    state.bytes[at + 7 * 3 + 4] = cell('T');
    assert_eq!(told(&state, "grow La f2"), "f2 is next to what it may not be next to");
    let offset = stock(&game);
    state.bytes[offset + 4..offset + 8].fill(0);
    assert_eq!(told(&state, "first La a5"), "you have none of these left");
}

/// What a seat has left goes down with each shape, and undoing a match brings it back.
#[test]
fn shapes_are_used_up() {
    let (mut rules, mut state) = begun(TABLES, RULES);
    let game = rules.game().clone();
    let left = |state: &State| (0..8).map(|n| state.bytes[stock(&game) + 4 * n]).collect::<Vec<u8>>();
    let Ok(action) = game.parse_action("first La a5", None) else { panic!() };
    rules.apply(&mut state, &action, None).unwrap();
    assert_eq!(left(&state), [1, 0, 1, 1, 1, 1, 1, 1]);
    let Ok(action) = game.parse_action("lean Sa b5", None) else { panic!() };
    assert!(rules.check(&state, &action).is_err(), "b4 is taken");
    let Ok(action) = game.parse_action("first G c4", None) else { panic!() };
    assert!(rules.check(&state, &action).is_err(), "c4 is not in the west");
}

/// Faults of shapes and of their placings name what was expected.
#[test]
fn faults_of_shapes_are_told() {
    let told = |from: &str, to: &str| -> Vec<String> {
        assert!(TABLES.contains(from), "{from}");
        let faults = pack_of(&TABLES.replacen(from, to, 1), RULES).map_or_else(|faults| faults.0, |_| Vec::new());
        faults.iter().map(|fault| format!("{} ({})", fault.message, fault.help.as_deref().unwrap_or(""))).collect()
    };
    let cases = [
        (
            r#"rows = ["x.x"]"#,
            r#"rows = ["x?x"]"#,
            "`?` is no part of a shape (expected `x` for a square of it, and `.` for others)",
        ),
        (r#"rows = ["x.x"]"#, r#"rows = ["..."]"#, "the shape has no square (expected an `x` for each of its squares)"),
        (
            r#"rows = ["x.x"]"#,
            r#"rows = ["xxxxxxxxxxxxxxxxx"]"#,
            "the shape has 1 rows and 17 columns (expected at most 16 of each)",
        ),
        (r#"name = "G""#, r#"name = "L""#, "`L` stands twice"),
        (
            r#"uses = "left""#,
            r#"uses = "lift""#,
            "there is no number of each seat and shape that is called `lift` (did you mean `left`?)",
        ),
        (r#"corner = "own""#, r#"corner = "mine""#, "nothing called `mine` can stand on a square"),
        ("beside = \"own\"", "uses = \"left\"", "only shapes are counted (expected `shapes = true` beside it)"),
        (
            "beside = \"own\"",
            "falls = \"down\"",
            "`place[4].falls` can't be beside `corner` (expected a row of its own for this)",
        ),
        (
            "grow {shape:orientation} {to:square}",
            "grow {to:square}",
            "the usage of `grow` doesn't say which shape is put and how it lies",
        ),
        (
            "height = 5",
            "height = 5\nshape = \"hex\"",
            "`place[1].shapes` needs rows and columns of squares (expected a board without `lines` and hexes)",
        ),
    ];
    for (from, to, expected) in cases {
        let faults = told(from, to);
        assert!(faults.iter().any(|fault| fault.starts_with(expected)), "{to}: {faults:#?}");
    }
}
