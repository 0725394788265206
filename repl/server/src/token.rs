//! Tokens: what somebody has who may sit on a seat, and what is kept of it.

use std::fmt::Write;

use rand::TryRng;
use rand::rngs::SysRng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::ServeError;

/// The SHA-256 of a token. Tokens themselves are kept nowhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Hash(String);

/// A fresh token of 128 bits.
///
/// # Errors
/// A system that has no randomness.
pub(crate) fn fresh() -> Result<String, ServeError> {
    let mut bytes = [0; 16];
    SysRng.try_fill_bytes(&mut bytes).map_err(|error| ServeError::Random(error.to_string()))?;
    Ok(hex(&bytes))
}

/// A fresh name of a table. It opens nothing by itself.
///
/// # Errors
/// As for [`fresh`].
pub(crate) fn fresh_id() -> Result<String, ServeError> {
    Ok(fresh()?.chars().take(ID).collect())
}

/// The length of a table's name.
const ID: usize = 12;

/// Whether a text can be the name of a table, and so of a folder.
pub(crate) fn is_id(text: &str) -> bool {
    text.len() == ID && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

impl Hash {
    /// That of a token.
    pub(crate) fn of(token: &str) -> Self {
        Self(hex(&Sha256::digest(token.as_bytes())))
    }
}

/// Bytes, each as two digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // A text can always be written to.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
