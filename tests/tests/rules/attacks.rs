//! Attacks on squares by captures of tables and of scripts are equivalent.

use super::{Edit, act, nodes, rules, set_up, texts, why};
use parlour_engine::Words;
use parlour_engine::diagnostic::SourceFile;
use parlour_engine::game::Game;
use parlour_engine::ids::{Seat, Square};
use parlour_engine::rules::Rules;

/// Chess with the knights' captures in a script.
fn knights() -> Rules {
    let rows: Edit<'_> =
        ("game.toml", "{ do = [\"move\", \"capture\"], leap = [1, 2] }", "{ do = \"move\", leap = [1, 2] }");
    let phase: Edit<'_> = ("game.toml", "\"castle_long\"]", "\"castle_long\", \"leap\"]");
    let verb: Edit<'_> = (
        "game.toml",
        "castle_short = { usage",
        "leap = { usage = \"{from:square}x{to:square} by knight\", captures = \"to\", help = \"Capture.\" }\ncastle_short = { usage",
    );
    let script = "local KNIGHT = { main.knight_white, main.knight_black }
local LEAPS = { { 1, 2 }, { 2, 1 }, { -1, 2 }, { -2, 1 }, { 1, -2 }, { 2, -1 }, { -1, -2 }, { -2, -1 } }
local MEN = {
	{ main.pawn_white, main.knight_white, main.bishop_white, main.rook_white, main.queen_white, main.king_white },
	{ main.pawn_black, main.knight_black, main.bishop_black, main.rook_black, main.queen_black, main.king_black },
}

local leap = {}

function leap.legal(seat)
	for from = 1, main.squares do
		for _, by in if main.at(from) == KNIGHT[seat] then LEAPS else {} do
			local to = main.square(main.row(from) + by[1], main.column(from) + by[2])
			if to > 0 and table.find(MEN[3 - seat], main.at(to)) then
				offer.leap(from, to)
			end
		end
	end
end

function leap.apply(seat, from, to)
	main.set(to, main.at(from))
	main.set(from, 0)
	note(false, true)
	turn.turn(seats.next(seat))
end

local castle_short, castle_long = {}, {}";
    let hooks: Edit<'_> =
        ("rules.lua", "\t\tcastle_long = castle_long,\n", "\t\tcastle_long = castle_long,\n\t\tleap = leap,\n");
    rules(
        "scripted-chess",
        &[rows, phase, verb, ("rules.lua", "local castle_short, castle_long = {}, {}", script), hooks],
    )
}

#[test]
fn captures_of_a_script_give_check_and_forbid_castling() {
    let mut host = knights();
    for (rows, expected) in [
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R", &[48, 2_039][..]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R", &[44, 1_486]),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", &[20, 400]),
    ] {
        let state = set_up(&mut host, rows, 0);
        assert_eq!(nodes(&mut host, &state, expected.len() as u32), expected, "{rows}");
    }
}

/// The squares that the king passes are empty; a script's capture counts there as on any other.
#[test]
fn a_knight_of_a_script_forbids_castling_through_its_squares() {
    let mut host = knights();
    for (rows, is_free) in [("4k3/8/8/8/8/6n1/8/4K2R", false), ("4k3/8/8/8/6n1/8/8/4K2R", true)] {
        let state = set_up(&mut host, rows, 0);
        assert_eq!(texts(&mut host, &state).contains(&"O-O".to_owned()), is_free, "{rows}");
    }
}

#[test]
fn a_king_without_moves_that_a_script_attacks_is_mated() {
    let mut host = knights();
    let mut state = set_up(&mut host, "6rk/6pp/8/6N1/8/8/8/K7", 0);
    act(&mut host, &mut state, "g5-f7");
    assert_eq!(state.ending().map(|n| host.game().pack().endings[n].name.as_str()), Some("mate"));
}

fn square(game: &Game, text: &str) -> Square {
    game.square_named(game.piece_board().unwrap(), text).unwrap()
}

/// Danger marks, and the shown moves of a piece, agree with the rules: a script's capture counts.
#[test]
fn marks_of_danger_mind_captures_of_scripts() {
    let mut host = knights();
    let game = host.game().clone();
    let square = |text: &str| square(&game, text);
    let king = set_up(&mut host, "4k3/8/8/8/8/5n2/8/R3K3", 0);
    assert_eq!(host.endangered(&king, Seat(0)).unwrap(), Some(square("e1")));
    assert_eq!(host.endangered(&king, Seat(1)).unwrap(), None);
    assert_eq!(host.game().endangered(&king, Seat(0)), None, "tables alone don't know of it");
    // The rook can't leave the king in danger, and the knight can take it on its square.
    assert_eq!(host.targets(&king, square("a1")).unwrap(), []);
    let knight: Vec<Square> = host.targets(&king, square("f3")).unwrap().iter().map(|target| target.square).collect();
    assert!(knight.contains(&square("e1")) && !knight.contains(&square("f4")), "{knight:?}");
}

/// A capture forbidden by a hook causes no danger, and isn't shown.
#[test]
fn marks_of_danger_mind_what_hooks_forbid() {
    let tame: Edit<'_> = (
        "rules.lua",
        "local castle_short, castle_long = {}, {}",
        "function capture.allow(seat, from, to) return main.row(from) == main.row(to) end\n\nlocal castle_short, castle_long = {}, {}",
    );
    let mut host = rules("scripted-chess", &[tame]);
    let game = host.game().clone();
    for (rows, expected) in [("3rk3/8/8/8/8/8/8/3K4", None), ("k7/8/8/8/8/8/8/3K3r", Some("d1"))] {
        let state = set_up(&mut host, rows, 0);
        assert_eq!(host.endangered(&state, Seat(0)).unwrap(), expected.map(|text| square(&game, text)), "{rows}");
    }
}

/// An action without a hook beside one whose hook changes the board.
#[test]
fn an_action_without_a_hook_is_judged_beside_one_with() {
    let change: Edit<'_> = (
        "rules.lua",
        "function move.after(seat, from, to, as)\n",
        "function move.after(seat, from, to, as)\n\tmain.set(to, main.at(to))\n",
    );
    let alone: Edit<'_> = ("rules.lua", "\t\tcapture = capture,\n", "");
    let mut host = rules("scripted-chess", &[change, alone]);
    let state = set_up(&mut host, "4r2k/8/8/8/8/8/3nR3/4K3", 0);
    let refused = "`e2xd2` is not allowed: it would leave your king in danger";
    assert_eq!(why(&mut host, &state, "e2xd2"), refused);
    let legal = texts(&mut host, &state);
    assert!(!legal.contains(&"e2xd2".to_owned()) && legal.contains(&"e2xe8".to_owned()), "{legal:?}");
}

/// A hook of an attacker that queries attacks itself is answered by the tables alone, which bounds the recursion.
#[test]
fn guards_that_ask_for_attacks_of_each_other_come_to_an_end() {
    let guard: Edit<'_> = (
        "rules.lua",
        "local capture = {}",
        "local capture = {}\n\nfunction capture.allow(seat, from)\n\treturn not main.attacked(from, seat) or \"afraid\"\nend",
    );
    let mut host = rules("scripted-chess", &[guard]);
    // The queen can't capture, as a pawn attacks her; the rook can.
    let state = set_up(&mut host, "7k/8/8/8/3p4/1K2q3/8/8", 0);
    assert!(!texts(&mut host, &state).is_empty());
    let state = set_up(&mut host, "7k/8/8/8/8/1K2q3/5P2/8", 0);
    assert!(texts(&mut host, &state).contains(&"b3-c3".to_owned()));
    let state = set_up(&mut host, "7k/8/8/8/8/1K2r3/8/8", 0);
    assert!(!texts(&mut host, &state).contains(&"b3-c3".to_owned()));
}

/// A hook that changes the match during a query of attacks is reported.
#[test]
fn hooks_of_attackers_only_ask() {
    let guard: Edit<'_> = (
        "rules.lua",
        "local capture = {}",
        "local capture = {}\n\nfunction capture.allow()\n\tquiet_for.set(7)\n\treturn true\nend",
    );
    let mut host = rules("scripted-chess", &[guard]);
    let rows = ".......k\n........\n........\n........\n........\n.K..r...\n........\n........";
    let cells = host.game().read_board(&SourceFile::new("board", rows)).unwrap();
    let fault = host.position(Some(&cells), None).unwrap_err().to_string();
    assert!(fault.contains("the match is changed") && fault.contains("`allow` of `capture`"), "{fault}");
}
