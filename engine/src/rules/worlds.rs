//! The full states that are consistent with a view, and drawing one of them at random.
//!
//! What a view does not show is dealt to the places that it does not show, within what each place can hold: what the
//! zone `holds`, what the rules' hook `possible` allows there, and what the viewer knows by what it has observed
//! ([`Knowledge`](crate::Knowledge)), where the view is of the present state of a match; else what it knows of cards that
//! left face down. That is a matching of cards and places ([`deal`], [`tokens`]).
//!
//! Cards of a set that the viewer knows of are certain cards, also where there are more of their type.
//!
//! A variable that the view does not show is any of its values but 0, with the same odds, and dice are rolled.
//!
//! What others have chosen unseen stays blank: it is chosen at random when the round of decisions ends.
//!
//! That a seat is to act shows that it can. Where that is not the viewer, whose own actions are the same in every world,
//! worlds in which it could not act are rejected, up to [`MOST_DRAWS`] of them for one that is wanted.

mod deal;
mod tokens;

use std::sync::Arc;

use serde_json::Value;

use crate::action::ActionList;
use crate::chance::Generator;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::Game;
use crate::ids::{VarId, ZoneId};
use crate::knowledge::Group;
use crate::layout::ZoneLayout;
use crate::pack::spec::Seen;
use crate::rules::Rules;
use crate::state::State;
use crate::view::{UNKNOWN, View};
use crate::words::Words;

use deal::{Deal, Set, Sets};
use tokens::Tokens;

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
    /// The places to fill.
    places: Vec<Place>,
    cards: Cards,
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
}

/// How cards are dealt to the places.
#[derive(Clone, Debug)]
enum Cards {
    /// By what the viewer knows.
    Known(Box<Tokens>),
    /// By what each place can hold alone.
    Any(Deal),
}

impl Cards {
    /// A type of card for each place; a place that can't be given any is an error.
    fn draw(&self, generator: &mut Generator) -> Result<Vec<usize>, usize> {
        match self {
            Self::Known(tokens) => tokens.draw(generator),
            Self::Any(deal) => deal.draw(generator),
        }
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
        let mut sets = Sets::default();
        let mut places: Vec<Place> = Vec::new();
        let mut of_place: Vec<usize> = Vec::new();
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
                            sets.number(set)
                        }
                    };
                    of_member = Some(set);
                    places.push(Place { zone, member, place });
                    of_place.push(set);
                }
            }
        }
        let others_act = shown.decision().is_some_and(|decision| view.viewer() != Some(decision.seat));
        let known = view.knowledge().and_then(|known| known.without_shown(&game, shown)).and_then(|known| {
            let group = |place: &Place| known.group(place.zone, place.member, place.place);
            let groups = places.iter().map(group).collect::<Option<Vec<Group>>>()?;
            Some(Tokens::new(&known, types, groups, sets.clone(), of_place.clone()))
        });
        let known = known.filter(|tokens| tokens.draw(&mut Generator::from_seed(0)).is_ok());
        let cards = match known {
            Some(tokens) => Cards::Known(Box::new(tokens)),
            None => Cards::Any(Deal::new(pool, sets, of_place)),
        };
        let worlds = Worlds { game, shown: shown.clone(), places, cards, others_act };
        match worlds.cards.draw(&mut Generator::from_seed(0)) {
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

    /// True if the worlds are drawn from what the viewer has observed, and not only from what a view shows.
    pub fn are_known(&self) -> bool {
        matches!(self.cards, Cards::Known(_))
    }

    /// True if every deal of the hidden cards is equally likely; elsewhere a walk comes near to that.
    pub fn are_even(&self) -> bool {
        match &self.cards {
            Cards::Known(tokens) => tokens.is_even(),
            Cards::Any(deal) => deal.is_even(),
        }
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
        if let Ok(cards) = self.cards.draw(generator) {
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
