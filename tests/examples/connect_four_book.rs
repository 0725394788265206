//! Generates the opening book of the robot `architect` of connect four: the winning moves for the side that has begun
//! in the middle.
//!
//!     cargo run --release -p parlour-tests --example connect_four_book > ai/robots/connect-four/lib/entries.lua
//!
//! Without previous results the first discs take hours and 2 GB; with a line of columns, as in `-- 4444`, only its
//! continuations are solved, in minutes from four discs on. With an existing book, as in `-- ""
//! ai/robots/connect-four/lib/entries.lua`, its entries are kept, and only missing ones are computed, in minutes. A
//! position that the robot solves by itself has no entry; its continuations may have one.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use parlour_tests::solver::{ORDER, Position, Solver, WIDTH};

/// Node limit for positions that the robot solves by itself, with a large margin.
const EASY: u64 = 300_000;
/// Node limit for positions whose continuations are all easy.
const TRIVIAL: u64 = 10_000;
/// The number of discs from which the robot tries to solve.
const TRIED_FROM: u32 = 6;
const DIGITS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-";
/// Entries per line of the file.
const LINE: usize = 11;

/// The robot's own solution: the column, the leftmost being 0, and the number of visited positions.
type Found = Option<(u32, u64)>;

struct Book {
    solver: Solver,
    /// Cached solutions of the robot. The mirror image of a position may be harder.
    found: BTreeMap<Position, Found>,
    /// The book: the column, the leftmost being 0, by the key of a position.
    entries: BTreeMap<u64, u32>,
}

impl Book {
    fn found(&mut self, position: Position) -> Found {
        *self.found.entry(position).or_insert_with(|| {
            if position.discs() < TRIED_FROM {
                return None;
            }
            let mut solver = Solver::new(1 << 18);
            let column = solver.winner(position, EASY).flatten()?;
            Some((column, solver.looked))
        })
    }

    /// The positions after the other side's answers to a disc in a column.
    fn answers(position: Position, column: u32) -> Vec<Position> {
        let after = position.drop(column).filter(|after| !after.is_over());
        let answers = |after: Position| (0..WIDTH).filter_map(|answer| after.drop(answer)).collect();
        after.map(answers).unwrap_or_default()
    }

    /// The winning column that needs the fewest book entries; ties go to the first from the middle outwards.
    fn column(&mut self, position: Position) -> Option<u32> {
        let is_winner = |&column: &u32| position.drop(column).is_some_and(|after| self.solver.is_lost(after));
        let winners: Vec<u32> = ORDER.into_iter().filter(is_winner).collect();
        if position.discs() < TRIED_FROM {
            return winners.first().copied();
        }
        let hard = |column: &u32| {
            let answers = Self::answers(position, *column);
            answers.into_iter().filter(|&answer| self.found(answer).is_none()).count()
        };
        winners.into_iter().min_by_key(hard)
    }

    /// Adds entries for a position and its continuations, breadth first.
    fn enter(&mut self, position: Position) {
        let mut level = BTreeSet::from([position]);
        while !level.is_empty() {
            let mut next = BTreeSet::new();
            for position in level {
                let (key, is_mirrored) = position.key();
                let mirrored = |column| if is_mirrored { WIDTH - 1 - column } else { column };
                let column = if let Some(&column) = self.entries.get(&key) {
                    mirrored(column)
                } else if let Some((column, looked)) = self.found(position) {
                    if looked < TRIVIAL {
                        continue;
                    }
                    column
                } else if let Some(column) = self.column(position) {
                    self.entries.insert(key, mirrored(column));
                    column
                } else {
                    continue;
                };
                next.extend(Self::answers(position, column));
            }
            level = next;
        }
    }

    /// Reads the entries of an existing book.
    fn read(&mut self, text: &str) {
        let lines = text.lines().filter_map(|line| line.trim().strip_prefix('"')?.strip_suffix("\","));
        for entry in lines.flat_map(|line| line.as_bytes().chunks_exact(10)) {
            let digit = |c: &u8| DIGITS.iter().position(|digit| digit == c).unwrap_or_default() as u64;
            let key = entry[..9].iter().fold(0, |key, c| (key << 6) | digit(c));
            self.entries.insert(key, u32::from(entry[9] - b'1'));
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
    let mut arguments = std::env::args().skip(1);
    let line = arguments.next().unwrap_or_default();
    let Some(begin) = Position::after(line.chars().filter_map(|c| c.to_digit(10))) else {
        return Err(std::io::Error::other(format!("{line} is not a line of columns")));
    };
    let mut book = Book { solver: Solver::new(1 << 28), found: BTreeMap::new(), entries: BTreeMap::new() };
    if let Some(file) = arguments.next() {
        book.read(&std::fs::read_to_string(file)?);
    }
    book.enter(begin);
    std::io::stdout().write_all(book.text().as_bytes())
}
