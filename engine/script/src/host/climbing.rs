//! Climbing by `[climbing]`: the data and the words of the driver. Its code is in climbing.luau.

use super::functions::{held, refusal, teller};
use crate::fields::Fields;
use crate::prelude::member_name;
use crate::prelude::writer::{own_bunch, quote};
use parlour_game::Game;
use parlour_model::ids::{VarId, ZoneId};
use parlour_model::kind::Domain;
use parlour_model::layout::ZoneLayout;
use parlour_pack::spec::{CLIMBING_REFUSALS, ClimbingSpec, Per};

/// The hooks of climbing in `rules.lua`.
pub(super) const HOOKS: &[&str] = &["value", "out", "led", "turn"];

/// The driver's data of the climbing of a game, and its words.
pub(super) fn parts(game: &Game, spec: &ClimbingSpec) -> [Fields; 2] {
    let pack = game.pack();
    let name = |var: VarId| pack.vars[var.index()].name.as_str();
    let zone = |zone: ZoneId| pack.zones[zone.index()].name.as_str();
    // The rank of each combination of a list, from 1.
    let ranks = |listed: &[usize]| {
        listed.iter().enumerate().fold(Fields::default(), |fields, (n, which)| fields.with_row(which + 1, n + 1))
    };
    // The loader asks for a bag.
    let counts = match game.layout().zones[spec.pile.index()].first() {
        Some(ZoneLayout::Bag(bag)) => bag.counts,
        _ => 0,
    };
    let combinations = match &pack.verbs[spec.play].args[0].domain {
        Domain::Combinations(_, combinations) => combinations.as_slice(),
        _ => &[],
    };
    // Cards that can also be a combination that stands before the one as which they are listed.
    let all = &pack.combinations;
    let is_ambiguous = combinations.iter().any(|&n| all[..n].iter().any(|earlier| earlier.overlaps(&all[n])));
    let of_game = Fields::default()
        .with("play", spec.play + 1)
        .with("pass", spec.pass + 1)
        .with("seats", game.seat_count())
        .with("beaten", own_bunch(game, spec.play, 0) + game.pack().card_types())
        .with("pile", counts)
        .with("leader", quote(&pack.vars[spec.leader.index()].label))
        .with("hand", quote(&pack.zones[spec.from.index()].label))
        .with_flag("is_ambiguous", is_ambiguous)
        .with_flag("has_bombs", !spec.bombs.is_empty())
        .with("bombs", ranks(&spec.bombs))
        .with("order", ranks(&spec.order));
    let (from, pile, to) = (&pack.zones[spec.from.index()], zone(spec.pile), zone(spec.to));
    let play = match from.per {
        Per::Seat => format!("{}.bunch_to_{pile}", from.name),
        _ => format!("function(_, cards) {}.bunch_to_{pile}(cards) end", from.name),
    };
    let [kind, too_low, lead] = CLIMBING_REFUSALS.map(|called| refusal(game, called));
    let event =
        |verb: usize, parameters: &[&'static str]| teller(game, &pack.verbs[verb].name, parameters.iter().copied());
    let words = Fields::default()
        .with("combination", "combination.of")
        .with("size", "bunch.size")
        .with("next", "seats.next")
        .with("name", "seats.name")
        .with("pile_size", format!("{pile}.size"))
        .with("clear", format!("{pile}.all_to_{to}"))
        .with("play", play)
        .with("held", held([from]))
        .with("leader", format!("{}.get", name(spec.leader)))
        .with("lead", format!("{}.set", name(spec.leader)))
        .with_some("passed", spec.passed.map(|var| format!("{}.get", name(var))))
        .with_some("set_passed", spec.passed.map(|var| format!("{}.set", name(var))))
        .with("turn", format!("turn.{}", member_name(&pack.phases[spec.phase].name)))
        .with("tell_play", event(spec.play, &["seat", "cards"]))
        .with("tell_pass", event(spec.pass, &["seat"]))
        .with("tell_lead", teller(game, pile, ["seat"]))
        .with_some("refuse_kind", kind)
        .with_some("refuse_low", too_low)
        .with_some("refuse_lead", lead);
    [of_game, words]
}
