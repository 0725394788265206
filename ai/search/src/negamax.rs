//! The negamax tree of alpha-beta below its root. Values are from the perspective of the seat to move.

use parlour_engine::game::Game;
use parlour_engine::ids::Seat;
use parlour_engine::outcomes::Outcomes;
use parlour_engine::rules::{Branch, Branches, Rules};
use parlour_engine::state::State;

use super::alphabeta::DeepOptions;
use super::order::{Order, pick};
use super::transpositions::{Bound, Transpositions};
use super::weights::Weights;
use super::{Budget, Judge, SearchError};

/// The internal value of a lead of 1 at scale 1.
pub(super) const UNIT: i32 = 1000;
/// The value of a won game; faster wins are worth more.
pub(super) const WON: i32 = 1 << 30;
/// Values beyond this are won or lost games.
pub(super) const DECIDED: i32 = WON - 1000;
/// The maximum length of a line.
const LONGEST_LINE: usize = 100;
/// Memory for the states of a line, in bytes; large states shorten the maximum line.
const LINE_BYTES: usize = 64 << 20;
/// The minimum length of a line.
const SHORTEST_LINE: usize = 16;
/// The ply limit of quiescence search.
pub(super) const CAPTURES: usize = 16;
/// The maximum number of outcomes of a chance node.
const MAX_OUTCOMES: usize = 256;
/// Nodes between two checks of the budget.
const PACE: u64 = 64;

/// The reason why a line was abandoned.
#[derive(Debug)]
pub(super) enum Halt {
    /// The budget is used up.
    Budget,
    /// Rules or a robot failed, or a stop.
    Failed(Box<SearchError>),
}

impl Halt {
    /// Converts to the error of the whole search.
    pub(super) fn into_error(self) -> SearchError {
        match self {
            Self::Failed(error) => *error,
            Self::Budget => SearchError::Stopped,
        }
    }
}

impl<E: Into<SearchError>> From<E> for Halt {
    fn from(error: E) -> Self {
        Self::Failed(Box::new(error.into()))
    }
}

/// Working memory of the search: tables of positions, and allocations kept between searches.
#[derive(Debug, Default)]
pub(super) struct Memory {
    pub(super) table: Transpositions,
    pub(super) order: Order,
    pub(super) plies: Vec<Ply>,
    pub(super) nodes: u64,
}

/// A position on the current line.
#[derive(Debug)]
pub(super) struct Ply {
    pub(super) state: State,
    pub(super) branches: Branches,
    /// The actions in search order, with their weights.
    pub(super) list: Vec<Branch>,
    pub(super) weights: Vec<i32>,
    /// The incremental piece evaluation, for the first seat.
    sum: i32,
}

impl Memory {
    pub(super) fn begin(&mut self, state: &State) {
        self.table.begin();
        self.order.begin(LONGEST_LINE);
        if self.plies.is_empty() {
            let longest = (LINE_BYTES / state.bytes().len().max(1)).clamp(SHORTEST_LINE, LONGEST_LINE);
            self.plies.extend((0..longest).map(|_| Ply {
                state: state.clone(),
                branches: Branches::default(),
                list: Vec::with_capacity(256),
                weights: Vec::with_capacity(256),
                sum: 0,
            }));
        }
        self.nodes = 0;
    }
}

/// A traversal of the tree.
pub(super) struct Walk<'a> {
    pub(super) game: &'a Game,
    pub(super) host: &'a mut Rules,
    pub(super) memory: &'a mut Memory,
    pub(super) budget: &'a Budget,
    pub(super) judge: &'a mut dyn Judge,
    pub(super) deep: &'a DeepOptions,
    pub(super) weights: Option<Weights>,
    /// The chance outcomes, in games with chance.
    pub(super) dice: Option<&'a mut Outcomes>,
    /// The internal value of a lead of 1.
    pub(super) unit: f64,
    /// The seat that searches.
    pub(super) seat: Seat,
    /// The maximum ply.
    pub(super) reach: usize,
    /// The ply limit of quiescence search.
    pub(super) captures: usize,
    /// Nodes that are visited regardless of the budget, so that there is a sensible answer.
    pub(super) least: u64,
}

impl Walk<'_> {
    /// Sets the root position.
    pub(super) fn begin(&mut self, state: &State) {
        let ply = &mut self.memory.plies[0];
        ply.state.copy_from(state);
        ply.sum = self.weights.as_ref().map_or(0, |weights| weights.pieces(state));
    }

    /// Applies an action at a ply; the result is the position of the next one.
    pub(super) fn follow(&mut self, ply: usize, branch: Branch) -> Result<(), Halt> {
        let (here, below) = self.memory.plies.split_at_mut(ply + 1);
        let (here, below) = (&here[ply], &mut below[0]);
        below.state.copy_from(&here.state);
        self.host.follow(&mut below.state, &here.branches, branch)?;
        if let Some(weights) = &self.weights {
            below.sum = match self.host.changes() {
                Some(changes) => here.sum + weights.change(&below.state, changes),
                None => weights.pieces(&below.state),
            };
        }
        Ok(())
    }

    /// The value of the position after a ply's action, for the seat that acted.
    pub(super) fn child(&mut self, seat: Seat, depth: i32, ply: usize, alpha: i32, beta: i32) -> Result<i32, Halt> {
        let next = self.memory.plies[ply + 1].state.decision().map(|decision| decision.seat);
        if next == Some(seat) {
            return self.node(seat, depth, ply + 1, alpha, beta, true);
        }
        let other = next.unwrap_or(Seat::from_index(1 - seat.index()));
        Ok(-self.node(other, depth, ply + 1, -beta, -alpha, true)?)
    }

    /// The value of the action at index `n` of a ply, for the seat to move: exact if between `alpha` and `beta`. All
    /// but the first are searched with a null window first (principal variation search), with a reduced depth if there
    /// is a `reduction`.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn explore(
        &mut self,
        seat: Seat,
        depth: i32,
        reduction: i32,
        ply: usize,
        n: usize,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Halt> {
        let branch = self.memory.plies[ply].list[n];
        if self.dice.is_some() {
            return self.expect(seat, depth, ply, branch);
        }
        self.follow(ply, branch)?;
        if n == 0 {
            return self.child(seat, depth, ply, alpha, beta);
        }
        let mut value = self.child(seat, depth - reduction, ply, alpha, alpha + 1)?;
        if reduction > 0 && value > alpha {
            value = self.child(seat, depth, ply, alpha, alpha + 1)?;
        }
        if value > alpha && value < beta { self.child(seat, depth, ply, alpha, beta) } else { Ok(value) }
    }

    /// The exact expectation over the outcomes of a chance action (expectiminimax).
    fn expect(&mut self, seat: Seat, depth: i32, ply: usize, branch: Branch) -> Result<i32, Halt> {
        self.average(ply, branch, |walk| walk.child(seat, depth, ply, -WON, WON))
    }

    /// The static value of a root action for its seat.
    pub(super) fn look(&mut self, seat: Seat, branch: Branch) -> Result<i32, Halt> {
        let at_once = |walk: &mut Self| {
            walk.memory.nodes += 1;
            if walk.memory.plies[1].state.is_over() { Ok(walk.ending(seat, 1)) } else { walk.evaluate(seat, 1) }
        };
        if self.dice.is_some() {
            return self.average(0, branch, at_once);
        }
        self.follow(0, branch)?;
        at_once(self)
    }

    /// The expectation of a value over the outcomes of a chance action.
    fn average(
        &mut self,
        ply: usize,
        branch: Branch,
        mut value: impl FnMut(&mut Self) -> Result<i32, Halt>,
    ) -> Result<i32, Halt> {
        let Some(dice) = &mut self.dice else { return Ok(0) };
        let here = &self.memory.plies[ply];
        let outcomes = dice.of(&here.state, here.branches.record(branch), MAX_OUTCOMES)?;
        let mut sum = 0.0;
        for outcome in &outcomes {
            let below = &mut self.memory.plies[ply + 1];
            below.state.copy_from(&outcome.state);
            below.sum = self.weights.as_ref().map_or(0, |weights| weights.pieces(&outcome.state));
            sum += outcome.probability * f64::from(value(self)?);
        }
        Ok(sum.round() as i32)
    }

    /// Counts a node, and checks the budget now and then.
    pub(super) fn count(&mut self) -> Result<(), Halt> {
        self.memory.nodes += 1;
        let nodes = self.memory.nodes;
        let is_time = nodes.is_multiple_of(PACE) || self.budget.nodes.is_some_and(|most| nodes >= most);
        if is_time && !self.budget.allows(nodes)? && nodes >= self.least {
            return Err(Halt::Budget);
        }
        Ok(())
    }

    /// The value of the position at a ply: exact if between `alpha` and `beta`, otherwise a bound.
    fn node(
        &mut self,
        seat: Seat,
        depth: i32,
        ply: usize,
        mut alpha: i32,
        mut beta: i32,
        may_pass: bool,
    ) -> Result<i32, Halt> {
        if self.memory.plies[ply].state.is_over() {
            return Ok(self.ending(seat, ply));
        }
        let mut depth = depth;
        let endangered = self.deep.selective && self.game.endangered(&self.memory.plies[ply].state, seat).is_some();
        if endangered && ply + CAPTURES < self.reach {
            depth = depth.max(0) + 1;
        }
        if depth <= 0 || ply >= self.reach {
            return self.quiesce(seat, ply, alpha, beta, 0);
        }
        self.count()?;
        // Mate distance pruning: no line from here wins or loses sooner than at once.
        alpha = alpha.max(ply as i32 - WON);
        beta = beta.min(WON - ply as i32 - 1);
        if alpha >= beta {
            return Ok(alpha);
        }
        let key = self.key(ply);
        let known = self.memory.table.get(key);
        if let Some(entry) = known.filter(|entry| i32::from(entry.depth) >= depth) {
            let value = from_table(entry.value, ply);
            let settles = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= beta,
                Bound::AtMost => value <= alpha,
            };
            if settles {
                return Ok(value);
            }
        }
        let narrow = beta - alpha == 1;
        let greedy = self.is_greedy(seat);
        let doubtful = self.deep.selective && narrow && !endangered && alpha.abs() < DECIDED && !greedy;
        let stand = if doubtful { self.evaluate(seat, ply)? } else { 0 };
        if doubtful && may_pass && depth >= 3 && stand >= beta {
            // Null move pruning (Donninger, 1993): if even a pass fails high, so does an action.
            if let Some(value) = self.pass(seat, depth - 3 - depth / 4, ply, beta)? {
                return Ok(value);
            }
        }
        if !self.list(ply, false)? {
            return Ok(self.ending(seat, ply));
        }
        if greedy {
            if depth >= 2 && self.wins_at_once(ply)? {
                return Ok(WON - ply as i32 - 1);
            }
            self.keep_greediest(ply);
        }
        self.weigh(ply, seat, known.map_or(0, |entry| entry.best));
        let hopeless = doubtful && depth <= 2 && stand + depth * 3 * UNIT / 2 <= alpha;
        let start = alpha;
        let (mut best, mut best_id) = (-WON - 1, 0);
        let count = self.memory.plies[ply].list.len();
        for n in 0..count {
            let here = &mut self.memory.plies[ply];
            pick(&mut here.list, &mut here.weights, n);
            let branch = here.list[n];
            let dull = branch.gain <= 0 && !self.memory.order.is_killer(ply, branch.id);
            if hopeless && dull && n > 0 {
                best = best.max(stand + depth * 3 * UNIT / 2);
                continue;
            }
            let reduction = if self.deep.selective && dull && !endangered { reduction(depth, n) } else { 0 };
            let value = self.explore(seat, depth - 1, reduction, ply, n, alpha, beta)?;
            if value > best {
                (best, best_id) = (value, branch.id);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                let list = &self.memory.plies[ply].list;
                self.memory.order.reward(seat.index(), ply, depth, &branch, &list[..n]);
                break;
            }
        }
        let bound = match best {
            _ if best <= start => Bound::AtMost,
            _ if best >= beta => Bound::AtLeast,
            _ => Bound::Exact,
        };
        let best_id = if bound == Bound::AtMost { 0 } else { best_id };
        self.memory.table.put(key, depth, to_table(best, ply), bound, best_id);
        Ok(best)
    }

    /// Lists the legal actions of a ply, or only captures. False if there is no legal action: the match is over then.
    pub(super) fn list(&mut self, ply: usize, only_gains: bool) -> Result<bool, Halt> {
        let here = &mut self.memory.plies[ply];
        self.host.branches(&mut here.state, only_gains, &mut here.branches)?;
        here.list.clear();
        here.list.extend_from_slice(here.branches.as_slice());
        Ok(!here.state.is_over() && (only_gains || !here.list.is_empty()))
    }

    pub(super) fn weigh(&mut self, ply: usize, seat: Seat, first: u64) {
        let here = &mut self.memory.plies[ply];
        self.memory.order.weigh(&here.list, seat.index(), ply, first, &mut here.weights);
    }

    pub(super) fn is_greedy(&self, seat: Seat) -> bool {
        self.deep.greedy[usize::from(seat != self.seat)]
    }

    /// Keeps the actions of a ply with the greatest immediate gain.
    pub(super) fn keep_greediest(&mut self, ply: usize) {
        let list = &mut self.memory.plies[ply].list;
        let most = list.iter().map(|branch| branch.gain).max().unwrap_or(0);
        list.retain(|branch| branch.gain == most);
    }

    /// True if an action of a ply leaves the other seat without legal actions.
    fn wins_at_once(&mut self, ply: usize) -> Result<bool, Halt> {
        for n in 0..self.memory.plies[ply].list.len() {
            let branch = self.memory.plies[ply].list[n];
            self.follow(ply, branch)?;
            if self.host.is_stuck(&self.memory.plies[ply + 1].state) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The value of a null move, if it is at least `beta`.
    fn pass(&mut self, seat: Seat, depth: i32, ply: usize, beta: i32) -> Result<Option<i32>, Halt> {
        let (here, below) = self.memory.plies.split_at_mut(ply + 1);
        below[0].state.copy_from(&here[ply].state);
        below[0].sum = here[ply].sum;
        if !self.host.pass(&mut below[0].state) {
            return Ok(None);
        }
        let other = Seat::from_index(1 - seat.index());
        let value = -self.node(other, depth, ply + 1, -beta, 1 - beta, false)?;
        Ok((value >= beta).then_some(if value > DECIDED { beta } else { value }))
    }

    pub(super) fn key(&mut self, ply: usize) -> u64 {
        let state = &self.memory.plies[ply].state;
        // An evaluation function may read any part of the state.
        if self.weights.is_none() && (self.judge.has_evaluate() || self.host.has_worth()) {
            return state.position_hash();
        }
        self.host.position_key(state, (self.reach + CAPTURES - ply) as u32)
    }

    /// The static evaluation of a ply's position.
    pub(super) fn evaluate(&mut self, seat: Seat, ply: usize) -> Result<i32, Halt> {
        let here = &self.memory.plies[ply];
        if let Some(weights) = &self.weights {
            let sum = here.sum + weights.around(self.host, self.game, &here.state)?;
            return Ok(if seat.index() == 0 { sum } else { -sum }.clamp(-DECIDED, DECIDED));
        }
        let value = match self.judge.evaluate(&here.state, self.seat)? {
            Some(value) => value,
            None => {
                let mut worth = |seat: Seat| Ok::<_, Halt>(self.host.worth(&here.state, seat)?.unwrap_or(0.0));
                worth(self.seat)? - worth(Seat::from_index(1 - self.seat.index()))?
            }
        } * self.unit;
        let value = value.round().clamp(f64::from(-DECIDED), f64::from(DECIDED)) as i32;
        Ok(if seat == self.seat { value } else { -value })
    }

    /// The value of a finished match.
    pub(super) fn ending(&self, seat: Seat, ply: usize) -> i32 {
        let state = &self.memory.plies[ply].state;
        let winners = self.game.seats().filter(|&seat| state.has_won(seat)).count();
        match (winners, state.has_won(seat)) {
            (1, true) => WON - ply as i32,
            (1, false) => ply as i32 - WON,
            _ => 0,
        }
    }
}

/// Depth reduction of late actions (late move reductions).
fn reduction(depth: i32, n: usize) -> i32 {
    if depth < 3 || n < 4 {
        return 0;
    }
    1 + i32::from(n >= 12) + i32::from(depth >= 6 && n >= 24)
}

/// Wins in the transposition table are counted from the stored position, not from the root.
fn to_table(value: i32, ply: usize) -> i32 {
    match value {
        _ if value > DECIDED => value + ply as i32,
        _ if value < -DECIDED => value - ply as i32,
        _ => value,
    }
}

fn from_table(value: i32, ply: usize) -> i32 {
    match value {
        _ if value > DECIDED => value - ply as i32,
        _ if value < -DECIDED => value + ply as i32,
        _ => value,
    }
}
