//! Listing by trying: for a verb whose rules say of each case whether it is allowed, the loops over the domains of its
//! arguments that ask about every one.
//!
//! The last argument varies fastest. What an argument can be is narrowed by its domain before the rules are asked, so
//! that `allow` is called for the cards of a hand and not for all that there are.

use std::fmt::Write as _;

use super::hooks::Hooks;
use crate::game::Game;
use crate::grammar::Arg;
use crate::ids::{Verb, ZoneId};
use crate::kind::{Domain, Kind};
use crate::layout::ZoneLayout;
use crate::pack::spec::{Per, ZoneKind};
use crate::script::prelude::member_name;

/// With so many kinds of card or more, those that lie in a zone are looked for by the zone's own word.
const MANY_KINDS: usize = 24;

/// Whether the values of an argument can be tried one by one.
pub(super) fn is_listable(arg: &Arg) -> bool {
    match arg.kind {
        Kind::Cards => false,
        Kind::Number => matches!(arg.domain, Domain::Range(..)),
        _ => true,
    }
}

impl Hooks {
    /// Whether the cases of a verb are listed by trying all of them.
    pub(super) fn is_by_cases(&self, verb: usize) -> bool {
        self.allow[verb] && !self.legal[verb] && !self.by_tables[verb]
    }

    /// The driver's functions `cases_N`, N the number of a verb, which offer what `allow` allows.
    pub(super) fn cases(&self, game: &Game) -> String {
        let verbs = game.pack().verbs.iter().enumerate();
        let mut out = String::new();
        for (n, verb) in verbs.filter(|(n, verb)| self.is_by_cases(*n) && verb.exchange.is_none()) {
            let (number, name) = (n + 1, member_name(&verb.name));
            let values: String = (1..=verb.args.len()).map(|n| format!(", a{n}")).collect();
            let _ = write!(out, "local cases_{number} = (function() local allow = allow_of[{number}] ");
            out.push_str("return function(seat) ");
            let mut ends = 0;
            for (n, arg) in verb.args.iter().enumerate() {
                let (head, depth) = tried(game, Verb::from_index(number - 1), n, arg);
                out.push_str(&head);
                ends += depth;
            }
            let given = values.trim_start_matches(", ");
            let _ = write!(out, "if allow(seat{values}) == true then offer.{name}({given}) end ");
            out.push_str(&"end ".repeat(ends));
            out.push_str("end end)() ");
        }
        out
    }
}

/// Where the count of a card type in a seat's bag is in the state, for a number of the type and of the seat: the place
/// for two zeros, and how far one seat's is from the next one's. `None` for piles.
fn bag_place(game: &Game, zone: ZoneId) -> Option<(i64, usize)> {
    let family = &game.layout().zones[zone.index()];
    let place = |member: usize| match family.get(member)? {
        ZoneLayout::Bag(bag) => Some(bag.counts),
        ZoneLayout::Pile(_) => None,
    };
    let first = place(0)?;
    let stride = match game.pack().zones[zone.index()].per {
        Per::Seat => place(1).map_or(0, |second| second - first),
        _ => 0,
    };
    Some((first as i64 - stride as i64 - 1, stride))
}

/// The beginning of a loop over the values of an argument, and how many `end` close it.
fn tried(game: &Game, verb: Verb, place: usize, arg: &Arg) -> (String, usize) {
    let name = format!("a{}", place + 1);
    let (mut least, most) = match arg.domain {
        Domain::Range(..) => game.argument_range(verb, place),
        _ => (1, game.value_count(arg.kind).unwrap_or(0) as u16),
    };
    let mut only = match &arg.domain {
        Domain::Any | Domain::Range(..) => None,
        Domain::OtherSeat => Some(format!("{name} ~= seat")),
        Domain::Empty => {
            let Kind::Square(board) = arg.kind else { return (String::new(), 0) };
            Some(format!("{}.at({name}) == 0", game.pack().boards[board.index()].name))
        }
        Domain::Zone(zone_id) => {
            let zone = &game.pack().zones[zone_id.index()];
            let seat = if zone.per == Per::Seat { "seat, " } else { "" };
            if zone.kind == ZoneKind::Bag && usize::from(most) >= MANY_KINDS && !arg.optional {
                return (format!("for {name} in {}.next, {seat}0 do ", zone.name), 1);
            }
            // Seat and card are what they must be, and so the place is read without the tests that the word makes.
            Some(match bag_place(game, *zone_id) {
                Some((first, stride)) => format!("buffer.readu8(STATE, {first} + {stride} * seat + {name}) > 0"),
                None => format!("{}.count({seat}{name}) > 0", zone.name),
            })
        }
    };
    if arg.optional {
        // What is left out is 0, which no domain is against.
        least = 0;
        only = only.map(|only| format!("{name} == 0 or {only}"));
    }
    let head = format!("for {name} = {least}, {most} do ");
    match only {
        Some(only) => (format!("{head}if {only} then "), 2),
        None => (head, 1),
    }
}
