//! Cards that the rules know by their numbers alone: those that seats have laid, and those that the viewer still holds.

use parlour_engine::ids::VarId;
use parlour_engine::pack::looks::VarLook;
use parlour_engine::pack::spec::VarSpec;

use super::{At, CardScene, Lies, Place};
use crate::view::SeatView;

/// The places of cards that are numbers.
pub(super) fn all(view: &SeatView) -> impl Iterator<Item = Place> {
    let vars = view.game().pack().vars.iter().enumerate().filter(|(_, spec)| spec.look == Some(VarLook::Cards));
    vars.filter_map(|(n, spec)| {
        let var = VarId::from_index(n);
        if view.game().var(var).length > 1 {
            held(view, var, spec)
        } else {
            Some(laid(view, var, spec)).filter(|place| place.count > 0)
        }
    })
}

fn place(spec: &VarSpec, cards: Vec<CardScene>) -> Place {
    Place {
        name: spec.label.clone(),
        zone: spec.label.clone(),
        title: spec.title.clone(),
        of: None,
        at: At::Centre,
        lies: Lies::Trick,
        count: cards.len(),
        is_idle: false,
        is_ours: false,
        sum: None,
        note: None,
        known: None,
        room: 0,
        groups: Vec::new(),
        to_come: Vec::new(),
        has_numbers: true,
        cards,
    }
}

/// The card that each seat has laid; 0 is none.
fn laid(view: &SeatView, var: VarId, spec: &VarSpec) -> Place {
    let card = |seat: usize| match view.number(var, seat, 0) {
        Some(0) => None,
        number => Some(CardScene { by: Some(seat), ..CardScene::of(number.map(|number| number.to_string()), 1) }),
    };
    let cards: Vec<CardScene> = (0..view.game().seat_count()).filter_map(card).collect();
    // Where all have laid one and all are open they are settled, and something else is due.
    let is_settled = view.due().is_some() && cards.iter().all(|card| card.card.is_some()) && {
        let seats = view.game().seats().filter(|seat| view.is_in(*seat)).count();
        cards.len() >= seats
    };
    Place { is_idle: is_settled, ..place(spec, cards) }
}

/// The cards that the viewer holds: the numbers of its flags.
fn held(view: &SeatView, var: VarId, spec: &VarSpec) -> Option<Place> {
    let (game, seat) = (view.game(), view.seat()?);
    let is_held = |slot: &usize| view.number(var, seat.index(), *slot).is_some_and(|flag| flag > 0);
    let card = |slot: usize| CardScene { nth: Some(slot + 1), ..CardScene::of(Some((slot + 1).to_string()), 1) };
    let cards = (0..game.var(var).length).filter(is_held).map(card).collect();
    let of = Some(game.seat_name(seat).to_owned());
    let name = game.member_name(&spec.label, &spec.per, seat.index());
    Some(Place { name, of, at: At::Hand, lies: Lies::Fan, ..place(spec, cards) })
}
