//! Gaps in boards: spaces in the initial rows, and set-ups by the number of seats.

use std::sync::Arc;

use parlour_engine::Words;
use parlour_engine::action::ActionList;
use parlour_engine::diagnostic::{Faults, SourceFile};
use parlour_engine::game::{Config, Game};
use parlour_engine::ids::{BoardId, Square};
use parlour_engine::rules::Rules;
use parlour_engine::scenario::Scenario;
use parlour_engine::scenario_of_notation;
use parlour_engine::state::State;

use super::placed::act;
use super::{pack_of, position, sorted_texts};

fn configured(table: &str, config: &Config) -> Result<Arc<Game>, Faults> {
    pack_of(table, "")?.configure(config)
}

fn rules(table: &str) -> Rules {
    Rules::new(configured(table, &Config::default()).unwrap_or_else(|faults| panic!("{faults}"))).unwrap()
}

fn start(rules: &mut Rules) -> State {
    rules.start(1, &mut Vec::new()).unwrap_or_else(|fault| panic!("{fault}"))
}

fn rows(rules: &Rules, state: &State) -> Vec<String> {
    rules.game().board_rows(state, BoardId(0))
}

/// A cross with a hole in the middle.
const CROSS: &str = "width = 5\nheight = 5\nstart = [\" ... \", \".....\", \".. ..\", \".....\", \" ... \"]\n";

/// A game of two seats with one kind of piece.
fn game(board: &str, piece: &str, more: &str, actions: &str) -> String {
    format!(
        r#"
[game]
title = "Gaps"
[seats]
names = ["white", "black"]
[boards.main]
{board}
[[piece]]
name = "man"
glyphs = ["M", "m"]
{piece}
[endings]
stuck = "{{winner}} wins"
{}
{more}
[[end]]
when = "no_move"
result = "lose"
ending = "stuck"
[phases.turn]
actions = [{}]
text = "act"
[actions]
{actions}
"#,
        if more.contains("\"won\"") { "won = \"won\"" } else { "" },
        actions.lines().map(|line| format!("{:?}", line.split(' ').next().unwrap())).collect::<Vec<_>>().join(", ")
    )
}

/// The moves of a piece from its square.
fn moves(moves: &str, rows: &[&str]) -> Vec<String> {
    let actions = "move = { usage = \"{from:square}-{to:square}\" }\ncapture = { usage = \"{from:square}x{to:square}\" }\n\
                   jump = { usage = \"{from:square}^{to:square}\" }";
    let mut rules = rules(&game(CROSS, &format!("moves = [{moves}]"), "", actions));
    let rows: Vec<String> = rows.iter().map(|row| (*row).to_owned()).collect();
    let state = position(&mut rules, &rows, 0);
    sorted_texts(&mut rules, &state)
}

/// A placement game on a board.
fn placing(board: &str, place: &str, more: &str) -> String {
    let more = format!("{more}[[place]]\nputs = \"man\"\n{place}\n");
    game(board, "", &more, "place = { usage = \"{to:square}\" }")
}

const SOLITAIRE: &str = r#"
[game]
title = "Solitaire"
[seats]
names = ["player"]
[boards.main]
width = 7
height = 7
start = ["  ooo  ", "  ooo  ", "ooooooo", "ooo.ooo", "ooooooo", "  ooo  ", "  ooo  "]
[[piece]]
name = "peg"
glyphs = ["o"]
moves = [{ do = "jump", leap = "orthogonal", least = 2, way = "own" }]
[[end]]
when = "no_move"
result = "lose"
ending = "stuck"
[endings]
stuck = "no peg can jump"
[notation]
name = "line"
fields = ["board"]
[phases]
turn = { actions = ["jump"], text = "jump over a peg" }
[actions]
jump = { usage = "{from:square}^{to:square}" }
"#;

/// The perft counts of peg solitaire on the English board.
#[test]
fn peg_solitaire_has_its_known_counts() {
    let mut rules = rules(SOLITAIRE);
    let state = start(&mut rules);
    assert_eq!(rules.perft(&state, 5).unwrap().nodes, [4, 12, 60, 400, 2960]);
    let game = rules.game().clone();
    assert_eq!(game.squares(BoardId(0)).count(), 33);
    assert!(game.has_gaps(BoardId(0)) && !game.has_square(BoardId(0), Square(0)));
    assert_eq!(game.square_named(BoardId(0), "c7"), Some(Square(2)));
    assert_eq!(game.square_named(BoardId(0), "a7"), None);
    let fault = game.parse_action("a7^c7", None).unwrap_err().to_string();
    assert!(fault.contains("`a7` is not a square"), "{fault}");
}

/// A hexagon of 19 hexes, on which a chain between two corners wins.
#[test]
fn stones_are_joined_on_a_hexagon() {
    let board =
        "width = 5\nheight = 5\nshape = \"hex\"\nstart = [\"  ...\", \" ....\", \".....\", \".... \", \"...  \"]";
    let corners = ["c5", "e5", "e3", "c1", "a1", "a3"];
    let pairs = (0..6).flat_map(|one| (one + 1..6).map(move |other| [corners[one], corners[other]]));
    let end = |[one, other]: [&str; 2]| {
        let areas = format!("[{{ squares = [\"{one}\"] }}, {{ squares = [\"{other}\"] }}]");
        format!("[[end]]\nwhen = \"joined\"\nbetween = {areas}\nresult = \"win\"\nending = \"won\"\n")
    };
    let mut rules = rules(&placing(board, "", &pairs.map(end).collect::<String>()));
    let mut state = start(&mut rules);
    assert_eq!(rules.perft(&state, 4).unwrap().nodes, [19, 19 * 18, 19 * 18 * 17, 19 * 18 * 17 * 16]);
    for text in ["c5", "d4", "c4", "d3", "c3", "d2", "c2", "b1", "c1"] {
        assert!(!state.is_over());
        act(&mut rules, &mut state, text);
    }
    assert!(state.is_over());
    assert_eq!(rows(&rules, &state), ["  M..", " .Mm.", "..Mm.", "..Mm ", ".mM  "]);
}

#[test]
fn nothing_goes_to_or_over_what_is_not_there() {
    let beside = [" ...", ".....", ".M m.", ".....", " ..."];
    let slide = "{ do = [\"move\", \"capture\"], slide = \"orthogonal\" }";
    assert_eq!(moves(slide, &beside), ["b3-a3", "b3-b1", "b3-b2", "b3-b4", "b3-b5"]);
    let ray = "{ do = [\"move\", \"capture\"], ray = \"orthogonal\" }";
    assert_eq!(moves(ray, &beside), moves(slide, &beside), "a ray goes over anything that stands on squares");
    let corner = [" M..", ".....", ".. ..", "..m..", " ..."];
    assert_eq!(moves("{ do = \"move\", step = \"all\" }", &corner), ["b5-a4", "b5-b4", "b5-c4", "b5-c5"]);
    let above = [" ...", "..M..", ".. ..", ".m...", " ..."];
    let knight = "{ do = \"move\", leap = [1, 2], on = \"any\" }";
    assert_eq!(moves(knight, &above), ["c4-a3", "c4-b2", "c4-d2", "c4-e3"], "a leap needs its target alone");
    let horse = "{ do = [\"move\", \"capture\"], leap = [1, 2], leg = \"orthogonal\" }";
    assert_eq!(moves(horse, &above), ["c4-a3", "c4-e3"], "a leg comes through a square");
    let two = "{ do = \"move\", leap = \"orthogonal\", least = 2, most = 2 }";
    assert_eq!(moves(two, &above), ["c4-a4", "c4-e4"]);
    assert_eq!(moves("{ do = \"move\", leap = \"anywhere\" }", &above).len(), 20 - 2);
    let jump = "{ do = \"jump\", leap = \"orthogonal\", least = 2 }, { do = \"move\", step = \"diagonal\" }";
    let ahead = [" mMm", "..m..", ".. ..", ".....", " ..."];
    assert_eq!(moves(jump, &ahead), ["c5-b4", "c5-d4"], "no jump lands in a gap");
    let beyond = [" .m.", ".....", "Mm m.", ".....", " ..."];
    assert_eq!(moves(jump, &beyond), ["a3-b2", "a3-b4"]);
}

#[test]
fn lines_areas_and_liberties_end_at_gaps() {
    let line = "[vars]\nown = { per = \"seat\", follows = \"area\" }\n[[end]]\nwhen = \"line\"\nlength = 5\nresult = \"area\"\n\
                ending = \"won\"\neven = \"stuck\"\n";
    let mut rules = rules(&placing(CROSS, "captures = \"surrounded\"", line));
    let mut state = start(&mut rules);
    for text in ["a4", "a2", "b4", "b2", "c4", "d2", "d4", "e2"] {
        act(&mut rules, &mut state, text);
    }
    assert_eq!(rules.evaluate(&state, "main.liberties(main.square(2, 1))").unwrap(), "7");
    act(&mut rules, &mut state, "e4");
    assert!(state.is_over());
    // Five men and three squares above them; four men, and the three squares below them with the one between them.
    let vars = &rules.game().state_json(&state)["vars"];
    assert_eq!((&vars["own.white"], &vars["own.black"]), (&8.into(), &8.into()));

    let mut state = start(&mut rules);
    for text in ["b5", "c5", "e4", "b4"] {
        act(&mut rules, &mut state, text);
    }
    assert_eq!(rows(&rules, &state)[0], " .m. ", "a corner has two liberties");
}

/// In drop games a column is entered at its first square from above; squares behind a gap aren't reached.
#[test]
fn what_falls_enters_and_stops_at_gaps() {
    let board = "width = 4\nheight = 3\nstart = [\"  ..\", \". . \", \"....\"]\n";
    let table = placing(board, "falls = \"down\"", "").replace("{to:square}", "{column:number}");
    let mut rules = rules(&table);
    let mut state = start(&mut rules);
    assert_eq!(sorted_texts(&mut rules, &state), ["1", "2", "3", "4"]);
    for text in ["1", "1", "2", "4", "3", "3", "3"] {
        assert!(!state.is_over());
        act(&mut rules, &mut state, text);
    }
    assert_eq!(rows(&rules, &state), ["  Mm", "m m ", "MMM."]);
    assert!(state.is_over());
}

#[test]
fn taking_over_turns_only_what_is_the_same_turned() {
    let taken = |start: &str| {
        let board = format!("width = 3\nheight = 3\nstart = {start}\n");
        let table = placing(&board, "", "").replace("[\"place\"]", "[\"place\", \"swap\"]")
            + "swap = { does = \"take_over\" }\n";
        let mut rules = rules(&table);
        let mut state = self::start(&mut rules);
        act(&mut rules, &mut state, "b3");
        act(&mut rules, &mut state, "swap");
        rows(&rules, &state)
    };
    assert_eq!(taken("[\".. \", \"...\", \"...\"]"), [".m ", "...", "..."]);
    assert_eq!(taken("[\".. \", \"...\", \" ..\"]"), [".. ", "m..", " .."]);
}

/// Two ways to mark a square: one listed by trying, and one offered regardless of the test.
fn scripted(offers: &str) -> Rules {
    let table = format!(
        r#"
[game]
title = "Marks"
[seats]
min = 1
max = 1
[boards.main]
{CROSS}
symbol = [{{ name = "mark", glyph = "x" }}]
[endings]
limit = "over"
[phases]
turn = {{ actions = ["try", "empty", "offer"], text = "mark" }}
[actions]
try = {{ usage = "try {{to:square}}" }}
empty = {{ usage = "empty {{to:empty square}} [{{other:square}}]" }}
offer = {{ usage = "offer {{to:square}}" }}
"#
    );
    let script = format!(
        r#"
local function apply(_seat, to) main.set(to, main.mark) ending.limit() end
local function allow(_seat, to) return main.row(to) == 1 end
return {{ actions = {{
	try = {{ allow = allow, apply = apply }},
	empty = {{ allow = allow, apply = apply }},
	offer = {{ allow = allow, legal = function() {offers} end, apply = apply }},
}} }}
"#
    );
    let pack = pack_of(&table, &script).unwrap_or_else(|faults| panic!("{faults}"));
    Rules::new(pack.configure(&Config::default()).unwrap()).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn scripts_know_which_squares_are_there() {
    let mut rules =
        scripted("for _, square in main.all_squares do if main.row(square) == 1 then offer.offer(square) end end");
    let state = start(&mut rules);
    let legal = sorted_texts(&mut rules, &state);
    assert_eq!(legal.iter().filter(|text| text.starts_with("try ")).count(), 3);
    assert_eq!(legal.iter().filter(|text| text.starts_with("empty ")).count(), 3 * (1 + 20), "{legal:?}");
    assert_eq!(legal.iter().filter(|text| text.starts_with("offer ")).count(), 3);
    for (asked, answer) in [
        ("#main.all_squares", "20"),
        ("main.all_squares[1]", "2"),
        ("main.squares", "25"),
        ("main.exists(1)", "false"),
        ("main.exists(2)", "true"),
        ("main.exists(0)", "false"),
        ("main.exists(26)", "false"),
        ("main.square(1, 1)", "0"),
        ("main.square(1, 2)", "2"),
        ("main.name(1) == \"\"", "true"),
        ("main.name(2)", "b5"),
        ("#main.neighbours(2)", "2"),
        ("#main.neighbours(13)", "0"),
        ("#main.group(2)", "20"),
    ] {
        assert_eq!(rules.evaluate(&state, asked).unwrap().trim_matches('"'), answer, "{asked}");
    }
    for word in ["main.at(1)", "main.group(13)"] {
        let fault = rules.evaluate(&state, word).unwrap_err().to_string();
        assert!(fault.contains("main: there is no square"), "{fault}");
    }
    let mut rules = scripted("offer.offer(1)");
    let fault = rules.legal(&state, &mut ActionList::new()).unwrap_err().to_string();
    assert!(fault.contains("offer.offer: to: there is no square 1"), "{fault}");
    assert!(fault.contains("rules.lua"), "{fault}");
}

#[test]
fn scripts_know_where_a_board_without_gaps_ends() {
    let script = "return { actions = { move = { after = function() end } } }";
    let game = crate::boards::changed("breakthrough", &[("rules.lua", "", script)]).unwrap();
    let mut rules = Rules::new(game).unwrap_or_else(|faults| panic!("{faults}"));
    let state = start(&mut rules);
    for (square, is_there) in [("0", false), ("-1", false), ("65", false), ("999", false), ("1", true), ("64", true)] {
        let told = rules.evaluate(&state, &format!("main.exists({square})")).unwrap();
        assert_eq!(told, is_there.to_string(), "{square}");
    }
}

#[test]
fn nothing_is_scattered_onto_gaps() {
    let table = format!(
        r#"
[game]
title = "Gems"
[seats]
min = 1
max = 1
[columns.gem]
glyph = {{ type = "text" }}
[[gem]]
name = "ruby"
glyph = "r"
[boards.main]
{CROSS}
symbols = "gem"
scatter = {{ count = 1, sets = 20, most_per_line = 5 }}
[endings]
limit = "over"
[phases]
turn = {{ actions = ["stop"], text = "stop" }}
[actions]
stop = {{}}
"#
    );
    let script = "return { actions = { stop = { apply = function() if gem.glyph(1) then ending.limit() end end } } }";
    let pack = pack_of(&table, script).unwrap_or_else(|faults| panic!("{faults}"));
    let mut rules = Rules::new(pack.configure(&Config::default()).unwrap()).unwrap();
    let state = start(&mut rules);
    assert_eq!(rows(&rules, &state), [" rrr ", "rrrrr", "rr rr", "rrrrr", " rrr "]);
    let more = pack_of(&table.replace("sets = 20", "sets = 21"), script).unwrap().configure(&Config::default());
    assert!(more.unwrap_err().to_string().contains("there is room for 20"));
}

#[test]
fn boards_are_written_and_read_with_blanks() {
    let mut rules = rules(SOLITAIRE);
    let state = start(&mut rules);
    let game = rules.game().clone();
    let text = game.write_board(&state);
    assert!(text.starts_with("  ooo  \n  ooo  \nooooooo\n"), "{text}");
    let read = |text: &str| game.read_board(&SourceFile::new("board", text));
    let cells = read(&text).unwrap();
    let trimmed: String = text.lines().map(|line| format!("{}\n", line.trim_end())).collect();
    assert_eq!(read(&trimmed).unwrap(), cells, "blanks at the end can be left out");
    assert_eq!(read(&text.replace(' ', ".")).unwrap(), cells);
    let fault = |text: String| read(&text).unwrap_err().to_string();
    assert_eq!(
        fault(text.replacen("  ooo", " oooo", 1)),
        "board:1:2: `o` can't stand on b7: `main` has no square there (expected a blank or `.`)"
    );
    assert_eq!(
        fault(text.replacen("  ooo", "   oo", 1)),
        "board:1:3: a blank stands where there is no square, but `main` has a square c7 (expected `.` for an empty square)"
    );

    let line = "ooo/ooo/7/3o3/ooooooo/ooo/1o1";
    let pack = pack_of(SOLITAIRE, "").unwrap();
    let scenario = scenario_of_notation(line, &pack, &Config::default()).unwrap_or_else(|faults| panic!("{faults}"));
    let config = Config { scenario: Some(Arc::new(scenario)), ..Config::default() };
    let mut rules = Rules::new(pack.configure(&config).unwrap()).unwrap();
    let state = rules.begin(1, &mut Vec::new()).unwrap_or_else(|faults| panic!("{faults}"));
    let written = ["  ooo  ", "  ooo  ", ".......", "...o...", "ooooooo", "  ooo  ", "  .o.  "];
    assert_eq!(rows(&rules, &state), written);
    assert_eq!(rules.game().notation(&state).unwrap(), line);
    let faults = scenario_of_notation("7/ooo", &pack, &Config::default()).unwrap_err().to_string();
    assert!(faults.contains("row 1 has more than 3 squares (expected 3)"), "{faults}");

    let scenario = |row: &str| {
        let rows = written.map(|row| format!("\"{row}\"")).join(", ").replacen("  ooo  ", row, 1);
        let text = format!("game = \"test\"\n[boards]\nmain = [{rows}]\n");
        let scenario = Scenario::read(SourceFile::new("s.toml", text), &pack).unwrap();
        let game = pack.configure(&Config { scenario: Some(Arc::new(scenario)), ..Config::default() }).unwrap();
        let begun = Rules::new(game).unwrap().begin(1, &mut Vec::new());
        begun.map_or_else(|faults| faults.to_string(), |_| String::new())
    };
    assert_eq!(scenario("  ooo  "), "");
    assert_eq!(scenario("..ooo.."), "");
    assert!(scenario("o ooo  ").starts_with("s.toml:3:10: `o` can't stand on a7: `main` has no square there"));
    assert!(scenario("  o o  ").starts_with("s.toml:3:13: a blank stands where there is no square"));
}

/// Two, three and four seats; a shape for two and one for more.
fn by_seats(start: &str) -> String {
    format!(
        r#"
[game]
title = "Corners"
[seats]
min = 2
max = 4
[boards.main]
width = 3
height = 3
start = {start}
[[piece]]
name = "man"
glyphs = ["A", "B", "C", "D"]
moves = [{{ do = "move", step = "all" }}]
[[end]]
when = "no_move"
result = "lose"
ending = "stuck"
[endings]
stuck = "stuck"
[phases]
turn = {{ actions = ["move"], text = "move" }}
[actions]
move = {{ usage = "{{from:square}}-{{to:square}}" }}
"#
    )
}

#[test]
fn starts_go_by_the_number_of_seats() {
    let table = by_seats("{ 3 = [\"A.B\", \"...\", \"C..\"], 2 = [\"A. \", \"...\", \" .B\"] }");
    let rows = |seats: usize| {
        let config = Config { seats: Some(seats), ..Config::default() };
        let game = configured(&table, &config).unwrap_or_else(|faults| panic!("{faults}"));
        let mut rules = Rules::new(game).unwrap();
        let state = start(&mut rules);
        rows(&rules, &state)
    };
    assert_eq!(rows(2), ["A. ", "...", " .B"]);
    assert_eq!(rows(3), ["A.B", "...", "C.."]);
    assert_eq!(rows(4), rows(3), "the rows of the next smaller number");
}

#[test]
fn pieces_of_seats_that_do_not_play_are_not_on_the_board() {
    let table = by_seats("[\"A.B\", \"...\", \"C.D\"]");
    let game = |seats: usize| {
        let config = Config { seats: Some(seats), ..Config::default() };
        configured(&table, &config).unwrap_or_else(|faults| panic!("{faults}"))
    };
    let rows = |seats: usize| {
        let mut rules = Rules::new(game(seats)).unwrap();
        let state = start(&mut rules);
        rows(&rules, &state)
    };
    assert_eq!(rows(2), ["A.B", "...", "..."]);
    assert_eq!(rows(3), ["A.B", "...", "C.."]);
    assert_eq!(rows(4), ["A.B", "...", "C.D"]);
    let read = |seats: usize| {
        let game = game(seats);
        let file = SourceFile::new("board.txt", "A.B\n.D.\n...\n".to_owned());
        game.read_board(&file).map(|_| ()).map_err(|fault| fault.to_string())
    };
    assert_eq!(read(4), Ok(()));
    let wanted = "board.txt:2:2: `D` is of the seat d, which doesn't play (expected pieces of a, b, c)";
    assert_eq!(read(3), Err(wanted.to_owned()));
}

#[test]
fn shapes_go_by_variants_and_sizes() {
    let wide = "width = 3\nheight = 1\n[variants.short]\n[variants.long]\n[boards.main.start]\nshort = [\".. \"]\nlong = [\"...\"]\n";
    let table = placing("width = 3\nheight = 1", "", "").replace("width = 3\nheight = 1", wide);
    let sized = "width = 2\nheight = 1\nsizes = { option = \"size\", 3 = [\" ..\"], 4 = [\".. .\"] }\n[options]\nsize = { default = 2, max = 4 }\n";
    let sized = placing("BOARD", "", "").replace("BOARD", sized);
    let count = |table: &str, config: Config| {
        let game = configured(table, &config).unwrap_or_else(|faults| panic!("{faults}"));
        game.squares(BoardId(0)).map(|square| game.square_name(BoardId(0), square)).collect::<Vec<_>>().concat()
    };
    let variant = |name: &str| count(&table, Config { variant: Some(name.to_owned()), ..Config::default() });
    assert_eq!([variant("short"), variant("long")], ["12", "123"]);
    let size = |n: &str| count(&sized, Config { set: vec![("size".to_owned(), n.to_owned())], ..Config::default() });
    assert_eq!([size("2"), size("3"), size("4")], ["12", "23", "124"]);
}

#[test]
fn slips_about_gaps_are_told_where_they_are() {
    let told = |table: &str, expected: &str| {
        let faults = configured(table, &Config::default());
        let faults: Vec<String> =
            faults.map_or_else(|faults| faults.0.iter().map(ToString::to_string).collect(), |_| vec![]);
        assert!(faults.iter().any(|fault| fault.contains(expected)), "{faults:#?} should tell `{expected}`");
    };
    let cross = |more: &str| placing(CROSS, "", more);
    told(
        &by_seats("{ 2 = [\"A.B\", \"...\", \"...\"], small = [] }"),
        "game.toml:10:11: `boards.main.start` goes by numbers of seats and by other names at once (expected either numbers of \
         seats, `{ 2 = [...], 3 = [...] }`, or variants)",
    );
    told(
        &by_seats("{ 2 = [\"A.B\", \"...\", \"...\"], 5 = [] }"),
        "game.toml:10:38: `5` is not a number of seats of this game (expected 2 to 4)",
    );
    told(&by_seats("{ 2 = [\"A.B\", \"..\", \"...\"] }"), "game.toml:10:23: a row of `main` has 3 squares, not 2");
    let nothing = CROSS.replace('.', " ");
    told(&placing(&nothing, "", ""), "no square of `main` is there (expected `.` for each empty square");
    let walls = format!("{CROSS}symbol = [{{ name = \"wall\", glyph = \"#\", row = 1, column = 5 }}]\n");
    told(&placing(&walls, "", ""), "`wall` lies on row 1, column 5 of `main`, where there is no square");
    let line = "[[end]]\nwhen = \"line\"\nlength = 6\nresult = \"win\"\nending = \"won\"\n";
    told(&cross(line), "no line of `main` has 6 squares (expected at most 5");
    let lonely = "width = 3\nheight = 1\nstart = [\". .\"]\n";
    told(
        &placing(lonely, "", &line.replace('6', "2")),
        "expected at most 1, as on the longest line of squares that are there",
    );
    let reach = "[[end]]\nwhen = \"reach\"\nto = { squares = [\"a5\"] }\nresult = \"win\"\nending = \"won\"\n";
    told(&cross(reach), "a board of 5 x 5 doesn't have a square `a5`");
    told(
        &cross(&reach.replace("squares = [\"a5\"]", "rows = [1], columns = [1]")),
        "there is no square in this area for white",
    );
    told(&placing(CROSS, "to = { rows = [1], columns = [1] }", ""), "there is no square for this on the board");
    let actions = "move = { usage = \"{from:square}-{to:square}\" }";
    let area = "start = { rows = [1], columns = [-1] }\nmoves = [{ do = \"move\", step = \"all\" }]";
    told(&game(CROSS, area, "", actions), "there is no square on which a man of white could stand here");
    let leads = "moves = [{ do = \"move\", step = \"all\", to = { squares = [\"c3\"] } }]";
    told(&game(CROSS, leads, "", actions), "a board of 5 x 5 doesn't have a square `c3`");
    let lines = "width = 3\nheight = 3\nlines = [[\"a1\", \"b1\"]]\nstart = [\"...\", \"...\", \". .\"]\n";
    told(&placing(lines, "", ""), "a line of `main` goes to b1, where its start has a blank");
}
