//! Matches in PGN: what is read, what is written, and what is said of what can't be played.

use parlour_engine::chance::Generator;
use parlour_engine::diagnostic::{Faults, SourceFile};
use parlour_engine::game::Config;
use parlour_engine::pgn::Pgn;
use parlour_engine::play::Match;

use crate::packs::load;

/// P. Morphy against the Duke of Brunswick and Count Isouard, Paris 1858.
const OPERA: &str = r#"
[Event "Paris \"Opera\""]
[White "Morphy"]
[Result "1-0"]
% a line for programs
1. e4 e5 2. Nf3 d6 {a comment (with brackets} 3. d4 Bg4 $6 (3... exd4 4. Nxd4 (4. Qxd4 {)})) 4. dxe5 Bxf3
5. Qxf3 dxe5 6.Bc4 Nf6 7.Qb3! Qe7 8.Nc3 c6 9.Bg5 b5 ?! 10.Nxb5 cxb5 11.Bxb5+ Nbd7 12.0-0-0 Rd8 ; the end is near
13.Rxd7 Rxd7 14.Rd1 Qe6 15.Bxd7+ Nxd7 16.Qb8+ Nxb8 17.Rd8# 1-0
"#;

fn read(text: &str) -> Result<Match, Faults> {
    Pgn::read(&SourceFile::new("x.pgn", text)).map_err(Faults::from)?.play(&load("chess"), "human")
}

/// The moves as they are written, without the tags.
#[track_caller]
fn written(text: &str) -> String {
    let played = read(text).unwrap_or_else(|faults| panic!("{faults}"));
    let pgn = played.pgn().unwrap().unwrap();
    pgn.split_once("\n\n").unwrap().1.trim_end().to_owned()
}

#[test]
fn a_famous_match_is_read_and_written() {
    let pgn = Pgn::read(&SourceFile::new("x.pgn", OPERA)).unwrap();
    assert_eq!(pgn.tag("Event"), Some("Paris \"Opera\""));
    let lines = "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8.\n\
                 Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14.\n\
                 Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0";
    assert_eq!(written(OPERA), lines);
}

/// The least that tells one piece from the others: its file, else its rank, else its square. Pawns that capture have their
/// file, and a pinned knight is no other.
#[test]
fn a_move_is_written_so_that_it_is_one() {
    for (position, moves) in [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "1. Rf1 *"),
        ("4k3/8/8/8/8/4K3/8/R6R w - - 0 1", "1. Rad1 *"),
        ("4k3/8/8/R7/8/4K3/8/R7 w - - 0 1", "1. R1a3 *"),
        ("6k1/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "1. Qh4e1 *"),
        ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "1. Ne2 *"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "1. exd6 *"),
        ("8/P6k/8/8/8/8/8/4K3 w - - 0 1", "1. a8=N 1/2-1/2"),
        ("4k3/8/8/8/8/8/8/4K2R b K - 0 1", "1... Kd7 2. O-O *"),
        ("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "1. Qg7# 1-0"),
        ("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "1. Kf7 1/2-1/2"),
    ] {
        assert_eq!(written(&format!("[FEN \"{position}\"]\n{moves}")), moves, "{position}");
    }
}

#[test]
fn what_is_written_is_read_as_the_same_match() {
    let game = load("chess").configure(&Config::default()).unwrap();
    for seed in 0..2 {
        let (mut generator, players) = (Generator::from_seed(seed), vec!["human".to_owned(); 2]);
        let mut played = Match::new(game.clone(), 0, players).unwrap();
        while played.decision().is_some() && played.steps().len() < 120 {
            let n = generator.below(played.legal().len() as u32) as usize;
            played.act(&played.legal().get(&game, n)).unwrap();
        }
        let text = played.pgn().unwrap().unwrap();
        let again = read(&text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
        assert_eq!(again.record(), played.record(), "{text}");
    }
}

#[test]
fn what_is_wrong_is_told_at_its_place() {
    for (text, told) in [
        (
            "1. e4 e5 2. Ke3",
            "x.pgn:1:13: move 2, `Ke3`, can't be played (no king of yours reaches e3; possible: `e1-e2`)",
        ),
        (
            "1. f3 e5 2. g4 Qh4# 3. e4",
            "x.pgn:1:24: move 3, `e4`, can't be played (the match is over: black wins: checkmate)",
        ),
        ("[White \"A", "x.pgn:1:1: this tag is not closed"),
        ("[White]", "x.pgn:1:1: this is not a tag"),
        ("1. e4 {x", "x.pgn:1:7: there is no `}` for this"),
        ("1. e4 (x {)}", "x.pgn:1:7: there is no `)` for this"),
        ("1. e4 ] e5", "x.pgn:1:7: `]` means nothing here"),
        ("1. e4 * e5", "x.pgn:1:9: here another match begins (expected a file with one match)"),
        ("1. e4\n[White \"A\"]", "x.pgn:2:1: here another match begins"),
        ("[Variant \"Atomic\"]", "x.pgn:1:1: the variant `Atomic` of Chess is not known"),
        ("[FEN \"8/8 w\"]", "FEN:1:1: the board has 2 rows"),
        ("1. é4", "x.pgn:1:4: move 1, `é4`, can't be played"),
    ] {
        let fault = read(text).err().unwrap_or_else(|| panic!("`{text}` is read")).to_string();
        assert!(fault.starts_with(told), "`{text}`: {fault}");
    }
    let game = load("xiangqi").configure(&Config::default()).unwrap();
    let other = Match::new(game, 0, vec!["human".to_owned(); 2]).unwrap();
    assert_eq!(other.pgn().unwrap(), None);
    let fault = Pgn::read(&SourceFile::new("x.pgn", "")).unwrap().play(&load("xiangqi"), "human").unwrap_err();
    assert!(fault.to_string().contains("matches of Xiangqi are not written in PGN"), "{fault}");
}
