//! Checksums of result files: a corrupted file is detected instead of giving another result.

use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

use crate::failure::Failure;

/// The last key of a file, with the hash of everything before it.
const PROOF: &str = ",\"proof\":\"";
/// The length of the hash.
const HASH: usize = 16;
const END: &str = "\"}";

fn hash(text: &str) -> String {
    format!("{:016x}", xxh3_64(text.as_bytes()))
}

/// The text of a file with results, an object, on one line, with its checksum as the last key.
pub(crate) fn with_proof(results: &Value) -> String {
    let text = results.to_string();
    let inside = text.strip_suffix('}').unwrap_or(&text);
    format!("{inside}{PROOF}{}{END}\n", hash(inside))
}

/// Parses the results in a file. A file from before checksums is accepted as it is.
///
/// # Errors
/// A file that was changed since it was written.
pub(crate) fn checked(file: &str, text: String) -> Result<String, Failure> {
    let damaged = || Failure::Input(format!("{file} is damaged: it isn't as it was written"));
    let Some((inside, proof)) = text.rsplit_once(PROOF) else {
        // Part of a checksum remains if a single character of it was changed.
        let value: Option<Value> = serde_json::from_str(&text).ok();
        let keys = value.as_ref().and_then(Value::as_object);
        let has_none = keys.is_none_or(|keys| !keys.values().any(is_like_a_hash));
        return if has_none && !text.contains("proof") { Ok(text) } else { Err(damaged()) };
    };
    let is_whole = proof.len() == HASH + END.len() + 1 && proof.strip_suffix('\n').is_some_and(|p| p.ends_with(END));
    if is_whole && proof.starts_with(&hash(inside)) { Ok(format!("{inside}}}")) } else { Err(damaged()) }
}

fn is_like_a_hash(value: &Value) -> bool {
    value.as_str().is_some_and(|text| text.len() == HASH && text.bytes().all(|c| c.is_ascii_hexdigit()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_bit_that_has_flipped_anywhere_is_found() {
        let results = json!({ "counted": { "points": [1, 2.5, 3] }, "game": "chess" });
        let text = with_proof(&results);
        let back: Value = serde_json::from_str(&checked("x", text.clone()).unwrap()).unwrap();
        assert_eq!(back, results);
        for at in 0..text.len() {
            for bit in 0..8 {
                let mut bytes = text.clone().into_bytes();
                bytes[at] ^= 1 << bit;
                let Ok(flipped) = String::from_utf8(bytes) else { continue };
                let read = checked("x", flipped.clone()).ok();
                let read = read.and_then(|text| serde_json::from_str::<Value>(&text).ok());
                assert!(read.is_none(), "{flipped}");
            }
        }
    }

    #[test]
    fn results_from_before_there_was_a_proof_are_read() {
        let text = "{\"counted\":{}}\n".to_owned();
        assert_eq!(checked("x", text.clone()).unwrap(), text);
    }
}
