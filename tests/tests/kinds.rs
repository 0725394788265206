//! Pieces whose kinds are hidden: what views show, what is known of them, and the worlds that are drawn from it.

use std::collections::BTreeSet;

use parlour_engine::Words;
use parlour_engine::chance::Generator;
use parlour_engine::play::Match;

use crate::hidden::{BLACK, act, rows, shows};

const TABLES: &str = r#"
[game]
title = "Backs"
[seats]
names = ["white", "black"]
[boards.main]
width = 3
height = 4
start = ["frk", "...", "...", "KRF"]
kinds = "owner"
back = "hidden"
[[piece]]
name = "hidden"
glyph = "X"
[[piece]]
name = "rook"
glyph = "R"
moves = [{ do = "move", slide = "orthogonal" }]
[[piece]]
name = "king"
glyph = "K"
moves = [{ do = "move", step = "all" }]
[[piece]]
name = "fort"
glyph = "F"
[[end]]
when = "no_move"
result = "lose"
ending = "stuck"
[endings]
stuck = "{winner} wins"
[phases]
turn = { actions = ["move", "tell", "peek", "swap"] }
[actions]
move = { usage = "{from:square}-{to:square}" }
tell = { usage = "tell {at:square}" }
peek = { usage = "peek {at:square}" }
swap = { usage = "swap {at:square} {with:square}" }
"#;

const RULES: &str = r#"
local function any() return true end
return {
	actions = {
		tell = { allow = any, apply = function(seat, at) main.show(at) turn.turn(seats.next(seat)) end },
		swap = {
			allow = any,
			apply = function(seat, at, with)
				local symbol = main.at(at)
				main.set(at, main.at(with))
				main.set(with, symbol)
				turn.turn(seats.next(seat))
			end,
		},
		peek = { allow = any, apply = function(seat, at) main.show_to(at, seat) turn.turn(seats.next(seat)) end },
	},
}
"#;

fn begin(tables: &str) -> Match {
    crate::hidden::begin(tables, RULES)
}

#[test]
fn a_view_has_backs_of_their_owners() {
    shows(&begin(TABLES), ["xxx ... ... KRF", "frk ... ... XXX", "xxx ... ... XXX"]);
    let others = begin(&TABLES.replace("kinds = \"owner\"", "kinds = \"others\""));
    shows(&others, ["frk ... ... XXX", "xxx ... ... KRF", "xxx ... ... XXX"]);
    let none = begin(&TABLES.replace("kinds = \"owner\"", "kinds = \"none\""));
    shows(&none, ["xxx ... ... XXX"; 3]);
}

#[test]
fn a_piece_that_has_moved_is_of_a_kind_that_goes_so() {
    let mut played = begin(TABLES);
    let known = |played: &Match, square| -> Vec<String> {
        let view = played.view(BLACK);
        view.kinds().unwrap().possible(played.game(), square).into_iter().map(str::to_owned).collect()
    };
    assert_eq!(known(&played, 9), ["rook", "king", "fort"]);
    act(&mut played, &["a1-a2", "tell a4"]);
    assert_eq!(known(&played, 6), ["rook", "king"], "a fort never moves");
    assert_eq!(known(&played, 10), ["rook", "king", "fort"]);
    act(&mut played, &["b1-b3"]);
    // Only a rook goes two squares: the other one is the king, and what is left is the fort.
    shows(&played, ["fxx .R. K.. ..F", "frk .R. K.. ..F", "fxx .R. K.. ..F"]);
    played.undo(1).unwrap();
    assert_eq!(known(&played, 6), ["rook", "king"]);
}

#[test]
fn what_was_shown_goes_with_its_piece() {
    let mut played = begin(TABLES);
    act(&mut played, &["peek b4", "tell a4"]);
    shows(&played, ["frk ... ... KRF", "frk ... ... XXX", "fxx ... ... XXX"]);
    act(&mut played, &["tell b1", "b4-b3", "b1-b2", "b3-a3"]);
    shows(&played, ["f.k r.. .R. K.F", "f.k r.. .R. X.X", "f.x x.. .R. X.X"]);
}

#[test]
fn what_a_script_changes_out_of_sight_is_forgotten_whatever_it_was() {
    // Of two kinds, of one kind, and of a piece with itself: black can't tell them apart, and knows the same.
    let known = |swap: &str| {
        let mut played = begin(TABLES);
        act(&mut played, &["tell a1", "tell a4", "tell b1", "tell b4", swap]);
        let view = played.view(BLACK);
        assert_eq!(view.kinds().unwrap().against(played.game(), played.state()), None, "{swap}");
        rows(&played, &view).join(" ")
    };
    assert_eq!(known("swap a1 b1"), "frk ... ... XXF");
    assert_eq!(known("swap a1 c1"), "frk ... ... XRX");
    assert_eq!(known("swap b1 b1"), "frk ... ... KRF", "only one piece is left for b1");
}

#[test]
fn worlds_have_each_kind_that_can_be_and_no_other() {
    let mut played = begin(TABLES);
    act(&mut played, &["a1-a2"]);
    let (game, state, view) = (played.game().clone(), played.state().clone(), played.view(BLACK));
    let (worlds, mut rng) = (played.host().worlds(&view).unwrap(), Generator::from_seed(3));
    let mut drawn = BTreeSet::new();
    for _ in 0..200 {
        let world = played.host().draw(&worlds, &mut rng).unwrap();
        assert_eq!(game.view(&world, BLACK), game.view(&state, BLACK));
        assert_eq!(view.kinds().unwrap().against(&game, &world), None);
        let rows = game.state_json(&world)["boards"]["main"].clone();
        drawn.insert(format!("{} {}", rows[2].as_str().unwrap(), rows[3].as_str().unwrap()));
    }
    // Neither the fort, which never moves, nor two pieces of a kind.
    let expected = ["K.. .FR", "K.. .RF", "R.. .FK", "R.. .KF"];
    assert_eq!(drawn.into_iter().collect::<Vec<_>>(), expected);
}

#[track_caller]
fn faulty(old: &str, new: &str, expected: &str) {
    crate::hidden::faulty(&TABLES.replace(old, new), RULES, expected);
}

#[test]
fn what_is_said_wrong_of_hidden_kinds_is_told() {
    faulty("back = \"hidden\"\n", "", "`boards.main.back` is missing");
    faulty("kinds = \"owner\"\n", "", "everyone sees the kinds of the pieces on `boards.main`");
    faulty("back = \"hidden\"", "back = \"hiden\"", "there is no piece `hiden` on `main`");
    faulty("kinds = \"owner\"", "kinds = \"ower\"", "`ower`");
}
