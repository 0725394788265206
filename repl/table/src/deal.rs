//! Provably fair deals by a commitment scheme. Before the match the dealer publishes the hash of a secret, then every
//! seat may contribute a word, and the seed is derived from both: neither the dealer nor a seat alone can choose it.
//! After the match the save holds the secret and the words as tags, so that anybody can verify the deal.

use parlour_engine::play::Record;
use rand::TryRng;
use rand::rngs::SysRng;
use sha2::{Digest, Sha256};

/// The tag with the commitment.
const COMMITMENT: &str = "DealCommitment";
/// The tag with the secret.
const SECRET: &str = "DealSecret";
/// The prefix of the tags with seats' words.
const WORD: &str = "DealWord ";

/// A fresh secret of 256 bits; `None` if the system has no randomness.
pub fn secret() -> Option<String> {
    let mut bytes = [0; 32];
    SysRng.try_fill_bytes(&mut bytes).ok()?;
    Some(hex(&bytes))
}

/// The commitment to a secret: the SHA-256 of its text.
pub fn commitment(secret: &str) -> String {
    hex(&Sha256::digest(secret.as_bytes()))
}

/// The seed derived from a secret and the words of seats in their order: the first 16 hex digits of the SHA-256 of all
/// of them, each on a line of its own.
pub fn seed(secret: &str, words: &[(String, String)]) -> u64 {
    let lines: Vec<&str> = std::iter::once(secret).chain(words.iter().map(|(_, word)| word.as_str())).collect();
    let digest = Sha256::digest(lines.join("\n").as_bytes());
    digest.iter().take(8).fold(0, |seed, &byte| seed << 8 | u64::from(byte))
}

/// The tags of a save that document its deal.
pub fn tags(secret: &str, words: &[(String, String)]) -> Vec<(String, String)> {
    let tag = |name: &str, value: String| (name.to_owned(), value);
    let words = words.iter().map(|(seat, word)| (format!("{WORD}{seat}"), word.clone()));
    [tag(COMMITMENT, commitment(secret)), tag(SECRET, secret.to_owned())].into_iter().chain(words).collect()
}

/// The deal as documented in a save, for verification.
#[derive(Debug)]
#[non_exhaustive]
pub struct Deal {
    /// The commitment.
    pub commitment: String,
    /// The secret.
    pub secret: String,
    /// The words by seat.
    pub words: Vec<(String, String)>,
    /// The seed of the match in its save.
    pub seed: u64,
}

impl Deal {
    /// The deal of a save; `None` if its match wasn't dealt by commitment.
    pub fn of(record: &Record) -> Option<Self> {
        let tag = |name: &str| record.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.clone());
        let word = |(tag, word): &(String, String)| Some((tag.strip_prefix(WORD)?.to_owned(), word.clone()));
        let words = record.tags.iter().filter_map(word).collect();
        Some(Self { commitment: tag(COMMITMENT)?, secret: tag(SECRET)?, words, seed: record.seed })
    }

    /// True if the secret matches the commitment.
    pub fn is_as_committed(&self) -> bool {
        commitment(&self.secret) == self.commitment
    }

    /// The seed derived from the secret and the words.
    pub fn true_seed(&self) -> u64 {
        seed(&self.secret, &self.words)
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A shell can compute it: `printf abc | sha256sum`, `printf 'abc\nred' | sha256sum`.
    #[test]
    fn a_deal_can_be_worked_out_by_hand() {
        assert_eq!(commitment("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        let words = [("a".to_owned(), "red".to_owned())];
        assert_eq!(seed("abc", &[]), 0xba78_16bf_8f01_cfea);
        assert_ne!(seed("abc", &words), seed("abc", &[]));
        assert_eq!(format!("{:016x}", seed("abc", &words)), hex(&Sha256::digest(b"abc\nred")[..8]));
    }
}
