//! Numerals and strings.

use std::num::IntErrorKind;

use crate::tree::Expression;

/// Parses a numeral.
pub(crate) fn number(text: &str) -> Option<f64> {
    let digits = text.replace('_', "").to_lowercase();
    let of = |digits: &str, radix| match u64::from_str_radix(digits, radix) {
        // As in Luau, what is too large is the largest.
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => Some(u64::MAX as f64),
        number => number.ok().map(|number| number as f64),
    };
    if let Some(digits) = digits.strip_prefix("0x") {
        return of(digits, 16);
    }
    match digits.strip_prefix("0b") {
        Some(digits) => of(digits, 2),
        None => digits.parse().ok(),
    }
}

/// A text from its bytes.
pub(crate) fn text_of(bytes: Vec<u8>) -> Expression {
    match String::from_utf8(bytes) {
        Ok(text) => Expression::Text(text.into()),
        Err(error) => Expression::Bytes(error.into_bytes().into()),
    }
}

/// The contents of a string literal, in bytes.
pub(crate) fn unquoted(text: &str) -> Option<Vec<u8>> {
    if let Some(rest) = text.strip_prefix('[') {
        let open = rest.find('[')? + 2;
        let inner = text.get(open..text.len().checked_sub(open)?)?.replace("\r\n", "\n");
        return Some(inner.strip_prefix('\n').unwrap_or(&inner).into());
    }
    unescaped(text.get(1..text.len().checked_sub(1)?)?)
}

/// A text with its escape sequences decoded, in bytes.
pub(crate) fn unescaped(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if c != '\\' {
            out.extend(c.to_string().bytes());
            continue;
        }
        match rest.next()? {
            'n' => out.push(b'\n'),
            't' => out.push(b'\t'),
            'r' => out.push(b'\r'),
            'a' => out.push(7),
            'b' => out.push(8),
            'f' => out.push(12),
            'v' => out.push(11),
            'z' => while rest.next_if(|c| matches!(c, ' ' | '\t'..='\r')).is_some() {},
            '\r' if rest.next_if_eq(&'\n').is_some() => out.push(b'\n'),
            'x' => {
                let digits: String = rest.by_ref().take(2).collect();
                out.push(u8::from_str_radix(&digits, 16).ok()?);
            }
            'u' => {
                let digits: String = rest.by_ref().skip(1).take_while(|c| *c != '}').collect();
                match u32::from_str_radix(&digits, 16).ok()? {
                    // Luau encodes halves of pairs too.
                    code @ 0xd800..=0xdfff => {
                        out.extend([0xed, 0x80 | (code >> 6 & 0x3f) as u8, 0x80 | (code & 0x3f) as u8]);
                    }
                    code => out.extend(char::from_u32(code)?.to_string().bytes()),
                }
            }
            c if c.is_ascii_digit() => {
                let mut code = c.to_digit(10)?;
                for _ in 0..2 {
                    if let Some(digit) = rest.peek().and_then(|c| c.to_digit(10)) {
                        code = code * 10 + digit;
                        rest.next();
                    }
                }
                out.push(u8::try_from(code).ok()?);
            }
            c => out.extend(c.to_string().bytes()),
        }
    }
    Some(out)
}
