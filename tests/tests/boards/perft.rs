//! Perft of composed boards of Advance: files of `fixtures/perft`, each with a title, nine rows, and the numbers of
//! sequences of 1, 2, 3 ... moves for either side. The counts are those of the referee's slow generator:
//! `PARLOUR_BLESS=1 cargo test --release -p parlour-tests boards::perft` updates them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use parlour_tests::referee::advance_moves::{Board, legal_moves, perft};

use super::{host, position};

const DEPTH: u32 = 3;

/// A file's heading, board, and counts for white and black.
struct Case {
    path: PathBuf,
    about: String,
    board: Board,
    counts: [Vec<u64>; 2],
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/perft");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(read).collect()
}

fn read(path: PathBuf) -> Case {
    let text = std::fs::read_to_string(&path).unwrap();
    let (about, rest) = text.split_once('\n').unwrap();
    let lines: Vec<&str> = rest.lines().collect();
    let board = Board::parse(&lines[..9]).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let counts = ["white", "black"].map(|side| {
        let line = lines[9..].iter().find_map(|line| line.strip_prefix(side)).unwrap_or("");
        line.split_whitespace().map(|n| n.parse().unwrap()).collect()
    });
    Case { about: about.to_owned(), board, counts, path }
}

fn bless(case: &Case) {
    let rows = case.board.rows().join("\n");
    let line = |white: bool| {
        let counts: Vec<String> = (1..=DEPTH).map(|depth| perft(&case.board, white, depth).to_string()).collect();
        counts.join(" ")
    };
    let text = format!("{}\n{rows}\nwhite {}\nblack {}\n", case.about, line(true), line(false));
    std::fs::write(&case.path, text).unwrap();
}

#[test]
fn composed_boards_count_as_recorded_and_mirrored_boards_alike() {
    let mut host = host("advance");
    for case in cases() {
        if std::env::var_os("PARLOUR_BLESS").is_some() {
            bless(&case);
            continue;
        }
        let mirrored = case.board.mirrored();
        for (seat, white) in [(0, true), (1, false)] {
            let name = format!("{}, white to move: {white}", case.path.display());
            let counts = &case.counts[seat];
            assert_eq!(counts.len(), DEPTH as usize, "{name}");
            assert_eq!(counts[..2], [1, 2].map(|depth| perft(&case.board, white, depth)), "{name}, by the referee");
            for (board, seat) in [(&case.board, seat), (&mirrored, 1 - seat)] {
                let state = position(&mut host, &board.rows(), seat);
                if state.is_over() {
                    assert!(counts.iter().all(|n| *n == 0), "{name}");
                } else {
                    assert_eq!(host.perft(&state, DEPTH).unwrap().nodes, *counts, "{name}");
                }
            }
        }
    }
}

/// The kinds of a board's legal moves, each as piece, sign and target: `J<>G` swaps a jester with a general.
fn deeds(board: &Board, found: &mut BTreeSet<String>) {
    for white in [true, false] {
        for played in legal_moves(board, white) {
            let text = &played.text;
            let at = |square: &str| {
                let bytes = square.as_bytes();
                char::from(board.cells[9 - usize::from(bytes[1] - b'0')][usize::from(bytes[0] - b'a')])
            };
            let (from, to) = (&text[..2], &text[text.len() - 2..]);
            let far = from.as_bytes()[1].abs_diff(to.as_bytes()[1]);
            let piece = at(from).to_ascii_uppercase();
            let target = at(to).to_ascii_uppercase();
            let leap = if piece == 'Z' && far == 2 { "leap" } else { "" };
            found.insert(format!("{piece}{leap}{}{target}", &text[2..text.len() - 2]));
        }
    }
}

#[test]
fn composed_boards_use_every_effect() {
    let mut found = BTreeSet::new();
    let (mut stuck, mut endangered, mut without) = (0, 0, 0);
    for case in cases() {
        deeds(&case.board, &mut found);
        for white in [true, false] {
            let general = if white { b'G' } else { b'g' };
            without += usize::from(!case.board.cells.concat().contains(&general));
            endangered += usize::from(case.board.in_danger(white));
            // The last counts are smaller if matches end earlier.
            let after = legal_moves(&case.board, white);
            stuck += after.iter().filter(|played| legal_moves(&played.after, !white).is_empty()).count();
        }
    }
    for deed in [
        "Z-.", "ZxZ", "ZleapxZ", "B-.", "BxZ", "B#.", "J-.", "J<>G", "J<>Z", "J<>S", "J!Z", "J!M", "J!J", "J!S", "J!D",
        "M-.", "MxZ", "Mx#", "S-.", "SxZ", "SxS", "C-.", "C*Z", "C*M", "C*S", "D-.", "DxZ", "DxD", "G-.", "GxZ",
    ] {
        assert!(found.contains(deed), "no board allows {deed}: {found:?}");
    }
    assert!(without >= 3 && endangered >= 6 && stuck >= 3, "{without}, {endangered}, {stuck}");
}
