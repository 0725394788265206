//! Playouts of games of tables against the pipeline, action by action, and against playouts on lanes: the same actions,
//! bytes and random numbers.

use std::path::Path;
use std::sync::Arc;

use super::Tables;
use crate::rules::{Playout, Rules};
use parlour_board::{BoardRules, Move, Scratch};
use parlour_game::{Config, Game};
use parlour_model::action::ActionList;
use parlour_model::chance::Generator;
use parlour_model::state::State;
use parlour_model::state::playout::AtRandom;
use parlour_pack::{Pack, PackFiles};

/// A pack of the repository or one of the tests' fixtures, with edits of its table file.
pub(crate) fn changed(name: &str, edits: &[(&str, &str)], options: &[(&str, &str)]) -> Arc<Game> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = [root.join("rules").join(name), root.join("tests/fixtures").join(name)];
    let mut files = PackFiles::read(folders.iter().find(|folder| folder.is_dir()).unwrap()).unwrap();
    let mut text = files.texts["game.toml"].to_string();
    for (old, new) in edits {
        assert_eq!(text.matches(old).count(), 1, "{old}");
        text = text.replace(old, new);
    }
    files.texts.insert("game.toml".to_owned(), text.into());
    configured(files, options)
}

/// A pack of the repository without edits, at a size of its board.
fn sized(name: &str, width: usize, height: usize) -> Arc<Game> {
    changed(name, &[], &[("width", &width.to_string()), ("height", &height.to_string())])
}

/// A game from the text of a table file.
pub(crate) fn configured_text(text: &str) -> Arc<Game> {
    let texts = [("game.toml".to_owned(), text.into())].into();
    configured(PackFiles { name: "test".to_owned(), prefix: String::new(), texts, ..PackFiles::default() }, &[])
}

fn configured(files: PackFiles, options: &[(&str, &str)]) -> Arc<Game> {
    let set = options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let pack = Pack::load(files).unwrap_or_else(|faults| panic!("{faults}"));
    pack.into_shared().configure(&Config { set, ..Config::default() }).unwrap_or_else(|faults| panic!("{faults}"))
}

/// A board with random contents, their density from the seed, with a seat to act.
fn scattered(game: &Game, rules: &BoardRules, seed: u64) -> State {
    let mut generator = Generator::from_seed(seed);
    let symbols = game.pack().boards[rules.board].symbols.len() as u32;
    let full = generator.below(8) + 1;
    let mut state = game.blank_state();
    for (square, cell) in rules.cells_mut(&mut state.bytes).iter_mut().enumerate() {
        if !rules.grid.exists(square) {
            continue;
        }
        *cell = if generator.below(10) < full { generator.below(symbols) as u8 + 1 } else { 0 };
    }
    rules.resume(&mut state, generator.below(rules.seats as u32) as u8 + 1);
    state
}

/// Plays a state at random by the tables and repeats its actions in a pipeline, where each must be legal and the state
/// at the end the same; on lanes, if the game has them, with the same random numbers. Returns the number of plies.
#[track_caller]
fn same(tables: &Tables, host: &mut Rules, start: &State, seed: u64, policy: Playout, most: u32) -> u32 {
    if start.is_over() {
        return 0;
    }
    let mut scratch = Scratch::default();
    let (mut one, mut first) = (start.clone(), Generator::from_seed(seed));
    let mut taken = Vec::new();
    let random = AtRandom { generator: &mut first, policy, most, taken: Some(&mut taken), means: None };
    let plies = tables.playout_by_search(&mut scratch, &mut one, random);
    let (mut other, mut legal) = (start.clone(), ActionList::new());
    let board = &tables.board;
    // A move without its rule: rules whose actions are written alike do the same.
    let key = |cells: &[u8], taken: Move| {
        let Move { rule, from, to } = board.landing(cells, taken);
        let rule = &board.rules[usize::from(rule)];
        (rule.verb, from, to, rule.takes, rule.choice)
    };
    for (ply, played) in taken.iter().enumerate() {
        let due = other.decision().unwrap();
        board.find(&mut scratch, &other, due.seat.index(), due.phase.index());
        let played = scratch.moves.iter().find(|taken| taken.taken_by(due.seat.index()) == *played).unwrap();
        let cells = board.cells(&other.bytes);
        host.legal(&other, &mut legal).unwrap();
        let read = |n: usize| board.read(&other, due.seat.index(), legal.record(n)).unwrap();
        let at = (0..legal.len()).find(|&n| key(cells, read(n)) == key(cells, *played));
        let at = at.unwrap_or_else(|| panic!("seed {seed}, {policy:?}, ply {ply}: {played:?} isn't legal"));
        let action = legal.get(host.game(), at);
        host.apply(&mut other, &action, None).unwrap();
    }
    if plies > 0 {
        assert!(one == other, "the states differ: seed {seed}, {policy:?}, at most {most} plies");
    }
    if let Some(lanes) = tables.lanes(start) {
        let (mut other, mut second) = (start.clone(), Generator::from_seed(seed));
        let mut on_lanes = Vec::new();
        let random = AtRandom { generator: &mut second, policy, most, taken: Some(&mut on_lanes), means: None };
        let also = tables.playout_on_lanes(lanes, &mut scratch, &mut other, random);
        assert_eq!((plies, &first), (also, &second), "seed {seed}, {policy:?}, at most {most} plies");
        assert_eq!(taken, on_lanes, "seed {seed}, {policy:?}, at most {most} plies: the recorded actions differ");
        assert!(one == other, "the states differ: seed {seed}, {policy:?}, at most {most} plies");
    }
    plies
}

/// Compares playouts from the start, from scattered boards, and cut short.
#[track_caller]
fn compare(game: &Arc<Game>, seeds: u64) {
    let (rules, tables) = (game.board_rules().unwrap(), Tables::of(game).unwrap());
    let mut host = Rules::new(game.clone()).unwrap();
    let mut plies = 0;
    for seed in 0..seeds {
        let start = host.start(seed, &mut Vec::new()).unwrap();
        let scattered = scattered(game, rules, seed);
        for policy in [Playout::ByVerb, Playout::ByAction, Playout::FirstVerb] {
            plies += same(&tables, &mut host, &start, seed, policy, 400);
            plies += same(&tables, &mut host, &scattered, seed, policy, 60);
            let most = seed as u32 % 9;
            plies += same(&tables, &mut host, &start, seed, policy, most)
                + same(&tables, &mut host, &scattered, seed, policy, most);
        }
    }
    assert!(plies > 20 * seeds as u32, "{plies} plies are hardly a test");
}

#[test]
fn lines_of_what_is_placed() {
    compare(&changed("tic-tac-toe", &[], &[]), 200);
}

#[test]
fn what_falls() {
    for (width, height) in [(7, 6), (4, 4), (12, 4), (8, 8), (12, 10)] {
        compare(&sized("connect-four", width, height), 60);
    }
    for side in ["up", "left", "right"] {
        let falls = format!("falls = \"{side}\"");
        let edits = [("falls = \"down\"", falls.as_str()), ("drop {column:number}", "drop {to:square}")];
        compare(&changed("connect-four", &edits, &[]), 60);
    }
}

#[test]
fn steps_ahead_and_captures() {
    for (width, height) in [(8, 8), (2, 5), (5, 9), (16, 8), (9, 14)] {
        compare(&sized("breakthrough", width, height), 60);
    }
    let sideways = [("height = \"height\"\n", "height = \"height\"\nforward = [\"right\", \"left\"]\n")];
    compare(&changed("breakthrough", &sideways, &[]), 60);
}

#[test]
fn hexes_and_points_on_lines() {
    let hexes = [("height = \"height\"\n", "height = \"height\"\nshape = \"hex\"\n"), ("forward-diagonal", "ahead")];
    compare(&changed("breakthrough", &hexes, &[]), 60);
    let sideways = ("height = \"height\"\n", "height = \"height\"\nshape = \"hex\"\nforward = [\"left\", \"right\"]\n");
    compare(&changed("breakthrough", &[sideways, hexes[1]], &[]), 60);
    let hexes = [("height = \"height\"\n", "height = \"height\"\nshape = \"hex\"\n")];
    compare(&changed("connect-four", &hexes, &[]), 60);
    let lines: Vec<String> = (1..=8).map(|n| format!("[\"a{n}\", \"c{n}\", \"h{n}\"]")).collect();
    let across = ["a", "c", "h"].map(|column| (1..=8).map(|n| format!("{column}{n}")).collect::<Vec<_>>());
    let lines = format!(
        "height = \"height\"\nlines = [{}, {:?}, {:?}, {:?}]\n",
        lines.join(", "),
        across[0],
        across[1],
        across[2]
    );
    let edits = [
        ("height = \"height\"\n", lines.as_str()),
        ("step = \"ahead\"", "step = \"lines\""),
        ("forward-diagonal", "forward"),
    ];
    compare(&changed("breakthrough", &edits, &[]), 60);
}

#[test]
fn what_is_enclosed_and_passes() {
    compare(&changed("othello", &[], &[]), 150);
    let rows = |width: usize, height: usize| {
        let row = |y: usize| -> String {
            let cell = |x: usize| match (x.wrapping_sub(width / 2 - 1), y.wrapping_sub(height / 2 - 1)) {
                (0, 0) | (1, 1) => 'X',
                (0, 1) | (1, 0) => 'O',
                _ => '.',
            };
            (0..width).map(cell).collect()
        };
        (0..height).map(row).collect::<Vec<String>>()
    };
    for (width, height) in [(4, 4), (6, 6), (5, 12), (10, 10), (12, 8), (2, 64), (16, 8)] {
        let (wide, high) = (format!("width = {width}"), format!("height = {height}"));
        let start = format!("start = {:?}", rows(width, height));
        let usual = format!("start = {:?}", rows(8, 8));
        let edits = [("width = 8", wide.as_str()), ("height = 8", high.as_str()), (usual.as_str(), start.as_str())];
        compare(&changed("othello", &edits, &[]), 30);
    }
    compare(&changed("othello", &[("encloses = \"all\"", "encloses = \"orthogonal\"")], &[]), 60);
    compare(&changed("othello", &[("encloses = \"all\"", "encloses = \"forward-diagonal\"")], &[]), 60);
}

/// The draw rows of draughts, one of which counts and one of which uses the history.
const DRAWS: [(&str, &str); 5] = [
    ("follows = \"quiet\", but = \"man\"", "follows = \"turns\""),
    ("quiet = \"a draw: no jump and no man's step for too long\"\n", ""),
    (
        "[[end]]\nwhen = \"counter\"\nvar = \"quiet_for\"\nreaches = \"quiet_limit\"\nresult = \"draw\"\nending = \"quiet\"\n\n",
        "",
    ),
    ("repeated = \"a draw: the same position again and again\"\n", ""),
    ("[[end]]\nwhen = \"repetition\"\ntimes = 3\nresult = \"draw\"\nending = \"repeated\"\n", ""),
];

#[test]
fn jumps_that_must_be_made_and_go_on() {
    let draughts = |edits: &[(&str, &str)]| changed("draughts", &[&DRAWS, edits].concat(), &[]);
    compare(&draughts(&[]), 150);
    compare(&draughts(&[("again = \"unchanged\"", "again = \"always\"")]), 60);
    compare(&draughts(&[("must = true, ", "")]), 60);
}

/// Three seats, symbols without an owner, and many effects, areas, conditions and variables.
const MENAGERIE: &str = r##"
[game]
title = "Menagerie"

[seats]
names = ["north", "east", "west"]

[boards.main]
width = WIDTH
height = 7
forward = ["up", "right", "left"]
symbol = [{ name = "rock", glyph = "#" }, { name = "tree", glyph = "T" }]

[[piece]]
name = "pawn"
glyphs = ["A", "B", "C"]
score = 1
start = { rows = [2], columns = [4, 5] }
moves = [
    { do = "move", step = "forward", becomes = { piece = ["knight", "mason"], in = { rows = [-1] } } },
    { do = "move", slide = "forward", least = 2, most = 2, unmoved = true },
    { do = "capture", step = "forward-diagonal", becomes = { piece = "knight", in = { columns = [1, -1] } } },
]

[[piece]]
name = "knight"
glyphs = ["K", "L", "M"]
score = 3
most = 4
moves = [
    { do = ["move", "capture"], leap = [1, 2] },
    { do = "swap", step = "orthogonal", on = ["own", "enemy"], except = "knight" },
]

[[piece]]
name = "mason"
glyphs = ["N", "O", "P"]
score = 2
moves = [
    { do = "move", slide = "orthogonal", most = 2, way = ["empty", "tree"] },
    { do = "capture", slide = "orthogonal", least = 2, most = 2, on = ["enemy", "rock", "tree"] },
    { do = "build", step = "diagonal", puts = "rock", to = { rows = [2, 3, 4, 5] } },
    { do = "shoot", leap = [[0, 3]], on = ["enemy", "tree"] },
    { do = "convert", step = "orthogonal", except = "pawn" },
]

[[piece]]
name = "frog"
glyphs = ["Q", "R", "S"]
moves = [
    { do = "jump", slide = "diagonal", least = 2, most = 3, way = ["own", "enemy", "empty"] },
    { do = "jump", leap = "forward", least = 2, from = { rows = [1, 2, 3] } },
]

[[place]]
puts = "knight"
to = { rows = [1, 2] }

[[place]]
verb = "plant"
puts = "tree"
on = ["empty", "pawn"]
to = { columns = [-1] }

[vars]
turns = { follows = "turns" }
material = { per = "seat", follows = "score" }
army = { per = "seat", follows = "pieces" }
from = { type = "square of main", follows = "last_from" }
to = { type = "square of main", follows = "last_to" }

[[end]]
when = "no_move"
result = "lose"
ending = "stuck"

[[end]]
when = "captured"
piece = "frog"
result = "lose"
ending = "captured"

[[end]]
when = "reach"
piece = ["mason", "frog"]
to = { rows = [-1], columns = [1] }
result = "win"
ending = "reached"

[[end]]
when = "line"
length = 5
result = "draw"
ending = "line"

[[end]]
when = "turns"
limit = 25
result = "score"
ending = "turns"
even = "even"

[endings]
stuck = "{winner}"
captured = "{winner}"
reached = "{winner}"
line = "a draw"
turns = "{winner}"
even = "a draw"

[phases]
turn = { actions = ["move", "capture", "swap", "build", "shoot", "convert", "jump", "place", "plant"], text = "act" }

[actions]
move = { usage = "{from:square}-{to:square}[={as:piece}]" }
capture = { usage = "{from:square}x{to:square}[={as:piece}]" }
swap = { usage = "{from:square}<>{to:square}" }
build = { usage = "{from:square}#{to:square}" }
shoot = { usage = "{from:square}*{to:square}" }
convert = { usage = "{from:square}!{to:square}" }
jump = { usage = "{from:square}^{to:square}" }
place = { usage = "{to:square}" }
plant = { usage = "plant {to:square}" }
"##;

#[test]
fn every_effect_on_boards_of_either_size() {
    for width in ["9", "11", "18"] {
        compare(&configured_text(&MENAGERIE.replace("WIDTH", width)), 150);
    }
}

/// A board with more symbols than a word has bits, and with all that a byte can tell apart.
#[test]
fn boards_with_many_symbols() {
    for (kinds, seeds) in [(20, 100), (28, 100), (80, 40)] {
        let more = |n: u32| {
            let glyph = |seat: u32| char::from_u32(0x4e00 + 3 * n + seat).unwrap();
            let glyphs = [glyph(0), glyph(1), glyph(2)];
            let step = ["orthogonal", "diagonal", "all"][n as usize % 3];
            format!(
                "[[piece]]\nname = \"more{n}\"\nglyphs = {glyphs:?}\n\
                 moves = [{{ do = [\"move\", \"capture\"], step = \"{step}\" }}]\n\n"
            )
            .replace('\'', "\"")
        };
        let pawn = "[[piece]]\nname = \"pawn\"";
        let more: String = (0..kinds).map(more).collect();
        let text = MENAGERIE.replace("WIDTH", "9").replace(pawn, &(more + pawn));
        let game = configured_text(&text);
        assert_eq!(game.pack().boards[0].symbols.len(), 14 + 3 * kinds as usize);
        compare(&game, seeds);
    }
}

/// Boards with missing squares: at their edges and inside.
#[test]
fn boards_with_gaps() {
    let start = r#"
start = [".........", "...  ....", ".........", "....  ...", ".........", " ....... ", "  .....  "]
"#;
    let board = format!("height = 7\n{start}");
    let with_gaps = MENAGERIE.replace("WIDTH", "9").replace("height = 7\n", &board);
    compare(&configured_text(&with_gaps), 150);
    let hexes = "height = \"height\"\nshape = \"hex\"\nstart = [\"   .....\", \"  ......\", \" .......\", \"...  ...\", \
                 \"........\", \". ......\", \"....... \", \"......  \"]\n";
    compare(&changed("breakthrough", &[("height = \"height\"\n", hexes), ("forward-diagonal", "ahead")], &[]), 60);
    let usual = "........\", \"........\", \"........\", \"...XO...";
    let gaps = " ...... \", \"........\", \".  .....\", \"...XO...";
    compare(&changed("othello", &[(usual, gaps)], &[]), 150);
    let falls =
        "height = \"height\"\nstart = [\"  .....\", \"...... \", \"... ...\", \".......\", \"...... \", \".......\"]\n";
    compare(&changed("connect-four", &[("height = \"height\"\n", falls)], &[]), 60);
}

#[test]
fn pieces_that_go_on_whatever_they_do() {
    let edit = |text: &str| {
        let text = text.replace("WIDTH", "9").replace(
            "turns = { follows",
            "on = { type = \"square of main\", follows = \"goes_on\" }\nturns = { follows",
        );
        let text = text.replace("^{to:square}\" }", "^{to:square}\", again = \"always\" }");
        text.replace("#{to:square}\" }", "#{to:square}\", again = \"unchanged\", must = true }")
    };
    compare(&configured_text(&edit(MENAGERIE)), 150);
}

/// Lanes are for boards that only fill up.
#[test]
fn games_without_lanes() {
    for name in ["advance", "draughts", "breakthrough", "othello", "go"] {
        let game = changed(name, &[], &[]);
        assert!(Tables::of(&game).unwrap().lanes(&game.blank_state()).is_none(), "{name}");
    }
}
