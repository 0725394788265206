//! The full states that are consistent with a view, and drawing one of them at random.
//!
//! What a view does not show is dealt to the places that it does not show, within what each place can hold: what the
//! zone `holds`, what the rules' hook `possible` allows there, and what the viewer knows of cards that left face down.
//! That is a matching of cards and places. One is made by filling the places that can hold the fewest types first, each
//! with any card that is left and fits; a place for which none is left is given one by moving others along an
//! augmenting path (Kuhn, 1955), so that no draw fails where one is possible.
//!
//! Cards of a set that the viewer knows of are certain cards, also where there are more of their type.
//!
//! A variable that the view does not show is any of its values but 0, with the same odds, and dice are rolled.
//!
//! What others have chosen unseen stays blank: it is chosen at random when the round of decisions ends.
//!
//! That a seat is to act shows that it can. Where that is not the viewer, whose own actions are the same in every world,
//! worlds in which it could not act are rejected, up to [`MOST_DRAWS`] of them for one that is wanted.
//!
//! Where any two sets of cards that places can hold lie one inside the other or have nothing in common, every deal is
//! equally likely. Elsewhere that is only nearly so: a walk of exchanges of two cards and rotations of three follows,
//! whose steps are as likely back as forth, so that it comes as close to even odds as its length allows. It is
//! [`STEPS`] proposals for each place that can't hold everything.

use std::collections::VecDeque;
use std::sync::Arc;

use serde_json::Value;

use crate::action::ActionList;
use crate::chance::Generator;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::Game;
use crate::ids::{VarId, ZoneId};
use crate::layout::ZoneLayout;
use crate::pack::spec::Seen;
use crate::rules::Rules;
use crate::state::State;
use crate::view::{UNKNOWN, View};
use crate::words::Words;

/// Proposals of the walk for each place that can't hold every card.
const STEPS: usize = 24;

/// The most proposals of a walk.
const MOST_STEPS: usize = 20_000;

/// The most worlds drawn for one in which the seat that is to act can do so.
const MOST_DRAWS: usize = 2000;

/// The full states that are consistent with a view.
///
/// ```
/// use parlour_engine::chance::Generator;
/// use parlour_engine::{Config, Library, Match, Seat};
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules"));
/// let game = library.load("archaeology")?.configure(&Config::default())?;
/// let mut played = Match::new(game.clone(), 7, vec!["human".to_owned(); 2])?;
/// let view = played.view(Some(Seat(0)));
/// let worlds = played.host().worlds(&view)?;
/// let world = played.host().draw(&worlds, &mut Generator::from_seed(1))?;
/// assert_eq!(&game.view(&world, Some(Seat(0))), &view, "what the seat knows is as it was");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Worlds {
    game: Arc<Game>,
    /// What the view shows.
    shown: State,
    /// The places to fill, those that can hold the fewest types first.
    places: Vec<Place>,
    /// What the places can hold; few of these sets differ.
    sets: Vec<Set>,
    /// How many cards of each type the view does not show.
    pool: Vec<u32>,
    /// How many of the places can't hold every card; they come first.
    narrow: usize,
    /// Filling the places one by one gives every deal the same odds.
    is_even: bool,
    /// Another seat than the viewer is to act.
    others_act: bool,
}

/// A place whose card the viewer does not know.
#[derive(Clone, Copy, Debug)]
struct Place {
    zone: usize,
    member: usize,
    /// The place in a pile; `None` in a bag.
    place: Option<usize>,
    /// What it can hold.
    set: usize,
}

/// Types of card.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Set {
    words: Vec<u64>,
    len: usize,
}

impl Set {
    fn of(types: usize, fits: impl Fn(usize) -> bool) -> Self {
        let mut words = vec![0; types.div_ceil(64)];
        let mut len = 0;
        for card in (0..types).filter(|&card| fits(card)) {
            words[card / 64] |= 1 << (card % 64);
            len += 1;
        }
        Self { words, len }
    }

    fn has(&self, card: usize) -> bool {
        self.words[card / 64] >> (card % 64) & 1 != 0
    }

    /// Whether one lies inside the other, or they have nothing in common, as far as some types go.
    fn is_apart_or_inside(&self, other: &Self, among: &Self) -> bool {
        let words = || self.words.iter().zip(&other.words).zip(&among.words);
        words().all(|((a, b), c)| a & b & c == 0)
            || words().all(|((a, b), c)| a & !b & c == 0)
            || words().all(|((a, b), c)| b & !a & c == 0)
    }
}

impl Rules {
    /// The full states that are consistent with a view, to draw some of them.
    ///
    /// # Errors
    /// A view that no state is consistent with, and a hook that fails.
    pub fn worlds(&mut self, view: &View) -> Result<Worlds, Diagnostic> {
        let game = self.game().clone();
        let shown = view.state();
        let types = game.pack().card_types();
        let pool = unseen(&game, shown);
        let mut sets: Vec<Set> = Vec::new();
        let mut places: Vec<Place> = Vec::new();
        for (zone, family) in game.layout().zones.iter().enumerate() {
            let holds = &game.pack().zones[zone].holds;
            let is_asked = self.asks_possible(zone);
            for (member, layout) in family.iter().enumerate() {
                let mut of_member = None;
                for place in unknown_places(&game, shown, layout) {
                    // All places of a bag can hold the same, and so can those of which no hook is asked.
                    let set = match of_member.filter(|_| place.is_none() || !is_asked) {
                        Some(set) => set,
                        None => {
                            let mut set = Set::of(types, |card| holds.allows(member, card));
                            if is_asked {
                                let asked: Vec<usize> =
                                    (0..types).filter(|&card| set.has(card) && pool[card] > 0).collect();
                                let allowed = self.possible(shown, zone, member, place, &asked)?;
                                let answer = |card: &usize| asked.binary_search(card).ok();
                                let is_left = |card| answer(&card).is_some_and(|n| allowed.get(n) == Some(&true));
                                set = Set::of(types, is_left);
                            }
                            let earlier = sets.iter().position(|other| *other == set);
                            earlier.unwrap_or_else(|| {
                                sets.push(set);
                                sets.len() - 1
                            })
                        }
                    };
                    of_member = Some(set);
                    places.push(Place { zone, member, place, set });
                }
            }
        }
        places.sort_by_key(|place| sets[place.set].len);
        let among = Set::of(types, |card| pool[card] > 0);
        let holds_all = |set: &Set| among.words.iter().zip(&set.words).all(|(a, b)| a & !b == 0);
        let narrow = places.iter().filter(|place| !holds_all(&sets[place.set])).count();
        let is_even = sets
            .iter()
            .enumerate()
            .all(|(n, set)| sets[n + 1..].iter().all(|other| set.is_apart_or_inside(other, &among)));
        let others_act = shown.decision().is_some_and(|decision| view.viewer() != Some(decision.seat));
        let worlds = Worlds { game, shown: shown.clone(), places, sets, pool, narrow, is_even, others_act };
        match worlds.fill(&mut Generator::from_seed(0)) {
            Ok(_) => Ok(worlds),
            Err(place) => Err(self.impossible(&worlds, &worlds.places[place])),
        }
    }

    /// Draws one of the full states that are consistent with a view, with a fresh random generator for what comes.
    ///
    /// # Errors
    /// Rules that fail, and a decision of another seat than the viewer that offers nothing in any of many worlds.
    pub fn draw(&mut self, worlds: &Worlds, generator: &mut Generator) -> Result<State, Diagnostic> {
        let state = worlds.deal(generator);
        if !worlds.others_act || self.can_act(&state)? {
            return Ok(state);
        }
        for _ in 1..MOST_DRAWS {
            let state = worlds.deal(generator);
            if self.can_act(&state)? {
                return Ok(state);
            }
        }
        let seat = worlds.shown.decision().map_or("", |decision| worlds.game.seat_name(decision.seat));
        let message =
            format!("`{seat}` is to act, but has no legal action in any of {MOST_DRAWS} worlds drawn at random");
        Err(Diagnostic::new(Code::NoWorld, message).help("the hook `possible` can say which cards can be where"))
    }

    /// Whether the decision that is due offers anything.
    fn can_act(&mut self, state: &State) -> Result<bool, Diagnostic> {
        match self.legal(state, &mut ActionList::new()) {
            Err(fault) if fault.code == Code::NoAction => Ok(false),
            answer => answer.map(|()| true),
        }
    }

    /// A full state that is consistent with a view, at random.
    ///
    /// # Errors
    /// As for [`Rules::worlds`], which is cheaper for many of one view, and [`Rules::draw`].
    pub fn determinize(&mut self, view: &View, generator: &mut Generator) -> Result<State, Diagnostic> {
        let worlds = self.worlds(view)?;
        self.draw(&worlds, generator)
    }

    fn impossible(&self, worlds: &Worlds, place: &Place) -> Diagnostic {
        let (game, pack) = (&worlds.game, worlds.game.pack());
        let spec = &pack.zones[place.zone];
        let name = game.member_name(&spec.label, &spec.per, place.member);
        let at = place.place.map_or_else(String::new, |place| format!("place {} of ", place + 1));
        let message = format!("no card can lie at {at}`{name}` by what is known, so that nothing can be dealt there");
        let fault = Diagnostic::new(Code::NoWorld, message)
            .help("`holds` and the hook `possible` must allow every card that can be there");
        match self.place_of_possible(place.zone) {
            Some(hook) => fault.at(hook),
            None => fault.in_file(&pack.table_file, &spec.span),
        }
    }
}

/// The places of a zone whose cards a view does not show.
fn unknown_places(game: &Game, view: &State, layout: &ZoneLayout) -> Vec<Option<usize>> {
    match layout {
        ZoneLayout::Pile(pile) => {
            view.cards(pile).enumerate().filter(|(_, card)| *card == 0).map(|(n, _)| Some(n)).collect()
        }
        ZoneLayout::Bag(bag) => {
            let types = game.pack().card_types();
            let shown: usize = view.bytes[bag.counts..bag.counts + types].iter().map(|&n| usize::from(n)).sum();
            vec![None; usize::from(view.u16(bag.size)).saturating_sub(shown)]
        }
    }
}

/// How many cards of each type the view does not show.
fn unseen(game: &Game, view: &State) -> Vec<u32> {
    let mut pool: Vec<u32> = game.card_counts().iter().map(|&n| n as u32).collect();
    for layout in game.layout().zones.iter().flatten() {
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

impl Worlds {
    /// Whether a world has more in it than is known: where nothing is hidden, only what is still to come is left to chance.
    pub fn is_imagined(&self) -> bool {
        !self.places.is_empty() || self.unknown_vars().next().is_some()
    }

    /// What a world has where the view shows nothing: names of variables and zones with what is there. The piles that lie
    /// on the table, seen by nobody, are left out.
    pub fn imagined_in(&self, world: &State) -> Vec<(String, Value)> {
        let (game, pack) = (&self.game, self.game.pack());
        let vars = self.unknown_vars().map(|(var, member)| {
            let spec = &pack.vars[var];
            (game.member_name(&spec.label, &spec.per, member), game.var_json(world, VarId::from_index(var), member))
        });
        let mut zones: Vec<(usize, usize)> = self.places.iter().map(|place| (place.zone, place.member)).collect();
        zones.sort_unstable();
        zones.dedup();
        let zones =
            zones.into_iter().filter(|&(zone, _)| pack.zones[zone].seen == Seen::Owner).map(|(zone, member)| {
                let spec = &pack.zones[zone];
                let cards = game.zone_cards(world, ZoneId::from_index(zone), member).into_iter().flatten();
                let names: Vec<&str> = cards.map(|card| game.card_name(card)).collect();
                (game.member_name(&spec.label, &spec.per, member), names.into())
            });
        vars.chain(zones).collect()
    }

    /// The variables that the view does not show, with their members.
    fn unknown_vars(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let layouts = &self.game.layout().vars;
        let members = (0..layouts.len()).flat_map(|var| (0..layouts[var].count).map(move |member| (var, member)));
        members.filter(|&(var, member)| {
            let first = layouts[var].offset + 4 * member * layouts[var].length;
            (0..layouts[var].length).any(|slot| self.shown.i32(first + 4 * slot) == UNKNOWN)
        })
    }

    /// Deals what is not known, with a fresh random generator for what comes.
    fn deal(&self, generator: &mut Generator) -> State {
        let mut out = self.shown.clone();
        if let Ok(mut cards) = self.fill(generator) {
            if !self.is_even {
                self.walk(&mut cards, generator);
            }
            for (place, card) in self.places.iter().zip(cards) {
                self.put(&mut out, place, card);
            }
        }
        self.draw_vars(&mut out, generator);
        let mut fresh = Generator::from_seed(generator.seed());
        fresh.bits();
        out.set_generator(&fresh);
        out
    }

    /// Draws the values of variables that the view does not show, each as likely as any other, and rolls the dice.
    fn draw_vars(&self, out: &mut State, generator: &mut Generator) {
        for (n, spec) in self.game.pack().vars.iter().enumerate().filter(|(_, spec)| spec.seen != Seen::All) {
            let layout = self.game.layout().vars[n];
            for member in 0..layout.count {
                let first = layout.offset + 4 * member * layout.length;
                let slots = || (0..layout.length).map(|slot| first + 4 * slot);
                for (slot, at) in slots().enumerate().filter(|&(_, at)| self.shown.i32(at) == UNKNOWN) {
                    let range = self.game.var_range(VarId::from_index(n), member, slot);
                    let least = range.min.max(1);
                    out.set_i32(at, least + generator.below((range.max - least).max(0) as u32 + 1) as i32);
                }
                if spec.dice.is_some_and(|dice| dice.sorted) {
                    let mut faces: Vec<i32> = slots().map(|at| out.i32(at)).filter(|face| *face != 0).collect();
                    faces.sort_unstable();
                    slots().zip(faces).for_each(|(at, face)| out.set_i32(at, face));
                }
            }
        }
    }

    fn set(&self, place: usize) -> &Set {
        &self.sets[self.places[place].set]
    }

    /// A card for each place; a place that none can be given to is an error.
    fn fill(&self, generator: &mut Generator) -> Result<Vec<usize>, usize> {
        let mut pool = self.pool.clone();
        let mut cards: Vec<Option<usize>> = vec![None; self.places.len()];
        for place in 0..self.places.len() {
            let set = self.set(place);
            let fits = |card: usize| set.has(card);
            let total: u32 = pool.iter().enumerate().filter(|(card, _)| fits(*card)).map(|(_, n)| *n).sum();
            if total == 0 {
                if !self.make_room(place, &mut cards, &mut pool) {
                    return Err(place);
                }
                continue;
            }
            let mut k = generator.below(total);
            for (card, n) in pool.iter_mut().enumerate().filter(|(card, _)| fits(*card)) {
                if k < *n {
                    *n -= 1;
                    cards[place] = Some(card);
                    break;
                }
                k -= *n;
            }
        }
        Ok(cards.into_iter().flatten().collect())
    }

    /// Gives a card to a place by moving others along the shortest augmenting path; false if there is none, and then
    /// there is no way to fill all these places.
    fn make_room(&self, first: usize, cards: &mut [Option<usize>], pool: &mut [u32]) -> bool {
        let mut from: Vec<Option<usize>> = vec![None; pool.len()];
        let mut queue = VecDeque::from([first]);
        while let Some(place) = queue.pop_front() {
            for card in 0..pool.len() {
                if from[card].is_some() || !self.set(place).has(card) {
                    continue;
                }
                from[card] = Some(place);
                if pool[card] > 0 {
                    pool[card] -= 1;
                    let mut next = Some(card);
                    while let Some((card, place)) = next.and_then(|card| Some((card, from[card]?))) {
                        next = cards[place].replace(card);
                    }
                    return true;
                }
                queue.extend((0..cards.len()).filter(|&other| cards[other] == Some(card)));
            }
        }
        false
    }

    /// Exchanges and rotates cards at random where that is possible.
    fn walk(&self, cards: &mut [usize], generator: &mut Generator) {
        let all = cards.len() as u32;
        for _ in 0..(self.narrow * STEPS).min(MOST_STEPS) {
            // Only what involves a place that can't hold everything makes a difference.
            let a = generator.below(self.narrow as u32) as usize;
            let b = generator.below(all) as usize;
            let fits = |place: usize, card: usize| self.set(place).has(card);
            if generator.below(3) > 0 {
                if fits(a, cards[b]) && fits(b, cards[a]) {
                    cards.swap(a, b);
                }
                continue;
            }
            let c = generator.below(all) as usize;
            let differ = a != b && b != c && a != c;
            if differ && fits(a, cards[b]) && fits(b, cards[c]) && fits(c, cards[a]) {
                (cards[a], cards[b], cards[c]) = (cards[b], cards[c], cards[a]);
            }
        }
    }

    fn put(&self, out: &mut State, place: &Place, card: usize) {
        match (&self.game.layout().zones[place.zone][place.member], place.place) {
            (ZoneLayout::Pile(pile), Some(n)) => out.set_card(pile, n, card as u16 + 1),
            (ZoneLayout::Bag(bag), _) => {
                let count = &mut out.bytes[bag.counts + card];
                *count = count.saturating_add(1);
            }
            (ZoneLayout::Pile(_), None) => {}
        }
    }
}
