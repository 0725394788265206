//! Positions on one line: FEN of chess and xiangqi, SFEN of shogi.

use std::sync::Arc;

use parlour_engine::game::Config;
use parlour_engine::play::Match;
use parlour_engine::rules::Rules;
use parlour_engine::scenario_of_notation;
use parlour_engine::state::State;

use super::{act, nodes};
use crate::packs::load;
use parlour_engine::Words;

/// A game at a position in its notation.
pub(super) fn at(name: &str, variant: Option<&str>, text: &str) -> Result<(Rules, State), String> {
    let pack = load(name);
    let config = Config { variant: variant.map(str::to_owned), ..Config::default() };
    let told = |faults: parlour_engine::diagnostic::Faults| faults.to_string();
    let scenario = scenario_of_notation(text, &pack, &config).map_err(told)?;
    let config = Config { scenario: Some(Arc::new(scenario)), ..config };
    let mut host = Rules::new(pack.configure(&config).map_err(told)?).map_err(told)?;
    let state = host.begin(1, &mut Vec::new()).map_err(told)?;
    Ok((host, state))
}

#[test]
fn positions_are_written_as_they_were_read() {
    for (name, variant, text) in [
        ("chess", None, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ("chess", None, "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 1"),
        ("chess", None, "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 37 1"),
        ("xiangqi", None, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"),
        ("shogi", None, "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"),
        ("shogi", None, "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"),
        ("shogi", None, "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 1"),
        ("shogi", Some("mini"), "rbsgk/4p/5/P4/KGSBR b - 1"),
    ] {
        let (host, state) = at(name, variant, text).unwrap();
        assert_eq!(host.game().notation(&state).unwrap(), text);
    }
}

/// After the end of a match the seat is written that would be to move.
#[test]
fn the_side_to_move_is_written_after_the_end() {
    for (name, text, action, after) in [
        ("chess", "7k/8/5KQ1/8/8/8/8/8 w - - 0 40", "g6-g7", "7k/6Q1/5K2/8/8/8/8/8 b - - 1 40"),
        ("chess", "7k/8/5KQ1/8/8/8/8/8 w - - 0 40", "f6-f7", "7k/5K2/6Q1/8/8/8/8/8 b - - 1 40"),
        ("atomic-chess", "k7/1p6/8/8/1R6/8/8/7K w - - 0 9", "b4xb7", "8/8/8/8/8/8/8/7K b - - 0 9"),
    ] {
        let (mut host, mut state) = at(name, None, text).unwrap();
        act(&mut host, &mut state, action);
        assert!(state.is_over(), "{action}");
        assert_eq!(host.game().notation(&state).unwrap(), after);
    }
    let mated = "4k4/9/4P4/9/9/9/9/9/4K4 b G 9";
    let (mut host, mut state) = at("shogi", None, mated).unwrap();
    act(&mut host, &mut state, "G*5b");
    let after = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 10";
    assert_eq!((state.is_over(), host.game().notation(&state).unwrap().as_str()), (true, after));
}

#[test]
fn moves_are_numbered_from_a_position_on() {
    for (name, text, action, after) in [
        ("chess", "4k3/8/8/8/8/8/8/R3K3 b - - 7 31", "e8-d7", "8/3k4/8/8/8/8/8/R3K3 w - - 8 32"),
        ("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 7 31", "e1-d1", "4k3/8/8/8/8/8/8/R2K4 b - - 8 31"),
        ("chess", "4k3/8/8/8/8/8/8/R3K3 b", "e8-d7", "8/3k4/8/8/8/8/8/R3K3 w Q - 1 2"),
        ("shogi", "4k4/9/9/9/9/9/9/9/4K4 w - 88", "5a4a", "5k3/9/9/9/9/9/9/9/4K4 b - 89"),
    ] {
        let (mut host, mut state) = at(name, None, text).unwrap();
        if text.split(' ').count() > 2 {
            assert_eq!(host.game().notation(&state).unwrap(), text);
        }
        act(&mut host, &mut state, action);
        assert_eq!(host.game().notation(&state).unwrap(), after);
    }
    let far = at("chess", None, "4k3/8/8/8/8/8/8/R3K3 w - - 0 2000000000").unwrap_err();
    assert!(far.contains("`2000000000` is too much"), "{far}");
}

#[test]
fn rights_and_squares_count() {
    let (mut host, state) =
        at("chess", None, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").unwrap();
    assert_eq!(nodes(&mut host, &state, 2), [48, 2_039]);
    let (mut host, state) = at("chess", None, "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 1").unwrap();
    assert_eq!(nodes(&mut host, &state, 1), [31]);
    let (mut host, mut state) = at("chess", None, "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1").unwrap();
    act(&mut host, &mut state, "O-O-O");
    assert_eq!(host.game().notation(&state).unwrap(), "4k3/8/8/8/8/8/8/2KR3R b - - 1 1");
}

/// The action denoted by a text in a match at a position.
fn read(name: &str, position: &str, text: &str) -> String {
    let (host, _) = at(name, None, position).unwrap();
    let played = Match::with_host(host, 1, vec!["human".to_owned(); 2]).unwrap();
    played.parse(text).map_or_else(|error| error.to_string(), |action| played.game().action_text(&action))
}

#[test]
fn moves_are_read_as_players_write_them() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let busy = "r3k2r/1P6/8/3pP3/2B5/5N2/8/R2NK2R w KQkq d6 0 1";
    for (position, text, action) in [
        (start, "e4", "e2-e4"),
        (start, "Nf3", "g1-f3"),
        (start, "a3!?", "a2-a3"),
        (busy, "exd6", "e5xd6 e.p."),
        (busy, "Bxd5", "c4xd5"),
        (busy, "Bd5", "c4xd5"),
        (busy, "bxa8=Q+", "b7xa8=queen"),
        (busy, "b8N", "b7-b8=knight"),
        (busy, "O-O", "O-O"),
        (busy, "Rg1", "h1-g1"),
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "Rhf1", "h1-f1"),
        ("4k3/8/8/8/R7/8/8/R3K3 w - - 0 1", "R1a3", "a1-a3"),
        ("4k3/8/8/8/R7/8/8/R3K3 w - - 0 1", "Ra3", "`Ra3` can mean `a4-a3` or `a1-a3`"),
    ] {
        assert_eq!(read("chess", position, text), action, "{text}");
    }
    let start = |text: &str| read("chess", start, text);
    assert!(start("Nd4").starts_with("no knight of yours reaches d4; possible: `b1-a3`"), "{}", start("Nd4"));
    assert!(start("Nd2").starts_with("no knight can go to d2: your own pawn stands on d2;"), "{}", start("Nd2"));
    assert_eq!(start("Qh5"), "no queen can go to h5: the pawn on e2 is in the way");
    let start = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 1";
    for (text, action) in
        [("P-2f", "2g2f"), ("Bx2b+", "8h2b+"), ("Bx2b", "8h2b"), ("G6i-7h", "6i7h"), ("8h-2b+", "8h2b+")]
    {
        assert_eq!(read("shogi", start, text), action, "{text}");
    }
}

/// The well-known position with 207 moves.
#[test]
fn a_position_of_shogi_has_its_known_count() {
    let text = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1";
    let (mut host, state) = at("shogi", None, text).unwrap();
    assert_eq!(nodes(&mut host, &state, 2), [207, 28_684]);
}

#[test]
fn what_is_wrong_is_told_with_its_column() {
    for (text, message) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w", "the board has 7 rows"),
        ("rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", "row 2 has 7 squares"),
        ("rnbqkbnr/pppppppp9999999999999999999999/8/8/8/8/PPPPPPPP/RNBQKBNR w", "row 2 has more than 8 squares"),
        ("rnbqkbnr/pppxpppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", "FEN:1:13: `x` doesn't stand for anything on a board"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x", "`x` is not the letter of a seat"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KX", "`X` means nothing here"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - e9", "`e9` is not a square"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - many", "`many` is not a number"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1 2", "`2` is too much"),
        ("rnbqkbnr/ppppkppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", "FEN:1:10: black has 2 pieces `king`"),
        ("7k/8/8/8/8/8/8/K6R w - - 255 300", "FEN:1:26: `quiet_for` is 255 (expected 0 to 100)"),
        ("7k/8/8/8/8/8/8/7R w - - 0 1", "FEN:1:1: white has no piece `king` on the board"),
        ("P6k/8/8/8/8/8/8/K7 w - - 0 1", "FEN:1:1: a piece `pawn` of white can't be on a8"),
        ("7k/8/8/8/8/8/8/K6P w - - 0 1", "FEN:1:16: a piece `pawn` of white can't be on h1"),
        ("7k/8/8/8/8/8/8/K6p w - - 0 1", "FEN:1:16: a piece `pawn` of black can't be on h1"),
        ("4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1", "FEN:1:24: `K` can't be: what was on h1 at the start isn't there"),
        ("4k3/8/8/8/8/8/8/R3K3 w - e3 0 1", "FEN:1:26: nothing has just passed over e3"),
        ("4k3/8/8/4p3/8/8/8/R3K3 b - e6 0 1", "nothing has just passed over e6"),
    ] {
        let told = at("chess", None, text).unwrap_err();
        assert!(told.contains(message), "{text}: {told}");
    }
    // The seat to move could capture the other king.
    for (name, text, message) in [
        (
            "chess",
            "4k3/8/8/8/8/8/8/K3R3 w - - 0 1",
            "FEN:1:1: white could take what stands on e8, and black is not to act",
        ),
        ("chess", "4k3/8/8/8/8/8/8/K3R3 b - - 0 1", ""),
        ("xiangqi", "4k4/9/9/9/9/9/9/9/4R4/3K5 w - - 0 1", "red could take what stands on e10"),
        ("atomic-chess", "4k3/8/8/8/8/8/8/K3R3 w - - 0 1", "white could take what stands on e8"),
        ("atomic-chess", "4k3/3K4/8/8/8/8/8/4R3 w - - 0 1", ""),
    ] {
        let told = at(name, None, text).err().unwrap_or_default();
        assert!(if message.is_empty() { told.is_empty() } else { told.contains(message) }, "{text}: {told}");
    }
    let told = at("shogi", None, "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b 2X 1").unwrap_err();
    assert!(told.contains("`X` doesn't begin with a piece"), "{told}");
    assert!(at("draughts", None, "8/8").unwrap_err().contains("has no notation of positions"));
}

/// Unreachable positions: too many pieces, on squares that they never reach, or in hand.
#[test]
fn impossible_positions_are_refused() {
    let reds = "rnbakabnr/9/1c5c1/p1p1p1p1p/9";
    for (name, variant, text, message) in [
        ("shogi", None, "4k4/9/9/9/4P4/4P4/9/9/4K4 b - 1", "black has a second piece `pawn` on the line of 5f"),
        ("shogi", None, "P3k4/9/9/9/9/9/9/9/4K4 b - 1", "a piece `pawn` of black can't be on 9a"),
        ("shogi", None, "4k4/N8/9/9/9/9/9/9/4K4 b - 1", "a piece `knight` of black can't be on 9b"),
        ("shogi", None, "4k4/9/9/9/9/9/9/9/l3K4 b - 1", "a piece `lance` of white can't be on 9i"),
        ("shogi", None, "4k4/9/9/9/9/9/9/9/4K4 b 19P 1", "there are 19 pieces `pawn` on the board and in hand"),
        ("shogi", None, "4k4/9/9/9/9/9/9/9/9 b K 1", "black can't have a piece `king` in hand"),
        ("shogi", None, "4k4/9/9/9/9/9/9/9/4K4 b +P 1", "black can't have a piece `tokin` in hand"),
        ("shogi", Some("mini"), "4k/5/5/5/K4 b 3P 1", "there are 3 pieces `pawn` on the board and in hand"),
        ("xiangqi", None, "4k4/9/9/9/9/9/9/3K5/9/9 w - - 0 1", ""),
        ("xiangqi", None, "4k4/9/9/9/9/9/3K5/9/9/9 w - - 0 1", "a piece `general` of red can't be on d4"),
        ("xiangqi", None, "4k4/9/9/9/9/9/9/9/9/A3K4 w - - 0 1", "a piece `advisor` of red can't be on a1"),
        ("xiangqi", None, "4k4/9/2B6/9/9/9/9/9/9/3K5 w - - 0 1", "a piece `elephant` of red can't be on c8"),
        ("xiangqi", None, "4k4/9/9/9/9/9/9/4P4/9/3K5 w - - 0 1", "a piece `soldier` of red can't be on e3"),
        ("xiangqi", None, "4k4/9/9/9/9/9/1P7/9/9/3K5 w - - 0 1", "a piece `soldier` of red can't be on b4"),
        ("xiangqi", None, "4k4/9/9/RRR6/9/9/9/9/9/3K5 w - - 0 1", "red has 3 pieces `rook`; a match has 2"),
        ("chess", None, "4k3/8/8/P7/8/P7/PPPPPPP1/4K3 w - - 0 1", "white has 9 pieces `pawn`; a match has 8"),
        (
            "chess",
            None,
            "4k3/8/QQQQ4/QQQQ4/Q7/8/PPPPPPPP/4K3 w - - 0 1",
            "white has 8 promoted pieces and 8 pawns; a match has 8 of both together",
        ),
        (
            "chess",
            None,
            "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/RNBQKBNR w - - 0 1",
            "white has 1 promoted piece and 8 pawns; a match has 8 of both together",
        ),
    ] {
        let told = at(name, variant, text).err().unwrap_or_default();
        assert!(if message.is_empty() { told.is_empty() } else { told.contains(message) }, "{text}: {told}");
    }
    // In WXF notation, and with EPD operations.
    let wxf = at("xiangqi", None, "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r").unwrap();
    let usual = at("xiangqi", None, &format!("{reds}/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1")).unwrap();
    assert_eq!(wxf.0.game().notation(&wxf.1), usual.0.game().notation(&usual.1));
    let epd = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; hmvc 7; fmvn 12; id \"a; b\";";
    let (host, state) = at("chess", None, epd).unwrap();
    assert_eq!(host.game().notation(&state).unwrap(), "4k3/8/8/8/8/8/8/4K2R w K - 7 12");
}

/// FIDE 9.2.3: an en passant square counts only if a capture there is possible.
#[test]
fn passing_counts_only_where_it_can_be_captured() {
    for (text, actions, after) in [
        ("4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7-d5", "-"),
        ("6k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7-d5", "d6"),
        ("8/8/8/8/4p3/8/R2P3k/K7 w - - 0 37", "d2-d4", "-"),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "", "-"),
        ("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "", "-"),
        ("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "", "d3"),
    ] {
        let (mut host, mut state) = at("chess", None, text).unwrap();
        if !actions.is_empty() {
            act(&mut host, &mut state, actions);
        }
        let written = host.game().notation(&state).unwrap();
        assert_eq!(written.split(' ').nth(3), Some(after), "{text}: {written}");
    }
}

/// A castling king has left its square: lines over it are open (Lichess, FICS).
#[test]
fn castling_passes_no_line_that_the_king_has_left() {
    for (text, action, is_legal) in [
        ("8/8/8/8/8/8/5k2/R3K2r w Q - 0 1", "O-O-O", false),
        ("8/8/8/8/8/8/3k4/r3K2R w K - 0 1", "O-O", false),
        ("r3k2R/5K2/8/8/8/8/8/8 b q - 0 1", "O-O-O", false),
        ("8/8/8/8/8/8/4k3/R3K2q w Q - 0 1", "O-O-O", true),
    ] {
        let (mut host, state) = at("atomic-chess", None, text).unwrap();
        let action = host.game().parse_action(action, None).unwrap();
        assert_eq!(host.check(&state, &action).is_ok(), is_legal, "{text}");
    }
}

/// FIDE 5.2.2: a position in which nobody can ever win is a draw at once, however it came about.
#[test]
fn dead_positions_are_over_at_once() {
    for (name, text, is_over) in [
        ("chess", "k7/8/8/8/8/8/8/K7 w - - 0 1", true),
        ("chess", "k7/8/8/8/8/8/8/KB6 w - - 0 1", true),
        ("chess", "k7/8/8/8/8/8/8/KR6 w - - 0 1", false),
        ("atomic-chess", "k7/8/8/8/8/8/8/K7 w - - 0 1", true),
        ("xiangqi", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", true),
        ("xiangqi", "4k4/9/9/9/9/9/9/P8/9/3K5 b - - 0 1", false),
    ] {
        let over = at(name, None, text).map(|(_, state)| state.is_over());
        assert_eq!(over.unwrap_or(false), is_over, "{name}: {text}");
    }
}
