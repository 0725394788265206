//! Advance by its tables, compared with the referee's slow generator.

use parlour_engine::Words;
use parlour_engine::chance::Generator;
use parlour_engine::ids::{BoardId, Seat};
use parlour_engine::rules::Playout;
use parlour_tests::referee::advance_moves::{Board, legal_moves, perft};

use super::{host, legal_boards, position};

/// A random board: empty to crowded, with or without generals.
pub(super) fn random_board(random: &mut Generator) -> Board {
    let mut board = Board { cells: [[b'.'; 9]; 9] };
    let crowd = 4 + random.below(56);
    for square in 0..81 {
        if random.below(81) < crowd {
            let letters = b"zzzbbjjmmssccdd##";
            let letter = letters[random.below(letters.len() as u32) as usize];
            board.cells[square / 9][square % 9] =
                if random.below(2) == 0 { letter } else { letter.to_ascii_uppercase() };
        }
    }
    for general in [b'g', b'G'] {
        if random.below(8) > 0 {
            let square = random.below(81) as usize;
            board.cells[square / 9][square % 9] = general;
        }
    }
    board
}

#[test]
fn moves_are_those_of_the_referee_on_10000_random_positions() {
    let mut host = host("advance");
    let mut random = Generator::from_seed(20);
    for n in 0..10_000 {
        let board = random_board(&mut random);
        let white = random.below(2) == 0;
        let mut expected: Vec<_> =
            legal_moves(&board, white).into_iter().map(|played| (played.text, played.after.rows())).collect();
        let state = position(&mut host, &board.rows(), usize::from(!white));
        assert_eq!(state.is_over(), expected.is_empty(), "position {n}: {:#?}", board.rows());
        let mut found = legal_boards(&mut host, &state);
        let count = if state.is_over() { 0 } else { host.perft(&state, 1).unwrap().nodes[0] };
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "position {n}, white to move: {white}: {:#?}", board.rows());
        assert_eq!(count, expected.len() as u64);
        for (seat, white) in [(0, true), (1, false)] {
            let endangered = host.game().endangered(&state, Seat::from_index(seat)).is_some();
            assert_eq!(endangered, board.in_danger(white), "position {n}: {:#?}", board.rows());
        }
    }
}

#[test]
fn counts_are_those_of_the_referee_and_the_same_for_mirrored_boards() {
    let mut host = host("advance");
    let mut random = Generator::from_seed(21);
    let mut boards: Vec<Board> = (0..20).map(|_| random_board(&mut random)).collect();
    boards.push(Board::start());
    // Positions from play in which both sides still have many moves.
    for seed in 0..20 {
        let mut state = host.start(seed, &mut Vec::new()).unwrap();
        host.playout(&mut state, &mut random, Playout::ByVerb, 30 + 2 * seed as u32).unwrap();
        boards.push(Board::parse(&host.game().board_rows(&state, BoardId(0))).unwrap());
    }
    for board in boards {
        let state = position(&mut host, &board.rows(), 0);
        if state.is_over() {
            continue;
        }
        let nodes = host.perft(&state, 2).unwrap().nodes;
        assert_eq!(nodes, [perft(&board, true, 1), perft(&board, true, 2)], "{:#?}", board.rows());
        let mirrored = position(&mut host, &board.mirrored().rows(), 1);
        assert_eq!(host.perft(&mirrored, 2).unwrap().nodes, nodes, "{:#?}", board.rows());
    }
}
