//! Initial layouts of boards: symbols at fixed places, and others scattered at random.

use super::SquareSet;
use parlour_model::chance::Generator;
use parlour_model::diagnostic::{Code, Diagnostic};
use parlour_model::layout::BoardLayout;

/// The initial layout of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardStart {
    /// The fixed contents of each square, row by row: a symbol from 1, or 0.
    pub cells: Vec<u8>,
    /// The existing squares.
    pub there: SquareSet,
    /// The places where the initial rows have a blank.
    pub blank: SquareSet,
    /// Symbols, from 1, that are scattered over the other squares.
    pub loose: Vec<u8>,
    /// The most of those in any row and in any column.
    pub most_per_line: usize,
}

impl BoardStart {
    /// Distinct squares for the scattered symbols: empty ones, within the limit of any row and column. They are chosen
    /// one by one at random; augmenting paths move others where that gets stuck. The squares are as many as the
    /// symbols, or as many as there is room for.
    pub fn squares(&self, board: &BoardLayout, generator: &mut Generator) -> Vec<usize> {
        let mut lines = Lines {
            width: board.width,
            free: (0..).zip(&self.cells).map(|(n, &cell)| cell == 0 && self.there.contains(n)).collect(),
            used: vec![false; board.width * board.height],
            rows: vec![0; board.height],
            columns: vec![0; board.width],
            most: self.most_per_line,
        };
        let mut order: Vec<usize> = (0..lines.free.len()).filter(|&square| lines.free[square]).collect();
        generator.shuffle(&mut order);
        let mut count = 0;
        for &square in &order {
            if count < self.loose.len() && lines.has_room(square) {
                lines.take(square);
                count += 1;
            }
        }
        while count < self.loose.len() && lines.make_room() {
            count += 1;
        }
        let mut squares: Vec<usize> = (0..lines.used.len()).filter(|&square| lines.used[square]).collect();
        generator.shuffle(&mut squares);
        squares
    }

    /// The number of scattered symbols that there is room for.
    pub(crate) fn room(&self, board: &BoardLayout) -> usize {
        self.squares(board, &mut Generator::from_seed(0)).len()
    }
}

/// The chosen squares, and their number in each row and column.
struct Lines {
    width: usize,
    free: Vec<bool>,
    used: Vec<bool>,
    rows: Vec<usize>,
    columns: Vec<usize>,
    most: usize,
}

impl Lines {
    fn has_room(&self, square: usize) -> bool {
        self.rows[square / self.width] < self.most && self.columns[square % self.width] < self.most
    }

    fn take(&mut self, square: usize) {
        self.used[square] = true;
        self.rows[square / self.width] += 1;
        self.columns[square % self.width] += 1;
    }

    /// Adds one square by an augmenting path, as for a flow from rows to columns (Ford and Fulkerson 1956): from a row
    /// with room along squares to add and squares to remove to a column with room. False if there is none; then the
    /// choice has maximum size.
    fn make_room(&mut self) -> bool {
        let (width, height) = (self.width, self.rows.len());
        // For each row the removed square on the way to it, for each column the added square.
        let mut row_by: Vec<Option<usize>> = vec![None; height];
        let mut column_by: Vec<Option<usize>> = vec![None; width];
        let mut queue: Vec<usize> = (0..height).filter(|&row| self.rows[row] < self.most).collect();
        let mut reached: Vec<bool> = (0..height).map(|row| queue.contains(&row)).collect();
        let mut next = 0;
        while next < queue.len() {
            let row = queue[next];
            next += 1;
            for column in 0..width {
                let square = row * width + column;
                if !self.free[square] || self.used[square] || column_by[column].is_some() {
                    continue;
                }
                column_by[column] = Some(square);
                if self.columns[column] < self.most {
                    self.follow(column, &row_by, &column_by);
                    return true;
                }
                for other in (0..height).filter(|other| self.used[other * width + column]) {
                    if !std::mem::replace(&mut reached[other], true) {
                        row_by[other] = Some(other * width + column);
                        queue.push(other);
                    }
                }
            }
        }
        false
    }

    /// Adds and removes the squares of a path, from its last column back to its first row.
    fn follow(&mut self, last: usize, row_by: &[Option<usize>], column_by: &[Option<usize>]) {
        self.columns[last] += 1;
        let mut column = last;
        while let Some(taken) = column_by[column] {
            self.used[taken] = true;
            let row = taken / self.width;
            let Some(given_up) = row_by[row] else {
                self.rows[row] += 1;
                return;
            };
            self.used[given_up] = false;
            column = given_up % self.width;
        }
    }
}

/// The fault of symbols without room; `keys` are the settings that they depend on.
pub fn no_room(name: &str, board: &BoardLayout, start: &BoardStart, keys: &[&str]) -> Option<Diagnostic> {
    let room = start.room(board);
    let wanted = start.loose.len();
    if room >= wanted {
        return None;
    }
    let limit = if start.most_per_line < board.width.max(board.height) {
        format!(" with at most {} in any row and column", start.most_per_line)
    } else {
        String::new()
    };
    let message = format!(
        "{wanted} symbols can't be placed on the board `{name}` of {} x {}{limit}: there is room for {room}",
        board.width, board.height
    );
    let keys: Vec<String> = keys.iter().map(|key| format!("`{key}`")).collect();
    let help = if keys.is_empty() { String::new() } else { format!("it depends on {}", keys.join(", ")) };
    Some(Diagnostic::new(Code::NoRoom, message).help(help))
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_model::places::Places;

    fn board(width: usize, height: usize) -> BoardLayout {
        BoardLayout { offset: 0, width, height, places: Places::Squares, stacks: None }
    }

    /// A board with a symbol in its upper left corner.
    fn start(squares: usize, loose: usize, most_per_line: usize) -> BoardStart {
        let mut cells = vec![0; squares];
        cells[0] = 9;
        BoardStart {
            cells,
            there: SquareSet::first(squares),
            blank: SquareSet::EMPTY,
            loose: vec![1; loose],
            most_per_line,
        }
    }

    #[test]
    fn squares_keep_the_limits_even_when_they_are_tight() {
        // 3 x 3 without the upper left corner, two in every line: only few choices are left.
        for seed in 0..200 {
            let squares = start(9, 6, 2).squares(&board(3, 3), &mut Generator::from_seed(seed));
            assert_eq!(squares.len(), 6);
            assert!(!squares.contains(&0));
            for line in 0..3 {
                assert_eq!(squares.iter().filter(|&&square| square / 3 == line).count(), 2);
                assert_eq!(squares.iter().filter(|&&square| square % 3 == line).count(), 2);
            }
        }
    }

    #[test]
    fn room_is_what_the_limits_leave() {
        assert_eq!(start(9, 9, 3).room(&board(3, 3)), 8);
        assert_eq!(start(9, 9, 1).room(&board(3, 3)), 3);
        assert_eq!(start(144, 40, 3).room(&board(12, 12)), 36);
    }

    #[test]
    fn every_free_square_is_used_now_and_then() {
        let mut seen = [false; 25];
        for seed in 0..300 {
            for square in start(25, 8, 25).squares(&board(25, 1), &mut Generator::from_seed(seed)) {
                seen[square] = true;
            }
        }
        assert!(!seen[0] && seen[1..].iter().all(|&seen| seen));
    }
}
