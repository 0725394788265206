//! Listing by trying: for a verb whose rules say of each case whether it is allowed, the loops over the domains of its
//! arguments that ask about every one.
//!
//! The last argument varies fastest. What an argument can be is narrowed by its domain before the rules are asked, so
//! that `allow` is called for the cards of a hand and not for all that there are.

use super::hooks::Hooks;
use crate::game::Game;
use crate::grammar::{Arg, VerbSpec};
use crate::ids::{Verb, ZoneId};
use crate::kind::{Domain, Kind};
use crate::layout::ZoneLayout;
use crate::pack::spec::Per;
use crate::script::inlined::{ALLOW, Loop};
use crate::script::template::{File, Holes};

/// With so many kinds of card or more, those that don't lie in a zone are passed over by fours.
const MANY_KINDS: usize = 24;

/// Whether the values of an argument can be tried one by one.
pub(super) fn is_listable(arg: &Arg) -> bool {
    match arg.kind {
        Kind::Cards | Kind::Numbers => false,
        Kind::Number => matches!(arg.domain, Domain::Range(..)),
        _ => true,
    }
}

/// Whether the usage itself says which values of an argument are meant, so that all of them can be legal: a range, a
/// zone, empty squares, other seats, or the words of a list.
pub(super) fn is_narrow(arg: &Arg) -> bool {
    is_listable(arg) && (arg.domain != Domain::Any || matches!(arg.kind, Kind::Word(_)))
}

impl Hooks {
    /// Whether the cases of a verb are listed by trying all of them.
    pub(super) fn is_by_cases(&self, game: &Game, verb: usize) -> bool {
        let is_tried = self.allow[verb] || self.range[verb].is_some() || self.every[verb];
        is_tried && !self.legal[verb] && !game.is_by_tables(verb)
    }

    /// The driver's functions `cases_N`, N the number of a verb, which offer what `allow` allows.
    pub(super) fn cases(&self, game: &Game) -> String {
        let by_cases = |n: &usize| self.is_by_cases(game, *n) && game.pack().verbs[*n].exchange.is_none();
        let cases = |n: usize| {
            let allow = self.allow[n].then_some("allow");
            piece("cases", &[&(n + 1).to_string(), &loop_over(game, n, allow, self.range[n])])
        };
        (0..game.pack().verbs.len()).filter(by_cases).map(cases).collect()
    }
}

/// The loops over cases that may be written into the rules, for verbs whose cases can be tried one by one.
pub(super) fn loops(game: &Game) -> Vec<Loop> {
    let verbs = game.pack().verbs.iter().enumerate();
    let may_have = |(n, verb): &(usize, &VerbSpec)| {
        !game.is_by_tables(*n) && verb.exchange.is_none() && !verb.args.is_empty() && verb.args.iter().all(is_listable)
    };
    let text = |n: usize| piece("planted_cases", &[&(n + 1).to_string(), &loop_over(game, n, Some(ALLOW), None)]);
    verbs.filter(may_have).map(|(n, verb)| Loop { verb: verb.name.clone(), text: text(n) }).collect()
}

/// The loop that offers what `allow` allows of a verb, or all where there is none. The numbers of the argument at
/// `ranged` are those that the hook `range` gives.
fn loop_over(game: &Game, n: usize, allow: Option<&str>, ranged: Option<usize>) -> String {
    let verb = &game.pack().verbs[n];
    let values: String = (1..=verb.args.len()).map(|n| format!(", a{n}")).collect();
    let offer = format!("core.offer_{}", verb.name);
    let given = values.trim_start_matches(", ");
    let innermost = match allow {
        Some(allow) => piece("try_case", &[allow, &offer, &values, given]),
        None => format!("{offer}({given}) "),
    };
    let args = verb.args.iter().enumerate().rev();
    args.fold(innermost, |inner, (place, arg)| match ranged == Some(place) {
        true => {
            let name = format!("a{}", place + 1);
            let left_out = if arg.optional { inner.as_str() } else { "" };
            piece("try_range", &[&name, &(n + 1).to_string(), &before(place), left_out, &inner])
        }
        false => tried(game, Verb::from_index(n), place, arg, &inner),
    })
}

/// The arguments before one, for a call after the seat.
fn before(place: usize) -> String {
    (1..=place).map(|n| format!(", a{n}")).collect()
}

/// Writes an inline function of the driver.
fn piece(name: &str, arguments: &[&str]) -> String {
    let mut out = String::new();
    File::Driver.inline(name, arguments, &Holes::default(), &mut out);
    out
}

/// Where the count of a card type in a seat's bag is in the state, for a number of the type and of the seat: the place
/// for two zeros, and how far one seat's is from the next one's. `None` for piles, and for bags of a list or table.
fn bag_place(game: &Game, zone: ZoneId) -> Option<(i64, usize)> {
    if !matches!(game.pack().zones[zone.index()].per, Per::One | Per::Seat) {
        return None;
    }
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

/// That a card lies in a zone, as expressions of which one must be true.
fn lies_in(game: &Game, zone: ZoneId, card: &str) -> Vec<String> {
    let spec = &game.pack().zones[zone.index()];
    // Seat and card are what they must be, and so the place is read without the tests that the word makes.
    if let Some((first, stride)) = bag_place(game, zone) {
        return vec![format!("buffer.readu8(STATE, {first} + {stride} * seat + {card}) > 0")];
    }
    let count = |index: &str| format!("{}.count({index}{card}) > 0", spec.name);
    match spec.per {
        Per::One | Per::Team => vec![count("")],
        Per::Seat => vec![count("seat, ")],
        Per::Table(_) | Per::List(_) => {
            let members = 1..=game.layout().zones[zone.index()].len();
            members.map(|member| count(&format!("{member}, "))).collect()
        }
    }
}

/// A loop over the values of an argument.
fn tried(game: &Game, verb: Verb, place: usize, arg: &Arg, inner: &str) -> String {
    let name = format!("a{}", place + 1);
    let (mut least, most) = match arg.domain {
        Domain::Range(..) => game.argument_range(verb, place),
        _ => (1, game.value_count(arg.kind).unwrap_or(0) as u16),
    };
    let mut only = match &arg.domain {
        Domain::Any | Domain::Range(..) => None,
        Domain::OtherSeat => Some(match game.layout().alive {
            Some(alive) => format!("{name} ~= seat and {}", alive.test(&name)),
            None => format!("{name} ~= seat"),
        }),
        Domain::Empty => {
            let Kind::Square(board) = arg.kind else { return inner.to_owned() };
            Some(format!("{}.at({name}) == 0", game.pack().boards[board.index()].name))
        }
        Domain::Zones(zones) => {
            if let ([zone], false) = (zones.as_slice(), arg.optional || usize::from(most) < MANY_KINDS)
                && let Some((first, stride)) = bag_place(game, *zone)
            {
                let from = format!("{first} + {stride} * seat");
                return piece("try_held", &[&name, &most.to_string(), &format!("before_{name}"), &from, inner]);
            }
            let lies_there = zones.iter().flat_map(|zone| lies_in(game, *zone, &name));
            Some(lies_there.collect::<Vec<_>>().join(" or "))
        }
    };
    if let Kind::Square(board) = arg.kind
        && game.has_gaps(board)
    {
        let there = format!("{}.exists({name})", game.pack().boards[board.index()].name);
        only = Some(only.map_or(there.clone(), |only| format!("{there} and {only}")));
    }
    if arg.optional {
        // What is left out is 0, which every domain allows.
        least = 0;
        only = only.map(|only| format!("{name} == 0 or {only}"));
        if let Some(before) = arg.behind {
            let is_in_order = format!("({name} == 0 or a{} ~= 0)", before + 1);
            only = Some(only.map_or(is_in_order.clone(), |only| format!("{is_in_order} and ({only})")));
        }
    }
    let (least, most) = (least.to_string(), most.to_string());
    match only {
        Some(only) => piece("try_some", &[&name, &least, &most, &only, inner]),
        None => piece("try_numbers", &[&name, &least, &most, inner]),
    }
}
