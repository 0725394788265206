//! Determinization: sampling full states that are consistent with a view.
//!
//! Hidden cards are dealt to the hidden places, within the possibilities of each place: the zone's `holds`, the rules'
//! hook `possible`, and the viewer's knowledge from its observations ([`Knowledge`]) if the view is
//! of the present state of a match; otherwise its knowledge of cards left face down. That is a random matching of cards
//! and places ([`deal`], [`tokens`]).
//!
//! Known cards of a set are specific cards, even if there are more of their type.
//!
//! Pieces on squares that the viewer doesn't see are placed by the rules' hook `imagine`, or else where they were last
//! seen and at random ([`squares`]); worlds in which the viewer sees something else are rejected.
//!
//! A variable that the view hides gets any value other than 0, of those that the hook `possible` leaves, with equal
//! probability, and dice are rolled.
//!
//! Hidden simultaneous decisions of other seats stay blank: they are chosen at random when the round of decisions ends.
//!
//! If scripts alone change hidden squares or numbers, or most states drawn at random are rejected, worlds are sampled by a
//! particle filter over the viewer's observations instead ([`particles`]).
//!
//! A seat to act must have an action. If it isn't the viewer, whose own actions are the same in every world, worlds in
//! which it has none are rejected, up to [`MAX_DRAWS`] for each sample.

mod contents;
mod deal;
mod particles;
mod ships;
mod squares;
mod tokens;

use std::ops::AddAssign;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::Value;

use crate::rules::Rules;
use parlour_game::Game;
use parlour_game::knowledge::{Group, Knowledge};
use parlour_game::view::{UNKNOWN, View};
use parlour_game::words::Words;
use parlour_model::action::ActionList;
use parlour_model::cells::CellSet;
use parlour_model::chance::Generator;
use parlour_model::diagnostic::{Code, Diagnostic};
use parlour_model::ids::{CardType, Seat, VarId, ZoneId};
use parlour_model::layout::ZoneLayout;
use parlour_model::state::State;
use parlour_pack::spec::Seen;

use deal::{Deal, Set, Sets};
use squares::HiddenSquares;
use tokens::Tokens;

/// Limit of worlds drawn per sample until the seat to act has an action and the hook `fits` accepts.
const MAX_DRAWS: usize = 2000;

/// Limit of worlds rejected per sample because the viewer's legal actions differ from the match's.
const MAX_OTHERS: usize = 200;

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
    /// The state shown by the view.
    shown: State,
    /// The places to fill.
    places: Vec<Place>,
    cards: Cards,
    /// The squares of pieces whose kinds the viewer doesn't know, where their cells are in the block, and what they can be.
    pieces: Option<(Vec<usize>, Deal)>,
    /// The squares that the viewer doesn't see.
    squares: Option<HiddenSquares>,
    /// For each hidden variable that the hook `possible` restricts, by its offset, the values that it can have.
    values: Vec<(usize, Vec<i32>)>,
    /// True if a seat other than the viewer is to act.
    others_act: bool,
    viewer: Option<Seat>,
    /// The viewer's legal actions, if it is to act and they are known.
    legal: Option<Arc<ActionList>>,
    /// The viewer's knowledge, if the deals of cards respect it only in part.
    knowledge: Option<Knowledge>,
    /// States sampled by replaying the viewer's observations, from which worlds are taken if there are some.
    particles: Arc<Vec<State>>,
    counts: Arc<Counts>,
}

/// The number of worlds drawn, of those rejected, and of those sampled by replay.
#[derive(Debug, Default)]
struct Counts {
    drawn: AtomicU64,
    rejected: AtomicU64,
    replayed: AtomicU64,
}

/// The reason to reject a state although its cards are consistent.
#[derive(Clone, Copy, Debug)]
enum Misfit {
    /// Another seat that is to act has no action.
    CannotAct,
    /// The viewer has other legal actions.
    OtherActions,
    /// The viewer sees other squares, or something else on them.
    SeenOtherwise,
    /// The viewer knows that the cards lie otherwise.
    KnownOtherwise,
    /// The hook `fits` rejects it.
    Unfit,
}

/// A place whose card the viewer doesn't know.
#[derive(Clone, Copy, Debug)]
struct Place {
    zone: usize,
    member: usize,
    /// The position in a pile; `None` in a bag.
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

/// The model of the hidden cards.
#[derive(Clone, Debug)]
enum Cards {
    /// By the viewer's knowledge.
    Known(Box<Tokens>),
    /// By the possibilities of each place alone.
    Any(Deal),
}

impl Cards {
    /// Draws a card type for each place; the error is a place without a possible card.
    fn draw(&self, generator: &mut Generator) -> Result<Vec<usize>, usize> {
        match self {
            Self::Known(tokens) => tokens.draw(generator),
            Self::Any(deal) => deal.draw(generator),
        }
    }
}

impl Rules {
    /// Prepares sampling of the full states that are consistent with a view.
    ///
    /// # Errors
    /// A view without any consistent state, and a hook that fails.
    pub fn worlds(&mut self, view: &View) -> Result<Worlds, Diagnostic> {
        let game = self.game().clone();
        let shown = view.state();
        let types = game.pack().card_types();
        let pool = unseen(&game, shown);
        let (places, sets, of_place) = self.hidden_places(view, &pool)?;
        let others_act = shown.decision().is_some_and(|decision| view.viewer() != Some(decision.seat));
        let mut is_exact = true;
        let known =
            view.knowledge().and_then(|known| known.without_shown(&game, shown)).and_then(|(known, is_as_exact)| {
                is_exact = is_as_exact;
                // The places of a bag are consecutive, as its remaining slots.
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
        let is_checked = !is_exact && matches!(cards, Cards::Known(_));
        let knowledge = view.knowledge().filter(|_| is_checked).cloned();
        let worlds = Worlds {
            values: self.hidden_values(view)?,
            pieces: self.hidden_pieces(view)?,
            squares: HiddenSquares::of(&game, view, !self.loaded().is_some_and(|host| host.has_hooks())),
            game,
            shown: shown.clone(),
            places,
            cards,
            others_act,
            viewer: view.viewer(),
            legal: view.legal().cloned(),
            knowledge,
            particles: Arc::default(),
            counts: Arc::default(),
        };
        if let Err(place) = worlds.cards.draw(&mut Generator::from_seed(0)) {
            return Err(self.impossible(&worlds, &worlds.places[place]));
        }
        let particles = if worlds.is_imagined() { Arc::new(self.particles(&worlds, view)?) } else { Arc::default() };
        Ok(Worlds { particles, ..worlds })
    }

    /// The values that the hook `possible` leaves to hidden variables, by their offsets.
    ///
    /// # Errors
    /// A variable without a value, and a hook that fails.
    fn hidden_values(&mut self, view: &View) -> Result<Vec<(usize, Vec<i32>)>, Diagnostic> {
        let game = self.game().clone();
        let (pack, mut out) = (game.pack(), Vec::new());
        for (var, layout) in game.layout().vars.iter().enumerate() {
            let key = pack.zones.len() + var;
            if pack.vars[var].seen == Seen::All || !self.asks_possible(key) {
                continue;
            }
            for member in 0..layout.count {
                for slot in 0..layout.length {
                    let at = layout.offset + 4 * (member * layout.length + slot);
                    if view.state().i32(at) != UNKNOWN {
                        continue;
                    }
                    let range = game.var_range(VarId::from_index(var), member, slot);
                    let values: Vec<i32> = (range.min.max(1)..=range.max).collect();
                    let allowed = self.possible_values(view.state(), (var, member, slot), &values)?;
                    let left = values.into_iter().zip(allowed).filter(|(_, is_allowed)| *is_allowed);
                    let left: Vec<i32> = left.map(|(value, _)| value).collect();
                    if left.is_empty() {
                        let name = game.member_name(&pack.vars[var].label, &pack.vars[var].per, member);
                        let message = format!("`{name}` can't have any value by what is known");
                        let fault = Diagnostic::new(Code::NoWorld, message).help("`possible` must allow what can be");
                        return Err(self.place_of_possible(key).map_or(fault.clone(), |hook| fault.at(hook)));
                    }
                    out.push((at, left));
                }
            }
        }
        Ok(out)
    }

    /// The offsets of pieces whose kinds a view doesn't show, and a deal of their kinds.
    fn hidden_pieces(&self, view: &View) -> Result<Option<(Vec<usize>, Deal)>, Diagnostic> {
        let game = self.game();
        let Some((kinds, offset)) = view.kinds().zip(game.hidden_offset()) else { return Ok(None) };
        let (squares, pool) = kinds.hidden(game, view.state());
        let deal_of = |may: &dyn Fn(usize) -> CellSet| {
            let mut sets = Sets::default();
            let number = |square: &usize| sets.number(Set::of(pool.len(), |cell| may(*square).has(cell as u8)));
            let of_square: Vec<usize> = squares.iter().map(number).collect();
            Deal::new(pool.clone(), sets, of_square)
        };
        let deals =
            [deal_of(&|square| kinds.may(square)), deal_of(&|square| kinds.of_owner(game, view.state(), square))];
        let deal = deals.into_iter().find(|deal| deal.draw(&mut Generator::from_seed(0)).is_ok()).ok_or_else(|| {
            Diagnostic::new(Code::NoWorld, "the pieces whose kinds are hidden can't be any by what is known")
        })?;
        Ok(Some((squares.iter().map(|square| offset + square).collect(), deal)))
    }

    /// The hidden places of a view, and the possible card types of each by the rules: sets of types, and for each place
    /// the number of its set.
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
                    // All places of a bag have the same possibilities, and so have those without a hook.
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
                    // In a bag, the cards that the view doesn't show.
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
        for (at, values) in self.hidden_values(view)? {
            if !values.contains(&state.i32(at)) {
                let message = format!("no world of `{viewer}` has {} where `possible` excludes it", state.i32(at));
                let fault = Diagnostic::new(Code::NoWorld, message);
                let vars = game.layout().vars.iter();
                let end = |layout: &parlour_model::layout::VarLayout| layout.offset + 4 * layout.count * layout.length;
                let var = vars.enumerate().find(|(_, layout)| (layout.offset..end(layout)).contains(&at));
                let hook = var.and_then(|(var, _)| self.place_of_possible(game.pack().zones.len() + var));
                let fault = fault.help("`possible` must allow what can be there");
                return Ok(Some(hook.map_or(fault.clone(), |hook| fault.at(hook))));
            }
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

    /// Draws a full state that is consistent with a view, with a fresh random generator. Rejection sampling: states are
    /// rejected if another seat that is to act has no action, the hook `fits` rejects, or the viewer knows that the cards
    /// lie otherwise or has other legal actions than in the match; the last two up to [`MAX_OTHERS`] times per sample.
    ///
    /// # Errors
    /// Rules that fail, a decision of another seat that has no action in any of many worlds, and a hook `fits` that
    /// rejects all of many.
    pub fn draw(&mut self, worlds: &Worlds, generator: &mut Generator) -> Result<State, Diagnostic> {
        if !worlds.particles.is_empty() {
            worlds.counts.drawn.fetch_add(1, Ordering::Relaxed);
            worlds.counts.replayed.fetch_add(1, Ordering::Relaxed);
            let mut state = worlds.particles[generator.below(worlds.particles.len() as u32) as usize].clone();
            state.set_generator(&Generator::from_seed(generator.seed()));
            return Ok(state);
        }
        let mut why = Misfit::CannotAct;
        for n in 0..MAX_DRAWS {
            let mut state = worlds.deal(generator);
            worlds.counts.drawn.fetch_add(1, Ordering::Relaxed);
            let misfit = match self.place_pieces(worlds, &mut state, generator)? {
                true => self.misfit(worlds, &state)?,
                false => Some(Misfit::SeenOtherwise),
            };
            match misfit {
                None => return Ok(state),
                Some(Misfit::OtherActions | Misfit::KnownOtherwise) if n >= MAX_OTHERS => return Ok(state),
                Some(misfit) => why = misfit,
            }
            worlds.counts.rejected.fetch_add(1, Ordering::Relaxed);
        }
        let seat = worlds.shown.decision().map_or("", |decision| worlds.game.seat_name(decision.seat));
        let fault = |message: String, help: &str| Diagnostic::new(Code::NoWorld, message).help(help);
        Err(match why {
            Misfit::Unfit => {
                let message = format!("`fits` rejects all of {MAX_DRAWS} worlds drawn at random");
                let fault = fault(message, "the hook `possible` can say which cards can be where");
                self.place_of_fits().map_or(fault.clone(), |hook| fault.at(hook))
            }
            Misfit::SeenOtherwise => {
                let none = format!("none of {MAX_DRAWS} placings at random agrees with what is seen");
                let message = format!("no pieces can stand on the squares that aren't seen: {none}");
                let help = "the hook `imagine` of the rules can place them";
                self.place_of_imagine().map_or(fault(message.clone(), help), |hook| fault(message, help).at(hook))
            }
            Misfit::CannotAct | Misfit::OtherActions | Misfit::KnownOtherwise => {
                let none = format!("has no legal action in any of {MAX_DRAWS} worlds drawn at random");
                let message = format!("`{seat}` is to act, but {none}");
                fault(message, "the hook `possible` can say which cards can be where")
            }
        })
    }

    /// Places pieces on the squares of a world that the viewer doesn't see: the rules' hook `imagine`, or else what is
    /// remembered and chance. False if that has come to nothing.
    fn place_pieces(
        &mut self,
        worlds: &Worlds,
        state: &mut State,
        generator: &mut Generator,
    ) -> Result<bool, Diagnostic> {
        let Some(squares) = &worlds.squares else { return Ok(true) };
        if self.place_of_imagine().is_some() {
            squares.clear(state);
            if !self.imagine(state, worlds.viewer)? {
                return Ok(false);
            }
        } else if !squares.draw(&worlds.game, state, generator) {
            return Ok(false);
        }
        squares.draw_unmoved(&worlds.game, state, generator);
        Ok(worlds.game.shows_squares(state, &worlds.shown, worlds.viewer))
    }

    /// The reason to reject a state although its cards are consistent.
    fn misfit(&mut self, worlds: &Worlds, state: &State) -> Result<Option<Misfit>, Diagnostic> {
        if worlds.knowledge.as_ref().is_some_and(|known| known.against(&worlds.game, state).is_some()) {
            return Ok(Some(Misfit::KnownOtherwise));
        }
        if self.has_fits() && worlds.is_imagined() && !self.fits(state, worlds.viewer)? {
            return Ok(Some(Misfit::Unfit));
        }
        let wanted = worlds.legal.as_ref().filter(|_| worlds.is_imagined());
        if !worlds.others_act && wanted.is_none() {
            return Ok(None);
        }
        let mut legal = ActionList::new();
        match self.legal(state, &mut legal) {
            Err(fault) if fault.code == Code::NoAction && worlds.others_act => Ok(Some(Misfit::CannotAct)),
            Err(fault) if fault.code == Code::NoAction => Ok(Some(Misfit::OtherActions)),
            Err(fault) => Err(fault),
            Ok(()) if wanted.is_some_and(|wanted| wanted.hash() != legal.hash()) => Ok(Some(Misfit::OtherActions)),
            Ok(()) => Ok(None),
        }
    }

    /// Samples a full state that is consistent with a view.
    ///
    /// # Errors
    /// As for [`Rules::worlds`], which is cheaper for many samples of one view, and [`Rules::draw`].
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

/// The places of a zone whose cards a view hides.
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

/// The number of hidden cards of each type.
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

/// Numbers of worlds: those drawn, and of them those rejected and those sampled by replay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorldCounts {
    /// Worlds drawn, those that were rejected included.
    pub drawn: u64,
    /// Worlds rejected: another seat can't act, the viewer sees something else or has other legal actions, or the hook
    /// `fits` rejects.
    pub rejected: u64,
    /// Worlds drawn from those sampled by replaying the viewer's observations.
    pub replayed: u64,
}

impl AddAssign for WorldCounts {
    fn add_assign(&mut self, other: Self) {
        self.drawn += other.drawn;
        self.rejected += other.rejected;
        self.replayed += other.replayed;
    }
}

impl Worlds {
    /// True if a world has hidden parts to fill in; otherwise only future chance is random.
    pub fn is_imagined(&self) -> bool {
        !self.places.is_empty()
            || self.pieces.as_ref().is_some_and(|(squares, _)| !squares.is_empty())
            || self.squares.is_some()
            || self.unknown_vars().next().is_some()
    }

    /// The numbers of worlds drawn and rejected so far.
    pub fn counts(&self) -> WorldCounts {
        let [drawn, rejected, replayed] =
            [&self.counts.drawn, &self.counts.rejected, &self.counts.replayed].map(|n| n.load(Ordering::Relaxed));
        WorldCounts { drawn, rejected, replayed }
    }

    /// True if the worlds are drawn from the viewer's observations, and not only from a view.
    pub fn are_known(&self) -> bool {
        matches!(self.cards, Cards::Known(_))
    }

    /// True if every deal of the hidden cards is equally likely; otherwise a random walk approximates that.
    pub fn are_even(&self) -> bool {
        let cards = match &self.cards {
            Cards::Known(tokens) => tokens.is_even(),
            Cards::Any(deal) => deal.is_even(),
        };
        cards
            && self.particles.is_empty()
            && self.squares.is_none()
            && self.pieces.as_ref().is_none_or(|(_, deal)| deal.is_even())
    }

    /// The contents of a world that the view hides: names of variables and zones with their values. Piles that no seat
    /// sees are left out.
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

    /// The variables that the view hides, with their members.
    fn unknown_vars(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let layouts = &self.game.layout().vars;
        let members = (0..layouts.len()).flat_map(|var| (0..layouts[var].count).map(move |member| (var, member)));
        members.filter(|&(var, member)| {
            let first = layouts[var].offset + 4 * member * layouts[var].length;
            (0..layouts[var].length).any(|slot| self.shown.i32(first + 4 * slot) == UNKNOWN)
        })
    }

    /// Fills in the hidden parts, with a fresh random generator.
    fn deal(&self, generator: &mut Generator) -> State {
        let mut out = self.shown.clone();
        if let Ok(cards) = self.cards.draw(generator) {
            for (place, card) in self.places.iter().zip(cards) {
                self.put(&mut out, place, card);
            }
        }
        if let Some((squares, deal)) = &self.pieces
            && let Ok(cells) = deal.draw(generator)
        {
            squares.iter().zip(cells).for_each(|(&at, cell)| out.bytes[at] = cell as u8);
        }
        self.draw_vars(&mut out, generator);
        let mut fresh = Generator::from_seed(generator.seed());
        fresh.bits();
        out.set_generator(&fresh);
        out
    }

    /// Draws the hidden variables uniformly, and rolls the dice.
    fn draw_vars(&self, out: &mut State, generator: &mut Generator) {
        for (n, spec) in self.game.pack().vars.iter().enumerate().filter(|(_, spec)| spec.seen != Seen::All) {
            let layout = self.game.layout().vars[n];
            for member in 0..layout.count {
                let first = layout.offset + 4 * member * layout.length;
                let slots = || (0..layout.length).map(|slot| first + 4 * slot);
                for (slot, at) in slots().enumerate().filter(|&(_, at)| self.shown.i32(at) == UNKNOWN) {
                    if let Some((_, values)) = self.values.iter().find(|(other, _)| *other == at) {
                        out.set_i32(at, values[generator.below(values.len() as u32) as usize]);
                        continue;
                    }
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
