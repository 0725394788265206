//! Sampling of states by replaying what a viewer has observed: a particle filter (POMCP's: Silver and Veness, "Monte-Carlo
//! planning in large POMDPs", 2010; for Kriegspiel: Parker, Nau and Subrahmanian, "Game-tree search with combinatorially
//! large belief states", 2005).
//!
//! Each sampled state goes on by an action that the viewer may have observed: its own, or one of those that another seat
//! had. It stays if the viewer sees the same, is told the same, and has the same legal actions. So it is consistent
//! with everything that was observed, whatever the rules do; states drawn at random agree with the present view
//! alone. The samples follow from the observations, so that every process finds the same.

use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use super::Worlds;
use super::squares::HiddenSquares;
use crate::rules::Rules;
use parlour_game::observed::Observations;
use parlour_game::step::Step;
use parlour_game::view::{UNKNOWN, View};
use parlour_model::action::{Action, ActionList};
use parlour_model::chance::Generator;
use parlour_model::diagnostic::{Code, Diagnostic};
use parlour_model::ids::{BoardId, Seat, Square};
use parlour_model::kind::Kind;
use parlour_model::state::State;

/// The states that are sampled for each moment.
const PARTICLES: usize = 48;
/// If fewer states are left, others are replayed from earlier moments: this many actions before.
const FEW: usize = PARTICLES / 3;
const BACK: [usize; 3] = [2, 4, 8];
/// Limit of actions that are applied to find the samples of a moment, and again to find more where few are left.
const MOST_APPLIED: usize = 64 * PARTICLES;
/// Limit of actions of another seat that are tried for a state.
const MOST_ACTIONS: usize = 48;
/// Limit of setups of which all look different to the viewer.
const MOST_SETUPS: usize = 2 * FEW;
/// Limit of pairs of hidden parts that change places in a rejuvenated sample.
const MOST_SWAPS: u32 = 4;
/// Worlds are sampled by replay if of this many draws at random all are rejected before this many are accepted.
const REJECTED: usize = 12;
const ACCEPTED: usize = 3;

impl Rules {
    /// The states that are consistent with a viewer's observations, if scripts alone know what it doesn't see, or few
    /// states drawn at random are consistent even with its view. Empty if that isn't so, or none is found.
    ///
    /// # Errors
    /// Worlds of the opening that can't be prepared, and scripts that are stopped.
    pub(super) fn particles(&mut self, worlds: &Worlds, view: &View) -> Result<Vec<State>, Diagnostic> {
        let Some(observed) = view.observed() else { return Ok(Vec::new()) };
        if !self.are_unmodelled(worlds) && !self.are_rare(worlds)? {
            return Ok(Vec::new());
        }
        let found = Replay::samples(self, observed, observed.steps().len())?;
        let mut out = Vec::new();
        // Where parts have changed places, some states disagree with what is known from earlier moments.
        let game = self.game().clone();
        for state in found.iter().filter(|state| view.against(&game, state).is_none()) {
            if let Some(None) = unless_stopped(self.misfit(worlds, state))? {
                out.push(state.clone());
            }
        }
        self.reset_sets();
        Ok(out)
    }

    /// True if scripts change squares or numbers that the viewer doesn't see, and no hook says what these can be.
    fn are_unmodelled(&self, worlds: &Worlds) -> bool {
        let pack = worlds.game.pack();
        let is_number =
            |(var, _): (usize, usize)| pack.vars[var].dice.is_none() && !self.asks_possible(pack.zones.len() + var);
        !self.has_fits()
            && (worlds.unknown_vars().any(is_number)
                || self.place_of_imagine().is_none()
                    && worlds.squares.as_ref().is_some_and(HiddenSquares::are_moved_by_scripts))
    }

    /// True if most states drawn at random are rejected.
    fn are_rare(&mut self, worlds: &Worlds) -> Result<bool, Diagnostic> {
        let (mut accepted, mut rejected) = (0, 0);
        let mut generator = Generator::from_seed(0);
        while accepted < ACCEPTED && rejected < REJECTED {
            let mut state = worlds.deal(&mut generator);
            let is_placed = unless_stopped(self.place_pieces(worlds, &mut state, &mut generator))? == Some(true);
            let is_one = is_placed && matches!(unless_stopped(self.misfit(worlds, &state))?, Some(None));
            if is_one { accepted += 1 } else { rejected += 1 }
        }
        self.reset_sets();
        Ok(accepted < ACCEPTED)
    }

    /// A setup with a seed, if it looks the same to the viewer of the opening.
    fn set_up(&mut self, opening: &View, seed: u64) -> Result<Option<State>, Diagnostic> {
        if self.game().scenario().is_some() {
            return Ok(None);
        }
        let state = unless_stopped(self.start(seed, &mut Vec::new()))?;
        self.take_notes();
        let is_same = |state: &State| self.game().blanked(state, opening.viewer()) == *opening.state();
        Ok(state.filter(is_same))
    }
}

/// A result of scripts in a sampled state, in which they may fail; the error is that they were stopped from outside.
fn unless_stopped<T>(result: Result<T, Diagnostic>) -> Result<Option<T>, Diagnostic> {
    match result {
        Err(fault) if fault.code == Code::ScriptStopped => Err(fault),
        result => Ok(result.ok()),
    }
}

/// The replay of a viewer's observations.
struct Replay<'a> {
    rules: &'a mut Rules,
    observed: &'a Observations,
    viewer: Option<Seat>,
    generator: Generator,
    /// The actions that may still be applied.
    left: usize,
}

impl<'a> Replay<'a> {
    /// The samples after a number of actions.
    fn samples(rules: &mut Rules, observed: &Observations, steps: usize) -> Result<Arc<Vec<State>>, Diagnostic> {
        let (mut at, mut states) = match observed.sampled(steps) {
            Some(sampled) => sampled,
            None => (0, Arc::new(Self::openings(rules, observed)?)),
        };
        observed.keep(at, states.clone());
        while at < steps && !states.is_empty() {
            let generator = Generator::numbered(2, at as u64);
            let viewer = observed.opening().viewer();
            states = Arc::new(Replay { rules, observed, viewer, generator, left: MOST_APPLIED }.next(&states, at)?);
            at += 1;
            observed.keep(at, states.clone());
        }
        Ok(states)
    }

    /// Samples of the opening: other setups that look the same to the viewer, or states drawn at random.
    fn openings(rules: &mut Rules, observed: &Observations) -> Result<Vec<State>, Diagnostic> {
        let view = observed.opening();
        let mut set_up = Vec::new();
        for seed in 0..PARTICLES as u64 {
            set_up.extend(rules.set_up(view, seed)?);
            if set_up.is_empty() && seed >= FEW as u64 {
                break;
            }
        }
        if !set_up.is_empty() {
            return Ok(set_up);
        }
        let worlds = rules.worlds(view)?;
        let mut generator = Generator::from_seed(1);
        (0..PARTICLES).map(|_| rules.draw(&worlds, &mut generator)).collect()
    }

    /// Samples of the moment after an action from those before it.
    fn next(mut self, states: &[State], at: usize) -> Result<Vec<State>, Diagnostic> {
        let mut out = Vec::new();
        // The same action leads to the same again, but for chance.
        let is_known = self.observed.steps()[at].action.is_some();
        let most = if is_known { PARTICLES.max(states.len()) } else { MOST_APPLIED };
        for state in states.iter().cycle().take(most) {
            out.extend(self.advance(state, at)?);
            if self.is_done(&out) {
                break;
            }
        }
        self.left = MOST_APPLIED;
        for back in BACK.into_iter().filter(|back| *back <= at) {
            let Some((from, states)) = self.observed.sampled(at - back) else { break };
            if out.len() >= FEW || from != at - back {
                break;
            }
            for state in states.iter().cycle().take(MOST_APPLIED / (4 * back)) {
                out.extend(self.play(state.clone(), from..=at)?);
                if self.is_done(&out) {
                    break;
                }
            }
        }
        if out.len() < FEW {
            self.left = MOST_APPLIED;
            self.restart(at, &mut out)?;
        }
        if out.len() < FEW {
            self.left = MOST_APPLIED;
            self.rejuvenate(states, at, &mut out)?;
        }
        Ok(out)
    }

    fn is_done(&self, out: &[State]) -> bool {
        out.len() >= PARTICLES || self.left == 0
    }

    /// The state after some actions.
    fn play(&mut self, state: State, actions: RangeInclusive<usize>) -> Result<Option<State>, Diagnostic> {
        let mut state = Some(state);
        for at in actions {
            let Some(before) = state else { break };
            state = self.advance(&before, at)?;
        }
        Ok(state)
    }

    /// Adds samples that begin with other setups.
    fn restart(&mut self, at: usize, out: &mut Vec<State>) -> Result<(), Diagnostic> {
        let mut different = 0;
        while !self.is_done(out) && different < MOST_SETUPS {
            self.left -= 1;
            let seed = self.generator.seed();
            match self.rules.set_up(self.observed.opening(), seed)? {
                Some(state) => {
                    different = 0;
                    out.extend(self.play(state, 0..=at)?);
                }
                None => different += 1,
            }
        }
        Ok(())
    }

    /// Adds samples in which some of what the viewer doesn't see has changed places before the action (the
    /// reinvigoration of particles in POMCP): they agree with the latest observations, if not with all.
    fn rejuvenate(&mut self, states: &[State], at: usize, out: &mut Vec<State>) -> Result<(), Diagnostic> {
        let before = self.view_before(at);
        let hidden = hidden_parts(self.rules, before);
        let parts: Vec<_> = hidden.iter().flat_map(|group| group.iter().map(move |part| (group, part))).collect();
        for state in states.iter().cycle().take(if parts.len() > 1 { MOST_APPLIED } else { 0 }) {
            let mut state = state.clone();
            for _ in 0..=self.generator.below(MOST_SWAPS) {
                let (group, one) = parts[self.generator.below(parts.len() as u32) as usize];
                let other = &group[self.generator.below(group.len() as u32) as usize];
                one.clone().zip(other.clone()).for_each(|(one, other)| state.bytes.swap(one, other));
            }
            if self.rules.game().blanked(&state, self.viewer) == *before {
                out.extend(self.advance(&state, at)?);
            }
            if self.is_done(out) {
                break;
            }
        }
        Ok(())
    }

    /// The view before an action.
    fn view_before(&self, at: usize) -> &'a State {
        match at.checked_sub(1) {
            Some(last) => &self.observed.steps()[last].view,
            None => self.observed.opening().state(),
        }
    }

    /// The state after an action by which the viewer observes what it has observed; `None` if none is found.
    ///
    /// # Errors
    /// Scripts that are stopped.
    fn advance(&mut self, state: &State, at: usize) -> Result<Option<State>, Diagnostic> {
        let seen = &*self.observed.steps()[at];
        let Some(decision) = state.decision().filter(|due| due.seat == seen.seat) else { return Ok(None) };
        let (game, viewer) = (self.rules.game().clone(), self.viewer);
        let mut legal = ActionList::new();
        // The viewer's own legal actions have been compared.
        let is_own = viewer == Some(seen.seat);
        if !is_own && unless_stopped(self.rules.legal(state, &mut legal))?.is_none() {
            return Ok(None);
        }
        let actions: Vec<Action> = match &seen.action {
            Some(action) if is_own || legal.position(&game, action).is_some() => vec![action.clone()],
            Some(_) => return Ok(None),
            None => {
                let changed = changed_squares(self.rules, self.view_before(at), &seen.view);
                let is_seen = |action: &Action| seen.verb.is_none_or(|verb| verb == action.verb());
                let mut actions: Vec<Action> = legal.iter(&game).filter(is_seen).collect();
                self.generator.shuffle(&mut actions);
                actions.sort_by_key(|action| !names_one_of(self.rules, action, &changed));
                actions.truncate(MOST_ACTIONS);
                actions
            }
        };
        for action in actions {
            self.left = self.left.saturating_sub(1);
            let mut start = state.clone();
            start.set_generator(&Generator::from_seed(self.generator.seed()));
            // Without events it is faster, and most actions show something else.
            let mut after = start.clone();
            let applied = unless_stopped(self.rules.apply(&mut after, &action, None))?;
            if applied.is_none() || game.blanked(&after, viewer) != seen.view {
                continue;
            }
            let (mut after, mut events) = (start, Vec::new());
            let applied = unless_stopped(self.rules.apply(&mut after, &action, Some(&mut events)));
            self.rules.take_notes();
            if applied?.is_none() {
                continue;
            }
            game.blank_events(Some(&action), [state, &after], &mut events);
            let blanks = game.blanks_of(&action, [state, &after]);
            let step = Step { decision, action, events, sealed: false, written: None, blanks };
            if game.observe(&step, &after, viewer).told != seen.told {
                continue;
            }
            let Some(hash) = seen.legal else { return Ok(Some(after)) };
            let listed = unless_stopped(self.rules.legal(&after, &mut legal))?;
            if listed.is_some() && legal.is_complete() && legal.hash() == hash {
                return Ok(Some(after));
            }
        }
        Ok(None)
    }
}

/// The parts of the block that a view doesn't show: the squares of each board, and the values of each variable.
fn hidden_parts(rules: &Rules, view: &State) -> Vec<Vec<Range<usize>>> {
    let (game, layout) = (rules.game(), rules.game().layout());
    let boards = (0..layout.boards.len()).map(|board| {
        let squares = (0..layout.boards[board].squares()).map(|square| layout.boards[board].offset + square);
        let id = BoardId::from_index(board);
        let is_hidden =
            |at: &usize| view.bytes[*at].checked_sub(1).is_some_and(|cell| game.is_unseen_symbol(id, cell.into()));
        let hidden = squares.filter(is_hidden);
        hidden.map(|at| at..at + 1).collect()
    });
    let vars = layout.vars.iter().map(|var| {
        let slots = (0..var.count * var.length).map(|slot| var.offset + 4 * slot);
        slots.filter(|at| view.i32(*at) == UNKNOWN).map(|at| at..at + 4).collect()
    });
    boards.chain(vars).collect()
}

/// For each board, true for the squares that show something else in one view than in another.
fn changed_squares(rules: &Rules, before: &State, after: &State) -> Vec<Vec<bool>> {
    let game = rules.game();
    let boards = (0..game.layout().boards.len()).map(BoardId::from_index);
    let changed = boards.map(|board| {
        let cells = game.cells_of(before, board).iter().zip(game.cells_of(after, board));
        cells.map(|(before, after)| before != after).collect()
    });
    changed.collect()
}

/// True if an action names a square of a set.
fn names_one_of(rules: &Rules, action: &Action, squares: &[Vec<bool>]) -> bool {
    rules.game().pack().verbs[action.verb().index()].args.iter().any(|arg| {
        let Kind::Square(board) = arg.kind else { return false };
        let square = Square::from_number(action.number(arg)).map(Square::index);
        square.is_some_and(|square| squares[board.index()].get(square) == Some(&true))
    })
}
