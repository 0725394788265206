//! Chess with en passant captures in three versions: by a script, as a row of tables whose hook removes the pawn, and
//! by a script that names the captured square. The counts are the published ones.

use super::{Edit, act, nodes, rules, set_up, texts, why};
use parlour_engine::rules::Rules;

const ROWS: &[Edit<'static>] = &[
    (
        "game.toml",
        "    { do = \"capture\", step = \"forward-diagonal\", becomes",
        "    { do = \"move\", verb = \"en_passant\", step = \"forward-diagonal\" },\n    \
         { do = \"capture\", step = \"forward-diagonal\", becomes",
    ),
    (
        "rules.lua",
        "function en_passant.legal(seat)
	local to = passed.get()
	if to == 0 then
		return
	end
	for side = -1, 1, 2 do
		local from = main.square(main.row(to) - FORWARD[seat], main.column(to) + side)
		if from > 0 and main.at(from) == PAWN[seat] then
			offer.en_passant(from, to)
		end
	end
end

function en_passant.apply(seat, from, to)
	main.set(from, 0)
	main.set(to, PAWN[seat])
	main.set(main.square(main.row(from), main.column(to)), 0)
	event.en_passant(seat, from, to)
	note(false, true)
	turn.turn(seats.next(seat))
end",
        "function en_passant.allow(_, _, to)
	return to == passed.get() or \"no pawn has just stepped over that square\"
end

function en_passant.after(_, from, to)
	main.set(main.square(main.row(from), main.column(to)), 0)
	note(false, true)
end",
    ),
];

const CAPTURES: &[Edit<'static>] = &[(
    "game.toml",
    "en_passant = { usage = \"{from:square}x{to:square} e.p.\", ",
    "en_passant = { usage = \"{from:square}x{to:square} e.p.\", captures = \"to\", ",
)];

/// The three versions, with names.
fn ways() -> [(&'static str, Rules); 3] {
    [("script", &[][..]), ("rows", ROWS), ("captures", CAPTURES)]
        .map(|(name, edits)| (name, rules("scripted-chess", edits)))
}

#[track_caller]
fn counts(rows: &str, expected: &[u64]) {
    for (way, mut host) in ways() {
        let state = set_up(&mut host, rows, 0);
        assert_eq!(nodes(&mut host, &state, expected.len() as u32), expected, "{way}, {rows}");
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

#[test]
fn the_start_has_its_known_counts() {
    counts(START, &[20, 400, 8_902]);
}

/// `cargo test --release -p parlour-tests rules::passing -- --ignored`
#[test]
#[ignore = "takes minutes without optimisation"]
fn the_start_has_its_known_counts_to_depth_5() {
    counts(START, &[20, 400, 8_902, 197_281, 4_865_609]);
}

/// An en passant capture removes two pawns from one row, which may uncover a rook.
#[test]
fn pins_along_a_row_that_two_pawns_leave_are_seen() {
    counts("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8", &[14, 191, 2_812, 43_238]);
}

#[test]
fn castling_promotion_and_checks_have_their_known_counts() {
    counts("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R", &[48, 2_039]);
    counts("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1", &[6, 264, 9_467]);
    counts("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R", &[44, 1_486]);
}

#[test]
#[ignore = "takes minutes without optimisation"]
fn castling_promotion_and_checks_have_their_known_counts_deeper() {
    counts("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R", &[48, 2_039, 97_862, 4_085_603]);
    counts("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1", &[6, 264, 9_467, 422_333]);
    counts("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R", &[44, 1_486, 62_379, 2_103_487]);
}

#[test]
fn what_a_row_s_hook_exposes_is_not_legal() {
    for (way, mut host) in ways() {
        let mut state = set_up(&mut host, "8/2p5/8/KP5r/8/8/8/7k", 1);
        act(&mut host, &mut state, "c7-c5");
        let passing = "b5xc6 e.p.";
        assert!(!texts(&mut host, &state).contains(&passing.to_owned()), "{way}");
        let expected = "`b5xc6 e.p.` is not allowed: it would leave your king in danger";
        assert_eq!(why(&mut host, &state, passing), expected, "{way}");
    }
}

/// The pawn that gives check can be captured en passant, though nothing lands on its square.
#[test]
fn taking_in_passing_can_end_a_check() {
    for (way, mut host) in ways() {
        let mut state = set_up(&mut host, "8/4p3/8/3P4/5K2/8/8/7k", 1);
        act(&mut host, &mut state, "e7-e5");
        let legal = texts(&mut host, &state);
        assert!(legal.contains(&"d5xe6 e.p.".to_owned()), "{way}: {legal:?}");
        assert!(!legal.contains(&"d5-d6".to_owned()), "{way}: {legal:?}");
    }
}

#[test]
fn only_the_pawn_that_has_just_stepped_is_taken() {
    let mut host = rules("scripted-chess", ROWS);
    let mut state = set_up(&mut host, "7k/2p5/8/1P6/8/8/8/K7", 1);
    act(&mut host, &mut state, "c7-c5");
    act(&mut host, &mut state, "a1-a2");
    act(&mut host, &mut state, "h8-h7");
    assert_eq!(why(&mut host, &state, "b5xc6 e.p."), "no pawn has just stepped over that square");
}
