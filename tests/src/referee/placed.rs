//! Independent rules of Hex and Go, from their rule books alone.

use std::collections::{BTreeSet, HashSet};

/// A deterministic game of open information, by its rule book.
pub trait Book {
    /// The legal actions as players write them, in alphabetical order; empty when the match is over.
    fn legal(&self) -> Vec<String>;
    /// Takes a legal action.
    fn act(&mut self, action: &str);
    /// The rows of the board, the top one first.
    fn rows(&self) -> Vec<String>;
    /// The winner's index; `None` in a draw, and while the match goes on.
    fn winner(&self) -> Option<usize>;
}

const STONES: [char; 2] = ['X', 'O'];

/// A match of Hex: columns have letters, rows count from the top; red joins top and bottom, blue left and right.
#[derive(Clone, Debug)]
pub struct Hex {
    size: usize,
    may_swap: bool,
    stones: Vec<Vec<Option<usize>>>,
    played: usize,
}

impl Hex {
    /// A match on an empty board.
    pub fn new(size: usize, may_swap: bool) -> Self {
        Self { size, may_swap, stones: vec![vec![None; size]; size], played: 0 }
    }

    /// True if a seat has connected its sides, by flood fill from one of them.
    fn has_joined(&self, seat: usize) -> bool {
        let at = |x: usize, y: usize| self.stones[y][x] == Some(seat);
        let begin = (0..self.size).map(|n| if seat == 0 { (n, 0) } else { (0, n) });
        let mut reached: Vec<(usize, usize)> = begin.filter(|&(x, y)| at(x, y)).collect();
        let mut n = 0;
        while n < reached.len() {
            let (x, y) = reached[n];
            n += 1;
            // Each row is half a hex to the right of the one above it.
            for (right, down) in [(-1, 0), (1, 0), (0, -1), (0, 1), (1, -1), (-1, 1)] {
                let (u, v) = (x.wrapping_add_signed(right), y.wrapping_add_signed(down));
                if u < self.size && v < self.size && at(u, v) && !reached.contains(&(u, v)) {
                    reached.push((u, v));
                }
            }
        }
        reached.iter().any(|&(x, y)| if seat == 0 { y + 1 == self.size } else { x + 1 == self.size })
    }
}

impl Book for Hex {
    fn legal(&self) -> Vec<String> {
        if self.winner().is_some() {
            return Vec::new();
        }
        let name = |x: usize, y: usize| format!("{}{}", char::from(b'a' + x as u8), y + 1);
        let empty = (0..self.size * self.size).filter(|n| self.stones[n / self.size][n % self.size].is_none());
        let mut all: Vec<String> = empty.map(|n| name(n % self.size, n / self.size)).collect();
        if self.played == 1 && self.may_swap {
            all.push("swap".to_owned());
        }
        all.sort();
        all
    }

    fn act(&mut self, action: &str) {
        let seat = self.played % 2;
        self.played += 1;
        if action == "swap" {
            let n = (0..self.size * self.size).find(|n| self.stones[n / self.size][n % self.size].is_some());
            if let Some(n) = n {
                self.stones[n / self.size][n % self.size] = None;
                self.stones[n % self.size][n / self.size] = Some(seat);
            }
            return;
        }
        let column = usize::from(action.as_bytes()[0] - b'a');
        if let Ok(row) = action[1..].parse::<usize>() {
            self.stones[row - 1][column] = Some(seat);
        }
    }

    fn rows(&self) -> Vec<String> {
        let glyph = |stone: &Option<usize>| stone.map_or('.', |seat| STONES[seat]);
        self.stones.iter().map(|row| row.iter().map(glyph).collect()).collect()
    }

    fn winner(&self) -> Option<usize> {
        (0..2).find(|&seat| self.has_joined(seat))
    }
}

/// A match of Go with area scoring and positional superko, without suicide; points are named as in SGF.
#[derive(Clone, Debug)]
pub struct Go {
    size: usize,
    komi: i32,
    stones: Vec<Option<usize>>,
    earlier: HashSet<Vec<Option<usize>>>,
    played: usize,
    passes: usize,
    most: usize,
}

impl Go {
    /// A match on an empty board that is scored after a maximum number of actions.
    pub fn new(size: usize, komi: i32, most: usize) -> Self {
        let stones = vec![None; size * size];
        Self { size, komi, earlier: HashSet::from([stones.clone()]), stones, played: 0, passes: 0, most }
    }

    fn next_to(&self, point: usize) -> Vec<usize> {
        let (x, y) = (point % self.size, point / self.size);
        let all = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
        all.into_iter().filter(|&(x, y)| x < self.size && y < self.size).map(|(x, y)| y * self.size + x).collect()
    }

    /// The region of a point, and its adjacent values.
    fn region(&self, stones: &[Option<usize>], point: usize) -> (BTreeSet<usize>, BTreeSet<Option<usize>>) {
        let (mut region, mut edge, mut left) = (BTreeSet::from([point]), BTreeSet::new(), vec![point]);
        while let Some(from) = left.pop() {
            for to in self.next_to(from) {
                if stones[to] != stones[point] {
                    edge.insert(stones[to]);
                } else if region.insert(to) {
                    left.push(to);
                }
            }
        }
        (region, edge)
    }

    /// The board after a stone of the seat to move, if it is legal.
    fn after(&self, point: usize) -> Option<Vec<Option<usize>>> {
        let seat = self.played % 2;
        if self.stones[point].is_some() {
            return None;
        }
        let mut stones = self.stones.clone();
        stones[point] = Some(seat);
        for near in self.next_to(point) {
            if stones[near] == Some(1 - seat) {
                let (group, edge) = self.region(&stones, near);
                if !edge.contains(&None) {
                    group.into_iter().for_each(|point| stones[point] = None);
                }
            }
        }
        let lives = self.region(&stones, point).1.contains(&None);
        (lives && !self.earlier.contains(&stones)).then_some(stones)
    }

    fn is_over(&self) -> bool {
        self.passes == 2 || self.played >= self.most
    }

    /// The areas of both, including komi.
    pub fn areas(&self) -> [i32; 2] {
        let mut areas = [0, self.komi];
        for (point, stone) in self.stones.iter().enumerate() {
            match stone {
                Some(seat) => areas[*seat] += 1,
                None => {
                    let (_, edge) = self.region(&self.stones, point);
                    if edge.len() == 1 {
                        edge.into_iter().flatten().for_each(|seat| areas[seat] += 1);
                    }
                }
            }
        }
        areas
    }
}

impl Book for Go {
    fn legal(&self) -> Vec<String> {
        if self.is_over() {
            return Vec::new();
        }
        let letter = |n: usize| char::from(b'a' + n as u8);
        let points = (0..self.stones.len()).filter(|&point| self.after(point).is_some());
        let mut all: Vec<String> =
            points.map(|n| format!("{}{}", letter(n % self.size), letter(n / self.size))).collect();
        all.push("pass".to_owned());
        all.sort();
        all
    }

    fn act(&mut self, action: &str) {
        if action == "pass" {
            self.passes += 1;
        } else {
            let number = |n: usize| usize::from(action.as_bytes()[n] - b'a');
            if let Some(stones) = self.after(number(1) * self.size + number(0)) {
                self.stones = stones;
            }
            self.passes = 0;
        }
        self.earlier.insert(self.stones.clone());
        self.played += 1;
    }

    fn rows(&self) -> Vec<String> {
        let glyph = |stone: &Option<usize>| stone.map_or('.', |seat| STONES[seat]);
        self.stones.chunks(self.size).map(|row| row.iter().map(glyph).collect()).collect()
    }

    fn winner(&self) -> Option<usize> {
        let [black, white] = self.areas();
        if !self.is_over() || black == white {
            return None;
        }
        Some(usize::from(white > black))
    }
}
