//! Domains of arguments: all values of a kind, or a subset, as in `{card:card of hand}`.

use super::{Kind, Named, Use};
use crate::combination::Combination;
use crate::diagnostic::Unplaced;
use crate::ids::ZoneId;
use crate::spec::{OptionSpec, Per, Quantity, Seen, Span, ZoneSpec};

/// The domain of an argument: a subset of its kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Domain {
    /// All.
    #[default]
    Any,
    /// `card of ZONE or ZONE`, `cards of ZONE`: the cards in one of these zones, which is that of the acting seat, the
    /// only one, or any of those of a list or table.
    Zones(Vec<ZoneId>),
    /// `pair or run of ZONE`: cards of a zone that are one of these combinations, by index.
    Combinations(Vec<ZoneId>, Vec<usize>),
    /// `other seat`: all seats but the acting one and those that are out.
    OtherSeat,
    /// `number A to B`, both included.
    Range(Quantity, Quantity),
    /// `empty square`.
    Empty,
}

impl Domain {
    /// The zones that the cards come from; empty if they can be any.
    pub fn zones(&self) -> &[ZoneId] {
        match self {
            Self::Zones(zones) | Self::Combinations(zones, _) => zones,
            _ => &[],
        }
    }

    /// The numbers in it that may depend on options.
    pub fn quantities(&self) -> impl Iterator<Item = &Quantity> {
        let bounds = match self {
            Self::Range(least, most) => Some([least, most]),
            _ => None,
        };
        bounds.into_iter().flatten()
    }
}

/// Names that a domain can use.
pub struct Places<'a> {
    /// Lists and boards.
    pub named: Named<'a>,
    /// The zones.
    pub zones: &'a [ZoneSpec],
    /// The combinations of cards.
    pub combinations: &'a [Combination],
    /// The options.
    pub options: &'a [OptionSpec],
    /// The place of the usage.
    pub span: &'a Span,
}

/// Reads the text behind the colon of an argument: a kind, or a kind with a domain.
///
/// # Errors
/// The fault, and the expectation.
pub fn read_domain(written: &str, places: &Places<'_>) -> Result<(Kind, Domain), Unplaced> {
    let words: Vec<&str> = written.split_whitespace().collect();
    match words.as_slice() {
        ["card", "of", zones @ ..] => Ok((Kind::Card, Domain::Zones(read_zones(zones, places.zones)?))),
        ["cards", "of", zones @ ..] => match zones {
            [zone] => Ok((Kind::Cards, Domain::Zones(vec![read_zone(zone, places.zones, true)?]))),
            _ => {
                let message = "cards come from one zone, since nothing says which of several each of them comes from";
                Err(format!("{message}: expected `cards of ZONE`, or an argument for each zone").into())
            }
        },
        ["any", "combination", "of", zone] if !places.combinations.is_empty() => {
            let zone = read_zone(zone, places.zones, true)?;
            Ok((Kind::Cards, Domain::Combinations(vec![zone], (0..places.combinations.len()).collect())))
        }
        [names @ .., "of", zone] if names_combination(names, places) => {
            let known = || places.combinations.iter().map(|known| known.name.as_str());
            let find = |name: &str| {
                let found = known().position(|known| known == name);
                found.ok_or_else(|| {
                    format!("there is no combination `{name}`: {}", crate::diagnostic::suggest(name, known()))
                })
            };
            let combinations = separated(names, find, ("before `of ZONE`", "combination"))?;
            let zone = read_zone(zone, places.zones, true)?;
            Ok((Kind::Cards, Domain::Combinations(vec![zone], combinations)))
        }
        ["other", "seat"] => Ok((Kind::Seat, Domain::OtherSeat)),
        ["number", least, "to", most] => {
            let (least, most) = (read_bound(least, places)?, read_bound(most, places)?);
            if let (Quantity::Fixed(least), Quantity::Fixed(most)) = (&least, &most)
                && least > most
            {
                return Err(format!("there is no number {least} to {most}: the lesser one stands first").into());
            }
            Ok((Kind::Number, Domain::Range(least, most)))
        }
        ["empty", rest @ ..] if rest.first() == Some(&"square") => {
            Ok((read_kind(&rest.join(" "), places.named)?, Domain::Empty))
        }
        _ => Ok((read_kind(written, places.named)?, Domain::Any)),
    }
}

fn read_kind(name: &str, named: Named<'_>) -> Result<Kind, String> {
    Kind::named(name, named, Use::Argument).map_err(|help| format!("there is no argument type `{name}`: {help}"))
}

/// True if one of some words is the name of a combination.
fn names_combination(words: &[&str], places: &Places<'_>) -> bool {
    words.iter().any(|word| places.combinations.iter().any(|known| known.name == **word))
}

/// Reads zones separated by ` or `.
fn read_zones(words: &[&str], zones: &[ZoneSpec]) -> Result<Vec<ZoneId>, String> {
    separated(words, |name| read_zone(name, zones, false), ("after `card of`", "zone"))
}

/// Reads different names separated by ` or `.
fn separated<T: PartialEq>(
    words: &[&str],
    read: impl Fn(&str) -> Result<T, String>,
    (place, noun): (&str, &str),
) -> Result<Vec<T>, String> {
    let is_between = |(n, word): (usize, &&str)| (n % 2 == 1) == (*word == "or");
    if words.len().is_multiple_of(2) || !words.iter().enumerate().all(is_between) {
        return Err(format!("{place} stands a {noun}, or {noun}s with `or` between them"));
    }
    let mut found = Vec::new();
    for name in words.iter().step_by(2) {
        let value = read(name)?;
        if found.contains(&value) {
            return Err(format!("`{name}` stands twice: expected each {noun} once"));
        }
        found.push(value);
    }
    Ok(found)
}

/// Reads a zone in which cards can be named; with `is_single` the member of a family must be unambiguous.
fn read_zone(name: &str, zones: &[ZoneSpec], is_single: bool) -> Result<ZoneId, String> {
    let fits = |zone: &&ZoneSpec| {
        let is_clear = matches!(zone.per, Per::One | Per::Seat) || !is_single && zone.per != Per::Team;
        is_clear && matches!(zone.seen, Seen::All | Seen::Owner)
    };
    match zones.iter().position(|zone| zone.name == name) {
        Some(n) if fits(&&zones[n]) => Ok(ZoneId::from_index(n)),
        Some(n) if zones[n].seen == Seen::None => {
            Err(format!("nobody sees the cards of `{name}`, so that none can be named"))
        }
        Some(n) if zones[n].seen == Seen::Others => {
            Err(format!("a seat doesn't see its own cards of `{name}`, so that it can't name one"))
        }
        Some(n) => {
            let each = if zones[n].per == Per::Team { "team" } else { "row of a table" };
            Err(format!("there is one `{name}` for each {each}, and it is not clear which is meant"))
        }
        None => {
            let known = zones.iter().filter(fits).map(|zone| zone.name.as_str());
            Err(format!("there is no zone `{name}`: {}", crate::diagnostic::suggest(name, known)))
        }
    }
}

fn read_bound(text: &str, places: &Places<'_>) -> Result<Quantity, String> {
    if let Ok(number) = text.parse::<i64>() {
        let is_small = (0..=i64::from(u16::MAX)).contains(&number);
        return is_small.then_some(Quantity::Fixed(number)).ok_or_else(|| format!("{number} is not from 0 to 65535"));
    }
    // Checked with all other quantities to be an integer option.
    if places.options.iter().any(|option| option.key == text) {
        return Ok(Quantity::Named(text.to_owned(), places.span.clone()));
    }
    let known = places.options.iter().map(|option| option.key.as_str());
    Err(format!("`{text}` is neither a number nor an option: {}", crate::diagnostic::suggest(text, known)))
}
