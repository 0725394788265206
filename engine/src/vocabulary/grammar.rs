//! The grammar of a game's actions, declared once in the pack: from it come the parser, the canonical text,
//! completion, hints, help and the binary form.
//!
//! A usage such as `trade {give:cards} for {take:cards}` or `{from:square}-{to:square}` is a row of literals and
//! arguments; what stands in square brackets may be left out: `play {card:card} [as {colour:colour}]`.

use crate::ids::ZoneId;
use crate::kind::{Domain, Kind};
use crate::pack::spec::{ExchangeSpec, OptionValue};

/// An argument of a verb.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arg {
    /// Its name, as in `give`.
    pub name: String,
    /// Its type.
    pub kind: Kind,
    /// Which values of the type it can have.
    pub domain: Domain,
    /// Whether it may be left out.
    pub optional: bool,
    /// The argument before it, by place, that may be left out as well and is written just like it: what is given first is
    /// that one.
    pub(crate) behind: Option<usize>,
    /// Who may know it.
    pub seen_by: SeenBy,
    /// Where its bytes are in the binary form of the action.
    pub(crate) offset: usize,
}

impl Arg {
    /// Whether it is a number of which no table says how great it can be.
    pub(crate) fn is_open_number(&self) -> bool {
        self.kind == Kind::Number && self.domain == Domain::Any
    }
}

/// Who may know what an argument of an action was.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SeenBy {
    /// Everyone.
    #[default]
    All,
    /// The seat that acts, and the seats that these arguments, by place, name.
    Actor(Vec<usize>),
}

/// A piece of a usage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Text that stands as it is.
    Literal(String),
    /// The argument with this place in the verb's list.
    Arg(usize),
    /// The beginning of what may be left out.
    Open,
    /// The end of what may be left out.
    Close,
}

impl Piece {
    /// The text that stands there, without blanks around it.
    pub fn sign(&self) -> Option<&str> {
        match self {
            Self::Literal(text) => Some(text.trim()).filter(|sign| !sign.is_empty()),
            _ => None,
        }
    }
}

/// One kind of action.
#[derive(Clone, Debug)]
pub struct VerbSpec {
    /// The name by which scripts know it.
    pub name: String,
    /// The usage in pieces.
    pub pieces: Vec<Piece>,
    /// The arguments in the order of the usage.
    pub args: Vec<Arg>,
    /// Other words that may stand for the first word.
    pub aliases: Vec<String>,
    /// One sentence.
    pub help: String,
    /// The sentence that tells others of it where no event does, with `{seat}` for who acts.
    pub told: Option<String>,
    /// Bytes of the binary form, the verb included.
    pub(crate) width: usize,
    /// Set if it is an exchange, which the engine lists, checks and applies.
    pub(crate) exchange: Option<ExchangeSpec>,
    /// Its place among the other actions.
    pub order: Order,
    /// The argument, by place, that names the square whose piece it takes.
    pub captures: Option<usize>,
}

/// When an action is legal beside others, and who acts after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Order {
    /// Where it is possible nothing else is legal but actions of which the same is said.
    pub must: Flag,
    /// It changes nothing but whose turn it is, and is legal where its seat can do nothing else.
    pub(crate) pass: bool,
    /// Whether its piece goes on as long as it can do so again.
    pub again: Option<Again>,
    /// Of the chains that are possible, only the longest are legal.
    pub(crate) longest: Flag,
}

/// Yes or no, or as an option says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Flag {
    /// No.
    #[default]
    No,
    /// Yes.
    Yes,
    /// What an option, by place, says.
    Option(usize),
}

impl Flag {
    /// Whether it is set with these options.
    pub(crate) fn is_set(self, options: &[OptionValue]) -> bool {
        match self {
            Self::No => false,
            Self::Yes => true,
            Self::Option(n) => options.get(n) == Some(&OptionValue::Bool(true)),
        }
    }
}

/// Until when a piece goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Again {
    /// As long as it can.
    Always,
    /// As long as it can and has not become another.
    Unchanged,
}

impl VerbSpec {
    /// The zones that the cards of an argument come from; none if it can be any card.
    pub fn zones(&self, arg: usize) -> &[ZoneId] {
        match (&self.args[arg].domain, &self.exchange) {
            (Domain::Zones(zones), _) => zones,
            (_, Some(exchange)) => std::slice::from_ref(if arg == 0 { &exchange.give } else { &exchange.take }),
            _ => &[],
        }
    }

    /// The usage as a person reads it: `trade GIVE for TAKE`; arguments with nothing between them are told apart, as in
    /// `{FROM}{TO}`.
    pub fn usage(&self) -> String {
        self.usage_by(|arg| arg.name.to_uppercase())
    }

    /// The usage with names of one's own for its arguments.
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

    /// The word that the action begins with, if it begins with one.
    pub fn first_word(&self) -> Option<&str> {
        match self.pieces.first() {
            Some(Piece::Literal(literal)) => literal.split_whitespace().next(),
            _ => None,
        }
    }

    /// Whether what is written for this action can be word for word what is written for another.
    pub(crate) fn is_written_like(&self, other: &Self) -> bool {
        let forms = other.forms();
        self.forms().iter().any(|form| forms.contains(form))
    }

    /// The usage with the types of its arguments in place of their names; once more for each alias.
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

/// Why a usage can't be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UsageError {
    pub(crate) message: String,
    /// How it is written, where the message does not say what was expected.
    pub(crate) help: Option<&'static str>,
}

/// How arguments are written.
pub(crate) const USAGE: &str = "expected something like `trade {give:cards} for {take:cards}`";

impl UsageError {
    /// One that is not written as usages are.
    fn misshapen(message: &str) -> Self {
        Self { message: message.to_owned(), help: Some(USAGE) }
    }
}

impl From<String> for UsageError {
    fn from(message: String) -> Self {
        Self { message, help: None }
    }
}

/// Reads a usage. `resolve` turns what stands behind an argument's
/// name into its type and domain. `card_types` is the number of card types.
pub(crate) fn parse_usage(
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

/// The arguments that may be left out and follow one that may be and is written in the same way, with that one: nothing
/// that is written tells which of the two is meant.
fn written_alike(pieces: &[Piece], args: &[Arg]) -> Vec<(usize, usize)> {
    // What stands in brackets with a single argument, and whether only blanks stand between it and the one before.
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

/// A name without marks, in lower case, its words separated by single blanks.
pub(crate) fn plain_name(text: &str) -> String {
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
        Kind::named(kind, named, Use::Argument).map(|kind| (kind, Domain::Any))
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
