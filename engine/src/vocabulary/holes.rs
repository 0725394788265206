//! Texts with holes in braces, and optional parts in square brackets.

/// A piece of a text.
pub(crate) enum Piece<'a> {
    Text(&'a str),
    /// The contents of braces.
    Hole(&'a str),
}

/// The pieces of a text, by its braces.
///
/// # Errors
/// A brace that isn't closed; it ends the text.
pub(crate) fn pieces(mut text: &str) -> impl Iterator<Item = Result<Piece<'_>, String>> {
    std::iter::from_fn(move || {
        let (piece, after) = match text.find('{').unwrap_or(text.len()) {
            _ if text.is_empty() => return None,
            0 => match text[1..].split_once('}') {
                Some((hole, after)) => (Ok(Piece::Hole(hole)), after),
                None => (Err("a brace is not closed".to_owned()), ""),
            },
            at => (Ok(Piece::Text(&text[..at])), &text[at..]),
        };
        text = after;
        Some(piece)
    })
}

/// The parts of a text by its square brackets, each with true if it was in brackets.
///
/// # Errors
/// A bracket that isn't closed.
pub(crate) fn bracketed(mut text: &str) -> Result<Vec<(bool, &str)>, String> {
    let mut parts = Vec::new();
    while let Some((before, behind)) = text.split_once('[') {
        let (inside, after) = behind.split_once(']').ok_or("a square bracket is not closed")?;
        parts.extend([(false, before), (true, inside)]);
        text = after;
    }
    parts.push((false, text));
    Ok(parts)
}
