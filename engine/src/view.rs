//! What a seat may know, and full states that are consistent with it.
//!
//! A view is a block of the same layout in which everything hidden from the seat is blank: cards of piles it has
//! not seen are 0, bags of others hold only the cards that the seat knows to be there (their sizes stay true), and
//! the random generator and the prescribed outcomes are zero. What other seats know is blank as well.

use crate::chance::Generator;
use crate::game::Game;
use crate::ids::{Seat, ZoneId};
use crate::layout::{BagLayout, PileLayout, RNG, RNG_LEN, ZoneLayout};
use crate::pack::spec::Seen;
use crate::state::State;

/// What a seat, or an onlooker, may know of a state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    state: State,
    viewer: Option<Seat>,
}

impl View {
    /// The blanked block.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Whose view it is; `None` for an onlooker.
    pub fn viewer(&self) -> Option<Seat> {
        self.viewer
    }
}

/// A place whose card the viewer does not know.
struct Unknown {
    zone: usize,
    member: usize,
    /// The place in a pile; `None` in a bag.
    place: Option<usize>,
}

impl Game {
    /// Whether a viewer sees a zone's cards because of the kind of the zone.
    pub fn sees(&self, viewer: Option<Seat>, zone: ZoneId, member: usize) -> bool {
        match self.pack().zones[zone.index()].seen {
            Seen::All => true,
            Seen::Owner => viewer.is_some_and(|seat| seat.index() == member),
            Seen::None => false,
        }
    }

    /// Whether there are zones whose cards not everyone sees.
    pub fn has_secrets(&self) -> bool {
        self.pack().zones.iter().any(|zone| zone.seen != Seen::All)
    }

    /// What a viewer may know of a state.
    pub fn view(&self, state: &State, viewer: Option<Seat>) -> View {
        let mut out = state.clone();
        out.bytes[RNG..RNG + RNG_LEN].fill(0);
        for chance in self.layout().chances.iter().filter(|chance| chance.capacity > 0) {
            out.bytes[chance.cursor..chance.cursor + chance.size()].fill(0);
        }
        for (zone, family) in self.layout().zones.iter().enumerate() {
            for (member, layout) in family.iter().enumerate() {
                let sees = self.sees(viewer, ZoneId::from_index(zone), member);
                match layout {
                    ZoneLayout::Pile(pile) => blank_pile(&mut out, pile, viewer, sees),
                    ZoneLayout::Bag(bag) => self.blank_bag(&mut out, bag, viewer, sees),
                }
            }
        }
        View { state: out, viewer }
    }

    fn blank_bag(&self, out: &mut State, bag: &BagLayout, viewer: Option<Seat>, sees: bool) {
        let Some(known) = bag.known else { return };
        let types = self.pack().card_types();
        let own = viewer.map(|seat| known + seat.index() * types);
        if !sees {
            match own {
                Some(row) => out.bytes.copy_within(row..row + types, bag.counts),
                None => out.bytes[bag.counts..bag.counts + types].fill(0),
            }
        }
        let mut any = false;
        for seat in self.seats() {
            let row = known + seat.index() * types;
            if Some(row) == own {
                any |= out.bytes[row..row + types].iter().any(|&n| n > 0);
            } else {
                out.bytes[row..row + types].fill(0);
            }
        }
        out.bytes[bag.any_known] = u8::from(any);
    }

    /// A full state that is consistent with a view: the cards that the viewer does not know are dealt at random to
    /// the places that it does not know, within what each zone can hold, and the random generator is a fresh one.
    ///
    /// Places of the zones that can hold the fewest kinds are filled first. Where the kinds that zones can hold lie
    /// one inside the other, every consistent deal is equally likely.
    pub fn determinize(&self, view: &View, generator: &mut Generator) -> State {
        let mut out = view.state.clone();
        let mut pool = self.unseen(&view.state);
        let mut places = self.unknown_places(&view.state);
        let pack = self.pack();
        let breadth = |zone: usize| {
            let holds = &pack.zones[zone].holds;
            if holds.is_empty() { pack.card_types() } else { holds.len() }
        };
        places.sort_by_key(|place| breadth(place.zone));
        let mut from = 0;
        while from < places.len() {
            let zone = places[from].zone;
            let width = breadth(zone);
            let to = from + places[from..].iter().take_while(|place| breadth(place.zone) == width).count();
            for place in &places[from..to] {
                let holds = &pack.zones[place.zone].holds;
                let fits = |card: usize| holds.is_empty() || holds.contains(&card);
                let total: u32 = pool.iter().enumerate().filter(|(card, _)| fits(*card)).map(|(_, n)| *n).sum();
                if total == 0 {
                    continue;
                }
                let mut k = generator.below(total);
                for (card, n) in pool.iter_mut().enumerate() {
                    if !fits(card) {
                        continue;
                    }
                    if k < *n {
                        *n -= 1;
                        self.place_card(&mut out, place, card);
                        break;
                    }
                    k -= *n;
                }
            }
            from = to;
        }
        let mut fresh = Generator::from_seed(u64::from(generator.bits()) << 32 | u64::from(generator.bits()));
        fresh.bits();
        out.set_generator(&fresh);
        out
    }

    fn place_card(&self, out: &mut State, place: &Unknown, card: usize) {
        match (&self.layout().zones[place.zone][place.member], place.place) {
            (ZoneLayout::Pile(pile), Some(n)) => out.set_card(pile, n, card as u16 + 1),
            (ZoneLayout::Bag(bag), _) => {
                let count = &mut out.bytes[bag.counts + card];
                *count = count.saturating_add(1);
            }
            (ZoneLayout::Pile(_), None) => {}
        }
    }

    /// How many cards of each type the view does not show.
    fn unseen(&self, view: &State) -> Vec<u32> {
        let mut pool: Vec<u32> = self.card_counts().iter().map(|&n| n as u32).collect();
        for layout in self.layout().zones.iter().flatten() {
            match layout {
                ZoneLayout::Pile(pile) => {
                    for card in view.cards(pile) {
                        let type_of = usize::from(card).checked_sub(1);
                        if let Some(n) = type_of.and_then(|card| pool.get_mut(card)) {
                            *n = n.saturating_sub(1);
                        }
                    }
                }
                ZoneLayout::Bag(bag) => {
                    for (n, &count) in pool.iter_mut().zip(&view.bytes[bag.counts..]) {
                        *n = n.saturating_sub(u32::from(count));
                    }
                }
            }
        }
        pool
    }

    fn unknown_places(&self, view: &State) -> Vec<Unknown> {
        let types = self.pack().card_types();
        let mut places = Vec::new();
        for (zone, family) in self.layout().zones.iter().enumerate() {
            for (member, layout) in family.iter().enumerate() {
                match layout {
                    ZoneLayout::Pile(pile) => {
                        let unknown = view.cards(pile).enumerate().filter(|(_, card)| *card == 0);
                        places.extend(unknown.map(|(n, _)| Unknown { zone, member, place: Some(n) }));
                    }
                    ZoneLayout::Bag(bag) => {
                        let shown: usize =
                            view.bytes[bag.counts..bag.counts + types].iter().map(|&n| usize::from(n)).sum();
                        let hidden = (view.u16(bag.size) as usize).saturating_sub(shown);
                        places.extend((0..hidden).map(|_| Unknown { zone, member, place: None }));
                    }
                }
            }
        }
        places
    }
}

fn blank_pile(out: &mut State, pile: &PileLayout, viewer: Option<Seat>, sees: bool) {
    let Some(masks) = pile.masks else { return };
    let bit = viewer.map_or(0, |seat| 1_u16 << seat.0);
    for n in 0..out.pile_size(pile) {
        let mask = out.u16(masks + 2 * n);
        if !sees && mask & bit == 0 {
            out.set_card(pile, n, 0);
        }
        out.set_u16(masks + 2 * n, mask & bit);
    }
}
