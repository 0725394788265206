//! Monte Carlo tree search over positions, for games of open information without chance. What robots call is in
//! [`tree_searches`](super::tree_searches), its options and their defaults are in [`tree_options`](super::tree_options),
//! and fixed constants below.
//!
//! UCT (Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006) on a tree whose edges lie in one arena,
//! siblings adjacent. A node is expanded once; a simulation descends without listing actions, and ends in a playout
//! inside the rules. Extensions:
//!
//! - proven values, for two seats (MCTS-Solver: Winands, Björnsson and Saito, "Monte-Carlo Tree Search Solver", 2008);
//! - decisive actions: a child that ends the game is found when its parent is expanded (Teytaud and Teytaud, "On the huge
//!   benefit of decisive moves in Monte-Carlo tree search algorithms", 2010);
//! - playouts guided by the mean utilities of actions ([`ActionMeans`]), which are also the prior estimates of edges:
//!   progressive history (Nijssen and Winands, "Enhancements for multi-player Monte-Carlo tree search", 2011).

use parlour_engine::action::ActionList;
use parlour_engine::chance::Generator;
use parlour_engine::ids::Seat;
use parlour_engine::rules::{ActionMeans, Branch, Branches, Playout, Taken};
use parlour_engine::state::State;

use super::{Ask, Form, Found, Judge, Policy, Rated, Search, SearchError, TreeOptions};

/// The report of a search over positions.
pub(crate) const FORM: Form =
    Form { name: "uct", has_leads: false, heading: "tried", effort: |found| format!("{} simulations", found.nodes) };

/// The memory limit of the edges, in bytes. Beyond half of it only nodes with more visits are expanded.
const MEMORY: usize = 160 << 20;
/// The visits that a node needs to be expanded, by how full the arena is.
const VISITS: [u32; 3] = [1, 8, 64];
/// The longest line of a report, and the visits that its actions need.
const LINE: usize = 10;
const TRIED: u32 = 4;
/// Simulations between two checks of the budget.
const PACE: u64 = 8;
/// The value of a child without any estimate, which is tried first.
const UNTRIED: f32 = 1e3;
/// The random part of a value, which breaks ties.
const NOISE: f32 = 1e-3;

/// The statistics of an edge, for the seat that acts at its parent.
#[derive(Clone, Copy, Debug, Default)]
struct Stat {
    visits: u32,
    mean: f32,
}

/// An edge: an action and the position that it leads to.
#[derive(Clone, Copy, Debug)]
struct Edge {
    branch: Branch,
    /// The first of the children, 0 while there are none, and their number.
    first: u32,
    count: u32,
    /// The index of the action's statistics.
    slot: u16,
    /// The seat that acts in the position, counted from 1; 0 while it wasn't expanded.
    seat: u8,
}

/// A tree, kept from search to search for its memory.
#[derive(Debug, Default)]
pub(super) struct Positions {
    stats: Vec<Stat>,
    edges: Vec<Edge>,
    /// The proven value of each edge, for the seat that acts at its parent; NaN if unproven.
    proofs: Vec<f32>,
    /// The records of the edges, in games of scripts.
    records: Vec<u8>,
    /// The bytes of a record; 0 where edges are known by their branches alone.
    width: usize,
    /// The edges of the current simulation, each with the seat that acts at its parent.
    path: Vec<(u32, u8)>,
    /// The actions of its playout.
    taken: Vec<Taken>,
    /// The mean utilities of actions, which guide playouts and are the prior estimates of edges.
    means: ActionMeans,
    branches: Branches,
    utilities: Vec<f64>,
    /// For each child of the root the sum of its win shares.
    shares: Vec<f64>,
}

/// The seat of a state's decision, counted from 1; 0 where it is over.
fn seat_of(state: &State) -> u8 {
    state.decision().map_or(0, |decision| decision.seat.number())
}

impl Positions {
    fn clear(&mut self, width: usize) {
        self.stats.clear();
        self.edges.clear();
        self.proofs.clear();
        self.records.clear();
        self.shares.clear();
        self.width = width;
        self.push(Branch::default(), &[], 0);
    }

    /// Adds an edge without children.
    fn push(&mut self, branch: Branch, record: &[u8], seat: u8) {
        self.stats.push(Stat::default());
        self.edges.push(Edge {
            branch,
            first: 0,
            count: 0,
            slot: Taken { seat: seat.wrapping_sub(1), id: branch.id }.slot() as u16,
            seat: 0,
        });
        self.proofs.push(f32::NAN);
        if self.width > 0 {
            self.records.extend_from_slice(record);
            self.records.resize(self.edges.len() * self.width, 0);
        }
    }

    fn record(&self, edge: usize) -> &[u8] {
        &self.records[edge * self.width..(edge + 1) * self.width]
    }

    /// The visits that a node needs to be expanded; `None` if the arena is full.
    fn visits_to_expand(&self) -> Option<u32> {
        let bytes = size_of::<Stat>() + size_of::<Edge>() + size_of::<f32>() + self.width;
        VISITS
            .get(self.edges.len() * bytes * 4 / MEMORY)
            .or(VISITS.last().filter(|_| self.edges.len() * bytes < MEMORY))
            .copied()
    }

    /// Expands an edge by the listed branches of its position.
    fn expand(&mut self, edge: usize, seat: u8) {
        let branches = std::mem::take(&mut self.branches);
        let first = self.edges.len() as u32;
        for &branch in branches.as_slice() {
            self.push(branch, branches.record(branch), seat);
        }
        let edge = &mut self.edges[edge];
        (edge.first, edge.count, edge.seat) = (first, branches.as_slice().len() as u32, seat);
        self.branches = branches;
    }

    /// The children of an edge.
    fn children(&self, edge: usize) -> std::ops::Range<usize> {
        let Edge { first, count, .. } = self.edges[edge];
        first as usize..(first + count) as usize
    }

    /// Selection: the child that a simulation visits.
    fn select(&self, edge: usize, options: &TreeOptions, generator: &mut Generator) -> usize {
        let children = self.children(edge);
        let visits = self.stats[edge].visits.max(1) as f32;
        let exploration = options.exploration as f32 * visits.ln().max(0.0).sqrt();
        let weight = options.history as f32;
        let noise = generator.bits();
        let mut best = (f32::NEG_INFINITY, children.start);
        for child in children {
            let proof = self.proofs[child];
            let Stat { visits, mean } = self.stats[child];
            let n = visits as f32;
            let value = if !proof.is_nan() {
                // A proven loss is only chosen if all children are lost.
                if proof == 0.0 { -1.0 } else { proof }
            } else if weight > 0.0 {
                let prior = self.means.mean(usize::from(self.edges[child].slot)).unwrap_or(1.0);
                (mean * n + prior * weight) / (n + weight)
                    + exploration / (n + 1.0).sqrt()
                    + NOISE * noise_of(noise, child)
            } else if visits == 0 {
                UNTRIED + noise_of(noise, child)
            } else {
                mean + exploration / n.sqrt()
            };
            if value > best.0 {
                best = (value, child);
            }
        }
        best.1
    }

    /// Backs a proven value up from the last edge of the path as far as it decides its ancestors.
    fn prove(&mut self, value: f32) {
        let mut value = value;
        for n in (0..self.path.len()).rev() {
            let (edge, seat) = self.path[n];
            self.proofs[edge as usize] = value;
            let Some((above, other)) = n.checked_sub(1).map(|n| self.path[n]) else {
                return;
            };
            // The best value is proven if it can't be beaten, or if all children are proven.
            let mut best = value;
            if best < 1.0 {
                for child in self.children(above as usize) {
                    let proof = self.proofs[child];
                    if proof.is_nan() {
                        return;
                    }
                    best = best.max(proof);
                }
            }
            value = if seat == other { best } else { 1.0 - best };
        }
    }

    /// Backpropagation: adds the utilities of a simulation to the edges of its path.
    fn back_up(&mut self) {
        self.stats[0].visits += 1;
        for &(edge, seat) in &self.path {
            let utility = self.utilities[usize::from(seat) - 1] as f32;
            let stat = &mut self.stats[edge as usize];
            stat.visits += 1;
            stat.mean += (utility - stat.mean) / stat.visits as f32;
        }
    }
}

/// A pseudorandom number below 1 for a child, different for every call.
#[inline]
fn noise_of(noise: u32, child: usize) -> f32 {
    let mixed = (noise ^ child as u32).wrapping_mul(0x9e37_79b9);
    (mixed >> 8) as f32 / (1_u32 << 24) as f32
}

impl Search {
    /// True for games of open information without chance and simultaneous choices: the actions determine the position.
    pub(super) fn is_open(&self) -> bool {
        self.game.is_open() && !self.game.has_secrets() && !self.game.is_together()
    }

    /// Finds the best of the legal actions with the given indices, by simulations from the position.
    ///
    /// # Errors
    /// Rules or a robot that fail, or a stop.
    pub(super) fn search_positions(
        &mut self,
        ask: &Ask<'_>,
        judge: &mut dyn Judge,
        generator: &mut Generator,
    ) -> Result<Found, SearchError> {
        let mut tree = std::mem::take(&mut self.positions);
        let found = self.grow_positions(&mut tree, ask, judge, generator);
        self.positions = tree;
        found
    }

    fn grow_positions(
        &mut self,
        tree: &mut Positions,
        ask: &Ask<'_>,
        judge: &mut dyn Judge,
        generator: &mut Generator,
    ) -> Result<Found, SearchError> {
        let worlds = self.worlds(ask.view)?;
        let mut root = self.host.draw(&worlds, generator)?;
        self.game.ask_once_more(&mut root);
        tree.means.clear();
        self.forget_means(&ask.options);
        let width = if self.host.has_tables() { 0 } else { ask.legal.record_width() };
        tree.clear(width);
        self.host.branches_of(&root, ask.legal, ask.among, &mut tree.branches);
        tree.expand(0, seat_of(&root));
        tree.shares.resize(ask.among.len(), 0.0);
        let is_duel = self.game.seat_count() == 2 && self.game.teams().len() == 2;
        if is_duel {
            self.find_decisive(tree, 0, &root)?;
        }
        let mut state = root.clone();
        let mut simulations: u64 = 0;
        loop {
            let is_won = !ask.deep.every && tree.children(0).any(|child| tree.proofs[child] == 1.0);
            let is_settled = is_duel && (is_won || tree.children(0).all(|child| !tree.proofs[child].is_nan()));
            let allows = match ask.budget.nodes {
                Some(most) if simulations >= most => false,
                _ if !simulations.is_multiple_of(PACE) => true,
                _ => ask.budget.allows(simulations)?,
            };
            if is_settled || (!allows && simulations > 0) {
                break;
            }
            state.copy_from(&root);
            self.simulate_position(tree, &mut state, ask, is_duel, (judge, generator))?;
            simulations += 1;
        }
        let mut all = Vec::with_capacity(ask.among.len());
        for (child, &index) in tree.children(0).zip(ask.among) {
            let Stat { visits, mean } = tree.stats[child];
            let proof = tree.proofs[child];
            let shares = tree.shares[all.len()] / f64::from(visits.max(1));
            let (value, odds) =
                if proof.is_nan() { (f64::from(mean), shares) } else { (f64::from(proof), f64::from(proof)) };
            let line = if ask.deep.every {
                self.line_of_positions(tree, child, &root, ask.legal.record(index))?
            } else {
                Vec::new()
            };
            all.push(Rated { index, visits: visits.into(), value, odds, is_bound: false, line });
        }
        let proof = |rated: &Rated| match tree.proofs[tree.children(0).start + rated_place(ask.among, rated.index)] {
            1.0 => 2,
            0.0 => 0,
            _ => 1,
        };
        all.sort_by(|a, b| (proof(b), b.visits).cmp(&(proof(a), a.visits)).then(b.value.total_cmp(&a.value)));
        let best = all.first().cloned().unwrap_or_else(|| Rated { index: ask.among[0], ..Rated::default() });
        Ok(Found { form: &FORM, best: best.index, value: best.value, nodes: simulations, visits: best.visits, all })
    }

    /// Applies the action of an edge.
    fn follow_edge(&mut self, tree: &Positions, edge: usize, state: &mut State) -> Result<(), SearchError> {
        Ok(self.host.take(state, tree.edges[edge].branch, tree.record(edge))?)
    }

    /// One simulation: selection, expansion, playout, backpropagation.
    fn simulate_position(
        &mut self,
        tree: &mut Positions,
        state: &mut State,
        ask: &Ask<'_>,
        is_duel: bool,
        (judge, generator): (&mut dyn Judge, &mut Generator),
    ) -> Result<(), SearchError> {
        let options = &ask.options;
        tree.path.clear();
        tree.taken.clear();
        self.taken.clear();
        let mut at = 0;
        let mut proven = None;
        loop {
            let seat = tree.edges[at].seat;
            at = tree.select(at, options, generator);
            tree.path.push((at as u32, seat));
            if !tree.proofs[at].is_nan() {
                proven = Some(tree.proofs[at]);
                break;
            }
            self.follow_edge(tree, at, state)?;
            if state.is_over() {
                break;
            }
            if tree.edges[at].count > 0 {
                continue;
            }
            if tree.visits_to_expand().is_none_or(|least| tree.stats[at].visits < least) {
                break;
            }
            self.host.branches(state, false, &mut tree.branches)?;
            if state.is_over() {
                break;
            }
            tree.expand(at, seat_of(state));
            if is_duel && self.find_decisive(tree, at, state)? {
                proven = Some(tree.proofs[at]).filter(|proof| !proof.is_nan());
                if proven.is_some() {
                    break;
                }
            }
        }
        let Some(&(_, seat)) = tree.path.last() else { return Ok(()) };
        if let Some(value) = proven {
            let seats = self.game.seat_count();
            tree.utilities.clear();
            tree.utilities.resize(seats, f64::from(1.0 - value));
            tree.utilities[usize::from(seat) - 1] = value.into();
            if let Some(share) = first_share(tree) {
                tree.shares[share.0] += share.1;
            }
            tree.prove(value);
        } else {
            let plies = state.ply();
            let is_recorded = options.history > 0.0 && !judge.has_rollout();
            if is_recorded {
                let (policy, means) = match options.policy {
                    Policy::Random(policy) => (policy, None),
                    Policy::Learnt => (Playout::ByAction, Some(&tree.means)),
                };
                self.host.recorded_playout(state, generator, policy, options.depth, means, &mut tree.taken)?;
            } else {
                self.playout(state, options, judge, generator)?;
            }
            let mut utilities = std::mem::take(&mut tree.utilities);
            self.utilities(state, options, judge, &mut utilities)?;
            if is_recorded {
                let path = tree
                    .path
                    .iter()
                    .map(|&(edge, seat)| Taken { seat: seat - 1, id: tree.edges[edge as usize].branch.id });
                for taken in path.chain(tree.taken.iter().copied()) {
                    tree.means.add(taken, utilities[usize::from(taken.seat)]);
                }
            }
            tree.utilities = utilities;
            let (first, seat_of_first) = tree.path[0];
            let acted = Seat::from_index(usize::from(seat_of_first) - 1);
            let share = if state.is_over() { self.shares(state)(acted) } else { tree.utilities[acted.index()] };
            let place = first as usize - tree.children(0).start;
            tree.shares[place] += share;
            if is_duel && state.is_over() && state.ply() == plies {
                let value = self.shares(state)(Seat::from_index(usize::from(seat) - 1));
                tree.prove(value as f32);
            }
        }
        tree.back_up();
        Ok(())
    }

    /// Proves the children of an edge that end the game at once, and the edge with them if that decides it. True if
    /// there are any.
    fn find_decisive(&mut self, tree: &mut Positions, edge: usize, state: &State) -> Result<bool, SearchError> {
        if !self.host.has_tables() {
            return Ok(false);
        }
        let seat = tree.edges[edge].seat;
        let mut scratch = self.spare.take().unwrap_or_else(|| state.clone());
        let (mut any, mut best, mut open) = (false, 0.0_f32, false);
        for child in tree.children(edge) {
            scratch.copy_from(state);
            self.follow_edge(tree, child, &mut scratch)?;
            if scratch.is_over() {
                let value = self.shares(&scratch)(Seat::from_index(usize::from(seat) - 1)) as f32;
                tree.proofs[child] = value;
                best = best.max(value);
                any = true;
                if value == 1.0 {
                    break;
                }
            } else {
                open = true;
            }
        }
        self.spare = Some(scratch);
        if any && (best == 1.0 || !open) && edge > 0 {
            let acted = tree.path.last().map_or(0, |last| last.1);
            tree.proofs[edge] = if acted == seat { best } else { 1.0 - best };
        }
        Ok(any)
    }

    /// The most visited line of a root action.
    fn line_of_positions(
        &mut self,
        tree: &Positions,
        child: usize,
        root: &State,
        first: &[u8],
    ) -> Result<Vec<Vec<u8>>, SearchError> {
        let mut state = root.clone();
        let mut list = ActionList::new();
        let mut branches = Branches::default();
        self.host.step(&mut state, first, &mut list)?;
        let mut line = vec![first.to_vec()];
        let mut at = child;
        while line.len() < LINE && !state.is_over() {
            let rank = |child: &usize| (tree.proofs[*child] == 1.0, tree.stats[*child].visits);
            let Some(next) = tree.children(at).max_by_key(rank) else { break };
            if tree.stats[next].visits < TRIED && tree.proofs[next] != 1.0 {
                break;
            }
            let every: Vec<usize> = (0..list.len()).collect();
            self.host.branches_of(&state, &list, &every, &mut branches);
            let id = tree.edges[next].branch.id;
            let Some(place) = branches.as_slice().iter().position(|branch| branch.id == id) else { break };
            let record = list.record(place).to_vec();
            self.host.step(&mut state, &record, &mut list)?;
            line.push(record);
            at = next;
        }
        Ok(line)
    }
}

/// The position of an index in the list of requested actions.
fn rated_place(among: &[usize], index: usize) -> usize {
    among.iter().position(|&other| other == index).unwrap_or(0)
}

/// The root child that a simulation visited, by position, and its seat's share of the win.
fn first_share(tree: &Positions) -> Option<(usize, f64)> {
    let &(first, seat) = tree.path.first()?;
    Some((first as usize - tree.children(0).start, tree.utilities[usize::from(seat) - 1]))
}
