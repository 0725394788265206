//! The notes of a match on its cards, and each viewer's knowledge derived from them.

use std::borrow::Cow;
use std::cell::{RefCell, RefMut};
use std::sync::Arc;

use super::Match;
use crate::rules::worlds::WorldCounts;
use parlour_game::Game;
use parlour_game::kinds::Kinds;
use parlour_game::knowledge::Knowledge;
use parlour_game::observed::{Observations, Observed};
use parlour_game::step::Step;
use parlour_game::unseen::{Moment, Unseen};
use parlour_game::view::View;
use parlour_game::words::Words;
use parlour_model::action::ActionList;
use parlour_model::chance::Generator;
use parlour_model::diagnostic::{Code, Diagnostic};
use parlour_model::ids::{Seat, Verb};
use parlour_model::state::State;
use parlour_model::state::notes::Note;

/// The viewer's knowledge of hidden kinds, with the number of actions that it covers.
type Folded = Option<(usize, Arc<Kinds>)>;

/// The notes of a match, action by action, and cached knowledge. The notes follow from the actions, so they aren't
/// saved.
#[derive(Debug, Default)]
pub(super) struct Memory {
    past: Past,
    /// For each seat and for spectators.
    known: RefCell<Vec<Option<Known>>>,
    /// The same of pieces whose kinds are hidden.
    kinds: RefCell<Vec<Folded>>,
    /// The same of squares that not everyone sees.
    unseen: RefCell<Vec<FoldedSquares>>,
    /// For each seat and for spectators its observations so far.
    observed: RefCell<Vec<Option<Arc<Observations>>>>,
}

/// The viewer's knowledge of squares that it doesn't see, with the number of actions that it covers.
type FoldedSquares = Option<(usize, Arc<Unseen>)>;

/// The knowledge of a viewer, and the number of actions that it covers.
type Known = (usize, Arc<Knowledge>);

/// The notes from which knowledge is folded.
#[derive(Clone, Debug, Default)]
pub(super) struct Past {
    /// The state that a scenario has set up; viewers know what they see in it.
    composed: Option<Box<State>>,
    opening: Arc<[Note]>,
    steps: Vec<Arc<[Note]>>,
    /// The board on which kinds are hidden, at the beginning and after each action, with its verb.
    boards: Vec<(Option<Verb>, Arc<[u8]>)>,
    /// The boards that hide squares, at the beginning and after each action.
    moments: Vec<Arc<Moment>>,
    /// The hash of the legal actions after each action, if they are listed; kept where observations are.
    legal: Vec<Option<u64>>,
}

impl Memory {
    /// Starts with the notes of the setup.
    pub(super) fn new(game: &Game, state: &State, opening: Vec<Note>) -> Self {
        let composed = game.scenario().is_some() && game.notes_cards();
        let composed = composed.then(|| Box::new(state.clone()));
        let opening = if composed.is_some() { Arc::default() } else { opening.into() };
        let boards = game.hidden_cells(state).map(|cells| (None, cells.into())).into_iter().collect();
        let moments = Moment::of(game, state).map(Arc::new).into_iter().collect();
        Self::of_past(Past { composed, opening, steps: Vec::new(), boards, moments, legal: Vec::new() })
    }

    pub(super) fn of_past(past: Past) -> Self {
        Self { past, ..Self::default() }
    }

    pub(super) fn past(&self) -> &Past {
        &self.past
    }

    /// Adds the notes of an action, which has led to a state.
    pub(super) fn push(&mut self, game: &Game, verb: Verb, (after, legal): (&State, &ActionList), notes: Vec<Note>) {
        self.past.steps.push(notes.into());
        self.past.boards.extend(game.hidden_cells(after).map(|cells| (Some(verb), cells.into())));
        self.past.moments.extend(Moment::of(game, after).map(Arc::new));
        if game.keeps_observations() {
            self.past.legal.push(legal.is_complete().then(|| legal.hash()));
        }
    }

    /// Keeps the notes of the first actions.
    pub(super) fn truncate(&mut self, steps: usize) {
        self.past.steps.truncate(steps);
        self.past.boards.truncate(steps + 1);
        self.past.moments.truncate(steps + 1);
        self.past.legal.truncate(steps);
        for observed in self.observed.get_mut().iter_mut().flatten().filter(|observed| observed.steps().len() > steps) {
            Arc::make_mut(observed).truncate(steps);
        }
        for unseen in self.unseen.get_mut() {
            unseen.take_if(|(at, _)| *at > steps);
        }
        for kinds in self.kinds.get_mut() {
            kinds.take_if(|(at, _)| *at > steps);
        }
        for known in self.known.get_mut() {
            known.take_if(|(at, _)| *at > steps);
        }
    }

    /// The current knowledge of a viewer; `None` in games without hidden cards.
    pub(super) fn knowledge(&self, game: &Game, viewer: Option<Seat>) -> Option<Arc<Knowledge>> {
        let viewer = viewer.filter(|seat| seat.index() < game.seat_count());
        if !game.notes_cards() {
            return None;
        }
        let mut known = of_viewer(&self.known, game, viewer);
        let (at, now) = known.get_or_insert_with(|| (0, Arc::new(self.at_start(game, viewer))));
        if self.past.steps[*at..].iter().any(|notes| !notes.is_empty()) {
            let now = Arc::make_mut(now);
            self.past.steps[*at..].iter().for_each(|notes| now.observe(game, notes));
        }
        *at = self.past.steps.len();
        Some(now.clone())
    }

    /// The present knowledge that a viewer has of pieces whose kinds are hidden; `None` where none are.
    pub(super) fn kinds(&self, game: &Game, viewer: Option<Seat>) -> Option<Arc<Kinds>> {
        let viewer = viewer.filter(|seat| seat.index() < game.seat_count());
        let (_, first) = self.past.boards.first()?;
        let mut kinds = of_viewer(&self.kinds, game, viewer);
        let (at, now) = kinds.get_or_insert_with(|| (0, Arc::new(self.kinds_at_start(game, first, viewer))));
        for (n, notes) in self.past.steps.iter().enumerate().skip(*at) {
            let [(_, before), (verb, after)] = [&self.past.boards[n], &self.past.boards[n + 1]];
            Arc::make_mut(now).observe(game, *verb, [before, after], notes);
        }
        *at = self.past.steps.len();
        Some(now.clone())
    }

    /// The present knowledge that a viewer has of squares that it doesn't see; `None` where everyone sees all.
    pub(super) fn unseen(&self, game: &Game, viewer: Option<Seat>) -> Option<Arc<Unseen>> {
        let viewer = viewer.filter(|seat| seat.index() < game.seat_count());
        let first = self.past.moments.first()?;
        let mut unseen = of_viewer(&self.unseen, game, viewer);
        let (at, now) = unseen.get_or_insert_with(|| (0, Arc::new(unseen_at_start(game, first, viewer))));
        for pair in self.past.moments.windows(2).skip(*at) {
            Arc::make_mut(now).observe(game, &pair[0], &pair[1]);
        }
        *at = self.past.moments.len() - 1;
        Some(now.clone())
    }

    /// The observations of a viewer up to now; `None` where they aren't kept. `states` has the state before each action,
    /// and the present one.
    pub(super) fn observed<'a>(
        &self,
        game: &Game,
        viewer: Option<Seat>,
        steps: &[Step],
        state: impl Fn(usize) -> Option<Cow<'a, State>>,
    ) -> Option<Arc<Observations>> {
        if !game.keeps_observations() {
            return None;
        }
        let viewer = viewer.filter(|seat| seat.index() < game.seat_count());
        let mut observed = of_viewer(&self.observed, game, viewer);
        if observed.is_none() {
            *observed = Some(Arc::new(Observations::new(self.opening(game, &*state(0)?, viewer))));
        }
        let observed = observed.as_mut()?;
        for (n, step) in steps.iter().enumerate().skip(observed.steps().len()) {
            let after = state(n + 1)?;
            let acts = viewer.is_some() && after.decision().map(|due| due.seat) == viewer;
            let legal = self.past.legal.get(n).copied().flatten().filter(|_| acts);
            let seen = Observed { legal, ..game.observe(step, &after, viewer) };
            Arc::make_mut(observed).push(seen);
        }
        Some(observed.clone())
    }

    /// The view before the first action, with what a viewer knows then.
    fn opening(&self, game: &Game, first: &State, viewer: Option<Seat>) -> View {
        let kinds = self.past.boards.first().map(|(_, cells)| Arc::new(self.kinds_at_start(game, cells, viewer)));
        let unseen = self.past.moments.first().map(|first| unseen_at_start(game, first, viewer));
        let known = game.notes_cards().then(|| Arc::new(self.at_start(game, viewer)));
        game.view(first, viewer).with_kinds(game, kinds).with_unseen(unseen.map(Arc::new)).with_knowledge(known)
    }

    fn kinds_at_start(&self, game: &Game, cells: &[u8], viewer: Option<Seat>) -> Kinds {
        let mut start = Kinds::of_cells(game, cells, viewer);
        start.observe(game, None, [cells, cells], &self.past.opening);
        start
    }

    fn at_start(&self, game: &Game, viewer: Option<Seat>) -> Knowledge {
        match &self.past.composed {
            Some(state) => Knowledge::of_view(game, &game.view(state, viewer)),
            None => {
                let mut knowledge = Knowledge::new(game, viewer);
                knowledge.observe(game, &self.past.opening);
                knowledge
            }
        }
    }
}

/// The part of a cache that is a viewer's.
fn of_viewer<'a, T: Clone>(
    cache: &'a RefCell<Vec<Option<T>>>,
    game: &Game,
    viewer: Option<Seat>,
) -> RefMut<'a, Option<T>> {
    let mut all = cache.borrow_mut();
    all.resize(game.seat_count() + 1, None);
    RefMut::map(all, |all| &mut all[viewer.map_or(game.seat_count(), Seat::index)])
}

fn unseen_at_start(game: &Game, first: &Moment, viewer: Option<Seat>) -> Unseen {
    Unseen::begin(game, first, viewer, game.scenario().is_none())
}

impl Match {
    /// Draws a world for a viewer and adds it to the counts; the fault is a world that contradicts what the viewer has
    /// observed. It names the last action.
    ///
    /// # Errors
    /// A hook that fails, and a view without worlds.
    pub fn contradicting_world(
        &mut self,
        viewer: Option<Seat>,
        generator: &mut Generator,
        counts: &mut WorldCounts,
    ) -> Result<Option<Diagnostic>, Diagnostic> {
        let game = self.game().clone();
        let view = self.view(viewer);
        let worlds = self.host.worlds(&view)?;
        let world = self.host.draw(&worlds, generator);
        *counts += worlds.counts();
        let world = world.map_err(|fault| self.after_last(fault))?;
        Ok(view.against(&game, &world).map(|why| {
            let who = viewer.map_or("an onlooker", |seat| game.seat_name(seat));
            let message = format!("a world of `{who}` contradicts what it has seen: {why}");
            self.after_last(Diagnostic::new(Code::NoWorld, message))
        }))
    }

    /// A fault with the last action in its help.
    fn after_last(&self, fault: Diagnostic) -> Diagnostic {
        let last = self.steps.last().map_or_else(
            || "before the first action".to_owned(),
            |step| format!("after action {}, `{}`", self.steps.len(), self.game().action_text(&step.action)),
        );
        let help = fault.help.as_ref().map_or_else(|| last.clone(), |help| format!("{help}; {last}"));
        fault.help(help)
    }

    /// The fault of knowledge, or of the rules' hooks on hidden cards, that excludes the present state for some viewer.
    /// It names the last action.
    ///
    /// # Errors
    /// A hook that fails.
    pub fn excluded_truth(&mut self) -> Result<Option<Diagnostic>, Diagnostic> {
        let game = self.game().clone();
        if !game.has_secrets() {
            return Ok(None);
        }
        for viewer in game.seats().map(Some).chain([None]) {
            let view = self.view(viewer);
            let who = viewer.map_or("an onlooker", |seat| game.seat_name(seat));
            let state = self.state.clone();
            let is_contradicted = view.knowledge().is_some_and(Knowledge::is_contradicted);
            let why = view.against(&game, &state);
            let fault = match why.or_else(|| is_contradicted.then(|| "it was contradicted".to_owned())) {
                Some(why) => {
                    let message = format!("`{who}` is taken to know of hidden cards what isn't so: {why}");
                    Some(Diagnostic::new(Code::NoWorld, message))
                }
                None => self.host.excluded(&view, &state)?,
            };
            if let Some(fault) = fault {
                return Ok(Some(self.after_last(fault)));
            }
        }
        Ok(None)
    }
}
