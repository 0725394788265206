//! Texts with holes in braces and optional parts in square brackets: sentences of events, refusals, what variables say.

use crate::diagnostic::Unplaced;
use crate::english;

/// A part of a text; `H` is what a hole names, such as the index of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part<H> {
    /// Literal text.
    Text(String),
    /// `{card}`: a value.
    Value(H),
    /// `{words of number}`: a number in words.
    Words(H),
    /// `{number:point|points}`: singular or plural.
    Forms {
        /// The number.
        number: H,
        /// The singular.
        one: String,
        /// The plural.
        several: String,
    },
    /// `{number of card}`: a number of cards of a type.
    Count {
        /// The number.
        number: H,
        /// The type.
        card: H,
    },
    /// `{plural of card}`: the plural of a card's name.
    Plural(H),
    /// `{names of hand}`: cards by their names.
    Names(H),
    /// `[ and takes the {target}]`: left out if one of its values is empty.
    Optional(Vec<Part<H>>),
}

/// The required type of a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Any value.
    Value,
    /// A number.
    Number,
    /// A type of card.
    Card,
    /// Cards.
    Cards,
}

/// Resolves the names in the braces of a text.
pub trait Names {
    /// A resolved name.
    type Hole;

    /// Resolves a name.
    ///
    /// # Errors
    /// The name isn't known, or can't stand here.
    fn find(&mut self, name: &str, of: Use) -> Result<Self::Hole, String>;

    /// True if a text with ` of ` in it is a single name.
    fn is_name(&self, _: &str) -> bool {
        false
    }
}

/// Reads a text.
///
/// # Errors
/// A brace or bracket without its partner, an optional part without a value, or a name that can't be resolved.
pub fn read<N: Names>(mut text: &str, names: &mut N) -> Result<Vec<Part<N::Hole>>, Unplaced> {
    let mut parts = Vec::new();
    while let Some((before, behind)) = text.split_once('[') {
        let (inside, after) = behind.split_once(']').ok_or("a square bracket is not closed")?;
        parts.extend(plain(before, names)?);
        let optional = plain(inside, names)?;
        if optional.iter().all(|part| matches!(part, Part::Text(_) | Part::Forms { .. })) {
            return Err(format!(
                "`[{inside}]` needs a hole such as `{{card}}`: it is left out where nothing fills that"
            )
            .into());
        }
        parts.push(Part::Optional(optional));
        text = after;
    }
    parts.extend(plain(text, names)?);
    Ok(parts)
}

/// Reads a text without square brackets.
fn plain<N: Names>(text: &str, names: &mut N) -> Result<Vec<Part<N::Hole>>, String> {
    let part = |piece| match piece? {
        Piece::Hole(hole) => filled(hole, names),
        Piece::Text(text) => match text.find(['}', ']']) {
            Some(at) => Err(format!("a `{}` that closes nothing", &text[at..=at])),
            None => Ok(Part::Text(text.to_owned())),
        },
    };
    pieces(text).map(part).collect()
}

/// Reads the contents of braces.
fn filled<N: Names>(hole: &str, names: &mut N) -> Result<Part<N::Hole>, String> {
    let forms = hole.split_once(':').and_then(|(name, words)| Some((name, words.split_once('|')?)));
    if let Some((name, (one, several))) = forms {
        let number = names.find(name, Use::Number)?;
        return Ok(Part::Forms { number, one: one.to_owned(), several: several.to_owned() });
    }
    Ok(match hole.split_once(" of ").filter(|_| !names.is_name(hole)) {
        None => Part::Value(names.find(hole, Use::Value)?),
        Some(("words", number)) => Part::Words(names.find(number, Use::Number)?),
        Some(("plural", card)) => Part::Plural(names.find(card, Use::Card)?),
        Some(("names", cards)) => Part::Names(names.find(cards, Use::Cards)?),
        Some((number, card)) => {
            Part::Count { number: names.find(number, Use::Number)?, card: names.find(card, Use::Card)? }
        }
    })
}

/// The values of holes, for one reader of a text.
pub trait Values<H> {
    /// A value; `fits` is true behind an article, which then has to fit.
    fn value(&self, hole: &H, fits: bool) -> String;

    /// A number; `None` if it is hidden.
    fn number(&self, hole: &H) -> Option<i32>;

    /// A number of cards of a type.
    fn count(&self, number: &H, card: &H) -> String {
        format!("{} {}", self.value(number, false), self.value(card, false))
    }

    /// The plural of a card's name.
    fn plural(&self, card: &H) -> String {
        self.value(card, false)
    }

    /// Cards by their names.
    fn names(&self, cards: &H) -> String {
        self.value(cards, false)
    }

    /// True if nothing fills a hole.
    fn is_empty(&self, hole: &H) -> bool {
        self.number(hole) == Some(0)
    }
}

/// Fills the holes of a text.
pub fn write<H>(parts: &[Part<H>], values: &impl Values<H>) -> String {
    let mut out = String::new();
    fill(&mut out, parts, values, false);
    out
}

/// Appends parts; `has_article` tells that the text before them ends with an article.
fn fill<H>(out: &mut String, parts: &[Part<H>], values: &impl Values<H>, mut has_article: bool) {
    for part in parts {
        match part {
            Part::Text(text) => {
                out.push_str(text);
                has_article = english::ends_with_article(text);
                continue;
            }
            Part::Optional(inside) => {
                let is_empty = |part: &Part<H>| match part {
                    Part::Value(hole) | Part::Words(hole) | Part::Count { number: hole, .. } => values.is_empty(hole),
                    _ => false,
                };
                if !inside.iter().any(is_empty) {
                    fill(out, inside, values, has_article);
                }
            }
            Part::Value(hole) if has_article => english::fill(out, &values.value(hole, true)),
            Part::Value(hole) => out.push_str(&values.value(hole, false)),
            Part::Words(number) => match values.number(number) {
                Some(n) => out.push_str(&english::number_in_words(n)),
                None => out.push_str(&values.value(number, false)),
            },
            Part::Forms { number, one, several } => {
                out.push_str(if values.number(number) == Some(1) { one } else { several });
            }
            Part::Count { number, card } => out.push_str(&values.count(number, card)),
            Part::Plural(card) => out.push_str(&values.plural(card)),
            Part::Names(cards) => out.push_str(&values.names(cards)),
        }
        has_article = false;
    }
}

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
        Ok(if audience == "all" { out } else { without_filled(&out) })
    };
    let audiences = seats.iter().copied().chain(["all"]);
    audiences.map(|audience| Ok((audience.to_owned(), told(audience)?))).collect()
}

/// A text without the brackets of optional parts in which no hole is left, since the seat in it is the audience.
fn without_filled(text: &str) -> String {
    let mut parts = text.split('[');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |out, part| match part.split_once(']') {
        Some((inside, after)) if !inside.contains('{') => out + inside + after,
        _ => out + "[" + part,
    })
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
        let texts = told("{seat} {act|acts}[ against {who}][ with {card}].");
        let wanted = [
            "seat: You act[ against {who}][ with {card}].",
            "who: {seat} acts against you[ with {card}].",
            "all: {seat} acts[ against {who}][ with {card}].",
        ];
        assert_eq!(texts.unwrap(), wanted);
        assert_eq!(told("{go|goes}").unwrap_err(), "`{go|goes}`: the text names no seat".into());
    }
}
