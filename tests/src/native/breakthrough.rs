//! Breakthrough on the board of eight by eight.

use parlour_engine::chance::Generator;

/// The distance of rows, with a padding column on either side.
const ROW: usize = 10;
const SIZE: usize = 8;
const OFF: u8 = 3;

/// A match; seats are 0 (white, upwards) and 1.
#[derive(Clone, Debug)]
pub struct Breakthrough {
    /// In row-major order from the top: 0 for empty, a seat's number from 1, or off the board.
    cells: [u8; 128],
    /// The number of pawns of each seat.
    pawns: [u32; 2],
    seat: usize,
    plies: u32,
    winner: Option<usize>,
}

/// Moves of one kind.
struct Moves {
    list: [(u8, u8); 48],
    len: usize,
}

impl Moves {
    fn new() -> Self {
        Self { list: [(0, 0); 48], len: 0 }
    }

    fn push(&mut self, from: usize, to: usize) {
        self.list[self.len] = (from as u8, to as u8);
        self.len += 1;
    }
}

impl Default for Breakthrough {
    fn default() -> Self {
        let mut cells = [OFF; 128];
        for row in 0..SIZE {
            let pawn = [2, 2, 0, 0, 0, 0, 1, 1][row];
            cells[row * ROW + 1..row * ROW + 1 + SIZE].fill(pawn);
        }
        Self { cells, pawns: [16; 2], seat: 0, plies: 0, winner: None }
    }
}

impl Breakthrough {
    /// True if the match has ended.
    pub fn is_over(&self) -> bool {
        self.winner.is_some()
    }

    /// The seat that has won.
    pub fn winner(&self) -> Option<usize> {
        self.winner
    }

    /// The rows in the format of a board file.
    pub fn rows(&self) -> Vec<String> {
        let glyph = |cell: &u8| [".", "P", "p"][usize::from(*cell)];
        (0..SIZE).map(|row| self.cells[row * ROW + 1..row * ROW + 1 + SIZE].iter().map(glyph).collect()).collect()
    }

    /// Takes a random action: a move or a capture, then a random case of it.
    pub fn step(&mut self, policy: &mut Generator) {
        let (mut moves, mut captures) = (Moves::new(), Moves::new());
        let own = self.seat as u8 + 1;
        // From the pawn's perspective: ahead to the left, ahead, ahead to the right.
        let ways: [isize; 3] = if self.seat == 0 { [-11, -10, -9] } else { [11, 10, 9] };
        for row in 0..SIZE {
            for from in row * ROW + 1..row * ROW + 1 + SIZE {
                if self.cells[from & 127] != own {
                    continue;
                }
                for (n, way) in ways.into_iter().enumerate() {
                    let to = from.wrapping_add_signed(way) & 127;
                    let target = self.cells[to];
                    if target == 0 {
                        moves.push(from, to);
                    } else if n != 1 && target == 3 - own {
                        captures.push(from, to);
                    }
                }
            }
        }
        // The foremost pawn can always move: the squares diagonally ahead are empty or hold enemies.
        let both = moves.len > 0 && captures.len > 0;
        let captures_it = if both { policy.below(2) == 1 } else { captures.len > 0 };
        let among = if captures_it { &captures } else { &moves };
        let (from, to) = among.list[policy.below(among.len as u32) as usize];
        let (from, to) = (usize::from(from), usize::from(to));
        self.cells[from] = 0;
        self.cells[to] = own;
        self.pawns[1 - self.seat] -= u32::from(captures_it);
        self.plies += 1;
        let last = if self.seat == 0 { to < ROW } else { to >= (SIZE - 1) * ROW };
        if last || self.pawns[1 - self.seat] == 0 {
            self.winner = Some(self.seat);
        }
        self.seat = 1 - self.seat;
    }

    /// Plays to the end; returns the number of plies.
    pub fn playout(&mut self, policy: &mut Generator) -> u32 {
        while self.winner.is_none() {
            self.step(policy);
        }
        self.plies
    }
}
