//! Connect four on seven columns of six.

use parlour_engine::chance::Generator;

const COLUMNS: usize = 7;
const ROWS: usize = 6;

/// A match; seats are 0 and 1.
#[derive(Clone, Debug)]
pub struct ConnectFour {
    /// In row-major order from the bottom: 0 for empty, or a seat's number from 1. A margin of 3 surrounds the board.
    cells: [u8; 128],
    /// The number of discs in each column.
    heights: [u8; COLUMNS],
    seat: u8,
    plies: u32,
    over: bool,
    winner: Option<usize>,
}

/// The distance of rows, with the margin.
const ROW: usize = 8;
const FIRST: usize = ROW + 1;
const RIM: u8 = 3;

impl Default for ConnectFour {
    fn default() -> Self {
        let mut cells = [RIM; 128];
        for row in 0..ROWS {
            let begin = FIRST + row * ROW;
            cells[begin..begin + COLUMNS].fill(0);
        }
        Self { cells, heights: [0; COLUMNS], seat: 1, plies: 0, over: false, winner: None }
    }
}

impl ConnectFour {
    /// True if the match has ended.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The seat that has won.
    pub fn winner(&self) -> Option<usize> {
        self.winner
    }

    /// The rows in the format of a board file, the top row first.
    pub fn rows(&self) -> Vec<String> {
        let glyph = |cell: &u8| [".", "X", "O"][usize::from(*cell)];
        (0..ROWS)
            .rev()
            .map(|row| self.cells[FIRST + row * ROW..FIRST + row * ROW + COLUMNS].iter().map(glyph).collect())
            .collect()
    }

    /// Drops a disc into a random column.
    pub fn step(&mut self, policy: &mut Generator) {
        let mut open = [0; COLUMNS];
        let mut n = 0;
        for (column, height) in self.heights.iter().enumerate() {
            if usize::from(*height) < ROWS {
                open[n] = column;
                n += 1;
            }
        }
        let column = open[policy.below(n as u32) as usize];
        let square = FIRST + usize::from(self.heights[column]) * ROW + column;
        self.cells[square] = self.seat;
        self.heights[column] += 1;
        self.plies += 1;
        if self.is_won(square) {
            self.over = true;
            self.winner = Some(usize::from(self.seat) - 1);
        } else if self.plies == (COLUMNS * ROWS) as u32 {
            self.over = true;
        }
        self.seat = 3 - self.seat;
    }

    /// True if four in a row contain a square.
    fn is_won(&self, square: usize) -> bool {
        let own = self.cells[square];
        [1, ROW, ROW + 1, ROW - 1].into_iter().any(|way| {
            let mut row = 1;
            let mut next = square + way;
            while self.cells[next & 127] == own {
                row += 1;
                next += way;
            }
            let mut next = square - way;
            while self.cells[next & 127] == own {
                row += 1;
                next -= way;
            }
            row >= 4
        })
    }

    /// Plays to the end; returns the number of plies.
    pub fn playout(&mut self, policy: &mut Generator) -> u32 {
        while !self.over {
            self.step(policy);
        }
        self.plies
    }
}
