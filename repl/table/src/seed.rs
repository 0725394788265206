//! Seeds: what all chance of a match comes from.

use std::hash::{BuildHasher, Hasher, RandomState};

use rand::TryRng;
use rand::rngs::SysRng;

/// The seed of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seed {
    /// A person has chosen it and knows it: everything is reproducible, robots too.
    Chosen(u64),
    /// Nobody has chosen it, and nobody is told it before nothing is hidden any more.
    Fresh(u64),
}

impl Seed {
    /// One that nobody can find by trying.
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

/// A seed that nobody chose and nobody can find by trying: 64 bits from the system.
pub fn fresh_seed() -> u64 {
    // Without the system's own, the key that the standard library gives to a hasher.
    SysRng.try_next_u64().unwrap_or_else(|_| RandomState::new().build_hasher().finish())
}
