//! Boards that aren't square grids: hexes, points on lines, and seats that face sideways.

use std::sync::Arc;

use parlour_engine::Words;
use parlour_engine::diagnostic::Faults;
use parlour_engine::game::{Config, Game};
use parlour_engine::ids::BoardId;
use parlour_engine::pack::{Pack, PackFiles};
use parlour_engine::rules::Rules;

use super::{position, texts};

fn read(table: &str) -> Result<Arc<Game>, Faults> {
    let texts = [("game.toml".to_owned(), table.into())].into();
    let files = PackFiles { name: "test".to_owned(), prefix: String::new(), texts, ..PackFiles::default() };
    Pack::load(files)?.into_shared().configure(&Config::default())
}

fn rules(table: &str) -> Rules {
    Rules::new(read(table).unwrap_or_else(|faults| panic!("{faults}"))).unwrap()
}

fn moves_from(table: &str, rows: &[&str], seat: usize) -> Vec<String> {
    let mut rules = rules(table);
    let rows: Vec<String> = rows.iter().map(|row| (*row).to_owned()).collect();
    let state = position(&mut rules, &rows, seat);
    texts(&mut rules, &state)
}

/// A game of one kind of piece on a board.
fn game(board: &str, moves: &str) -> String {
    format!(
        r#"
[game]
title = "Shapes"
[seats]
names = ["white", "black"]
[boards.main]
{board}
[[piece]]
name = "man"
glyph = "M"
moves = [{moves}]
[[end]]
when = "no_move"
result = "lose"
ending = "stuck"
[endings]
stuck = "{{winner}} wins"
[phases]
turn = {{ actions = ["move", "capture", "jump"], text = "move" }}
[actions]
move = {{ usage = "{{from:square}}-{{to:square}}" }}
capture = {{ usage = "{{from:square}}x{{to:square}}" }}
jump = {{ usage = "{{from:square}}^{{to:square}}" }}
"#
    )
}

const HEXES: &str = "width = 5\nheight = 5\nshape = \"hex\"\nsquares = \"a1-down\"";

#[test]
fn hexes_have_six_directions() {
    let step = |directions: &str| game(HEXES, &format!("{{ do = \"move\", step = {directions} }}"));
    let middle = [".....", ".....", "..M..", ".....", "....."];
    let all = ["c3-c2", "c3-d2", "c3-b3", "c3-d3", "c3-b4", "c3-c4"];
    assert_eq!(moves_from(&step("\"all\""), &middle, 0), all);
    assert_eq!(moves_from(&step("\"ahead\""), &middle, 0), ["c3-c2", "c3-d2"]);
    assert_eq!(moves_from(&step("[\"back-right\", \"left\"]"), &middle, 0), ["c3-b3", "c3-c4"]);
    let black = [".....", ".....", "..m..", ".....", "....."];
    assert_eq!(moves_from(&step("\"ahead\""), &black, 1), ["c3-b4", "c3-c4"], "black looks the other way");
    let sideways = format!("{HEXES}\nforward = [\"right\", \"left\"]");
    let ahead = game(&sideways, "{ do = \"move\", step = \"ahead\" }");
    assert_eq!(moves_from(&ahead, &middle, 0), ["c3-d2", "c3-d3"], "white looks along the rows");
    assert_eq!(moves_from(&ahead, &black, 1), ["c3-b3", "c3-b4"]);
}

#[test]
fn slides_and_jumps_go_straight_over_hexes() {
    let slide = game(HEXES, "{ do = [\"move\", \"capture\"], slide = \"all\" }");
    let corner = ["....m", ".....", ".....", ".....", "M...."];
    let moves = moves_from(&slide, &corner, 0);
    assert!(moves.contains(&"a5xe1".to_owned()), "{moves:?}: the long diagonal is a straight line");
    assert_eq!(moves.len(), 3 + 4 + 4 + 1);
    let jump = game(HEXES, "{ do = \"jump\", leap = \"all\", least = 2 }");
    assert_eq!(moves_from(&jump, &[".....", "...m.", "..Mm.", ".....", "....."], 0), ["c3^e1", "c3^e3"]);
}

/// Two rings of four points each, and spokes between them.
const RINGS: &str = r#"
width = 5
height = 5
lines = [
    ["a5", "e5", "e1", "a1", "a5"],
    ["b4", "d4", "d2", "b2", "b4"],
    ["a5", "b4"], ["e5", "d4"], ["e1", "d2"], ["a1", "b2"],
]"#;

#[test]
fn pieces_step_and_slide_along_lines() {
    let step = game(RINGS, "{ do = \"move\", step = \"lines\" }");
    let corner = ["M...m", ".....", ".....", ".....", "....."];
    assert_eq!(moves_from(&step, &corner, 0), ["a5-b4", "a5-a1"]);
    let slide = game(RINGS, "{ do = [\"move\", \"capture\"], slide = \"lines\" }");
    assert_eq!(moves_from(&slide, &corner, 0), ["a5-b4", "a5-a1", "a5-e1", "a5xe5"], "around the corner");
    let straight = game(RINGS, "{ do = [\"move\", \"capture\"], slide = \"orthogonal\" }");
    assert_eq!(moves_from(&straight, &corner, 0), ["a5-a1", "a5xe5"], "as long as the line leads that way");
    let jump = game(RINGS, "{ do = \"jump\", leap = \"lines\", least = 2 }");
    assert_eq!(moves_from(&jump, &corner, 0), ["a5^e1"]);
    assert!(rules(&step).game().square_named(BoardId(0), "c3").is_none(), "on no line");
}

#[test]
fn lines_of_pieces_are_those_of_the_board() {
    let pack = |board: &str| {
        let table = game(board, "{ do = \"move\", step = \"all\" }");
        let place = "[[place]]\nputs = \"man\"\n[[end]]\nwhen = \"line\"\nlength = 3\nresult = \"win\"\nending = \"stuck\"\n[[end]]";
        let table = table.replacen("[[end]]", place, 1).replace("\"jump\"]", "\"place\"]");
        let table = table.split("jump = {").next().unwrap().to_owned();
        table + "place = { usage = \"{to:square}\" }\n"
    };
    let wins = |board: &str, rows: &[&str], action: &str| {
        let mut rules = rules(&pack(board));
        let rows: Vec<String> = rows.iter().map(|row| (*row).to_owned()).collect();
        let mut state = position(&mut rules, &rows, 0);
        let action = rules.game().parse_action(action, None).unwrap();
        rules.apply(&mut state, &action, None).unwrap();
        state.is_over()
    };
    let board = [".....", ".M...", "..M..", ".....", "..m.."];
    assert!(wins("width = 5\nheight = 5", &board, "d2"));
    assert!(!wins("width = 5\nheight = 5\nshape = \"hex\"", &board, "d2"), "these hexes are not in a line");
    let board = [".....", "...M.", "..M..", ".....", "..m.."];
    assert!(wins("width = 5\nheight = 5\nshape = \"hex\"", &board, "b2"));
    let board = ["M...M", ".....", ".....", ".....", "m...."];
    assert!(wins(RINGS, &board, "e1"), "the ring turns");
    assert!(!wins(RINGS, &board, "d4"), "the spoke is another line");
}

#[test]
fn scripts_know_neighbours_groups_and_liberties() {
    let asked = |board: &str, rows: &[&str], expression: &str| {
        let jumps = if board == RINGS { "lines" } else { "all" };
        let moves = "{ do = [\"move\", \"capture\"], step = \"all\" }, { do = \"jump\", leap = \"JUMPS\", least = 2 }";
        let moves = &moves.replace("JUMPS", jumps);
        let mut rules = rules(&game(board, moves));
        let rows: Vec<String> = rows.iter().map(|row| (*row).to_owned()).collect();
        let state = position(&mut rules, &rows, 0);
        rules.evaluate(&state, expression).unwrap()
    };
    let rows = ["MM...", ".mM..", ".....", ".....", "....."];
    assert_eq!(asked("width = 5\nheight = 5", &rows, "#main.group(1)"), "2");
    assert_eq!(asked("width = 5\nheight = 5", &rows, "main.liberties(1)"), "2");
    assert_eq!(asked(HEXES, &rows, "#main.group(1)"), "2");
    assert_eq!(asked(HEXES, &rows, "#main.neighbours(8)"), "6");
    assert_eq!(asked(HEXES, &rows, "#main.neighbours(1)"), "2");
    assert_eq!(asked(HEXES, &rows, "main.liberties(7)"), "4");
    assert_eq!(asked(RINGS, &["M...M", ".....", ".....", ".....", "....m"], "main.liberties(1)"), "3");
    assert_eq!(asked(RINGS, &["M...M", ".....", ".....", ".....", "....m"], "#main.neighbours(7)"), "3");
}

#[test]
fn scripts_go_in_directions_and_along_paths() {
    let asked = |board: &str, rows: &[&str], expression: &str| {
        let jumps = if board == RINGS { "lines" } else { "all" };
        let moves = "{ do = [\"move\", \"capture\"], step = \"all\" }, { do = \"jump\", leap = \"JUMPS\", least = 2 }";
        let mut rules = rules(&game(board, &moves.replace("JUMPS", jumps)));
        let rows: Vec<String> = rows.iter().map(|row| (*row).to_owned()).collect();
        let state = position(&mut rules, &rows, 0);
        rules.evaluate(&state, expression).map_err(|fault| fault.to_string())
    };
    let list = |list: &str| format!("table.concat({list}, \" \")");
    let squares = ["MM...", ".mM..", "..m..", ".....", "....m"];
    for (expression, answer) in [
        ("main.ways".to_owned(), "8"),
        ("main.next(1, main.right)".to_owned(), "2"),
        ("main.next(1, main.up)".to_owned(), "0"),
        ("main.next(5, main.right)".to_owned(), "0"),
        ("main.opposite(main.up_left) == main.down_right".to_owned(), "true"),
        (list("main.ray(1, main.down_right)"), "7 13 19 25"),
        (list("main.around(1)"), "2 7 6"),
        (list("main.around(13)"), "8 9 14 19 18 17 12 7"),
        ("main.way(1, 25) == main.down_right".to_owned(), "true"),
        ("main.way(25, 5) == main.up".to_owned(), "true"),
        ("main.way(1, 1)".to_owned(), "0"),
        ("main.way(1, 8)".to_owned(), "0"),
        ("main.distance(1, 20)".to_owned(), "4"),
        ("main.find(main.man_black)".to_owned(), "7"),
        ("main.find(0)".to_owned(), "3"),
        (list("main.places(main.man_white)"), "1 2 8"),
        ("main.count(main.man_black)".to_owned(), "3"),
        ("#main.group(1)".to_owned(), "2"),
        (list("main.group(1, main.around)"), "1 2 8"),
        ("#main.region(1, function(to) return main.at(to) ~= main.man_black end)".to_owned(), "22"),
        (list("main.region(7, function(to) return main.at(to) == main.man_black end, main.around)"), "7 13"),
        (list("main.path(1, function(at) return at == 11 end, function(to) return main.at(to) == 0 end)"), "1 6 11"),
        ("#main.path(1, function(at) return at == 25 end, function(to) return main.at(to) == 0 end)".to_owned(), "0"),
        ("#main.path(1, function(at) return at == 25 end, function(to, from) return to > from end)".to_owned(), "9"),
    ] {
        assert_eq!(
            asked("width = 5\nheight = 5", &squares, &expression).unwrap().trim_matches('"'),
            answer,
            "{expression}"
        );
    }
    for (expression, answer) in [
        ("main.ways".to_owned(), "6"),
        (list("main.around(8)"), "3 4 9 13 12 7"),
        ("main.opposite(main.up_left) == main.down_right".to_owned(), "true"),
        ("main.way(8, 4) == main.up_right".to_owned(), "true"),
        ("main.way(8, 14)".to_owned(), "0"),
        ("main.distance(1, 25)".to_owned(), "8"),
        ("main.distance(5, 21)".to_owned(), "4"),
    ] {
        assert_eq!(asked(HEXES, &squares, &expression).unwrap().trim_matches('"'), answer, "{expression}");
    }
    let ring = ["M...M", ".....", ".....", ".....", "....m"];
    for (expression, answer) in [
        ("main.ways % 2".to_owned(), "0"),
        (
            "(function() for _, from in main.all_squares do for way = 1, main.ways do local to = main.next(from, way) \
             if to ~= 0 and (main.next(to, main.opposite(way)) ~= from or main.way(from, to) == 0) then return from end \
             end end return 0 end)()"
                .to_owned(),
            "0",
        ),
        ("#main.around(7) == #main.neighbours(7)".to_owned(), "true"),
        ("main.distance(1, 1)".to_owned(), "0"),
    ] {
        assert_eq!(asked(RINGS, &ring, &expression).unwrap().trim_matches('"'), answer, "{expression}");
    }
    for (expression, says) in [
        ("main.next(1, 9)", "main.next: way: expected a number from 1 to 8, got 9"),
        ("main.ray(0, 1)", "main.ray: square: expected a number from 1 to"),
        ("main.count(7)", "main.count: symbol"),
        ("main.region(1, nil)", "main.region: may: expected a function, got nil"),
        ("main.group(1, 2)", "main.group: near: expected a function, got a number"),
    ] {
        let fault = asked("width = 5\nheight = 5", &squares, expression).unwrap_err();
        assert!(fault.contains(says), "{fault}");
    }
}

#[test]
fn a_symbol_goes_before_a_direction_of_its_name() {
    let table = game("width = 5\nheight = 5", "{ do = [\"move\", \"capture\"], step = \"all\" }");
    let symbol = "[[boards.main.symbol]]\nname = \"left\"\nglyph = \"#\"\n[[end]]";
    let mut rules = rules(&table.replacen("[[end]]", symbol, 1));
    let rows: Vec<String> = ["M...m", ".....", "..#..", ".....", "....."].map(str::to_owned).to_vec();
    let state = position(&mut rules, &rows, 0);
    for (asked, answer) in [("main.find(main.left)", "13"), ("main.at(13) == main.left", "true"), ("main.right", "3")] {
        assert_eq!(rules.evaluate(&state, asked).unwrap(), answer, "{asked}");
    }
}

#[test]
fn all_pieces_of_a_seat_are_joined() {
    let wins = |corners: bool, rows: &[&str], action: &str| {
        let table = game("width = 5\nheight = 5", "{ do = [\"move\", \"capture\"], step = \"all\" }");
        let joined =
            format!("[[end]]\nwhen = \"joined\"\ncorners = {corners}\nresult = \"win\"\nending = \"stuck\"\n[[end]]");
        let mut rules = rules(&table.replacen("[[end]]", &joined, 1));
        let rows: Vec<String> = rows.iter().map(|row| (*row).to_owned()).collect();
        let mut state = position(&mut rules, &rows, 0);
        let action = rules.game().parse_action(action, None).unwrap();
        rules.apply(&mut state, &action, None).unwrap();
        state.is_over().then(|| rules.game().seats().filter(|&seat| state.has_won(seat)).map(|seat| seat.0).collect())
    };
    let apart = ["M....", ".....", "..M..", ".....", "m...m"];
    assert_eq!(wins(true, &apart, "a5-b4"), Some(vec![0]), "they touch at a corner");
    assert_eq!(wins(false, &apart, "a5-b4"), None, "they don't share a side");
    assert_eq!(wins(false, &apart, "a5-b5"), None);
    let taken = ["M....", "m....", ".....", ".m...", ".m..M"];
    assert_eq!(wins(false, &taken, "a5xa4"), Some(vec![1]), "the last that was apart has been taken");
    let both = ["M....", ".m...", ".M...", ".....", "....m"];
    assert_eq!(wins(true, &both, "a5xb4"), Some(vec![0]), "who has acted comes first");
}

fn faults(table: &str) -> Vec<String> {
    read(table).map_or_else(|faults| faults.0.iter().map(ToString::to_string).collect(), |_| Vec::new())
}

#[test]
fn slips_in_shapes_are_told_where_they_are() {
    let step = |board: &str, word: &str| faults(&game(board, &format!("{{ do = \"move\", step = \"{word}\" }}")));
    let small = "width = 3\nheight = 3\n";
    let lines = |lines: &str| step(&format!("{small}lines = {lines}"), "lines");
    let told = |faults: Vec<String>, expected: &str| {
        assert!(faults.iter().any(|fault| fault.contains(expected)), "{faults:?} should tell `{expected}`");
    };
    told(step(&format!("{small}shape = \"hexes\""), "all"), "`boards.main.shape`");
    told(step(&format!("{small}shape = \"hex\"\nlines = [[\"a1\", \"b1\"]]"), "all"), "has hexes already");
    told(step(&format!("{small}shape = \"hex\""), "orthogonal"), "there is no direction `orthogonal`");
    told(step(small, "lines"), "there is no direction `lines`");
    told(lines("[[\"a1\", \"d1\"]]"), "doesn't have a square `d1`");
    told(lines("[[\"a1\", \"b1\", \"a1\", \"c1\"]]"), "`a1` stands twice on one line");
    told(lines("[[\"a1\"]]"), "a line of at least two squares");
    told(lines("[\"a1\"]"), "a line of at least two squares");
    told(lines("3"), "a list of lines");
    told(lines("[[\"a1\", \"b1\"]]\nstart = [\"..M\", \"...\", \"...\"]"), "something stands on c3");
    let many = (2..=3).flat_map(|n| ["a", "b", "c"].map(|c| format!("[\"a1\", \"{c}{n}\"]"))).collect::<Vec<_>>();
    told(lines(&format!("[{}]", many.join(", "))), "more than 4 lines go through `a1`");
}
