//! The match's random generator, sixteen bytes of the state block.
//!
//! It is xoshiro128++ 1.0 (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021): only 32-bit
//! sums, shifts and rotations, so that the scripts' prelude can run the same steps. Bounded numbers use Lemire's
//! multiplication with rejection ("Fast random integer generation in an interval", 2019), which is unbiased.

use std::convert::Infallible;

use rand::rand_core::TryRng;

/// Most outcomes of one chance: prescribed ones take 16 bits.
pub const MAX_OUTCOMES: u32 = 65_535;

/// A xoshiro128++ generator whose whole state can be read and written back.
///
/// ```
/// use parlour_engine::chance::Generator;
///
/// let mut generator = Generator::from_seed(7);
/// assert!((0..6).contains(&generator.below(6)));
/// let mut again = Generator::from_bytes(&generator.to_bytes());
/// assert_eq!(again.bits(), generator.bits());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generator {
    s: [u32; 4],
}

impl Generator {
    /// The generator of a seed with a number: distinct numbers give distinct streams.
    pub fn numbered(seed: u64, number: u64) -> Self {
        Self::from_seed(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// Starts from a seed, spread over the state by SplitMix64, as the generator's authors advise.
    pub fn from_seed(seed: u64) -> Self {
        let mut x = seed;
        let mut next = || {
            x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = x;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        };
        let (a, b) = (next(), next());
        Self { s: [a as u32, (a >> 32) as u32, b as u32, (b >> 32) as u32] }
    }

    /// Reads the state from its sixteen bytes, little-endian.
    pub fn from_bytes(bytes: &[u8; 16]) -> Self {
        let mut s = [0; 4];
        for (word, chunk) in s.iter_mut().zip(bytes.chunks_exact(4)) {
            *word = u32::from_le_bytes([chunk[0], chunk[1], chunk[2], chunk[3]]);
        }
        Self { s }
    }

    /// The state as sixteen bytes, little-endian.
    pub fn to_bytes(&self) -> [u8; 16] {
        let mut bytes = [0; 16];
        for (chunk, word) in bytes.chunks_exact_mut(4).zip(self.s) {
            chunk.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    /// The next 32 random bits.
    #[inline]
    pub fn bits(&mut self) -> u32 {
        let [s0, s1, s2, s3] = &mut self.s;
        let result = s0.wrapping_add(*s3).rotate_left(7).wrapping_add(*s0);
        let t = *s1 << 9;
        *s2 ^= *s0;
        *s3 ^= *s1;
        *s1 ^= *s2;
        *s0 ^= *s3;
        *s2 ^= t;
        *s3 = s3.rotate_left(11);
        result
    }

    /// A seed for another generator: two times 32 bits.
    pub fn seed(&mut self) -> u64 {
        u64::from(self.bits()) << 32 | u64::from(self.bits())
    }

    /// A number from 0 to `n` - 1, each equally likely; 0 for `n` = 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        let mut product = u64::from(self.bits()) * u64::from(n);
        if (product as u32) < n {
            let threshold = n.wrapping_neg() % n;
            while (product as u32) < threshold {
                product = u64::from(self.bits()) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }

    /// Shuffles in place (Fisher and Yates, from the last place down), as the prelude shuffles piles.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let j = self.below(u32::try_from(i + 1).unwrap_or(u32::MAX)) as usize;
            items.swap(i, j);
        }
    }
}

impl TryRng for Generator {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.bits())
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let low = u64::from(self.bits());
        Ok(low | u64::from(self.bits()) << 32)
    }

    fn try_fill_bytes(&mut self, dst: &mut [u8]) -> Result<(), Infallible> {
        for chunk in dst.chunks_mut(4) {
            let word = self.bits().to_le_bytes();
            chunk.copy_from_slice(&word[..chunk.len()]);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_outputs_are_those_of_the_published_algorithm() {
        // From the reference C code with the state 1, 2, 3, 4.
        let mut generator = Generator { s: [1, 2, 3, 4] };
        let outputs: Vec<u32> = (0..5).map(|_| generator.bits()).collect();
        assert_eq!(outputs, [641, 1_573_767, 3_222_811_527, 3_517_856_514, 836_907_274]);
    }

    #[test]
    fn bounded_numbers_stay_in_range_and_reach_every_value() {
        let mut generator = Generator::from_seed(1);
        let mut seen = [0_u32; 6];
        for _ in 0..6_000 {
            seen[generator.below(6) as usize] += 1;
        }
        assert!(seen.iter().all(|&n| (850..1150).contains(&n)), "{seen:?}");
        assert_eq!(generator.below(1), 0);
    }
}
