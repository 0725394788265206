//! Domains of arguments: membership, and reasons against a value.

use crate::Game;
use crate::words::Words;
use parlour_model::combination::Combination;
use parlour_model::english::{listed, with_article};
use parlour_model::grammar::Arg;
use parlour_model::ids::{CardType, Seat, Square, Verb, ZoneId};
use parlour_model::kind::{Domain, Kind, Value};
use parlour_model::layout::ZoneLayout;
use parlour_model::state::State;
use parlour_pack::spec::Per;

/// The most combinations whose composition is told in a reason against cards.
const MOST_EXPLAINED: usize = 3;

/// The values of an argument's domain for an acting seat, in order; `None` for cards with counts, which are too many to
/// list, and for numbers without a range. Accepts a view as well as a state.
pub(crate) fn domain_values(game: &Game, state: &State, seat: Seat, verb: Verb, arg: usize) -> Option<Vec<u16>> {
    let spec = &game.pack().verbs[verb.index()].args[arg];
    let all: Vec<u16> = match (&spec.domain, game.value_count(spec.kind)) {
        (Domain::Range(..), _) => {
            let (least, most) = game.argument_range(verb, arg);
            (least..=most).collect()
        }
        (_, Some(count)) => (1..=count as u16).collect(),
        (_, None) => return None,
    };
    let is_open = |number: &u16| domain_fault(game, state, seat, verb, arg, Value::Number((*number).into())).is_none();
    Some(all.into_iter().filter(is_open).collect())
}

/// The reason that a value is outside of an argument's domain for an acting seat, in the player's words; `None` for a
/// value inside, and for an omitted optional argument.
pub(crate) fn domain_fault(
    game: &Game,
    state: &State,
    seat: Seat,
    verb: Verb,
    arg: usize,
    value: Value<'_>,
) -> Option<String> {
    let spec: &Arg = &game.pack().verbs[verb.index()].args[arg];
    let is_left_out = spec.optional && matches!(value, Value::Number(0));
    if is_left_out {
        return None;
    }
    let text = || game.value_title(spec.kind, value);
    if let (Kind::Square(board), Value::Number(number)) = (spec.kind, value) {
        let square = u16::try_from(number).ok().and_then(Square::from_number);
        if !square.is_some_and(|square| game.has_square(board, square)) {
            return Some(format!("there is no square {}", text()));
        }
    }
    match (&spec.domain, value) {
        (Domain::Any, _) => None,
        (Domain::OtherSeat, Value::Number(other)) => {
            let is_out = || u8::try_from(other).ok().and_then(Seat::from_number);
            let is_out = || is_out().filter(|&s| s.index() < game.seat_count() && !game.is_alive(state, s));
            match other == i32::from(seat.number()) {
                true => Some("it must be another seat".to_owned()),
                false => is_out().map(|seat| format!("{} is out", game.seat_name(seat))),
            }
        }
        (Domain::Range(..), Value::Number(number)) => {
            let (least, most) = game.argument_range(verb, arg);
            let is_inside = (i32::from(least)..=i32::from(most)).contains(&number);
            (!is_inside).then(|| format!("{number} is not from {least} to {most}"))
        }
        (Domain::Empty, Value::Number(number)) => {
            let Kind::Square(board) = spec.kind else { return None };
            let square = u16::try_from(number).ok().and_then(Square::from_number)?;
            let place = game.layout().boards[board.index()];
            let is_empty = state.bytes.get(place.offset + square.index()) == Some(&0);
            (!is_empty).then(|| format!("{} is not empty", text()))
        }
        (Domain::Zones(zones), Value::Number(number)) => {
            let card = CardType::from_index(usize::try_from(number).ok()?.checked_sub(1)?);
            let is_there = zones.iter().any(|&zone| count_in(game, state, zone, seat, card) > 0);
            (!is_there).then(|| format!("there is no {} in {}", text(), zones_for(game, zones)))
        }
        (Domain::Zones(zones), Value::Cards(counts)) => missing_cards(game, state, seat, zones, counts),
        (Domain::Combinations(zones, combinations), Value::Cards(counts)) => {
            missing_cards(game, state, seat, zones, counts).or_else(|| {
                let all = || combinations.iter().map(|&n| &game.pack().combinations[n]);
                let size = counts.iter().map(|&n| usize::from(n)).sum();
                (!all().any(|combination| combination.fits(counts))).then(|| no_combination(&text(), size, all()))
            })
        }
        _ => None,
    }
}

/// The cards that are not in the zones of an argument, as a reason against them.
fn missing_cards(game: &Game, state: &State, seat: Seat, zones: &[ZoneId], counts: &[u8]) -> Option<String> {
    let count = |card: CardType| -> usize { zones.iter().map(|&zone| count_in(game, state, zone, seat, card)).sum() };
    let lacks = |card: usize, wanted: u8| count(CardType::from_index(card)) < usize::from(wanted);
    let missing: Vec<u8> = counts.iter().enumerate().map(|(card, &n)| if lacks(card, n) { n } else { 0 }).collect();
    let mut kinds = missing.iter().enumerate().filter(|(_, n)| **n > 0);
    let (first, others) = (kinds.next()?, kinds.count());
    let place = zones_for(game, zones);
    Some(match first {
        (card, 1) if others == 0 => {
            let card = Value::Number(i32::from(CardType::from_index(card).number()));
            format!("there is no {} in {place}", game.value_title(Kind::Card, card))
        }
        _ => {
            let cards = game.value_title(Kind::Cards, Value::Cards(&missing));
            format!("there are not {cards} in {place}")
        }
    })
}

/// The reason against cards that are none of some combinations; those with as many cards are named, if there are any.
fn no_combination<'a>(cards: &str, size: usize, combinations: impl Iterator<Item = &'a Combination>) -> String {
    let all: Vec<&Combination> = combinations.collect();
    let has_size = |combination: &&&Combination| (combination.cards.0..=combination.cards.1).contains(&size);
    let fitting: Vec<&Combination> = all.iter().filter(has_size).copied().collect();
    let named = if fitting.is_empty() { all } else { fitting };
    let title = |combination: &&Combination| with_article(&combination.title);
    let whole = |combination: &&Combination| format!("{} ({})", title(combination), combination.meaning);
    let names: Vec<String> = match named.len() {
        ..=MOST_EXPLAINED => named.iter().map(whole).collect(),
        _ => named.iter().map(title).collect(),
    };
    format!("{cards} {} {}", if size == 1 { "isn't" } else { "aren't" }, listed(&names, "or"))
}

/// The names of the zones of a seat's argument, for a message.
fn zones_for(game: &Game, zones: &[ZoneId]) -> String {
    let name = |zone: &ZoneId| {
        let spec = &game.pack().zones[zone.index()];
        match spec.per {
            Per::Seat => format!("your {}", spec.title),
            Per::One | Per::Team => format!("the {}", spec.title),
            Per::Table(_) | Per::List(_) => format!("any {}", spec.title),
        }
    };
    zones.iter().map(name).collect::<Vec<_>>().join(" or ")
}

/// The number of cards of a type in the zone of a seat, in the only one, or in all those of a list or table.
fn count_in(game: &Game, state: &State, zone: ZoneId, seat: Seat, card: CardType) -> usize {
    let family = &game.layout().zones[zone.index()];
    let members = match game.pack().zones[zone.index()].per {
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
