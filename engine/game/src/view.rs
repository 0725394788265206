//! Views: the part of a state that a seat may know.
//!
//! A view is a block of the same layout in which everything hidden from the seat is blank: unseen cards of piles are 0,
//! hidden values of variables are [`UNKNOWN`], bags of others hold only the cards that the seat knows to be there
//! (their sizes are true), and the random generator and the prescribed outcomes are zero. The knowledge of other seats
//! is blank as well. A spectator knows the cards of a bag that were shown to everybody.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::Game;
use crate::kinds::Kinds;
use crate::knowledge::Knowledge;
use crate::observed::Observations;
pub use crate::sight::UNKNOWN;
use crate::unseen::Unseen;
use parlour_model::action::ActionList;
use parlour_model::diagnostic::{Code, Diagnostic};
use parlour_model::event::EventSpec;
use parlour_model::grammar::SeenBy;
use parlour_model::ids::{Seat, VarId, ZoneId};
use parlour_model::kind::Kind;
use parlour_model::layout::{BagLayout, PileLayout, RNG, RNG_LEN, ZoneLayout};
use parlour_model::state::State;
use parlour_pack::spec::{Seen, VarSpec};

/// The part of a state that a seat, or a spectator, may know.
///
/// ```
/// use parlour_engine::{Config, Library, Match, Seat};
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"));
/// let game = library.load("archaeology")?.configure(&Config::default())?;
/// let played = Match::new(game, 7, vec!["human".to_owned(); 2])?;
/// let view = played.view(Some(Seat(0)));
/// assert_eq!(view.viewer(), Some(Seat(0)));
/// assert_ne!(view.state(), played.state(), "what others hold is blank");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Two views are equal if they show the same to the same viewer, whatever else the viewer remembers.
#[derive(Clone, Debug)]
pub struct View {
    state: State,
    viewer: Option<Seat>,
    knowledge: Option<Arc<Knowledge>>,
    /// The knowledge of pieces whose kinds are hidden.
    kinds: Option<Arc<Kinds>>,
    /// The knowledge of squares that the viewer doesn't see.
    unseen: Option<Arc<Unseen>>,
    /// The viewer's legal actions, if it is to act and they are known.
    legal: Option<Arc<ActionList>>,
    /// The viewer's observations in the match, where worlds may be sampled from them.
    observed: Option<Arc<Observations>>,
}

impl PartialEq for View {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state && self.viewer == other.viewer
    }
}

impl Eq for View {}

impl Hash for View {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.state.hash(hasher);
        self.viewer.hash(hasher);
    }
}

impl View {
    /// Adds the viewer's knowledge of hidden cards by its observations.
    pub fn with_knowledge(self, knowledge: Option<Arc<Knowledge>>) -> Self {
        Self { knowledge, ..self }
    }

    /// Adds the viewer's knowledge of the kinds of pieces, and shows those that it knows.
    pub fn with_kinds(mut self, game: &Game, kinds: Option<Arc<Kinds>>) -> Self {
        if let Some(kinds) = kinds {
            kinds.show(game, &mut self.state);
            self.kinds = Some(kinds);
        }
        self
    }

    /// The knowledge of pieces whose kinds are hidden from the viewer; `None` where none are hidden.
    pub fn kinds(&self) -> Option<&Kinds> {
        self.kinds.as_deref()
    }

    /// Adds the viewer's knowledge of squares that it doesn't see.
    pub fn with_unseen(self, unseen: Option<Arc<Unseen>>) -> Self {
        Self { unseen: unseen.or(self.unseen), ..self }
    }

    /// The knowledge of squares that the viewer doesn't see; `None` where everyone sees all squares.
    pub fn unseen(&self) -> Option<&Unseen> {
        self.unseen.as_deref()
    }

    /// Adds the viewer's legal actions, which are observed as well.
    pub fn with_legal(self, legal: Option<Arc<ActionList>>) -> Self {
        Self { legal, ..self }
    }

    /// Adds the viewer's observations from the beginning of the match.
    pub fn with_observed(self, observed: Option<Arc<Observations>>) -> Self {
        Self { observed, ..self }
    }

    /// The viewer's observations from the beginning of the match; `None` where worlds are never sampled from them, and
    /// for a view of a state that isn't the present one of a match.
    pub fn observed(&self) -> Option<&Observations> {
        self.observed.as_deref()
    }

    /// The viewer's legal actions, if it is to act and they are known.
    pub fn legal(&self) -> Option<&Arc<ActionList>> {
        self.legal.as_ref()
    }

    /// The viewer's knowledge of hidden cards by its observations; `None` if nothing is hidden, and for a view of a
    /// state that isn't the present one of a match.
    pub fn knowledge(&self) -> Option<&Knowledge> {
        self.knowledge.as_deref()
    }

    /// The reason that a state can't be by what the viewer knows; `None` if it can be.
    pub fn against(&self, game: &Game, state: &State) -> Option<String> {
        let of_pieces = self.kinds().and_then(|kinds| kinds.against(game, state));
        let of_pieces = of_pieces.or_else(|| self.unseen()?.against(game, state));
        of_pieces.or_else(|| self.knowledge()?.against(game, state))
    }

    /// The blanked block.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The viewer; `None` for a spectator.
    pub fn viewer(&self) -> Option<Seat> {
        self.viewer
    }
}

impl Game {
    /// True if the game has neither hidden information nor chance, so that its action tree can be counted.
    pub fn is_open(&self) -> bool {
        let pack = self.pack();
        !self.hides_kinds()
            && !self.hides_squares()
            && pack.chances.is_empty()
            && pack.setup.sources.is_empty()
            && pack.zones.iter().all(|zone| zone.seen == Seen::All)
    }

    /// The first thing hidden from a seat in a state, by its name: cards, a variable, dice, or simultaneous decisions;
    /// `None` if everybody sees everything.
    pub fn hidden_part(&self, state: &State) -> Option<String> {
        let pack = self.pack();
        for (zone, family) in self.layout().zones.iter().enumerate() {
            let is_hidden = |(member, layout): &(usize, &ZoneLayout)| {
                self.seats().any(|seat| !self.knows_all(state, seat, (ZoneId::from_index(zone), *member), layout))
            };
            let spec = &pack.zones[zone];
            if let Some((member, _)) = family.iter().enumerate().find(is_hidden) {
                return Some(self.member_name(&spec.label, &spec.per, member));
            }
        }
        for (var, layout) in self.layout().vars.iter().enumerate() {
            let is_hidden = |member: &usize| {
                let is_something = (0..layout.length).any(|slot| state.value_in(*layout, *member, slot) != 0);
                is_something && self.seats().any(|seat| !self.sees_var(Some(seat), VarId::from_index(var), *member))
            };
            let spec = &pack.vars[var];
            if let Some(member) = (0..layout.count).find(is_hidden) {
                return Some(self.member_name(&spec.label, &spec.per, member));
            }
        }
        if let Some(board) = self.hidden_kinds().map(|(board, _)| board) {
            return Some(pack.boards[board.index()].name.clone());
        }
        if let Some((board, _)) = self.sighted_boards().next() {
            return Some(pack.boards[board.index()].name.clone());
        }
        let due = state.decision().map(|decision| &pack.phases[decision.phase.index()]);
        due.filter(|phase| phase.simultaneous).map(|phase| phase.name.clone())
    }

    /// Diagnostics for hidden variables that reveal themselves: a viewer is told if a hidden number is 0, so one with a
    /// single other value is known.
    pub fn hidden_in_vain(&self) -> Vec<Diagnostic> {
        let pack = self.pack();
        let is_in_vain = |(n, spec): &(usize, &VarSpec)| {
            let is_number =
                spec.seen != Seen::All && spec.kind == Kind::Number && spec.dice.is_none() && spec.follows.is_none();
            is_number && self.layout().vars[*n].count > 0 && self.var_range(VarId::from_index(*n), 0, 0).max <= 1
        };
        let fault = |(_, spec): (usize, &VarSpec)| {
            let why = "it can be 0 or 1, and whoever doesn't see it is told whether it is 0";
            let fault = Diagnostic::new(Code::OutOfRange, format!("`{}` hides nothing: {why}", spec.name));
            let fault = fault.in_file(&pack.table_file, &spec.span);
            fault.help("expected a greater `max`, such as 2, with 1 and 2 for what is hidden")
        };
        pack.vars.iter().enumerate().filter(is_in_vain).map(fault).collect()
    }

    /// True if a seat knows all cards of a zone.
    fn knows_all(&self, state: &State, seat: Seat, (zone, member): (ZoneId, usize), layout: &ZoneLayout) -> bool {
        if self.sees(Some(seat), zone, member) {
            return true;
        }
        match layout {
            ZoneLayout::Pile(pile) => pile
                .masks
                .is_none_or(|masks| (0..state.pile_size(pile)).all(|n| state.u16(masks + 2 * n) >> seat.0 & 1 != 0)),
            ZoneLayout::Bag(BagLayout { known: Some(known), counts, .. }) => {
                let types = self.pack().card_types();
                let row = known + seat.index() * types;
                state.bytes[row..row + types] == state.bytes[*counts..counts + types]
            }
            _ => true,
        }
    }

    /// True if a viewer sees a zone's cards by the kind of the zone.
    pub fn sees(&self, viewer: Option<Seat>, zone: ZoneId, member: usize) -> bool {
        self.pack().zones[zone.index()].seen.by(viewer, member)
    }

    /// True if a viewer sees the values of a variable, or the faces of dice.
    pub(crate) fn sees_var(&self, viewer: Option<Seat>, var: VarId, member: usize) -> bool {
        self.pack().vars[var.index()].seen.by(viewer, member)
    }

    /// True if a state holds the positions before it, because an ending is about repetitions.
    pub fn remembers_positions(&self) -> bool {
        self.layout().history.is_some()
    }

    /// True if there are cards, variables or dice that not everyone sees, or simultaneous decisions.
    pub fn has_secrets(&self) -> bool {
        let pack = self.pack();
        self.has_unseen_decisions()
            || self.hides_kinds()
            || self.hides_squares()
            || pack.zones.iter().any(|zone| zone.seen != Seen::All)
            || pack.vars.iter().any(|var| var.seen != Seen::All)
    }

    /// True if words record what happens to cards, for the knowledge of seats: there are cards that not everyone sees.
    pub fn notes_cards(&self) -> bool {
        self.pack().card_types() > 0 && self.pack().zones.iter().any(|zone| zone.seen != Seen::All)
    }

    /// True if words note what happens to cards, or which pieces are shown.
    pub fn notes(&self) -> bool {
        self.notes_cards() || self.hides_kinds()
    }

    /// True if there are simultaneous decisions.
    pub fn has_unseen_decisions(&self) -> bool {
        self.layout().round.is_some()
    }

    /// True if one seat may know what another doesn't: false if only a common pile is hidden from all.
    pub fn has_secrets_between_seats(&self) -> bool {
        let pack = self.pack();
        let is_of_some = |seen: Seen| !matches!(seen, Seen::All | Seen::None);
        let tells_some = |event: &EventSpec| {
            event.fields.iter().any(|field| !field.seen_by.is_empty() || !field.hidden_from.is_empty())
        };
        self.layout().round.is_some()
            || self.hides_kinds()
            || self.hides_squares()
            || pack.zones.iter().any(|zone| is_of_some(zone.seen))
            || pack.vars.iter().any(|var| is_of_some(var.seen))
            || pack.events.iter().any(tells_some)
            || pack.verbs.iter().flat_map(|verb| &verb.args).any(|arg| arg.seen_by != SeenBy::All)
    }

    /// The part of a state that a viewer may know, with the knowledge that the state alone gives.
    pub fn view(&self, state: &State, viewer: Option<Seat>) -> View {
        let viewer = viewer.filter(|seat| seat.index() < self.seat_count());
        View {
            state: self.blanked(state, viewer),
            viewer,
            knowledge: None,
            kinds: self.hides_kinds().then(|| Arc::new(Kinds::of_state(self, state, viewer))),
            unseen: Unseen::of_state(self, state, viewer).map(Arc::new),
            legal: None,
            observed: None,
        }
    }

    /// The block of a state with everything blank that is hidden from a viewer.
    pub fn blanked(&self, state: &State, viewer: Option<Seat>) -> State {
        let viewer = viewer.filter(|seat| seat.index() < self.seat_count());
        let mut out = state.clone();
        out.bytes[RNG..RNG + RNG_LEN].fill(0);
        for chance in self.layout().chances.iter().filter(|chance| chance.capacity > 0) {
            out.bytes[chance.cursor..chance.cursor + chance.size()].fill(0);
        }
        self.blank_decided(&mut out, viewer);
        self.blank_vars(&mut out, viewer);
        for (zone, family) in self.layout().zones.iter().enumerate() {
            for (member, layout) in family.iter().enumerate() {
                let sees = self.sees(viewer, ZoneId::from_index(zone), member);
                match layout {
                    ZoneLayout::Pile(pile) => blank_pile(&mut out, pile, viewer, sees),
                    ZoneLayout::Bag(bag) => self.blank_bag(&mut out, bag, viewer, sees),
                }
            }
        }
        if let Some((board, hidden)) = self.hidden_kinds() {
            let layout = self.layout().boards[board.index()];
            for cell in &mut out.bytes[layout.offset..layout.offset + layout.width * layout.height] {
                *cell = hidden.shown(&self.pack().boards[board.index()], viewer, *cell);
            }
            // Positions that were there are told by numbers that are made of what stands where.
            if let Some(history) = self.layout().history {
                out.bytes[history.offset..history.offset + 2 + 8 * history.capacity].fill(0);
            }
        }
        self.blank_squares(&mut out, viewer);
        out
    }

    fn blank_vars(&self, out: &mut State, viewer: Option<Seat>) {
        for (var, layout) in self.layout().vars.iter().enumerate() {
            if self.pack().vars[var].seen == Seen::All {
                continue;
            }
            let hidden = (0..layout.count).filter(|&member| !self.sees_var(viewer, VarId::from_index(var), member));
            for slot in hidden.flat_map(|member| member * layout.length..(member + 1) * layout.length) {
                let at = layout.offset + 4 * slot;
                if out.i32(at) != 0 {
                    out.set_i32(at, UNKNOWN);
                }
            }
        }
    }

    fn blank_bag(&self, out: &mut State, bag: &BagLayout, viewer: Option<Seat>, sees: bool) {
        let Some(known) = bag.known else { return };
        let types = self.pack().card_types();
        let own = viewer.map_or(bag.told, |seat| Some(known + seat.index() * types));
        if !sees {
            match own {
                Some(row) => out.bytes.copy_within(row..row + types, bag.counts),
                None => out.bytes[bag.counts..bag.counts + types].fill(0),
            }
        }
        let mut any = false;
        for row in self.seats().map(|seat| known + seat.index() * types) {
            if Some(row) == own {
                any |= out.bytes[row..row + types].iter().any(|&n| n > 0);
            } else {
                out.bytes[row..row + types].fill(0);
            }
        }
        out.bytes[bag.any_known] = u8::from(any);
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
