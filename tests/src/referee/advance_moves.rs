//! Advance, slow and simple: boards, legal moves, danger, perft, and the moves that robots of each level may choose.
//!
//! Every rule is a predicate of two squares, evaluated for all pairs. There is no incremental state that could become
//! inconsistent; it is written for correctness, not for speed.

use std::fmt;

mod levels;

pub use levels::{Level, acceptable};

/// Rows and columns of the board.
pub const SIZE: usize = 9;

/// The rows of the board at the start.
pub const START: [&str; SIZE] = [
    "mjdsgscjm",
    "bzzzzzzzb",
    ".........",
    ".........",
    ".........",
    ".........",
    ".........",
    "BZZZZZZZB",
    "MJCSGSDJM",
];

const EMPTY: u8 = b'.';
const WALL: u8 = b'#';

/// A position without the side to move: rows from the top, as in a board file. Upper case is
/// white, which moves towards the first row; `.` is empty, `#` a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The characters of the board file.
    pub cells: [[u8; SIZE]; SIZE],
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The canonical text, such as `e2xe3`.
    pub text: String,
    /// The board after the move.
    pub after: Board,
}

/// The fault of a board's rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// A number of rows other than nine.
    Rows(usize),
    /// A row, counted from 1, with a number of characters other than nine.
    Length {
        /// The row, counted from 1 at the top.
        row: usize,
        /// Its number of characters.
        length: usize,
    },
    /// An unknown character.
    Unknown {
        /// The row, counted from 1 at the top.
        row: usize,
        /// The character.
        character: char,
    },
    /// More than one general of a side.
    Generals {
        /// True for white.
        white: bool,
    },
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::Rows(rows) => write!(f, "{rows} rows instead of {SIZE}"),
            BoardError::Length { row, length } => {
                write!(f, "row {row} has {length} characters instead of {SIZE}")
            }
            BoardError::Unknown { row, character } => {
                write!(f, "row {row} has the unknown character {character:?}")
            }
            BoardError::Generals { white } => {
                write!(f, "more than one {} general", if *white { "white" } else { "black" })
            }
        }
    }
}

impl std::error::Error for BoardError {}

/// A square; row 0 is the top row, column 0 the left one.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Square {
    row: usize,
    column: usize,
}

impl Square {
    fn all() -> impl Iterator<Item = Square> {
        (0..SIZE * SIZE).map(|n| Square { row: n / SIZE, column: n % SIZE })
    }

    /// The displacement to another square in rows and columns; down and right are positive.
    fn to(self, other: Square) -> (isize, isize) {
        let far = |from: usize, to: usize| to as isize - from as isize;
        (far(self.row, other.row), far(self.column, other.column))
    }

    /// The square at a displacement; `None` off the board.
    fn at(self, (rows, columns): (isize, isize)) -> Option<Square> {
        let row = self.row.checked_add_signed(rows).filter(|row| *row < SIZE)?;
        let column = self.column.checked_add_signed(columns).filter(|column| *column < SIZE)?;
        Some(Square { row, column })
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = char::from(b'a' + self.column as u8);
        write!(f, "{file}{}", SIZE - self.row)
    }
}

/// The kinds of move, each with its sign in the notation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Step,
    Capture,
    Build,
    Swap,
    Convert,
    Shoot,
}

const KINDS: [Kind; 6] = [Kind::Step, Kind::Capture, Kind::Build, Kind::Swap, Kind::Convert, Kind::Shoot];

impl Kind {
    fn sign(self) -> &'static str {
        match self {
            Kind::Step => "-",
            Kind::Capture => "x",
            Kind::Build => "#",
            Kind::Swap => "<>",
            Kind::Convert => "!",
            Kind::Shoot => "*",
        }
    }
}

impl Board {
    /// The board at the start.
    pub fn start() -> Board {
        Board { cells: START.map(|row| std::array::from_fn(|column| row.as_bytes()[column])) }
    }

    /// Reads the nine rows of a board, the top one first.
    ///
    /// # Errors
    /// The first fault.
    pub fn parse<T: AsRef<str>>(rows: &[T]) -> Result<Board, BoardError> {
        if rows.len() != SIZE {
            return Err(BoardError::Rows(rows.len()));
        }
        let mut cells = [[EMPTY; SIZE]; SIZE];
        for (index, row) in rows.iter().enumerate() {
            let (row, number) = (row.as_ref(), index + 1);
            if let Some(character) = row.chars().find(|c| !".#zbjmscdgZBJMSCDG".contains(*c)) {
                return Err(BoardError::Unknown { row: number, character });
            }
            if row.len() != SIZE {
                return Err(BoardError::Length { row: number, length: row.len() });
            }
            cells[index].copy_from_slice(row.as_bytes());
        }
        let board = Board { cells };
        for white in [true, false] {
            let general = if white { b'G' } else { b'g' };
            if board.squares_of(white).filter(|square| board.on(*square) == general).count() > 1 {
                return Err(BoardError::Generals { white });
            }
        }
        Ok(board)
    }

    /// The nine rows, the top one first.
    pub fn rows(&self) -> Vec<String> {
        self.cells.iter().map(|row| row.iter().copied().map(char::from).collect()).collect()
    }

    /// The board rotated by 180 degrees with the colours exchanged: the same position for the other side.
    pub fn mirrored(&self) -> Board {
        let mut cells = self.cells;
        cells.reverse();
        for cell in cells.iter_mut().flatten() {
            *cell = if cell.is_ascii_uppercase() { cell.to_ascii_lowercase() } else { cell.to_ascii_uppercase() };
        }
        Board { cells }
    }

    /// The sum of the scores of a side's pieces.
    pub fn material(&self, white: bool) -> i64 {
        self.squares_of(white).map(|square| score(self.on(square))).sum()
    }

    /// True if a side's general is attacked, by the capture rules of any piece. A side without a general is never in
    /// danger.
    pub fn in_danger(&self, white: bool) -> bool {
        let general = if white { b'G' } else { b'g' };
        let Some(general) = Square::all().find(|square| self.on(*square) == general) else {
            return false;
        };
        !self.is_protected(general)
            && self.squares_of(!white).any(|from| self.takes(from, general) || self.shoots(from, general))
    }

    fn on(&self, square: Square) -> u8 {
        self.cells[square.row][square.column]
    }

    fn put(&mut self, square: Square, cell: u8) {
        self.cells[square.row][square.column] = cell;
    }

    fn squares_of(&self, white: bool) -> impl Iterator<Item = Square> {
        Square::all().filter(move |square| belongs(self.on(*square), white))
    }

    /// True if a sentinel of its own side is orthogonally adjacent to a piece.
    fn is_protected(&self, square: Square) -> bool {
        let sentinel = if self.on(square).is_ascii_uppercase() { b'S' } else { b's' };
        [(-1, 0), (1, 0), (0, -1), (0, 1)]
            .into_iter()
            .filter_map(|way| square.at(way))
            .any(|beside| self.on(beside) == sentinel)
    }

    /// True if the piece on `from` can move to an empty `to`.
    fn steps(&self, from: Square, to: Square) -> bool {
        let way = from.to(to);
        match self.on(from).to_ascii_uppercase() {
            b'Z' => is_in_front(self.on(from), way, 1),
            b'B' | b'J' | b'G' => king_distance(way) == 1,
            b'M' => is_straight(way) && self.is_clear(from, to),
            b'S' => is_knight_leap(way),
            b'C' => is_straight(way) && king_distance(way) == 1,
            b'D' => (is_straight(way) || is_diagonal(way)) && self.is_clear(from, to),
            _ => false,
        }
    }

    /// True if the piece on `from` can capture an enemy by moving to `to`.
    fn takes(&self, from: Square, to: Square) -> bool {
        let way = from.to(to);
        match self.on(from).to_ascii_uppercase() {
            b'Z' => {
                is_in_front(self.on(from), way, 1) || (is_in_front(self.on(from), way, 2) && self.is_clear(from, to))
            }
            b'J' | b'C' => false,
            b'D' => king_distance(way) > 1 && self.steps(from, to),
            _ => self.steps(from, to),
        }
    }

    /// True if the piece on `from` can remove an enemy on `to` without moving.
    fn shoots(&self, from: Square, to: Square) -> bool {
        let (rows, columns) = from.to(to);
        let far = (rows.abs(), columns.abs());
        self.on(from).eq_ignore_ascii_case(&b'C') && matches!(far, (3, 0) | (0, 3) | (2, 2))
    }

    /// True if all squares between two on a line are empty.
    fn is_clear(&self, from: Square, to: Square) -> bool {
        let (rows, columns) = from.to(to);
        let far = king_distance((rows, columns));
        (1..far).all(|n| {
            from.at((rows.signum() * n, columns.signum() * n)).is_some_and(|between| self.on(between) == EMPTY)
        })
    }

    /// True if a kind of move is pseudolegal for the piece on `from`, towards `to`.
    fn allows(&self, kind: Kind, from: Square, to: Square) -> bool {
        let (piece, target) = (self.on(from), self.on(to));
        let white = piece.is_ascii_uppercase();
        let is_general = target.eq_ignore_ascii_case(&b'G');
        let is_enemy = belongs(target, !white);
        let is_prey = is_enemy && !is_general && !self.is_protected(to);
        let adjoins = king_distance(from.to(to)) == 1;
        let is_jester = piece.eq_ignore_ascii_case(&b'J');
        match kind {
            Kind::Step => target == EMPTY && self.steps(from, to),
            Kind::Capture => {
                let is_wall_for_miner = target == WALL && piece.eq_ignore_ascii_case(&b'M');
                (is_prey || is_wall_for_miner) && self.takes(from, to)
            }
            Kind::Build => piece.eq_ignore_ascii_case(&b'B') && target == EMPTY && adjoins,
            Kind::Swap => {
                let is_other_jester = target.eq_ignore_ascii_case(&b'J');
                is_jester && belongs(target, white) && !is_other_jester && adjoins
            }
            Kind::Convert => is_jester && is_enemy && !is_general && adjoins,
            Kind::Shoot => is_prey && self.shoots(from, to),
        }
    }

    /// The board after a move.
    fn after(&self, kind: Kind, from: Square, to: Square) -> Board {
        let (piece, target) = (self.on(from), self.on(to));
        let mut board = *self;
        match kind {
            Kind::Step | Kind::Capture => {
                board.put(from, EMPTY);
                board.put(to, piece);
            }
            Kind::Build => board.put(to, WALL),
            Kind::Swap => {
                board.put(from, target);
                board.put(to, piece);
            }
            Kind::Convert if target.is_ascii_uppercase() => {
                board.put(to, target.to_ascii_lowercase());
            }
            Kind::Convert => board.put(to, target.to_ascii_uppercase()),
            Kind::Shoot => board.put(to, EMPTY),
        }
        board
    }

    /// All legal moves, lazily.
    fn moves(&self, white: bool) -> impl Iterator<Item = (Kind, Square, Square, Board)> {
        let pairs = self
            .squares_of(white)
            .flat_map(|from| Square::all().map(move |to| (from, to)))
            .filter(|(from, to)| from != to);
        pairs
            .flat_map(|(from, to)| KINDS.map(|kind| (kind, from, to)))
            .filter(|(kind, from, to)| self.allows(*kind, *from, *to))
            .map(|(kind, from, to)| (kind, from, to, self.after(kind, from, to)))
            .filter(move |(.., after)| !after.in_danger(white))
    }
}

/// All legal moves of a side, in no particular order.
pub fn legal_moves(board: &Board, white: bool) -> Vec<Move> {
    let moves = board.moves(white);
    moves.map(|(kind, from, to, after)| Move { text: format!("{from}{}{to}", kind.sign()), after }).collect()
}

/// True if a side has a legal move.
pub fn can_move(board: &Board, white: bool) -> bool {
    board.moves(white).next().is_some()
}

/// The number of sequences of `depth` legal moves; it counts moves, not boards, without the turn limit.
pub fn perft(board: &Board, white: bool, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => board.moves(white).count() as u64,
        _ => board.moves(white).map(|(.., after)| perft(&after, !white, depth - 1)).sum(),
    }
}

fn belongs(cell: u8, white: bool) -> bool {
    if white { cell.is_ascii_uppercase() } else { cell.is_ascii_lowercase() }
}

fn score(piece: u8) -> i64 {
    match piece.to_ascii_uppercase() {
        b'Z' => 1,
        b'B' => 2,
        b'J' => 3,
        b'M' => 4,
        b'S' => 5,
        b'C' => 6,
        b'D' => 7,
        _ => 0,
    }
}

/// The distance in king's moves without obstacles.
fn king_distance((rows, columns): (isize, isize)) -> isize {
    rows.abs().max(columns.abs())
}

/// True if a displacement has a length in one of the three forward directions of a piece.
fn is_in_front(piece: u8, (rows, columns): (isize, isize), far: isize) -> bool {
    let forward = if piece.is_ascii_uppercase() { -rows } else { rows };
    forward == far && (columns == 0 || columns.abs() == far)
}

fn is_straight((rows, columns): (isize, isize)) -> bool {
    rows == 0 || columns == 0
}

fn is_diagonal((rows, columns): (isize, isize)) -> bool {
    rows.abs() == columns.abs()
}

fn is_knight_leap((rows, columns): (isize, isize)) -> bool {
    matches!((rows.abs(), columns.abs()), (1, 2) | (2, 1))
}

#[cfg(test)]
mod tests;
