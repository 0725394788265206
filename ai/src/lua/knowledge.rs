//! The words of robots for what their seat knows of hidden cards and pieces.

use parlour_engine::diagnostic::suggest;
use parlour_engine::game::Game;
use parlour_engine::ids::{CardType, Square, ZoneId};
use parlour_engine::script::{Error, Machine, Table, clipped};
use parlour_engine::view::View;

/// Defines `core.cards`, `core.kinds` and `core.last` in the table of the robots' prelude; `with_view` calls a function
/// with the view of the present choice.
pub(super) fn provide<W>(machine: &Machine, core: &Table, with_view: W) -> Result<(), Error>
where
    W: Fn(&Machine, &mut dyn FnMut(&Game, &View) -> Result<(), Error>) -> Result<(), Error> + Clone + 'static,
{
    let view = with_view.clone();
    let cards = machine.function(move |machine, (name, card): (String, usize)| {
        let mut out = (0, 0);
        view(machine, &mut |game, view| {
            let (zone, member) = zone_named(game, &name)?;
            let card = card.checked_sub(1).filter(|card| *card < game.card_counts().len());
            let card = card.map(CardType::from_index).ok_or_else(|| Error::new("there is no such card"))?;
            out = bounds(game, view, (zone, member), card);
            Ok(())
        })?;
        Ok(out)
    })?;
    core.set("cards", cards)?;
    let view = with_view.clone();
    let kinds = machine.function(move |machine, square: usize| {
        let mut out = Vec::new();
        view(machine, &mut |game, view| {
            let kinds = view.kinds().ok_or_else(|| Error::new("no kinds of pieces are hidden in this game"))?;
            out = kinds.kinds(game, square.wrapping_sub(1)).into_iter().map(|kind| kind as u32 + 1).collect();
            Ok(())
        })?;
        Ok(out)
    })?;
    core.set("kinds", kinds)?;
    let last = machine.function(move |machine, square: usize| {
        let mut out = (0, None);
        view_of(&with_view, machine, square, &mut out)?;
        Ok(out)
    })?;
    core.set("last", last)
}

/// The symbol last seen on a square, and the number of actions since then that weren't observed whole.
fn view_of<W>(with_view: &W, machine: &Machine, square: usize, out: &mut (u32, Option<u32>)) -> Result<(), Error>
where
    W: Fn(&Machine, &mut dyn FnMut(&Game, &View) -> Result<(), Error>) -> Result<(), Error>,
{
    with_view(machine, &mut |game, view| {
        let unseen = view.unseen().ok_or_else(|| Error::new("no squares are hidden in this game"))?;
        let square = square.checked_sub(1).map(Square::from_index);
        let found = square.and_then(|square| unseen.last_seen(game, square));
        *out = found.map_or((0, None), |(symbol, age)| (u32::from(symbol), Some(age)));
        Ok(())
    })
}

/// A zone by its name: `deck`, or that of a member of a family, as in `hand.a`.
fn zone_named(game: &Game, name: &str) -> Result<(ZoneId, usize), Error> {
    let zones = (0..game.pack().zones.len()).map(ZoneId::from_index);
    let members = zones.flat_map(|zone| (0..game.zone_count(zone)).map(move |member| (zone, member)));
    let named = members.map(|(zone, member)| {
        let spec = &game.pack().zones[zone.index()];
        (game.member_name(&spec.label, &spec.per, member), (zone, member))
    });
    let named: Vec<(String, (ZoneId, usize))> = named.collect();
    let found = named.iter().find(|(known, _)| known == name).map(|(_, at)| *at);
    found.ok_or_else(|| {
        let help = suggest(name, named.iter().map(|(name, _)| name.as_str()));
        Error::new(format!("there is no zone `{}` ({help})", clipped(name)))
    })
}

/// The least and the greatest number of cards of a type that can lie in a zone.
fn bounds(game: &Game, view: &View, (zone, member): (ZoneId, usize), card: CardType) -> (u32, u32) {
    let cards = game.zone_cards(view.state(), zone, member);
    let shown = cards.iter().filter(|other| **other == Some(card)).count() as u32;
    let hidden = cards.iter().filter(|other| other.is_none()).count() as u32;
    let Some(known) = view.knowledge() else { return (shown, shown + hidden) };
    let of = |counts: Vec<(CardType, u32)>| counts.iter().find(|(other, _)| *other == card).map_or(0, |(_, n)| *n);
    let (least, most) = (of(known.at_least(zone, member)), of(known.at_most(zone, member)));
    (least.max(shown), most.clamp(shown, shown + hidden))
}
