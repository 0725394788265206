//! Mutation of texts.

use parlour_engine::chance::Generator;

/// Unusual words and numbers.
const STRANGE: &[&str] = &[
    "0",
    "-1",
    "1",
    "255",
    "256",
    "65535",
    "65536",
    "-2147483648",
    "2147483648",
    "9223372036854775807",
    "18446744073709551616",
    "1e308",
    "1e999",
    "nan",
    "inf",
    "0x7f",
    "1_000",
    "\"\"",
    "\"\\u0000\"",
    "''",
    "[]",
    "{}",
    "[[",
    "]]",
    "= ",
    "null",
    "true",
    "\u{202e}",
    "\u{0}",
    "\u{feff}",
    "é",
    "\u{1f0a1}",
    "\t",
    "\r\n",
    "\n\n",
    ",",
    ".",
    "..",
    "*",
    "?",
    "%",
    "\\",
    "{",
    "}",
    "(",
    ")",
    "\"\"\"",
    "'''",
    "-",
    "--",
    "#",
    ":",
    "/",
];

/// Maximum length of a generated text, in bytes.
const LONGEST: usize = 1 << 18;

/// A dictionary of tokens from some texts.
#[derive(Clone, Debug, Default)]
pub struct Words(Vec<String>);

impl Words {
    /// The distinct words, numbers and signs of some texts.
    #[must_use]
    pub fn of(texts: &[String]) -> Self {
        let mut words: Vec<String> =
            texts.iter().flat_map(|text| pieces(text).into_iter().map(str::to_owned)).collect();
        words.sort_unstable();
        words.dedup();
        words.extend(STRANGE.iter().map(|&word| word.to_owned()));
        Self(words)
    }

    fn any<'a>(&'a self, rng: &mut Generator) -> &'a str {
        if rng.below(3) == 0 {
            choice(STRANGE, rng)
        } else {
            self.0.get(below(self.0.len(), rng)).map_or("", |word| word)
        }
    }
}

fn below(n: usize, rng: &mut Generator) -> usize {
    if n < 2 { 0 } else { rng.below(u32::try_from(n).unwrap_or(u32::MAX)) as usize }
}

fn choice<'a>(words: &[&'a str], rng: &mut Generator) -> &'a str {
    words.get(below(words.len(), rng)).copied().unwrap_or_default()
}

/// Tokenizes a text: words, numbers, white space, and single other characters.
fn pieces(text: &str) -> Vec<&str> {
    let class = |c: char| match c {
        c if c.is_alphanumeric() || c == '_' => 0,
        ' ' => 1,
        _ => 2,
    };
    let mut out = Vec::new();
    let mut from = 0;
    let mut last = None;
    for (at, c) in text.char_indices() {
        let new = class(c);
        if at > from && (last != Some(new) || new == 2) {
            out.push(&text[from..at]);
            from = at;
        }
        last = Some(new);
    }
    if from < text.len() {
        out.push(&text[from..]);
    }
    out
}

/// A mutated text, with one to five changes.
#[must_use]
pub fn mutate(texts: &[String], words: &Words, rng: &mut Generator) -> String {
    let mut text = texts.get(below(texts.len(), rng)).cloned().unwrap_or_default();
    for _ in 0..=rng.below(5) {
        text = change(&text, texts, words, rng);
        if text.len() > LONGEST {
            let end = (0..=LONGEST).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
            text.truncate(end);
        }
    }
    text
}

fn change(text: &str, texts: &[String], words: &Words, rng: &mut Generator) -> String {
    match rng.below(10) {
        0..6 => in_pieces(text, words, rng),
        6..8 => in_lines(text, texts, rng),
        8 => {
            // Any character anywhere.
            let mut signs: Vec<char> = text.chars().collect();
            let at = below(signs.len() + 1, rng);
            let most = if rng.below(8) == 0 { 0x11_0000 } else { 128 };
            let sign = char::from_u32(rng.below(most)).unwrap_or('x');
            match signs.get_mut(at) {
                Some(place) if rng.below(2) == 0 => *place = sign,
                _ => signs.insert(at, sign),
            }
            signs.into_iter().collect()
        }
        _ => {
            let end = text.char_indices().nth(below(text.chars().count() + 1, rng)).map_or(text.len(), |(at, _)| at);
            text[..end].to_owned()
        }
    }
}

fn in_pieces(text: &str, words: &Words, rng: &mut Generator) -> String {
    let mut all = pieces(text);
    let at = below(all.len(), rng);
    let until = (at + 1 + below(6, rng)).min(all.len());
    match rng.below(7) {
        0 => drop(all.splice(at..until, [])),
        1 => all.insert(at, words.any(rng)),
        // Deep or long: repetition of a token.
        2 if rng.below(6) == 0 => {
            let times = [10, 300, 5_000, 100_000][below(4, rng)];
            let piece = all.get(at).copied().unwrap_or("[");
            let piece = if rng.below(2) == 0 { piece } else { choice(&["[", "{", "(", "a.", "-", "not ", "[["], rng) };
            all.splice(at..at, std::iter::repeat_n(piece, times.min(LONGEST / piece.len().max(1))));
        }
        3 => {
            let copy: Vec<&str> = all.get(at..until).unwrap_or_default().to_vec();
            let to = below(all.len() + 1, rng);
            all.splice(to..to, copy);
        }
        _ => {
            // Replaces a number by a number, a word by a word, and sometimes by anything.
            let old = all.get(at).copied().unwrap_or_default();
            let digits = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
            let mut new = words.any(rng);
            for _ in 0..8 {
                if digits(new) == digits(old) && !old.trim().is_empty() {
                    break;
                }
                new = words.any(rng);
            }
            if let Some(place) = all.get_mut(at) {
                *place = new;
            }
        }
    }
    all.concat()
}

fn in_lines(text: &str, texts: &[String], rng: &mut Generator) -> String {
    let mut lines: Vec<&str> = text.split('\n').collect();
    let at = below(lines.len(), rng);
    let until = (at + 1 + below(4, rng)).min(lines.len());
    let other = texts.get(below(texts.len(), rng)).map_or("", |text| text);
    let others: Vec<&str> = other.split('\n').collect();
    match rng.below(5) {
        0 => drop(lines.splice(at..until, [])),
        1 => {
            let copy = lines[at..until].to_vec();
            let to = below(lines.len() + 1, rng);
            lines.splice(to..to, copy);
        }
        2 => {
            let to = below(lines.len(), rng);
            lines.swap(at, to);
        }
        _ => {
            let from = below(others.len(), rng);
            let most = (from + 1 + below(4, rng)).min(others.len());
            lines.splice(at..at, others[from..most].iter().copied());
        }
    }
    lines.join("\n")
}
