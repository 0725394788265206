//! Named areas of a board, and unions of areas.

use std::sync::Arc;

use parlour_engine::Words;
use parlour_engine::diagnostic::Faults;
use parlour_engine::game::{Config, Game};
use parlour_engine::play::Match;

use super::pack_of;

/// Men that step into their camp, or capture anywhere but there; a script forbids to enter the pond.
const TABLES: &str = r#"
[game]
title = "Camps"
[seats]
names = ["white", "black"]
[boards.main]
width = 4
height = 4
start = ["a..a", "....", "....", "A..A"]
areas = { pond = { squares = ["b2"] }, far = { rows = [-1] }, camp = ["far", "pond", { rows = [2], columns = [1, 4] }] }
[[piece]]
name = "man"
glyph = "A"
moves = [{ do = "move", step = "all", to = "camp" }]
[[end]]
when = "no_move"
result = "lose"
ending = "stuck"
[endings]
stuck = "stuck"
[phases]
turn = { actions = ["move"] }
[actions]
move = { usage = "{from:square}-{to:square}" }
[refusals]
wet = "that is wet"
"#;

const RULES: &str = "
local move = {}
function move.allow(seat, _from, to)
	return not main.in_pond(to) and main.in_camp(to, seat) or refusal.wet
end
return { actions = { move = move } }
";

fn load(tables: &str) -> Result<Arc<Game>, Faults> {
    pack_of(tables, RULES)?.configure(&Config::default())
}

fn legal(played: &mut Match) -> Vec<String> {
    let game = played.game().clone();
    let mut texts: Vec<String> = played.legal().iter(&game).map(|action| game.action_text(&action)).collect();
    texts.sort();
    texts
}

#[test]
fn an_area_is_named_and_is_the_union_of_others_as_its_seat_sees_it() {
    let game = load(TABLES).unwrap();
    let mut played = Match::new(game, 1, vec!["human".to_owned(); 2]).unwrap();
    // Without the pond, which a hook forbids: the second row's outer squares.
    assert_eq!(legal(&mut played), ["a1-a2", "d1-d2"]);
    let action = played.parse("a1-a2").unwrap();
    played.act(&action).unwrap();
    assert_eq!(legal(&mut played), ["a4-a3", "d4-d3"], "for black the second row is the third");
    let action = played.parse("a4-a3").unwrap();
    played.act(&action).unwrap();
    assert_eq!(legal(&mut played), ["d1-d2"], "the far row is two steps away");
}

#[test]
fn faults_in_areas_name_their_place() {
    let fault = |from: &str, to: &str| {
        let told = load(&TABLES.replace(from, to)).unwrap_err().to_string();
        told.lines().next().unwrap_or_default().to_owned()
    };
    let unknown = fault("to = \"camp\"", "to = [\"camp\", \"moor\"]");
    assert!(unknown.contains("there is no area `moor`: the board `main` has `pond`, `far`, `camp`"), "{unknown}");
    let later = fault("far = {", "late = [\"camp\"], far = {");
    assert!(later.contains("there is no area `camp` before `late`"), "{later}");
    let square = fault("\"b2\"", "\"b9\"");
    assert!(square.contains("doesn't have a square `b9`"), "{square}");
    let name = fault("pond = {", "\"po nd\" = {");
    assert!(name.contains("an area can't be called `po nd`"), "{name}");
    let shape = fault("to = \"camp\"", "to = 3");
    assert!(shape.contains("`piece[1].moves[1].to` must be a table, but is a whole number"), "{shape}");
}
