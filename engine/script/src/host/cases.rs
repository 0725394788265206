//! Generate and test: domains of arguments for verbs whose cases the rules accept or refuse one by one.
//!
//! The last argument varies fastest. The domain of an argument is narrowed before the rules are asked, so that `allow`
//! is called for the cards of a hand and not for all card types.

use super::hooks::Hooks;
use crate::fields::{Fields, list};
use crate::prelude::writer::own_bunch;
use parlour_game::Game;
use parlour_model::grammar::Arg;
use parlour_model::ids::{Verb, ZoneId};
use parlour_model::kind::{Domain, Kind};
use parlour_model::layout::ZoneLayout;
use parlour_pack::spec::Per;

/// Number of card types from which the cards in a zone are enumerated instead of testing each type.
const MANY_KINDS: u16 = 24;

/// True if the values of an argument can be enumerated.
pub(super) fn is_listable(arg: &Arg) -> bool {
    match arg.kind {
        Kind::Cards => matches!(arg.domain, Domain::Combinations(..)),
        Kind::Numbers => false,
        Kind::Number => matches!(arg.domain, Domain::Range(..)),
        Kind::Card | Kind::Seat | Kind::Word(_) | Kind::Square(_) | Kind::Symbol(_) | Kind::Glyph(_) => true,
    }
}

/// True if the usage restricts the values of an argument, so that all of them can be legal: a range, a zone, empty
/// squares, other seats, or the words of a list.
pub(super) fn is_narrow(arg: &Arg) -> bool {
    is_listable(arg) && (arg.domain != Domain::Any || matches!(arg.kind, Kind::Word(_)))
}

impl Hooks {
    /// True if the cases of a verb are listed by generate and test.
    pub(super) fn is_tried(&self, game: &Game, verb: usize) -> bool {
        let is_asked = self.allow[verb] || self.range[verb].is_some() || self.every[verb];
        is_asked && !self.legal[verb] && !game.is_by_tables(verb)
    }
}

/// True if a zone is a bag that stands alone or belongs to a seat: then its cards are enumerated.
pub(super) fn is_held(game: &Game, zone: ZoneId) -> bool {
    let is_bag = matches!(game.layout().zones[zone.index()].first(), Some(ZoneLayout::Bag(_)));
    is_bag && matches!(game.pack().zones[zone.index()].per, Per::One | Per::Seat)
}

/// The domain of an argument for the driver. With the hook `range` the bounds come from it.
pub(super) fn domain(game: &Game, verb: usize, place: usize, is_ranged: bool, fields: Fields) -> Fields {
    let pack = game.pack();
    let arg = &pack.verbs[verb].args[place];
    let (least, most) = match arg.domain {
        Domain::Range(..) => game.argument_range(Verb::from_index(verb), place),
        _ => (1, game.value_count(arg.kind).unwrap_or(0) as u16),
    };
    let fields = fields
        // An absent optional argument is 0.
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
        Domain::Combinations(zones, combinations) => {
            let all = &pack.combinations;
            // The earlier ones of the argument that the same cards can be.
            let overlaps = (0..combinations.len()).map(|n| {
                let earlier = combinations[..n].iter().filter(|&&other| all[combinations[n]].overlaps(&all[other]));
                list(earlier.map(|other| other + 1))
            });
            let fields = fields
                .with("combinations", list(combinations.iter().map(|n| n + 1)))
                .with("overlaps", list(overlaps))
                .with("into", own_bunch(game, verb, place));
            zones.iter().fold(fields, |fields, &zone| {
                fields.with("zone", zone.index() + 1).with_flag("is_of_seat", is_of_seat(game, zone))
            })
        }
        Domain::Any | Domain::Range(..) | Domain::Empty => fields,
    }
}

fn is_of_seat(game: &Game, zone: ZoneId) -> bool {
    game.pack().zones[zone.index()].per == Per::Seat
}

/// A zone in which a card may lie; a zone per list or table stands for all its members.
fn zone_of(game: &Game, zone: ZoneId) -> Fields {
    let is_family = matches!(game.pack().zones[zone.index()].per, Per::Table(_) | Per::List(_));
    let members = is_family.then(|| game.layout().zones[zone.index()].len());
    Fields::default()
        .with("zone", zone.index() + 1)
        .with_flag("is_of_seat", is_of_seat(game, zone))
        .with_some("members", members)
}
