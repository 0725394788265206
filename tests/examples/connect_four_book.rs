//! Writes the book of the robot `architect` of connect four: what wins for the side that has begun in the middle.
//!
//!     cargo run --release -p parlour-tests --example connect_four_book > ai/robots/connect-four/lib/entries.lua
//!
//! Nothing is known before, so that the first discs take hours and 2 GB; with a line of columns, as in `-- 4444`, only
//! what follows it is worked out, which takes minutes from four discs on. A position that the robot solves by itself has
//! no entry, and nothing that follows from it.

use std::collections::BTreeMap;
use std::io::Write;

use parlour_tests::solver::{ORDER, Position, Solver, WIDTH};

/// Positions that the robot can look at for a move by itself, with much to spare.
const EASY: u64 = 40_000;
/// Discs on the board from which on it tries.
const TRIED_FROM: u32 = 6;
/// The most discs on the board of an entry: what is not easy then would take thousands more of them.
const LAST: u32 = 12;
const DIGITS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-";
/// Entries of a line of the file.
const LINE: usize = 11;

struct Book {
    solver: Solver,
    /// By the number of a position: whether the robot solves it.
    easy: BTreeMap<u64, bool>,
    /// By the number of a position: the column, the leftmost being 0.
    entries: BTreeMap<u64, u32>,
}

impl Book {
    fn is_easy(&mut self, position: Position) -> bool {
        *self.easy.entry(position.key().0).or_insert_with(|| {
            position.discs() >= TRIED_FROM
                && Solver::new(1 << 17).winner(position, EASY).is_some_and(|winner| winner.is_some())
        })
    }

    /// What the other side can answer to a disc in a column.
    fn answers(position: Position, column: u32) -> Vec<Position> {
        let after = position.drop(column).filter(|after| !after.is_over());
        let answers = |after: Position| (0..WIDTH).filter_map(|answer| after.drop(answer)).collect();
        after.map(answers).unwrap_or_default()
    }

    /// The winning column after which the robot has to be told least; of equals the first from the middle outwards.
    fn column(&mut self, position: Position) -> Option<u32> {
        let is_winner = |&column: &u32| position.drop(column).is_some_and(|after| self.solver.is_lost(after));
        let winners: Vec<u32> = ORDER.into_iter().filter(is_winner).collect();
        if position.discs() < TRIED_FROM {
            return winners.first().copied();
        }
        let hard = |column: &u32| {
            let answers = Self::answers(position, *column);
            answers.into_iter().filter(|&answer| !self.is_easy(answer)).count()
        };
        winners.into_iter().min_by_key(hard)
    }

    /// Enters what to do in a position, and in all that can follow, breadth first.
    fn enter(&mut self, position: Position) {
        let mut level = vec![position];
        while !level.is_empty() {
            let mut next = Vec::new();
            for position in level {
                let (key, is_mirrored) = position.key();
                let is_known = self.entries.contains_key(&key) || position.discs() > LAST;
                if is_known || self.is_easy(position) {
                    continue;
                }
                let Some(column) = self.column(position) else { continue };
                self.entries.insert(key, if is_mirrored { WIDTH - 1 - column } else { column });
                next.extend(Self::answers(position, column));
            }
            level = next;
        }
    }

    fn text(&self) -> String {
        let command = "cargo run --release -p parlour-tests --example connect_four_book";
        let mut text = format!("-- Made by `{command}`.\n\nreturn {{\n");
        let entry = |(key, column): (&u64, &u32)| {
            let digits = (0..9).rev().map(|n| char::from(DIGITS[((key >> (6 * n)) & 63) as usize]));
            digits.chain(char::from_digit(column + 1, 10)).collect::<String>()
        };
        let entries: Vec<String> = self.entries.iter().map(entry).collect();
        entries.chunks(LINE).for_each(|chunk| text += &format!("\t\"{}\",\n", chunk.concat()));
        text + "}\n"
    }
}

fn main() -> std::io::Result<()> {
    let line = std::env::args().nth(1).unwrap_or_default();
    let Some(begin) = Position::after(line.chars().filter_map(|c| c.to_digit(10))) else {
        return Err(std::io::Error::other(format!("{line} is not a line of columns")));
    };
    let mut book = Book { solver: Solver::new(1 << 28), easy: BTreeMap::new(), entries: BTreeMap::new() };
    book.enter(begin);
    std::io::stdout().write_all(book.text().as_bytes())
}
