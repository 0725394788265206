//! Captures by completing a line (as in mills), and moves that depend on the number of the seat's pieces.

use smallvec::SmallVec;

use super::sink::Sink;
use super::{BoardRules, Move, NOWHERE};

/// Squares of pieces that can be captured.
type Squares = SmallVec<[u16; 32]>;
/// A set of squares, a bit each.
type Words = SmallVec<[u64; 2]>;

/// Lines, and the capture by completing one.
#[derive(Clone, Debug)]
pub struct LineCapture {
    /// The number of words of a set of squares.
    words: usize,
    /// The other squares of the lines through each square, as concatenated sets; and the start of those of each square,
    /// and one more.
    lines: Vec<u64>,
    starts: Vec<u32>,
    /// True if pieces in lines can be captured only if there are no others.
    spares: bool,
}

/// A bit for each of eight cells that equals `kind`: a zero byte of their difference doesn't carry into its highest
/// bit, and a multiplication collects these bits (Warren, "Hacker's Delight", 6-1 and 7-4).
#[inline]
fn eight_of(cells: [u8; 8], kind: u8) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let apart = u64::from_le_bytes(cells) ^ u64::from(kind).wrapping_mul(0x0101_0101_0101_0101);
    let same = !((apart & LOW).wrapping_add(LOW) | apart | LOW);
    (same >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The set of the squares of one cell among up to 64.
#[inline]
fn squares_with(cells: &[u8], cell: u8) -> u64 {
    let (eights, rest) = cells.as_chunks::<8>();
    let word = eights.iter().zip(0..).fold(0, |word, (&eight, n)| word | eight_of(eight, cell) << (8 * n));
    let rest = rest.iter().zip(8 * eights.len()..);
    rest.fold(word, |word, (&other, n)| word | u64::from(other == cell) << n)
}

/// The squares of a set, a bit each, the lowest first.
#[inline]
pub(crate) fn squares_in(set: &[u64]) -> impl Iterator<Item = u16> {
    (0_u16..).step_by(64).zip(set).flat_map(|(first, &word)| {
        let mut left = word;
        std::iter::from_fn(move || {
            let square = left.trailing_zeros() as u16;
            let is_any = left != 0;
            left &= left.wrapping_sub(1);
            is_any.then_some(first + square)
        })
    })
}

impl LineCapture {
    /// The lines of this length, from the squares on both sides of each square of a board.
    pub(super) fn new(length: usize, spares: bool, through: &[Vec<(Vec<usize>, Vec<usize>)>]) -> Self {
        let words = through.len().div_ceil(64);
        let (mut lines, mut starts) = (Vec::new(), vec![0]);
        for sides in through {
            for (after, before) in sides {
                for back in 0..length {
                    let (Some(behind), Some(ahead)) = (before.get(..back), after.get(..length - 1 - back)) else {
                        continue;
                    };
                    let start = lines.len();
                    lines.resize(start + words, 0);
                    behind.iter().chain(ahead).for_each(|&square| lines[start + square / 64] |= 1 << (square % 64));
                }
            }
            starts.push(lines.len() as u32);
        }
        Self { words, lines, starts, spares }
    }

    /// True if a piece moving between squares completes a line with own pieces on other squares.
    #[inline]
    pub fn completes(&self, own: &[u64], from: u16, to: u16) -> bool {
        let lines = &self.lines[self.starts[usize::from(to)] as usize..self.starts[usize::from(to) + 1] as usize];
        let left = |n: usize| if usize::from(from >> 6) == n { 1_u64 << (from & 63) } else { 0 };
        if let &[own] = own {
            let missing = !own | left(0);
            return lines.iter().any(|line| line & missing == 0);
        }
        lines
            .chunks_exact(self.words)
            .any(|line| line.iter().zip(own).enumerate().all(|(n, (line, own))| line & (!own | left(n)) == 0))
    }

    /// The squares of the pieces that a seat can capture.
    pub fn takeable(&self, rules: &BoardRules, cells: &[u8], seat: usize) -> Squares {
        let (mut apart, mut lined) = (Squares::new(), Squares::new());
        for other in (0..rules.seats).filter(|other| *other != seat) {
            let own = rules.squares_of(cells, other);
            for square in squares_in(&own) {
                let is_spared = self.spares && self.completes(&own, NOWHERE, square);
                if is_spared { lined.push(square) } else { apart.push(square) }
            }
        }
        if apart.is_empty() { lined } else { apart }
    }
}

/// A kind of move that exists only for a range of piece counts.
#[derive(Clone, Debug)]
pub(crate) struct Gait {
    /// More than `above`, and at most `most`.
    pub(crate) above: i32,
    pub(crate) most: i32,
    /// The start of the steps of each cell on each square, as in [`BoardRules::starts`].
    pub(crate) starts: Vec<u32>,
}

impl BoardRules {
    /// The line capture of a rule, if it has one.
    #[inline]
    pub fn line_capture_of(&self, rule: u16) -> Option<&LineCapture> {
        let number = self.rules.get(usize::from(rule))?.line_capture;
        self.line_captures.get(usize::from(number).wrapping_sub(1))
    }

    /// The rule that does the same as another and also captures the piece on a square.
    pub(super) fn rule_capturing(&self, rule: u16, square: u16) -> Option<u16> {
        let first = *self.takers.get(usize::from(rule))?;
        (first > 0 && usize::from(square) < self.squares()).then_some(first + square)
    }

    /// The set of the squares of a seat's pieces.
    pub fn squares_of(&self, cells: &[u8], seat: usize) -> Words {
        let owner = seat as u8 + 1;
        let word = |cells: &[u8]| match self.few[seat] {
            Some([one, other]) if one == other => squares_with(cells, one),
            Some([one, other]) => squares_with(cells, one) | squares_with(cells, other),
            None => cells.iter().rev().fold(0, |word, &cell| word << 1 | u64::from(self.owner[cell] == owner)),
        };
        cells.chunks(64).map(word).collect()
    }

    /// The number of a seat's pieces on the board and in hand.
    pub(super) fn piece_count(&self, cells: &[u8], bytes: &[u8], seat: usize) -> i32 {
        let standing: u32 = self.squares_of(cells, seat).iter().map(|word| word.count_ones()).sum();
        standing as i32 + self.sum_in_hand(bytes, seat, |_| 1)
    }

    /// The starts of the steps that a seat has now: unconditional ones, and those for its number of pieces.
    pub(super) fn gaits(&self, cells: &[u8], bytes: &[u8], seat: usize) -> impl Iterator<Item = &[u32]> {
        let count = if self.gaits.is_empty() { 0 } else { self.piece_count(cells, bytes, seat) };
        let more = self.gaits.iter().filter(move |gait| gait.above < count && count <= gait.most);
        // Skips the unconditional ones if there are none.
        let always = Some(self.starts.as_slice()).filter(|starts| starts.first() != starts.last());
        always.into_iter().chain(more.map(|gait| gait.starts.as_slice()))
    }
}

/// Expands actions that complete a line: one for each piece that they can capture.
pub(super) struct LineCapturing<'a, S> {
    rules: &'a BoardRules,
    cells: &'a [u8],
    seat: usize,
    /// The seat's own pieces; empty if no action captures by lines.
    own: Words,
    /// The last rule, its line capture, and true if its placing falls.
    last: (u16, Option<&'a LineCapture>, bool),
    /// The capturable pieces, by index in [`BoardRules::line_captures`], computed on demand.
    found: Option<(u8, Squares)>,
    sink: &'a mut S,
}

impl<'a, S> LineCapturing<'a, S> {
    pub(super) fn new(rules: &'a BoardRules, cells: &'a [u8], seat: usize, sink: &'a mut S) -> Self {
        let own = if rules.line_captures.is_empty() { Words::new() } else { rules.squares_of(cells, seat) };
        Self { rules, cells, seat, own, last: (u16::MAX, None, false), found: None, sink }
    }
}

impl<S: Sink> LineCapturing<'_, S> {
    /// Emits an action that completes a line.
    #[inline(never)]
    fn take_each(&mut self, taking: &LineCapture, rule: u16, from: u16, to: u16) -> bool {
        let (rules, cells, seat) = (self.rules, self.cells, self.seat);
        let number = rules.rules[usize::from(rule)].line_capture;
        let first = rules.takers[usize::from(rule)];
        let known = self.found.take().filter(|(known, _)| *known == number);
        let (_, squares) = self.found.insert(known.unwrap_or_else(|| (number, taking.takeable(rules, cells, seat))));
        if squares.is_empty() {
            return self.sink.take_one(rule, from, to);
        }
        squares.iter().all(|&square| self.sink.take_one(first + square, from, to))
    }
}

impl<S: Sink> Sink for LineCapturing<'_, S> {
    fn take(&mut self, rules: &[u16], from: u16, to: u16) -> bool {
        rules.iter().all(|&rule| self.take_one(rule, from, to))
    }

    #[inline]
    fn take_one(&mut self, rule: u16, from: u16, to: u16) -> bool {
        if self.last.0 != rule {
            let placing = usize::from(self.rules.rules[usize::from(rule)].placing).checked_sub(1);
            let falls = placing.is_some_and(|n| !self.rules.placings[n].lanes.is_empty());
            self.last = (rule, self.rules.line_capture_of(rule), falls);
        }
        let Some(taking) = self.last.1 else {
            return self.sink.take_one(rule, from, to);
        };
        let landed = if self.last.2 { self.rules.landing(self.cells, Move { rule, from, to }).to } else { to };
        if taking.completes(&self.own, from, landed) {
            self.take_each(taking, rule, from, to)
        } else {
            self.sink.take_one(rule, from, to)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_those_of_the_cells() {
        let mut generator = parlour_model::chance::Generator::from_seed(1);
        for (squares, cell) in [(49, 2), (64, 1), (7, 0), (33, 255), (9, 8)] {
            let cells: Vec<u8> = (0..squares).map(|_| [0, 1, 2, 4, 255][generator.below(5) as usize]).collect();
            let found = squares_with(&cells, cell);
            let same = cells.iter().enumerate().filter(|(_, other)| **other == cell);
            assert_eq!(found, same.fold(0, |set, (square, _)| set | 1 << square), "{cell}: {cells:?}");
        }
    }
}
