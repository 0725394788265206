//! Refusals: named reasons against actions, texts with holes.
//!
//! A hook returns `refusal.too_far(3, 5)`: a number, and the holes' values in the control block. The text is formatted
//! only on demand.

use super::spec::{Span, VarSpec, ZoneKind, ZoneSpec};
use parlour_model::diagnostic::suggest;
use parlour_model::holes::{Piece, bracketed, pieces};
use parlour_model::ids::{VarId, ZoneId};
use parlour_model::kind::Kind;

/// A reason to refuse an action, from `[refusals]`.
#[derive(Clone, Debug)]
pub struct RefusalSpec {
    /// Its name, as in `refusal.too_far`.
    pub name: String,
    /// The text as written in the pack.
    pub text: String,
    /// The holes, in the order of their first occurrence: the arguments that a script gives.
    pub holes: Vec<Hole>,
    /// The place of its name in `game.toml`.
    pub span: Span,
    /// The text in pieces.
    pub parts: Vec<Part>,
    /// The number of holes of all refusals before it.
    pub first: usize,
}

/// A hole in the text of a refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hole {
    /// Its name.
    pub name: String,
    /// The type of its value.
    pub kind: Kind,
}

/// A piece of the text of a refusal; holes by index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Literal text.
    Text(String),
    /// `{card}`: the value of a hole.
    Hole(usize),
    /// `{number of card}`: a number of cards of a type.
    Count {
        /// The hole of the number.
        number: usize,
        /// The hole of the card type.
        card: usize,
    },
    /// `{words of number}`: a number in words.
    Words(usize),
    /// `{number:die|dice}`: singular and plural by a number.
    Forms {
        /// The hole of the number.
        number: usize,
        /// The singular.
        one: String,
        /// The plural.
        several: String,
    },
    /// `{plural of card}`: the plural of a card's name.
    Plural(usize),
    /// `{attack}`: a variable, that of the acting seat if each seat has one.
    Var(VarId),
    /// `{hand}` or `{names of hand}`: the cards of a bag, that of the acting seat if each seat has one.
    Zone {
        /// The bag.
        zone: ZoneId,
        /// True if the cards are written by name.
        by_name: bool,
    },
    /// `[ or a {value}]`: left out if its first hole is empty.
    Optional(usize, Vec<Part>),
}

/// The names of state that holes can use besides types.
#[derive(Clone, Copy)]
pub(crate) struct StateNames<'a> {
    /// The variables.
    pub(crate) vars: &'a [VarSpec],
    /// The zones.
    pub(crate) zones: &'a [ZoneSpec],
}

impl StateNames<'_> {
    /// A piece filled from the match: a variable, or the cards of a bag.
    fn part(&self, name: &str, by_name: bool) -> Option<Part> {
        let is_told = |var: &VarSpec| var.per.is_of_seats() && var.each().is_none();
        let var = self.vars.iter().position(|var| var.name == name && is_told(var));
        let fits = |zone: &&ZoneSpec| zone.kind == ZoneKind::Bag && zone.per.is_of_seats();
        let zone = self.zones.iter().position(|zone| zone.name == name && fits(&zone));
        match (var, zone) {
            (Some(var), _) if !by_name => Some(Part::Var(VarId::from_index(var))),
            (_, zone) => zone.map(|zone| Part::Zone { zone: ZoneId::from_index(zone), by_name }),
        }
    }
}

impl RefusalSpec {
    /// Reads a text with holes. `kind` resolves the type of a name.
    ///
    /// # Errors
    /// A fault of the text.
    pub(crate) fn read(
        name: String,
        text: String,
        span: Span,
        first: usize,
        known: StateNames<'_>,
        kind: impl Fn(&str) -> Result<Kind, String>,
    ) -> Result<Self, String> {
        let mut reader = Reader { kind, known, holes: Vec::new() };
        let parts = reader.parts(&text)?;
        Ok(Self { name, holes: reader.holes, span, parts, first, text })
    }
}

struct Reader<'a, K> {
    kind: K,
    known: StateNames<'a>,
    holes: Vec<Hole>,
}

impl<K: Fn(&str) -> Result<Kind, String>> Reader<'_, K> {
    fn parts(&mut self, text: &str) -> Result<Vec<Part>, String> {
        let mut parts = Vec::new();
        for (is_optional, text) in bracketed(text)? {
            let inner: Vec<Part> = pieces(text).map(|piece| self.part(piece?)).collect::<Result<_, String>>()?;
            if !is_optional {
                parts.extend(inner);
                continue;
            }
            let first = inner.iter().find_map(|part| match part {
                Part::Hole(hole) => Some(*hole),
                _ => None,
            });
            let first = first.ok_or_else(|| {
                format!("`[{text}]` needs a hole such as `{{card}}`: it is left out where nothing fills that")
            })?;
            parts.push(Part::Optional(first, inner));
        }
        Ok(parts)
    }

    fn part(&mut self, piece: Piece<'_>) -> Result<Part, String> {
        match piece {
            Piece::Hole(inside) => self.hole(inside),
            Piece::Text(text) => match text.find(['}', ']']) {
                Some(at) => Err(format!("a `{}` that closes nothing", &text[at..=at])),
                None => Ok(Part::Text(text.to_owned())),
            },
        }
    }

    /// Reads the contents of braces.
    fn hole(&mut self, inside: &str) -> Result<Part, String> {
        let forms = inside.split_once(':').and_then(|(name, words)| Some((name, words.split_once('|')?)));
        if let Some((name, (one, several))) = forms {
            let number = self.named(name, |kind| kind == Kind::Number)?;
            return Ok(Part::Forms { number, one: one.to_owned(), several: several.to_owned() });
        }
        if let Some(number) = inside.strip_prefix("words of ") {
            return Ok(Part::Words(self.named(number, |kind| kind == Kind::Number)?));
        }
        let (before, behind) = inside.split_once(" of ").map_or((None, inside), |(a, b)| (Some(a), b));
        // `{from:square of main}` is one hole.
        if before.is_none_or(|before| before.contains(':') && !behind.contains(':') && self.is_type(inside)) {
            let is_new = !self.holes.iter().any(|hole| hole.name == inside.trim());
            return match self.known.part(inside.trim(), false).filter(|_| is_new) {
                Some(part) => Ok(part),
                None => self.named(inside, |_| true).map(Part::Hole),
            };
        }
        if before == Some("names") {
            let bag = self.known.part(behind.trim(), true);
            return bag.ok_or_else(|| {
                let bags = self.known.zones.iter().filter(|zone| zone.kind == ZoneKind::Bag);
                let help = suggest(behind, bags.map(|zone| zone.name.as_str()));
                format!("`{{{inside}}}` needs a bag whose cards are named; {help}")
            });
        }
        let number = match before {
            Some("plural") | None => None,
            Some(number) => Some(self.named(number, |kind| kind == Kind::Number)?),
        };
        let card = self.named(behind, |kind| kind == Kind::Card)?;
        Ok(number.map_or(Part::Plural(card), |number| Part::Count { number, card }))
    }

    fn is_type(&self, inside: &str) -> bool {
        inside.split_once(':').is_some_and(|(_, kind)| (self.kind)(kind.trim()).is_ok())
    }

    /// A hole by its name: an earlier one, or a new one with its type.
    fn named(&mut self, written: &str, fits: impl Fn(Kind) -> bool) -> Result<usize, String> {
        let (name, kind) = match written.split_once(':') {
            Some((name, kind)) => (name.trim(), Some(kind.trim())),
            None => (written.trim(), None),
        };
        let known = self.holes.iter().position(|hole| hole.name == name);
        let place = match (known, kind) {
            (Some(_), Some(_)) => return Err(format!("`{{{written}}}` has its type already where it stands first")),
            (Some(known), None) => known,
            (None, kind) => {
                let is_name = name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
                if !is_name || !name.starts_with(|c: char| c.is_ascii_lowercase()) {
                    return Err(format!("`{{{written}}}` needs a name of small letters, as in `{{by:number}}`"));
                }
                let kind = (self.kind)(kind.unwrap_or(name)).map_err(|help| match kind {
                    Some(kind) => format!("there is no type `{kind}`: {help}"),
                    None => format!("`{{{name}}}` needs a type, as in `{{{name}:number}}`"),
                })?;
                self.holes.push(Hole { name: name.to_owned(), kind });
                self.holes.len() - 1
            }
        };
        if fits(self.holes[place].kind) {
            return Ok(place);
        }
        let fitting = self.holes.iter().filter(|hole| fits(hole.kind)).map(|hole| hole.name.as_str());
        Err(format!("`{name}` is not of the type that can stand here; {}", suggest(name, fitting)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<RefusalSpec, String> {
        let kind = |name: &str| match name {
            "card" => Ok(Kind::Card),
            "seat" => Ok(Kind::Seat),
            "number" => Ok(Kind::Number),
            "square of main" => Ok(Kind::Word(0)),
            _ => Err("expected another".to_owned()),
        };
        let known = StateNames { vars: &[], zones: &[] };
        RefusalSpec::read("x".to_owned(), text.to_owned(), 0..0, 0, known, kind)
    }

    #[test]
    fn holes_come_in_the_order_of_the_text_and_once_each() {
        let names = |text: &str| -> Vec<String> { read(text).unwrap().holes.into_iter().map(|h| h.name).collect() };
        assert!(names("no hole").is_empty());
        assert_eq!(names("{seat} has {n:number of card}, not {most:number of card}"), ["seat", "n", "card", "most"]);
        assert_eq!(names("{by:number} and {by} on {to:square of main}[ or {seat}]"), ["by", "to", "seat"]);
        assert_eq!(names("{plural of card:card}"), ["card"]);
    }

    #[test]
    fn what_is_wrong_with_a_text_is_told() {
        for (text, expected) in [
            ("{card", "a brace is not closed"),
            ("[ or {card}", "a square bracket is not closed"),
            ("card}", "a `}` that closes nothing"),
            ("[ or]", "`[ or]` needs a hole such as `{card}`: it is left out where nothing fills that"),
            ("{by}", "`{by}` needs a type, as in `{by:number}`"),
            ("{by:numbr}", "there is no type `numbr`: expected another"),
            ("{by:number} {by:number}", "`{by:number}` has its type already where it stands first"),
            ("{By:number}", "`{By:number}` needs a name of small letters, as in `{by:number}`"),
            ("{}", "`{}` needs a name of small letters, as in `{by:number}`"),
            ("{names of hand}", "`{names of hand}` needs a bag whose cards are named; none is known here"),
            ("{card} {seat of card}", "`seat` is not of the type that can stand here; none is known here"),
        ] {
            assert_eq!(read(text).map(|spec| spec.parts).unwrap_err(), expected, "{text}");
        }
    }
}
