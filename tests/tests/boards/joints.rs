//! Boards whose squares are the edges or the corners of another board's.

use std::sync::Arc;

use parlour_engine::Words;
use parlour_engine::diagnostic::Faults;
use parlour_engine::game::Game;
use parlour_engine::ids::{BoardId, Square};
use parlour_engine::rules::Rules;
use parlour_engine::state::State;

/// A field of three by two squares without the last one, with all that lies between them.
const TABLES: &str = r##"
[game]
title = "Fences"
[seats]
names = ["white", "black"]
[boards.field]
width = 3
height = 2
start = ["...", ".. "]
[boards.fences]
edges_of = "field"
symbol = [{ name = "wall", glyph = "#" }]
[boards.rails]
edges_of = "field"
rim = true
symbol = [{ name = "rail", glyph = "=" }]
[boards.posts]
corners_of = "field"
[boards.dots]
corners_of = "field"
rim = true
[endings]
full = "full"
[phases]
turn = { actions = ["build"], text = "build" }
[actions]
build = { usage = "build {at:empty square of fences}" }
[events.build]
fields = ["at: square of fences"]
text.all = "A wall at {at}."
"##;

const RULES: &str = "
local build = {}
function build.allow()
	return true
end
function build.apply(seat, at)
	fences.set(at, fences.wall)
	event.build(at)
	turn.turn(seats.next(seat))
	if fences.count(0) == 0 then
		ending.full()
	end
end
return { actions = { build = build } }
";

fn load(tables: &str) -> Result<Arc<Game>, Faults> {
    super::game_of(tables, RULES)
}

fn begin() -> (Rules, State) {
    super::begun(TABLES, RULES)
}

fn names(game: &Game, board: usize) -> Vec<String> {
    let board = BoardId::from_index(board);
    game.squares(board).map(|square| game.square_name(board, square)).collect()
}

fn is(code: &str, expected: &str) {
    let (mut rules, mut state) = begin();
    let found = rules.evaluate_on(&mut state, code).unwrap_or_else(|faults| panic!("{code}: {faults}"));
    assert_eq!(found, expected, "{code}");
}

#[test]
fn an_edge_is_named_as_a_side_of_a_square() {
    let (rules, _) = begin();
    assert_eq!(names(rules.game(), 1), ["a2e", "b2e", "a1n", "b1n", "a1e"]);
    let fences = BoardId::from_index(1);
    let edge = rules.game().square_named(fences, "a1n").unwrap();
    assert_eq!(rules.game().square_named(fences, "a2s"), Some(edge), "the same edge from the other side");
    assert_eq!(rules.game().square_named(fences, "A1N"), Some(edge));
    for none in ["a1s", "a1w", "c2e", "c1n", "b1e", "a1", "n", "", "a1x", "d1w"] {
        assert_eq!(rules.game().square_named(fences, none), None, "{none}");
    }
}

/// With the rim there are those around the field, and around the square that isn't there.
#[test]
fn the_rim_is_there_if_it_is_wanted() {
    let (rules, _) = begin();
    let all = names(rules.game(), 2);
    assert_eq!(all.len(), 15);
    for name in ["a2n", "a2w", "c2e", "a1s", "b1s", "b1e", "c1n"] {
        assert!(all.contains(&name.to_owned()), "{name} in {all:?}");
    }
    assert!(!all.contains(&"c1s".to_owned()) && !all.contains(&"c1e".to_owned()));
}

#[test]
fn a_corner_is_where_squares_meet() {
    let (rules, _) = begin();
    assert_eq!(names(rules.game(), 3), ["a1"], "four squares meet at the upper right of a1, three at that of b1");
    assert_eq!(names(rules.game(), 4).len(), 11, "all but the one at the lower right");
}

#[test]
fn scripts_go_from_squares_to_edges_and_corners() {
    is("fences.name(fences.between(field.square(1, 1), field.square(1, 2)))", "\"a2e\"");
    is("fences.name(fences.between(field.square(2, 1), field.square(1, 1)))", "\"a1n\"");
    is("fences.between(field.square(1, 1), field.square(2, 2))", "0");
    is("fences.between(field.square(1, 3), field.square(2, 1))", "0");
    is("#fences.of(field.square(1, 2))", "3");
    is("#rails.of(field.square(1, 2))", "4");
    is("fences.joined(fences.between(field.square(1, 1), field.square(1, 2)))", "{1, 2}");
    is("rails.joined(rails.of(field.square(1, 1))[1])", "{1}");
    is("posts.joined(posts.square(1, 1))", "{1, 2, 4, 5}");
    is("dots.of(field.square(1, 1))", "{1, 2, 5, 6}");
    is("fences.name(fences.from(posts.square(1, 1), posts.right))", "\"b1n\"");
    is("fences.name(fences.from(posts.square(1, 1), posts.down))", "\"a1e\"");
    is("fences.from(posts.square(1, 1), posts.up_left)", "0");
}

#[test]
fn paths_go_around_what_stands_on_edges() {
    let path = "#field.path(field.square(1, 1), function(at) return at == field.square(1, 2) end, fences.open)";
    is(path, "2");
    let (mut rules, mut state) = begin();
    rules.evaluate_on(&mut state, "fences.set(fences.between(1, 2), fences.wall)").unwrap();
    assert_eq!(rules.evaluate_on(&mut state, path).unwrap(), "4", "around the wall");
    assert_eq!(rules.evaluate_on(&mut state, "fences.chains()").unwrap(), "{1, 0}", "the wall goes to the rim");
    assert_eq!(rules.evaluate_on(&mut state, "field.region(1, fences.open)").unwrap(), "{1, 4, 5, 2, 3}");
}

fn faults(old: &str, new: &str) -> String {
    load(&TABLES.replacen(old, new, 1)).err().map(|faults| faults.to_string()).unwrap_or_default()
}

#[test]
fn what_has_no_edges_is_told() {
    let told = faults("edges_of = \"field\"", "edges_of = \"feild\"");
    assert!(told.contains("there is no board `feild`") && told.contains("did you mean `field`?"), "{told}");
    let told = faults("height = 2\nstart = [\"...\", \".. \"]", "height = 2\nshape = \"hex\"");
    assert!(told.contains("the board `field` is made of hexes"), "{told}");
    assert!(told.contains("expected a board of squares in rows and columns"), "{told}");
    let told = faults("edges_of = \"field\"", "edges_of = \"posts\"");
    assert!(told.contains("the board `posts` is made of edges or corners itself"), "{told}");
    let told = faults("edges_of = \"field\"", "edges_of = \"field\"\nwidth = 4");
    assert!(told.contains("the squares of `boards.fences` follow from those of `field`"), "{told}");
    let told = faults("edges_of = \"field\"", "edges_of = \"field\"\ncorners_of = \"field\"");
    assert!(told.contains("has edges and corners at once"), "{told}");
    let told = faults("start = [\"...\", \".. \"]", "start = [\"...\", \".. \"]\nrim = true");
    assert!(told.contains("expected `edges_of` or `corners_of` with it"), "{told}");
    let rows = "edges_of = \"field\"\nstart = [\"##.#.\", \"     \", \".....\"]";
    let told = faults("edges_of = \"field\"", rows);
    assert!(told.contains("something stands on row 1, column 1 of `fences`, where it has no square"), "{told}");
}

#[test]
fn walls_can_stand_from_the_start() {
    let rows = "edges_of = \"field\"\nstart = [\".#...\", \". . .\", \".....\"]";
    let game = load(&TABLES.replacen("edges_of = \"field\"", rows, 1)).unwrap_or_else(|faults| panic!("{faults}"));
    let mut rules = Rules::new(game).unwrap();
    let mut state = rules.start(1, &mut Vec::new()).unwrap();
    assert_eq!(rules.evaluate_on(&mut state, "fences.count(fences.wall)").unwrap(), "1");
    let rows = rules.game().board_rows(&state, BoardId::from_index(1));
    assert_eq!(rows, [" # . ", ". .  ", " .   "]);
    assert!(!rules.game().has_square(BoardId::from_index(1), Square(0)), "a square is not an edge");
}
