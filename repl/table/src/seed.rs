//! Seeds, from which all randomness of a match is derived.

use std::hash::{BuildHasher, Hasher, RandomState};

use rand::TryRng;
use rand::rngs::SysRng;

/// The seed of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seed {
    /// Chosen by a person, who knows it: everything is reproducible, robots too.
    Chosen(u64),
    /// Random, and secret until nothing is hidden any more.
    Fresh(u64),
}

impl Seed {
    /// A random seed that can't be guessed.
    pub fn fresh() -> Self {
        Self::Fresh(fresh_seed())
    }

    pub(crate) fn number(self) -> u64 {
        match self {
            Self::Chosen(seed) | Self::Fresh(seed) => seed,
        }
    }

    pub(crate) fn chosen(self) -> Option<u64> {
        match self {
            Self::Chosen(seed) => Some(seed),
            Self::Fresh(_) => None,
        }
    }
}

/// A random seed that can't be guessed: 64 bits from the system.
pub fn fresh_seed() -> u64 {
    // Without the system's generator, the standard library's random hasher keys.
    SysRng.try_next_u64().unwrap_or_else(|_| RandomState::new().build_hasher().finish())
}
