use super::*;
use crate::referee::testing::Random;

/// An empty board with some pieces: `"Ze2 zd3"` is a white zombie on e2 and a black one on d3.
pub(super) fn board(pieces: &str) -> Board {
    let mut board = Board { cells: [[EMPTY; SIZE]; SIZE] };
    for piece in pieces.split(' ').map(str::as_bytes) {
        let column = usize::from(piece[1] - b'a');
        let row = SIZE - usize::from(piece[2] - b'0');
        board.put(Square { row, column }, piece[0]);
    }
    board
}

/// The texts of white's legal moves, in order.
pub(super) fn texts(board: &Board) -> Vec<String> {
    let mut texts: Vec<String> = legal_moves(board, true).into_iter().map(|mv| mv.text).collect();
    texts.sort();
    texts
}

/// White's legal moves except plain steps.
fn deeds(pieces: &str) -> String {
    let mut texts = texts(&board(pieces));
    texts.retain(|text| !text.contains('-'));
    texts.join(" ")
}

fn after(pieces: &str, text: &str) -> Board {
    let moves = legal_moves(&board(pieces), true);
    moves.into_iter().find(|mv| mv.text == text).unwrap().after
}

#[test]
fn the_first_two_plies_count_43_and_1849_for_either_colour() {
    for white in [true, false] {
        assert_eq!(perft(&Board::start(), white, 0), 1);
        assert_eq!(perft(&Board::start(), white, 1), 43);
        assert_eq!(perft(&Board::start(), white, 2), 1849);
    }
}

#[test]
fn a_mirrored_board_has_the_same_perft_for_the_other_side() {
    let mut random = Random::new(7);
    let mut compared = 0;
    for _ in 0..20 {
        let (mut board, mut white) = (Board::start(), true);
        for ply in 0..60 {
            if ply % 15 == 14 {
                let sideways = Board {
                    cells: board.cells.map(|mut row| {
                        row.reverse();
                        row
                    }),
                };
                let count = perft(&board, white, 2);
                assert_eq!(count, perft(&board.mirrored(), !white, 2), "{:?}", board.rows());
                assert_eq!(count, perft(&sideways, white, 2), "{:?}", board.rows());
                compared += 1;
            }
            let moves = legal_moves(&board, white);
            if moves.is_empty() {
                break;
            }
            board = moves[random.below(moves.len())].after;
            white = !white;
        }
    }
    assert!(compared > 40);
    assert_eq!(Board::start().mirrored().mirrored(), Board::start());
}

#[test]
fn texts_are_unique_and_every_move_changes_the_board() {
    let mut random = Random::new(8);
    let (mut board, mut white) = (Board::start(), true);
    for _ in 0..150 {
        let moves = legal_moves(&board, white);
        let mut texts: Vec<&String> = moves.iter().map(|mv| &mv.text).collect();
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), moves.len());
        assert!(moves.iter().all(|mv| mv.after != board));
        assert!(moves.iter().all(|mv| Board::parse(&mv.after.rows()) == Ok(mv.after)));
        if moves.is_empty() {
            break;
        }
        board = moves[random.below(moves.len())].after;
        white = !white;
    }
}

#[test]
fn a_zombie_steps_to_three_squares_in_front() {
    assert_eq!(texts(&board("Zb2")), ["b2-a3", "b2-b3", "b2-c3"]);
    assert_eq!(texts(&board("Za2 #b3")), ["a2-a3"]);
    assert!(texts(&board("Ze9")).is_empty());
    assert_eq!(legal_moves(&board("ze9"), false).len(), 3);
    assert!(legal_moves(&board("ze1"), false).is_empty());
}

#[test]
fn a_zombie_leaps_over_an_empty_square_only_to_capture() {
    assert_eq!(deeds("Ze2 ze4 zc4 zg4"), "e2xc4 e2xe4 e2xg4");
    assert_eq!(deeds("Ze2 zd4 zf4 ze1 zc2 zd2"), "");
    assert_eq!(deeds("Ze2 ze4 #e3"), "");
    assert_eq!(deeds("Ze2 ze4 ze3"), "e2xe3");
    assert_eq!(deeds("Ze2 ze4 Je3"), "e3!e4 e3<>e2");
    assert_eq!(deeds("Ze2 Ze4 ge3"), "");
    assert_eq!(after("Ze2 ze4", "e2xe4"), board("Ze4"));
}

#[test]
fn a_builder_moves_captures_and_builds_on_8_squares() {
    assert_eq!(texts(&board("Bb2")).len(), 16);
    assert_eq!(deeds("Ba1 zb2 #a2 zc1"), "a1#b1 a1xb2");
    assert_eq!(after("Ba1", "a1#b2"), board("Ba1 #b2"));
}

#[test]
fn a_jester_swaps_and_converts_but_never_captures() {
    assert_eq!(deeds("Jb2 Zb3 Gc3 Jc1 za1 #c2"), "b2!a1 b2<>b3 b2<>c3");
    assert_eq!(deeds("Jb2 gc1"), "");
    assert_eq!(after("Jb2 Gc3", "b2<>c3"), board("Gb2 Jc3"));
    assert_eq!(after("Jb2 dc3", "b2!c3"), board("Jb2 Dc3"));
    assert_eq!(deeds("Jb2 jc3"), "b2!c3");
    assert_eq!(deeds("Jb2 zb3 sb4"), "b2!b3", "protection is none from conversion");
}

#[test]
fn a_miner_slides_straight_and_captures_walls() {
    assert_eq!(texts(&board("Me5")).len(), 16);
    assert_eq!(deeds("Me5 #e7 zb5 Zg5 ze2 ze1"), "e5xb5 e5xe2 e5xe7");
    assert_eq!(after("Me5 #e7", "e5xe7"), board("Me7"));
    assert_eq!(deeds("Me5 #e7 sd7"), "e5xe7", "walls are never protected");
}

#[test]
fn a_sentinel_leaps_and_protects_the_4_squares_beside_it() {
    assert_eq!(texts(&board("Se5 #e6 #f6")).len(), 8);
    assert_eq!(deeds("Se5 zf7 #d7"), "e5xf7");
    assert_eq!(deeds("Me5 ze7 sd7"), "", "protected");
    assert_eq!(deeds("Me5 ze7 sd8"), "e5xe7", "not diagonally");
    assert_eq!(deeds("Me5 ze7 Sd7"), "e5xe7", "not by an enemy");
    assert_eq!(deeds("Me5 se7"), "e5xe7", "not itself");
    assert_eq!(deeds("Me5 se7 se8"), "", "by another sentinel");
    assert_eq!(deeds("Ce5 ze8 sd8"), "", "from shots too");
}

#[test]
fn a_catapult_steps_in_4_directions_and_shoots_over_anything() {
    assert_eq!(texts(&board("Ce5")), ["e5-d5", "e5-e4", "e5-e6", "e5-f5"]);
    assert_eq!(deeds("Ce5 ze8 ze6 #e7 zg7 Cf6 zc3 zh5"), "e5*c3 e5*e8 e5*g7 e5*h5");
    assert_eq!(deeds("Ce5 zf5 zg5 zf6 gb5"), "");
    assert_eq!(deeds("Ce5 #e8 #g7"), "");
    assert_eq!(after("Ce5 ze8", "e5*e8"), board("Ce5"));
}

#[test]
fn a_dragon_captures_at_the_end_of_a_slide_but_not_beside_itself() {
    assert_eq!(texts(&board("De5")).len(), 32);
    assert_eq!(deeds("De5 ze7 zf6 zc3 #b5 za5 ze4"), "e5xc3 e5xe7");
}

#[test]
fn a_general_moves_and_captures_but_is_never_captured() {
    assert_eq!(texts(&board("Ge5")).len(), 8);
    assert_eq!(deeds("Ge5 ze6 jd4"), "e5xd4 e5xe6");
    assert_eq!(deeds("Me5 ge7"), "");
}

#[test]
fn danger_comes_from_every_piece_that_could_capture() {
    let endangered = |pieces| board(pieces).in_danger(true);
    for pieces in
        ["Ge5 zd6", "Ge5 ze7", "Ge5 be4", "Ge5 me9", "Ge5 sf7", "Ge5 ch5", "Ge5 cg7", "Ge5 de7", "Ge5 gf6", "Ge5 db8"]
    {
        assert!(endangered(pieces), "{pieces}");
    }
    for pieces in
        ["Ge5 ze4", "Ge5 ze7 #e6", "Ge5 jf5", "Ge5 me9 #e6", "Ge5 de6", "Ge5 cf5", "Ge5 me9 Se4", "me9 zd6", "Ge5 Me9"]
    {
        assert!(!endangered(pieces), "{pieces}");
    }
    assert!(board("Ge5 me9 ge1 Me2").in_danger(true), "a pinned piece still endangers");
}

#[test]
fn no_move_leaves_the_own_general_in_danger() {
    assert_eq!(texts(&board("Ga1 mb9 mh2")), Vec::<String>::new());
    assert_eq!(texts(&board("Ga1 ma9 Mb5 mh2")), ["a1-b1", "b5-a5"]);
    // The sentinel may leave the attacked general only to block; beside it the general is safe.
    assert_eq!(texts(&board("Ga1 Sb1 ma9 mh2")), ["a1-b2", "b1-a3"]);
    // Without a general there is no such restriction.
    assert_eq!(texts(&board("Sb1 ma9 mh2")).len(), 3);
}

#[test]
fn rows_that_are_no_board_are_refused() {
    assert_eq!(Board::parse(&START), Ok(Board::start()));
    assert_eq!(Board::start().rows(), START);
    assert_eq!(Board::parse(&START[1..]), Err(BoardError::Rows(8)));
    let with = |row: usize, text: &'static str| {
        let mut rows = START;
        rows[row] = text;
        Board::parse(&rows)
    };
    assert_eq!(with(4, "........"), Err(BoardError::Length { row: 5, length: 8 }));
    assert_eq!(with(4, "....q...."), Err(BoardError::Unknown { row: 5, character: 'q' }));
    assert_eq!(with(4, "....é..."), Err(BoardError::Unknown { row: 5, character: 'é' }));
    assert_eq!(with(4, "....g...."), Err(BoardError::Generals { white: false }));
}

#[test]
fn material_counts_all_but_generals() {
    assert_eq!(board("Za1 Bb1 Jc1 Md1 Se1 Cf1 Dg1 Gh1 zi9").material(true), 28);
    assert_eq!(Board::start().material(false), Board::start().material(true));
}
