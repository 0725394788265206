//! What an action takes that completes a line of pieces of its seat, as a mill does; and moves that are there only with
//! so many pieces.

use smallvec::SmallVec;

use super::generate::Sink;
use super::{BoardRules, Move, NOWHERE};

/// Squares from which one is taken.
type Squares = SmallVec<[u16; 32]>;
/// A set of squares, a bit each.
type Words = SmallVec<[u64; 2]>;

/// Lines, and what completing one takes.
#[derive(Clone, Debug)]
pub(crate) struct LineCapture {
    /// How many words a set of squares has.
    words: usize,
    /// The other squares of the lines through each square, as sets one after the other, and where those of each square
    /// begin, and one more.
    lines: Vec<u64>,
    starts: Vec<u32>,
    /// Whether pieces in lines are taken only where there are no others.
    spares: bool,
}

/// Which of eight cells are of a kind, a bit each: a byte of their difference that is 0 carries nothing into its highest
/// bit, and a multiplication moves these bits side by side (Warren, "Hacker's Delight", 6-1 and 7-4).
#[inline]
fn eight_of(cells: [u8; 8], kind: u8) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let apart = u64::from_le_bytes(cells) ^ u64::from(kind).wrapping_mul(0x0101_0101_0101_0101);
    let same = !((apart & LOW).wrapping_add(LOW) | apart | LOW);
    (same >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The squares of some cells.
pub(crate) fn squares_of(cells: &[u8], mask: u64) -> Words {
    let word = |cells: &[u8]| {
        // Mostly a seat has few kinds of pieces in games of this sort.
        if mask.count_ones() > 2 {
            let bits = cells.iter().enumerate().map(|(n, &cell)| (mask >> (cell & 63) & 1) << n);
            return bits.fold(0, |word, bit| word | bit);
        }
        let (eights, rest) = cells.as_chunks::<8>();
        let (mut word, mut left) = (0, mask);
        while left != 0 {
            let kind = left.trailing_zeros() as u8;
            for (n, &eight) in eights.iter().enumerate() {
                word |= eight_of(eight, kind) << (8 * n);
            }
            for (n, &cell) in rest.iter().enumerate() {
                word |= u64::from(cell == kind) << (8 * eights.len() + n);
            }
            left &= left - 1;
        }
        word
    };
    cells.chunks(64).map(word).collect()
}

impl LineCapture {
    /// The lines of so many squares, given what lies on both sides of each square of a board.
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

    /// Whether a piece that comes to a square completes a line with others on some squares, of which it leaves one.
    #[inline]
    pub(crate) fn completes(&self, own: &[u64], from: u16, to: u16) -> bool {
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

    /// The squares from which a seat can take a piece.
    pub(crate) fn takeable(&self, rules: &BoardRules, cells: &[u8], seat: usize) -> Squares {
        let (mut apart, mut lined) = (Squares::new(), Squares::new());
        for (_, &mask) in rules.own.iter().enumerate().filter(|(owner, _)| *owner != seat) {
            let own = squares_of(cells, mask);
            for (n, &word) in own.iter().enumerate() {
                let mut left = word;
                while left != 0 {
                    let square = 64 * n as u16 + left.trailing_zeros() as u16;
                    left &= left - 1;
                    let is_spared = self.spares && self.completes(&own, NOWHERE, square);
                    if is_spared { lined.push(square) } else { apart.push(square) }
                }
            }
        }
        if apart.is_empty() { lined } else { apart }
    }
}

/// A kind of move that is there only while its seat has so many pieces.
#[derive(Clone, Debug)]
pub(crate) struct Gait {
    /// More than so many, and at most so many.
    pub(crate) above: i32,
    pub(crate) most: i32,
    /// Where the steps of a cell on a square begin, as in [`BoardRules::starts`].
    pub(crate) starts: Vec<u32>,
}

impl BoardRules {
    /// What completing a line by a rule takes, if it takes something.
    #[inline]
    pub(crate) fn line_capture_of(&self, rule: u16) -> Option<&LineCapture> {
        let number = self.rules.get(usize::from(rule))?.line_capture;
        self.line_captures.get(usize::from(number).wrapping_sub(1))
    }

    /// The rule that does the same as another and takes what stands on a square besides.
    pub(super) fn rule_capturing(&self, rule: u16, square: u16) -> Option<u16> {
        let first = *self.takers.get(usize::from(rule))?;
        (first > 0 && usize::from(square) < self.squares()).then_some(first + square)
    }

    /// How many pieces a seat has on the board and in hand.
    pub(super) fn piece_count(&self, cells: &[u8], bytes: &[u8], seat: usize) -> i32 {
        let standing: u32 = squares_of(cells, self.own[seat]).iter().map(|word| word.count_ones()).sum();
        standing as i32 + self.sum_in_hand(bytes, seat, |_| 1)
    }

    /// Where the steps of pieces begin by what a seat can do now: always, and with as many pieces as it has.
    pub(super) fn gaits(&self, cells: &[u8], bytes: &[u8], seat: usize) -> impl Iterator<Item = &[u32]> {
        let count = if self.gaits.is_empty() { 0 } else { self.piece_count(cells, bytes, seat) };
        let more = self.gaits.iter().filter(move |gait| gait.above < count && count <= gait.most);
        // Where all moves ask for some number of pieces, there are none else to look for.
        let always = Some(self.starts.as_slice()).filter(|starts| starts.first() != starts.last());
        always.into_iter().chain(more.map(|gait| gait.starts.as_slice()))
    }
}

/// Passes actions on, those that complete a line once for each piece that they can take.
pub(super) struct LineCapturing<'a, S> {
    rules: &'a BoardRules,
    cells: &'a [u8],
    seat: usize,
    /// Where the seat's own pieces are; nowhere if nothing takes.
    own: Words,
    /// The last rule, what completing a line by it takes, and whether what it places falls.
    last: (u16, Option<&'a LineCapture>, bool),
    /// What can be taken, by place in [`BoardRules::line_captures`], once it is asked for.
    found: Option<(u8, Squares)>,
    sink: &'a mut S,
}

impl<'a, S> LineCapturing<'a, S> {
    pub(super) fn new(rules: &'a BoardRules, cells: &'a [u8], seat: usize, sink: &'a mut S) -> Self {
        let own = if rules.line_captures.is_empty() { Words::new() } else { squares_of(cells, rules.own[seat]) };
        Self { rules, cells, seat, own, last: (u16::MAX, None, false), found: None, sink }
    }
}

impl<S: Sink> LineCapturing<'_, S> {
    /// Passes on an action that completes a line.
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
        let mut generator = crate::chance::Generator::from_seed(1);
        for (squares, mask) in [(49, 2_u64), (64, 6), (7, 1), (130, 1 << 63 | 2), (100, 0b1_0110), (9, 0)] {
            let cells: Vec<u8> = (0..squares).map(|_| [0, 1, 2, 4, 63][generator.below(5) as usize]).collect();
            let found = squares_of(&cells, mask);
            for (square, &cell) in cells.iter().enumerate() {
                assert_eq!(found[square / 64] >> (square % 64) & 1, mask >> cell & 1, "{mask:b}, {square}: {cell}");
            }
        }
    }
}
