//! Bearer tokens of seats, and their stored hashes.

use std::fmt::Write;

use rand::TryRng;
use rand::rngs::SysRng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::ServeError;

/// The SHA-256 of a token. Tokens themselves are never stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Hash(String);

/// A random token of 128 bits.
///
/// # Errors
/// The system has no randomness.
pub(crate) fn fresh() -> Result<String, ServeError> {
    let mut bytes = [0; 16];
    SysRng.try_fill_bytes(&mut bytes).map_err(|error| ServeError::Random(error.to_string()))?;
    Ok(hex(&bytes))
}

/// A random id of a table, which grants no access by itself.
///
/// # Errors
/// As for [`fresh`].
pub(crate) fn fresh_id() -> Result<String, ServeError> {
    Ok(fresh()?.chars().take(ID).collect())
}

/// The length of a table's id.
const ID: usize = 12;

/// True if a text is a valid id of a table, and so safe as the name of a folder.
pub(crate) fn is_id(text: &str) -> bool {
    text.len() == ID && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

impl Hash {
    /// The hash of a token.
    pub(crate) fn of(token: &str) -> Self {
        Self(hex(&Sha256::digest(token.as_bytes())))
    }
}

/// Bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a `String` doesn't fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
