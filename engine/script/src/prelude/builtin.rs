//! Texts of the engine: bodies of words, the driver. They use words under the names that scripts have, and `core`
//! besides. They never index a local, so every `name.member` is a word, whatever locals there are.

use std::ops::Range;

use super::Prelude;
use parlour_luau::{Kind, tokens};

/// The words that a text uses.
#[derive(Debug, Default)]
pub(super) struct BuiltinText {
    /// The range in the text, and the member.
    pub(super) words: Vec<(Range<usize>, usize)>,
}

impl BuiltinText {
    pub(super) fn read(text: &str, prelude: &Prelude) -> Self {
        let tokens = tokens(text);
        let mut words = Vec::new();
        for (n, window) in tokens.windows(3).enumerate() {
            let [name, dot, member] = window else { continue };
            let is_field = n > 0 && matches!(tokens[n - 1].text, "." | ":");
            if dot.text == "."
                && !is_field
                && (name.kind, member.kind) == (Kind::Name, Kind::Name)
                && let Some(word) = prelude.find(name.text, member.text)
            {
                words.push((name.at..member.end(), word));
            }
        }
        Self { words }
    }

    /// Writes the text with the words under their local names.
    pub(super) fn write(&self, text: &str, out: &mut String, name: impl Fn(usize, &mut String)) {
        let mut copied = 0;
        for (range, word) in &self.words {
            out.push_str(&text[copied..range.start]);
            name(*word, out);
            copied = range.end;
        }
        out.push_str(&text[copied..]);
    }
}
