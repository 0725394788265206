//! Bitboards: a set of squares in a machine word, a bit for each square, the lowest for square 0.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A word with a bit for each square of a board: 64 bits where they suffice, because those fit in one register.
pub(crate) trait Squares:
    Copy
    + Debug
    + PartialEq
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
{
    /// The capacity in squares.
    const BITS: u32;
    /// The empty set.
    const NONE: Self;

    /// The set of one square.
    fn of(square: u16) -> Self;

    /// The squares from which an offset leads into the set, where `by` is that offset modulo [`Squares::BITS`]. The
    /// shift wraps around the word, so the result has to be masked with the squares from which the step stays on the
    /// board, which also removes steps across the edge of the board.
    fn behind(self, by: u32) -> Self;

    /// The lowest square; [`Squares::BITS`] if the set is empty.
    fn first(self) -> u32;

    /// The highest square; `None` if the set is empty.
    fn last(self) -> Option<u32>;

    /// The set without its lowest square.
    fn without_first(self) -> Self;

    /// The squares below the lowest one; all if the set is empty.
    fn below_first(self) -> Self;

    /// Counts the squares in each byte: the first steps of the population count by adding neighbouring fields of bits
    /// (Warren, "Hacker's Delight", 5-1). Up to 31 of these counts can be added to one another.
    fn in_eights(self) -> Eights<Self>;

    /// The sum of two counts.
    fn plus(self, other: Self) -> Self;

    /// The sum of the bytes.
    fn sum_of_bytes(self) -> u32;

    /// A byte, from the lowest.
    fn byte(self, n: u32) -> u8;

    /// True if the set is empty.
    #[inline]
    fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Calls a function with each square, in ascending order.
    #[inline]
    fn each(self, mut then: impl FnMut(u16)) {
        let mut left = self;
        while left != Self::NONE {
            then(left.first() as u16);
            left = left.without_first();
        }
    }
}

/// Counts for each eight squares, a byte each, of at most 255.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Eights<W>(W);

impl<W: Squares> Eights<W> {
    pub(super) const ZERO: Self = Self(W::NONE);

    /// The sum of both counts.
    #[inline]
    pub(super) fn plus(self, other: Self) -> Self {
        Self(self.0.plus(other.0))
    }

    /// The total.
    #[inline]
    pub(super) fn total(self) -> u32 {
        self.0.sum_of_bytes()
    }

    /// The byte with the set bit of a number, counted from 0, and its number within the byte.
    #[inline]
    pub(super) fn find(self, number: u32) -> (u32, u32) {
        let mut left = number;
        for eight in 0..W::BITS / 8 {
            let here = u32::from(self.0.byte(eight));
            if left < here {
                return (eight, left);
            }
            left -= here;
        }
        (0, 0)
    }
}

/// The square with a number in a set, counted from 0, given the counts of the set.
#[inline]
pub(super) fn square_numbered<W: Squares>(set: W, eights: Eights<W>, number: u32) -> u16 {
    let (eight, number) = eights.find(number);
    let mut among = set.byte(eight);
    for _ in 0..number {
        among &= among.wrapping_sub(1);
    }
    (8 * eight + (among.trailing_zeros() & 7)) as u16
}

/// The counts of the set bits of each byte of a word.
#[inline]
fn bytes_counted(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f
}

/// The sum of the bytes of a word.
#[inline]
fn bytes_added(word: u64) -> u32 {
    let pairs = (word & 0x00ff_00ff_00ff_00ff) + (word >> 8 & 0x00ff_00ff_00ff_00ff);
    (pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48) as u32
}

macro_rules! squares {
    ($word:ty, $counted:expr, $added:expr) => {
        impl Squares for $word {
            const BITS: u32 = <$word>::BITS;
            const NONE: Self = 0;

            #[inline]
            fn of(square: u16) -> Self {
                1 << (u32::from(square) & (Self::BITS - 1))
            }

            #[inline]
            fn behind(self, by: u32) -> Self {
                self.rotate_right(by)
            }

            #[inline]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn last(self) -> Option<u32> {
                self.checked_ilog2()
            }

            #[inline]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn below_first(self) -> Self {
                (self & self.wrapping_neg()).wrapping_sub(1)
            }

            #[inline]
            fn in_eights(self) -> Eights<Self> {
                Eights($counted(self))
            }

            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline]
            fn sum_of_bytes(self) -> u32 {
                $added(self)
            }

            #[inline]
            fn byte(self, n: u32) -> u8 {
                (self >> (8 * n)) as u8
            }
        }
    };
}

squares!(u64, bytes_counted, bytes_added);
squares!(
    u128,
    |set: u128| u128::from(bytes_counted(set as u64)) | u128::from(bytes_counted((set >> 64) as u64)) << 64,
    |set: u128| bytes_added(set as u64) + bytes_added((set >> 64) as u64)
);

#[cfg(test)]
mod tests {
    use super::*;

    /// The squares of a set, each selected by its number.
    fn by_number<W: Squares>(set: W) -> Vec<u16> {
        let eights = set.in_eights();
        (0..eights.total()).map(|n| square_numbered(set, eights, n)).collect()
    }

    #[test]
    fn squares_are_found_by_number_in_ascending_order() {
        for squares in [&[][..], &[0], &[63], &[0, 7, 8, 9, 31, 62, 63]] {
            let set = squares.iter().fold(0_u64, |set, &n| set | u64::of(n));
            assert_eq!(by_number(set), squares);
            assert_eq!(by_number(u128::from(set)), squares);
        }
        let squares = [5, 63, 64, 65, 100, 127];
        assert_eq!(by_number(squares.iter().fold(0_u128, |set, &n| set | u128::of(n))), squares);
        assert_eq!(by_number(!0_u128), (0..128).collect::<Vec<u16>>());
    }

    #[test]
    fn counts_can_be_added_thirty_one_times() {
        let full = (!0_u64).in_eights();
        let sum = (0..31).fold(Eights::ZERO, |sum: Eights<u64>, _| sum.plus(full));
        assert_eq!(sum.total(), 31 * 64);
        assert_eq!(sum.find(31 * 8), (1, 0));
        assert_eq!(sum.find(31 * 64 - 1), (7, 31 * 8 - 1));
    }

    #[test]
    fn ends_of_a_set() {
        assert_eq!((u64::NONE.last(), u64::NONE.first(), u64::NONE.below_first()), (None, 64, !0));
        let set = u128::of(70) | u128::of(90);
        assert_eq!((set.last(), set.first(), set.below_first()), (Some(90), 70, (1 << 70) - 1));
    }
}
