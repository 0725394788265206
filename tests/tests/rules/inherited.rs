//! Games that extend chess: perft counts, as by python-chess 1.11, makruk as by Fairy-Stockfish, and endings.

use super::notation::at;
use super::{act, nodes, rules, set_up, texts};
use parlour_engine::rules::Rules;
use parlour_engine::state::State;
use parlour_engine::{Match, Words};

/// Games, positions and perft counts.
const COUNTS: [(&str, &str, &[u64]); 12] = [
    ("king-of-the-hill", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[20, 400, 8_902, 197_281]),
    ("king-of-the-hill", "rnbq1bnr/pppp1ppp/4k3/4p3/4P3/4K3/PPPP1PPP/RNBQ1BNR w - - 0 1", &[32, 965, 28_599, 835_858]),
    ("three-check", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[20, 400, 8_902, 197_281]),
    ("three-check", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", &[48, 2_039, 97_862]),
    ("crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", &[20, 400, 8_902, 197_281]),
    ("crazyhouse", "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq - 0 1", &[42, 1_347, 58_057]),
    ("crazyhouse", "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1", &[301, 75_353, 15_634_852]),
    ("antichess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", &[20, 400, 8_067, 153_299, 2_732_672]),
    ("antichess", "8/1p6/8/8/8/8/P7/8 w - - 0 1", &[2, 4, 4, 3, 1, 0]),
    ("antichess", "8/2p5/8/8/8/8/P7/8 w - - 0 1", &[2, 4, 4, 4, 4, 4]),
    ("antichess", "rnb1kbnr/p1ppp1pp/8/1p3p2/1P3P2/8/P1PPP1PP/RNB1KBNR w - - 0 1", &[20, 324, 4_111, 52_152]),
    ("makruk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", &[23, 529, 12_012, 273_026]),
];

fn counts(most: u64) {
    for (game, position, known) in COUNTS {
        let (mut host, state) = at(game, None, position).unwrap();
        // Trees that grow quickly are searched less deeply.
        let few = known.iter().filter(|&&count| count <= most).count();
        let depth = few.min(known.len());
        // Counts of depths beyond the end of all matches are omitted.
        let found = nodes(&mut host, &state, depth as u32);
        assert_eq!(found[..depth], known[..depth], "{game}: {position}");
    }
}

#[test]
fn the_trees_of_games_that_extend_chess_have_the_known_counts() {
    counts(200_000);
}

/// `cargo test --release -p parlour-tests games_that_extend_chess -- --ignored`
#[test]
#[ignore = "takes minutes without optimisation"]
fn the_known_counts_of_games_that_extend_chess_go_on_deeper() {
    counts(u64::MAX);
}

fn ending(host: &Rules, state: &State) -> Option<String> {
    host.game().ending_text(state)
}

#[test]
fn a_king_on_the_hill_has_won() {
    let mut host = rules("king-of-the-hill", &[]);
    for square in ["d4", "e4", "d5", "e5"] {
        let rows = if square.ends_with('4') { "7k/8/8/8/8/3K4/8/8" } else { "7k/8/8/8/8/8/8/8" };
        let rows =
            if square.ends_with('5') { rows.replacen("8/8/8/8/8/8/8", "8/3K4/8/8/8/8/8", 1) } else { rows.to_owned() };
        let mut state = set_up(&mut host, &rows, 0);
        let from = if square.ends_with('4') { "d3" } else { "d6" };
        act(&mut host, &mut state, &format!("{from}-{square}"));
        assert_eq!(ending(&host, &state).as_deref(), Some("white wins: the king is on the hill"), "{square}");
    }
    // A lone king can still walk there: two kings aren't a draw.
    let mut state = set_up(&mut host, "7k/8/8/8/8/8/8/K7", 0);
    act(&mut host, &mut state, "a1-b2");
    assert_eq!(ending(&host, &state), None);
}

#[test]
fn the_third_check_wins() {
    let mut host = rules("three-check", &[]);
    let mut state = set_up(&mut host, "4k3/8/8/8/8/8/8/K6R", 0);
    for text in ["h1-h8", "e8-e7", "h8-h7", "e7-e6", "a1-b1", "e6-e5"] {
        act(&mut host, &mut state, text);
        assert_eq!(ending(&host, &state), None, "{text}");
    }
    act(&mut host, &mut state, "h7-h5");
    assert_eq!(ending(&host, &state).as_deref(), Some("white wins: the third check"));
    // A piece besides the king can give check, so that only two bare kings are a draw.
    let mut state = set_up(&mut host, "4k3/8/8/8/8/8/8/KN6", 0);
    act(&mut host, &mut state, "a1-a2");
    assert_eq!(ending(&host, &state), None);
    let mut state = set_up(&mut host, "4k3/8/8/8/8/8/8/Kr6", 0);
    act(&mut host, &mut state, "a1xb1");
    assert_eq!(ending(&host, &state).as_deref(), Some("a draw: nobody has enough to checkmate"));
    // Checkmate by the third check is checkmate.
    let mut state = set_up(&mut host, "7k/8/6K1/8/8/8/8/R7", 0);
    act(&mut host, &mut state, "a1-a8");
    assert_eq!(ending(&host, &state).as_deref(), Some("white wins: checkmate"));
}

#[test]
fn losing_everything_wins_antichess() {
    let mut host = rules("antichess", &[]);
    // Who can capture must, with a king too.
    let state = set_up(&mut host, "8/8/8/8/8/1p6/2K5/7R", 0);
    assert_eq!(texts(&mut host, &state), ["c2xb3"]);
    let mut state = set_up(&mut host, "8/8/8/8/8/1p6/2K5/8", 0);
    act(&mut host, &mut state, "c2xb3");
    assert_eq!(ending(&host, &state).as_deref(), Some("black wins: no piece is left to lose"));
    let mut state = set_up(&mut host, "8/p7/P7/8/8/8/7P/8", 0);
    act(&mut host, &mut state, "h2-h3");
    assert_eq!(ending(&host, &state).as_deref(), Some("black wins: nothing can move"));
    // A pawn may become a king.
    let state = set_up(&mut host, "8/P7/8/8/8/8/8/7k", 0);
    assert!(texts(&mut host, &state).contains(&"a7-a8=king".to_owned()));
}

#[test]
fn what_is_captured_is_dropped_and_promoted_men_are_pawns() {
    let (mut host, mut state) = at("crazyhouse", None, "4k3/P7/8/8/8/8/8/r3K3[N] w - - 0 1").unwrap();
    // A check from afar can be blocked by a drop.
    assert!(texts(&mut host, &state).contains(&"knight@b1".to_owned()));
    act(&mut host, &mut state, "knight@b1");
    let written = |host: &Rules, state: &State| host.game().notation(state).unwrap();
    assert_eq!(written(&host, &state), "4k3/P7/8/8/8/8/8/rN2K3[] b - - 0 1");
    act(&mut host, &mut state, "a1xb1");
    assert_eq!(written(&host, &state), "4k3/P7/8/8/8/8/8/1r2K3[n] w - - 0 2");
    let (mut host, mut state) = at("crazyhouse", None, "1r2k3/P7/8/8/8/8/8/4K3[] w - - 0 1").unwrap();
    act(&mut host, &mut state, "a7xb8=Q~");
    assert_eq!(written(&host, &state), "1Q~2k3/8/8/8/8/8/8/4K3[R] b - - 0 1");
    // When captured, a promoted queen becomes a pawn, which can't be dropped on the first or the last row.
    let (mut host, mut state) = at("crazyhouse", None, "1Q~2k3/8/8/8/8/8/7K/1r6[] b - - 0 1").unwrap();
    act(&mut host, &mut state, "b1xb8");
    assert_eq!(written(&host, &state), "1r2k3/8/8/8/8/8/7K/8[p] w - - 0 2");
    act(&mut host, &mut state, "h2-h3");
    let drops = texts(&mut host, &state).into_iter().filter(|text| text.starts_with("pawn@")).count();
    assert_eq!(drops, 6 * 8 - 1);
    // Moves are parsed as people write them: a promoted queen is a queen.
    for (position, text, canonical) in [
        ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "axb8=Q", "a7xb8=Q~"),
        ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", "a7xb8=N~"),
        ("4k3/8/8/8/8/8/8/Q~3K3 w - - 0 1", "Qa4", "a1-a4"),
    ] {
        let (host, _) = at("crazyhouse", None, position).unwrap();
        let played = Match::with_host(host, 1, vec!["human".to_owned(); 2]).unwrap();
        let read = played.parse(text).unwrap();
        assert_eq!(played.game().action_text(&read), canonical, "{text}");
    }
    assert!(at("crazyhouse", None, "4k3/8/8/8/8/8/8/4K3[Q w - - 0 1").unwrap_err().contains("is not closed"));
}
