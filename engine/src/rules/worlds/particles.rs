//! Sampling of states by replaying what a viewer has observed: a particle filter (POMCP's: Silver and Veness, "Monte-Carlo
//! planning in large POMDPs", 2010; for Kriegspiel: Parker, Nau and Subrahmanian, "Game-tree search with combinatorially
//! large belief states", 2005).
//!
//! Each sampled state goes on by an action that the viewer may have observed: its own, or one of those that another seat
//! had. It stays if the viewer sees the same, is told the same, and has the same legal actions. So it is consistent
//! with everything that was observed, whatever the rules do; states drawn at random agree with the present view
//! alone. The samples follow from the observations, so that every process finds the same.

use std::ops::Range;
use std::sync::Arc;

use super::Worlds;
use super::squares::HiddenSquares;
use crate::rules::Rules;
use parlour_game::observed::{Observations, Observed};
use parlour_game::step::Step;
use parlour_game::view::{UNKNOWN, View};
use parlour_model::action::{Action, ActionList};
use parlour_model::chance::Generator;
use parlour_model::diagnostic::Diagnostic;
use parlour_model::ids::{BoardId, Seat, Square};
use parlour_model::kind::Kind;
use parlour_model::state::State;

/// The states that are sampled for each moment.
const PARTICLES: usize = 48;
/// Limit of tries for each of them.
const TRIES: usize = 12;
/// Limit of actions of another seat that are tried for a state.
const MOST_ACTIONS: usize = 48;
/// If fewer states are left, others are replayed from earlier moments: this many actions before.
const FEW: usize = PARTICLES / 3;
const BACK: [usize; 3] = [2, 4, 8];
/// Limit of actions and setups that are tried where few samples are left.
const MOST_RESTARTED: usize = 4 * PARTICLES * TRIES;
/// Limit of tries of rejuvenation while it finds none.
const MOST_CHANGED: usize = 4 * PARTICLES * TRIES;
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
    /// Worlds of the opening that can't be prepared.
    pub(super) fn particles(&mut self, worlds: &Worlds, observed: &Observations) -> Result<Vec<State>, Diagnostic> {
        if !self.are_unmodelled(worlds) && !self.are_rare(worlds) {
            return Ok(Vec::new());
        }
        let found = self.replayed(observed, observed.steps().len())?;
        let mut out = Vec::new();
        for state in found.iter() {
            if matches!(self.misfit(worlds, state), Ok(None)) {
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
    fn are_rare(&mut self, worlds: &Worlds) -> bool {
        let (mut accepted, mut rejected) = (0, 0);
        let mut generator = Generator::from_seed(0);
        while accepted < ACCEPTED && rejected < REJECTED {
            let mut state = worlds.deal(&mut generator);
            let is_one = matches!(self.place_pieces(worlds, &mut state, &mut generator), Ok(true))
                && matches!(self.misfit(worlds, &state), Ok(None));
            if is_one { accepted += 1 } else { rejected += 1 }
        }
        self.reset_sets();
        accepted < ACCEPTED
    }

    /// The samples after a number of actions.
    fn replayed(&mut self, observed: &Observations, steps: usize) -> Result<Arc<Vec<State>>, Diagnostic> {
        let (mut at, mut states) = match observed.sampled(steps) {
            Some(sampled) => sampled,
            None => (0, Arc::new(self.openings(observed)?)),
        };
        observed.keep(at, states.clone());
        while at < steps && !states.is_empty() {
            states = Arc::new(self.next_particles(observed, &states, at));
            at += 1;
            observed.keep(at, states.clone());
        }
        Ok(states)
    }

    /// Samples of the opening: other setups that look the same to the viewer, or states drawn at random.
    fn openings(&mut self, observed: &Observations) -> Result<Vec<State>, Diagnostic> {
        let view = observed.opening();
        let mut set_up = Vec::new();
        for seed in 0..PARTICLES as u64 {
            set_up.extend(self.set_up(view, seed));
            if set_up.is_empty() && seed >= FEW as u64 {
                break;
            }
        }
        if !set_up.is_empty() {
            return Ok(set_up);
        }
        let worlds = self.worlds(view)?;
        let mut generator = Generator::from_seed(1);
        let draws = (0..PARTICLES).map(|_| self.draw(&worlds, &mut generator));
        draws.collect()
    }

    /// Samples of the moment after an action from those before it.
    fn next_particles(&mut self, observed: &Observations, states: &[State], at: usize) -> Vec<State> {
        let viewer = observed.opening().viewer();
        let mut generator = Generator::numbered(2, at as u64);
        let mut out = Vec::new();
        let before = Self::view_before(observed, at);
        let seen = &observed.steps()[at];
        let tries = if seen.action.is_some() { PARTICLES.max(states.len()) } else { PARTICLES * TRIES };
        for state in states.iter().cycle().take(tries) {
            out.extend(self.advance(state, (before, seen), viewer, &mut generator));
            if out.len() == PARTICLES {
                break;
            }
        }
        for back in BACK.into_iter().filter(|back| *back <= at) {
            if out.len() >= FEW {
                break;
            }
            let Some((from, states)) = observed.sampled(at - back).filter(|(from, _)| *from == at - back) else {
                break;
            };
            for state in states.iter().cycle().take(PARTICLES * TRIES / back) {
                let mut state = Some(state.clone());
                for n in from..=at {
                    let step = (Self::view_before(observed, n), &*observed.steps()[n]);
                    state = state.and_then(|state| self.advance(&state, step, viewer, &mut generator));
                }
                out.extend(state);
                if out.len() == PARTICLES {
                    break;
                }
            }
        }
        if out.len() < FEW {
            self.restart(observed, at, &mut generator, &mut out);
        }
        if out.len() < FEW {
            self.rejuvenate(states, (before, seen), viewer, &mut generator, &mut out);
        }
        out
    }

    /// Adds samples that begin with other setups.
    fn restart(&mut self, observed: &Observations, at: usize, generator: &mut Generator, out: &mut Vec<State>) {
        let viewer = observed.opening().viewer();
        let mut left = MOST_RESTARTED;
        while left > 0 && out.len() < PARTICLES {
            left -= 1;
            let mut state = self.set_up(observed.opening(), generator.seed());
            if state.is_none() && left + 2 * FEW < MOST_RESTARTED && out.is_empty() {
                return;
            }
            for n in 0..=at {
                let step = (Self::view_before(observed, n), &*observed.steps()[n]);
                left = left.saturating_sub(usize::from(state.is_some()));
                state = state.and_then(|state| self.advance(&state, step, viewer, generator));
            }
            out.extend(state);
        }
    }

    /// A setup with a seed, if it looks the same to the viewer of the opening.
    fn set_up(&mut self, opening: &View, seed: u64) -> Option<State> {
        if self.game().scenario().is_some() {
            return None;
        }
        let state = self.start(seed, &mut Vec::new()).ok()?;
        self.take_notes();
        let view = self.game().view(&state, opening.viewer());
        (view.state() == opening.state()).then_some(state)
    }

    /// Adds samples in which some of what the viewer doesn't see has changed places before the action (the
    /// reinvigoration of particles in POMCP): they agree with the latest observations, if not with all.
    fn rejuvenate(
        &mut self,
        states: &[State],
        (before, seen): (&State, &Observed),
        viewer: Option<Seat>,
        generator: &mut Generator,
        out: &mut Vec<State>,
    ) {
        let game = self.game().clone();
        let hidden = hidden_parts(self, before);
        let all = hidden.iter().map(Vec::len).sum::<usize>() as u32;
        for (n, state) in states.iter().cycle().enumerate().take(if all > 1 { MOST_CHANGED } else { 0 }) {
            let mut state = state.clone();
            for _ in 0..=generator.below(MOST_SWAPS) {
                let mut at = generator.below(all) as usize;
                let group = hidden.iter().find(|group| {
                    let is_here = at < group.len();
                    at -= if is_here { 0 } else { group.len() };
                    is_here
                });
                let Some(group) = group else { break };
                let [one, other] = [at, generator.below(group.len() as u32) as usize].map(|n| group[n].clone());
                let (len, at) = (one.len(), other.start);
                let moved = state.bytes[one.clone()].to_vec();
                state.bytes.copy_within(other, one.start);
                state.bytes[at..at + len].copy_from_slice(&moved);
            }
            if game.view(&state, viewer).state() == before {
                out.extend(self.advance(&state, (before, seen), viewer, generator));
            }
            if out.len() == PARTICLES || n >= PARTICLES * TRIES && !out.is_empty() {
                break;
            }
        }
    }

    /// The view before an action.
    fn view_before(observed: &Observations, at: usize) -> &State {
        match at.checked_sub(1) {
            Some(last) => &observed.steps()[last].view,
            None => observed.opening().state(),
        }
    }

    /// The state after an action by which a viewer observes what it has observed; `None` if none is found.
    fn advance(
        &mut self,
        state: &State,
        (before, seen): (&State, &Observed),
        viewer: Option<Seat>,
        generator: &mut Generator,
    ) -> Option<State> {
        let decision = state.decision().filter(|due| due.seat == seen.seat)?;
        let game = self.game().clone();
        let mut legal = ActionList::new();
        // The viewer's own legal actions have been compared.
        if viewer != Some(seen.seat) {
            self.legal(state, &mut legal).ok()?;
        }
        let actions: Vec<Action> = match &seen.action {
            Some(action) if viewer == Some(seen.seat) || legal.position(&game, action).is_some() => {
                vec![action.clone()]
            }
            Some(_) => return None,
            None => {
                let changed = changed_squares(self, before, &seen.view);
                let is_seen = |action: &Action| seen.verb.is_none_or(|verb| verb == action.verb());
                let mut actions: Vec<Action> = legal.iter(&game).filter(is_seen).collect();
                generator.shuffle(&mut actions);
                actions.sort_by_key(|action| !names_one_of(self, action, &changed));
                actions.truncate(MOST_ACTIONS);
                actions
            }
        };
        for action in actions {
            let mut start = state.clone();
            start.set_generator(&Generator::from_seed(generator.seed()));
            // Without events it is faster, and most actions show something else.
            let mut after = start.clone();
            if self.apply(&mut after, &action, None).is_err() || game.view(&after, viewer).state() != &seen.view {
                continue;
            }
            let (mut after, mut events) = (start, Vec::new());
            let is_done = self.apply(&mut after, &action, Some(&mut events)).is_ok();
            self.take_notes();
            if !is_done {
                continue;
            }
            game.blank_events(Some(&action), [state, &after], &mut events);
            let blanks = game.blanks_of(&action, [state, &after]);
            let step = Step { decision, action, events, sealed: false, written: None, blanks };
            if game.observe(&step, &after, viewer).told != seen.told {
                continue;
            }
            let is_same = |legal: &ActionList, hash: u64| legal.is_complete() && legal.hash() == hash;
            match seen.legal {
                Some(hash) if self.legal(&after, &mut legal).is_err() || !is_same(&legal, hash) => {}
                _ => return Some(after),
            }
        }
        None
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
