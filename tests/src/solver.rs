//! Solver of connect four on the standard board.
//!
//! A board is two bitboards. A column has seven bits, the lowest row first, of which the seventh is always free, so
//! that lines don't wrap into the next column. The search visits the same positions as that of
//! `ai/robots/connect-four/lib/solve.lua`, so that it measures the effort of the robot; bitboards after Pascal Pons,
//! "Solving Connect Four" (2015).

use std::collections::BTreeMap;

/// Columns of the board.
pub const WIDTH: u32 = 7;
/// Rows of the board.
pub const HEIGHT: u32 = 6;

const TALL: u32 = HEIGHT + 1;
const COLUMN: u64 = (1 << HEIGHT) - 1;
const BOTTOM: u64 = 0x0000_0408_1020_4081;
const BOARD: u64 = BOTTOM * COLUMN;
/// Columns from the middle outwards, the usual move order.
pub const ORDER: [u32; 7] = [3, 2, 4, 1, 5, 0, 6];

/// A position, with the discs of the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    mine: u64,
    all: u64,
}

impl Position {
    /// The position after discs in these columns, the leftmost being 1; `None` for a missing or full column, or if the
    /// game was over before the last disc.
    pub fn after(columns: impl IntoIterator<Item = u32>) -> Option<Self> {
        columns.into_iter().try_fold(Self::default(), |position, column| {
            let column = column.checked_sub(1).filter(|&column| column < WIDTH)?;
            (!position.is_over()).then_some(position)?.drop(column)
        })
    }

    /// The position after a disc in a column, the leftmost being 0; `None` if that is full.
    pub fn drop(self, column: u32) -> Option<Self> {
        let square = self.free() & (COLUMN << (TALL * column));
        (square != 0).then(|| self.put(square))
    }

    /// Discs on the board.
    pub fn discs(self) -> u32 {
        self.all.count_ones()
    }

    /// True if the side that moved last has four in a row.
    pub fn is_over(self) -> bool {
        let other = self.mine ^ self.all;
        [1, TALL - 1, TALL, TALL + 1].into_iter().any(|step| {
            let pairs = other & (other >> step);
            pairs & (pairs >> (2 * step)) != 0
        })
    }

    /// A key shared by the position and its mirror image, and true if it is taken from the mirror image.
    pub fn key(self) -> (u64, bool) {
        let mirrored =
            |set: u64| (0..WIDTH).fold(0, |sum, n| (sum << TALL) | ((set >> (TALL * n)) & ((1 << TALL) - 1)));
        let (key, other) = (self.mine + self.all, mirrored(self.mine) + mirrored(self.all));
        (key.min(other), other < key)
    }

    fn put(self, square: u64) -> Self {
        Self { mine: self.mine ^ self.all, all: self.all | square }
    }

    /// The next free square of each column.
    fn free(self) -> u64 {
        (self.all + BOTTOM) & BOARD
    }

    /// Free squares that complete four in a row for a side, reachable or not.
    fn wins(self, discs: u64) -> u64 {
        let mut wins = (discs << 1) & (discs << 2) & (discs << 3);
        for step in [TALL - 1, TALL, TALL + 1] {
            let up = (discs << step) & (discs << (2 * step));
            wins |= up & (discs << (3 * step)) | up & (discs >> step);
            let down = (discs >> step) & (discs >> (2 * step));
            wins |= down & (discs >> (3 * step)) | down & (discs << step);
        }
        wins & (BOARD & !self.all)
    }
}

/// A transposition table entry: the key, then two bits each for the lower and the upper bound of the value, plus one.
#[derive(Clone, Copy)]
struct Known(u64);

impl Known {
    const NOTHING: Self = Self(u64::MAX);

    fn new(key: u64, least: i8, greatest: i8) -> Self {
        let two_bits = |value: i8| u64::from((value + 1).unsigned_abs());
        Self((key << 4) | (two_bits(least) << 2) | two_bits(greatest))
    }

    /// The bounds of the value, if the key matches.
    fn bounds(self, key: u64) -> Option<(i8, i8)> {
        let value = |bits: u64| (bits & 3) as i8 - 1;
        (self.0 >> 4 == key).then(|| (value(self.0 >> 2), value(self.0)))
    }
}

/// A solver with a transposition table.
pub struct Solver {
    table: Vec<Known>,
    /// The lines through each square.
    lines: BTreeMap<u64, Vec<u64>>,
    limit: u64,
    /// Visited positions.
    pub looked: u64,
}

impl Solver {
    /// A solver with a table of a number of entries of 8 bytes each.
    pub fn new(places: usize) -> Self {
        let mut lines: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        for square in (0..TALL * WIDTH).map(|n| 1_u64 << n) {
            for step in [1, TALL - 1, TALL, TALL + 1] {
                let line = (0..4).fold(0, |line, n| line | u128::from(square) << (n * step));
                if let Ok(line) = u64::try_from(line)
                    && line & !BOARD == 0
                {
                    (0..4).for_each(|n| lines.entry(square << (n * step)).or_default().push(line));
                }
            }
        }
        Self { table: vec![Known::NOTHING; places.max(1)], lines, limit: u64::MAX, looked: 0 }
    }

    /// The first winning column from the middle outwards, the leftmost being 0, if any; `None` beyond the node limit.
    pub fn winner(&mut self, position: Position, limit: u64) -> Option<Option<u32>> {
        let drops = || ORDER.into_iter().filter_map(|column| Some((column, position.drop(column)?)));
        if let Some((column, _)) = drops().find(|(_, after)| after.is_over()) {
            return Some(Some(column));
        }
        self.limit = self.looked.saturating_add(limit);
        for (column, after) in drops() {
            if self.value(after, -1, 0)? == -1 {
                return Some(Some(column));
            }
        }
        Some(None)
    }

    /// True if the side to move loses.
    pub fn is_lost(&mut self, position: Position) -> bool {
        self.limit = u64::MAX;
        position.is_over() || self.value(position, -1, 0) == Some(-1)
    }

    /// The value for the side to move, -1 to 1, by alpha-beta; `None` beyond the node limit.
    fn value(&mut self, position: Position, mut alpha: i8, mut beta: i8) -> Option<i8> {
        self.looked += 1;
        if self.looked > self.limit {
            return None;
        }
        let free = position.free();
        let threats = position.wins(position.mine ^ position.all);
        if position.wins(position.mine) & free != 0 {
            return Some(1);
        }
        let forced = free & threats;
        // Discs below a square that completes four for the other side are excluded.
        let sound = (if forced == 0 { free } else { forced }) & !(threats >> 1);
        if forced.count_ones() > 1 || forced != 0 && sound == 0 {
            return Some(-1);
        } else if position.discs() + 2 >= WIDTH * HEIGHT {
            return Some(0);
        }
        let key = position.mine + position.all;
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let place = ((hash * self.table.len() as u64) >> 32) as usize;
        let known = self.table[place].bounds(key);
        if let Some((least, greatest)) = known {
            alpha = alpha.max(least);
            beta = beta.min(greatest);
            if alpha >= beta {
                return Some(alpha);
            }
        }
        let mut moves: Vec<(usize, u64)> = Vec::with_capacity(7);
        for square in ORDER.into_iter().map(|column| sound & (COLUMN << (TALL * column))).filter(|&square| square != 0)
        {
            let makes = self.makes(position, square);
            let at = moves.iter().position(|&(other, _)| other < makes).unwrap_or(moves.len());
            moves.insert(at, (makes, square));
        }
        let (mut best, mut low) = (-1, alpha);
        for (_, square) in moves {
            best = best.max(-self.value(position.put(square), -beta, -low)?);
            low = low.max(best);
            if low >= beta {
                break;
            }
        }
        let (mut least, mut greatest) = known.unwrap_or((-1, 1));
        if best > alpha {
            least = least.max(best);
        }
        if best < beta {
            greatest = greatest.min(best);
        }
        self.table[place] = Known::new(key, least, greatest);
        Some(best)
    }

    /// The number of threats (three of four) that a disc would make.
    fn makes(&self, position: Position, square: u64) -> usize {
        let theirs = position.mine ^ position.all;
        let makes = |line: &&u64| **line & theirs == 0 && (**line & position.mine).count_ones() == 2;
        self.lines.get(&square).map_or(0, |lines| lines.iter().filter(makes).count())
    }
}
