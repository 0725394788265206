//! Placings with custodial conversion (as in Othello), by parallel prefix fills.
//!
//! A fill propagates a set through another in one direction, and doubles its reach with every step: the parallel prefix
//! computation of Kogge and Stone ("A parallel algorithm for the efficient solution of a general class of recurrence
//! equations", IEEE Transactions on Computers C-22, 1973), which Steffan Westcott applied to bitboards. Three steps
//! suffice for the six squares that can be enclosed on a row of eight, where a fill square by square takes six.

use super::squares::Squares;

/// A direction of enclosing, seen from the placed piece.
#[derive(Clone, Debug)]
pub(super) struct Way<W> {
    /// The distance of one square in it, modulo the bits of the word.
    pub(super) by: u32,
    /// The squares from which one more step in it stays on the board.
    pub(super) ahead: W,
    /// The squares from which one step back stays on the board.
    pub(super) back: W,
}

/// The directions of a placing.
#[derive(Clone, Debug)]
pub(super) struct Ways<W> {
    pub(super) ways: Vec<Way<W>>,
    /// The number of doublings for the longest enclosed line.
    pub(super) doublings: u32,
}

/// Propagates a set through another; one square is `by` squares of [`Squares::behind`].
#[inline]
fn fill<W: Squares>(mut set: W, mut through: W, by: u32, doublings: u32) -> W {
    for n in 0..doublings {
        set |= through & set.behind(by << n);
        through &= through.behind(by << n);
    }
    set
}

impl<W: Squares> Ways<W> {
    /// The squares from which an own piece would enclose an enemy; their own contents are ignored.
    #[inline]
    pub(super) fn enclosing(&self, own: W, enemies: W) -> W {
        self.ways.iter().fold(W::NONE, |found, way| {
            let reached = fill(own, enemies & way.ahead, way.by, self.doublings) & enemies;
            found | (reached.behind(way.by) & way.ahead)
        })
    }

    /// The enemies enclosed by a piece on a square.
    #[inline]
    pub(super) fn enclosed(&self, square: u16, own: W, enemies: W) -> W {
        let placed = W::of(square);
        let found = self.ways.iter().fold(W::NONE, |found, way| {
            let outwards = way.by.wrapping_neg() & (W::BITS - 1);
            let line = fill(placed, enemies & way.back, outwards, self.doublings);
            let is_closed = !(line.behind(outwards) & way.back & own).is_none();
            found | if is_closed { line } else { W::NONE }
        });
        found & !placed
    }
}
