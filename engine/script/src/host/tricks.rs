//! Tricks by `[trick]`: the data and the words of the driver. Its code is in tricks.luau.

use super::functions::{held, refusal, teller};
use crate::fields::{Fields, list};
use crate::prelude::{member_name, writer::quote};
use parlour_game::Game;
use parlour_model::ids::{VarId, ZoneId};
use parlour_pack::spec::{DummySpec, Per, TRICK_REFUSALS, TrickVerb, TricksSpec, Trump};

/// The hooks of tricks in `rules.lua`.
pub(super) const HOOKS: &[&str] = &["suit", "rank", "taken", "over", "turn"];

/// The driver's data of the tricks of a game, and its words.
pub(super) fn parts(game: &Game, spec: &TricksSpec) -> [Fields; 2] {
    let pack = game.pack();
    let name = |var: VarId| pack.vars[var.index()].name.as_str();
    let get = |var: VarId| format!("{}.get", name(var));
    let zone = |zone: ZoneId| pack.zones[zone.index()].name.as_str();
    let seats_can_leave = spec.out.is_some() || game.layout().alive.is_some();
    let of_game = Fields::default()
        .with("suits", pack.lists[spec.suits].words.len())
        .with("seats", game.seat_count())
        .with("leader", quote(&pack.vars[spec.leader.index()].label))
        .with("hand", quote(&pack.zones[spec.verbs[0].from.index()].label))
        .with_flag("is_round", !seats_can_leave)
        .with_flag("out", spec.out.is_some())
        .with_some("trump", spec.trump.and_then(|trump| if let Trump::Word(word) = trump { Some(word) } else { None }))
        .with_some("opens", spec.opens.map(|card| card + 1))
        .with_some("unbroken", spec.unbroken.map(|(suit, _)| suit))
        .with("bags", list(spec.restricted(&pack.zones).map(|bag| quote(zone(bag)))));
    let pile = zone(spec.pile);
    let [suit, rank] = [spec.columns.suit, spec.columns.rank].map(|n| pack.tables[0].columns[n].name.as_str());
    let index = |per: &Per| match per {
        Per::Team => "teams.of(seat)",
        Per::Seat => "seat",
        _ => "",
    };
    let to = &pack.zones[spec.to.index()];
    let count = spec.won.map(|won| format!("{}.add({}, 1)", name(won), index(&pack.vars[won.index()].per)));
    let [follow, unbroken, opening] = TRICK_REFUSALS.map(|called| refusal(game, called));
    let words = Fields::default()
        .with("suit", format!("card.{suit}"))
        .with("rank", format!("card.{rank}"))
        .with("led", format!("{pile}.led"))
        .with("size", format!("{pile}.size"))
        .with("at", format!("{pile}.at"))
        .with("taker", format!("{pile}.taker"))
        .with("next", "seats.next")
        .with("name", "seats.name")
        .with("call_off", "decide.call_off")
        .with("turn", format!("turn.{}", member_name(&pack.phases[spec.phase].name)))
        .with("leader", get(spec.leader))
        .with("lead", format!("{}.set", name(spec.leader)))
        .with("take", format!("function(seat) {pile}.all_to_{}({}) end", to.name, index(&to.per)))
        .with("tell", teller(game, pile, ["seat"]))
        .with("count", format!("function(seat) {} end", count.unwrap_or_default()))
        .with("held", held(spec.verbs.iter().map(|play| &pack.zones[play.from.index()])))
        .with_some(
            "trump",
            spec.trump.and_then(|trump| if let Trump::Var(var) = trump { Some(get(var)) } else { None }),
        )
        .with_some("out", spec.out.map(get))
        .with_some("broken", spec.unbroken.map(|(_, var)| get(var)))
        .with_some("break_suit", spec.unbroken.map(|(_, var)| format!("{}.set", name(var))))
        .with_some("void", spec.voids.map(get))
        .with_some("set_void", spec.voids.map(|var| format!("{}.set", name(var))))
        .with_some("refuse_follow", follow)
        .with_some("refuse_unbroken", unbroken)
        .with_some("refuse_opening", opening)
        .with(
            "bags",
            spec.verbs
                .iter()
                .fold(Fields::default(), |bags, play| bags.with_row(play.verb + 1, bag(game, spec, play, suit))),
        );
    let Some(dummy) = spec.dummy else { return [of_game, words] };
    let words = words
        .with("dummy", get(dummy.seat))
        .with("partner", "teams.partner")
        .with("turn_dummy", format!("turn.{}", member_name(&pack.phases[dummy.phase].name)))
        .with("lay_down", lay_down(game, dummy));
    [of_game, words]
}

/// The function that lays the dummy's cards down, unless they lie open or nobody is the dummy.
fn lay_down(game: &Game, dummy: DummySpec) -> String {
    let [hand, open] = [dummy.hand, dummy.open].map(|zone| game.pack().zones[zone.index()].name.as_str());
    let tell = teller(game, open, ["seat", "cards"]);
    format!(
        "function(seat) if seat > 0 and {hand}.size(seat) > 0 then \
         ({tell})(seat, {hand}.contents(seat, bunch.scratch(1))) {hand}.all_to_{open}(seat) end end"
    )
}

/// The words of the bag of an action, each with the seat first.
fn bag(game: &Game, spec: &TricksSpec, play: &TrickVerb, suit: &str) -> Fields {
    let pack = game.pack();
    let (from, pile) = (&pack.zones[play.from.index()], &pack.zones[spec.pile.index()].name);
    let is_of_seat = from.per == Per::Seat;
    let word = |word: &str| match is_of_seat {
        true => format!("{}.{word}", from.name),
        false => format!("function(_, value) return {}.{word}(value) end", from.name),
    };
    let size =
        if is_of_seat { format!("{}.size", from.name) } else { format!("function(_) return {}.size() end", from.name) };
    Fields::default()
        .with_flag("is_of_seat", is_of_seat)
        .with("next", word("next"))
        .with("has", word(&format!("has_{suit}")))
        .with("count", word("count"))
        .with("count_suit", word(&format!("count_{suit}")))
        .with("size", size)
        .with("play", word(&format!("to_{pile}")))
        .with("tell", teller(game, &pack.verbs[play.verb].name, ["seat", "card"]))
}
