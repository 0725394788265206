//! Sanitizing of terminal output. Titles, texts of packs, reasons of robots, names in saves and output of programs come
//! from untrusted files: control characters would be executed by a terminal, and others change or hide the text around
//! them. Everything that is shown is filtered here.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde_json::Value;

/// True if a character is invisible and acts on a terminal or on the text around it: control characters except newline
/// and tab, bidirectional controls, and zero-width characters that join, separate or tag others.
pub fn is_hidden(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        c if c.is_control() => true,
        // Soft hyphen, grapheme joiner, Arabic letter mark, Hangul fillers, invisible Khmer vowels, Mongolian
        // selectors.
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' => true,
        '\u{180b}'..='\u{180f}' | '\u{3164}' | '\u{ffa0}' => true,
        // Zero-width spaces and joiners, bidirectional marks, embeddings, overrides and isolates, line separators,
        // invisible operators.
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        // Byte order mark, annotations, tags.
        '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' => true,
        '\u{e0000}'..='\u{e0fff}' => true,
        _ => false,
    }
}

/// The text without hidden characters.
pub fn sanitized(text: &str) -> Cow<'_, str> {
    if text.chars().any(is_hidden) {
        Cow::Owned(text.chars().filter(|&c| !is_hidden(c)).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// The text in one line, with every hidden character escaped, as `\u{202e}`, for a person's decisions.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(c) || matches!(c, '\n' | '\t') {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    out
}

/// A value as a line of JSON, with hidden characters escaped, so that it is still the same value.
pub fn json(value: &Value) -> String {
    let text = value.to_string();
    // JSON escapes all ASCII controls already except DEL.
    let is_plain = text.is_ascii() && !text.as_bytes().contains(&0x7F);
    if is_plain || !text.chars().any(is_hidden) {
        return text;
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_hidden(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a `String` doesn't fail.
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_decided_about_is_escaped() {
        assert_eq!(escaped("rm -rf ~ \u{202e}\u{1b}[2K\r\nls é"), r"rm -rf ~ \u{202e}\u{1b}[2K\r\nls é");
    }

    #[test]
    fn hidden_characters_are_left_out_and_others_stay() {
        let text = "a\u{202e}b\u{200b}c\u{9b}d\u{e0041}e\u{2066}f\u{7f}g\n\th ◄é 日本";
        assert_eq!(sanitized(text), "abcdefg\n\th ◄é 日本");
    }

    #[test]
    fn json_stays_the_same_value() {
        let value = serde_json::json!({ "title\u{202e}": "x\u{e0041}\u{7f}\u{1b}" });
        let text = json(&value);
        assert!(!text.chars().any(is_hidden), "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }
}
