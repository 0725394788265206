//! The values that an argument can have: all of its kind, or those of its domain, as in `{card:card of hand}`.

use super::{Kind, Named, Use, Value};
use crate::game::Game;
use crate::grammar::Arg;
use crate::ids::{CardType, Seat, Square, Verb, ZoneId};
use crate::layout::ZoneLayout;
use crate::pack::spec::{OptionSpec, Per, Quantity, Seen, Span, ZoneSpec};
use crate::state::State;

/// Which values of its kind an argument can have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Domain {
    /// All.
    #[default]
    Any,
    /// `card of ZONE or ZONE`, `cards of ZONE`: what lies in one of these zones: in that of the seat that acts, in the only
    /// one, or in any of those of a list or table.
    Zones(Vec<ZoneId>),
    /// `other seat`: all but the seat that acts, and those that are out.
    OtherSeat,
    /// `number A to B`, both included.
    Range(Quantity, Quantity),
    /// `empty square`: squares with nothing on them.
    Empty,
}

impl Domain {
    /// The numbers in it that may depend on options.
    pub(crate) fn quantities(&self) -> impl Iterator<Item = &Quantity> {
        let bounds = match self {
            Self::Range(least, most) => Some([least, most]),
            _ => None,
        };
        bounds.into_iter().flatten()
    }
}

/// What a domain can name.
pub(crate) struct Places<'a> {
    /// Lists and boards.
    pub(crate) named: Named<'a>,
    /// The zones.
    pub(crate) zones: &'a [ZoneSpec],
    /// The options.
    pub(crate) options: &'a [OptionSpec],
    /// Where the usage is written.
    pub(crate) span: &'a Span,
}

/// Reads what stands behind the colon of an argument: a kind, or a kind with a domain.
///
/// # Errors
/// What is wrong with it, and what was expected.
pub(crate) fn read_domain(written: &str, places: &Places<'_>) -> Result<(Kind, Domain), String> {
    let words: Vec<&str> = written.split_whitespace().collect();
    match words.as_slice() {
        ["card", "of", zones @ ..] => Ok((Kind::Card, Domain::Zones(read_zones(zones, places.zones)?))),
        ["cards", "of", zones @ ..] => match zones {
            [zone] => Ok((Kind::Cards, Domain::Zones(vec![read_zone(zone, places.zones, true)?]))),
            _ => {
                let message = "cards come from one zone, since nothing says which of several each of them comes from";
                Err(format!("{message}: expected `cards of ZONE`, or an argument for each zone"))
            }
        },
        ["other", "seat"] => Ok((Kind::Seat, Domain::OtherSeat)),
        ["number", least, "to", most] => {
            let (least, most) = (read_bound(least, places)?, read_bound(most, places)?);
            if let (Quantity::Fixed(least), Quantity::Fixed(most)) = (&least, &most)
                && least > most
            {
                return Err(format!("there is no number {least} to {most}: the lesser one stands first"));
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

/// Zones with ` or ` between them.
fn read_zones(words: &[&str], zones: &[ZoneSpec]) -> Result<Vec<ZoneId>, String> {
    let is_between = |(n, word): (usize, &&str)| (n % 2 == 1) == (*word == "or");
    if words.len().is_multiple_of(2) || !words.iter().enumerate().all(is_between) {
        return Err("after `card of` stands a zone, or zones with `or` between them".to_owned());
    }
    let mut found = Vec::new();
    for name in words.iter().step_by(2) {
        let zone = read_zone(name, zones, false)?;
        if found.contains(&zone) {
            return Err(format!("`{name}` stands twice: expected each zone once"));
        }
        found.push(zone);
    }
    Ok(found)
}

/// A zone in which cards can be named; `is_single` if it must be clear which one of a family is meant.
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
    // That the option holds a number is checked with all other quantities.
    if places.options.iter().any(|option| option.key == text) {
        return Ok(Quantity::Named(text.to_owned(), places.span.clone()));
    }
    let known = places.options.iter().map(|option| option.key.as_str());
    Err(format!("`{text}` is neither a number nor an option: {}", crate::diagnostic::suggest(text, known)))
}

impl Game {
    /// The values of an argument's domain for a seat that acts, in order; `None` for cards with counts, of which there
    /// are too many to list, and for numbers without a range. A view serves as well as a state.
    pub fn domain_values(&self, state: &State, seat: Seat, verb: Verb, arg: usize) -> Option<Vec<u16>> {
        let spec = &self.pack().verbs[verb.index()].args[arg];
        let all: Vec<u16> = match (&spec.domain, self.value_count(spec.kind)) {
            (Domain::Range(..), _) => {
                let (least, most) = self.argument_range(verb, arg);
                (least..=most).collect()
            }
            (_, Some(count)) => (1..=count as u16).collect(),
            (_, None) => return None,
        };
        let is_open =
            |number: &u16| self.domain_fault(state, seat, verb, arg, Value::Number((*number).into())).is_none();
        Some(all.into_iter().filter(is_open).collect())
    }

    /// Why a value is outside of an argument's domain for a seat that acts, in the player's words; `None` for one that
    /// is inside, and for an optional argument that is left out.
    pub fn domain_fault(&self, state: &State, seat: Seat, verb: Verb, arg: usize, value: Value<'_>) -> Option<String> {
        let spec: &Arg = &self.pack().verbs[verb.index()].args[arg];
        let is_left_out = spec.optional && matches!(value, Value::Number(0));
        if is_left_out {
            return None;
        }
        let text = || self.value_title(spec.kind, value);
        if let (Kind::Square(board), Value::Number(number)) = (spec.kind, value) {
            let square = u16::try_from(number).ok().and_then(Square::from_number);
            if !square.is_some_and(|square| self.has_square(board, square)) {
                return Some(format!("there is no square {}", text()));
            }
        }
        match (&spec.domain, value) {
            (Domain::Any, _) => None,
            (Domain::OtherSeat, Value::Number(other)) => {
                let is_out = || u8::try_from(other).ok().and_then(Seat::from_number);
                let is_out = || is_out().filter(|&s| s.index() < self.seat_count() && !self.is_alive(state, s));
                match other == i32::from(seat.number()) {
                    true => Some("it must be another seat".to_owned()),
                    false => is_out().map(|seat| format!("{} is out", self.seat_name(seat))),
                }
            }
            (Domain::Range(..), Value::Number(number)) => {
                let (least, most) = self.argument_range(verb, arg);
                let is_inside = (i32::from(least)..=i32::from(most)).contains(&number);
                (!is_inside).then(|| format!("{number} is not from {least} to {most}"))
            }
            (Domain::Empty, Value::Number(number)) => {
                let Kind::Square(board) = spec.kind else { return None };
                let square = u16::try_from(number).ok().and_then(Square::from_number)?;
                let place = self.layout().boards[board.index()];
                let is_empty = state.bytes.get(place.offset + square.index()) == Some(&0);
                (!is_empty).then(|| format!("{} is not empty", text()))
            }
            (Domain::Zones(zones), Value::Number(number)) => {
                let card = CardType::from_index(usize::try_from(number).ok()?.checked_sub(1)?);
                let is_there = zones.iter().any(|&zone| self.count_in(state, zone, seat, card) > 0);
                (!is_there).then(|| format!("there is no {} in {}", text(), self.zones_for(zones)))
            }
            (Domain::Zones(zones), Value::Cards(counts)) => {
                let count = |card: CardType| -> usize {
                    zones.iter().map(|&zone| self.count_in(state, zone, seat, card)).sum()
                };
                let lacks = |card: usize, wanted: u8| count(CardType::from_index(card)) < usize::from(wanted);
                let missing: Vec<u8> =
                    counts.iter().enumerate().map(|(card, &n)| if lacks(card, n) { n } else { 0 }).collect();
                let mut kinds = missing.iter().enumerate().filter(|(_, n)| **n > 0);
                let (first, others) = (kinds.next()?, kinds.count());
                let place = self.zones_for(zones);
                Some(match first {
                    (card, 1) if others == 0 => {
                        let card = Value::Number(i32::from(CardType::from_index(card).number()));
                        format!("there is no {} in {place}", self.value_title(Kind::Card, card))
                    }
                    _ => {
                        let cards = self.value_title(Kind::Cards, Value::Cards(&missing));
                        format!("there are not {cards} in {place}")
                    }
                })
            }
            _ => None,
        }
    }

    /// What a person calls the zones that a seat's argument is about.
    fn zones_for(&self, zones: &[ZoneId]) -> String {
        let name = |zone: &ZoneId| {
            let spec = &self.pack().zones[zone.index()];
            match spec.per {
                Per::Seat => format!("your {}", spec.title),
                Per::One | Per::Team => format!("the {}", spec.title),
                Per::Table(_) | Per::List(_) => format!("any {}", spec.title),
            }
        };
        zones.iter().map(name).collect::<Vec<_>>().join(" or ")
    }

    /// How many cards of a type lie in the zone of a seat, in the only one, or in all those of a list or table.
    fn count_in(&self, state: &State, zone: ZoneId, seat: Seat, card: CardType) -> usize {
        let family = &self.layout().zones[zone.index()];
        let members = match self.pack().zones[zone.index()].per {
            Per::Seat => seat.index()..seat.index() + 1,
            Per::One | Per::Team => 0..1,
            Per::Table(_) | Per::List(_) => 0..family.len(),
        };
        let count = |layout: &ZoneLayout| match layout {
            ZoneLayout::Bag(bag) => usize::from(state.bytes[bag.counts + card.index()]),
            ZoneLayout::Pile(pile) => state.cards(pile).filter(|&number| number == card.number()).count(),
        };
        family[members].iter().map(count).sum()
    }
}
