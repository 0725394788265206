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
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::Value;

use crate::action::ActionList;
use crate::chance::Generator;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::Game;
use crate::ids::{CardType, Seat, VarId, ZoneId};
use crate::knowledge::Group;
use crate::layout::ZoneLayout;
use crate::pack::spec::Seen;
use crate::rules::Rules;
use crate::state::State;
use crate::view::{UNKNOWN, View};
use crate::words::Words;

use deal::{Deal, Set, Sets};
use tokens::Tokens;

/// The most worlds drawn for one in which the seat that is to act can do so, and which the hook `fits` allows.
const MOST_DRAWS: usize = 2000;

/// The most worlds that are rejected for one in which the viewer has the legal actions of the match.
const MOST_OTHERS: usize = 200;

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
    viewer: Option<Seat>,
    /// A hash of the viewer's legal actions, if it is to act and they are known.
    legal: Option<u64>,
    counts: Arc<Counts>,
}

/// How many worlds were drawn, and how many of them rejected.
#[derive(Debug, Default)]
struct Counts {
    drawn: AtomicU64,
    rejected: AtomicU64,
}

/// The reason why a state can't be a world though every card can lie where it does.
#[derive(Clone, Copy, Debug)]
enum Misfit {
    /// Another seat that is to act has nothing to do.
    CannotAct,
    /// The viewer has other legal actions.
    OtherActions,
    /// The hook `fits` says no.
    Unfit,
}

/// A place whose card the viewer does not know.
#[derive(Clone, Copy, Debug)]
struct Place {
    zone: usize,
    member: usize,
    /// The place in a pile; `None` in a bag.
    place: Option<usize>,
}

impl Place {
    /// The place in words.
    fn text(&self, game: &Game) -> String {
        let spec = &game.pack().zones[self.zone];
        let name = game.member_name(&spec.label, &spec.per, self.member);
        let at = self.place.map_or_else(String::new, |place| format!("place {} of ", place + 1));
        format!("{at}`{name}`")
    }
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
        let (places, sets, of_place) = self.hidden_places(view, &pool)?;
        let others_act = shown.decision().is_some_and(|decision| view.viewer() != Some(decision.seat));
        let known = view.knowledge().and_then(|known| known.without_shown(&game, shown)).and_then(|known| {
            // Of a bag the places come one after the other, as the slots that are left.
            let mut before: Option<(usize, usize, usize)> = None;
            let group = |place: &Place| {
                let last = before.filter(|(zone, member, _)| (*zone, *member) == (place.zone, place.member));
                let n = last.map_or(0, |(.., n)| n + 1);
                before = Some((place.zone, place.member, n));
                known.groups(place.zone, place.member).get(place.place.unwrap_or(n)).copied()
            };
            let groups = places.iter().map(group).collect::<Option<Vec<Group>>>()?;
            Some(Tokens::new(&known, types, groups, sets.clone(), of_place.clone()))
        });
        let known = known.filter(|tokens| tokens.draw(&mut Generator::from_seed(0)).is_ok());
        let cards = match known {
            Some(tokens) => Cards::Known(Box::new(tokens)),
            None => Cards::Any(Deal::new(pool, sets, of_place)),
        };
        let worlds = Worlds {
            game,
            shown: shown.clone(),
            places,
            cards,
            others_act,
            viewer: view.viewer(),
            legal: view.legal(),
            counts: Arc::default(),
        };
        match worlds.cards.draw(&mut Generator::from_seed(0)) {
            Ok(_) => Ok(worlds),
            Err(place) => Err(self.impossible(&worlds, &worlds.places[place])),
        }
    }

    /// The places that a view doesn't show, and the types of card that each can hold by what the rules say: sets of types,
    /// and for each place the number of its set.
    fn hidden_places(&mut self, view: &View, pool: &[u32]) -> Result<(Vec<Place>, Sets, Vec<usize>), Diagnostic> {
        let game = self.game().clone();
        let (shown, types) = (view.state(), game.pack().card_types());
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
        Ok((places, sets, of_place))
    }

    /// The fault of `holds`, `possible` or `fits` that excludes a true state for the viewer of a view of it.
    ///
    /// # Errors
    /// A hook that fails.
    pub(crate) fn excluded(&mut self, view: &View, state: &State) -> Result<Option<Diagnostic>, Diagnostic> {
        let game = self.game().clone();
        let pool = unseen(&game, view.state());
        let (places, sets, of_place) = self.hidden_places(view, &pool)?;
        let viewer = view.viewer().map_or("an onlooker", |seat| game.seat_name(seat));
        for (n, place) in places.iter().enumerate() {
            let (zone, member) = (ZoneId::from_index(place.zone), place.member);
            let cards = game.zone_cards(state, zone, member);
            let lying: Vec<CardType> = match place.place {
                Some(at) => cards.get(at).copied().flatten().into_iter().collect(),
                None => {
                    // Of a bag those that the view doesn't show.
                    let mut cards: Vec<CardType> = cards.into_iter().flatten().collect();
                    for shown in game.zone_cards(view.state(), zone, member).into_iter().flatten() {
                        if let Some(at) = cards.iter().position(|card| *card == shown) {
                            cards.swap_remove(at);
                        }
                    }
                    cards
                }
            };
            let Some(card) = lying.into_iter().find(|card| !sets.get(of_place[n]).has(card.index())) else { continue };
            let (spec, at) = (&game.pack().zones[place.zone], place.text(&game));
            let message = format!("no world of `{viewer}` has {} at {at}, where it is", game.card_name(card));
            let fault = Diagnostic::new(Code::NoWorld, message);
            return Ok(Some(match self.place_of_possible(place.zone) {
                Some(hook) => fault.at(hook).help("`possible` must allow what can be there"),
                None => fault.in_file(&game.pack().table_file, &spec.span).help("`holds` must have what can be there"),
            }));
        }
        if self.fits(state, view.viewer())? {
            return Ok(None);
        }
        let message = format!("`fits` refuses the true state as a world of `{viewer}`");
        let fault = Diagnostic::new(Code::NoWorld, message).help("it must allow what can be");
        Ok(Some(match self.place_of_fits() {
            Some(hook) => fault.at(hook),
            None => fault,
        }))
    }

    /// Draws one of the full states that are consistent with a view, with a fresh random generator for what comes. Those are
    /// rejected in which another seat that is to act has nothing to do, the hook `fits` says no, or the viewer has other
    /// legal actions than in the match; of the last kind up to [`MOST_OTHERS`] for one that is wanted.
    ///
    /// # Errors
    /// Rules that fail, a decision of another seat than the viewer that offers nothing in any of many worlds, and a hook
    /// `fits` that rejects all of many.
    pub fn draw(&mut self, worlds: &Worlds, generator: &mut Generator) -> Result<State, Diagnostic> {
        let mut why = Misfit::CannotAct;
        for n in 0..MOST_DRAWS {
            let state = worlds.deal(generator);
            worlds.counts.drawn.fetch_add(1, Ordering::Relaxed);
            match self.misfit(worlds, &state)? {
                None => return Ok(state),
                Some(Misfit::OtherActions) if n >= MOST_OTHERS => return Ok(state),
                Some(misfit) => why = misfit,
            }
            worlds.counts.rejected.fetch_add(1, Ordering::Relaxed);
        }
        let seat = worlds.shown.decision().map_or("", |decision| worlds.game.seat_name(decision.seat));
        let fault = |message: String, help: &str| Diagnostic::new(Code::NoWorld, message).help(help);
        Err(match why {
            Misfit::Unfit => {
                let message = format!("`fits` rejects all of {MOST_DRAWS} worlds drawn at random");
                let fault = fault(message, "the hook `possible` can say which cards can be where");
                self.place_of_fits().map_or(fault.clone(), |hook| fault.at(hook))
            }
            Misfit::CannotAct | Misfit::OtherActions => {
                let none = format!("has no legal action in any of {MOST_DRAWS} worlds drawn at random");
                let message = format!("`{seat}` is to act, but {none}");
                fault(message, "the hook `possible` can say which cards can be where")
            }
        })
    }

    /// The reason why a state can't be one of some worlds though every card can lie where it does.
    fn misfit(&mut self, worlds: &Worlds, state: &State) -> Result<Option<Misfit>, Diagnostic> {
        if self.has_fits() && worlds.is_imagined() && !self.fits(state, worlds.viewer)? {
            return Ok(Some(Misfit::Unfit));
        }
        let wanted = worlds.legal.filter(|_| worlds.is_imagined());
        if !worlds.others_act && wanted.is_none() {
            return Ok(None);
        }
        let mut legal = ActionList::new();
        match self.legal(state, &mut legal) {
            Err(fault) if fault.code == Code::NoAction && worlds.others_act => Ok(Some(Misfit::CannotAct)),
            Err(fault) if fault.code == Code::NoAction => Ok(Some(Misfit::OtherActions)),
            Err(fault) => Err(fault),
            Ok(()) if wanted.is_some_and(|wanted| wanted != legal.hash()) => Ok(Some(Misfit::OtherActions)),
            Ok(()) => Ok(None),
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
        let at = place.text(game);
        let message = format!("no card can lie at {at} by what is known, so that nothing can be dealt there");
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

    /// How many worlds were drawn so far, and how many of them were rejected: another seat has nothing to do in them, the
    /// viewer has other legal actions, or the hook `fits` says no.
    pub fn rejected(&self) -> (u64, u64) {
        (self.counts.drawn.load(Ordering::Relaxed), self.counts.rejected.load(Ordering::Relaxed))
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
