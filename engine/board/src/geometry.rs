//! Squares, directions and areas of a board of a given size.

use crate::CellSet;
use parlour_pack::boards::Heading;
use parlour_pack::pieces::{Area, Areas, Offset};

/// A set of squares, one bit each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquareSet([u64; 16]);

impl Default for SquareSet {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl SquareSet {
    /// The empty set.
    pub const EMPTY: Self = Self([0; 16]);

    /// The set of the first `count` squares.
    pub fn first(count: usize) -> Self {
        (0..count).collect()
    }

    #[inline]
    pub(crate) fn insert(&mut self, square: u16) {
        self.0[usize::from(square >> 6) & 15] |= 1 << (square & 63);
    }

    /// True if a square is in the set.
    #[inline]
    pub fn contains(&self, square: u16) -> bool {
        self.0[usize::from(square >> 6) & 15] >> (square & 63) & 1 != 0
    }
}

impl FromIterator<usize> for SquareSet {
    fn from_iter<I: IntoIterator<Item = usize>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        squares.into_iter().for_each(|square| set.insert(square as u16));
        set
    }
}

/// The adjacency of squares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Net {
    /// Rows and columns.
    #[default]
    Squares,
    /// Rows that are each shifted half a hex to the right.
    Hexes,
    /// Lines.
    Lines(Vec<Vec<usize>>),
}

/// The ray of a piece, and the cells that it passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Track {
    /// A single step.
    pub(crate) way: Way,
    /// The squares that each step passes through, the target last; empty if there are none.
    pub(crate) legs: Vec<Way>,
    /// The cells that it passes.
    pub(crate) pass: CellSet,
    /// The hurdles that it has to pass over: their cells, and their number.
    pub(crate) over: Option<(CellSet, u8)>,
}

/// The dimensions of a board, its existing squares, and each seat's forward direction. Squares count from 0, row by row
/// from the top left.
#[derive(Clone, Debug)]
pub struct Grid {
    pub width: usize,
    pub(crate) height: usize,
    pub(crate) forward: Vec<Heading>,
    pub net: Net,
    /// The existing squares: other places are empty, and can't be entered or passed.
    pub(crate) there: SquareSet,
}

/// A step in columns and rows, to the right and down; [`ALONG`] on boards of lines.
pub(crate) type Way = (i32, i32);

/// The step along every line, both ways.
pub(crate) const ALONG: Way = (0, 0);

/// The step to every other square.
const EVERYWHERE: Way = (Offset::ANYWHERE.right, Offset::ANYWHERE.forward);

/// The axes of straight lines on square boards.
const AXES: [Way; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
/// The axes on hex boards.
const HEX_AXES: [Way; 3] = [(1, 0), (0, 1), (1, -1)];

/// The directions on square boards, clockwise from the top.
pub const CLOCKWISE: [Way; 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
/// The directions on hex boards, clockwise from the upper left.
pub const HEX_CLOCKWISE: [Way; 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];

impl Grid {
    pub(crate) fn squares(&self) -> usize {
        self.width * self.height
    }

    /// An offset on the board for a seat.
    pub(crate) fn way(&self, seat: usize, offset: Offset) -> Way {
        if offset == Offset::ANYWHERE {
            return EVERYWHERE;
        }
        let Offset { right, forward } = offset;
        if self.net == Net::Hexes {
            // Forward is to the front left, and to the right of that the front right.
            return match self.forward[seat] {
                Heading::Up => (right, -forward),
                Heading::Down => (-right, forward),
                Heading::Right => (forward, right - forward),
                Heading::Left => (-forward, forward - right),
            };
        }
        match self.forward[seat] {
            Heading::Up => (right, -forward),
            Heading::Down => (-right, forward),
            Heading::Right => (forward, right),
            Heading::Left => (-forward, -right),
        }
    }

    /// The step towards a side of the board.
    pub(crate) fn towards(heading: Heading) -> Way {
        match heading {
            Heading::Up => (0, -1),
            Heading::Down => (0, 1),
            Heading::Left => (-1, 0),
            Heading::Right => (1, 0),
        }
    }

    /// The square at a number of steps, unless it is off the board or doesn't exist.
    pub fn step(&self, from: usize, way: Way, steps: i32) -> Option<usize> {
        self.place(from, way, steps).filter(|&square| self.exists(square))
    }

    /// The place at a number of steps in rows and columns, whether a square exists there or not.
    fn place(&self, from: usize, way: Way, steps: i32) -> Option<usize> {
        let column = (from % self.width) as i32 + way.0 * steps;
        let row = (from / self.width) as i32 + way.1 * steps;
        let inside = (0..self.width as i32).contains(&column) && (0..self.height as i32).contains(&row);
        inside.then(|| row as usize * self.width + column as usize)
    }

    /// The squares in a direction, the nearest first: one ray, or one for each line of a board of lines, or one for
    /// each square.
    pub(crate) fn rays(&self, from: usize, way: Way) -> Vec<Vec<usize>> {
        if !self.exists(from) {
            return Vec::new();
        }
        if way.0.abs() == EVERYWHERE.0 {
            let others = (0..self.squares()).filter(|&square| square != from && self.exists(square));
            return others.map(|square| vec![square]).collect();
        }
        let Net::Lines(lines) = &self.net else {
            return vec![self.ray(from, way)];
        };
        let mut rays: Vec<Vec<usize>> = Vec::new();
        for (one, other) in lines.iter().flat_map(|line| sides(line, from)) {
            for mut ray in [one, other] {
                if way != ALONG {
                    let mut last = from;
                    let straight = ray.iter().take_while(|&&next| {
                        let heads = self.heads(last, next, way);
                        last = next;
                        heads
                    });
                    ray.truncate(straight.count());
                }
                if !ray.is_empty() && !rays.contains(&ray) {
                    rays.push(ray);
                }
            }
        }
        rays
    }

    /// True if a square lies in a direction from another.
    fn heads(&self, from: usize, to: usize, way: Way) -> bool {
        let (right, down) = self.apart(from, to);
        let along = if way.0 == 0 { down * way.1 } else { right * way.0 };
        right * way.1 == down * way.0 && along > 0
    }

    /// The distance between squares, to the right and down.
    pub(crate) fn apart(&self, from: usize, to: usize) -> (i32, i32) {
        let at = |square: usize| ((square % self.width) as i32, (square / self.width) as i32);
        let ((x, y), (u, v)) = (at(from), at(to));
        (u - x, v - y)
    }

    /// True if a square is the first one in a direction: there is none before it, even behind a gap.
    pub(crate) fn is_first(&self, square: usize, way: Way) -> bool {
        let back = (-way.0, -way.1);
        match &self.net {
            Net::Lines(_) => self.rays(square, back).iter().all(Vec::is_empty),
            _ => !(1..).map_while(|n| self.place(square, back, n)).any(|place| self.exists(place)),
        }
    }

    /// True if the board is unchanged by swapping rows and columns.
    pub(crate) fn is_turnable(&self) -> bool {
        let turned = |square: usize| square % self.width * self.width + square / self.width;
        self.width == self.height && (0..self.squares()).all(|n| self.exists(n) == self.exists(turned(n)))
    }

    /// The squares in a direction over rows and columns, the nearest first, up to a missing one.
    pub(crate) fn ray(&self, from: usize, way: Way) -> Vec<usize> {
        (1..).map_while(|n| self.step(from, way, n)).collect()
    }

    /// The lines through a square: the squares on one side of it and on the other, the nearest first.
    pub fn lines_through(&self, square: usize) -> Vec<(Vec<usize>, Vec<usize>)> {
        if !self.exists(square) {
            return Vec::new();
        }
        let axes: &[Way] = match &self.net {
            Net::Squares => &AXES,
            Net::Hexes => &HEX_AXES,
            Net::Lines(lines) => return lines.iter().flat_map(|line| sides(line, square)).collect(),
        };
        axes.iter().map(|&(x, y)| (self.ray(square, (x, y)), self.ray(square, (-x, -y)))).collect()
    }

    /// The orthogonal neighbours of a square, or its neighbours on lines.
    pub fn neighbours(&self, square: usize) -> Vec<usize> {
        if !self.exists(square) {
            return Vec::new();
        }
        let axes: &[Way] = match &self.net {
            Net::Squares => &AXES[..2],
            Net::Hexes => &HEX_AXES,
            Net::Lines(_) => &[],
        };
        let steps = axes.iter().flat_map(|&way| [1, -1].map(|steps| self.step(square, way, steps)));
        let mut found: Vec<usize> = steps.flatten().collect();
        if let Net::Lines(_) = self.net {
            found.extend(self.rays(square, ALONG).iter().map(|ray| ray[0]));
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The squares around a square, those at its corners as well; on lines and hexes its neighbours.
    pub(crate) fn around(&self, square: usize) -> Vec<usize> {
        match self.net {
            Net::Squares if self.exists(square) => {
                CLOCKWISE.iter().filter_map(|&way| self.step(square, way, 1)).collect()
            }
            _ => self.neighbours(square),
        }
    }

    /// True if a square exists.
    pub fn exists(&self, square: usize) -> bool {
        self.there.contains(square as u16)
    }

    /// The squares of a track up to a number of steps, each with the number of the step that ends there: one list, or
    /// one for each line of a board of lines. A step through a missing square ends it.
    pub(crate) fn tracks(&self, from: usize, track: &Track, most: usize) -> Vec<Vec<(usize, Option<usize>)>> {
        let through = &track.legs[..track.legs.len().saturating_sub(1)];
        let squares = |ray: Vec<usize>| {
            let mut squares = Vec::new();
            for (distance, target) in (1..=most).zip(ray) {
                let start = squares.last().map_or(from, |&(square, _)| square);
                let legs = through.iter().map(|&way| self.step(start, way, 1)).collect::<Option<Vec<usize>>>();
                // A missing square ends the track.
                let Some(legs) = legs else { break };
                squares.extend(legs.into_iter().map(|square| (square, None)));
                squares.push((target, Some(distance)));
            }
            squares
        };
        self.rays(from, track.way).into_iter().map(squares).collect()
    }

    /// The row of a square as a seat sees it, from 0, and the number of rows.
    pub fn rank(&self, seat: usize, square: usize) -> (usize, usize) {
        let (row, column) = (square / self.width, square % self.width);
        match self.forward[seat] {
            Heading::Up => (self.height - 1 - row, self.height),
            Heading::Down => (row, self.height),
            Heading::Right => (column, self.width),
            Heading::Left => (self.width - 1 - column, self.width),
        }
    }

    /// The file of a square, across the forward direction of a seat: from the left, or from the top for a seat that
    /// faces sideways; and the number of files.
    pub(crate) fn file(&self, seat: usize, square: usize) -> (usize, usize) {
        let (row, column) = (square / self.width, square % self.width);
        match self.forward[seat] {
            Heading::Up | Heading::Down => (column, self.width),
            Heading::Left | Heading::Right => (row, self.height),
        }
    }

    /// True if a square is in an area, as a seat sees it, that neither options nor squares by name determine.
    pub fn is_in_fixed(&self, area: &Area, known: &Areas, seat: usize, square: usize) -> bool {
        let leaves = area.leaves(known);
        leaves.iter().all(|leaf| leaf.is_fixed()) && leaves.iter().any(|leaf| self.is_in(leaf, &[], seat, square))
    }

    /// True if a square is in an area without parts, as a seat sees it; `named` are the squares that it lists by name.
    pub(crate) fn is_in(&self, area: &Area, named: &[usize], seat: usize, square: usize) -> bool {
        let among = |numbers: &[i64], (at, count): (usize, usize)| {
            numbers.is_empty()
                || numbers.iter().any(|&n| if n > 0 { n - 1 == at as i64 } else { count as i64 + n == at as i64 })
        };
        among(&area.rows, self.rank(seat, square))
            && among(&area.columns, self.file(seat, square))
            && (area.squares.is_empty() || named.contains(&square))
    }
}

/// For each occurrence of a square on a line, the squares after it and before it, the nearest first. A line that ends
/// where it begins is a ring, and continues around it.
fn sides(line: &[usize], square: usize) -> Vec<(Vec<usize>, Vec<usize>)> {
    let is_ring = line.len() > 2 && line.first() == line.last();
    let points = if is_ring { &line[1..] } else { line };
    let places = (0..points.len()).filter(|&n| points[n] == square);
    places
        .map(|n| {
            let (before, after) = (&points[..n], &points[n + 1..]);
            if is_ring {
                let on: Vec<usize> = after.iter().chain(before).copied().collect();
                let back = on.iter().rev().copied().collect();
                (on, back)
            } else {
                (after.to_vec(), before.iter().rev().copied().collect())
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(width: usize, height: usize, forward: Vec<Heading>, net: Net) -> Grid {
        Grid { width, height, forward, net, there: SquareSet::first(width * height) }
    }

    #[test]
    fn each_seat_has_its_own_forward_and_right() {
        let grid = whole(5, 4, vec![Heading::Up, Heading::Down, Heading::Right], Net::Squares);
        let offset = Offset { right: 1, forward: 2 };
        assert_eq!(grid.way(0, offset), (1, -2));
        assert_eq!(grid.way(1, offset), (-1, 2));
        assert_eq!(grid.way(2, offset), (2, 1));
        let far = Area { rows: vec![-1], ..Area::default() };
        let seen = |seat| (0..20).filter(|&square| grid.is_in(&far, &[], seat, square)).collect::<Vec<_>>();
        assert_eq!(seen(0), [0, 1, 2, 3, 4]);
        assert_eq!(seen(1), [15, 16, 17, 18, 19]);
        assert_eq!(seen(2), [4, 9, 14, 19]);
        let corner = Area { rows: vec![1], columns: vec![1, -1], ..Area::default() };
        let seen = |seat| (0..20).filter(|&square| grid.is_in(&corner, &[], seat, square)).collect::<Vec<_>>();
        assert_eq!(seen(0), [15, 19]);
        assert_eq!(seen(2), [0, 15], "columns go from top to bottom for a seat that looks sideways");
    }

    #[test]
    fn rays_end_at_the_edge() {
        let grid = whole(5, 4, vec![Heading::Up], Net::Squares);
        assert_eq!(grid.ray(0, (1, 1)), [6, 12, 18]);
        assert_eq!(grid.ray(0, (-1, 0)), Vec::<usize>::new());
    }

    #[test]
    fn a_hex_has_six_neighbours_and_every_seat_its_own_front() {
        let forward = vec![Heading::Up, Heading::Down, Heading::Right, Heading::Left];
        let grid = whole(5, 5, forward, Net::Hexes);
        assert_eq!(grid.neighbours(12), [7, 8, 11, 13, 16, 17]);
        let turns = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];
        for seat in 0..4 {
            let around = turns.map(|(right, forward)| grid.way(seat, Offset { right, forward }));
            let mut squares: Vec<usize> = around.iter().filter_map(|&way| grid.step(12, way, 1)).collect();
            for n in 0..6 {
                let (one, next) = (squares[n], squares[(n + 1) % 6]);
                assert!(grid.neighbours(one).contains(&next), "seat {seat}: turning to the right goes to the next");
            }
            squares.sort_unstable();
            assert_eq!(squares, grid.neighbours(12));
        }
        let front = |seat| [(0, 1), (1, 1)].map(|(right, forward)| grid.way(seat, Offset { right, forward }));
        assert_eq!(front(0), [(0, -1), (1, -1)]);
        assert_eq!(front(2), [(1, -1), (1, 0)]);
    }

    #[test]
    fn lines_are_followed_to_both_sides() {
        let lines = vec![vec![0, 3, 6], vec![0, 4, 8], vec![6, 7, 8, 5, 6]];
        let there = lines.iter().flatten().copied().collect();
        let grid = Grid { there, ..whole(3, 3, vec![Heading::Up], Net::Lines(lines)) };
        assert_eq!(grid.neighbours(0), [3, 4]);
        assert_eq!(grid.neighbours(6), [3, 5, 7]);
        assert_eq!(grid.rays(6, ALONG), [vec![3, 0], vec![7, 8, 5], vec![5, 8, 7]]);
        assert_eq!(grid.rays(6, (0, -1)), [[3, 0]], "straight up");
        assert_eq!(grid.rays(6, (1, 0)), [[7, 8]], "to the right, until the ring turns");
        assert!(grid.exists(5) && !grid.exists(1) && !grid.exists(2));
        assert_eq!(grid.lines_through(4), [(vec![8], vec![0])]);
    }
    #[test]
    fn nothing_goes_over_what_is_not_there() {
        // A cross: the corners and the centre don't exist.
        let gaps = [0, 4, 12, 20, 24];
        let there: SquareSet = (0..25).filter(|square| !gaps.contains(square)).collect();
        let grid = Grid { there: there.clone(), ..whole(5, 5, vec![Heading::Up], Net::Squares) };
        assert_eq!(grid.ray(10, (1, 0)), [11]);
        assert_eq!(grid.rays(0, (1, 0)), Vec::<Vec<usize>>::new(), "from where no square is");
        assert_eq!(grid.neighbours(7), [2, 6, 8]);
        assert_eq!(grid.neighbours(12), Vec::<usize>::new());
        assert_eq!(grid.lines_through(11)[0], (vec![], vec![10]));
        assert_eq!(grid.step(11, (2, 0), 1), Some(13), "a leap needs its target alone");
        assert!(grid.is_first(1, (0, 1)) && grid.is_first(5, (0, 1)) && !grid.is_first(17, (0, 1)));
        assert!(grid.is_turnable());
        let legs = |from, legs: [Way; 2], way| {
            let track = Track { way, legs: legs.to_vec(), pass: CellSet::VACANT, over: None };
            grid.tracks(from, &track, 1)
        };
        assert_eq!(legs(7, [(0, 1), (1, 1)], (1, 2)), [[]], "through the gap in the middle");
        assert_eq!(legs(7, [(1, 0), (1, 1)], (2, 1)), [[(8, None), (14, Some(1))]]);
        let hexes = Grid { there, ..whole(5, 5, vec![Heading::Up], Net::Hexes) };
        assert_eq!(hexes.neighbours(7), [2, 3, 6, 8, 11]);
    }
}
