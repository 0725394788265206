//! The moves that robots of each level may choose, by the rules' definition.

use super::{Board, Move, can_move, legal_moves};

/// A level of robots, by its lookahead; each level includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Any legal move.
    Four,
    /// A winning move, if any.
    Five,
    /// Otherwise the most material right after the move.
    Six,
    /// Among those, the most material after the opponent's answer and one more move.
    Seven,
}

/// The moves that a robot of a level may choose; none only if no move is legal. The turn limit is ignored.
pub fn acceptable(level: Level, board: &Board, white: bool) -> Vec<Move> {
    let legal = legal_moves(board, white);
    if level == Level::Four {
        return legal;
    }
    // Level 5: a winning move, after which the opponent has no legal move.
    let (wins, others): (Vec<Move>, Vec<Move>) = legal.into_iter().partition(|mv| !can_move(&mv.after, !white));
    if !wins.is_empty() {
        return wins;
    }
    if level == Level::Five {
        return others;
    }
    // Level 6: own minus enemy material right after the move.
    let best = best_by(others, |mv| balance(&mv.after, white));
    if level == Level::Six {
        return best;
    }
    best_by(best, |mv| prospect(&mv.after, white))
}

/// The prospects of a move at level 7, in ascending order: the opponent can win at once; the material after our next
/// move, minimized over the answers; a win at once after every answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Prospect {
    Loss,
    Material(i64),
    Win,
}

/// The prospects of `board`, on which the opponent answers as a level 6 player.
fn prospect(board: &Board, white: bool) -> Prospect {
    let answers = acceptable(Level::Six, board, !white);
    let after = answers.iter().map(|answer| {
        // All moves of level 6 are equal in this respect: each wins, or has this balance.
        let replies = acceptable(Level::Six, &answer.after, white);
        if replies.iter().any(|reply| !can_move(&reply.after, !white)) {
            return Prospect::Win;
        }
        let balances = replies.iter().map(|reply| balance(&reply.after, white));
        // Without a reply the answer has won; then all answers of level 6 win.
        balances.max().map_or(Prospect::Loss, Prospect::Material)
    });
    // Without an answer the opponent has lost already.
    after.min().unwrap_or(Prospect::Win)
}

/// The material balance.
fn balance(board: &Board, white: bool) -> i64 {
    board.material(white) - board.material(!white)
}

/// Those of the moves with the highest value.
fn best_by<T: Ord + Copy>(moves: Vec<Move>, value: impl Fn(&Move) -> T) -> Vec<Move> {
    let valued: Vec<(T, Move)> = moves.into_iter().map(|mv| (value(&mv), mv)).collect();
    let best = valued.iter().map(|(value, _)| *value).max();
    valued.into_iter().filter(|(value, _)| Some(*value) == best).map(|(_, mv)| mv).collect()
}

#[cfg(test)]
mod tests {
    use super::super::SIZE;
    use super::super::tests::{board, texts};
    use super::*;

    /// White wins at once by moving the builder on e7 up and to the left.
    const LEVEL_5: [&str; SIZE] = [
        "b#g.S.cmb",
        "M......sj",
        "..m.B..##",
        ".........",
        "........z",
        ".Jz.#....",
        "..Z#.z..#",
        "C..#z.JZB",
        ".G......s",
    ];

    /// The miner to the top row attacks the jester and the catapult at once.
    const LEVEL_7: [&str; SIZE] = [
        "..j....c.",
        ".........",
        "##b.g....",
        ".........",
        ".#.......",
        "#.#...#..",
        ".G#......",
        "#......##",
        ".....M...",
    ];

    fn accepted(level: Level, board: &Board) -> Vec<String> {
        acceptable(level, board, true).into_iter().map(|mv| mv.text).collect()
    }

    #[test]
    fn level_5_finds_the_winning_builder_move() {
        let board = Board::parse(&LEVEL_5).unwrap();
        assert!(!board.in_danger(true));
        for level in [Level::Five, Level::Six, Level::Seven] {
            assert_eq!(accepted(level, &board), ["e7-d8"]);
        }
        assert!(accepted(Level::Four, &board).len() > 1);
        let won = acceptable(Level::Five, &board, true)[0].after;
        assert!(won.in_danger(false) && !can_move(&won, false));
    }

    #[test]
    fn level_7_brings_the_miner_to_the_top_row() {
        let board = Board::parse(&LEVEL_7).unwrap();
        let all = texts(&board);
        assert_eq!(all.len(), 20);
        assert!(all.iter().all(|text| text.contains('-')));
        assert_eq!(accepted(Level::Six, &board).len(), 20);
        assert_eq!(accepted(Level::Seven, &board), ["f1-f9"]);
    }

    #[test]
    fn trapping_a_general_that_is_not_in_danger_wins_too() {
        let board = board("ga9 Mc8 Gd9");
        assert_eq!(accepted(Level::Five, &board), ["d9-c9"]);
        let won = acceptable(Level::Five, &board, true)[0].after;
        assert!(!won.in_danger(false) && !can_move(&won, false));
    }

    #[test]
    fn level_6_counts_a_conversion_twice_and_a_wall_not_at_all() {
        // Converting the zombie gains 2, capturing the other builder 2, the wall nothing.
        let mut found = accepted(Level::Six, &board("Jb2 zb3 Mh1 bh5 #a1"));
        found.sort();
        assert_eq!(found, ["b2!b3", "h1xh5"]);
        assert_eq!(accepted(Level::Six, &board("Jb2 zb3 Mh1 zh5")), ["b2!b3"]);
    }

    #[test]
    fn level_7_expects_the_worst_of_the_best_answers() {
        // The dragon takes the zombie and is taken by the miner.
        let one_answer = board("Mh5 Ze5 de9 zi9");
        assert_eq!(prospect(&one_answer, true), Prospect::Material(4 - 1));
        // The dragon may also take the other zombie, which is unprotected.
        let two_answers = board("Mh5 Ze5 Zb6 de9 zi9");
        assert_eq!(prospect(&two_answers, true), Prospect::Material(5 - 8));
    }

    #[test]
    fn level_7_sees_wins_at_once_of_either_side() {
        let lost = Board::parse(&LEVEL_5).unwrap().mirrored();
        assert_eq!(prospect(&lost, true), Prospect::Loss);
        // The zombie has only a4-a3, and the miner then takes the last black piece.
        assert_eq!(prospect(&board("Ma9 za4 #b3"), true), Prospect::Win);
        // With another answer that lets no win through, the win does not count.
        assert_eq!(prospect(&board("Ma9 za4"), true), Prospect::Material(3));
    }

    #[test]
    fn prospects_are_ordered_from_loss_to_win() {
        assert!(Prospect::Loss < Prospect::Material(-200));
        assert!(Prospect::Material(-200) < Prospect::Material(3));
        assert!(Prospect::Material(200) < Prospect::Win);
    }
}
