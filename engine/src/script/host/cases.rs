//! Listing by trying: for a verb whose rules say of each case whether it is allowed, what the driver is told of the
//! values that are tried.
//!
//! The last argument varies fastest. What an argument can be is narrowed by its domain before the rules are asked, so
//! that `allow` is called for the cards of a hand and not for all that there are.

use super::fields::{Fields, list};
use super::hooks::Hooks;
use crate::game::Game;
use crate::grammar::Arg;
use crate::ids::{Verb, ZoneId};
use crate::kind::{Domain, Kind};
use crate::layout::ZoneLayout;
use crate::pack::spec::Per;

/// With so many kinds of card or more, those that lie in a zone are found; of fewer, each is looked for.
const MANY_KINDS: u16 = 24;

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
    pub(super) fn is_tried(&self, game: &Game, verb: usize) -> bool {
        let is_asked = self.allow[verb] || self.range[verb].is_some() || self.every[verb];
        let is_exchange = game.pack().verbs[verb].exchange.is_some();
        is_asked && !self.legal[verb] && !game.is_by_tables(verb) && !is_exchange
    }
}

/// Whether a zone is a bag that stands alone or is a seat's: then the cards that lie in it are gone over.
pub(super) fn is_held(game: &Game, zone: ZoneId) -> bool {
    let is_bag = matches!(game.layout().zones[zone.index()].first(), Some(ZoneLayout::Bag(_)));
    is_bag && matches!(game.pack().zones[zone.index()].per, Per::One | Per::Seat)
}

/// What the driver is told of the values of an argument of a verb. Those of one with the hook `range` are asked for.
pub(super) fn domain(game: &Game, verb: usize, place: usize, is_ranged: bool, fields: Fields) -> Fields {
    let pack = game.pack();
    let arg = &pack.verbs[verb].args[place];
    let (least, most) = match arg.domain {
        Domain::Range(..) => game.argument_range(Verb::from_index(verb), place),
        _ => (1, game.value_count(arg.kind).unwrap_or(0) as u16),
    };
    let fields = fields
        // One that is left out is 0.
        .with("least", if arg.optional { least.max(1) } else { least })
        .with("most", most)
        .with_flag("optional", arg.optional)
        .with_some("behind", arg.behind.map(|before| before + 1))
        .with_flag("is_ranged", is_ranged);
    let fields = match arg.kind {
        Kind::Square(board) => {
            let fields = fields.with("board", board.index() + 1).with_flag("has_gaps", game.has_gaps(board));
            fields.with_flag("is_empty", arg.domain == Domain::Empty)
        }
        _ => fields,
    };
    match &arg.domain {
        Domain::OtherSeat => fields.with("is_other_seat", true),
        Domain::Zones(zones) => match zones.as_slice() {
            [zone] if most >= MANY_KINDS && is_held(game, *zone) => {
                fields.with("held", zone.index() + 1).with_flag("is_of_seat", is_of_seat(game, *zone))
            }
            zones => fields.with("zones", list(zones.iter().map(|&zone| zone_of(game, zone)))),
        },
        Domain::Any | Domain::Range(..) | Domain::Empty => fields,
    }
}

fn is_of_seat(game: &Game, zone: ZoneId) -> bool {
    game.pack().zones[zone.index()].per == Per::Seat
}

/// A zone in which a card may lie; of a list or a table all its zones are meant.
fn zone_of(game: &Game, zone: ZoneId) -> Fields {
    let is_family = matches!(game.pack().zones[zone.index()].per, Per::Table(_) | Per::List(_));
    let members = is_family.then(|| game.layout().zones[zone.index()].len());
    Fields::default()
        .with("zone", zone.index() + 1)
        .with_flag("is_of_seat", is_of_seat(game, zone))
        .with_some("members", members)
}
