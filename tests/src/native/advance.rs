//! Advance's moves on a padded mailbox board: rows of twelve bytes, three of them off the board, so that steps, leaps
//! and shots need no column checks. Legality is tested by making a move, looking for attackers from the own general's
//! square, and unmaking it.

/// The distance of rows.
const ROW: i16 = 12;
/// The mailbox index of a9, after three rows and three columns of padding.
const FIRST: i16 = 3 * ROW + 3;

const EMPTY: u8 = 0;
const WALL: u8 = 0x40;
const OFF: u8 = 0x80;
/// The bits of the sides.
const SIDES: [u8; 2] = [0x10, 0x20];
const KIND: u8 = 0x0f;

const ZOMBIE: u8 = 1;
const BUILDER: u8 = 2;
const JESTER: u8 = 3;
const MINER: u8 = 4;
const SENTINEL: u8 = 5;
const CATAPULT: u8 = 6;
const DRAGON: u8 = 7;
const GENERAL: u8 = 8;
const LETTERS: &[u8] = b".zbjmscdg";

const STRAIGHT: [i16; 4] = [-ROW, ROW, -1, 1];
const AROUND: [i16; 8] = [-ROW, ROW, -1, 1, -ROW - 1, -ROW + 1, ROW - 1, ROW + 1];
const LEAPS: [i16; 8] = [-2 * ROW - 1, -2 * ROW + 1, 2 * ROW - 1, 2 * ROW + 1, -ROW - 2, -ROW + 2, ROW - 2, ROW + 2];
const SHOTS: [i16; 8] = [-3 * ROW, 3 * ROW, -3, 3, -2 * ROW - 2, -2 * ROW + 2, 2 * ROW - 2, 2 * ROW + 2];

/// The effect of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// To an empty square, or capturing.
    Go,
    Build,
    Swap,
    Convert,
    Shoot,
}

#[derive(Clone, Copy, Debug)]
struct Move {
    kind: Kind,
    from: u8,
    to: u8,
}

/// A position without the side to move.
#[derive(Clone, Debug)]
pub struct Advance {
    /// Indexed by bytes, so that accesses need no bounds checks.
    cells: [u8; 256],
    /// The squares of the generals; 0 for a side without one.
    generals: [u8; 2],
    /// The move stack of all plies under consideration.
    moves: Vec<Move>,
}

fn at(square: u8, way: i16) -> u8 {
    (i16::from(square) + way) as u8
}

impl Advance {
    /// Reads nine rows of a board file; anything but a piece or wall is empty.
    pub fn from_rows<T: AsRef<str>>(rows: &[T]) -> Self {
        let mut game = Self { cells: [OFF; 256], generals: [0; 2], moves: Vec::with_capacity(4096) };
        for (y, row) in rows.iter().take(9).enumerate() {
            for (x, letter) in row.as_ref().bytes().take(9).enumerate() {
                let square = (FIRST + ROW * y as i16 + x as i16) as u8;
                let side = usize::from(letter.is_ascii_lowercase());
                let kind = LETTERS.iter().position(|known| *known == letter.to_ascii_lowercase()).unwrap_or(0) as u8;
                game.cells[usize::from(square)] = match (letter, kind) {
                    (b'#', _) => WALL,
                    (_, 0) => EMPTY,
                    (_, kind) => kind | SIDES[side],
                };
                if kind == GENERAL {
                    game.generals[side] = square;
                }
            }
        }
        game
    }

    fn cell(&self, square: u8) -> u8 {
        self.cells[usize::from(square)]
    }

    fn is_protected(&self, square: u8, side: usize) -> bool {
        let sentinel = SENTINEL | SIDES[side];
        STRAIGHT.iter().any(|way| self.cell(at(square, *way)) == sentinel)
    }

    fn in_danger(&self, side: usize) -> bool {
        let general = self.generals[side];
        if general == 0 || self.is_protected(general, side) {
            return false;
        }
        let enemy = SIDES[1 - side];
        let forward = if side == 0 { -ROW } else { ROW };
        for way in [forward - 1, forward, forward + 1] {
            // A zombie attacks in the opposite direction.
            let near = self.cell(at(general, way));
            if near == ZOMBIE | enemy || (near == EMPTY && self.cell(at(general, 2 * way)) == ZOMBIE | enemy) {
                return true;
            }
        }
        for (n, way) in AROUND.iter().enumerate() {
            let mut square = at(general, *way);
            let mut cell = self.cell(square);
            if cell == BUILDER | enemy || cell == GENERAL | enemy {
                return true;
            }
            if n < 4 && cell == MINER | enemy {
                return true;
            }
            if cell != EMPTY {
                continue;
            }
            while cell == EMPTY {
                square = at(square, *way);
                cell = self.cell(square);
            }
            if cell == DRAGON | enemy || (n < 4 && cell == MINER | enemy) {
                return true;
            }
        }
        LEAPS.iter().any(|way| self.cell(at(general, *way)) == SENTINEL | enemy)
            || SHOTS.iter().any(|way| self.cell(at(general, *way)) == CATAPULT | enemy)
    }

    /// True if the contents of a square can be captured by the side.
    fn is_prey(&self, square: u8, side: usize) -> bool {
        let cell = self.cell(square);
        cell & SIDES[1 - side] != 0 && cell & KIND != GENERAL && !self.is_protected(square, 1 - side)
    }

    fn push(&mut self, kind: Kind, from: u8, to: u8) {
        self.moves.push(Move { kind, from, to });
    }

    fn go(&mut self, from: u8, to: u8, side: usize) {
        if self.cell(to) == EMPTY || self.is_prey(to, side) {
            self.push(Kind::Go, from, to);
        }
    }

    /// Adds the pseudolegal moves of a side.
    fn generate(&mut self, side: usize) {
        for row in 0..9 {
            for from in FIRST + ROW * row..FIRST + ROW * row + 9 {
                let from = from as u8;
                let cell = self.cell(from);
                if cell & SIDES[side] != 0 {
                    self.generate_from(cell & KIND, from, side);
                }
            }
        }
    }

    fn generate_from(&mut self, piece: u8, from: u8, side: usize) {
        match piece {
            ZOMBIE => {
                let forward = if side == 0 { -ROW } else { ROW };
                for way in [forward - 1, forward, forward + 1] {
                    let near = at(from, way);
                    self.go(from, near, side);
                    let far = at(near, way);
                    if self.cell(near) == EMPTY && self.is_prey(far, side) {
                        self.push(Kind::Go, from, far);
                    }
                }
            }
            BUILDER => {
                for way in AROUND {
                    let to = at(from, way);
                    self.go(from, to, side);
                    if self.cell(to) == EMPTY {
                        self.push(Kind::Build, from, to);
                    }
                }
            }
            JESTER => {
                for way in AROUND {
                    let to = at(from, way);
                    let cell = self.cell(to);
                    if cell == EMPTY {
                        self.push(Kind::Go, from, to);
                    } else if cell & SIDES[side] != 0 {
                        if cell & KIND != JESTER {
                            self.push(Kind::Swap, from, to);
                        }
                    } else if cell & SIDES[1 - side] != 0 && cell & KIND != GENERAL {
                        self.push(Kind::Convert, from, to);
                    }
                }
            }
            MINER => {
                for way in STRAIGHT {
                    let to = self.slide(from, way);
                    if self.cell(to) == WALL || self.is_prey(to, side) {
                        self.push(Kind::Go, from, to);
                    }
                }
            }
            SENTINEL => LEAPS.iter().for_each(|way| self.go(from, at(from, *way), side)),
            CATAPULT => {
                for way in STRAIGHT {
                    let to = at(from, way);
                    if self.cell(to) == EMPTY {
                        self.push(Kind::Go, from, to);
                    }
                }
                for way in SHOTS {
                    let to = at(from, way);
                    if self.is_prey(to, side) {
                        self.push(Kind::Shoot, from, to);
                    }
                }
            }
            DRAGON => {
                for way in AROUND {
                    let to = self.slide(from, way);
                    if to != at(from, way) && self.is_prey(to, side) {
                        self.push(Kind::Go, from, to);
                    }
                }
            }
            _ => AROUND.iter().for_each(|way| self.go(from, at(from, *way), side)),
        }
    }

    /// Adds the moves to empty squares in a direction; returns the first occupied square.
    fn slide(&mut self, from: u8, way: i16) -> u8 {
        let mut to = at(from, way);
        while self.cell(to) == EMPTY {
            self.push(Kind::Go, from, to);
            to = at(to, way);
        }
        to
    }

    /// Makes a move; returns the previous contents of its squares.
    fn make(&mut self, Move { kind, from, to }: Move, side: usize) -> (u8, u8) {
        let before = (self.cell(from), self.cell(to));
        let (from_cell, to_cell) = match kind {
            Kind::Go => (EMPTY, before.0),
            Kind::Build => (before.0, WALL),
            Kind::Swap => (before.1, before.0),
            Kind::Convert => (before.0, before.1 ^ SIDES[0] ^ SIDES[1]),
            Kind::Shoot => (before.0, EMPTY),
        };
        self.cells[usize::from(from)] = from_cell;
        self.cells[usize::from(to)] = to_cell;
        if before.0 & KIND == GENERAL {
            self.generals[side] = to;
        } else if kind == Kind::Swap && before.1 & KIND == GENERAL {
            self.generals[side] = from;
        }
        before
    }

    fn unmake(&mut self, Move { kind, from, to }: Move, side: usize, before: (u8, u8)) {
        self.cells[usize::from(from)] = before.0;
        self.cells[usize::from(to)] = before.1;
        if before.0 & KIND == GENERAL {
            self.generals[side] = from;
        } else if kind == Kind::Swap && before.1 & KIND == GENERAL {
            self.generals[side] = to;
        }
    }

    /// The number of move sequences of a length, with bulk counting at the last ply; side 0 is white.
    pub fn perft(&mut self, side: usize, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let begin = self.moves.len();
        self.generate(side);
        let end = self.moves.len();
        let mut nodes = 0;
        for n in begin..end {
            let taken = self.moves[n];
            let before = self.make(taken, side);
            if !self.in_danger(side) {
                nodes += if depth == 1 { 1 } else { self.perft(1 - side, depth - 1) };
            }
            self.unmake(taken, side, before);
        }
        self.moves.truncate(begin);
        nodes
    }
}
