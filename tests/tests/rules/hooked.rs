//! Actions of tables with hooks that change the board, end the match, or guard captures near royal pieces.

use super::{Edit, act, nodes, rules, set_up, texts, why};
use crate::boards::changed;
use parlour_engine::Words;
use parlour_engine::rules::Rules;
use parlour_engine::state::State;

fn ending(host: &Rules, state: &State) -> Option<String> {
    host.game().ending_text(state)
}

/// The same ending by a script instead of a row.
const BY_SCRIPT: [Edit<'static>; 2] = [
    ("game.toml", "when = \"captured\"", "if = { fivefold = true }\nwhen = \"captured\""),
    (
        "rules.lua",
        "local capture = { allow = allow, after = after }",
        "local function finish(seat, from, to)
	after(seat, from, to)
	if king_square(seats.next(seat)) == 0 then
		ending.exploded(seat)
	end
end
local capture = { allow = allow, after = finish }",
    ),
];

/// After the end of the match no king can be captured: a capture that explodes the other king is legal in check, for
/// endings by rows and by scripts.
#[test]
fn an_action_that_ends_the_match_leaves_no_danger() {
    for edits in [&[][..], &BY_SCRIPT] {
        let mut host = rules("atomic-chess", edits);
        let mut state = set_up(&mut host, "3qk3/8/8/8/4r3/8/8/K2Q3r", 0);
        assert_eq!(texts(&mut host, &state).iter().filter(|text| text.contains('x')).count(), 2);
        act(&mut host, &mut state, "d1xd8");
        let told = "white wins: the king of the other side has blown up";
        assert_eq!(ending(&host, &state).as_deref(), Some(told));
    }
    let mut host = rules("atomic-chess", &[]);
    // Without the end the king stands in check.
    let state = set_up(&mut host, "3q3k/8/8/8/4r3/8/8/K2Q3r", 0);
    let refused = "`d1xd8` is not allowed: it would leave your king in danger";
    assert_eq!(why(&mut host, &state, "d1xd8"), refused);
}

#[test]
fn a_king_that_has_blown_up_is_not_stalemated() {
    let mut host = rules("atomic-chess", &[]);
    let mut state = set_up(&mut host, "k7/1p6/8/8/1R6/8/8/7K", 0);
    act(&mut host, &mut state, "b4xb7");
    assert_eq!(ending(&host, &state).as_deref(), Some("white wins: the king of the other side has blown up"));
}

#[test]
fn kings_side_by_side_are_in_no_danger() {
    let mut host = rules("atomic-chess", &[]);
    let state = set_up(&mut host, "8/8/8/8/8/3k4/r3K3/6R1", 0);
    for (text, told) in [
        ("g1-g5", "allowed"),
        ("e2-d2", "allowed"),
        ("e2-f2", "`e2-f2` is not allowed: it would leave your king in danger"),
    ] {
        assert_eq!(why(&mut host, &state, text), told);
    }
    let state = set_up(&mut host, "k7/8/8/8/8/8/4rp2/3RK3", 0);
    assert_eq!(why(&mut host, &state, "d1-d8"), "`d1-d8` is not allowed: it would leave your king in danger");
}

/// The squares that a king passes are checked with the guards of captures, as any other.
#[test]
fn a_king_castles_over_squares_where_it_could_not_be_captured() {
    let mut host = rules("atomic-chess", &[]);
    for (rows, told) in [
        ("8/8/8/8/8/8/8/R3K2R", None),
        ("5r2/8/8/8/8/8/7k/4K2R", Some("your king would go over f1, where it would be in danger")),
        ("6r1/8/8/8/8/8/7k/4K2R", None),
        ("6r1/8/8/8/8/k7/8/4K2R", Some("your king would be in danger on g1")),
        ("5r2/8/8/8/8/8/6k1/4K2R", None),
        ("4r3/8/8/8/8/8/6k1/4K2R", Some("your king is in danger on e1")),
    ] {
        let rows = if rows.contains('k') { rows.to_owned() } else { rows.replacen('8', "k7", 1) };
        let state = set_up(&mut host, &rows, 0);
        assert_eq!(texts(&mut host, &state).contains(&"O-O".to_owned()), told.is_none(), "{rows}");
        if let Some(told) = told {
            assert_eq!(why(&mut host, &state, "O-O"), format!("`O-O` is not allowed: {told}"), "{rows}");
        }
    }
    let state = set_up(&mut host, "k7/8/8/8/8/8/8/4KB1R", 0);
    assert_eq!(why(&mut host, &state, "O-O"), "`O-O` is not allowed: the bishop on f1 is in the way");
}

/// A piece removed by a hook has left its square, as a captured one.
#[test]
fn a_rook_that_a_hook_removes_takes_its_right_along() {
    let mut host = rules("atomic-chess", &[]);
    let mut state = set_up(&mut host, "4k3/8/8/8/3b4/8/1N6/R3K2R", 1);
    act(&mut host, &mut state, "d4xb2");
    assert_eq!(host.game().notation(&state).unwrap(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
}

/// The counter of quiet actions is reset by a hook's removal, too.
#[test]
fn a_piece_that_a_hook_removes_is_a_capture_to_the_count_of_quiet_actions() {
    let script = "local move = {}
function move.after(_seat, _from, to)
	if to == main.square(1, 1) then
		main.set(main.square(8, 8), 0)
	end
end
return { actions = { move = move } }";
    let mut host = rules("chess", &[("rules.lua", "", script)]);
    let mut state = set_up(&mut host, "4k3/R7/8/8/8/8/8/4K2n", 0);
    act(&mut host, &mut state, "a7-b7");
    act(&mut host, &mut state, "e8-d8");
    let count =
        |host: &Rules, state: &State| host.game().notation(state).unwrap().split(' ').nth(4).unwrap().to_owned();
    assert_eq!(count(&host, &state), "2");
    act(&mut host, &mut state, "b7-b8");
    assert_eq!(count(&host, &state), "3");
    let mut state = set_up(&mut host, "4k3/R7/8/8/8/8/8/4K2n", 0);
    act(&mut host, &mut state, "a7-a8");
    assert_eq!(count(&host, &state), "0");
}

/// Pieces named as captures are enemies; own pieces only if declared.
#[test]
fn a_capture_by_names_spares_one_s_own() {
    const MOVES: &str = "{ do = \"capture\", step = \"forward-diagonal\" }";
    let with = |on: &str| {
        let row = format!("{{ do = \"capture\", step = \"forward-diagonal\", on = [{on}] }}");
        let edit: [Edit<'_>; 1] = [("game.toml", MOVES, row.as_str())];
        let mut host = Rules::new(changed("breakthrough", &edit).unwrap()).unwrap();
        let state = set_up(&mut host, "8/7p/8/p1P5/1P6/8/8/8", 0);
        let mut legal = texts(&mut host, &state);
        legal.retain(|text| text.contains('x'));
        legal
    };
    let name = "\"pawn\"";
    let (enemy, both) = (["b4xa5"], ["b4xa5", "b4xc5"]);
    assert_eq!(with(name), enemy);
    assert_eq!(with("\"enemy\""), enemy);
    assert_eq!(with(&format!("{name}, \"own\"")), both);
}

/// Published perft counts of atomic chess.
const COUNTS: [(&str, &[u64]); 3] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", &[20, 400, 8_902, 197_326]),
    ("rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq -", &[40, 1_238, 45_237, 1_434_825]),
    ("rn1qkb1r/p5pp/2p5/3p4/N3P3/5P2/PPP4P/R1BQK3 w Qkq -", &[28, 833, 23_353, 714_499]),
];

fn counts(depth: usize) {
    for (position, known) in COUNTS {
        let (mut host, state) = super::notation::at("atomic-chess", None, position).unwrap();
        let known = &known[..known.len().min(depth)];
        assert_eq!(nodes(&mut host, &state, known.len() as u32), known, "{position}");
    }
}

#[test]
fn the_tree_of_atomic_chess_has_the_known_counts() {
    counts(3);
}

/// `cargo test --release -p parlour-tests atomic_chess -- --ignored`
#[test]
#[ignore = "takes minutes without optimisation"]
fn the_known_counts_of_atomic_chess_go_on_deeper() {
    counts(4);
    let (mut host, state) = super::notation::at("atomic-chess", None, COUNTS[0].0).unwrap();
    assert_eq!(nodes(&mut host, &state, 5)[4], 4_864_979);
}
