//! Texts of the engine: bodies of words, the driver. They use words under the names that scripts have, and `core`
//! besides. Locals that they index are marked, so every other `name.member` is a word, whatever locals there are.

use std::ops::Range;

use super::Prelude;
use crate::words::OWN;
use parlour_luau::{Kind, tokens};

/// The words that a text uses.
#[derive(Debug, Default)]
pub(super) struct BuiltinText {
    /// The range in the text, and the member.
    pub(super) words: Vec<(Range<usize>, usize)>,
    /// The ends of the names of locals that are marked.
    marks: Vec<usize>,
}

impl BuiltinText {
    pub(super) fn read(text: &str, prelude: &Prelude) -> Self {
        let tokens = tokens(text);
        let mut words = Vec::new();
        let marks = tokens.iter().filter(|token| token.text == OWN).map(|token| token.at).collect();
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
        Self { words, marks }
    }

    /// Writes the text with the words under their local names, and the joint in place of marks.
    pub(super) fn write(&self, text: &str, joint: &str, out: &mut String, name: impl Fn(usize, &mut String)) {
        let mut copied = 0;
        let words = self.words.iter().map(|(range, word)| (range.clone(), Some(*word)));
        let marks = self.marks.iter().map(|&at| (at..at + OWN.len(), None));
        let mut all: Vec<(Range<usize>, Option<usize>)> = words.chain(marks).collect();
        all.sort_unstable_by_key(|(range, _)| range.start);
        for (range, word) in all {
            out.push_str(&text[copied..range.start]);
            match word {
                Some(word) => name(word, out),
                None => out.push_str(joint),
            }
            copied = range.end;
        }
        out.push_str(&text[copied..]);
    }
}
