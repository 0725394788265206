//! The grammar of a game's actions, declared once in the pack: the source of the parser, the canonical text,
//! completion, hints, help and the binary form.
//!
//! A usage such as `trade {give:cards} for {take:cards}` or `{from:square}-{to:square}` is a sequence of literals and
//! arguments; a part in square brackets is optional: `play {card:card} [as {colour:colour}]`.

use crate::ids::ZoneId;
use crate::kind::{Domain, Kind};
use crate::options::OptionValue;

/// An argument of a verb.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arg {
    /// Its name, as in `give`.
    pub name: String,
    /// Its type.
    pub kind: Kind,
    /// Its domain, a subset of the type's values.
    pub domain: Domain,
    /// True if it is optional.
    pub optional: bool,
    /// The preceding argument, by index, that is optional as well and has the same notation: a single value is that
    /// one's.
    pub behind: Option<usize>,
    /// Its visibility.
    pub seen_by: SeenBy,
    /// The offset of its bytes in the binary form of the action.
    pub offset: usize,
}

impl Arg {
    /// True if it is a number without a declared maximum.
    pub fn is_open_number(&self) -> bool {
        self.kind == Kind::Number && self.domain == Domain::Any
    }
}

/// Visibility of an argument of an action.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SeenBy {
    /// Everyone.
    #[default]
    All,
    /// The seat that acts, and the seats named by these arguments, by index.
    Actor(Vec<usize>),
}

/// A piece of a usage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Literal text.
    Literal(String),
    /// The argument with this index in the verb's list.
    Arg(usize),
    /// The beginning of an optional part.
    Open,
    /// The end of an optional part.
    Close,
}

impl Piece {
    /// The literal, without blanks around it.
    pub fn sign(&self) -> Option<&str> {
        match self {
            Self::Literal(text) => Some(text.trim()).filter(|sign| !sign.is_empty()),
            _ => None,
        }
    }
}

/// A kind of action.
#[derive(Clone, Debug)]
pub struct VerbSpec {
    /// Its name in scripts.
    pub name: String,
    /// The usage in pieces.
    pub pieces: Vec<Piece>,
    /// The arguments in the order of the usage.
    pub args: Vec<Arg>,
    /// Alternatives to its first word.
    pub aliases: Vec<String>,
    /// One sentence.
    pub help: String,
    /// The words of its button, if it has no arguments and they differ from its form.
    pub title: Option<String>,
    /// The zone that is tapped for it, if it has no arguments.
    pub at: Option<crate::ids::ZoneId>,
    /// The sentence for other seats if no event describes it, with `{seat}` for the acting seat.
    pub told: Option<String>,
    /// Bytes of the binary form, including the verb.
    pub width: usize,
    /// Its precedence.
    pub order: Order,
    /// The argument, by index, with the square of the piece that it captures.
    pub captures: Option<usize>,
}

/// Precedence of an action, and the turn after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Order {
    /// Mandatory: where it is possible, only mandatory actions are legal.
    pub must: Flag,
    /// A pass: it changes only the turn, and is legal if its seat has no other action.
    pub pass: bool,
    /// Continued captures: its piece goes on as long as it can do so again.
    pub again: Option<Again>,
    /// Of the possible chains, only the longest are legal.
    pub longest: Flag,
    /// True if the next seat has the turn after it, unless its script gives it to another.
    pub passes_turn: bool,
}

/// A flag: fixed, or the value of an option.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Flag {
    /// No.
    #[default]
    No,
    /// Yes.
    Yes,
    /// The value of an option, by index.
    Option(usize),
}

impl Flag {
    /// True if it is set with these options.
    pub fn is_set(self, options: &[OptionValue]) -> bool {
        match self {
            Self::No => false,
            Self::Yes => true,
            Self::Option(n) => options.get(n) == Some(&OptionValue::Bool(true)),
        }
    }
}

/// The end of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Again {
    /// As long as it can.
    Always,
    /// As long as it can and isn't promoted.
    Unchanged,
}

impl VerbSpec {
    /// The zone of its only argument, if that is a card of one zone.
    pub fn zone_of_card(&self) -> Option<ZoneId> {
        let [Arg { kind: Kind::Card, domain: Domain::Zones(zones), optional: false, .. }] = self.args.as_slice() else {
            return None;
        };
        let [zone] = zones.as_slice() else { return None };
        Some(*zone)
    }

    /// The zones that the cards of an argument come from; empty if it can be any card.
    pub fn zones(&self, arg: usize) -> &[ZoneId] {
        self.args[arg].domain.zones()
    }

    /// The usage for people: `trade GIVE for TAKE`; adjacent arguments keep their braces, as in `{FROM}{TO}`.
    pub fn usage(&self) -> String {
        self.usage_by(|arg| arg.name.to_uppercase())
    }

    /// The usage with other names for its arguments.
    pub fn usage_by(&self, name: impl Fn(&Arg) -> String) -> String {
        let mut text = String::new();
        let is_arg = |n: Option<usize>| matches!(n.and_then(|n| self.pieces.get(n)), Some(Piece::Arg(_)));
        for (place, piece) in self.pieces.iter().enumerate() {
            match piece {
                Piece::Literal(literal) => text.push_str(literal),
                Piece::Arg(n) => {
                    let name = name(&self.args[*n]);
                    let touches = is_arg(place.checked_sub(1)) || is_arg(Some(place + 1));
                    text.push_str(&if touches { format!("{{{name}}}") } else { name });
                }
                Piece::Open => text.push('['),
                Piece::Close => text.push(']'),
            }
        }
        text
    }

    /// The first word of the action, if it begins with one.
    pub fn first_word(&self) -> Option<&str> {
        match self.pieces.first() {
            Some(Piece::Literal(literal)) => literal.split_whitespace().next(),
            _ => None,
        }
    }

    /// The letters before its first argument without a blank between them, as `S` in `S{to}`.
    pub fn prefix(&self) -> Option<&str> {
        match self.pieces.as_slice() {
            [Piece::Literal(literal), Piece::Arg(_), ..] if !literal.contains(char::is_whitespace) => Some(literal),
            _ => None,
        }
    }

    /// The words with which it can begin: its first word and its aliases.
    pub fn first_words(&self) -> impl Iterator<Item = &str> + Clone {
        self.first_word().into_iter().chain(self.aliases.iter().map(String::as_str))
    }

    /// True if some text of this action can also be a text of another.
    pub fn is_written_like(&self, other: &Self) -> bool {
        let forms = other.forms();
        self.forms().iter().any(|form| forms.contains(form))
    }

    /// The usage with the types of its arguments in place of their names, also for each alias.
    fn forms(&self) -> Vec<String> {
        let mut form = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Literal(literal) => form.push_str(&literal.to_lowercase()),
                Piece::Arg(n) => form.push_str(&format!("{{{:?}}}", self.args[*n].kind)),
                Piece::Open => form.push('['),
                Piece::Close => form.push(']'),
            }
        }
        let rest = self.first_word().map_or("", |word| &form[word.len()..]).to_owned();
        let aliases = self.aliases.iter().map(|alias| alias.to_lowercase() + &rest).collect::<Vec<_>>();
        std::iter::once(form).chain(aliases).collect()
    }
}

/// The error of a usage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsageError {
    /// The fault.
    pub message: String,
    /// The notation, if the message doesn't tell the expectation.
    pub help: Option<&'static str>,
}

/// The notation of arguments.
pub const USAGE: &str = "expected something like `trade {give:cards} for {take:cards}`";

impl UsageError {
    /// The error of a malformed usage.
    fn misshapen(message: &str) -> Self {
        Self { message: message.to_owned(), help: Some(USAGE) }
    }
}

impl From<String> for UsageError {
    fn from(message: String) -> Self {
        Self { message, help: None }
    }
}

/// Reads a usage. `resolve` turns the text behind an argument's name into its type and domain. `card_types` is the
/// number of card types.
pub fn parse_usage(
    usage: &str,
    card_types: usize,
    resolve: impl Fn(&str) -> Result<(Kind, Domain), String>,
) -> Result<(Vec<Piece>, Vec<Arg>, usize), UsageError> {
    let mut pieces = Vec::new();
    let mut args: Vec<Arg> = Vec::new();
    let mut offset = 1;
    let mut depth = 0;
    let mut literal = String::new();
    let mut rest = usage;
    let flush = |literal: &mut String, pieces: &mut Vec<Piece>| {
        if !literal.is_empty() {
            pieces.push(Piece::Literal(std::mem::take(literal)));
        }
    };
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '{' => {
                flush(&mut literal, &mut pieces);
                let end = rest.find('}').filter(|&end| !rest[..end].contains('{'));
                let end = end.ok_or_else(|| UsageError::misshapen("a `{` without its `}`"))?;
                let (name, kind) = rest[..end]
                    .split_once(':')
                    .ok_or_else(|| format!("`{{{}}}` needs a type, as in `{{card:card}}`", &rest[..end]))?;
                let (name, (kind, domain)) = (name.trim(), resolve(kind.trim())?);
                if args.iter().any(|arg| arg.name == name) {
                    return Err(format!("the argument `{name}` stands twice").into());
                }
                pieces.push(Piece::Arg(args.len()));
                args.push(Arg {
                    name: name.to_owned(),
                    kind,
                    domain,
                    optional: depth > 0,
                    behind: None,
                    seen_by: SeenBy::All,
                    offset,
                });
                offset += kind.width(2, card_types);
                rest = &rest[end + 1..];
            }
            '[' | ']' => {
                flush(&mut literal, &mut pieces);
                depth += if c == '[' { 1 } else { -1 };
                if depth > 1 {
                    return Err(UsageError::misshapen("square brackets can't be inside square brackets"));
                }
                if !(0..=1).contains(&depth) {
                    return Err(UsageError::misshapen("square brackets that don't pair"));
                }
                pieces.push(if c == '[' { Piece::Open } else { Piece::Close });
            }
            _ => literal.push(c),
        }
    }
    if depth != 0 {
        return Err(UsageError::misshapen("square brackets that don't pair"));
    }
    flush(&mut literal, &mut pieces);
    if pieces.is_empty() {
        return Err(UsageError::misshapen("an empty usage"));
    }
    for (n, before) in written_alike(&pieces, &args) {
        args[n].behind = Some(before);
    }
    Ok((pieces, args, offset))
}

/// Optional arguments that follow another optional one with the same notation, with that one: the text alone is
/// ambiguous.
fn written_alike(pieces: &[Piece], args: &[Arg]) -> Vec<(usize, usize)> {
    // The contents of brackets with a single argument, and true if only blanks separate it from the previous one.
    let mut groups: Vec<(usize, Vec<&str>, bool)> = Vec::new();
    for (at, _) in pieces.iter().enumerate().filter(|(_, piece)| **piece == Piece::Open) {
        let inside = pieces[at + 1..].split(|piece| *piece == Piece::Close).next().unwrap_or_default();
        let places: Vec<usize> =
            inside.iter().filter_map(|piece| if let Piece::Arg(n) = piece { Some(*n) } else { None }).collect();
        let touches = at.checked_sub(1).is_some_and(|before| match &pieces[before] {
            Piece::Close => true,
            Piece::Literal(text) => text.trim().is_empty() && before > 0 && pieces[before - 1] == Piece::Close,
            _ => false,
        });
        if let [place] = places[..] {
            groups.push((place, inside.iter().filter_map(Piece::sign).collect(), touches));
        }
    }
    let pairs = groups.windows(2);
    pairs
        .filter(|pair| pair[1].2 && pair[0].1 == pair[1].1 && args[pair[0].0].kind == args[pair[1].0].kind)
        .map(|pair| (pair[1].0, pair[0].0))
        .collect()
}

/// A name without punctuation, in lower case, its words separated by single blanks.
pub fn plain_name(text: &str) -> String {
    let text: String = text
        .to_lowercase()
        .chars()
        .filter(|c| *c != '\'' && *c != '’')
        .map(|c| if c == '_' || c == '-' { ' ' } else { c })
        .collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::{Named, Use};

    fn resolve(kind: &str) -> Result<(Kind, Domain), String> {
        let named = Named { lists: &[], boards: &["main"] };
        Ok((Kind::named(kind, named, Use::Argument)?, Domain::Any))
    }

    #[test]
    fn a_usage_is_literals_and_arguments() {
        let (pieces, args, width) = parse_usage("trade {give:cards} for {take:cards}", 9, resolve).unwrap();
        assert_eq!(pieces.len(), 4);
        assert_eq!((args[0].offset, args[1].offset, width), (1, 10, 19));
        let (pieces, args, _) = parse_usage("play {card:card} [as {colour:seat}]", 9, resolve).unwrap();
        assert!(args[1].optional && !args[0].optional);
        assert_eq!(pieces.last(), Some(&Piece::Close));
    }

    #[test]
    fn a_broken_usage_says_what_is_wrong() {
        assert!(parse_usage("{a:card-{b:card}", 9, resolve).unwrap_err().message.contains("without"));
        assert!(parse_usage("play {card", 9, resolve).unwrap_err().message.contains("without"));
        assert!(parse_usage("play {card}", 9, resolve).unwrap_err().message.contains("type"));
        assert!(parse_usage("play [x", 9, resolve).unwrap_err().message.contains("pair"));
        assert!(parse_usage("play x]", 9, resolve).unwrap_err().message.contains("pair"));
        assert!(parse_usage("play [x [y]]", 9, resolve).unwrap_err().message.contains("inside square"));
        assert!(parse_usage("play {a:card} {a:card}", 9, resolve).unwrap_err().message.contains("twice"));
    }
}
