//! Texts with holes in braces, and optional parts in square brackets.

use crate::diagnostic::Unplaced;

/// A piece of a text.
pub enum Piece<'a> {
    /// Literal text.
    Text(&'a str),
    /// The contents of braces.
    Hole(&'a str),
}

/// The pieces of a text, by its braces.
///
/// # Errors
/// A brace that isn't closed; it ends the text.
pub fn pieces(mut text: &str) -> impl Iterator<Item = Result<Piece<'_>, String>> {
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
pub fn bracketed(mut text: &str) -> Result<Vec<(bool, &str)>, Unplaced> {
    let mut parts = Vec::new();
    while let Some((before, behind)) = text.split_once('[') {
        let (inside, after) = behind.split_once(']').ok_or("a square bracket is not closed")?;
        parts.extend([(false, before), (true, inside)]);
        text = after;
    }
    parts.push((false, text));
    Ok(parts)
}

/// The texts for each audience of one text for all: the seats that it names, and `all`. A seat is `you` to itself, and of
/// `{play|plays}` it has the first word; `{victim:lose|loses}` are words of another seat than the first one.
///
/// # Errors
/// A brace that isn't closed; words without a seat.
pub fn by_audience(text: &str, is_seat: &dyn Fn(&str) -> bool) -> Result<Vec<(String, String)>, Unplaced> {
    let pieces = pieces(text).collect::<Result<Vec<_>, _>>()?;
    let mut seats: Vec<&str> = Vec::new();
    for piece in &pieces {
        if let Piece::Hole(hole) = piece {
            let name = hole.split(':').next().unwrap_or(hole);
            if is_seat(name) && !seats.contains(&name) {
                seats.push(name);
            }
        }
    }
    let first = seats.first().copied();
    let told = |audience: &str| {
        let mut out = String::new();
        for (n, piece) in pieces.iter().enumerate() {
            // Behind `{seat}`, which is `you`, `'s` makes `your`.
            let is_own = |at: usize| matches!(pieces.get(at), Some(Piece::Hole(hole)) if *hole == audience);
            match piece {
                Piece::Text(text) if n > 0 && is_own(n - 1) => out.push_str(text.strip_prefix("'s").unwrap_or(text)),
                Piece::Text(text) => out.push_str(text),
                Piece::Hole(_) if is_own(n) => {
                    let before = out.trim_end();
                    let begins = before.is_empty() || before.ends_with(['.', '!', '?', '"']);
                    out.push_str(if begins { "You" } else { "you" });
                    if matches!(pieces.get(n + 1), Some(Piece::Text(text)) if text.starts_with("'s")) {
                        out.push('r');
                    }
                }
                Piece::Hole(hole) => {
                    let (name, words) = match hole.split_once(':') {
                        Some((name, words)) if is_seat(name) => (Some(name), words.split_once('|')),
                        Some(_) => (None, None),
                        None => (first, hole.split_once('|')),
                    };
                    match words {
                        Some(_) if name.is_none() => return Err(format!("`{{{hole}}}`: the text names no seat")),
                        Some((own, _)) if name == Some(audience) => out.push_str(own),
                        Some((_, other)) => out.push_str(other),
                        None => out.push_str(&format!("{{{hole}}}")),
                    }
                }
            }
        }
        Ok(out)
    };
    let audiences = seats.iter().copied().chain(["all"]);
    audiences.map(|audience| Ok((audience.to_owned(), told(audience)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_text_is_told_to_each_seat_and_to_all() {
        let told = |text: &str| {
            by_audience(text, &|name| ["seat", "who"].contains(&name)).map(|texts| {
                texts.into_iter().map(|(audience, text)| format!("{audience}: {text}")).collect::<Vec<_>>()
            })
        };
        let texts =
            told("{seat}'s thief takes {card} from {who}; {who:lose|loses} {n:point|points}. {seat} {pay|pays}.");
        let wanted = [
            "seat: Your thief takes {card} from {who}; loses {n:point|points}. You pay.",
            "who: {seat}'s thief takes {card} from you; lose {n:point|points}. {seat} pays.",
            "all: {seat}'s thief takes {card} from {who}; loses {n:point|points}. {seat} pays.",
        ];
        assert_eq!(texts.unwrap(), wanted);
        assert_eq!(told("It ends.").unwrap(), ["all: It ends."]);
        assert_eq!(told("{go|goes}").unwrap_err(), "`{go|goes}`: the text names no seat".into());
    }
}
