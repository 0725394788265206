//! The lexer: splits a script into tokens.

use crate::tree::Span;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An identifier.
    Name,
    /// A reserved word, such as `end`.
    Keyword,
    /// A numeral, in any notation.
    Number,
    /// A string in quotes or long brackets, or in backticks without an expression.
    Text,
    /// The piece of an interpolated string up to its first expression.
    TextBegin,
    /// A piece between two expressions.
    TextMiddle,
    /// The piece after the last expression.
    TextEnd,
    /// An operator or a delimiter, such as `(` or `..`.
    Mark,
}

/// A token; comments and whitespace are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// Its kind.
    pub kind: Kind,
    /// Its text.
    pub text: &'a str,
    /// Its start, a byte offset.
    pub at: usize,
}

impl Token<'_> {
    /// The end, a byte offset.
    pub fn end(&self) -> usize {
        self.at + self.text.len()
    }

    /// Its place in the script.
    pub(crate) fn span(&self) -> Span {
        Span::new(self.at, self.end())
    }
}

/// True if a name is a reserved word.
pub fn is_keyword(name: &str) -> bool {
    matches!(
        name,
        "and"
            | "break"
            | "do"
            | "else"
            | "elseif"
            | "end"
            | "false"
            | "for"
            | "function"
            | "if"
            | "in"
            | "local"
            | "nil"
            | "not"
            | "or"
            | "repeat"
            | "return"
            | "then"
            | "true"
            | "until"
            | "while"
    )
}

/// Operators of more than one character, longer ones first.
const MARKS: &[&str] =
    &["...", "..=", "//=", "..", "==", "~=", "<=", ">=", "->", "::", "+=", "-=", "*=", "/=", "%=", "^=", "//"];

/// Splits a script. It is lenient: the parser refuses invalid Luau.
pub fn tokens(source: &str) -> Vec<Token<'_>> {
    first_tokens(source, usize::MAX)
}

/// The first `most` tokens of a script.
pub(crate) fn first_tokens(source: &str, most: usize) -> Vec<Token<'_>> {
    let bytes = source.as_bytes();
    let mut out = Vec::new();
    // For each open `{`: true if it began an expression of an interpolated string.
    let mut braces: Vec<bool> = Vec::new();
    let mut at = 0;
    while at < bytes.len() && out.len() < most {
        let (rest, b) = (&source[at..], bytes[at]);
        if b.is_ascii_whitespace() {
            at += 1;
            continue;
        }
        if let Some(comment) = rest.strip_prefix("--") {
            at += match long_bracket(comment) {
                Some(len) => 2 + len,
                None => rest.find('\n').unwrap_or(rest.len()),
            };
            continue;
        }
        let (kind, len) = match b {
            b'[' if long_bracket(rest).is_some() => (Kind::Text, long_bracket(rest).unwrap_or(1)),
            b'"' | b'\'' => (Kind::Text, quoted(rest, b)),
            b'`' => match backticked(rest, &mut braces) {
                (len, true) => (Kind::TextBegin, len),
                (len, false) => (Kind::Text, len),
            },
            b'{' => {
                braces.push(false);
                (Kind::Mark, 1)
            }
            b'}' => match braces.pop() {
                Some(true) => match backticked(rest, &mut braces) {
                    (len, true) => (Kind::TextMiddle, len),
                    (len, false) => (Kind::TextEnd, len),
                },
                _ => (Kind::Mark, 1),
            },
            b'0'..=b'9' => (Kind::Number, number(rest)),
            b'.' if bytes.get(at + 1).is_some_and(u8::is_ascii_digit) => (Kind::Number, number(rest)),
            _ if b.is_ascii_alphabetic() || b == b'_' => {
                let len = rest.bytes().take_while(|c| c.is_ascii_alphanumeric() || *c == b'_').count();
                (if is_keyword(&rest[..len]) { Kind::Keyword } else { Kind::Name }, len)
            }
            _ => {
                let long = MARKS.iter().find(|mark| rest.starts_with(**mark)).map(|mark| mark.len());
                (Kind::Mark, long.unwrap_or_else(|| rest.chars().next().map_or(1, char::len_utf8)))
            }
        };
        out.push(Token { kind, text: &rest[..len], at });
        at += len;
    }
    out
}

/// The length of a long bracket `[[...]]` or `[=[...]=]` at the start of a text.
fn long_bracket(text: &str) -> Option<usize> {
    let level = text.strip_prefix('[')?.bytes().take_while(|c| *c == b'=').count();
    text[1 + level..].strip_prefix('[')?;
    let close = format!("]{}]", "=".repeat(level));
    Some(text.find(&close).map_or(text.len(), |at| at + close.len()))
}

/// The length of a quoted string, whose end may be missing.
fn quoted(text: &str, quote: u8) -> usize {
    let bytes = text.as_bytes();
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += escaped(&text[at..]),
            b'\n' => return at,
            b if b == quote => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The length of a piece of an interpolated string; true if an expression follows.
fn backticked(text: &str, braces: &mut Vec<bool>) -> (usize, bool) {
    let bytes = text.as_bytes();
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += escaped(&text[at..]),
            b'`' => return (at + 1, false),
            b'{' => {
                braces.push(true);
                return (at + 1, true);
            }
            _ => at += 1,
        }
    }
    (bytes.len(), false)
}

/// The length of an escape sequence.
fn escaped(text: &str) -> usize {
    if text.starts_with("\\\r\n") {
        return 3;
    }
    // `\z` skips whitespace, line breaks included.
    if let Some(rest) = text.strip_prefix("\\z") {
        return 2 + rest.bytes().take_while(|b| matches!(b, b' ' | b'\t'..=b'\r')).count();
    }
    text.chars().take(2).map(char::len_utf8).sum()
}

fn number(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    let mut len = 0;
    while len < bytes.len() {
        let b = bytes[len];
        let is_sign = matches!(b, b'+' | b'-') && !is_hexadecimal && matches!(bytes[len - 1], b'e' | b'E');
        let is_dot = b == b'.' && bytes.get(len + 1) != Some(&b'.');
        if !(b.is_ascii_alphanumeric() || b == b'_' || is_dot || len > 0 && is_sign) {
            break;
        }
        len += 1;
    }
    len.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<&str> {
        tokens(text).iter().map(|token| token.text).collect()
    }

    #[test]
    fn names_numbers_texts_and_marks_are_told_apart() {
        assert_eq!(
            split("a.b..'c d'--x\n1.5e-3+0x1F ..="),
            ["a", ".", "b", "..", "'c d'", "1.5e-3", "+", "0x1F", "..="]
        );
        assert_eq!(split("1..2"), ["1", "..", "2"]);
        assert_eq!(split("[[a]] [=[b]]]=] --[==[ c ]==] x[1]"), ["[[a]]", "[=[b]]]=]", "x", "[", "1", "]"]);
    }

    #[test]
    fn holes_of_texts_are_read() {
        assert_eq!(split("`a{x}b{ {1} }c`"), ["`a{", "x", "}b{", "{", "1", "}", "}c`"]);
        assert_eq!(split(r"`\{a\`` 'b\'' "), [r"`\{a\``", r"'b\''"]);
    }

    #[test]
    fn what_is_left_open_ends_with_the_script() {
        for text in ["'a", "`a", "`a{", "[[a", "--[[a", "\\", "'\\", "`\\é", "é", "1.", "0x"] {
            assert!(tokens(text).iter().all(|token| !token.text.is_empty()), "{text}");
        }
    }
}
